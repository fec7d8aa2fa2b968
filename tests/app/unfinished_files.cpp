// Files of an export take their places together: where a link stands, behind it, with the mode of those before them.
#include "app/export/unfinished_files.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "core/base/file.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
namespace fs = std::filesystem;

TEST_SUITE_BEGIN("unfinished_files");

TEST_CASE("a file takes the place of the one before it, with its mode") {
    const TemporaryFolder folder;
    constexpr fs::perms owner = fs::perms::owner_read | fs::perms::owner_write;
    write_file(folder / "a.html", "old");
    fs::permissions(folder / "a.html", owner);
    const UnfinishedFiles unfinished(folder.path());
    std::vector<fs::path> files{unfinished.path() / "a.html", unfinished.path() / "b.html"};
    for (const fs::path& file : files) write_file(file, "new");
    unfinished.place(files);
    CHECK(files == std::vector<fs::path>{folder / "a.html", folder / "b.html"});
    for (const fs::path& file : files) CHECK(read_text_file(file) == "new");
    CHECK(fs::status(folder / "a.html").permissions() == owner);
}

TEST_CASE("a link stays, and what it leads to is written; a device behind one stops all") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "real");
    write_file(folder / "real/a.html", "old");
    fs::create_symlink("real/a.html", folder / "a.html");
    const UnfinishedFiles unfinished(folder.path());
    std::vector<fs::path> files{unfinished.path() / "a.html", unfinished.path() / "b.html"};
    const auto make = [&] {
        for (const char* name : {"a.html", "b.html"}) write_file(unfinished.path() / name, name);
    };
    make();
    unfinished.place(files);
    CHECK(fs::is_symlink(folder / "a.html"));
    CHECK(read_text_file(folder / "real/a.html") == "a.html");
    CHECK(read_text_file(folder / "b.html") == "b.html");

    make();
    write_file(folder / "real/a.html", "kept");
    fs::remove(folder / "b.html");
    fs::create_symlink("/dev/null", folder / "b.html");
    files = {unfinished.path() / "a.html", unfinished.path() / "b.html"};
    CHECK_THROWS_AS(unfinished.place(files), Error);
    CHECK(read_text_file(folder / "real/a.html") == "kept");
    CHECK(fs::is_symlink(folder / "b.html"));
}

TEST_CASE("what a killed program left is taken away by the next one, and what another is making stays") {
    const TemporaryFolder folder;
    const fs::path left = unfinished_export(folder.path(), 1), made = unfinished_export(folder.path(), 2);
    for (const fs::path& path : {left, made}) {
        fs::create_directory(path);
        write_file(path / "a.html", "half");
    }
    write_file(left / "lock", "");
    const FileLock at_work(made / "lock");
    REQUIRE(at_work.state() == FileLock::State::held);
    {
        const UnfinishedFiles unfinished(folder.path());
        CHECK(is_locked(unfinished.path() / "lock"));
        CHECK_FALSE(fs::exists(left));
        CHECK(fs::exists(made / "a.html"));
    }
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_SUITE_END();
