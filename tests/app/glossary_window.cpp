// The glossary in the window: found by typing, worked by keys, its numbers are the open run's, and its examples open as
// one step that undo takes back.
// ctest: alone 5 s
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "app/sheets/glossary_number.h"
#include "app/views/shared/glossary.h"
#include "tests/support/shipped_program.h"
#include "tests/support/train_program.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

void select(const SettledProgram& program, const std::string& term) {
    program.run("key F1\nwait 2\ntype " + term + "\nwait 2\nexpect marked=" + term);
}

}  // namespace

TEST_SUITE_BEGIN("glossary_window");

TEST_CASE(
    "one example of each view, and of each page of experiments and attention, opens from the sheet, and undo brings "
    "back what was shown before") {
    const SettledProgram program(shipped_options("sort"));
    if (!program) return;
    run_settled(program, "key 1\nwait-idle\ntype /\ntype blocks.0.attn.v\nkey Enter\nwait-idle");
    const std::string text = program.state("text"), stage = program.state("stage");
    REQUIRE(stage == "blocks.0.attn.v");
    std::set<std::string> shown;
    for (const GlossaryTerm& term : glossary()) {
        const std::string view = example_value(term, "view"), page = example_value(term, "page");
        const std::string model = example_value(term, "model");
        const std::string mode = view == "experiments" ? "experiments_page"
                                 : view == "attention" ? "attention_mode"
                                                       : "";
        if (!shown.insert(view + " " + (mode.empty() ? model.empty() ? "" : "of a model" : page)).second) continue;
        CAPTURE(std::string(term.name));
        select(program, term.name);
        REQUIRE(program.app->find_target("example " + std::string(term.name)));
        program.run("key Shift+Enter\nwait 2");
        CHECK(program.state("help") == "no");
        const bool selects = !example_value(term, "cell").empty();
        CHECK(comes_true([&] {  // what the page computes is not waited for
            program.run("wait 1");
            return program.state("view") == view && program.state("model") == (model.empty() ? "sort" : model) &&
                   (!selects || program.state("locked") == "yes") && (mode.empty() || program.state(mode) == page);
        }));
        CHECK(program.state("message").empty());
        CHECK(program.state("error").empty());
        CHECK((mode.empty() || !page.empty()));
        CHECK(program.state("undo") == "yes");
        program.run("key Ctrl+Z\nwait 2");
        CHECK(comes_true([&] {
            program.run("wait 1");
            return program.state("view") == "walk" && program.state("stage") == stage;
        }));
        CHECK(program.state("model") == "sort");
        CHECK(program.state("text") == text);
    }
    CHECK(shown.size() >= 15);
}

TEST_CASE("redo shows an example again; a change after it is undone first") {
    const SettledProgram program(shipped_options("sort"));
    if (!program) return;
    run_settled(program, "key 1\nwait-idle");
    select(program, "attention weight");
    run_settled(program, "key Shift+Enter\nwait-idle");
    const std::string cell = program.state("cell");
    CHECK(cell == "blocks.1.attn.weights[0,8,1]");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("model") == "sort");
    run_settled(program, "key Ctrl+Y\nwait-idle");
    CHECK(program.state("model") == "coreference-full");
    CHECK(program.state("cell") == cell);
    run_settled(program, "key X\nwait-idle");
    CHECK(program.state("head_off") == "yes");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("head_off") == "no");
    CHECK(program.state("model") == "coreference-full");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("model") == "sort");
}

TEST_CASE("the sheet says the number of the open run, and the row that is selected there") {
    const SettledProgram program(shipped_options("coreference-full"));
    if (!program) return;
    run_settled(program, "key 1\nwait-idle\ntype /\ntype blocks.1.attn.weights\nkey Enter\nwait-idle");
    program.run("click @cell:blocks.1.attn.weights[0,3,1]\nwait 2");
    select(program, "entropy");
    const auto number =
        number_of(*find_term("entropy"), *program.app->session().shown().current, program.app->cursor());
    REQUIRE(number);
    CHECK(number->what.find("“n't”") != std::string::npos);
    CHECK(program.state("glossary_number") == number->what + ": " + number->value);
    CHECK(program.app->find_target("glossary number"));
    program.run("key Esc\nwait 2\nexpect help=no\nexpect glossary_number=");
    select(program, "d_model");
    CHECK(program.state("glossary_number") == "d_model of this model: 32");
    program.run("key Esc\nwait 2");
    select(program, "RoPE");
    CHECK(program.state("glossary_number").empty());
    CHECK(program.app->find_target("glossary formula"));
}

TEST_CASE("keys: the list, links to other terms and back; what was selected is selected again") {
    const SettledProgram program(window_options(decoder, {1280, 900}));
    if (!program) return;
    program.run("key F1\nwait 2\nexpect marked=\nkey Down\nwait 2\nexpect marked=ablation\nkey Up\nwait 2");
    program.run(
        "expect marked=\nkey Up\nwait 2\nexpect marked=\nkey Page down\nwait 2\nexpect marked!=\nkey Esc\nwait 2");
    const auto last = std::string(glossary().back().name);
    select(program, "softmax");
    const std::string see(see_also(*find_term("softmax")).front()->name);
    program.run("click @see " + see + "\nwait 2\nexpect marked=" + see + "\nexpect help=yes");
    CHECK(program.app->find_target("term " + see));
    CHECK(program.app->find_target("glossary back"));
    program.run("key Alt+Left\nwait 2\nexpect marked=softmax");
    CHECK_FALSE(program.app->find_target("glossary back"));
    program.run("key Esc\nwait 2\nexpect help=no\nkey F1\nwait 2\nexpect marked=softmax");
    program.run("click @term saturation\nwait 2\nexpect marked=saturation\nexpect help=yes");
    program.run("key Esc\nwait 2\nkey F1\nwait 2\ntype " + last + "\nwait 2\nexpect marked=" + last);
    // A click beside the field gives it the keyboard again; Tab leaves it for the entry's buttons.
    program.run("click @glossary formula\nwait 2\nkey Ctrl+A\ntype rollout\nwait 2\nexpect marked=rollout");
    program.run("key Tab\nwait 2\nkey Enter\nwait-idle\nexpect help=no\nexpect view=attention\nkey F1\nwait 2");
    program.run("expect marked=rollout");
    // The random models have none of the examples' models: no button leads to one.
    program.run("key Esc\nwait 2");
    select(program, "RoPE");
    CHECK_FALSE(program.app->find_target("example RoPE"));
    program.run("key Shift+Enter\nwait 2\nexpect help=yes\nkey Esc\nwait 2\nexpect help=no");
}

TEST_CASE("the search finds terms beside stages, and leads to their entries") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("key 1\nwait-idle\ntype /\ntype grouped-query\nwait 2\nexpect marked=grouped-query attention");
    program.run("key Enter\nwait 2\nexpect search=closed\nexpect help=yes\nexpect marked=grouped-query attention");
    program.run("key Esc\nwait 2");
}

TEST_CASE("with large text in a small window every part of an entry can be scrolled to, and nothing lies outside") {
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.text_scale = 2;
    const SettledProgram program(options);
    if (!program) return;
    for (const char* term : {"softmax", "LayerNorm", "scaled dot-product attention", "sinusoidal encoding"}) {
        CAPTURE(term);
        select(program, term);
        const Rect sheet = program.target("help"), formula = program.target("glossary formula");
        CHECK(formula.x >= sheet.x);
        CHECK(formula.right() <= sheet.right() + 1);
        CHECK(formula.w > 100);
        for (const char* part : {"go to ", "example "})
            if (const auto place = program.app->find_target(part + std::string(term)))
                CHECK(place->right() <= sheet.right() + 1);
        program.run("key Esc\nwait 2");
    }
}

TEST_SUITE_END();
