// What later steps of a lesson show is computed while an earlier one is shown, and no number is read before all that it
// counts is there.
// ctest: alone 3 s, optimised only
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>

#include "core/base/file.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/texts_on_wall.h"
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

AppOptions lesson_options(const TemporaryFolder& folder, const std::string& text) {
    write_file(folder / "l.md", "---\ntitle: Ahead\n---\n" + text);
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "l.md";
    options.still = true;
    return options;
}

std::string drawn(App& app) {
    std::string words;
    for (const WallText& text : texts_on_wall(app)) words += text.words + "|";
    return words;
}

bool says(App& app, const std::string& words) { return drawn(app).find(words) != std::string::npos; }

bool says_four_decimals(App& app) { return std::regex_search(drawn(app), std::regex(R"(\d\.\d{4})")); }

double of(const std::vector<NamedNumber>& numbers, const std::string& name) {
    const auto found = std::ranges::find(numbers, name, &NamedNumber::name);
    REQUIRE(found != numbers.end());
    return found->value;
}

/// As many as it takes to show a step whose numbers are all there, and no more.
void draw_few_frames(const Program& program) {
    program.app->session().wait();
    for (int i = 0; i < 8; ++i) program.app->frame();
}

constexpr const char* walk = "model: coreference-full\nview: walk\n";

}  // namespace

TEST_SUITE_BEGIN("lesson_ahead");

TEST_CASE("a number of translations is read when all of them are there, and the picture says how many are") {
    if (is_too_slow()) return;
    const std::string page = "```scene\nview: experiments\npage: bottleneck\nexperiments.bottleneck.count: ",
                      text =
                          "\n```\n\nRight: {{page.right_attention : 4}}.\n\n```ask\nnumber: How many sentences?\n"
                          "answer: page.sentences_attention\ntolerance: 1\n```\n\nAnswered.\n\n";
    const TemporaryFolder folder;
    const SettledProgram program(lesson_options(folder, std::string("## Now\n\n```scene\n") + walk +
                                                            "```\n\nText.\n\n## Many\n\n" + page + "100" + text +
                                                            "## Few\n\n" + page + "5" + text));
    if (!program) return;
    App& app = *program.app;
    app.lesson().go(1);
    draw_few_frames(program);
    REQUIRE(program.state("view") == "experiments");
    REQUIRE(comes_true([&] {
        next_frame(program);
        return program.state("bottleneck_rounds") != "0";
    }));
    REQUIRE(std::stoi(program.state("bottleneck_rounds")) < 100);
    CHECK(program.state("bottleneck_complete") == "no");
    CHECK(of(app.page_numbers(), "length") == 10);
    for (const char* name : {"right_bottleneck", "right_attention", "error_attention", "sentences_attention"}) {
        CAPTURE(name);
        CHECK(std::isnan(of(app.page_numbers(), name)));
    }
    CHECK_FALSE(says_four_decimals(app));
    CHECK(says(app, "|…"));
    CHECK(says(app, " of 100 per length so far"));
    CHECK(says(app, "The answer is still being computed."));
    program.run("key Page down");
    CHECK(program.state("bottleneck_complete") == "no");
    CHECK(program.state("lesson_answer") != "shown");

    app.lesson().go(2);
    app.settle_whole();
    CHECK(program.state("bottleneck_complete") == "yes");
    CHECK(of(app.page_numbers(), "sentences_attention") == 5);
    CHECK(of(app.page_numbers(), "right_attention") >= 0);
    CHECK(says_four_decimals(app));
    CHECK_FALSE(says(app, "per length so far"));
    CHECK_FALSE(says(app, "The answer is still being computed."));
    program.run("key Page down\nwait-idle\nexpect lesson_answer=open\nkey Page down\nwait-idle");
    CHECK(program.state("lesson_answer") == "shown");
}

TEST_CASE("before a class the translations of a step far behind are made while the first one is shown") {
    if (is_too_slow()) return;
    const TemporaryFolder folder;
    const SettledProgram program(lesson_options(
        folder,
        std::string("## Now\n\n```scene\n") + walk + "```\n\nText.\n\n## Then\n\n```scene\nview: attention\n```\n\n" +
            "Text.\n\n## Another page\n\n```scene\nview: experiments\npage: cost\n```\n\nText.\n\n## Translations\n\n" +
            "```scene\npage: bottleneck\nexperiments.bottleneck.count: 5\n```\n\nText.\n"));
    if (!program) return;
    App& app = *program.app;
    CHECK(program.state("lesson_prepared") == "no");
    const auto before = app.session_now().views;
    program.run("key F5");
    REQUIRE(comes_true([&] {
        next_frame(program);
        return program.state("lesson_prepared") == "yes";
    }));
    CHECK(program.state("view") == "walk");
    CHECK(app.session_now().views == before);
    app.lesson().go(3);
    draw_few_frames(program);
    CHECK(program.state("bottleneck_complete") == "yes");
    CHECK(program.state("bottleneck_rounds") == "5");
}

TEST_SUITE_END();
