// The checksums by which a hub names the bytes of its files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace glassformer {

/// 64 small hexadecimal digits, the SHA-256 of the bytes, or 40, the name that git gives them: the SHA-1 of "blob
/// SIZE", a zero byte and the bytes.
bool is_checksum(std::string_view text);

/// "OpenSSL 3.0.16"
std::string checksum_library();

/// The file's checksum of that length, 40 or 64 digits. Throws Error where the file cannot be read.
std::string checksum_of(const std::filesystem::path& file, std::size_t digits);

}  // namespace glassformer
