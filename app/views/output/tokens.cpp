#include "app/views/output/tokens.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/paint/visible_text.h"
#include "app/pictures/board/token_text.h"
#include "app/views/output/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr float chip_height = 1.7F, chip_gap = 0.3F, strip_edge = 0.25F;  // em
constexpr int max_strip_lines = 3;

/// Rectangles of chips, relative to the top left corner of the first line.
struct StripPlaces {
    std::vector<Rect> chips;
    int lines = 1;
};
StripPlaces strip_places(Ui& ui, float wide, const std::vector<TokenLabel>& tokens, bool one_line) {
    const float em = ui.em, pad = 0.5F * em;
    StripPlaces places;
    float x = 0;
    for (const TokenLabel& token : tokens) {
        const float width =
            std::max(2 * pad + ui.painter.measure(visible_text(token.text), em::small).width, 1.8F * em);
        if (!one_line && x > 0 && x + width > wide) x = 0, ++places.lines;
        places.chips.push_back(
            {x, static_cast<float>(places.lines - 1) * (chip_height + chip_gap) * em, width, chip_height * em});
        x += width + chip_gap * em;
    }
    return places;
}

float strip_height(float em, int lines) {
    const auto n = static_cast<float>(lines);
    return (2 * strip_edge + n * chip_height + (n - 1) * chip_gap) * em;
}

}  // namespace

float token_chips_height(Ui& ui, const Rect& area, const std::vector<TokenLabel>& tokens) {
    const int room = std::clamp(static_cast<int>(area.h / (10 * ui.em)), 1, max_strip_lines);
    return strip_height(ui.em, std::min(room, strip_places(ui, area.w, tokens, false).lines));
}

std::optional<int> draw_token_chips(ViewContext& context, const Rect& area, const std::vector<TokenLabel>& tokens,
                                    std::string_view name, int chosen, bool choosable) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, line = (chip_height + chip_gap) * em;
    std::optional<int> clicked;
    if (tokens.empty()) return clicked;
    const int room = std::max(1, static_cast<int>((area.h - 2 * strip_edge * em + chip_gap * em + 1) / line));
    StripPlaces places = strip_places(ui, area.w, tokens, room == 1);
    // A mark at the end counts the chips that do not fit.
    Rect seen = area;
    Rect mark;
    if (room == 1 ? places.chips.back().right() > area.w + 1 : places.lines > room) {
        mark = seen.take_right(
            painter.measure(fmt::format(texts::output::more_tokens, tokens.size()), em::small).width + em);
        mark = {mark.x, area.y + strip_edge * em + static_cast<float>(room - 1) * line, mark.w, chip_height * em};
        places = strip_places(ui, seen.w, tokens, room == 1);
    }
    const Rect at = places.chips[static_cast<std::size_t>(std::max(chosen, 0))], last = places.chips.back();
    // Chips that do not fit are scrolled so that the selected token is in the middle.
    Vec2 shift;
    const int above = room / 2;
    if (room == 1)
        shift.x = std::clamp(at.x - seen.w / 2, 0.0F, std::max(0.0F, last.right() - seen.w));
    else
        shift.y = line * std::clamp(std::floor(at.y / line) - static_cast<float>(above), 0.0F,
                                    static_cast<float>(std::max(0, places.lines - room)));
    painter.push_clip(seen);
    int hidden = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Rect chip = places.chips[i].moved({area.x - shift.x, area.y + strip_edge * em - shift.y}).snapped();
        if (chip.x < seen.x - 1 || chip.right() > seen.right() + 1 || chip.y < seen.y - 1 ||
            chip.bottom() > seen.bottom() + 1)
            ++hidden;
        if (chip.right() < seen.x || chip.x > seen.right() || chip.bottom() < seen.y || chip.y > seen.bottom())
            continue;
        const std::string id = std::string(name) + " " + std::to_string(i);
        const bool here = static_cast<int>(i) == chosen;
        Colour fill = ui.theme.control;
        if (choosable) {
            const Region touched = region(ui, id, chip);
            if (touched.hovered) fill = ui.theme.control_hot, *ui.cursor = CursorShape::hand;
            if (touched.clicked) clicked = static_cast<int>(i);
        }
        context.targets.put(id, chip.intersect(seen));
        painter.fill(chip, fill, 0.3F * em);
        painter.stroke(chip, here ? ui.theme.accent : ui.theme.border, here ? 1.5F : 1, 0.3F * em);
        if (tokens[i].unknown) painter.stroke(chip, ui.theme.warning, 1.5F, 0.3F * em);
        token_in(painter, chip, visible_text(tokens[i].text),
                 {.colour = here        ? ui.theme.text
                            : choosable ? mix(ui.theme.text, ui.theme.muted, 0.35F)
                                        : ui.theme.muted,
                  .size = em::small,
                  .align = Align::centre},
                 tokens[i].unknown);
    }
    painter.pop_clip();
    if (hidden > 0 && mark.w > 0) {
        context.targets.put(std::string(name) + " more", mark);
        text_in(painter, mark, fmt::format(texts::output::more_tokens, hidden),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    }
    return clicked;
}

}  // namespace glassformer
