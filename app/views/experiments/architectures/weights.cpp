// How much each position counts for another in the first layer of the three, and the gradients' chart.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/paint/formula.h"
#include "app/views/experiments/architectures/page.h"
#include "app/views/experiments/architectures/texts.h"
#include "app/views/shared/touched_matrix.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

namespace strings = texts::architectures;

/// Matrices that the first layer has between two positions, the first where a position reads itself.
std::span<const char* const> matrices_of(Mixer mixer, int width) {
    if (mixer == Mixer::recurrent) return strings::recurrent_matrices;
    return std::span(strings::kernel_matrices).first(static_cast<std::size_t>(width));
}

/// One shade for each, so that the same matrix is seen to be the same.
Colour matrix_colour(const Theme& theme, std::size_t offset, std::size_t count) {
    const float share = count < 2 ? 0 : static_cast<float>(offset) / static_cast<float>(count - 1);
    return mix(colour(theme, Meaning::parameter), theme.heat_zero, 0.7F * share);
}

constexpr float matrix_name = 0.9F;  // size of "W_x"
constexpr float widest_name = 6;     // em, beside a row
constexpr HeatStyle attention_style{.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 1};

}  // namespace

void ArchitecturesPage::weights_panel(ViewContext& context, Rect area, Mixer mixer) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const int n = static_cast<int>(words_.size());
    const MixNumbers* const values = numbers(mixer);
    const Rect head = area.take_top(1.6F * em);
    panel_head(context, head, mixer);
    if (!low_) {
        caption(ui, area, mixer);
        changes_line(painter, area.take_top(1.3F * em), mixer);
        area.take_top(0.4F * em);
    }
    Rect scale = area.take_bottom(low_ ? 0 : 1.4F * em);
    LabelledMatrix map{.rows = {.names = names_rows(mixer) ? words_ : std::vector<std::string>(),
                                .longest = widest_name,
                                .ink = ui.theme.text},
                       .columns = {.names = words_, .longest = 5.5F, .ink = ui.theme.text},
                       .square = true,
                       .below = true,
                       .all_rows = n,
                       .all_cols = n};
    const MatrixPlace place = map.place(painter, area);
    weights_map(context, map, place, mixer);
    if (values == nullptr || low_) return;
    scale.take_left(place.cells.x - scale.x);
    if (mixer == Mixer::attention) scale.w = std::min(scale.w, std::max(place.cells.w, 9 * em));
    weights_legend(context, scale, mixer);
}

/// Of the words beside the rows of a map.
float ArchitecturesPage::row_names_width(Painter& painter) const {
    return MatrixWords{.names = words_, .longest = widest_name}.widest(painter, em::small) + words_gap * painter.em();
}

void ArchitecturesPage::changes_line(Painter& painter, const Rect& line, Mixer mixer) const {
    const auto change = changed(mixer);
    if (!change) return;
    const Theme& theme = painter.theme();
    text_in(painter, line,
            change->changed == 0
                ? fmt::format(strings::none_changed, change->weights)
                : fmt::format(strings::some_changed, change->changed, change->weights, number_text(change->largest)),
            {.colour = change->changed > 0 ? theme.accent_text : theme.muted, .size = em::small});
}

void ArchitecturesPage::weights_legend(ViewContext& context, Rect line, Mixer mixer) const {
    const MixNumbers* const values = numbers(mixer);
    if (values == nullptr) return;
    if (mixer != Mixer::attention) return matrices_legend(context, line, mixer);
    const int n = static_cast<int>(words_.size());
    const ConstMatrix matrix{.data = values->weights.view().data, .rows = n, .cols = n, .row_stride = n};
    legend_line(context.ui.painter, line, attention_style, std::span(&matrix, 1));
}

/// Which matrix each cell is, or how much attention weighs it; what another text changed is framed.
void ArchitecturesPage::weights_map(ViewContext& context, LabelledMatrix map, const MatrixPlace& place, Mixer mixer) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const auto index = static_cast<std::size_t>(mixer);
    const MixNumbers* const computed = numbers(mixer);
    if (computed == nullptr) return map.draw(painter, place);
    const bool attends = mixer == Mixer::attention;
    const ConstView weights = computed->weights.view();
    const auto weight = [&](int row, int column) { return weights.at({{row, column}}); };
    const std::span<const char* const> matrices = matrices_of(mixer, values().whole("width"));
    const auto offset_of = [](int row, int column) { return static_cast<std::size_t>(row - column); };
    const Tensor* const before = before_ && index < before_->points.size() ? &before_->points[index].weights : nullptr;
    const auto was = [&](int row, int column) {  // NaN: the text before has no such pair
        const bool there = before != nullptr && row < before->shape.size(0);
        return there ? before->view().at({{row, column}}) : std::numeric_limits<float>::quiet_NaN();
    };
    if (attends) {
        map.values = {.data = weights.data, .rows = place.rows, .cols = place.cols, .row_stride = place.cols};
        map.style = attention_style;
        map.number = [](float share) { return share == 0 ? std::string() : fmt::format("{:.2f}", share); };
    } else {
        map.ground = ui.theme.heat_zero;
    }
    for (int i = 0; i < place.rows; ++i)
        for (int j = 0; j <= i; ++j)
            if (std::abs(static_cast<double>(was(i, j) - weight(i, j))) > weight_rounding && weight(i, j) != 0)
                map.marks.push_back({.at = {i, j}, .colour = ui.theme.accent, .width = 1, .inset = 1});
    if (!attends)
        map.cell = [&](CellAt at, const Rect& cell) {
            if (weight(at.row, at.col) == 0) return;
            const Colour ground = matrix_colour(ui.theme, offset_of(at.row, at.col), matrices.size());
            painter.fill(cell.inset(0.5F), ground);
            if (place.cell_w() > 1.7F * ui.em)
                draw_formula(painter, matrices[offset_of(at.row, at.col)], cell,
                             {.size = matrix_name, .colour = text_on(ui.theme, ground)});
        };
    map.draw(painter, place);
    painter.stroke(place.cells, ui.theme.border);
    const TouchedMatrix touched = touch_matrix(context, "architectures weights " + std::to_string(index), place);
    if (!touched) return;
    const CellAt at = touched.at;
    const Rect& cell = touched.cell;
    pointed_ = {mixer, MixNode{at.row, at.col}};
    painter.stroke(cell, ui.theme.accent, 2);
    const std::string number = number_text(static_cast<double>(weight(at.row, at.col)));
    std::string text;
    if (weight(at.row, at.col) == 0) {
        text = fmt::format(strings::no_weight, word(at.row), word(at.col));
    } else if (attends) {
        text = fmt::format(strings::attention_cell, word(at.row), word(at.col), number);
        if (const float past = was(at.row, at.col); std::isfinite(past))
            text += fmt::format(strings::weight_before, number_text(static_cast<double>(past)));
    } else if (mixer == Mixer::recurrent) {
        text = at.row == at.col ? fmt::format(strings::input_cell, word(at.col), number)
                                : fmt::format(strings::state_cell, word(at.col), number);
    } else {
        text = fmt::format(strings::kernel_cell, plain_formula(matrices[offset_of(at.row, at.col)]), word(at.col),
                           at.row - at.col, word(at.row), number);
    }
    tooltip(ui, cell, text, TooltipPlace::beside);
}

void ArchitecturesPage::matrices_legend(ViewContext& context, Rect line, Mixer mixer) const {
    const Ui& ui = context.ui;
    const float em = ui.em;
    const std::span<const char* const> matrices = matrices_of(mixer, values().whole("width"));
    const FormulaStyle name{.size = matrix_name, .colour = ui.theme.muted, .align = Align::left};
    for (std::size_t m = 0; m < matrices.size(); ++m) {
        const float symbol = measure_formula(ui.painter, matrices[m], line.w, name).width + 0.3F * em;
        const char* const reads = mixer == Mixer::recurrent ? strings::recurrent_reads.at(m) : "";
        const float width = ui.painter.measure(reads, em::small).width;
        if (line.w < symbol + width + 1.2F * em) return;
        ui.painter.fill(line.take_left(0.8F * em).inset(0, 0.3F * em), matrix_colour(ui.theme, m, matrices.size()));
        line.take_left(0.4F * em);
        draw_formula(ui.painter, matrices[m], line.take_left(symbol), name);
        text_in(ui.painter, line.take_left(width), reads, {.colour = ui.theme.muted, .size = em::small});
        line.take_left(0.9F * em);
    }
}

void ArchitecturesPage::reach_chart(ViewContext& context, const Rect& area) {
    if (!reached_ || !reached_->error.empty()) return;
    Ui& ui = context.ui;
    context.targets.put(first_picture, area);
    static constexpr std::array meanings{Meaning::position, Meaning::value, Meaning::residual, Meaning::weight};
    std::array<std::vector<ChartPoint>, reach_models> lines;
    LineChart chart{
        .title = strings::reach_title,
        .across = {.title = strings::reach_axis, .low = 1, .high = static_cast<double>(reached_->setting.length)},
        .hovered = hovered_};
    for (std::size_t m = 0; m < lines.size() && m < reached_->points.size(); ++m) {
        const std::vector<double>& norms = reached_->points[m];
        for (std::size_t t = 0; t < norms.size(); ++t) lines.at(m).push_back({static_cast<double>(t + 1), norms[t]});
        chart.series.push_back({.name = strings::reach_names.at(m),
                                .points = lines.at(m),
                                .colour = colour(ui.theme, meanings.at(m)),
                                .width = 2.4F,
                                .dashed = m == 1 || m == 3,
                                .dash = m == 3 ? 2.0F : 1.0F});
    }
    chart.up = fit_up({}, chart.series, true);
    const LineChartDrawn placed = place_line_chart(ui.painter, area, chart);
    context.targets.put("architectures gradients", placed.plot);
    const std::optional<double> before = hovered_;
    hovered_.reset();
    if (region(ui, "architectures gradients", placed.plot).hovered) hovered_ = placed.x_of(ui.input.mouse.x);
    runs_.point_at(
        context, "architectures gradients", chart, placed, [&](const ChartRun& run) { return reach_says(chart, run); },
        [](const ChartRun&) { return true; });
    draw_line_chart(ui.painter, area, chart);
    runs_.mark(context, "architectures gradients", chart, placed);
    if (hovered_ != before) ui.keep_awake();
}

}  // namespace glassformer
