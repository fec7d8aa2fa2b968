// The safetensors format: an 8-byte header length, a JSON header of names, types, shapes and byte ranges, then the
// numbers. A file is hostile until checked: everything the header says is held against the file before it is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/io/safetensors_map.h"
#include "core/tensor/tensor.h"

namespace glassformer {

struct StoredTensor {
    std::string name;
    std::string dtype;  // as stored: "F32", "BF16", "I64" …
    std::vector<std::int64_t> sizes;
    std::size_t count = 0;               // product of the sizes
    const float* data = nullptr;         // F32 in the file itself; F16, BF16, F64 converted; null for other types
    std::vector<std::int64_t> integers;  // of I32 and I64 tensors
    std::shared_ptr<const void> owner;   // keeps data alive

    bool has_shape(const Shape& shape) const;
};

class SafetensorsFile {
public:
    /// Maps and checks the file; throws Error naming the file, the tensor and what is wrong with it. Numbers that are
    /// not stored as they are used are converted meanwhile: `loading` hears of their bytes and may end it.
    static SafetensorsFile open(const std::filesystem::path& path, Loading* loading = nullptr);

    const StoredTensor* find(std::string_view name) const;  // null where there is none
    /// Throws Error where the tensor is missing, not of a float type, or of another shape than expected.
    const StoredTensor& floats(std::string_view name) const;
    const StoredTensor& floats(std::string_view name, const Shape& expected) const;
    const std::vector<StoredTensor>& tensors() const { return tensors_; }  // in the order of the file
    const std::map<std::string, std::string>& metadata() const { return metadata_; }
    const std::string& path() const { return path_; }
    const std::shared_ptr<const MappedFile>& file() const { return file_; }

private:
    std::string path_;
    std::shared_ptr<const MappedFile> file_;
    std::vector<StoredTensor> tensors_;
    std::map<std::string, std::size_t, std::less<>> index_;
    std::map<std::string, std::string> metadata_;
};

/// A float tensor to write. The memory is the caller's.
struct NamedTensor {
    std::string name;
    std::vector<std::int64_t> sizes;
    const float* data = nullptr;
    NamedTensor(std::string n, std::vector<std::int64_t> s, const float* d);
    NamedTensor(std::string n, const ConstView& view);
};

/// How the numbers are written: whole, or rounded to half the bytes.
class FileReplacement;

enum class FloatType { f32, f16 };

/// Replaces the file in one step. Throws Error for a name that appears twice, for a number beyond 65504 that F16 is to
/// hold, and where the file cannot be written.
void write_safetensors(const std::filesystem::path& path, std::span<const NamedTensor> tensors,
                       const std::map<std::string, std::string>& metadata = {}, FloatType type = FloatType::f32);
/// The same in two steps, into a file that the caller commits; `path` is what messages name.
std::string safetensors_header(const std::string& path, std::span<const NamedTensor> tensors,
                               const std::map<std::string, std::string>& metadata, FloatType type);
void write_safetensors(FileReplacement& file, const std::string& path, const std::string& header,
                       std::span<const NamedTensor> tensors, FloatType type);

}  // namespace glassformer
