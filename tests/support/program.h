// The built program, run as a user runs it, for tests of the command line.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>

#include "tests/support/skipped.h"

namespace glassformer::test {

struct Outcome {
    int code = -1;
    std::string out, err;
};

/// A folder of this run alone, gone at its end.
inline std::filesystem::path scratch() {
    static const struct Scratch {
        std::filesystem::path path =
            std::filesystem::temp_directory_path() / ("glassformer-cli-" + std::to_string(std::random_device{}()));
        Scratch() { std::filesystem::create_directories(path); }
        ~Scratch() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
    } folder;
    return folder.path;
}

inline Outcome run(const std::string& arguments, const std::string& environment = "") {
    const auto errors = scratch() / "stderr";
    const std::string command =
        environment + " " GLASSFORMER_PROGRAM " " + arguments + " 2>" + errors.string() + " </dev/null";
    Outcome outcome;
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        outcome.out.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::ifstream file(errors);
    outcome.err.assign(std::istreambuf_iterator<char>(file), {});
    return outcome;
}

/// A command that draws with OpenGL; nothing where that is missing here, and the test is skipped.
inline std::optional<Outcome> run_drawing(const std::string& arguments) {
    Outcome outcome = run(arguments);
    if (outcome.code != 0 && outcome.err.find("EGL") != std::string::npos) {
        skip(Needs::opengl, outcome.err);
        return {};
    }
    return outcome;
}

inline void write(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return {};
    std::string text(static_cast<std::size_t>(file.tellg()), '\0');
    file.seekg(0).read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

}  // namespace glassformer::test
