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

OperationPtr scaling(const ModelConfig& config, int d_head) {
    if (config.attention_scale == AttentionScale::none) return op::copy();
    return op::scale(static_cast<float>(1.0 / std::sqrt(d_head)), "1/\\sqrt{d_{head}}");
}

}  // namespace

Ref attention(const Parts& parts, const Site& site, Ref x, const Sight& sight) {
    const ModelConfig& config = parts.config;
    Tape& tape = parts.tape;
    const PositionalKind& positional = *config.positional.kind;
    const std::string prefix = parts.block_prefix(site) + site.attention + ".";
    const Ref source = sight.memory ? sight.memory : x;
    const bool own_heads = sight.memory && config.n_cross_heads != config.n_heads;
    const int heads_asking = own_heads ? config.n_cross_heads : config.n_heads;
    const int heads_asked = own_heads ? config.n_cross_heads : config.n_kv_heads;

    Ref q = projection(parts, site, stage::q, prefix + "q", heads_asking, x);      // [head, pos, d_head]
    Ref k = projection(parts, site, stage::k, prefix + "k", heads_asked, source);  // [kv head, pos, d_head]
    const Ref v = projection(parts, site, stage::v, prefix + "v", heads_asked, source);
    if (sight.positional && positional.rotation != nullptr) {
        q = tape.run(stage::q_rot, site, positional.rotation(config), {q});
        k = tape.run(stage::k_rot, site, positional.rotation(config), {k});
    }

    Ref scores;  // [head, query, key]
    if (sight.positional && positional.scores != nullptr)
        scores = tape.run(stage::scores_raw, site, positional.scores(config),
                          {q, k, parts.parameter(prefix + positional.parameter)});
    else
        scores = tape.run(stage::scores_raw, site, op::attention_scores(), {q, k});
    scores = tape.run(stage::scores_scaled, site, scaling(config, tape.shape(q).cols()), {scores});
    if (sight.positional && positional.bias != nullptr) {
        std::vector<Ref> operands{scores};
        if (positional.parameter_in_block) operands.push_back(parts.parameter(prefix + positional.parameter));
        const Ref bias = tape.run(stage::position_bias, site, positional.bias(config, sight.bidirectional), operands);
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
