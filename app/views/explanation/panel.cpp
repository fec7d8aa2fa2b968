#include "app/views/explanation/panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/paint/formula.h"
#include "app/views/explanation/backward.h"
#include "app/views/explanation/cards.h"
#include "app/views/explanation/example_cell.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/analysis/chain_rule.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

/// Its numbers are what the model predicts, or what that costs.
bool tells_prediction(const Stage* stage) {
    return stage == &stage::logits || stage == &stage::probs || stage == &stage::loss;
}

}  // namespace

void ExplanationPanel::explain(const Evaluation& evaluation, const CellRef& cell, const PanelWriter& writer,
                               float room) {
    if (generation_ == evaluation.generation() && explained_ == cell && room_ == room) return;
    generation_ = evaluation.generation();
    explained_ = cell;
    room_ = room;
    arithmetic_ = {};
    widths_ = {};
    if (!cell) return;
    constexpr std::array few{6, 4, 3, 2};
    constexpr std::array all{most_terms};
    const std::span<const int> terms = cell == all_terms_of_ ? std::span<const int>(all) : std::span<const int>(few);
    const auto fits = [&](const Arithmetic& written) { return writer.height_of(written, cell) <= room; };
    if (!evaluation.has_gradients()) {
        arithmetic_ = fitting_arithmetic(evaluation, cell, terms, fits, cell == all_terms_of_ ? sort_ : TermSort::size);
        return;
    }
    const Trace& trace = evaluation.trace();
    const bool read = trace.record(cell.record).gradient != nullptr;
    const ChainRule rule =
        read ? chain_rule(trace, cell.record, cell.cell, {.most = static_cast<std::size_t>(terms.front())})
             : ChainRule{};
    for (const int shown : terms) {
        arithmetic_ = chain_rule_of(evaluation, cell, rule, shown);
        if (fits(arithmetic_)) break;
    }
}

const HeatStyle& ExplanationPanel::scale(Painter& painter, const Evaluation& evaluation, int record, int head) {
    const ScaleOf wanted{evaluation.generation(), record, head};
    if (scale_of_ == wanted) return scale_;
    scale_of_ = wanted;
    const Scene scene{.evaluation = evaluation, .record = record, .head = head, .memory = &memory_};
    const Rect some_place{0, 0, 60 * painter.em(), 40 * painter.em()};  // scales do not depend on it
    const HeatStyle plain{.meaning = evaluation.trace().record(record).stage->meaning};
    scale_ = glassformer::scale_of(painter, some_place, scene).value_or(plain);
    return scale_;
}

CellRef ExplanationPanel::example_of(const Evaluation& evaluation, const Cursor& cursor) {
    const ScaleOf wanted{evaluation.generation(), record_at(evaluation.trace(), cursor), cursor.head};
    if (example_of_ == wanted) return example_;
    example_of_ = wanted;
    example_ = example_cell(evaluation, wanted.record, wanted.head);
    if (!example_ || evaluation.has_gradients()) return example_;
    if (const LookAt look = look_at(evaluation, example_); look.cell) example_ = look.cell;
    return example_;
}

const LookAt& ExplanationPanel::look_of(const Evaluation& evaluation, const Cursor& cursor) {
    const bool growing = cursor.limit >= 0;  // while a step builds the picture up, its cells are not there yet
    CellRef cell = locked_cell(evaluation.trace(), cursor);
    if (!cell && !growing) cell = example_of(evaluation, cursor);
    if (growing) cell = {};
    if (look_generation_ != evaluation.generation() || !(look_cell_ == cell)) {
        look_generation_ = evaluation.generation();
        look_cell_ = cell;
        look_ = look_at(evaluation, cell);
    }
    return look_;
}

void ExplanationPanel::check_derivative(ViewContext& context, const Focus& focus) {
    if (!context.shown.current) return;
    const auto& evaluation = context.shown.current;
    const CellRef cell = focus.explained_or_example(evaluation->trace(), context.cursor);
    if (!evaluation->has_gradients())
        context.notice = texts::explanation::no_gradients;
    else if (!cell || evaluation->trace().record(cell.record).gradient == nullptr)
        context.notice = texts::explanation::select_differentiable;
    else
        checker_.start(evaluation, cell, [&platform = context.ui.platform] { platform.wake(); });
}

void ExplanationPanel::toggle_all_terms(ViewContext& context) {
    if (!explained_) {
        context.notice = texts::explanation::select_for_terms;
        return;
    }
    context.preferences.panel = true;
    all_terms_of_ = all_terms_of_ == explained_ ? CellRef{} : explained_;
    generation_ = 0;  // written anew in the next frame
}

void ExplanationPanel::backward_pass(ViewContext& context, PanelWriter& writer, const Focus& focus) {
    const Evaluation& evaluation = *context.shown.current;
    checker_.go_on();
    if (explained_ && evaluation.trace().record(explained_.record).gradient != nullptr &&
        writer.check(checker_.answer(evaluation.generation(), explained_), explained_))
        check_derivative(context, focus);
    if (loss_of_ != evaluation.generation()) {
        loss_ = loss_summary(evaluation);
        loss_of_ = evaluation.generation();
    }
    writer.loss(loss_);
    const Inputs& inputs = context.session.inputs();
    if (labels_seen_ != inputs.labels) {
        labels_seen_ = inputs.labels;
        labels_ = labels_on_screen(inputs.labels);
    }
    const TextEvent event = writer.labels(labels_, evaluation.model());
    if (event == TextEvent::cancelled) labels_ = labels_on_screen(inputs.labels);
    if (event != TextEvent::submitted) return;
    Inputs changed = inputs;
    try {
        changed.labels = labels_from_screen(labels_, evaluation.labels().size());
    } catch (const Error& error) {
        context.notice = error.what();
        focus_text_field(context.ui, "labels");
        return;
    }
    context.session.set(std::move(changed));
}

void ExplanationPanel::draw(ViewContext& context, const Rect& area, Focus& focus, const PageText* page) {
    Ui& ui = context.ui;
    const float em = ui.em;
    focus.pointed = focus.example = {};
    ui.painter.fill(area, ui.theme.panel);
    ui.painter.line({area.x + 0.5F, area.y}, {area.x + 0.5F, area.bottom()}, ui.theme.border);
    if (!context.shown.current) return;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const int record = record_at(trace, context.cursor);
    if (record < 0) return;
    const Record& at = trace.record(record);
    context.targets.put("panel", area);
    Rect place = begin_scroll(ui, "panel", area.inset(1.1F * em, 0));
    place.x = std::round(place.x);
    place.w = std::floor(place.w);
    place.h = 1e6F;  // it scrolls
    place.take_top(1.0F * em);
    PanelWriter writer{context, focus, place};
    const bool asked = context.rules.asks_prediction, veiled = asked && tells_prediction(at.stage);
    const bool chosen = static_cast<bool>(locked_cell(trace, context.cursor));
    if (page != nullptr && page->stage == PageStage::none && !chosen) {
        explain(evaluation, {}, writer, 0);
        writer.page(*page, record);
        if (evaluation.has_gradients() && !asked) backward_pass(context, writer, focus);
        return end_scroll(ui, writer.y() + em);
    }
    // With gradients, the cards below are of the backward pass.
    const LookAt* const look = evaluation.has_gradients() || veiled ? nullptr : &look_of(evaluation, context.cursor);
    // One heading: that of the view's page, or that of the stage whose cell was chosen.
    if (chosen) page = nullptr;
    if (page != nullptr) writer.page(*page, record, page->stage == PageStage::looked_at ? look : nullptr);
    if (page == nullptr) writer.heading(at);
    writer.caption(at, record);
    // The loss is where the backward pass starts: no chain rule, but what it is.
    const bool back = evaluation.has_gradients() && at.gradient != nullptr && at.stage != &stage::loss;
    if (back)
        writer.chain_formula(at, record);
    else if (page == nullptr)
        writer.formula(record);
    if (veiled) {
        explain(evaluation, {}, writer, 0);
        if (page == nullptr) writer.sentence(at, nullptr);
        writer.remark(texts::explanation::veiled);
        return end_scroll(ui, writer.y() + em);
    }
    // What the stage is comes before its cells; of one that was chosen, its arithmetic.
    const bool sentence_first = !chosen || locked_cell(trace, context.cursor) == focus.introduced;
    if (sentence_first && page == nullptr) {
        writer.sentence(at, look);
        writer.position_link(at);
        writer.lesson_link(at);
    }
    // The line of statistics below stays visible without scrolling, however long the arithmetic is.
    const float room = area.bottom() - writer.y() - writer.height_of_figures();
    CellRef cell = focus.explained(trace, context.cursor);
    // While a step builds the picture up, its cells are not there yet.
    if (!cell && context.cursor.limit < 0) cell = focus.example = example_of(evaluation, context.cursor);
    explain(evaluation, cell, writer, !sentence_first ? room - writer.height_of_sentence(at, look) : room);
    if (explained_) {
        const bool all = explained_ == all_terms_of_;
        writer.arithmetic(arithmetic_, explained_, evaluation.has_gradients() ? Meaning::gradient : Meaning::plain, all,
                          &widths_);
        const TermSort before = sort_;
        const PanelWriter::TermTools tools =
            all ? writer.term_tools(evaluation.has_gradients() ? nullptr : &sort_) : PanelWriter::TermTools{};
        if (tools.copy) {
            ui.platform.set_clipboard(terms_csv(evaluation, explained_));
            context.notice = texts::explanation::terms_copied;
        }
        if (tools.fewer || writer.wants_all_terms() || sort_ != before) {
            all_terms_of_ = tools.fewer ? CellRef{} : explained_;
            generation_ = 0;  // written anew in the next frame
            ui.keep_awake();
        }
    }
    if (!explained_) writer.remark(texts::explanation::invitation);
    if (const InfluencePath* path = focus.path_from(evaluation.generation(), explained_))
        writer.path(path_of(evaluation, *path));
    writer.watch(focus.watch);
    writer.breakpoints(focus.watch.breakpoints);
    if (evaluation.has_gradients() && !asked) backward_pass(context, writer, focus);
    if (!sentence_first) writer.sentence(at, look);  // what the stage is, before what its numbers are like
    writer.statistics(at, statistics_.of(ui.painter, evaluation, record, context.cursor.head),
                      scale(ui.painter, evaluation, record, context.cursor.head),
                      slice_matrix(evaluation, at, grid_of(trace, record, context.cursor.head)));
    if (!sentence_first || page != nullptr) {
        writer.position_link(at);
        writer.lesson_link(at);
    }
    if (keys_) writer.keys(at);
    end_scroll(ui, writer.y() + em);
}

constexpr float least_beside = 52;  // em: of narrower areas the picture takes all

Rect ExplanationPanel::draw_beside(ViewContext& context, const Rect& area, Focus& focus, bool& narrow,
                                   const PageText* page) {
    focus.pointed = focus.example = {};  // also where the panel is hidden
    Ui& ui = context.ui;
    const float em = ui.em;
    narrow = area.w < least_beside * em;
    if (narrow || !context.preferences.panel) return area;
    const float low = area.x + std::max(0.56F * area.w, area.w - 44 * em), high = area.right() - 17 * em;
    float split = std::clamp(area.right() - context.preferences.panel_width * em, low, high);
    Rect rest = area;
    // Drawn before the page, whose rows and cells light up with what is pointed at here.
    ui.interaction.tab_last(true);
    draw(context, rest.take_right(std::round(area.right() - split)), focus, page);
    if (splitter_vertical(ui, "split", split, low, high, area.y, area.bottom()))
        context.preferences.panel_width = (area.right() - split) / em;
    ui.interaction.tab_last(false);
    return rest;
}

}  // namespace glassformer
