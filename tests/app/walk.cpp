// The walk in memory, worked through its real event queue by scripts. Where EGL surfaceless is missing, the tests that
// draw are skipped.
// ctest: alone 14 s
#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "app/pictures/board/heat_panel.h"
#include "app/program/app.h"
#include "app/script/render.h"
#include "app/script/script.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/explanation/statistics.h"
#include "app/views/shared/edits_that_fit.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/number_text.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::filesystem::path temporary(const std::string& name) {
    return std::filesystem::temp_directory_path() / ("glassformer-" + std::to_string(getpid()) + "-" + name);
}

}  // namespace

TEST_SUITE_BEGIN("walk");

TEST_CASE("the chosen cell's number stands above the canvas where no panel says it, and nowhere else") {
    for (const int width : {700, 1280}) {
        AppOptions options = options_for(decoder, {width, 720});
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\ntype /\ntype b1 softmax\nkey Enter\nwait-idle");
        CHECK_FALSE(program.app->find_target("chosen cell"));
        program.run("key Down\nwait-idle\nexpect locked=yes");
        CHECK(program.app->find_target("chosen cell").has_value() == (width == 700));
    }
}

TEST_CASE("the stages beside a picture are there when the camera has arrived") {
    const Program program(options_for(decoder, {1600, 900}));
    if (!program) return;
    program.run("wait-idle\ntype /\ntype b1 softmax\nkey Enter\nwait-idle");
    const auto canvas = program.app->find_target("canvas");
    REQUIRE(canvas);
    program.run("key Right\nwait 40");
    CHECK(program.app->find_target("canvas") == canvas);  // nothing jumps when the flight ends
    program.run("wait-idle");
    CHECK(program.app->find_target("canvas") == canvas);
}

TEST_CASE("a sentence is typed, the walk steps to the scores, a cell is picked, edited, and the edit undone") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(R"(
wait-idle
expect text=The animal did n't cross the street because it was too tired
expect undo=no
key Ctrl+L
key Ctrl+A
type the cat sat on the mat
wait-idle
expect text=the cat sat on the mat
expect tokens=6
expect undo=yes
key Enter
expect stage=embed.tokens
key Home
)");
    for (int i = 0; i < 30 && program.state("stage") != "blocks.0.attn.scores_scaled"; ++i) program.run("key Right");
    const std::string name = "cell:blocks.0.attn.scores_scaled[0,4,1]";
    program.run(R"(
expect stage=blocks.0.attn.scores_scaled
click @)" + name +
                R"(
wait-idle
expect cell=blocks.0.attn.scores_scaled[0,4,1]
expect locked=yes
)");
    const std::string before = program.state("value");
    const Rect cell = program.target(name);
    program.run("move 2 2\nwait 3");
    const Vec2 inside{cell.x + 0.7F * cell.w, cell.y + 0.3F * cell.h};
    const auto colour_before = program.pixel(inside);
    program.run(R"(
key E
expect editing=yes
key Ctrl+A
type nonsense
key Enter
expect editing=yes
expect edits=0
key Ctrl+A
type 9.5
key Enter
wait-idle
expect editing=no
expect edits=1
expect value≈9.5
)");
    CHECK(program.pixel(inside) != colour_before);
    const auto shown = program.app->session().shown();
    REQUIRE(shown.unedited);
    const int weights = shown.current->trace().find("blocks.0.attn.weights");
    CHECK(shown.current->trace().value(weights, {{0, 4, 1, 0}}) > 0.9F);
    CHECK(shown.unedited->trace().value(weights, {{0, 4, 1, 0}}) < 0.9F);
    program.run("key Ctrl+Z\nwait-idle\nexpect edits=0\nexpect redo=yes");
    CHECK(program.state("value") == before);
    CHECK(program.pixel(inside) == colour_before);
    program.run("key Ctrl+Y\nwait-idle\nexpect edits=1\nkey Del\nwait-idle\nexpect edits=0");
    program.run(
        "key E\nkey Ctrl+A\ntype -inf\nkey Enter\nwait-idle\nexpect edits=1\nexpect value=-inf\nkey R\n"
        "wait-idle\nexpect edits=0\nkey C");
    CHECK(program.platform->clipboard().find("cat") != std::string::npos);
}

TEST_CASE("typing on is one step for undo, and undoing works while the field has the keyboard") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(
        "wait-idle\nclick @text\nkey Ctrl+A\ntype the dog saw\nwait-idle\nexpect text=the dog saw\n"
        "key Ctrl+Z\nwait-idle\nexpect undo=no\nexpect text=" +
        model_named(decoder).text + "\ntype X\nkey Backspace");
    program.run("wait-idle\nexpect undo=yes");
}

TEST_CASE("an unknown word leaves the last text on the screen, with a message that can be copied") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run("wait-idle\nclick @text\nkey Ctrl+A\ntype the zebra\nwait-idle\nexpect old=yes");
    CHECK(program.state("error").find("zebra") != std::string::npos);
    CHECK(program.state("tokens") == "12");
    CHECK(program.app->find_target("message"));
    program.run("click @copy message");
    CHECK(program.platform->clipboard() == program.state("error"));
    program.run("click @close message\nwait-idle");
    CHECK_FALSE(program.app->find_target("message"));
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the dog\nwait-idle\nexpect old=no\nexpect error=\nexpect tokens=2");
}

TEST_CASE("a slow evaluation keeps frames coming, marks what is shown as old, and gives way to newer inputs") {
    AppOptions options = options_for(decoder);
    std::atomic<int> slow_ms{0}, stages{0};
    options.before_stage = [&](int, int) {
        ++stages;
        std::this_thread::sleep_for(std::chrono::milliseconds(slow_ms.load()));
    };
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect old=no");
    const auto first = program.app->session().shown().current;
    slow_ms = 40;
    Inputs inputs = program.app->session().inputs();
    inputs.text = "the dog saw its own tail";
    program.app->session().set(inputs);
    const std::uint64_t frames = program.app->frames();
    for (int i = 0; i < 12; ++i) program.app->frame();
    CHECK(program.app->frames() == frames + 12);
    CHECK(program.state("old") == "yes");
    CHECK(program.app->needs_frame());
    CHECK(program.app->find_target("old"));
    CHECK(program.app->session().shown().current == first);
    stages = 0;
    inputs.text = "the cat sat";
    program.app->session().set(inputs);
    slow_ms = 0;
    program.run("wait-idle\nexpect old=no\nexpect tokens=3");
    CHECK(program.app->session().shown().current->inputs().text == "the cat sat");
    // The older inputs stopped after at most a stage or two; only the newer ones were computed to their end.
    const int per_run = static_cast<int>(program.app->session().shown().current->trace().records().size());
    CHECK(stages <= per_run + 3);
}

TEST_CASE("nothing is drawn while nothing happens") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run("wait-idle");
    CHECK_FALSE(program.app->needs_frame());
    const std::uint64_t frames = program.app->frames();
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    CHECK_FALSE(program.app->needs_frame());
    CHECK(program.app->frames() == frames);
    program.run("key Right");
    CHECK(program.app->frames() - frames <= 8);
    CHECK_FALSE(program.app->needs_frame());
}

TEST_CASE("every stage of every model can be stepped through, at every size and text scale") {
    const auto steps_through = [](const Program& program, PixelSize size, float scale) {
        CAPTURE(program.state("model"));
        CAPTURE(size.width);
        CAPTURE(scale);
        program.run("wait-idle\nexpect error=\nexpect message=\nkey Home\nkey Down");
        const auto shown = program.app->session().shown();
        const std::size_t count = shown.current->trace().stages().size();
        for (std::size_t i = 0; i < count; ++i) {
            const int id = shown.current->trace().stages()[i];
            CAPTURE(shown.current->trace().record(id).name);
            CHECK(program.state("stage") == shown.current->trace().record(id).name);
            CHECK(program.state("index") == std::to_string(i + 1));
            // However long the arithmetic of the cell, what its stage is begins in sight, and the statistics follow.
            if (scale == 1) {
                const std::optional<Rect> sentence = program.app->find_target("stage sentence"),
                                          metrics = program.app->find_target("statistics");
                REQUIRE(sentence);
                REQUIRE(metrics);
                CHECK(sentence->y + 40 < static_cast<float>(size.height));
                CHECK(metrics->y > sentence->bottom());
            }
            program.app->platform().events().key(Key::right);
            program.app->frame();
            program.app->frame();
        }
        CHECK(program.state("index") == std::to_string(count));
        CHECK(program.state("error").empty());
    };
    struct Window {
        PixelSize size;
        float scale;
    };
    for (const Window& window : {Window{{1280, 720}, 2}, {{1280, 720}, 3}, {{1920, 1080}, 1}, {{1920, 1080}, 3}}) {
        AppOptions options = options_for(decoder, window.size);
        options.text_scale = window.scale;
        const Program program(options);
        if (!program) return;
        steps_through(program, window.size, window.scale);
    }
    const Program program(options_for(decoder, {1280, 720}));
    for (const PictureModel& model : picture_models()) {  // one window opens them all
        program.app->session().set({.model = model.name, .text = model.text, .target = model.target, .edits = {}});
        steps_through(program, {1280, 720}, 1);
    }
}

TEST_CASE("steps by row and cell go through a stage and on to the next") {
    const auto evaluation = test::evaluated(model_named(decoder));
    const Trace& trace = evaluation->trace();
    Cursor cursor;
    keep_valid(trace, cursor);
    go_to(trace, cursor, trace.find("blocks.0.attn.scores_raw"));
    REQUIRE(step(trace, cursor, StepBy::row, 1));
    CHECK(cursor.limit == 11);
    CHECK(cursor.row == 0);
    for (int i = 0; i < 11; ++i) REQUIRE(step(trace, cursor, StepBy::row, 1));
    CHECK(cursor.record == "blocks.0.attn.scores_raw");
    CHECK(cursor.limit == 143);
    REQUIRE(step(trace, cursor, StepBy::row, 1));
    CHECK(cursor.record == "blocks.0.attn.scores_scaled");
    CHECK(cursor.limit == 11);
    REQUIRE(step(trace, cursor, StepBy::row, -1));
    CHECK(cursor.record == "blocks.0.attn.scores_raw");
    CHECK(cursor.row == 11);
    cursor.limit = -1;
    REQUIRE(step(trace, cursor, StepBy::cell, 1));
    CHECK(cursor.limit == 0);
    REQUIRE(step(trace, cursor, StepBy::cell, 1));
    CHECK(cursor.column == 1);
    Cursor last = cursor;
    go_to(trace, last, trace.stages().back());
    CHECK_FALSE(step(trace, last, StepBy::stage, 1));
}

TEST_CASE("the arithmetic shows the largest terms, and all of them add up to the cell") {
    const auto evaluation = test::evaluated(model_named(decoder));
    const Trace& trace = evaluation->trace();
    const CellRef cell{trace.find("blocks.0.attn.heads"), {{1, 8, 3, 0}}};
    const Arithmetic short_form = arithmetic_of(*evaluation, cell, 4);
    int terms = 0;
    double previous = 2;
    for (const ArithmeticRow& row : short_form.rows) {
        if (row.kind != ArithmeticRow::Kind::term) continue;
        ++terms;
        CHECK(std::abs(row.share) <= previous);
        previous = std::abs(row.share);
        CHECK(row.source);
        CHECK_FALSE(row.label.empty());  // each term is about one token
    }
    CHECK(terms == 4);
    CHECK(std::abs(short_form.value - static_cast<double>(trace.value(cell.record, cell.cell))) < 1e-5);
    const std::string all = text(arithmetic_of(*evaluation, cell, 100));
    CHECK(all.find("smaller") == std::string::npos);
    CHECK(all.starts_with("Z[it, 3] = "));

    Cursor cursor;
    keep_valid(trace, cursor);
    jump(trace, cursor, short_form.rows[1].source);
    CHECK(cursor.record == "blocks.0.attn.weights");
    CHECK(cursor.head == 1);
    CHECK(locked_cell(trace, cursor) == short_form.rows[1].source);
}

TEST_CASE("a bias and an ε have rows of their own, and terms are named after what is summed over") {
    const auto evaluation = test::evaluated(model_named(decoder));
    const Trace& trace = evaluation->trace();
    const auto labels = [](const Arithmetic& arithmetic) {
        std::vector<std::string> found;
        for (const ArithmeticRow& row : arithmetic.rows)
            if (row.kind == ArithmeticRow::Kind::term) found.push_back(row.label);
        return found;
    };
    const std::vector<std::string> q =
        labels(arithmetic_of(*evaluation, {trace.find("blocks.0.attn.q"), {{1, 8, 3}}}, 4));
    REQUIRE(q.size() == 5);
    CHECK(q.back() == "bias");
    for (std::size_t i = 0; i < 4; ++i) CHECK(q[i].starts_with("dim "));
    CHECK(labels(arithmetic_of(*evaluation, {trace.find("logits"), {{8, 3}}}, 4)).front().starts_with("dim "));
    CHECK(labels(arithmetic_of(*evaluation, {trace.find("blocks.0.mlp.out"), {{8, 3}}}, 4))
              .front()
              .starts_with("neuron "));

    const std::string norm = text(arithmetic_of(*evaluation, {trace.find("blocks.0.norm1"), {{8, 3}}}));
    CHECK(norm.find("ε = 1.0·10⁻⁵") != std::string::npos);
    // The rest counts neither the terms shown nor ε.
    const std::string in_root = norm.substr(norm.find("√"));
    CHECK(in_root.find("+ 29 smaller terms") != std::string::npos);
}

TEST_CASE("a product of axes is typeset in a shape") {
    const auto evaluation = test::evaluated(model_named(decoder));
    const Trace& trace = evaluation->trace();
    CHECK(shape_text(trace.record(trace.find("blocks.0.attn.concat"))) == "pos 12 × n_heads · d_head 32");
}

TEST_CASE("statistics leave out what is masked") {
    const auto evaluation = test::evaluated(model_named(decoder));
    const int id = evaluation->trace().find("blocks.0.attn.scores_masked");
    const Statistics known = statistics(evaluation->trace(), id, grid_of(evaluation->trace(), id, 0));
    CHECK(known.infinite == 66);  // above the diagonal of 12 × 12
    CHECK(known.minus_infinite == 66);
    CHECK(known.finite == 78);
    CHECK(std::isfinite(known.sigma));
    int sum = 0;
    for (const int bar : known.bars) sum += bar;
    CHECK(sum == 78);
}

TEST_CASE("numbers are written short and read back as typed") {
    CHECK(number_text(4.333) == "4.33");
    CHECK(number_text(-0.66) == "−0.66");
    CHECK(number_text(0.9969) == "0.997");  // nothing that is not 1 is written 1.00 as long as four digits tell
    CHECK(number_text(0.99946) == "0.999");
    CHECK(number_text(0.9997) == "0.9997");
    CHECK(number_text(1) == "1.00");
    CHECK(number_text(0) == "0.00");
    CHECK(number_text(-0.0012) == "−0.0012");
    CHECK(number_text(-HUGE_VAL) == "−∞");
    CHECK(number_text(0.9969, 1) == "0.9969");
    CHECK(number_text(-1.2e-7, 2) == "−1.200·10⁻⁷");
    CHECK(number_text(6.7e-6) == "6.7·10⁻⁶");
    CHECK(number_text(2.34e12) == "2.3·10¹²");
    CHECK(power_number("-1.5e-05") == "−1.5·10⁻⁵");
    CHECK(power_number("-12.5") == "−12.5");
    for (const double value : {6.7e-6, -1.2e-7, 2.3e12, -4.56e5}) {  // what is read on the screen can be typed
        float read = 0;
        REQUIRE(parse_number(number_text(value), read));
        CHECK(static_cast<double>(read) == doctest::Approx(printed_number(value)));
    }
    for (const char* wrong : {"6.7·10", "6.7·10⁻", "6.7·10⁻⁶5", "6.7⁻⁶", "·10²"}) {
        CAPTURE(wrong);
        float read = 0;
        CHECK_FALSE(parse_number(wrong, read));
    }
    CHECK(printed_number(-0.6634) == -0.66);
    CHECK(last_digit(1.2e-7) == doctest::Approx(1e-8));
    CHECK(probability_text(0.9994) == "0.999");
    CHECK(probability_text(0.9996) == ">0.999");
    CHECK(probability_text(1) == "1.000");
    CHECK(probability_text(0.0004) == "<0.001");
    for (const double value : {0.9951, 0.9969, 0.9996, 0.99996, 1.0})  // a head's cell and the panel beside it
        CHECK(short_number(static_cast<float>(value)) == number_text(value));
    CHECK(percent_text(0.43149) == "43.1%");
    CHECK(percent_text(0.0009) == "< 0.1%");
    CHECK(percent_text(0.9994) == "99.9%");
    CHECK(percent_text(0.99951) == "> 99.9%");
    CHECK(percent_text(0) == "0.0%");
    CHECK(percent_text(1) == "100.0%");
    float value = 0;
    CHECK(parse_number("0,7", value));
    CHECK(value == 0.7F);
    CHECK(parse_number("−∞", value));
    CHECK(value == -HUGE_VALF);
    for (const char* wrong : {"", "abc", "1e", "nan", "1 2x"}) CHECK_FALSE(parse_number(wrong, value));
}

TEST_CASE("edits outlive a change of the text as long as their cells exist") {
    const auto evaluation = test::evaluated(model_named(decoder));
    const std::vector<Edit> edits{{"blocks.0.attn.weights", {{0, 2, 1, 0}}, 0.5F},
                                  {"blocks.0.attn.weights", {{0, 9, 1, 0}}, 0.5F},
                                  {"embed.tokens.weight", {{20, 1, 0, 0}}, 0.5F}};
    const auto kept = edits_that_fit(*evaluation, edits, "the cat sat", false);
    REQUIRE(kept.size() == 2);
    CHECK(kept[0] == edits[0]);
    CHECK(kept[1] == edits[2]);
}

TEST_CASE("the window remembers, and a broken file of settings gives a message and the defaults") {
    const auto path = temporary("settings.json");
    AppOptions options = options_for(decoder);
    options.settings = path;
    {
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nclick @stage blocks.0.mlp.act\nwait-idle\nkey T\nwait-idle\nexpect theme=dark");
    }
    options.inputs = {};
    {
        const Program program(options);
        program.run("wait-idle\nexpect theme=dark\nexpect stage=blocks.0.mlp.act\nexpect model=learned decoder");
    }
    options.theme = "light";
    {
        const Program program(options);
        program.run("wait-idle\nexpect theme=light");
    }
    std::ofstream(path) << "{ broken";
    {
        const Program program(options);
        program.run("wait-idle");
        CHECK(program.state("message").find("settings") != std::string::npos);
        CHECK(program.state("model") == options.models.front().name);
    }
    const std::filesystem::path aside = path.string() + ".unreadable";
    CHECK(read_text_file(aside) == "{ broken");
    std::filesystem::remove(aside);
    std::filesystem::remove(path);
}

TEST_CASE("a failing script names its line") {
    const Program program(options_for(decoder));
    if (!program) return;
    CHECK_THROWS_WITH_AS(program.run("wait-idle\n\nexpect edits=3"), doctest::Contains("test:3:"), Error);
    CHECK_THROWS_WITH_AS(program.run("fly 3"), doctest::Contains("fly"), Error);
    CHECK_THROWS_WITH_AS(program.run("click @nowhere"), doctest::Contains("nowhere"), Error);
    CHECK_THROWS_WITH_AS(program.run("click @cell:blocks.0.attn.q[0,99,0]"), doctest::Contains("99"), Error);
}

TEST_CASE("pictures for the command line: a wrong stage and a wrong word are errors") {
    AppOptions options = options_for(decoder, {800, 600});
    try {
        open_headless(options.size);
    } catch (const Error& error) {
        MESSAGE("not drawn: ", error.what());
        return;
    }
    options.stage = "blocks.0.attn.weights";
    const Image image = render_view(options);
    CHECK(image.width == 800);
    CHECK(image.height == 600);
    options.stage = "blocks.7.attn.weights";
    CHECK_THROWS_WITH_AS(render_view(options), doctest::Contains("blocks.7.attn.weights"), Error);
    options.stage.clear();
    options.inputs.text = "zebra";
    CHECK_THROWS_WITH_AS(render_view(options), doctest::Contains("zebra"), Error);
    options.inputs.text.clear();
    const FrameTimes times = bench_frame(options, 5);
    CHECK(times.median_ms > 0);
    CHECK(times.min_ms <= times.median_ms);
}

TEST_SUITE_END();
