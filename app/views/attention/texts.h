// Every text of the attention view, in the order of the screen, to be proof-read or translated in one go. {} stands for
// a value.
#pragma once

namespace glassformer::texts::attention {

// The view in the rail
inline constexpr const char* title = "Attention";
inline constexpr const char* summary = "All heads at once, or one at a time";

// Line above the picture: what is shown, tabs, the way back from a single head
inline constexpr const char* alignment = "Alignment";          // attention of a recurrent decoder
inline constexpr const char* attention_ending = "-attention";  // left out of titles in narrow places
inline constexpr const char* title_and_head = "{} › Head {}";
inline constexpr const char* open_tab = "open the attention tab {}";
inline constexpr const char* heads = "Heads";
inline constexpr const char* steps = "Steps";
inline constexpr const char* arcs = "Arcs";
inline constexpr const char* query = "Query";
inline constexpr const char* products = "Products";
inline constexpr const char* overlay = "Overlay";
inline constexpr const char* mean = "Mean";
inline constexpr const char* rollout = "Rollout";
inline constexpr const char* numbers = "Numbers";
inline constexpr const char* show_all_heads = "Show all heads";
inline constexpr const char* show_all_heads_hint = "Show the other heads again";

// In place of a picture
inline constexpr const char* table_only =
    "This model attends to a learned table, not to other tokens. See its scores, softmax and values in Walk (1).";
inline constexpr const char* no_attention = "This model has no attention. Choose another model in the top bar.";
inline constexpr const char* no_rollout =
    "Rollout needs self-attention: here queries and keys come from different texts.";
inline constexpr const char* rollout_limit = "Rollout is limited to {} tokens. This text has {}.";

// Heads: captions of a map, its tooltip
inline constexpr const char* head_number = "Head {}";
inline constexpr const char* entropy = "entropy {}";
inline constexpr const char* color_scale = "scale 0–{}";
// … and what a head mostly does on this text, with the share of its weight
inline constexpr const char* role_itself = "own token";
inline constexpr const char* role_previous = "previous token";
inline constexpr const char* role_first = "first token";
inline constexpr const char* role_duplicate = "duplicate token";
inline constexpr const char* role_induction = "induction";
inline constexpr const char* role_one_key = "“{}”";
inline constexpr const char* role_even = "even";
inline constexpr const char* role_mixed = "mixed";
inline constexpr const char* answer_weight = "“{}” → “{}” {}";  // where the answer is read, the key attended to, weight
inline constexpr const char* role_token = " token";             // left out below narrow maps
inline constexpr const char* role_and_share = "{} {}";          // "previous token", "86.2%"
inline constexpr const char* role_in_tooltip = "{}\nmain pattern: {}";
inline constexpr const char* answer_in_tooltip = "{}\n{}";
inline constexpr const char* head_entropy = "{}\nentropy {} · max weight {}";  // head
inline constexpr const char* head_averages = "{}\naverage weight on itself {} · previous token {} · first token {}";
inline constexpr const char* head_off = "\nturned off (output set to zero)";

// Below all heads: how those of a layer come together. What is done with Q, K and V, then with the heads' outputs
inline constexpr const char* strip = "{}: {} {}";  // layer and both sentences
inline constexpr const char* strip_one_head = "one head, so Q, K and V are not split.";
inline constexpr const char* strip_split = "Q, K and V are split into {0} heads.";
inline constexpr const char* strip_grouped =
    "Q is split into {0} heads, K and V into {1}, which the query heads share.";
inline constexpr const char* strip_shared = "Q is split into {0} heads, which share one K and one V.";
inline constexpr const char* strip_projected =
    "The outputs of the heads are concatenated, and a learned output matrix combines them.";
inline constexpr const char* strip_projected_one = "Its output is multiplied by a learned output matrix.";
inline constexpr const char* strip_not_projected =
    "The outputs of the heads are concatenated. This model has no output matrix.";
inline constexpr const char* strip_not_projected_one = "This model has no output matrix.";

// Numbers: columns, names of heads that are turned off, explanation below
inline constexpr const char* entropy_column = "entropy (nats)";
inline constexpr const char* max_weight_column = "max weight";
inline constexpr const char* previous_column = "previous token";
inline constexpr const char* first_column = "first token";
inline constexpr const char* itself_column = "itself";
inline constexpr const char* duplicate_column = "duplicate token";
inline constexpr const char* induction_column = "induction";
inline constexpr const char* head_is_off = "{} (off)";
inline constexpr const char* columns_explained =
    "Averages over all queries: weight on the previous token, on the first token, on the token itself, on earlier "
    "copies of the token (duplicate), and on the tokens after those copies (induction).";
inline constexpr const char* columns_left_out = "No room here for: {}. A wider window shows these columns too.";

// Below all heads: the color scale
inline constexpr const char* shared_scale = "Shared scale";
inline constexpr const char* scale_per_head = "Per head";
inline constexpr const char* weight = "weight";
inline constexpr const char* weight_per_head = "weight (separate scale per head)";

// Arcs and overlay: heads of the two columns of tokens, the threshold and the number of lines
inline constexpr const char* queries = "queries";
inline constexpr const char* keys = "keys";
inline constexpr const char* threshold = "Min. weight {}";
inline constexpr const char* one_line = "1 line";
inline constexpr const char* lines = "{} lines";
inline constexpr const char* strongest_lines = "strongest {} lines";
inline constexpr const char* head_word = "Head";  // in front of the colors of several heads
inline constexpr const char* all_heads = " · all heads";

// Beside one head: its averages
inline constexpr const char* average_previous = "avg. on previous token";
inline constexpr const char* average_first = "avg. on first token";
inline constexpr const char* average_itself = "avg. on itself";

// Query: the choice of a query, the sum that makes a score
inline constexpr const char* choose_query = "Query:";
inline constexpr const char* click_a_key = "Click a key to see how its score is computed.";
inline constexpr const char* query_of = "query: “{}”";
inline constexpr const char* one_product = "Score of query “{}” and key “{}”: {}, a single product";
inline constexpr const char* sum_of_products = "Score of query “{}” and key “{}”: {} = sum of {} products";
inline constexpr const char* sum_in_brief = "“{}” · “{}” = {}, from {} products";  // query, key, score
inline constexpr const char* first_products = ", first {} shown";
// … and the row of the head's output below: what the selected key adds to it, what it is the sum of
inline constexpr const char* added_by_selected = "added by “{}”: its value times {}";  // key, attention weight
inline constexpr const char* added_by_strongest = "added by “{}”, the largest weight: its value times {}";
inline constexpr const char* output_of_keys = "output of this head for “{}”: the weighted values of all {} keys, added";
inline constexpr const char* output_of_one_key = "output of this head for “{}”: the weighted value of its only key";
inline constexpr const char* output_changed = "output of this head for “{}”, changed";  // by an edit or a switch

// Products: the chosen pair, the two halves where there is room for one, a number of the last matrix
inline constexpr const char* products_query = "query: {}";
inline constexpr const char* products_key = "key: {}";
inline constexpr const char* products_weight = "attention weight: {}";
inline constexpr const char* products_softmax = "softmax";  // above an arrow
inline constexpr const char* products_projections = "Q, K and V";
inline constexpr const char* products_attention = "Attention";
inline constexpr const char* part_of_output = "this head’s part of the output";
inline constexpr const char* derived_number = "{}: {}";  // what it is, the number

// Steps: the sides of the large map, steps that change nothing
inline constexpr const char* key_side = "key: the token attended to";
inline constexpr const char* query_side = "query: the token that attends";
inline constexpr const char* cross_key_side = "key: the source token attended to";
inline constexpr const char* cross_query_side = "query: the decoder token that attends";
inline constexpr const char* value_side = "value: what is passed on";
inline constexpr const char* key_brief = "key: attended to";  // where the sentences have no room
inline constexpr const char* query_brief = "query: attends";
inline constexpr const char* key_short = "key";
inline constexpr const char* query_short = "query";
inline constexpr const char* value_short = "value";
inline constexpr const char* no_mask = "no mask in this model";
inline constexpr const char* nothing_masked = "nothing is masked here";
inline constexpr const char* not_scaled = "scores are not scaled";
inline constexpr const char* scaled_before = "Q and K are scaled already";
inline constexpr const char* same_as_before = "same as the step before";

// Mean and rollout: note above the map, explanation below, tooltip over a pair
inline constexpr const char* mean_of_one = "mean of 1 head";
inline constexpr const char* mean_of = "mean of {} heads";
inline constexpr const char* mean_explained =
    "Ā: the attention weights averaged over the heads of this attention layer. Each row sums to 1.";
inline constexpr const char* rollout_of_one = "rollout of 1 layer";
inline constexpr const char* rollout_of = "rollout of {} layers";
inline constexpr const char* rollout_explained =
    "R: attention rollout (Abnar & Zuidema 2020), a rough estimate of how much of each row’s token comes from each "
    "column’s token. Each "
    "layer counts as ½ average attention + ½ identity (for the residual connection); the layers are multiplied "
    "together. Each row sums to 1.";
inline constexpr const char* attends_to = "“{}” attends to “{}”: {}";  // query, key, weight

// Messages of commands
inline constexpr const char* scales_separated = "Each head has its own color scale";
inline constexpr const char* scales_held =
    "Each head will have its own color scale once the color limits are automatic again";
inline constexpr const char* scales_shared = "All heads share one color scale";

}  // namespace glassformer::texts::attention
