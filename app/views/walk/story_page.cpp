#include "app/views/walk/story_page.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/paint/smaller_painter.h"
#include "app/pictures/story/story_veil.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/model/model.h"
#include "core/session/same_model.h"

namespace glassformer {

namespace {

/// The cell of a record in a row and a column, of a head where it has heads.
CellRef cell_of(const Trace& trace, int record, int head, int row, int column) {
    Grid grid = grid_of(trace, record, head);
    return {record, grid.cell(std::min(row, grid.rows - 1), std::min(column, grid.cols - 1))};
}

/// `share`: of the text size, which its margins have, too.
Rect page_in(const Ui& ui, const Rect& area, float share) {
    return area.inset(1.6F * share * ui.em, 0.8F * share * ui.em);
}

/// Large text gives way to the picture, but stays readable.
constexpr float smallest_em = 11.99F, shrink_step = 0.05F;  // 12 pixels, and what the steps round off

/// What to do next, at the right of the title.
struct NextButton {
    const char *id, *label;
    Zoom to;
    const char* what;
    bool selected;
};
constexpr NextButton next_buttons[] = {
    {"story step", texts::walk::story_step, Zoom::stage, texts::walk::story_step_hint, true},
    {"story map", texts::walk::story_map, Zoom::model, texts::walk::story_map_hint, false},
    {"story architecture", texts::walk::story_architecture, Zoom::architecture, texts::walk::story_architecture_hint,
     false}};

ButtonStyle next_style(const NextButton& of, float share) {
    return {.selected = of.selected, .size = share * em::body, .hint = of.what};
}

}  // namespace

void StoryPage::forget() {
    left_at_.clear();
    tooltip_.clear();
    lit_.reset();
    fading_.forget();
    chosen_.reset();
    selected_ = {};
    pointed_ = row_at_ = -1;
}

int StoryPage::asked() const {
    if (pointed_ >= 0) return pointed_;
    if (time_) return time_->answer_row;
    return selected_.row >= 0 ? selected_.row : story_->answer_row;
}

std::string StoryPage::selected_name() const {
    if (!visible_ || selected_.row < 0) return {};
    return fmt::format("block {}, head {}, row {}, key {}", selected_.block + 1, selected_.head + 1, selected_.row + 1,
                       selected_.key + 1);
}

StoryHead StoryPage::head_of(const Story& story, const StoryPlace& selected) {
    if (selected.block < 0) return story.telling;
    if (selected.head >= 0) return {selected.block, selected.head};
    return selected.block == story.telling.block ? story.telling : StoryHead{selected.block, 0};
}

/// The selected weight, as if the mouse were on it; none where another head is shown.
std::optional<StoryHit> StoryPage::weight_of(const Story& story, const StoryPlace& selected, const StoryHead& at) {
    if (selected.row < 0 || selected.key < 0 || !(at == StoryHead{selected.block, selected.head})) return {};
    const StorySublayer* const attention = attention_of(story.blocks[static_cast<std::size_t>(at.block)]);
    return StoryHit{.kind = StoryHit::Kind::weight,
                    .token = selected.row,
                    .key = selected.key,
                    .record = attention->weights,
                    .column = selected.key,
                    .rect = {}};
}

void StoryPage::run(Command command, ViewContext& context, WalkState& state) {
    if (command == Command::edit)
        open(context, state);
    else
        move(command == Command::row_up ? -1 : 1);
}

bool StoryPage::shows(ViewContext& context, const Rect& area, const Rect& whole, WalkState& state) {
    visible_ = takes_all_ = false;
    if (state.zoom != Zoom::story) {
        left_at_.clear();
        lit_.reset();
        fading_.forget();
        tooltip_.clear();
        pointed_ = -1;
        return false;
    }
    if (!context.shown.current) return false;
    const Evaluation& evaluation = *context.shown.current;
    const bool veiled = context.rules.asks_prediction;
    if (story_of_ != evaluation.generation() || veiled_ != veiled) {
        story_ = story_of(evaluation);
        time_ = time_story_of(evaluation);
        story_of_ = evaluation.generation();
        if (veiled && story_) veil(*story_);
        if (veiled && time_) veil(*time_);
        veiled_ = veiled;
        row_at_ = -1;
        layout_of_ = 0;
        lit_.reset();
        fading_.forget();
        if (!same_model(model_, evaluation.inputs().model)) {
            chosen_.reset();
            left_at_.clear();  // the cursor was carried to the other model
            pointed_ = -1;
        }
        if (story_ || time_) pointed_ = std::min(pointed_, tokens() - 1);
        model_ = evaluation.inputs().model;
    }
    share_ = 1;
    const auto fits = [&](const Rect& place) {
        const Rect page = page_in(context.ui, place, share_);
        SmallerPainter painter(context.ui.painter, share_);
        return (story_ && has_room(painter, page, *story_)) || (time_ && has_room(painter, page, *time_));
    };
    const bool small = area.w * area.h < picture_share * context.ui.window.w * context.ui.window.h;
    takes_all_ = (small || !fits(area)) && fits(whole);
    while (!takes_all_ && !fits(area) && (share_ - shrink_step) * context.ui.em >= smallest_em) {
        share_ -= shrink_step;
        takes_all_ = fits(whole);
    }
    if (!takes_all_ && !fits(area)) {
        state.zoom = Zoom::model;
        return false;
    }
    if (time_) shrink_to_sentences(context, takes_all_ ? whole : area);
    if (left_at_.empty()) left_at_ = context.cursor.record;
    if (left_at_ != context.cursor.record) {  // a step, a search: on to the stage
        state.zoom = Zoom::stage;
        left_at_.clear();
        return false;
    }
    visible_ = true;
    const Trace& trace = evaluation.trace();
    const CellRef cell = locked_cell(trace, context.cursor);
    selected_ = story_ ? place_in_story(*story_, trace, cell.record, cell.cell) : StoryPlace{};
    return true;
}

const StoryLayout& StoryPage::layout(Painter& painter, const Rect& page, int open_block) {
    const bool same = layout_of_ == story_of_ && laid_out_ == page && laid_out_em_ == painter.em() &&
                      layout_.open_block == open_block;
    if (!same) layout_ = lay_out(painter, page, *story_, open_block);
    layout_of_ = story_of_;
    laid_out_ = page;
    laid_out_em_ = painter.em();
    return layout_;
}

/// What is said of a row, without the prediction where a question asks for it.
StoryRow StoryPage::row_said(const Evaluation& evaluation, int row) const {
    StoryRow said = row_of(evaluation, row);
    if (veiled_) veil(said);
    return said;
}

/// The row under the mouse; beside the rows, at the answers, the last one stays, so that these can be clicked.
void StoryPage::point(const Input& input, const Region& touched, const StoryLayout& places) {
    if (input.at_rest) return;  // what the keys point at
    const Rect rows{places.words.x, places.stage.y, places.stage.right() - places.words.x, places.stage.h};
    if (touched.hovered && rows.contains(touched.mouse))
        pointed_ = std::clamp(static_cast<int>((touched.mouse.y - rows.y) / places.row), 0,
                              static_cast<int>(story_->words.size()) - 1);
    else if (!touched.hovered || touched.mouse.x < places.stage.right())
        pointed_ = -1;
}

/// A sentence that is cut says nothing.
void StoryPage::shrink_to_sentences(const ViewContext& context, const Rect& area) {
    const float before = share_;
    for (; share_ * context.ui.em >= smallest_em; share_ -= shrink_step) {
        SmallerPainter painter(context.ui.painter, share_);
        const TimeScene scene{.evaluation = *context.shown.current,
                              .story = *time_,
                              .beside_title = context.presented ? 0 : buttons_width(context.ui)};
        if (says_all(painter, page_in(context.ui, area, share_), scene)) return;
    }
    share_ = before;
}

/// Of a recurrent model: what lies under the mouse is a token's state, or what is read from it.
void StoryPage::draw_time(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const Region touched = region(ui, "story", area);
    const Rect page = page_in(ui, area, share_);
    TimeScene scene{.evaluation = *context.shown.current, .story = *time_};
    scene.beside_title = buttons(context, page, state);
    if (pointed_ >= 0) {
        if (row_at_ != pointed_ || row_of_ != story_of_) row_ = row_said(scene.evaluation, pointed_);
        row_at_ = pointed_;
        row_of_ = story_of_;
        scene.token = pointed_;
        scene.row = &row_;
    }
    SmallerPainter painter(ui.painter, share_);
    const std::optional<TimeHit> hit = draw_time_story(painter, page, scene, touched.hovered ? touched.mouse : nowhere);
    context.targets.put("story", page);
    context.targets.put("story area", area);
    tooltip_ = hit ? hit->said : "";
    const int before = pointed_;
    if (!ui.input.at_rest) pointed_ = hit ? hit->token : -1;
    if (before != pointed_) ui.keep_awake();
    if (!hit) return;
    *ui.cursor = CursorShape::hand;
    tooltip(ui, hit->rect, tooltip_);
    if (touched.clicked && hit->record >= 0)
        lead(context, state, cell_of(context.shown.current->trace(), hit->record, 0, hit->row, hit->column));
}

void StoryPage::draw(ViewContext& context, const Rect& area, WalkState& state) {
    if (time_) return draw_time(context, area, state);
    Ui& ui = context.ui;
    const Region touched = region(ui, "story", area);
    const StoryHead at = head_shown();
    StoryScene scene{.evaluation = *context.shown.current, .story = *story_, .open_block = at.block, .head = at.head};
    const Rect page = page_in(ui, area, share_);
    const Vec2 mouse = touched.hovered ? touched.mouse : nowhere;
    scene.beside_title = buttons(context, page, state);
    SmallerPainter painter(ui.painter, share_);
    scene.layout = &layout(painter, page, at.block);
    StoryLayout silent;
    if (context.rules.covers_caption) {
        silent = *scene.layout;
        silent.caption = {};
        scene.layout = &silent;
    }
    point(ui.input, touched, *scene.layout);
    if (const int row = pointed_ >= 0 ? pointed_ : selected_.row; row >= 0) {
        if (row_at_ != row || row_of_ != story_of_) row_ = row_said(scene.evaluation, row);
        row_at_ = row;
        row_of_ = story_of_;
        scene.token = row;
        scene.row = &row_;
    }
    fading_.point(lit_ && has_part(*lit_) ? lit_ : std::nullopt, ui.now, context.preferences.moves());
    if (fading_.moving()) ui.keep_awake();
    if (lit_ || fading_.what()) scene.lit = lit_ ? &*lit_ : &*fading_.what();
    scene.fade = fading_.level();
    const std::optional<StoryHit> selected = weight_of(*story_, selected_, at);
    if (scene.lit == nullptr && pointed_ < 0 && selected) {  // it is marked; nothing fades for it
        scene.lit = &*selected;
        scene.fade = 0;
    }
    const std::optional<StoryHit> hit = draw_story(painter, page, scene, mouse);
    context.targets.put("story", page);
    context.targets.put("story area", area);
    context.targets.put("story weights", scene.layout->card);
    const bool same = lit_ && hit && lit_->same(*hit);
    if (!same) tooltip_ = hit ? tooltip_of(scene, *hit) : "";
    if (lit_.has_value() != hit.has_value() || (hit && !same)) ui.keep_awake();  // its lines light up
    lit_ = hit;
    if (!hit) return;
    *ui.cursor = CursorShape::hand;
    // A weight is said below the card, where it covers none of the others.
    if (hit->kind != StoryHit::Kind::weight || scene.layout->caption.h <= 0) tooltip(ui, hit->rect, tooltip_);
    if (touched.clicked) click(context, state, *hit);
}

void StoryPage::move(int by) { pointed_ = std::clamp(asked() + by, 0, tokens() - 1); }

void StoryPage::open(ViewContext& context, WalkState& state) {
    if (time_) {
        const TimeLayer& last = time_->text.layers.back();  // a convolution has no steps: a row of the layer's result
        const int step = last.steps[static_cast<std::size_t>(asked())], record = step >= 0 ? step : last.hidden;
        lead(context, state, cell_of(context.shown.current->trace(), record, 0, step >= 0 ? 0 : asked(), 0));
        return;
    }
    const StoryHead at = head_shown();
    const StoryBlock& block = story_->blocks[static_cast<std::size_t>(at.block)];
    const StorySublayer* attention = attention_of(block);
    if (attention == nullptr) return;
    const int row = asked();
    int strongest = 0;
    const auto weight = [&](int key) { return Story::weight(*context.shown.current, block, at.head, row, key); };
    for (int key = 1; key < static_cast<int>(story_->keys().size()); ++key)
        if (weight(key) > weight(strongest)) strongest = key;
    context.cursor.head = at.head;
    lead(context, state, cell_of(context.shown.current->trace(), attention->weights, at.head, row, strongest));
}

bool StoryPage::draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation,
                          const Cursor& cursor) const {
    const Rect inside = page.inset(1.6F * painter.em(), 0.8F * painter.em());
    if (std::optional<TimeStory> time = time_story_of(evaluation)) {
        if (veiled_) veil(*time);
        painter.fill(page, painter.theme().background);
        static_cast<void>(draw_time_story(painter, inside, {.evaluation = evaluation, .story = *time}, nowhere));
        return true;
    }
    std::optional<Story> story = story_of(evaluation);
    if (!story) return false;
    if (veiled_) veil(*story);
    const CellRef cell = locked_cell(evaluation.trace(), cursor);
    const StoryPlace selected = place_in_story(*story, evaluation.trace(), cell.record, cell.cell);
    const StoryHead told = head_of(*story, selected);
    const StoryHead at = model_ == evaluation.inputs().model ? chosen_.value_or(told) : told;
    painter.fill(page, painter.theme().background);
    StoryScene scene{.evaluation = evaluation, .story = *story, .open_block = at.block, .head = at.head};
    StoryRow row;
    if (selected.row >= 0) {
        row = row_said(evaluation, selected.row);
        scene.token = selected.row;
        scene.row = &row;
    }
    const std::optional<StoryHit> weight = weight_of(*story, selected, at);
    if (weight) scene.lit = &*weight;
    scene.fade = 0;
    static_cast<void>(draw_story(painter, inside, scene, nowhere));
    return true;
}

/// Of all of them, with what is beside them.
float StoryPage::buttons_width(Ui& ui) const {
    float wide = 0;
    for (const NextButton& row : next_buttons)
        wide += button_width(ui, row.label, next_style(row, share_)) + 0.6F * share_ * ui.em;
    return wide;
}

float StoryPage::buttons(ViewContext& context, const Rect& page, WalkState& state) {
    if (context.presented) return 0;  // keys and the lesson's steps lead there
    Ui& ui = context.ui;
    const float em = share_ * ui.em;
    float right = page.right();
    for (const NextButton& row : next_buttons) {
        const float width = button_width(ui, row.label, next_style(row, share_));
        const Rect place = Rect{right - width, page.y + 0.2F * em, width, 2.1F * em}.snapped();
        right = place.x - 0.6F * em;
        context.targets.put(row.id, place);
        if (button(ui, row.id, place, row.label, next_style(row, share_))) {
            state.zoom = row.to;
            if (row.to == Zoom::architecture) context.preferences.architecture = true;
        }
    }
    return page.right() - right;
}

/// To the stage of a cell: what it is comes before the cell's arithmetic, and nothing of it is under the mouse yet.
void StoryPage::lead(ViewContext& context, WalkState& state, const CellRef& cell) {
    const Trace& trace = context.shown.current->trace();
    jump(trace, context.cursor, cell);
    state.focus.introduced = locked_cell(trace, context.cursor);
    state.focus.hovered = {};
    state.zoom = Zoom::stage;
    let_mouse_rest(context.ui);
}

void StoryPage::click(ViewContext& context, WalkState& state, const StoryHit& hit) {
    const StoryHead at = head_shown();
    const StorySublayer* attention = attention_of(story_->blocks[static_cast<std::size_t>(at.block)]);
    if (hit.kind == StoryHit::Kind::fold) {
        chosen_ = {hit.number, 0};
    } else if (hit.kind == StoryHit::Kind::head) {
        if (attention != nullptr) chosen_ = {at.block, (at.head + 1) % attention->heads};
    } else if (hit.record >= 0) {
        const int head = hit.kind == StoryHit::Kind::before ? 0 : at.head;
        context.cursor.head = head;
        const Trace& trace = context.shown.current->trace();
        int record = hit.record, row = std::max(0, hit.token), column = hit.column;
        if (trace.record(record).kind == Record::Kind::parameter) {  // an entry of a table: the stage that reads it
            const auto reads = [&](int id) {
                const std::vector<int>& operands = trace.record(id).operands;
                return std::ranges::find(operands, hit.record) != operands.end();
            };
            const auto reader = std::ranges::find_if(trace.stages(), reads);
            if (reader == trace.stages().end()) return;
            record = *reader;
            column = std::min(row, trace.record(record).shape.cols() - 1);
            row = asked();
        }
        lead(context, state, cell_of(trace, record, head, row, column));
    }
    lit_.reset();
    fading_.forget();
}

}  // namespace glassformer
