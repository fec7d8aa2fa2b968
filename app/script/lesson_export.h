// A lesson that is taken away: as a page for a browser, a document to print, pictures and a film, each made from what
// the window shows of its steps.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/export/lesson_files.h"
#include "app/program/app.h"

namespace glassformer {

/// Exports lessons, one after another in one program, and returns the files that were written: NAME.html, NAME.pdf,
/// NAME.mp4, NAME-step-01.png and, with what an answered question shows, NAME-step-01-answer.png; of a site index.html
/// first. They appear together. Throws Error, with the place in a lesson's file where that is what is wrong.
/// `options`: their lesson is left out of account.
std::vector<std::filesystem::path> export_lessons(AppOptions options, const LessonExport& what,
                                                  const std::vector<std::filesystem::path>& lessons);

}  // namespace glassformer
