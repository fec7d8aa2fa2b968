#include "app/views/walk/story_page.h"

#include <algorithm>

#include "app/pictures/story/story_picture.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

/// The cell of a record in a row and a column, of a head where it has heads.
CellRef cell_of(const Trace& trace, int record, int head, int row, int column) {
    Grid grid = grid_of(trace, record, head);
    return {record, grid.cell(std::min(row, grid.rows - 1), std::min(column, grid.cols - 1))};
}

Rect page_in(const Ui& ui, const Rect& area) { return area.inset(1.6F * ui.em, 0.8F * ui.em); }

}  // namespace

bool StoryPage::shows(const ViewContext& context, const Rect& area, WalkState& state) {
    if (state.zoom != Zoom::story) {
        left_at_.clear();
        return false;
    }
    if (!context.shown.current) return false;
    const Evaluation& evaluation = *context.shown.current;
    if (story_of_ != evaluation.generation()) {
        story_ = story_of(evaluation);
        story_of_ = evaluation.generation();
        if (model_ != evaluation.inputs().model) {
            chosen_.reset();
            left_at_.clear();  // the cursor was carried to the other model
        }
        model_ = evaluation.inputs().model;
    }
    if (!story_ || !has_room(context.ui.painter, page_in(context.ui, area), *story_)) {
        state.zoom = Zoom::model;
        return false;
    }
    if (left_at_.empty()) left_at_ = context.cursor.record;
    if (left_at_ != context.cursor.record) {  // a step, a search: on to the stage
        state.zoom = Zoom::stage;
        left_at_.clear();
        return false;
    }
    return true;
}

void StoryPage::draw(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const Region touched = region(ui, "story", area);
    const StoryHead at = chosen_.value_or(story_->telling);
    StoryScene scene{.evaluation = *context.shown.current, .story = *story_, .open_block = at.block, .head = at.head};
    const Rect page = page_in(ui, area);
    const Vec2 mouse = touched.hovered ? touched.mouse : nowhere;
    scene.beside_title = buttons(context, page, state);
    // The token under the mouse alone keeps its strength.
    const StoryLayout places = lay_out(ui.painter, page, *story_, at.block);
    const Rect rows{places.words.x, places.stage.y, places.stage.right() - places.words.x, places.stage.h};
    if (rows.contains(mouse))
        scene.token = std::clamp(static_cast<int>((mouse.y - rows.y) / places.row), 0,
                                 static_cast<int>(story_->words.size()) - 1);
    const std::optional<StoryHit> hit = draw_story(ui.painter, page, scene, mouse);
    context.targets.put("story", page);
    if (!hit) return;
    *ui.cursor = CursorShape::hand;
    if (touched.clicked) click(context, state, *hit);
}

bool StoryPage::draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation) const {
    const std::optional<Story> story = story_of(evaluation);
    if (!story) return false;
    const StoryHead at = model_ == evaluation.inputs().model ? chosen_.value_or(story->telling) : story->telling;
    painter.fill(page, painter.theme().background);
    const StoryScene scene{.evaluation = evaluation, .story = *story, .open_block = at.block, .head = at.head};
    static_cast<void>(draw_story(painter, page.inset(1.6F * painter.em(), 0.8F * painter.em()), scene, nowhere));
    return true;
}

/// What to do next, at the right of the title; returns the width that it takes.
float StoryPage::buttons(ViewContext& context, const Rect& page, WalkState& state) {
    Ui& ui = context.ui;
    struct Row {
        const char *id, *label;
        Zoom to;
        const char* what;
        bool selected;
    };
    static constexpr Row rows[] = {
        {"story step", texts::walk::story_step, Zoom::stage, texts::walk::story_step_hint, true},
        {"story map", texts::walk::story_map, Zoom::model, texts::walk::story_map_hint, false}};
    float right = page.right();
    for (const Row& row : rows) {
        const float width = button_width(ui, row.label);
        const Rect place = Rect{right - width, page.y + 0.2F * ui.em, width, 2.1F * ui.em}.snapped();
        right = place.x - 0.6F * ui.em;
        context.targets.put(row.id, place);
        if (button(ui, row.id, place, row.label, {.selected = row.selected, .hint = row.what})) state.zoom = row.to;
    }
    return page.right() - right;
}

void StoryPage::click(ViewContext& context, WalkState& state, const StoryHit& hit) {
    const Trace& trace = context.shown.current->trace();
    const StoryHead at = chosen_.value_or(story_->telling);
    const auto& block = story_->blocks[static_cast<std::size_t>(std::max(0, hit.block >= 0 ? hit.block : at.block))];
    const StorySublayer* attention = attention_of(block);
    const auto lead = [&](const CellRef& cell) {
        jump(trace, context.cursor, cell);
        state.zoom = Zoom::stage;
    };
    switch (hit.kind) {
        case StoryHit::Kind::fold: chosen_ = {hit.block, 0}; break;
        case StoryHit::Kind::head:
            if (attention != nullptr) chosen_ = {at.block, (at.head + 1) % attention->heads};
            break;
        case StoryHit::Kind::token: lead(cell_of(trace, story_->blocks.front().in.record, 0, hit.token, 0)); break;
        case StoryHit::Kind::attention:
        case StoryHit::Kind::weight:
            if (attention == nullptr) break;
            context.cursor.head = at.head;
            lead(cell_of(trace, attention->weights, at.head, hit.token, hit.key));
            break;
        case StoryHit::Kind::mlp:
            if (const StorySublayer* mlp = mlp_of(block))
                lead(cell_of(trace, mlp->hidden.record, 0, story_->answer_row, 0));
            break;
        case StoryHit::Kind::source:
            if (story_->source) lead(cell_of(trace, story_->source->in.record, 0, hit.token, 0));
            break;
        case StoryHit::Kind::encoder:
            if (story_->source) lead(cell_of(trace, story_->source->out.record, 0, 0, 0));
            break;
        case StoryHit::Kind::before:
            if (const StorySublayer* own = attention_before(block)) {
                context.cursor.head = 0;
                lead(cell_of(trace, own->weights, 0, story_->answer_row, 0));
            }
            break;
        case StoryHit::Kind::answer: {
            const bool classes = !story_->pooled.empty();
            lead(cell_of(trace, story_->probs, 0, classes ? 0 : story_->answer_row,
                         story_->answers[static_cast<std::size_t>(hit.token)].token));
            break;
        }
    }
}

}  // namespace glassformer
