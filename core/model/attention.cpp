// Multi-head attention (Vaswani et al. 2017), self and cross, with every positional term that acts inside it.
#include <cmath>

#include "core/model/parts.h"
#include "core/model/positional.h"

namespace glassformer {

namespace {

/// x W + b, split into heads; without projections x itself, split.
Ref projection(const ModelBuilder& parts, const Site& site, const Stage& stage, const std::string& name, int heads,
               Ref x) {
    if (!parts.config.attention_projections) return parts.tape.run(stage, site, op::split_heads(heads), {x});
    std::vector<Ref> operands{x, parts.parameter(name + ".weight")};
    if (parts.config.attention_bias) operands.push_back(parts.parameter(name + ".bias"));
    return parts.tape.run(stage, site, op::project_heads(heads), operands);
}

/// The keys or values of the tokens before, which were computed earlier, and behind them those of these tokens.
Ref append_to_cache(const ModelBuilder& parts, const Site& site, const Stage& before, const Stage& all, Ref rows) {
    const Shape& shape = parts.tape.shape(rows);
    const Ref past = parts.tape.input(before, site, shape.with(1, {shape.axis(1), parts.past}));
    return parts.tape.run(all, site, op::concat(ConcatAlong::rows), {past, rows});
}

/// Scores are divided by √d_head and the temperature τ, what the config says of both.
OperationPtr scaling(const ModelConfig& config, int d_head) {
    const bool by_width = config.attention_scale == AttentionScale::sqrt_d_head;
    const bool tempered = config.attention_temperature != 1;
    if (!by_width && !tempered) return op::copy();
    const double divisor = (by_width ? std::sqrt(d_head) : 1.0) * static_cast<double>(config.attention_temperature);
    const char* symbol = !tempered ? "1/\\sqrt{d_{head}}" : by_width ? "1/(τ \\sqrt{d_{head}})" : "1/τ";
    return op::scale(static_cast<float>(1.0 / divisor), symbol);
}

/// Where what the encoding learned stands: in the block, or in the first of its stack where all blocks share it.
std::string positional_prefix(const ModelBuilder& parts, const Site& site) {
    Site stored = site;
    if (parts.config.positional.shared) stored.block = 0;
    return parts.block_prefix(stored) + std::string(name(site.attention)) + ".";
}

/// The operands, and after them what the encoding learned.
std::vector<Ref> with_parameters(const ModelBuilder& parts, const std::string& prefix, std::vector<Ref> operands) {
    for (const PositionalParameter& parameter : parts.config.positional.kind->parameters)
        operands.push_back(parts.parameter(prefix + parameter.name));
    return operands;
}

/// Scores of a content and a position term (Dai et al. 2019): (q_i + u) · k_j + (q_i + v) · W r_{i-j}.
Ref scores_of_two_terms(const ModelBuilder& parts, const Site& site, const std::string& prefix, Ref x,
                        const AttentionContext& sight, Ref q, Ref k) {
    const ModelConfig& config = parts.config;
    Tape& tape = parts.tape;
    const Sides sides = sight.sees_later ? Sides::two : Sides::one;
    const std::vector<Ref> learned = with_parameters(parts, prefix, {});  // W, u, v
    const Ref distances =
        tape.run(stage::relative_positions, site, config.positional.kind->distances(config, sides, parts.past),
                 {x});  // [offset, d_model]
    const Ref relative = tape.run(stage::relative, site, op::project_heads(config.n_heads),
                                  {distances, learned[0]});  // [head, offset, d_head]
    const Ref asks_content = tape.run(stage::q_content, site, op::head_bias(), {q, learned[1]});
    const Ref asks_position = tape.run(stage::q_position, site, op::head_bias(), {q, learned[2]});
    const Ref content = tape.run(stage::scores_content, site, op::attention_scores(), {asks_content, k});
    const Ref position =
        tape.run(stage::scores_position, site, op::relative_scores(sides, parts.past), {asks_position, relative});
    return tape.run(stage::scores_raw, site, op::add(), {content, position});
}

}  // namespace

Ref attention(const ModelBuilder& parts, const Site& site, Ref x, const AttentionContext& sight) {
    const ModelConfig& config = parts.config;
    Tape& tape = parts.tape;
    const PositionalKind& positional = *config.positional.kind;
    const std::string prefix = parts.block_prefix(site) + std::string(name(site.attention)) + ".";
    const std::string places = positional_prefix(parts, site);
    const Ref source = sight.memory ? sight.memory : x;
    const bool own_heads = sight.memory && config.n_cross_heads != config.n_heads;
    const int heads_asking = own_heads ? config.n_cross_heads : config.n_heads;
    const int heads_asked = own_heads ? config.n_cross_heads : config.n_kv_heads;

    Ref q = projection(parts, site, stage::q, prefix + "q", heads_asking, x);      // [head, pos, d_head]
    Ref k = projection(parts, site, stage::k, prefix + "k", heads_asked, source);  // [kv head, pos, d_head]
    Ref v = projection(parts, site, stage::v, prefix + "v", heads_asked, source);
    if (sight.positional && positional.rotation != nullptr) {
        q = tape.run(stage::q_rot, site, positional.rotation(config, Rotated::query, parts.past),
                     with_parameters(parts, places, {q}));
        k = tape.run(stage::k_rot, site, positional.rotation(config, Rotated::key, parts.past),
                     with_parameters(parts, places, {k}));
    }
    if (config.attention_scale == AttentionScale::qk_fourth_root) {
        const auto factor = static_cast<float>(1.0 / std::sqrt(std::sqrt(tape.shape(q).cols())));
        q = tape.run(stage::q_scaled, site, op::scale(factor, "1/\\sqrt{\\sqrt{d_{head}}}"), {q});
        k = tape.run(stage::k_scaled, site, op::scale(factor, "1/\\sqrt{\\sqrt{d_{head}}}"), {k});
    }
    if (parts.past > 0 && !sight.memory) {
        k = append_to_cache(parts, site, stage::past_k, stage::all_k, k);
        v = append_to_cache(parts, site, stage::past_v, stage::all_v, v);
    }

    Ref scores;  // [head, query, key]
    if (sight.positional && positional.distances != nullptr)
        scores = scores_of_two_terms(parts, site, places, x, sight, q, k);
    else if (sight.positional && positional.scores != nullptr)
        scores = tape.run(stage::scores_raw, site, positional.scores(config, parts.past),
                          with_parameters(parts, places, {q, k}));
    else
        scores = tape.run(stage::scores_raw, site, op::attention_scores(), {q, k});
    scores = tape.run(stage::scores_scaled, site, scaling(config, tape.shape(q).cols()), {scores});
    if (sight.positional && positional.bias != nullptr) {
        const Ref bias = tape.run(stage::position_bias, site,
                                  positional.bias(config, sight.bidirectional, {.query = parts.past, .key = 0}),
                                  with_parameters(parts, places, {scores}));
        scores = tape.run(stage::scores_biased, site, op::add(), {scores, bias});
    }
    std::vector<Ref> masked{scores, sight.mask};
    if (sight.padding) masked.push_back(sight.padding);
    scores = tape.run(stage::scores_masked, site, op::mask(), masked);

    const Ref weights = tape.run(stage::weights, site, op::softmax(), {scores});
    const Ref heads = tape.run(stage::heads, site, op::attention_values(), {weights, v});
    const Ref concat = tape.run(stage::concat, site, op::merge_heads(), {heads});
    if (!config.attention_projections) return tape.run(stage::out, site, op::copy(Axis::d_model), {concat});
    std::vector<Ref> output{concat, parts.parameter(prefix + "o.weight")};
    if (config.attention_out_bias) output.push_back(parts.parameter(prefix + "o.bias"));
    return tape.run(stage::out, site, op::linear(), output);
}

}  // namespace glassformer
