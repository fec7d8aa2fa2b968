// Vector files held against the same picture in pixels. The tools that open SVG and PDF are optional; without them a
// check says so.
// ctest: alone 11 s
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/pictures/charts/stage_page.h"
#include "app/platform/png.h"
#include "app/render/cairo_painter.h"
#include "app/render/covering_font.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/utf8.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"
#include "tests/support/written_pictures.h"

using namespace glassformer;
using test::distance;
using test::have;
using test::model_named;
using test::options_for;
using test::read_back;
using test::SettledProgram;
using test::sharpness;

namespace {

constexpr const char* decoder = "learned decoder";

}  // namespace

TEST_SUITE_BEGIN("export_vector");

TEST_CASE("a stage's page as SVG and PDF is the page in pixels, in every theme, with images and with rectangles") {
    if (!have("rsvg-convert") || !have("pdftoppm")) return;
    const TemporaryFolder folder;
    test::PictureModel model = test::model_named(decoder);
    model.config = R"({"architecture": "decoder", "vocab_size": 48, "d_model": 80, "n_heads": 4, "n_layers": 1,
                       "max_seq_len": 24})";
    const auto evaluation = test::evaluated(model);
    const PixelSize size{1000, 640};
    for (const char* name : {"embed", "blocks.0.attn.q", "blocks.0.attn.scores_masked", "blocks.0.mlp.act", "logits"})
        for (const Theme* theme : {find_theme("dark"), find_theme("light")}) {
            CAPTURE(name);
            std::map<std::string, Image> read;
            for (const char* ending : {".png", ".svg", ".pdf"}) {
                const auto file = folder / ("page" + std::string(ending));
                CairoPainter painter(file, size, *theme);
                PictureMemory memory;
                draw_stage_page(
                    painter, painter.clip(),
                    {.evaluation = *evaluation, .record = evaluation->trace().find(name), .memory = &memory});
                painter.finish();
                read[ending] = std::string(ending) == ".png"
                                   ? read_png(file)
                                   : read_back(file, folder / "back.png", size.width, size.height);
            }
            CHECK(distance(read[".png"], read[".svg"]) < 1.5);
            CHECK(distance(read[".png"], read[".pdf"]) < 1.5);
            CHECK(sharpness(read[".svg"]) > 0.8 * sharpness(read[".png"]));  // cells are not smoothed into one another
            CHECK(sharpness(read[".pdf"]) > 0.8 * sharpness(read[".png"]));
        }
}

namespace {

/// How far a picture is from another one, by cells of 4 × 4 pixels: letters are smoothed by other programs, and only
/// their strokes are the same.
struct Apart {
    double mean = 0;  // of the channels' differences, 0 to 255
    double off = 0;   // share of the cells with a channel that differs by more than 48
};

Apart apart(const Image& a, const Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    constexpr int side = 4;
    Apart found;
    int cells = 0;
    for (int top = 0; top + side <= a.height; top += side)
        for (int left = 0; left + side <= a.width; left += side, ++cells) {
            int most = 0;
            for (int channel = 0; channel < 3; ++channel) {
                int sum = 0;
                for (int y = top; y < top + side; ++y)
                    for (int x = left; x < left + side; ++x) sum += a.pixel(x, y)[channel] - b.pixel(x, y)[channel];
                found.mean += static_cast<double>(std::abs(sum)) / (side * side);
                most = std::max(most, std::abs(sum));
            }
            found.off += most > 48 * side * side ? 1 : 0;
        }
    return {found.mean / (3.0 * cells), found.off / cells};
}

struct ExportedView {
    const char* view;
    const char* theme;
    const char* keys;  // before it is written
};
constexpr ExportedView exported_views[] = {
    {"walk", "light", "key Down"},
    {"walk", "dark", "key B\nwait-idle\nkey Down"},
    // With the words of the page in the panel: those of a chosen score break into other lines in other programs'
    // letters.
    {"attention", "light", "key F"},
    {"attention", "dark", "key V\nkey V\nclick @panel button"},
    {"output", "light", "key Down"},
    {"output", "dark", "key V\nkey N\nwait-idle\nkey N"},
    {"inspect", "light", "key Down"},
    {"compare", "dark", "key Shift+D"},
    {"positions", "light", "key Up"},
    // With cells larger than pixels: smaller ones are left to each reader's own way of making images smaller.
    {"positions", "light", "key V\nkey V\nwait 2\ndrag @positions @d_model\nkey Down"},
    {"positions", "dark", "key V\nkey V\nwait 2\ndrag @positions @d_model\nkey V\nkey V\nkey L"},
    {"train", "light", "key Right"},
    {"experiments", "light", "key Down"},
};

}  // namespace

TEST_CASE("every view as SVG and PDF is its picture in pixels, and a PDF is the same file every time") {
    const bool readers = have("rsvg-convert") && have("pdftoppm");
    const TemporaryFolder folder;
    constexpr int wide = 960, high = 600;
    for (const ViewRow& row : view_rows())
        CHECK(std::ranges::any_of(exported_views, [&](const ExportedView& one) { return row.name == one.view; }));
    for (const ExportedView& row : exported_views) {
        const std::string name = std::string(row.view) + ", " + row.theme;
        CAPTURE(name);
        AppOptions options = options_for(test::model_named(decoder), {wide, high});
        options.view = row.view;
        options.theme = row.theme;
        options.stage = "blocks.0.attn.scores_scaled";
        const SettledProgram program(options);
        if (!program) return;
        program.run(std::string(row.keys) + "\nwait-idle");
        const Rect area{0, 0, wide, high};
        program.app->write_page(folder / "a.pdf", area);
        program.app->write_page(folder / "a.svg", area);
        // Of the walk a page is written, which is drawn with the same painter.
        const bool page = row.view == std::string_view("walk");
        if (page) program.app->write_page(folder / "a.png", area);
        const Image picture = page ? read_png(folder / "a.png") : program.app->picture(area, 1);
        if (row.view == std::string_view("inspect")) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // a date in the file would differ
            program.app->write_page(folder / "b.pdf", area);
            const bool same = read_file(folder / "a.pdf", 1 << 26) == read_file(folder / "b.pdf", 1 << 26);
            CHECK(same);
        }
        if (!readers) continue;
        const Image blank{wide, high, std::vector<std::uint8_t>(picture.rgba.size(), picture.rgba.front())};
        const Apart from_blank = apart(picture, blank);
        for (const char* ending : {"svg", "pdf"}) {
            const std::string as = ending;
            CAPTURE(as);
            const Image read = read_back(folder / ("a." + as), folder / "back.png", wide, high);
            const Apart found = apart(picture, read);
            // A page without its picture or its words would be as far away as a blank one.
            CHECK(found.mean < std::min(5.0, 0.4F * from_blank.mean));
            CHECK(found.off < std::min(0.03, from_blank.off / 3));
        }
    }
}

TEST_CASE("a character that our faces lack comes from another font in a vector file, or is named where none has it") {
    const TemporaryFolder folder;
    const auto write = [&](const std::string& text) {
        CairoPainter painter(folder / "a.svg", PixelSize{200, 100}, *all_themes().front());
        painter.text({10, 10}, text, {.colour = {1, 1, 1, 1}});
        painter.finish();
        std::istringstream file(read_text_file(folder / "a.svg"));
        std::string signs;  // outlines and places; how they are grouped is left out
        for (std::string line; std::getline(file, line);)
            if (line.find("<path") != std::string::npos || line.find("<use") != std::string::npos) signs += line;
        REQUIRE_FALSE(signs.empty());
        return std::pair(signs, painter.missing());
    };
    CHECK(write("the cat ∑ ↵").second.empty());
    // U+10FFFD is of private use: no font has it, and its code point is drawn. Another sign stands for a broken byte.
    std::string unknown;
    append_utf8(unknown, 0x10FFFD);
    const auto [code_points, missing] = write(unknown + unknown);
    CHECK(code_points == write("U+10FFFDU+10FFFD").first);
    CHECK(write("a\xEA\xB9").first == write("a\uFFFD\uFFFD").first);
    CHECK(missing == "no installed font has " + unknown + " (U+10FFFD)");
    // The first of these that the sans face lacks and another installed font has.
    for (const char32_t c : {U'字', U'あ', U'한', U'अ', U'𝐀', U'𝒜'}) {
        const std::string family = covering_font(c).family;
        if (family.empty() || family == "DejaVu Sans") continue;
        std::string text;
        append_utf8(text, c);
        CAPTURE(text);
        const auto [drawn, none] = write(text + text);
        CHECK(none.empty());
        CHECK(drawn != code_points);
        return;
    }
    test::skip(test::Needs::optional, "no installed font has a character that DejaVu Sans lacks");
}

TEST_SUITE_END();
