// Multi-head attention (Vaswani et al. 2017), self and cross, with every positional term that acts inside it.
#include <cmath>

#include "core/model/parts.h"
#include "core/positional.h"

namespace glassformer {

namespace {

/// x W + b, split into heads.
Ref projection(const Parts& parts, const Site& site, const Stage& stage, const std::string& name, int heads, Ref x) {
    std::vector<Ref> operands{x, parts.parameter(name + ".weight")};
    if (parts.config.attention_bias) operands.push_back(parts.parameter(name + ".bias"));
    return parts.tape.run(stage, site, op::project_heads(heads), operands);
}

/// The keys or values of the tokens before, which were computed earlier, and behind them those of these tokens.
Ref behind_past(const Parts& parts, const Site& site, const Stage& before, const Stage& all, Ref rows) {
    const Shape& shape = parts.tape.shape(rows);
    const Ref past = parts.tape.input(before, site, shape.with(1, {shape.axis(1), parts.past}));
    return parts.tape.run(all, site, op::concat(ConcatAlong::rows), {past, rows});
}

OperationPtr scaling(const ModelConfig& config) {
    if (config.attention_scale == AttentionScale::none) return op::copy();
    return op::scale(static_cast<float>(1.0 / std::sqrt(config.d_head)), "1/\\sqrt{d_{head}}");
}

}  // namespace

Ref attention(const Parts& parts, const Site& site, Ref x, const Sight& sight) {
    const ModelConfig& config = parts.config;
    Tape& tape = parts.tape;
    const PositionalKind& positional = *config.positional.kind;
    const std::string prefix = parts.block_prefix(site) + site.attention + ".";
    const Ref source = sight.memory ? sight.memory : x;

    Ref q = projection(parts, site, stage::q, prefix + "q", config.n_heads, x);          // [head, pos, d_head]
    Ref k = projection(parts, site, stage::k, prefix + "k", config.n_kv_heads, source);  // [kv head, pos, d_head]
    Ref v = projection(parts, site, stage::v, prefix + "v", config.n_kv_heads, source);
    if (sight.positional && positional.rotation != nullptr) {
        q = tape.run(stage::q_rot, site, positional.rotation(config, parts.past), {q});
        k = tape.run(stage::k_rot, site, positional.rotation(config, parts.past), {k});
    }
    if (parts.past > 0 && !sight.memory) {
        k = behind_past(parts, site, stage::past_k, stage::all_k, k);
        v = behind_past(parts, site, stage::past_v, stage::all_v, v);
    }

    Ref scores;  // [head, query, key]
    if (sight.positional && positional.scores != nullptr)
        scores = tape.run(stage::scores_raw, site, positional.scores(config, parts.past),
                          {q, k, parts.parameter(prefix + positional.parameter)});
    else
        scores = tape.run(stage::scores_raw, site, op::attention_scores(), {q, k});
    scores = tape.run(stage::scores_scaled, site, scaling(config), {scores});
    if (sight.positional && positional.bias != nullptr) {
        std::vector<Ref> operands{scores};
        if (positional.parameter_in_block) operands.push_back(parts.parameter(prefix + positional.parameter));
        const Ref bias =
            tape.run(stage::position_bias, site, positional.bias(config, sight.bidirectional, parts.past), operands);
        scores = tape.run(stage::scores_biased, site, op::add(), {scores, bias});
    }
    std::vector<Ref> masked{scores, sight.mask};
    if (sight.padding) masked.push_back(sight.padding);
    scores = tape.run(stage::scores_masked, site, op::mask(), masked);

    const Ref weights = tape.run(stage::weights, site, op::softmax(), {scores});
    const Ref heads = tape.run(stage::heads, site, op::attention_values(), {weights, v});
    const Ref concat = tape.run(stage::concat, site, op::merge_heads(), {heads});
    std::vector<Ref> output{concat, parts.parameter(prefix + "o.weight")};
    if (config.attention_bias) output.push_back(parts.parameter(prefix + "o.bias"));
    return tape.run(stage::out, site, op::linear(), output);
}

}  // namespace glassformer
