#include "app/views/attention/step_maps.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/paint/formula.h"
#include "app/paint/outline.h"
#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/labelled_matrix.h"
#include "app/views/attention/texts.h"
#include "core/model/mask.h"

namespace glassformer {

namespace {

constexpr std::size_t most_compared = std::size_t{1} << 16;  // cells of a map

bool is_step(const Record& record) {
    return record.kind == Record::Kind::computed && record.shape.find(Axis::query) >= 0 &&
           record.shape.find(Axis::key) >= 0;
}

/// The map that a step was computed from; −1: none, or several.
int step_before(const Trace& trace, const Record& record) {
    for (const int operand : record.operands)
        if (is_step(trace.record(operand)) && trace.record(operand).shape.count() == record.shape.count())
            return operand;
    return -1;
}

ConstMatrix map_of_head(const Evaluation& evaluation, int record, int head) {
    const Record& of = evaluation.trace().record(record);
    const Grid grid = grid_of(evaluation.trace(), record, head);
    return {.data = of.value == nullptr ? nullptr : of.value + grid.offset,
            .rows = grid.rows,
            .cols = grid.cols,
            .row_stride = grid.cols,
            .generation = evaluation.generation(),
            .record = of.readback != nullptr ? &of : nullptr};
}

const char* unchanged_text(const Evaluation& evaluation, const Record& record) {
    const std::string_view operation = record.operation == nullptr ? "" : record.operation->name();
    const ModelConfig& config = evaluation.model().config;
    const bool alone = config.architecture == Architecture::decoder || config.architecture == Architecture::encoder;
    if (operation == "mask")
        return alone && config.mask.kind == find_mask("none") ? texts::attention::no_mask
                                                              : texts::attention::nothing_masked;
    if (operation == "copy" && config.attention_scale == AttentionScale::qk_fourth_root)
        return texts::attention::scaled_before;
    return operation == "copy" ? texts::attention::not_scaled : texts::attention::same_as_before;
}

/// The pair's cell in a small map, and its row, or the column of a key without a query.
void mark_pair(Page& page, const PlainMap& map, const Pair& pair, bool locked) {
    const Record& record = page.trace.record(map.slice.record);
    const Theme& theme = page.painter.theme();
    const int row = pair.query < 0 ? -1 : pair.query - page.scene.evaluation.first_token_along(record, Axis::query);
    const int rows = map.slice.values.rows, cols = map.slice.values.cols;
    if (row >= 0 && row < rows && rows > 1)
        outline(page.painter, plain_cell(map, row, 0, 1, cols), colour(theme, Meaning::query), 1);
    if (pair.key >= 0 && pair.key < cols && (row < 0 || row < rows))
        outline(page.painter, plain_cell(map, 0, pair.key, rows, 1), colour(theme, Meaning::key), 1);
    if (row < 0 || row >= rows || pair.key < 0 || pair.key >= cols) return;
    outline(page.painter, plain_cell(map, row, pair.key).inset(-0.5F), locked ? theme.accent : theme.text);
}

}  // namespace

const char* step_sign(const Trace& trace, const std::vector<int>& maps, std::size_t i) {
    if (i == 0) return "";
    const Record& record = trace.record(maps[i]);
    const bool from_before = std::any_of(maps.begin(), maps.begin() + static_cast<std::ptrdiff_t>(i), [&](int id) {
        return std::find(record.operands.begin(), record.operands.end(), id) != record.operands.end();
    });
    if (!from_before || record.stage->meaning == Meaning::position) return "+";
    return record.operation != nullptr && record.operation->name() == "add" ? "=" : "→";
}

Rect plain_cell(const PlainMap& map, int row, int col, int rows, int cols) {
    return cell_rect(map.rect, map.slice.values.rows, map.slice.values.cols, row, col, rows, cols);
}

void draw_plain(Page& page, const PlainMap& map) {
    if (map.rect.w < 1 || map.rect.h < 1) return;
    const MatrixPlace place =
        LabelledMatrix{.values = map.slice.values, .style = map.style, .ground = page.painter.theme().panel}.draw(
            page.painter, map.rect);
    for (const auto& [selection, value] : page.trace.record(map.slice.record).edits)  // a ring, as in every matrix
        if (const CellAt at = map.slice.find(selection))
            if (const Rect cell = place.cell(at); std::min(cell.w, cell.h) >= 3)
                page.painter.ring(cell.centre(), 0.25F * std::min(cell.w, cell.h), page.painter.theme().accent, 1.5F);
    if (const CellAt under = place.hit(page.mouse))
        page.note({.cell = {map.slice.record, map.slice.cell(under.row, under.col)}, .rect = place.cell(under)});
    if (page.wanted.record != map.slice.record) return;
    if (const CellAt at = map.slice.find(page.wanted.cell)) page.note_place(page.wanted, place.cell(at));
}

bool changes_nothing(const Evaluation& evaluation, int record, int head) {
    const Trace& trace = evaluation.trace();
    const Record& of = trace.record(record);
    const int before = step_before(trace, of);
    if (before < 0 || of.stage->range == Range::probability) return false;
    ConstMatrix now = map_of_head(evaluation, record, head), then = map_of_head(evaluation, before, head);
    const auto count = static_cast<std::size_t>(now.rows) * static_cast<std::size_t>(now.cols);
    if (now.data == nullptr || then.data == nullptr || count > most_compared) return false;
    now = here(now);
    then = here(then);
    return std::equal(now.data, now.data + count, then.data,
                      [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); });
}

std::vector<int> steps_of(const Evaluation& evaluation, const AttentionLayer& layer, int query, int head) {
    std::vector<int> maps = maps_of(evaluation.trace(), layer, query);
    std::erase_if(maps, [&](int map) { return changes_nothing(evaluation, map, head); });
    return maps;
}

std::vector<Rect> draw_step_maps(Page& page, const Rect& around, bool column, const std::vector<int>& maps, int large,
                                 const Pair& pair, bool locked) {
    Painter& painter = page.painter;
    const Theme& theme = painter.theme();
    const Rect area = around.inset(3, 3);  // the large one has a frame
    const float em = page.em, title = 1.5F * em, ends = 1.4F * em, largest = 9 * em;
    const auto count = static_cast<float>(maps.size());
    // In a low column each map has its symbol and its scale beside it, else above and below it.
    const bool beside = column && area.h / count < 6.2F * em;
    const float gap = (beside ? 1.0F : column ? 1.2F : 1.8F) * em;
    const float share = ((column ? area.h : area.w) - gap * (count - 1)) / count;
    const float slot = column ? share : std::min(share, 14 * em);
    const Vec2 room = beside   ? Vec2{std::max(2.0F, 0.42F * area.w), std::max(2.0F, slot)}
                      : column ? Vec2{area.w, slot - title - ends}
                               : Vec2{slot, area.h - title - ends};
    std::vector<Rect> places;
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const Record& record = page.trace.record(maps[i]);
        const float at = static_cast<float>(i) * (slot + gap);
        const Rect place{area.x + (column ? 0 : at), area.y + (column ? at : 0), column ? area.w : slot,
                         column ? slot : area.h};
        PlainMap map{.slice = page.slice(maps[i])};
        map.style = page.style(maps[i], map.slice.values);
        const auto rows = static_cast<float>(map.slice.values.rows), cols = static_cast<float>(map.slice.values.cols);
        // Cells near a square, also those of few rows with many columns.
        const float cell_x =
                        std::min({room.x / cols, 1.3F * room.y / rows, std::max(1.0F, cols / rows) * largest / cols}),
                    cell_y = std::min(room.y / rows, 1.6F * cell_x);
        map.rect =
            Rect{place.x, place.y + (beside ? 0 : title), cell_x * cols, std::max(1.0F, cell_y * rows)}.snapped();

        const char* sign = step_sign(page.trace, maps, i);
        if (column && std::string_view(sign) == "→") sign = "↓";
        const Vec2 before = column ? Vec2{place.x + std::min(1.5F * em, 0.5F * room.x), place.y - 0.5F * gap}
                                   : Vec2{place.x - 0.5F * gap, place.y + title + 0.5F * room.y};
        if (i > 0)
            painter.text(before, sign,
                         {.colour = theme.muted,
                          .size = beside ? em::small : em::large,
                          .align = Align::centre,
                          .anchor = Anchor::middle});
        Rect words{place.x, place.y, place.w, title};
        const bool unchanged = maps[i] != large && changes_nothing(page.scene.evaluation, maps[i], page.scene.head);
        const float before_words = unchanged ? 0 : room.x + 0.6F * em;
        if (beside) words = {place.x + before_words, place.y - 0.2F * em, place.w - before_words, title};
        const std::string symbol = page.trace.coloured_symbol(maps[i]);
        const float space = words.w - 0.6F * em - measure_formula(painter, symbol, 1000, {.size = 1.2F}).width;
        const bool one_line = beside && slot < 2.8F * em;  // symbol and scale
        const bool fits = !one_line && painter.measure(record.stage->label, em::small).width <= space;
        // What is said in place of a map stands below its title, or without room for that beside its symbol.
        const TextStyle quiet{.colour = theme.muted, .size = em::small};
        const char* const said = unchanged ? unchanged_text(page.scene.evaluation, record) : "";
        const bool below = !beside || title + paragraph(painter, {0, 0, place.w, 0}, said, quiet, false) <= slot;
        draw_title(page, words.min(), symbol, fits && (below || !unchanged) ? record.stage->label : "", words.w);
        if (unchanged) {
            const float from = below ? 0 : words.w - space, top = beside ? place.y + (below ? title : 0) : map.rect.y;
            paragraph(painter, {place.x + from, top, place.w - from, place.bottom() - top}, said, quiet);
            places.push_back({});
            continue;
        }
        draw_plain(page, map);
        mark_pair(page, map, pair, locked);
        if (maps[i] == large) painter.stroke(map.rect.inset(-2), theme.accent, 2, 2);
        const Rect scale = one_line ? Rect{words.right() - space, words.y + 0.2F * em, space, 1.2F * em}
                           : beside
                               ? Rect{words.x, words.bottom(), words.w, 1.2F * em}
                               : Rect{place.x, map.rect.bottom() + 0.2F * em, std::min(place.w, 9 * em), 1.2F * em};
        legend_line(painter, scale, map.style, map.slice.values);
        places.push_back(map.rect);
    }
    return places;
}

}  // namespace glassformer
