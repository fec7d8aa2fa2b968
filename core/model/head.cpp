// What stands between the last block and the output matrix: a dense layer with its activation and norm (BERT's head of
// masked words, its pooler, the classifiers of RoBERTa and DistilBERT), a projection to the width of the embeddings
// (OPT), a factor (T5).
#include "core/model/parts.h"

namespace glassformer {

Ref before_logits(const ModelBuilder& parts, Ref x) {
    const ModelConfig& config = parts.config;
    Tape& tape = parts.tape;
    const std::string at = std::string(has_target(config) ? "decoder." : "") + "head.";
    if (const HeadTransform& transform = config.head.transform) {
        const std::string name = at + "transform";
        x = tape.run(stage::head_dense, {}, op::linear(),
                     {x, parts.parameter(name + ".weight"), parts.parameter(name + ".bias")});
        x = tape.run(stage::head_act, {}, op::activate(*transform.activation), {x});
        if (transform.norm) x = norm(parts, {}, stage::head_norm, name + ".norm", x);
    }
    if (config.d_embed > 0)
        x = tape.run(stage::head_projected, {}, op::linear(), {x, parts.parameter(at + "project.weight")});
    if (config.logit_scale != 1) x = tape.run(stage::head_scaled, {}, op::scale(config.logit_scale, "c"), {x});
    return x;
}

}  // namespace glassformer
