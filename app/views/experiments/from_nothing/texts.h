// Texts of the page on attention from vectors alone.
#pragma once

namespace glassformer::texts::from_nothing {

inline constexpr const char* title = "Attention from nothing";
inline constexpr const char* question = "What is attention, with and without parameters?";

// The tokens
inline constexpr const char* words[] = {"the", "cat", "drank", "warm", "milk", "today"};

// Sentences
inline constexpr const char* none_sentence =
    "Without parameters the outputs are softmax(X Xᵀ) X: each is a weighted average of the {} vectors. “{}” gives "
    "“{}” the score {} and the weight {}. Drag a point.";
inline constexpr const char* maps_sentence =
    "With three matrices the outputs are softmax(Q Kᵀ) V: weighted averages of the values, not of the vectors. "
    "Scores are not divided by √d here. “{}” gives “{}” the score {} and the weight {}. Change “Matrices”.";
inline constexpr const char* averages_sentence =
    "Three averages of the same {} vectors. The mean has equal weights, the second one has a random weight for each "
    "position, and the query q gives the largest weight, {}, to “{}”, whose product with q is largest. Drag q.";
inline constexpr const char* moved_rounding =
    " The outputs moved with their tokens: back in the first order they differ by {} at most, which is rounding.";
inline constexpr const char* moved_positions =
    " Back in the first order, the outputs of this order differ by {} at most, because each position adds its own "
    "vector.";
inline constexpr const char* moved_averages =
    " In this order of the tokens the three averages differ by {}, {} and {} at most from those of the first order.";

// Controls
inline constexpr const char* parameters = "Parameters";
inline constexpr const char* parameters_hint =
    "None: every vector is its own query, key and value. A single query: one vector of scores instead of n";
inline constexpr const char* parameters_none = "none";
inline constexpr const char* parameters_query = "a single query";
inline constexpr const char* parameters_maps = "W_Q, W_K, W_V";
inline constexpr const char* matrices = "Matrices";
inline constexpr const char* matrices_hint =
    "W_K turned: keys by 90°, so that a query meets what is at a right angle to it. W_V reversed: values are −x. In a "
    "model all three are learned";
inline constexpr const char* matrices_identity = "identity";
inline constexpr const char* matrices_turned = "W_K turned";
inline constexpr const char* matrices_mirrored = "W_V reversed";
inline constexpr const char* matrices_random = "random";
inline constexpr const char* tokens = "Tokens";
inline constexpr const char* tokens_hint = "Number of points in the plane";
inline constexpr const char* positions = "Positions";
inline constexpr const char* positions_hint = "Adds the sine and the cosine of its position to every vector";
inline constexpr const char* order = "Order";
inline constexpr const char* order_hint =
    "Shuffles the tokens. The outputs of the first order are shown beside those of this one";
inline constexpr const char* order_first = "first";
inline constexpr const char* order_shuffled = "shuffle {}";
inline constexpr const char* seed = "Seed";
inline constexpr const char* seed_hint = "Another one draws other random numbers";
inline constexpr const char* key_matrices = "other matrices";
inline constexpr const char* key_order = "another order";

// Pictures
inline constexpr const char *mark_dot = "●", *mark_ring = "○", *mark_square = "■", *mark_diamond = "◆",
                            *mark_arrow = "→", *mark_line = "—", *mark_dashes = "– –";
inline constexpr const char* vector = "vector, to be dragged";
inline constexpr const char* single_query = "q, to be dragged";
inline constexpr const char* average = "average";
inline constexpr const char* output = "output";
inline constexpr const char* key = "key";
inline constexpr const char* value = "value";
inline constexpr const char* weight_of_vector = "weight of a vector";
inline constexpr const char* weight_of_value = "weight of a value";
inline constexpr const char* position_added = "position added";
inline constexpr const char* features = "{} ⊙ {} adds up to the score";
inline constexpr const char* features_brief = "{} ⊙ {}, summed";
inline constexpr const char *is = "=", *is_about = "≈";
inline constexpr const char* feature_line = "{} × {} {} {}";  // "0.89 × 2.00 = 1.78"
inline constexpr const char* feature_sum = "sum {}";
inline constexpr const char* feature_sum_about = "sum ≈ {}";
inline constexpr const char* mean = "mean";
inline constexpr const char* weighted = "weighted";
inline constexpr const char* query = "query";
inline constexpr const char* query_point = "q";
inline constexpr const char* cell = "{}[{}, {}] = {}";
inline constexpr const char* of_plane = "an entry of the point in the plane";
inline constexpr const char* with_position = "{}, its vector and the vector of its position";
inline constexpr const char* drawn_at_random = "drawn at random, seed {}";
inline constexpr const char* mean_scores = "equal for all positions, so that all weights are equal";
inline constexpr const char* exponential = "exp({})";
inline constexpr const char* of_first_order = "the output of the same token in the first order";
inline constexpr const char* point_tip = "“{}”: vector ({}, {}), output ({}, {})";
inline constexpr const char* projected_tip = "{}(“{}”) = ({}, {})";
inline constexpr const char* query_tip = "q = ({}, {})";
inline constexpr const char* table_title = "Attention weights";

// Titles of the matrices: markup, and what stands there where it is too wide
inline constexpr const char* x = "\\meaning{residual}{X}";
inline constexpr const char* x_transposed = "\\meaning{residual}{X}^{T}";
inline constexpr const char* w_q = "\\meaning{parameter}{W}_{Q}";
inline constexpr const char* w_k = "\\meaning{parameter}{W}_{K}";
inline constexpr const char* w_v = "\\meaning{parameter}{W}_{V}";
inline constexpr const char* q = "\\meaning{query}{Q}";
inline constexpr const char* k = "\\meaning{key}{K}";
inline constexpr const char* v = "\\meaning{value}{V}";
inline constexpr const char* scores = "\\meaning{score}{S}";
inline constexpr const char* scores_none = "\\meaning{score}{S} = \\meaning{residual}{X} \\meaning{residual}{X}^{T}";
inline constexpr const char* scores_maps = "\\meaning{score}{S} = \\meaning{query}{Q} \\meaning{key}{K}^{T}";
inline constexpr const char* weights = "\\meaning{weight}{A}";
inline constexpr const char* weights_long = "\\meaning{weight}{A} = \\text{softmax}(\\meaning{score}{S})";
inline constexpr const char* y = "\\meaning{output}{Y}";
inline constexpr const char* y_none = "\\meaning{output}{Y} = \\meaning{weight}{A} \\meaning{residual}{X}";
inline constexpr const char* y_maps = "\\meaning{output}{Y} = \\meaning{weight}{A} \\meaning{value}{V}";
inline constexpr const char* y_first = "\\meaning{output}{Y}_{\\text{first}}";

}  // namespace glassformer::texts::from_nothing
