// What the interface says about the stages of a transformer, in the order of a forward pass: one row per stage and
// operation, the usual case first.
#include <cmath>

#include "core/ops/ops.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

using namespace stage_table;

constexpr const char* normalized_vectors = "LayerNorm: every vector shifted and rescaled";
constexpr const char* layer_normalized =
    "Each vector is shifted to mean 0 and divided by √(variance + ε), so its variance is 1 if ε is small. The result "
    "is multiplied by a learned gain γ and shifted by a learned bias β.";
constexpr const char* layer_normalized_by_deviation =
    "Each vector is shifted to mean 0 and divided by its standard deviation plus ε. The result is multiplied by a "
    "learned gain γ and shifted by a learned bias β.";
constexpr const char* rescaled_vectors = "RMSNorm: every vector rescaled";
constexpr const char* rms_normalized =
    "Each vector is divided by its root mean square, with ε added under the root, and multiplied by a learned gain γ. "
    "Nothing is shifted: the mean is not used.";

/// Every query, at FIRE's L or before: distances of all are divided by the same number.
bool stands_before_threshold(const Trace& trace, const Record& record) {
    const Record& factor = trace.record(record.operands.back());
    if (factor.value == nullptr) return false;
    const auto [length, first, first_key] = settings_of<op::FireSettings>(*record.operation);
    const int last = first + record.shape.size(record.shape.find(Axis::query)) - 1;
    return last <= length * std::abs(static_cast<double>(factor.view().data[0]));
}

constexpr std::array transformer_rows{
    // Inputs and parameters.
    row(stage::token_ids, "", "Tokens",
        "The text split into tokens: words, parts of words or single characters. Each token ID is a row index of the "
        "embedding table.",
        Claim::whole_numbers),
    row(stage::token_types, "", "Segments",
        "The segment of each token, which is a row index of the segment table. It is 0 unless it was given.",
        Claim::whole_numbers),
    row(stage::visible, "", "Mask", "1 where a query can attend to a key, 0 where it cannot.", Claim::zeros_and_ones),
    row(stage::cross_visible, "", "Mask", "1 where a query can attend to a key of the source text, 0 where it cannot.",
        Claim::zeros_and_ones),
    row(stage::padding, "", "Padding", "1 for a token, 0 for padding at the end of a shorter text.",
        Claim::zeros_and_ones),
    row(stage::labels, "", "Labels",
        "The target token or class that the loss is measured against. Positions "
        "labeled −1 do not count.",
        Claim::whole_numbers),
    row(stage::parameter, "", "Learned weights",
        "Parameters learned in training. They do not change from one input to the next."),

    // Embeddings.
    row(stage::embed_tokens, "embed", "Embedding: a vector for each token",
        "Each token's ID selects one row of the embedding table, the vector that represents the token. The same "
        "token always gets the same vector, wherever it appears.",
        Claim::selects_rows),
    row(stage::embed_tokens, "embed", embeds_scaled, "Embedding: a vector for each token",
        "Each token's ID selects one row of the embedding table, and the row is multiplied by √d_model. The same "
        "token always gets the same vector, wherever it appears.",
        Claim::selects_rows_scaled),
    row(stage::embed_positions, "learned_positions", "Positional encoding: a vector for each position",
        "Each position has its own learned vector, so the model can tell two occurrences of the same token apart.",
        Claim::one_row_per_position),
    row(stage::embed_positions, "sinusoidal_positions", "Positional encoding: a vector for each position",
        "Each position has its own vector of sines and cosines, from fast to slow. None of it is learned.",
        Claim::sines_and_cosines),
    row(stage::embed_positions, "one_hot_positions", "Positional encoding: a vector for each position",
        "Each position has its own column: 1 at the token's position, 0 everywhere else.", Claim::one_hot),
    row(stage::embed, "add", "Input embeddings",
        "The token embedding plus the positional encoding: one vector per token.", Claim::adds),
    row(stage::embed, "add", adds_segments, "Input embeddings",
        "The token embedding plus the positional encoding plus the vector of the token's segment: one vector per "
        "token.",
        Claim::adds),
    row(stage::embed, "add", adds_segments_alone, "Input embeddings",
        "The token embedding plus the vector of the token's segment: one vector per token. This model adds no "
        "positional encoding to them.",
        Claim::adds),
    row(stage::embed, "linear", "Input embeddings",
        "A learned matrix combines the token embedding and the positional encoding into one vector per token.",
        Claim::product),
    says_unchanged(row(stage::embed, "copy", "Input embeddings",
                       "The token embeddings, unchanged. This model adds no positional encoding to them.",
                       Claim::copies)),
    says_unchanged(row(stage::embed, "copy", reads_projected, "Input embeddings",
                       "The projected token embeddings, unchanged. This model adds no positional encoding to them.",
                       Claim::copies)),
    row(stage::embed_norm, "layer_norm", "LayerNorm of the input embeddings", layer_normalized, Claim::mean_zero,
        Claim::variance_one),
    row(stage::embed_norm, "layer_norm", adds_epsilon_to_deviation, "LayerNorm of the input embeddings",
        layer_normalized_by_deviation, Claim::mean_zero, Claim::variance_one),
    row(stage::embed_norm, "rms_norm", "RMSNorm of the input embeddings", rms_normalized, Claim::rms_one),

    // A block: the residual stream and the norms.
    row(stage::resid_pre, "copy", "Residual stream: input to the block",
        "One vector per token: the input of this block. The model has no residual connections, so the output of "
        "each sublayer replaces these vectors.",
        Claim::copies),
    row(stage::resid_pre, "copy", is_parallel_block, "Residual stream: input to the block",
        "One vector per token: the input of this block. The model has no residual connections, so the outputs of "
        "attention and MLP together replace these vectors.",
        Claim::copies),
    row(stage::resid_pre, "copy", has_residual_connections, "Residual stream: input to the block",
        "One vector per token. Each sublayer of the block computes something from these vectors and adds it to "
        "them. These sums give information and gradients a short path past the sublayers.",
        Claim::copies),
    row(stage::norm1, "layer_norm", normalized_vectors, layer_normalized, Claim::mean_zero, Claim::variance_one),
    row(stage::norm1, "layer_norm", adds_epsilon_to_deviation, normalized_vectors, layer_normalized_by_deviation,
        Claim::mean_zero, Claim::variance_one),
    row(stage::norm1, "rms_norm", rescaled_vectors, rms_normalized, Claim::rms_one),
    row(stage::norm2, "layer_norm", normalized_vectors, layer_normalized, Claim::mean_zero, Claim::variance_one),
    row(stage::norm2, "layer_norm", adds_epsilon_to_deviation, normalized_vectors, layer_normalized_by_deviation,
        Claim::mean_zero, Claim::variance_one),
    row(stage::norm2, "rms_norm", rescaled_vectors, rms_normalized, Claim::rms_one),
    row(stage::norm3, "layer_norm", normalized_vectors, layer_normalized, Claim::mean_zero, Claim::variance_one),
    row(stage::norm3, "layer_norm", adds_epsilon_to_deviation, normalized_vectors, layer_normalized_by_deviation,
        Claim::mean_zero, Claim::variance_one),
    row(stage::norm3, "rms_norm", rescaled_vectors, rms_normalized, Claim::rms_one),

    // Queries, keys and values.
    row(stage::q, "project_heads", "Queries: what each token is looking for",
        "Query = the token's vector × a learned query matrix. It encodes what this token looks for in the others. "
        "A head is one attention computation: each has its own columns of that matrix, and so its own queries.",
        Claim::product),
    row(stage::q, "split_heads", "Queries: what each token is looking for",
        "This model has no query matrix. The token's own vector, split into heads, is the query.", Claim::rearranges),
    row(stage::k, "project_heads", "Keys: what the queries are matched against",
        "Key = the token's vector × a learned key matrix. The queries are compared with it.", Claim::product),
    row(stage::k, "project_heads", is_cross_attention, "Keys of the source: what the queries are matched against",
        "Key = the encoder's output vector of a source token × a learned key matrix. The decoder's queries are "
        "compared with it.",
        Claim::product),
    row(stage::k, "project_heads", shares_heads, "Keys: what the queries are matched against",
        "Key = a token's vector × a learned key matrix. There are fewer key heads than query heads, so several "
        "query heads share the keys of one head (grouped-query attention).",
        Claim::product),
    row(stage::k, "split_heads", "Keys: what the queries are matched against",
        "This model has no key matrix. The token's own vector, split into heads, is the key.", Claim::rearranges),
    row(stage::v, "project_heads", "Values: what each token passes on",
        "Value = the token's vector × a learned value matrix. It is the information that a token passes to "
        "every token that attends to it.",
        Claim::product),
    row(stage::v, "project_heads", is_cross_attention, "Values: what each source token passes on",
        "Value = the encoder's output vector of a source token × a learned value matrix. It is the information "
        "that the source token passes to the decoder.",
        Claim::product),
    row(stage::v, "project_heads", shares_heads, "Values: what each token passes on",
        "Value = a token's vector × a learned value matrix. There are fewer value heads than query heads, so "
        "several query heads share the values of one head (grouped-query attention).",
        Claim::product),
    row(stage::v, "split_heads", "Values: what each token passes on",
        "This model has no value matrix. The token's own vector, split into heads, is the value.", Claim::rearranges),
    row(stage::q_rot, "rope", "Queries, rotated by position (RoPE)",
        "Each pair of dimensions is rotated by an angle proportional to the position, the first pairs fastest. Keys "
        "are "
        "rotated in the same way, so the angle between a query and a key changes only with their offset i − j.",
        Claim::keeps_lengths),
    row(stage::q_rot, "rope", rotates_some_dimensions, "Queries, rotated by position (RoPE)",
        "Each pair among the first dimensions is rotated by an angle proportional to the position, the first "
        "pairs fastest; the remaining dimensions are not. Keys are rotated in the same way, so the angle between a "
        "query and a key changes only with their offset i − j.",
        Claim::keeps_lengths),
    row(stage::q_rot, "rope", decays_with_position, "Queries, rotated and scaled by position (xPos)",
        "Pairs of dimensions are rotated by an angle proportional to the position and multiplied by a factor that "
        "shrinks with it. At position 0 the query stays as it is.",
        Claim::not_longer),
    row(stage::k_rot, "rope", "Keys, rotated by position (RoPE)",
        "Keys are rotated like the queries. Their dot product then depends on the two positions only through their "
        "difference.",
        Claim::keeps_lengths),
    row(stage::k_rot, "rope", rotates_some_dimensions, "Keys, rotated by position (RoPE)",
        "Keys are rotated like the queries, in the same dimensions. Their dot product then depends on the two "
        "positions only through their difference.",
        Claim::keeps_lengths),
    row(stage::k_rot, "rope", decays_with_position, "Keys, rotated and scaled by position (xPos)",
        "Keys are rotated like the queries but multiplied by the inverse factor, which grows with the position. Their "
        "dot product then depends on the two positions only through their difference.",
        Claim::not_shorter),
    row(stage::q_rot, "rope", lengthens_rotated, "Queries, rotated by position and multiplied by a factor (YaRN)",
        "Pairs of dimensions are rotated by an angle proportional to the position, and multiplied by a factor that is "
        "the same at every position. Keys are treated in the same way.",
        Claim::lengths_times_a_factor),
    row(stage::k_rot, "rope", lengthens_rotated, "Keys, rotated by position and multiplied by a factor (YaRN)",
        "Keys are rotated and multiplied like the queries. Their dot product then depends on the two positions only "
        "through their difference.",
        Claim::lengths_times_a_factor),
    row(stage::past_k, "", "Cached keys of earlier tokens",
        "Keys that were computed when these tokens were processed and kept in the KV cache."),
    row(stage::past_v, "", "Cached values of earlier tokens",
        "Values that were computed when these tokens were processed and kept in the KV cache."),
    row(stage::all_k, "concat", "Keys of all tokens",
        "The cached keys, followed by the keys of the new tokens. Only the new ones had to be computed.",
        Claim::rearranges),
    row(stage::all_v, "concat", "Values of all tokens",
        "The cached values, followed by the values of the new tokens. Only the new ones had to be computed.",
        Claim::rearranges),

    // Scores and weights.
    row(stage::scores_raw, "attention_scores", "Scores: how well does each key match each query?",
        "Dot product of every query with every key. It is large when the two vectors are long and point in a "
        "similar direction.",
        Claim::dot_products),
    row(stage::scores_raw, "shaw_scores", "Scores: how well does each key match each query?",
        "Dot product of every query with every key, plus the dot product of the query with a learned key for the "
        "distance between the two tokens.",
        Claim::dot_products_plus_distance),
    row(stage::scores_raw, "add", "Scores: how well does each key match each query?",
        "The content score plus the distance score of every query and key.", Claim::adds),
    row(stage::scores_scaled, "scale", "Scaled scores: keep the softmax from saturating",
        "A dot product over d_head dimensions typically grows like √d_head. Dividing by √d_head removes that growth, "
        "so that training does not begin with a saturated softmax. Training can still make scores large.",
        Claim::divides_by_sqrt_width),
    row(stage::scores_scaled, "scale", by_temperature, "Scaled scores: attention temperature",
        "Every score is divided by the temperature τ. Below 1 attention concentrates on fewer keys, above 1 it "
        "spreads out.",
        Claim::divides_by_temperature),
    row(stage::scores_scaled, "scale", by_width_and_temperature, "Scaled scores: √d_head and temperature",
        "Every score is divided by √d_head, which removes its growth with d_head, and by the temperature τ. A "
        "τ below 1 concentrates attention on fewer keys, a τ above 1 spreads it out.",
        Claim::divides_by_both),
    says_unchanged(row(stage::scores_scaled, "copy", "Scores, not scaled",
                       "This model does not scale its scores: they are passed on unchanged.", Claim::copies)),
    says_unchanged(row(stage::scores_scaled, "copy", scaled_before, "Scores, already scaled",
                       "The scores are unchanged: queries and keys were already divided by ⁴√d_head.", Claim::copies)),
    row(stage::position_bias, "alibi_bias", "Position bias (ALiBi)",
        "A penalty proportional to the distance between query and key. Each head has its own slope, and the "
        "tokens themselves do not matter.",
        Claim::by_distance, Claim::not_positive),
    row(stage::position_bias, "t5_bias", "Position bias (T5)",
        "A learned number for each head and each bucket of distances between query and key. The tokens themselves do "
        "not "
        "matter.",
        Claim::by_distance),
    row(stage::position_bias, "fire_bias", "Position bias (FIRE)",
        "A small learned network computes each head's bias from the distance between query and key, taken on a "
        "logarithmic scale as a share of the query's position (of the threshold L where that is larger).",
        Claim::alike_with_itself),
    row(stage::position_bias, "fire_bias", stands_before_threshold, "Position bias (FIRE)",
        "A small learned network computes each head's bias from the distance between query and key on a logarithmic "
        "scale. No query here is past the learned threshold L, so equal distances have equal biases.",
        Claim::by_distance),
    row(stage::scores_biased, "add", "Scores plus position bias",
        "The score of the query and the key, plus the bias for their positions.", Claim::adds),
    row(stage::scores_masked, "mask", "Mask: which keys cannot be attended to",
        "Scores of pairs that the mask does not allow are set to −∞, so the softmax gives them a weight of "
        "exactly 0. All other scores are unchanged.",
        Claim::masks),
    row(stage::scores_masked, "mask", masks_later_keys, "Causal mask: no attention to later tokens",
        "Scores for later tokens are set to −∞, so the softmax gives them a weight of exactly 0. All other scores "
        "are unchanged.",
        Claim::masks, Claim::masks_later),
    row(stage::scores_masked, "mask", masks_nothing, "Mask: every key can be attended to",
        "The mask allows every pair here, so no score changes.", Claim::masks, Claim::copies),
    row(stage::weights, "softmax", "Attention weights: where each token attends",
        "The softmax turns each row of scores into weights between 0 and 1 that sum to 1: every score is "
        "exponentiated, which makes it positive, then divided by the row's total. The row's maximum is subtracted "
        "first, which changes no weight but prevents overflow. Of two scores that differ by 1, the higher gets e ≈ 2.7 "
        "times the weight.",
        Claim::rows_sum_to_1, Claim::subtracts_maximum),
    row(stage::weights, "softmax", leaves_a_query_without_keys, "Attention weights: where each token attends",
        "The softmax turns each row of scores into weights that sum to 1. The row's maximum is subtracted first, "
        "which changes no weight but prevents overflow. A query that can attend to no key at all gets weights of 0.",
        Claim::some_rows_zero, Claim::subtracts_maximum),
    row(stage::heads, "attention_values", "Head output: a weighted sum of values",
        "For each token, every value vector is multiplied by its attention weight, and the products are summed.",
        Claim::weighted_sum),
    row(stage::concat, "merge_heads", "Heads concatenated",
        "The outputs of all heads are joined end to end into one vector per token.", Claim::rearranges),
    row(stage::concat, "merge_heads", has_one_head, "Heads concatenated",
        "There is one head, so its output is the whole vector of each token.", Claim::copies),
    row(stage::out, "linear", "Output projection: combine the heads",
        "A learned output matrix combines the outputs of the heads into one vector of d_model dimensions per token.",
        Claim::product),
    row(stage::out, "copy", "Attention output",
        "This model has no output projection: the concatenated heads are the output of attention.", Claim::copies),

    // Residual connections.
    row(stage::resid_mid, "add", "Add to the residual stream",
        "The attention output is added to the residual stream (a residual connection).", Claim::adds),
    row(stage::resid_mid, "copy", "Attention output (no residual connection)",
        "The residual connection is off. The attention output replaces the vectors that were here before.",
        Claim::copies_sublayer),
    row(stage::resid_self, "add", "Add to the residual stream, after self-attention",
        "The self-attention output is added to the residual stream (a residual connection).", Claim::adds),
    row(stage::resid_self, "copy", "Self-attention output (no residual connection)",
        "The residual connection is off. The self-attention output replaces the vectors that were here before.",
        Claim::copies_sublayer),
    row(stage::resid_cross, "add", "Add to the residual stream, after cross-attention",
        "The cross-attention output is added to the residual stream (a residual connection).", Claim::adds),
    row(stage::resid_cross, "copy", "Cross-attention output (no residual connection)",
        "The residual connection is off. The cross-attention output replaces the vectors that were here before.",
        Claim::copies_sublayer),
    row(stage::resid_post, "add", "Add to the residual stream, after the MLP",
        "The MLP output is added to the residual stream (a residual connection).", Claim::adds),
    row(stage::resid_post, "copy", "MLP output (no residual connection)",
        "The residual connection is off. The MLP output replaces the vectors that were here before.",
        Claim::copies_sublayer),

    row(stage::resid_post, "add", is_parallel_sum, "Add to the residual stream, after attention and MLP",
        "The attention output and the MLP output are both added to the residual stream (a residual connection). Both "
        "sublayers read the input of the block.",
        Claim::adds),
    row(stage::resid_post, "add", is_sum_of_sublayers, "Attention output plus MLP output (no residual connection)",
        "The residual connection is off. The sum of the two outputs replaces the vectors that were here before.",
        Claim::adds),

    // The MLP.
    row(stage::mlp_pre, "linear", "MLP: each token on its own",
        "Each vector is mapped from d_model to d_ff dimensions by a learned matrix, the same for every token. "
        "Each of the d_ff results is the input of one neuron.",
        Claim::product, Claim::does_not_widen),
    row(stage::mlp_pre, "linear", widens, "MLP: each token on its own",
        "Each vector is expanded from d_model to d_ff dimensions by a learned matrix, the same for every token. "
        "Each of the d_ff results is the input of one neuron.",
        Claim::product, Claim::widens),
    row(stage::mlp_pre, "linear", is_gated, "MLP: each token on its own",
        "Each vector is mapped from d_model to d_ff dimensions by a learned matrix, the same for every token. "
        "Each of the d_ff results is then multiplied by its gate.",
        Claim::product),
    row(stage::mlp_gate, "linear", "MLP gate",
        "A second projection of the same size. After the activation function, it decides how much of each "
        "number passes.",
        Claim::product),
    row(stage::mlp_act, "activate", "Activation function",
        "The same nonlinear function is applied to every number. Without it, the two matrices of the MLP would "
        "collapse into a single linear map.",
        Claim::nonlinear),
    row(stage::mlp_act, "gated", "Activation function and gate",
        "The activation function is applied to the gate, and each number is multiplied by its gate.",
        Claim::times_gate),
    row(stage::mlp_out, "linear", "MLP output: back to d_model",
        "Each neuron adds its own learned vector, scaled by its activation, to the output.", Claim::product),

    // Readout.
    row(stage::final_norm, "layer_norm", "Final LayerNorm", layer_normalized, Claim::mean_zero, Claim::variance_one),
    row(stage::final_norm, "layer_norm", adds_epsilon_to_deviation, "Final LayerNorm", layer_normalized_by_deviation,
        Claim::mean_zero, Claim::variance_one),
    row(stage::final_norm, "rms_norm", "Final RMSNorm", rms_normalized, Claim::rms_one),
    row(stage::head_norm, "layer_norm", "LayerNorm before the output weights", layer_normalized, Claim::mean_zero,
        Claim::variance_one),
    row(stage::head_norm, "layer_norm", adds_epsilon_to_deviation, "LayerNorm before the output weights",
        layer_normalized_by_deviation, Claim::mean_zero, Claim::variance_one),
    row(stage::head_norm, "rms_norm", "RMSNorm before the output weights", rms_normalized, Claim::rms_one),
    row(stage::logits, "linear", "Logits: a score for every token of the vocabulary",
        "Dot product of each token's final vector with the output weights of every token of the vocabulary. A "
        "higher logit means a higher probability.",
        Claim::product),
    row(stage::logits, "linear", is_of_classes, "Logits: a score for every class",
        "Dot product of the vector of the text with the output weights of every class. A higher logit means a higher "
        "probability.",
        Claim::product),
    row(stage::logits, "linear", reads_pooled, "Logits: a score for every class",
        "Dot product of the pooled vector with the output weights of every class. A higher logit means a higher "
        "probability.",
        Claim::product),
    row(stage::logits, "linear", makes_no_probabilities, "Output of the model",
        "Dot product of the vector of the text with the weights of every output. The outputs are not classes of which "
        "one is right, so no softmax makes probabilities of them.",
        Claim::product),
    row(stage::logits, "linear_transposed", "Logits: a score for every token of the vocabulary",
        "Dot product of each token's final vector with every row of the embedding table, which this model also "
        "uses as output weights. A higher logit means a higher probability.",
        Claim::product_with_rows),
    row(stage::probs, "softmax", "Probabilities",
        "The softmax turns the logits into probabilities that sum to 1. The largest logit is subtracted first, which "
        "changes no probability but prevents overflow. A logit that is higher by 1 means e ≈ 2.7 times the "
        "probability.",
        Claim::rows_sum_to_1, Claim::subtracts_maximum),
    row(stage::loss, "cross_entropy", "Loss: cross-entropy",
        "The mean of −log p(label) over all labeled positions: how surprised the model is by the target labels.",
        Claim::cross_entropy),
    row(stage::loss, "cross_entropy", is_smoothed, "Loss: cross-entropy with label smoothing",
        "The mean cross-entropy over all labeled positions. A small part of the target probability is spread "
        "over all outputs.",
        Claim::cross_entropy),
};

}  // namespace

std::span<const StageText> transformer_texts() { return transformer_rows; }

}  // namespace glassformer
