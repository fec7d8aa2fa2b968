// Places: views stand where they were left, the chosen cell stays with its tokens, and keys act only where they are
// meant.
// ctest: alone 5 s
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "app/views/shared/carry_cursor.h"
#include "tests/support/shipped_program.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("places");

TEST_CASE("a token that moves takes the cell along, one that is replaced keeps its place") {
    using Words = std::vector<std::string>;
    using Places = std::vector<int>;
    const Words text{"a", "b", "c", "d"};
    CHECK(carried_tokens(text, Words{"a", "b", "x", "d"}) == Places{0, 1, 2, 3});
    CHECK(carried_tokens(text, Words{"a", "c", "d", "b"}) == Places{0, 3, 1, 2});
    CHECK(carried_tokens(text, Words{"d", "a", "b", "c"}) == Places{1, 2, 3, 0});
    CHECK(carried_tokens(text, Words{"b", "a", "c", "d"}) == Places{1, 0, 2, 3});
    CHECK(carried_tokens(text, Words{"a", "x", "y", "b", "c", "d"}) == Places{0, 3, 4, 5});
    CHECK(carried_tokens(text, Words{"a", "d"}) == Places{0, 1, 1, 1});
    CHECK(carried_tokens(text, Words{"a", "b"}) == Places{0, 1, 1, 1});
    CHECK(carried_tokens(text, Words{"x"}) == Places{0, 0, 0, 0});
}

TEST_CASE("the row stays where it was while a whole sentence is typed anew, and the last one stays the last") {
    const Program program(shipped_options("coreference-full", {1280, 720}));
    if (!program) return;
    const auto type = [&](const std::string& text) {
        program.run("key Ctrl+L\nkey Ctrl+A");
        for (const char c : text) program.run(c == ' ' ? "type  " : std::string("type ") + c);
        program.run("wait-idle");
    };
    program.run("wait-idle\nkey End\nwait-idle\nkey Down\nkey Down\nkey Down\nkey Down\nkey Down\nwait-idle");
    const std::string row = program.state("row");
    REQUIRE(std::stoi(row) >= 4);
    type("the dog saw a cat because it was too wide");
    CHECK(program.state("row") == row);
    type("it was wide");
    CHECK(std::stoi(program.state("row")) == 2);  // clamped only for show
    type("the dog saw a cat because it was too wide");
    CHECK(program.state("row") == row);
    // Once the field is left, the row that is seen is the chosen one.
    program.run("key Enter\nwait-idle");
    type("a zebra drank");
    program.run("key Enter\nwait-idle");
    type("the dog saw a cat because it was too wide");
    CHECK(std::stoi(program.state("row")) == std::stoi(program.state("tokens")) - 1);
    // What is chosen meanwhile is carried from there.
    program.run("key Enter\nwait-idle\nkey Up\nkey Up\nwait-idle");
    const std::string chosen = program.state("row");
    type("the cat drank the milk because it was too hot");
    CHECK(program.state("row") == chosen);
}

TEST_CASE("the answer's row stays the answer's while more is typed, where it is the last") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey End\nwait-idle");
    const int last = std::stoi(program.state("tokens")) - 1;
    for (int i = 0; i < last + 2; ++i) program.run("key Down");
    program.run("wait-idle");
    REQUIRE(program.state("row") == std::to_string(last));
    program.run("key Ctrl+L\nkey End\ntype  the\nwait 1\ntype  cat\nwait-idle");
    CHECK(program.state("tokens") == std::to_string(last + 3));
    CHECK(program.state("row") == std::to_string(last + 2));
}

TEST_CASE("with every model the walk stands where it was left, whichever view was opened in between") {
    for (const char* model : {"learned decoder", "alibi decoder", "convolution"}) {
        CAPTURE(model);
        const SettledProgram program(window_options(model, {960, 540}));
        if (!program) return;
        program.run("key Home\nkey Right\nkey Right\nkey Down\nkey Down\nwait-idle");
        const auto place = [&] {
            return std::tuple{program.state("stage"), program.state("cell"), program.state("head")};
        };
        const auto left = place();
        REQUIRE(program.state("locked") == "yes");
        for (const char* view : {"2", "3", "4", "5", "6"}) {
            CAPTURE(view);
            program.run("key " + std::string(view) + "\nwait-idle");
            CHECK(program.state("view") != "walk");
            program.run("key 1\nwait-idle");
            CHECK(place() == left);
        }
        program.run("key 2\nwait-idle\nkey 3\nwait-idle\nkey 1\nwait-idle");
        CHECK(place() == left);
        program.run("key Backspace\nwait-idle\nexpect view=output\nkey Backspace\nwait-idle\nexpect view=attention");
        program.run("key Backspace\nwait-idle\nexpect view=walk");
        CHECK(place() == left);
    }
}

TEST_CASE("a cell chosen or a stage searched for in another view goes along to the walk") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key Home\nkey 2\nwait-idle\nkey Down\nwait-idle");
    const std::string cell = program.state("cell");
    REQUIRE(!cell.empty());
    program.run("key 1\nwait-idle");
    CHECK(program.state("cell") == cell);
    program.run("key Esc\nkey 3\nwait-idle\ntype /\nwait 2\ntype b1 softmax\nkey Enter\nwait-idle\nkey 1\nwait-idle");
    CHECK(program.state("stage") == "blocks.0.attn.weights");
}

TEST_CASE("editing a token keeps the chosen cell, and a token that is moved takes it along") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("type /\nwait 2\ntype b1 softmax\nkey Enter\nwait-idle\nkey Down\nkey Down\nkey Down\nwait-idle");
    const std::string cell = program.state("cell");
    REQUIRE(program.state("row") == "2");
    program.run(
        "doubleclick @text token 1\nwait 3\nexpect editing_token=yes\nkey Ctrl+A\ntype street\nkey Enter\nwait-idle");
    CHECK(program.state("cell") == cell);
    program.run("key Ctrl+Z\nwait-idle");
    CHECK(program.state("cell") == cell);
    // A clicked token has the keyboard: its row is chosen, Ctrl and an arrow move it.
    program.run("click @text token 2\nwait 2\nkey Ctrl+Right\nwait-idle");
    CHECK(program.state("row") == "3");
    const std::string tokens = program.state("tokens");
    program.run("key Del\nwait-idle");
    CHECK(std::stoi(program.state("tokens")) == std::stoi(tokens) - 1);
}

TEST_CASE("a key that goes somewhere takes the word from the mouse until it moves") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("type /\nwait 2\ntype b1 softmax\nkey Enter\nwait-idle");
    program.run("move @cell:blocks.0.attn.weights[0,1,1]\nwait 3");
    REQUIRE(program.state("hovered") == "blocks.0.attn.weights[0,1,1]");
    program.run("key Down\nwait 3");
    CHECK(program.state("hovered").empty());
    program.run("move @cell:blocks.0.attn.weights[0,2,1]\nwait 3");
    CHECK(program.state("hovered") == "blocks.0.attn.weights[0,2,1]");
}

TEST_CASE("another model is seen, wherever the camera was left by hand") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run(
        "move @canvas\nwheel 4\nwait-idle\nexpect zoom=free\nkey Ctrl+O\nwait 2\ntype alibi decoder\nkey "
        "Enter\nwait-idle");
    REQUIRE(program.state("model") == "alibi decoder");
    CHECK((program.state("zoom") == "stage" || program.app->find_target("locked cell") ||
           program.app->find_target("node " + program.state("stage"))));
    program.run("move @canvas\nwheel 4\nwait-idle\nkey Ctrl+O\nwait 2\ntype convolution\nkey Enter\nwait-idle");
    REQUIRE(program.state("model") == "convolution");
    CHECK(program.state("zoom") == "stage");
}

TEST_CASE("a presenter's remote steps and blanks the screen") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key Home\nkey Page down\nwait-idle");
    CHECK(program.state("index") == "2");
    program.run("key Page up\nwait-idle");
    CHECK(program.state("index") == "1");
    program.run("key .\nwait 3\nexpect blank=yes");
    CHECK(program.pixel({640, 360}) == std::array{0, 0, 0});
    program.run("key Right\nwait-idle\nexpect blank=no\nexpect index=1");  // it only ends the blank screen
    program.run("key ,\nwait 3");
    CHECK(program.pixel({640, 360}) == std::array{255, 255, 255});
    program.run("click 640 360\nwait 3\nexpect blank=no");
}

TEST_CASE("locked letters run no commands, keys that move do") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key Home\nkey Down\nkey Ctrl+Shift+L\nwait 2\nexpect keys_locked=yes");
    REQUIRE(program.app->find_target("keys locked"));
    const std::string theme = program.state("theme");
    program.run("key T\nkey B\nkey X\nkey A\nkey W\nkey K\nkey Del\nkey Enter\nwait 2");
    CHECK(program.state("theme") == theme);
    CHECK(program.state("backward") == "no");
    CHECK(program.state("changes_sheet") == "no");
    CHECK(program.state("watched") == "0");
    CHECK(program.state("editing") == "no");
    CHECK(program.state("notice").starts_with("Letter keys are locked"));
    program.run("key Right\nwait-idle\nexpect index=2\nclick @keys locked\nwait 2\nexpect keys_locked=no\nkey T");
    CHECK(program.state("theme") != theme);
}

TEST_CASE("a word typed beside a field runs no commands") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    const auto word = [&] { program.run("key W\nkey I\nkey D\nkey E\nkey 3\nkey Enter\nwait 2"); };
    const auto nothing_happened = [&] {
        CHECK(program.state("watched") == "0");
        CHECK(program.state("editing") == "no");
        CHECK(program.state("view") == "walk");
        CHECK(program.state("notice").starts_with("No text field is open"));
    };
    const Rect last = program.target("text token " + std::to_string(std::stoi(program.state("tokens")) - 1));
    program.run("key Down\nwait-idle\ndoubleclick " + std::to_string(last.right() + 2 * last.h) + " " +
                std::to_string(last.y + last.h / 2) + "\nwait 2");
    word();
    nothing_happened();
    program.run("key Esc\nkey Down\nkey W\nwait 2\nexpect watched=1\nkey W\nwait 2");
    // A click into the top bar that missed its field, however late the word comes.
    const Rect field = program.target("text");
    program.run("key Esc\nkey Down\nclick " + std::to_string(field.right() + 3) + " " + std::to_string(field.y + 2) +
                "\nwait 200");
    word();
    nothing_happened();
    program.run("key Esc\nkey Down\nkey W\nwait 2\nexpect watched=1\nkey W\nwait 2");
    // A text that was refused stays in the field, and so does the keyboard: the next letters are its letters.
    program.run("key Ctrl+L\nwait 2\nkey Ctrl+A\ntype zebra\nkey Enter\nwait-idle\nkey W\nkey I\nwait 2");
    REQUIRE_FALSE(program.state("error").empty());
    CHECK(program.state("watched") == "0");
    CHECK(program.state("view") == "walk");
}

TEST_CASE("a key means the same in every view") {
    std::map<std::string, Command> meanings;
    for (const Shortcut& row : all_shortcuts()) {
        const std::string key = key_text(row);
        if (key.empty()) continue;
        CAPTURE(key);
        // One step forward or back, as presenters' remotes send it: of the lesson while one is open, else of the walk.
        if (row.command == Command::lesson_next || row.command == Command::lesson_back) continue;
        const auto [known, added] = meanings.emplace(key, row.command);
        CHECK((added || known->second == row.command));
    }
}

TEST_SUITE_END();
