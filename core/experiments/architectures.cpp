#include "core/experiments/architectures.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/model/graph.h"
#include "core/train/ablations/gradient_reach.h"

namespace glassformer {

namespace {

constexpr int mixer_ids = 4096;  // as many weights for every text
constexpr int longest_reach_text = 256, words_of_reach = 24, classes_of_reach = 8, texts_of_reach = 16;

std::string mixer_stage(Mixer mixer, int layer, const char* stage) {
    const char* const stack = mixer == Mixer::recurrent ? "rnn." : mixer == Mixer::convolution ? "conv." : "blocks.";
    return stack + std::to_string(layer) + "." + stage;
}

Tensor kept_copy(const ConstView& view) {
    Tensor tensor(view.shape);
    std::copy_n(view.data, view.shape.count(), tensor.data.begin());
    return tensor;
}

/// Frobenius norm of `count` numbers.
float matrix_norm(const float* first, std::size_t count) {
    double squares = 0;
    for (std::size_t i = 0; i < count; ++i) squares += static_cast<double>(first[i]) * static_cast<double>(first[i]);
    return static_cast<float>(std::sqrt(squares));
}

/// The matrices' norms where the first layer reads: the same at every position.
Tensor norms_of_first_layer(const MixedTokens& setting, Mixer mixer, const Weights& weights) {
    const int n = setting.count();
    Tensor map(Shape{{Axis::query, n}, {Axis::key, n}});
    const auto set = [&](int query, int key, float value) { map.data[map.shape.offset({{query, key}})] = value; };
    if (mixer == Mixer::recurrent) {
        const Parameter &input = *weights.find("rnn.0.input.weight"), &state = *weights.find("rnn.0.recurrent.weight");
        for (int i = 0; i < n; ++i) {
            set(i, i, matrix_norm(input.data, input.shape.count()));
            if (i > 0) set(i, i - 1, matrix_norm(state.data, state.shape.count()));
        }
        return map;
    }
    const Parameter& kernel = *weights.find("conv.0.weight");  // [offset, d, d], the furthest back first
    const std::size_t size = kernel.shape.count() / static_cast<std::size_t>(setting.width);
    for (int i = 0; i < n; ++i)
        for (int back = 0; back < setting.width && back <= i; ++back)
            set(i, i - back,
                matrix_norm(kernel.data + static_cast<std::size_t>(setting.width - 1 - back) * size, size));
    return map;
}

bool is_transformer_of_reach(int model) { return model == reach_models - 1; }

}  // namespace

std::vector<MixNode> nodes_read(const MixedTokens& setting, Mixer mixer, const MixNode& node) {
    std::vector<MixNode> read;
    if (node.layer == 0) return read;
    const int below = node.layer - 1;
    switch (mixer) {
        case Mixer::recurrent:
            if (node.position > 0) read.push_back({node.layer, node.position - 1});
            read.push_back({below, node.position});
            break;
        case Mixer::convolution:
            for (int p = std::max(0, node.position - setting.width + 1); p <= node.position; ++p)
                read.push_back({below, p});
            break;
        case Mixer::attention:
            for (int p = 0; p <= node.position; ++p) read.push_back({below, p});
            break;
    }
    return read;
}

int time_step(Mixer mixer, const MixNode& node) {
    if (node.layer == 0) return 0;
    return mixer == Mixer::recurrent ? node.layer + node.position : node.layer;
}

int time_steps(const MixedTokens& setting, Mixer mixer) {
    return time_step(mixer, {setting.layers, setting.count() - 1});
}

MixPath mix_path(const MixedTokens& setting, Mixer mixer, int from, int to) {
    // Every node's best way from the embedding at `from`, layer by layer and position by position: what a node reads
    // has its way already.
    struct Way {
        int moves = -1, nodes = 0;  // −1: none
        MixNode before;
    };
    const int n = setting.count();
    MixPath path;
    if (from < 0 || to < 0 || from >= n || to >= n) return path;
    const auto index = [n](const MixNode& node) { return static_cast<std::size_t>(node.layer * n + node.position); };
    std::vector<Way> ways(static_cast<std::size_t>((setting.layers + 1) * n));
    ways[index({0, from})] = {.moves = 0, .nodes = 1, .before = {}};
    for (int layer = 1; layer <= setting.layers; ++layer)
        for (int position = 0; position < n; ++position) {
            Way& way = ways[index({layer, position})];
            for (const MixNode& read : nodes_read(setting, mixer, {layer, position})) {
                const Way& before = ways[index(read)];
                if (before.moves < 0) continue;
                const int moves = before.moves + (read.position != position ? 1 : 0), nodes = before.nodes + 1;
                if (way.moves < 0 || moves < way.moves || (moves == way.moves && nodes < way.nodes))
                    way = {.moves = moves, .nodes = nodes, .before = read};
            }
        }
    MixNode node{setting.layers, to};
    if (ways[index(node)].moves < 0) return path;
    path.reached = true;
    path.moves = ways[index(node)].moves;
    for (; node.layer > 0; node = ways[index(node)].before) path.nodes.push_back(node);
    path.nodes.push_back(node);
    std::ranges::reverse(path.nodes);
    return path;
}

int layers_needed(int distance, int width) { return width < 2 ? 0 : (distance + width - 2) / (width - 1); }

ModelConfig mixer_config(const MixedTokens& setting, Mixer mixer) {
    const std::string d = std::to_string(setting.d);
    std::string own;
    switch (mixer) {
        case Mixer::recurrent:
            own = R"("architecture": "recurrent", "recurrent": {"cell": ")" +
                  std::string(setting.lstm ? "lstm" : "rnn") + R"(", "d_hidden": )" + d + "}";
            break;
        case Mixer::convolution:
            own = R"("architecture": "convolution", "convolution": {"width": )" + std::to_string(setting.width) +
                  R"(, "causal": true})";
            break;
        case Mixer::attention:
            own = R"("architecture": "decoder", "n_heads": 1, "d_ff": )" + std::to_string(2 * setting.d) +
                  R"(, "positional": {"kind": "sinusoidal"})";
            break;
    }
    return parse_config(R"({"vocab_size": )" + std::to_string(mixer_ids) + R"(, "max_seq_len": 64, "d_model": )" + d +
                            R"(, "n_layers": )" + std::to_string(setting.layers) + ", " + own + "}",
                        "a model of the experiment");
}

InitOptions mixer_init(const MixedTokens& setting) {
    return {.std = static_cast<float>(1 / std::sqrt(static_cast<double>(setting.d))),
            .embedding_std = 1,
            .scale_residual = false};
}

MixNumbers mixed_numbers(const MixedTokens& setting, Mixer mixer) {
    if (setting.tokens.empty()) throw Error("the experiment needs at least one token");
    const ModelConfig config = mixer_config(setting, mixer);
    const Weights weights = initial_weights(config, setting.seed, mixer_init(setting));
    Tape tape;
    const Graph graph = record_model(tape, config, weights, {.seq_len = setting.count(), .probs = false});
    std::vector<float> ids;
    for (const int token : setting.tokens) ids.push_back(static_cast<float>(token % mixer_ids));
    tape.set(graph.tokens, ids);
    tape.evaluate();
    const auto view = [&](const std::string& name) {
        const int id = tape.trace().find(name);
        if (id < 0) throw Error("the model of the experiment has no stage " + name);
        return tape.trace().record(id).view();
    };
    MixNumbers numbers;
    numbers.rows.push_back(kept_copy(view("embed")));
    const char* const last = mixer == Mixer::recurrent ? "hidden" : mixer == Mixer::convolution ? "out" : "resid_post";
    for (int l = 0; l < setting.layers; ++l) numbers.rows.push_back(kept_copy(view(mixer_stage(mixer, l, last))));
    if (mixer != Mixer::attention) {
        numbers.weights = norms_of_first_layer(setting, mixer, weights);
        return numbers;
    }
    const ConstView head = view("blocks.0.attn.weights");  // [head 1, query, key]
    numbers.weights = kept_copy({Shape{head.shape[1], head.shape[2]}, head.data});
    return numbers;
}

WeightsChanged weights_changed(const Tensor& before, const Tensor& after) {
    WeightsChanged found;
    if (before.shape.rank() != 2 || after.shape.rank() != 2) return found;
    const int rows = std::min(before.shape.size(0), after.shape.size(0));
    const int columns = std::min(before.shape.size(1), after.shape.size(1));
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
            const Cell cell{{i, j}};
            const auto was = static_cast<double>(before.view().at(cell)), is = static_cast<double>(after.view().at(cell));
            if (was == 0 && is == 0) continue;
            ++found.weights;
            if (std::abs(was - is) > weight_rounding) ++found.changed;
            found.largest = std::max(found.largest, std::abs(was - is));
        }
    return found;
}

ModelConfig reach_config(int model) {
    const std::string own =
        is_transformer_of_reach(model)
            ? R"("architecture": "decoder", "n_layers": 2, "n_heads": 2, "d_ff": 64,
                         "positional": {"kind": "sinusoidal"}, "scale_embeddings": true)"
            : R"("architecture": "recurrent", "n_layers": 1, "recurrent": {"d_hidden": 32, "cell": ")" +
                  std::string(model == 0 ? "rnn" : "lstm") + "\"}";
    return parse_config(R"({"vocab_size": )" + std::to_string(words_of_reach) + R"(, "max_seq_len": )" +
                            std::to_string(longest_reach_text) +
                            R"(, "d_model": 32, "head": {"kind": "classifier", "n_classes": )" +
                            std::to_string(classes_of_reach) + R"(, "pooling": "last"}, )" + own + "}",
                        "a model of the experiment");
}

InitOptions reach_init(int model) {
    InitOptions init;
    if (is_transformer_of_reach(model)) {
        init.matrices = MatrixInit::xavier_joint;
        init.embedding_std = 0.1767767F;  // 1/√d_model, and the model multiplies by √d_model
        init.scale_residual = false;
    } else {
        init.forget_bias = model == 2 ? 2 : 0;
    }
    return init;
}

UntrainedModel reach_model(const UntrainedReach& setting, int model, const std::string& titled) {
    return {.title = titled,
            .config = reach_config(model),
            .seed = setting.seed,
            .init = reach_init(model),
            .recurrent_scale = is_transformer_of_reach(model) ? 1 : setting.recurrent_scale};
}

std::vector<Sample> reach_texts(const UntrainedReach& setting) {
    Random random(setting.seed + 1);
    std::vector<Sample> samples(texts_of_reach);
    for (Sample& sample : samples) {
        for (int t = 0; t < setting.length; ++t) sample.tokens.push_back(random.below(words_of_reach));
        sample.labels.push_back(random.below(classes_of_reach));
    }
    return samples;
}

std::vector<double> untrained_reach(const UntrainedReach& setting, int model) {
    if (setting.length < 1 || setting.length > longest_reach_text)
        throw Error("texts of the experiment have 1 to " + std::to_string(longest_reach_text) + " tokens, not " +
                    std::to_string(setting.length));
    const UntrainedModel made = reach_model(setting, model);
    return gradient_by_position(made.config, untrained_weights(made), reach_texts(setting), Answer::loss);
}

}  // namespace glassformer
