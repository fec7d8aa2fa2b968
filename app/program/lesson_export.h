// A lesson that is taken away: as a page for a browser, a document to print, pictures and a film, each made from what
// the window shows of its steps.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/program/app.h"

namespace glassformer {

struct LessonExport {
    std::filesystem::path folder;  // made where it is missing
    bool html = false, pdf = false, png = false, film = false;
    bool notes = false;  // in the page and the document
    bool panel = false;  // pictures: the whole window with the lesson's text, not the view alone
    double seconds = 8;  // of the film: no step is longer
    int factor = 1;      // pixels of a picture to each of AppOptions::size, along both sides
    /// Told before each step, counted from 0. What it throws ends the export.
    std::function<void(int step, int steps)> begins = {};
};

/// The files of a lesson of that name and number of steps that stand in the folder and would be replaced.
std::vector<std::filesystem::path> replaced_by_export(const LessonExport& what, const std::string& name, int steps);

/// Where the process of that number has its files until all are whole: a folder within the export's.
std::filesystem::path unfinished_export(const std::filesystem::path& folder, long process);

/// Exports options.lesson and returns the files that were written: NAME.html, NAME.pdf, NAME.mp4, NAME-step-01.png and,
/// with what an answered question shows, NAME-step-01-answer.png. Throws Error, with the place in the lesson's file
/// where that is what is wrong.
std::vector<std::filesystem::path> export_lesson(AppOptions options, const LessonExport& what);

}  // namespace glassformer
