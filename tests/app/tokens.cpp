// The chips of a text: all of them are there, in as few lines as they fit in, and of a long text by scrolling.
#include <doctest/doctest.h>

#include <string>

#include "app/views/walk/token_lines.h"
#include "tests/support/notes_painter.h"
#include "tests/support/shipped_program.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("tokens");

TEST_CASE("chips stand in lines within their width, each token once, with numbers where those cost no line") {
    Notes notes;
    std::vector<TokenLabel> tokens;
    for (int i = 0; i < 13; ++i) tokens.push_back({.id = 100 + i, .text = i % 3 == 0 ? "because" : "it"});
    int before = 100;
    for (const float width : {200.0F, 400.0F, 640.0F, 2000.0F}) {
        CAPTURE(width);
        const TokenLines lines = token_lines(notes, tokens, width);
        REQUIRE(lines.chips.size() == tokens.size());
        for (std::size_t i = 0; i < lines.chips.size(); ++i) {
            const Rect& chip = lines.chips[i];
            CHECK(chip.right() <= width + 1);
            CHECK(chip.bottom() <= lines.height());
            if (i == 0) continue;
            const Rect& last = lines.chips[i - 1];
            const bool behind = chip.y == last.y && chip.x >= last.right(),
                       below = chip.x == 0 && chip.y >= last.bottom();
            CHECK((behind || below));
        }
        CHECK(lines.lines <= before);
        before = lines.lines;
    }
    CHECK(before == 1);
    CHECK(token_lines(notes, tokens, 2000).numbers);
    CHECK_FALSE(token_lines(notes, tokens, 640).numbers);
    CHECK(token_lines(notes, tokens, 640).lines == 1);
}

TEST_CASE(
    "every token of a text that is too long for a line can be reached, and the chosen one is brought into sight") {
    AppOptions options = options_for(decoder, {900, 700});
    const SettledProgram program(options);
    if (!program) return;
    Inputs inputs = program.app->session().inputs();
    inputs.text = "the cat sat on the mat the cat sat on the mat";
    program.app->session().set(inputs);
    program.app->settle();
    const auto count = static_cast<int>(program.app->session().shown().current->tokens().size());
    REQUIRE(count >= 10);
    for (int i = 0; i < count; ++i) {
        const Rect chip = program.target("text token " + std::to_string(i));
        CHECK(chip.w > 0);
    }
    program.run("click @text token " + std::to_string(count - 1) +
                "\nwait-idle\nexpect row=" + std::to_string(count - 1));
}

TEST_CASE("Esc puts a dragged token back, and the chosen cell stays chosen") {
    const SettledProgram program(options_for(decoder));
    if (!program) return;
    const std::string text = program.state("text");
    program.run("click @text token 3\nwait-idle\nexpect locked=yes\nexpect row=3");
    EventQueue& events = program.platform->events();
    const Vec2 from = program.target("text token 1").centre(), to = program.target("text token 5").centre();
    events.push(MouseMove{from});
    events.push(MousePress{Button::left});
    events.push(MouseMove{to});
    program.run("wait 3\nkey Esc\nwait 3\nexpect locked=yes\nexpect row=3");
    // The button is still held: the token is not taken up again.
    events.push(MouseMove{{to.x + 9, to.y}});
    program.run("wait 3");
    events.push(MouseRelease{Button::left});
    program.run("wait-idle\nexpect locked=yes\nexpect text=" + text);
    // Without a token in the hand it releases the cell.
    program.run("key Esc\nexpect locked=no\nwait 40");  // two presses at once would be a double click
    events.drag(from, to);
    program.run("wait-idle\nexpect text!=" + text);
}

TEST_CASE("a text that is written from right to left says that it is drawn as the model reads it") {
    const SettledProgram program(shipped_options("coreference-full", {1280, 720}));
    if (!program) return;
    CHECK_FALSE(program.app->find_target("direction note"));
    Inputs inputs = program.app->session().inputs();
    inputs.text = "the שלום was tired";
    program.app->session().set(inputs);
    program.run("wait-idle\nexpect error=");
    CHECK(program.app->find_target("direction note"));
    inputs.text = "the cat was tired";
    program.app->session().set(inputs);
    program.run("wait-idle");
    CHECK_FALSE(program.app->find_target("direction note"));
}

TEST_SUITE_END();
