// Steps without a picture, with a second one beside it, and with an image of their own.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/lessons/lesson_image.h"
#include "app/platform/png.h"
#include "app/program/figure_words.h"
#include "core/base/error.h"
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
    CHECK(figure_words(it.program.app->workspace(), it.program.app->course(), true)
              .caption.find("Beside it: Attention weights") != std::string::npos);
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

TEST_CASE("an image of the lesson's folder stands in place of the picture, on the screen and on paper") {
    const TemporaryFolder folder;
    Image red{40, 20, {}};
    for (int i = 0; i < 40 * 20; ++i) red.rgba.insert(red.rgba.end(), {200, 10, 20, 255});
    std::filesystem::create_directory(folder / "pictures");
    write_png(folder / "pictures" / "red.png", red);
    write_file(folder / "l.md",
               "---\ntitle: T\n---\n## Image\n\n```scene\nmodel: coreference-full\nimage: pictures/red.png\n```\n\n"
               "Words.\n\n## Next\n\n```scene\nview: walk\n```\n\nMore.\n\n## Gone\n\n```scene\nimage: "
               "pictures/gone.png\n```\n\nNothing.\n");
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.still = true;
    options.lesson = folder / "l.md";
    const SettledProgram program(options);
    if (!program) return;
    const auto place = program.app->find_target("image");
    REQUIRE(place);
    const auto is_red = [](const Image& image, Vec2 at) {
        const auto* pixel = image.pixel(static_cast<int>(at.x), static_cast<int>(at.y));
        return pixel[0] == 200 && pixel[1] == 10 && pixel[2] == 20;
    };
    const Image shown = program.app->picture(*place, 1);
    CHECK(is_red(shown, {static_cast<float>(shown.width) / 2, static_cast<float>(shown.height) / 2}));
    const std::string missing = program.app->write_page(folder / "page.png", {0, 0, 400, 300});
    const Image page = read_png(folder / "page.png");
    CHECK(missing.empty());
    CHECK(is_red(page, {200, 150}));
    CHECK(!is_red(page, {200, 20}));  // as wide as it fits, not as high
    CHECK(figure_words(program.app->workspace(), program.app->course(), true).caption ==
          "The lesson’s image pictures/red.png.");
    program.run("key F7\nwait-idle\nexpect lesson_step=2");
    CHECK(program.app->lesson().scene().image == "pictures/red.png");
    program.run("key Page down\nwait-idle\nexpect lesson_step=3\nexpect message=");
    CHECK(!program.app->find_target("image"));
    CHECK(program.app->find_target("canvas"));
    program.run("key Page down\nwait-idle");
    CHECK(program.app->message() == "there is no file \"pictures/gone.png\" in the lesson’s folder");
}

TEST_CASE("a bad image file is refused in one sentence, before it is decoded") {
    const TemporaryFolder folder, outside;
    const auto said = [&](const std::string& name) -> std::string {
        try {
            static_cast<void>(load_lesson_image(folder.path(), name));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    const std::string elsewhere = "a lesson shows only images of its own folder and those below it, not ";
    Image one{1, 1, {1, 2, 3, 4}};
    write_png(outside / "a.png", one);
    write_png(folder / "a.png", one);
    CHECK(said("a.png").empty());
    CHECK(said("./a.png").empty());
    for (const std::string& name :
         {(outside / "a.png").string(), std::string("../a.png"), std::string("x/../../a.png")})
        CHECK(said(name) == elsewhere + "\"" + name + "\"");
    std::filesystem::create_symlink(outside / "a.png", folder / "link.png");
    std::filesystem::create_directory_symlink(outside.path(), folder / "below");
    CHECK(said("link.png") == elsewhere + "\"link.png\"");
    CHECK(said("below/a.png") == elsewhere + "\"below/a.png\"");
    CHECK(said("a.jpg").starts_with("an image is a PNG file"));
    CHECK(said("b.png") == "there is no file \"b.png\" in the lesson’s folder");
    std::filesystem::create_directory(folder / "d.png");
    CHECK(said("d.png") == "there is no file \"d.png\" in the lesson’s folder");
    write_file(folder / "text.png", "no picture");
    CHECK(said("text.png").starts_with("the image \"text.png\" cannot be read: "));
    write_file(folder / "cut.png", read_file(folder / "a.png", 1000).substr(0, 50));
    CHECK(said("cut.png").starts_with("the image \"cut.png\" cannot be read: "));
    Image wide{5000, 1, {}};
    wide.rgba.resize(20000);
    write_png(folder / "wide.png", wide);
    CHECK(said("wide.png").find("it has 5000 × 1 pixels; a side has at most 4096") != std::string::npos);
    write_file(folder / "long.png", std::string(4 * 1024 * 1024 + 1, 'x'));
    CHECK(said("long.png") == "the file \"long.png\" has more than 4 MB");
}

TEST_SUITE_END();
