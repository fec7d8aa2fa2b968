// Exercises on paper: A4 pages with room to write, or the same exercises with every step of their solutions.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/paint/theme.h"
#include "core/exercises/exercise.h"

namespace glassformer {

struct Worksheet {
    std::string title;  // of the lesson
    std::uint64_t seed = 0;
    bool solutions = false;
    std::span<const Exercise> exercises = {};
};

struct WorksheetFile {
    std::string bytes;    // of the PDF: the same for the same exercises
    std::string missing;  // characters that no font has, as CairoPainter says it
};

WorksheetFile worksheet_pdf(const Worksheet& sheet, const Theme& theme);

}  // namespace glassformer
