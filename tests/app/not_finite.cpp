// Numbers that are not finite, on every surface: each kind has a look of its own, the same in the window and in files,
// and no view or format fails for one, wherever in the model it arises.
// ctest: alone 14 s
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/paint/heat_scale.h"
#include "app/pictures/charts/stage_page.h"
#include "app/platform/png.h"
#include "app/render/cairo_painter.h"
#include "core/io/safetensors.h"
#include "tests/support/drawing.h"
#include "tests/support/notes_painter.h"
#include "tests/support/program.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr float inf_value = std::numeric_limits<float>::infinity(),
                nan_number = std::numeric_limits<float>::quiet_NaN(), largest_value = std::numeric_limits<float>::max();
constexpr std::array odd_values{nan_number, inf_value, -inf_value};

bool in_range(Colour c) {
    for (const float channel : {c.r, c.g, c.b, c.a})
        if (!(channel >= 0 && channel <= 1)) return false;
    return true;
}

bool tool(const char* name) {
    const std::string command = "command -v " + std::string(name) + " >/dev/null 2>&1";
    if (std::system(command.c_str()) == 0) return true;  // NOLINT: tools of the system
    skip(Needs::tools, "there is no " + std::string(name));
    return false;
}

/// The mean colour of a rectangle's pixels.
Rgb mean(const Image& image, const Rect& rect) {
    std::array<double, 3> sum{};
    int count = 0;
    for (int y = static_cast<int>(rect.y); y < static_cast<int>(rect.bottom()); ++y)
        for (int x = static_cast<int>(rect.x); x < static_cast<int>(rect.right()); ++x, ++count)
            for (std::size_t c = 0; c < 3; ++c) sum.at(c) += image.pixel(x, y)[c];
    const auto whole = [&](double all) { return static_cast<int>(std::lround(all / count)); };
    return {whole(sum[0]), whole(sum[1]), whole(sum[2])};
}

/// The stages of a model that an edit can reach: those whose numbers are not indices.
std::vector<std::string> stages_of(const Trace& trace) {
    std::vector<std::string> names;
    for (const int id : trace.stages())
        if (trace.record(id).stage->range != Range::index) names.push_back(trace.record(id).name);
    return names;
}

}  // namespace

TEST_SUITE_BEGIN("not_finite");

TEST_CASE("NaN and both infinities look like nothing else, and the largest numbers are the ends of the scale") {
    for (const Theme* theme : all_themes())
        for (const HeatMap map : {HeatMap::diverging, HeatMap::sequential, HeatMap::spectrum})
            for (const float limit : {1.0F, largest_value, 1e-42F, inf_value, nan_number, 0.0F}) {
                const HeatStyle style{.map = map, .meaning = Meaning::score, .limit = limit, .low = -limit};
                const HeatScale scale(*theme, style);
                const auto [nan, low, high] = scale.special();
                CAPTURE(theme->name);
                CAPTURE(limit);
                CHECK(nan.width > 0);
                CHECK(nan.ink == theme->not_a_number);
                CHECK(low.ground.a == 0);
                CHECK(low.ink == theme->masked);
                CHECK(high.falling != low.falling);
                CHECK(contrast(low.ink, theme->background) > 2);
                CHECK(contrast(low.ink, theme->heat_zero) > 2);
                CHECK(contrast(high.ink, high.ground) > 3);
                for (const float value : {0.0F, limit, -limit, largest_value, -largest_value, 1e-45F}) {
                    if (!std::isfinite(value)) continue;
                    const HeatFill fill = scale.fill(value);
                    CHECK(fill.width == 0);
                    CHECK(in_range(fill.ground));
                    CHECK(fill.ground.a == 1);
                }
                CHECK(scale.fill(largest_value).ground == sample(scale.ramp(), 1));
                CHECK(scale.fill(-largest_value).ground == sample(scale.ramp(), 0));
                if (map == HeatMap::diverging) CHECK(scale.fill(0).ground == sample(scale.ramp(), 0.5F));
            }
}

TEST_CASE("a cell that is not finite is the same in the window, in a PNG, an SVG and a PDF") {
    const auto platform = headless();
    if (!platform) return;
    const TemporaryFolder folder;
    const std::vector<float> values{nan_number,     inf_value, -inf_value, 0,          largest_value, -largest_value,
                                    -largest_value, 1e38F,     -1.7e38F,   nan_number, inf_value,     -inf_value};
    // Few cells are rectangles of a vector file; many are an image in it.
    std::vector<float> many(72 * 72, 1e38F);
    for (std::size_t i = 0; i < many.size(); ++i)
        if (i % 72 < 36) many[i] = odd_values.at(i / 72 / 24);
    const ConstMatrix few{values.data(), 3, 4, 4, 1, 1}, lots{many.data(), 72, 72, 72, 1, 1};
    const HeatStyle style{.meaning = Meaning::score, .limit = largest_value};
    const Rect place{12, 18, 160, 120}, far{200, 20, 144, 144};
    for (const Theme* theme : {find_theme("dark"), find_theme("light")}) {
        Gui gui(*platform, {.theme = theme});
        const auto draw = [&](Painter& painter) {
            painter.heatmap(few, place, style);
            painter.heatmap(lots, far, style);
        };
        const Image window = drawn(*platform, gui, [&](Ui& ui) { draw(ui.painter); });
        const HeatScale scale(*theme, style);
        for (const std::string ending : {"png", "svg", "pdf"}) {
            const auto file = folder / ("cells." + ending), png = folder / "read.png";
            CairoPainter painter(file, {400, 300}, *theme);
            painter.fill({0, 0, 400, 300}, theme->background, 0);
            draw(painter);
            painter.finish();
            if (ending == "svg" && !tool("rsvg-convert")) continue;
            if (ending == "pdf" && !tool("pdftoppm")) continue;
            const std::string to = (folder / "read").string();
            if (ending == "svg")
                REQUIRE(std::system(("rsvg-convert -o " + png.string() + " " + file.string()).c_str()) == 0);  // NOLINT
            if (ending == "pdf")
                REQUIRE(std::system(
                            ("pdftoppm -png -singlefile -scale-to-x 400 -scale-to-y 300 " + file.string() + " " + to)
                                .c_str()) == 0);  // NOLINT
            const Image picture = read_png(ending == "png" ? file : png);
            CAPTURE(ending);
            CAPTURE(theme->name);
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 4; ++c) {
                    Rect cell = cell_rect(place, 3, 4, r, c);
                    cell.w -= 8, cell.h -= 8;  // without the gap: 32 pixels, whole periods of the lines
                    CAPTURE(values[static_cast<std::size_t>(4 * r + c)]);
                    CHECK(difference(mean(picture, cell), mean(window, cell)) <= (ending == "pdf" ? 12 : 6));
                    const HeatFill fill = scale.fill(values[static_cast<std::size_t>(4 * r + c)]);
                    // A pixel in the middle of a broad stripe, or of the ground between the lines.
                    const int x = static_cast<int>(cell.x - place.x) + 4, y = static_cast<int>(cell.y - place.y) + 6;
                    for (int step = 0; step < fill.period; ++step) {
                        const Colour here = fill.at(x + step, y);
                        if (here != fill.at(x + step + 1, y) || here != fill.at(x + step - 1, y)) continue;
                        const Colour seen = here.a == 0 ? theme->background : here;
                        const Vec2 at{place.x + static_cast<float>(x + step), place.y + static_cast<float>(y)};
                        CHECK(difference(pixel(window, at.x, at.y), bytes(seen)) <= 2);
                        CHECK(difference(pixel(picture, at.x, at.y), bytes(seen)) <= 16);
                    }
                }
            // A PDF reader smooths the lines of an image that it makes smaller, and those of −∞ are all there is of it.
            for (int third = 0; third < (ending == "pdf" ? 2 : 3); ++third) {
                const Rect part{far.x + 6, far.y + 48 * static_cast<float>(third) + 6, 60, 36};
                CAPTURE(third);
                CHECK(difference(mean(picture, part), mean(window, part)) <= 12);
            }
        }
    }
}

TEST_CASE("every stage with a cell that is not finite is drawn: the cell is handed on as what it is") {
    const TemporaryFolder folder;
    for (const PictureModel& model : picture_models()) {
        if (model.name == "large vocabulary and wide stream") continue;  // its stages are the first model's
        CAPTURE(model.name);
        const auto names = stages_of(evaluated(model)->trace());
        int drawn_so = 0;
        for (const std::string& name : names) {
            CAPTURE(name);
            for (const float value : odd_values) {
                const auto evaluation = evaluated(model, {{name, Cell{}, value}});
                const Trace& trace = evaluation->trace();
                PictureMemory memory;
                const Scene scene{.evaluation = *evaluation, .record = trace.find(name), .memory = &memory};
                Notes notes;
                draw_stage_page(notes, {0, 0, 900, 600}, scene);
                bool found = false;
                for (const Notes::Heat& heat : notes.heats)
                    for (int r = 0; r < heat.matrix.rows; ++r)
                        for (int c = 0; c < heat.matrix.cols; ++c) {
                            const float seen = heat.matrix.at(r, c);
                            found = found || (std::isnan(value) ? std::isnan(seen) : seen == value);
                        }
                drawn_so += found;
                CHECK(notes.bounds.w > 0);
                CHECK(notes.bounds.w < 1e5F);
                CHECK(notes.bounds.h < 1e5F);
            }
        }
        CHECK(drawn_so > static_cast<int>(2 * names.size()));
    }
}

TEST_CASE("where cells carry numbers, those of a mask carry minus infinity, on a ground that can be read") {
    int seen = 0;
    for (const PictureModel& model : picture_models()) {
        const auto evaluation = evaluated(model);
        const Trace& trace = evaluation->trace();
        const int id = trace.find("blocks.0.attn.scores_masked");
        if (id < 0 || trace.record(id).shape.rank() != 3) continue;
        const Shape& shape = trace.record(id).shape;
        const float* const first = trace.record(id).view().data;  // of the first head
        const auto expected =
            std::count(first, first + static_cast<std::ptrdiff_t>(shape.rows() * shape.cols()), -inf_value);
        if (expected == 0 || shape.rows() > 8) continue;
        CAPTURE(model.name);
        PictureMemory memory;
        const Scene scene{.evaluation = *evaluation, .record = id, .memory = &memory};
        Notes notes;
        draw_stage_page(notes, {0, 0, 4000, 2000}, scene);
        CHECK(std::ranges::count(notes.texts, "−∞") == expected);
        for (const Notes::Label& label : notes.labels)
            if (label.text == "−∞") CHECK(contrast(label.style.colour, notes.theme().background) > 4.5);
        ++seen;
    }
    CHECK(seen > 0);
}

/// A copy of a model whose embedding begins with this number, or all of whose parameters are nothing else.
Model broken_model(const PictureModel& from, float value, bool all) {
    Model broken = *make_model(from);
    for (Parameter& parameter : broken.weights.parameters) {
        const auto tensor = std::make_shared<Tensor>(parameter.shape);
        std::copy_n(parameter.data, tensor->data.size(), tensor->data.begin());
        if (all) tensor->data.assign(tensor->data.size(), value);
        if (parameter.name.starts_with("embed.")) tensor->data.front() = value;
        parameter = {parameter.name, parameter.shape, tensor->data.data(), tensor};
    }
    return broken;
}

/// Pixels of a colour, or next to it: the shader rounds on its own.
int pixels_of(const Image& image, Colour colour) {
    const auto wanted = bytes(colour);
    int found = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            found += difference(pixel(image, static_cast<float>(x), static_cast<float>(y)), wanted) <= 1;
    return found;
}

TEST_CASE("every view of a model whose weights are not finite is written as PNG, SVG and PDF") {
    struct Broken {
        const char* model;
        float value;
        bool all, gradients;
    };
    const TemporaryFolder folder;
    for (const Broken& broken : {Broken{"learned decoder", nan_number, true, true},
                                 {"learned decoder", nan_number, false, false},
                                 {"learned decoder", -inf_value, false, false},
                                 {"gru with additive attention", nan_number, true, false},
                                 {"t5 encoder, classifier by mean", inf_value, true, true}}) {
        CAPTURE(broken.model);
        CAPTURE(broken.value);
        CAPTURE(broken.all);
        const PictureModel& sound = model_named(broken.model);
        const auto path = folder / "broken";
        save_model(path, broken_model(sound, broken.value, broken.all));
        AppOptions options = window_options(path.string(), {960, 600});
        options.inputs.text = "The " + sound.text;  // the first token is the one whose embedding is broken
        options.inputs.target = sound.target;
        options.inputs.gradients = broken.gradients;
        const SettledProgram program(options);
        if (!program) return;
        REQUIRE(program.app->session().shown().error == "");
        const Rect area{48, 44, 912, 556};
        int key = 0;
        for (const ViewRow& row : view_rows()) {
            CAPTURE(row.name);
            program.run("key " + std::to_string(++key) + "\nwait-idle");
            REQUIRE(program.state("view") == row.name);
            const Image image = program.app->picture(area, 1);
            // The first stage shows the number itself, whole views are of NaN where nothing else is left.
            const Theme& theme = *all_themes().front();
            if (row.name == "walk" && !broken.gradients && broken.value == -inf_value)
                CHECK(pixels_of(image, theme.masked) > 10);
            if ((row.name == "walk" || row.name == "inspect") && !broken.gradients && std::isnan(broken.value))
                CHECK(pixels_of(image, HeatScale(theme, {}).fill(nan_number).ground) > 10);
            for (const std::string ending : {".svg", ".pdf"}) {
                if (ending == ".pdf" && broken.gradients) continue;  // as an SVG, but for the paper
                const auto file = folder / (std::string(row.name) + ending);
                program.app->write_page(file, area);
                const std::string written = text_of(file);
                CHECK(written.starts_with(ending == ".svg" ? "<?xml" : "%PDF"));
                // A number that is none, where a place or a colour should be.
                for (const char* none : {" nan", "\"nan", "-nan", " inf", "\"inf", "-inf"})
                    if (ending == ".svg") CHECK_FALSE(contains(written, none));
            }
        }
    }
}

TEST_CASE("what is odd about a model stands in the list of messages, each parameter by its name") {
    const TemporaryFolder folder;
    const PictureModel& sound = model_named("learned decoder");
    const Model broken = broken_model(sound, nan_number, true);
    save_model(folder / "broken", broken);
    const std::vector<std::string> one = load_model(folder / "broken").all_warnings();
    REQUIRE(one.size() == 1);
    CHECK(one.front() == std::to_string(broken.weights.parameters.size()) +
                             " parameters hold numbers that are not finite, the first is embed.tokens.weight");
    AppOptions options = window_options((folder / "broken").string());
    options.inputs.text = sound.text;
    {
        const SettledProgram program(options);
        if (!program) return;
        program.run("wait 3\nexpect messages=2");  // the warning, and the notice that there is one
        const std::string log = program.app->log().text();
        CAPTURE(log);
        for (const Parameter& parameter : broken.weights.parameters) CHECK(contains(log, parameter.name));
        CHECK(program.app->log().entries.back().problem);
        CHECK(contains(log, "This model has a warning"));
        program.run("key Ctrl+K\ntype show messages\nkey Enter\nwait-idle\nclick @copy messages");
        CHECK(contains(program.clipboard(), broken.weights.parameters.back().name));
        // Once a model: another text says nothing anew, another model has none.
        program.run("key Esc\nkey Ctrl+L\nkey Ctrl+A\ntype the cat sat\nkey Enter\nwait-idle\nexpect messages=3");
    }
    const SettledProgram other(options_for("learned decoder"));
    other.run("wait 3\nexpect messages=0");
}

TEST_SUITE_END();
