// Steps without a picture, and with a second one beside it.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/script/figure_words.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/notes_painter.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const std::string lesson_of_pictures =
    "---\ntitle: T\n---\n## Alone\n\n```scene\nmodel: coreference-full\nview: none\n```\n\nOnly words.\n\n"
    "## Two\n\n```scene\nview: walk\nstage: blocks.1.attn.scores_raw\nhead: 1\nbeside: blocks.1.attn.weights\n"
    "label: blocks.1.attn.weights[head 1, it, animal] = in the second picture\n```\n\nBoth.\n\n"
    "## One\n\n```scene\nstage: blocks.0.attn.q\n```\n\nOne.\n";

struct Steps {
    TemporaryFolder folder;
    SettledProgram program;
    Steps() : program(options_of(folder / "l.md")) {}
    static AppOptions options_of(const std::filesystem::path& file) {
        write_file(file, lesson_of_pictures);
        AppOptions options = shipped_options("coreference-full", {1280, 720});
        options.still = true;
        options.lesson = file;
        return options;
    }
    void go(int step) const {
        program.app->lesson().go(step);
        program.app->settle();
    }
    bool says(const std::string& words) const {
        Notes notes;
        program.app->draw_on(notes);
        for (const std::string& text : notes.texts)
            if (text.find(words) != std::string::npos) return true;
        return false;
    }
};

}  // namespace

TEST_SUITE_BEGIN("lesson_pictures_of_steps");

TEST_CASE("a step without a picture has the whole window for its text, until somebody explores it") {
    const Steps it;
    if (!it.program) return;
    it.go(0);
    CHECK(it.says("Only words."));
    CHECK(!it.program.app->find_target("canvas"));
    CHECK(it.program.app->course().words_alone());
    it.program.run("key Page down\nwait-idle\nexpect lesson_step=2\nexpect lesson_left=no");
    CHECK(it.program.app->find_target("canvas"));
    it.program.run("key Page up\nwait-idle\nexpect lesson_step=1\nkey 2\nwait-idle\nexpect lesson_left=yes");
    CHECK(!it.program.app->course().words_alone());
    it.program.run("key Page up\nwait-idle\nexpect lesson_left=no");
    CHECK(it.program.app->course().words_alone());
    it.program.run("key Shift+F6\nwait-idle");
    CHECK(it.program.app->find_target("canvas"));
}

TEST_CASE("a second picture has half of the room, with its own title, and marks stand on it too") {
    const Steps it;
    if (!it.program) return;
    it.go(2);
    const auto whole = it.program.app->find_target("canvas");
    REQUIRE(whole);
    CHECK(!it.says("in the second picture"));
    it.go(1);
    const auto half = it.program.app->find_target("canvas"), label = it.program.app->find_target("mark 1");
    REQUIRE(half);
    CHECK(half->w < 0.55F * whole->w);
    REQUIRE(label);
    CHECK(label->x > half->right());
    CHECK(figure_words(*it.program.app, true).caption.find("Beside it: Attention weights") != std::string::npos);
    it.program.run("key Right\nwait-idle\nexpect lesson_left=yes");
    CHECK(it.program.app->find_target("canvas")->w == whole->w);
}

TEST_CASE("F7 writes a step without picture and a second picture as long as they are shown") {
    const Steps it;
    if (!it.program) return;
    const auto scene = [&](int i) {
        return scenes_of(it.program.app->lesson().lesson(), it.program.app->workspace().example_of())
            .at(static_cast<std::size_t>(i))
            .first;
    };
    it.program.run("key F7\nwait-idle\nexpect lesson_step=2");
    CHECK(scene(1).words_alone);
    CHECK(!scene(2).words_alone);
    CHECK(scene(2).beside == "blocks.1.attn.weights");
    it.program.run("key Page down\nwait-idle\nkey F7\nwait-idle\nexpect lesson_step=4");
    CHECK(scene(3).beside == "blocks.1.attn.weights");
    it.program.run("key Right\nwait-idle\nkey F7\nwait-idle\nexpect lesson_step=5");
    CHECK(scene(4).beside.empty());
    CHECK(!scene(4).words_alone);
}

TEST_SUITE_END();
