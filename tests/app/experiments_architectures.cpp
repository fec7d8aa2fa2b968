// The page on three architectures: its numbers are those of the core for every setting of its controls.
// ctest: alone 9 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "app/views/experiments/architectures/page.h"
#include "core/experiments/architectures.h"
#include "tests/support/notes_painter.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

SettledProgram architectures_page(PixelSize size = {1280, 720}) {
    AppOptions options = window_options(decoder, size);
    options.view = "experiments";
    options.view_values["mode"] = "\"architectures\"";
    SettledProgram program(options);
    if (program) run_settled(program, "wait-idle");
    return program;
}

double of(const Program& program, const std::string& name) { return std::stod(program.state("architectures_" + name)); }

/// Sizes as the page says them; its tokens have other ids, which nothing here depends on.
MixedTokens setting_of(const Program& program) {
    MixedTokens setting;
    for (int t = 0; t < static_cast<int>(of(program, "tokens")); ++t) setting.tokens.push_back(t);
    setting.width = static_cast<int>(of(program, "width"));
    setting.layers = static_cast<int>(of(program, "layers"));
    setting.d = static_cast<int>(of(program, "d"));
    setting.lstm = program.state("architectures_cell") == "lstm";
    setting.seed = static_cast<std::uint64_t>(of(program, "seed"));
    return setting;
}

constexpr const char* mixer_names[] = {"recurrent", "convolution", "attention"};

void check_paths(const Program& program, int from, int to) {
    const MixedTokens setting = setting_of(program);
    for (int m = 0; m < mixer_count; ++m) {
        const auto mixer = static_cast<Mixer>(m);
        const MixPath path = mix_path(setting, mixer, from, to);
        CHECK(of(program, std::string("path_") + mixer_names[m]) == (path.reached ? path.moves : -1));
        CHECK(of(program, std::string("steps_") + mixer_names[m]) == time_steps(setting, mixer));
    }
}

}  // namespace

TEST_SUITE_BEGIN("experiments_architectures");

TEST_CASE("a token that is selected is always named, and the names beside it give way") {
    const std::vector<std::string> words{"the", "animal", "did", "n't", "cross", "the", "street"};
    for (const float share : {2.0F, 0.6F, 0.45F}) {
        Notes notes;
        const float pitch = share * notes.em();
        const LabelledMatrix tokens{.columns = {.names = words, .lit = {{1, notes.theme().accent_text, true}}},
                                    .below = true,
                                    .all_rows = 1,
                                    .all_cols = 7};
        const int every = tokens.draw(notes, Rect{0, 0, 7 * pitch, 60}).fit.step;
        CAPTURE(every);
        CHECK(std::ranges::count(notes.texts, "animal") == 1);
        for (int w = 0; w < static_cast<int>(words.size()); ++w)
            if (w != 1 && std::abs(w - 1) < every && words[static_cast<std::size_t>(w)] != "the")
                CHECK(std::ranges::count(notes.texts, words[static_cast<std::size_t>(w)]) == 0);
        CHECK(std::ranges::count(notes.texts, "did") == (every == 1 ? 1 : 0));
        CHECK(notes.texts.size() > 1);
    }
}

TEST_CASE("a click on two tokens shows their path in each architecture, and every control counts") {
    const SettledProgram program = architectures_page();
    if (!program) return;
    check_paths(program, 1, 7);
    CHECK(of(program, "path_recurrent") == 6);
    CHECK(of(program, "path_convolution") == 3);
    CHECK(of(program, "path_attention") == 1);
    run_settled(program, "click @architectures 0 token 0\nwait-idle\nclick @architectures 2 token 8\nwait-idle");
    check_paths(program, 0, 8);
    CHECK(of(program, "path_convolution") == -1);  // three layers of width 3 reach six tokens back
    run_settled(program, "key Down\nkey Down\nkey Down\nkey Right\nwait-idle");
    CHECK(of(program, "width") == 4);
    check_paths(program, 0, 8);
    CHECK(of(program, "path_convolution") == 3);
    run_settled(program, "key Down\nkey Right\nwait-idle");
    CHECK(of(program, "layers") == 4);
    check_paths(program, 0, 8);
    run_settled(program,
                "click @experiment width\nwait-idle\nclick @experiment layers\nwait-idle\nclick @experiment d\n"
                "wait-idle\nclick @experiment cell LSTM\nwait-idle");
    CHECK(program.state("architectures_cell") == "lstm");
    CHECK(of(program, "d") != 8);
    check_paths(program, 0, 8);
    CHECK(program.state("error").empty());
}

TEST_CASE("the computation can be stopped in the middle, and goes on to its last time step") {
    const SettledProgram program = architectures_page();
    if (!program) return;
    CHECK(of(program, "step") == 11);  // 9 tokens, 3 layers
    run_settled(program, "click @architectures steps\nwait-idle");
    const double middle = of(program, "step");
    CHECK(middle > 3);
    CHECK(middle < 8);
    run_settled(program, "key Space\nwait-idle");
    CHECK(of(program, "step") == 11);  // nothing moves in this window: all at once
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(of(program, "step") == middle);
}

TEST_CASE("another word changes attention's weights alone; another seed all, and numbers are those of the core") {
    const SettledProgram program = architectures_page();
    if (!program) return;
    run_settled(program, "click @experiment show weights\nwait-idle");
    const double before = of(program, "weight_attention"), window = of(program, "weight_convolution"),
                 state = of(program, "weight_recurrent");
    run_settled(program, "click @experiment text\nkey Ctrl+A\ntype the cat sat on the mat because it is\nwait-idle");
    CHECK(of(program, "tokens") == 9);
    CHECK(of(program, "weight_attention") != before);
    CHECK(of(program, "weight_convolution") == window);
    CHECK(of(program, "weight_recurrent") == state);
    // All that was typed is compared with the text that was there before, letter by letter or not.
    const std::string first = "the cat sat on the mat because it was";
    CHECK(program.state("architectures_compared") == first);
    CHECK(of(program, "change_convolution") == 0);
    CHECK(of(program, "change_recurrent") == 0);
    CHECK(of(program, "changed_convolution") == 0);
    CHECK(of(program, "compared_convolution") == 9 + 8 + 7);
    CHECK(of(program, "changed_attention") == 9);  // the row of the last word
    CHECK(of(program, "change_attention") >= std::abs(of(program, "weight_attention") - before) - 1e-6);
    run_settled(program, "key Backspace\nkey Backspace\ntype was not\nwait-idle");
    CHECK(program.state("architectures_compared") == first);
    CHECK(of(program, "changed_attention") == 0);  // at the positions of the text before
    run_settled(program, "click @experiments page architectures\nkey Shift+N\nwait-idle");
    CHECK(of(program, "seed") == 1);
    CHECK(program.state("architectures_compared") == first);
    CHECK(of(program, "changed_convolution") == 0);  // the other text's weights are of this seed too
    // Once the field was left, what is typed next is compared with what there is now.
    run_settled(program, "click @experiment text\nkey Ctrl+A\ntype a b c\nwait-idle");
    CHECK(program.state("architectures_compared") == "the cat sat on the mat because it was not");
    CHECK(of(program, "changed_attention") > 0);
    run_settled(program, "click @experiments page architectures\nwait-idle");
    CHECK(of(program, "weight_convolution") != window);
    // Weights that do not depend on the words: those of the core's own tokens.
    const MixedTokens setting = setting_of(program);
    for (const Mixer mixer : {Mixer::recurrent, Mixer::convolution})
        CHECK(of(program, std::string("weight_") + mixer_names[static_cast<int>(mixer)]) ==
              doctest::Approx(static_cast<double>(mixed_numbers(setting, mixer).weights.data.back())));
    run_settled(program, "move @architectures weights 2\nwait-idle");
    CHECK(program.state("error").empty());
}

TEST_CASE("a text that is too long is read up to a word, and says so") {
    const SettledProgram program = architectures_page({960, 540});
    if (!program) return;
    CHECK(of(program, "typed") == 9);
    run_settled(program,
                "click @experiment text\nkey Ctrl+A\ntype a b c d e f g h i j k l m n o p q r s t u v w\nwait-idle");
    CHECK(of(program, "typed") == 23);
    CHECK(of(program, "tokens") == 20);
    CHECK(of(program, "steps_recurrent") == 22);
    for (const char* show : {"weights", "computation"}) {
        run_settled(program, std::string("click @experiment show ") + show + "\nwait-idle");
        CHECK(program.state("error").empty());
    }
}

TEST_CASE("the gradients are those of the core for each scale, length and seed") {
    const SettledProgram program = architectures_page();
    if (!program) return;
    run_settled(program, "click @experiment show gradients\nwait-idle");
    const auto check = [&] {
        const UntrainedReach setting{.length = static_cast<int>(of(program, "length")),
                                     .recurrent_scale = of(program, "scale"),
                                     .seed = static_cast<std::uint64_t>(of(program, "seed"))};
        for (int model = 0; model < reach_models; ++model) {
            const std::vector<double> norms = untrained_reach(setting, model);
            CHECK(of(program, "first_gradient_" + std::to_string(model)) == doctest::Approx(norms.front()));
            CHECK(of(program, "last_gradient_" + std::to_string(model)) == doctest::Approx(norms.back()));
        }
        return setting;
    };
    const UntrainedReach first = check();
    CHECK(first == UntrainedReach{});
    CHECK(of(program, "first_gradient_0") < 1e-8 * of(program, "first_gradient_3"));
    run_settled(program, "key Down\nkey Left\nkey Left\nwait-idle");
    CHECK(check().recurrent_scale < 1);
    run_settled(program, "click @experiment length\nwait-idle\nkey Shift+N\nwait-idle");
    const UntrainedReach last = check();
    CHECK(last.length != 48);
    CHECK(last.seed == 1);
}

TEST_CASE("in a low window the text is typed in the card of controls, also where it is seen in part") {
    const SettledProgram program = architectures_page({640, 360});
    if (!program) return;
    run_settled(program, "click @experiments controls\nwait-idle\nmove @experiments card");
    const auto seen = [&] {
        const auto field = program.app->find_target("experiment text");
        return field ? field->intersect(program.target("experiments card")) : Rect{};
    };
    for (int turn = 0; turn < 40 && seen().h < 4; ++turn) run_settled(program, "wheel -0.25\nwait-idle");
    REQUIRE(seen().h >= 4);
    run_settled(program, "click @experiment text\nkey Ctrl+A\ntype a b c\nwait-idle");
    CHECK(of(program, "typed") == 3);
    CHECK(program.state("experiments_head") == "card");
}

TEST_CASE("the page opens with its controls in windows of all sizes") {
    for (const PixelSize size : {PixelSize{640, 360}, PixelSize{1920, 1080}})
        for (const char* show : {"weights", "gradients"}) {
            const SettledProgram program = architectures_page(size);
            if (!program) return;
            run_settled(program, std::string("click @experiment show ") + show + "\nwait-idle");
            CHECK(program.state("error").empty());
        }
}

TEST_SUITE_END();
