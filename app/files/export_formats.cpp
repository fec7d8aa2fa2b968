#include "app/files/export_formats.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/files/tensor_file.h"
#include "app/platform/png.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "core/io/tensor_text.h"
#include "core/io/version.h"

namespace glassformer {

std::string write_markdown_file(const std::filesystem::path& file, const ExportSource& source);

namespace {

std::string write_image(const std::filesystem::path& file, const ExportSource& source) {
    const Image image = source.image();
    write_png(file, image);
    return std::to_string(image.width) + " × " + std::to_string(image.height) + " pixels";
}

std::string write_drawing(const std::filesystem::path& file, const ExportSource& source) { return source.draw(file); }

std::string write_npy_file(const std::filesystem::path& file, const ExportSource& source) {
    const ConstView numbers = recorded_numbers(source.record);
    write_npy(file, {source.record->name, numbers});
    return {};
}

std::string write_safetensors_file(const std::filesystem::path& file, const ExportSource& source) {
    const ConstView numbers = recorded_numbers(source.record);
    const NamedTensor tensor(source.record->name, numbers);
    const std::string description = record_description(*source.trace, *source.record);
    write_safetensors(file, {&tensor, 1}, {{source.record->name, description}, {"written_by", written_by()}});
    return {};
}

std::string write_csv_file(const std::filesystem::path& file, const ExportSource& source) {
    FileReplacement written(file);
    const auto write = [&](const std::string& piece) { written.write(piece); };
    if (source.csv)
        source.csv(write);
    else
        write_csv(recorded_numbers(source.record), write);
    written.commit();
    return {};
}

constexpr std::array export_formats{
    ExportFormat{".png", ExportKind::raster, "an image in pixels", write_image},
    ExportFormat{".svg", ExportKind::vector, "vector graphics", write_drawing},
    ExportFormat{".pdf", ExportKind::vector, "vector graphics", write_drawing},
    ExportFormat{".npy", ExportKind::tensor, "a NumPy array", write_npy_file},
    ExportFormat{".csv", ExportKind::table, "comma-separated values", write_csv_file},
    ExportFormat{".md", ExportKind::table, "a Markdown table", write_markdown_file},
    ExportFormat{".safetensors", ExportKind::tensor, "a tensor with its axes", write_safetensors_file},
};

std::string listed(const std::vector<std::string_view>& endings) {
    std::string text;
    for (std::size_t i = 0; i < endings.size(); ++i) {
        if (i > 0) text += i + 1 == endings.size() ? " or " : ", ";
        text += endings[i];
    }
    return text;
}

}  // namespace

std::span<const ExportFormat> all_export_formats() { return export_formats; }

const ExportFormat* find_export_format(const std::filesystem::path& file) {
    const auto found = std::ranges::find(export_formats, file.extension().string(), &ExportFormat::ending);
    return found == export_formats.end() ? nullptr : &*found;
}

const ExportFormat& require_export_format(const std::filesystem::path& file, std::initializer_list<ExportKind> kinds,
                                          const std::string& flag) {
    const ExportFormat* format = find_export_format(file);
    if (format == nullptr || std::ranges::find(kinds, format->kind) == kinds.end())
        throw Error(flag + " must end in " + endings_text(kinds) + ", got \"" + path_text(file) + "\"");
    return *format;
}

std::string endings_text(std::initializer_list<ExportKind> kinds) {
    std::vector<std::string_view> endings;
    for (const ExportFormat& format : export_formats)
        if (std::ranges::find(kinds, format.kind) != kinds.end()) endings.push_back(format.ending);
    return listed(endings);
}

std::string endings_text() {
    return endings_text({ExportKind::raster, ExportKind::vector, ExportKind::tensor, ExportKind::table});
}

}  // namespace glassformer
