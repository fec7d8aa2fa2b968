// Every sentence of the Output view, in the order of the screen. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::output {

// The view and its tabs
inline constexpr const char* view_hint = "Predictions, and how tokens are sampled";
inline constexpr const char* tab_next_token = "Next token";
inline constexpr const char* tab_classes = "Classes";
inline constexpr const char* tab_masked_words = "Masked words";
inline constexpr const char* tab_predictions = "Predictions";
inline constexpr const char* tab_generate = "Generate";
inline constexpr const char* tab_translate = "Translate";
inline constexpr const char* tab_lens = "Logit lens";
inline constexpr const char* tab_contributions = "Contributions";

// Instead of a page, and at the right of the tabs
inline constexpr const char* updating = "updating…";
inline constexpr const char* out_of_date = "Showing the previous result";
inline constexpr const char* sampled = "temperature {} · top-k {} · top-p {}";
inline constexpr const char* sampled_greedily = "greedy: the token with the largest logit is taken";
inline constexpr const char* no_probabilities =
    "The outputs of this model are not classes of which one is right, so there are no probabilities.";
inline constexpr const char* no_output_layer = "This model has no output layer, so it makes no predictions.";

// Strips of tokens: those that do not fit
inline constexpr const char* more_tokens = "+{} more";

// Sampling controls
inline constexpr const char* temperature = "temperature";
inline constexpr const char* top_k = "top-k";
inline constexpr const char* top_p = "top-p";
inline constexpr const char* all_tokens = "all";
inline constexpr const char* greedy = "greedy";
inline constexpr const char* greedy_hint = "Always pick the most likely token";

// Buttons of a generation
inline constexpr const char* next_token = "Next token";
inline constexpr const char* next_word = "Next word";
inline constexpr const char* next_token_hint = "Generate one token";
inline constexpr const char* play = "Play";
inline constexpr const char* pause = "Pause";
inline constexpr const char* play_hint = "Generate tokens one by one";
inline constexpr const char* whole_translation = "Whole translation";
inline constexpr const char* whole_translation_hint = "Generate words to the end of the sentence";
inline constexpr const char* regenerate = "Regenerate";
inline constexpr const char* regenerate_hint = "Start over with the next seed";
inline constexpr const char* start_over = "Start over";
inline constexpr const char* start_over_hint = "Clear the translation";
inline constexpr const char* no_pause = "no pause";
inline constexpr const char* seed = "seed";
inline constexpr const char* seed_placeholder = "a whole number";
inline constexpr const char* seed_invalid = "Enter a whole number, 0 or greater, as the seed";

// Titles of the candidate card, and the note beside them
inline constexpr const char* predicted_class = "Predicted class";
inline constexpr const char* token_after = "Next token after “{}”";
inline constexpr const char* prediction_at = "Prediction at “{}”";
inline constexpr const char* prediction_for = "Prediction for “{}”";
inline constexpr const char* next_token_card = "Next token";
inline constexpr const char* next_word_card = "Next word";
inline constexpr const char* final_prediction = "Final prediction";
inline constexpr const char* explained_token = "Logit to explain";
inline constexpr const char* of_whole_text = "for the whole text";
inline constexpr const char* at_position = "position {}";
inline constexpr const char* column_class = "class";
inline constexpr const char* column_token = "token";
inline constexpr const char* class_number = "class {}";

// All candidates by rank
inline constexpr const char* tokens_by_rank = "Tokens by rank";
inline constexpr const char* linear = "linear";
inline constexpr const char* logarithmic = "log";
inline constexpr const char* columns_left_out = "no room for {}";
inline constexpr const char* fold_candidates = "fewer";
inline constexpr const char* words_of_text = "; below the dashed line: words of the text";
inline constexpr const char* likely_and_drawn = "most likely: “{}”  ·  drawn: “{}”";
inline constexpr const char* entropy = "entropy {} nats";
inline constexpr const char* entropy_after_filtering =
    "entropy {} nats, after temperature and filtering {}; {} of {} tokens kept, {} of the probability mass";

// The random draw
inline constexpr const char* sampling_next = "Sampling the next token";
inline constexpr const char* next_draw = "Next random draw";
inline constexpr const char* greedy_choice = "Greedy: most likely token";
inline constexpr const char* draw_and_seed = "draw {}, seed {}  ·  tokens in the order of the vocabulary";

// Predictions at every position
inline constexpr const char* every_position = "Every position";
inline constexpr const char* top_predictions = "top predictions";
inline constexpr const char* one_not_trained = "1 other position, not trained";
inline constexpr const char* some_not_trained = "{} other positions, not trained";
inline constexpr const char* fold_positions = "fewer";

// The picture of the stage
inline constexpr const char* same_as_walk = "same picture as in Walk";

// Generated text and its log-probabilities
inline constexpr const char* translation = "Translation";
inline constexpr const char* generated_text = "Text";
inline constexpr const char* log_probabilities = "Log-probabilities";
inline constexpr const char* column_sum = "sum";
inline constexpr const char* column_draw = "draw";
inline constexpr const char* given_token = "given";
inline constexpr const char* greedy_token = "greedy";
inline constexpr const char* log_p_generated_one = "log P = {} for 1 token";
inline constexpr const char* log_p_generated = "log P = {} for {} tokens";
inline constexpr const char* log_p_given_one = "log P = {} for 1 given token";
inline constexpr const char* log_p_given = "log P = {} for {} given tokens";
// The numbers are the model's own; tokens are sampled from others
inline constexpr const char* log_p_at_one = "{}, at T = 1 (sampling at T = {})";
inline constexpr const char* log_p_greedy = "{} (greedy decoding)";
// The whole text in bits, and what these are: bits, tokens, characters, bytes
inline constexpr const char* bits = "whole text: {} bits per character, {} per byte";
inline constexpr const char* bits_brief = "{} bits per character, {} per byte";
inline constexpr const char* bits_briefest = "{} bits/character, {}/byte";
inline constexpr const char* bits_explained =
    "−log₂ p of each token after the first, added up: {} bits for {} tokens.\nDivided by the {} characters, or the {} "
    "bytes in UTF-8, that these tokens write.\nUnlike log P per token, this compares models with different "
    "vocabularies.";
// A held-out text: a text that the user brings, measured in windows
inline constexpr const char* held_out_none =
    "Drop a .txt file here to measure bits per character on a text of your own.";
inline constexpr const char* held_out_none_brief = "Drop a .txt file to measure it.";
inline constexpr const char* held_out_failed = "Cannot measure the text: {}.";
inline constexpr const char* held_out_reading = "your text: reading…";
inline constexpr const char* held_out_running = "your text: {} of {} windows…";
inline constexpr const char* held_out_bits = "your text: {} bits per character, {} per byte";
inline constexpr const char* held_out_bits_brief = "yours: {} per character, {} per byte";
inline constexpr const char* held_out_explained =  // name, bits, tokens, window, characters, bytes
    "{}: {} bits for {} tokens, each predicted from the tokens before it in its window of {} tokens.\nDivided by the "
    "{} characters, or the {} bytes in UTF-8, that these tokens write.\nThe figure says how well the model predicts "
    "unknown text only if it was not trained on this text.";
inline constexpr const char* held_out_without_edits = "\nEdited cells are ignored.";
inline constexpr const char* held_out_card = "model card: {} bits per character on held-out text";
inline constexpr const char* held_out_card_brief = "held-out: {} bits per character";
inline constexpr const char* held_out_copied = "Paste text";
inline constexpr const char* held_out_copied_hint =
    "Measure the text on the clipboard: bits per character and per byte";
inline constexpr const char* held_out_nothing_copied = "There is no text on the clipboard. Copy a text first.";
inline constexpr const char* held_out_clipboard = "Pasted text";
inline constexpr const char* held_out_whole = "Whole text";
inline constexpr const char* held_out_tenth = "Last tenth";
inline constexpr const char* held_out_part_hint =
    "Training on a text of your own learns the first nine tenths and holds out the last tenth.";
inline constexpr const char* nothing_generated = "Nothing generated yet";
inline constexpr const char* labels_no_text = "This model labels each token; it does not generate text";
inline constexpr const char* class_no_text = "This is a classifier; it does not generate text";
inline constexpr const char* no_text = "This model does not generate text";

inline constexpr const char* written_anew =
    "This translation was already complete, so it is generated again from the first word";
inline constexpr const char* tokens_of_most = "{} of at most {} tokens (max_seq_len)";

// Beam search
inline constexpr const char* list_steps = "steps";
inline constexpr const char* list_beam = "beam";
inline constexpr const char* beam_search = "Beam search";
inline constexpr const char* beam_width = "width";
inline constexpr const char* log_p = "log P";
inline constexpr const char* log_p_without_edits = "log P without edits";
inline constexpr const char* searching = "Searching…";

// Word alignment
inline constexpr const char* alignment = "Word alignment";
inline constexpr const char* no_cross_attention =
    "This model has no cross-attention: its decoder receives only the encoder's last hidden state.";
inline constexpr const char* mean_of_heads = "mean";
inline constexpr const char* head = "head";
inline constexpr const char* layer = "layer";
inline constexpr const char* alignment_axes = "rows: predicted words; columns: source words";
inline constexpr const char* attends_to = "“{}” attends to “{}”: {}";
inline constexpr const char* attends_to_mean = "“{}” attends to “{}”: {}\nmean over {} heads";
inline constexpr const char* mean_is_no_cell = "This is an average over heads. Select one head to see the calculation.";

// Logit lens
inline constexpr const char* logit_lens = "Logit lens";
inline constexpr const char* lens_note = "prediction if the model stopped there";
inline constexpr const char* lens_bold = "bold: same as the final prediction";
inline constexpr const char* lens_running = "Decoding the residual stream…";
inline constexpr const char* lens_stopped = "The logit lens was cancelled.";
inline constexpr const char* lens_unavailable = "Logit lens not available: {}.";
inline constexpr const char* lens_embedding = "Embedding";
inline constexpr const char* lens_after = "after {}";
inline constexpr const char* lens_whole_text = "the whole text";
inline constexpr const char* lens_cell = "{}, “{}”";
inline constexpr const char* lens_word = "{}  {}  (logit {})";
inline constexpr const char* lens_rank = "rank of the final prediction: {}";

// Contributions to a logit
inline constexpr const char* contributions = "Contributions";
inline constexpr const char* contributions_unavailable = "Not available: {}.";
inline constexpr const char* minus_runner_up = "minus the runner-up";
inline constexpr const char* minus_runner_up_hint =
    "Direct logit attribution of the difference between the two logits: why this prediction and not the runner-up";
inline constexpr const char* logit_of = "logit of “{}”";
inline constexpr const char* logit_difference = "logit of “{}” minus “{}”";
inline constexpr const char* embedding = "Embedding";
inline constexpr const char* positions = "Positions";
inline constexpr const char* segments = "Segments";
inline constexpr const char* head_of_block = "{}, head {}";
inline constexpr const char* attention_bias = "{}, attention bias";
inline constexpr const char* mlp = "{}, MLP";
inline constexpr const char* mlp_bias = "{}, MLP bias";
inline constexpr const char* embed_norm_bias = "Embedding norm β";
inline constexpr const char* final_norm_bias = "Final norm β";
inline constexpr const char* norm_bias = "{}, norm {} β";
inline constexpr const char* output_bias = "Output bias";

// Copying

// Tabs as commands
inline constexpr const char* open_predictions = "open the output tab of predictions";
inline constexpr const char* open_generation = "open the output tab Generate";
inline constexpr const char* open_translation = "open the output tab Translate";
inline constexpr const char* open_lens = "open the output tab Logit lens";
inline constexpr const char* open_contributions = "open the output tab Contributions";
inline constexpr const char* no_such_tab = "This model has no such tab";

}  // namespace glassformer::texts::output
