// The page on a batch, in the window: its numbers are the core's, every control changes them, and queries are chosen by
// clicks and keys.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <cmath>

#include "app/paint/printed_number.h"
#include "core/experiments/batch_masks.h"
#include "tests/support/shipped_program.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

SettledProgram opened(PixelSize size = {1280, 720}, float text_scale = 1) {
    AppOptions options = shipped_options("agreement-causal", size);
    options.text_scale = text_scale;
    options.view = "experiments";
    options.view_values = {{"mode", "\"batch\""}};
    options.still = true;
    SettledProgram program(options);
    if (program) run_settled(program, "wait-idle");
    return program;
}

double number(const Program& program, const char* name) {
    return std::stod(program.state(std::string("batch_") + name));
}

/// Clicks the control at this share of its width.
void press(const Program& program, const std::string& knob, float share) {
    const Rect place = program.target("experiment " + knob);
    program.platform->events().click({place.x + share * place.w, place.centre().y});
    run_settled(program, "wait-idle");
}

std::shared_ptr<const Model> agreement() {
    return std::make_shared<const Model>(
        load_model(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / "agreement-causal"));
}

}  // namespace

TEST_SUITE_BEGIN("experiments_batch_page");

TEST_CASE("batch: one pass and one query after the other are the same, and cost what the core counts") {
    const SettledProgram program = opened();
    if (!program) return;
    CHECK(program.state("experiments_page") == "batch");
    REQUIRE(number(program, "texts") == 4);
    BatchMasks setting{.model = agreement(), .texts = {}};
    for (const char* text :
         {"<start> near the cats, an old wolf howls.", "<start> the bird sings.",
          "<start> the dogs beside the lion bark often.", "<start> these ducks quack in the park."}) {
        setting.texts.emplace_back();
        for (const TokenLabel& token : tokenize(*setting.model, text)) setting.texts.back().push_back(token.id);
    }
    const std::atomic<bool> going{false};
    const BatchBothWays both = both_ways(setting, going);
    CHECK(number(program, "length") == 10);  // <start> near the cats , an old wolf howls .
    CHECK(number(program, "padding") == 5 + 1 + 2);
    CHECK(number(program, "labels") == 9 + 4 + 8 + 7);
    CHECK(number(program, "loss") == doctest::Approx(both.loss));
    CHECK(number(program, "difference_beginnings") < 1e-4);
    CHECK(number(program, "difference_cache") < 1e-4);
    CHECK(number(program, "flop") == doctest::Approx(both.flop));
    CHECK(number(program, "flop_beginnings") == doctest::Approx(both.flop_of_beginnings));
    CHECK(number(program, "flop_cache") == doctest::Approx(both.flop_of_cache));
}

TEST_CASE("batch: padding costs, the mask matters, and the cache keeps rows") {
    const SettledProgram program = opened();
    if (!program) return;
    const double loss = number(program, "loss"), flop = number(program, "flop"),
                 one_by_one = number(program, "flop_beginnings");
    press(program, "extra", 0.7F);
    CHECK(number(program, "length") > 10);
    CHECK(number(program, "flop") > flop);
    CHECK(number(program, "loss") == doctest::Approx(loss).epsilon(1e-5));
    CHECK(number(program, "flop_beginnings") == one_by_one);
    press(program, "causal", 0.5F);
    CHECK(number(program, "difference_beginnings") > 0.1);
    CHECK(number(program, "loss") != doctest::Approx(loss).epsilon(1e-3));
    press(program, "causal", 0.5F);
    CHECK(number(program, "difference_beginnings") < 1e-4);
    press(program, "texts", 0.02F);
    CHECK(number(program, "texts") == 1);
    CHECK(number(program, "labels") == 9);
    const Rect cells = program.target("batch cells");
    program.platform->events().click(
        {cells.x + 5.5F * cells.w / static_cast<float>(number(program, "length")), cells.centre().y});
    program.app->settle();
    CHECK(program.state("batch_chosen") == "0 5");
    CHECK(number(program, "rows_computed") == 6);
    CHECK(number(program, "rows_kept") == 0);
    program.platform->events().click(program.target("experiment way KV cache").centre());
    program.app->settle();
    CHECK(number(program, "rows_computed") == 1);
    CHECK(number(program, "rows_kept") == 5);
    const Rect mask = program.target("batch mask");
    const float row = mask.h / static_cast<float>(number(program, "length"));
    program.platform->events().click({mask.x + row / 2, mask.y + 2.5F * row});
    program.app->settle();
    CHECK(program.state("batch_chosen") == "0 2");
    program.run("key Ctrl+Z\nwait-idle");
    CHECK(program.state("batch_chosen") == "0 5");
}

TEST_CASE("batch: a click on the number of passes shows what each of them computes") {
    const SettledProgram program = opened();
    if (!program) return;
    CHECK(number(program, "rows_kept") == 0);
    run_settled(program, "click @batch cached\nwait-idle");
    CHECK(number(program, "rows_computed") == 1);
    CHECK(number(program, "rows_kept") == 5);
    run_settled(program, "click @batch beginnings\nwait-idle");
    CHECK(number(program, "rows_computed") == 6);
    CHECK(number(program, "rows_kept") == 0);
}

TEST_CASE("batch: with a KV cache the page says why it is cheaper, with both counts, with and without the mask") {
    const SettledProgram program = opened();
    if (!program) return;
    CHECK(program.state("batch_sentence").find("cheaper") == std::string::npos);
    program.platform->events().click(program.target("experiment way KV cache").centre());
    run_settled(program, "wait-idle");
    for (int mask = 0; mask < 2; ++mask) {
        const std::string said = program.state("batch_sentence");
        CAPTURE(said);
        CHECK(said.find("no row is computed twice: " + number_text(number(program, "flop_cache") / 1e6)) !=
              std::string::npos);
        CHECK(said.find("against " + number_text(number(program, "flop_beginnings") / 1e6)) != std::string::npos);
        CHECK(number(program, "flop_cache") < number(program, "flop_beginnings"));
        press(program, "causal", 0.5F);
    }
}

TEST_CASE("batch: with large text cells and counts are wholly in sight, and below them each pass has its rows") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}}) {
        CAPTURE(size.height);
        const SettledProgram program = opened(size, 2);
        if (!program) return;
        CHECK(program.state("experiments_head") == "folded");
        for (const double share : {0.02, 0.5, 0.98}) {
            if (const auto texts = program.app->find_target("experiment texts"); texts)
                program.platform->events().click({texts->x + static_cast<float>(share) * texts->w, texts->centre().y});
            run_settled(program, "wait-idle");
            CAPTURE(number(program, "texts"));
            const float below = program.target("experiments controls").bottom();
            for (const char* seen : {"batch cells", "batch one pass", "batch beginnings", "batch cached"}) {
                CAPTURE(seen);
                const Rect place = program.target(seen);
                CHECK(place.y >= below);
                CHECK(place.bottom() <= static_cast<float>(size.height));
                CHECK(place.right() <= static_cast<float>(size.width));
            }
        }
        run_settled(program, "click @batch cached\nwait-idle");
        CHECK(number(program, "rows_kept") > 0);
        CHECK(program.app->find_target("batch rows 0").has_value());  // its number fits
    }
}

TEST_SUITE_END();
