// One tensor of a trace as a file that other programs read; the ending of its name says which.
#pragma once

#include <filesystem>
#include <string>

#include "core/tape/trace.h"

namespace glassformer {

/// .npy, .csv or .safetensors.
bool is_tensor_file(const std::filesystem::path& file);

/// Writes all entries of the record. The axes and, of a stage, the operation stand in a .safetensors file's metadata
/// under the record's name; the others hold the numbers alone. Throws Error where the ending is none of these or the
/// file cannot be written.
void write_tensor(const std::filesystem::path& file, const Trace& trace, const Record& record);

/// What `trace` and exports write about a record: {"axes":["pos","d_model"],"operation":"linear",…}
std::string record_description(const Trace& trace, const Record& record);

}  // namespace glassformer
