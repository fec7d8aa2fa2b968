// Heads as a view of one block of memory, and narrow heads beside wide ones.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/head_colour.h"
#include "app/views/experiments/cost/page.h"
#include "app/views/experiments/cost/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::cost;

constexpr int drawn_tokens = 4;

std::string whole_number(double number) { return thousands(static_cast<std::size_t>(std::llround(number))); }

}  // namespace

void CostPage::heads(ViewContext& context, Rect area) const {
    const float em = context.ui.em;
    Painter& painter = context.ui.painter;
    const ModelConfig& config = at_shown_->setting.cost.config;
    const int together = config.n_heads * config.d_head;
    text_in(painter, area.take_top(1.6F * em),
            together == config.d_model
                ? std::string(strings::heads_title)
                : fmt::format(strings::other_heads_title, config.n_heads, config.d_head, together, config.d_model),
            {.colour = context.ui.theme.text, .face = Face::bold});
    area.take_top(memory_of_heads(context, area));
    area.take_top(0.5F * em);
    const HeadsCost &narrow = at()->narrow, &wide = at()->wide;
    const double widest =
        std::max(static_cast<double>(narrow.heads) * narrow.d_head, static_cast<double>(wide.heads) * wide.d_head);
    width_of_heads(context, area.take_top(2.3F * em), narrow, false, widest);
    width_of_heads(context, area.take_top(2.3F * em), wide, true, widest);
}

/// Q of a few tokens as it lies in memory, and the same numbers head by head; the height that it took.
float CostPage::memory_of_heads(ViewContext& context, Rect area) const {
    Ui& ui = context.ui;
    const float em = ui.em, top = area.y;
    const HeadsCost& of = at()->narrow;
    const int heads = of.heads, d = of.heads * of.d_head;
    const TextStyle small{.colour = ui.theme.muted, .size = em::small};
    text_in(ui.painter, area.take_top(1.3F * em), fmt::format(strings::memory_line, d), small);
    const Rect strip = area.take_top(1.1F * em);
    const Rect between = area.take_top(1.2F * em);
    const Rect regrouped = area.take_top(1.1F * em);
    text_in(ui.painter, area.take_top(1.3F * em), fmt::format(strings::heads_line, heads, of.d_head), small);
    const auto pieces = static_cast<float>(drawn_tokens * heads);
    const float token_gap = 3, head_gap = std::min(3.0F, 0.2F * strip.w / pieces);
    const float w = (strip.w - token_gap * (drawn_tokens - 1)) / pieces;
    const float w2 = (strip.w - head_gap * static_cast<float>(heads - 1)) / pieces;
    const Region under = region(ui, "cost heads memory", {strip.x, strip.y, strip.w, regrouped.bottom() - strip.y});
    context.targets.put("cost heads memory", strip);
    int hovered_token = -1, hovered_head = 0;
    const auto above = [&](int token, int head) {
        return Rect{strip.x + static_cast<float>(token * heads + head) * w + static_cast<float>(token) * token_gap,
                    strip.y, w, strip.h};
    };
    const auto below = [&](int token, int head) {
        return Rect{
            regrouped.x + static_cast<float>(head * drawn_tokens + token) * w2 + static_cast<float>(head) * head_gap,
            regrouped.y, w2, regrouped.h};
    };
    for (int token = 0; token < drawn_tokens; ++token)
        for (int head = 0; head < heads; ++head)
            for (const Rect& piece : {above(token, head), below(token, head)}) {
                if (under.hovered && piece.contains(under.mouse)) hovered_token = token, hovered_head = head;
                const Colour colour = head_colour(ui.theme, head, heads);
                ui.painter.fill(piece.w > 5 ? piece.inset(0.5F, 0) : piece, colour);
            }
    for (int token = 0; token < drawn_tokens; ++token) {
        const Rect from = above(token, hovered_head), to = below(token, hovered_head);
        const Vec2 a{from.centre().x, between.y}, b{to.centre().x, between.bottom()};
        ui.painter.curve(a, {a.x, between.centre().y}, {b.x, between.centre().y}, b,
                         head_colour(ui.theme, hovered_head, heads), 1.6F);
        if (token != hovered_token) continue;
        for (const Rect& piece : {from, to}) ui.painter.stroke(piece, ui.theme.text, 1.5F);
        const Rect& covered = under.mouse.y < between.centre().y ? from : to;
        tooltip(ui, covered,
                fmt::format(strings::memory_tip, token + 1, hovered_head + 1, hovered_head * of.d_head + 1,
                            (hovered_head + 1) * of.d_head));
    }
    return area.y - top;
}

/// One token's queries of all heads, at the scale of the wider kind, with what attention costs.
void CostPage::width_of_heads(ViewContext& context, Rect area, const HeadsCost& cost, bool wide, double widest) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (!cost.possible) {
        text_in(ui.painter, area, strings::not_possible, {.colour = ui.theme.muted, .size = em::small});
        return;
    }
    const bool current = at_shown_->setting.cost.config.d_head == cost.d_head;
    Rect words = area.take_top(1.25F * em);
    const std::string name = fmt::format(fmt::runtime(wide ? strings::wide : strings::narrow), cost.heads, cost.d_head);
    const Face face = current ? Face::bold : Face::sans;
    const std::string numbers =
        fmt::format(strings::heads_numbers, whole_number(cost.parameters), flop_text(cost.projections + cost.pairs));
    const Rect right = words.take_right(ui.painter.measure(numbers, em::small, face).width + 0.2F * em);
    text_in(ui.painter, right, numbers,
            {.colour = ui.theme.text, .size = em::small, .face = face, .align = Align::right});
    text_in(ui.painter, words, name, {.colour = ui.theme.text, .size = em::small, .face = face});
    const Rect strip = area.take_top(0.8F * em);
    const float w = static_cast<float>(cost.d_head / widest) * strip.w;
    for (int head = 0; head < cost.heads; ++head) {
        const Rect piece{strip.x + static_cast<float>(head) * w, strip.y, w, strip.h};
        ui.painter.fill(piece.w > 4 ? piece.inset(0.5F, 0) : piece, head_colour(ui.theme, head, cost.heads));
    }
    const Rect whole{strip.x, words.y, strip.w, strip.bottom() - words.y};
    context.targets.put(wide ? "cost wide heads" : "cost narrow heads", whole);
    if (region(ui, wide ? "cost wide heads" : "cost narrow heads", whole).hovered)
        tooltip(
            ui, whole,
            fmt::format(fmt::runtime(wide ? strings::wide_hint : strings::narrow_hint), whole_number(cost.parameters),
                        flop_text(cost.projections), flop_text(cost.pairs), at()->n));
}

}  // namespace glassformer
