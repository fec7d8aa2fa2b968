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
    return prefix(site) + (stage.in_attention ? std::string(site.attention) + "." : std::string()) + stage.key;
}

std::string symbol(const Stage& stage, const Site& site) {
    std::string text = stage.symbol;
    const std::size_t at = text.find("_{t}");
    if (at != std::string::npos && site.step >= 0) text.replace(at, 4, "_{" + std::to_string(site.step + 1) + "}");
    return text;
}

namespace stage {

const Stage token_ids{"tokens", false, "t", "Tokens", Meaning::plain, Range::index};
const Stage visible{"mask", false, "M", "Mask", Meaning::score, Range::probability};
const Stage cross_visible{"cross_mask", false, "M_{×}", "Mask", Meaning::score, Range::probability};
const Stage padding{"padding", false, "M_{pad}", "Padding", Meaning::score, Range::probability};
const Stage labels{"labels", false, "y", "Labels", Meaning::plain, Range::index};
const Stage parameter{"parameter", false, "W", "Weights", Meaning::parameter};

const Stage embed_tokens{"embed.tokens", false, "X_{tok}", "Embed", Meaning::residual};
const Stage embed_positions{"embed.positions", false, "P", "Position", Meaning::position};
const Stage embed{"embed", false, "X", "Input", Meaning::residual};

const Stage resid_pre{"resid_pre", false, "X_{pre}", "Resid pre", Meaning::residual};
const Stage norm1{"norm1", false, "X̂", "Norm", Meaning::norm};

const Stage q{"q", true, "Q", "Q", Meaning::query};
const Stage k{"k", true, "K", "K", Meaning::key};
const Stage v{"v", true, "V", "V", Meaning::value};
const Stage q_rot{"q_rot", true, "Q_{R}", "Q rotated", Meaning::query};
const Stage k_rot{"k_rot", true, "K_{R}", "K rotated", Meaning::key};
const Stage past_k{"past_k", true, "K_{past}", "K cache", Meaning::key};
const Stage past_v{"past_v", true, "V_{past}", "V cache", Meaning::value};
const Stage all_k{"all_k", true, "K_{all}", "All K", Meaning::key};
const Stage all_v{"all_v", true, "V_{all}", "All V", Meaning::value};
const Stage scores_raw{"scores_raw", true, "S", "Scores", Meaning::score};
const Stage scores_scaled{"scores_scaled", true, "S_{s}", "Scale", Meaning::score};
const Stage position_bias{"position_bias", true, "B", "Bias", Meaning::position};
const Stage scores_biased{"scores_biased", true, "S_{b}", "+ Bias", Meaning::score};
const Stage scores_masked{"scores_masked", true, "S_{m}", "Mask", Meaning::score};
const Stage weights{"weights", true, "A", "Softmax", Meaning::weight, Range::probability};
const Stage heads{"heads", true, "Z", "A · V", Meaning::value};
const Stage concat{"concat", true, "Z_{c}", "Concat", Meaning::value};
const Stage out{"out", true, "O", "Attn out", Meaning::residual};

const Stage resid_mid{"resid_mid", false, "X_{mid}", "Resid mid", Meaning::residual};
const Stage resid_self{"resid_self", false, "X_{self}", "Resid self", Meaning::residual};
const Stage resid_cross{"resid_cross", false, "X_{cross}", "Resid cross", Meaning::residual};
const Stage norm2{"norm2", false, "X̂_{2}", "Norm", Meaning::norm};
const Stage norm3{"norm3", false, "X̂_{3}", "Norm", Meaning::norm};

const Stage mlp_pre{"mlp.pre", false, "H", "MLP in", Meaning::mlp};
const Stage mlp_gate{"mlp.gate", false, "G", "MLP gate", Meaning::mlp};
const Stage mlp_act{"mlp.act", false, "H_{a}", "Activ.", Meaning::mlp};
const Stage mlp_out{"mlp.out", false, "F", "MLP out", Meaning::mlp};
const Stage resid_post{"resid_post", false, "X_{post}", "Resid post", Meaning::residual};

const Stage final_norm{"final_norm", false, "X̂_{f}", "Final norm", Meaning::norm};
const Stage pooled{"pooled", false, "x_{pool}", "Pool", Meaning::residual};
const Stage logits{"logits", false, "L", "Logits", Meaning::output};
const Stage probs{"probs", false, "p", "Probs", Meaning::output, Range::probability};
const Stage loss{"loss", false, "ℒ", "Loss", Meaning::gradient};

}  // namespace stage

}  // namespace glassformer
