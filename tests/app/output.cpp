// The Output view in memory, worked through its real event queue by scripts, and its pictures read back. Where EGL
// surfaceless is missing, the tests that draw are skipped.
// ctest: alone 9 s
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>
#include <utility>

#include "app/pictures/charts/alignment_map.h"
#include "app/pictures/charts/choice.h"
#include "app/pictures/charts/waterfall.h"
#include "app/script/script.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/output/output.h"
#include "app/views/output/running_text.h"
#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/generate/next_token.h"
#include "core/generate/text_bits.h"
#include "core/io/model_folder.h"
#include "tests/support/notes_painter.h"
#include "tests/support/program.h"
#include "tests/support/window_program.h"

using namespace glassformer;

namespace {

std::filesystem::path folder(const std::string& name) {
    return std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / name;
}

AppOptions options_for(const Inputs& inputs) {
    AppOptions options;
    options.load = [](const std::string& name) { return std::make_shared<Model>(load_model(folder(name))); };
    options.models.push_back({inputs.model, inputs.model, "", {inputs}});
    options.inputs = inputs;
    options.size = {1280, 720};
    return options;
}

/// The program in memory with a shipped model.
struct Program : test::Program {
    explicit Program(const Inputs& inputs) : test::Program(options_for(inputs)) {}
};

const Inputs romeo{.model = "characters", .text = "ROMEO:", .target = "", .edits = {}};
const Inputs french{.model = "translate-fr-en", .text = "il m' a entarté", .target = "", .edits = {}};

/// What the program prints for these words, without the line's end.
std::string generated(const std::string& arguments) {
    const test::Outcome outcome =
        test::run("generate --model " + folder("").string() + "/" + arguments, "GLASSFORMER_ASSETS=");
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    std::string text = outcome.out;
    if (text.ends_with("\n")) text.pop_back();
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("output");

TEST_CASE("output: opened by key, a position is chosen, a probability is locked and its arithmetic copied") {
    const Program program(romeo);
    if (!program) return;
    program.run(R"(
wait-idle
key 3
wait-idle
expect view=output
expect output_mode=choice
expect stage=probs
expect position=5
key Left
wait-idle
expect position=4
key Home
expect position=0
key End
expect position=5
click @position 2
wait-idle
expect position=2
click @candidate 0
wait-idle
expect locked=yes
expect row=2
key Down
expect locked=yes
)");
    const auto shown = program.app->session().shown().current;
    const Candidates found =
        candidates({shown->trace().record(shown->trace().find("logits")).entries(2 * 65, 65), 65}, {});
    CHECK(program.state("cell") == "probs[2," + std::to_string(found.ranks[1].token) + "]");
    CHECK(std::stof(program.state("value")) == doctest::Approx(found.ranks[1].probability).epsilon(1e-5));
    program.run("key C");
    CHECK(program.platform->clipboard().find("=") != std::string::npos);
    program.run("click @logit 0\nwait-idle");
    CHECK(program.state("cell") == "logits[2," + std::to_string(found.ranks[0].token) + "]");
    program.run("key Right\nexpect position=3\nexpect row=3\nkey Esc\nexpect locked=no");
}

TEST_CASE("output: sliders move by keyboard, and the settings have a text form") {
    const Program program(romeo);
    if (!program) return;
    program.run("wait-idle\nkey 3\nwait-idle\nkey Tab\nkey Tab\nkey Home\nwait-idle");
    CHECK(sampling_from_text(program.state("sampling")).temperature == 0);
    program.run("key Right\nkey Right\nkey Right\nwait-idle");
    CHECK(sampling_from_text(program.state("sampling")).temperature == 0.15F);
    program.run("key Tab\nkey Home\nkey Right\nkey Right\nkey Tab\nkey End\nkey Left\nkey Tab\nkey Space\nwait-idle");
    CHECK(sampling_from_text(program.state("sampling")) ==
          Sampling{.temperature = 0.15F, .top_k = 2, .top_p = 0.99F, .greedy = true, .seed = 0});
    program.run("expect playing=no");  // the space was the toggle's
}

TEST_CASE("output: three tokens with a seed are those of the command line, and undo takes one back") {
    const Program program(romeo);
    if (!program) return;
    program.run(
        "wait-idle\nkey 3\nwait-idle\nkey V\nwait-idle\nexpect output_mode=generation\n"
        "click @seed\nkey Ctrl+A\ntype 7\nkey Enter\nwait-idle\nkey N\nwait-idle\nkey N\nkey N\nwait-idle\n"
        "expect generated=3");
    CHECK(sampling_from_text(program.state("sampling")).seed == 7);
    const std::string three = generated("characters --text ROMEO: --steps 3 --seed 7");
    CHECK(program.state("text") == three);
    CHECK(std::stof(program.state("log_probability")) < 0);
    program.run("key Ctrl+Z\nwait-idle\nexpect generated=2");
    CHECK(program.state("text") == three.substr(0, three.size() - 1));
    program.run("key Ctrl+Y\nwait-idle\nexpect generated=3\nkey Shift+N\nwait-idle\nexpect generated=3");
    CHECK(program.state("text") == generated("characters --text ROMEO: --steps 3 --seed 8"));
    program.run("key 1\nwait-idle\nexpect view=walk\nexpect tokens=9");  // everything else follows
}

TEST_CASE("output: the text to its end is drawn as single tokens are, greedily only where greedy is on") {
    const Inputs nearly{.model = "characters", .text = std::string(55, 'a') + "ROMEO:", .target = "", .edits = {}};
    std::string hot, greedy;
    {
        const Program program(nearly);
        if (!program) return;
        program.run("wait-idle\nkey 3\nwait-idle\nkey Tab\nkey Tab\nkey End\nwait-idle");  // temperature
        CHECK(sampling_from_text(program.state("sampling")).temperature == 5);
        program.run("key Shift+W\nwait-idle\nexpect playing=no\nexpect generated=3");
        hot = program.state("text");
        program.run("expect output_mode=generation\nwait 2");
        const auto& targets = program.app->targets();
        CHECK(std::ranges::any_of(targets, [](const auto& target) {  // the model's own numbers, not those sampled from
            return target.first.starts_with("log probability log P = ") &&
                   target.first.ends_with(", at T = 1 (sampling at T = 5.00)");
        }));
        program.run(
            "key Ctrl+Z\nwait-idle\nkey Ctrl+Z\nwait-idle\nkey Ctrl+Z\nwait-idle\nexpect generated=0\n"
            "key N\nwait-idle\nkey N\nwait-idle\nkey N\nwait-idle\nexpect generated=3");
        CHECK(program.state("text") == hot);
    }
    const Program program(nearly);
    program.run("wait-idle\nkey 3\nwait-idle\nclick @greedy\nwait-idle\nkey Shift+W\nwait-idle\nexpect generated=3");
    CHECK(program.state("text") == generated("characters --text " + nearly.text + " --steps 3 --temperature 0"));
    CHECK(program.state("text") != hot);
}

TEST_CASE("output: a translation that was there before is written from its first word, and undo brings it back") {
    Inputs whole = french;
    whole.target = "he hit me with a pie";
    const Program program(whole);
    if (!program) return;
    program.run(
        "wait-idle\nkey 3\nwait-idle\nkey V\nwait-idle\nkey N\nwait-idle\nexpect target=he\nexpect generated=1");
    program.run("key Shift+W\nwait-idle\nexpect target=he hit me with a pie\nexpect generated=7");
    Inputs begun = french;
    begun.target = "he hit";
    program.app->session().set(begun);
    program.run("wait-idle\nkey N\nwait-idle\nexpect target=he hit me\nkey Ctrl+Z\nwait-idle\nexpect target=he hit");
}

TEST_CASE("output: log P of given words is that of all of them, however many lines fit") {
    Inputs whole = french;
    whole.target = "he hit me with a pie";
    std::string told;
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}}) {
        AppOptions options = options_for(whole);
        options.size = size;
        const test::Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey 3\nwait-idle\nkey V\nwait-idle");
        const std::string now = program.state("given_log_probability");
        CHECK(now.ends_with(" for 6"));
        if (told.empty()) told = now;
        CHECK(now == told);
    }
}

TEST_CASE("output: the page Generate tells the bits per character and per byte of the text it shows") {
    const Inputs inputs{.model = "characters", .text = "ROMEO:", .target = "", .edits = {}};
    const Program program(inputs);
    if (!program) return;
    program.run("wait-idle\nkey 3\nwait-idle\nclick @mode generation\nwait-idle\nwait 2");
    const auto told = [&] {
        std::istringstream words(program.state("bits_per_character"));
        std::pair<double, double> numbers;
        words >> numbers.first >> numbers.second;
        return numbers;
    };
    // The sum of the log-probabilities beside it, of five tokens of one byte each.
    const double nats = std::stod(program.state("given_log_probability"));
    CHECK(told().first == doctest::Approx(-nats / std::log(2.0) / 5).epsilon(1e-4));
    CHECK(told().second == doctest::Approx(told().first));
    program.run("key N\nwait-idle\nwait 2\nexpect generated=1");
    const auto shown = text_bits(*program.app->session().shown().current);
    REQUIRE(shown);
    CHECK(shown->tokens == 6);
    CHECK(told().first == doctest::Approx(shown->per_character()).epsilon(1e-4));
}

TEST_CASE("output: play generates until it is stopped, and a full text stops it with a sentence") {
    const Program program({.model = "characters", .text = std::string(60, 'a'), .target = "", .edits = {}});
    if (!program) return;
    program.run(
        "wait-idle\nkey 3\nwait-idle\nkey Space\nwait 3\nexpect playing=yes\nkey Space\nwait-idle\n"
        "expect playing=no\nexpect output_mode=generation");
    CHECK(std::stoi(program.state("generated")) >= 1);
    program.run("key Shift+W\nwait-idle\nexpect playing=no\nexpect tokens=64\nexpect generated=4");
    CHECK(program.state("stopped").find("64") != std::string::npos);
}

TEST_CASE("output: a translation step by step and whole is that of greedy generation") {
    const Program program(french);
    if (!program) return;
    program.run(
        "wait-idle\nkey 3\nwait-idle\nkey V\nwait-idle\nexpect output_mode=translation\nkey N\nkey N\n"
        "wait-idle\nexpect target=he hit\nexpect generated=2\nkey Shift+W\nwait-idle\nexpect playing=no");
    CHECK(program.state("target") == generated("translate-fr-en --text \"il m' a entarté\" --temperature 0"));
    CHECK(program.state("stopped").find("<eos>") != std::string::npos);
    program.run(
        "key Ctrl+Z\nwait-idle\nexpect target=he hit me with a\nexpect stopped=\nkey Ctrl+Y\nwait-idle\n"
        "click @alignment\nwait-idle\nexpect stage=decoder.blocks.0.cross_attn.weights\n"
        "key Shift+N\nwait-idle\nexpect target=\nexpect generated=0");
}

TEST_CASE("output: a beam finds what the command line finds, and a click takes a translation over") {
    const Program program(french);
    if (!program) return;
    program.run("wait-idle\nkey 3\nwait-idle\nkey V\nwait-idle\nexpect beam=\nclick @show beam\nwait-idle\n");
    program.run("expect beam=done\nclick @beam 1\nwait-idle");
    const std::string lines = generated("translate-fr-en --text \"il m' a entarté\" --beam 3");
    const std::size_t second = lines.find('\n') + 1, words = lines.find("  ", second) + 2;
    CHECK(program.state("target") == lines.substr(words, lines.find('\n', words) - words));
}

TEST_CASE("output: masked words and classes") {
    {
        const Program masked({.model = "agreement-masked",
                              .text = "The dogs beside the lion <mask> loudly.",
                              .target = "",
                              .edits = {}});
        if (!masked) return;
        masked.run(
            "wait-idle\nkey 3\nwait-idle\nexpect position=5\nkey V\nexpect output_mode=lens\nkey V\n"
            "expect output_mode=contributions\nkey V\nexpect output_mode=choice\nkey N\nwait-idle\nexpect "
            "undo=no\nclick @other positions\nwait-idle\nclick @place 1\nwait-idle\nexpect position=1");
    }
    const Program classes({.model = "sentiment-but", .text = "The movie was good", .target = "", .edits = {}});
    classes.run(
        "wait-idle\nkey 3\nwait-idle\nexpect position=0\nkey Right\nexpect position=0\nclick @candidate 1\n"
        "wait-idle\nexpect locked=yes");
    CHECK(classes.state("cell").starts_with("probs["));
}

TEST_CASE("output: the lens reads every layer, and contributions add up to the logit") {
    const Program program(romeo);
    if (!program) return;
    program.run(
        "wait-idle\nkey 3\nwait-idle\nclick @mode lens\nwait-idle\nexpect output_mode=lens\nexpect lens=done\n"
        "click @lens 2 3\nwait-idle\nexpect position=3\nexpect stage=blocks.1.resid_post\n"
        "click @mode contributions\nwait-idle\nexpect output_mode=contributions\nclick @logit 2\nwait-idle");
    const float logit = std::stof(program.state("value"));
    CHECK(program.state("cell").starts_with("logits[3,"));
    CHECK(std::stof(program.state("contributions")) == doctest::Approx(logit).epsilon(1e-3));
    program.run("click @difference\nwait-idle");
    CHECK(std::stof(program.state("contributions")) < 0);  // the third less the first
}

TEST_CASE("an answer among the tokens of a large vocabulary is explained at once") {
    test::PictureModel large = test::model_named("one token");
    large.config = R"({"architecture": "decoder", "vocab_size": 50257, "d_model": 8, "n_heads": 2, "n_layers": 1,
        "max_seq_len": 8})";
    const auto evaluation = test::evaluated(large);
    const int probs = evaluation->trace().find("probs");
    REQUIRE(probs >= 0);
    const auto start = std::chrono::steady_clock::now();
    const Arithmetic arithmetic = arithmetic_of(*evaluation, {probs, Cell{{0, 7}}}, 6);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    CHECK_MESSAGE(text(arithmetic).find("smaller") != std::string::npos, text(arithmetic));
    CHECK(seconds < 5);  // each term was held against each other one: minutes
}

TEST_CASE("every token of a text that no line holds stands in the strip of the answers") {
    AppOptions options = test::options_for("rnn, classifier by its last state", {760, 720});
    options.text_scale = 1.5F;
    const test::SettledProgram program(options);
    if (!program) return;
    Inputs inputs = program.app->session().inputs();
    inputs.text += " " + inputs.text;
    program.app->session().set(inputs);
    program.run("wait-idle\nkey 3\nwait-idle\nexpect error=");
    const std::size_t count = program.app->session().shown().current->tokens().size();
    for (std::size_t i = 0; i < count; ++i) CHECK(program.target("position " + std::to_string(i)).w > 0);
    CHECK(program.target("position " + std::to_string(count - 1)).y > program.target("position 0").y);
}

TEST_CASE("output: another source text does not go on with the old translation, and undo brings both back") {
    Inputs whole = french;
    whole.target = "he hit me with a pie";
    const Program program(whole);
    if (!program) return;
    const std::string source = program.state("text");
    program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype le chat noir\nkey Enter\nwait-idle\nexpect text=le chat noir");
    CHECK(program.state("target").empty());
    program.run("key Ctrl+Z\nwait-idle");
    CHECK(program.state("target") == "he hit me with a pie");
    CHECK(program.state("text") == french.text);
    // An example of the model has its own.
    program.run(
        "key Ctrl+L\nkey Ctrl+A\ntype le chat noir ne mange pas la pomme\nkey Enter\nwait-idle\n"
        "expect target=the black cat does not eat the apple");
}

TEST_SUITE_END();
