// A frame sorted into few draw calls is the picture that ImGui's own renderer makes of the same lists.
// ctest: alone 2 s
#include <doctest/doctest.h>

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <string>

#include "app/render/draw_batches.h"
#include "app/render/imgui_shim.h"
#include "core/base/random.h"
#include "tests/support/drawing.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr PixelBox whole{0, 0, 400, 300};

/// Shapes over, beside and partly outside of each other, some of them cut.
void draw_anything(Ui& ui, std::uint64_t seed) {
    Random random(seed);
    const auto number = [&](int below) { return static_cast<float>(random.below(below)); };
    const std::array opacities{1.0F, 1.0F, 0.5F};
    for (int i = 0; i < 150; ++i) {
        const Rect rect{number(420) - 20, number(320) - 20, 4 + number(120), 4 + number(60)};
        const Colour colour = Colour{number(256) / 255, number(256) / 255, number(256) / 255, 1}.faded(
            opacities[static_cast<std::size_t>(random.below(3))]);
        const bool cut = random.below(4) == 0;
        if (cut) ui.painter.push_clip({rect.x + 10, rect.y + 5, 60, 30});
        switch (random.below(6)) {
            case 0: ui.painter.fill(rect, colour, 0); break;
            case 1: ui.painter.fill(rect, colour, 8); break;
            case 2: ui.painter.stroke(rect, colour, 2, 5); break;
            case 3: ui.painter.line(rect.min(), rect.max(), colour, 3); break;
            case 4: ui.painter.circle(rect.centre(), rect.h / 2, colour); break;
            default: ui.painter.text(rect.min(), "glass " + std::to_string(i), {.colour = colour}); break;
        }
        if (cut) ui.painter.pop_clip();
    }
}

int worst_difference(const Image& a, const Image& b) {
    int worst = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) worst = std::max(worst, std::abs(a.rgba[i] - b.rgba[i]));
    return worst;
}

int batches_of(Platform& platform, Gui& gui, const std::function<void(Ui&)>& draw) {
    static_cast<void>(drawn(platform, gui, draw));
    DrawBatches batches;
    batches.sort(*ImGui::GetDrawData(), whole);
    return static_cast<int>(std::distance(batches.begin(), batches.end()));
}

void compare_with_imgui(float scale) {
    const auto platform = headless({static_cast<int>(400 * scale), static_cast<int>(300 * scale)}, scale);
    if (!platform) return;
    Gui gui(*platform, {});
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        CAPTURE(seed);
        const Image sorted = drawn(*platform, gui, [&](Ui& ui) { draw_anything(ui, seed); });
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        const Image theirs = platform->read_pixels();
        REQUIRE(sorted.rgba.size() == theirs.rgba.size());
        // What is half transparent is rounded once a layer.
        CHECK(worst_difference(sorted, theirs) <= 4);
    }
}

}  // namespace

TEST_SUITE_BEGIN("draw_batches");

TEST_CASE("what a large frame took is not kept through small ones") {
    const auto platform = headless({400, 300});
    if (!platform) return;
    Gui gui(*platform, {});
    DrawBatches batches;
    const auto sorted_with = [&](int lines) {
        static_cast<void>(drawn(*platform, gui, [lines](Ui& ui) {
            for (int i = 0; i < lines; ++i)
                ui.painter.line({0, static_cast<float>(i % 300)}, {400, static_cast<float>(i % 300)}, ui.theme.text, 1);
        }));
        batches.sort(*ImGui::GetDrawData(), whole);
        std::size_t kept = 0;
        for (const DrawBatch& batch : batches) kept += batch.indices.capacity();
        return kept;
    };
    const std::size_t large = sorted_with(2000);
    static_cast<void>(sorted_with(10));
    CHECK(sorted_with(10) < large / 4);
}

TEST_CASE("lists that were sorted make the picture that ImGui's own renderer makes of them") {
    compare_with_imgui(1);
    compare_with_imgui(2);
}

TEST_CASE("shapes of any size, far away or nowhere do no harm") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const float nowhere = std::numeric_limits<float>::quiet_NaN();
    const std::array<float, 4> values{1, 1, 1, 1};
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        for (const float far : {1e5F, 1e9F, 1e30F, nowhere}) {
            ui.painter.line({-far, -far}, {far, far * 0.9F}, ui.theme.border, 1);
            ui.painter.line({far, 10}, {2 * far, 2 * far}, ui.theme.border, 3);
            ui.painter.heatmap({values.data(), 2, 2, 2, 1, 1}, {far, far, far, far}, {.meaning = Meaning::key});
        }
        // So small a radius is what the size of a rectangle leaves, or a share of it, by chance.
        for (const float small : {0.0F, 1e-7F, 5e-7F, 9.5e-7F}) {
            ui.painter.circle({50, 50}, small, ui.theme.text);
            ui.painter.ring({50, 50}, 0.5F + small, ui.theme.text);
            ui.painter.fill({20, 20, 40, 2 + 2 * small}, ui.theme.text, 5);
            ui.painter.fill({20, 20, 40, 40}, ui.theme.text, small);
            ui.painter.stroke({20, 20, 40, 3 + 2 * small}, ui.theme.text, 1, 5);
        }
        ui.painter.fill({100, 200, 50, 50}, ui.theme.accent, 0);
    });
    CHECK(pixel(image, 120, 220) == bytes(gui.theme().accent));
    CHECK(pixel_at(nowhere, 400) == -1);
    CHECK(pixel_at(-1e30F, 400) == -1);
    CHECK(pixel_at(1e30F, 400) == 401);
    CHECK(pixel_at(399.5F, 400) == 399);
}

TEST_CASE("what is drawn alike is drawn together unless something between lies over it") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const auto buttons = [](Ui& ui) {
        ui.painter.fill({0, 0, 400, 300}, ui.theme.panel, 0);
        for (int i = 0; i < 40; ++i) {
            const Rect box{10 + 48.0F * static_cast<float>(i % 8), 10 + 40.0F * static_cast<float>(i / 8), 40, 24};
            ui.painter.fill(box, ui.theme.control, 5);
            ui.painter.stroke(box, ui.theme.border, 1, 5);
            text_in(ui.painter, box, "b" + std::to_string(i), {.colour = ui.theme.text});
        }
    };
    CHECK(batches_of(*platform, gui, buttons) <= 8);
    const auto tower = [](Ui& ui) {
        for (int i = 0; i < 5; ++i) {
            ui.painter.fill({10, 10, 200, 100}, ui.theme.control, 0);
            ui.painter.text({20, 20}, "text", {.colour = ui.theme.text});
        }
    };
    CHECK(batches_of(*platform, gui, tower) == 10);
}

TEST_CASE("what lies outside its clip is not drawn, and what lies within it needs none") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const auto one = [](const Rect& clip) {
        return [clip](Ui& ui) {
            ui.painter.push_clip(clip);
            ui.painter.fill({100, 100, 50, 50}, ui.theme.accent, 0);
            ui.painter.pop_clip();
        };
    };
    CHECK(batches_of(*platform, gui, one({0, 0, 90, 90})) == 0);
    const auto clip_of = [&](const Rect& clip) {
        REQUIRE(batches_of(*platform, gui, one(clip)) == 1);
        DrawBatches batches;
        batches.sort(*ImGui::GetDrawData(), whole);
        return batches.begin()->clip;
    };
    CHECK(clip_of({90, 90, 80, 80}) == whole);
    CHECK(clip_of({90, 90, 40, 80}) == PixelBox{90, 90, 130, 170});
}

TEST_CASE("a heatmap is over what was drawn before it and under what was drawn behind it") {
    const auto platform = headless();
    if (!platform) return;
    Gui gui(*platform, {});
    const std::array<float, 4> values{1, 1, 1, 1};
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        for (int i = 0; i < 3; ++i) {
            const Rect at{10.0F + 100 * static_cast<float>(i), 10, 80, 80};
            ui.painter.fill(at, ui.theme.warning, 0);
            ui.painter.heatmap({values.data(), 2, 2, 2, 1, 1}, at, {.meaning = Meaning::key, .gap = 0});
            ui.painter.fill({at.x + 20, at.y + 20, 20, 20}, ui.theme.accent, 0);
        }
    });
    for (const float x : {10.0F, 110.0F, 210.0F}) {
        CHECK(pixel(image, x + 5, 15) == bytes(colour(gui.theme(), Meaning::key)));
        CHECK(pixel(image, x + 30, 40) == bytes(gui.theme().accent));
    }
}

TEST_SUITE_END();
