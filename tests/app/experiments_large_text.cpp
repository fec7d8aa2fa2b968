// The experiments view with large text and before a class: its head is folded, so that the picture stays in sight while
// everything can be changed.
// ctest: alone 14 s, optimised only
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "app/views/experiments/frame/page.h"
#include "core/base/file.h"
#include "tests/support/sanitized.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;
using namespace std::string_view_literals;

namespace {

struct Low {
    const char* name;
    PixelSize size;
    float scale = 1;
    bool presented = false;
    const char* theme = "dark";
};

constexpr float least_picture = 8;  // em

/// Pages whose numbers are of shipped models: without them they have no picture.
constexpr std::array pages_of_shipped{"bottleneck"sv, "batch"sv};

bool has_picture(std::string_view page, const Low& window) {
    // Before a class alone: a test of its own translates with large text.
    return page != "bottleneck" || window.presented;
}

SettledProgram opened(std::string_view page, const Low& window) {
    const char* const in_class = "coreference-full";
    const bool shipped = window.presented || (std::ranges::find(pages_of_shipped, page) != pages_of_shipped.end() &&
                                              has_picture(page, window));
    AppOptions options = shipped ? shipped_options(in_class, window.size) : window_options(decoder, window.size);
    const std::string name(page);
    options.view = "experiments";
    options.view_values["mode"] = '"' + name + '"';
    options.text_scale = window.scale;
    options.theme = window.theme;
    options.still = true;
    static const TemporaryFolder folder;
    if (window.presented) {
        options.lesson = folder / "l.md";
        write_file(options.lesson, "---\ntitle: T\n---\n## One\n\n```scene\nmodel: " + std::string(in_class) +
                                       "\nview: experiments\npage: " + name + "\n```\n\nText.\n");
    }
    SettledProgram program(options);
    if (program) run_settled(program, window.presented ? "key F5\nwait-idle\nexpect presenter=yes" : "wait-idle");
    return program;
}

bool is_inside(const Rect& place, const PixelSize& window) {
    return place.x >= 0 && place.y >= 0 && place.right() <= static_cast<float>(window.width) + 0.5F &&
           place.bottom() <= static_cast<float>(window.height) + 0.5F;
}

}  // namespace

TEST_SUITE_BEGIN("experiments_large_text");

TEST_CASE(
    "with large text and before a class each page's first picture is wholly in sight; keys step unless presented") {
    for (const Low& window : {Low{"1280x720, text twice as large", {1280, 720}, 2},
                              Low{"1920x1080, text twice as large", {1920, 1080}, 2, false, "light"},
                              Low{"1920x1080, before a class", {1920, 1080}, 1, true, "contrast"}})
        for (const ExperimentRow& row : experiment_rows()) {
            CAPTURE(window.name);
            CAPTURE(row.name);
            // The optimised build measures all; here hundreds of translations, and a second size, find nothing new.
            if (sanitized && ((window.presented && row.name == "bottleneck") || window.theme == "light"sv)) continue;
            const SettledProgram program = opened(row.name, window);
            if (!program) return;
            CHECK(program.state("experiments_head") == "folded");
            CHECK(program.state("error").empty());
            const float em = program.app->em();
            const Rect said = program.target("experiments sentence"), controls = program.target("experiments controls");
            CHECK(is_inside(said, window.size));
            CHECK(said.bottom() <= controls.y);
            const auto check = [&] {
                if (!has_picture(row.name, window)) return;
                const Rect seen = program.target(ExperimentPage::first_picture);
                CAPTURE(seen.x);
                CAPTURE(seen.y / em);
                CAPTURE(seen.w / em);
                CAPTURE(seen.h / em);
                CHECK(is_inside(seen, window.size));
                CHECK(seen.y >= controls.bottom());
                CHECK(seen.h >= least_picture * em);
            };
            check();
            // The chosen control is stepped, and the picture stays where it is. Before a class the arrows are the
            // lesson's.
            run_settled(program, "key Down\nwait-idle");
            const std::string chosen = program.state("experiments_control");
            if (chosen.empty()) continue;  // a page without controls
            CHECK(program.app->targets().contains((window.presented ? "experiments value " : "experiment ") + chosen));
            const int turns = window.presented ? 0 : window.size.width < 1900 ? 3 : 1;
            for (int turn = 0; turn < turns; ++turn) {
                CAPTURE(program.state("experiments_control"));
                const std::string before = program.state("experiments_set");
                run_settled(program, "key Right\nwait-idle");
                const bool at_its_end = program.state("experiments_set") == before;
                if (at_its_end) run_settled(program, "key Left\nwait-idle");
                CHECK(program.state("experiments_set") != before);
                check();
                run_settled(program, at_its_end ? "key Right\nkey Down\nwait-idle" : "key Left\nkey Down\nwait-idle");
                if (program.state("experiments_control") == chosen) break;
            }
        }
}

TEST_CASE("a button opens the controls over the picture and closes them, Esc and another page too") {
    for (const Low& window : {Low{"1280x720", {1280, 720}, 2}, Low{"before a class", {1920, 1080}, 1, true}}) {
        CAPTURE(window.name);
        const SettledProgram program = opened("score-scale", window);
        if (!program) return;
        const Rect picture = program.target("score_scale raw");
        CHECK_FALSE(program.app->targets().contains("experiment seed"));
        run_settled(program, "click @experiments controls\nwait-idle");
        CHECK(program.state("experiments_head") == "card");
        const Rect card = program.target("experiments card");
        CHECK(is_inside(card, window.size));
        CHECK(card.y >= program.target("experiments controls").bottom());
        CHECK(card.bottom() <
              static_cast<float>(window.size.height) - 3 * program.app->em());  // some of it is in sight
        CHECK(program.target("score_scale raw").y == picture.y);
        // A control in it works, and is the one that keys step then.
        for (const char* control : {"source", "d_k", "keys", "seed"})
            CHECK(program.app->targets().contains(std::string("experiment ") + control));
        const std::string before = program.state("experiments_set");
        run_settled(program, "click @experiment keys\nwait-idle");
        CHECK(program.state("experiments_control") == "keys");
        CHECK(program.state("experiments_set") != before);
        CHECK(program.state("experiments_head") == "card");
        run_settled(program, "key Esc\nwait-idle");
        CHECK(program.state("experiments_head") == "folded");
        CHECK(program.state("presenter") == (window.presented ? "yes" : "no"));
        CHECK(program.target("score_scale raw").y == picture.y);
        run_settled(program, "click @experiments controls\nwait-idle\nclick @experiments controls\nwait-idle");
        CHECK(program.state("experiments_head") == "folded");
        if (window.presented) continue;
        run_settled(program, "click @experiments controls\nwait-idle\nkey V\nwait-idle");
        CHECK(program.state("experiments_page") != "score-scale");
        CHECK(program.state("experiments_head") == "folded");
    }
}

TEST_CASE("the chosen control is there to be used in the folded head; a click on another's name chooses that one") {
    const SettledProgram program = opened("depth", {"1280x720", {1280, 720}, 2});
    if (!program) return;
    CHECK(program.app->targets().contains("experiment layers"));  // at first that which the page says to move
    CHECK_FALSE(program.app->targets().contains("experiment show"));
    run_settled(program, "click @experiments value show\nwait-idle");
    CHECK(program.state("experiments_control") == "show");
    run_settled(program, "click @experiment show gradients\nwait-idle");
    CHECK(program.app->targets().contains("depth stream"));
    run_settled(program, "click @experiments value layers\nwait-idle");
    CHECK(program.state("experiments_control") == "layers");
    const std::string before = program.state("experiments_set");
    run_settled(program, "click @experiment layers\nwait-idle");
    CHECK(program.state("experiments_set") != before);
}

TEST_CASE("in low windows each network can be opened, and the colors of the map are named") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}}) {
        CAPTURE(size.width);
        const SettledProgram networks = opened("architectures", {"text twice as large", size, 2});
        if (!networks) return;
        for (const char* const index : {"0", "1", "2"}) {
            CAPTURE(index);
            const std::string name = std::string("architectures ") + index;
            REQUIRE(networks.app->targets().contains(name + " open"));
            const Rect button = networks.target(name + " open");
            CHECK(is_inside(button, size));
            CHECK(button.bottom() <= networks.target(name + " token 0").y);
        }
        const SettledProgram masks = opened("who-sees-whom", {"text twice as large", size, 2});
        if (!masks) return;
        CHECK(masks.app->targets().contains("who_sees_whom legend never"));
        CHECK(masks.target("who_sees_whom legend never").right() <= masks.target("who_sees_whom paths").x);
    }
}

TEST_CASE("the head is folded by the window's size alone, and never where there is room") {
    for (const Low& window : {Low{"1280x720", {1280, 720}}, Low{"1920x1080", {1920, 1080}, 1.25F}})
        for (const ExperimentRow& row : experiment_rows()) {
            CAPTURE(window.name);
            CAPTURE(row.name);
            const SettledProgram program = opened(row.name, window);
            if (!program) return;
            CHECK(program.state("experiments_head") == "whole");
            CHECK_FALSE(program.app->targets().contains("experiments controls"));
        }
}

TEST_SUITE_END();
