// What is wrong with a scene of a lesson, to be proof-read or translated in one go. {} stands for a value.
#pragma once

namespace glassformer::texts::lessons {

inline constexpr const char* did_you_mean = "; did you mean {}?";
inline constexpr const char* on_or_off = "“on” or “off” is expected here, not {}";
inline constexpr const char* from_one = "a whole number from 1 is expected here, not {}";
inline constexpr const char* edit_form =
    "an edit is written as stage[index, …] = value, for example blocks.0.attn.heads[head 2, *, *] = 0";
inline constexpr const char* edit_by_number =
    "an edit names its cells by numbers from 0, “head 2”, “token 3” or *, not by words of the text";
inline constexpr const char* edit_value = "the value of an edit is a number, not {}";
inline constexpr const char* architecture_form =
    "the architecture is a JSON object, for example {{\"attention\": {{\"scale\": \"none\"}}}}, or none; this is {}";
inline constexpr const char* view_without_pages = "the view {} has no pages";
inline constexpr const char* no_page = "the view has no page {}";
inline constexpr const char* no_zoom = "there is no zoom {}";
inline constexpr const char* no_unit = "there is no step {}";
inline constexpr const char* no_view = "there is no view {}";
inline constexpr const char* no_model = "there is no built-in model {}";
inline constexpr const char* no_scroll = "scroll is top, bottom or a percentage such as 40%, not {}";
inline constexpr const char* color_limits =
    "color limits are written as -2.5..2.5, as 0..0.5 (of probabilities), or as both with a comma between, or auto; "
    "this is {}";
inline constexpr const char* no_key = "there is no key {} in a scene";
inline constexpr const char* no_value = "a value of a view is written as JSON; this is {}";
inline constexpr const char* no_value_of_view = "the view {} keeps no value {}";
inline constexpr const char* value_not_used = "the view {} cannot use this value of {}, which stays {}: {}";
inline constexpr const char* no_first_model = "the first step needs a scene that names a model";
inline constexpr const char* not_one_cell = "a scene selects one cell: each axis needs an index";

// What a new lesson says
inline constexpr const char* first_title = "The first step";
inline constexpr const char* first_text =
    "Write here what this picture shows. **F7** adds the next step: whatever the window shows then.";

// What is wrong with a step
inline constexpr const char* does_not_hold = "this does not hold in the run: {}";
inline constexpr const char* with_sides = "{} ({})";  // the condition, "left 0.25, right 0.5"
inline constexpr const char* no_edited_stage = "the scene edits {}, which this model does not have";
inline constexpr const char* no_head = "there is no head {}: this model has {}";
inline constexpr const char* too_many_numbers = "these are {} numbers; a text shows at most 12";
inline constexpr const char* one_item =
    "this is read as a list with one item; write “{}\\.” where the number ends a sentence";
inline constexpr const char* too_long = "the lesson is planned for {:g} minutes, but its text alone takes {:.1f}";
inline constexpr const char* goal_holds_before = "the goal holds before anything was done";
inline constexpr const char* solution_form =
    "a solution is written as lines of a scene, “edit: stage[index, …] = number”";
inline constexpr const char* solution_fails = "the solution does not reach the goal";
inline constexpr const char* right_refused = "the right answer would be marked as wrong";
inline constexpr const char* answer_changes = "what is right changes with the scene that the answer shows";
inline constexpr const char* wrong_accepted = "a wrong answer would be marked as right";

// What is wrong with a term of the glossary
inline constexpr const char* term_needs = "the term {} has no line {} in its block “term”";
inline constexpr const char* no_page_of_term = "there is no view {}, and no such tab of one (“output lens”)";
inline constexpr const char* too_many_names = "{} has at most {} names";
inline constexpr const char* named_twice = "{} is named twice";
inline constexpr const char* no_stage_of_term = "there is no stage {}";
inline constexpr const char* no_other_term = "the glossary has no term {}";
inline constexpr const char* sees_itself = "a term does not point to itself";
inline constexpr const char* number_and_words = "“number” and “number says” belong together: one of them is missing";
inline constexpr const char* term_is_nowhere = "the term {} has no stage, no page and no scene: nothing can show it";
inline constexpr const char* scene_without_view = "the scene of a term says which view it shows, such as “view: walk”";

}  // namespace glassformer::texts::lessons
