// The formats that pictures and tensors are exported in: one row each. The export sheet, the command line and every
// sentence that lists endings read this table.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "app/platform/window.h"
#include "core/tape/trace.h"

namespace glassformer {

/// What a file of the format holds: pixels, shapes and text, a tensor for programs, numbers as rows of text.
enum class ExportKind : std::uint8_t { raster, vector, tensor, table };

/// What can be written; a format takes the part of its kind.
struct ExportSource {
    std::function<Image()> image = {};                                   // raster
    std::function<std::string(const std::filesystem::path&)> draw = {};  // vector: draws it, says what it left out
    const Trace* trace = nullptr;                                        // tensor and table: of the record
    const Record* record = nullptr;                                      // null: there is none yet
    std::function<void(const std::function<void(const std::string& piece)>& write)> csv = {};  // table: in its place
};

struct ExportFormat {
    std::string_view ending;  // ".png"
    ExportKind kind;
    std::string_view sentence;  // "vector graphics": of what it is, after "as"
    /// Writes the file whole or not at all. Returns what success is to say besides the name: "1280 × 720 pixels", "".
    /// Throws Error where there is nothing to write or the file cannot be written.
    std::string (*write)(const std::filesystem::path& file, const ExportSource& source);
};

/// In the order of the export sheet.
std::span<const ExportFormat> all_export_formats();
/// By the ending of the file's name; null where no format has it.
const ExportFormat* find_export_format(const std::filesystem::path& file);
/// The same; Error that begins with `flag` and lists the endings where the format is none of these kinds.
const ExportFormat& require_export_format(const std::filesystem::path& file, std::initializer_list<ExportKind> kinds,
                                          const std::string& flag);
/// ".png, .svg or .pdf": of these kinds.
std::string endings_text(std::initializer_list<ExportKind> kinds);
/// Of all formats.
std::string endings_text();

}  // namespace glassformer
