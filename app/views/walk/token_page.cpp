#include "app/views/walk/token_page.h"

#include <algorithm>
#include <utility>

#include "app/paint/smaller_painter.h"
#include "app/pictures/story/story.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

constexpr float smallest_path_em = 12, path_shrink = 0.04F;
constexpr int most_refusals = 3;  // frames, in which a window that is laid out anew finds its sizes

/// In two lines every em counts.
Rect path_page_in(float em, const Rect& area, bool two_lines = false) {
    return area.inset((two_lines ? 0.8F : 1.6F) * em, 0.8F * em);
}

CellRef path_cell(int record, int row, int column) { return {record, Cell{{row, column}}}; }

/// The cursor's row where a cell is selected, else the one that the model's answer is read at.
int token_at(const Evaluation& evaluation, const TokenPath& path, const Cursor& cursor) {
    if (locked_cell(evaluation.trace(), cursor)) return std::clamp(cursor.row, 0, path.rows() - 1);
    const bool answers = path.site.stack != Stack::encoder && may_have_story(evaluation);
    return answers ? std::clamp(story_row(evaluation), 0, path.rows() - 1) : 0;
}

}  // namespace

void TokenPage::run(Command command, ViewContext& context, WalkState& state) {
    if (command == Command::edit)
        open_largest(context, state);
    else
        move(context, command == Command::row_up ? -1 : 1);
}

bool TokenPage::shows(ViewContext& context, const Rect& area, const Rect&, WalkState& state) {
    visible_ = false;
    if (state.zoom != Zoom::token) {
        refusals_ = 0;
        opened_at_ = nullptr;
        tooltip_.clear();
        return false;
    }
    if (!context.shown.current) return false;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const int record = record_at(trace, context.cursor);
    const Stage* const at = record >= 0 ? trace.record(record).stage : nullptr;
    const auto leave = [&] {
        state.zoom = Zoom::stage;
        opened_at_ = nullptr;
        if (mlp_near(trace, record) < 0) context.notice = texts::walk::no_mlp;
        return false;
    };
    if (opened_at_ != nullptr && at != opened_at_) return leave();  // a step, a search, another model
    const bool again = path_of_ != evaluation.generation() || record_ != record;
    if (again) path_ = token_path_of(evaluation, record);
    if (!path_) return leave();
    const int token = token_at(evaluation, *path_, context.cursor);
    if (again || token_ != token) {
        row_ = token_row_of(evaluation, *path_, token);
        fitted_em_ = laid_out_em_ = 0;
    }
    path_of_ = evaluation.generation();
    record_ = record;
    token_ = token;
    if (fitted_ != area || fitted_em_ != context.ui.em) {
        share_ = 1;
        fitted_em_ = 0;
    }
    const auto fits = [&] {
        SmallerPainter painter(context.ui.painter, share_);
        const TokenPathScene scene{.evaluation = evaluation, .path = *path_, .row = row_, .two_lines = two_lines_};
        return has_room(painter, path_page_in(painter.em(), area, two_lines_), scene);
    };
    if (fitted_em_ == 0) two_lines_ = false;
    while (fitted_em_ == 0 && !fits()) {
        share_ -= path_shrink;
        if (share_ * context.ui.em >= smallest_path_em) continue;
        if (context.presented && !std::exchange(two_lines_, true)) {
            share_ = std::max(1.0F, context.ui.painter.least_text());  // its words as large as it is laid out for
            continue;
        }
        if (++refusals_ <= most_refusals) {  // as it is, and once more
            context.ui.keep_awake();
            opened_at_ = at;
            return visible_ = true;
        }
        context.notice = texts::walk::no_room_for_token;
        return leave();
    }
    refusals_ = 0;
    fitted_ = area;
    fitted_em_ = context.ui.em;
    opened_at_ = at;
    visible_ = true;
    return true;
}

void TokenPage::open(ViewContext& context, WalkState& state) {
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const int here = record_at(trace, context.cursor);
    const int record = in_mlp(trace, here) ? here : mlp_near(trace, here);
    const std::optional<TokenPath> path = token_path_of(evaluation, record);
    if (!path) {
        context.notice = texts::walk::no_mlp;
        return;
    }
    const bool chosen = locked_cell(trace, context.cursor) && path->rows() > 0 && record == here;
    const int row = chosen ? context.cursor.row : token_at(evaluation, *path, {});
    jump(trace, context.cursor, path_cell(record, row, chosen ? context.cursor.column : 0));
    context.cursor.limit = -1;
    state.zoom = Zoom::token;
}

void TokenPage::move(ViewContext& context, int by) {
    const Evaluation& evaluation = *context.shown.current;
    const int record = record_at(evaluation.trace(), context.cursor);
    const std::optional<TokenPath> path = token_path_of(evaluation, record);
    if (!path) return;
    const int row = std::clamp(token_at(evaluation, *path, context.cursor) + by, 0, path->rows() - 1);
    jump(evaluation.trace(), context.cursor, path_cell(record, row, context.cursor.column));
}

void TokenPage::draw(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const Region touched = region(ui, "token path", area);
    SmallerPainter painter(ui.painter, share_);
    const Rect page = path_page_in(painter.em(), area, two_lines_);
    TokenPathScene scene{.evaluation = *context.shown.current,
                         .path = *path_,
                         .row = row_,
                         .largest_first = largest_first_,
                         .two_lines = two_lines_};
    if (!context.presented) scene.beside_title = buttons(context, page, state);
    if (state.zoom != Zoom::token) ui.keep_awake();
    if (laid_out_ != page || laid_out_em_ != painter.em() || laid_out_beside_ != scene.beside_title ||
        laid_out_lines_ != two_lines_)
        layout_ = lay_out(painter, page, scene);
    laid_out_ = page;
    laid_out_em_ = painter.em();
    laid_out_beside_ = scene.beside_title;
    laid_out_lines_ = two_lines_;
    const std::optional<TokenPathHit> hit =
        draw_token_path(painter, layout_, scene, touched.hovered ? touched.mouse : nowhere);
    context.targets.put("token path", page);
    for (const TokenPathColumn& column : layout_.columns)
        context.targets.put(std::string("path ") + path_part_names[static_cast<std::size_t>(column.part)],
                            column.place);
    const std::string before = tooltip_;
    tooltip_ = hit ? hit->said : "";
    if (tooltip_ != before) ui.keep_awake();
    if (!hit) return;
    *ui.cursor = CursorShape::hand;
    tooltip(ui, hit->rect, tooltip_);
    if (touched.clicked) click(context, state, *hit);
}

/// To the stage with the token's row; what is clicked as a whole opens its first number, the neurons the largest one.
void TokenPage::click(ViewContext& context, WalkState& state, const TokenPathHit& hit) const {
    const Trace& trace = context.shown.current->trace();
    jump(trace, context.cursor, path_cell(hit.record, row_.token, hit.column));
    state.focus.introduced = {};
    state.focus.hovered = {};
    state.zoom = Zoom::stage;
    let_mouse_rest(context.ui);
}

void TokenPage::open_largest(ViewContext& context, WalkState& state) const {
    // A gated neuron is a product, any other one the curve of a sum.
    const int record = path_->gated() ? path_->hidden : path_->up;
    click(context, state, {.part = PathPart::neurons, .record = record, .column = row_.order.front()});
}

/// Returns the width that they take.
float TokenPage::buttons(ViewContext& context, const Rect& page, WalkState& state) {
    Ui& ui = context.ui;
    const float em = share_ * ui.em;
    float right = page.right();
    const auto place = [&](const char* id, float width) {
        const Rect box = Rect{right - width, page.y + 0.1F * em, width, 2.0F * em}.snapped();
        right = box.x - 0.5F * em;
        context.targets.put(id, box);
        return box;
    };
    const auto put = [&](const char* id, const char* label, ButtonStyle style) {
        style.size = share_ * em::body;
        return button(ui, id, place(id, button_width(ui, label, style)), label, style);
    };
    if (put("path stage", texts::walk::token_stage, {.hint = texts::walk::token_stage_hint})) state.zoom = Zoom::stage;
    if (put("path sort", texts::walk::token_sort, {.selected = largest_first_, .hint = texts::walk::token_sort_hint}))
        largest_first_ = !largest_first_;
    if (put("path next", "↓", {.enabled = row_.token + 1 < path_->rows(), .hint = texts::walk::token_next}))
        move(context, 1);
    if (put("path previous", "↑", {.enabled = row_.token > 0, .hint = texts::walk::token_previous})) move(context, -1);
    return page.right() - right;
}

bool TokenPage::draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation,
                          const Cursor& cursor) const {
    const std::optional<TokenPath> path = token_path_of(evaluation, record_at(evaluation.trace(), cursor));
    if (!path) return false;
    const TokenRow row = token_row_of(evaluation, *path, token_at(evaluation, *path, cursor));
    const TokenPathScene scene{.evaluation = evaluation, .path = *path, .row = row, .largest_first = largest_first_};
    painter.fill(page, painter.theme().background);
    float share = 1;
    while (share > 0.4F) {
        SmallerPainter smaller(painter, share);
        const Rect inside = path_page_in(smaller.em(), page);
        if (!has_room(smaller, inside, scene)) {
            share -= path_shrink;
            continue;
        }
        static_cast<void>(draw_token_path(smaller, lay_out(smaller, inside, scene), scene, nowhere));
        return true;
    }
    return false;
}

}  // namespace glassformer
