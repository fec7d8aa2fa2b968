// Colour limits that are held: over a step, an edit and a model; what a number's colour then is, by hand; how many
// numbers a legend says are clipped; typing, undoing, saving and exporting them.
// ctest: alone 5 s
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/files/session_file.h"
#include "app/paint/heat_scale.h"
#include "app/platform/png.h"
#include "app/render/cairo_painter.h"
#include "tests/support/drawing.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"
#include "tests/support/written_pictures.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

AppOptions held_options(const std::string& model, const char* limits) {
    AppOptions options = window_options(model);
    options.colour_limits = parse_colour_limits(limits);
    options.theme = "dark";
    return options;
}

void go(const SettledProgram& program, const std::string& stage) {
    program.run("key 1\nwait-idle\ntype /\nwait 1\ntype " + stage + "\nkey Enter\nwait-idle\nkey F\nwait-idle\n");
    REQUIRE(program.state("stage") == stage);
}

Rgb at_corner(const SettledProgram& program, const std::string& cell) {
    const Rect place = program.target("cell:" + cell);
    REQUIRE(place.w > 6);
    const auto [r, g, b] = program.pixel({place.x + 2, place.y + 2});
    return {r, g, b};
}

/// The colour that a signed number has on a scale from −limit to limit.
Rgb by_hand(const Trace& trace, const std::string& stage, const Cell& cell, float limit) {
    const int record = trace.find(stage);
    REQUIRE(record >= 0);
    const float t = std::clamp(trace.value(record, cell) / limit, -1.0F, 1.0F);
    return bytes(heat_colour(*find_theme("dark"), HeatMap::diverging, trace.record(record).stage->meaning, t));
}

}  // namespace

TEST_SUITE_BEGIN("color_limits");

TEST_CASE("limits are read and written, and what is none is refused") {
    for (const char* text : {"-2.5..2.5", "0..0.5", "-2.5..2.5,0..0.5", "auto", "-0.001..0.001", "0..1", "0..1.5"}) {
        const auto read = parse_colour_limits(text);
        REQUIRE_MESSAGE(read, text);
        CHECK(to_text(*read) == text);
    }
    CHECK(parse_colour_limits("−2..2")->numbers == 2.0F);
    for (const char* text : {"", "2.5", "-1..2", "1..2", "-0..0", "2..-2", "-1..1,-2..2", "-1..1,", "-inf..inf",
                             "-nan..nan", "-1..1;0..1", "hello", "0..", ".."}) {
        CAPTURE(text);
        CHECK_FALSE(parse_colour_limits(text));
    }
    CHECK(parse_colour_limit(ScaleKind::numbers, "±2.5") == 2.5F);
    CHECK(parse_colour_limit(ScaleKind::probabilities, "0.25") == 0.25F);
    for (const char* text : {"0", "-1", "", "x"}) CHECK_FALSE(parse_colour_limit(ScaleKind::numbers, text));
    CHECK(parse_colour_limit(ScaleKind::probabilities, "1.4") == 1.4F);  // of an edited one
    for (const char* text : {"0", "-0.5", "0.1..0.5"}) CHECK_FALSE(parse_colour_limit(ScaleKind::probabilities, text));
}

TEST_CASE("what is held, and what keeps a scale of its own") {
    const ColourLimits limits{.numbers = 2, .probabilities = 0.5F};
    const HeatStyle number{.meaning = Meaning::score, .limit = 7};
    const HeatStyle share{.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 0.9F};
    CHECK(held(limits, number).limit == 2);
    CHECK(held(limits, share).limit == 0.5F);
    CHECK(held({}, number).limit == 7);
    for (const HeatStyle& own : {HeatStyle{.meaning = Meaning::gradient, .limit = 7},
                                 HeatStyle{.map = HeatMap::sequential, .meaning = Meaning::gradient, .limit = 7},
                                 HeatStyle{.map = HeatMap::spectrum, .meaning = Meaning::position, .limit = 7},
                                 HeatStyle{.map = HeatMap::sequential, .meaning = Meaning::score, .limit = 7},
                                 HeatStyle{.meaning = Meaning::score, .limit = 7, .own_scale = true}}) {
        CHECK(held(limits, own).limit == 7);
        CHECK_FALSE(is_held(limits, own));
    }
}

TEST_CASE("a known number has the palette's colour on a held scale, after a step, an edit and another model") {
    const float limit = 0.4F;
    const SettledProgram program(held_options(decoder, "-0.4..0.4"));
    if (!program) return;
    const std::string raw = "blocks.0.attn.scores_raw", scaled = "blocks.0.attn.scores_scaled";
    const auto check = [&](const std::string& stage, int row, int col) {
        const Cell cell{0, row, col};
        const std::string name = stage + "[0," + std::to_string(row) + "," + std::to_string(col) + "]";
        CAPTURE(name);
        CHECK(difference(at_corner(program, name), by_hand(program.trace(), stage, cell, limit)) <= 2);
    };
    go(program, raw);
    check(raw, 2, 0);
    check(raw, 3, 1);
    program.run("key Right\nwait-idle\n");
    REQUIRE(program.state("stage") == scaled);
    check(scaled, 2, 0);
    // One large number would make all others pale on a scale that follows its matrix.
    program.edit({{.record = scaled, .cell = {{0, 1, 1}}, .value = 1000}});
    check(scaled, 2, 0);
    check(scaled, 3, 1);
    CHECK(program.state("color_limits") == "-0.4..0.4");
    Inputs other = program.app->session().inputs();
    other.edits.clear();
    other.model = "fire decoder";
    other.text.clear();
    for (const PictureModel& model : picture_models())
        if (model.name == other.model) other.text = model.text;
    program.app->session().set(other);
    program.app->settle();
    go(program, raw);
    check(raw, 2, 0);
    program.run("key Shift+H\nwait-idle\nexpect color_limits=auto");
}

TEST_CASE("the number of clipped numbers is that of the record, in models of every kind") {
    const auto models = picture_models();
    int clipped = 0, stages = 0;
    for (std::size_t m = 0; m < models.size(); m += 3) {
        CAPTURE(models[m].name);
        const SettledProgram program(held_options(models[m].name, "-0.3..0.3,0..0.2"));
        if (!program) return;
        program.run("key 4\nwait-idle");
        const Trace& trace = program.trace();
        const std::vector<int> all(trace.stages().begin(), trace.stages().end());
        for (std::size_t s = 0; s < all.size(); s += 7) {
            const Record& record = trace.record(all[s]);
            program.run("key Ctrl+K\nwait 1\ntype " + record.name + "\nkey Enter\nwait-idle");
            if (program.state("stage") != record.name) continue;
            const bool share = record.stage->range == Range::probability;
            if (record.stage->range == Range::index || (share && record.stage->meaning == Meaning::score)) continue;
            const Grid grid = grid_of(trace, record.id, program.app->cursor().head);
            std::size_t beyond = 0;
            for (int r = 0; r < grid.rows; ++r)
                for (int c = 0; c < grid.cols; ++c) {
                    const float value = trace.value(record.id, grid.cell(r, c));
                    if (std::isfinite(value) && (share ? value > 0.2F : std::abs(value) > 0.3F)) ++beyond;
                }
            CAPTURE(record.name);
            CHECK(program.state("color_keys").find("held, " + std::to_string(beyond) + " clipped") !=
                  std::string::npos);
            clipped += beyond > 0 ? 1 : 0;
            ++stages;
        }
    }
    CHECK(stages > 10);
    CHECK(clipped > 5);
    CHECK(clipped < stages);
}

TEST_CASE("limits are typed at a legend, held by a key, undone, and saved with the session") {
    const SettledProgram program(held_options(decoder, "auto"));
    if (!program) return;
    go(program, "blocks.0.attn.scores_raw");
    CHECK(program.state("color_keys").find("held") == std::string::npos);
    program.run(
        "click @color key\nwait 2\nexpect limits_sheet=yes\nkey Ctrl+A\ntype 1.5\nkey Enter\nwait-idle\n"
        "expect limits_sheet=no\nexpect color_limits=-1.5..1.5\nexpect undo=yes\n"
        "key Ctrl+Z\nwait-idle\nexpect color_limits=auto\nkey Ctrl+Y\nwait-idle\nexpect color_limits=-1.5..1.5\n"
        "key Right\nwait-idle\nexpect color_limits=-1.5..1.5\n");
    // What is no limit changes nothing.
    program.run(
        "click @limits held\nwait 2\nkey Ctrl+A\ntype -3\nkey Enter\nwait-idle\nexpect limits_sheet=yes\n"
        "expect color_limits=-1.5..1.5\nkey Esc\nkey Esc\nwait-idle\nexpect limits_sheet=no\n");
    const SessionFile session = session_from_text(to_text(program.app->session_now()), "test");
    CHECK(session.colour_limits == ColourLimits{.numbers = 1.5F});
    // An edit after it is undone first.
    program.edit({{.record = "blocks.0.attn.scores_scaled", .cell = {{0, 1, 1}}, .value = 3}});
    program.run(
        "key Ctrl+Z\nwait-idle\nexpect edits=0\nexpect color_limits=-1.5..1.5\n"
        "key Ctrl+Z\nwait-idle\nexpect color_limits=auto\n");
    // The key holds the largest limit that is seen, so that nothing is clipped where it was pressed.
    program.run("key Shift+H\nwait-idle");
    CHECK(program.state("color_limits") != "auto");
    const std::string keys = program.state("color_keys") + ";";
    const auto count = [&](const std::string& text) {
        int found = 0;
        for (std::size_t at = keys.find(text); at != std::string::npos; at = keys.find(text, at + 1)) ++found;
        return found;
    };
    CHECK(count(";") > 1);
    CHECK(count(" held, 0 clipped;") == count(";"));  // each of them
    program.run("key Shift+H\nwait-idle\nexpect color_limits=auto");
}

TEST_CASE("files have the held limits: pixels, SVG and PDF") {
    const std::vector<float> values{-4, 0.5F, 1, 3};
    const TemporaryFolder folder;
    const Theme& theme = *find_theme("dark");
    for (const char* ending : {".png", ".svg", ".pdf"}) {
        CAPTURE(std::string(ending));
        const bool vector = std::string(ending) != ".png";
        if (vector && (!have("rsvg-convert") || !have("pdftoppm"))) return;
        const auto file = folder / ("held" + std::string(ending));
        CairoPainter painter(file, {80, 20}, theme);
        painter.set_limits({.numbers = 2});
        painter.heatmap({values.data(), 1, 4, 4, 1, 1}, {0, 0, 80, 20},
                        {.meaning = Meaning::key, .limit = 4, .gap = 0});
        CHECK(painter.beyond({values.data(), 1, 4, 4, 1, 1}, {.limit = 2}) == 2);
        painter.finish();
        const Image image = vector ? read_back(file, folder / "back.png", 80, 20) : read_png(file);
        for (int c = 0; c < 4; ++c) {
            const float t = std::clamp(values[static_cast<std::size_t>(c)] / 2, -1.0F, 1.0F);
            const Rgb wanted = bytes(heat_colour(theme, HeatMap::diverging, Meaning::key, t));
            CHECK(difference(pixel(image, 20 * static_cast<float>(c) + 10, 10), wanted) <= 2);
        }
    }
}

TEST_SUITE_END();
