// The Compare view: what run B is, what is said of where runs part, and the view worked by scripts.
// ctest: alone 3 s
#include "app/views/compare/compare.h"

#include <algorithm>
#include <cmath>

#include "app/views/explanation/arithmetic.h"
#include "app/views/shared/stage_groups.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "tests/support/notes_painter.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const char* const long_text = "The animal did n't cross the street because it was too tired";
const char* const short_text = "The cat did n't cross the mat";

}  // namespace

TEST_SUITE_BEGIN("compare");

TEST_CASE("a bar of the strip is one decade lower for a tenth of the difference") {
    CHECK(bar_height(0, 2) == 0);
    CHECK(bar_height(2, 2) == 1);
    CHECK(bar_height(0.2, 2) == doctest::Approx(1 - 1.0 / 6));
    CHECK(bar_height(1e-9, 2) == doctest::Approx(0.05));
    CHECK(bar_height(INFINITY, 2) == 1);
}

TEST_CASE("what is said of where runs part does not claim what could not be compared") {
    const auto a = run_of(decoder, short_text), lstm = run_of("lstm", short_text),
               other = run_of("tied rope decoder, grouped queries, gated, rmsnorm", short_text),
               masked = run_of(decoder, short_text, {{"blocks.0.attn.scores_masked", Cell{{1, 3, 1}}, -INFINITY}});
    const auto words = [&](const Evaluation& of_a, const Evaluation& of_b) {
        RunDifference run(of_a.trace(), of_b.trace());
        while (run.step()) continue;
        return parting_text(of_a.trace(), run);
    };
    CHECK(words(*a, *a) == "The two runs are identical.");
    CHECK(words(*a, *masked) == "The runs diverge at Block 1 · Mask");
    const std::string apart = words(*a, *other);
    CHECK(apart.starts_with("First comparable difference: "));
    CHECK(words(*a, *lstm).find(". ·") == std::string::npos);
    CHECK(token_count_text(1) == "1 token");
    CHECK(token_count_text(2) == "2 tokens");
    const int mask = a->trace().find("blocks.0.attn.scores_masked");
    const RecordDifference stage = difference(a->trace().record(mask), masked->trace().record(mask));
    CHECK(stage.parted == 1);
    CHECK(stage.finite == 0);
    CHECK(parted_text(stage, 1, -INFINITY) == "1 cell is masked in one run only");
    CHECK(parted_text(stage, 1, NAN) == "1 cell is NaN in one run only");
}

TEST_CASE("the names of groups are drawn over all of their fields") {
    struct Order : Notes {
        std::vector<std::size_t> fills_before;
        void text(Vec2 at, std::string_view utf8, const TextStyle& style) override {
            fills_before.push_back(fills.size());
            Notes::text(at, utf8, style);
        }
    } notes;
    const auto run = run_of("lstm", long_text);
    const StageGroups all = stage_groups(run->trace(), run->trace().stages());
    const auto field_of = [](const StageGroup& group) {
        return Rect{3.0F * static_cast<float>(group.begin), 0, 3.0F * static_cast<float>(group.end - group.begin), 40};
    };
    draw_groups(notes, all, field_of, 14, 2, {notes.theme().panel, notes.theme().control});
    REQUIRE(notes.fills_before.size() > 2);
    CHECK(std::find(notes.texts.begin(), notes.texts.end(), "10") != notes.texts.end());
    for (const std::size_t fills : notes.fills_before) CHECK(fills == notes.fills.size());
}

TEST_CASE("run B follows A without its changes, or is a run of its own, and can be written down") {
    const auto options = [] {
        Session::Options own;
        own.load = [](const std::string& name) { return make_model(model_named(name)); };
        return own;
    };
    OtherRun other(options);
    Inputs a;
    a.model = decoder;
    a.text = "the cat sat";
    a.edits = {{"blocks.0.norm1", Cell{{1, 2}}, 3}};
    other.follow(a, {});
    CHECK(other.follows());
    CHECK(other.inputs().edits.empty());
    CHECK(other.inputs().text == a.text);
    CHECK(other.text().empty());
    CHECK(other.words(a, {}) == "B is A without its 1 edit.");
    a.text = "the dog sat";
    other.follow(a, {});
    CHECK(other.inputs().text == "the dog sat");
    Inputs own = a;
    own.text = "a cat";
    own.edits.clear();
    other.set(own);
    other.follow(a, {});
    CHECK(other.inputs() == own);
    CHECK(other.words(a, {}) == "B runs the same model on another text, without edits.");
    CHECK(inputs_from_text(other.text()) == own);
    OtherRun again(options);
    again.restore(other.inputs());
    again.follow(a, {});
    CHECK(again.inputs() == own);
    again.restore({});
    again.follow(a, {});
    CHECK(again.follows());

    // Where A has no changes, another of its model's examples is B.
    ModelChoice choice{.name = decoder, .title = "Decoder", .details = "", .examples = {}};
    Inputs first, second;
    first.text = "the dog sat";
    second.text = "the cat saw";
    choice.examples = {first, second};
    a.edits.clear();
    OtherRun example(options);
    example.follow(a, std::span<const ModelChoice>(&choice, 1));
    CHECK_FALSE(example.follows());
    CHECK(example.inputs().text == "the cat saw");
    CHECK(example.inputs().model == decoder);
    // Another model of A: what was proposed for the last one goes, what the user chose stays.
    std::vector<ModelChoice> two{choice, choice};
    two[1].name = "lstm";
    two[1].examples[1].text = "the dog ran";
    Inputs next = a;
    next.model = "lstm";
    next.text = "the dog sat";
    CHECK_FALSE(example.chosen());
    example.follow(next, two);
    CHECK(example.inputs().model == "lstm");
    CHECK(example.inputs().text == "the dog ran");
    OtherRun reopened(options);
    reopened.restore(example.inputs(), example.chosen());
    reopened.follow(next, two);
    CHECK(reopened.inputs() == example.inputs());
    reopened.follow(a, two);
    CHECK(reopened.inputs().model == decoder);
    example.set(example.inputs());
    example.follow(a, two);
    CHECK(example.inputs().model == "lstm");
    CHECK(example.words(a, {}) == "B runs the model “lstm” on another text.");
    CHECK(family_of("sort/rope") == "sort");
    CHECK(family_of("sort-rope") == "sort");
}

TEST_CASE("what both runs predict is said beside one another, each as its own probabilities have it") {
    const auto best = [](const Evaluation& run) {
        const RankedAnswer answer = most_probable_answers(run, 1).front();
        return answer_word(run.model(), answer.token) + "” (" + percent_text(static_cast<double>(answer.probability)) +
               ")";
    };
    const auto a = run_of(decoder, long_text), b = run_of(decoder, short_text);
    CHECK(answers_text(*a, *b) == "A predicts “" + best(*a) + " at “tired”, B predicts “" + best(*b) + " at “mat”.");
    CHECK(answers_text(*a, *a) == "At “tired”: A predicts “" + best(*a) + ", B predicts “" + best(*a) + ".");
    const auto both = run_of("rnn, classifier by its last state", short_text);  // has no position
    CHECK(answers_text(*both, *both).starts_with("A predicts “"));
    const SettledProgram program(options_for(decoder));
    if (!program) return;
    program.run("key 5\nwait-idle\nclick @b text\nkey Ctrl+A\ntype " + std::string(short_text) +
                "\nkey Enter\nwait-idle");
    CHECK(program.state("compare_answers") == answers_text(*a, *b));
    CHECK(program.target("both answers").y > program.target("b words").y);
}

TEST_CASE("rows are matched by word where B has A's words in another order, and a session keeps that") {
    const SettledProgram program(options_for(decoder));
    if (!program) return;
    const auto type_b = [&](const std::string& text) {
        program.run("click @b text\nkey Ctrl+A\ntype " + text + "\nkey Enter\nwait-idle\nkey Esc\nwait-idle");
    };
    const std::string text = program.app->session().inputs().text;
    REQUIRE(text == long_text);
    program.run("key 5\nwait-idle");
    type_b("The street did n't cross the animal because it was too tired");
    program.run("expect compare_match=position\nexpect compare_first=embed.tokens\nclick @by word\nwait-idle");
    // The words are the same; the positions are not.
    program.run("expect compare_match=words\nexpect compare_first=embed.positions\nexpect compare_note!=");
    AppView& compare = program.app->workspace().view();
    const ViewValues kept = program.app->session_now().views.at("compare");
    CHECK(kept.at("match") == "\"words\"");
    compare.load({});
    program.run("wait-idle\nexpect compare_match=position");
    compare.load(kept);
    program.run("wait-idle\nexpect compare_match=words\nkey Shift+R\nwait-idle\nexpect compare_match=position");
    type_b("The dog was tired");  // other words: there is nothing to choose
    program.run("key Shift+R\nwait-idle\nexpect compare_match=position");
    CHECK_FALSE(program.app->find_target("by word"));
}

TEST_CASE("before and after: B at the left, A at its right, both answers, and nothing else") {
    const SettledProgram program(options_for(decoder));
    if (!program) return;
    program.run("key 5\nwait-idle\nclick @b text\nkey Ctrl+A\ntype " + std::string(short_text) +
                "\nkey Enter\nwait-idle\nkey Esc\nwait-idle\nexpect compare_show=all");
    CHECK(program.target("map B").x >= program.target("map A").x);
    REQUIRE(program.app->find_target("strip"));
    program.run("key Shift+E\nwait-idle\nexpect compare_show=before and after");
    const Rect a = program.target("map A"), b = program.target("map B");
    CHECK((b.right() < a.x || b.bottom() < a.y));
    for (const char* gone : {"strip", "b text", "largest"}) {
        CAPTURE(std::string(gone));
        CHECK_FALSE(program.app->find_target(gone));
    }
    const auto of_a = run_of(decoder, long_text), of_b = run_of(decoder, short_text);
    const std::string said = program.state("compare_answers");
    CHECK(said == answers_text(*of_a, *of_b, true));
    CHECK(said.starts_with("Before “"));
    CHECK(program.app->session_now().views.at("compare").at("show") == "\"before and after\"");
    program.run("click @show all\nwait-idle\nexpect compare_show=all");
    CHECK(program.app->find_target("b text"));
}

TEST_CASE("the view shows where an edit makes the runs part, and both numbers of a cell") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(
        "wait-idle\nkey 5\nwait-idle\nexpect view=compare\nexpect compare_b=without changes\n"
        "expect compare_done=yes\nexpect compare_first=\nexpect compare_largest=0");
    Inputs inputs = program.app->session().inputs();
    inputs.edits = {{"blocks.0.attn.scores_scaled", Cell{{1, 8, 1}}, 7}};
    program.app->session().set(inputs);
    program.run(
        "wait-idle\nexpect compare_done=yes\nexpect compare_b_edits=0\n"
        "expect compare_first=blocks.0.attn.scores_scaled");
    program.run("click @first difference\nexpect stage=blocks.0.attn.scores_scaled\nexpect compare_note=");
    CHECK(program.state("compare_where") == "blocks.0.attn.scores_scaled[1,8,1]");
    program.run(
        "key Shift+D\nexpect locked=yes\nexpect head=2\nexpect cell=blocks.0.attn.scores_scaled[1,8,1]\nexpect "
        "compare_a=7");
    const auto shown = program.app->session().shown();
    REQUIRE(shown.unedited);
    const int record = shown.current->trace().find("blocks.0.attn.scores_scaled");
    const float before = shown.unedited->trace().value(record, {{1, 8, 1}});
    CHECK(std::stof(program.state("compare_b_value")) == before);
    CHECK(std::stof(program.state("compare_difference")) == 7 - before);
    CHECK(std::stof(program.state("compare_largest")) == std::abs(7 - before));
    CHECK(std::stof(program.state("compare_mean")) == doctest::Approx(std::abs(7 - before) / (4 * 12 * 12)));
    // The next cell of the row did not change.
    program.run("key Ctrl+Right\nexpect column=2\nexpect compare_difference=0");
    // The same cell is marked in all maps; stepping goes on as in the walk.
    static_cast<void>(program.target("locked cell"));
    static_cast<void>(program.target("locked cell B"));
    static_cast<void>(program.target("locked cell difference"));
    program.run(
        "key Esc\nexpect locked=no\nkey Right\nexpect stage!=blocks.0.attn.scores_scaled\nkey Home\n"
        "expect compare_largest=0\nkey End");
    // A cell is chosen with the mouse, in the map of B too.
    program.run(
        "click @stage blocks.0.attn.weights\nexpect stage=blocks.0.attn.weights\n"
        "click @cell:blocks.0.attn.weights[1,8,3]\nexpect cell=blocks.0.attn.weights[1,8,3]");
    const Rect map_a = program.target("map A"), map_b = program.target("map B");
    const Rect cell = program.target("locked cell");
    program.run("key Esc");
    const Vec2 there{cell.centre().x - map_a.x + map_b.x, cell.centre().y - map_a.y + map_b.y};
    program.app->platform().events().click(there);
    program.run("wait 3\nexpect cell=blocks.0.attn.weights[1,8,3]");
}

TEST_CASE("run B takes a text, another model, what A is now, and changes places with A") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(
        "wait-idle\nkey 5\nwait-idle\nkey Shift+B\nkey Ctrl+A\ntype the cat sat on the mat\nwait-idle\n"
        "expect compare_b=own\nexpect compare_b_text=the cat sat on the mat\nexpect compare_b_old=no\n"
        "expect text=The animal did n't cross the street because it was too tired\nkey Enter");
    program.run(
        "key Shift+B\nkey End\ntype s\nwait-idle\nexpect compare_b_text=the cat sat on the mats\nkey Backspace\n"
        "wait-idle\nexpect compare_b_text=the cat sat on the mat\nkey Enter");
    program.run("click @stage embed.tokens\nexpect compare_done=yes");
    const std::string note = program.state("compare_note");
    CHECK(note ==
          "A has 12 tokens here, B has 6. The first 6 are compared by position. Hatched cells exist in only one run.");
    CHECK(program.state("compare_first") == "embed.tokens");
    program.run(
        "key Shift+X\nwait-idle\nexpect text=the cat sat on the mat\n"
        "expect compare_b_text=The animal did n't cross the street because it was too tired");
    program.run(
        "click @keep\nwait-idle\nexpect compare_b_text=the cat sat on the mat\nexpect compare_b=own\n"
        "expect compare_first=\nexpect compare_largest=0");
    program.run("key Shift+U\nwait-idle\nexpect compare_b=without changes\nexpect compare_b_inputs=");
    // Another model by the keyboard: the list opens below its box.
    program.run("click @b model\nkey Down\nkey Enter\nwait-idle");
    CHECK(program.state("compare_b") == "own");
    CHECK(program.state("compare_b_model") != decoder);
    CHECK(program.state("compare_b_error").empty());
    CHECK(inputs_from_text(program.state("compare_b_inputs")).model == program.state("compare_b_model"));
    CHECK(program.state("model") == decoder);
    program.run("click @without changes\nwait-idle\nexpect compare_b=without changes");
    // A text that B cannot read leaves its last run and says why.
    program.run("key Shift+B\nkey Ctrl+A\ntype zebra\nwait-idle\nkey Enter");
    CHECK(program.state("compare_b_error").find("zebra") != std::string::npos);
    CHECK(program.state("error").empty());
    // Its field keeps the keyboard.
    program.run(
        "key 1\nexpect view=compare\nclick @view walk\nexpect view=walk\nkey 5\nwait-idle\nexpect view=compare\n"
        "expect compare_b_text=zebra");
}

TEST_CASE("what made run B another one is undone in turn with the steps of A, and done again") {
    const Program program(options_for(decoder));
    if (!program) return;
    const std::string of_a = "The animal did n't cross the street because it was too tired";
    program.run(
        "wait-idle\nkey 5\nwait-idle\nexpect undo=no\nkey Shift+B\nkey Ctrl+A\ntype the cat sat\nkey Enter\nwait-idle");
    // Typing is one step; K and U write over what was typed.
    program.run("expect compare_b_text=the cat sat\nexpect undo=yes\nkey Shift+K\nwait-idle\nexpect compare_b_text=" +
                of_a);
    program.run(
        "key Shift+U\nwait-idle\nexpect compare_b=without changes\nkey Ctrl+Z\nwait-idle\nexpect compare_b=own");
    program.run("expect compare_b_text=" + of_a + "\nkey Ctrl+Z\nwait-idle\nexpect compare_b_text=the cat sat");
    // A step of A in between comes first.
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the dog\nkey Enter\nwait-idle\nexpect text=the dog");
    program.run("key Ctrl+Z\nwait-idle\nexpect text=" + of_a + "\nexpect compare_b_text=the cat sat\nexpect redo=yes");
    program.run("click @undo\nwait-idle\nexpect compare_b=without changes\nexpect undo=no\nexpect redo=yes");
    program.run("key Ctrl+Y\nwait-idle\nexpect compare_b_text=the cat sat\nexpect text=" + of_a);
    // Swapping is one step of both.
    program.run("key Shift+X\nwait-idle\nexpect text=the cat sat\nexpect compare_b_text=" + of_a);
    program.run("key Ctrl+Z\nwait-idle\nexpect compare_b_text=the cat sat\nexpect text=" + of_a);
    program.run("key Ctrl+Y\nwait-idle\nexpect text=the cat sat\nexpect compare_b_text=" + of_a);
    // Elsewhere undo is that of what is seen there.
    program.run("key Ctrl+Z\nkey 1\nwait-idle\nexpect undo=no\nkey 5\nwait-idle\nexpect undo=yes");
}

TEST_CASE("run B's text of several lines is one line with signs in its field, and lines again in the run") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.platform->set_clipboard("the cat\nsat\n");
    program.run("wait-idle\nkey 5\nwait-idle\nkey Shift+B\nkey Ctrl+A\nkey Ctrl+V\nwait-idle\nexpect compare_b_error=");
    CHECK(inputs_from_text(program.state("compare_b_inputs")).text == "the cat\nsat");
    program.run("key Enter\nkey Shift+B\nkey End\ntype  on\nkey Enter\nwait-idle\nexpect compare_b_error=");
    CHECK(inputs_from_text(program.state("compare_b_inputs")).text == "the cat\nsat on");
    // Undo takes it out of the field that is written in.
    program.run("key Shift+B\nkey Ctrl+Z\nwait-idle\nkey End\ntype  on\nkey Enter");
    CHECK(inputs_from_text(program.state("compare_b_inputs")).text == "the cat\nsat on");
}

TEST_CASE("the view fits small windows and large text, and every button can be reached with the keyboard") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{760, 520}}) {
        AppOptions options = options_for(decoder, size);
        options.text_scale = size.width > 1000 ? 2 : 1;
        options.view = "compare";
        const Program program(options);
        if (!program) return;
        program.run(
            "wait-idle\nkey Shift+B\nkey Ctrl+A\ntype the cat sat\nwait-idle\nexpect compare_b_text=the cat sat\nkey "
            "Esc\nkey Right\nkey Shift+D\nwait-idle");
        CHECK(program.state("compare_done") == "yes");
        const Rect map = program.target("map A"), text = program.target("b text");
        CHECK(map.w > 10);
        CHECK(map.h > 10);
        CHECK(text.w > 40);
        // Going to a stage brought its maps into sight, whole.
        CHECK(map.y > 0);
        CHECK(map.bottom() < static_cast<float>(size.height));
        CHECK(text.right() <= static_cast<float>(size.width));
        std::string before = program.state("compare_b");
        for (int i = 0; i < 40 && program.state("compare_b") != "without changes"; ++i)
            program.run("key Tab\nkey Space");
        CHECK(program.state("compare_b") == "without changes");
    }
}

TEST_SUITE_END();
