// A lesson's worksheet as files: the exercises, and their solutions step by step, for a seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/exercises/exercise.h"

namespace glassformer {

struct WorksheetOrder {
    std::filesystem::path lesson, folder;
    std::uint64_t seed = 0;
    int count = 10;
    bool solutions = false;
};

/// The files that it writes: "self-attention-seed-7.pdf", "self-attention-seed-7-solutions.pdf".
std::vector<std::filesystem::path> files_of(const WorksheetOrder& order);
/// Writes them into the folder, which is made if it is missing; both are made before either is written. Returns the
/// characters that no font has, as CairoPainter says it. Throws Error.
std::string write_worksheet(const WorksheetOrder& order, const OpenModel& open);

}  // namespace glassformer
