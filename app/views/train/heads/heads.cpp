#include "app/views/train/heads/heads.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/shared/wording.h"
#include "app/views/train/heads/attention_texts.h"
#include "app/views/train/heads/head_map.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/session/unknown_words.h"

namespace glassformer {

namespace {

/// The map of a head, with the words of its sides; without its names.
TrainedHeadMap map_of(const Evaluation& evaluation, const Record& record, int head) {
    TrainedHeadMap map{.record = record.id, .head = head, .title = {}, .brief = {}};
    map.lookup = record.stage == &stage::lookup_weights;
    const std::vector<TokenLabel>& queries = evaluation.tokens_along(record, map.lookup ? Axis::position : Axis::query);
    for (const TokenLabel& token : queries) map.queries.push_back(token.text);
    map.unknown_queries = unknown_tokens(queries);
    if (!map.lookup) map.unknown_keys = unknown_tokens(evaluation.tokens_along(record, Axis::key));
    if (map.lookup)
        for (int entry = 0; entry < record.shape[1].size; ++entry) map.keys.push_back(std::to_string(entry + 1));
    else
        for (const TokenLabel& token : evaluation.tokens_along(record, Axis::key)) map.keys.push_back(token.text);
    const int lines = record.shape.rank();
    map.queries.resize(static_cast<std::size_t>(record.shape[lines - 2].size));
    map.keys.resize(static_cast<std::size_t>(record.shape[lines - 1].size));
    return map;
}

void name_head(TrainedHeadMap& map, const Record& record) {
    namespace own = texts::train;
    const Site& site = record.site;
    const auto name = [&](const char* title, const char* brief) {
        map.title = fmt::format(fmt::runtime(title), block_text(site), map.head + 1);
        map.brief = fmt::format(fmt::runtime(brief), site.block + 1, map.head + 1);
    };
    if (map.lookup) return name(own::map_lookup, own::map_brief_lookup);
    if (record.stage == &stage::alignment) return name(own::map_alignment, own::map_brief_alignment);
    if (site.attention == AttentionKind::cross) return name(own::map_cross_head, own::map_brief_cross);
    if (site.stack == Stack::decoder) return name(own::map_self_head, own::map_brief_decoder);
    if (site.stack == Stack::encoder) return name(own::map_head, own::map_brief_encoder);
    name(own::map_head, own::map_brief);
}

/// How the small maps lie: beside the large one in columns, or below it in lines.
struct HeadStrip {
    bool beside = true, scrolls = false;
    int across = 0, down = 0;
    float side = 0;  // of a map; 0: no room for any
};

constexpr float strip_title = 1.3F, strip_gap = 0.7F, largest_small = 8, least_small = 3.6F;  // em
constexpr float beside_strip = 1.2F;

/// The large map's part of the area; the strip's is left in it.
Rect cut_large(Rect& area, const HeadStrip& strip, float em) {
    const float title = strip_title * em, gap = strip_gap * em;
    if (strip.side <= 0) return std::exchange(area, {});
    Rect large = area;
    if (strip.beside) {
        const float wide = static_cast<float>(strip.across) * (strip.side + gap) - gap;
        area = large.take_right(wide + (strip.scrolls ? 1.2F * em : 0));
        large.take_right(beside_strip * em);
    } else {
        area = large.take_bottom(static_cast<float>(strip.down) * (strip.side + title + gap) - gap);
        large.take_bottom(gap);
    }
    return large;
}

/// The strip that leaves most to the large map, of those whose maps are large enough.
HeadStrip place_strip(Painter& painter, const Rect& area, int count, const TrainedHeadMap& map, float limit) {
    const float em = painter.em();
    if (count < 2 || area.w < 14 * em || area.h < 9 * em) return {};
    const float title = strip_title * em, gap = strip_gap * em, least = least_small * em;
    HeadStrip best;
    float largest = 0;
    const auto consider = [&](HeadStrip strip) {
        strip.side = std::floor(std::min(strip.side, largest_small * em));
        if (strip.side < least) return;
        Rect rest = area;
        const float cell = head_cell(painter, cut_large(rest, strip, em), map, limit);
        // Larger small maps, where it costs the large one little.
        const float size = cell * (1 + 0.02F * strip.side / em);
        if (size <= largest) return;
        largest = size;
        best = strip;
    };
    for (int lines = 1; lines <= 3; ++lines) {
        const int many = (count + lines - 1) / lines;
        const auto few = static_cast<float>(lines), others = static_cast<float>(many);
        consider(
            {false, false, many, lines, std::min((area.w + gap) / others - gap, 0.4F * area.h / few - title - gap)});
        consider({true, false, lines, many,
                  std::min((area.h + gap) / others - title - gap, (0.4F * area.w + gap) / few - gap)});
    }
    if (largest > 0) return best;
    const int columns = area.w > 34 * em ? 2 : 1;
    return {true, true, columns, (count + columns - 1) / columns, std::floor(least)};
}

}  // namespace

std::vector<TrainedHeadMap> head_maps(const Evaluation& evaluation) {
    std::vector<TrainedHeadMap> maps;
    for (const Record& record : evaluation.trace().records()) {
        // A recurrent decoder's alignment is one record for all steps, and perhaps one for each step too.
        const bool attends = record.stage == &stage::weights || record.stage == &stage::alignment;
        const bool whole = (attends && record.shape.rank() == 3 && record.site.step < 0) ||
                           (record.stage == &stage::lookup_weights && record.shape.rank() == 2);
        if (!whole || record.value == nullptr) continue;
        const int heads = attends ? record.shape[0].size : 1;
        for (int head = 0; head < heads; ++head) {
            maps.push_back(map_of(evaluation, record, head));
            name_head(maps.back(), record);
        }
    }
    return maps;
}

ConstMatrix head_matrix(const Evaluation& evaluation, std::uint64_t generation, const TrainedHeadMap& map) {
    const ConstView view = evaluation.trace().record(map.record).view();
    const auto queries = static_cast<int>(map.queries.size()), keys = static_cast<int>(map.keys.size());
    return {.data = view.data + static_cast<std::ptrdiff_t>(map.head) * queries * keys,
            .rows = queries,
            .cols = keys,
            .row_stride = keys,
            .generation = generation};
}

float head_limit(const Evaluation& evaluation, const std::vector<TrainedHeadMap>& maps) {
    float largest = 0;
    for (const TrainedHeadMap& map : maps) {
        largest = std::max(largest, std::min(1.0F, 2 / static_cast<float>(std::max<std::size_t>(1, map.keys.size()))));
        const ConstMatrix matrix = head_matrix(evaluation, 0, map);
        for (int row = 0; row < matrix.rows; ++row)
            for (int key = 0; key < matrix.cols; ++key)
                if (std::isfinite(matrix.at(row, key))) largest = std::max(largest, matrix.at(row, key));
    }
    return largest > 0 ? largest : 1;
}

int draw_head_maps(ViewContext& context, const Rect& area, const Evaluation& evaluation, std::uint64_t generation,
                   const std::vector<TrainedHeadMap>& maps, int chosen) {
    if (maps.empty()) return -1;
    Ui& ui = context.ui;
    const float em = ui.em, title = strip_title * em, gap = strip_gap * em;
    const auto count = static_cast<int>(maps.size());
    const int index = std::clamp(chosen, 0, count - 1);
    const float limit = head_limit(evaluation, maps);
    const TrainedHeadMap& large = maps[static_cast<std::size_t>(index)];
    const HeadStrip strip = place_strip(ui.painter, area, count, large, limit);
    Rect place = area;
    const Rect rest = cut_large(place, strip, em);
    int clicked = -1;
    if (strip.side > 0) {
        const float high = static_cast<float>(strip.down) * (strip.side + title + gap) - gap;
        if (strip.scrolls) place = begin_scroll(ui, "train heads", place);
        for (int i = 0; i < count; ++i) {
            const int line = i / strip.across, column = i % strip.across;
            const float x = place.x + static_cast<float>(column) * (strip.side + gap),
                        y = place.y + static_cast<float>(line) * (strip.side + title + gap);
            const TrainedHeadMap& map = maps[static_cast<std::size_t>(i)];
            const bool is_chosen = i == index;
            text_in(ui.painter, {x, y, strip.side + gap, title},
                    shortened(ui.painter, map.brief, strip.side + 0.6F * gap, em::small, Face::sans),
                    {.colour = is_chosen ? ui.theme.accent_text : ui.theme.text, .size = em::small});
            const Rect cells = Rect{x, y + title, strip.side, strip.side}.inset(2).snapped();
            LabelledMatrix{.values = head_matrix(evaluation, generation, map),
                           .style = head_style(limit),
                           .frame = is_chosen ? ui.theme.accent : ui.theme.border,
                           .frame_width = is_chosen ? 2.0F : 1.0F}
                .draw(ui.painter, cells);
            const std::string id = "train head " + std::to_string(i + 1);
            context.targets.put(id, cells);
            const Region touched = region(ui, id, cells);
            if (touched.hovered) tooltip(ui, cells, map.title);
            if (touched.clicked) clicked = i;
            if (!strip.scrolls || !is_chosen) continue;
            // One that was chosen with a key is brought into sight.
            float& shown = ui.interaction.state(ui.interaction.id("train head shown"));
            if (std::exchange(shown, static_cast<float>(index + 1)) != static_cast<float>(index + 1))
                reveal(ui, y, y + title + strip.side);
        }
        if (strip.scrolls) end_scroll(ui, place.y + high);
    }
    draw_large_head(context, rest, head_matrix(evaluation, generation, large), large, limit);
    return clicked;
}

}  // namespace glassformer
