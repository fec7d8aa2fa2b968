// What a model takes: parameters, operations, cached keys and values, pairs of a mask, the way between two tokens.
#include "core/exercises/sizes.h"

#include <atomic>

#include "core/analysis/measures.h"
#include "core/exercises/kinds.h"
#include "core/exercises/writing.h"
#include "core/experiments/architectures.h"
#include "core/experiments/who_sees_whom.h"
#include "core/generate/key_value_cache.h"
#include "core/model/graph.h"
#include "core/model/mask.h"

namespace glassformer::exercises {

ModelConfig config_of_sizes(const BlockSizes& sizes) {
    const auto number = [](const char* key, int value) {
        return std::string("\"") + key + "\": " + std::to_string(value) + ", ";
    };
    const char* const biases = sizes.biases ? "true" : "false";
    const std::string json =
        "{" + number("d_model", sizes.d_model) + number("n_heads", sizes.heads) +
        number("n_kv_heads", sizes.kv_heads > 0 ? sizes.kv_heads : sizes.heads) + number("d_ff", sizes.d_ff) +
        number("n_layers", sizes.layers) +
        R"("architecture": "decoder", "vocab_size": 8, "max_seq_len": 8192, "final_norm": false,)" +
        R"("attention_bias": )" + biases + R"(, "mlp_bias": )" + biases + "}";
    return parse_config(json, "the model of an exercise");
}

BlockParameters block_parameters(const ModelConfig& config) {
    BlockParameters sizes;
    for (const ParameterPart& part : parameters_by_part(config)) {
        if (part.name == name(ModelPart::attention)) sizes.attention = static_cast<double>(part.count);
        if (part.name == name(ModelPart::mlp)) sizes.mlp = static_cast<double>(part.count);
        if (part.name == name(ModelPart::norms)) sizes.norms = static_cast<double>(part.count);
    }
    return sizes;
}

namespace {

template <std::size_t count>
int one_of(Random& random, const int (&choices)[count]) {
    return choices[random.below(static_cast<int>(count))];
}

std::optional<Exercise> parameters(ExerciseSource& from) {
    constexpr int models[] = {64, 96, 128, 256, 512}, widths[] = {2, 3, 4};
    const int d = one_of(from.random, models), d_ff = one_of(from.random, widths) * d;
    const bool biases = from.random.below(2) == 1;
    const BlockParameters counted =
        block_parameters(config_of_sizes({.d_model = d, .heads = 4, .d_ff = d_ff, .biases = biases}));
    const double all = counted.attention + counted.mlp + counted.norms;
    Exercise made;
    made.given = {
        {"d", {static_cast<double>(d)}}, {"d_ff", {static_cast<double>(d_ff)}}, {"biases", {biases ? 1.0 : 0.0}}};
    const std::string dm = std::to_string(d), ff = std::to_string(d_ff);
    made.ask("Count the parameters of one transformer block with $d_{model} = " + dm + "$, $d_{ff} = " + ff +
             "$ and heads of $d_{model} / h$ dimensions: self-attention with four projections, an MLP with two "
             "matrices, and two LayerNorms with γ and β. Attention and MLP have " +
             (biases ? "biases." : "no biases."));
    made.answers = {{.name = "n_{attention}", .values = {counted.attention}, .decimals = 0},
                    {.name = "n_{\\text{MLP}}", .values = {counted.mlp}, .decimals = 0},
                    {.name = "n_{norms}", .values = {counted.norms}, .decimals = 0},
                    {.name = "n_{block}", .values = {all}, .decimals = 0}};
    made.step_formula("n_{attention} = 4·" + dm + "·" + dm + (biases ? " + 4·" + dm : "") + " = " +
                      grouped(counted.attention));
    made.step_formula("n_{\\text{MLP}} = 2·" + dm + "·" + ff + (biases ? " + " + ff + " + " + dm : "") + " = " +
                      grouped(counted.mlp));
    made.step_formula("n_{norms} = 2·2·" + dm + " = " + grouped(counted.norms));
    made.step_formula("n_{block} = " + grouped(counted.attention) + " + " + grouped(counted.mlp) + " + " +
                      grouped(counted.norms) + " = " + grouped(all));
    made.lines = 6;
    return made;
}

std::optional<Exercise> flops(ExerciseSource& from) {
    constexpr int models[] = {64, 128, 256}, widths[] = {2, 3, 4}, lengths[] = {32, 50, 100, 200, 1000};
    const int d = one_of(from.random, models), d_ff = one_of(from.random, widths) * d, n = one_of(from.random, lengths);
    // Shapes alone: nothing is allocated for a thousand tokens.
    const auto flop_of = [](const OperationPtr& operation, const std::vector<Shape>& in) {
        return operation->cost(in, operation->infer(in)).flop;
    };
    const Shape rows{{Axis::head, 1}, {Axis::position, n}, {Axis::d_head, d}};
    const Shape pairs{{Axis::head, 1}, {Axis::query, n}, {Axis::key, n}};
    const double scores = flop_of(op::attention_scores(), {rows, rows}),
                 average = flop_of(op::attention_values(), {pairs, rows});
    const Shape x{{Axis::position, n}, {Axis::d_model, d}}, hidden{{Axis::position, n}, {Axis::d_ff, d_ff}};
    const double mlp = flop_of(op::linear(), {x, Shape{{Axis::d_model, d}, {Axis::d_ff, d_ff}}}) +
                       flop_of(op::linear(), {hidden, Shape{{Axis::d_ff, d_ff}, {Axis::d_model, d}}});
    Exercise made;
    made.given = {
        {"d", {static_cast<double>(d)}}, {"d_ff", {static_cast<double>(d_ff)}}, {"n", {static_cast<double>(n)}}};
    const std::string dm = std::to_string(d), ff = std::to_string(d_ff), tokens = std::to_string(n);
    made.ask("A block reads $n = " + tokens + "$ tokens with $d_{model} = " + dm + "$ and $d_{ff} = " + ff +
             "$. Count the floating-point operations of the products, a multiplication and an addition as two: "
             "$QK^{⊤}$ and $WV$ of all heads together, with every query attending to every key, and both products of "
             "the MLP. For which $n$ do they take equally many?");
    made.answers = {{.name = "QK^{⊤} \\text{ and } WV", .values = {scores + average}, .decimals = 0},
                    {.name = "\\text{MLP}", .values = {mlp}, .decimals = 0},
                    {.name = "n_{equal}", .values = {static_cast<double>(d_ff)}, .decimals = 0}};
    made.step(
        "The heads together have $d_{model}$ dimensions, so each of the two products of attention takes "
        "$2n²d_{model}$ operations.");
    made.step_formula("2·2·" + tokens + "²·" + dm + " = " + grouped(scores + average));
    made.step("Each product of the MLP takes $2n·d_{model}·d_{ff}$ operations.");
    made.step_formula("2·2·" + tokens + "·" + dm + "·" + ff + " = " + grouped(mlp));
    made.step_formula("4n²d_{model} = 4n·d_{model}·d_{ff}  \\text{ gives }  n = d_{ff} = " + ff);
    made.lines = 6;
    return made;
}

std::optional<Exercise> kv_cache(ExerciseSource& from) {
    constexpr int layer_choices[] = {2, 4, 6, 12}, head_choices[] = {4, 8, 16}, widths[] = {32, 64},
                  lengths[] = {100, 200, 500, 1000}, groups[] = {2, 4};
    const int layers = one_of(from.random, layer_choices), heads = one_of(from.random, head_choices),
              width = one_of(from.random, widths), n = one_of(from.random, lengths),
              kv_heads = heads / one_of(from.random, groups);
    // Two bytes for each number that the blocks read as keys and values.
    const auto bytes = [&](int kv) {
        const ModelConfig config =
            config_of_sizes({.d_model = heads * width, .heads = heads, .kv_heads = kv, .d_ff = 64, .layers = layers});
        Tape tape;
        record_shapes(tape, config, {.seq_len = n});
        std::size_t count = 0;
        for (int block = 0; block < layers; ++block)
            count += keys_of(tape.trace(), block).shape.count() + values_of(tape.trace(), block).shape.count();
        return 2 * static_cast<double>(count);
    };
    const double all = bytes(heads), shared = bytes(kv_heads);
    Exercise made;
    made.given = {{"layers", {static_cast<double>(layers)}},
                  {"heads", {static_cast<double>(heads)}},
                  {"width", {static_cast<double>(width)}},
                  {"n", {static_cast<double>(n)}},
                  {"kv_heads", {static_cast<double>(kv_heads)}}};
    const std::string l = std::to_string(layers), h = std::to_string(heads), w = std::to_string(width),
                      tokens = std::to_string(n), kv = std::to_string(kv_heads);
    made.ask("A decoder has " + l + " blocks with " + h + " heads of $d_{k} = " + w +
             "$ dimensions. How many bytes does its KV cache take for " + tokens +
             " tokens, with 2 bytes per number? And with grouped-query attention, where " + h + " query heads share " +
             kv + (kv_heads == 1 ? " key/value head?" : " key/value heads?"));
    made.answers = {{.name = "\\text{all heads}", .values = {all}, .decimals = 0, .unit = "\\text{bytes}"},
                    {.name = "\\text{grouped}", .values = {shared}, .decimals = 0, .unit = "\\text{bytes}"}};
    made.step("Keys and values: two matrices per block, each with one row per token.");
    made.step_formula("2·" + l + "·" + h + "·" + w + "·" + tokens + "·2 = " + grouped(all));
    made.step("Only the number of key/value heads changes:");
    made.step_formula("2·" + l + "·" + kv + "·" + w + "·" + tokens + "·2 = " + grouped(shared));
    made.lines = 5;
    return made;
}

std::optional<Exercise> mask_count(ExerciseSource& from) {
    const int n = drawn(from.random, 6, 14), window = drawn(from.random, 2, 4);
    const std::atomic<bool> stopped = false;
    const auto pairs = [&](const char* kind, int number) {
        return mask_pairs({.kind = find_mask(kind), .number = number}, n, stopped);
    };
    const double none = pairs("none", 0), causal = pairs("causal", 0), sliding = pairs("window", window);
    Exercise made;
    made.given = {{"n", {static_cast<double>(n)}}, {"window", {static_cast<double>(window)}}};
    const std::string tokens = std::to_string(n), w = std::to_string(window);
    made.ask("A text has " + tokens +
             " tokens. How many pairs of a query and a key have a score without a mask, with "
             "a causal mask, and with a sliding window in which each query attends to itself and the " +
             std::to_string(window - 1) + (window == 2 ? " token" : " tokens") + " before it, where they exist?");
    made.answers = {{.name = "\\text{no mask}", .values = {none}, .decimals = 0},
                    {.name = "\\text{causal}", .values = {causal}, .decimals = 0},
                    {.name = "\\text{window}", .values = {sliding}, .decimals = 0}};
    made.step_formula("n² = " + tokens + "² = " + shortest(none));
    made.step("Query $i$ attends to $i$ keys:");
    made.step_formula("1 + 2 + … + " + tokens + " = " + fraction(tokens + "·" + std::to_string(n + 1), "2") + " = " +
                      shortest(causal));
    made.step("Query $i$ attends to $i$ keys until the window is full, then to " + w + ":");
    std::string sum;
    for (int i = 1; i < window; ++i) sum += std::to_string(i) + " + ";
    made.step_formula(sum + std::to_string(n - window + 1) + "·" + w + " = " + shortest(sliding));
    made.lines = 5;
    return made;
}

std::optional<Exercise> path_lengths(ExerciseSource& from) {
    const int width = drawn(from.random, 3, 5), to = drawn(from.random, 9, 20), first = drawn(from.random, 1, 3);
    const int distance = to - first, needed = layers_needed(distance, width);
    MixedTokens setting;
    setting.tokens.assign(static_cast<std::size_t>(to), 0);
    setting.width = width;
    setting.layers = 1;
    const double recurrent = mix_path(setting, Mixer::recurrent, first - 1, to - 1).moves;
    const double attention = mix_path(setting, Mixer::attention, first - 1, to - 1).moves;
    const double steps = time_steps(setting, Mixer::recurrent), at_once = time_steps(setting, Mixer::attention);
    setting.layers = needed;
    const double convolution = mix_path(setting, Mixer::convolution, first - 1, to - 1).moves;
    Exercise made;
    made.given = {{"width", {static_cast<double>(width)}},
                  {"from", {static_cast<double>(first)}},
                  {"to", {static_cast<double>(to)}}};
    const std::string w = std::to_string(width), last = std::to_string(to);
    made.ask("A text has " + last +
             " tokens. How many steps from position to position does information need from token " +
             std::to_string(first) + " to token " + last +
             " in a recurrent layer, in a stack of causal convolutions that read " + w +
             " tokens each, and in self-attention? How many time steps does one layer take over the text, if all that "
             "is ready is computed at once?");
    made.answers = {{.name = "\\text{RNN}", .values = {recurrent}, .decimals = 0},
                    {.name = "\\text{convolutions}", .values = {convolution}, .decimals = 0},
                    {.name = "\\text{attention}", .values = {attention}, .decimals = 0},
                    {.name = "t_{\\text{RNN}}", .values = {steps}, .decimals = 0},
                    {.name = "t_{attention}", .values = {at_once}, .decimals = 0}};
    made.step("The recurrent state is passed from each position to the next:");
    made.step_formula(last + " − " + std::to_string(first) + " = " + shortest(recurrent));
    made.step("One convolution reaches back " + std::to_string(width - 1) +
              " positions, so it takes as many layers, rounded up:");
    made.step_formula(fraction(std::to_string(distance), std::to_string(width - 1)) + " = " +
                      fixed(static_cast<double>(distance) / (width - 1), 2) + ",  \\text{ rounded up } " +
                      shortest(convolution));
    made.step(
        "In self-attention every query reads every key directly, in one step. A recurrent layer takes one time "
        "step per token; self-attention computes all positions at once.");
    made.lines = 6;
    return made;
}

constexpr ExerciseKind size_table[] = {
    {"parameters", "Parameters of a block", parameters}, {"flops", "Attention against MLP", flops},
    {"kv-cache", "Size of a KV cache", kv_cache},        {"mask-pairs", "Pairs under a mask", mask_count},
    {"path-length", "Path lengths", path_lengths},
};

}  // namespace

std::span<const ExerciseKind> size_exercises() { return size_table; }

}  // namespace glassformer::exercises
