// A safetensors file, mapped and checked, of which no number has been read yet. A file is hostile until checked:
// everything its header says is held against the file before it is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/mapped_file.h"
#include "core/io/stored_numbers.h"
#include "core/tensor/tensor.h"

namespace glassformer {

struct MappedTensor {
    std::string name;
    const StoredType* type = nullptr;
    std::vector<std::int64_t> sizes;
    std::size_t count = 0;             // product of the sizes
    std::uint64_t begin = 0, end = 0;  // bytes behind the header

    /// The numbers themselves where they are floats that can be used as they lie; else null.
    const float* in_place() const;
    const std::byte* bytes = nullptr;
    std::shared_ptr<const MappedFile> file;  // keeps the bytes alive
};

std::string shape_text(std::span<const std::int64_t> sizes);  // "[5, 16]", for messages
bool same_sizes(std::span<const std::int64_t> sizes, const Shape& shape);

class SafetensorsMap {
public:
    /// Throws Error naming the file, the tensor and what is wrong with it. `copied`: as MappedFile::open() has it.
    static SafetensorsMap open(const std::filesystem::path& path, std::size_t copied = MappedFile::copied_up_to);

    const std::vector<MappedTensor>& tensors() const { return tensors_; }  // in the order of the file
    const std::map<std::string, std::string>& metadata() const { return metadata_; }
    const std::string& path() const { return path_; }
    std::uint64_t data_size() const { return data_size_; }  // bytes behind the header
    const std::shared_ptr<const MappedFile>& file() const { return file_; }

private:
    std::string path_;
    std::vector<MappedTensor> tensors_;
    std::map<std::string, std::string> metadata_;
    std::uint64_t data_size_ = 0;
    std::shared_ptr<const MappedFile> file_;
};

}  // namespace glassformer
