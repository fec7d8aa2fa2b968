// NumPy's file of one tensor (.npy, version 1.0): a magic word, a header of type, order and shape, then the numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "core/io/safetensors.h"

namespace glassformer {

/// All bytes before the numbers of a little-endian float32 tensor in row-major order; a multiple of 64 long.
std::string npy_header(std::span<const std::int64_t> sizes);

/// Replaces the file in one step; the tensor's name is not kept. Throws Error where the file cannot be written.
void write_npy(const std::filesystem::path& path, const NamedTensor& tensor);

}  // namespace glassformer
