#include "app/sheets/help_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/flow_rows.h"

namespace glassformer {

namespace {

constexpr float row_height = 1.75F;           // em
constexpr float list_share = 0.34F;           // of the sheet's width
constexpr float narrowest = 11, widest = 19;  // em, of the list
constexpr float low_window = 30;              // em: below, keys and ways are left out
constexpr std::size_t longest_term_history = 50;

}  // namespace

void HelpSheet::open(const std::string& term) {
    open_ = moved_ = focus_ = true;
    query_.clear();
    history_.clear();
    if (const GlossaryTerm* const known = find_term(term)) selected_ = known->name;
    marked_ = selected_;
}

void HelpSheet::select(const std::string& name, bool from_link) {
    if (name == selected_) return;
    if (from_link) {
        history_.push_back(selected_);
        if (history_.size() > longest_term_history) history_.erase(history_.begin());
        query_.clear();  // the list has the term
    }
    selected_ = name;
    moved_ = true;
}

/// The ways to keys, commands and stages, in as many lines as they need.
std::optional<HelpSheet::Destination> HelpSheet::buttons(ViewContext& context, Rect& inner) const {
    static constexpr std::pair<const char*, Command> ways[] = {{texts::sheets::way_to_keys, Command::keys},
                                                               {texts::sheets::way_to_commands, Command::palette},
                                                               {texts::sheets::way_to_stages, Command::search}};
    Ui& ui = context.ui;
    const float em = ui.em;
    std::optional<Destination> chosen;
    FlowRows rows(inner, 2.1F * em, 0.5F * em);
    for (const auto& [what, command] : ways) {
        const std::string label = hint(what, command);
        const Rect place = rows.place(button_width(ui, label, {.size = em::small})).inset(0, 0.1F * em).snapped();
        context.targets.put("help " + std::string(what), place);
        if (button(ui, what, place, label, {.size = em::small})) chosen = Destination{.command = command};
    }
    inner.take_top(0.5F * em);
    return chosen;
}

/// The field has the keyboard until Tab leaves it; a click beside it gives it back.
void HelpSheet::search(ViewContext& context, Rect& inner) {
    Ui& ui = context.ui;
    const Rect field = inner.take_top(std::round(2.3F * ui.em));
    inner.take_top(0.6F * ui.em);
    if (ui.input.released(Button::left)) focus_ = true;
    if (focus_ && !ui.input.typing && !ui.input.is_down(Button::left)) focus_text_field(ui, "help field");
    if (ui.input.typing) focus_ = false;
    context.targets.put("help field", field);
    const TextEvent event =
        text_field(ui, "help field", field, query_, texts::sheets::help_placeholder, {.caret_at_end = true});
    if (event == TextEvent::changed) {
        history_.clear();
        moved_ = true;
        const auto found = terms_for(query_);
        if (!query_.empty()) selected_ = found.empty() ? "" : found.front()->name;
    }
    const bool entered = event == TextEvent::submitted, shift = ui.input.modifiers.shift;
    goes_ = entered && !shift;
    shows_ = (entered && shift) || ui.input.pressed_even_typing(Key::enter, with_shift);
    cancelled_ = event == TextEvent::cancelled;
}

/// Up and down through the list, and back over links.
void HelpSheet::move(ViewContext& context, const std::vector<const GlossaryTerm*>& found) {
    const Input& input = context.ui.input;
    const auto pressed = [&](Key key) { return input.pressed_even_typing(key) ? 1 : 0; };
    if (input.pressed_even_typing(Key::left, with_alt) && !history_.empty()) {
        selected_ = history_.back();
        history_.pop_back();
        query_.clear();
        moved_ = true;
        return;
    }
    const int step = pressed(Key::down) - pressed(Key::up) + 8 * (pressed(Key::page_down) - pressed(Key::page_up));
    if (step == 0 || found.empty()) return;
    const int first = query_.empty() ? -1 : 0;  // the loaded model comes before all terms
    const auto at =
        std::ranges::find(found, selected_, [](const GlossaryTerm* term) { return std::string(term->name); });
    const int now = at == found.end() ? -1 : static_cast<int>(at - found.begin());
    const int to = std::clamp(now + step, first, static_cast<int>(found.size()) - 1);
    history_.clear();
    select(to < 0 ? "" : found[static_cast<std::size_t>(to)]->name, false);
}

void HelpSheet::list(ViewContext& context, const Rect& area, const std::vector<const GlossaryTerm*>& found) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, high = std::round(row_height * em);
    const Rect content = begin_scroll(ui, "terms", area);
    const Rect seen = painter.clip();
    float y = content.y;
    std::string clicked;
    bool any = false;
    const auto row = [&](const std::string& name, const std::string& label) {
        const Rect box{content.x, y, content.w, high};
        y += high;
        const bool here = name == selected_;
        if (here && std::exchange(moved_, false)) reveal(ui, box.y, box.bottom());
        if (box.bottom() < seen.y || box.y > seen.bottom()) return;
        const Region touched = region(ui, "term " + name, box);
        context.targets.put("term " + name, box);
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        if (here || touched.hovered)
            painter.fill(box, here ? ui.theme.control_hot : ui.theme.control_hot.faded(0.4F), 0.35F * em);
        text_in(painter, box.inset(0.6F * em, 0), label,
                {.colour = here ? ui.theme.accent_text : ui.theme.text, .face = here ? Face::bold : Face::sans});
        if (touched.clicked) clicked = name, any = true;
    };
    if (query_.empty()) row("", texts::sheets::the_loaded_model);
    for (const GlossaryTerm* term : found) row(term->name, term->name);
    end_scroll(ui, y);
    if (!any) return;
    history_.clear();
    select(clicked, false);
}

/// What the model does, and where its answer is read. `ways`: the buttons have no other room.
std::optional<HelpSheet::Destination> HelpSheet::about(ViewContext& context, const Rect& area, bool ways) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Rect content = begin_scroll(ui, "about", area);
    Rect rest = content;
    rest.h = 1e5F;
    const auto write = [&](const std::string& text, const TextStyle& style) {
        if (!text.empty()) rest.take_top(paragraph(ui.painter, rest, text, style) + 0.5F * em);
    };
    if (context.shown.current) {
        const Card& card = context.shown.current->model().card;
        const TextStyle words{.colour = ui.theme.text, .size = em::body};
        write(fmt::format(texts::sheets::this_model, card.title.empty() ? texts::sheets::untitled_model : card.title),
              {.colour = ui.theme.text, .size = em::body, .face = Face::bold});
        write(card.try_this, words);
        write(answers_at(card), words);
        context.targets.put("help model", {content.x, content.y, content.w, rest.y - content.y});
    }
    std::optional<Destination> chosen;
    if (ways) chosen = buttons(context, rest);
    end_scroll(ui, rest.y);
    return chosen;
}

std::optional<HelpSheet::Destination> HelpSheet::entry(ViewContext& context, const Rect& area, const GlossaryTerm& term,
                                                       const std::string& example) {
    Ui& ui = context.ui;
    const std::optional<TermPlace> place = term_place(context, term);
    std::optional<GlossaryNumber> number;
    if (context.shown.current) number = number_of(term, *context.shown.current, context.cursor);
    number_ = number ? fmt::format("{}: {}", number->what, number->value) : "";
    EntryAction action;
    const Rect content = begin_scroll(ui, fmt::format("entry {}", term.name), area);
    const std::string before = history_.empty() ? "" : history_.back();
    const EntryShown shown{.term = term, .place = place, .number = number, .example = example, .before = before};
    const float high = draw_entry(context, content, shown, action);
    end_scroll(ui, content.y + high);
    if (action.other != nullptr) select(action.other->name, true);
    if (action.back && !history_.empty()) {
        selected_ = history_.back();
        history_.pop_back();
        moved_ = true;
    }
    if (action.other != nullptr || action.back) ui.keep_awake();
    const bool go = action.go || goes_;
    if (!example.empty() && (action.example || shows_ || (go && !place))) return Destination{.example = &term};
    if (go && place) return Destination{.record = place->record, .command = place->command};
    return {};
}

std::optional<HelpSheet::Destination> HelpSheet::draw(ViewContext& context,
                                                      const std::function<std::string(const GlossaryTerm&)>& example) {
    if (!open_) return {};
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    const Vec2 size{std::min(ui.window.w - 2 * em, 62 * em), std::min(ui.window.h - 2 * em, 48 * em)};
    if (!begin_modal(ui, "help", open_, size, inner)) return {};
    context.targets.put("help", inner);
    draw_sheet_head(context, inner, "help", texts::sheets::help, open_);
    std::optional<Destination> chosen;
    const bool low = ui.window.h < low_window * em;
    if (!low) chosen = buttons(context, inner);
    search(context, inner);
    const std::vector<const GlossaryTerm*> found = terms_for(query_);
    move(context, found);
    if (!low) {
        const Rect keys = inner.take_bottom(1.4F * em);
        inner.take_bottom(0.4F * em);
        text_in(ui.painter, keys, texts::sheets::glossary_keys, {.colour = ui.theme.muted, .size = em::small});
    }
    const Rect left = inner.take_left(std::clamp(list_share * inner.w, narrowest * em, widest * em));
    inner.take_left(1.2F * em);
    list(context, left, found);
    marked_ = selected_;
    number_.clear();
    if (const GlossaryTerm* const term = find_term(selected_)) {
        if (const auto taken = entry(context, inner, *term, example(*term))) chosen = taken;
    } else if (found.empty()) {
        const bool unread = glossary().empty() && !glossary_problems().empty();
        paragraph(ui.painter, inner, unread ? glossary_problems().front() : texts::sheets::no_term,
                  {.colour = ui.theme.muted, .size = em::body});
    } else {
        if (const auto taken = about(context, inner, low)) chosen = taken;
    }
    end_modal(ui);
    if (chosen || cancelled_) {
        open_ = false;
        ui.keep_awake();
    }
    return chosen;
}

}  // namespace glassformer
