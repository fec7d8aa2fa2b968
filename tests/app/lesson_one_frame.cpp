// Text, picture and numbers of a step are seen in one frame: nobody sees the words of one step beside the picture or
// the number of another. ctest: alone 6 s
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "core/base/file.h"
#include "tests/support/lesson_pictures.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/texts_on_wall.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct Lecture {
    TemporaryFolder folder;
    std::shared_ptr<std::atomic<bool>> blocked = std::make_shared<std::atomic<bool>>(false);
    SettledProgram program;

    explicit Lecture(const std::string& steps, PixelSize size = {960, 540}) : program(options(steps, size)) {
        if (!program) return;
        program.platform->set_draws_pixels(true);
        program.app->settle_whole();
    }
    AppOptions options(const std::string& steps, PixelSize size) {
        write_file(folder / "l.md", "---\ntitle: Frames\n---\n" + steps);
        AppOptions made = shipped_options("coreference-full", size);
        made.lesson = folder / "l.md";
        made.still = true;
        made.load = [load = made.load, waits = blocked](const std::string& name) {
            while (waits->load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return load(name);
        };
        return made;
    }
    Image frame() {
        program.app->frame();
        return program.platform->read_pixels();
    }
    /// The first frame that is another one than that; empty: none comes.
    std::optional<Image> change_from(const Image& before) {
        Image now;
        std::chrono::milliseconds rest{0};
        const bool changes = comes_true([&] {
            next_frame(program);  // as fast as a window's
            // The window's time goes on by frames: on a slow machine the step has more of the clock's.
            if (!program.app->lesson_stands()) std::this_thread::sleep_for(rest += std::chrono::milliseconds(20));
            now = program.platform->read_pixels();
            return different_pixels(now, before) > 0;
        });
        return changes ? std::optional(now) : std::nullopt;
    }
    std::string words() {
        std::string all;
        for (const WallText& text : texts_on_wall(*program.app)) all += text.words + "|";
        return all;
    }
};

std::string step(const std::string& title, const std::string& lines, const std::string& text) {
    return "## " + title + "\n\n```scene\n" + lines + "```\n\n" + text + "\n\n";
}

const std::string walk = step("One", "model: coreference-full\nview: walk\nstage: blocks.1.attn.weights\n",
                              "Mass: {{sum(blocks.1.attn.weights[head 1]) : 3}}.");

}  // namespace

TEST_SUITE_BEGIN("lesson_one_frame");

TEST_CASE("the first frame of a step is what is seen of it later: its picture, its numbers, all of its letters") {
    const std::string depth = "view: experiments\npage: depth\nexperiments.depth.show: ";
    Lecture it(walk + step("Ü₧Ж", "model: sort\nview: walk\nzoom: story\n", "Signs: ∮ ⅗ ⊗. Of {{rows(probs)}} rows.") +
               step("Gradients", depth + "1\nexperiments.depth.layers: 2\n",
                    "From {{page.first_gradient_no_residual : 3}} to {{page.last_gradient_no_residual : 3}}.") +
               step("Tokens", depth + "0\n", "Similar: {{page.similarity_attention : 3}}.") +
               step("Two runs",
                    "view: compare\nmodel: coreference-full\nb.text: The animal didn't cross the street because it was "
                    "too wide.\ncell: blocks.1.attn.weights[head 1, it, animal]\n",
                    "{{b(blocks.1.attn.weights[head 1, it, animal]) : 1%}}.") +
               step("Lens", "view: output\npage: lens\n", "Text.") +
               step("Heads", "view: attention\npage: heads\n", "Text.") +
               step("All pairs", "view: experiments\npage: who-sees-whom\n", "{{page.pairs}} pairs."));
    if (!it.program) return;
    App& app = *it.program.app;
    for (int next = 1; next < app.lesson().steps(); ++next) {
        CAPTURE(app.lesson().lesson().steps[static_cast<std::size_t>(next)].title);
        const Image before = it.frame();
        app.lesson().go(next);
        const auto first = it.change_from(before);
        REQUIRE(first);
        CHECK(app.lesson_stands());
        app.settle_whole();
        CHECK(different_pixels(*first, it.frame()) == 0);
        if (app.lesson().now().title != "Lens") CHECK(it.words().find("|…") == std::string::npos);
    }
}

TEST_CASE(
    "what takes long is waited for a moment; then the words come, without a number or a picture of the step before") {
    Lecture it(walk + step("Two", "model: sort\n", "Rows: {{sum(blocks.0.attn.weights[head 1]) : 3}}."));
    if (!it.program) return;
    App& app = *it.program.app;
    const Image before = it.frame();
    REQUIRE(it.words().find("13.000") != std::string::npos);
    *it.blocked = true;
    app.lesson().go(1);
    for (int i = 0; i < 30; ++i) CHECK(different_pixels(it.frame(), before) == 0);
    for (int i = 0; i < 20; ++i) it.frame();
    CHECK(different_pixels(it.frame(), before) > 0);
    const std::string words = it.words();
    CHECK(words.find("…") != std::string::npos);
    CHECK(words.find("13.000") == std::string::npos);
    CHECK(words.find("This step’s picture is being computed.") != std::string::npos);
    CHECK_FALSE(app.find_target("legend"));
    *it.blocked = false;
    REQUIRE(comes_true([&] {
        it.frame();
        return app.lesson_stands();
    }));
    CHECK(it.words().find("being computed") == std::string::npos);
    CHECK(it.words().find("|…") == std::string::npos);
}

TEST_CASE("a key that comes before the question is seen shows the question first") {
    Lecture it(walk + step("Two", "model: sort\n", "```ask\nnumber: How many?\nanswer: 2\ntolerance: 0\n```\n\nTwo."));
    if (!it.program) return;
    App& app = *it.program.app;
    it.program.run("key F5\nwait-idle");
    *it.blocked = true;
    const auto key = [&] {
        app.platform().events().push(KeyDown{Key::page_down, {}});
        app.platform().events().push(KeyUp{Key::page_down, {}});
        app.frame();
    };
    key();
    key();
    CHECK(it.program.state("lesson_step") == "2");
    CHECK(it.program.state("lesson_answer") == "open");
    *it.blocked = false;
    REQUIRE(comes_true([&] {
        app.frame();
        return app.lesson_stands() && it.program.state("lesson_answer") == "shown";
    }));
    CHECK(it.program.state("lesson_step") == "2");
}

TEST_CASE("pages of the experiments that later steps show are computed before a class, also two of one page") {
    const std::string depth = "view: experiments\npage: depth\nexperiments.depth.show: 1\nexperiments.depth.layers: ";
    Lecture it(walk + step("Few", depth + "6\n", "{{page.first_gradient_no_residual : 3}}.") +
               step("More", depth + "8\n", "{{page.first_gradient_no_residual : 3}}."));
    if (!it.program) return;
    App& app = *it.program.app;
    it.program.run("key F5");
    REQUIRE(comes_true([&] {
        next_frame(it.program);
        return it.program.state("lesson_prepared") == "yes";
    }));
    CHECK(it.program.state("view") == "walk");
    for (const int next : {1, 2}) {
        app.lesson().go(next);
        for (int i = 0; i < 5; ++i) app.frame();  // none of them waits for anything
        CHECK(app.lesson_stands());
        CHECK(it.words().find("|…") == std::string::npos);
    }
}

TEST_SUITE_END();
