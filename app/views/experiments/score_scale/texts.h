// Texts of the page on the division by √d_k.
#pragma once

namespace glassformer::texts::score_scale {

inline constexpr const char* title = "Why √d";
inline constexpr const char* question = "Why are scores divided by √dₖ?";
inline constexpr const char* random_sentence =
    "With dₖ = {}, the key with the largest score gets {} of the weight without the division and {} with it (mean of "
    "{} "
    "queries, {} keys). All entries are independent normal numbers, so the variance of q · k is about dₖ: {}.";
inline constexpr const char* model_sentence =
    "{}, {}, head {}: dₖ = {}, all {} × {} pairs of this text, before any mask. The variance of q · k is {}; after "
    "the "
    "division by √dₖ it is {}. This head has learned its queries and keys: they are not independent.";
inline constexpr const char* largest_sentence =
    "{}: of its {} heads, {}, head {} has the largest variance of q · k for this text: {}, and {} after the division "
    "by √dₖ = √{}. On average over the queries, the key with the largest score gets {} of the weight without the "
    "division and {} with it.";
// The third chart: what the division is for
inline constexpr const char* slope_sentence =
    " The norm of ∂softmax / ∂scores is {} without the division and {} with it{}.";
inline constexpr const char* to_move = " Move “dₖ”.";
inline constexpr const char* to_random = " To move dₖ, select “random”.";
inline constexpr const char* slope_larger = ", so more of the gradient passes through the softmax";
inline constexpr const char* slope_smaller = ", so here the division lets less of the gradient through";
inline constexpr const char* slope_same = ", so here the division does not change it";
inline constexpr const char* computing = "Drawing the queries and keys …";
inline constexpr const char* no_model =
    "The open model has no attention with scores for this text. Choose random queries and keys, or open another model.";

inline constexpr const char* source = "Queries and keys";
inline constexpr const char* source_hint = "Random numbers, or those of a head of the open model";
inline constexpr const char* source_random = "random";
inline constexpr const char* source_model = "open model";
inline constexpr const char* d_k = "dₖ";
inline constexpr const char* d_k_hint = "Entries of a query and of a key";
inline constexpr const char* keys = "Keys";
inline constexpr const char* keys_hint = "Number of keys per query";
inline constexpr const char* seed = "Seed";
inline constexpr const char* seed_hint = "Another one draws other numbers";
inline constexpr const char* key_again = "other random numbers";
inline constexpr const char* pick = "Which head";
inline constexpr const char* pick_hint =
    "The head whose products q · k have the largest variance for this text (all pairs of tokens, before any mask), or "
    "one that you select";
inline constexpr const char* pick_largest = "largest scores";
inline constexpr const char* pick_selected = "by number";
inline constexpr const char* block = "Block";
inline constexpr const char* block_hint = "Block of the open model";
inline constexpr const char* head = "Head";
inline constexpr const char* head_hint = "Head of that block";

inline constexpr const char* raw_name = "q · k";
inline constexpr const char* scaled_name = "q · k / √dₖ";
inline constexpr const char* scores_title = "{}: variance {}";
inline constexpr const char* weights_title_brief = "Query {}: attention weights";
inline constexpr const char* weights_title = "Query {}: entropy {} nats, divided {}, at most {}";
inline constexpr const char* bin_tip = "{}: {}% of the {} scores are between {} and {}\n{}";
inline constexpr const char* weight_tip =
    "Query {}, key {}: q · k = {}\nweight {} without the division, {} with it\n{}";
inline constexpr const char* curve_tip = "{}: {} without the division, {} with it\n{}";
inline constexpr const char* click_tip = "\nClick to set dₖ";
inline constexpr const char* run_of_random = "Random numbers: dₖ = {}, {} keys, seed {}";
inline constexpr const char* run_of_head = "{}, {}, head {}: dₖ = {}";
inline constexpr const char* random_name = "random q · k";
inline constexpr const char* random_scaled_name = "random q · k / √dₖ";
inline constexpr const char* d_k_mark = "dₖ = {}";
inline constexpr const char* this_head = "this head";
inline constexpr const char* this_head_scaled = "this head, divided";
inline constexpr const char* share = "share of the pairs";
inline constexpr const char* weight = "weight";
inline constexpr const char* score_axis = "score";
inline constexpr const char* key_axis = "key, largest weight first";
inline constexpr const char* variance_title = "Variance of the scores";
inline constexpr const char* entropy_title = "Entropy of the weights (nats)";
inline constexpr const char* slope_title = "Norm of ∂softmax / ∂scores";
inline constexpr const char* d_k_axis = "dₖ";
inline constexpr const char* variance_level = "1";
inline constexpr const char* entropy_level = "ln {}: all keys alike";
inline constexpr const char* table_title = "Scores against dₖ";

}  // namespace glassformer::texts::score_scale
