// Page below the bar: breadcrumb of the cursor, the three maps with the largest difference, and the card with both
// values of the explained cell.
#include <fmt/core.h>

#include <algorithm>

#include "app/views/compare/compare.h"
#include "app/views/compare/texts.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/number_choice.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

/// Row and column of a record's cell in the slice shown for its head; {−1, −1} in another head.
CellAt line_of(const Trace& trace, const CellRef& cell, int head) {
    if (!cell) return {};
    const Grid grid = grid_of(trace, cell.record, head);
    if (grid.rank >= 3) return cell.cell[0] == grid.head ? CellAt{cell.cell[1], cell.cell[2]} : CellAt{};
    if (grid.rank == 2) return {cell.cell[0], cell.cell[1]};
    return {0, cell.cell[0]};
}

}  // namespace

/// Breadcrumb of the cursor, and the choice of a head.
void CompareView::heading(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Trace& trace = a_->trace();
    const Record& at = trace.record(record_);
    area.take_top(0.3F * em);
    Rect line = area.take_top(1.9F * em);
    if (head_count(trace, at) > 1 && at.shape.rank() >= 3)
        choose_number(context, "head", line, texts::compare::head, numbered(head_count(trace)), context.cursor.head);
    const std::vector<Crumb> crumbs = breadcrumb(trace, record_, context.cursor.head);
    float x = line.x;
    for (std::size_t i = 1; i < crumbs.size(); ++i) {  // the model is named above
        const bool last = i + 1 == crumbs.size();
        const Face face = last ? Face::bold : Face::sans;
        const Rect place{x, line.y, std::max(0.0F, line.right() - x), line.h};
        text_in(ui.painter, place, crumbs[i].text,
                {.colour = last ? ui.theme.text : ui.theme.muted, .size = em::body, .face = face});
        x += ui.painter.measure(crumbs[i].text, em::body, face).width;
        if (last) continue;
        text_in(ui.painter, {x, line.y, 1.4F * em, line.h}, "›",
                {.colour = ui.theme.faint, .size = em::body, .align = Align::centre});
        x += 1.4F * em;
    }
    area.take_top(0.2F * em);
}

std::string CompareView::note(const ViewContext& context) const {
    static_cast<void>(context);
    if (!b_) return other_.shown().error.empty() ? texts::compare::computing_b : texts::compare::no_b;
    const RecordDifference* stage = stage_at(record_);
    const Record& at = a_->trace().record(record_);
    if (stage == nullptr) return texts::compare::not_a_stage;
    if (stage->b < 0) return fmt::format(texts::compare::not_in_b, at.name);
    const Shape &of_a = at.shape, &of_b = b_->trace().record(stage->b).shape;
    // The common shape is known before the stage is compared.
    const CommonShape common = common_shape(of_a, of_b);
    if (!common.any()) return fmt::format(texts::compare::not_comparable, common.reason);
    if (other_.matches_words()) return texts::compare::rows_by_word;
    if (stage->only_a + stage->only_b == 0) return "";
    for (int d = 0; d < of_a.rank(); ++d)
        if (of_a.size(d) != of_b.size(d)) {
            const int both = common.shape.size(d);
            const std::string in_a = token_count_text(of_a.size(d));
            return both == 1 ? fmt::format(texts::compare::first_token_compared, in_a, of_b.size(d))
                             : fmt::format(texts::compare::first_tokens_compared, in_a, of_b.size(d), both);
        }
    return "";
}

void CompareView::figures(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    const RecordDifference* stage = stage_at(record_);
    note_ = note(context);
    const Rect line = rest.take_top(1.5F * em);
    std::string text;
    if (stage != nullptr && stage->reason.empty() && stage->compared > 0) {
        if (stage->largest == 0) {
            text = texts::compare::identical_stage;
        } else {
            const CellRef where{stage->a, stage->where};
            const Record& at = a_->trace().record(record_);
            std::string there = plain_name(*a_, where);
            if (at.shape.rank() >= 3) there = fmt::format(texts::compare::cell_in_head, there, stage->where[0] + 1);
            const std::string rest_of_it =
                fmt::format(texts::compare::mean_and_relative, number_text(stage->mean), number_text(stage->relative));
            if (stage->parted == 0) {
                text = fmt::format(texts::compare::largest, number_text(stage->largest), there, rest_of_it);
            } else {  // their difference is infinite, so they are counted instead
                const std::string count =
                    parted_text(*stage, at.at(stage->where),
                                b_->trace().record(stage->b).at(matched_cell(other_.rows(*a_, at), stage->where)));
                const std::string others = stage->finite == 0 ? texts::compare::others_identical
                                                              : fmt::format(texts::compare::others_largest,
                                                                            number_text(stage->finite), rest_of_it);
                text = stage->parted == 1 ? fmt::format(texts::compare::parted, count, there, others)
                                          : fmt::format(texts::compare::parted_more, count, there, others);
            }
            context.targets.put("largest", line);
            const Region touched = region(ui, "largest", line, true);
            if (touched.hovered) {
                *ui.cursor = CursorShape::hand;
                const std::string cut = ui.painter.measure(text, em::small).width > line.w ? text + "\n" : "";
                tooltip(ui, line, cut + hint(texts::compare::go_to_largest, compare_largest));
            }
            if (touched.clicked || touched.activated) go_to_largest(context);
        }
    }
    if (text.empty()) {
        text_in(ui.painter, line, note_, {.colour = ui.theme.text, .size = em::small});
        return;
    }
    text_in(ui.painter, line, text, {.colour = ui.theme.text, .size = em::small});
    const Rect below = rest.take_top(1.3F * em);
    text_in(ui.painter, below, note_, {.colour = ui.theme.muted, .size = em::small});
    const Region on_note = region(ui, "compare note", below);
    if (on_note.hovered && ui.painter.measure(note_, em::small).width > below.w) tooltip(ui, below, note_);
}

void CompareView::maps(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const Trace& trace = a_->trace();
    const RecordDifference* stage = stage_at(record_);
    const CellRef locked = locked_cell(trace, context.cursor);
    CellAt pointed = pointed_;
    int pointed_in = pointed_in_;
    if (focus_.pointed && focus_.pointed.record == record_) {
        pointed = line_of(trace, focus_.pointed, context.cursor.head);
        pointed_in = 0;
    }
    RunsScene scene{
        .a = *a_,
        .b = b_.get(),
        .record_a = record_,
        .record_b = stage != nullptr ? stage->b : -1,
        .difference = stage != nullptr && apart_of_ == record_ && apart_.shape.rank() > 0 ? &apart_ : nullptr,
        .matched = apart_of_ == record_ && matched_.shape.rank() > 0 ? &matched_ : nullptr,
        .rows_of_b = other_.rows(*a_, trace.record(record_)),
        .generation = apart_generation_,
        .head = context.cursor.head,
        .before_and_after = before_and_after(),
        .alone = alone(),
        .locked = line_of(trace, locked, context.cursor.head),
        .pointed = pointed,
        .pointed_in = pointed_in,
        .no_b = note_,
        .no_difference = stage != nullptr && stage->b >= 0 ? note_ : texts::compare::no_difference_map,
        .memory_a = memory_a_,
        .memory_b = memory_b_};
    context.targets.put("maps", area);
    const Region touched = region(ui, "maps", area);
    const std::optional<RunsHit> hit = maps_.draw(ui.painter, area, scene, touched.hovered ? touched.mouse : nowhere);
    static constexpr const char* map_names[] = {"map A", "map B", "map difference"};
    for (int m = 0; m < 3; ++m) context.targets.put(map_names[m], maps_.map(m));
    pointed_ = hit ? hit->at : CellAt{};
    pointed_in_ = hit ? hit->map : 0;
    const bool of_b_alone = hit && scene.alone && hit->map == 1;
    focus_.hovered = hit && !of_b_alone ? maps_.cell_of_a(hit->at) : CellRef{};
    if (locked) {
        static constexpr const char* cell_names[] = {"locked cell", "locked cell B", "locked cell difference"};
        for (int m = 0; m < (scene.alone ? 1 : 3); ++m)
            if (const Rect place = maps_.place(m, scene.locked); place.w > 0) context.targets.put(cell_names[m], place);
    }
    if (const std::string& wanted = context.targets.wanted; wanted.starts_with("cell:")) {
        const NamedCell cell = find_cell(trace, std::string_view(wanted).substr(5));
        if (cell.record == record_)
            if (const Rect place = maps_.place(0, line_of(trace, {cell.record, cell.cell}, context.cursor.head));
                place.w > 0)
                context.targets.put(wanted, place);
    }
    if (!hit) {
        if (touched.clicked) context.cursor.locked = false;
        if (touched.right_clicked) open_runs_menu(context, touched.mouse);
        return;
    }
    const CellRef in_a = of_b_alone ? CellRef{} : maps_.cell_of_a(hit->at), in_b = maps_.cell_of_b(hit->at);
    std::string text;
    if (scene.alone) {
        const Evaluation& run = of_b_alone ? *b_ : *a_;
        const CellRef cell = of_b_alone ? in_b : in_a;
        text = plain_name(run, cell) + (of_b_alone ? "\nB  " : "\nA  ") +
               number_text(static_cast<double>(run.trace().record(cell.record).at(cell.cell)));
    } else {
        const Values found = values_at(*a_, in_a ? in_a : CellRef{record_, in_b.cell});
        text = found.both();
        text += "\nA  " + (found.a ? number_text(static_cast<double>(found.in_a)) : texts::compare::no_such_cell);
        text += "\nB  " + (found.b ? number_text(static_cast<double>(found.in_b)) : texts::compare::no_such_cell);
        if (found.difference) text += "\nA − B  " + number_text(static_cast<double>(found.apart));
    }
    tooltip(ui, hit->rect, text);
    if (!touched.clicked && !touched.right_clicked) return;
    if (in_a)
        jump(trace, context.cursor, in_a);
    else
        context.notice = texts::compare::cell_only_in_b;
    if (!touched.right_clicked) return;
    if (in_a)
        open_cell_menu(context, touched.mouse);
    else
        open_runs_menu(context, touched.mouse);
}

void CompareView::value_card(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    painter.fill(area, theme.panel);
    painter.line({area.x + 0.5F, area.y}, {area.x + 0.5F, area.bottom()}, theme.border);
    // As wide as the cards below it, which leave room for a scroll bar.
    const Rect box = Rect{area.x + 1.1F * em, area.y + 0.8F * em, area.w - 2.9F * em, area.h - 0.8F * em}.snapped();
    painter.fill(box, theme.card, 0.5F * em);
    painter.stroke(box, theme.border, 1, 0.5F * em);
    context.targets.put("compare card", box);
    Rect inside = box.inset(0.85F * em, 0.6F * em);
    seen_ = values(context);
    std::string title = texts::compare::card_title;
    if (seen_.a)
        title = seen_.b ? fmt::format(texts::compare::in_both_runs, seen_.both())
                        : fmt::format(texts::compare::in_a, seen_.both());
    const Rect line = inside.take_top(1.3F * em);
    if (seen_.a && ui.painter.measure(title, em::small).width > line.w) title = seen_.both();
    text_in(painter, line, title, {.colour = theme.muted, .size = em::small});
    inside.take_top(0.2F * em);
    const struct {
        const char* name;
        bool there;
        float value;
        Colour tone;
    } figures[] = {{"A", seen_.a, seen_.in_a, theme.text},
                   {"B", seen_.b, seen_.in_b, theme.text},
                   {"A − B", seen_.difference, seen_.apart, theme.accent}};
    const float each = inside.w / 3;
    for (const auto& figure : figures) {
        Rect column = inside.take_left(each);
        text_in(painter, column.take_top(1.2F * em), figure.name, {.colour = theme.muted, .size = em::small});
        text_in(painter, column.take_top(1.5F * em),
                figure.there ? number_text(static_cast<double>(figure.value)) : "–",
                {.colour = figure.tone, .size = em::body, .face = Face::mono_bold});
    }
}

float CompareView::card_height(const Ui& ui) const { return 6.4F * ui.em; }

}  // namespace glassformer
