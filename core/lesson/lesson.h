// A lesson as it is written in its file (docs/lessons.md): steps with their texts, scenes, conditions and questions.
// Nothing here is computed: a scene is a list of keys and values, a live number the text of its expression.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace glassformer {

/// Where something is written, counted from 1; column: bytes.
struct LessonPlace {
    int line = 1, column = 1;
    bool operator==(const LessonPlace&) const = default;
};

/// A piece of a paragraph.
struct LessonSpan {
    enum class Kind : std::uint8_t {
        words,
        live,     // {{…}}: a number of the run; `text` is the expression with its format
        formula,  // $…$: formula markup, or the name of a stage
        newline,  // a line that ends here
    };
    Kind kind = Kind::words;
    std::string text;
    bool strong = false, emphasis = false, code = false;
    std::string link = {};  // [words](…): a stage, a cell or an address; "": no link
    LessonPlace place = {};
};

struct LessonBlock {
    enum class Kind : std::uint8_t {
        paragraph,
        heading,   // ### and deeper: `depth` 3 to 6
        item,      // of a list: `depth` 0, 1, … and `marker`
        quote,     // a paragraph that is set apart
        code,      // lines as they are written, in one span
        row,       // of a table: `cells`
        question,  // the step's question stands here
        pause,     // ---: what follows is shown with the next key
    };
    Kind kind = Kind::paragraph;
    int depth = 0;
    std::string marker = {};  // "•", "2."; "" for the further paragraphs of an item
    std::vector<LessonSpan> spans = {};
    std::vector<std::vector<LessonSpan>> cells = {};  // of a row
    bool head = false;                                // a row of column names
    LessonPlace place = {};
};

/// "stage: blocks.1.attn.weights" in a scene.
struct SceneLine {
    std::string key, value;
    LessonPlace place = {};
};

/// A condition that must hold for what the text claims.
struct LessonCheck {
    std::string condition;
    LessonPlace place = {};
};

/// What the class predicts before it is shown.
struct LessonQuestion {
    enum class Kind : std::uint8_t {
        token,   // a word, typed
        cell,    // a cell, clicked or chosen
        number,  // a number, within a tolerance
        order,   // the options in an order
        choice,  // one of the options
        goal,    // any state of the window in which a condition holds
    };
    Kind kind = Kind::choice;
    std::string question = {};              // what is asked, in words
    std::string answer = {};                // an expression; of a goal the condition; of an order one expression a word
    std::vector<std::string> options = {};  // of a choice and an order, as written; "word = expression" gives its value
    std::vector<LessonPlace> option_places = {};  // of each option
    double tolerance = 0;                   // of a number: how far off is right; a share of it with `relative`
    bool relative = false;
    std::vector<std::string> hints = {};
    std::vector<LessonPlace> hint_places = {};  // of each hint
    std::string solution = {};           // a scene line or several that reach a goal, for the tests and the last hint
    std::vector<std::string> only = {};  // of a goal: the records that may be edited; none: any, and the architecture
    LessonPlace place = {}, words_place = {}, answer_place = {};
};

struct LessonStep {
    std::string title;
    std::vector<LessonBlock> text;  // pauses and the question among them
    std::vector<SceneLine> scene;   // what differs from the step before
    std::vector<SceneLine> reveal;  // and once the question is answered
    std::string notes;              // the speaker's, Markdown as written
    int notes_line = 1;             // where they begin
    double minutes = 0;             // planned; 0: by its words
    std::vector<LessonCheck> checks;
    std::optional<LessonQuestion> question;
    std::string file;  // as messages name it: an included step has another than the lesson
    LessonPlace place = {};
    int last_line = 1;  // of the file that belongs to it
};

/// A kind of exercise that the lesson's worksheets have (core/exercises), in the order of the sheet.
struct LessonExercise {
    std::string kind;
    LessonPlace place = {};
};

struct Lesson {
    std::filesystem::path file;  // empty: from a text
    std::string steps_file;      // LessonStep::file of the steps that it does not include
    std::string title;
    double minutes = 0;               // of all steps together; 0: not said
    std::string lecture;              // which lecture it belongs to; ""
    std::string about;                // one sentence for the list of lessons
    std::vector<std::string> before;  // names of lessons that come before it
    bool simple_window = false;       // "window: simple": few views beside it
    std::vector<LessonExercise> exercises;
    std::vector<LessonStep> steps;
};

}  // namespace glassformer
