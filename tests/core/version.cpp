// The version: its one place, how versions are compared, what files say of the program that wrote them, and the one
// sentence where a file needs a later one.
#include "core/io/version.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <string>

#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/io/safetensors.h"
#include "core/lesson/read_lesson.h"
#include "core/train/live/training_file.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;

namespace {

namespace fs = std::filesystem;

const std::string now(program_version());

/// The first group of the expression in a file of the project.
std::string found_in(const char* file, const char* expression) {
    const std::string text = read_text_file(test::source_dir() / file);
    std::smatch match;
    return std::regex_search(text, match, std::regex(expression)) ? match[1].str() : "";
}

std::string lesson(const std::string& front_matter) {
    return message_of(
        [&] { static_cast<void>(lesson_from_text("---\n" + front_matter + "---\n## S\n\nWords.\n", "l.md")); });
}

Model small_model() {
    Model model;
    model.config = parse_config(
        R"({"architecture": "decoder", "vocab_size": 4, "d_model": 8, "n_heads": 2, "n_layers": 1, "max_seq_len": 6})",
        "config.json");
    model.weights = initial_weights(model.config, 3);
    return model;
}

}  // namespace

TEST_SUITE_BEGIN("version");

TEST_CASE("the version is written in CMakeLists.txt alone, and the list of changes begins with it") {
    CHECK(found_in("CMakeLists.txt", R"(project\(glassformer VERSION ([0-9.]+) )") == now);
    CHECK(found_in("CHANGELOG.md", R"(\n## ([0-9.]+)\n)") == now);
    CHECK(found_in("vcpkg.json", R"("version[a-z-]*": "([^"]*)\")").empty());
    CHECK(version_of(now).has_value());
    CHECK(written_by() == "glassformer " + now);
}

TEST_CASE("versions are compared by their numbers, and what is none is no version") {
    CHECK(version_of("0.2") == version_of("0.2.0"));
    CHECK(version_of("0.10") > version_of("0.9.7"));
    CHECK(version_of("1.0") > version_of("0.99.99"));
    CHECK(version_of("0.2.1") > version_of("0.2"));
    for (const char* text : {"", "1", "1.", "1.2.", ".2", "1.2.3.4", "1.2.3.", "1.-2", "-1.2", "+1.2", "1.2a", "v1.2",
                             " 1.2", "1.2 ", "1,2", "99999999999.1", "latest"}) {
        CAPTURE(text);
        CHECK_FALSE(version_of(text).has_value());
        CHECK_FALSE(needs_later(text));
    }
    CHECK_FALSE(needs_later(now));
    CHECK_FALSE(needs_later("0.1"));
    CHECK(needs_later(now + "9"));
    CHECK(needs_later("100.0"));
}

TEST_CASE("the sentence on a later program names its version only where the file has one") {
    const std::string end = " and needs a later Glassformer; this one, " + now + ", reads version 1";
    CHECK(of_later_program("session", "version", 2, 1, "") == "the session has version 2" + end);
    CHECK(of_later_program("session", "version", 2, 1, "glassformer 3.4.5") ==
          "the session has version 2 (written by glassformer 3.4.5)" + end);
    for (const char* writer : {"glassformer", "glassformer \n", "another 1.2", "1.2"})
        CHECK(of_later_program("session", "version", 2, 1, writer) == "the session has version 2" + end);
}

TEST_CASE("a lesson that needs a later version says so before it complains of what is unknown here") {
    CHECK(lesson("title: T\n").empty());
    CHECK(lesson("title: T\nneeds: 0.1\n").empty());
    CHECK(lesson("title: T\nneeds: " + now + "\n").empty());
    CHECK(lesson("later: x\nneeds: 100.3\n") ==
          "l.md:3:7: the lesson needs Glassformer 100.3 or later; this one is " + now);
    for (const char* value : {"1", "later", "1.2.3.4"}) {
        const std::string said = lesson("title: T\nneeds: " + std::string(value) + "\n");
        CHECK(said == "l.md:3:7: \"needs\" is a version of Glassformer, such as " + now + ", not \"" + value + "\"");
    }
}

TEST_CASE("a model folder names the version that wrote it, and opens as it would without") {
    const TemporaryFolder folder;
    const Model model = small_model();
    save_model(folder / "m", model);
    const std::string config = read_text_file(folder / "m/config.json");
    const std::string line = ",\n  \"glassformer_version\": \"" + now + "\"";
    const std::size_t at = config.find(line);
    REQUIRE(at != std::string::npos);
    CHECK(config.substr(0, at) + config.substr(at + line.size()) == config_json(model.config));
    const Model back = load_model(folder / "m");
    CHECK(back.warnings.empty());
    CHECK(back.config == model.config);
}

TEST_CASE("a model of a later format is refused before its keys are read") {
    const TemporaryFolder folder;
    save_model(folder / "m", small_model());
    const auto open_with = [&](const std::string& keys) {
        write_file(folder / "m/config.json",
                   R"({"architecture": "decoder", "vocab_size": 4, "d_model": 8, "n_heads": 2, "n_layers": 1, )" +
                       keys + R"("max_seq_len": 6})");
        const std::string said = message_of([&] { static_cast<void>(load_model(folder / "m")); });
        CHECK(message_of([&] { static_cast<void>(load_config(folder / "m")); }) == said);
        return said;
    };
    const std::string path = (folder / "m/config.json").string();
    CHECK(open_with("").empty());
    CHECK(open_with("\"format\": 1, \"glassformer_version\": \"100.0\", ").empty());
    CHECK(open_with("\"format\": 2, \"key_of_later\": 1, ") ==
          path + ": the model has format 2 and needs a later Glassformer; this one, " + now + ", reads format 1");
    CHECK(open_with("\"format\": 3, \"glassformer_version\": \"100.4\", ") ==
          path + ": the model has format 3 (written by glassformer 100.4) and needs a later Glassformer; this one, " +
              now + ", reads format 1");
    for (const char* value : {"0", "\"2\"", "1.5", "null"}) {
        const std::string said = open_with("\"format\": " + std::string(value) + ", ");
        CAPTURE(said);
        CHECK(said.starts_with(path + ": \"format\""));
    }
}

TEST_CASE("the file of a training names the version that wrote it") {
    const TemporaryFolder folder;
    const fs::path path = folder / "t.safetensors";
    TrainingSession session(test::small_plan("sort", 3), {});
    session.step(1);
    session.wait();
    session.save(path);
    session.wait();
    CHECK(SafetensorsFile::open(path).metadata().at("written_by") == written_by());
    CHECK(read_training(path).trainer.steps_done == 1);
}

TEST_SUITE_END();
