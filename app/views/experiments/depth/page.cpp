#include "app/views/experiments/depth/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/experiments/depth/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace say = texts::depth;

constexpr std::array<int, 4> depth_widths{16, 32, 64, 128};
struct DepthActivation {
    const char *name, *title;
};
constexpr std::array<DepthActivation, 3> depth_activations{
    DepthActivation{"relu", "ReLU"}, DepthActivation{"gelu", "GELU"}, DepthActivation{"silu", "SiLU"}};
constexpr float wide_page = 60;  // em

std::string counted(double number) { return std::to_string(std::lround(number)); }

std::span<const ExperimentKnob> depth_knobs() {
    static const auto tokens = [](const KnobValues& values) { return !values.on("show"); };
    static const std::vector<ExperimentKnob> knobs{
        {.id = "show", .label = say::show, .hint = say::show_hint, .choices = {say::show_tokens, say::show_gradients}},
        {.id = "layers",
         .label = say::layers,
         .hint = say::layers_hint,
         .low = 2,
         .high = 24,
         .first = 12,
         .text = counted},
        {.id = "width", .label = say::width, .hint = say::width_hint, .first = 1, .choices = {"16", "32", "64", "128"}},
        {.id = "activation",
         .label = say::activation,
         .hint = say::activation_hint,
         .first = 0,
         .choices = {depth_activations[0].title, depth_activations[1].title, depth_activations[2].title},
         .shows = tokens},
        {.id = "seed", .label = say::seed, .hint = say::seed_hint, .high = 99, .text = counted},
    };
    return knobs;
}

}  // namespace

extern const ExperimentRow depth_experiment{
    .name = "depth",
    .place = 40,
    .title = say::title,
    .question = say::question,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<DepthPage>(services);
    }};

DepthPage::DepthPage(const ViewServices& services)
    : ExperimentPage(depth_knobs()),
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
        gradients_.follow(setting, block_orders,
                          [](const DeepStack& stack, std::size_t order, const std::atomic<bool>&) {
                              return depth_gradients(stack, static_cast<BlockOrder>(order));
                          });
        if (const auto now = gradients_.shown(); now && now->done()) gradient_ = now;
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
        if (!gradient_ || !gradient_->error.empty()) return gradient_ ? gradient_->error : say::computing;
        const auto ratio = [this](BlockOrder order) {
            const std::vector<double>& norms = gradient_->points[static_cast<std::size_t>(order)].stream;
            return number_text(norms.front() / norms.back());
        };
        const auto last = [this](BlockOrder order) {
            return gradient_->points[static_cast<std::size_t>(order)].stream.back();
        };
        const int layers = gradient_->setting.layers;
        return fmt::format(say::gradients_sentence, layers, gradient_->setting.d_model, ratio(BlockOrder::no_residual),
                           ratio(BlockOrder::post_norm), ratio(BlockOrder::pre_norm),
                           number_text(last(BlockOrder::post_norm) / last(BlockOrder::pre_norm)), layers,
                           number_text(std::sqrt(layers)));
    }
    if (!stream_ || !stream_->error.empty()) return stream_ ? stream_->error : say::computing;
    const auto apart = [this](StackKind kind) {
        return number_text(stream_->points[static_cast<std::size_t>(kind)].residual.back());
    };
    return fmt::format(say::tokens_sentence, stream_->setting.layers, stream_->setting.d_model,
                       apart(StackKind::attention), apart(StackKind::with_mlp), apart(StackKind::with_residual),
                       apart(StackKind::with_both));
}

bool DepthPage::run(Command command, ViewContext& context) {
    static_cast<void>(context);
    if (command != Command::again) return false;
    values().set("seed", (values().whole("seed") + 1) % 100);
    return true;
}

// --- the picture

float DepthPage::least_height(float width) const {
    if (gradients()) return width > wide_page ? 26 : 46;
    return width > wide_page ? 25 : 64;
}

void DepthPage::draw(ViewContext& context, const Rect& area) {
    hovered_before_ = hovered_;
    hovered_.reset();
    if (gradients() && gradient_ && gradient_->error.empty()) gradients_page(context, area);
    if (!gradients() && stream_ && stream_->error.empty()) tokens_page(context, area);
    if (hovered_ != hovered_before_) context.ui.keep_awake();
}

Colour DepthPage::line_colour(const Theme& theme, std::size_t series) const {
    static constexpr std::array kinds{Meaning::weight, Meaning::mlp, Meaning::residual, Meaning::position};
    static constexpr std::array orders{Meaning::gradient, Meaning::position, Meaning::residual};
    return colour(theme, gradients() ? orders.at(series) : kinds.at(series));
}

std::vector<DepthPage::Curves> DepthPage::token_curves() const {
    const auto make = [this](const char* id, const char* title, std::vector<double> StreamDepth::*of, bool logarithmic,
                             bool inside) {
        Curves curves{.id = id,
                      .title = title,
                      .across = inside ? say::in_block : say::after_blocks,
                      .first = inside ? 1.0 : 0.0,
                      .logarithmic = logarithmic,
                      .series = {},
                      .names = say::stack_names};
        for (const StreamDepth& point : stream_->points) curves.series.push_back(point.*of);
        return curves;
    };
    return {make("similarity", say::similarity, &StreamDepth::similarity, false, false),
            make("residual", say::residual, &StreamDepth::residual, true, false),
            make("norm", say::norm, &StreamDepth::norm, true, false),
            make("dead", say::dead, &StreamDepth::dead, false, true)};
}

std::vector<DepthPage::Curves> DepthPage::gradient_curves() const {
    const auto make = [this](const char* id, const char* title, std::vector<double> DepthGradients::*of) {
        Curves curves{.id = id,
                      .title = title,
                      .across = say::in_block,
                      .first = 1,
                      .logarithmic = true,
                      .series = {},
                      .names = say::order_names};
        for (const DepthGradients& point : gradient_->points) curves.series.push_back(point.*of);
        return curves;
    };
    return {make("stream", say::stream_gradient, &DepthGradients::stream),
            make("parameters", say::parameter_gradient, &DepthGradients::parameters)};
}

void DepthPage::chart(ViewContext& context, const Rect& place, const Curves& curves, bool legend) {
    Ui& ui = context.ui;
    const bool share = curves.id == "dead";
    std::vector<std::vector<ChartPoint>> points(curves.series.size());
    LineChart drawn{
        .title = curves.title,
        .across = {.title = curves.across,
                   .low = curves.first,
                   .high = static_cast<double>(gradients() ? gradient_->setting.layers : stream_->setting.layers)},
        .legend = legend,
        .hovered = hovered_before_,
        .least_left = gradients() ? 2.6F * ui.em : 0};
    for (std::size_t s = 0; s < points.size(); ++s) {
        for (std::size_t i = 0; i < curves.series[s].size(); ++i)
            points[s].push_back({curves.first + static_cast<double>(i), (share ? 100 : 1) * curves.series[s][i]});
        drawn.series.push_back({.name = curves.names[s],
                                .points = points[s],
                                .colour = line_colour(ui.theme, s),
                                .width = 2.4F,
                                .dashed = s % 2 == 1,
                                .dash = s > 2 ? 2.0F : 1.0F});
    }
    drawn.up = fit_up({}, drawn.series, curves.logarithmic);
    if (share) {
        drawn.up.low = 0, drawn.up.high = 100;
        drawn.up.unit = "%";
        std::erase_if(drawn.series, [](const ChartSeries& series) { return series.points.empty(); });
    }
    const LineChartDrawn placed = place_line_chart(ui.painter, place, drawn);
    context.targets.put("depth " + curves.id, placed.plot);
    if (region(ui, "depth " + curves.id, placed.plot).hovered) hovered_ = std::round(placed.x_of(ui.input.mouse.x));
    draw_line_chart(ui.painter, place, drawn);
}

void DepthPage::tokens_page(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const bool wide = area.w > wide_page * em;
    const std::vector<Curves> curves = token_curves();
    const int columns = wide ? 4 : 2, rows = 4 / columns;
    const float gap = 1.2F * em;
    const auto cell = [&](const Rect& of, int index) {
        const float w = (of.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
        const float h = (of.h - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
        return Rect{of.x + static_cast<float>(index % columns) * (w + gap),
                    of.y + static_cast<float>(index / columns) * (h + gap), w, h};
    };
    const Rect charts = area.take_top(std::round((wide ? 0.6F : 0.58F) * area.h));
    area.take_top(gap);
    for (std::size_t c = 0; c < curves.size(); ++c) chart(context, cell(charts, static_cast<int>(c)), curves[c], true);
    text_in(ui.painter, area.take_top(1.5F * em), say::streams, {.colour = ui.theme.muted, .size = em::small});
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(stack_kinds); ++kind)
        stream(context, cell(area, static_cast<int>(kind)), kind);
}

void DepthPage::stream(ViewContext& context, Rect area, std::size_t kind) const {
    Ui& ui = context.ui;
    const Tensor& rows = stream_->points[kind].stream;
    text_in(ui.painter, area.take_top(1.5F * ui.em), say::stack_names.at(kind),
            {.colour = line_colour(ui.theme, kind), .size = em::small, .face = Face::bold});
    const Rect scale = area.take_bottom(1.4F * ui.em);
    const Rect place = area.inset(0, 0.1F * ui.em).snapped();
    const int count = rows.shape.size(0), columns = rows.shape.cols();
    const ConstMatrix matrix{.data = rows.data.data(), .rows = count, .cols = columns, .row_stride = columns};
    const HeatStyle style{.meaning = Meaning::residual, .limit = largest_magnitude(matrix), .gap = 0};
    ui.painter.heatmap(matrix, place, style);
    legend_line(ui.painter, scale, style, std::span(&matrix, 1));
    const std::string name = "depth vectors " + std::to_string(kind);
    context.targets.put(name, place);
    const Region touched = region(ui, name, place);
    if (!touched.hovered) return;
    const CellAt at = cell_at(place, count, columns, touched.mouse);
    if (!at) return;
    tooltip(ui, cell_rect(place, count, columns, at.row, at.col),
            fmt::format(say::stream_cell, say::stack_names.at(kind), at.row + 1, at.col + 1,
                        number_text(static_cast<double>(matrix.at(at.row, at.col)))));
}

void DepthPage::gradients_page(ViewContext& context, Rect area) {
    const float em = context.ui.em, gap = 1.2F * em;
    const bool wide = area.w > wide_page * em;
    Rect charts = wide ? area.take_left(std::round(0.6F * area.w)) : area.take_top(std::round(0.52F * area.h));
    wide ? area.take_left(1.6F * em) : area.take_top(gap);
    const std::vector<Curves> curves = gradient_curves();
    const Rect above = charts.take_top(std::round((charts.h - gap) / 2));
    charts.take_top(gap);
    chart(context, above, curves[0], true);
    chart(context, charts, curves[1], false);
    const float share = (area.w - 2 * gap) / static_cast<float>(block_orders);
    for (int order = 0; order < block_orders; ++order) {
        block_order(context, area.take_left(share), static_cast<BlockOrder>(order));
        area.take_left(gap);
    }
}

// --- the numbers, for scripts and files

void DepthPage::describe(State& state) const {
    const auto add = [&](const std::string& name, double number) {
        state.add("depth_" + name, fmt::format("{}", number));
    };
    static constexpr std::array kinds{"attention", "mlp", "residual", "both"};
    static constexpr std::array orders{"none", "post", "pre"};
    state.add("depth_seed", std::to_string(values().whole("seed")));
    if (gradients()) {
        state.add("depth_blocks", std::to_string(gradient_ ? gradient_->setting.layers : 0));
        for (std::size_t o = 0; gradient_ && o < gradient_->points.size(); ++o) {
            const DepthGradients& point = gradient_->points[o];
            const std::string name = orders.at(o);
            add("first_stream_" + name, point.stream.front()), add("last_stream_" + name, point.stream.back());
            add("first_parameters_" + name, point.parameters.front());
            add("last_parameters_" + name, point.parameters.back());
        }
        return;
    }
    state.add("depth_blocks", std::to_string(stream_ ? stream_->setting.layers : 0));
    for (std::size_t k = 0; stream_ && k < stream_->points.size(); ++k) {
        const StreamDepth& point = stream_->points[k];
        const std::string name = kinds.at(k);
        add("similarity_" + name, point.similarity.back()), add("residual_" + name, point.residual.back());
        add("norm_" + name, point.norm.back());
        if (!point.dead.empty()) add("dead_" + name, point.dead.back());
    }
}

std::string DepthPage::table_title() const { return gradients() ? say::table_gradients : say::table_tokens; }

void DepthPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    if (gradients() ? !gradient_ || !gradient_->error.empty() : !stream_ || !stream_->error.empty()) return;
    const std::vector<Curves> all = gradients() ? gradient_curves() : token_curves();
    std::string head = "block";
    for (const Curves& curves : all)
        for (std::size_t s = 0; s < curves.series.size(); ++s) {
            std::string name = curves.names[s];
            std::ranges::replace(name, ' ', '_');
            head += "," + curves.id + "_" + name;
        }
    write(head + "\n");
    const int layers = gradients() ? gradient_->setting.layers : stream_->setting.layers;
    for (int block = gradients() ? 1 : 0; block <= layers; ++block) {
        std::string row = std::to_string(block);
        for (const Curves& curves : all)
            for (const std::vector<double>& numbers : curves.series) {
                const int index = block - static_cast<int>(curves.first);
                const bool there = index >= 0 && index < static_cast<int>(numbers.size());
                row += there ? fmt::format(",{}", numbers[static_cast<std::size_t>(index)]) : ",";
            }
        write(row + "\n");
    }
}

}  // namespace glassformer
