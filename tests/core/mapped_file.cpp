// Files in memory that another program cuts, rewrites or replaces meanwhile.
#include "core/base/mapped_file.h"

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <string>

#include "core/base/file.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

constexpr std::size_t copied = 4096;  // bytes, so that the test's large files are small ones

std::string text_of(const MappedFile& file) {
    return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

/// As a program that does not rename writes it.
void rewrite(const std::filesystem::path& path, const std::string& text) {
    const auto before = std::filesystem::last_write_time(path);
    std::ofstream(path, std::ios::binary) << text;
    std::filesystem::last_write_time(path, before + std::chrono::seconds(1));  // clocks of files are coarse
}

}  // namespace

TEST_SUITE_BEGIN("mapped_file");

TEST_CASE("a small file is copied: it may be cut, rewritten and replaced, and this is noticed") {
    const TemporaryFolder folder;
    const auto path = folder / "f";
    const std::string before(copied, 'a');
    for (const std::string& after : {std::string(), std::string(copied, 'b')}) {
        write_file(path, before);
        const auto file = MappedFile::open(path, copied);
        CHECK_FALSE(file->changed());
        rewrite(path, after);
        CHECK(file->changed());
        CHECK_FALSE(file->lost());
        CHECK(text_of(*file) == before);
    }
    write_file(path, before);
    const auto file = MappedFile::open(path, copied);
    std::filesystem::remove(path);
    CHECK_FALSE(file->changed());  // nothing else is there to be opened
    write_file(path, before);
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(1));
    CHECK(file->changed());
}

TEST_CASE("a large file is not copied: where it was cut there are zeros, and lost() says so") {
    const TemporaryFolder folder;
    const auto path = folder / "f";
    const std::string before(100 * copied, 'a');
    write_file(path, before);
    const auto file = MappedFile::open(path, copied), other = MappedFile::open(path, copied);
    CHECK(file->bytes()[99 * copied] == std::byte{'a'});
    CHECK_FALSE(file->lost());
    std::filesystem::resize_file(path, 10);
    CHECK(file->lost());
    CHECK(file->changed());
    CHECK(file->bytes()[0] == std::byte{'a'});
    CHECK(file->bytes()[50 * copied] == std::byte{0});
    CHECK(file->bytes()[99 * copied + 7] == std::byte{0});
    CHECK(other->bytes()[2 * copied] == std::byte{0});
    CHECK(text_of(*file).size() == before.size());

    // Replaced by renaming, what is mapped stays whole.
    const auto third = MappedFile::open(path, 0);
    write_file(path, before);
    CHECK(third->changed());
    CHECK_FALSE(third->lost());
    CHECK(third->bytes()[0] == std::byte{'a'});

    const auto rewritten = MappedFile::open(path, copied);
    rewrite(path, std::string(100 * copied, 'b'));
    CHECK(rewritten->lost());
}

TEST_CASE("what git leaves in place of a large file is called by its name") {
    const TemporaryFolder folder;
    write_file(folder / "model.safetensors",
               "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 548105171\n");
    const std::string message = message_of([&] { MappedFile::open(folder / "model.safetensors"); });
    CHECK(contains(message, "model.safetensors: it is a Git LFS pointer; its content has not been downloaded"));
    CHECK(message == message_of([&] { read_text_file(folder / "model.safetensors"); }));
}

TEST_SUITE_END();
