#include "app/views/compare/maps.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/pictures/board/reduced.h"
#include "app/views/compare/run_map.h"
#include "app/views/compare/texts.h"

namespace glassformer {

namespace {

constexpr std::uint64_t tag_of_b = 1ULL << 62;  // textures of B are not A's, though both count from 1
constexpr int measured_labels_of_map = 300;     // of so many the widest gives the room; of more it may be the widest

/// Room for the labels of one grid, from the labels of all its maps.
MapNeeds needs_of(Painter& painter, int maps, int rows, int cols, const MapLabels& row_labels,
                  const MapLabels& col_labels) {
    const float em = painter.em();
    const auto widest = [&](const std::vector<std::string>& names) {
        return MatrixWords{.names = names, .longest = longest_map_label}.widest(painter, em::small);
    };
    const float width = widest(col_labels.of[2]);
    MapNeeds needs{.maps = maps, .rows = rows, .cols = cols};
    for (std::size_t m = 0; m < 3; ++m)
        needs.row_labels[m] = widest(row_labels.of[m]) + (row_labels.of[m].empty() ? 0.0F : 0.7F * em);
    needs.col_labels = col_labels.words ? width * 0.71F + 1.1F * em : 1.3F * em;
    needs.slanted = col_labels.words ? 0.6F * width : 0;
    needs.rows_differ = row_labels.differ;
    needs.cols_differ = col_labels.differ;
    return needs;
}

std::string map_shape_text(const Slice& slice) {
    const std::string cols = std::to_string(slice.values.cols);
    return slice.values.rows == 1 && slice.row_dim < 0 ? cols : std::to_string(slice.values.rows) + " × " + cols;
}

/// The largest number of the highlighted row, where the rows are weights or probabilities: what two runs differ in is
/// often which one that is.
CellAt strongest_of_row(const RunMap& map) {
    constexpr int most = 100'000;  // numbers looked through within a frame
    if (map.style.map != HeatMap::sequential || !map.locked || map.locked.row >= map.values.rows) return {};
    if (map.values.cols < 2 || map.values.cols > most) return {};
    const ConstMatrix row = here(block(map.values, map.locked.row, 0, 1, map.values.cols));
    CellAt largest{map.locked.row, 0};
    for (int c = 1; c < row.cols; ++c)
        if (row.at(0, c) > row.at(0, largest.col)) largest.col = c;
    return largest;
}

/// Sets the labels of a map whose window is known.
void label_map(RunMap& map, const MapNeeds& needs, const MapLabels& rows, const MapLabels& cols, std::size_t which,
               bool with_rows, bool with_cols) {
    const auto words_of = [which](const MapLabels& labels, bool named) {
        MatrixWords words{.longest = longest_map_label, .words = labels.words, .most_lean = 45, .least = 0.68F};
        if (named) words.names = labels.of[which], words.unknown = labels.unknown[which];
        for (const int line : labels.differing) words.lit.push_back({.line = line});
        return words;
    };
    map.row_labels = words_of(rows, with_rows);
    map.col_labels = words_of(cols, with_cols);
    map.col_labels.least = em::small;
    map.trail = needs.slanted;
}

}  // namespace

/// Computed once per difference and head; the generation tells apart evaluations at the same place in memory.
float RunMaps::difference_limit(Painter& painter, const ConstMatrix& matrix) {
    if (!difference_.is(matrix))
        difference_ = {matrix.data, matrix.generation, matrix.rows, matrix.cols, painter.limit(matrix), {}};
    return difference_.limit;
}

CellAt RunMaps::largest(int map, const ConstMatrix& matrix) {
    Known& known = largest_[static_cast<std::size_t>(map)];
    if (known.is(matrix)) return known.largest;
    known = {matrix.data, matrix.generation, matrix.rows, matrix.cols, 0, {0, 0}};
    constexpr std::size_t most = 2'000'000;  // numbers looked through within a frame
    if (static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.cols) > most) return known.largest;
    const ConstMatrix values = here(matrix);
    for (int r = 0; r < values.rows; ++r)
        for (int c = 0; c < values.cols; ++c) {
            const float size = std::abs(values.at(r, c));
            if (!std::isfinite(size) || size <= known.limit) continue;
            known.limit = size;
            known.largest = {r, c};
        }
    return known.largest;
}

MapWindow RunMaps::window_of(int map, const MapPlan& plan, const MapNeeds& needs, const ConstMatrix& matrix,
                             CellAt locked) {
    MapWindow window{.rows = plan.rows, .cols = plan.cols, .cell_w = plan.cell_w, .cell_h = plan.cell_h};
    if (plan.rows == needs.rows && plan.cols == needs.cols) return window;
    const bool there = locked && locked.row < needs.rows && locked.col >= 0 && locked.col < needs.cols;
    const CellAt wanted = there ? locked : largest(map, matrix);
    window.first_row = first_line(plan.rows, needs.rows, wanted.row);
    window.first_col = first_line(plan.cols, needs.cols, wanted.col);
    return window;
}

CellRef RunMaps::cell_of_a(CellAt at) const {
    if (!at || at.row >= slice_a_.values.rows || at.col >= slice_a_.values.cols) return {};
    return {slice_a_.record, slice_a_.cell(at.row, at.col)};
}

CellRef RunMaps::cell_of_b(CellAt at) const {
    if (!has_b_ || !at || at.row >= slice_b_.values.rows || at.col >= slice_b_.values.cols) return {};
    return {slice_b_.record, slice_b_.cell(at.row, at.col)};
}

std::optional<RunsHit> RunMaps::draw(Painter& full, const Rect& area, const RunsScene& scene, Vec2 mouse) {
    windows_ = {};
    if (area.w < 4 || area.h < 4) return {};
    // Separate maps need twice the labels.
    const bool two = scene.alone && scene.b != nullptr && scene.record_b >= 0;
    SmallerPainter reduced(full, reduction({area.x, area.y, area.w, two ? 0.65F * area.h : area.h}, full.em()));
    Painter& painter = reduced;
    const Scene of_a{.evaluation = scene.a, .record = scene.record_a, .head = scene.head, .memory = &scene.memory_a};
    Page page_a(painter, area, of_a, mouse, scene.memory_a);
    slice_a_ = page_a.slice(scene.record_a);
    std::optional<Scene> of_b;
    std::optional<Page> page_b;
    has_b_ = scene.b != nullptr && scene.record_b >= 0;
    slice_b_ = {};
    if (has_b_) {
        of_b.emplace(
            Scene{.evaluation = *scene.b, .record = scene.record_b, .head = scene.head, .memory = &scene.memory_b});
        page_b.emplace(painter, area, *of_b, mouse, scene.memory_b);
        slice_b_ = page_b->slice(scene.record_b);
        slice_b_.values.generation |= tag_of_b;
        if (scene.matched != nullptr) {
            const Shape& shape = scene.matched->shape;
            slice_b_.values = {.data = scene.matched->data.data() + shape.offset(slice_b_.at),
                               .rows = slice_b_.values.rows,
                               .cols = slice_b_.values.cols,
                               .row_stride = shape.cols(),
                               .col_stride = 1,
                               .generation = scene.generation | tag_of_b};
        }
    }

    std::array<RunMap, 3> maps;
    maps[0] = {.name = texts::compare::run_a,
               .drawn = true,
               .values = slice_a_.values,
               .style = page_a.style(scene.record_a, slice_a_.values),
               .symbol = page_a.trace.coloured_symbol(scene.record_a),
               .shape = map_shape_text(slice_a_),
               .hatched = texts::compare::only_in_b_cell};
    maps[1] = {.name = texts::compare::run_b, .missing = scene.no_b, .hatched = texts::compare::only_in_a_cell};
    maps[2] = {
        .name = texts::compare::runs_apart, .missing = scene.no_difference, .hatched = texts::compare::in_one_run_cell};
    if (has_b_) {
        maps[1].drawn = true;
        maps[1].values = slice_b_.values;
        maps[1].style = page_b->style(scene.record_b, slice_b_.values);
        maps[1].symbol = page_b->trace.coloured_symbol(scene.record_b);
        maps[1].shape = map_shape_text(slice_b_);
    }
    Page* const b = page_b ? &*page_b : nullptr;
    if (scene.alone)
        place_alone(page_a, b, area, scene, maps);
    else
        place_together(page_a, b, area, scene, maps);

    if (!scene.alone && maps[1].drawn)
        for (std::size_t m = 0; m < 2; ++m) {
            maps[m].strongest = strongest_of_row(maps[m]);
            for (RunMap& map : maps) map.named_columns[m] = maps[m].strongest.col;
        }

    std::optional<RunsHit> hit;
    for (int m = 0; m < 3; ++m) {
        const auto i = static_cast<std::size_t>(m);
        RunMap& map = maps[i];
        windows_[i] = map.window;
        const Rect& rect = map.window.rect;
        if (rect.w <= 0) continue;  // it is none of those shown
        draw_run_map(scene.alone && m == 1 ? *b : page_a, map);
        if (!map.drawn || !rect.contains(mouse)) continue;
        if (CellAt at = cell_at(rect, map.window.rows, map.window.cols, mouse)) {
            at = {at.row + map.window.first_row, at.col + map.window.first_col};
            hit = RunsHit{.map = m, .at = at, .rect = place(m, at)};
        }
    }
    return hit;
}

/// Places all three maps on one grid.
void RunMaps::place_together(Page& a, Page* b, const Rect& area, const RunsScene& scene, std::array<RunMap, 3>& maps) {
    Painter& painter = a.painter;
    const float em = painter.em();
    if (b != nullptr) {
        maps[0].style.limit = maps[1].style.limit = std::max(maps[0].style.limit, maps[1].style.limit);
        maps[1].style.map = maps[0].style.map;
        maps[1].style.meaning = maps[0].style.meaning;
    }
    if (scene.difference != nullptr && b != nullptr) {
        const Shape& common = scene.difference->shape;
        maps[2].drawn = true;
        maps[2].values = {.data = scene.difference->data.data() + common.offset(slice_a_.at),
                          .rows = slice_a_.row_dim >= 0 ? common.size(slice_a_.row_dim) : 1,
                          .cols = common.cols(),
                          .row_stride = common.cols(),
                          .col_stride = 1,
                          .generation = scene.generation};
        maps[2].style = {.map = HeatMap::diverging,
                         .meaning = maps[0].style.meaning,
                         // What is lost in single precision does not shine.
                         .limit = std::max(difference_limit(painter, maps[2].values), 1e-5F * maps[0].style.limit),
                         .own_scale = true};
    }
    const int rows = std::max(slice_a_.values.rows, b != nullptr ? slice_b_.values.rows : 0);
    const int cols = std::max(slice_a_.values.cols, b != nullptr ? slice_b_.values.cols : 0);
    const auto labels = [&](bool of_rows, int first, int count) {
        return labels_along(a, b, slice_a_, slice_b_, of_rows, first, count, scene.rows_of_b);
    };
    const std::size_t shown = scene.before_and_after ? 2 : 3;
    // Which map is at a place, and the place of a map: the same for both orders.
    const auto turned = [&](std::size_t i) { return scene.before_and_after ? 1 - i : i; };
    MapNeeds needs =
        needs_of(painter, static_cast<int>(shown), rows, cols, labels(true, 0, std::min(rows, measured_labels_of_map)),
                 labels(false, 0, std::min(cols, measured_labels_of_map)));
    if (scene.before_and_after) std::swap(needs.row_labels[0], needs.row_labels[1]);
    const MapPlan plan = best_plan(area, em, needs);
    MapWindow window = window_of(0, plan, needs, slice_a_.values, scene.locked);
    const Vec2 size{plan.cell_w * static_cast<float>(plan.cols), plan.cell_h * static_cast<float>(plan.rows)};
    const auto count = static_cast<float>(shown);
    const float later = plan.left[1] + (scene.before_and_after ? 0 : plan.left[2]) + (count - 1) * plan.gap;
    const float margins = plan.left[0] + (plan.beside ? later : 0) + needs.slanted;
    float x = area.x + std::max(0.0F, (area.w - margins - size.x * (plan.beside ? count : 1.0F)) / 2);
    float y = area.y + std::max(0.0F, std::min((area.h - plan_height(plan, static_cast<int>(shown))) / 2, 1.5F * em));
    for (std::size_t m = 0; m < shown; ++m) {
        window.rect = Rect{x + plan.left[m], y + plan.top[m], size.x, size.y}.snapped();
        maps[turned(m)].window = window;
        if (plan.beside)
            x += plan.left[m] + size.x + plan.gap;
        else
            y += plan.top[m] + size.y + plan.gap;
    }
    const MapLabels row_labels = labels(true, window.first_row, window.rows);
    const MapLabels col_labels = labels(false, window.first_col, window.cols);
    for (std::size_t place = 0; place < shown; ++place) {
        const std::size_t m = turned(place);
        RunMap& map = maps[m];
        map.rows = rows;
        map.cols = cols;
        map.top = plan.top[place];
        map.legend_below = plan.beside;
        // A title may extend over the row labels of the next map.
        map.title_right = !plan.beside        ? map.window.rect.right()
                          : place + 1 < shown ? maps[turned(place + 1)].window.rect.x - em
                                              : area.right();
        map.locked = scene.locked;
        map.pointed = scene.pointed;
        label_map(map, needs, row_labels, col_labels, m, plan.left[place] > 0,
                  place == 0 || plan.beside || needs.cols_differ);
    }
    if (scene.before_and_after) {
        maps[0].name = texts::compare::after;
        maps[1].name = texts::compare::before;
    }
    maps[1].symbol = maps[0].symbol;
    maps[2].shape = "";
}

/// Places A above B; room that one does not need goes to the other.
void RunMaps::place_alone(Page& a, Page* b, const Rect& area, const RunsScene& scene, std::array<RunMap, 3>& maps) {
    Painter& painter = a.painter;
    const float em = painter.em(), gap = 0.9F * em;
    const std::array<Page*, 2> pages{&a, b};
    const std::array<const Slice*, 2> slices{&slice_a_, &slice_b_};
    std::array<MapNeeds, 2> needs;
    std::array<MapPlan, 2> plans;
    const std::size_t count = b != nullptr ? 2 : 1;
    const auto labels = [&](std::size_t m, bool of_rows, int first, int lines) {
        return labels_along(*pages[m], nullptr, *slices[m], {}, of_rows, first, lines);
    };
    for (std::size_t m = 0; m < count; ++m) {
        const int rows = slices[m]->values.rows, cols = slices[m]->values.cols;
        needs[m] = needs_of(painter, 1, rows, cols, labels(m, true, 0, std::min(rows, measured_labels_of_map)),
                            labels(m, false, 0, std::min(cols, measured_labels_of_map)));
    }
    const auto plan = [&](std::size_t m, float high) {
        plans[m] = plan_for(false, {area.x, area.y, area.w, high}, em, needs[m]);
        return plan_height(plans[m], 1);
    };
    if (count == 1) {
        plan(0, area.h);
    } else {
        const float rows_a = static_cast<float>(needs[0].rows + 2), rows_b = static_cast<float>(needs[1].rows + 2);
        const float both = area.h - gap;
        const float taken = plan(0, both * std::clamp(rows_a / (rows_a + rows_b), 0.35F, 0.65F));
        plan(0, std::max(taken, both - plan(1, both - taken)));
    }
    float y = area.y;
    for (std::size_t m = 0; m < count; ++m) {
        RunMap& map = maps[m];
        const MapPlan& at = plans[m];
        map.window = window_of(static_cast<int>(m), at, needs[m], slices[m]->values, m == 0 ? scene.locked : CellAt{});
        map.window.rect = Rect{area.x + at.left[0], y + at.top[0], at.cell_w * static_cast<float>(at.cols),
                               at.cell_h * static_cast<float>(at.rows)}
                              .snapped();
        y += plan_height(at, 1) + gap;
        map.rows = needs[m].rows;
        map.cols = needs[m].cols;
        map.top = at.top[0];
        map.title_right = std::min(area.right(), std::max(map.window.rect.right(), map.window.rect.x + 30 * em));
        if (m == 0) map.locked = scene.locked;
        if (scene.pointed_in == static_cast<int>(m)) map.pointed = scene.pointed;
        label_map(map, needs[m], labels(m, true, map.window.first_row, map.window.rows),
                  labels(m, false, map.window.first_col, map.window.cols), m, true, true);
    }
}

}  // namespace glassformer
