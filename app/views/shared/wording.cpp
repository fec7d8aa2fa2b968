#include "app/views/shared/wording.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

#include "app/paint/subscripts.h"
#include "app/views/shared/cursor.h"
#include "app/views/shared/texts.h"
#include "core/io/tensor_text.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

std::string formatted(const char* format, double value) {
    std::array<char, 48> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

bool is_block(const Site& site) { return std::string_view(site.layer) == "blocks"; }

}  // namespace

std::string exact_text(float value) { return shortest_text(value); }

bool parse_number(const std::string& typed, float& value) {
    constexpr std::array<std::pair<std::string_view, const char*>, 3> forms{{{"−", "-"}, {"∞", "inf"}, {"·10", "e"}}};
    std::string plain;
    for (std::string_view rest = typed; !rest.empty();) {
        const auto form = std::ranges::find_if(forms, [&](const auto& one) { return rest.starts_with(one.first); });
        if (form == forms.end()) {
            if (rest.front() != ' ') plain += rest.front() == ',' ? '.' : rest.front();
            rest.remove_prefix(1);
            continue;
        }
        rest.remove_prefix(form->first.size());
        plain += form->second;
        if (form->first != "·10") continue;
        const std::optional<int> power = raised_number(rest);
        if (!power) return false;
        plain += std::to_string(*power);
        rest = {};
    }
    if (plain.starts_with('+')) plain.erase(0, 1);
    const auto read = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    return read.ec == std::errc{} && read.ptr == plain.data() + plain.size() && !std::isnan(value);
}

std::string time_text(double milliseconds) {
    if (milliseconds < 1) return formatted("%.0f µs", milliseconds * 1000);
    if (milliseconds < 10) return formatted("%.1f ms", milliseconds);
    if (milliseconds < 1000) return formatted("%.0f ms", milliseconds);
    return formatted("%.1f s", milliseconds / 1000);
}

std::string shape_text(const Record& record) {
    std::string text;
    const Shape& shape = record.shape;
    for (int d = shape.rank() >= 3 ? 1 : 0; d < shape.rank(); ++d) {
        if (!text.empty()) text += " × ";
        std::string axis(name(shape.axis(d)));
        if (const auto product = axis.find('*'); product != std::string::npos) axis.replace(product, 1, " · ");
        text += axis + " " + std::to_string(shape.size(d));
    }
    return text.empty() ? "1" : text;
}

std::string head_text(const Trace& trace, const Record& record, int head) {
    const int own = record.shape.size_of(Axis::head, 0);
    if (own == 0 || record.shape.rank() < 3) return {};
    const int all = head_count(trace);
    const int number = head * own / all + 1;
    if (own == head_count(trace, record)) return fmt::format(texts::shared::head_of_line, number);
    return fmt::format(texts::shared::shared_head_of_line, number, head + 1);
}

std::string part_of(const Record& record) {
    if (record.stage->part == ModelPart::attention)
        return record.site.attention == AttentionKind::cross ? texts::shared::cross_attention
                                                             : texts::shared::self_attention;
    return record.stage->part == ModelPart::mlp ? texts::shared::mlp : "";
}

std::string level_text(const Site& site) { return is_block(site) ? texts::shared::block : texts::shared::layer; }

std::string block_text(const Site& site) {
    if (site.block < 0) return {};
    const int number = site.block + 1;
    const bool block = is_block(site);
    switch (site.stack) {
        case Stack::encoder:
            return block ? fmt::format(texts::shared::encoder_block_number, number)
                         : fmt::format(texts::shared::encoder_layer_number, number);
        case Stack::decoder:
            return block ? fmt::format(texts::shared::decoder_block_number, number)
                         : fmt::format(texts::shared::decoder_layer_number, number);
        case Stack::only: break;
    }
    return block ? fmt::format(texts::shared::block_number, number) : fmt::format(texts::shared::layer_number, number);
}

std::string step_text(const Site& site) {
    return site.step < 0 ? "" : fmt::format(texts::shared::step_number, site.step + 1);
}

std::vector<Crumb> breadcrumb(const Trace& trace, int record, int head) {
    const Record& here = trace.record(record);
    std::vector<Crumb> crumbs;
    const auto& stages = trace.stages();
    crumbs.push_back({texts::shared::model, stages.empty() ? record : stages.front()});
    const auto first = [&](auto&& same) {
        for (const int id : stages)
            if (same(trace.record(id))) return id;
        return record;
    };
    const auto same_block = [&](const Record& r) {
        return r.site.block == here.site.block && r.site.stack == here.site.stack;
    };
    if (here.kind == Record::Kind::computed) {
        if (here.site.block >= 0)
            crumbs.push_back({block_text(here.site), first(same_block)});
        else if (here.site.stack != Stack::only && std::string_view(here.stage->key) != "logits" &&
                 std::string_view(here.stage->key) != "probs")
            crumbs.push_back({here.site.stack == Stack::encoder ? texts::shared::encoder : texts::shared::decoder,
                              first(same_block)});
        if (here.site.step >= 0)
            crumbs.push_back({step_text(here.site),
                              first([&](const Record& r) { return same_block(r) && r.site.step == here.site.step; })});
        if (const std::string part = part_of(here); !part.empty())
            crumbs.push_back({part, first([&](const Record& r) {
                                  return same_block(r) && r.site.step == here.site.step && part_of(r) == part;
                              })});
        if (here.shape.rank() >= 3 && here.shape.find(Axis::head) >= 0)
            crumbs.push_back({fmt::format(texts::shared::head_number, head + 1), record, true});
        crumbs.push_back({stage_label(trace, here), record});
    } else {
        crumbs.push_back(
            {here.kind == Record::Kind::parameter ? texts::shared::learned_weights : texts::shared::input, record});
        crumbs.push_back({here.name, record});
    }
    return crumbs;
}

int length_of(const std::string& utf8) {
    int count = 0;
    for (const char c : utf8) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    return count;
}

std::string padded(const std::string& utf8, int width) {
    const int missing = width - length_of(utf8);
    return missing > 0 ? std::string(static_cast<std::size_t>(missing), ' ') + utf8 : utf8;
}

std::string answers_at(const Card& card) {
    return card.answer_at.empty() ? "" : fmt::format(texts::shared::answers_at, card.answer_at);
}

std::string answers_at_short(const Card& card) {
    return card.answer_at.empty() ? "" : fmt::format(texts::shared::answers_at_short, card.answer_at);
}

std::string joined_with_and(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? texts::shared::list_end : texts::shared::list_next) + words[i];
    return text;
}

std::string thousands(std::size_t number) {
    std::string text = std::to_string(number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
    return text;
}

}  // namespace glassformer
