// Every text of the explanation panel, from its title down to its last line, to be proof-read or translated in one go.
// {} stands for a value. Rows of arithmetic are set in a fixed-width face and made smaller where they are too long.
#pragma once

namespace glassformer::texts::explanation {

// Caption below the title
inline constexpr const char* stage_of = "Stage {} of {} · ";

// Invitation while no cell is selected
inline constexpr const char* veiled = "The prediction is shown with the answer to the question.";
inline constexpr const char* invitation = "Hover over a cell to see how it was computed. Click to pin it.";

// Arithmetic of a cell: what a term belongs to, what is left out
inline constexpr const char* bias = "bias";
inline constexpr const char* dimension = "dim {}";
inline constexpr const char* neuron = "neuron {}";
inline constexpr const char* function_of_sum = "= {}(sum) = ";  // "sqrt"
inline constexpr const char* one_more_step = "and 1 more step";
inline constexpr const char* more_steps = "and {} more steps";
inline constexpr const char* one_smaller_term = "+ 1 smaller term = {}";
inline constexpr const char* smaller_terms = "+ {} smaller terms = {}";  // count, sum
inline constexpr const char* all_terms = "Show all terms";
inline constexpr const char* fewer_terms = "Show only the largest terms";
inline constexpr const char* sort_by_index = "Sort by index";
inline constexpr const char* sort_by_size = "Sort by size";
inline constexpr const char* copy_terms = "Copy as CSV";
inline constexpr const char* terms_copied = "Copied all terms as CSV";
inline constexpr const char* select_for_terms = "Select a cell first to see all terms of its sum";
inline constexpr const char* one_smaller_value = "  and 1 smaller value";
inline constexpr const char* smaller_values = "  and {} smaller values";

// The page of the view: what to do or to look for
inline constexpr const char* look_at = "What to look at: {}";
inline constexpr const char* look_here = "Here: {}";  // what stands below it, of this run

// What to look at in this run (look_at.cpp). A token stands in quotes: “it”.
inline constexpr const char* quoted = "“{}”";
inline constexpr const char* look_neuron = "neuron {}";
inline constexpr const char* look_entry = "entry {}";
inline constexpr const char* look_token = "token {}";
inline constexpr const char* look_class = "class {}";
inline constexpr const char* look_position = "position {}";
inline constexpr const char* look_dimension = "dimension {}";
inline constexpr const char* more_than = "more than {}";
inline constexpr const char* less_than = "less than {}";
inline constexpr const char* look_weights = "{} attends most to {}, with {} of its weight.";
inline constexpr const char* look_only_weight = "{} gives all of its weight to {}.";
inline constexpr const char* look_even_weights =
    "{} spreads its weight almost evenly. The largest share, that of {}, is {}.";
inline constexpr const char* look_weight = "The largest weight, {1}, is that of {0}.";
inline constexpr const char* look_scores = "For {}, the highest score is {}, for the key {}.";
inline constexpr const char* look_score = "The highest score is {}, for {}.";
inline constexpr const char* look_scaled = "For {}, the highest score goes from {} to {}, for the key {}.";
inline constexpr const char* look_scaled_score = "The highest score goes from {} to {}, for {}.";
inline constexpr const char* look_allowed = "{} can attend to {} of the {} tokens.";
inline constexpr const char* look_fewest_allowed = "{} can attend to all {} tokens, {} to {} of them.";
inline constexpr const char* look_all_allowed = "{} can attend to all {} tokens.";
inline constexpr const char* look_one_allowed = "{} can attend to the only token.";
inline constexpr const char* look_norm = "The vector of {} comes in with mean {} and standard deviation {}.";
inline constexpr const char* look_rms = "The vector of {} comes in with a root mean square of {}.";
inline constexpr const char* look_residual =
    "For {}, the residual stream comes in with L2 norm {}, and the vector that is added has L2 norm {}.";
inline constexpr const char* look_input = "For {}, the token’s vector has L2 norm {}, the position’s {}.";
inline constexpr const char* look_length = "The vector of {} has L2 norm {}.";
inline constexpr const char* look_lengths =
    "The vector of {} has the largest L2 norm ({}), that of {} the smallest ({}).";
inline constexpr const char* look_query =
    "A later stage compares the query of {0} with every key. The key of {2} gets the highest score, {1} just before "
    "the "
    "softmax.";
inline constexpr const char* look_key =
    "A later stage compares the key of {0} with every query. The query of {2} gives it the highest score, {1} just "
    "before "
    "the softmax.";
inline constexpr const char* look_value = "The value of {} gets its largest weight, {}, for the query of {}.";
inline constexpr const char* look_unread_value = "Every query puts {} of its weight on the value of {}.";
inline constexpr const char* look_contribution =
    "In the weighted sum for {}, the value of {} contributes most: its weight is {}, its L2 norm {}.";
inline constexpr const char* look_same_token = "Tokens {} and {} are both “{}” and have the same vector.";
inline constexpr const char* look_same_id = "“{}” (token {}) and “{}” (token {}) have the same ID and the same vector.";
inline constexpr const char* look_head =
    "In the vector of {}, the part from head {} has the largest L2 norm, {}. The whole vector has {}.";
inline constexpr const char* look_neurons =
    "For {0}, {1} of the {2} numbers are above 0. The largest, {4}, is that of {3}.";
inline constexpr const char* look_no_neuron = "For {}, none of the {} numbers is above 0.";
inline constexpr const char* look_gate = "For {}, the gate is {} on average, from {} to {}.";
inline constexpr const char* look_logits = "At {4}, the highest logit is that of {0} ({1}), followed by {2} ({3}).";
inline constexpr const char* look_class_logits = "The highest logit is that of {} ({}), followed by {} ({}).";
inline constexpr const char* look_probabilities = "At {4}, {0} has probability {1}, followed by {2} with {3}.";
inline constexpr const char* look_class_probabilities = "{} has probability {}, followed by {} with {}.";

// The stage's sentence, where its numbers are those of the stage before: both symbols, the sentence
inline constexpr const char* unchanged = "Unchanged here: {} = {}. {}";
inline constexpr const char* unchanged_said = "{} = {}. {}";

// … behind it, where an edit made the sentence untrue of a row
inline constexpr const char* row_sums_broken = " You edited a weight, so its row no longer sums to 1.";

// A symbol of the formula: its tooltip
inline constexpr const char* symbol = "{}: {}";         // the symbol, what it stands for
inline constexpr const char* symbol_value = "{} = {}";  // the symbol, a number
inline constexpr const char* term_in_glossary = "Click to read more in the glossary";
inline constexpr const char* symbol_here = "This stage";
inline constexpr const char* symbol_to_stage = "Click to go to that stage";
inline constexpr const char* symbol_in_inspector = "Click to see all its numbers in the Inspector";

// Line below the first row while the run has edits
inline constexpr const char* unaffected = "unaffected by your edits";
inline constexpr const char* was = "(was {})";
inline constexpr const char* delete_to_undo = " · Del to undo";
inline constexpr const char* changed_upstream = " · changed by one of your changes upstream";

// Below the chain rule of a stage
inline constexpr const char* what_a_gradient_is =
    "The gradient says how fast the loss ℒ grows when a number of this stage grows. Each y is a number that is "
    "computed "
    "from it.";

// … of the probabilities, through which the loss is not computed
inline constexpr const char* no_gradient_of_probabilities =
    "The loss ℒ is computed from the logits in one step and does not read these probabilities. Their gradients are 0 "
    "for "
    "that reason alone. The gradients of the logits say how to change the prediction.";

// Chain rule of a cell: notes below its terms
inline constexpr const char* input_without_gradient = "Input: no gradient";
inline constexpr const char* is_the_loss = "The backward pass starts here: ∂ℒ/∂ℒ = 1";
inline constexpr const char* readers_edited = "Every cell that uses this one was edited, so it gets no gradient";
inline constexpr const char* loss_of_logits =
    "The loss is computed from the logits in one step, so no gradient goes through these probabilities";
inline constexpr const char* loss_independent = "The loss does not depend on this cell";
inline constexpr const char* one_reader_edited = "1 cell that uses this one was edited";
inline constexpr const char* some_readers_edited = "{} cells that use this one were edited";

// Trace of a number back to a token
inline constexpr const char* trace_end = "End: {}";
inline constexpr const char* percent = "{:.3g}%";
inline constexpr const char* trace_shares = "%: of the sum of all terms’ magnitudes";
inline constexpr const char* trace_factors = "Of a term’s two factors, the second one is followed";

// Watch list
inline constexpr const char* watch_list = "Watch list";
inline constexpr const char* watched_in = "{}: {}";  // "Block 1, head 2", the cell

// Breakpoints: a stage with the head and the row that it names; tooltips
inline constexpr const char* breakpoints = "Breakpoints";
inline constexpr const char* breakpoint_row = "{}, row {}";
inline constexpr const char* breakpoint_token = "{}, row {} “{}”";
inline constexpr const char* breakpoint_missing = "This model has no such stage, head or row";
inline constexpr const char* turn_breakpoint_on = "Turn this breakpoint on";
inline constexpr const char* turn_breakpoint_off = "Turn this breakpoint off";
inline constexpr const char* delete_breakpoint = "Delete this breakpoint";

// Check of a gradient by finite differences: button, tooltip, rows, progress
inline constexpr const char* check_numerically = "Check numerically";
inline constexpr const char* check_hint =
    "Finite differences: recompute the loss with this number slightly larger and slightly smaller";
inline constexpr const char* step_size = "step h";
inline constexpr const char* difference_quotient = "(ℒ(x + h) − ℒ(x − h)) / 2h";
inline constexpr const char* chain_rule = "chain rule";
inline constexpr const char* difference = "difference";
inline constexpr const char* uncertainty = "uncertainty (rounding, step)";
inline constexpr const char* plus_minus = "± {}";
inline constexpr const char* they_agree = "Both agree within the uncertainty of single precision.";
inline constexpr const char* they_differ = "They differ by more than the uncertainty.";
inline constexpr const char* too_small = "Too small to be measured in single precision (± {}).";
inline constexpr const char* recomputing = "Recomputing the loss at x ± h…";

// Loss by position, gradient norms by layer
inline constexpr const char* loss = "Loss {}";
inline constexpr const char* loss_bars = "bars: −log p; loss: their mean";
inline constexpr const char* no_label = "no label, not part of the loss";
inline constexpr const char* no_label_at = "{}: no label, not part of the loss";  // token
inline constexpr const char* loss_of_label = "{}\n−log p = {}";
inline constexpr const char* loss_from_to = "{} → {}\n−log p = {}";  // token, label
inline constexpr const char* largest = "max {}";
inline constexpr const char* gradient_norms = "gradient norms (max {})";
inline constexpr const char* gradient_norm_at = "{}, {}\n{}";  // layer, token, norm
inline constexpr const char* embedding = "Embedding";

// Field for the labels of the loss: caption, and what an empty field stands for
inline constexpr const char* labels = "Target labels";
inline constexpr const char* one_target = "Target: {} at “{}” ({})";  // label, token, source
inline constexpr const char* class_target = "Target: {} ({})";        // class, source
inline constexpr const char* some_targets = "Targets at {} of {} positions ({})";
inline constexpr const char* no_target =
    "No target: the model was not trained to predict at any position of this text, so there is no gradient.";
inline constexpr const char* from_task = "the task’s label";
inline constexpr const char* from_next = "the next token at each position";
inline constexpr const char* from_own = "no known label: the model’s own prediction";
inline constexpr const char* from_own_without_mask =
    "nothing is masked in this text: the model’s own prediction for each token";
inline constexpr const char* from_user = "as written below";
inline constexpr const char* labels_field = "default, or 5: cat; 7: dog";
inline constexpr const char* no_such_position = "There is no position {} to label. Positions run from 1 to {}.";
inline constexpr const char* labels_of_class = "default, or a class: 1";

// Statistics of the slice shown
inline constexpr const char* calculating = "Calculating…";
inline constexpr const char* shared_weights_scale = "All attention weights of this run share this color scale.";
inline constexpr const char* minimum = "min";
inline constexpr const char* maximum = "max";
inline constexpr const char* mean = "mean";
inline constexpr const char* minus_infinite = "{} × −∞";
inline constexpr const char* infinite = "{} × +∞";
inline constexpr const char* not_a_number = "{} × NaN";

// Button to the encodings side by side
inline constexpr const char* compare_encoding = "Compare {} with other encodings";
inline constexpr const char* in_a_lesson = "Show this in a lesson (1 step)";
inline constexpr const char* in_lessons = "Show this in a lesson ({} steps)";
inline constexpr const char* in_lessons_hint = "Steps of lessons that show this stage, of any block, or link to it";
inline constexpr const char* compare_encoding_hint = "This head’s query and key with any encoding";

// Keyboard shortcuts at the end
inline constexpr const char* keys_of_values = "E edit · C copy · U trace back · B gradients · ↑ ↓ row · ? shortcuts";
inline constexpr const char* keys_of_gradients =
    "C copy · D check numerically · U trace back · B values · ↑ ↓ row · ? shortcuts";
inline constexpr const char* key_of_mask = "Shift-drag or Y: edit the mask · ";
inline constexpr const char* key_of_head = "X turn head on/off · ";

// Messages of commands
inline constexpr const char* no_gradients = "No gradients yet. Press B to run the backward pass.";
inline constexpr const char* select_differentiable = "Select a cell of a stage or a weight first";

// Copying: "cell" or "token"
inline constexpr const char* select_to_copy = "Select a {} first, then copy its calculation";
inline constexpr const char* calculation_copied = "Copied the calculation for this {}";

}  // namespace glassformer::texts::explanation
