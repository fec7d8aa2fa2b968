// The page on translation and length: its shares are those of the core for every setting, and each control counts.
// ctest: optimised too
#include <doctest/doctest.h>

#include <fmt/core.h>

#include <array>
#include <filesystem>

#include "core/experiments/bottleneck.h"
#include "core/io/model_folder.h"
#include "tests/support/shipped_program.h"
#include "tests/support/skipped.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Then the test counts as skipped.
bool is_too_slow() {
#ifdef __SANITIZE_ADDRESS__
    skip(Needs::plain_build, "hundreds of sentences are translated in a build without sanitizers");
    return true;
#else
    return false;
#endif
}

constexpr int few_sentences = 5;
constexpr std::array<const char*, 3> translator_names{"translate-bottleneck", "translate-rnn-attention",
                                                      "translate-fr-en"};

/// With as few sentences as the control allows, all of them translated.
SettledProgram bottleneck_page(PixelSize size = {1280, 720}, float text_scale = 1) {
    AppOptions options = shipped_options("translate-bottleneck", size);
    options.text_scale = text_scale;
    options.view = "experiments";
    options.view_values["mode"] = "\"bottleneck\"";
    options.view_values["bottleneck.count"] = std::to_string(few_sentences);
    SettledProgram program(options);
    if (program) run_settled(program, "wait-idle");
    return program;
}

double of(const Program& program, const std::string& name) { return std::stod(program.state("bottleneck_" + name)); }

/// The first sentences of that length, translated by the core.
std::vector<Translated> translated_by_core(std::size_t model, std::uint64_t seed, int length, int count) {
    const std::string name = translator_names.at(model);
    const Model loaded = load_model(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / name);
    HeldOutSentences sentences(require_task(name), seed, 100);
    std::vector<Translated> made;
    for (int i = 0; i < count; ++i)
        made.push_back(translate(loaded, *sentences.at(length, static_cast<std::size_t>(i))));
    return made;
}

void check_shares(const Program& program, bool of_words, int count) {
    const auto length = static_cast<int>(of(program, "length"));
    const auto seed = static_cast<std::uint64_t>(of(program, "seed"));
    for (std::size_t m = 0; m < translator_names.size(); ++m) {
        const std::string model = "_" + std::to_string(m);
        if (m == 2 && length > 12) {
            CHECK(of(program, "count" + model) == 0);
            continue;
        }
        double sum = 0;
        for (const Translated& made : translated_by_core(m, seed, length, count))
            sum += of_words ? made.share_right() : made.exact() ? 1 : 0;
        CHECK(of(program, "count" + model) == count);
        CHECK(of(program, "share" + model) == doctest::Approx(sum / count));
        // As lessons read it.
        const std::string name = std::string("right_") + std::array{"bottleneck", "attention", "transformer"}.at(m);
        const auto numbers = program.app->page_numbers();
        const auto found = std::ranges::find(numbers, name, &NamedNumber::name);
        REQUIRE(found != numbers.end());
        CHECK(found->value == doctest::Approx(sum / count));
    }
}

}  // namespace

TEST_SUITE_BEGIN("experiments_bottleneck");

TEST_CASE("the shares are those of the core for every length, measure, seed and number of sentences") {
    if (is_too_slow()) return;
    const SettledProgram program = bottleneck_page();
    if (!program) return;
    CHECK(of(program, "rounds") == few_sentences);
    CHECK(of(program, "length") == 10);
    check_shares(program, false, few_sentences);
    run_settled(program, "click @bottleneck length 22\nwait-idle");
    CHECK(of(program, "length") == 22);
    run_settled(program, "click @bottleneck length 18\nwait-idle");
    CHECK(of(program, "length") == 18);
    check_shares(program, false, few_sentences);
    CHECK(of(program, "share_0") < of(program, "share_1"));
    run_settled(program, "click @experiment measure words\nwait-idle");
    check_shares(program, true, few_sentences);
    CHECK(of(program, "share_0") > 0);  // some words are right all the same
    run_settled(program, "click @bottleneck chart\nkey Left\nkey Left\nwait-idle");  // in the middle: 12 or 13
    const double length = of(program, "length");
    CHECK(length >= 10);
    CHECK(length <= 11);
    run_settled(program, "key Right\nwait-idle");
    CHECK(of(program, "length") == length + 1);
    run_settled(program, "key Shift+N\nwait-idle");
    CHECK(of(program, "seed") == 1);
    CHECK(of(program, "rounds") == few_sentences);
    check_shares(program, true, few_sentences);
    run_settled(program, "key Down\nkey Down\nkey Right\nwait-idle");  // shows the first control, goes to the second
    CHECK(of(program, "rounds") == 2 * few_sentences);
    check_shares(program, true, 2 * few_sentences);
    CHECK(program.state("error").empty());
}

TEST_CASE("the page answers how long a sentence may be, with the shares of its chart") {
    if (is_too_slow()) return;
    const SettledProgram program = bottleneck_page();
    if (!program) return;
    for (const bool of_words : {false, true}) {
        if (of_words) run_settled(program, "click @experiment measure words\nwait-idle");
        const std::string said = program.state("bottleneck_sentence");
        CAPTURE(said);
        const Rect chart = program.target("bottleneck chart");
        for (std::size_t m = 0; m < 2; ++m) {
            // As the marks of the chart have it, from the shortest length on.
            int fitting = 0;
            for (int length = 1; length <= 30; ++length) {
                const auto mark = program.app->find_target(fmt::format("bottleneck mark {} {}", m, length));
                if (!mark) continue;
                if ((chart.bottom() - mark->centre().y) / chart.h < 0.499F) break;
                fitting = length;
            }
            CHECK(of(program, "fitting_" + std::to_string(m)) == fitting);
            if (fitting > 0) CHECK(said.find(std::to_string(fitting) + " words") != std::string::npos);
        }
        CHECK(of(program, "fitting_0") <= of(program, "fitting_1"));
        if (!of_words) CHECK(of(program, "fitting_0") < of(program, "fitting_1"));
    }
}

TEST_CASE("one sentence after the other is shown, and opens in the Walk and in Output with the selected model") {
    if (is_too_slow()) return;
    const SettledProgram program = bottleneck_page();
    if (!program) return;
    CHECK(of(program, "number") == few_sentences - 1);  // the last one
    const std::vector<Translated> attending = translated_by_core(1, 0, 10, few_sentences);
    CHECK(program.state("bottleneck_exact_1") == (attending.back().exact() ? "yes" : "no"));
    const std::string last = program.state("bottleneck_text");
    run_settled(program, "click @bottleneck previous\nwait-idle");
    CHECK(of(program, "number") == few_sentences - 2);
    CHECK(program.state("bottleneck_text") != last);
    run_settled(program, "click @bottleneck next\nwait-idle");
    CHECK(program.state("bottleneck_text") == last);
    run_settled(program, "click @bottleneck sentences\nwait-idle");
    CHECK(of(program, "number") == few_sentences / 2);  // in the middle of all
    run_settled(program, "click @bottleneck next\nclick @bottleneck next\nwait-idle");
    CHECK(program.state("bottleneck_text") == last);
    CHECK(program.state("bottleneck_model") == "translate-bottleneck");
    run_settled(program, "click @bottleneck model 1\nwait-idle");
    CHECK(program.state("bottleneck_model") == "translate-rnn-attention");
    CHECK(program.state("bottleneck_text") == last);
    run_settled(program, "click @bottleneck model 2\nwait-idle");
    CHECK(program.state("bottleneck_model") == "translate-fr-en");
    CHECK(program.state("bottleneck_text") != last);  // of another task
    run_settled(program, "click @bottleneck model 1\nwait-idle");
    const std::string translation = program.state("bottleneck_translation");
    run_settled(program, "click @experiments walk\nwait-idle");
    CHECK(program.state("view") == "walk");
    CHECK(program.state("model") == "translate-rnn-attention");
    CHECK(program.state("text") == last);
    CHECK(program.state("target") == translation);
    run_settled(program, "key 8\nwait-idle\nclick @bottleneck output\nwait-idle");
    CHECK(program.state("view") == "output");
    CHECK(program.state("error").empty());
}

TEST_CASE("the page is drawn in windows of all sizes, for short and long sentences") {
    if (is_too_slow()) return;
    for (const PixelSize size : {PixelSize{640, 360}, PixelSize{1920, 1080}}) {
        const SettledProgram program = bottleneck_page(size);
        if (!program) return;
        CHECK(of(program, "rounds") == few_sentences);
        run_settled(program, "key Right\nkey Right\nkey Right\nwait-idle");
        CHECK(of(program, "length") == 13);
        CHECK(program.state("error").empty());
    }
}

TEST_CASE("with large text the whole chart is in sight") {
    if (is_too_slow()) return;
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}}) {
        const SettledProgram program = bottleneck_page(size, 2);
        if (!program) return;
        const Rect chart = program.target("experiments picture");
        CHECK(program.state("experiments_head") == "folded");
        CHECK(chart.y >= program.target("experiments controls").bottom());
        CHECK(chart.bottom() <= static_cast<float>(size.height));
        CHECK(chart.h >= 8 * program.app->em());
    }
}

TEST_SUITE_END();
