// Every sentence of the Compare view, in the order of the screen. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::compare {

// The view, and in place of its page
inline constexpr const char* view_hint = "Two runs side by side";

// Run B: fields and buttons
inline constexpr const char* target_placeholder = "decoder input of run B";
inline constexpr const char* text_placeholder = "Type some text for run B";
inline constexpr const char* without_edits = "A without edits";
inline constexpr const char* without_edits_hint = "Set B to run A without its edits and architecture changes";
inline constexpr const char* copy_a = "Copy A to B";
inline constexpr const char* copy_a_hint = "Copy the current run to B; B then stays fixed";
inline constexpr const char* swap = "Swap A and B";
inline constexpr const char* swap_hint = "Swap the two runs";

// What run B is
inline constexpr const char* b_failed = "Run B cannot be computed: {}";
inline constexpr const char* b_computing = "{} Computing…";
inline constexpr const char* b_without_edits = "B is A without its {}.";
inline constexpr const char* b_without_architecture = "B is A with its original architecture.";
inline constexpr const char* b_without_both = "B is A without its {}, with its original architecture.";
inline constexpr const char* b_identical =
    "B is identical to A. Edit a cell in A, or choose another text or model for B.";
inline constexpr const char* b_fixed_copy = "B is a fixed copy of A. It will not follow further edits.";
inline constexpr const char* b_own = "B runs {} on {}{}{}.";
inline constexpr const char* same_model = "the same model";
inline constexpr const char* other_model = "the model “{}”";
inline constexpr const char* same_text = "the same text";
inline constexpr const char* text_of_a = "{} Text of A: “{}”";  // what B is, its text
inline constexpr const char* other_text = "another text";
inline constexpr const char* no_edits = ", without edits";
inline constexpr const char* same_edits = ", with the same edits";
inline constexpr const char* own_edits = ", with {}";
inline constexpr const char* original_architecture = ", with the original architecture";
inline constexpr const char* other_architecture = ", with a different architecture";
inline constexpr const char* edit_one = "1 edit";
inline constexpr const char* edits = "{} edits";

// What both runs predict, below that: token, probability
inline constexpr const char* both_predict_at = "At {}: A predicts {} ({}), B predicts {} ({}).";
inline constexpr const char* both_predict = "A predicts {} ({}), B predicts {} ({}).";
inline constexpr const char* each_predicts = "A predicts {} ({}) at {}, B predicts {} ({}) at {}.";
inline constexpr const char* predicted_token = "“{}”";

// First difference, and the legend beside it: the longest that fits
inline constexpr const char* comparing = "Comparing stage {} of {}…";
inline constexpr const char* diverge_at = "The runs diverge at {}";
inline constexpr const char* first_comparable = "First comparable difference: {}";
inline constexpr const char* identical_runs = "The two runs are identical";
inline constexpr const char* nothing_comparable = "No stage of A can be compared with B";
inline constexpr const char* no_difference_found = "No difference in the stages that can be compared";
inline constexpr const char* only_in_b_one = "{} · 1 stage only in B";
inline constexpr const char* only_in_b = "{} · {} stages only in B";
inline constexpr const char* legend_scale = "light bar: max |A − B| · solid bar: mean · log scale, max {}";
inline constexpr const char* legend_scale_dashed =
    "light bar: max |A − B| · solid bar: mean · dashed: not comparable · log scale, max {}";
inline constexpr const char* legend = "light bar: max |A − B| · solid bar: mean";
inline constexpr const char* legend_dashed = "light bar: max |A − B| · solid bar: mean · dashed: not comparable";
inline constexpr const char* legend_brief = "light: max · solid: mean";
inline constexpr const char* legend_brief_dashed = "light: max · solid: mean · dashed: not comparable";
inline constexpr const char* legend_only_dashed = "dashed: not comparable";

// Tooltip of a bar
inline constexpr const char* stage_of_place = "{} · {}";
inline constexpr const char* step_of_block = "{}, {}";
inline constexpr const char* stage_identical = "{}\nidentical";
inline constexpr const char* stage_reason = "{}\n{}";
inline constexpr const char* stage_differs = "{}\nmax |A − B|  {}\nmean |A − B|  {}\nrelative  {}";
inline constexpr const char* stage_parted = "{}\n{}\nof the others:\nmax |A − B|  {}\nmean |A − B|  {}";
inline constexpr const char* masked_one = "1 cell is masked in one run only";
inline constexpr const char* masked = "{} cells are masked in one run only";
inline constexpr const char* nan_one = "1 cell is NaN in one run only";
inline constexpr const char* nan = "{} cells are NaN in one run only";
inline constexpr const char* infinite_one = "1 cell is infinite in one run only";
inline constexpr const char* infinite = "{} cells are infinite in one run only";

// The stage shown: its largest difference
inline constexpr const char* head = "Head";
inline constexpr const char* identical_stage = "This stage is identical in both runs.";
inline constexpr const char* cell_in_head = "{}, head {}";
inline constexpr const char* mean_and_relative = "mean {} · relative {}";
inline constexpr const char* largest = "Max |A − B| {} at {} · {}";
inline constexpr const char* parted = "{}: {} · {}";
inline constexpr const char* parted_more = "{}: {}… · {}";
inline constexpr const char* others_identical = "all others are identical";
inline constexpr const char* others_largest = "others: max {} · {}";
inline constexpr const char* go_to_largest = "Go to the cell with the largest difference";
inline constexpr const char* no_differences = "No differences at this stage";

// Why a stage is not compared, or only in part
inline constexpr const char* computing_b = "Computing run B…";
inline constexpr const char* no_b = "There is no run B to compare with.";
inline constexpr const char* not_a_stage = "Only stages can be compared, not weights or inputs.";
inline constexpr const char* not_in_b = "Run B does not have this stage ({}).";
inline constexpr const char* not_comparable = "The runs cannot be compared here: {}.";
inline constexpr const char* first_token_compared =
    "A has {} here, B has {}. The first one is compared by position. Hatched cells exist in only one run.";
inline constexpr const char* first_tokens_compared =
    "A has {} here, B has {}. The first {} are compared by position. Hatched cells exist in only one run.";
inline constexpr const char* token_one = "1 token";
inline constexpr const char* tokens = "{} tokens";
inline constexpr const char* no_difference_map = "A − B is not available here.";

// Heatmaps: “Run A”, beside which the matrix has its symbol
inline constexpr const char* run_a = "Run A";
inline constexpr const char* run_b = "Run B";
inline constexpr const char* runs_apart = "A − B";
inline constexpr const char* only_in_a_cell = "only in A";
inline constexpr const char* only_in_b_cell = "only in B";
inline constexpr const char* in_one_run_cell = "in one run only";
inline constexpr const char* columns = "columns";
inline constexpr const char* rows = "rows";
inline constexpr const char* window_one = "{} {} of {}";
inline constexpr const char* window_range = "{} {}–{} of {}";
inline constexpr const char* window_brief = "{}–{} / {}";
inline constexpr const char* no_such_cell = "no such cell";
inline constexpr const char* cell_only_in_b = "This cell exists only in B. Swap the runs to see how it was computed.";

// Card with both numbers of a cell
inline constexpr const char* card_title = "One cell in both runs";
inline constexpr const char* in_both_runs = "{} in both runs";
inline constexpr const char* in_a = "{} in A";

// Messages
inline constexpr const char* swap_same = "A and B are the same run";
inline constexpr const char* copied_a = "Copied A to B.";
inline constexpr const char* copied_a_undo = "Restore the previous B";
inline constexpr const char* select_to_copy = "Select a cell first, then copy its numbers";
inline constexpr const char* copied = "Copied the cell's numbers in both runs";

// The panel above the stage: what the view compares
inline constexpr const char* page_title = "Two runs, one cursor";
inline constexpr const char* page_sentence =
    "Run A is the run of all other views. Run B can have another text, another model, or other settings. The same cell "
    "is "
    "marked in both runs and in their difference.";
inline constexpr const char* page_look =
    "the first stage at which the runs differ. The stage below is explained for run A.";

}  // namespace glassformer::texts::compare
