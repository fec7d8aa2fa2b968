// What stands in the pages and documents that a lesson is exported as, beside the lesson's own words. Braces are filled
// by fmt::format.
#pragma once

namespace glassformer::texts::handout {

inline constexpr const char* steps = "Steps";
inline constexpr const char* previous = "Previous step";
inline constexpr const char* next = "Next step";
inline constexpr const char* step_of = "{} of {}";
inline constexpr const char* keys =
    "Arrow keys, Page Up, Page Down and Space change the step. Point at a cell to read its number.";
inline constexpr const char* question = "Question";
inline constexpr const char* hint = "Hint";
inline constexpr const char* show_answer = "Show the answer";
inline constexpr const char* answer = "Answer";
inline constexpr const char* notes = "Speaker’s notes";
inline constexpr const char* minutes = "{} minutes";
inline constexpr const char* minute = "1 minute";
inline constexpr const char* page_of = "{} · page {}";

}  // namespace glassformer::texts::handout
