#include "app/views/train/step/weight.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/shared/touched_matrix.h"
#include "app/views/shared/wording.h"
#include "app/views/train/step/panel_title.h"
#include "app/views/train/step/texts.h"
#include "app/views/train/step/words.h"

namespace glassformer {

namespace {

namespace strings = texts::train;

constexpr std::array<const char*, 3> shown_names{strings::weight_gradient, strings::weight_update,
                                                 strings::weight_value};

std::string tip_of(const StepResult& result, const WeightAt& at) {
    const WeightUpdate update = result.inspection->update_of(at.parameter, at.index);
    return fmt::format(
        strings::weight_tip, weight_name(result.inspection->weights_before().parameters[at.parameter], at.index),
        number_text(update.gradient), number_text(update.after - update.before), number_text(update.before));
}

}  // namespace

PooledCells pooled(const std::vector<float>& numbers, int rows, int cols, int most_rows, int most_cols) {
    PooledCells cells;
    cells.block_rows = (rows + std::max(1, most_rows) - 1) / std::max(1, most_rows);
    cells.block_cols = (cols + std::max(1, most_cols) - 1) / std::max(1, most_cols);
    cells.rows = (rows + cells.block_rows - 1) / cells.block_rows;
    cells.cols = (cols + cells.block_cols - 1) / cells.block_cols;
    const auto count = static_cast<std::size_t>(cells.rows) * static_cast<std::size_t>(cells.cols);
    cells.values.assign(count, 0);
    cells.index.assign(count, numbers.size());
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) {
            const std::size_t from = static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) +
                                     static_cast<std::size_t>(col),
                              to = static_cast<std::size_t>(row / cells.block_rows) *
                                       static_cast<std::size_t>(cells.cols) +
                                   static_cast<std::size_t>(col / cells.block_cols);
            if (cells.index[to] < numbers.size() && std::abs(numbers[from]) <= std::abs(cells.values[to])) continue;
            cells.values[to] = numbers[from];
            cells.index[to] = from;
        }
    return cells;
}

const char* StepWeightMap::shows() const { return shown_names.at(static_cast<std::size_t>(quantity_)); }

void StepWeightMap::fill(const std::shared_ptr<const StepResult>& result, std::size_t parameter, int most_rows,
                         int most_cols) {
    if (cells_result_ == result && cells_parameter_ == parameter && cells_show_ == quantity_ &&
        most_rows_ == most_rows && most_cols_ == most_cols)
        return;
    cells_result_ = result;
    cells_parameter_ = parameter;
    cells_show_ = quantity_;
    most_rows_ = most_rows;
    most_cols_ = most_cols;
    const Parameter &before = result->inspection->weights_before().parameters[parameter],
                    &after = result->inspection->weights_after().parameters[parameter];
    std::vector<float> numbers(before.shape.count());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = quantity_ == Quantity::weight ? before.data[i]
                     : quantity_ == Quantity::update
                         ? after.data[i] - before.data[i]
                         : static_cast<float>(result->inspection->update_of(parameter, i).gradient);
    cells_ = pooled(numbers, static_cast<int>(before.shape.rows()), before.shape.cols(), most_rows, most_cols);
    static std::uint64_t last = (3ULL << 60U) + (1ULL << 57U);  // no other picture has it
    generation_ = ++last;
    limit_ = 0;
    for (const float value : cells_.values) limit_ = std::max(limit_, std::abs(value));
    if (limit_ == 0) limit_ = 1;
}

std::optional<WeightAt> StepWeightMap::draw(ViewContext& context, const Rect& area,
                                            const std::shared_ptr<const StepResult>& result, const WeightAt& selected) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const std::vector<Parameter>& parameters = result->inspection->weights_before().parameters;
    std::optional<WeightAt> chosen;
    Rect rest = area;
    panel_title(ui, rest.take_top(1.7F * em), 4, strings::weight_title);
    rest.take_top(0.3F * em);

    std::vector<std::string> names, sizes;
    for (const Parameter& parameter : parameters) {
        names.push_back(parameter.name);
        sizes.push_back(size_text(parameter.shape));
    }
    const Rect list = rest.take_top(2 * em).snapped();
    context.targets.put("train parameter", list);
    auto which = static_cast<int>(selected.parameter);
    if (dropdown(ui, "train parameter", list, names, which, sizes) && which != static_cast<int>(selected.parameter)) {
        WeightAt largest{.parameter = static_cast<std::size_t>(which), .index = 0};
        const Parameter &before = parameters[largest.parameter],
                        &after = result->inspection->weights_after().parameters[largest.parameter];
        float most = -1;
        for (std::size_t i = 0; i < before.shape.count(); ++i)
            if (const float by = std::abs(after.data[i] - before.data[i]); by > most) {
                most = by;
                largest.index = i;
            }
        chosen = largest;
        ui.keep_awake();
    }
    rest.take_top(0.4F * em);
    Rect line = rest.take_top(1.9F * em);
    const std::vector<std::string> kinds(shown_names.begin(), shown_names.end());
    auto kind = static_cast<int>(quantity_);
    const Rect choice = line.take_left(std::min(line.w, segmented_width(ui, kinds))).snapped();
    context.targets.put("train weight shows", choice);
    if (segmented(ui, "train weight shows", choice, kinds, kind)) {
        quantity_ = static_cast<Quantity>(kind);
        ui.keep_awake();
    }
    line.take_left(0.5F * em);
    const ButtonStyle style{.hint = strings::weight_largest_hint};
    if (button_width(ui, strings::weight_largest, style) <= line.w) {
        const Rect place = line.take_left(button_width(ui, strings::weight_largest, style)).snapped();
        context.targets.put("train largest", place);
        if (button(ui, "train largest", place, strings::weight_largest, style)) chosen = result->largest;
    }
    rest.take_top(0.5F * em);

    const Shape& shape = parameters[selected.parameter].shape;
    const Rect note = rest.take_bottom(1.2F * em), scale = rest.take_bottom(1.4F * em);
    if (rest.h < 2 * em || rest.w < 4 * em) return chosen;
    fill(result, selected.parameter, std::max(1, static_cast<int>(rest.h / 4)),
         std::max(1, static_cast<int>(rest.w / 4)));
    // Square cells where both ways have room, up to four times as wide as high; a vector is a strip.
    const float high = std::floor(std::min(rest.h / static_cast<float>(cells_.rows), 1.6F * em));
    const float wide = std::floor(std::min({rest.w / static_cast<float>(cells_.cols), 4 * high, 1.6F * em}));
    const Rect cells = Rect{rest.x, rest.y, wide * static_cast<float>(cells_.cols),
                            (cells_.rows == 1 ? high : std::min(high, 4 * wide)) * static_cast<float>(cells_.rows)}
                           .snapped();
    LabelledMatrix map{.values = {.data = cells_.values.data(),
                                  .rows = cells_.rows,
                                  .cols = cells_.cols,
                                  .row_stride = cells_.cols,
                                  .generation = generation_},
                       .style = {.map = HeatMap::diverging,
                                 .meaning = quantity_ == Quantity::weight ? Meaning::weight : Meaning::plain,
                                 .limit = limit_},
                       .frame = ui.theme.border};
    const int cols = shape.cols();
    const auto row = static_cast<int>(selected.index / static_cast<std::size_t>(cols)) / cells_.block_rows,
               col = static_cast<int>(selected.index % static_cast<std::size_t>(cols)) / cells_.block_cols;
    map.marks = {{.at = {row, col}, .colour = ui.theme.accent, .width = 2, .inset = -1.5F}};
    if (const TouchedMatrix touched = touch_matrix(context, "train weight", map.draw(painter, cells))) {
        const std::size_t index =
            cells_.index[static_cast<std::size_t>(touched.at.row) * static_cast<std::size_t>(cells_.cols) +
                         static_cast<std::size_t>(touched.at.col)];
        const WeightAt at{.parameter = selected.parameter, .index = index};
        tooltip(ui, touched.cell, tip_of(*result, at));
        if (touched.region.clicked) {
            chosen = at;
            ui.keep_awake();
        }
    }
    legend_line(painter, {scale.x, cells.bottom() + 0.3F * em, std::min(scale.w, 16 * em), scale.h}, map.style,
                map.values);
    const std::string said = cells_.whole() ? fmt::format(strings::weight_whole, shape.rows(), shape.cols())
                                            : fmt::format(strings::weight_pooled, cells_.block_rows, cells_.block_cols);
    text_in(painter, {note.x, cells.bottom() + 1.6F * em, note.w, note.h},
            shortened(painter, said, note.w, em::small, Face::sans), {.colour = ui.theme.muted, .size = em::small});
    return chosen;
}

}  // namespace glassformer
