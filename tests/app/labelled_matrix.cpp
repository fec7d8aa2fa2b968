// The matrix with words at its sides: cells of whole pixels inside the area, words that lean where they are too wide,
// what is lit and left out, numbers and the hatching of what is none, marks, and the cell under a point.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/paint/heat_scale.h"
#include "app/pictures/board/heat_panel.h"
#include "app/pictures/board/labelled_matrix.h"
#include "tests/support/notes_painter.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

std::vector<std::string> words_of(int count, const std::string& word) {
    std::vector<std::string> words;
    for (int i = 0; i < count; ++i) words.push_back(word + std::to_string(i));
    return words;
}

/// A square matrix of words with the numbers 0, 1, 2, …
struct Square {
    std::vector<float> numbers;
    LabelledMatrix map;
    Square(int count, const std::string& word) : numbers(static_cast<std::size_t>(count * count)) {
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
        map.values = {.data = numbers.data(), .rows = count, .cols = count, .row_stride = count};
        map.style = {.map = HeatMap::sequential, .limit = static_cast<float>(numbers.size())};
        map.rows.names = map.columns.names = words_of(count, word);
        map.square = true;
    }
};

const Notes::Label* label_of(const Notes& notes, const std::string& text, bool of_row) {
    for (const Notes::Label& label : notes.labels)
        if (label.text == text && (label.style.align == Align::right) == of_row) return &label;
    return nullptr;
}

}  // namespace

TEST_SUITE_BEGIN("labelled_matrix");

TEST_CASE("cells are squares of whole pixels, and they and their words lie inside the area") {
    for (const Rect area : {Rect{20, 30, 700, 500}, Rect{7.3F, 9.8F, 310.5F, 290.2F}, Rect{0, 0, 220, 600}})
        for (const int count : {1, 2, 5, 12, 40})
            for (const char* word : {"a", "street", "antidisestablishmentarianism"}) {
                CAPTURE(area.w);
                CAPTURE(count);
                CAPTURE(word);
                Square square(count, word);
                Notes notes;
                const MatrixPlace place = square.map.place(notes, area);
                if (place.cell_w() < 2) continue;
                CHECK(place.cell_w() == std::floor(place.cell_w()));
                CHECK(place.cell_w() == place.cell_h());
                square.map.draw(notes, place);
                REQUIRE(notes.heats.size() == 1);
                CHECK(notes.heats[0].rect == place.cells);
                CHECK(place.cells.x - place.beside >= area.x - 1);
                CHECK(place.cells.y - place.above >= area.y - 1);
                CHECK(place.cells.right() <= area.right() + 1);
                CHECK(place.cells.bottom() <= area.bottom() + 1);
                CHECK(notes.bounds.x >= area.x - 1);
                CHECK(notes.bounds.y >= area.y - 1);
            }
}

TEST_CASE("words above the columns lie where all have room, rise where they have not, and stand upright in the end") {
    const auto degrees = [](int count, const Rect& area) {
        Square square(count, "street");
        Notes notes;
        const MatrixPlace place = square.map.place(notes, area);
        square.map.draw(notes, place);
        for (const Notes::Label& label : notes.labels)
            if (label.style.align != Align::right) CHECK(label.style.degrees == place.fit.degrees);
        return place.fit.degrees;
    };
    CHECK(degrees(3, {0, 0, 600, 400}) == 0);
    CHECK(degrees(8, {0, 0, 500, 400}) == 45);
    CHECK(degrees(30, {0, 0, 500, 500}) == 90);
    // Not further than they may: then some are left out, and never a number.
    Square square(30, "street");
    square.map.columns.most_lean = 45;
    Notes notes;
    MatrixPlace place = square.map.place(notes, {0, 0, 500, 500});
    CHECK(place.fit.degrees == 45);
    CHECK(place.fit.step > 1);
    square.map.columns.words = false;
    place = square.map.place(notes, {0, 0, 500, 500});
    CHECK(place.fit.degrees == 0);
    CHECK(std::ranges::count(std::vector{1, 2, 4, 5, 10, 20}, place.fit.step) == 1);
}

TEST_CASE("no word covers another one, and what is lit is written in any case") {
    for (const int count : {4, 12, 30, 60}) {
        CAPTURE(count);
        Square square(count, "w");
        const int lit = count - 2;
        const Colour ink = Notes().theme().accent_text;
        square.map.rows.lit = square.map.columns.lit = {{-1}, {lit, ink}};
        Notes notes;
        const MatrixPlace place = square.map.place(notes, {0, 0, 400, 400});
        square.map.draw(notes, place);
        const Notes::Label* const row = label_of(notes, "w" + std::to_string(lit), true);
        const Notes::Label* const column = label_of(notes, "w" + std::to_string(lit), false);
        REQUIRE(row != nullptr);
        REQUIRE(column != nullptr);
        CHECK(row->style.colour == ink);
        CHECK(column->style.colour == ink);
        CHECK(row->at.y == doctest::Approx(place.cell(lit, 0).centre().y).epsilon(0.01));
        CHECK(column->at.x == doctest::Approx(place.cell(0, lit).centre().x).epsilon(0.01));
        std::vector<float> heights;
        for (const Notes::Label& label : notes.labels)
            if (label.style.align == Align::right) heights.push_back(label.at.y);
        std::ranges::sort(heights);
        for (std::size_t i = 1; i < heights.size(); ++i)
            CHECK(heights[i] - heights[i - 1] >= row_label_height(notes, place.row_size) - 1);
    }
}

TEST_CASE("a number stands in its cell where all have room; what is none has its hatching, and no number") {
    Square square(3, "w");
    square.numbers = {0.25F, -infinite, 0.5F, infinite, 1, 0, 0.75F, std::nanf(""), 0.125F};
    square.map.values.data = square.numbers.data();
    square.map.style.limit = 1;
    square.map.number = [](float value) { return short_number(value); };
    Notes notes;
    const MatrixPlace place = square.map.place(notes, {0, 0, 400, 400});
    CHECK(square.map.numbers_fit(notes, place));
    square.map.draw(notes, place);
    for (const char* text : {"0.25", "0.50", "1.00", "0.75"}) CHECK(std::ranges::count(notes.texts, text) == 1);
    for (const char* text : {"−∞", "∞", "NaN"}) CHECK(std::ranges::count(notes.texts, text) == 0);
    REQUIRE(notes.heats.size() == 1);  // the surface draws all cells, those without a number hatched
    CHECK(notes.heats[0].matrix.data == square.numbers.data());
    const HeatScale scale(notes, notes.heats[0].style);
    CHECK(scale.fill(notes.heats[0].matrix.at(0, 1)).width > 0);
    Notes narrow;
    square.map.draw(narrow, square.map.place(narrow, {0, 0, 110, 110}));
    CHECK(std::ranges::count(narrow.texts, "0.25") == 0);
}

TEST_CASE("a point is in the cell whose rectangle holds it, and marks surround theirs") {
    Square square(7, "word");
    Notes notes;
    square.map.marks = {{.at = {2, 3}, .colour = notes.theme().accent},
                        {.at = {4, 0}, .cols = 7, .colour = notes.theme().text, .inset = -1},
                        {.at = {}, .colour = notes.theme().text},
                        {.at = {7, 0}, .colour = notes.theme().text}};
    const MatrixPlace place = square.map.place(notes, {11, 12, 333, 333});
    square.map.draw(notes, place);
    for (int row = 0; row < 7; ++row)
        for (int col = 0; col < 7; ++col) {
            const CellAt at = place.hit(place.cell(row, col).centre());
            CHECK(at.row == row);
            CHECK(at.col == col);
        }
    CHECK_FALSE(place.hit({place.cells.x - 1, place.cells.centre().y}));
    CHECK_FALSE(place.hit({place.cells.centre().x, place.cells.bottom() + 1}));
    // Each between two lines of the background, which are drawn first.
    REQUIRE(notes.strokes.size() == 4);
    for (const std::size_t of : {0U, 2U}) CHECK(notes.strokes[of].colour == notes.theme().background);
    CHECK(notes.strokes[1].rect == place.cell(2, 3));
    CHECK(notes.strokes[3].rect == place.cell(4, 0, 1, 7).inset(-1));
}

TEST_CASE("without words it is the plain heat map, and of some lines only those that have numbers are colored") {
    Square square(4, "w");
    square.map.rows = square.map.columns = {};
    Notes notes;
    const MatrixPlace plain = square.map.draw(notes, Rect{5, 6, 80, 90});
    CHECK(plain.cells == Rect{5, 6, 80, 90});
    CHECK(plain.beside == 0);
    CHECK(plain.above == 0);
    CHECK(notes.texts.empty());
    REQUIRE(notes.heats.size() == 1);
    CHECK(notes.heats[0].rect == plain.cells);
    square.map.all_rows = 8;
    const MatrixPlace some = square.map.draw(notes, Rect{0, 0, 80, 80});
    CHECK(notes.heats[1].rect == Rect{0, 0, 80, 40});
    CHECK(some.rows == 8);
    CHECK(LabelledMatrix{}.place(notes, {0, 0, 80, 80}).cells.w == 0);
}

TEST_SUITE_END();
