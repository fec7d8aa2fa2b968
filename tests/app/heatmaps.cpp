// Heatmaps on the graphics card: every pixel is the colour of a value, at the place that cell_rect names.
// Where EGL surfaceless is missing, the tests that draw are skipped.
// ctest: alone 3 s
#include <doctest/doctest.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "app/paint/heat_scale.h"
#include "app/render/heatmap_gl.h"
#include "tests/support/drawing.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("heatmaps");

TEST_CASE("heatmap pixels are the colours of the values") {
    const auto platform = headless();
    if (!platform) return;
    const std::vector<float> values{-2,  -1, -0.25f, 0, 0.6f, 1, 2, 3, 4, -4, std::numeric_limits<float>::infinity(),
                                    0.1f};
    for (const Theme* theme : all_themes()) {
        Gui gui(*platform, {.theme = theme});
        for (const HeatMap map : {HeatMap::diverging, HeatMap::sequential, HeatMap::spectrum}) {
            const HeatStyle style{.map = map, .meaning = Meaning::query, .limit = 4, .low = -1};
            const Rect rect{20, 30, 200, 120};
            const Image image = drawn(*platform, gui, [&](Ui& ui) {
                ui.painter.heatmap({values.data(), 3, 4, 4, 1, 1}, rect, style);
            });
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 4; ++c) {
                    const float v = values[static_cast<std::size_t>(4 * r + c)];
                    const float t = map == HeatMap::diverging ? v / 4 : (v + 1) / 5;
                    const Vec2 centre = cell_rect(rect, 3, 4, r, c).centre();
                    const HeatFill fill = HeatScale(*theme, style, gui.em()).fill(v);  // where v is not finite
                    const Rgb wanted =
                        bytes(std::isfinite(v)
                                  ? heat_colour(*theme, map, Meaning::query, std::min(t, 1.0f))
                                  : fill.at(static_cast<int>(centre.x - rect.x), static_cast<int>(centre.y - rect.y)));
                    CAPTURE(theme->name);
                    CAPTURE(v);
                    CHECK(difference(pixel(image, centre.x, centre.y), wanted) <= 1);
                    const CellAt at = cell_at(rect, 3, 4, centre);
                    CHECK(at.row == r);
                    CHECK(at.col == c);
                }
            // The last column and row of pixels of a cell are the gap.
            const Rect first = cell_rect(rect, 3, 4, 0, 0);
            CHECK(pixel(image, first.right() - 1, first.centre().y) == bytes(theme->background));
            CHECK(pixel(image, rect.x - 1, rect.y - 1) == bytes(theme->background));
        }
    }
}

TEST_CASE("every kind of heatmap has its shader: with and without gaps, numbers that are none, many colours") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (const HeatMap map : {HeatMap::diverging, HeatMap::spectrum})
        for (const float gap : {0.0F, 1.0F})
            for (const float odd : {0.5F, infinity}) {
                const std::vector<float> values{4, odd, 4, odd > 1 ? -infinity : 1};
                const Image image = drawn(*platform, gui, [&](Ui& ui) {
                    ui.painter.heatmap({values.data(), 1, 4, 4, 1, 1}, {10, 10, 80, 20},
                                       {.map = map, .meaning = Meaning::key, .limit = 4, .low = -4, .gap = gap});
                });
                const Colour wanted = heat_colour(gui.theme(), map, Meaning::key, 1);
                CAPTURE(gap);
                CAPTURE(odd);
                CHECK(difference(pixel(image, 20, 20), bytes(wanted)) <= 2);
                const bool cut = pixel(image, 29, 15) == bytes(gui.theme().background);
                CHECK(cut == (gap > 0));
            }
}

TEST_CASE("cells of any size begin and end where cell_rect says") {
    const auto platform = headless({400, 300});
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<float> board(7 * 11);
    for (std::size_t i = 0; i < board.size(); ++i) board[i] = i % 2 ? 1.0f : -1.0f;
    const Rect rect{13, 7, 173, 45};  // 15.7 by 6.4 pixels a cell
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        ui.painter.heatmap({board.data(), 7, 11, 11, 1, 1}, rect, {.meaning = Meaning::key, .gap = 0});
    });
    int wrong = 0;
    for (int y = 7; y < 52; ++y)
        for (int x = 13; x < 186; ++x) {
            const Vec2 p{static_cast<float>(x), static_cast<float>(y)};
            const CellAt at = cell_at(rect, 7, 11, p);
            const bool odd = (at.row * 11 + at.col) % 2;
            const Rgb wanted = bytes(heat_colour(gui.theme(), HeatMap::diverging, Meaning::key, odd ? 1.0f : -1.0f));
            wrong += difference(pixel(image, p.x, p.y), wanted) > 1;
            CHECK(cell_rect(rect, 7, 11, at.row, at.col).contains(p));
        }
    CHECK(wrong == 0);
}

TEST_CASE("masked cells, NaN and cells not shown yet look different from every value") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values{-inf, 0, std::numeric_limits<float>::quiet_NaN(), 1, 1, 1};
    const Rect rect{0, 0, 180, 120};
    const auto picture = [&](int shown) {
        return drawn(*platform, gui, [&](Ui& ui) {
            ui.painter.heatmap({values.data(), 2, 3, 3, 1, 1}, rect, {.meaning = Meaning::score, .shown = shown});
        });
    };
    const Image all = picture(-1);
    const Theme& theme = gui.theme();
    const auto count = [&](const Image& image, int col, Rgb wanted) {
        const Rect cell = cell_rect(rect, 2, 3, 0, col);
        int found = 0;
        for (int y = 0; y < static_cast<int>(cell.h) - 1; ++y)
            for (int x = 0; x < static_cast<int>(cell.w) - 1; ++x)
                found += pixel(image, cell.x + static_cast<float>(x), static_cast<float>(y)) == wanted;
        return found;
    };
    const Rgb zero = bytes(theme.heat_zero);
    CHECK(count(all, 0, zero) == 0);
    CHECK(count(all, 0, bytes(theme.background)) > 2000);  // empty …
    CHECK(count(all, 0, bytes(theme.masked)) > 1200);      // … but for the hatching, seen from afar
    CHECK(count(all, 1, zero) > 3000);
    CHECK(count(all, 2, bytes(theme.not_a_number)) > 1000);
    CHECK(pixel(all, 90, 90) == bytes(colour(theme, Meaning::score)));
    CHECK(pixel(picture(4), 90, 90) == bytes(theme.background));
    CHECK(pixel(picture(5), 90, 90) == bytes(colour(theme, Meaning::score)));
}

TEST_CASE("a matrix with more cells than pixels keeps its largest values") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<float> values(200 * 3000, 0.0f);
    values[100 * 3000 + 1500] = 1;
    for (const HeatMap map : {HeatMap::sequential, HeatMap::diverging}) {
        const Image image = drawn(*platform, gui, [&](Ui& ui) {
            ui.painter.heatmap({values.data(), 200, 3000, 3000, 1, 1}, {0, 0, 300, 100},
                               {.map = map, .meaning = Meaning::value});
        });
        // Cells share a texel that is up to two pixels wide; a signed one is the middle of its extremes.
        const float t = map == HeatMap::sequential ? 1 : 0.5F;
        const auto peak = bytes(heat_colour(gui.theme(), map, Meaning::value, t));
        CHECK((pixel(image, 149, 50) == peak || pixel(image, 150, 50) == peak));
        CHECK(pixel(image, 140, 50) == bytes(gui.theme().heat_zero));
    }
}

TEST_CASE("a pattern finer than the pixels does not hide what is coarser") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    // Positions as sines are: every second column is nearly 1, what differs from row to row stands between.
    std::vector<float> values(64 * 64);
    for (int r = 0; r < 64; ++r)
        for (int c = 0; c < 64; ++c)
            values[static_cast<std::size_t>(64 * r + c)] = c % 2 == 1 ? 1.0F : static_cast<float>(r) / 32 - 1;
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        ui.painter.heatmap({values.data(), 64, 64, 64, 1, 1}, {0, 0, 32, 64}, {.meaning = Meaning::position});
    });
    const auto wanted = [&](float row) {
        return bytes(heat_colour(gui.theme(), HeatMap::diverging, Meaning::position, (1 + row / 32 - 1) / 2));
    };
    for (const float row : {0.0F, 16.0F, 48.0F}) CHECK(difference(pixel(image, 10, row), wanted(row)) <= 1);
}

TEST_CASE("numbers are read again only when the generation changes") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<float> values(16, 1.0f);
    std::uint64_t generation = 1;
    const auto draw = [&](Ui& ui) {
        ui.painter.heatmap({values.data(), 4, 4, 4, 1, generation}, {0, 0, 80, 80}, {.meaning = Meaning::key});
    };
    const Rgb one = bytes(colour(gui.theme(), Meaning::key));
    CHECK(pixel(drawn(*platform, gui, draw), 10, 10) == one);
    values.assign(16, 0.0f);
    CHECK(pixel(drawn(*platform, gui, draw), 10, 10) == one);
    ++generation;
    CHECK(pixel(drawn(*platform, gui, draw), 10, 10) == bytes(gui.theme().heat_zero));
}

TEST_CASE("numbers gathered for a frame are read in each, also where others lay at their address") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<float> values(16, 1.0F);
    const auto draw = [&](Ui& ui) {
        ui.painter.heatmap({values.data(), 4, 4, 4}, {0, 0, 80, 80}, {.meaning = Meaning::key});
        const std::vector<float> before = values;
        values.assign(16, 0.5F - values[0]);  // the same memory, within a frame
        ui.painter.heatmap({values.data(), 4, 4, 4}, {100, 0, 80, 80}, {.meaning = Meaning::key});
        values = before;
    };
    const Rgb one = bytes(colour(gui.theme(), Meaning::key)), none = bytes(gui.theme().heat_zero);
    const Image first = drawn(*platform, gui, draw);
    CHECK(pixel(first, 10, 10) == one);
    CHECK(pixel(first, 110, 10) != one);
    CHECK(pixel(first, 110, 10) != none);
    values.assign(16, 0.5F);
    const Image second = drawn(*platform, gui, draw);
    CHECK(pixel(second, 10, 10) != one);
    CHECK(pixel(second, 10, 10) != none);
    CHECK(pixel(second, 110, 10) == none);
}

TEST_CASE("numbers that become infinite are drawn as such") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    std::vector<float> values(16, 1.0F);
    std::uint64_t generation = 1;
    const auto draw = [&](Ui& ui) {
        ui.painter.heatmap({values.data(), 4, 4, 4, 1, generation}, {0, 0, 80, 80},
                           {.meaning = Meaning::key, .gap = 0});
    };
    const Rgb one = bytes(colour(gui.theme(), Meaning::key));
    CHECK(pixel(drawn(*platform, gui, draw), 6, 6) == one);
    values[0] = -std::numeric_limits<float>::infinity();
    values[1] = std::numeric_limits<float>::quiet_NaN();
    ++generation;
    const Image image = drawn(*platform, gui, draw);
    CHECK(pixel(image, 5, 4) == bytes(gui.theme().masked));
    CHECK(pixel(image, 7, 6) == bytes(gui.theme().background));
    CHECK(pixel(image, 26, 6) == bytes(gui.theme().not_a_number));
    CHECK(pixel(image, 50, 6) == one);
}

TEST_CASE("a matrix goes to the graphics card once a generation, and leaves it when it is no longer drawn") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    bool done = false;
    gui.frame([&](Ui& ui) {
        HeatmapGl heatmaps;
        ImDrawList list(ImGui::GetDrawListSharedData());
        const std::vector<float> values(12, 0.5F);
        const auto draw = [&](const ConstMatrix& matrix, Rect rect, float limit) {
            list._ResetForNewFrame();
            heatmaps.begin_frame({400, 300}, 1);
            heatmaps.add(&list, matrix, rect, {.meaning = Meaning::key, .limit = limit}, ui.theme, ui.em);
        };
        const ConstMatrix matrix{values.data(), 3, 4, 4, 1, 1};
        draw(matrix, {0, 0, 80, 60}, 1);
        CHECK(heatmaps.uploads() == 1);
        draw(matrix, {40, 20, 160, 120}, 3);  // moved, larger, another range: the same texture
        CHECK(heatmaps.uploads() == 1);
        draw({values.data(), 3, 4, 4, 1, 2}, {0, 0, 80, 60}, 1);
        CHECK(heatmaps.uploads() == 2);
        CHECK(heatmaps.textures() == 1);
        draw({values.data(), 2, 4, 4, 1, 2}, {0, 0, 80, 60}, 1);
        CHECK(heatmaps.textures() == 2);
        for (int frame = 0; frame < 1000; ++frame) heatmaps.begin_frame({400, 300}, 1);
        CHECK(heatmaps.textures() == 0);
        CHECK(heatmaps.uploads() == 3);
        done = true;
    });
    CHECK(done);
}

TEST_CASE("a frame reads no more numbers than it has time for; the rest is drawn in the frames behind it") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    // Each is half of what a frame reads, and a little more.
    constexpr int rows = 1000, cols = 4500;
    const std::vector<float> values(static_cast<std::size_t>(rows) * cols, 1.0F);
    std::uint64_t generation = 1;
    const auto draw = [&](Ui& ui) {
        for (int i = 0; i < 3; ++i)
            ui.painter.heatmap(block({values.data(), rows, cols, cols, 1, generation}, i, 0, rows - 3, cols),
                               {61.0F * static_cast<float>(i), 0, 50, 50}, {.meaning = Meaning::key});
    };
    const auto seen = [&](const Image& image) {
        int drawn = 0;
        for (int i = 0; i < 3; ++i)
            drawn += pixel(image, 61.0F * static_cast<float>(i) + 10, 10) == bytes(colour(gui.theme(), Meaning::key));
        return drawn;
    };
    gui.frame(draw);
    CHECK(seen(platform->read_pixels()) < 3);
    CHECK(gui.needs_frame());
    CHECK(seen(drawn(*platform, gui, draw)) == 3);
    // A picture to be kept is whole at once.
    ++generation;
    CHECK(seen(gui.picture(draw, 1)) == 3);
}

TEST_CASE("while there is no time to read a matrix for another zoom it is drawn as it was read before") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    bool done = false;
    gui.frame([&](Ui& ui) {
        HeatmapGl heatmaps;
        ImDrawList list(ImGui::GetDrawListSharedData());
        const std::vector<float> values(9'000'000, 0.5F);
        const ConstMatrix matrix{values.data(), 3000, 3000, 3000, 1, 1}, other{values.data(), 2999, 3000, 3000, 1, 1};
        const auto add = [&](const ConstMatrix& m, float size) {
            list._ResetForNewFrame();
            const int before = list.CmdBuffer.Size;
            heatmaps.add(&list, m, {0, 0, size, size}, {.meaning = Meaning::key}, ui.theme, ui.em);
            return list.CmdBuffer.Size > before;
        };
        heatmaps.begin_frame({400, 300}, 1);
        CHECK(add(matrix, 100));
        CHECK_FALSE(add(other, 100));
        CHECK(heatmaps.waits());
        heatmaps.begin_frame({400, 300}, 1);
        CHECK_FALSE(heatmaps.waits());
        CHECK(add(other, 100));
        CHECK(add(matrix, 300));  // of the texture that is there
        CHECK(heatmaps.waits());
        CHECK(heatmaps.uploads() == 2);
        heatmaps.begin_frame({400, 300}, 1, true);
        CHECK(add(matrix, 300));
        CHECK(add({values.data(), 2998, 3000, 3000, 1, 1}, 100));
        CHECK(heatmaps.uploads() == 4);
        done = true;
    });
    CHECK(done);
}

TEST_CASE("a transposed matrix and a block of one are drawn from the same memory") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const std::vector<float> values{0, 1, 0, 0, 0, -1};  // 2 x 3
    const ConstMatrix m{values.data(), 2, 3, 3, 1, 1};
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        ui.painter.heatmap(transposed(m), {0, 0, 40, 60}, {.meaning = Meaning::key});
        ui.painter.heatmap(block(m, 1, 1, 1, 2), {100, 0, 40, 20}, {.meaning = Meaning::key});
    });
    const Tone& tone = gui.theme().tones[static_cast<std::size_t>(Meaning::key)];
    CHECK(pixel(image, 10, 30) == bytes(tone.positive));  // column 0, row 1 of the transpose: entry (0, 1)
    CHECK(pixel(image, 30, 50) == bytes(tone.negative));  // entry (1, 2)
    CHECK(pixel(image, 110, 10) == bytes(gui.theme().heat_zero));
    CHECK(pixel(image, 130, 10) == bytes(tone.negative));
}

TEST_CASE("framebuffers of two pixels a logical pixel are drawn sharp") {
    const auto platform = headless({200, 100}, 2);
    if (!platform) return;
    Gui gui(*platform, {});
    const std::vector<float> values{1, -1};
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        CHECK(ui.window.w == 200);
        ui.painter.heatmap({values.data(), 1, 2, 2, 1, 1}, {10, 10, 40, 20}, {.meaning = Meaning::mlp});
    });
    CHECK(image.width == 400);
    CHECK(pixel(image, 30, 40) == bytes(colour(gui.theme(), Meaning::mlp)));
    CHECK(pixel(image, 57, 40) == bytes(colour(gui.theme(), Meaning::mlp)));
    CHECK(pixel(image, 62, 40) == bytes(gui.theme().tones[static_cast<std::size_t>(Meaning::mlp)].negative));
}

TEST_SUITE_END();
