// Session files: the same pixels again, whole files whatever happens, and the copy that a crash leaves.
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "app/files/session_file.h"
#include "core/base/file.h"
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

/// Beside the buttons of what can be undone and done again: steps are not kept.
std::size_t different_pixels(const Program& program, const Image& a, const Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    const Rect undo = program.target("undo"), redo = program.target("redo");
    std::size_t different = 0;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x) {
            const Vec2 at{static_cast<float>(x), static_cast<float>(y)};
            if (undo.contains(at) || redo.contains(at)) continue;
            // The atlas of letters was filled in another order, and its smoothing rounds by 1.
            for (int channel = 0; channel < 3; ++channel)
                if (std::abs(a.pixel(x, y)[channel] - b.pixel(x, y)[channel]) > 1) {
                    ++different;
                    break;
                }
        }
    return different;
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
        const SettledProgram program(shipped_options("coreference-full", {1280, 1000}));
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
    AppOptions again = shipped_options("sort", {1280, 1000});
    again.open = file;
    const SettledProgram program(again);
    program.run("wait-idle\n" + open("sentiment-but"));
    CHECK(labels(program) == "good");
    program.run("click @labels\nkey Ctrl+A\nkey Del\nkey Enter\nwait-idle\n" + open("coreference-full"));
    CHECK(labels(program) == "8: dog");
    program.run(open("sentiment-but"));
    CHECK(labels(program).empty());  // emptied by hand
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
            "wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype the cat sat on the mat\nkey Enter\nwait-idle\ntype /\n"
            "type b1 softmax\nkey Enter\nkey Shift+Page down\nkey Down\nkey Down\nkey S\ntype >\nkey T\nkey Ctrl++\n"
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
        CHECK(program.state("theme") == "dark");
        CHECK(program.state("scale") == "1.10");
        program.run("wait 200");
        CHECK(different_pixels(program, saved, program.picture()) == 0);
    }
}

namespace {

struct SavedState {
    const char* name;
    const char* model;
    const char* script;    // that leads there
    const char* expected;  // "STATE=VALUE", before and afterwards
};
constexpr const char* translator = "sinusoidal encoder-decoder";
// What was shown where it was saved, in every view and in what a hand can change there.
constexpr SavedState saved_states[] = {
    {"walk, a cell edited", decoder,
     "type /\ntype b1 softmax\nkey Enter\nkey Down\nkey E\nkey Ctrl+A\ntype 0.5\nkey Enter", "edits=1"},
    {"walk, a cell selected, rows so far", decoder,
     "type /\ntype b1 scaled\nkey Enter\nkey S\nkey Right\nkey Right\nkey Right\nkey Shift+Page down", "head=2"},
    {"walk, a head off", decoder, "type /\ntype b1 heads\nkey Enter\nkey Shift+Page down\nkey X", "head_off=yes"},
    {"walk, the mask painted", decoder, "type /\ntype b1 scores_masked\nkey Enter\nkey Down\nkey Down\nkey Y",
     "edits=1"},
    {"walk, the camera moved", decoder,
     "key Right\nkey Right\nkey Right\nkey 0\nmove @canvas\nwheel 5\ndrag 300 300 240 260", "zoom=free"},
    {"walk, the camera near a cell", decoder, "type /\ntype b1 softmax\nkey Enter\nkey Down\nkey I\nkey I",
     "zoom=free"},
    {"walk, the whole model, with its mini-map", decoder, "key End\nkey O\nkey O\nkey M", "zoom=block"},
    {"walk, the mini-map over a picture", decoder, "key Right\nkey M", "zoom=stage"},
    {"walk, the way back", decoder, "key B\nwait-idle\ntype /\ntype b1 softmax\nkey Enter\nkey Down\nkey U",
     "backward=yes"},
    {"walk, cells watched and a stop", decoder,
     "type /\ntype b1 softmax\nkey Enter\nkey Down\nkey W\nkey Down\nkey W\nkey K", "watched=2"},
    {"walk, other theme, size of text and colours", decoder,
     "key T\nkey Ctrl++\nkey Ctrl++\nkey Right\nkey P\nkey Ctrl+,\nclick @heatmap colours Dark to light\nkey Esc",
     "scale=1.20"},
    {"attention, lines", decoder, "key 2\nkey V\nkey V\nkey Shift+Page down\ntype +\nkey Down", "attention_mode=arcs"},
    {"attention, heads laid over one another", decoder, "key 2\nkey H\nkey Right\nkey Right\nkey H",
     "attention_overlaid=2,4"},
    {"attention, one head alone", decoder, "key 2\nkey Right\nkey F\nkey Down", "attention_solo=yes"},
    {"attention, numbers", translator, "key 2\nkey Shift+V\nkey End", "attention_mode=numbers"},
    {"attention, while the cursor is elsewhere", translator, "key 2\nkey End\ntype /\ntype mlp pre\nkey Enter",
     "attention_mode=heads"},
    {"output, a token at a position", decoder, "key 3\nkey Left\nkey Left\nkey Down\nkey Down", "output_mode=choice"},
    {"output, a text that went on", decoder,
     "key Ctrl+L\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle\nkey 3\nkey V\nkey N\nwait-idle\n"
     "key N\nwait-idle\ntype >",
     "generated=2"},
    {"output, a translation", translator, "key 3\nkey V\nkey N\nwait-idle", "output_mode=translation"},
    {"output, the lens", decoder, "key 3\nkey V\nkey V\nwait-idle", "lens=done"},
    {"output, contributions", decoder, "key 3\nkey Shift+V\nkey Down\nkey Down\nclick @difference",
     "output_mode=contributions"},
    {"output, while the cursor is elsewhere", decoder, "key 3\ntype /\ntype b1 softmax\nkey Enter",
     "stage=blocks.0.attn.weights"},
    {"inspector, a cell of another head", decoder,
     "key 4\nkey Ctrl+F\ntype attn\nkey Enter\nkey Ctrl+Down\nkey Shift+Page down\nkey Ctrl+G\ntype 3, 2\nkey Enter",
     "locked=yes"},
    {"inspector, scrolled away", decoder,
     "key 4\nkey Ctrl+F\ntype mlp\nkey Enter\nkey Down\nmove @table\nwheel -3\nmove @records\nwheel -1", "filter=mlp"},
    {"inspector, a plane that is no head", "convolution",
     "key 4\ntype /\ntype conv.1.weight\nkey Enter\nkey Shift+Page down", "slice=1"},
    {"compare, run B follows A's changes", decoder,
     "type /\ntype b1 heads\nkey Enter\nkey X\nwait-idle\nkey 5\nkey Shift+U\nwait-idle\nkey Shift+D",
     "compare_b=without changes"},
    {"compare, run B of its own", decoder,
     "key 5\nkey Shift+B\nkey Ctrl+A\ntype the cat sat on the mat\nkey Enter\nwait-idle\nkey Home\nkey Right\nkey Down",
     "compare_b_text=the cat sat on the mat"},
    {"compare, runs without a common part", "t5 encoder, classifier by mean",
     "key 5\nwait-idle\nclick @b model\nkey Down\nkey Enter\nwait-idle\nkey End\nkey Left\nkey Right\nkey Right",
     "compare_largest="},
};

}  // namespace

TEST_CASE("whatever is shown in whichever view is shown again, to the pixel") {
    const TemporaryFolder folder;
    for (const SavedState& row : saved_states) {
        const std::string name = row.name;
        CAPTURE(name);
        const std::filesystem::path file = folder / "talk.glassformer";
        std::filesystem::remove(file);
        AppOptions options = window_options(row.model, {900, 560});
        const std::string expected = row.expected, state = expected.substr(0, expected.find('='));
        Image saved;
        {
            const Program program(options);
            if (!program) return;
            program.run("wait-idle\n" + std::string(row.script) + "\nwait-idle");
            CHECK(state + "=" + program.state(state) == expected);
            saved = program.picture();
            program.run("key Ctrl+S\nkey Ctrl+A\ntype " + file.string() + "\nkey Enter\nexpect open=closed");
        }
        REQUIRE(std::filesystem::exists(file));
        options.open = file;
        const Program program(options);
        program.run("wait-idle");
        CHECK(state + "=" + program.state(state) == expected);
        CHECK(different_pixels(program, saved, program.picture()) == 0);
    }
}

TEST_CASE("a session that says nothing about a view, or not all of it, opens that as in a new window") {
    const TemporaryFolder folder;
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle");
    SessionFile session = program.app->session_now();
    const auto fresh = session.views;
    program.run(
        "key S\ntype >\nkey 0\nkey 2\nkey V\nkey V\nkey 3\nkey V\nkey 4\nkey Ctrl+F\ntype norm\nkey Esc\nkey "
        "5\nwait-idle\n"
        "key Shift+B\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle\nkey 6\nkey V\nwait-idle");
    const auto changed = program.app->session_now().views;
    for (const char* name : {"walk", "attention", "output", "inspect", "compare", "positions"}) {
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
    program.run("wait-idle\nwait 100");
    CHECK(to_text(program.app->session_now()) == to_text(session));
    CHECK(program.state("changed") == "no");
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
    const auto before = std::chrono::steady_clock::now();
    save_session(file, some_session(std::string(200000, '0')));
    const auto one = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - before);
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
        CHECK(leftovers(folder) <= 1);  // each save takes away what the killed one before it left
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

TEST_SUITE_END();
