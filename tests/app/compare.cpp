// The Compare view: what its maps draw against both traces, what run B is, and the view worked by scripts.
#include "app/views/compare/compare.h"

#include <cmath>

#include "core/cell_name.h"
#include "core/ops/ops.h"
#include "tests/app/notes_painter.h"
#include "tests/app/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::shared_ptr<Evaluation> run_of(const std::string& model, const std::string& text,
                                   const std::vector<Edit>& edits = {}) {
    Inputs inputs;
    inputs.model = model;
    inputs.text = text;
    inputs.edits = edits;
    return evaluate_once(make_model(model_named(model)), inputs);
}

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
    std::optional<MapHit> hit;
};

Drawn drawn(const Evaluation& a, const Evaluation& b, const std::string& stage, int head, Vec2 mouse = nowhere,
            const Rect& area = {0, 0, 1100, 480}) {
    Drawn made;
    PictureMemory memory_a, memory_b;
    const int in_a = a.trace().find(stage), in_b = b.trace().find(stage);
    Tensor apart;
    const bool comparable = in_b >= 0 && common_shape(a.trace().record(in_a).shape, b.trace().record(in_b).shape).any();
    if (comparable) apart = difference_tensor(a.trace().record(in_a), b.trace().record(in_b));
    const MapScene scene{.a = a,
                         .b = &b,
                         .record_a = in_a,
                         .record_b = in_b,
                         .difference = comparable ? &apart : nullptr,
                         .generation = 1,
                         .head = head,
                         .no_b = "B has no such stage",
                         .no_difference = "nothing to subtract",
                         .memory_a = memory_a,
                         .memory_b = memory_b};
    made.hit = made.maps.draw(made.notes, area, scene, mouse);
    // The numbers are read while the difference lives.
    if (comparable && made.notes.heats.size() == 3) {
        const Grid grid = grid_of(a.trace(), in_a, head);
        const std::vector<float> found = numbers(made.notes.heats[2].matrix);
        const ConstMatrix& matrix = made.notes.heats[2].matrix;
        REQUIRE(found.size() == static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.cols));
        float largest = 0;
        for (int r = 0; r < matrix.rows; ++r)
            for (int c = 0; c < matrix.cols; ++c) {
                const Cell cell = grid.cell(r, c);
                const float x = a.trace().value(in_a, cell), y = b.trace().value(in_b, cell);
                const float apart_here = x == y ? 0 : x - y;
                CHECK(matrix.at(r, c) == apart_here);
                if (std::isfinite(apart_here)) largest = std::max(largest, std::abs(apart_here));
            }
        CHECK(made.notes.heats[2].style.map == HeatMap::diverging);
        CHECK(made.notes.heats[2].style.limit == (largest > 0 ? largest : 1));
    }
    return made;
}

const char* const long_text = "The animal did n't cross the street because it was too tired";
const char* const short_text = "The cat did n't cross the mat";

}  // namespace

TEST_CASE("the maps of every stage show the numbers of both traces and what core subtracted, on one scale") {
    const auto a = run_of(decoder, long_text),
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

TEST_CASE("texts of different lengths share a grid: what only one run has is hatched, and no cell is made up") {
    const auto a = run_of(decoder, long_text), b = run_of(decoder, short_text);
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

TEST_CASE("every cell of all three maps is found where it is drawn, and nothing leaves the area") {
    const auto a = run_of(decoder, long_text), b = run_of(decoder, short_text);
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

TEST_CASE("a stage that B does not have is drawn for A alone, and said") {
    const auto a = run_of(decoder, short_text), b = run_of("lstm", "the cat sat on the mat");
    const Drawn made = drawn(*a, *b, "blocks.0.norm1", 0);
    CHECK(made.notes.heats.size() == 1);
    const auto said = [&](const std::string& text) {
        for (const std::string& line : made.notes.texts)
            if (line.find(text) != std::string::npos) return true;
        return false;
    };
    CHECK(said("no such"));
    CHECK(said("subtract"));
}

TEST_CASE("a bar of the strip is one decade lower for a tenth of the difference") {
    CHECK(bar_height(0, 2) == 0);
    CHECK(bar_height(2, 2) == 1);
    CHECK(bar_height(0.2, 2) == doctest::Approx(1 - 1.0 / 6));
    CHECK(bar_height(1e-9, 2) == doctest::Approx(0.05));
    CHECK(bar_height(INFINITY, 2) == 1);
}

TEST_CASE("run B follows A without its changes, or is a run of its own, and can be written down") {
    const auto options = [] {
        Session::Options own;
        own.load = [](const std::string& name) { return make_model(model_named(name)); };
        return own;
    };
    OtherRun other(options);
    Inputs a;
    a.model = decoder;
    a.text = "the cat sat";
    a.edits = {{"blocks.0.norm1", Cell{{1, 2}}, 3}};
    other.follow(a, {});
    CHECK(other.follows());
    CHECK(other.inputs().edits.empty());
    CHECK(other.inputs().text == a.text);
    CHECK(other.text().empty());
    CHECK(other.words(a, {}) == "B is this run without its 1 edit.");
    a.text = "the dog sat";
    other.follow(a, {});
    CHECK(other.inputs().text == "the dog sat");
    Inputs own = a;
    own.text = "a cat";
    own.edits.clear();
    other.set(own);
    other.follow(a, {});
    CHECK(other.inputs() == own);
    CHECK(other.words(a, {}) == "B is the same model with another text, without edits.");
    CHECK(inputs_from_text(other.text()) == own);
    OtherRun again(options);
    again.read(other.text());
    again.follow(a, {});
    CHECK(again.inputs() == own);
    again.read("");
    again.follow(a, {});
    CHECK(again.follows());
    CHECK_THROWS_AS(again.read("no inputs"), Error);

    // Where A has no changes, another of its model's examples is B.
    ModelChoice choice{.name = decoder, .title = "Decoder", .details = "", .examples = {}};
    Inputs first, second;
    first.text = "the dog sat";
    second.text = "the cat saw";
    choice.examples = {first, second};
    a.edits.clear();
    OtherRun example(options);
    example.follow(a, std::span<const ModelChoice>(&choice, 1));
    CHECK_FALSE(example.follows());
    CHECK(example.inputs().text == "the cat saw");
    CHECK(example.inputs().model == decoder);
    CHECK(family_of("sort/rope") == "sort");
    CHECK(family_of("sort-rope") == "sort");
}

TEST_CASE("the view shows where an edit makes the runs part, and both numbers of a cell") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(
        "wait-idle\nkey 5\nwait-idle\nexpect view=compare\nexpect compare_b=without changes\n"
        "expect compare_done=yes\nexpect compare_first=\nexpect compare_largest=0");
    Inputs inputs = program.app->session().inputs();
    inputs.edits = {{"blocks.0.attn.scores_scaled", Cell{{1, 8, 1}}, 7}};
    program.app->session().set(inputs);
    program.run(
        "wait-idle\nexpect compare_done=yes\nexpect compare_b_edits=0\n"
        "expect compare_first=blocks.0.attn.scores_scaled");
    program.run("click @first difference\nexpect stage=blocks.0.attn.scores_scaled\nexpect compare_note=");
    CHECK(program.state("compare_where") == "blocks.0.attn.scores_scaled[1,8,1]");
    program.run(
        "key D\nexpect locked=yes\nexpect head=2\nexpect cell=blocks.0.attn.scores_scaled[1,8,1]\nexpect compare_a=7");
    const auto shown = program.app->session().shown();
    REQUIRE(shown.unedited);
    const int record = shown.current->trace().find("blocks.0.attn.scores_scaled");
    const float before = shown.unedited->trace().value(record, {{1, 8, 1}});
    CHECK(std::stof(program.state("compare_b_value")) == before);
    CHECK(std::stof(program.state("compare_difference")) == 7 - before);
    CHECK(std::stof(program.state("compare_largest")) == std::abs(7 - before));
    CHECK(std::stof(program.state("compare_mean")) == doctest::Approx(std::abs(7 - before) / (4 * 12 * 12)));
    // The next cell of the row did not change.
    program.run("key Ctrl+Right\nexpect column=2\nexpect compare_difference=0");
    // The same cell is marked in all maps; stepping goes on as in the walk.
    static_cast<void>(program.target("locked cell"));
    static_cast<void>(program.target("locked cell B"));
    static_cast<void>(program.target("locked cell difference"));
    program.run(
        "key Esc\nexpect locked=no\nkey Right\nexpect stage!=blocks.0.attn.scores_scaled\nkey Home\n"
        "expect compare_largest=0\nkey End");
    // A cell is chosen with the mouse, in the map of B too.
    program.run(
        "click @stage blocks.0.attn.weights\nexpect stage=blocks.0.attn.weights\n"
        "click @cell:blocks.0.attn.weights[1,8,3]\nexpect cell=blocks.0.attn.weights[1,8,3]");
    const Rect map_a = program.target("map A"), map_b = program.target("map B");
    const Rect cell = program.target("locked cell");
    program.run("key Esc");
    const Vec2 there{cell.centre().x - map_a.x + map_b.x, cell.centre().y - map_a.y + map_b.y};
    program.app->platform().events().click(there);
    program.run("wait 3\nexpect cell=blocks.0.attn.weights[1,8,3]");
}

TEST_CASE("run B takes a text, another model, what A is now, and changes places with A") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(
        "wait-idle\nkey 5\nwait-idle\nkey B\nkey Ctrl+A\ntype the cat sat on the mat\nwait-idle\n"
        "expect compare_b=own\nexpect compare_b_text=the cat sat on the mat\nexpect compare_b_old=no\n"
        "expect text=The animal did n't cross the street because it was too tired\nkey Esc");
    program.run(
        "key B\nkey End\ntype s\nwait-idle\nexpect compare_b_text=the cat sat on the mats\nkey Backspace\n"
        "wait-idle\nexpect compare_b_text=the cat sat on the mat\nkey Esc");
    program.run("click @stage embed.tokens\nexpect compare_done=yes");
    const std::string note = program.state("compare_note");
    CHECK(note ==
          "A has 12 tokens here, B has 6: the first 6 are compared by position; what is hatched only one run has.");
    CHECK(program.state("compare_first") == "embed.tokens");
    program.run(
        "key X\nwait-idle\nexpect text=the cat sat on the mat\n"
        "expect compare_b_text=The animal did n't cross the street because it was too tired");
    program.run(
        "click @keep\nwait-idle\nexpect compare_b_text=the cat sat on the mat\nexpect compare_b=own\n"
        "expect compare_first=\nexpect compare_largest=0");
    program.run("key U\nwait-idle\nexpect compare_b=without changes\nexpect compare_b_inputs=");
    // Another model by the keyboard: the list opens below its box.
    program.run("click @b model\nkey Down\nkey Enter\nwait-idle");
    CHECK(program.state("compare_b") == "own");
    CHECK(program.state("compare_b_model") != decoder);
    CHECK(program.state("compare_b_error").empty());
    CHECK(inputs_from_text(program.state("compare_b_inputs")).model == program.state("compare_b_model"));
    CHECK(program.state("model") == decoder);
    program.run("click @without changes\nwait-idle\nexpect compare_b=without changes");
    // A text that B cannot read leaves its last run and says why.
    program.run("key B\nkey Ctrl+A\ntype zebra\nwait-idle\nkey Esc");
    CHECK(program.state("compare_b_error").find("zebra") != std::string::npos);
    CHECK(program.state("error").empty());
    program.run("key 1\nexpect view=walk\nkey 5\nwait-idle\nexpect view=compare\nexpect compare_b_text=zebra");
}

TEST_CASE("what made run B another one is undone in turn with the steps of A, and done again") {
    const Program program(options_for(decoder));
    if (!program) return;
    const std::string of_a = "The animal did n't cross the street because it was too tired";
    program.run("wait-idle\nkey 5\nwait-idle\nexpect undo=no\nkey B\nkey Ctrl+A\ntype the cat sat\nkey Esc\nwait-idle");
    // Typing is one step; K and U write over what was typed.
    program.run("expect compare_b_text=the cat sat\nexpect undo=yes\nkey K\nwait-idle\nexpect compare_b_text=" + of_a);
    program.run("key U\nwait-idle\nexpect compare_b=without changes\nkey Ctrl+Z\nwait-idle\nexpect compare_b=own");
    program.run("expect compare_b_text=" + of_a + "\nkey Ctrl+Z\nwait-idle\nexpect compare_b_text=the cat sat");
    // A step of A in between comes first.
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the dog\nkey Esc\nwait-idle\nexpect text=the dog");
    program.run("key Ctrl+Z\nwait-idle\nexpect text=" + of_a + "\nexpect compare_b_text=the cat sat\nexpect redo=yes");
    program.run("click @undo\nwait-idle\nexpect compare_b=without changes\nexpect undo=no\nexpect redo=yes");
    program.run("key Ctrl+Y\nwait-idle\nexpect compare_b_text=the cat sat\nexpect text=" + of_a);
    // Swapping is one step of both.
    program.run("key X\nwait-idle\nexpect text=the cat sat\nexpect compare_b_text=" + of_a);
    program.run("key Ctrl+Z\nwait-idle\nexpect compare_b_text=the cat sat\nexpect text=" + of_a);
    program.run("key Ctrl+Y\nwait-idle\nexpect text=the cat sat\nexpect compare_b_text=" + of_a);
    // Elsewhere undo is that of what is seen there.
    program.run("key Ctrl+Z\nkey 1\nwait-idle\nexpect undo=no\nkey 5\nwait-idle\nexpect undo=yes");
}

TEST_CASE("run B's text of several lines is one line with signs in its field, and lines again in the run") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.platform->set_clipboard("the cat\nsat\n");
    program.run("wait-idle\nkey 5\nwait-idle\nkey B\nkey Ctrl+A\nkey Ctrl+V\nwait-idle\nexpect compare_b_error=");
    CHECK(inputs_from_text(program.state("compare_b_inputs")).text == "the cat\nsat");
    program.run("key Esc\nkey B\nkey End\ntype  on\nkey Esc\nwait-idle\nexpect compare_b_error=");
    CHECK(inputs_from_text(program.state("compare_b_inputs")).text == "the cat\nsat on");
    // Undo takes it out of the field that is written in.
    program.run("key B\nkey Ctrl+Z\nwait-idle\nkey End\ntype  on\nkey Esc");
    CHECK(inputs_from_text(program.state("compare_b_inputs")).text == "the cat\nsat on");
}

TEST_CASE("the view fits small windows and large text, and every button can be reached with the keyboard") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{760, 520}}) {
        AppOptions options = options_for(decoder, size);
        options.text_scale = size.width > 1000 ? 2 : 1;
        options.view = "compare";
        const Program program(options);
        if (!program) return;
        program.run(
            "wait-idle\nkey B\nkey Ctrl+A\ntype the cat sat\nwait-idle\nexpect compare_b_text=the cat sat\nkey "
            "Esc\nkey Right\nkey D\nwait-idle");
        CHECK(program.state("compare_done") == "yes");
        const Rect map = program.target("map A"), text = program.target("b text");
        CHECK(map.w > 10);
        CHECK(map.h > 10);
        CHECK(text.w > 40);
        // Going to a stage brought its maps into sight, whole.
        CHECK(map.y > 0);
        CHECK(map.bottom() < static_cast<float>(size.height));
        CHECK(text.right() <= static_cast<float>(size.width));
        std::string before = program.state("compare_b");
        for (int i = 0; i < 40 && program.state("compare_b") != "without changes"; ++i)
            program.run("key Tab\nkey Space");
        CHECK(program.state("compare_b") == "without changes");
    }
}
