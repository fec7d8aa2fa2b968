#include "app/sheets/welcome_sheet.h"

#include <algorithm>
#include <iterator>

#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

struct WelcomeCard {
    Welcome choice;
    const char *target, *title, *text;
};
constexpr WelcomeCard cards[] = {
    {Welcome::tour, "welcome tour", texts::sheets::welcome_tour, texts::sheets::welcome_tour_text},
    {Welcome::lessons, "welcome lessons", texts::sheets::welcome_lessons, texts::sheets::welcome_lessons_text},
    {Welcome::explore, "welcome explore", texts::sheets::welcome_explore, texts::sheets::welcome_explore_text},
};

}  // namespace

Welcome draw_welcome(ViewContext& context, bool& open) {
    if (!open) return Welcome::none;
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, gap = 1.2F * em;
    const float wide = std::min(ui.window.w - 2 * em, 62 * em);
    const bool beside = wide > 44 * em;  // else the cards are one below the other
    const auto count = static_cast<float>(std::size(cards));
    const float card_wide = beside ? (wide - 4 * em - (count - 1) * gap) / count : wide - 4 * em;
    const TextStyle text{.colour = mix(ui.theme.muted, ui.theme.text, 0.6F), .size = em::body};
    float card_high = 0;
    for (const WelcomeCard& card : cards)
        card_high = std::max(card_high, paragraph(painter, {0, 0, card_wide, 1e5F}, card.text, text, false));
    card_high += 4.2F * em;
    // Of the sentence below the title: one line, or more where letters are wide.
    const float said =
        std::max(2.2F * em,
                 paragraph(painter, {0, 0, wide - 4 * em, 1e5F}, texts::sheets::welcome_text, text, false) + 0.8F * em);
    const float high = 5.2F * em + said + (beside ? card_high : count * card_high + (count - 1) * gap);
    Rect inner;
    if (!begin_modal(ui, "welcome", open, {wide, std::min(high, ui.window.h - em)}, inner)) return Welcome::explore;
    context.targets.put("welcome", inner);
    painter.text(inner.min(), texts::sheets::welcome, {.colour = ui.theme.text, .size = 1.6F, .face = Face::bold});
    inner.take_top(2.4F * em);
    paragraph(painter, inner, texts::sheets::welcome_text, text);
    inner.take_top(said);
    Welcome chosen = Welcome::none;
    for (const WelcomeCard& card : cards) {
        Rect place = beside ? inner.take_left(card_wide) : inner.take_top(card_high);
        if (beside) place.h = card_high;
        (beside ? inner.take_left(gap) : inner.take_top(gap));
        const Rect words = place;
        paragraph(painter, {words.x, words.y + 3.3F * em, words.w, words.h}, card.text, text);
        context.targets.put(card.target, {words.x, words.y, words.w, 2.8F * em});
        const Rect press{words.x, words.y, words.w, 2.8F * em};
        if (button(ui, card.target, press.snapped(), card.title, {.selected = card.choice == Welcome::tour}))
            chosen = card.choice;
    }
    end_modal(ui);
    if (chosen != Welcome::none) {
        open = false;
        ui.keep_awake();
    }
    return open || chosen != Welcome::none ? chosen : Welcome::explore;
}

}  // namespace glassformer
