#include "app/sheets/help_sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/sheets/sheet_head.h"
#include "app/sheets/texts.h"
#include "app/views/shared/view.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// Terms that answer the query, the best first; all by name without one.
std::vector<const GlossaryTerm*> found_terms(const std::string& query) {
    std::vector<std::pair<int, const GlossaryTerm*>> found;
    for (const GlossaryTerm& term : glossary())
        if (const auto score = query.empty() ? std::optional(0) : term_score(term, query))
            found.emplace_back(*score, &term);
    std::ranges::stable_sort(found, std::ranges::greater{}, [](const auto& pair) { return pair.first; });
    std::vector<const GlossaryTerm*> terms;
    terms.reserve(found.size());
    for (const auto& [score, term] : found) terms.push_back(term);
    return terms;
}

/// Title of the view that a command opens, or that has it.
std::string view_of(Command command) {
    for (const ViewRow& view : view_rows())
        if (open_view(view.name) == command) return std::string(view.title);
    return views_with(command);
}

struct Link {
    std::string text;
    HelpSheet::Destination to;
};

/// Where a term is in the open model; empty where it has neither stage nor view.
std::optional<Link> link_of(const ViewContext& context, const GlossaryTerm& term) {
    if (context.shown.current) {
        const Trace& trace = context.shown.current->trace();
        const int record = place_of(trace, term, record_at(trace, context.cursor));
        if (record >= 0) {
            const Record& at = trace.record(record);
            const bool stage = at.kind == Record::Kind::computed;
            const std::string block = stage ? block_text(at.site) : "", label = stage ? at.stage->label : at.name;
            return Link{block.empty() ? label : block + " · " + label, {.record = record}};
        }
    }
    if (term.page) return Link{fmt::format(texts::sheets::view_of_term, view_of(*term.page)), {.command = term.page}};
    return {};
}

}  // namespace

void HelpSheet::open(std::string query) {
    open_ = true;
    query_ = std::move(query);
    marked_.clear();
    selected_ = 0;
    moved_ = true;
}

/// What the model does, and where its answer is read; returns the height.
float HelpSheet::about(ViewContext& context, const Rect& content) const {
    if (!context.shown.current || !query_.empty()) return 0;
    Ui& ui = context.ui;
    const float em = ui.em;
    const Card& card = context.shown.current->model().card;
    Rect rest = content;
    rest.h = 1e5F;
    const auto write = [&](const std::string& text, const TextStyle& style, float gap) {
        if (!text.empty()) rest.take_top(paragraph(ui.painter, rest, text, style) + gap);
    };
    write(fmt::format(texts::sheets::this_model, card.title.empty() ? texts::sheets::untitled_model : card.title),
          {.colour = ui.theme.text, .size = em::body, .face = Face::bold}, 0.3F * em);
    write(card.try_this, {.colour = ui.theme.text, .size = em::body}, 0.3F * em);
    write(answers_at(card), {.colour = ui.theme.text, .size = em::body}, 0.3F * em);
    const Rect whole{content.x, content.y, content.w, rest.y - content.y};
    context.targets.put("help model", whole);
    return whole.h + 0.7F * em;
}

/// The ways to keys, commands and stages, in as many lines as they need.
std::optional<HelpSheet::Destination> HelpSheet::buttons(ViewContext& context, Rect& inner) const {
    static constexpr std::pair<const char*, Command> ways[] = {{texts::sheets::way_to_keys, Command::keys},
                                                               {texts::sheets::way_to_commands, Command::palette},
                                                               {texts::sheets::way_to_stages, Command::search}};
    Ui& ui = context.ui;
    const float em = ui.em, high = 1.9F * em;
    std::optional<Destination> chosen;
    float x = inner.x, y = inner.y;
    for (const auto& [what, command] : ways) {
        const std::string label = hint(what, command);
        const float wide = std::min(inner.w, button_width(ui, label, {.size = em::small}));
        if (x > inner.x && x + wide > inner.right()) {
            x = inner.x;
            y += high + 0.3F * em;
        }
        const Rect place = Rect{x, y, wide, high}.snapped();
        context.targets.put("help " + std::string(what), place);
        if (button(ui, what, place, label, {.size = em::small})) chosen = Destination{.command = command};
        x += wide + 0.5F * em;
    }
    inner.take_top(y + high - inner.y + 0.6F * em);
    return chosen;
}

std::optional<HelpSheet::Destination> HelpSheet::terms(ViewContext& context, const Rect& content, float& y,
                                                       bool submitted) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, pad = 0.6F * em;
    const std::vector<const GlossaryTerm*> found = found_terms(query_);
    const int last = static_cast<int>(found.size()) - 1;
    const auto pressed = [&](Key key) { return ui.input.pressed_even_typing(key) ? 1 : 0; };
    const int at = std::clamp(
        selected_ + pressed(Key::down) - pressed(Key::up) + 5 * (pressed(Key::page_down) - pressed(Key::page_up)), 0,
        std::max(0, last));
    moved_ = moved_ || at != selected_;
    selected_ = at;
    marked_ = found.empty() ? "" : found[static_cast<std::size_t>(at)]->name;
    if (found.empty())
        y += paragraph(painter, {content.x, y, content.w, 1e5F}, texts::sheets::no_term,
                       {.colour = ui.theme.muted, .size = em::body});
    std::optional<Destination> chosen;
    const TextStyle words{.colour = ui.theme.text, .size = em::body};
    const Rect seen = painter.clip();
    for (int i = 0; i <= last; ++i) {
        const GlossaryTerm& term = *found[static_cast<std::size_t>(i)];
        const float high = paragraph(painter, {0, 0, content.w - 2 * pad, 1e5F}, term.text, words, false);
        const Rect box{content.x, y, content.w, high + 2.4F * em};
        y += box.h + 0.2F * em;
        if (i == selected_ && std::exchange(moved_, i != selected_)) reveal(ui, box.y, box.bottom());
        if (box.bottom() < seen.y || box.y > seen.bottom()) continue;
        if (i == selected_) painter.fill(box, ui.theme.control_hot.faded(0.6F), 0.4F * em);
        context.targets.put("term " + std::string(term.name), box);
        Rect inside = box.inset(pad, 0.4F * em);
        Rect head = inside.take_top(1.5F * em);
        if (const std::optional<Link> link = link_of(context, term)) {
            const ButtonStyle style{.framed = false, .size = em::small};
            const Rect place = head.take_right(std::min(0.6F * head.w, button_width(ui, link->text, style))).snapped();
            context.targets.put("go to " + std::string(term.name), place);
            if (button(ui, term.name, place, link->text, style) || (submitted && i == selected_)) chosen = link->to;
        } else if (term.stages.front() != nullptr && term.stages.front() != &stage::loss) {  // that comes with B
            text_in(painter, head.take_right(0.5F * head.w), texts::sheets::not_in_model,
                    {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        }
        text_in(painter, head, term.name, {.colour = ui.theme.accent_text, .size = em::body, .face = Face::bold});
        paragraph(painter, inside, term.text, words);
    }
    return chosen;
}

std::optional<HelpSheet::Destination> HelpSheet::draw(ViewContext& context) {
    if (!open_) return {};
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inner;
    const Vec2 size{std::min(ui.window.w - 2 * em, 54 * em), std::min(ui.window.h - 2 * em, 48 * em)};
    if (!begin_modal(ui, "help", open_, size, inner)) return {};
    context.targets.put("help", inner);
    draw_sheet_head(context, inner, "help", texts::sheets::help, open_);
    std::optional<Destination> chosen = buttons(context, inner);
    const Rect field = inner.take_top(std::round(2.3F * em));
    inner.take_top(0.6F * em);
    if (!ui.input.typing && !ui.input.is_down(Button::left)) focus_text_field(ui, "help field");
    context.targets.put("help field", field);
    const TextEvent event =
        text_field(ui, "help field", field, query_, texts::sheets::help_placeholder, {.caret_at_end = true});
    if (event == TextEvent::changed) {
        selected_ = 0;
        moved_ = true;
    }
    const Rect content = begin_scroll(ui, "terms", inner);
    float y = content.y + about(context, content);
    if (const auto taken = terms(context, content, y, event == TextEvent::submitted)) chosen = taken;
    end_scroll(ui, y);
    end_modal(ui);
    if (chosen || event == TextEvent::cancelled) {
        open_ = false;
        ui.keep_awake();
    }
    return chosen;
}

}  // namespace glassformer
