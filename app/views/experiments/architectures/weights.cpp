// How much each position counts for another in the first layer of the three, and the gradients' chart.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/experiments/architectures/page.h"
#include "app/views/experiments/architectures/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace say = texts::architectures;

Meaning meaning_of(Mixer mixer) { return mixer == Mixer::attention ? Meaning::weight : Meaning::parameter; }

}  // namespace

void ArchitecturesPage::weights_panel(ViewContext& context, Rect area, Mixer mixer) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const auto index = static_cast<std::size_t>(mixer);
    const int n = static_cast<int>(words_.size());
    const MixNumbers* const values = numbers(mixer);
    text_in(painter, area.take_top(1.6F * em), say::names.at(index), {.colour = ui.theme.text, .face = Face::bold});
    text_in(painter, area.take_top(1.3F * em), say::weights_captions.at(index),
            {.colour = ui.theme.muted, .size = em::small});
    Rect change_line = area.take_top(1.3F * em);
    if (before_)
        text_in(painter, change_line, fmt::format(say::changed_by, number_text(change(mixer))),
                {.colour = change(mixer) > 0 ? ui.theme.accent_text : ui.theme.muted, .size = em::small});
    area.take_top(0.4F * em);
    Rect scale = area.take_bottom(1.4F * em);

    float names = 0;
    for (const std::string& word : words_) names = std::max(names, painter.measure(word, em::small).width);
    names = std::min(names, 6 * em);
    Rect plot = area;
    plot.take_left(names + 0.6F * em);
    float side = std::min(plot.w, plot.h - 1.5F * em);
    Rect words = plot;
    for (int turn = 0; turn < 2; ++turn)  // the words' height depends on the pitch, and the pitch on it
        side = std::max(2 * em,
                        std::min(plot.w, plot.h - column_words_height(painter, words_, side / static_cast<float>(n))));
    Rect map = Rect{plot.x, plot.y, side, side}.snapped();
    words = {map.x, map.bottom(), map.w, plot.bottom() - map.bottom()};
    const float pitch = map.w / static_cast<float>(n);
    std::vector<float> middles;
    for (int p = 0; p < n; ++p) {
        const float middle = (static_cast<float>(p) + 0.5F) * pitch;
        middles.push_back(map.x + middle);
        painter.text({map.x - 0.4F * em, map.y + middle}, shortened(painter, word(p), names, em::small, Face::sans),
                     {.colour = ui.theme.text, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
    }
    draw_column_words(painter, words, words_, middles, pitch, {});
    if (values == nullptr) return;
    const ConstView weights = values->weights.view();
    const ConstMatrix matrix{.data = weights.data, .rows = n, .cols = n, .row_stride = n};
    HeatStyle style{.map = HeatMap::sequential,
                    .meaning = meaning_of(mixer),
                    .limit = mixer == Mixer::attention ? 1 : largest_magnitude(matrix)};
    painter.heatmap(matrix, map, style);
    painter.stroke(map, ui.theme.border);
    scale.take_left(map.x - scale.x);
    scale.w = std::min(scale.w, std::max(map.w, 9 * em));
    legend_line(painter, scale, style, std::span(&matrix, 1));
    const std::string name = "architectures weights " + std::to_string(index);
    context.targets.put(name, map);
    const Region touched = region(ui, name, map);
    if (!touched.hovered) return;
    const CellAt at = cell_at(map, n, n, touched.mouse);
    if (!at) return;
    pointed_ = {mixer, MixNode{at.row, at.col}};
    const Rect cell = cell_rect(map, n, n, at.row, at.col);
    painter.stroke(cell, ui.theme.accent, 2);
    tooltip(ui, cell,
            fmt::format(say::weights_cell, mixer == Mixer::attention ? say::weight_name : say::norm_name, word(at.row),
                        word(at.col), number_text(static_cast<double>(weights.at({{at.row, at.col}})))),
            TooltipPlace::beside);
}

void ArchitecturesPage::reach_chart(ViewContext& context, const Rect& area) {
    if (!reached_ || !reached_->error.empty()) return;
    Ui& ui = context.ui;
    static constexpr std::array meanings{Meaning::position, Meaning::value, Meaning::residual, Meaning::weight};
    std::array<std::vector<ChartPoint>, reach_models> lines;
    LineChart chart{
        .title = say::reach_title,
        .across = {.title = say::reach_axis, .low = 1, .high = static_cast<double>(reached_->setting.length)},
        .hovered = hovered_};
    for (std::size_t m = 0; m < lines.size() && m < reached_->points.size(); ++m) {
        const std::vector<double>& norms = reached_->points[m];
        for (std::size_t t = 0; t < norms.size(); ++t) lines.at(m).push_back({static_cast<double>(t + 1), norms[t]});
        chart.series.push_back({.name = say::reach_names.at(m),
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
    draw_line_chart(ui.painter, area, chart);
    if (hovered_ != before) ui.keep_awake();
}

}  // namespace glassformer
