// Every text of the inspector, in the order of the screen, to be proof-read or translated in one go. {} stands for a
// value.
#pragma once

namespace glassformer::texts::inspect {

// The view in the rail
inline constexpr const char* title = "Inspector";
inline constexpr const char* summary = "Every tensor, number by number";

// In place of everything

// List of tensors: filter, count, groups; words that a filter finds tensors of a kind by
inline constexpr const char* filter = "Filter (Ctrl+F)";
inline constexpr const char* tensors = "{} tensors";
inline constexpr const char* tensors_and_weights = "{} tensors, {} weights";
inline constexpr const char* tensors_kept = "{} of {} tensors";
inline constexpr const char* no_tensors = "No matching tensors.";
inline constexpr const char* one_weight = "1 weight";
inline constexpr const char* weights = "{} weights";
inline constexpr const char* model = "Model";
inline constexpr const char* input = "Input";
inline constexpr const char* output = "Output";
inline constexpr const char* encoder_input = "Encoder input";
inline constexpr const char* encoder_output = "Encoder output";
inline constexpr const char* decoder_input = "Decoder input";
inline constexpr const char* decoder_output = "Decoder output";
inline constexpr const char* words_of_weights = "weight parameter";
inline constexpr const char* words_of_inputs = "input";
inline constexpr const char* words_of_stages = "stage";

// Lines above the table: size and kind of the tensor
inline constexpr const char* one_number = "1 number";
inline constexpr const char* numbers = "{} numbers";
inline constexpr const char* one_derivative = "1 derivative";
inline constexpr const char* derivatives = "{} derivatives";
inline constexpr const char* gradient_of_loss = "Gradient of the loss with respect to each value";
inline constexpr const char* learned_weights = "Learned weights";
inline constexpr const char* input_tensor = "Input";
inline constexpr const char* no_gradient = "{}: no gradient";  // kind or title
inline constexpr const char* updating = "Updating…";
inline constexpr const char* previous_result = "Showing the previous result";

// Tools above the table
inline constexpr const char* values = "Values";
inline constexpr const char* gradients = "Gradients";
inline constexpr const char* head = "Head";
inline constexpr const char* go_to_cell = "Row, column";
inline constexpr const char* go_to_entry = "Entry";

// Below the table
inline constexpr const char* underlined = "underlined: changed by an edit";
inline constexpr const char* numbers_as_bars = "All numbers as bars";
inline constexpr const char* overview = "Overview of the slice; the frame marks the part shown above";

// Side panel: what the view shows
inline constexpr const char* page_title = "Inspector: one tensor, every number";
inline constexpr const char* page_sentence =
    "Each line of the table is row i of the tensor, each column is column j. The numbers are float32: 24 bits "
    "of "
    "precision, about 7 digits.";
inline constexpr const char* page_look =
    "Strong colors: the numbers farthest from zero. The list on the left has all other tensors.";

// Side panel: the selected number
inline constexpr const char* selected_value = "Selected value";
inline constexpr const char* no_selection = "Click a cell or use the arrow keys to see its exact value.";
inline constexpr const char* was = "was {}";
inline constexpr const char* head_number = "head {}";
inline constexpr const char* show_in_walk = "Show in Walk";

// Side panel: copy as text
inline constexpr const char* copy_as_text = "Copy as text";
inline constexpr const char* copy_scopes[] = {"Cell", "Row", "Slice", "Tensor"};
inline constexpr const char* decimals = "decimals";
inline constexpr const char* copy = "Copy";

// Side panel: statistics
inline constexpr const char* number_count = "numbers";
inline constexpr const char* l1_norm = "L1 norm";
inline constexpr const char* l2_norm = "L2 norm";
inline constexpr const char* max_norm = "max |x|";
inline constexpr const char* zeros = "zeros";
inline constexpr const char* infinite_and_nan = "infinite, NaN";
inline constexpr const char* statistics_of_slice =
    "Statistics of the slice shown. Press Ctrl+E to export the picture or the whole tensor.";

// Messages of commands
inline constexpr const char* copied_one = "Copied 1 number as {}";
inline constexpr const char* copied = "Copied {} numbers as {}";
inline constexpr const char* select_cell = "Select a cell first (click it, or press an arrow key)";
inline constexpr const char* gradients_shown = "Gradients: how much the loss changes with each number";
inline constexpr const char* values_shown = "Values (forward pass)";
inline constexpr const char* row = "row";
inline constexpr const char* column = "column";
inline constexpr const char* entry = "entry";
inline constexpr const char* no_such_index = "There is no {} {}. Numbers run from {} to {}.";  // "row", number
inline constexpr const char* no_such_name = "There is no {} named “{}”.";

}  // namespace glassformer::texts::inspect
