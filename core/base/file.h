// Whole files: read with a limit, and replaced in one step, so that a reader or a crash never sees half a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace glassformer {

/// The path as a message names it: of a very long one the middle is left out.
std::string path_text(const std::filesystem::path& path);

/// The file's bytes; throws Error where it cannot be read or is longer than `limit` bytes.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// read_file for what people write by hand: configs, sessions; at most 16 MiB.
std::string read_text_file(const std::filesystem::path& path);

/// Takes away what programs left that were killed while they wrote this file with a FileReplacement; what another
/// program is writing at this moment stays.
void remove_leftovers(const std::filesystem::path& path);
/// The same where `file` may be such a leftover of any file; true where it was one, and is gone.
bool remove_leftover(const std::filesystem::path& file);

/// Who may read a file that is written: whoever could read the old one, of a new file whoever the umask lets; or its
/// owner alone, whatever was there before.
enum class FileReaders : std::uint8_t { usual, owner };

/// Writes beside the path and takes its place on commit(); without commit the old file stays as it was. Where the path
/// is a symbolic link, the file that it leads to is written, and the link stays.
class FileReplacement {
public:
    /// Makes the folder where it is missing, and takes leftovers of the same file away. Throws Error for what is no
    /// regular file, and for any path through /dev or /proc: what lies there is not to be replaced.
    explicit FileReplacement(const std::filesystem::path& path, FileReaders readers = FileReaders::usual);
    ~FileReplacement();
    FileReplacement(const FileReplacement&) = delete;
    FileReplacement& operator=(const FileReplacement&) = delete;

    /// Where the bytes are until commit(): another program may write them in place of write().
    const std::filesystem::path& beside() const { return temporary_; }

    void write(std::string_view bytes);
    void finish();  // throws Error where a byte could not be written; nothing may be written afterwards
    void commit();  // after finish(): takes the path's place
    /// commit(), after the bytes have reached the disk: what was there before is lost only for the whole new file, even
    /// where the power fails.
    void commit_durably();

private:
    void open_temporary(FileReaders readers);
    void take_temporary_away();

    std::filesystem::path path_, temporary_;
    unsigned mode_ = 0;  // of the file that is replaced; 0: its own is right already
    std::ofstream stream_;
    int lock_ = -1;  // held while the temporary file is written: it goes with the process
};

/// FileReplacement for text at hand.
void write_file(const std::filesystem::path& path, std::string_view text, FileReaders readers = FileReaders::usual);
/// The same with commit_durably(): for what somebody saved.
void write_file_durably(const std::filesystem::path& path, std::string_view text,
                        FileReaders readers = FileReaders::usual);

/// Makes the folder, and those that it is in, for their owner alone. One that is there stays as it is.
void make_private_folder(const std::filesystem::path& folder);

}  // namespace glassformer
