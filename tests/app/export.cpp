// What is written to files: pictures of the view sharp at any scale, charts, tensors and tables read back. Vector
// files: export_vector.cpp.
// ctest: alone 11 s, optimised instead
#include <doctest/doctest.h>

#include <cstring>
#include <set>
#include <sstream>

#include "app/files/export_formats.h"
#include "app/platform/png.h"
#include "app/script/render.h"
#include "app/render/cairo_painter.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/tensor_text.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"
#include "tests/support/written_pictures.h"

using namespace glassformer;
using test::distance;
using test::enlarged;
using test::have;
using test::model_named;
using test::options_for;
using test::read_back;
using test::SettledProgram;
using test::sharpness;

namespace {

constexpr const char* decoder = "learned decoder";

}  // namespace

TEST_SUITE_BEGIN("export");

TEST_CASE("a picture of the view at scale 1 is what the window shows, and at 3 it is sharper than an enlarged one") {
    for (const char* view : {"walk", "inspect"}) {
        CAPTURE(view);
        AppOptions options = options_for(test::model_named(decoder), {960, 600});
        options.view = view;
        options.stage = "blocks.0.attn.scores_scaled";
        const SettledProgram program(options);
        if (!program) return;
        const Image window = program.pixels();
        // Where the view stands in the window: behind the rail and below the bar.
        const Rect rail = *program.app->find_target("view walk");
        const Rect bar = *program.app->find_target("text");
        const Rect place{rail.right(), std::ceil(bar.bottom()), 960 - rail.right(), 600 - std::ceil(bar.bottom())};
        const Image again = program.app->picture(place, 1);
        const Image large = program.app->picture(place, 3);
        CHECK(again.width == static_cast<int>(place.w));
        CHECK(large.width == 3 * again.width);
        CHECK(distance(enlarged(again, 3), large) < 8);
        CHECK(sharpness(large) > 1.02 * sharpness(again));
        program.run("move 2 2\nwait 3");
        const Image after = program.pixels();
        CHECK(distance(window, after) == 0);  // the window goes on as if nothing had been
    }
}

TEST_CASE("the export box writes the picture, asks before it replaces, and says what is wrong") {
    const TemporaryFolder folder;
    const SettledProgram program(options_for(test::model_named(decoder)));
    if (!program) return;
    const std::string png = (folder / "view.png").string();
    program.run("expect export=closed\nkey Ctrl+E\nwait-idle\nexpect export=open");
    CHECK(program.state("export_file") == "learned-decoder-embed.tokens.png");
    program.run("click @scale 3×\nexpect export_scale=3\nclick @export file\nkey Ctrl+A\ntype " + png +
                "\nkey Enter\nwait-idle\nexpect export=closed");
    CHECK(program.state("exported").starts_with("Exported to "));
    const Image first = read_png(png);
    CHECK(first.width > 3 * 1100);
    program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " + png +
                "\nclick @scale 1×\nclick @part Window\nclick @export write\nwait-idle\nexpect export=asks");
    CHECK(read_png(png).width == first.width);
    program.run("click @export write\nwait-idle\nexpect export=closed");
    const Image second = read_png(png);
    CHECK(second.width == 1280);
    CHECK(second.height == 720);
    program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " + (folder / "none/x.png").string() +
                "\nkey Enter\nwait-idle\nexpect export=failed");
    CHECK(program.state("export_error").starts_with("There is no folder"));
    program.run("click @export file\nkey Ctrl+A\ntype x.bmp\nkey Enter\nwait-idle\nexpect export=failed");
    CHECK(program.state("export_error").starts_with("The file name must end in"));
    program.run(
        "click @format .npy\nexpect export_file=x.bmp.npy\nclick @export cancel\nwait-idle\nexpect export=closed");
}

TEST_CASE("the export box keeps its buttons whole where large text leaves no room for its rows") {
    const SettledProgram program(options_for(test::model_named(decoder), {1366, 768}));
    if (!program) return;
    for (int i = 0; i < 30; ++i) program.run("key Ctrl+=");
    program.run("wait-idle\nkey Ctrl+E\nwait-idle\nexpect export=open");
    const Rect write = program.target("export write"), cancel = program.target("export cancel");
    CHECK(write.h > 60);
    CHECK(cancel.h == write.h);
    CHECK(write.bottom() <= 768);
    program.run("click @format .csv\nclick @export cancel\nwait-idle\nexpect export=closed");
    CHECK(program.state("export_file").ends_with(".csv"));
}

TEST_CASE("an image of the page shows what the vector file shows, in any theme, and the window keeps its own") {
    const TemporaryFolder folder;
    AppOptions options = options_for(test::model_named(decoder), {960, 600});
    options.stage = "blocks.0.attn.scores_scaled";
    options.theme = "light";
    const SettledProgram program(options);
    if (!program) return;
    const auto write = [&](const std::string& clicks, const char* name) {
        const std::string file = (folder / name).string();
        program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " + file + "\n" + clicks +
                    "click @export write\nwait-idle\nexpect export=closed\nexpect theme=light");
        return read_png(file);
    };
    const Image window = program.pixels();
    const Image page = write("click @scale 1×\nclick @part Page\n", "page.png");
    const Image twice = write("click @scale 2×\n", "twice.png");
    const Image dark = write("click @scale 1×\nclick @theme Dark\n", "dark.png");
    const Image view = write("click @part As on screen\nclick @theme This theme\n", "view.png");
    CHECK(page.width == view.width);
    CHECK(twice.width == 2 * page.width);
    CHECK(distance(enlarged(page, 2), twice) < 8);
    CHECK(distance(page, view) > 1);  // no timeline, no tokens: title and formula in their place
    CHECK(page.pixel(1, 1)[0] > 200);
    CHECK(dark.pixel(1, 1)[0] < 60);
    // The same page as the command line's, which needs no window.
    options.size = {page.width, page.height};
    options.inputs.text = test::model_named(decoder).text;
    CHECK(render_page(options, folder / "again.png") == "");
    CHECK(distance(page, read_png(folder / "again.png")) < 1);
    CHECK(render_page(options, folder / "large.png", 2) == "");
    CHECK(distance(twice, read_png(folder / "large.png")) < 1);
    program.run("move 2 2\nwait 3");
    CHECK(distance(window, program.pixels()) == 0);
}

TEST_CASE("the page of a map or a chart is the picture of the view itself, whole, in every theme") {
    const TemporaryFolder folder;
    struct Shown {
        const char *view, *there, *name;
    };
    for (const Shown& shown :
         {Shown{"walk", "key 0\nwait-idle\nexpect zoom=model\n", "model"},
          Shown{"attention", "click @attention mode arcs\nwait-idle\n", "arcs"},
          Shown{"attention", "click @attention mode mean\nwait-idle\n", "mean"},
          Shown{"output", "click @mode lens\nwait-idle\n", "lens"}, Shown{"positions", "", "positions"}}) {
        CAPTURE(shown.name);
        AppOptions options = options_for(test::model_named(decoder), {1280, 720});
        options.view = shown.view;
        options.theme = "light";
        const SettledProgram program(options);
        if (!program) return;
        program.run(shown.there);
        const auto write = [&](const std::string& clicks, const std::string& name) {
            const std::string file = (folder / (shown.name + name)).string();
            program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " + file + "\n" + clicks +
                        "click @export write\nwait-idle\nexpect export=closed");
            return read_png(file);
        };
        const Image page = write("click @scale 1×\nclick @part Page\n", "page.png");
        const Image view = write("click @part As on screen\n", "view.png");
        const Image dark = write("click @part Page\nclick @theme Dark\n", "dark.png");
        CHECK(page.width == view.width);
        CHECK(sharpness(page) > 100);  // not an empty sheet
        CHECK(page.pixel(1, 1)[0] > 200);
        CHECK(dark.pixel(1, 1)[0] < 60);
        if (!have("rsvg-convert")) continue;
        const std::filesystem::path vector = folder / (shown.name + std::string("page.svg"));
        program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " + vector.string() +
                    "\nclick @theme This theme\nclick @export write\nwait-idle\nexpect export=closed");
        CHECK(distance(page, read_back(vector, folder / "read.png", page.width, page.height)) < 6);
    }
}

TEST_CASE("the tensor that the cursor stands on is written as .npy, .csv, .md and .safetensors") {
    const TemporaryFolder folder;
    const SettledProgram program(options_for(test::model_named(decoder), {1000, 460}));
    if (!program) return;
    program.run("key 4\nkey Ctrl+F\ntype attn.weights\nkey Enter\nwait-idle\nexpect stage=blocks.0.attn.weights");
    const Record& record = program.trace().record(program.trace().find("blocks.0.attn.weights"));
    const std::size_t bytes = record.shape.count() * sizeof(float);
    for (const char* ending : {"npy", "csv", "md", "safetensors"}) {
        const std::string file = (folder / ("w." + std::string(ending))).string();
        program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " + file +
                    "\nkey Enter\nwait-idle\nexpect export=closed");
    }
    const std::string npy = read_file(folder / "w.npy", 1 << 20);
    REQUIRE(npy.size() == 128 + bytes);
    CHECK(npy.find("(4, 12, 12)") != std::string::npos);
    CHECK(std::memcmp(npy.data() + 128, record.view().data, bytes) == 0);
    const auto file = SafetensorsFile::open(folder / "w.safetensors");
    CHECK(std::memcmp(file.floats("blocks.0.attn.weights", record.shape).data, record.view().data, bytes) == 0);
    CHECK(file.metadata().at("blocks.0.attn.weights").find("softmax") != std::string::npos);
    Numbers numbers{{4, 12, 12}, {record.view().data, record.view().data + record.shape.count()}};
    CHECK(read_text_file(folder / "w.csv") == tensor_text(numbers, TextForm::csv) + "\n");
    // The same numbers as a table for each head, with a column for the query's position.
    std::istringstream table(read_text_file(folder / "w.md"));
    std::string expected;
    for (int head = 0; head < 4; ++head) {
        expected += (head > 0 ? "\n**head " : "**head ") + std::to_string(head) + "**\n\n| query \\ key |";
        for (int key = 0; key < 12; ++key) expected += " " + std::to_string(key) + " |";
        expected += "\n| --- |";
        for (int key = 0; key < 12; ++key) expected += " ---: |";
        for (int query = 0; query < 12; ++query) {
            expected += "\n| " + std::to_string(query) + " |";
            for (int key = 0; key < 12; ++key) expected += " " + shortest_text(record.at({{head, query, key}})) + " |";
        }
        expected += "\n";
    }
    CHECK(table.str() == expected);
}

TEST_CASE("export formats: each has an ending of its own, named in every sentence that lists endings") {
    const TemporaryFolder folder;
    std::set<std::string_view> endings;
    for (const ExportFormat& format : all_export_formats()) {
        CAPTURE(format.ending);
        CHECK(endings.insert(format.ending).second);
        CHECK(find_export_format(folder / ("x" + std::string(format.ending))) == &format);
        CHECK((endings_text() + ",").find(std::string(format.ending)) != std::string::npos);
        CHECK(endings_text({format.kind}).find(format.ending) != std::string::npos);
        if (format.kind == ExportKind::raster || format.kind == ExportKind::vector) continue;
        // Without a tensor nothing is written.
        const auto file = folder / ("none" + std::string(format.ending));
        CHECK_THROWS_AS(format.write(file, {}), Error);
        CHECK_FALSE(std::filesystem::exists(file));
    }
    CHECK(find_export_format("x.bmp") == nullptr);
    CHECK(find_export_format("x") == nullptr);
    CHECK_THROWS_WITH_AS(require_export_format("x.npy", {ExportKind::raster, ExportKind::vector}, "--out"),
                         doctest::Contains("--out must end in .png, .svg or .pdf, got \"x.npy\""), Error);
}

TEST_CASE("a view's own table is exported as .csv and as the same cells in Markdown") {
    const TemporaryFolder folder;
    const SettledProgram program(options_for(test::model_named(decoder)));
    if (!program) return;
    program.run("key 6\nwait-idle");
    for (const char* ending : {"csv", "md"})
        program.run("key Ctrl+E\nwait-idle\nclick @export file\nkey Ctrl+A\ntype " +
                    (folder / ("p." + std::string(ending))).string() + "\nkey Enter\nwait-idle\nexpect export=closed");
    std::istringstream csv(read_text_file(folder / "p.csv")), table(read_text_file(folder / "p.md"));
    int lines = 0;
    for (std::string row, cells; std::getline(csv, row); ++lines) {
        std::string expected = "| ";
        for (const char c : row) expected += c == ',' ? std::string(" | ") : std::string(1, c);
        REQUIRE(std::getline(table, cells));
        REQUIRE(cells == expected + " |");
        if (lines > 0) continue;
        REQUIRE(std::getline(table, cells));
        CHECK(cells == "| --- | --- | --- | --- | --- | --- |");
    }
    CHECK(lines > 10);
}

TEST_CASE("a tensor and a view are written from the command line") {
    const std::string model = " --model " GLASSFORMER_SOURCE_DIR "/assets/models/sort ";
    const auto folder = test::scratch();
    const auto npy = folder / "w.npy", csv = folder / "w.csv", whole = folder / "all.safetensors";
    REQUIRE(test::run("trace" + model + "--stage blocks.0.attn.weights --out " + npy.string()).code == 0);
    REQUIRE(test::run("trace" + model + "--stage blocks.0.attn.weights --out " + csv.string()).code == 0);
    REQUIRE(test::run("trace" + model + "--out " + whole.string()).code == 0);
    const auto file = SafetensorsFile::open(whole);
    const StoredTensor& weights = file.floats("blocks.0.attn.weights");
    const std::string bytes = test::text_of(npy);
    REQUIRE(bytes.size() == 128 + weights.count * sizeof(float));
    CHECK(std::memcmp(bytes.data() + 128, weights.data, weights.count * sizeof(float)) == 0);
    CHECK(test::text_of(csv).starts_with(shortest_text(weights.data[0]) + ","));
    // A parameter is a tensor too.
    CHECK(test::run("trace" + model + "--stage embed.tokens.weight --out " + npy.string()).code == 0);
    const auto refused = test::run("trace" + model + "--stage blocks.0.attn.weight --out " + npy.string());
    CHECK(refused.code == 2);
    CHECK(refused.err.find("did you mean") != std::string::npos);
    CHECK(test::run("trace" + model + "--stage logits --out " + (folder / "w.txt").string()).code == 2);
    CHECK(test::run("trace" + model + "--stage logits --grad --out " + npy.string()).code == 2);

    const auto png = folder / "large.png", svg = folder / "view.svg", pdf = folder / "view.pdf";
    const auto drawn =
        test::run_drawing("render" + model + "--view inspect --size 640x480 --scale-factor 2 --out " + png.string());
    if (!drawn) return;
    REQUIRE_MESSAGE(drawn->code == 0, drawn->err);
    CHECK(read_png(png).width == 1280);
    CHECK(test::run("render" + model + "--view inspect --size 640x480 --out " + svg.string()).code == 0);
    CHECK(test::run("render" + model + "--view inspect --size 640x480 --out " + pdf.string()).code == 0);
    CHECK(test::text_of(svg).find("<svg") != std::string::npos);
    CHECK(test::text_of(pdf).starts_with("%PDF"));
    // The same command makes the same bytes. (Within one process cairo goes on counting the names in an SVG.)
    const std::string before = test::text_of(svg);
    CHECK(test::run("render" + model + "--view inspect --size 640x480 --out " + svg.string()).code == 0);
    const bool same = test::text_of(svg) == before;
    CHECK(same);
    CHECK(test::run("render" + model + "--view walk --scale-factor 2 --out " + svg.string()).code == 2);
    CHECK(test::run("render" + model + "--view walk --scale-factor 9 --out " + png.string()).code == 2);
}

TEST_SUITE_END();
