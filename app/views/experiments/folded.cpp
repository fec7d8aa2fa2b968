// The head where the window is low or its text is large, and before a class: the question, what the page says, and one
// line of the controls. The others are in a card over the picture, once they are asked for.
#include <algorithm>
#include <string>
#include <vector>

#include "app/views/experiments/experiments.h"
#include "app/views/experiments/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/interaction.h"

namespace glassformer {

namespace {

constexpr float low_window = 30, narrow_window = 44, narrow_low = 56;  // em
constexpr int lines_said = 2;                                          // of the page's sentence
constexpr float share_of_last = 0.7F;                                  // of a line: its last sentence
constexpr float least_card = 6.5F, share_of_card = 0.6F;               // em; of what is below the head
constexpr float below = 0.4F, least_seen = 8;  // em: below the picture; of it, however low the window

/// Where it takes more lines: its beginning, and its last sentence, which says what to do, as far as that is short. The
/// beginning ends with a sentence where that leaves no more than a line empty, else with a word.
std::string cut_to_lines(Painter& painter, const std::string& text, float width, int lines, const TextStyle& style) {
    const auto height = [&](const std::string& part) {
        return paragraph(painter, {0, 0, width, 0}, part, style, false);
    };
    const float most = static_cast<float>(lines) * height("x") + 0.5F;
    if (height(text) <= most) return text;
    const std::size_t point = text.size() < 2 ? std::string::npos : text.rfind(". ", text.size() - 2);
    std::string last = point == std::string::npos ? "" : text.substr(point + 1);
    if (painter.measure(last, style.size).width > share_of_last * width) last.clear();
    const auto part = [&](std::size_t end) { return text.substr(0, end) + " …" + last; };
    const auto longest = [&](std::string_view mark) {
        std::vector<std::size_t> ends;
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1))
            ends.push_back(at + mark.size() - 1);
        const auto too_long =
            std::ranges::partition_point(ends, [&](std::size_t end) { return height(part(end)) <= most; });
        return too_long == ends.begin() ? "…" + last : part(*(too_long - 1));
    };
    const std::string sentences = longest(". ");
    return height(sentences) > most - height("x") - 0.5F ? sentences : longest(" ");
}

}  // namespace

bool ExperimentsView::is_folded(const ViewContext& context, const Rect& area) {
    const float wide = area.w / context.ui.em, high = area.h / context.ui.em;
    return context.presented || high < low_window || (wide < narrow_window && high < narrow_low);
}

void ExperimentsView::draw_folded(ViewContext& context, Rect rest) {
    const float em = context.ui.em, top = rest.y;
    rest.take_top(0.3F * em);
    asks(context, rest);
    says(context, rest);
    controls_line(context, rest.take_top(1.9F * em));
    rest.take_top(0.4F * em);
    card_ = {};
    if (card_open_) {
        const float most = std::max(share_of_card * rest.h, least_card * em);
        const float wanted = card_height_ > 0 ? card_height_ : most;
        card_ = Rect{rest.x - 0.6F * em, rest.y, rest.w + 1.2F * em, std::min({wanted, most, rest.h})}.snapped();
    }
    page().see(std::max(rest.h / em - below, least_seen));
    picture_in_sight(context, rest, top);
    if (card_open_) card_of_controls(context);
}

/// Pages and question in one line, the question smaller where it needs that, or below. Before a class the pages are
/// left to their keys.
void ExperimentsView::asks(ViewContext& context, Rect& rest) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const std::string asked(experiment_rows()[page_].question);
    Rect line = rest.take_top(2 * em);
    if (!context.presented) {
        tabs(context, line, true);
        line.take_left(0.8F * em);
    }
    for (const float size : {context.presented ? em::large : em::body, em::body, em::small})
        if (ui.painter.measure(asked, size, Face::bold).width <= line.w) {
            question(context, line, size);
            rest.take_top(0.2F * em);
            return;
        }
    const TextStyle bold{.colour = ui.theme.text, .face = Face::bold};
    if (context.presented) rest.y = line.y, rest.h += line.h;
    rest.take_top(paragraph(ui.painter, rest, asked, bold) + 0.2F * em);
}

void ExperimentsView::says(ViewContext& context, Rect& rest) {
    Ui& ui = context.ui;
    const std::string all = said_of_page();
    const TextStyle style{.colour = ui.theme.muted, .size = em::small};
    // Before a class no sentence is cut: nobody can ask for the rest of it.
    const std::string said = context.presented ? all : cut_to_lines(ui.painter, all, rest.w, lines_said, style);
    cut_ = said != all;
    const Rect place = rest.take_top(paragraph(ui.painter, rest, said, style));
    context.targets.put("experiments sentence", place);
    if (cut_ && region(ui, "experiments sentence", place).hovered) tooltip(ui, place, all);
    rest.take_top(0.3F * ui.em);
}

void ExperimentsView::controls_line(ViewContext& context, Rect line) {
    Ui& ui = context.ui;
    // An open card is not covered by a hint.
    const std::string tip = card_open_ ? "" : texts::experiments::controls_show;
    const char* const label = context.presented ? "" : texts::experiments::controls;
    const ButtonStyle style{.icon = Icon::sliders, .selected = card_open_, .size = em::small, .hint = tip};
    const Rect place = line.take_left(std::max(2 * ui.em, button_width(ui, label, style))).snapped();
    line.take_left(0.9F * ui.em);
    context.targets.put("experiments controls", place);
    if (button(ui, "experiments controls", place, label, style)) {
        card_open_ = !card_open_;
        ui.keep_awake();
    }
    page().draw_knob_line(context, line, !context.presented && !card_open_);
}

/// Scrolled where it is higher than the rest of the window; `top`: of the head, over which the wheel scrolls it too.
void ExperimentsView::picture_in_sight(ViewContext& context, const Rect& rest, float top) {
    Ui& ui = context.ui;
    const float high = std::max(rest.h - below * ui.em, page().least_height(rest.w / ui.em) * ui.em);
    Rect content = rest;
    const bool scrolls = high > rest.h + 1, of_card = folded_ && card_.contains(ui.input.mouse);
    if (scrolls) {
        content = begin_scroll(ui, "experiments page", rest);
        const Rect above{rest.x, top, rest.w, rest.y - top};
        if (ui.interaction.layer() == ui.interaction.top_layer() && above.contains(ui.input.mouse) && !of_card)
            ui.interaction.offset() -= 3 * ui.em * ui.input.wheel.y;
    }
    content.h = high;
    if (of_card) ui.interaction.wheel_used = true;  // the wheel is the card's
    picture(context, content);
    if (scrolls) end_scroll(ui, content.bottom());
    if (of_card) ui.interaction.wheel_used = false;
}

/// All controls, what else can be done, and the whole sentence where the head has only its beginning.
void ExperimentsView::card_of_controls(ViewContext& context) {
    Ui& ui = context.ui;
    const float em = ui.em, radius = 0.5F * em, edge = 0.6F * em;
    region(ui, "experiments card", card_);  // what it covers is not under the mouse
    context.targets.put("experiments card", card_);
    ui.painter.fill(card_.moved({0, 3}).inset(-1), Colour{0, 0, 0, ui.theme.dark ? 0.35F : 0.12F}, radius + 1);
    ui.painter.fill(card_, ui.theme.panel, radius);
    ui.painter.stroke(card_, ui.theme.border, 1, radius);
    Rect content = begin_scroll(ui, "experiments card", card_.inset(edge));
    const float top = content.y;
    content.h = 100 * em;  // as much as it takes
    page().draw_controls(context, content);
    Rect line = content;
    line.h = 2 * em;
    const float wide = line.w;
    actions(context, line);
    if (line.w < wide) content.take_top(line.h + 0.3F * em);
    if (cut_) content.take_top(sentence(ui, content, true, em::small) + 0.2F * em);
    end_scroll(ui, content.y);
    if (const float high = content.y - top + 2 * edge; high != card_height_) {
        card_height_ = high;
        ui.keep_awake();
    }
}

}  // namespace glassformer
