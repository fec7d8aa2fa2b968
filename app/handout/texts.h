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

// Worksheets
inline constexpr const char* worksheet_with_seed = "Worksheet, seed {}";
inline constexpr const char* solutions_with_seed = "Solutions, seed {}";
inline constexpr const char* name_line = "Name";
inline constexpr const char* how_written =
    "Write each result into its box, rounded as the note beside it says. Keep four decimals on the way. Logarithms are "
    "natural (ln), angles are in radians.";
inline constexpr const char* how_solved =
    "The results were computed by the program without rounding on the way. Steps are shown with rounded numbers, so the "
    "last digit of a result by hand can differ by one.";
inline constexpr const char* solution = "Solution";
inline constexpr const char* whole_number = "whole number";
inline constexpr const char* whole_numbers = "whole numbers";
inline constexpr const char* one_decimal = "1 decimal";
inline constexpr const char* decimals = "{} decimals";

// A site of lessons. The script of its contents fills the braces of what it says of a search.
inline constexpr const char* lessons = "Lessons";
inline constexpr const char* lesson_count = "{} lessons";
inline constexpr const char* one_lesson = "1 lesson";
inline constexpr const char* step_count = "{} steps";
inline constexpr const char* one_step = "1 step";
inline constexpr const char* about_site = "{}, {}. Each picture was computed by Glassformer.";
inline constexpr const char* search = "Search all steps";
inline constexpr const char* before = "Before this lesson:";
inline constexpr const char* pdf = "Handout (PDF)";
inline constexpr const char* film = "Film (MP4)";
inline constexpr const char* all_lessons = "All lessons";
inline constexpr const char* beside = "Previous and next lesson";
inline constexpr const char* previous_lesson = "Previous lesson:";
inline constexpr const char* next_lesson = "Next lesson:";
inline constexpr const char* hit_where = "{}, step {}";
inline constexpr const char* hit_hidden = "Also found in the step’s answer or hints.";
inline constexpr const char* hits_none = "No step contains all of these words.";
inline constexpr const char* hits_one = "1 step found.";
inline constexpr const char* hits = "{} steps found.";
inline constexpr const char* hits_many = "Showing the best {} of {} matches. Add a word to narrow the search.";

}  // namespace glassformer::texts::handout
