// The stages of a transformer, and how any stage is named. Those of what came before it are in stage_recurrent.cpp,
// those that only some models have in stage_variants.cpp.
#include "core/tape/stage.h"

namespace glassformer {

std::string prefix(const Site& site) {
    std::string text;
    if (site.stack == Stack::encoder) text = "encoder.";
    if (site.stack == Stack::decoder) text = "decoder.";
    if (site.block >= 0) text += std::string(site.layer) + "." + std::to_string(site.block) + ".";
    if (site.step >= 0) text += "steps." + std::to_string(site.step) + ".";
    return text;
}

std::string full_name(const Stage& stage, const Site& site) {
    return prefix(site) +
           (stage.part == ModelPart::attention ? std::string(name(site.attention)) + "." : std::string()) + stage.key;
}

std::string symbol(const Stage& stage, const Site& site) {
    std::string text = stage.symbol;
    const std::size_t at = text.find("_{t}");
    if (at != std::string::npos && site.step >= 0) text.replace(at, 4, "_{" + std::to_string(site.step + 1) + "}");
    return text;
}

namespace stage {

const Stage token_ids{"tokens", ModelPart::none, "t", "Tokens", Meaning::plain, Range::index};
const Stage token_types{"token_types", ModelPart::none, "s", "Segments", Meaning::plain, Range::index};
const Stage visible{"mask", ModelPart::none, "M", "Mask", Meaning::score, Range::probability};
const Stage cross_visible{"cross_mask", ModelPart::none, "M_{×}", "Mask", Meaning::score, Range::probability};
const Stage padding{"padding", ModelPart::none, "M_{pad}", "Padding", Meaning::score, Range::probability};
const Stage labels{"labels", ModelPart::none, "y", "Labels", Meaning::plain, Range::index};
const Stage parameter{"parameter", ModelPart::none, "W", "Weights", Meaning::parameter};

const Stage embed_tokens{"embed.tokens", ModelPart::embeddings, "X_{tok}", "Embed", Meaning::residual};
const Stage embed_positions{"embed.positions", ModelPart::embeddings, "P", "Position", Meaning::position};
const Stage embed{"embed", ModelPart::embeddings, "X", "Input", Meaning::residual};

const Stage resid_pre{"resid_pre", ModelPart::residual, "X_{pre}", "Resid pre", Meaning::residual};
const Stage norm1{"norm1", ModelPart::norms, "X̂", "Norm", Meaning::norm};

const Stage q{"q", ModelPart::attention, "Q", "Q", Meaning::query};
const Stage k{"k", ModelPart::attention, "K", "K", Meaning::key};
const Stage v{"v", ModelPart::attention, "V", "V", Meaning::value};
const Stage q_rot{"q_rot", ModelPart::attention, "Q_{R}", "Q rotated", Meaning::query};
const Stage k_rot{"k_rot", ModelPart::attention, "K_{R}", "K rotated", Meaning::key};
const Stage past_k{"past_k", ModelPart::attention, "K_{past}", "K cache", Meaning::key};
const Stage past_v{"past_v", ModelPart::attention, "V_{past}", "V cache", Meaning::value};
const Stage all_k{"all_k", ModelPart::attention, "K_{all}", "All K", Meaning::key};
const Stage all_v{"all_v", ModelPart::attention, "V_{all}", "All V", Meaning::value};
const Stage scores_raw{"scores_raw", ModelPart::attention, "S", "Scores", Meaning::score};
const Stage scores_scaled{"scores_scaled", ModelPart::attention, "S_{s}", "Scale", Meaning::score};
const Stage position_bias{"position_bias", ModelPart::attention, "B", "Bias", Meaning::position};
const Stage scores_biased{"scores_biased", ModelPart::attention, "S_{b}", "+ Bias", Meaning::score};
const Stage scores_masked{"scores_masked", ModelPart::attention, "S_{m}", "Mask", Meaning::score};
const Stage weights{"weights", ModelPart::attention, "A", "Softmax", Meaning::weight, Range::probability};
const Stage heads{"heads", ModelPart::attention, "Z", "A · V", Meaning::value};
const Stage concat{"concat", ModelPart::attention, "Z_{c}", "Concat", Meaning::value};
const Stage out{"out", ModelPart::attention, "O", "Attn out", Meaning::residual};

const Stage resid_mid{"resid_mid", ModelPart::residual, "X_{mid}", "Resid mid", Meaning::residual};
const Stage resid_self{"resid_self", ModelPart::residual, "X_{self}", "Resid self", Meaning::residual};
const Stage resid_cross{"resid_cross", ModelPart::residual, "X_{cross}", "Resid cross", Meaning::residual};
const Stage norm2{"norm2", ModelPart::norms, "X̂_{2}", "Norm", Meaning::norm};
const Stage norm3{"norm3", ModelPart::norms, "X̂_{3}", "Norm", Meaning::norm};

const Stage mlp_pre{"mlp.pre", ModelPart::mlp, "H", "MLP in", Meaning::mlp};
const Stage mlp_gate{"mlp.gate", ModelPart::mlp, "G", "MLP gate", Meaning::mlp};
const Stage mlp_act{"mlp.act", ModelPart::mlp, "H_{a}", "Activ.", Meaning::mlp};
const Stage mlp_out{"mlp.out", ModelPart::mlp, "F", "MLP out", Meaning::mlp};
const Stage resid_post{"resid_post", ModelPart::residual, "X_{post}", "Resid post", Meaning::residual};

const Stage final_norm{"final_norm", ModelPart::norms, "X̂_{f}", "Final norm", Meaning::norm};
const Stage pooled{"pooled", ModelPart::head, "x_{pool}", "Pool", Meaning::residual};
const Stage logits{"logits", ModelPart::head, "L", "Logits", Meaning::output};
const Stage probs{"probs", ModelPart::head, "p", "Probs", Meaning::output, Range::probability};
const Stage loss{"loss", ModelPart::head, "ℒ", "Loss", Meaning::gradient};

}  // namespace stage

}  // namespace glassformer
