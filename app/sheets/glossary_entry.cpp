#include "app/sheets/glossary_entry.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/formula.h"
#include "app/sheets/texts.h"
#include "app/views/shared/view.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/flow_rows.h"

namespace glassformer {

namespace {

constexpr float between = 0.7F;  // em, of the parts of an entry

/// Title of the view that a command opens, or that has it.
std::string view_of(Command command) {
    for (const ViewRow& view : view_rows())
        if (open_view(view.name) == command) return std::string(view.title);
    return views_with(command);
}

/// Draws the parts of an entry below one another.
class EntryWriter {
public:
    EntryWriter(ViewContext& context, const Rect& area) : context_(context), ui_(context.ui), em_(ui_.em), rest_(area) {
        rest_.h = 1e5F;
    }

    void words(const std::string& text, const TextStyle& style, float gap = between) {
        if (!text.empty()) rest_.take_top(paragraph(ui_.painter, rest_, text, style) + gap * em_);
    }

    void formula(const GlossaryTerm& term) {
        if (term.formula[0] == '\0') return;
        const FormulaStyle style{.size = 1.35F, .align = Align::left};
        const float wide = rest_.w - 1.6F * em_;
        const float high = measure_formula(ui_.painter, term.formula, wide, style).height + 1.2F * em_;
        const Rect box = rest_.take_top(high);
        ui_.painter.fill(box, mix(ui_.theme.panel, ui_.theme.background, 0.5F), std::round(0.4F * em_));
        draw_formula(ui_.painter, term.formula, box.inset(0.8F * em_, 0.6F * em_), style);
        context_.targets.put("glossary formula", box);
        rest_.take_top(between * em_);
    }

    void number(const std::optional<GlossaryNumber>& number) {
        if (!number) return;
        const float top = rest_.y;
        words(texts::sheets::in_this_run, {.colour = ui_.theme.muted, .size = em::small, .face = Face::bold}, 0.1F);
        const TextStyle value{.colour = ui_.theme.accent_text, .size = em::large, .face = Face::bold};
        words(number->what, {.colour = ui_.theme.text, .size = em::body}, 0.1F);
        words(number->value, value, 0);
        context_.targets.put("glossary number", {rest_.x, top, rest_.w, rest_.y - top});
        rest_.take_top(between * em_);
    }

    bool act(const std::string& target, const std::string& label, const std::string& key) {
        const ButtonStyle style{.size = em::small, .hint = key};
        const float needed = button_width(ui_, label, style), wide = std::min(rest_.w, needed);
        const Rect place = rest_.take_top(1.9F * em_).take_left(wide).snapped();
        rest_.take_top(0.35F * em_);
        context_.targets.put(target, place);
        return button(ui_, target, place, needed > wide ? cut(label, wide) : label, style);
    }

    const GlossaryTerm* links(const GlossaryTerm& term) {
        rest_.take_top(0.35F * em_);
        words(texts::sheets::see_also, {.colour = ui_.theme.muted, .size = em::small, .face = Face::bold}, 0.1F);
        const GlossaryTerm* chosen = nullptr;
        FlowRows rows(rest_, 1.8F * em_, 0.4F * em_);
        for (const GlossaryTerm* other : see_also(term)) {
            const ButtonStyle style{.size = em::small, .hint = other->text};
            const Rect place = rows.place(button_width(ui_, other->name, style)).inset(0, 0.1F * em_).snapped();
            context_.targets.put(fmt::format("see {}", other->name), place);
            if (button(ui_, fmt::format("see {}", other->name), place, other->name, style)) chosen = other;
        }
        return chosen;
    }

    float bottom() const { return rest_.y; }

private:
    std::string cut(const std::string& label, float wide) const {
        return shortened(ui_.painter, label, wide - 1.2F * em_, em::small, Face::sans);
    }

    ViewContext& context_;
    Ui& ui_;
    float em_;
    Rect rest_;
};

}  // namespace

std::optional<TermPlace> term_place(const ViewContext& context, const GlossaryTerm& term) {
    if (context.shown.current) {
        const Trace& trace = context.shown.current->trace();
        const int record = place_of(trace, term, record_at(trace, context.cursor));
        if (record >= 0) {
            const Record& at = trace.record(record);
            const bool stage = at.kind == Record::Kind::computed;
            const std::string block = stage ? block_text(at.site) : "", label = stage ? at.stage->label : at.name;
            return TermPlace{block.empty() ? label : block + " · " + label, record};
        }
    }
    if (term.page) return TermPlace{fmt::format(texts::sheets::view_of_term, view_of(*term.page)), -1, term.page};
    return {};
}

float draw_entry(ViewContext& context, const Rect& area, const EntryShown& shown, EntryAction& action) {
    const GlossaryTerm& term = shown.term;
    const Theme& theme = context.ui.theme;
    EntryWriter writer(context, area);
    const TextStyle plain{.colour = theme.text, .size = em::body}, quiet{.colour = theme.muted, .size = em::small};
    writer.words(term.name, {.colour = theme.accent_text, .size = em::large, .face = Face::bold}, 0.2F);
    writer.words(fmt::format(texts::sheets::other_words, term.words), quiet);
    writer.words(term.text, plain);
    writer.formula(term);
    if (term.source[0] != '\0') writer.words(fmt::format(texts::sheets::term_source, term.source), quiet);
    writer.number(shown.number);
    if (shown.place)
        action.go = writer.act(fmt::format("go to {}", term.name),
                               fmt::format(texts::sheets::go_to_term, shown.place->text), text(Key::enter));
    else if (term.stages.front() != nullptr && term.stages.front() != &stage::loss)  // that comes with B
        writer.words(texts::sheets::not_in_model, quiet);
    if (!shown.example.empty())
        action.example =
            writer.act(fmt::format("example {}", term.name), fmt::format(texts::sheets::show_example, shown.example),
                       text(Key::enter, with_shift));
    action.other = writer.links(term);
    if (!shown.before.empty())
        action.back = writer.act("glossary back", fmt::format(texts::sheets::term_before, shown.before),
                                 text(Key::left, with_alt));
    return writer.bottom() - area.y;
}

}  // namespace glassformer
