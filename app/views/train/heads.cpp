#include "app/views/train/heads.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/shared/wording.h"
#include "app/views/train/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

ConstMatrix matrix_of(const Evaluation& evaluation, std::uint64_t generation, const TrainedHeadMap& map) {
    const Record& record = evaluation.trace().record(map.record);
    const ConstView view = record.view();
    const int queries = view.shape[1].size, keys = view.shape[2].size;
    return {.data = view.data + static_cast<std::ptrdiff_t>(map.head) * queries * keys,
            .rows = queries,
            .cols = keys,
            .row_stride = keys,
            .generation = generation};
}

HeatStyle weight_style() { return {.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 1, .gap = 0}; }

float longest(Painter& painter, const std::vector<TokenLabel>& words, float most) {
    float width = 0;
    for (const TokenLabel& word : words) width = std::max(width, painter.measure(word.text, em::small).width);
    return std::min(width, most);
}

/// The chosen head, with the words of its rows at the left and those of its columns above.
void draw_large(ViewContext& context, const Rect& area, const Evaluation& evaluation, std::uint64_t generation,
                const TrainedHeadMap& map) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const Record& record = evaluation.trace().record(map.record);
    const auto& queries = evaluation.tokens_along(record, Axis::query);
    const auto& keys = evaluation.tokens_along(record, Axis::key);
    const ConstMatrix matrix = matrix_of(evaluation, generation, map);
    Rect rest = area;
    const float beside = longest(painter, queries, 7 * em) + 0.5F * em,
                above = longest(painter, keys, 6 * em) + 0.5F * em;
    text_in(painter, rest.take_top(1.4F * em), map.title,
            {.colour = theme.accent_text, .size = em::small, .face = Face::bold});
    rest.take_top(above);
    rest.take_left(beside);
    const float side =
        std::floor(std::min(rest.w / static_cast<float>(matrix.cols), rest.h / static_cast<float>(matrix.rows)));
    if (side < 2) return;
    const Rect cells{std::round(rest.x), std::round(rest.y), side * static_cast<float>(matrix.cols),
                     side * static_cast<float>(matrix.rows)};
    painter.heatmap(matrix, cells, weight_style());
    painter.stroke(cells.inset(-1), theme.border);
    context.targets.put("train map", cells);
    const Region touched = region(ui, "train map", cells);
    const CellAt under = touched.hovered ? cell_at(cells, matrix.rows, matrix.cols, touched.mouse) : CellAt{};
    const int every = std::max(1, static_cast<int>(std::ceil(1.05F * em / side)));
    for (int row = 0; row < matrix.rows; ++row) {
        if (row % every != 0 && row != under.row) continue;
        painter.text({cells.x - 0.4F * em, cells.y + (static_cast<float>(row) + 0.5F) * side},
                     shortened(painter, queries[static_cast<std::size_t>(row)].text, beside, em::small, Face::sans),
                     {.colour = row == under.row ? theme.accent_text : theme.text,
                      .size = em::small,
                      .align = Align::right,
                      .anchor = Anchor::middle});
    }
    for (int column = 0; column < matrix.cols; ++column) {
        if (column % every != 0) continue;
        painter.text({cells.x + (static_cast<float>(column) + 0.5F) * side, cells.y - 0.4F * em},
                     shortened(painter, keys[static_cast<std::size_t>(column)].text, above, em::small, Face::sans),
                     {.colour = column == under.col ? theme.accent_text : theme.text,
                      .size = em::small,
                      .anchor = Anchor::middle,
                      .degrees = 90});
    }
    if (!under) return;
    const Rect cell = cell_rect(cells, matrix.rows, matrix.cols, under.row, under.col);
    tooltip(ui, cell,
            fmt::format(texts::train::weight_tip, queries[static_cast<std::size_t>(under.row)].text,
                        keys[static_cast<std::size_t>(under.col)].text,
                        number_text(static_cast<double>(matrix.at(under.row, under.col)))));
}

}  // namespace

std::vector<TrainedHeadMap> head_maps(const Evaluation& evaluation) {
    std::vector<TrainedHeadMap> maps;
    for (const Record& record : evaluation.trace().records()) {
        if (record.stage != &stage::weights || record.shape.rank() != 3 || record.value == nullptr) continue;
        const bool cross = record.site.attention == AttentionKind::cross;
        for (int head = 0; head < record.shape[0].size; ++head)
            maps.push_back(
                {.record = record.id,
                 .head = head,
                 .title = fmt::format(fmt::runtime(cross ? texts::train::cross_head_of : texts::train::head_of),
                                      block_text(record.site), head + 1),
                 .brief = fmt::format(texts::train::head_brief, record.site.block + 1, head + 1)});
    }
    return maps;
}

int draw_head_maps(ViewContext& context, const Rect& area, const Evaluation& evaluation, std::uint64_t generation,
                   const std::vector<TrainedHeadMap>& maps, int chosen) {
    if (maps.empty()) return -1;
    Ui& ui = context.ui;
    const float em = ui.em, title = 1.4F * em, gap = 0.8F * em;
    const auto count = static_cast<int>(maps.size());
    const int index = std::clamp(chosen, 0, count - 1);
    Rect rest = area;
    int clicked = -1;
    if (count > 1) {  // all of them in a strip below the chosen one, in two lines where they would be too small
        const int lines = count > 8 ? 2 : 1, across = (count + lines - 1) / lines;
        const float side =
            std::floor(std::min({(area.w - gap * static_cast<float>(across - 1)) / static_cast<float>(across),
                                 (0.34F * area.h) / static_cast<float>(lines) - title, 8 * em}));
        Rect strip = rest.take_bottom(side < em ? 0 : (side + title) * static_cast<float>(lines));
        rest.take_bottom(gap);
        for (int i = 0; side >= em && i < count; ++i) {  // the chosen one alone, where they would be specks
            const int strip_line = i / across;
            const float x = strip.x + static_cast<float>(i % across) * (side + gap),
                        y = strip.y + static_cast<float>(strip_line) * (side + title);
            const TrainedHeadMap& map = maps[static_cast<std::size_t>(i)];
            const bool is_chosen = i == index;
            text_in(ui.painter, {x, y, side + gap, title},
                    shortened(ui.painter, map.brief, side + 0.5F * gap, em::small, Face::sans),
                    {.colour = is_chosen ? ui.theme.accent_text : ui.theme.muted, .size = em::small});
            const Rect cells = Rect{x, y + title, side, side}.inset(2).snapped();
            ui.painter.heatmap(matrix_of(evaluation, generation, map), cells, weight_style());
            ui.painter.stroke(cells.inset(-1), is_chosen ? ui.theme.accent : ui.theme.border, is_chosen ? 2.0F : 1.0F);
            const std::string id = "train head " + std::to_string(i + 1);
            context.targets.put(id, cells);
            const Region touched = region(ui, id, cells);
            if (touched.hovered) tooltip(ui, cells, map.title);
            if (touched.clicked) clicked = i;
        }
    }
    draw_large(context, rest, evaluation, generation, maps[static_cast<std::size_t>(index)]);
    return clicked;
}

}  // namespace glassformer
