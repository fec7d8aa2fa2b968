#include "app/views/walk/architecture_page.h"

#include <algorithm>
#include <cmath>

#include "app/paint/smaller_painter.h"
#include "app/views/walk/story_page.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/model/model.h"
#include "core/session/same_model.h"

namespace glassformer {

namespace {

constexpr float smallest_diagram_em = 12;

Rect diagram_page_in(float em, const Rect& area) { return area.inset(1.6F * em, 0.8F * em); }

/// The first attention, which readers look for; else what its blocks are made of.
int first_selected(const Diagram& diagram) {
    const auto find = [&](auto&& fits) {
        const auto at = std::ranges::find_if(diagram.boxes, fits);
        return at == diagram.boxes.end() ? -1 : static_cast<int>(at - diagram.boxes.begin());
    };
    const int attention = find([](const DiagramBox& box) { return box.kind == DiagramBox::Kind::attention; });
    if (attention >= 0) return attention;
    return std::max(0,
                    find([](const DiagramBox& box) { return box.repeated || box.kind == DiagramBox::Kind::lookup; }));
}

/// Sizes of text to be tried, the largest first: whole pixels, which are drawn sharper than others, and none whose
/// names would be drawn larger than the picture is laid out for, as in a lecture hall.
std::vector<float> diagram_sizes(const Painter& painter, float least) {
    const float em = painter.em(), legible = std::ceil(painter.least_text() * em);
    std::vector<float> sizes{std::max(em, legible)};
    const auto smallest = static_cast<int>(std::ceil(std::max(least, legible)));
    for (int next = static_cast<int>(std::ceil(sizes.front())) - 1; next >= smallest; --next)
        sizes.push_back(static_cast<float>(next));
    return sizes;
}

struct DiagramButton {
    const char *id, *label, *what;
    Zoom to;
    bool selected;
};
constexpr DiagramButton diagram_buttons[] = {
    {"story step", texts::walk::story_step, texts::walk::story_step_hint, Zoom::stage, true},
    {"story map", texts::walk::story_map, texts::walk::story_map_hint, Zoom::model, false},
    {"story flow", texts::walk::story_flow, texts::walk::story_flow_hint, Zoom::story, false}};

}  // namespace

void ArchitecturePage::read(const Evaluation& evaluation) {
    if (read_of_ == evaluation.generation()) return;
    const std::string before = selected_ >= 0 && selected_ < static_cast<int>(diagram_.boxes.size())
                                   ? diagram_.boxes[static_cast<std::size_t>(selected_)].name
                                   : std::string();
    const std::size_t count = diagram_.boxes.size();
    diagram_ = diagram_of(evaluation);
    read_of_ = evaluation.generation();
    facts_of_ = laid_out_box_ = -1;
    lit_.reset();
    const bool other = !same_model(model_, evaluation.inputs().model);
    if (other && !model_.empty()) left_at_.clear();  // the cursor was carried to the other model
    model_ = evaluation.inputs().model;
    // Another text or another number keeps the box; a switch of the architecture too, if there is one of that name.
    if (!other && selected_ >= 0 && count == diagram_.boxes.size()) return;
    const auto same = std::ranges::find(diagram_.boxes, before, &DiagramBox::name);
    selected_ = !other && same != diagram_.boxes.end() ? static_cast<int>(same - diagram_.boxes.begin())
                                                       : first_selected(diagram_);
}

/// The box that the cursor's stage lies in; of a run that is still at its first stage the attention.
void ArchitecturePage::select_at(const Trace& trace, const Cursor& cursor) {
    const int record = record_at(trace, cursor);
    if (record < 0 || record == trace.stages().front()) return;
    const int box = diagram_.box_of(record);
    if (box < 0) return;
    selected_ = box;
    if (trace.record(record).site.block >= 0) block_ = trace.record(record).site.block;
}

void ArchitecturePage::run(Command command, ViewContext& context, WalkState& state) {
    if (command == Command::block_forward || command == Command::block_back)
        turn_block(command == Command::block_forward ? 1 : -1);
    else if (command == Command::edit)
        open(context, state);
    else
        move(command == Command::row_up ? -1 : 1);
}

bool ArchitecturePage::shows(ViewContext& context, const Rect& area, const Rect& whole, WalkState& state) {
    visible_ = takes_all_ = false;
    if (state.zoom != Zoom::architecture) {
        left_at_.clear();
        lit_.reset();
        tooltip_.clear();
        return false;
    }
    if (!context.shown.current) return false;
    const Evaluation& evaluation = *context.shown.current;
    read(evaluation);
    block_ = std::clamp(block_, 0, std::max(0, blocks() - 1));
    if (left_at_.empty()) {
        left_at_ = context.cursor.record;
        select_at(evaluation.trace(), context.cursor);
    }
    if (left_at_ != context.cursor.record) {  // a step, a search: on to the stage
        state.zoom = Zoom::stage;
        left_at_.clear();
        return false;
    }
    const bool small = area.w * area.h < picture_share * context.ui.window.w * context.ui.window.h;
    for (const DiagramSide side : {DiagramSide::shown, DiagramSide::left_out, DiagramSide::brief})
        for (const float em : diagram_sizes(context.ui.painter, smallest_diagram_em)) {
            share_ = em / context.ui.em;
            side_ = side;
            SmallerPainter painter(context.ui.painter, share_);
            const auto fits = [&](const Rect& place) {
                return has_room(painter, diagram_page_in(painter.em(), place), diagram_, side);
            };
            takes_all_ = (small || !fits(area)) && fits(whole);
            visible_ = takes_all_ || fits(area);
            if (visible_) return true;
        }
    state.zoom = Zoom::story;
    context.notice = texts::walk::no_room_for_architecture;
    left_at_.clear();
    return false;
}

int ArchitecturePage::blocks() const {
    int most = 0;
    for (const DiagramColumn& column : diagram_.columns) most = std::max(most, column.blocks);
    return most;
}

void ArchitecturePage::move(int by) {
    selected_ = std::clamp(selected_ - by, 0, static_cast<int>(diagram_.boxes.size()) - 1);
}

void ArchitecturePage::turn_block(int by) { block_ = std::clamp(block_ + by, 0, std::max(0, blocks() - 1)); }

void ArchitecturePage::draw(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const Region touched = region(ui, "architecture", area);
    SmallerPainter painter(ui.painter, share_);
    const Rect page = diagram_page_in(painter.em(), area);
    const float beside_title = buttons(context, page, state);
    if (facts_of_ != selected_ || facts_at_ != block_) facts_ = facts_of(evaluation, diagram_, selected_, block_);
    facts_of_ = selected_;
    facts_at_ = block_;
    if (laid_out_ != page || laid_out_em_ != painter.em() || laid_out_box_ != selected_ || laid_out_block_ != block_ ||
        laid_out_side_ != side_)
        layout_ = lay_out(painter, page, evaluation, diagram_, facts_, selected_, block_, beside_title, side_);
    laid_out_ = page;
    laid_out_em_ = painter.em();
    laid_out_box_ = selected_;
    laid_out_block_ = block_;
    laid_out_side_ = side_;
    veiled_ = context.rules.asks_prediction;
    const DiagramScene scene{.evaluation = evaluation,
                             .diagram = diagram_,
                             .facts = facts_,
                             .selected = selected_,
                             .block = block_,
                             .veiled = veiled_};
    const auto hit = draw_diagram(painter, layout_, scene, touched.hovered ? touched.mouse : nowhere);
    context.targets.put("architecture", page);
    for (std::size_t i = 0; i < diagram_.boxes.size(); ++i)
        context.targets.put("box " + std::to_string(i + 1), layout_.boxes[i]);
    for (std::size_t i = 0; i < layout_.nodes.size(); ++i)
        context.targets.put("box stage " + std::to_string(i + 1), layout_.nodes[i].rect);
    for (std::size_t i = 0; i < layout_.repeats.size(); ++i)
        if (layout_.repeats[i].w > 0) context.targets.put("blocks " + std::to_string(i + 1), layout_.repeats[i]);
    const bool same = lit_ && hit && lit_->same(*hit);
    if (!same) tooltip_ = hit ? tooltip_of(scene, *hit) : "";
    if (lit_.has_value() != hit.has_value() || (hit && !same)) ui.keep_awake();
    lit_ = hit;
    if (!hit) return;
    *ui.cursor = CursorShape::hand;
    tooltip(ui, hit->rect, tooltip_);
    if (touched.clicked) click(context, state, *hit);
}

void ArchitecturePage::lead(ViewContext& context, WalkState& state, int record) const {
    const Trace& trace = context.shown.current->trace();
    go_to(trace, context.cursor, record);
    context.cursor.locked = false;
    context.cursor.limit = -1;
    state.focus.hovered = {};
    state.zoom = Zoom::stage;
    let_mouse_rest(context.ui);
}

void ArchitecturePage::open(ViewContext& context, WalkState& state) const {
    lead(context, state, diagram_.boxes[static_cast<std::size_t>(selected_)].first(block_));
}

void ArchitecturePage::click(ViewContext& context, WalkState& state, const DiagramHit& hit) {
    if (hit.record >= 0)
        lead(context, state, hit.record);
    else if (hit.kind == DiagramHit::Kind::blocks)
        block_ = diagram_.columns[static_cast<std::size_t>(hit.number)].after(block_);
    else if (hit.number == selected_)
        open(context, state);
    else
        selected_ = hit.number;
    tooltip_.clear();
    lit_.reset();
    context.ui.keep_awake();
}

std::string ArchitecturePage::selected_name() const {
    return visible_ ? diagram_.boxes[static_cast<std::size_t>(selected_)].name : std::string();
}

/// Returns the width that they take.
float ArchitecturePage::buttons(ViewContext& context, const Rect& page, WalkState& state) const {
    if (context.presented) return 0;  // keys and the lesson's steps lead there
    Ui& ui = context.ui;
    const float em = share_ * ui.em;
    float right = page.right();
    for (const DiagramButton& row : diagram_buttons) {
        const ButtonStyle style{.selected = row.selected, .size = share_ * em::body, .hint = row.what};
        const float width = button_width(ui, row.label, style);
        const Rect place = Rect{right - width, page.y, width, 2.1F * em}.snapped();
        right = place.x - 0.6F * em;
        context.targets.put(row.id, place);
        if (!button(ui, row.id, place, row.label, style)) continue;
        state.zoom = row.to;
        if (row.to == Zoom::story) context.preferences.architecture = false;
    }
    return page.right() - right;
}

bool ArchitecturePage::draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation,
                                 const Cursor&) const {
    const Diagram diagram = diagram_of(evaluation);
    const bool same = read_of_ == evaluation.generation();
    const int selected = same ? selected_ : first_selected(diagram), block = same ? block_ : 0;
    painter.fill(page, painter.theme().background);
    const DiagramFacts facts = facts_of(evaluation, diagram, selected, block);
    const std::vector<float> sizes = diagram_sizes(painter, 0.4F * painter.em());
    for (std::size_t i = 0; i < 3 * sizes.size(); ++i) {
        const auto side = static_cast<DiagramSide>(i / sizes.size());
        SmallerPainter smaller(painter, sizes[i % sizes.size()] / painter.em());
        const Rect inside = diagram_page_in(smaller.em(), page);
        if (!has_room(smaller, inside, diagram, side)) continue;
        const DiagramLayout at = lay_out(smaller, inside, evaluation, diagram, facts, selected, block, 0, side);
        static_cast<void>(draw_diagram(smaller, at,
                                       {.evaluation = evaluation,
                                        .diagram = diagram,
                                        .facts = facts,
                                        .selected = selected,
                                        .block = block,
                                        .veiled = veiled_},
                                       nowhere));
        return true;
    }
    return false;
}

}  // namespace glassformer
