// The platform without a display, and files of pictures: PNG, and what Cairo writes.
// Where EGL surfaceless is missing, the tests that draw are skipped.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "app/platform/png.h"
#include "app/render/cairo_painter.h"
#include "core/base/error.h"
#include "tests/support/drawing.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("platform");

TEST_CASE("nothing is drawn while nothing happens, three frames follow an event") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const auto draw = [](Ui&) {};
    gui.settle(draw);
    CHECK_FALSE(gui.needs_frame());
    const std::uint64_t before = gui.frames();
    platform->events().push(MouseMove{{5, 5}});
    CHECK(gui.needs_frame());
    gui.settle(draw);
    CHECK(gui.frames() - before == 3);
    platform->wake();
    gui.frame(draw);
    CHECK(gui.needs_frame());
    gui.settle(draw);
    CHECK_FALSE(gui.needs_frame());
    platform->events().push(Close{});
    CHECK_FALSE(gui.frame(draw));
}

TEST_CASE("one frame follows each of many news, three the last one and what a hand does") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    bool streams = true;
    double took = 0;
    const auto draw = [&](Ui& ui) {
        if (streams) ui.draw_news_once();
        took = ui.frame_seconds;
    };
    const auto frames_for = [&](const auto& event) {
        const std::uint64_t before = gui.frames();
        event();
        gui.settle(draw);
        return gui.frames() - before;
    };
    const auto news = [&] { platform->wake(); };
    gui.settle(draw);
    CHECK(took > 0);
    CHECK(frames_for(news) == 1);
    CHECK(frames_for(news) == 1);
    CHECK(frames_for([&] { platform->events().push(MouseMove{{5, 5}}); }) == 3);
    CHECK(frames_for([&] {
              platform->events().push(MouseMove{{7, 5}});
              platform->wake();
          }) >= 3);
    CHECK(frames_for(news) == 1);
    streams = false;
    CHECK(frames_for(news) == 4);  // the last of many, and the three that settle
    CHECK(frames_for(news) == 3);
}

TEST_CASE("vector files show what the window shows") {
    const auto platform = headless({240, 120});
    if (!platform) return;
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values{1, -0.5f, 0.25f, -inf, 0, std::numeric_limits<float>::quiet_NaN()};
    const auto picture = [&](Painter& p) {
        p.heatmap({values.data(), 2, 3, 3, 1, 1}, {20, 20, 90, 60}, {.meaning = Meaning::score});
        p.fill({130, 20, 40, 40}, p.theme().accent);
        p.push_clip({180, 20, 20, 80});
        p.fill({170, 20, 60, 40}, p.theme().text);
        p.pop_clip();
    };
    Gui gui(*platform, {});
    const Image window = drawn(*platform, gui, [&](Ui& ui) { picture(ui.painter); });
    const TemporaryFolder folder;
    for (const char* ending : {".png", ".svg", ".pdf"}) {
        const std::filesystem::path file = folder / (std::string("vectors") + ending);
        CairoPainter painter(file, {240, 120}, gui.theme());
        picture(painter);
        painter.text({20, 90}, "Scores K⊤", {.colour = gui.theme().text, .face = Face::italic, .degrees = -20});
        const TextSize size = painter.measure("Scores", em::body, Face::sans);
        CHECK(size.width > 35);
        CHECK(size.width < 65);
        painter.finish();
        CHECK(std::filesystem::file_size(file) > 800);
        if (std::string_view(ending) == ".png") {
            const Image vector = read_png(file);
            int wrong = 0;
            for (int y = 10; y < 85; ++y)
                for (int x = 10; x < 240; ++x) {
                    const bool stripes =
                        y > 49 && x > 18 && x < 112 && (x < 52 || x > 79);  // hatching may differ by a pixel
                    const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
                    if (!stripes && difference(pixel(vector, fx, fy), pixel(window, fx, fy)) > 1) ++wrong;
                }
            CHECK(wrong == 0);
        }
    }
    CHECK_THROWS_WITH_AS(CairoPainter("picture.gif", {20, 20}, gui.theme()), doctest::Contains("picture.gif"), Error);
    CHECK_THROWS_WITH_AS(CairoPainter("/nowhere/at/all.svg", {20, 20}, gui.theme()).finish(),
                         doctest::Contains("/nowhere/at/all.svg"), Error);
}

TEST_CASE("PNG files give back what was written") {
    Image image{3, 2, {}};
    for (int i = 0; i < 24; ++i) image.rgba.push_back(static_cast<std::uint8_t>(i % 4 == 3 ? 255 : 10 * i));
    const TemporaryFolder folder;
    write_png(folder / "a.png", image);
    const Image again = read_png(folder / "a.png");
    CHECK(again.width == 3);
    CHECK(again.height == 2);
    CHECK(again.rgba == image.rgba);
    CHECK_THROWS_WITH_AS(write_png("/nowhere/at/all.png", image), doctest::Contains("/nowhere/at/all.png"), Error);
    CHECK_THROWS_WITH_AS(read_png("/nowhere/at/all.png"), doctest::Contains("/nowhere/at/all.png"), Error);
}

TEST_CASE("paper lays frames out as a window does, and has neither pixels nor OpenGL") {
    const auto paper = open_paper({400, 300});
    CHECK_FALSE(paper->has_opengl());
    CHECK_FALSE(paper->draws_pixels());
    Gui gui(*paper, {});
    float wide = 0;
    const auto draw = [&](Ui& ui) {
        wide = ui.painter.measure("attention").width;
        ui.painter.text({10, 10}, "attention", {});
    };
    gui.settle(draw);
    CHECK(wide > 20);
    CHECK_THROWS_AS(static_cast<void>(gui.picture(draw, 1)), NoOpenGl);
    CHECK_THROWS_AS(static_cast<void>(paper->read_pixels()), NoOpenGl);
    CHECK_THROWS_AS(static_cast<void>(paper->sharing_context()), NoOpenGl);
    paper->events().push(MouseMove{{5, 5}});
    CHECK(gui.needs_frame());
    if (const auto window = headless({400, 300})) {
        Gui seen(*window, {});
        const float on_paper = wide;
        seen.settle(draw);
        CHECK(wide == on_paper);
    }
}

TEST_CASE("an impossible size is refused with its numbers") {
    CHECK_THROWS_WITH_AS(open_headless({0, 20}), doctest::Contains("0x20"), Error);
    CHECK_THROWS_WITH_AS(open_paper({20, 0}), doctest::Contains("20x0"), Error);
}

TEST_SUITE_END();
