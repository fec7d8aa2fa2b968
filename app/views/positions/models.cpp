// What the positions view does with models: the open one, whose query and key it may show, and shipped ones.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "app/views/positions/open_model.h"
#include "app/views/positions/positions.h"
#include "app/views/positions/table.h"
#include "app/views/positions/texts.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/positional.h"

namespace glassformer {

void PositionsView::follow_open_model(const ViewContext& context) {
    state_.open = open_model(context.shown);
    if (from_model(state_))
        adopt(state_, context.shown);
    else if (state_.source == TokenSource::random)
        release(state_);
    keep_valid(state_);
    keep_start_valid(state_.start, state_, context.shown);
}

/// q and k of the open model's head at the cursor; its encoding stands in one of the columns.
void PositionsView::show_open_model(ViewContext& context) {
    state_.open = open_model(context.shown);
    if (!state_.open.problem.empty() || state_.open.name.empty()) {
        context.notice = state_.open.name.empty() ? texts::positions::no_model : problem_sentence(state_.open);
        return;
    }
    state_.source = TokenSource::model;
    const Trace& trace = context.shown.current->trace();
    if (const int record = record_at(trace, context.cursor); record >= 0)
        state_.block = std::max(0, trace.record(record).site.block);
    state_.model_head = context.cursor.head;
    if (const int record = record_at(trace, context.cursor); record >= 0) {
        // A cell of a query and a key says whose they are.
        const Record& at = trace.record(record);
        if (at.shape.rank() == 3 && at.shape.axis(1) == Axis::query && at.shape.axis(2) == Axis::key &&
            context.cursor.locked) {
            state_.query_token = context.cursor.row;
            state_.key_token = context.cursor.column;
            keep_start_valid(state_.start, state_, context.shown);
            state_.start.query = context.cursor.row;
            state_.start.key = context.cursor.column;
        }
    }
    adopt(state_, context.shown);
    state_.settings.head = state_.model_head;
    const auto found = std::ranges::find(state_.kinds, state_.open.kind);
    if (found == state_.kinds.end())
        state_.kinds[static_cast<std::size_t>(state_.chosen)] = state_.open.kind;
    else
        state_.chosen = static_cast<int>(found - state_.kinds.begin());
    keep_valid(state_);
    context.notice = fmt::format(texts::positions::query_and_key_of, state_.open.title);
}

std::string PositionsView::sibling() const {
    if (state_.open.kind == nullptr) return "";
    return sibling_of(state_.open.name, *state_.open.kind, selected_kind(state_), models_);
}

/// Reads the shipped models of the page, one after the other, and what their head looks at.
void PositionsView::follow_trained(ViewContext& context) {
    if (!state_.page->trained) {
        trained_.clear();
        trained_notes_.clear();
        return;
    }
    trained_.resize(state_.kinds.size());
    trained_notes_.resize(state_.kinds.size());
    for (std::size_t c = 0; c < state_.kinds.size(); ++c) {
        const PositionalKind& kind = *state_.kinds[c];
        const std::string name = shipped_model(state_.task, kind, models_);
        if (name.empty()) {
            trained_[c].reset();
            trained_notes_[c] = fmt::format(texts::positions::not_shipped, state_.task, kind.name);
            continue;
        }
        const auto model =
            trained_models_.find(name, state_.task, [&platform = context.ui.platform] { platform.wake(); });
        if (!model || !model->error.empty()) {
            trained_[c].reset();
            trained_notes_[c] =
                model ? model->error : fmt::format(texts::positions::reading, card_title(name, models_));
            if (!model) context.ui.keep_awake();
            continue;
        }
        if (trained_[c] && trained_[c]->model == model && trained_[c]->block == state_.trained_block &&
            trained_[c]->head == state_.trained_head)
            continue;
        try {
            trained_[c] = trained_head(model, state_.trained_block, state_.trained_head, ++trained_generation_);
        } catch (const Error& error) {
            trained_[c].reset();
            trained_notes_[c] = error.what();
        }
    }
}

void PositionsView::carry_out(ViewContext& context, const ModelWish& wish) {
    if (wish.sibling && text() != nullptr && text()->open_model(*this, context)) return;
    const PositionalKind& wanted = selected_kind(state_);
    if (wish.encode) switch_encoding(context, wanted);
    if (wish.sibling) open_sibling(context, sibling(), card_title(sibling(), models_), wanted);
    if (wish.record < 0) return;
    go_to(context.shown.current->trace(), context.cursor, wish.record);
    context.cursor.head = state_.model_head;
    context.request = open_view("walk");
}

std::string PositionsView::table_title() const { return texts::positions::table_title; }

void PositionsView::write_table(const std::function<void(const std::string& piece)>& write) const {
    glassformer::write_table({.state = state_,
                              .columns = text() != nullptr ? start_.laboratory() : laboratory_.columns(),
                              .lengths = lengths_ ? &*lengths_ : nullptr,
                              .trained = trained_,
                              .joined = text() != nullptr && text()->writes_joined() ? &joined_ : nullptr},
                             write);
}

void PositionsView::model_bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const ModelWish wish = draw_model_line(context, area.take_top(1.9F * em), state_, card_title(sibling(), models_));
    carry_out(context, wish);
    area.take_top(0.35F * em);
    const std::string text = content_text(state_, laboratory_.content());
    if (text.empty()) return;
    // Beside the model where there is room, else below it.
    const bool beside = ui.painter.measure(text, em::small).width + em < wish.rest.w;
    Rect line = beside ? wish.rest : area.take_top(1.5F * em);
    if (beside) line.take_left(em);
    context.targets.put("content", line);
    text_in(ui.painter, line, text, {.colour = ui.theme.accent_text, .size = em::small});
}

}  // namespace glassformer
