// What there is to find in lessons: the texts of their steps, and the stages that each step shows or links to. It is
// read from the files and their scenes; no model is opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/scene.h"
#include "core/base/latest.h"

namespace glassformer {

struct LibraryStep {
    std::string title;                // "" where it has none
    std::string text;                 // words alone, a paragraph a line; a question and its options are paragraphs
    std::vector<std::string> shown;   // kinds of the stages that its picture shows, before and after its question
    std::vector<std::string> linked;  // … that its words lead to
    bool asks = false;
};

struct LibraryLesson {
    std::filesystem::path file;
    std::string name;  // of one of the program's, as `before` says it; else its whole path
    bool own = false;  // a file of the user's
    std::string title, lecture, about;
    std::string problem = {};  // what is wrong with the file; then there are no steps
    std::string fault = {};    // what is written wrongly in it, with its place; it can be opened all the same
    double minutes = 0;
    std::vector<std::string> before = {};
    std::vector<LibraryStep> steps = {};
};

bool is_lecture(const LibraryLesson& lesson);
int question_count(const LibraryLesson& lesson);

/// What stages of one kind have in common: "attn.weights" of blocks.1.attn.weights and
/// encoder.blocks.0.self_attn.weights.
std::string stage_kind(std::string_view record);

/// Never throws for what is in the file: a lesson that cannot be shown says so.
LibraryLesson read_for_library(const std::filesystem::path& file, const ExampleOf& example_of);

/// A step of a lesson.
struct LessonStepPlace {
    const LibraryLesson* lesson = nullptr;
    int step = 0;         // from 0
    bool linked = false;  // the stage is in its words, not in its picture
};

/// The program's lessons are read once, on a thread of its own; the user's are read again where their files changed.
class LessonLibrary {
public:
    /// `wake` is called on the thread once the lessons are read. `example_of` is called there, too.
    LessonLibrary(std::vector<std::filesystem::path> files, ExampleOf example_of, std::function<void()> wake);

    /// Begins to read the program's lessons; true once they are read.
    bool ready();
    /// Waits for them.
    void wait();
    /// The user's files, the newest first; those that are not there are left out.
    void set_own(const std::vector<std::filesystem::path>& files);

    /// In the order of the list: lessons on one subject, each after those that come before it; lectures by name; the
    /// user's own. Waits for the program's.
    std::vector<const LibraryLesson*> all();
    /// Steps that show a stage of the same kind, then steps whose words lead to one, lesson by lesson.
    std::vector<LessonStepPlace> steps_with(std::string_view record);

private:
    struct Own {
        LibraryLesson lesson;
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
    };
    std::vector<std::filesystem::path> files_;
    ExampleOf example_of_;
    std::function<void()> wake_;
    std::vector<Own> own_;
    // There is one to ask for: all of them. The window may wait for them, so they do not give way.
    Latest<int, std::vector<LibraryLesson>> lessons_{false};
};

}  // namespace glassformer
