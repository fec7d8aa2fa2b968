// What a question covers of its picture until it is answered, and what of an answer can be read before.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/commands/given_answers.h"
#include "app/paint/covering_painter.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/lesson_pictures.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/texts_on_wall.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct Asked {
    TemporaryFolder folder;
    SettledProgram program;

    explicit Asked(const std::string& steps, bool lesson = true) : program(options(steps, lesson)) {}
    AppOptions options(const std::string& steps, bool lesson) {
        write_file(file(), "---\ntitle: Covers\n---\n" + steps);
        AppOptions made = shipped_options("coreference-full", {1280, 720});
        if (lesson) made.lesson = file();
        made.still = true;
        return made;
    }
    std::filesystem::path file() const { return folder / "l.md"; }
    bool says(const std::string& part) {
        for (const WallText& text : texts_on_wall(*program.app))
            if (text.words.find(part) != std::string::npos) return true;
        return false;
    }
};

const std::string weights = "model: coreference-full\nview: walk\nstage: blocks.1.attn.weights\n",
                  cell = "blocks.1.attn.weights[head 1, it, animal]";

std::string asks(const std::string& scene, const std::string& question) {
    return "## One\n\n```scene\n" + scene + "```\n\n```ask\n" + question + "```\n\nAnswered.\n";
}

const std::string number = "number: How large?\nanswer: " + cell + "\ntolerance: 1%\n";

}  // namespace

TEST_SUITE_BEGIN("lesson_covers");

TEST_CASE("a matrix knows where a number is that lies in its memory, in whatever order it is read") {
    const std::vector<float> memory(24);
    const ConstMatrix rows{memory.data(), 4, 6, 6, 1};
    for (const ConstMatrix& matrix : {rows, transposed(rows), block(rows, 1, 2, 2, 3)})
        for (int row = 0; row < matrix.rows; ++row)
            for (int col = 0; col < matrix.cols; ++col) {
                const CellAt found = cell_of(matrix, matrix.data + row * matrix.row_stride + col * matrix.col_stride);
                CHECK(found.row == row);
                CHECK(found.col == col);
            }
    CHECK_FALSE(cell_of(block(rows, 1, 2, 2, 3), memory.data() + 1));
    CHECK_FALSE(cell_of(block(rows, 1, 2, 2, 3), memory.data() + 11));  // in its rows, but beside it
    CHECK_FALSE(cell_of(rows, memory.data() + 24));
}

TEST_CASE("a number that is covered is not said, a longer one that has its digits is") {
    const std::vector<std::string> written{"0.25", "25%"};
    CHECK(without_numbers("“it” attends to “animal”: 25%", written) == "“it” attends to “animal”: ?");
    CHECK(without_numbers("A = 0.25.", written) == "A = ?.");
    CHECK(without_numbers("10.25, 0.251, 125%, 0.25.1", written) == "10.25, 0.251, 125%, 0.25.1");
}

TEST_CASE("the cell that is asked for is covered by itself, and stands there with the answer") {
    Asked it(asks(weights + "cell: " + cell + "\n", number));
    if (!it.program) return;
    App& app = *it.program.app;
    CHECK(app.course().cover().cells.size() == 1);
    CHECK(it.says("?"));
    CHECK_FALSE(it.says("0.998"));
    const Image open = it.program.picture();
    static_cast<void>(app.show_lesson_answer());
    app.settle();
    CHECK_FALSE(app.course().cover().any());
    const Image answered = it.program.picture();
    const Rect place = it.program.target("cell:blocks.1.attn.weights[0,8,1]");
    const auto same = [&](float x, float y) {
        const std::uint8_t *a = open.pixel(static_cast<int>(x), static_cast<int>(y)),
                           *b = answered.pixel(static_cast<int>(x), static_cast<int>(y));
        return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
    };
    CHECK_FALSE(same(place.x + 4, place.y + 4));
    CHECK(same(place.x + place.w * 3.5F, place.y + place.h / 2));  // another cell of its row
}

TEST_CASE("a scene covers a row, what a page says, or the whole picture, which then has the text") {
    Asked row(asks(weights + "cover: blocks.1.attn.weights[head 1, it]\n",
                   "token: Which word?\nanswer: argmax(blocks.1.attn.weights[head 1, it])\n"));
    if (!row.program) return;
    CHECK(row.program.app->course().cover().cells.size() == 13);
    CHECK(row.says("?"));
    Asked said(asks("model: coreference-full\nview: experiments\npage: who-sees-whom\ncover: caption\n", number));
    CHECK(said.says("What is to be seen here is said with the answer."));
    Asked all(asks(weights + "cover: picture\n", number));
    CHECK(all.says("The picture is uncovered by the answer."));
    CHECK(all.says("The animal didn't cross the street because it was too tired."));
    CHECK_FALSE(all.says("Softmax"));  // nothing is read below the plate, in a vector file neither
    static_cast<void>(all.program.app->show_lesson_answer());
    all.program.app->settle();
    CHECK_FALSE(all.says("The picture is uncovered by the answer."));
    CHECK(all.program.app->lesson().now().title == "One");
}

TEST_CASE("a figure that is exported has the plate, and does not say the number to who points at it") {
    Asked it(asks(weights, number));
    if (!it.program) return;
    const auto svg = it.folder / "figure.svg";
    static_cast<void>(it.program.app->write_page(svg, {0, 0, 900, 600}));
    const std::string covered = read_file(svg, 1 << 24);
    static_cast<void>(it.program.app->show_lesson_answer());
    it.program.app->settle();
    static_cast<void>(it.program.app->write_page(svg, {0, 0, 900, 600}));
    CHECK(covered != read_file(svg, 1 << 24));
}

TEST_CASE("Ctrl+F7 covers the selected cell in the step that F7 writes, and undo takes the step back") {
    Asked it("## One\n\n```scene\n" + weights + "```\n\nText.\n");
    if (!it.program) return;
    App& app = *it.program.app;
    it.program.run("click @cell:blocks.1.attn.weights[0,8,1]\nwait-idle\nkey Ctrl+F7\nwait-idle");
    CHECK(app.course().cover().cells.size() == 1);
    const std::string before = read_file(it.file(), 1 << 20);
    it.program.run("key F7\nwait-idle");
    CHECK(read_file(it.file(), 1 << 20).find("\ncover: " + cell + "\n") != std::string::npos);
    CHECK(app.lesson().steps() == 2);
    CHECK_FALSE(app.course().cover().any());
    CHECK(before.find("cover") == std::string::npos);
    it.program.run(
        "key Page up\nwait-idle\nclick @cell:blocks.1.attn.weights[0,8,1]\nwait-idle\nkey Ctrl+F7\nwait-idle\n"
        "key Ctrl+F7\nwait-idle");
    CHECK_FALSE(app.course().cover().any());
}

TEST_CASE("what says the answer before it is given is found: a sentence of the picture, a number of the step before") {
    const std::string story = "model: coreference-full\nview: walk\nzoom: story\ncell: " + cell + "\n";
    const auto read = [](const std::string& steps) {
        Asked it(steps);
        std::vector<std::string> found;
        if (!it.program) return found;
        GivenAnswers answers(*it.program.app);
        for (int step = 0; step < it.program.app->lesson().steps(); ++step) {
            it.program.app->lesson().go(step);
            it.program.app->settle();
            for (const std::string& given : answers.read_step()) found.push_back(given);
        }
        return found;
    };
    const std::string token = "token: Which word?\nanswer: argmax(blocks.1.attn.weights[head 1, it])\n";
    const auto told = read(asks(story, token));
    REQUIRE(told.size() == 1);
    CHECK(told.front().find("animal") != std::string::npos);
    CHECK(read(asks(story + "cover: caption\n", token)).empty());
    const auto before = read("## Zero\n\n```scene\n" + weights + "```\n\nIt is {{" + cell + "}}.\n\n" +
                             asks("cover: picture\n", number));
    REQUIRE(before.size() == 1);
    CHECK(before.front().find("the step before") != std::string::npos);
}

TEST_SUITE_END();
