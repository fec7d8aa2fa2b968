// Typing: what undo and Escape take back, what is pasted, what is refused, and the words that a model knows.
// ctest: alone 2 s
#include <algorithm>
#include <string>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/views/walk/known_words.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Types as a person does: one character a frame, a space with the letter behind it.
void type_slowly(const Program& program, const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t count = text[i] == ' ' ? 2 : 1;
        program.run("type " + text.substr(i, count) + "\nwait 1");
        i += count - 1;
    }
}

const std::string animal = "The animal did n't cross the street because it was too tired";

}  // namespace

TEST_SUITE_BEGIN("typing");

TEST_CASE("undo takes back word by word, and Escape all that was typed since the field got the keyboard") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype the cat sat\nkey Enter\nwait-idle\nkey Ctrl+L\nkey End");
    type_slowly(program, " on the");
    program.run("wait-idle\nexpect text=the cat sat on the\nkey Ctrl+Z\nwait-idle\nexpect text=the cat sat on");
    program.run("key Ctrl+Z\nwait-idle\nexpect text=the cat sat\nkey End");
    const std::string before = program.state("text");
    type_slowly(program, " on the");
    program.run("wait-idle");
    CHECK(program.state("text") == before + " on the");
    program.run("key Esc\nwait-idle\nexpect error=");
    CHECK(program.state("text") == before);
}

TEST_CASE("a text that is emptied to type another is no step and no error") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A\nkey Backspace\nwait-idle\nexpect error=\nexpect undo=no");
    program.run("key Enter\nwait-idle\nexpect undo=no\nexpect error=");
    CHECK(program.state("text") == animal);
    program.run("key Ctrl+L\nkey Ctrl+A\nkey Backspace\ntype the cat\nkey Enter\nwait-idle\nexpect text=the cat");
    program.run("key Ctrl+Z\nwait-idle");
    CHECK(program.state("text") == animal);
}

TEST_CASE("a pasted tab is a space") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.platform->set_clipboard("the\tcat");
    program.run(
        "wait-idle\nkey Ctrl+L\nkey Ctrl+A\nkey Ctrl+V\nkey Enter\nwait-idle\nexpect error=\nexpect text=the cat");
}

TEST_CASE("characters without a picture are written as their code points") {
    CHECK(visible_text("😀") == "U+1F600");
    CHECK(visible_text("\xE2\x80\x8D") == "U+200D");        // joins two emoji
    CHECK(visible_text("é\tש") == "\u2068éU+0009ש\u2069");  // apart from the words around it
    CHECK(visible_text(" a b\n") == "␣a b↵");
    CHECK(visible_text("\xEA\xB9") == "<0xEA><0xB9>");  // two of the three bytes of 깰
    CHECK(visible_text("a\xB0") == "a<0xB0>");
    CHECK(visible_text("\uFFFD") == "\uFFFD");  // which somebody typed
    CHECK(visible_text("").size() > 0);
}

TEST_CASE("a text that is refused keeps the keyboard in its field, selected") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype the zebra\nkey Enter\nwait-idle");
    REQUIRE(program.state("error").find("zebra") != std::string::npos);
    program.run("type the cat\nkey Enter\nwait-idle\nexpect error=\nexpect text=the cat\nexpect view=walk");
}

TEST_CASE("Escape brings back the picture's text where the field's was refused, and says so until then") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey Shift+0\nwait-idle");
    CHECK_FALSE(program.app->targets().contains("old"));
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the zebra\nkey Enter\nwait-idle\nwait 2\nexpect text=the zebra");
    CHECK(program.app->targets().contains("story"));
    CHECK(program.app->targets().contains("old"));  // the data flow says that it is of another text
    program.run("key Esc\nwait-idle\nwait 2\nexpect error=\nexpect undo=no");
    CHECK(program.state("text") == animal);
    CHECK_FALSE(program.app->targets().contains("old"));
    // Also where an accepted one was typed after the refused one.
    program.run(
        "key Ctrl+L\nkey Ctrl+A\ntype the zebra\nkey Enter\nwait-idle\ntype the cat\nwait-idle\n"
        "expect text=the cat\nexpect error=\nkey Esc\nwait-idle\nexpect error=\nexpect undo=no");
    CHECK(program.state("text") == animal);
}

TEST_CASE("Escape after a refused text brings back the text from before, not the half of it that was accepted") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A");
    for (const bool sent : {false, true}) {
        CAPTURE(sent);
        type_slowly(program, "the cat");
        program.run("wait-idle\nexpect text=the cat\nexpect error=");
        type_slowly(program, " zebra");
        program.run(std::string(sent ? "key Enter\n" : "") + "wait-idle");
        REQUIRE_FALSE(program.state("error").empty());
        program.run("key Esc\nwait-idle\nwait 2\nexpect error=\nexpect undo=no");
        CHECK(program.state("text") == animal);
        program.run("key Ctrl+L\nkey Ctrl+A");
    }
}

TEST_CASE("texts that were refused are no steps for undo and redo") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A");
    type_slowly(program, "the zebra sat on a zebra and the zebra");
    program.run("wait-idle\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle\nexpect text=the cat\nexpect error=");
    std::vector<std::string> texts;
    while (program.state("undo") == "yes" && texts.size() < 20) {
        program.run("key Ctrl+Z\nwait-idle\nexpect error=");
        texts.push_back(program.state("text"));
    }
    REQUIRE_FALSE(texts.empty());
    CHECK(texts.back() == animal);
    CHECK(texts.size() <= 2);  // the first word alone was one, too
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the zebra\nkey Enter\nwait-idle\nkey Ctrl+Z\nwait-idle\nexpect error=");
    CHECK(program.state("text") == animal);
    program.run("expect redo=no");
}

TEST_CASE("a message about a file ends with the next thing that succeeds") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\ndrop /nowhere/at-all\nwait-idle");
    REQUIRE(!program.state("message").empty());
    program.run("key Down\nwait-idle");
    CHECK(!program.state("message").empty());
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle\nexpect message=");
}

TEST_CASE("a token that is edited lists the words that the model knows, and takes one of them only") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle");
    const auto model = program.app->session().shown().model;
    const std::vector<std::string> words = words_known(*model->tokenizer);
    REQUIRE(words.size() > 10);
    CHECK(std::ranges::is_sorted(words, {}, [](std::string word) {
        for (char& c : word)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        return word;
    }));
    CHECK(std::ranges::find(words, "street") != words.end());
    const auto like = words_matching(words, "STR");
    REQUIRE(!like.empty());
    CHECK(like.front() == "street");

    program.run("doubleclick @text token 1\nwait 2\ntype cros\nwait 1\nkey Enter\nwait-idle\nexpect error=");
    CHECK(program.state("text") == "The cross did n't cross the street because it was too tired");
    program.run("key Ctrl+Z\nwait-idle\ndoubleclick @text token 1\nwait 2\ntype zebra\nwait 1\nkey Enter\nwait-idle");
    CHECK(program.state("text") == animal);
    CHECK(program.state("error").empty());
    program.run("key Ctrl+A\ntype ca\nwait 1\nclick @word 0\nwait-idle\nexpect error=");
    CHECK(program.state("text") ==
          "The " + words_matching(words, "ca").front() + " did n't cross the street because it was too tired");
}

TEST_SUITE_END();
