// Session files: what is in them, whole files whatever happens, and the copy that a crash leaves. What a window shows
// again from one is in session_pixels.cpp.
// ctest: alone 10 s
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "app/files/autosave.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

SessionFile some_session(const std::string& text) {
    SessionFile session;
    session.inputs = {.model = "sort", .text = text, .target = "", .edits = {{"embed", Cell{{1, 2}}, 0.1F}}};
    session.cursor = {.record = "embed", .head = 1, .row = 2, .column = 3, .locked = true, .limit = 5};
    session.theme = "light";
    session.text_scale = 1.25F;
    session.views["walk"] = {{"by", "1"}, {"name", "\"a\""}};
    return session;
}

/// Files that a writer left beside the one it wrote.
int leftovers(const TemporaryFolder& folder) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        count += entry.path().filename().string().find(".new") != std::string::npos ? 1 : 0;
    return count;
}

/// A process that is over, so that no running program has its number.
int number_of_a_dead_process() {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    return child;
}

}  // namespace

TEST_SUITE_BEGIN("session_files");

TEST_CASE("a session is the same after writing and reading, and what is none is refused with a sentence") {
    const SessionFile session = some_session("3 1 2\n\"x\"");
    CHECK(session_from_text(to_text(session), "x") == session);
    const auto error = [](const std::string& text) {
        return message_of([&] { session_from_text(text, "f.glassformer"); });
    };
    CHECK(error("{").find("f.glassformer") != std::string::npos);
    CHECK(error("[]").find("not a Glassformer session") != std::string::npos);
    CHECK(error("{\"format\": \"other\"}").find("not a Glassformer session") != std::string::npos);
    CHECK(error("{\"format\": \"glassformer session\", \"version\": 2}").find("version 2") != std::string::npos);
    CHECK(error("{\"format\": \"glassformer session\", \"version\": 1}").find("inputs") != std::string::npos);
    CHECK(error("{\"format\": \"glassformer session\", \"version\": 1, \"inputs\": {\"model\": 3}}")
              .find("f.glassformer") != std::string::npos);
    CHECK(error("{\"format\": \"glassformer session\", \"version\": 1, \"inputs\": {\"model\": \"m\", \"text\": \"\"}, "
                "\"cursor\": 3}") != "");
}

TEST_CASE("the target of a loss stays that of its model, over other models and in a session file") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "targets.glassformer";
    const auto open = [](const char* model) {
        return "key Ctrl+O\nkey Ctrl+A\ntype " + std::string(model) + "\nkey Enter\nwait-idle\nexpect model=" + model +
               "\n";
    };
    const auto labels = [](const Program& program) { return program.app->session().inputs().labels; };
    {
        const SettledProgram program(shipped_options("coreference-full", {900, 1000}));
        if (!program) return;
        program.run("wait-idle\nkey B\nwait-idle\nclick @labels\ntype 9: street\nkey Enter\nwait-idle\nexpect error=");
        CHECK(labels(program) == "8: street");
        program.run(open("sort"));
        CHECK(labels(program).empty());
        program.run(open("coreference-full"));
        CHECK(labels(program) == "8: street");
        // The target of a text is not that of another one.
        program.run(
            "key Ctrl+L\nkey Ctrl+A\ntype The dog was not caught by the cat because it was too fast.\nkey "
            "Enter\nwait-idle\nclick @labels\nkey Ctrl+A\ntype 11: dog\nkey Enter\nwait-idle\n" +
            open("sort") + open("coreference-full"));
        CHECK(labels(program).empty());
        program.run("click @labels\ntype 9: dog\nkey Enter\nwait-idle\n" + open("sentiment-but") +
                    "click @labels\ntype good\nkey Enter\nwait-idle\n" + open("sort"));
        save_session(file, program.app->session_now());
    }
    const SessionFile saved = load_session(file);
    REQUIRE(saved.loss_targets.size() == 2);
    CHECK(saved.loss_targets.at("coreference-full").labels == "8: dog");
    CHECK(saved.loss_targets.at("sentiment-but").labels == "good");
    CHECK(session_from_text(to_text(saved), "x") == saved);
    AppOptions again = shipped_options("sort", {900, 1000});
    again.open = file;
    const SettledProgram program(again);
    program.run("wait-idle\n" + open("sentiment-but"));
    CHECK(labels(program) == "good");
    program.run("click @labels\nkey Ctrl+A\nkey Del\nkey Enter\nwait-idle\n" + open("coreference-full"));
    CHECK(labels(program) == "8: dog");
    program.run(open("sentiment-but"));
    CHECK(labels(program).empty());  // emptied by hand
}

TEST_CASE("a session that says nothing about a view, or not all of it, opens that as in a new window") {
    const TemporaryFolder folder;
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle");
    SessionFile session = program.app->session_now();
    const auto fresh = session.views;
    const RunB no_b = session.b;
    CHECK(no_b == RunB{});
    program.run(
        "key S\ntype >\nkey 0\nkey 2\nkey V\nkey V\nkey 3\nkey V\nkey 4\nkey Ctrl+F\ntype norm\nkey Esc\nkey "
        "5\nwait-idle\n"
        "key Shift+B\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle\nkey 6\nkey V\nwait-idle\nkey 7\nwait-idle\nkey "
        "Shift+N\nwait-idle\n"
        "key 8\nwait-idle\nkey V\nwait-idle");
    const auto changed = program.app->session_now().views;
    CHECK(program.app->session_now().b.own.value().text == "the cat");
    for (const char* name : {"walk", "attention", "output", "inspect", "positions", "train", "experiments"}) {
        CAPTURE(name);
        CHECK(changed.at(name) != (fresh.contains(name) ? fresh.at(name) : ViewValues{}));
    }
    session.view = "walk";
    session.views = {{"walk", {{"speed", "3"}}}};
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    program.run("wait-idle");
    auto expected = fresh;
    expected.at("walk").at("speed") = "3";
    CHECK(program.app->session_now().views == expected);
    CHECK(program.app->session_now().b == RunB{});
}

TEST_CASE("run B belongs to the inputs; files that had it among the Compare view's values are read") {
    const SessionFile older = load_session(golden("sessions") / "run_b.glassformer");
    REQUIRE(older.b.own);
    CHECK(older.b.own->model == "coreference");
    CHECK(older.b.own->text == "the dog");
    CHECK_FALSE(older.b.proposed);
    CHECK_FALSE(older.views.contains("compare"));
    const std::string written = to_text(older);
    const Json json = parse_json(written, "x");
    CHECK(json.at("inputs").at("b").at("text") == "the dog");
    CHECK_FALSE(json.at("views").contains("compare"));
    CHECK(session_from_text(written, "x") == older);

    SessionFile session = some_session("a");
    const auto read_again = [&] { return session_from_text(to_text(session), "x"); };
    CHECK(read_again() == session);  // without one
    session.b = {.exists = true, .own = {}, .proposed = true};
    CHECK(parse_json(to_text(session), "x").at("inputs").at("b").is_null());
    CHECK(read_again() == session);
    session.b.own = session.inputs;
    session.b.own->edits.clear();
    session.b.own->architecture = R"({"residual":false})";
    CHECK(read_again() == session);
    // What both places say is what the inputs say; what neither can say is as in a new window, or an error.
    const auto with = [](const std::string& b, const std::string& compare) {
        return session_from_text(
            R"({"format": "glassformer session", "version": 1, "inputs": {"model": "m", "text": "t")" + b +
                R"(}, "views": {"compare": {)" + compare + "}}}",
            "x");
    };
    const std::string one = R"({"model": "m", "text": "one"})", other = R"({"model": "m", "text": "other"})";
    CHECK(with(R"(, "b": )" + one, R"("b": )" + other).b.own->text == "one");
    CHECK(with("", R"("b": )" + other).b.own->text == "other");
    CHECK(with("", R"("b": null)").b == RunB{.exists = true});
    CHECK(with("", R"("b": 3)").b == RunB{});
    CHECK_THROWS_WITH_AS(with(R"(, "b": {"model": 3, "text": ""})", ""), doctest::Contains("inputs.b.model"), Error);
    CHECK_THROWS_AS(with(R"(, "b": 3)", ""), Error);

    AppOptions options = shipped_options("sort", {900, 1000});
    options.open = golden("sessions") / "run_b.glassformer";
    const SettledProgram program(options);
    program.run("wait-idle");
    CHECK(program.state("view") == "compare");
    CHECK(program.state("compare_b_text") == "the dog");
    CHECK(program.app->session_now().b == older.b);
}

TEST_CASE("a session that the program wrote before its views had pages opens, and is saved as it was") {
    for (const char* name : {"attention", "experiments", "output", "positions", "translation", "walk"}) {
        CAPTURE(name);
        const std::filesystem::path file = golden("sessions") / (std::string(name) + ".glassformer");
        const SessionFile before = load_session(file);
        AppOptions options = shipped_options(before.inputs.model, {1280, 720});
        options.open = file;
        const SettledProgram program(options);
        program.run("wait-idle");
        CHECK(to_text(program.app->session_now()) == to_text(before));
    }
}

TEST_CASE("saving asks before it replaces another file, and says where it cannot write") {
    const TemporaryFolder folder;
    std::ofstream(folder / "old.glassformer") << "precious";
    const Program program(window_options(decoder));
    if (!program) return;
    const std::string base = folder.path().string();
    program.run("wait-idle\nkey Ctrl+Shift+S\nkey Ctrl+A\ntype " + base + "/old\nkey Enter\nexpect open=saving");
    CHECK(read_text_file(folder / "old.glassformer") == "precious");
    program.run("key Enter\nexpect open=closed\nexpect title=old – Glassformer");
    CHECK(load_session(folder / "old.glassformer").inputs.model == decoder);
    std::ofstream(folder / "file") << "";
    program.run("key Ctrl+Shift+S\nkey Ctrl+A\ntype " + base + "/file/below\nkey Enter\nwait 3");
    CHECK(program.state("message").find("/file") != std::string::npos);
    CHECK(program.state("file") == base + "/old.glassformer");
}

TEST_CASE("a session opened as argument that is broken is an error of the command line") {
    const TemporaryFolder folder;
    std::ofstream(folder / "broken.glassformer") << "{";
    AppOptions options = window_options(decoder);
    options.open = folder / "broken.glassformer";
    try {
        const Program program(options);
        if (program) FAIL("a broken session was opened");
    } catch (const Error& error) {
        CHECK(std::string(error.what()).find("broken.glassformer") != std::string::npos);
    }
}

TEST_CASE("a program killed while it saves leaves the old session or the new one, whole") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "killed.glassformer";
    save_session(file, some_session("start"));
    const auto before = std::chrono::steady_clock::now();
    save_session(file, some_session(std::string(200000, '0')));
    auto one = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - before);
    save_session(file, some_session("start"));
    std::mt19937 random(7);
    int saved = 0;
    for (int round = 0; round < 50; ++round) {
        int ready[2];
        REQUIRE(pipe(ready) == 0);
        const pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            SessionFile session = some_session(std::string(200000, static_cast<char>('A' + round)));
            try {
                if (write(ready[1], "", 1) != 1) _exit(1);
                for (;;) save_session(file, session);
            } catch (...) {
                _exit(1);
            }
        }
        char byte = 0;
        REQUIRE(read(ready[0], &byte, 1) == 1);
        close(ready[0]);
        close(ready[1]);
        // At any moment of the first saves, however slow this machine is.
        std::this_thread::sleep_for(one * std::uniform_int_distribution<int>(0, 3000)(random) / 1000);
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        REQUIRE(WIFSIGNALED(status));
        const SessionFile found = load_session(file);  // throws where it is not whole
        const std::string& text = found.inputs.text;
        CHECK((text == "start" || (text.size() == 200000 && text.find_first_not_of(text[0]) == std::string::npos)));
        if (text != "start") ++saved;
        if (saved == 0 && round % 10 == 9) one *= 3;  // the child has less of this machine than the first save had
        CHECK(leftovers(folder) <= 1);                // each save takes away what the killed one before it left
    }
    CHECK(saved > 0);
    save_session(file, some_session("end"));
    CHECK(leftovers(folder) == 0);
    CHECK(load_session(file).inputs.text == "end");
}

TEST_CASE("a program killed with half of a session written leaves the old one, and the next save clears up") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "killed.glassformer";
    save_session(file, some_session("start"));
    int half_written[2];
    REQUIRE(pipe(half_written) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        try {
            FileReplacement session(file);
            session.write(std::string(200000, '{'));  // more than a stream keeps to itself
            if (write(half_written[1], "", 1) != 1) _exit(1);
            for (;;) pause();
        } catch (...) {
            _exit(1);
        }
    }
    char byte = 0;
    REQUIRE(read(half_written[0], &byte, 1) == 1);
    close(half_written[0]);
    close(half_written[1]);
    CHECK(leftovers(folder) == 1);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    CHECK(leftovers(folder) == 1);
    CHECK(load_session(file).inputs.text == "start");
    save_session(file, some_session("end"));
    CHECK(leftovers(folder) == 0);
    CHECK(load_session(file).inputs.text == "end");
}

TEST_CASE("what killed programs left beside settings and sessions goes, what is being written stays") {
    const TemporaryFolder folder;
    const std::string dead = "autosave-" + std::to_string(number_of_a_dead_process()) + ".glassformer";
    const std::vector<std::string> gone{dead + ".new0123456789", "settings.json.new0000000001"};
    const std::vector<std::string> kept{"settings.json.new1", "settings.json.new", "other.json.new0123456789",
                                        "settings.json.new0123456789x"};
    for (const auto* names : {&gone, &kept})
        for (const std::string& name : *names) std::ofstream(folder / name) << "half";
    FileReplacement writing(folder / (dead + "2"));
    writing.write("whole");
    CHECK(Autosave(folder.path()).left_behind().empty());
    write_file(folder / "settings.json", "{}");
    for (const std::string& name : gone) CHECK_FALSE(std::filesystem::exists(folder / name));
    for (const std::string& name : kept) CHECK(std::filesystem::exists(folder / name));
    writing.commit();
    CHECK(read_text_file(folder / (dead + "2")) == "whole");

    // Two write the same file: the second does not take the first one's work for a leftover.
    FileReplacement first(folder / "a"), second(folder / "a");
    first.write("first");
    second.write("second");
    first.commit();
    CHECK(read_text_file(folder / "a") == "first");
    second.commit_durably();
    CHECK(read_text_file(folder / "a") == "second");
}

TEST_CASE("what was not saved is offered after a crash, restored or discarded") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder, {640, 400});  // hundreds of frames are drawn
    options.settings = folder / "settings.json";
    const auto copies = [&] {
        int count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            count += entry.path().filename().string().starts_with("autosave-") ? 1 : 0;
        return count;
    };
    SessionFile lost;
    {
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nexpect restore=no\nkey End\nwait 620");
        REQUIRE(copies() == 1);
        const auto own = folder / ("autosave-" + std::to_string(getpid()) + ".glassformer");
        lost = load_session(own);
        CHECK(lost.cursor.record == "probs");
    }
    CHECK(copies() == 0);  // left in good order
    const auto left = [&] {
        save_session(folder / ("autosave-" + std::to_string(number_of_a_dead_process()) + ".glassformer"), lost);
    };
    std::filesystem::remove(options.settings);
    left();
    {
        const Program program(options);
        program.run(
            "wait-idle\nexpect restore=yes\nexpect stage=embed.tokens\nclick @restore\nwait-idle\n"
            "expect restore=no\nexpect stage=probs");
    }
    CHECK(copies() == 0);
    left();
    const Program program(options);
    program.run("wait-idle\nexpect restore=yes\nclick @discard\nexpect restore=no");
    CHECK(copies() == 0);
}

TEST_CASE("the copies of several windows that ended together are offered one after the other, the newest first") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder, {640, 400});
    options.settings = folder / "settings.json";
    const auto copy = [&](int number) { return folder / ("autosave-" + std::to_string(number) + ".glassformer"); };
    const int dead = number_of_a_dead_process();
    SessionFile lost;
    lost.inputs.model = options.inputs.model;
    lost.inputs.text = "first";
    save_session(copy(dead), lost);
    lost.inputs.text = "second";
    save_session(copy(getpid()), lost);  // a process of that number ran before a restart, or in another container
    std::filesystem::last_write_time(copy(dead),
                                     std::filesystem::last_write_time(copy(getpid())) - std::chrono::seconds(5));
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect restore=yes\nclick @discard\nexpect restore=yes");
    CHECK_FALSE(std::filesystem::exists(copy(getpid())));
    CHECK(load_session(copy(dead)).inputs.text == "first");
    program.run("click @discard\nexpect restore=no");
    CHECK_FALSE(std::filesystem::exists(copy(dead)));
}

TEST_CASE("the copy of a window that runs is not offered, whatever the number of its process") {
    const TemporaryFolder folder;
    Autosave first(folder.path()), second(folder.path());
    first.save(some_session("first"));
    second.save(some_session("second"));
    CHECK(first.left_behind().empty());
    CHECK(Autosave(folder.path()).left_behind().empty());
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        if (entry.path().filename().string().starts_with("autosave-")) {
            texts.push_back(load_session(entry.path()).inputs.text);
            CHECK((std::filesystem::status(entry.path()).permissions() & std::filesystem::perms(0777)) ==
                  std::filesystem::perms(0600));
        }
    std::ranges::sort(texts);
    CHECK(texts == std::vector<std::string>{"first", "second"});
    first.remove();
    second.remove();
    std::ofstream(folder / "window-77.lock") << "";  // of one that was killed
    CHECK(first.left_behind().empty());
    CHECK_FALSE(std::filesystem::exists(folder / "window-77.lock"));
}

TEST_SUITE_END();
