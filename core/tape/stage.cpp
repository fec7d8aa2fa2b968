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

const Stage token_ids{
    "tokens",       ModelPart::none, "t",
    "Tokens",       "Tokens",        "The text, cut into tokens; each is a row number of the embedding table.",
    Meaning::plain, Range::index};
const Stage visible{
    "mask",         ModelPart::none,   "M", "Mask", "Mask", "1 where a query may see a key, 0 where it may not.",
    Meaning::score, Range::probability};
const Stage cross_visible{
    "cross_mask",   ModelPart::none,   "M_{×}", "Mask", "Mask", "1 where a query may see a key of the source text.",
    Meaning::score, Range::probability};
const Stage padding{"padding",      ModelPart::none,   "M_{pad}",
                    "Padding",      "Padding",         "1 for a token, 0 for the filling behind a shorter text.",
                    Meaning::score, Range::probability};
const Stage labels{"labels",       ModelPart::none, "y",
                   "Labels",       "Labels",        "The tokens that should have been predicted; −1 is not counted.",
                   Meaning::plain, Range::index};
const Stage parameter{
    "parameter",       ModelPart::none,   "W",
    "Weights",         "Learned weights", "Numbers that training found; they are the same for every text.",
    Meaning::parameter};

const Stage embed_tokens{
    "embed.tokens",
    ModelPart::embeddings,
    "X_{tok}",
    "Embed",
    "Embedding: a row of numbers for each token",
    "Each token picks its row of the embedding table. Equal tokens get equal rows, wherever they stand.",
    Meaning::residual};
const Stage embed_positions{
    "embed.positions",
    ModelPart::embeddings,
    "P",
    "Position",
    "Positions: a row of numbers for each place",
    "Each place in the text has its own row, so that the same word can be told apart by where it stands.",
    Meaning::position};
const Stage embed{
    "embed",
    ModelPart::embeddings,
    "X",
    "Sum",
    "What enters the model's layers",
    "The token's row, with its position added or joined to it where the model does so. From here on, this is "
    "all the model knows of the token.",
    Meaning::residual};

const Stage resid_pre{"resid_pre",
                      ModelPart::residual,
                      "X_{pre}",
                      "Stream",
                      "The residual stream enters the block",
                      "One row a token. Every part of the block reads from this stream and adds its result to it.",
                      Meaning::residual};
const Stage norm1{"norm1",
                  ModelPart::norms,
                  "X̂",
                  "Norm",
                  "Norm: every row brought to the same scale",
                  "Each token's row is shifted and scaled by its own mean and spread, then by learned factors.",
                  Meaning::norm};

const Stage q{
    "q",
    ModelPart::attention,
    "Q",
    "Q",
    "Queries: what each token asks for",
    "Each token's row, times a learned matrix where the model has one. Every head has its own columns and so asks "
    "its own question.",
    Meaning::query};
const Stage k{
    "k",
    ModelPart::attention,
    "K",
    "K",
    "Keys: what each token offers",
    "Each token's row, times a second learned matrix where there is one: the label under which others find it.",
    Meaning::key};
const Stage v{
    "v",
    ModelPart::attention,
    "V",
    "V",
    "Values: what each token hands over",
    "Each token's row, times a third learned matrix where there is one: what it gives to those who attend to it.",
    Meaning::value};
const Stage q_rot{"q_rot",
                  ModelPart::attention,
                  "Q_{R}",
                  "Q turned",
                  "Queries, turned by their position",
                  "Pairs of numbers are turned by an angle that grows with the position; fast for the first pairs, "
                  "slow for the last.",
                  Meaning::query};
const Stage k_rot{
    "k_rot",
    ModelPart::attention,
    "K_{R}",
    "K turned",
    "Keys, turned by their position",
    "Keys turn with their positions as queries do, so a score depends on the distance of the two tokens only.",
    Meaning::key};
const Stage past_k{
    "past_k",    ModelPart::attention,        "K_{past}",
    "K before",  "Keys of the tokens before", "Computed when these tokens were read, and kept: the cache.",
    Meaning::key};
const Stage past_v{
    "past_v",      ModelPart::attention,          "V_{past}",
    "V before",    "Values of the tokens before", "Computed when these tokens were read, and kept: the cache.",
    Meaning::value};
const Stage all_k{"all_k",
                  ModelPart::attention,
                  "K_{all}",
                  "All K",
                  "Keys of all tokens",
                  "The kept keys, and behind them those of the new tokens: only these had to be computed.",
                  Meaning::key};
const Stage all_v{"all_v",
                  ModelPart::attention,
                  "V_{all}",
                  "All V",
                  "Values of all tokens",
                  "The kept values, and behind them those of the new tokens: only these had to be computed.",
                  Meaning::value};
const Stage scores_raw{"scores_raw",
                       ModelPart::attention,
                       "S",
                       "Scores",
                       "Scores: how well does each key answer each query?",
                       "The dot product of a query with every key: large where their numbers agree in sign and size.",
                       Meaning::score};
const Stage scores_scaled{
    "scores_scaled",
    ModelPart::attention,
    "S_{s}",
    "Scale",
    "Scaled scores: keep the softmax soft",
    "A sum of d_head products grows with d_head; divided by its root, the scores keep their size.",
    Meaning::score};
const Stage position_bias{"position_bias",
                          ModelPart::attention,
                          "B",
                          "Bias",
                          "A bias for the distance",
                          "A number for each pair of positions, added to the score whatever the words are.",
                          Meaning::position};
const Stage scores_biased{"scores_biased",
                          ModelPart::attention,
                          "S_{b}",
                          "+ Bias",
                          "Scores with the bias for the distance",
                          "What the words say and what the distance says, added.",
                          Meaning::score};
const Stage scores_masked{"scores_masked",
                          ModelPart::attention,
                          "S_{m}",
                          "Mask",
                          "Mask: what a token may not see",
                          "Pairs that are not allowed become minus infinity, so that the softmax gives them exactly "
                          "zero; a model that reads the whole text at once allows all.",
                          Meaning::score};
const Stage weights{"weights",
                    ModelPart::attention,
                    "A",
                    "Softmax",
                    "Attention weights: where each token looks",
                    "Each row of scores becomes shares that add up to 1: exponentials, divided by their sum.",
                    Meaning::weight,
                    Range::probability};
const Stage heads{"heads",
                  ModelPart::attention,
                  "Z",
                  "A · V",
                  "What each token takes from the others",
                  "The values of all tokens, each faded by its attention weight, added up.",
                  Meaning::value};
const Stage concat{
    "concat",      ModelPart::attention,     "Z_{c}",
    "Concat",      "The heads side by side", "The results of all heads stand beside one another, one row per token.",
    Meaning::value};
const Stage out{"out",
                ModelPart::attention,
                "O",
                "Output",
                "Attention output: the heads mixed",
                "One more learned matrix mixes what the heads found into numbers for the residual stream.",
                Meaning::residual};

const Stage resid_mid{"resid_mid",
                      ModelPart::residual,
                      "X_{mid}",
                      "+ Stream",
                      "Back onto the stream",
                      "What attention found is added to the stream; nothing that was there is lost.",
                      Meaning::residual};
const Stage resid_self{"resid_self",
                       ModelPart::residual,
                       "X_{self}",
                       "+ Stream",
                       "Back onto the stream, after self-attention",
                       "What self-attention found is added to the stream.",
                       Meaning::residual};
const Stage resid_cross{"resid_cross",
                        ModelPart::residual,
                        "X_{cross}",
                        "+ Stream",
                        "Back onto the stream, after cross-attention",
                        "What was found in the source text is added to the stream.",
                        Meaning::residual};
const Stage norm2{"norm2",
                  ModelPart::norms,
                  "X̂_{2}",
                  "Norm",
                  "Norm: every row brought to the same scale",
                  "Each token's row is shifted and scaled by its own mean and spread, then by learned factors.",
                  Meaning::norm};
const Stage norm3{"norm3",
                  ModelPart::norms,
                  "X̂_{3}",
                  "Norm",
                  "Norm: every row brought to the same scale",
                  "Each token's row is shifted and scaled by its own mean and spread, then by learned factors.",
                  Meaning::norm};

const Stage mlp_pre{"mlp.pre",
                    ModelPart::mlp,
                    "H",
                    "MLP in",
                    "MLP: each token by itself",
                    "The same learned matrix for every token widens the row; each new number tests for one pattern.",
                    Meaning::mlp};
const Stage mlp_gate{
    "mlp.gate",  ModelPart::mlp,        "G",
    "Gate",      "The gate of the MLP", "A second matrix of the same size decides how much of each pattern passes.",
    Meaning::mlp};
const Stage mlp_act{"mlp.act",
                    ModelPart::mlp,
                    "H_{a}",
                    "Activate",
                    "Activation: keep what fired",
                    "Every number passes the same bent curve; without it, the two matrices would be one.",
                    Meaning::mlp};
const Stage mlp_out{"mlp.out",
                    ModelPart::mlp,
                    "F",
                    "MLP out",
                    "MLP: back to the width of the stream",
                    "Each pattern that fired adds its own row of numbers to the token.",
                    Meaning::mlp};
const Stage resid_post{"resid_post",
                       ModelPart::residual,
                       "X_{post}",
                       "+ Stream",
                       "The stream leaves the block",
                       "What the MLP found is added to the stream, which goes on to the next block.",
                       Meaning::residual};

const Stage final_norm{"final_norm",    ModelPart::norms,
                       "X̂_{f}",         "Norm",
                       "The last norm", "The stream is brought to one scale a last time before it is read out.",
                       Meaning::norm};
const Stage pooled{"pooled",
                   ModelPart::head,
                   "x_{pool}",
                   "Pool",
                   "One row for the whole text",
                   "The rows of all tokens become a single one, which the classifier reads.",
                   Meaning::residual};
const Stage logits{"logits",
                   ModelPart::head,
                   "L",
                   "Logits",
                   "Logits: a score for every possible answer",
                   "A row is compared with the output weights of every answer: a word of the vocabulary, or a class.",
                   Meaning::output};
const Stage probs{
    "probs",         ModelPart::head,   "p",
    "Probs",         "Probabilities",   "The softmax turns the scores of all answers into shares that add up to 1.",
    Meaning::output, Range::probability};
const Stage loss{"loss",
                 ModelPart::head,
                 "ℒ",
                 "Loss",
                 "Loss: how surprised the model is",
                 "The mean of −log p over the positions whose answer is known.",
                 Meaning::gradient};

}  // namespace stage

}  // namespace glassformer
