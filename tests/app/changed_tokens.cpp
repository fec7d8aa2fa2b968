// Tokens of a text as what is changed: replaced, taken out, dragged, moved and edited in place.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "app/views/explanation/cards.h"
#include "app/views/shared/architecture_switches.h"
#include "app/views/shared/changed_stages.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "core/session/edit_text.h"
#include "core/session/intervention.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

AppOptions at_stage(const std::string& model, const std::string& stage,
                    const std::string& text = "the cat sat on the mat") {
    AppOptions options = options_for(model);
    options.inputs.text = text;
    options.stage = stage;
    return options;
}

}  // namespace

TEST_SUITE_BEGIN("changed_tokens");

TEST_CASE("changes: a token replaced or taken out of a text leaves the others") {
    const auto model = make_model(model_named(decoder));
    const Tokenizer& words = *model->tokenizer;
    const std::string text = " the cat  sat";
    CHECK(replace_token(words, text, 1, "dog") == " the dog  sat");
    CHECK(replace_token(words, text, 1, "") == " the  sat");
    CHECK(replace_token(words, text, 0, "") == " cat  sat");
    CHECK(replace_token(words, text, 2, "") == " the cat");
    CHECK_THROWS_AS(replace_token(words, text, 3, "dog"), Error);
    CHECK_THROWS_AS(replace_token(words, text, -1, "dog"), Error);
}

TEST_CASE("changes: tokens are dragged, moved and deleted by key, and edited in place; a click still chooses") {
    const Program program(at_stage(decoder, "embed.tokens"));
    if (!program) return;
    program.run("wait-idle");
    const Rect third = program.target("text token 2"), first = program.target("text token 0");
    const auto point = [](float x, float y) { return std::to_string(x) + " " + std::to_string(y); };
    // "sat" to the front, then undone.
    program.run("drag " + point(third.centre().x, third.centre().y) + " " + point(first.x + 2, first.centre().y) + R"(
wait-idle
expect text=sat the cat on the mat
expect tokens=6
key Ctrl+Z
wait-idle
expect text=the cat sat on the mat
wait 40
)");
    // "the" behind "sat".
    program.run("drag " + point(first.centre().x, first.centre().y) + " " + point(third.right() - 2, third.centre().y) +
                R"(
wait-idle
expect text=cat sat the on the mat
key Ctrl+Z
wait-idle
wait 40
click @text token 1
expect row=1
expect locked=yes
wait 40
doubleclick @text token 1
expect editing_token=yes
key Ctrl+A
type dog
key Enter
wait-idle
expect editing_token=no
expect text=the dog sat on the mat
wait 40
doubleclick @text token 1
key Esc
expect editing_token=no
expect text=the dog sat on the mat
)");
    // By keyboard: Tab reaches the chips; Ctrl+Right moves on with the token.
    for (int i = 0; i < 120 && program.state("text") == "the dog sat on the mat"; ++i)
        program.run("key Tab\nkey Ctrl+Right\nwait-idle");
    CHECK(program.state("text") == "dog the sat on the mat");
    program.run(R"(
key Ctrl+Right
wait-idle
expect text=dog sat the on the mat
key Ctrl+Left
wait-idle
expect text=dog the sat on the mat
key Del
wait-idle
expect text=dog sat on the mat
key Ctrl+Enter
expect editing_token=yes
key Esc
)");
}

TEST_CASE("changes: the target of an encoder-decoder has tokens of its own") {
    const Program program(options_for("sinusoidal encoder-decoder"));
    if (!program) return;
    program.run(R"(
wait-idle
expect target=a dog never saw that
wait 40
doubleclick @target token 1
key Ctrl+A
type cat
key Enter
wait-idle
expect target=a cat never saw that
expect text=the cat sat on the mat
)");
}

TEST_SUITE_END();
