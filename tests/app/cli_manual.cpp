// The manual pages and the shells' completion, which are made from the rows that --help reads.
// ctest: alone 6 s, optimised instead
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The first word of each row below a heading of --help, up to the next empty line.
std::vector<std::string> rows_below(const std::string& help, const std::string& heading) {
    std::vector<std::string> rows;
    bool below = false;
    for (const std::string& line : lines_of(help)) {
        if (line == heading)
            below = true;
        else if (line.empty())
            below = false;
        else if (below && line.starts_with("  ") && line[2] != ' ')
            rows.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return rows;
}

/// Without what man does to it.
std::string read_aloud(const std::string& page) {
    std::string text;
    for (std::size_t i = 0; i < page.size(); ++i) {
        if (page[i] != '\\') {
            text += page[i];
            continue;
        }
        ++i;
        if (page[i] == 'f')
            ++i;
        else if (page[i] == '-')
            text += '-';
        else if (page[i] == 'e')
            text += '\\';
        else if (page[i] == '(') {
            constexpr std::pair<const char*, char> signs[] = {{"aq", '\''}, {"ga", '`'}, {"ha", '^'}, {"ti", '~'}};
            for (const auto& [name, sign] : signs)
                if (page.compare(i + 1, 2, name) == 0) text += sign;
            i += 2;
        }
    }
    return text;
}

std::vector<std::string> completed(const std::string& words) {
    const Outcome outcome = run("completion words -- " + words);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    std::vector<std::string> lines = lines_of(outcome.out);
    REQUIRE_FALSE(lines.empty());
    return lines;
}

bool holds(const std::vector<std::string>& words, const std::string& word) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

TEST_SUITE_BEGIN("cli_manual");

TEST_CASE("each command has a manual page with all that its --help names") {
    const std::filesystem::path folder = scratch() / "man1";
    REQUIRE(run("manual --out " + folder.string()).code == 0);
    const std::string help = run("--help").out;
    const std::vector<std::string> commands = rows_below(help, "Subcommands:");
    CHECK(commands.size() > 20);
    for (const std::string& command : commands) {
        CAPTURE(command);
        CHECK(std::filesystem::exists(folder / ("glassformer-" + command + ".1")));
    }
    CHECK(std::filesystem::exists(folder / "glassformer-lesson-export.1"));
    CHECK_FALSE(std::filesystem::exists(folder / "glassformer-completion-words.1"));
    for (const std::string command : {"", "trace", "lesson export", "render"}) {
        CAPTURE(command);
        std::string name = command.empty() ? "glassformer" : "glassformer-" + command;
        std::ranges::replace(name, ' ', '-');
        const std::string page = text_of(folder / (name + ".1")), text = read_aloud(page);
        CHECK(page.starts_with(".TH "));
        for (const std::string& line : lines_of(page)) {
            CAPTURE(line);
            const bool request = line.starts_with('.');
            CHECK(line.find_first_of("'`^~") == std::string::npos);  // which man prints as other signs
            CHECK(line.find(" in [") == std::string::npos);
            CHECK((!request || line.starts_with(".TH ") || line.starts_with(".SH ") || line.starts_with(".BR ") ||
                   line == ".TP" || line == ".nf" || line == ".fi"));
        }
        for (const std::string& option : rows_below(run(command + " --help").out, "Options:")) {
            CAPTURE(option);
            CHECK(text.find(option.substr(option.rfind(',') + 1)) != std::string::npos);
        }
    }
}

TEST_CASE("a page says what --help says of the environment, and says nothing twice") {
    const std::filesystem::path folder = scratch() / "man1";
    REQUIRE(run("manual --out " + folder.string()).code == 0);
    const std::string fetch = read_aloud(text_of(folder / "glassformer-fetch.1"));
    const std::size_t environment = fetch.find(".SH ENVIRONMENT\n");
    REQUIRE(environment != std::string::npos);
    CHECK(fetch.find("HF_TOKEN") > environment);
    CHECK(read_aloud(text_of(folder / "glassformer.1")).find("GLASSFORMER_ASSETS") != std::string::npos);
    CHECK(fetch.find(".SH DESCRIPTION") == std::string::npos);  // its one sentence stands behind its name
    const std::string render = read_aloud(text_of(folder / "glassformer-render.1"));
    CHECK(render.find("--scale-factor INT\n") != std::string::npos);
    CHECK(render.find("1 to 8 (1 to 8)") == std::string::npos);
    const std::string frames = read_aloud(text_of(folder / "glassformer-bench-frame.1"));
    CHECK(frames.find("--repeats INT\n") != std::string::npos);
    CHECK(frames.find("(default 60) (1 to 10000)") != std::string::npos);
}

TEST_CASE("the document of keys has the table that the window's commands give") {
    const Outcome table = run("keys --markdown");
    REQUIRE(table.code == 0);
    CHECK(lines_of(table.out).size() > 90);
    CHECK(text_of(GLASSFORMER_SOURCE_DIR "/docs/keys.md").find(table.out) != std::string::npos);
    const std::vector<std::string> plain = lines_of(run("keys").out);
    CHECK(plain.size() + 2 == lines_of(table.out).size());  // without the head
    CHECK(std::ranges::find(plain, "Window\tCtrl+Z\tundo") != plain.end());
}

TEST_CASE("commands, options and what they take are completed") {
    CHECK(completed("tra") == std::vector<std::string>{"files", "trace", "train"});
    CHECK(completed("trace --mod") == std::vector<std::string>{"words", "--model"});
    CHECK(completed("trace --model coreference-fu").front() == "files");
    CHECK(holds(completed("trace --model coreference-fu"), "coreference-full"));
    CHECK_FALSE(holds(completed("trace --model coreference-fu"), "sort"));
    CHECK(completed("render --view wa") == std::vector<std::string>{"words", "walk"});
    CHECK(holds(completed("lesson export self-a"), "self-attention"));
    CHECK(holds(completed("trace --model coreference-full --stage blocks.1.attn.w"), "blocks.1.attn.weights"));
    CHECK(completed("trace --model /nowhere --stage ''") == std::vector<std::string>{"words"});
    CHECK(completed("trace --tokens 1 --text ''") == std::vector<std::string>{"words"});
    CHECK(completed("render --view = at") == std::vector<std::string>{"words", "attention"});
    CHECK(holds(completed("render --view ="), "attention"));
    CHECK(completed("render --view=at") == std::vector<std::string>{"words", "--view=attention"});
    CHECK(completed("render --view \"'at\"") == std::vector<std::string>{"words", "attention"});
    CHECK(holds(completed("trace --model \"'sort'\" --stage logi"), "logits"));
    CHECK(completed("train --positional rop") == std::vector<std::string>{"words", "rope"});
    CHECK(completed("measure positions --encodings alib") == std::vector<std::string>{"words", "alibi"});
    CHECK(completed("train --optimizer s") == std::vector<std::string>{"words", "sgd"});
    CHECK(completed("render --film a") == std::vector<std::string>{"files"});
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const std::string script = run(std::string("completion ") + shell).out;
        CHECK(script.find("completion words -- ") != std::string::npos);
    }
    write(scratch() / "completion.bash", run("completion bash").out + R"(
COMP_WORDS=()" GLASSFORMER_PROGRAM R"( render --view at)
COMP_CWORD=3
_glassformer )" GLASSFORMER_PROGRAM R"( at --view
printf '%s\n' "${COMPREPLY[@]}"
)");
    FILE* bash = popen(("bash --norc " + (scratch() / "completion.bash").string()).c_str(), "r");
    REQUIRE(bash != nullptr);
    std::array<char, 256> said{};
    const std::size_t count = std::fread(said.data(), 1, said.size(), bash);
    CHECK(pclose(bash) == 0);
    CHECK(std::string(said.data(), count) == "attention\n");
}

TEST_SUITE_END();
