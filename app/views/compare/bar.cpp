// Bar above the comparison: the model and text of run B, buttons that replace run B, and a sentence about run B.
#include <fmt/core.h>

#include <algorithm>

#include "app/views/compare/compare.h"
#include "app/views/compare/texts.h"
#include "app/widgets/controls.h"
#include "core/base/json_text.h"

namespace glassformer {

void CompareView::text_input(ViewContext& context, const char* id, const Rect& rect, InputField& field,
                             std::string Inputs::*text, std::string_view placeholder) {
    field.keep_if_refused(context.ui, id, other_.shown());
    const auto typed =
        field.draw(context, id, rect, other_.inputs().*text, placeholder, typing_, text == &Inputs::target);
    if (!typed) return;
    Inputs inputs = other_.inputs();
    inputs.*text = typed->text;
    if (b_) inputs.edits.clear();  // they were cells of another text
    if (!typed->continues || !other_.can_undo(context.session)) other_.remember(context.session);
    other_.set(std::move(inputs));
    context.ui.keep_awake();
}

/// Models with those of A's family first.
void CompareView::model_choice(ViewContext& context, const Rect& rect) {
    const std::string &of_b = other_.inputs().model, family = family_of(context.session.inputs().model);
    std::vector<const ModelChoice*> order;
    for (const bool same : {true, false})
        for (const ModelChoice& choice : models_)
            if ((family_of(choice.name) == family) == same) order.push_back(&choice);
    std::vector<std::string> titles, details;
    int selected = -1;
    for (const ModelChoice* choice : order) {
        if (choice->name == of_b) selected = static_cast<int>(titles.size());
        titles.push_back(choice->title.empty() ? choice->name : choice->title);
        details.push_back(choice->details);
    }
    if (selected < 0) {  // a folder given by hand
        selected = static_cast<int>(titles.size());
        titles.push_back(title_of(of_b, models_));
        details.emplace_back();
    }
    context.targets.put("b model", rect);
    if (!dropdown(context.ui, "b model", rect, titles, selected, details)) return;
    if (selected >= static_cast<int>(order.size())) return;
    const ModelChoice& chosen = *order[static_cast<std::size_t>(selected)];
    Inputs inputs = other_.inputs();
    // Models of one family read the same texts.
    const bool keeps_text = family_of(chosen.name) == family_of(of_b);
    if (!keeps_text && !chosen.examples.empty()) {
        inputs.text = chosen.examples.front().text;
        inputs.target = chosen.examples.front().target;
    }
    inputs.model = chosen.name;
    inputs.edits.clear();
    inputs.architecture.clear();
    other_.remember(context.session);
    other_.set(std::move(inputs));
}

void CompareView::bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em, high = 2.0F * em;
    area.take_top(0.5F * em);
    Rect line = area.take_top(high);
    const auto place = [&](float width) {
        const Rect r = line.take_left(width).snapped();
        line.take_left(0.5F * em);
        return r;
    };
    const Rect badge = place(1.7F * em);
    ui.painter.fill(Rect{badge.x, badge.y + 0.15F * em, badge.w, badge.h - 0.3F * em}, ui.theme.accent, 0.3F * em);
    text_in(ui.painter, badge, "B",
            {.colour = ui.theme.on_accent, .size = em::body, .face = Face::bold, .align = Align::centre});
    const Inputs& inputs = other_.inputs();
    const bool pair = (b_ && !b_->target_tokens().empty()) || !inputs.target.empty();
    if (area.w < (pair ? 46 : 34) * em) {  // the texts in a line of their own
        model_choice(context, place(line.w));
        area.take_top(0.3F * em);
        line = area.take_top(high);
    } else {
        model_choice(context, place(std::clamp(0.28F * area.w, 9 * em, 20 * em)));
    }
    if (pair) {
        const Rect right = line.take_right((line.w - 0.5F * em) / 2);
        line.w -= 0.5F * em;
        text_input(context, "b target", right.snapped(), target_, &Inputs::target, texts::compare::target_placeholder);
    }
    text_input(context, "b text", line.snapped(), text_, &Inputs::text, texts::compare::text_placeholder);

    area.take_top(0.3F * em);
    line = area.take_top(1.9F * em);
    const struct {
        const char *id, *label, *what;
        Command command;
        bool selected, offered = true;
    } buttons[] = {
        {"by word", texts::compare::by_word, texts::compare::by_word_hint, compare_words, other_.by_word(),
         b_ && other_.can_match_words()},
        {"without changes", texts::compare::without_edits, texts::compare::without_edits_hint, compare_without,
         other_.follows()},
        {"keep", texts::compare::copy_a, texts::compare::copy_a_hint, compare_keep, false},
        {"swap", texts::compare::swap, texts::compare::swap_hint, compare_swap, false},
    };
    for (const auto& b : buttons) {
        if (context.presented) break;  // a lecture's step says what runs; its keys do the same
        if (!b.offered) continue;
        const std::string tip = hint(b.what, b.command);
        const ButtonStyle style{.selected = b.selected, .size = em::small, .hint = tip};
        const Rect r = line.take_right(button_width(ui, b.label, style)).snapped();
        line.take_right(0.4F * em);
        context.targets.put(b.id, r);
        if (button(ui, b.id, r, b.label, style)) run(b.command, context);
    }
    const Session::Snapshot b = other_.shown();
    const bool failed = !b.error.empty(), outdated = !failed && !b.stale && other_.outdated();
    if (outdated) {
        const Rect r = line.take_right(button_width(ui, texts::compare::open_again, {.size = em::small})).snapped();
        line.take_right(0.4F * em);
        context.targets.put("open again", r);
        if (button(ui, "open again", r, texts::compare::open_again, {.size = em::small})) other_.reload();
    }
    std::string words = other_.words(context.session.inputs(), models_);
    if (failed)
        words = fmt::format(texts::compare::b_failed, b.error);
    else if (outdated)
        words = fmt::format(texts::compare::b_outdated, in_quotes(b.model->name));
    else if (b.stale && b_)
        words = fmt::format(texts::compare::b_computing, words);
    else if (const std::string& text = context.session.inputs().text; context.presented && text != inputs.text)
        words = fmt::format(texts::compare::text_of_a, words, text);
    const TextStyle style{.colour = failed || outdated ? ui.theme.warning : ui.theme.muted, .size = em::small};
    if (ui.painter.measure(words, em::small).width > line.w) {  // a line of its own, or as many as it takes
        const float lines = paragraph(ui.painter, {area.x, 0, area.w, 1e4F}, words, style, false);
        line = area.take_top(lines + 0.4F * em);
        line.take_top(0.3F * em);
        paragraph(ui.painter, line, words, style);
    } else {
        text_in(ui.painter, line, words, style);
    }
    context.targets.put("b words", line);
    answers_line(context, area);
    area.take_top(0.5F * em);
}

void CompareView::answers_line(ViewContext& context, Rect& area) {
    if (answers_.empty() || context.rules.asked) return;  // a lesson's question may be what they are
    Ui& ui = context.ui;
    const TextStyle plain{.colour = ui.theme.text, .size = before_and_after() ? em::body : em::small};
    const float lines = paragraph(ui.painter, {area.x, 0, area.w, 1e4F}, answers_, plain, false);
    const Rect answers = area.take_top(lines + 0.2F * ui.em);
    paragraph(ui.painter, answers, answers_, plain);
    context.targets.put("both answers", answers);
}

/// The two texts and the two answers.
void CompareView::brief_bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    area.take_top(0.5F * em);
    if (!context.presented) {
        const std::string tip = hint(texts::compare::show_all_hint, compare_all);
        const ButtonStyle style{.size = em::small, .hint = tip};
        Rect line = area.take_top(1.9F * em);
        const Rect place = line.take_right(button_width(ui, texts::compare::show_all, style)).snapped();
        context.targets.put("show all", place);
        if (button(ui, "show all", place, texts::compare::show_all, style)) run(compare_all, context);
    }
    const auto text = [&](const char* name, const Inputs& inputs) {
        const std::string both = inputs.target.empty() ? inputs.text : inputs.text + " → " + inputs.target;
        const std::string said = std::string(name) + "  " + both;
        const TextStyle style{.colour = ui.theme.muted, .size = em::body};
        const float high = paragraph(ui.painter, {area.x, 0, area.w, 1e4F}, said, style, false);
        paragraph(ui.painter, area.take_top(high), said, style);
    };
    text(texts::compare::before, other_.inputs());
    text(texts::compare::after, context.session.inputs());
    area.take_top(0.2F * em);
    answers_line(context, area);
    area.take_top(0.3F * em);
}

}  // namespace glassformer
