#include "app/views/experiments/depth/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/experiments/depth/texts.h"
#include "app/views/shared/touched_matrix.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

namespace strings = texts::depth;

constexpr std::array<int, 4> depth_widths{16, 32, 64, 128};
struct DepthActivation {
    const char *name, *title;
};
constexpr std::array<DepthActivation, 3> depth_activations{
    DepthActivation{"relu", "ReLU"}, DepthActivation{"gelu", "GELU"}, DepthActivation{"silu", "SiLU"}};
constexpr float wide_page = 60;                         // em
constexpr float faint_draw = 0.16F, draw_width = 0.8F;  // of a single draw's line, below the means
constexpr double float_rounding = 0x1p-24;              // of single precision, relative

std::string counted(double number) { return std::to_string(std::lround(number)); }

std::span<const ExperimentKnob> depth_knobs() {
    static const auto tokens = [](const KnobValues& values) { return !values.on("show"); };
    static const std::vector<ExperimentKnob> knobs{
        {.id = "show",
         .label = strings::show,
         .hint = strings::show_hint,
         .choices = {strings::show_tokens, strings::show_gradients}},
        {.id = "layers",
         .label = strings::layers,
         .hint = strings::layers_hint,
         .low = 2,
         .high = 24,
         .first = 12,
         .text = counted},
        {.id = "width",
         .label = strings::width,
         .hint = strings::width_hint,
         .first = 1,
         .choices = {"16", "32", "64", "128"}},
        {.id = "activation",
         .label = strings::activation,
         .hint = strings::activation_hint,
         .first = 0,
         .choices = {depth_activations[0].title, depth_activations[1].title, depth_activations[2].title},
         .shows = tokens},
        {.id = "seed", .label = strings::seed, .hint = strings::seed_hint, .high = 99, .text = counted},
    };
    return knobs;
}

}  // namespace

extern const ExperimentRow depth_experiment{
    .name = "depth",
    .place = 40,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<DepthPage>(services);
    }};

DepthPage::DepthPage(const ViewServices& services)
    : ExperimentPage(depth_knobs(), "layers"),
      streams_(services.session_options().wake),
      gradients_(services.session_options().wake) {}

void DepthPage::follow(ViewContext& context) {
    static_cast<void>(context);
    const auto chosen = [this](const char* knob, std::size_t most) {
        return static_cast<std::size_t>(std::clamp(values().whole(knob), 0, static_cast<int>(most) - 1));
    };
    DeepStack setting;
    setting.layers = values().whole("layers");
    setting.d_model = depth_widths.at(chosen("width", depth_widths.size()));
    setting.seed = static_cast<std::uint64_t>(values().whole("seed"));
    if (gradients()) {
        gradients_.follow(setting, depth_draws,
                          [](const DeepStack& stack, std::size_t draw, const std::atomic<bool>& stopped) {
                              return depth_draw(stack, static_cast<int>(draw), stopped);
                          });
        const auto now = gradients_.shown();
        if (!now || now == gradient_) return;
        gradient_ = now;
        for (int order = 0; order < block_orders && !now->points.empty(); ++order)
            means_.at(static_cast<std::size_t>(order)) = mean_gradients(now->points, static_cast<BlockOrder>(order));
        return;
    }
    setting.activation = depth_activations.at(chosen("activation", depth_activations.size())).name;
    streams_.follow(setting, stack_kinds, [](const DeepStack& stack, std::size_t kind, const std::atomic<bool>&) {
        return stream_depth(stack, static_cast<StackKind>(kind));
    });
    if (const auto now = streams_.shown(); now && now->done()) stream_ = now;
}

std::string DepthPage::sentence() const {
    if (gradients()) {
        if (!gradient_ || !gradient_->error.empty()) return gradient_ ? gradient_->error : strings::computing;
        const auto all = [this](BlockOrder order) { return number_text(fall(order)); };
        const auto each = [this](BlockOrder order) { return number_text(fall_of_a_block(order)); };
        using enum BlockOrder;
        return fmt::format(strings::gradients_sentence, gradient_->setting.layers, gradient_->setting.d_model,
                           each(no_residual), all(no_residual), draws_that_fade(gradient_->points, no_residual),
                           gradient_->points.size(), each(post_norm), all(post_norm), each(pre_norm), all(pre_norm));
    }
    if (!stream_ || !stream_->error.empty()) return stream_ ? stream_->error : strings::computing;
    const auto apart = [this](StackKind kind) {
        const double number = stream_->points[static_cast<std::size_t>(kind)].residual.back();
        return number == 0 ? std::string("0") : number_text(number);  // 0.00 would be read as a rounded number
    };
    return fmt::format(strings::tokens_sentence, stream_->setting.layers, stream_->setting.d_model,
                       apart(StackKind::attention), apart(StackKind::with_mlp), apart(StackKind::with_residual),
                       apart(StackKind::with_both));
}

double DepthPage::fall_of_a_block(BlockOrder order) const {
    const auto steps = static_cast<double>(mean(order).stream.size()) - 1;
    return std::pow(fall(order), 1 / std::max(1.0, steps));
}

bool DepthPage::run(Command command, ViewContext& context) {
    static_cast<void>(context);
    if (command != Command::again) return false;
    values().set("seed", (values().whole("seed") + 1) % 100);
    return true;
}

// --- the picture

float DepthPage::least_height(float width) const {
    const float least = roomy_height(width);
    return is_low_for(least) ? low_height() : least;
}

float DepthPage::roomy_height(float width) const {
    if (gradients()) return width > wide_page ? 26 : 46;
    return width > wide_page ? 25 : 64;
}

void DepthPage::draw(ViewContext& context, const Rect& area) {
    hovered_before_ = hovered_;
    hovered_.reset();
    const bool low = is_low_for(roomy_height(area.w / context.ui.em));
    const bool there = gradients() ? gradient_ && gradient_->error.empty() : stream_ && stream_->error.empty();
    if (there && low)
        low_page(context, area);
    else if (there && gradients())
        gradients_page(context, area);
    else if (there)
        tokens_page(context, area);
    if (hovered_ != hovered_before_) context.ui.keep_awake();
}

Colour DepthPage::line_colour(const Theme& theme, std::size_t series) const {
    static constexpr std::array kinds{Meaning::weight, Meaning::mlp, Meaning::residual, Meaning::position};
    static constexpr std::array orders{Meaning::gradient, Meaning::key, Meaning::residual};
    return colour(theme, gradients() ? orders.at(series) : kinds.at(series));
}

std::vector<DepthPage::Curves> DepthPage::token_curves() const {
    const auto make = [this](const char* id, const char* title, std::vector<double> StreamDepth::*of, bool logarithmic,
                             bool inside) {
        Curves curves{.id = id,
                      .title = title,
                      .across = inside ? strings::in_block : strings::after_blocks,
                      .first = inside ? 1.0 : 0.0,
                      .logarithmic = logarithmic,
                      .share = inside,
                      .series = {},
                      .names = strings::stack_names};
        for (const StreamDepth& point : stream_->points) curves.series.push_back(point.*of);
        return curves;
    };
    const bool exact = is_zero_below_zero(stream_->setting.activation);
    return {make("similarity", strings::similarity, &StreamDepth::similarity, false, false),
            make("residual", a_curve_ends() ? strings::residual_ends : strings::residual, &StreamDepth::residual, true,
                 false),
            make("norm", strings::norm, &StreamDepth::norm, true, false),
            exact ? make("dead", strings::dead, &StreamDepth::dead, false, true)
                  : make("quiet", strings::quiet, &StreamDepth::quiet, false, true)};
}

std::vector<DepthPage::Curves> DepthPage::gradient_curves() const {
    const auto make = [this](const char* id, const char* title, std::vector<double> DepthGradients::*of) {
        Curves curves{.id = id,
                      .title = title,
                      .across = strings::in_block,
                      .first = 1,
                      .logarithmic = true,
                      .backward = true,
                      .series = {},
                      .names = strings::order_names};
        for (std::size_t order = 0; order < means_.size(); ++order) {
            curves.series.push_back(means_.at(order).*of);
            curves.draws.emplace_back();
            for (const DepthDraw& draw : gradient_->points) curves.draws.back().push_back(draw.at(order).*of);
        }
        return curves;
    };
    return {make("stream", strings::stream_gradient, &DepthGradients::stream),
            make("parameters", strings::parameter_gradient, &DepthGradients::parameters)};
}

bool DepthPage::a_curve_ends() const {
    return std::ranges::any_of(stream_->points, [](const StreamDepth& point) {
        return std::ranges::find(point.residual, 0.0) != point.residual.end();
    });
}

/// Where the curves of the collapse end, and what the units of smooth activations are counted as.
std::string DepthPage::tokens_note() const {
    std::string note = fmt::format(strings::one_draw, stream_->setting.seed);
    if (a_curve_ends()) note += strings::equal_rows;
    const std::string& activation = stream_->setting.activation;
    if (is_zero_below_zero(activation)) return note;
    const auto* const row = std::ranges::find(depth_activations, activation, &DepthActivation::name);
    return note + fmt::format(strings::quiet_note, row->title, std::lround(100 * near_zero));
}

std::string DepthPage::gradients_note() const {
    const DepthGradients &post = mean(BlockOrder::post_norm), &pre = mean(BlockOrder::pre_norm);
    const int layers = gradient_->setting.layers;
    return fmt::format(strings::mean_note, gradient_->points.size()) + " " +
           fmt::format(strings::root_note, number_text(post.stream.back() / pre.stream.back()),
                       number_text(pre.deviation), layers, number_text(std::sqrt(layers)));
}

LineChartDrawn DepthPage::chart(ViewContext& context, const Rect& place, const Curves& curves, bool legend) {
    Ui& ui = context.ui;
    const auto points_of = [&curves](const std::vector<double>& numbers) {
        std::vector<ChartPoint> points;
        points.reserve(numbers.size());
        for (const double number : numbers)
            points.push_back({curves.first + static_cast<double>(points.size()), (curves.share ? 100 : 1) * number});
        if (curves.backward) std::ranges::reverse(points);
        return points;
    };
    std::vector<std::vector<ChartPoint>> points;
    for (const std::vector<double>& numbers : curves.series) points.push_back(points_of(numbers));
    if (curves.id == "similarity" || curves.id == "stream") context.targets.put(first_picture, place);
    LineChart drawn{
        .title = curves.title,
        .across = {.title = curves.across,
                   .low = curves.first,
                   .high = static_cast<double>(gradients() ? gradient_->setting.layers : stream_->setting.layers),
                   .whole = true,
                   .reversed = curves.backward},
        .legend = legend,
        .hovered = hovered_before_,
        .least_left = gradients() ? 2.6F * ui.em : 0};
    for (std::size_t s = 0; s < points.size(); ++s)
        drawn.series.push_back({.name = curves.names[s],
                                .points = points[s],
                                .colour = line_colour(ui.theme, s),
                                .width = 2.4F,
                                .dashed = s % 2 == 1,
                                .dash = s > 2 ? 2.0F : 1.0F});
    std::vector<std::vector<ChartPoint>> single;
    std::vector<Colour> single_colours;
    for (std::size_t s = 0; s < curves.draws.size(); ++s)
        for (const std::vector<double>& numbers : curves.draws[s]) {
            single.push_back(points_of(numbers));
            single_colours.push_back(line_colour(ui.theme, s).faded(faint_draw));
        }
    std::vector<ChartSeries> fitted = drawn.series;
    for (const std::vector<ChartPoint>& one : single) fitted.push_back({.name = {}, .points = one});
    if (curves.id == "residual" && std::ranges::any_of(curves.series, [](const std::vector<double>& numbers) {
            return std::ranges::any_of(numbers, [](double number) { return number < 10 * float_rounding; });
        }))
        drawn.levels.push_back({.name = strings::precision, .y = float_rounding, .colour = ui.theme.muted});
    drawn.up = fit_up({}, fitted, curves.logarithmic, drawn.levels);
    if (curves.share) {
        drawn.up.low = 0, drawn.up.high = 100;
        drawn.up.unit = "%";
        std::erase_if(drawn.series, [](const ChartSeries& series) { return series.points.empty(); });
    }
    drawn.under = [&](const LineChartDrawn& on) {
        for (std::size_t i = 0; i < single.size(); ++i) {
            std::vector<Vec2> line;
            for (const ChartPoint& point : single[i])
                if (const Vec2 at = on.at(point.x, point.y); std::isfinite(at.y)) line.push_back(at);
            if (line.size() > 1) ui.painter.polyline(line, single_colours[i], draw_width);
        }
    };
    LineChartDrawn placed = place_line_chart(ui.painter, place, drawn);
    context.targets.put("depth " + curves.id, placed.plot);
    if (region(ui, "depth " + curves.id, placed.plot).hovered) hovered_ = std::round(placed.x_of(ui.input.mouse.x));
    runs_.point_at(
        context, "depth " + curves.id, drawn, placed, [&](const ChartRun& run) { return run_says(curves, drawn, run); },
        [](const ChartRun&) { return true; });
    draw_line_chart(ui.painter, place, drawn);
    runs_.mark(context, "depth " + curves.id, drawn, placed);
    return placed;
}

void DepthPage::tokens_page(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const bool wide = area.w > wide_page * em;
    const std::vector<Curves> curves = token_curves();
    const int columns = wide ? 4 : 2, rows = 4 / columns;
    const float gap = 1.2F * em;
    const auto cell = [&](const Rect& of, int index) {
        const int row = index / columns, column = index % columns;
        const float w = (of.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
        const float h = (of.h - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
        return Rect{of.x + static_cast<float>(column) * (w + gap), of.y + static_cast<float>(row) * (h + gap), w, h};
    };
    const TextStyle small{.colour = ui.theme.muted, .size = em::small};
    const std::string note = tokens_note();
    const float noted = paragraph(ui.painter, area, note, small, false);
    const Rect charts = area.take_top(std::round((wide ? 0.6F : 0.58F) * (area.h - noted)));
    area.take_top(0.4F * em);
    for (std::size_t c = 0; c < curves.size(); ++c) chart(context, cell(charts, static_cast<int>(c)), curves[c], true);
    paragraph(ui.painter, area.take_top(noted), note, small);
    area.take_top(0.6F * em);
    text_in(ui.painter, area.take_top(1.5F * em), strings::streams, small);
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(stack_kinds); ++kind)
        stream(context, cell(area, static_cast<int>(kind)), kind);
}

void DepthPage::stream(ViewContext& context, Rect area, std::size_t kind) const {
    Ui& ui = context.ui;
    const Tensor& rows = stream_->points[kind].stream;
    text_in(ui.painter, area.take_top(1.5F * ui.em), strings::stack_names.at(kind),
            {.colour = line_colour(ui.theme, kind), .size = em::small, .face = Face::bold});
    const Rect scale = area.take_bottom(1.4F * ui.em);
    const int count = rows.shape.size(0), columns = rows.shape.cols();
    const ConstMatrix matrix{.data = rows.data.data(), .rows = count, .cols = columns, .row_stride = columns};
    const HeatStyle style{.meaning = Meaning::residual, .limit = largest_magnitude(matrix), .gap = 0};
    const MatrixPlace place =
        LabelledMatrix{.values = matrix, .style = style}.draw(ui.painter, area.inset(0, 0.1F * ui.em).snapped());
    legend_line(ui.painter, scale, style, std::span(&matrix, 1));
    if (const TouchedMatrix touched = touch_matrix(context, "depth vectors " + std::to_string(kind), place))
        tooltip(ui, touched.cell,
                fmt::format(strings::stream_cell, strings::stack_names.at(kind), touched.at.row + 1, touched.at.col + 1,
                            number_text(static_cast<double>(matrix.at(touched.at.row, touched.at.col)))));
}

void DepthPage::gradients_page(ViewContext& context, Rect area) {
    const float em = context.ui.em, gap = 1.2F * em;
    const bool wide = area.w > wide_page * em;
    Rect charts = wide ? area.take_left(std::round(0.6F * area.w)) : area.take_top(std::round(0.52F * area.h));
    wide ? area.take_left(1.6F * em) : area.take_top(gap);
    const std::vector<Curves> curves = gradient_curves();
    const TextStyle small{.colour = context.ui.theme.muted, .size = em::small};
    const std::string note = gradients_note();
    const float noted = paragraph(context.ui.painter, charts, note, small, false);
    paragraph(context.ui.painter, charts.take_bottom(noted), note, small);
    charts.take_bottom(0.5F * em);
    // The gradients that the page is about are the larger chart, with names at the ends of its curves.
    const float high = std::round(0.62F * (charts.h - gap));
    const bool named = high > 12 * em;
    const Rect margin = charts.take_right(named ? std::min(ends_width(context.ui.painter), 0.4F * charts.w) : 0);
    const Rect above = charts.take_top(high);
    charts.take_top(gap);
    const LineChartDrawn drawn = chart(context, above, curves[0], !named);
    if (named) ends(context, drawn, {margin.x, above.y, margin.w, above.h});
    chart(context, charts, curves[1], false);
    const float share = (area.w - 2 * gap) / static_cast<float>(block_orders);
    for (int order = 0; order < block_orders; ++order) {
        block_order(context, area.take_left(share), static_cast<BlockOrder>(order));
        area.take_left(gap);
    }
}

}  // namespace glassformer
