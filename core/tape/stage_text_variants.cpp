// What the interface says about the stages that only some models have: appended positions, scores of two terms, queries
// and keys scaled each, pooling, the soft look-up table, what stands before the output matrix.
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

using namespace stage_table;

constexpr std::array variant_rows{
    // Embeddings.
    row(stage::embed_projected, "linear", "Embedding, brought to d_model",
        "A learned matrix maps each token's embedding from d_embed to d_model dimensions, the same for every token.",
        Claim::product),
    row(stage::embed_types, "embed", "Segment embedding: a vector for each segment",
        "The segment of each token selects one row of a learned table. All tokens of a segment get the same vector.",
        Claim::selects_rows),
    row(stage::embed_joined, "concat", "Token and position concatenated",
        "The positional encoding is appended to the token embedding as extra columns. A learned matrix then "
        "combines token and position.",
        Claim::rearranges),
    row(stage::q_scaled, "scale", "Queries, scaled",
        "Every query is divided by ⁴√d_head. The keys are scaled the same way, so each score ends up divided by "
        "√d_head.",
        Claim::divides_by_fourth_root_width),
    row(stage::k_scaled, "scale", "Keys, scaled",
        "Every key is divided by ⁴√d_head, like the queries. The scores then need no further division by "
        "√d_head, and intermediate values stay small.",
        Claim::divides_by_fourth_root_width),

    // Scores of two terms (Transformer-XL).
    row(stage::relative_positions, "sinusoidal_distances", "A vector for each distance",
        "Sines and cosines of the distance between a query and a key, from fast to slow.", Claim::sines_and_cosines),
    row(stage::relative, "project_heads", "Distance keys",
        "Each distance's vector × a learned matrix: a key for the distance, the same for every token.", Claim::product),
    row(stage::q_content, "head_bias", "Queries for the content",
        "The query plus a learned vector u of its head, the same for every token.", Claim::same_in_a_head),
    row(stage::q_position, "head_bias", "Queries for the distance",
        "The query plus a learned vector v of its head, the same for every token.", Claim::same_in_a_head),
    row(stage::scores_content, "attention_scores", "Content score",
        "Dot product of every content query with every key, regardless of the distance.", Claim::dot_products),
    row(stage::scores_position, "relative_scores", "Distance score",
        "Dot product of every distance query with the key of its distance to each token, regardless of the token.",
        Claim::dot_with_distance),

    // The soft look-up table.
    row(stage::lookup_raw, "linear_transposed", "Scores: how well does each key match?",
        "Dot product of the token's vector with every key of the table.", Claim::product_with_rows),
    row(stage::lookup_scaled, "scale", "Scores times the sharpness β",
        "Every score is multiplied by β. The larger β is, the more the best-matching key dominates.",
        Claim::times_sharpness),
    row(stage::lookup_weights, "softmax", "Weights: how well each key matches",
        "The softmax turns the scores into weights that sum to 1. The largest score is subtracted first, which changes "
        "no weight but prevents overflow. In an ordinary lookup table one weight is 1 and all others are 0.",
        Claim::rows_sum_to_1, Claim::subtracts_maximum),
    row(stage::lookup_out, "linear", "Lookup result: a weighted sum of values",
        "The value of every entry is multiplied by its weight, and the products are summed.", Claim::product),

    // Pooling.
    row(stage::pool_raw, "query_scores", "Scores: how well does each token match the query?",
        "Dot product of one learned query with every token's vector.", Claim::dot_with_vector),
    row(stage::pool_scaled, "scale", "Scaled scores: keep the softmax from saturating",
        "Every score is divided by the square root of the number of dimensions of the vectors.",
        Claim::divides_by_sqrt_width),
    says_unchanged(row(stage::pool_scaled, "copy", "Scores, not scaled",
                       "This model does not scale its scores: they are passed on unchanged.", Claim::copies)),
    row(stage::pool_scores, "place_scores", "A learned score for each position",
        "Each position has one learned score, the same for every token.", Claim::one_row_per_position),
    row(stage::pool_weights, "softmax", "Weights: how much each token counts",
        "The softmax turns the scores into weights that sum to 1. The largest score is subtracted first, which changes "
        "no weight but prevents overflow.",
        Claim::rows_sum_to_1, Claim::subtracts_maximum),
    row(stage::pooled, "mean_pool", "Pooling: one vector for the whole text",
        "The mean of all token vectors. What follows reads this vector only.", Claim::mean_of_rows),
    row(stage::pooled, "first_token", "Pooling: one vector for the whole text",
        "The vector of the first token. What follows reads this vector only.", Claim::takes_first_row),
    row(stage::pooled, "row", "Pooling: one vector for the whole text",
        "The vector of the last token. What follows reads this vector only.", Claim::takes_last_row),
    row(stage::pooled, "weighted_rows", "Pooling: one vector for the whole text",
        "The sum of all token vectors, each multiplied by its weight. What follows reads this vector only.",
        Claim::weighted_sum),

    // Between the last block and the output matrix.
    row(stage::head_dense, "linear", "Dense layer before the output", "Vector × a learned matrix that keeps its size.",
        Claim::product),
    row(stage::head_act, "activate", "Activation function before the output",
        "The same nonlinear function is applied to every number.", Claim::nonlinear),
    row(stage::head_projected, "linear", "Final vector, brought to d_embed",
        "A learned matrix maps the vector from d_model to d_embed dimensions, the width of the token embeddings.",
        Claim::product),
    row(stage::head_scaled, "scale", "Final vector times a constant",
        "Every number is multiplied by a constant of the model before the output weights are applied.",
        Claim::times_a_constant),
};

}  // namespace

std::span<const StageText> variant_texts() { return variant_rows; }

}  // namespace glassformer
