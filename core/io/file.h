// Whole files: read with a limit, and replaced in one step, so that a reader or a crash never sees half a file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace glassformer {

/// The path as a message names it: of a very long one the middle is left out.
std::string path_text(const std::filesystem::path& path);

/// The file's bytes; throws Error where it cannot be read or is longer than `limit` bytes.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// read_file for what people write by hand: configs, lessons, sessions; at most 16 MiB.
std::string read_text_file(const std::filesystem::path& path);

/// Writes beside the path and takes its place on commit(); without commit the old file stays as it was.
class FileReplacement {
public:
    explicit FileReplacement(std::filesystem::path path);  // makes the folder where it is missing
    ~FileReplacement();
    FileReplacement(const FileReplacement&) = delete;
    FileReplacement& operator=(const FileReplacement&) = delete;

    void write(std::string_view bytes);
    void commit();  // throws Error where a byte could not be written
    /// commit(), after the bytes have reached the disk: what was there before is lost only for the whole new file, even
    /// where the power fails.
    void commit_durably();

private:
    std::filesystem::path path_, temporary_;
    std::ofstream stream_;
};

/// FileReplacement for text at hand.
void write_file(const std::filesystem::path& path, std::string_view text);
/// The same with commit_durably(): for what somebody saved.
void write_file_durably(const std::filesystem::path& path, std::string_view text);

}  // namespace glassformer
