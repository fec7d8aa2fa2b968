// A lesson that is taken away: as a page for a browser, a document to print, pictures and a film, each made from what
// the window shows of its steps.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/program/app.h"

namespace glassformer {

/// A step that is about to be exported; all are counted from 1.
struct ExportedStep {
    std::string lesson;  // its name
    std::size_t number = 1, lessons = 1;
    int step = 1, steps = 1;
};

struct LessonExport {
    std::filesystem::path folder;  // made where it is missing
    bool html = false, pdf = false, png = false, film = false;
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

/// Exports lessons, one after another in one program, and returns the files that were written: NAME.html, NAME.pdf,
/// NAME.mp4, NAME-step-01.png and, with what an answered question shows, NAME-step-01-answer.png; of a site index.html
/// first. They appear together. Throws Error, with the place in a lesson's file where that is what is wrong.
/// `options`: their lesson is left out of account.
std::vector<std::filesystem::path> export_lessons(AppOptions options, const LessonExport& what,
                                                  const std::vector<std::filesystem::path>& lessons);

}  // namespace glassformer
