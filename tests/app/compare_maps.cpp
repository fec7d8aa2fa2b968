// The maps of the Compare view against both traces.
#include "app/views/compare/maps.h"

#include <algorithm>
#include <cmath>

#include "app/views/compare/run_map.h"
#include "core/tape/cell_name.h"
#include "tests/support/notes_painter.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// The part of a heatmap that shows the matrix, as numbers.
std::vector<float> numbers(const ConstMatrix& matrix) {
    std::vector<float> all;
    for (int r = 0; r < matrix.rows; ++r)
        for (int c = 0; c < matrix.cols; ++c) all.push_back(matrix.at(r, c));
    return all;
}

/// What a slice of the record would be: [row, col] of one head.
std::vector<float> expected(const Trace& trace, int record, int head) {
    const Grid grid = grid_of(trace, record, head);
    std::vector<float> all;
    for (int r = 0; r < grid.rows; ++r)
        for (int c = 0; c < grid.cols; ++c) all.push_back(trace.value(record, grid.cell(r, c)));
    return all;
}

struct Drawn {
    Notes notes;
    RunMaps maps;
    std::optional<RunsHit> hit;
};

Drawn drawn(const Evaluation& a, const Evaluation& b, const std::string& stage, int head, Vec2 mouse = nowhere,
            const Rect& area = {0, 0, 1100, 480}) {
    Drawn made;
    PictureMemory memory_a, memory_b;
    const int in_a = a.trace().find(stage), in_b = b.trace().find(stage);
    Tensor apart;
    const bool comparable = in_b >= 0 && common_shape(a.trace().record(in_a).shape, b.trace().record(in_b).shape).any();
    if (comparable) apart = difference_tensor(a.trace().record(in_a), b.trace().record(in_b));
    const RunsScene scene{.a = a,
                          .b = &b,
                          .record_a = in_a,
                          .record_b = in_b,
                          .difference = comparable ? &apart : nullptr,
                          .generation = 1,
                          .head = head,
                          .alone = !comparable,
                          .no_b = "B has no such stage",
                          .no_difference = "nothing to subtract",
                          .memory_a = memory_a,
                          .memory_b = memory_b};
    made.hit = made.maps.draw(made.notes, area, scene, mouse);
    // The numbers are read while the difference lives.
    if (comparable && made.notes.heats.size() == 3) {
        const Grid grid = grid_of(a.trace(), in_a, head);
        const MapWindow& window = made.maps.window(2);
        const std::vector<float> found = numbers(made.notes.heats[2].matrix);
        const ConstMatrix& matrix = made.notes.heats[2].matrix;
        REQUIRE(found.size() == static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.cols));
        float largest = 0;
        for (int r = 0; r < matrix.rows; ++r)
            for (int c = 0; c < matrix.cols; ++c) {
                const Cell cell = grid.cell(window.first_row + r, window.first_col + c);
                const float x = a.trace().value(in_a, cell), y = b.trace().value(in_b, cell);
                const float apart_here = x == y ? 0 : x - y;
                CHECK(matrix.at(r, c) == apart_here);
                if (std::isfinite(apart_here)) largest = std::max(largest, std::abs(apart_here));
            }
        CHECK(made.notes.heats[2].style.map == HeatMap::diverging);
        if (matrix.rows == grid.rows && matrix.cols == grid.cols)  // else the largest may be outside the window
            CHECK(made.notes.heats[2].style.limit == (largest > 0 ? largest : 1));
    }
    return made;
}

const char* const long_line = "The animal did n't cross the street because it was too tired";
const char* const short_line = "The cat did n't cross the mat";

}  // namespace

TEST_SUITE_BEGIN("compare_maps");

TEST_CASE("the maps of every stage show the numbers of both traces and what core subtracted, on one scale") {
    const auto a = run_of(decoder, long_line),
               b = run_of(decoder, "The animal did n't cross the street because it was too wide");
    for (const int id : a->trace().stages()) {
        const std::string name = a->trace().record(id).name;
        CAPTURE(name);
        for (const int head : {0, 3}) {
            const Drawn made = drawn(*a, *b, name, head);
            REQUIRE(made.notes.heats.size() == 3);
            CHECK(numbers(made.notes.heats[0].matrix) == expected(a->trace(), id, head));
            CHECK(numbers(made.notes.heats[1].matrix) == expected(b->trace(), b->trace().find(name), head));
            const HeatStyle &first = made.notes.heats[0].style, &second = made.notes.heats[1].style;
            CHECK(first.limit == second.limit);
            CHECK(first.map == second.map);
            CHECK(first.meaning == second.meaning);
            CHECK(made.notes.heats[0].rect.size() == made.notes.heats[1].rect.size());
        }
    }
}

TEST_CASE("of the highlighted row of weights the strongest is marked in A and in B, and both columns are named") {
    const auto a = run_of(decoder, long_line),
               b = run_of(decoder, "The street did n't cross the animal because it was too wide");
    const std::string stage = "blocks.0.attn.weights";
    const int id = a->trace().find(stage);
    REQUIRE(id >= 0);
    int differ = 0, named = 0;
    for (int row = 4; row < 12; ++row) {
        CAPTURE(row);
        const Grid grid = grid_of(a->trace(), id, 1);
        const auto strongest = [&](const Evaluation& run) {
            int best = 0;
            for (int c = 1; c < grid.cols; ++c)
                if (run.trace().value(id, grid.cell(row, c)) > run.trace().value(id, grid.cell(row, best))) best = c;
            return best;
        };
        const int of_a = strongest(*a), of_b = strongest(*b);
        PictureMemory memory_a, memory_b;
        const Tensor apart = difference_tensor(a->trace().record(id), b->trace().record(id));
        const RunsScene scene{.a = *a,
                              .b = b.get(),
                              .record_a = id,
                              .record_b = id,
                              .difference = &apart,
                              .generation = 1,
                              .head = 1,
                              .locked = {row, row},
                              .no_b = "",
                              .no_difference = "",
                              .memory_a = memory_a,
                              .memory_b = memory_b};
        Notes notes;
        RunMaps maps;
        static_cast<void>(maps.draw(notes, {0, 0, 760, 420}, scene, nowhere));
        const auto marks = [&](int map, int column) {
            const Rect place = maps.place(map, {row, column});
            return std::ranges::count_if(notes.strokes, [&](const auto& s) {
                return s.rect == place && !(s.colour == notes.theme().background);
            });
        };
        CHECK(marks(0, of_a) == 1);
        CHECK(marks(1, of_b) == 1);
        if (of_a != of_b && of_b != row) CHECK(marks(0, of_b) == 0);
        differ += of_a != of_b ? 1 : 0;
        // Names need room between them: those of columns apart from the highlighted one and from each other.
        const bool room = std::abs(of_a - row) > 2 && std::abs(of_b - row) > 2;
        if (!room || (of_a != of_b && std::abs(of_a - of_b) < 3)) continue;
        for (const int column : {of_a, of_b}) {
            const std::string& word = a->tokens()[static_cast<std::size_t>(column)].text;
            if (word != b->tokens()[static_cast<std::size_t>(column)].text) continue;  // each map has its own name
            const auto above = std::ranges::count_if(notes.labels, [&](const auto& label) {
                return label.text.starts_with(word) && label.style.align != Align::right;
            });
            CHECK_MESSAGE(above >= 3, word);
            ++named;
        }
    }
    CHECK(named > 0);
    CHECK(differ > 0);
}

TEST_CASE("texts of different lengths share a grid: what only one run has is hatched, and no cell is made up") {
    const auto a = run_of(decoder, long_line), b = run_of(decoder, short_line);
    const std::string name = "blocks.0.attn.weights";
    const Drawn made = drawn(*a, *b, name, 1);
    REQUIRE(made.notes.heats.size() == 3);
    CHECK(made.notes.heats[0].matrix.rows == 12);
    CHECK(made.notes.heats[1].matrix.rows == 7);
    CHECK(made.notes.heats[1].matrix.cols == 7);
    CHECK(made.notes.heats[2].matrix.rows == 7);
    CHECK(made.maps.map(0).size() == made.maps.map(1).size());
    const auto said = [&](const std::string& text) {
        return std::find(made.notes.texts.begin(), made.notes.texts.end(), text) != made.notes.texts.end();
    };
    CHECK(said("only in A"));
    CHECK(said("in one run only"));
    CHECK(said("animal | cat"));  // the second line of A − B
    // A cell beyond B is found in A alone.
    const Drawn beyond = drawn(*a, *b, name, 1, made.maps.place(0, {10, 9}).centre());
    REQUIRE(beyond.hit);
    CHECK(beyond.hit->map == 0);
    CHECK(beyond.hit->at.row == 10);
    CHECK(beyond.hit->at.col == 9);
    CHECK(beyond.maps.cell_of_a(beyond.hit->at).cell == Cell{{1, 10, 9}});
    CHECK_FALSE(beyond.maps.cell_of_b(beyond.hit->at));
    const Drawn turned = drawn(*b, *a, name, 1, made.maps.place(1, {10, 9}).centre());
    REQUIRE(turned.hit);
    CHECK_FALSE(turned.maps.cell_of_a(turned.hit->at));
    CHECK(turned.maps.cell_of_b(turned.hit->at).cell == Cell{{1, 10, 9}});
}

TEST_CASE("where not every word has room, those that the runs do not share are named before others") {
    const std::string one = "The animal did n't cross the street because it was too tired";
    const std::string other = "The cat did n't cross the mat because it was too tired";
    const auto a = run_of(decoder, one), b = run_of(decoder, other);
    const Drawn made = drawn(*a, *b, "blocks.0.attn.weights", 0, nowhere, {0, 0, 460, 200});
    REQUIRE(made.notes.heats.size() == 3);
    const auto above = [&](const std::string& text) {
        return std::ranges::count_if(made.notes.labels, [&](const auto& label) {
            return label.text == text && label.style.align != Align::right;
        });
    };
    std::ptrdiff_t left_out = 0;
    for (const char* const word : {"The", "did", "n't", "cross", "because", "was", "too", "tired"})
        left_out += above(word) == 0 ? 1 : 0;
    CHECK(left_out > 0);
    CHECK(above("animal") == 1);
    CHECK(above("cat") == 1);
    CHECK(above("street") == 1);
    CHECK(above("mat") == 1);
}

TEST_CASE("every cell of all three maps is found where it is drawn, and nothing leaves the area") {
    const auto a = run_of(decoder, long_line), b = run_of(decoder, short_line);
    for (const Rect& area : {Rect{0, 0, 1100, 480}, Rect{10, 20, 600, 500}, Rect{0, 0, 420, 230}})
        for (const std::string name : {"blocks.0.attn.scores_raw", "embed", "logits", "blocks.0.mlp.act"}) {
            CAPTURE(name);
            CAPTURE(area.w);
            const Drawn made = drawn(*a, *b, name, 0, nowhere, area);
            const Rect& bounds = made.notes.bounds;
            for (int m = 0; m < 3; ++m) {
                const Rect& map = made.maps.map(m);
                CHECK(map.x >= area.x);
                CHECK(map.right() <= area.right() + 1);
                CHECK(map.y >= area.y);
                CHECK(map.bottom() <= area.bottom() + 1);
                const CellAt at{2, 3};
                const Rect place = made.maps.place(m, at);
                if (place.w <= 0) continue;  // a window of a wide matrix
                const Drawn again = drawn(*a, *b, name, 0, place.centre(), area);
                REQUIRE(again.hit);
                CHECK(again.hit->map == m);
                CHECK(again.hit->at.row == 2);
                CHECK(again.hit->at.col == 3);
            }
            CHECK(bounds.w > 0);
        }
}

TEST_CASE("every row has its name where smaller letters fit") {
    const auto a = run_of(decoder, long_line), b = run_of(decoder, long_line);
    int small = 0;
    for (float high = 440; high < 680; high += 10) {
        CAPTURE(high);
        Drawn made = drawn(*a, *b, "blocks.0.norm1", 0, nowhere, {0, 0, 1.2F * high, high});
        const float row = made.maps.window(0).cell_h;
        CAPTURE(row);
        if (row < 0.88F * made.notes.measure("x", 0.68F, Face::sans).height) continue;
        small += row < 0.88F * made.notes.measure("x", em::small, Face::sans).height ? 1 : 0;
        const auto maps = std::ranges::count(made.notes.texts, "The");
        for (const char* word : {"animal", "did", "cross", "street", "because"})
            CHECK(std::ranges::count(made.notes.texts, word) == maps);
    }
    CHECK(small > 0);
}

TEST_CASE("a stage that B does not have is drawn for A alone, in the whole area") {
    const auto a = run_of(decoder, short_line), b = run_of("lstm", "the cat sat on the mat");
    const Drawn made = drawn(*a, *b, "blocks.0.norm1", 0);
    CHECK(made.notes.heats.size() == 1);
    CHECK(made.maps.map(0).h > 200);
    CHECK(made.maps.map(1).w == 0);
    CHECK(made.maps.map(2).w == 0);
    for (const std::string& line : made.notes.texts) CHECK(line.find("only in") == std::string::npos);
}

TEST_CASE("runs that cannot be set against each other stand each by itself, at its own shape with its own labels") {
    const auto a = run_of("shaw encoder, classifier by its first token", short_line), b = run_of(decoder, long_line);
    const int in_a = a->trace().find("logits"), in_b = b->trace().find("logits");
    REQUIRE_FALSE(common_shape(a->trace().record(in_a).shape, b->trace().record(in_b).shape).any());
    const Drawn made = drawn(*a, *b, "logits", 0);
    REQUIRE(made.notes.heats.size() == 2);
    CHECK(numbers(made.notes.heats[0].matrix) == expected(a->trace(), in_a, 0));
    CHECK(numbers(made.notes.heats[1].matrix) == expected(b->trace(), in_b, 0));
    CHECK(made.notes.heats[0].style.limit != made.notes.heats[1].style.limit);
    CHECK(made.maps.map(0).w > 2 * 40);  // two cells, none of them a sliver
    CHECK(made.maps.map(1).w > 700);     // most of the 1100 pixels
    CHECK(made.maps.map(1).y > made.maps.map(0).bottom());
    CHECK(made.maps.map(2).w == 0);
    const auto said = [&](const std::string& text) {
        return std::find(made.notes.texts.begin(), made.notes.texts.end(), text) != made.notes.texts.end();
    };
    CHECK(said("animal"));  // a row of B
    CHECK(said("Run A"));   // not "A", beside which a matrix A would be "A A"
    CHECK(said("Run B"));
    CHECK_FALSE(said("A − B"));
    for (const std::string& line : made.notes.texts) CHECK(line.find("only in") == std::string::npos);
    const Drawn over = drawn(*a, *b, "logits", 0, made.maps.place(1, {3, 20}).centre());
    REQUIRE(over.hit);
    CHECK(over.hit->map == 1);
    CHECK(over.maps.cell_of_b(over.hit->at).cell == Cell{{3, 20}});
}

TEST_CASE("where not all columns have room it is said which are shown, and the largest number is among them") {
    const auto a = run_of(decoder, short_line), b = run_of(decoder, "The cat did n't cross the street");
    const Rect small{0, 0, 150, 200};
    for (const std::string name : {"logits", "blocks.0.mlp.act"}) {
        CAPTURE(name);
        const Drawn made = drawn(*a, *b, name, 0, nowhere, small);
        const MapWindow& window = made.maps.window(0);
        const int record = a->trace().find(name), cols = a->trace().record(record).shape.cols();
        REQUIRE(window.cols < cols);
        const std::string text = "columns " + std::to_string(window.first_col) + "–" +
                                 std::to_string(window.first_col + window.cols - 1) + " of " + std::to_string(cols);
        CHECK(window_text("columns", window.first_col, window.cols, cols) == text);
        int saying = 0;
        // In words, or in numbers alone where those have no room.
        const std::string brief = std::to_string(window.first_col) + "–" +
                                  std::to_string(window.first_col + window.cols - 1) + " / " + std::to_string(cols);
        for (const std::string& line : made.notes.texts)
            saying += line.find(text) != std::string::npos || line.starts_with(brief) ? 1 : 0;
        CHECK(saying > 0);
        const std::vector<float> all = expected(a->trace(), record, 0);
        const auto larger = [](float x, float y) { return std::abs(x) < std::abs(y); };
        const int at = static_cast<int>(std::max_element(all.begin(), all.end(), larger) - all.begin());
        CHECK(made.maps.place(0, {at / cols, at % cols}).w > 0);
    }
    CHECK(window_text("rows", 0, 6, 6).empty());
    // Whatever is wanted is shown, and few steps move the window.
    int moves = 0;
    for (int wanted = 0, before = 0; wanted < 200; ++wanted) {
        const int first = first_line(43, 200, wanted);
        CHECK(first <= wanted);
        CHECK(first + 43 > wanted);
        CHECK(first + 43 <= 200);
        moves += first != before ? 1 : 0;
        before = first;
    }
    CHECK(moves < 10);
}

TEST_SUITE_END();
