// Session files: the same pixels again, whole files whatever happens, and the copy that a crash leaves.
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <chrono>
#include <fstream>
#include <thread>

#include "app/session_file.h"
#include "core/io/file.h"
#include "tests/app/window_program.h"
#include "tests/core/temporary_folder.h"

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

/// A process that is over, so that no running program has its number.
int number_of_a_dead_process() {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    return child;
}

}  // namespace

TEST_CASE("a session is the same after writing and reading, and what is none is refused with a sentence") {
    const SessionFile session = some_session("3 1 2\n\"x\"");
    CHECK(session_from_text(to_text(session), "x") == session);
    const auto error = [](const std::string& text) {
        return message_of([&] { session_from_text(text, "f.glassformer"); });
    };
    CHECK(error("{").find("f.glassformer") != std::string::npos);
    CHECK(error("[]").find("no session") != std::string::npos);
    CHECK(error("{\"format\": \"other\"}").find("no session") != std::string::npos);
    CHECK(error("{\"format\": \"glassformer session\", \"version\": 2}").find("version 2") != std::string::npos);
    CHECK(error("{\"format\": \"glassformer session\", \"version\": 1}").find("inputs") != std::string::npos);
    CHECK(error("{\"format\": \"glassformer session\", \"version\": 1, \"inputs\": {\"model\": 3}}")
              .find("f.glassformer") != std::string::npos);
    CHECK(error("{\"format\": \"glassformer session\", \"version\": 1, \"inputs\": {\"model\": \"m\", \"text\": \"\"}, "
                "\"cursor\": 3}") != "");
}

TEST_CASE("a session saved and opened again shows the same pixels") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "talk.glassformer";
    AppOptions options = window_options(decoder);
    const std::filesystem::path first = folder / "first.glassformer";
    Image saved;
    {
        const Program program(options);
        if (!program) return;
        program.run(
            "wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype the cat sat on the mat\nkey Esc\nwait-idle\ntype /\n"
            "type b1 softmax\nkey Enter\nkey Page down\nkey Down\nkey Down\nkey S\nkey .\nkey T\nkey Ctrl++\n"
            "key Ctrl+,\nclick @heatmap colours Dark to light\nkey Esc\nwait-idle\nexpect locked=yes");
        Inputs edited = program.app->session().inputs();
        edited.edits.push_back({"blocks.0.attn.weights", Cell{{0, 2, 1}}, 0.7F});
        program.app->session().set(edited);
        program.run("wait-idle\nwait 200");
        saved = program.picture();
        program.run("key Ctrl+S\nexpect open=saving\nkey Ctrl+A\ntype " + file.string() +
                    "\nkey Enter\nexpect open=closed\n"
                    "expect changed=no\nexpect title=talk – Glassformer");
        std::filesystem::copy_file(file, first);
        program.run(
            "key Home\nexpect changed=yes\nexpect title=talk • – Glassformer\nkey Ctrl+S\nexpect changed=no\n"
            "key Ctrl+Z\nwait-idle\nkey Ctrl+Y\nwait-idle");
        program.app->open_path(file);
        CHECK(program.state("changed") == "no");
    }
    const SessionFile session = load_session(first);
    CHECK(session.inputs.edits.size() == 1);
    CHECK(session.views.at("walk").at("by") == "1");
    for (const bool as_argument : {true, false}) {
        AppOptions fresh = window_options(decoder);
        if (as_argument) fresh.open = first;
        const Program program(fresh);
        program.run("wait-idle");
        if (!as_argument) program.run("drop " + first.string() + "\nwait-idle");
        CHECK(program.state("stage") == "blocks.0.attn.weights");
        CHECK(program.state("heatmaps") == "lightness");
        CHECK(program.state("theme") == "light");
        CHECK(program.state("scale") == "1.25");
        program.run("wait 200");
        const Image again = program.picture();
        REQUIRE(again.rgba.size() == saved.rgba.size());
        // Steps that can be undone are not kept.
        const Rect undo = program.app->find_target("undo").value();
        std::size_t different = 0;
        for (int y = 0; y < again.height; ++y)
            for (int x = 0; x < again.width; ++x)
                if (!undo.contains({static_cast<float>(x), static_cast<float>(y)}) &&
                    !std::equal(again.pixel(x, y), again.pixel(x, y) + 4, saved.pixel(x, y)))
                    ++different;
        CHECK(different == 0);
    }
}

TEST_CASE("a session keeps where its areas are scrolled to") {
    const TemporaryFolder folder;
    const std::string file = (folder / "scrolled.glassformer").string();
    Image saved;
    {
        AppOptions options = window_options(decoder, {1200, 420});
        options.view = "inspect";
        const Program program(options);
        if (!program) return;
        program.run(
            "wait-idle\nkey Ctrl+F\ntype weight\nclick @record embed.tokens.weight\nmove @table\nwheel -3\nmove "
            "@records\nwheel -2\n"
            "move @panel\nwheel -2\nwait 100");
        CHECK(program.state("rows_seen").substr(0, 2) != "0-");
        saved = program.picture();
        program.run("key Ctrl+S\nkey Ctrl+A\ntype " + file + "\nkey Enter\nexpect changed=no");
    }
    const SessionFile session = load_session(file);
    CHECK(session.scrolled.at("inspector panel") > 0);
    CHECK(session_from_text(to_text(session), "x") == session);
    AppOptions fresh = window_options(decoder, {1200, 420});
    fresh.open = file;
    const Program program(fresh);
    program.run("wait-idle\nwait 100\nexpect changed=no");
    const Image again = program.picture();
    CHECK(again.rgba == saved.rgba);
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
    int saved = 0;
    for (int round = 0; round < 25; ++round) {
        const pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            SessionFile session = some_session(std::string(200000, 'a' + static_cast<char>(round)));
            try {
                for (;;) save_session(file, session);
            } catch (...) {
                _exit(1);
            }
        }
        std::this_thread::sleep_for(std::chrono::microseconds(500 + 1700 * round));
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        REQUIRE(WIFSIGNALED(status));
        const SessionFile found = load_session(file);  // throws where it is not whole
        const std::string& text = found.inputs.text;
        CHECK((text == "start" || (text.size() == 200000 && text.find_first_not_of(text[0]) == std::string::npos)));
        if (text != "start") ++saved;
    }
    CHECK(saved > 0);
}

TEST_CASE("what was not saved is offered after a crash, restored or discarded") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder);
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
        program.run("wait-idle\nexpect restore=no\nkey End\nwait 700");
        REQUIRE(copies() == 1);
        const auto own = folder / ("autosave-" + std::to_string(getpid()) + ".glassformer");
        lost = load_session(own);
        CHECK(lost.cursor.record == "probs");
        program.run("wait 700");
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
    left();
    const Program program(options);
    program.run("wait-idle\nexpect restore=yes\nclick @discard\nexpect restore=no");
    CHECK(copies() == 0);
}
