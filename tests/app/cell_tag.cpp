// The tag at the selected cell: its numbers are the record's, and it covers nothing that belongs to the cell.
// ctest: alone 3 s
#include "app/views/walk/cell_tag.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "app/pictures/board/memory.h"
#include "app/views/shared/wording.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_cases.h"
#include "tests/support/printed_numbers.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace test::pictures;
using test::Notes;

TEST_SUITE_BEGIN("cell_tag");

namespace {

std::string text_of_tag(const std::vector<ArithmeticPiece>& pieces) {
    std::string text;
    for (const ArithmeticPiece& piece : pieces) text += piece.text;
    return text;
}

/// A printed number is its value up to half of its last digit.
bool prints(std::string text, double value) {
    const std::string minus = "−";
    for (std::size_t at = 0; (at = text.find(minus)) != std::string::npos;) text.replace(at, minus.size(), "-");
    std::erase(text, ' ');
    text = test::typed_powers(std::move(text));
    char* end = nullptr;
    const double read = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0') return false;
    const std::size_t exponent = text.find('e'), point = text.find('.');
    if (exponent != std::string::npos) return std::abs(read - value) <= 0.06 * std::abs(value);
    const double digits = point == std::string::npos ? 0 : static_cast<double>(text.size() - point - 1);
    return std::abs(read - value) <= 0.51 * std::pow(10, -digits) + 1e-9;
}

/// A cell in the middle of the slice that is shown.
CellRef middle_cell(const Scene& scene) {
    const Shape& shape = scene.stage().shape;
    Cell cell;
    for (int d = std::max(0, shape.rank() - 2); d < shape.rank(); ++d) cell[d] = shape.size(d) / 2;
    return {scene.record, cell};
}

}  // namespace

TEST_CASE("a tag's numbers are those of the cells they come from, two terms at most, and it ends with the cell's") {
    int said = 0, rows = 0;
    every_stage([&](const Record& record, const Scene& scene) {
        const CellRef cell = middle_cell(scene);
        const std::vector<ArithmeticPiece> pieces = tag_pieces(scene.evaluation, cell);
        if (pieces.empty()) return;
        CAPTURE(text_of_tag(pieces));
        const Trace& trace = scene.trace();
        if (pieces.size() == 1) {  // the row that was looked up has the cell's number, times √d_model in some models
            CHECK(pieces.front().text.starts_with("row "));
            ++rows;
            return;
        }
        ++said;
        if (record.operation->name() == "activate") {
            CHECK(pieces.front().text.ends_with("("));  // the function by its name, not the steps of its formula
            CHECK(pieces.size() == 4);
        }
        for (const ArithmeticPiece& piece : pieces)
            if (piece.source)
                CHECK(prints(piece.text, static_cast<double>(trace.value(piece.source.record, piece.source.cell))));
        const std::string last = pieces.back().text;
        CHECK(last.starts_with(" = "));
        CHECK(prints(last.substr(3), static_cast<double>(record.at(cell.cell))));
        CHECK(text_of_tag(pieces).find("  ") == std::string::npos);
        int terms = 1;
        for (const ArithmeticPiece& piece : pieces)
            terms += piece.text == " + " || piece.text == " + … + " || piece.text == ", " ? 1 : 0;
        CHECK(terms <= 2);
    });
    CHECK(said > 60);
    CHECK(rows > 3);
}

TEST_CASE("of a score the two largest products stand in the order of the sum, dots for what is left out") {
    int first = 0, apart = 0;
    every_stage([&](const Record& record, const Scene& scene) {
        if (record.operation->name() != "attention_scores") return;
        const CellRef cell = middle_cell(scene);
        const std::vector<Term> terms = scene.trace().derive(cell.record, cell.cell).steps.back().terms;
        if (terms.size() < 3) return;
        std::vector<int> order(terms.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
        std::ranges::stable_sort(order, std::greater<>(),
                                 [&](int i) { return std::abs(terms[static_cast<std::size_t>(i)].value); });
        const int a = std::min(order[0], order[1]), b = std::max(order[0], order[1]);
        const std::string text = text_of_tag(tag_pieces(scene.evaluation, cell));
        CAPTURE(text);
        CHECK(text.starts_with("… + ") == (a > 0));
        CHECK((text.find(" + … + ") != std::string::npos) == (b > a + 1));
        CHECK((text.find(" + … = ") != std::string::npos) == (b + 1 < static_cast<int>(terms.size())));
        first += a == 0 ? 1 : 0;
        apart += b > a + 1 ? 1 : 0;
    });
    CHECK(first > 0);
    CHECK(apart > 0);
}

TEST_CASE("the tag names the row that a token was looked up in") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const Trace& trace = evaluation.trace();
    const int id = stage_of(evaluation, "embed.tokens");
    const Record& record = trace.record(id);
    const Cell cell{{2, 1}};
    const auto pieces = tag_pieces(evaluation, {id, cell});
    REQUIRE(pieces.size() == 1);
    const int row = std::atoi(pieces.front().text.c_str() + 4);
    CHECK(row == evaluation.tokens()[2].id);
    CHECK(trace.record(record.operands[1]).at(Cell{{row, 1}}) == record.at(cell));
}

TEST_CASE("a tag covers no word, no outline and neither the row nor the column of its cell") {
    int placed = 0, tried = 0;
    every_stage([&](const Record&, Scene scene) {
        scene.selected = middle_cell(scene);
        Notes notes;
        const auto cell = rect_of(notes, area, scene, scene.selected);
        if (!cell) return;
        ++tried;
        const Vec2 size{14 * notes.em(), 1.9F * notes.em()};
        const auto tag = tag_place(occupied_by(notes, area, scene), *cell, size, area, notes.em());
        if (!tag) return;
        ++placed;
        CHECK(inside(*tag, area));
        CHECK(tag->w == size.x);
        CHECK((tag->right() <= cell->x || tag->x >= cell->right()));
        CHECK((tag->bottom() <= cell->y || tag->y >= cell->bottom()));
        picture_of(scene).draw(notes, area, scene, {-1, -1});
        const auto overlaps = [&](const Rect& other) {
            const Rect both = tag->intersect(other);
            return both.w > 0 && both.h > 0;
        };
        for (const Notes::Stroke& stroke : notes.strokes) CHECK_FALSE(overlaps(stroke.rect));
        for (const Notes::Label& label : notes.labels) {
            const bool number =
                std::ranges::any_of(notes.heats, [&](const auto& h) { return h.rect.contains(label.at); });
            if (!number) CHECK_FALSE(tag->contains(label.at));
        }
    });
    CHECK(tried > 100);
    CHECK(placed > tried / 2);
}

TEST_CASE("no room, no tag") {
    Occupied taken;
    taken.matrices = {{0, 0, 100, 100}};
    CHECK_FALSE(tag_place(taken, {40, 40, 20, 20}, {120, 20}, {0, 0, 100, 100}, 10));
    CHECK(tag_place(taken, {40, 40, 20, 20}, {20, 10}, {0, 0, 200, 200}, 10));
    taken.words = {{-500, -500, 1000, 1000}};
    CHECK_FALSE(tag_place(taken, {40, 40, 20, 20}, {20, 10}, {0, 0, 200, 200}, 10));
}

TEST_CASE("the tag is there while a cell is selected, and not while one is pointed at or gradients are shown") {
    AppOptions options = test::window_options(test::decoder);
    options.stage = "blocks.0.attn.scores_raw";
    const test::Program program(options);
    if (!program) return;
    const auto has_tag = [&] { return program.app->targets().contains("cell tag"); };
    program.run("wait-idle");
    CHECK_FALSE(has_tag());
    program.run("move @cell:blocks.0.attn.scores_raw[0,4,2]\nwait-idle");
    CHECK_FALSE(has_tag());
    program.run("click @cell:blocks.0.attn.scores_raw[0,4,2]\nwait-idle");
    REQUIRE(has_tag());
    const Rect tag = program.target("cell tag"), canvas = program.target("canvas");
    CHECK(inside(tag, canvas));
    program.run("key Esc\nwait-idle");
    CHECK_FALSE(has_tag());
    program.run("wait 60\nclick @cell:blocks.0.attn.scores_raw[0,4,2]\nwait-idle");
    REQUIRE(has_tag());
    program.run("key B\nwait-idle");
    CHECK(program.state("backward") == "yes");
    CHECK_FALSE(has_tag());
}
