// Every text of the lesson panel, to be proof-read or translated in one go. {} stands for a value.
#pragma once

namespace glassformer::texts::lessons {

// The panel
inline constexpr const char* leave = "Leave lesson";
inline constexpr const char* explore = "Explore";
inline constexpr const char* explore_hint = "Keep this picture without the lesson, and change anything";
inline constexpr const char* back = "Back";
inline constexpr const char* next = "Next";
inline constexpr const char* with_key = "{} ({})";       // "Next", "Page Down"
inline constexpr const char* step_of = "Step {} of {}";  // also the button that opens the list of steps
inline constexpr const char* list_of_steps = "Show the list of steps";
inline constexpr const char* back_to_text = "Back to the text";
inline constexpr const char* step_title = "{}. {}";  // number, title
inline constexpr const char* untitled_step = "Step {}";
inline constexpr const char* left_picture = "You left the lesson’s picture.";
inline constexpr const char* return_to = "Return";
inline constexpr const char* rest_after_answer = "The rest of this step appears after the answer.";

// A question
inline constexpr const char* question = "Question";
inline constexpr const char* type_token = "Type a token";
inline constexpr const char* type_number = "Type a number";
inline constexpr const char* put_in_order = "The largest first.";
inline constexpr const char* select_cell = "Select the cell in the picture.";
inline constexpr const char* no_cell = "No cell is selected yet.";
inline constexpr const char* selected_cell = "Selected: {}";
inline constexpr const char* reach_goal = "Change the model until the condition holds.";
inline constexpr const char* holds = "The condition holds now.";
inline constexpr const char* holds_not = "The condition does not hold yet.";
inline constexpr const char* check = "Check";
inline constexpr const char* hints_left = "Hint ({} left)";
inline constexpr const char* show_answer = "Show the answer";
inline constexpr const char* answer_to_come = "The answer is still being computed.";
inline constexpr const char* hint_of = "Hint {} of {}: {}";
inline constexpr const char* right = "Right.";
inline constexpr const char* not_right = "Not right.";
inline constexpr const char* try_again = "Change your answer and check again.";
inline constexpr const char* try_goal_again = "Change the model and check again.";
inline constexpr const char* right_answer = "Answer: {}";
inline constexpr const char* move_up = "Move up (Ctrl+Up)";
inline constexpr const char* move_down = "Move down (Ctrl+Down)";
inline constexpr const char* one_hand = "1 hand";
inline constexpr const char* hands = "{} hands";
inline constexpr const char* clear_hands = "Clear the count";
inline constexpr const char* more_hands = "One hand more (+)";
inline constexpr const char* fewer_hands = "One hand less (−)";

}  // namespace glassformer::texts::lessons
