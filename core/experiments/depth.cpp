#include "core/experiments/depth.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/measures.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/model/graph.h"
#include "core/model/weights.h"

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

Weights deep_weights(const ModelConfig& config, std::uint64_t seed) {
    return initial_weights(config, seed, {.matrices = MatrixInit::xavier, .embedding_std = 1, .scale_residual = false});
}

std::vector<float> drawn_tokens(Random& random, int count) {
    std::vector<float> tokens;
    for (int t = 0; t < count; ++t) tokens.push_back(static_cast<float>(random.below(depth_words)));
    return tokens;
}

std::string block_stage(int block, const char* stage) { return "blocks." + std::to_string(block) + "." + stage; }

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

double dead_share(const ConstView& rows) {
    const int columns = rows.shape.cols();
    int dead = 0;
    for (int c = 0; c < columns; ++c) {
        bool any = false;
        for (std::size_t r = 0; r < rows.shape.rows() && !any; ++r) any = rows.row(r)[c] != 0;
        dead += any ? 0 : 1;
    }
    return static_cast<double>(dead) / static_cast<double>(columns);
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

StreamDepth stream_depth(const DeepStack& setting, StackKind kind) {
    const ModelConfig config = stack_config(setting, kind);
    const Weights weights = deep_weights(config, setting.seed);
    Tape tape;
    const Graph graph = record_model(tape, config, weights, {.seq_len = setting.tokens, .probs = false});
    Random random(setting.seed + 1);
    tape.set(graph.tokens, drawn_tokens(random, setting.tokens));
    tape.evaluate();
    const auto view = [&](const std::string& name) {
        const int id = tape.trace().find(name);
        if (id < 0) throw Error("the model of the experiment has no stage " + name);
        return tape.trace().record(id).view();
    };
    StreamDepth depth;
    const auto add = [&](const ConstView& rows) {
        depth.similarity.push_back(token_similarity(rows));
        depth.residual.push_back(rank_one_residual(rows));
        depth.norm.push_back(mean_norm(rows));
    };
    add(view("embed"));
    const char* const last = config.mlp ? "resid_post" : "resid_mid";
    for (int block = 0; block < setting.layers; ++block) {
        add(view(block_stage(block, last)));
        if (config.mlp) depth.dead.push_back(dead_share(view(block_stage(block, "mlp.act"))));
    }
    const ConstView stream = view(setting.layers > 0 ? block_stage(setting.layers - 1, last) : "embed");
    depth.stream = Tensor(stream.shape);
    std::copy_n(stream.data, stream.shape.count(), depth.stream.data.begin());
    return depth;
}

DepthGradients depth_gradients(const DeepStack& setting, BlockOrder order) {
    const ModelConfig config = order_config(setting, order);
    const Weights weights = deep_weights(config, setting.seed);
    Tape tape;
    const Graph graph = record_model(tape, config, weights, {.seq_len = setting.tokens, .probs = false, .loss = true});
    Random random(setting.seed + 1);
    tape.set(graph.tokens, drawn_tokens(random, setting.tokens));
    tape.set(graph.labels, drawn_tokens(random, setting.tokens));
    tape.evaluate();
    tape.backward(graph.loss);
    DepthGradients gradients;
    for (const LayerGradient& layer : gradient_by_layer(tape.trace())) {
        gradients.stream.push_back(layer.output);
        gradients.parameters.push_back(layer.parameters);
    }
    return gradients;
}

}  // namespace glassformer
