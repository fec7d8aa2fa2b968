// One tensor of a trace for a file that other programs read: its numbers, and what it is.
#pragma once

#include <filesystem>
#include <string>

#include "core/tape/trace.h"

namespace glassformer {

/// By its ending, the file holds a tensor for programs (ExportKind::tensor).
bool is_tensor_file(const std::filesystem::path& file);

/// The numbers of a record; Error where there is no record (null) or it has none yet.
ConstView recorded_numbers(const Record* record);

/// What `trace` and exports write about a record: {"axes":["pos","d_model"],"operation":"linear",…}
std::string record_description(const Trace& trace, const Record& record);

}  // namespace glassformer
