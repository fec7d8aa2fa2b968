// The bar with model and text: as large as the window allows, with the answer behind the text.
// ctest: alone 5 s
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/shipped_program.h"

using namespace glassformer;

namespace {

/// Of a button, which is a multiple of the text's size.
float button_height(PixelSize size, float text_scale) {
    AppOptions options = test::shipped_options("coreference", size);
    options.text_scale = text_scale;
    const test::SettledProgram program(options);
    return program ? program.target("undo").h : 0;
}

}  // namespace

TEST_SUITE_BEGIN("top_bar");

TEST_CASE("text grows with a window that is larger than 1600 by 900 both ways, to the largest text size at most") {
    const float common = button_height({1280, 720}, 1);
    if (common == 0) return;  // nothing can be drawn here
    CHECK(button_height({1600, 900}, 1) == common);
    CHECK(button_height({2400, 900}, 1) == common);
    CHECK(button_height({1920, 1080}, 1) == doctest::Approx(1.2 * common).epsilon(0.05));
    CHECK(button_height({3840, 2160}, 1) == doctest::Approx(2.4 * common).epsilon(0.05));
    CHECK(button_height({3840, 2160}, 3) == button_height({1600, 900}, 3));
}

TEST_CASE("from text size 1.3 on the texts have a row of their own, as in a narrow window") {
    for (const std::string model : {"coreference-full", "translate-fr-en"})
        for (const PixelSize size : {PixelSize{1920, 1080}, PixelSize{1280, 720}})
            for (const float scale : {1.0F, 1.2F, 1.3F, 1.5F, 2.0F}) {
                CAPTURE(model);
                CAPTURE(size.width);
                CAPTURE(scale);
                AppOptions options = test::shipped_options(model, size);
                options.text_scale = scale;
                const test::SettledProgram program(options);
                if (!program) return;
                const bool pair = model == "translate-fr-en";
                const Rect text = program.target("text"), name = program.target("model");
                const float all = static_cast<float>(size.width);
                const bool below = text.y >= name.bottom();
                if (scale >= 1.3F) CHECK(below);
                if (scale <= 1.2F && size.width == 1920) CHECK(!below);
                if (!below) continue;
                const Rect last = pair ? program.target("target") : text;
                CHECK(text.x < 0.03F * all);
                CHECK(last.right() > 0.97F * all);
                if (pair) CHECK(last.x > text.right());
            }
}

TEST_CASE("the answer stands behind the text, and the bar keeps its places when it changes") {
    const test::SettledProgram program(test::shipped_options("coreference", {1600, 720}));
    if (!program) return;
    const Rect model = program.target("model"), answer = program.target("answer");
    CHECK(answer.x > model.right());
    const BuiltinModel& coreference =
        *std::ranges::find(test::shipped_models(), std::string("coreference"), &BuiltinModel::name);
    const std::string& other = coreference.card.examples.at(1);
    program.run("key Ctrl+L\nkey Ctrl+A\ntype " + other + "\nkey Enter\nwait-idle\nexpect text=" + other);
    CHECK(program.target("model") == model);
    CHECK(program.target("answer").right() == answer.right());
}

TEST_CASE(
    "the answer stays in the text's field of a narrow window: the text is shortened beside it, and can be edited") {
    for (const std::string model : {"coreference-full", "sentiment-but", "characters", "translate-fr-en"})
        for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1024, 640}}) {
            CAPTURE(model);
            CAPTURE(size.width);
            AppOptions options = test::shipped_options(model, size);
            if (model == "translate-fr-en") options.inputs.target = "he hit me with";  // not complete
            const test::SettledProgram program(options);
            if (!program) return;
            REQUIRE(program.app->find_target("settings button"));  // and with it the way to all settings
            CHECK(program.target("settings button").right() <= static_cast<float>(size.width));
            if (model == "translate-fr-en" && size.width < 1280) continue;  // two texts
            const Rect answer = program.target("answer");
            const bool pair = program.app->find_target("target").has_value();
            const Rect field = program.target(pair ? "target" : "text");
            CHECK(answer.x > field.x + 0.3F * field.w);
            CHECK(answer.right() <= field.right() + 1);
        }
    const test::SettledProgram program(test::shipped_options("coreference-full", {1280, 720}));
    if (!program) return;
    program.run("key Ctrl+L\nkey End\nkey Backspace\ntype .\nkey Enter\nwait-idle");
    CHECK(program.state("text") == "The animal didn't cross the street because it was too tired.");
}

TEST_CASE("a translation that is complete has no answer in its field, so that the overview has the only one") {
    AppOptions options = test::shipped_options("translate-fr-en", {1600, 900});
    {  // one window at a time
        const test::SettledProgram complete(options);
        if (!complete) return;
        CHECK_FALSE(complete.app->find_target("answer").has_value());
    }
    options.inputs.target = "he hit me with";
    const test::SettledProgram begun(options);
    CHECK(begun.app->find_target("answer").has_value());
}

TEST_SUITE_END();
