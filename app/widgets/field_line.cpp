#include "app/widgets/field_line.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/paint/written_order.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

bool begins_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

std::size_t letters_in(std::string_view text) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::ranges::count_if(text, begins_letter)));
}

}  // namespace

FieldLine::FieldLine(Painter& painter, std::string_view text, float size) : text_(text) {
    float x = 0;
    for (const WrittenSign& sign : written_signs(text, WritingDirection::of_first_letter)) {
        std::string drawn;
        append_utf8(drawn, sign.code);
        const float right = x + painter.measure(drawn, size, Face::sans).width;
        if (!cells_.empty() && cells_.back().begin == sign.begin)
            cells_.back().at.right = right;
        else
            cells_.push_back({sign.begin,
                              sign.end,
                              letters_in(text.substr(sign.begin, sign.end - sign.begin)),
                              sign.right_to_left,
                              {x, right}});
        x = right;
    }
}

float FieldLine::within(const Cell& cell, std::size_t byte) const {
    const auto count = [&](std::size_t end) {
        return static_cast<float>(std::ranges::count_if(text_.substr(cell.begin, end - cell.begin), begins_letter));
    };
    const float share = std::clamp(
        byte <= cell.begin ? 0 : count(std::min(byte, cell.end)) / static_cast<float>(cell.letters), 0.0F, 1.0F);
    return (cell.at.right - cell.at.left) * (cell.right_to_left ? 1 - share : share);
}

float FieldLine::caret(std::size_t byte) const {
    const Cell* before = nullptr;  // holds the letter before the place, or is the first one
    for (const Cell& cell : cells_) {
        if (cell.begin >= byte && byte > 0) continue;
        if (before == nullptr || (byte > 0 ? cell.begin > before->begin : cell.begin < before->begin)) before = &cell;
    }
    return before == nullptr ? 0 : before->at.left + within(*before, byte);
}

std::size_t FieldLine::byte_at(float x) const {
    if (cells_.empty()) return 0;
    const auto found = std::ranges::find_if(cells_, [&](const Cell& cell) { return x < cell.at.right; });
    const Cell& cell = found == cells_.end() ? cells_.back() : *found;
    const float wide = std::max(cell.at.right - cell.at.left, 1e-3F);
    const float from_left = std::clamp((x - cell.at.left) / wide, 0.0F, 1.0F);
    const float share = cell.right_to_left ? 1 - from_left : from_left;
    auto passed = static_cast<std::size_t>(std::lround(share * static_cast<float>(cell.letters)));
    std::size_t byte = cell.begin;
    for (; passed > 0 && byte < cell.end; --passed) do
            ++byte;
        while (byte < cell.end && !begins_letter(text_[byte]));
    return byte;
}

std::vector<FieldLine::Span> FieldLine::spans(std::size_t begin, std::size_t end) const {
    std::vector<Span> spans;
    for (const Cell& cell : cells_) {
        if (cell.end <= begin || cell.begin >= end) continue;
        const float first = within(cell, std::max(begin, cell.begin)), last = within(cell, std::min(end, cell.end));
        const Span one{cell.at.left + std::min(first, last), cell.at.left + std::max(first, last)};
        if (!spans.empty() && one.left - spans.back().right < 0.01F)
            spans.back().right = one.right;
        else
            spans.push_back(one);
    }
    return spans;
}

}  // namespace glassformer
