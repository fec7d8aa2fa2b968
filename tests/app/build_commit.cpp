// cmake/commit.cmake: the commit in what the build compiles into the program.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/program.h"

using namespace glassformer::test;

namespace {

namespace fs = std::filesystem;

bool does(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

/// What is compiled for a source tree.
std::string made_for(const fs::path& tree) {
    const fs::path made = scratch() / "commit.cpp";
    CHECK(does("cmake -D SOURCE='" + tree.string() + "' -D OUTPUT='" + made.string() +
               "' -P " GLASSFORMER_SOURCE_DIR "/cmake/commit.cmake"));
    return text_of(made);
}

}  // namespace

TEST_SUITE_BEGIN("build_commit");

TEST_CASE("the commit is that of the repository, else that of the archive, else unknown") {
    if (!does("git --version") || !does("cmake --version")) return skip(Needs::tools, "no git or no cmake");
    const fs::path tree = scratch() / "a tree", archive = scratch() / "archive";
    fs::create_directories(tree / "cmake");
    fs::create_directories(archive);
    fs::copy(GLASSFORMER_SOURCE_DIR "/cmake/commit.txt", tree / "cmake/commit.txt");
    fs::copy(GLASSFORMER_SOURCE_DIR "/.gitattributes", tree / ".gitattributes");
    const std::string unknown = made_for(tree);
    CHECK(unknown.find(R"(.hash = "", .date = "", .changed = false)") != std::string::npos);

    const std::string git = "git -C '" + tree.string() + "' -c user.name=T -c user.email=t@t.invalid ";
    REQUIRE(does(git + "init -q && " + git + "add . && GIT_COMMITTER_DATE=2026-01-02T12:00:00Z " + git +
                 "commit -q -m one"));
    const std::string clean = made_for(tree);
    CHECK(clean.find(R"(", .date = "2026-01-02", .changed = false)") != std::string::npos);
    const std::size_t hash = clean.find(".hash = \"") + 9;
    CHECK(clean.find_first_not_of("0123456789abcdef", hash) == hash + 10);
    CHECK(does(git + "rev-parse -q --verify " + clean.substr(hash, 10) + "^{commit}"));

    // The same text is not written again, or the program would be linked with every build.
    const fs::path made = scratch() / "commit.cpp";
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(made, long_ago);
    CHECK(made_for(tree) == clean);
    CHECK(fs::last_write_time(made) < fs::file_time_type::clock::now() - std::chrono::minutes(30));

    REQUIRE(does(git + "archive HEAD | tar -x -C '" + archive.string() + "'"));
    CHECK(made_for(archive) == clean);
    write(tree / "cmake/commit.txt", "other");
    const std::string changed = made_for(tree);
    CHECK(changed.find(".date = \"2026-01-02\", .changed = true") != std::string::npos);
    CHECK(changed.find(clean.substr(hash, 10)) == hash);
}

TEST_SUITE_END();
