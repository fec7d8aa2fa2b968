// Every text of the walk, in the order of the screen, to be proof-read or translated in one go. {} stands for a value.
#pragma once

namespace glassformer::texts::walk {

// The view in the rail
inline constexpr const char* title = "Walk";
inline constexpr const char* summary = "Step through the model";

// Token strip: tooltips, the field over a token, messages
inline constexpr const char* right_to_left = "Tokens from left to right, in the order the model reads them.";
inline constexpr const char* token_id = "Position {}, token ID {}";
inline constexpr const char* select_token = "Click a token first";
inline constexpr const char* unknown_token = "“{}” is not in the vocabulary.\nThe model reads {} instead.";
inline constexpr const char* token_field = "Token";
inline constexpr const char* words_all = "{} words in this model's vocabulary";
inline constexpr const char* words_found = "{} of {} words in this model's vocabulary";
inline constexpr const char* word_unknown = "“{}” is not one of the {} words in this model's vocabulary";
inline constexpr const char* segment = "Segment {}";
inline constexpr const char* segment_hint =
    "Segment {}, a row of the table of token types. Click to set segment {} from this token on.";
inline constexpr const char* only_token = "The only token cannot be deleted";

// Line above the picture: what the selectors count, heads that are turned off, the selected cell
inline constexpr const char* head = "Head";
inline constexpr const char* step = "Step";
inline constexpr const char* head_off = "{} off";
inline constexpr const char* crumb_off = "{} (off)";
inline constexpr const char* cell_value = "{} = {}";
inline constexpr const char* cell_value_was = "{} = {} (was {})";

// Canvas without a result, and with one that is out of date
inline constexpr const char* previous_result = "Showing the previous result: the current input cannot be computed";
inline constexpr const char* updating = "Updating… {}%";

// Field over a cell
inline constexpr const char* number_field = "Number or -inf";
inline constexpr const char* not_a_number = "“{}” is not a number. Type a number or -inf.";
inline constexpr const char* select_cell_to_edit = "Select a cell first (click it, or press ↑ or ↓)";
inline constexpr const char* input_not_editable =
    "Inputs cannot be edited. Change the text, or edit a stage or a weight.";

// Timeline: buttons, by the unit of a step, and the choice of that unit
inline constexpr const char* first_stage = "First stage";
inline constexpr const char* previous[] = {"Previous stage", "Previous row", "Previous cell"};
inline constexpr const char* play = "Play";
inline constexpr const char* pause = "Pause";
inline constexpr const char* next[] = {"Next stage", "Next row", "Next cell"};
inline constexpr const char* last_stage = "Last stage";
inline constexpr const char* step_by = "step by";
inline constexpr const char* step_units[] = {"stage", "row", "cell"};
inline constexpr const char* unchanged = "Same numbers as the previous stage";
inline constexpr const char* stage_at = "{}: {}";  // number, title
inline constexpr const char* block_and_step = "{}, step {}";

// The run in one picture: the link that leads there, and its buttons
inline constexpr const char* crumb_story_hint = "The data flow: the whole run in one picture (Shift+0)";
inline constexpr const char* story_step = "Step through";
inline constexpr const char* story_step_hint = "Go through the forward pass stage by stage (→)";
inline constexpr const char* story_map = "Map of all stages";
inline constexpr const char* story_map_hint = "Every stage in its place (I)";

inline constexpr const char* story_architecture = "Architecture";
inline constexpr const char* story_architecture_hint = "The diagram of the model’s architecture (Ctrl+0)";
inline constexpr const char* story_flow = "Data flow";
inline constexpr const char* story_flow_hint = "The tokens on their way through the model (Ctrl+0)";
inline constexpr const char* no_room_for_architecture = "The window is too small for the architecture diagram";

// One token through an MLP: the button that leads there, its buttons, messages
inline constexpr const char* token_path = "One token through the MLP";
inline constexpr const char* token_path_short = "One token";
inline constexpr const char* token_path_hint = "Norm, neurons and residual sum of one token on one page (Shift+I)";
inline constexpr const char* token_stage = "Back to the stage";
inline constexpr const char* token_stage_hint = "Back to the stage (Esc)";
inline constexpr const char* token_sort = "Largest neurons first";
inline constexpr const char* token_sort_hint = "Sort the neurons by the magnitude of their activations";
inline constexpr const char* token_previous = "Previous token (↑)";
inline constexpr const char* token_next = "Next token (↓)";
inline constexpr const char* no_mlp = "This run has no MLP";
// One step with a KV cache
inline constexpr const char* cached_button = "One step with a KV cache";
inline constexpr const char* cached_button_short = "KV cache";
inline constexpr const char* cached_button_hint =
    "This stage computed for the last token alone, with cached keys and values";
inline constexpr const char* cached_title = "One step with a KV cache: only “{}” is computed";
inline constexpr const char* cached_title_brief = "KV cache: only “{}”";
inline constexpr const char* cached_kept =
    "The keys and values of the {} tokens before it are kept from earlier steps: faded, outlined in this color. One "
    "row "
    "of queries is compared with all {} keys.";
inline constexpr const char* cached_kept_one =
    "The key and value of the token before it are kept from an earlier step: faded, outlined in this color. One row of "
    "queries is compared with both keys.";
inline constexpr const char* cached_kept_brief = "Kept from earlier steps";
inline constexpr const char* cached_same = "Every number of this step equals the last row of the whole pass.";
inline constexpr const char* cached_place = "{} ({})";
inline constexpr const char* cached_differs = "Largest difference to the last row of the whole pass: {}, at {}.";
inline constexpr const char* cached_cost = "This step takes {} FLOP, the whole pass {}.";
inline constexpr const char* cached_computing = "Computing the step…";
inline constexpr const char* cached_leave = "Whole pass";
inline constexpr const char* cached_leave_hint = "Back to the stage of the whole pass (Esc)";
inline constexpr const char* cached_previous = "Previous stage (←)";
inline constexpr const char* cached_next = "Next stage (→)";
inline constexpr const char* cached_no_edit = "Edit cells in the whole pass (Esc)";
inline constexpr const char* no_room_for_token = "The window is too small for this page";

// The tag at the selected cell: a looked-up row, the terms that are left out
inline constexpr const char* tag_row_of = "row {} of {}";
inline constexpr const char *tag_before = "… + ", *tag_between = " + … + ", *tag_behind = " + …";  // terms left out
inline constexpr const char* tag_largest_of = "max(";

// Messages of commands
inline constexpr const char* gradient_scale = "|∂ℒ/∂x|, log scale, all stages";
inline constexpr const char* gradient_norm = "{}, position {}{}\n‖∂ℒ/∂h‖ = {}";  // layer, number, " · token", norm
inline constexpr const char* chart_title = "Gradient norms: which positions the loss depends on";
inline constexpr const char* chart_formula =
    "\\meaning{gradient}{‖\\frac{∂ℒ}{∂h_{i}}‖} = \\sqrt{Σ_{j} (\\frac{∂ℒ}{∂h_{i j}})^{2}}";
inline constexpr const char* chart_sentence =
    "Each curve belongs to one layer. Its height at a position is the norm of the gradient of the loss ℒ with respect "
    "to "
    "the layer’s vector h at that position: how strongly a small change of the vector can change the loss. The axis is "
    "logarithmic.";
inline constexpr const char* chart_look =
    "Whether a curve falls with the distance from the position whose prediction the loss measures. Where it falls "
    "towards 0, the gradient vanishes: the loss hardly depends on what the layer holds there.";
inline constexpr const char* show_chart = "Chart";
inline constexpr const char* hide_chart = "Picture";
inline constexpr const char* hold_axis = "Hold axis";
inline constexpr const char* hold_axis_hint = "Keep this axis for the next models, to compare their gradients";
inline constexpr const char* axis_held = "Gradient chart: axis kept for the next models";
inline constexpr const char* axis_released = "Gradient chart: axis rescaled to this model";
inline constexpr const char* chart_hint = "Gradient norm against position, on a logarithmic axis";
inline constexpr const char* gradients_shown = "Gradients: how much the loss changes with each number";
inline constexpr const char* values_shown = "Values (forward pass)";
inline constexpr const char* select_cell = "Select a cell first";
inline constexpr const char* not_edited = "This cell has not been edited";
inline constexpr const char* unwatched = "Removed from the watch list";
inline constexpr const char* breakpoint_set = "Breakpoint set";
inline constexpr const char* breakpoint_set_here = "Breakpoint set at this row";  // of the stage
inline constexpr const char* breakpoint_removed = "Breakpoint removed";
inline constexpr const char* breakpoints_on = "The breakpoints of this stage are on";
inline constexpr const char* breakpoints_off = "The breakpoints of this stage are off";
inline constexpr const char* no_breakpoint = "This stage has no breakpoint";
// On the timeline
inline constexpr const char* has_breakpoint = "breakpoint: playing stops here";
inline constexpr const char* has_breakpoint_off = "breakpoint, turned off";

}  // namespace glassformer::texts::walk
