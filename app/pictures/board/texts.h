// Every text of the pictures, to be proof-read or translated in one go: titles and notes of heatmaps, bars, the
// pictures of the operations, and the charts. {} stands for a value. Notes that do not fit beside a title are left out.
#pragma once

namespace glassformer::texts::pictures {

// Heatmaps: the part of a large tensor that is shown, rows without a token, heads that are turned off
inline constexpr const char* one_row = "row {}";
inline constexpr const char* one_column = "column {}";
inline constexpr const char* rows_between = "rows {}–{}";
inline constexpr const char* columns_between = "columns {}–{}";
inline constexpr const char* rows_shown = "{} of {} rows";
inline constexpr const char* columns_shown = "{} of {} columns";
inline constexpr const char* start = "start";
inline constexpr const char* off = "off";
inline constexpr const char* gradient = "gradient";

// Bars: captions, and the position they are of
inline constexpr const char* largest = "Largest {}{}";  // "logits", position
inline constexpr const char* largest_probabilities = "Largest probabilities";
inline constexpr const char* most_likely = "Most likely{}";
inline constexpr const char* after_token = " after “{}”";
inline constexpr const char* for_token = " for “{}”";

// Loss: the strip beside the probabilities, what does not fit, the mean, and where the labels come from
inline constexpr const char* loss_term = "−log {} = {}";  // probability of the label
inline constexpr const char* loss_of_one = "−log p[y] at the only labeled position";
inline constexpr const char* loss_of_class = "−log p[y] of the whole text";
inline constexpr const char* loss_mean = "mean of −log p[y] over n = {} positions";
inline constexpr const char* loss_of_none = "No position has a label, so there is no loss.";
inline constexpr const char* loss_rows_left_out = "{} of {} labeled rows are shown";
inline constexpr const char* loss_shifted =
    "Shifted labels: the target of each position is the next token. The last position has none and does not count.";
inline constexpr const char* loss_teacher_forcing =
    "Teacher forcing: each row reads the given translation up to its word, whatever the model would have predicted, "
    "and "
    "its target is the next word.";
inline constexpr const char* loss_some_rows = "Rows without a target do not count and are left out.";

// Positions whose answers no training asked for, in gray: rows of some pictures, columns of others
inline constexpr const char* one_trained =
    "The model was trained to predict only at “{}”; its predictions at the other positions are meaningless.";
inline constexpr const char* some_trained =
    "The model was trained to predict at {} of {} positions; its predictions at the gray positions are meaningless.";
inline constexpr const char* none_trained =
    "The model was not trained to predict at any position of this text, so its predictions here are meaningless.";

// Gradient norms by position: axes, hint under the plot
inline constexpr const char* gradient_axis = "\\meaning{gradient}{‖∂ℒ/∂h‖}";
inline constexpr const char* log_scale = "log scale";
inline constexpr const char* log_scale_held = "log scale, the same axis for all models";
inline constexpr const char* position_axis = "position";
inline constexpr const char* no_gradient_anywhere = "No gradient reaches any position.";
inline constexpr const char* zeros_left_out = "Gradients of 0, or below the axis, are not drawn.";

// What a chart of lines says of a point: a number of a series that has none at the number named above
inline constexpr const char* number_at = "{} at {}";  // "0.43", "200"

// Operations
inline constexpr const char* normalized = "normalized";
inline constexpr const char* normalized_symbol = "\\text{norm.}";
inline constexpr const char* same_as = "same as “{}”";
inline constexpr const char* numbers_of_row = "ticks: the numbers of “{}”";
inline constexpr const char* mask_values = "1 = visible, 0 = masked";
inline constexpr const char* weighted_by_a = "weighted by A";
inline constexpr const char* sums_to_one = "sums to 1";
inline constexpr const char* rows_sum_to_one = "each row sums to 1";
inline constexpr const char* one_head = "1 head";
inline constexpr const char* heads = "{} heads";
inline constexpr const char* head = "head {}";
inline constexpr const char* head_off = "head {} off";
inline constexpr const char* kernel_size = "kernel size {}";
inline constexpr const char* one_minus_gate = "(1 − gate) ⊙";
inline constexpr const char* plus_gate = "+ gate ⊙";
inline constexpr const char* token_at = "{}, position {}";

// Charts of the next token: columns of the table and their short forms, curve of the ranks
inline constexpr const char* token = "token";
inline constexpr const char* logit = "logit";
inline constexpr const char* probability = "probability";
inline constexpr const char* probability_short = "p";
inline constexpr const char* model_probability = "model probability";
inline constexpr const char* model_probability_short = "model";
inline constexpr const char* sampling_probability = "sampling probability";
inline constexpr const char* sampling_probability_short = "sampling";
inline constexpr const char* excluded = "excluded";
inline constexpr const char* and_more = "and {} more";

// The path from logits to percentages: heads of the columns, words below them, reasons, the equation
inline constexpr const char* path_logit = "logit L";
inline constexpr const char* path_logit_short = "L";
inline constexpr const char* path_logit_words = "raw score";
inline constexpr const char* path_divided = "L / T";
inline constexpr const char* path_divided_flatter = "T = {}: flatter";
inline constexpr const char* path_divided_sharper = "T = {}: sharper";
inline constexpr const char* path_divided_short = "T = {}";
inline constexpr const char* path_unchanged = "T = 1: unchanged";
inline constexpr const char* path_unchanged_short = "unchanged";
inline constexpr const char* path_undivided = "greedy: no T";
inline constexpr const char* path_undivided_short = "no T";
// One column for both while nothing is divided or cut
inline constexpr const char* path_idle = "T = 1";
inline constexpr const char* path_idle_words = "nothing cut";
inline constexpr const char* path_kept = "kept?";
inline constexpr const char* path_taken = "taken?";
inline constexpr const char* path_taken_words = "largest logit";
inline constexpr const char* path_all_kept = "all: no cut";
inline constexpr const char* path_all_kept_short = "all";
inline constexpr const char* path_top_k = "top-k {}";
inline constexpr const char* path_top_p = "top-p {}";
inline constexpr const char* path_top_k_top_p = "top-k {}, top-p {}";
inline constexpr const char* path_exp = "exp(L − {})";
inline constexpr const char* path_exp_plus = "exp(L + {})";
inline constexpr const char* path_exp_divided = "exp(L/T − {})";
inline constexpr const char* path_exp_divided_plus = "exp(L/T + {})";
inline constexpr const char* path_exp_short = "exp";
inline constexpr const char* path_exp_words = "largest subtracted first";
inline constexpr const char* path_exp_words_short = "minus largest";
inline constexpr const char* path_share = "exp / Σ";
inline constexpr const char* path_share_words = "probability";
inline constexpr const char* path_share_own = "line: at T = 1, uncut";
inline constexpr const char* path_share_own_short = "line: T = 1";
inline constexpr const char* path_share_model = "model probability";
inline constexpr const char* path_share_short = "p";
inline constexpr const char* path_yes = "yes";
inline constexpr const char* path_running = "yes, Σ {}";
inline constexpr const char* path_largest = "taken";
inline constexpr const char* path_not_largest = "not the first";
inline constexpr const char* path_not_largest_short = "no";
inline constexpr const char* path_not_top_k = "not in the top {}";
inline constexpr const char* path_not_top_k_short = "no: top-k";
inline constexpr const char* path_beyond_top_p = "beyond top-p";
inline constexpr const char* path_beyond_top_p_short = "no: top-p";
inline constexpr const char* path_rounded = "rounds to 0";
inline constexpr const char* path_rounded_short = "no: 0";
inline constexpr const char* path_sum = "sum Σ";
inline constexpr const char* path_equation = "p({}) = exp({}) / {} = {} / {}{}";
inline constexpr const char* path_equation_greedy = "“{}” has the largest logit and is taken: {}";
inline constexpr const char* path_equation_not_largest = "“{}” is not taken: another token comes first; {}";
inline constexpr const char* path_equation_top_k = "“{}” is dropped: it is not among the top {}";
inline constexpr const char* path_equation_top_p =
    "“{}” is dropped: the tokens above it already have {}, at least top-p {}";
inline constexpr const char* path_equation_rounded = "“{}” has a share so small that it rounds to 0";

// All by rank
inline constexpr const char* first_rank = "rank 1";
inline constexpr const char* last_rank_log = "{} (log scale)";
inline constexpr const char* greedy = "greedy: rank 1 only";
inline constexpr const char* top_k = "top-k {}";
inline constexpr const char* top_p = "top-p {} keeps {}";

}  // namespace glassformer::texts::pictures
