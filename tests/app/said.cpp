// What a screen reader hears: a line at each change of focus, on standard output or by speech-dispatcher, which never
// keep the window waiting; and the words that exported figures keep.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "app/platform/announcer.h"
#include "core/base/file.h"
#include "core/base/words.h"
#include "tests/support/environment_variable.h"
#include "tests/support/program.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines = split_lines(text);
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

/// A program in place of speech-dispatcher's, which takes its time and notes what it is to say.
struct Speaker {
    TemporaryFolder folder;
    std::filesystem::path program = folder.path() / "speaker", heard = folder.path() / "heard";

    explicit Speaker(const std::string& then) {
        write_file(program, "#!/bin/sh\necho \"$*\" >>'" + heard.string() + "'\n" + then + "\n");
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    }
    std::vector<std::string> lines() const {
        return std::filesystem::exists(heard) ? lines_of(read_text_file(heard)) : std::vector<std::string>();
    }
};

void finish(Announcer& announcer) {
    for (int i = 0; i < 200 && announcer.go_on(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace

TEST_SUITE_BEGIN("said");

TEST_CASE("while one sentence is spoken the newest of the others waits, and nothing is waited for") {
    const Speaker slow("sleep 0.3");
    Announcer announcer(1, slow.program.string());
    const auto begun = std::chrono::steady_clock::now();
    for (const char* sentence : {"first", "second", "third", "-- fourth"}) announcer.speak(sentence);
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(250));
    finish(announcer);
    CHECK(slow.lines() == std::vector<std::string>{"--cancel -- first", "--cancel -- -- fourth"});
    CHECK(announcer.take_problem().empty());
}

TEST_CASE("speech that is missing, or that fails, is said once in a sentence") {
    Announcer none(1, "/nowhere/spd-say");
    none.speak("first");
    CHECK(none.take_problem().find("install speech-dispatcher") != std::string::npos);
    none.speak("second");
    CHECK(none.take_problem().empty());
    const Speaker broken("echo 'no sound card' >&2; exit 1");
    Announcer announcer(1, broken.program.string());
    announcer.speak("first");
    finish(announcer);
    CHECK(announcer.take_problem().find("no sound card") != std::string::npos);
}

TEST_CASE("lines for a reader that does not read wait, the newest of them, and a reader that is gone ends nothing") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    {
        Announcer announcer(ends[1]);
        const std::string full(60000, 'x');
        REQUIRE(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
        while (write(ends[1], full.data(), full.size()) > 0) {
        }
        REQUIRE(fcntl(ends[1], F_SETFL, 0) == 0);  // as it is: a write would wait for ever
        announcer.write("old");
        announcer.write("new\nest");
        CHECK(announcer.go_on());
        std::string heard(1 << 20, '\0');
        const ssize_t read_first = read(ends[0], heard.data(), heard.size());
        REQUIRE(read_first > 0);
        CHECK_FALSE(announcer.go_on());
        std::string rest(1 << 20, '\0');
        rest.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(ends[0], rest.data(), rest.size()))));
        heard.resize(static_cast<std::size_t>(read_first));
        CHECK((heard + rest).ends_with("xnew est\n"));
        close(ends[0]);
        announcer.write("to nobody");
        CHECK_FALSE(announcer.go_on());
    }
    close(ends[1]);
}

TEST_CASE("the page, the stage, the cell and the answer are lines on standard output, each when it changes") {
    const TemporaryFolder folder;
    write_file(
        folder.path() / "script",
        "wait-idle\nkey 2\nwait-idle\nwait 2\nkey 1\nwait-idle\nkey Down\nwait-idle\nwait 2\nkey Down\nwait-idle\n"
        "wait 2\nkey Ctrl+L\nkey Ctrl+A\ntype The zebra was\nwait-idle\nwait 2\ntype  tired\nkey "
        "Enter\nwait-idle\nwait 3\n");
    const std::string start = "--headless --model coreference-full --stage blocks.1.attn.weights --script " +
                              (folder.path() / "script").string();
    const Outcome said = run("--say " + start);
    CHECK(said.code == 0);
    CAPTURE(said.out);
    const std::vector<std::string> lines = lines_of(said.out);
    REQUIRE(lines.size() >= 4);
    const auto one = [&](const std::string& words) {
        return std::ranges::any_of(lines,
                                   [&](const std::string& line) { return line.find(words) != std::string::npos; });
    };
    CHECK(lines.front().find("(block 2, head 1)") != std::string::npos);
    CHECK(lines.front().find("Answer: animal, 9") != std::string::npos);
    CHECK(one("Attention: "));
    CHECK(one("Cell head 1"));
    CHECK(one("1 word is not among this model's"));
    // A line is of what is new alone.
    for (std::size_t i = 1; i < lines.size(); ++i) CHECK(lines[i] != lines[i - 1]);
    CHECK(std::ranges::count_if(lines,
                                [](const std::string& line) { return line.find("Answer") != std::string::npos; }) == 2);
    CHECK(run(start).out.empty());
}

TEST_CASE("a key says all of it once more, without what a question asks for, and settings keep how") {
    const TemporaryFolder folder;
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.stage = "blocks.1.attn.weights";
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect said=\nkey Down\nwait-idle\nkey Ctrl+R");
    const std::string said = program.state("said");
    CHECK(said.find("(block 2, head 1)") != std::string::npos);
    CHECK(said.find("Cell head 1") != std::string::npos);
    CHECK(said.find("Answer: animal") != std::string::npos);
    CHECK(program.state("notice") == said);  // where nothing is spoken it is shown
    program.run("key 7\nwait-idle\nkey Ctrl+R");
    CHECK(program.state("said").find("Train: ") == 0);
    CHECK(program.state("said").find("Cell") == std::string::npos);
}

TEST_CASE("speech that is missing does not keep the window from working") {
    const EnvironmentVariable path("PATH", "/nowhere");
    AppOptions options = shipped_options("sort", {960, 540});
    options.speaks = true;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nwait 3\nkey 2\nwait-idle\nexpect view=attention");
    CHECK(program.state("message").find("spd-say") != std::string::npos);
}

TEST_CASE("an exported figure keeps its words") {
    const std::filesystem::path stage = scratch() / "stage.svg", view = scratch() / "view.svg",
                                pdf = scratch() / "v.pdf";
    const std::string model = "render --model coreference-full --view ";
    REQUIRE(run(model + "walk --stage blocks.1.attn.weights --out " + stage.string()).code == 0);
    REQUIRE(run(model + "attention --out " + view.string()).code == 0);
    for (const auto& file : {stage, view}) {
        CAPTURE(file);
        const std::string text = read_text_file(file);
        const std::string head = text.substr(0, 1200);
        CHECK(head.find("<svg role=\"img\"") != std::string::npos);
        CHECK(head.find("<title>") != std::string::npos);
        CHECK(head.find("<desc>") != std::string::npos);
        CHECK(head.find("The animal didn't cross the street") != std::string::npos);
    }
    CHECK(read_text_file(stage).find("attends most to “animal”") != std::string::npos);
    CHECK(read_text_file(view).find("<title>Attention: ") != std::string::npos);
}

TEST_SUITE_END();
