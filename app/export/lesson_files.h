// What a lesson is taken away as, and the files that it becomes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace glassformer {

/// A step that is about to be exported; all are counted from 1.
struct ExportedStep {
    std::string lesson;  // its name
    std::size_t number = 1, lessons = 1;
    int step = 1, steps = 1;
};

/// Where documents have the answers of questions.
enum class AnswersStand : std::uint8_t { below, end, left_out };

struct LessonExport {
    std::filesystem::path folder;  // made where it is missing
    bool html = false, pdf = false, png = false, film = false;
    bool slides = false;                         // a document of 16:9 pages
    bool compact = false;                        // of the handout: several steps on a page
    AnswersStand answers = AnswersStand::below;  // left_out: not in the page either
    bool site = false;   // the pages lead to each other, and index.html to all of them
    bool notes = false;  // in the page and the document
    bool panel = false;  // pictures: the whole window with the lesson's text, not the view alone
    double seconds = 8;  // of the film: no step is longer
    int factor = 1;      // pixels of a picture to each of AppOptions::size, along both sides
    /// Told before each step. What it throws ends the export.
    std::function<void(const ExportedStep&)> begins = {};
    std::function<bool()> goes_on = {};  // asked while a film is made; false: it is given up
};

/// The built-in lessons and, after them, those of the files that are not among them.
std::vector<std::filesystem::path> all_lessons(std::vector<std::filesystem::path> built_in,
                                               const std::vector<std::filesystem::path>& files);

/// The files of these lessons' export that stand in the folder and would be replaced.
std::vector<std::filesystem::path> replaced_by_export(const LessonExport& what,
                                                      const std::vector<std::filesystem::path>& lessons);

/// After the name of a lesson.
inline constexpr const char* slides_ending = "-slides.pdf";

/// "NAME-step-01.png", "NAME-step-01-answer.png"; `number`: of the step, from 0; `part`: "" or "-answer".
std::string step_file(const std::string& name, int number, const char* part);

}  // namespace glassformer
