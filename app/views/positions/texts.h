// Every sentence of the positions view, in the order of the screen. Braces are filled by fmt::format. Encodings and
// their settings carry their own texts (core/model/positional).
#pragma once

namespace glassformer::texts::positions {

inline constexpr const char* view_hint = "How positional encodings work, side by side";
inline constexpr const char* group = "Positions";

// Tabs, what each of them shows and what to look at: true for every encoding and every setting
inline constexpr const char* tab_start = "Overview";
inline constexpr const char* page_start =
    "With neither positions nor a mask, attention treats a text as a bag of tokens. Compare where each encoding brings "
    "in the order of the tokens.";
// Beside or below it, and on the other pages that select positions
inline constexpr const char* count_from_zero = "Positions count from 0 here, as in the formulas.";
inline constexpr const char* count_from_zero_brief = "positions count from 0";
inline constexpr const char* tab_joined = "Joined";
inline constexpr const char* page_joined =
    "Three ways to join each token’s vector x with its position’s vector p, before the first block. Compare the number "
    "of dimensions, and the products that x̃ · x̃ is made of.";
inline constexpr const char* tab_scores = "Scores";
inline constexpr const char* page_scores =
    "The score of one query and one key at every pair of positions (i, j). A diagonal of one color means that the "
    "score "
    "depends only on the offset i − j.";
inline constexpr const char* tab_curves = "Curves";
inline constexpr const char* page_curves =
    "How the numbers of each encoding vary along positions, distances or keys. Compare fast and slow curves.";
inline constexpr const char* tab_circles = "Circles";
inline constexpr const char* page_circles =
    "In encodings built from sines and cosines, each pair of dimensions is a clock hand that rotates with the "
    "position. Compare fast and slow pairs.";
inline constexpr const char* tab_terms = "Terms";
inline constexpr const char* page_terms =
    "Each score written as a sum, one map per term. Compare how large the terms are.";
inline constexpr const char* tab_similarity = "p · p";
inline constexpr const char* page_similarity =
    "Dot products of the position vectors of two positions. Look for diagonals of one color, and for how the value "
    "varies with distance.";
inline constexpr const char* tab_shift = "Shift";
inline constexpr const char* page_shift =
    "The same three words at the start of a sentence and after the shift. Look at which scores change.";
inline constexpr const char* tab_scaling = "Scaling";
inline constexpr const char* page_scaling =
    "Three versions of RoPE for texts longer than those in training. Compare the rotation speeds of fast and slow "
    "pairs.";
inline constexpr const char* tab_accuracy = "Accuracy";
inline constexpr const char* page_accuracy =
    "Measured accuracy of trained models by text length. Look at the right of the vertical line, the training length.";
inline constexpr const char* tab_trained = "Trained";
inline constexpr const char* page_trained =
    "What trained models learned, and what one head attends to within, at and beyond the training length.";
inline constexpr const char* tab_formulas = "Formulas";
inline constexpr const char* page_formulas =
    "Each encoding's formula with indices from 0 and from 1. Look at what differs between the two.";
inline constexpr const char* tab_menu = "tab";

// The first page: what stands above its columns
inline constexpr const char* start_title = "How does word order enter a transformer?";
inline constexpr const char* start_query = "query";
inline constexpr const char* start_key = "key";
inline constexpr const char* start_token = "{} · “{}”";
inline constexpr const char* start_position = "position {}";
inline constexpr const char* start_distance = "distance {}";
inline constexpr const char* start_keys = "↑ ↓ query  ·  ← → key  ·  L dimensions";
inline constexpr const char* start_joined_keys = "↑ ↓ query  ·  ← → key  ·  Q next way";
inline constexpr const char* three_columns = "The Overview tab always shows three encodings";

// Its columns: captions, and rows of the pictures
inline constexpr const char* start_nothing = "no position information";
inline constexpr const char* start_table = "P: one vector per position";
inline constexpr const char* start_embedding = "embedding";
inline constexpr const char* start_plus = "⊕ position {}";
inline constexpr const char* start_sum = "= sum";
inline constexpr const char* start_then = "then position {}";
inline constexpr const char* start_joined = "= concatenated";
inline constexpr const char* start_addition = "dimension {}:  {} + {} = {}";
inline constexpr const char* start_appending = "dimension {} → {} of the concatenated vector:  {}";
inline constexpr const char* start_before = "pair {} before rotation, directions only";
inline constexpr const char* start_before_brief = "pair {}, directions only";
inline constexpr const char* start_rotated = "rotated";
inline constexpr const char* start_rotated_and_scaled = "rotated and scaled";
inline constexpr const char* start_hand = "{} rotated by {} · {} = {}";
// The angle before, the offset times the pair's angle per position, whole turns, and what they come to
inline constexpr const char* start_between = "angle from q to k:  {}";
inline constexpr const char* start_between_brief = "q to k:  {}";
inline constexpr const char* start_between_sum = "{} {} {} · {}{} = {}";
inline constexpr const char* start_part = "This pair adds |q| |k| cos {} to q · k:";
inline constexpr const char* start_part_numbers = "{} · {} · {} = {}";
inline constexpr const char* start_move_back = "Move q and k one position earlier";
inline constexpr const char* start_move_on = "Move q and k one position later";
inline constexpr const char* start_move_both = "Move both to later positions";
inline constexpr const char* start_moved = "both {} positions later than in the text";
inline constexpr const char* start_moved_brief = "both {} positions later";
inline constexpr const char* start_moved_one = "both one position later than in the text";
inline constexpr const char* start_moved_one_brief = "both one position later";
inline constexpr const char* start_bias = "bias on each score, before the mask";
inline constexpr const char* start_bias_of_head = "bias on each score before the mask, {}";
inline constexpr const char* start_bias_of_head_brief = "bias before the mask, {}";
inline constexpr const char* start_term = "position term, with the marked query in every row";
inline constexpr const char* start_slope = "distance {}:  −{} · {} = {}";
inline constexpr const char* start_at_distance = "distance {}:  {}";

// Its sentences on what to look at, with the numbers of the picture
inline constexpr const char* start_look_added = "Look at dimension {}: position {} adds {} to it, position {} adds {}.";
inline constexpr const char* start_look_added_alike =
    "Look at dimension {}: position {} adds {} to it, whatever the token.";
inline constexpr const char* start_look_appended =
    "Look at dimension {} of the position vector: {} at position {}, {} at position {}.";
inline constexpr const char* start_look_appended_alike =
    "Look at dimension {} of the position vector: {} at position {}, whatever the token.";
inline constexpr const char* start_look_rotation =
    "Look at the angle from q to k: {} becomes {}. Move both: it stays {}.";
inline constexpr const char* start_look_moved =
    "Look at the angle from q to k: {} becomes {}. Both {} positions later, it is still {}.";
inline constexpr const char* start_look_moved_one =
    "Look at the angle from q to k: {} becomes {}. Both one position later, it is still {}.";
inline constexpr const char* start_look_diagonal =
    "Look at the outlined diagonal: at distance {}, every score here gets {}.";
inline constexpr const char* start_look_uneven =
    "Look at the outlined diagonal: from {} to {}, because this bias also depends on the query’s position.";
inline constexpr const char* start_look_term =
    "Look at the outlined diagonal: at distance {}, the term of the query and the position is {}.";
inline constexpr const char* start_look_none =
    "Select another position for the key: nothing changes here, because no number depends on it.";

// Whose numbers a column shows
inline constexpr const char* start_recorded = "These are the loaded model’s own numbers.";
inline constexpr const char* start_own_head = "q and k are those of the loaded model: block {}, head {}.";
inline constexpr const char* start_own_bias = "This is the bias of the loaded model’s block {}, head {}.";
inline constexpr const char* start_own_term = "This is the loaded model’s block {}, head {}.";
inline constexpr const char* start_own_none = "The loaded model uses no positional encoding.";
inline constexpr const char* start_other = "Not the loaded model’s encoding, which is {}.";
inline constexpr const char* start_other_none = "Not from the loaded model, which uses no positional encoding.";
inline constexpr const char* start_other_learned = "Not the loaded model’s encoding: random values.";
inline constexpr const char* start_random = "Not from a model: random vectors, seed {}.";
inline constexpr const char* start_formula = "Not from a model: computed from the formula.";

// The figures of the scores
inline constexpr const char* measure = "Measure";
inline constexpr const char* measure_hint = "Show figures for each column, such as the Toeplitz spread";

// Beside the tabs
inline constexpr const char* add_hint = "Add an encoding";
inline constexpr const char* remove_hint = "Remove the selected encoding";
inline constexpr const char* marked_pair = "query {}, key {}, distance {}";

// Commands and their notices
inline constexpr const char* command_add = "add an encoding";
inline constexpr const char* command_remove = "remove the selected encoding";
inline constexpr const char* command_next = "next encoding in the selected column";
inline constexpr const char* command_previous = "previous encoding in the selected column";
inline constexpr const char* command_slower = "next (slower) dimension pair";
inline constexpr const char* command_faster = "previous (faster) dimension pair";
inline constexpr const char* command_later = "overview: move query and key one position later";
inline constexpr const char* command_earlier = "overview: move query and key one position earlier";
inline constexpr const char* command_walk = "show in Walk where the encoding is applied";
inline constexpr const char* command_switch = "apply the selected encoding to the loaded model";
inline constexpr const char* command_sibling = "open the model trained with the selected encoding";
inline constexpr const char* at_most = "At most four encodings can be compared";
inline constexpr const char* at_least = "At least one encoding must be shown";
inline constexpr const char* no_encoding = "The loaded model has no positional encoding to show";
inline constexpr const char* already_used = "The loaded model already uses this encoding";
inline constexpr const char* as_trained = "{}: the encoding that the model was trained with";
inline constexpr const char* not_trained_for = "{} with the same weights: the model was not trained with this encoding";
inline constexpr const char* no_sibling = "No built-in model of this task was trained with {}";
inline constexpr const char* sibling_opened = "Opened {}, trained with {}";
inline constexpr const char* query_and_key_of = "Query and key of {}";

// Knobs and choices
inline constexpr const char* d_model_hint = "Size of the token embedding";
inline constexpr const char* d_head_hint = "Size of a query and a key";
inline constexpr const char* n_positions_hint =
    "Number of tokens in the sentence. On these pages positions are counted from 0, as in the formulas";
inline constexpr const char* shift_hint = "Shifts the whole sentence: “we know that” becomes “of course we know that”";
inline constexpr const char* query_hint = "Position of the query (marked row), counted from 0";
inline constexpr const char* seed_hint = "Random seed for the query, key and random tables";
inline constexpr const char* block_hint = "Block of the loaded model whose head is used";
inline constexpr const char* model_head_hint = "Head of the loaded model whose query and key are used";
inline constexpr const char* query_token_hint = "The token whose query is used at every position";
inline constexpr const char* key_token_hint = "The token whose key is used at every position";
inline constexpr const char* trained_block_hint = "Block of the trained models whose head is shown";
inline constexpr const char* trained_head_hint = "Head of the trained models that is shown";
inline constexpr const char* rows_hint = "Number of positions in the table; later positions have no vector";
inline constexpr const char* factor_hint = "Context extension: text length ÷ training length";
inline constexpr const char* heads_hint = "Number of heads; it sets the default slopes";
inline constexpr const char* head_hint = "Head whose slope is used";
inline constexpr const char* slope_hint = "Override the head's slope";
inline constexpr const char* model_head = "model head";
inline constexpr const char* query_of = "q of";
inline constexpr const char* key_of = "k of";
inline constexpr const char* table_size = "table size";
inline constexpr const char* default_slope = "default";
inline constexpr const char* source_random = "random";
inline constexpr const char* source_model = "of the loaded model";
inline constexpr const char* another_token = "another token";
inline constexpr const char* same_token = "the same token";
inline constexpr const char* sides_ignored = "ignored";
inline constexpr const char* sides_separate = "separate";
inline constexpr const char* later_keys = "later keys";
inline constexpr const char* scaling_none = "none";
inline constexpr const char* scaling_linear = "linear";
inline constexpr const char* scaling_ntk = "NTK-aware";

// The line about the loaded model
inline constexpr const char* content = "q of {}, k of {}: block {}, head {}";
inline constexpr const char* content_removed = ", without positional encoding";
inline constexpr const char* no_model = "No model is open yet";
inline constexpr const char* open_sibling = "Open {}";
inline constexpr const char* open_sibling_hint = "The same task, trained with this encoding";
inline constexpr const char* use_encoding = "Use {} in this model";
inline constexpr const char* use_encoding_hint = "The weights are unchanged; they were not trained with this encoding";
inline constexpr const char* switched = ", not trained with this encoding";
inline constexpr const char* not_applied = ", not used";
inline constexpr const char* applied = ", applied at";
inline constexpr const char* applied_more = "Also applied at";
inline constexpr const char* show_in_walk = "Show in Walk";

// Below the title of a column: where the encoding acts, and in fewer words
inline constexpr const char* appended = "appended to the embedding";
inline constexpr const char* appended_brief = "appended";
inline constexpr const char* added = "added to the embedding";
inline constexpr const char* added_brief = "added";
inline constexpr const char* rotates = "rotates q and k";
inline constexpr const char* rotates_and_scales = "rotates and scales q and k";
inline constexpr const char* rotates_and_scales_brief = "rotates, scales q, k";
inline constexpr const char* biases = "a bias on the score";
inline constexpr const char* biases_brief = "a bias";
inline constexpr const char* keys_learned = "a learned key for each distance";
inline constexpr const char* keys_learned_brief = "learned keys";
inline constexpr const char* score_terms = "terms of the score";
inline constexpr const char* score_terms_brief = "terms";
inline constexpr const char* not_used = "not used";
inline constexpr const char* of_open_model = "of the loaded model";
inline constexpr const char* untrained_table = "{}, not trained";  // "random, seed 0"

// The numbers below a column
inline constexpr const char* figure_score = "score at query, key";
inline constexpr const char* figure_score_hint = "Scaled score of the marked query and key";
inline constexpr const char* figure_toeplitz = "Toeplitz spread";
inline constexpr const char* figure_toeplitz_hint =
    "How far scores at the same distance vary, relative to their overall variation. 0 means that the score depends "
    "only on the distance.";
inline constexpr const char* figure_spread = "spread, 1 distance";
inline constexpr const char* figure_spread_hint = "Largest difference between two scores at the same distance";
inline constexpr const char* figure_change = "change due to shift";
inline constexpr const char* figure_change_hint = "Largest change in any score when the whole sentence is shifted";
inline constexpr const char* figure_accuracy = "accuracy at 2× / 4×";
inline constexpr const char* figure_accuracy_hint = "Accuracy of trained models on texts 2× and 4× the training length";
inline constexpr const char* similarity_too = ", p·p {}";
inline constexpr const char* none = "none";
inline constexpr const char* no_shift = "no shift";

// The encoding itself, and the pages of maps
inline constexpr const char* encoding = "the encoding";
inline constexpr const char* no_encoding_here = "Nothing: this encoding adds no position information.";
inline constexpr const char* angles = "cos of each pair's rotation angle";
inline constexpr const char* angles_brief = "cos of the angles";
inline constexpr const char* scaled_angles = "cos of each pair's rotation angle × the query's factor";
inline constexpr const char* scaled_angles_brief = "cos × factor, query";
inline constexpr const char* bias = "the bias on each score";
inline constexpr const char* bias_brief = "the bias";
inline constexpr const char* slope_of_head = "head {} of {}, slope {}";
inline constexpr const char* slope_set = "slope {}";
inline constexpr const char* sloped_bias = "the bias on each score, {}";
inline constexpr const char* sloped_bias_brief = "the bias, {}";
inline constexpr const char* table_added = "P, added to the embedding";
inline constexpr const char* table_appended = "P, appended to the embedding";
inline constexpr const char* distance_keys = "learned key for each distance";
inline constexpr const char* distance_keys_brief = "keys";
inline constexpr const char* distance_sines = "sines of each distance";
inline constexpr const char* distance_sines_brief = "sines";
inline constexpr const char* shift_map = "M: p(i + {}) = M p(i), error {}";
inline constexpr const char* score_by_distance_at = "score vs. distance, query at {}";
inline constexpr const char* sum_of = "the score is the sum of";
inline constexpr const char* no_vectors = "Nothing is added to the embedding, so there are no vectors to compare.";
inline constexpr const char* similarity_map = "p(i) · p(j): similarity of two positions";
inline constexpr const char* similarity_by_distance = "p · p vs. distance, at {}";

// Curves and circles
inline constexpr const char* no_curve = "This encoding has no curve to show.";
inline constexpr const char* bias_curve = "the bias on each key, query at {}";
inline constexpr const char* one_curve = "{} {}, others in gray";  // "dimension", number
inline constexpr const char* other_curves = "gray: {}";
inline constexpr const char* curve_value = "at {}: {} · ";
inline constexpr const char* no_rotation = "This encoding has no rotation to show.";
inline constexpr const char* rotated_pair = "pair {} of q and k, rotated";
inline constexpr const char* rotated_and_scaled_pair = "pair {} of q and k, rotated and scaled";
inline constexpr const char* clock_hand = "pair {} as a clock hand";
inline constexpr const char* rotated_by = "q rotated by {}, k by {}";
inline constexpr const char* scaled_by = "q × {}, k × {}";
inline constexpr const char* angle_between_shifted = "angle between them {}, without the shift {}";
inline constexpr const char* two_hands = "the hands at query and key";
inline constexpr const char* angle_between = "angle between them {}";
inline constexpr const char* period = "one full turn every {} positions";
inline constexpr const char* pair_period = "pair {}: one full turn every {} positions";
inline constexpr const char* all_pairs = "all pairs at the query position, fastest first";
inline constexpr const char* all_pairs_scaled = "all pairs of q, with their lengths";
inline constexpr const char* pair_period_scaled = "pair {}: one full turn every {} positions, q × {}, k × {}";
inline constexpr const char* query_and_key_curves = "pair {}: cos × factor of q and of k";
inline constexpr const char* query_and_key_values = "at {}: q {}, k {}";

// Shift
inline constexpr const char* too_short = "The sentence needs at least three positions.";
inline constexpr const char* how_to_shift = "Drag the Shift slider, or press →, to move the sentence.";
inline constexpr const char* scores_change =
    "Same words, different scores: the nine shown change by up to {}, those of all {} positions by up to {}.";
inline constexpr const char* scores_stay =
    "No score changes (up to rounding, {}): the scores do not depend on absolute positions.";
inline constexpr const char* every_score = "score at every (i, j)";
inline constexpr const char* every_change = "score after − before, at every (i, j)";

// Scaling
inline constexpr const char* unscaled = "RoPE, unscaled";
inline constexpr const char* linear = "RoPE, linear interpolation";
inline constexpr const char* ntk = "RoPE, NTK-aware base";
inline constexpr const char* unscaled_note =
    "No scaling: beyond the training length, the slow pairs reach angles never seen in training.";
inline constexpr const char* linear_note =
    "Position {} counts as {}. Within the factor, all angles stay in the trained range, but neighboring tokens become "
    "harder to distinguish.";
inline constexpr const char* ntk_note =
    "The base becomes {}: fast pairs, which distinguish nearby tokens, barely change; the slowest pair is stretched as "
    "in linear interpolation.";
inline constexpr const char* scores_of_pair = "score of one q and k at every (i, j)";
inline constexpr const char* score_by_distance = "score vs. distance";
inline constexpr const char* speed = "rotation speed per pair";
inline constexpr const char* speed_relative = "rotation speed per pair, relative to unscaled";

// Accuracy, and the line below all columns
inline constexpr const char* not_measured = "not measured";
inline constexpr const char* beyond = "n/a beyond {}";
inline constexpr const char* no_accuracies =
    "No accuracies are stored for this task. To measure them, run: glassformer measure positions --tasks {} --out FILE";
inline constexpr const char* accuracy_source = "Accuracy: {}, trained at length {}, mean of {} seeds, by “{}”";
inline constexpr const char* measure_it =
    "Not measured yet. To measure it, run: glassformer measure positions --tasks {} --encodings {} --out FILE";
inline constexpr const char* accuracy_title = "{}: accuracy vs. length";
inline constexpr const char* accuracy_brief = "accuracy vs. length";
inline constexpr const char* text_length = "length of the text";
inline constexpr const char* lengths_head = "length: mean (min to max over {} seeds)";
inline constexpr const char* lengths_head_brief = "length: mean (min to max), {} seeds";
inline constexpr const char* lengths_row = "{} ({} to {})";
inline constexpr const char* lengths_row_brief = "{} ({}–{})";
inline constexpr const char* at_training_length = " (training length)";
inline constexpr const char* trained_brief = " (training)";

// Trained
inline constexpr const char* not_shipped =
    "No built-in model of this task has this encoding. To train one, run: glassformer train --task {} --positional {} "
    "--out FOLDER";
inline constexpr const char* reading = "Reading {}…";
inline constexpr const char* no_positions = "This model gets no position information, so there is nothing to draw.";
inline constexpr const char* similarity = "p(i) · p(j)";
inline constexpr const char* head_attention = "attention weights of one head";
inline constexpr const char* tokens = "{} tokens";
inline constexpr const char* no_weights = "This model has no attention weights to show.";
inline constexpr const char* weight_at = "{}, {} tokens: query {} attends to key {} with weight {}";

// Formulas
inline constexpr const char* from_zero = "0-based";
inline constexpr const char* from_zero_k = "0-based, k = 0 …";
inline constexpr const char* from_one = "1-based";
inline constexpr const char* from_one_k = "1-based, k = 1 …";
inline constexpr const char* one_based_speeds =
    "With 1-based k, the n-th pair rotates at the speed of pair n + 1 of the 0-based formula";
inline constexpr const char* one_based_period = ": the period of the first is {} positions, not {}";
inline constexpr const char* counts_from_zero = ". This program counts from 0.";
// Lines of RoPE's formula that a model's own scaling adds: its factor, the length that it was first trained on
inline constexpr const char* formula_linear = "θ_{{k}} = f_{{k}} / {}";
inline constexpr const char* formula_dynamic =
    "b = {0} ({1} n/{2} − {1} + 1)^{{d/(d − 2)}} \\text{{ for }} n > {2} \\text{{ tokens, else }} {0}";
inline constexpr const char* formula_mixed = "θ_{{k}} = (1 − m_{{k}}) f_{{k}} / {} + m_{{k}} f_{{k}}";
inline constexpr const char* formula_llama3 =
    "m_{{k}} = ({0} f_{{k}}/2π − {1}) / ({2} − {1})\\text{{, at least 0, at most 1}}";
inline constexpr const char* formula_yarn =
    "m_{{k}} = 1 \\text{{ for more than }} {} \\text{{ turns}}, 0 \\text{{ for fewer than }} {} \\text{{ in }} {} "
    "\\text{{ positions}}";
inline constexpr const char* rope_paper =
    " Su et al. (2021) count pairs from 1 and write 2(k − 1)/d, which gives the same angles as k from 0.";

// Exported tables
inline constexpr const char* table_title = "The tables and maps of the columns, one number per line";

}  // namespace glassformer::texts::positions
