#include "core/experiments/depth.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/analysis/measures.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/model/graph.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

constexpr int depth_words = 32;

ModelConfig deep_config(const DeepStack& setting, const std::string& more) {
    return parse_config(R"({"architecture": "encoder", "vocab_size": )" + std::to_string(depth_words) +
                            R"(, "max_seq_len": 256, "n_heads": 2, "positional": {"kind": "none"}, "d_model": )" +
                            std::to_string(setting.d_model) + R"(, "d_ff": )" + std::to_string(4 * setting.d_model) +
                            R"(, "n_layers": )" + std::to_string(setting.layers) + R"(, "activation": ")" +
                            setting.activation + "\", " + more + "}",
                        "a model of the experiment");
}

std::vector<float> drawn_tokens(Random& random, int count) {
    std::vector<float> tokens;
    tokens.reserve(static_cast<std::size_t>(std::max(count, 0)));
    for (int t = 0; t < count; ++t) tokens.push_back(static_cast<float>(random.below(depth_words)));
    return tokens;
}

std::string block_stage(int block, const char* stage) { return "blocks." + std::to_string(block) + "." + stage; }

ConstView view_of(const Tape& tape, const std::string& stage) {
    const int id = tape.trace().find(stage);
    if (id < 0) throw Error("the model of the experiment has no stage " + stage);
    return tape.trace().record(id).view();
}

/// Of the entries of each row around the row's mean, as a layer norm computes it; the mean over the rows.
double mean_deviation(const ConstView& rows) {
    const auto columns = static_cast<std::size_t>(rows.shape.cols());
    double sum = 0;
    for (std::size_t r = 0; r < rows.shape.rows(); ++r) {
        double mean = 0, squares = 0;
        for (std::size_t c = 0; c < columns; ++c) mean += static_cast<double>(rows.row(r)[c]);
        mean /= static_cast<double>(columns);
        for (std::size_t c = 0; c < columns; ++c) {
            const double off = static_cast<double>(rows.row(r)[c]) - mean;
            squares += off * off;
        }
        sum += std::sqrt(squares / static_cast<double>(columns));
    }
    return sum / static_cast<double>(rows.shape.rows());
}

double geometric_mean(std::span<const DepthDraw> draws, const std::function<double(const DepthDraw&)>& number) {
    double sum = 0;
    for (const DepthDraw& draw : draws) sum += std::log(number(draw));  // of 0 minus infinity: the mean is 0 then
    return std::exp(sum / static_cast<double>(draws.size()));
}

double mean_norm(const ConstView& rows) {
    double sum = 0;
    for (const double norm : row_norms(rows)) sum += norm;
    return sum / static_cast<double>(rows.shape.rows());
}

}  // namespace

double rank_one_residual(const ConstView& rows) {
    const auto columns = static_cast<std::size_t>(rows.shape.cols());
    std::vector<double> mean(columns);
    for (std::size_t r = 0; r < rows.shape.rows(); ++r)
        for (std::size_t c = 0; c < columns; ++c) mean[c] += static_cast<double>(rows.row(r)[c]);
    for (double& entry : mean) entry /= static_cast<double>(rows.shape.rows());
    double all = 0, apart = 0;
    for (std::size_t r = 0; r < rows.shape.rows(); ++r)
        for (std::size_t c = 0; c < columns; ++c) {
            const auto entry = static_cast<double>(rows.row(r)[c]), off = entry - mean[c];
            all += entry * entry;
            apart += off * off;
        }
    return all > 0 ? std::sqrt(apart / all) : 0;
}

double quiet_share(const ConstView& rows, double within) {
    const int columns = rows.shape.cols();
    double largest = 0;
    for (std::size_t r = 0; r < rows.shape.rows(); ++r)
        for (int c = 0; c < columns; ++c) largest = std::max(largest, std::abs(static_cast<double>(rows.row(r)[c])));
    int quiet = 0;
    for (int c = 0; c < columns; ++c) {
        bool any = false;
        for (std::size_t r = 0; r < rows.shape.rows() && !any; ++r)
            any = std::abs(static_cast<double>(rows.row(r)[c])) > within * largest;
        quiet += any ? 0 : 1;
    }
    return static_cast<double>(quiet) / static_cast<double>(columns);
}

bool is_zero_below_zero(const std::string& activation) {
    static constexpr std::array<float, 4> below{-0.01F, -0.3F, -1, -3};  // none so low that a smooth one rounds to 0
    const Activation* const row = find_activation(activation);
    if (row == nullptr) throw Error("there is no activation \"" + activation + "\"");
    std::array<float, below.size()> values{};
    row->value(below.data(), values.data(), below.size());
    return std::ranges::all_of(values, [](float value) { return value == 0; });
}

ModelConfig stack_config(const DeepStack& setting, StackKind kind) {
    const bool mlp = kind == StackKind::with_mlp || kind == StackKind::with_both;
    const bool residual = kind == StackKind::with_residual || kind == StackKind::with_both;
    return deep_config(setting, std::string(R"("norm": "none", "mlp": )") + (mlp ? "true" : "false") +
                                    R"(, "residual": )" + (residual ? "true" : "false"));
}

ModelConfig order_config(const DeepStack& setting, BlockOrder order) {
    const bool pre = order != BlockOrder::post_norm;
    return deep_config(setting, std::string(R"("norm": "layernorm", "norm_placement": ")") + (pre ? "pre" : "post") +
                                    R"(", "final_norm": )" + (order == BlockOrder::pre_norm ? "true" : "false") +
                                    R"(, "residual": )" + (order == BlockOrder::no_residual ? "false" : "true"));
}

InitOptions deep_init() {
    return {.matrices = MatrixInit::xavier, .embedding_std = 1, .scale_residual = false};
}

std::array<std::vector<float>, 2> deep_tokens_and_labels(const DeepStack& setting) {
    Random random(setting.seed + 1);
    std::vector<float> tokens = drawn_tokens(random, setting.tokens);
    return {std::move(tokens), drawn_tokens(random, setting.tokens)};
}

StreamDepth stream_depth(const DeepStack& setting, StackKind kind) {
    const ModelConfig config = stack_config(setting, kind);
    const Weights weights = initial_weights(config, setting.seed, deep_init());
    Tape tape;
    const Graph graph = record_model(tape, config, weights, {.seq_len = setting.tokens, .probs = false});
    tape.set(graph.tokens, deep_tokens_and_labels(setting)[0]);
    tape.evaluate();
    StreamDepth depth;
    const auto add = [&](const ConstView& rows) {
        depth.similarity.push_back(token_similarity(rows));
        depth.residual.push_back(rank_one_residual(rows));
        depth.norm.push_back(mean_norm(rows));
    };
    add(view_of(tape, "embed"));
    const char* const last = config.mlp ? "resid_post" : "resid_mid";
    for (int block = 0; block < setting.layers; ++block) {
        add(view_of(tape, block_stage(block, last)));
        if (!config.mlp) continue;
        const ConstView hidden = view_of(tape, block_stage(block, "mlp.act"));
        depth.dead.push_back(quiet_share(hidden, 0));
        depth.quiet.push_back(quiet_share(hidden, near_zero));
    }
    const ConstView stream = view_of(tape, setting.layers > 0 ? block_stage(setting.layers - 1, last) : "embed");
    depth.stream = Tensor(stream.shape);
    std::copy_n(stream.data, stream.shape.count(), depth.stream.data.begin());
    return depth;
}

DepthGradients depth_gradients(const DeepStack& setting, BlockOrder order) {
    const ModelConfig config = order_config(setting, order);
    const Weights weights = initial_weights(config, setting.seed, deep_init());
    Tape tape;
    const Graph graph = record_model(tape, config, weights, {.seq_len = setting.tokens, .probs = false, .loss = true});
    const std::array<std::vector<float>, 2> drawn = deep_tokens_and_labels(setting);
    tape.set(graph.tokens, drawn[0]);
    tape.set(graph.labels, drawn[1]);
    tape.evaluate();
    tape.backward(graph.loss);
    DepthGradients gradients;
    for (const LayerGradient& layer : gradient_by_layer(tape.trace())) {
        gradients.stream.push_back(layer.output);
        gradients.parameters.push_back(layer.parameters);
    }
    if (order == BlockOrder::pre_norm && setting.layers > 0)
        gradients.deviation = mean_deviation(view_of(tape, block_stage(setting.layers - 1, "resid_post")));
    return gradients;
}

DeepStack stack_of_draw(const DeepStack& setting, int draw) {
    DeepStack drawn = setting;
    drawn.seed = setting.seed * depth_draws + static_cast<std::uint64_t>(draw);
    return drawn;
}

DepthDraw depth_draw(const DeepStack& setting, int draw, const std::atomic<bool>& stopped) {
    const DeepStack drawn = stack_of_draw(setting, draw);
    DepthDraw orders;
    for (std::size_t order = 0; order < orders.size() && !stopped; ++order)
        orders.at(order) = depth_gradients(drawn, static_cast<BlockOrder>(order));
    return orders;
}

DepthGradients mean_gradients(std::span<const DepthDraw> draws, BlockOrder order) {
    const auto of = static_cast<std::size_t>(order);
    DepthGradients mean = draws.front().at(of);
    for (std::vector<double> DepthGradients::*const norms : {&DepthGradients::stream, &DepthGradients::parameters})
        for (std::size_t block = 0; block < (mean.*norms).size(); ++block)
            (mean.*norms)[block] =
                geometric_mean(draws, [&](const DepthDraw& draw) { return (draw.at(of).*norms)[block]; });
    mean.deviation = geometric_mean(draws, [&](const DepthDraw& draw) { return draw.at(of).deviation; });
    return mean;
}

int draws_that_fade(std::span<const DepthDraw> draws, BlockOrder order) {
    return static_cast<int>(std::ranges::count_if(draws, [order](const DepthDraw& draw) {
        const std::vector<double>& norms = draw.at(static_cast<std::size_t>(order)).stream;
        return norms.front() < norms.back();
    }));
}

}  // namespace glassformer
