#include "app/views/compare/maps.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/pictures/heat_labels.h"
#include "app/pictures/reduced.h"
#include "app/views/compare/map_grid.h"
#include "app/widgets/formula.h"

namespace glassformer {

namespace {

constexpr float number_width = 3, number_height = 1.15F;  // em: such cells carry their numbers
constexpr std::uint64_t tag_of_b = 1ULL << 62;            // textures of B are not A's, though both count from 1
constexpr float legend_width = 11;                        // em

/// One of the three matrices in the grid.
struct Map {
    std::string name;  // "A"
    bool drawn = false;
    ConstMatrix values{};
    HeatStyle style;
    std::string missing;  // in its place where it is not drawn
};

/// Slanted lines: the other run has something here.
void hatch(Painter& painter, const Rect& rect, const std::string& what) {
    if (rect.w < 1 || rect.h < 1) return;
    const Theme& theme = painter.theme();
    painter.push_clip(rect);
    painter.fill(rect, theme.panel);
    const float step = 0.55F * painter.em();
    for (float x = rect.x - rect.h; x < rect.right(); x += step)
        painter.line({x, rect.bottom()}, {x + rect.h, rect.y}, theme.faint);
    const float width = painter.measure(what, em::small).width + painter.em();
    if (rect.w > width && rect.h > 1.5F * painter.em()) {
        const Rect box =
            Rect{rect.centre().x - width / 2, rect.centre().y - 0.7F * painter.em(), width, 1.4F * painter.em()}
                .snapped();
        painter.fill(box, theme.panel, 0.3F * painter.em());
        text_in(painter, box, what, {.colour = theme.muted, .size = em::small, .align = Align::centre});
    }
    painter.pop_clip();
}

/// Where a run has no line any more, the other one may.
void hatch_rest(Painter& painter, const Rect& rect, const MapPlan& plan, int rows, int cols, const std::string& what) {
    const float right = plan.cell_w * static_cast<float>(cols), below = plan.cell_h * static_cast<float>(rows);
    hatch(painter, {rect.x, rect.y + below, rect.w, rect.h - below}, what);
    hatch(painter, {rect.x + right, rect.y, rect.w - right, below}, what);
}

float ramp_place(const HeatStyle& style, float value) {
    if (style.map == HeatMap::diverging) return value / style.limit;
    return (value - style.low) / (style.limit - style.low);
}

void draw_numbers(Painter& painter, const Map& map, const Rect& rect, const MapPlan& plan, int row, int col, int rows,
                  int cols) {
    const Theme& theme = painter.theme();
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c) {
            const float value = map.values.at(row + r, col + c);
            if (!std::isfinite(value)) continue;
            const Colour fill = heat_colour(theme, map.style.map, map.style.meaning, ramp_place(map.style, value));
            painter.text({rect.x + (static_cast<float>(c) + 0.5F) * plan.cell_w,
                          rect.y + (static_cast<float>(r) + 0.5F) * plan.cell_h},
                         short_number(value, map.style.limit),
                         {.colour = text_on(theme, mix(theme.panel, fill, fill.a)),
                          .size = em::small,
                          .align = Align::centre,
                          .anchor = Anchor::middle});
        }
}

/// The labels of lit lines stand; others where they have room.
std::vector<int> chosen_labels(int count, float cell, float apart, bool words, int first,
                               const std::array<int, 2>& lit) {
    Track track;
    track.count = count;
    track.cell = cell;
    track.shown.resize(static_cast<std::size_t>(count));
    std::vector<int> kept;
    for (const int line : lit)
        if (line >= first && line < first + count) kept.push_back(line - first);
    return labelled(track, label_step(cell, apart, words), apart, kept);
}

}  // namespace

Rect RunMaps::place(int map, CellAt at) const {
    const Rect& rect = rects_[static_cast<std::size_t>(map)];
    const int row = at.row - first_row_, col = at.col - first_col_;
    if (row < 0 || row >= rows_ || col < 0 || col >= cols_ || rect.w <= 0) return {};
    return cell_rect(rect, rows_, cols_, row, col);
}

/// Found once for a difference and a head: another evaluation's numbers may lie at the same place in memory.
float RunMaps::difference_limit(Painter& painter, const ConstMatrix& matrix) {
    if (limit_of_ != matrix.data || limit_generation_ != matrix.generation) {
        limit_of_ = matrix.data;
        limit_generation_ = matrix.generation;
        limit_ = painter.limit(matrix);
    }
    return limit_;
}

CellRef RunMaps::cell_of_a(CellAt at) const {
    if (!at || at.row >= slice_a_.values.rows || at.col >= slice_a_.values.cols) return {};
    return {slice_a_.record, slice_a_.cell(at.row, at.col)};
}

CellRef RunMaps::cell_of_b(CellAt at) const {
    if (!has_b_ || !at || at.row >= slice_b_.values.rows || at.col >= slice_b_.values.cols) return {};
    return {slice_b_.record, slice_b_.cell(at.row, at.col)};
}

std::optional<MapHit> RunMaps::draw(Painter& full, const Rect& area, const MapScene& scene, Vec2 mouse) {
    rects_ = {};
    if (area.w < 4 || area.h < 4) return {};
    Reduced reduced(full, reduction(area, full.em()));
    Painter& painter = reduced;
    const Theme& theme = painter.theme();
    const float em = painter.em();
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
    }

    // --- the three matrices and their scales
    std::array<Map, 3> maps;
    maps[0] = {.name = "A",
               .drawn = true,
               .values = slice_a_.values,
               .style = page_a.style(scene.record_a, slice_a_.values),
               .missing = {}};
    maps[1].name = "B";
    maps[1].missing = scene.no_b;
    maps[2].name = "A − B";
    maps[2].missing = scene.no_difference;
    if (has_b_) {
        maps[1].drawn = true;
        maps[1].style = page_b->style(scene.record_b, slice_b_.values);
        maps[0].style.limit = maps[1].style.limit = std::max(maps[0].style.limit, maps[1].style.limit);
        maps[1].style.map = maps[0].style.map;
        maps[1].style.meaning = maps[0].style.meaning;
        maps[1].values = slice_b_.values;
        maps[1].values.generation |= tag_of_b;
    }
    if (scene.difference != nullptr && has_b_) {
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
                         .limit = difference_limit(painter, maps[2].values)};
    }

    // --- the grid
    const int rows = std::max(slice_a_.values.rows, has_b_ ? slice_b_.values.rows : 0);
    const int cols = std::max(slice_a_.values.cols, has_b_ ? slice_b_.values.cols : 0);
    const Page* const b = page_b ? &*page_b : nullptr;
    const MapLabels all_rows = labels_along(page_a, b, slice_a_, slice_b_, true, 0, std::min(rows, 300));
    const MapLabels some_cols = labels_along(page_a, b, slice_a_, slice_b_, false, 0, std::min(cols, 300));
    const float row_width = widest_label(painter, all_rows.of[2]) + (all_rows.of[2].empty() ? 0.0F : 0.7F * em);
    const float col_width = widest_label(painter, some_cols.of[2]);
    const float col_height = some_cols.words ? col_width * 0.71F + 1.1F * em : 1.3F * em;
    MapPlan plan;
    const float slanted = some_cols.words ? 0.6F * col_width : 0;
    for (const bool beside : {true, false}) {
        const MapPlan tried =
            plan_for(beside, area, em, rows, cols, row_width, col_height, slanted, all_rows.differ, some_cols.differ);
        if (tried.score > plan.score) plan = tried;
    }
    const auto window = [](int& first, int shown, int count, int wanted) {
        if (wanted >= 0 && wanted < count && (wanted < first || wanted >= first + shown)) first = wanted - shown / 2;
        first = std::clamp(first, 0, std::max(0, count - shown));
    };
    window(first_row_, plan.rows, rows, scene.locked.row);
    window(first_col_, plan.cols, cols, scene.locked.col);
    rows_ = plan.rows;
    cols_ = plan.cols;
    const Vec2 size{plan.cell_w * static_cast<float>(plan.cols), plan.cell_h * static_cast<float>(plan.rows)};
    {
        const float margins = plan.left[0] + (plan.beside ? plan.left[1] + plan.left[2] + 2 * plan.gap : 0) + slanted;
        const float wide = margins + size.x * (plan.beside ? 3.0F : 1.0F);
        float x = area.x + std::max(0.0F, (area.w - wide) / 2), y = area.y;
        const float high = plan.beside ? plan.top[0] + size.y + plan.bottom
                                       : plan.top[0] + plan.top[1] + plan.top[2] + 3 * size.y + 2 * plan.gap;
        y += std::max(0.0F, std::min((area.h - high) / 2, 1.5F * em));
        for (std::size_t m = 0; m < 3; ++m) {
            rects_[m] = Rect{x + plan.left[m], y + plan.top[m], size.x, size.y}.snapped();
            if (plan.beside)
                x += plan.left[m] + size.x + plan.gap;
            else
                y += plan.top[m] + size.y + plan.gap;
        }
    }

    // --- drawing
    const MapLabels row_labels = labels_along(page_a, b, slice_a_, slice_b_, true, first_row_, rows_);
    const MapLabels col_labels = labels_along(page_a, b, slice_a_, slice_b_, false, first_col_, cols_);
    const float slant = some_cols.words && col_width + 0.6F * em > plan.cell_w ? 45.0F : 0.0F;
    std::optional<MapHit> hit;
    for (int m = 0; m < 3; ++m) {
        const auto i = static_cast<std::size_t>(m);
        const Map& map = maps[i];
        const Rect& rect = rects_[i];
        const Rect title = Rect{rect.x, rect.y - plan.top[i], rect.w, 1.7F * em};
        text_in(painter, title, map.name, {.colour = theme.text, .size = em::body, .face = Face::bold});
        if (!map.drawn) {
            painter.fill(rect, theme.panel, 0.4F * em);
            painter.stroke(rect, theme.border, 1, 0.4F * em);
            const TextStyle style{.colour = theme.muted, .size = em::small};
            const Rect inside = rect.inset(0.6F * em);
            painter.push_clip(rect);
            paragraph(painter, inside, map.missing, style);
            painter.pop_clip();
            continue;
        }
        // Title: the symbol, the shape, the scale where there is room.
        float used = painter.measure(map.name, em::body, Face::bold).width + 0.6F * em;
        const float legend_room = std::min(legend_width * em, 0.5F * rect.w);
        const float title_room = (plan.beside ? rect.w : rect.w - legend_room - em) - used;
        const std::string symbol = m == 2 ? "" : page_a.trace.coloured_symbol(scene.record_a);
        std::string shape = std::to_string(map.values.rows) + " × " + std::to_string(map.values.cols);
        if (map.values.rows == 1 && slice_a_.row_dim < 0) shape = std::to_string(map.values.cols);
        if (m == 2) shape = "";
        const float symbol_room =
            symbol.empty() ? 0 : measure_formula(painter, symbol, 1000, {.size = 1.2F}).width + 0.6F * em;
        const auto add_window = [&](const char* what, int first, int shown, int all) {
            if (shown == all) return;
            const std::string longer = shape + (shape.empty() ? "" : " · ") + what + " " + std::to_string(first) + "–" +
                                       std::to_string(first + shown - 1);
            if (painter.measure(longer, em::small).width + symbol_room <= title_room) shape = longer;
        };
        add_window("columns", first_col_, cols_, cols);
        add_window("rows", first_row_, rows_, rows);
        if (title_room > 2 * em) draw_title(page_a, {rect.x + used, title.y + 0.05F * em}, symbol, shape, title_room);
        if (plan.beside)
            legend(painter, {rect.x, rect.bottom() + 0.35F * em, std::min(rect.w, legend_width * em), 2.2F * em},
                   map.style);
        else if (legend_room > 5 * em)
            legend_line(painter, {rect.right() - legend_room, title.y, legend_room, title.h}, map.style);

        // Cells.
        const int r = std::clamp(map.values.rows - first_row_, 0, rows_),
                  c = std::clamp(map.values.cols - first_col_, 0, cols_);
        painter.fill(rect, theme.panel);
        if (r > 0 && c > 0) {
            const Rect part{rect.x, rect.y, plan.cell_w * static_cast<float>(c), plan.cell_h * static_cast<float>(r)};
            painter.heatmap(block(map.values, first_row_, first_col_, r, c), part, map.style);
            if (plan.cell_w >= number_width * em && plan.cell_h >= number_height * em)
                draw_numbers(painter, map, rect, plan, first_row_, first_col_, r, c);
        }
        if (r < rows_ || c < cols_)
            hatch_rest(painter, rect, plan, r, c, m == 0 ? "only in B" : m == 1 ? "only in A" : "in one run only");

        // Labels.
        const auto tone = [&](int line, int locked, int pointed) {
            return line == locked ? theme.accent_text : line == pointed ? theme.text : theme.muted;
        };
        if (plan.left[i] > 0) {
            const float apart = row_label_height(page_a);
            const std::vector<std::string>& names = row_labels.of[i];
            for (const int p : names.empty() ? std::vector<int>{}
                                             : chosen_labels(rows_, plan.cell_h, apart, row_labels.words, first_row_,
                                                             {scene.locked.row, scene.pointed.row}))
                painter.text({rect.x - 0.5F * em, std::round(rect.y + (static_cast<float>(p) + 0.5F) * plan.cell_h)},
                             shortened(painter, names[static_cast<std::size_t>(p)], longest_map_label * em, em::small,
                                       Face::sans),
                             {.colour = tone(p + first_row_, scene.locked.row, scene.pointed.row),
                              .size = em::small,
                              .align = Align::right,
                              .anchor = Anchor::middle});
        }
        if (!col_labels.of[i].empty() && (m == 0 || plan.beside || some_cols.differ)) {
            const std::vector<std::string>& names = col_labels.of[i];
            const float line = painter.measure("x", em::small).height;
            const float apart = slant > 0 ? 1.25F * line : col_width + 0.5F * em;
            for (const int p : chosen_labels(cols_, plan.cell_w, apart, col_labels.words, first_col_,
                                             {scene.locked.col, scene.pointed.col})) {
                const float x = std::round(rect.x + (static_cast<float>(p) + 0.5F) * plan.cell_w);
                const std::string label = shortened(painter, names[static_cast<std::size_t>(p)], longest_map_label * em,
                                                    em::small, Face::sans);
                const Colour ink = tone(p + first_col_, scene.locked.col, scene.pointed.col);
                if (slant > 0)
                    painter.text({x, rect.y - 0.5F * em}, label,
                                 {.colour = ink, .size = em::small, .anchor = Anchor::middle, .degrees = slant});
                else
                    painter.text({x, rect.y - 0.15F * em}, label,
                                 {.colour = ink, .size = em::small, .align = Align::centre, .anchor = Anchor::bottom});
            }
        }

        // The lit cell, in all maps.
        const auto mark = [&](CellAt at, Colour ink, float width) {
            if (const Rect cell = place(m, at); at && cell.w > 0) painter.stroke(cell, ink, width);
        };
        if (scene.pointed.row != scene.locked.row || scene.pointed.col != scene.locked.col)
            mark(scene.pointed, theme.text, 1.5F);
        mark(scene.locked, theme.accent, 2);
        if (rect.contains(mouse))
            if (CellAt at = cell_at(rect, rows_, cols_, mouse)) {
                at = {at.row + first_row_, at.col + first_col_};
                hit = MapHit{.map = m, .at = at, .rect = place(m, at)};
            }
    }
    return hit;
}

}  // namespace glassformer
