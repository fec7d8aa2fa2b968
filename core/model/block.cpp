// A block: attention and MLP around the residual stream, pre-norm or post-norm (Xiong et al. 2020 compare the two).
#include <cmath>

#include "core/base/error.h"
#include "core/model/graph.h"
#include "core/model/parts.h"
#include "core/model/positional.h"

namespace glassformer {

Ref ModelBuilder::parameter(const std::string& name) const {
    const Parameter* found = weights.find(name);
    if (found == nullptr) throw Error("the model has no parameter \"" + name + "\"");
    const auto symbol = symbols.find(name);
    return tape.parameter(*found, symbol == symbols.end() ? "W" : symbol->second);
}

std::string ModelBuilder::block_prefix(const Site& site) const {
    Site stored = site;
    if (config.shared_layers) stored.block = 0;
    return prefix(stored);
}

Ref norm(const ModelBuilder& parts, const Site& site, const Stage& stage, const std::string& name, Ref x) {
    const ModelConfig& config = parts.config;
    switch (config.norm) {
        case Norm::none: return x;
        case Norm::rmsnorm:
            return parts.tape.run(stage, site, op::rms_norm(config.norm_eps), {x, parts.parameter(name + ".weight")});
        case Norm::layernorm: break;
    }
    return parts.tape.run(stage, site, op::layer_norm(config.norm_eps, config.norm_eps_placement),
                          {x, parts.parameter(name + ".weight"), parts.parameter(name + ".bias")});
}

Ref mlp(const ModelBuilder& parts, const Site& site, Ref x) {
    const ModelConfig& config = parts.config;
    const std::string prefix = parts.block_prefix(site) + "mlp.";
    const auto linear = [&](const Stage& stage, const std::string& name, Ref input) {
        std::vector<Ref> operands{input, parts.parameter(prefix + name + ".weight")};
        if (config.mlp_bias) operands.push_back(parts.parameter(prefix + name + ".bias"));
        return parts.tape.run(stage, site, op::linear(), operands);
    };
    const Ref pre = linear(stage::mlp_pre, "in", x);  // [pos, d_ff]
    Ref act;
    if (config.gated_mlp) {
        const Ref gate = linear(stage::mlp_gate, "gate", x);
        act = parts.tape.run(stage::mlp_act, site, op::gated(*config.activation), {gate, pre});
    } else {
        act = parts.tape.run(stage::mlp_act, site, op::activate(*config.activation), {pre});
    }
    return linear(stage::mlp_out, "out", act);
}

namespace {

/// One sub-layer with its norm and its residual connection: x + f(norm(x)), or norm(x + f(x)).
template <class Function>
Ref sublayer(const ModelBuilder& parts, const Site& site, const Stage& norm_stage, const Stage& residual_stage, Ref x,
             Function&& f) {
    const std::string norm_name = parts.block_prefix(site) + norm_stage.key;
    const auto residual = [&](Ref result) {
        return parts.config.residual ? parts.tape.run(residual_stage, site, op::add(), {x, result})
                                     : parts.tape.run(residual_stage, site, op::copy(), {result});
    };
    if (parts.config.norm_placement == NormPlacement::pre)
        return residual(f(norm(parts, site, norm_stage, norm_name, x)));
    return norm(parts, site, norm_stage, norm_name, residual(f(x)));
}

/// x + attention(norm1(x)) + mlp(norm2(x)) (Wang and Komatsuzaki 2021, GPT-J): both read the block's input.
Ref parallel_sublayers(const ModelBuilder& parts, const Site& site, const Site& self_site, Ref x,
                       const AttentionContext& self) {
    const std::string at = parts.block_prefix(site);
    const Ref attended = attention(parts, self_site, norm(parts, site, stage::norm1, at + stage::norm1.key, x), self);
    const Ref neurons = mlp(parts, site, norm(parts, site, stage::norm2, at + stage::norm2.key, x));
    if (!parts.config.residual) return parts.tape.run(stage::resid_post, site, op::add(), {attended, neurons});
    return parts.tape.run(stage::resid_post, site, op::add(), {x, attended, neurons});
}

}  // namespace

Ref block(const ModelBuilder& parts, const Site& site, Ref x, const AttentionContext& self,
          const AttentionContext* cross) {
    const bool encoder_decoder = site.stack != Stack::only;
    Site self_site = site;
    self_site.attention = encoder_decoder ? AttentionKind::self : AttentionKind::only;
    Site cross_site = site;
    cross_site.attention = AttentionKind::cross;

    x = parts.tape.run(stage::resid_pre, site, op::copy(), {x});
    if (is_parallel(parts.config)) return parallel_sublayers(parts, site, self_site, x, self);
    x = sublayer(parts, site, stage::norm1, cross != nullptr ? stage::resid_self : stage::resid_mid, x,
                 [&](Ref input) { return attention(parts, self_site, input, self); });
    if (cross != nullptr)
        x = sublayer(parts, site, stage::norm2, stage::resid_cross, x,
                     [&](Ref input) { return attention(parts, cross_site, input, *cross); });
    if (parts.config.mlp)
        x = sublayer(parts, site, cross != nullptr ? stage::norm3 : stage::norm2, stage::resid_post, x,
                     [&](Ref input) { return mlp(parts, site, input); });
    return x;
}

std::string token_table(const ModelConfig& config, Stack stack) {
    const Site site{.stack = stack == Stack::decoder && config.shared_embeddings ? Stack::encoder : stack};
    return prefix(site) + "embed.tokens.weight";
}

namespace {

/// The sum of what a token is looked up as: its word, its place and its segment.
Ref embedding_sum(const ModelBuilder& parts, const Site& site, Ref tokens, Ref types) {
    const ModelConfig& config = parts.config;
    const PositionalKind& positional = *config.positional.kind;
    const float scale = config.scale_embeddings ? static_cast<float>(std::sqrt(config.d_model)) : 1.0F;
    Ref words = parts.tape.run(stage::embed_tokens, site, op::embed(scale),
                               {tokens, parts.parameter(token_table(config, site.stack))});
    if (config.d_embed > 0)
        words = parts.tape.run(stage::embed_projected, site, op::linear(),
                               {words, parts.parameter(prefix(site) + "embed.project.weight")});
    std::vector<Ref> summands{words};
    if (positional.added != nullptr) {
        std::vector<Ref> operands{words};
        for (const PositionalParameter& parameter : positional.parameters)
            operands.push_back(parts.parameter(prefix(site) + parameter.name));
        summands.push_back(
            parts.tape.run(stage::embed_positions, site, positional.added(config, parts.past), operands));
    }
    if (appended_columns(config) > 0) {
        const Ref joined =
            parts.tape.run(stage::embed_joined, site, op::concat(ConcatAlong::columns, Axis::d_joined), summands);
        return parts.tape.run(stage::embed, site, op::linear(),
                              {joined, parts.parameter(prefix(site) + "embed.input.weight")});
    }
    if (types)
        summands.push_back(parts.tape.run(stage::embed_types, site, op::embed(1),
                                          {types, parts.parameter(prefix(site) + "embed.types.weight")}));
    return parts.tape.run(stage::embed, site, summands.size() == 1 ? op::copy() : op::add(), summands);
}

}  // namespace

Ref embedding(const ModelBuilder& parts, const Site& site, Ref tokens, Ref types) {
    const Ref sum = embedding_sum(parts, site, tokens, types);
    if (!parts.config.embed_norm) return sum;
    return norm(parts, site, stage::embed_norm, prefix(site) + "embed.norm", sum);
}

}  // namespace glassformer
