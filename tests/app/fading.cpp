// Focus: cells keep the colors of their legend, whatever is chosen, pointed at or spoken of; outlines say where it is.
#include "app/paint/fade.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "app/paint/heat_scale.h"
#include "app/pictures/board/picture.h"
#include "app/views/explanation/example_cell.h"
#include "tests/support/attention_drawn.h"
#include "tests/support/drawing.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Notes of what was covered: fills of the background that are not opaque.
class Veiled : public Notes {
public:
    struct Cover {
        Rect rect;
        float left;
    };
    std::vector<Cover> covers;
    void fill(const Rect& rect, Colour colour, float radius) override {
        Notes::fill(rect, colour, radius);
        const Colour& ground = theme().background;
        if (colour.a < 1 && colour.r == ground.r && colour.g == ground.g && colour.b == ground.b)
            covers.push_back({rect, 1 - colour.a});
    }
};

/// All that is drawn of a head with a pair.
struct Steps {
    Drawn drawn;
    Veiled notes;
    HeadDrawn head;
    Steps(const std::string& model, int layer_from_last, Pair pair, float fade) : drawn(model) {
        const int layer = static_cast<int>(drawn.layers.size()) - 1 - layer_from_last;
        const Rect area{470, 110, 980, 950};
        const Page first = drawn.page(layer, 0, {}, area);
        Page page(notes, area, *drawn.scene, {-1, -1}, drawn.memory);
        head = draw_steps(page, {.layer = drawn.layers[static_cast<std::size_t>(layer)], .pair = pair, .fade = fade});
    }
};

Vec2 cell_middle(const Rect& rect, int rows, int cols, int row, int col) {
    return cell_rect(rect, rows, cols, row, col).centre();
}

}  // namespace

TEST_SUITE_BEGIN("fading");

TEST_CASE("the rest of an area and the kept parts are the area, and overlap nowhere") {
    const Rect area{10, 20, 100, 60};
    const std::vector<Rect> kept{{30, 20, 10, 60}, {10, 40, 100, 10}, {35, 45, 40, 20}, {200, 0, 5, 5}};
    const std::vector<Rect> rest = rest_of(area, kept);
    for (float y = 20.5F; y < 80; y += 1)
        for (float x = 10.5F; x < 110; x += 1) {
            const auto in = [&](const Rect& rect) { return rect.contains({x, y}); };
            const bool is_kept = std::any_of(kept.begin(), kept.end(), in);
            CHECK(std::count_if(rest.begin(), rest.end(), in) == (is_kept ? 0 : 1));
        }
    CHECK(rest_of(area, {}).size() == 1);
    CHECK(rest_of(area, std::vector<Rect>{{0, 0, 500, 500}}).empty());
}

TEST_CASE("the rest fades and comes back in 150 ms, with reduced motion at once") {
    Fading<int> fading;
    fading.point(3, 10, true);
    CHECK(fading.level() == 0);
    CHECK(fading.moving());
    fading.point(3, 10.075, true);
    CHECK(fading.level() == doctest::Approx(0.5));
    fading.point(4, 10.15, true);  // on to another one: it does not begin again
    CHECK(fading.level() == doctest::Approx(1));
    CHECK(fading.what() == 4);
    fading.point({}, 20, true);
    CHECK(fading.level() == doctest::Approx(1));
    fading.point({}, 20.075, true);
    CHECK(fading.what() == 4);  // until the rest is back
    CHECK(fading.moving());
    fading.point({}, 20.2, true);
    CHECK(fading.level() == 0);
    CHECK_FALSE(fading.moving());
    CHECK_FALSE(fading.what());
    fading.point(5, 30, false);
    CHECK(fading.level() == 1);
    CHECK_FALSE(fading.moving());
    fading.point({}, 31, false);
    CHECK(fading.level() == 0);
    CHECK_FALSE(fading.what());
}

TEST_CASE("no cell of a stage changes its color when one is chosen or pointed at: its row and column are outlined") {
    int chosen_cells = 0, rows = 0, cols = 0;
    for (const char* name : {decoder, pair, additive, "tied rope decoder, grouped queries, gated, rmsnorm"}) {
        CAPTURE(name);
        const auto evaluation = evaluated(model_named(name));
        const Trace& trace = evaluation->trace();
        std::set<std::string> seen;  // one stage of a kind
        for (const int id : trace.stages()) {
            const Record& record = trace.record(id);
            if (!seen.insert(std::string(record.operation->name())).second) continue;
            CAPTURE(record.name);
            const CellRef cell = example_cell(*evaluation, id, 0);
            PictureMemory memory;
            const Rect area{0, 0, 1100, 800};
            const auto drawn = [&](Veiled& notes, const CellRef& selected, const CellRef& hovered) {
                const Scene scene{.evaluation = *evaluation,
                                  .record = id,
                                  .selected = selected,
                                  .hovered = hovered,
                                  .memory = &memory};
                static_cast<void>(picture_of(scene).draw(notes, area, scene, {-1, -1}));
            };
            Veiled plain, selected, hovered;
            drawn(plain, {}, {});
            drawn(selected, cell, {});
            drawn(hovered, {}, cell);
            const Scene scene{.evaluation = *evaluation, .record = id, .selected = cell, .memory = &memory};
            const std::optional<Rect> place = rect_of(plain, area, scene, cell);
            for (const Veiled* notes : {&selected, &hovered}) {
                CHECK(notes->covers.empty());
                REQUIRE(notes->heats.size() == plain.heats.size());
                for (std::size_t i = 0; i < plain.heats.size(); ++i) {
                    const Notes::Heat &is = notes->heats[i], &was = plain.heats[i];
                    const HeatScale now(*notes, is.style), before(plain, was.style);
                    for (const float value : {-0.7F * was.style.limit, 0.3F * was.style.limit, was.style.limit})
                        CHECK(now.fill(value).ground == before.fill(value).ground);
                    CHECK(now.fill(was.style.limit).ground.a == 1);
                }
                if (!place) continue;
                ++chosen_cells;
                const auto around = [&](bool row) {
                    return std::ranges::any_of(notes->strokes, [&](const Notes::Stroke& stroke) {
                        const Rect& at = stroke.rect;
                        return row ? at.y == place->y && at.h == place->h && at.w >= 2 * place->w
                                   : at.x == place->x && at.w == place->w && at.h >= 2 * place->h;
                    });
                };
                rows += around(true) ? 1 : 0;
                cols += around(false) ? 1 : 0;
            }
        }
    }
    CHECK(chosen_cells > 60);
    CHECK(rows > chosen_cells / 2);
    CHECK(cols > chosen_cells / 2);
}

TEST_CASE("of a head a query's row is outlined with its result, and no cell changes its color") {
    for (const char* name : {decoder, pair, additive, "tied rope decoder, grouped queries, gated, rmsnorm"}) {
        CAPTURE(name);
        const Drawn measure(name);
        const AttentionLayer last = measure.layers.back();
        for (const Pair chosen : {Pair{last.queries - 1, 1}, Pair{-1, 1}}) {
            const Steps plain(name, 0, chosen, 0), steps(name, 0, chosen, 1);
            CHECK(steps.notes.covers.empty());
            CHECK(steps.notes.texts == plain.notes.texts);
            CHECK(steps.head.large == plain.head.large);
            const auto outlined = [&](const Rect& rect) {
                return std::ranges::any_of(steps.notes.strokes, [&](const Notes::Stroke& stroke) {
                    return std::abs(stroke.rect.x - rect.x) < 1 && std::abs(stroke.rect.y - rect.y) < 1 &&
                           std::abs(stroke.rect.w - rect.w) < 1.5F && std::abs(stroke.rect.h - rect.h) < 1.5F;
                });
            };
            const Rect& large = steps.head.large;
            CHECK(outlined(cell_rect(large, 1, last.keys, 0, 1)));
            if (chosen.query < 0) continue;
            CHECK(outlined(cell_rect(large, last.queries, 1, chosen.query, 0)));
            for (const Rect& strip : {steps.head.queries, steps.head.result})
                if (strip.w > 0) CHECK(outlined(cell_rect(strip, last.queries, 1, chosen.query, 0)));
            if (steps.head.keys.w > 0) CHECK(outlined(cell_rect(steps.head.keys, 1, last.keys, 0, 1)));
        }
    }
}

TEST_CASE("in the dark, where colors lie nearer to the ground, less fades") {
    const Theme *dark = find_theme("dark"), *light = find_theme("light");
    REQUIRE(dark != nullptr);
    REQUIRE(light != nullptr);
    CHECK(strength_of(*light, 0, 1) == doctest::Approx(faded_share));
    CHECK(strength_of(*dark, 0, 1) == doctest::Approx(faded_in_dark));
    CHECK(faded_in_dark > faded_share);
    for (const Theme* theme : {dark, light}) {
        CHECK(strength_of(*theme, 1, 1) == 1);
        CHECK(strength_of(*theme, 0, 0) == 1);
    }
}

TEST_CASE("of a word that is pointed at the row is outlined in every head; what is said below other heads fades") {
    const SettledProgram program(options_for(decoder));
    if (!program) return;
    const Drawn measure(decoder);
    const AttentionLayer& layer = measure.layers.front();
    REQUIRE(layer.heads > 1);
    program.run("key 2\nwait 2\nexpect attention_mode=heads");
    const Image plain = program.picture();
    /// How many cells at the right of a head's first row are as they were: over others a tooltip may lie.
    const auto same = [&](const Image& now, int head) {
        const Rect map = program.target("thumb 1." + std::to_string(head));
        int found = 0;
        for (int key = layer.keys / 2; key < layer.keys; ++key) {
            const Vec2 at = cell_middle(map, layer.queries, layer.keys, 0, key);
            found += pixel(plain, at.x, at.y) == pixel(now, at.x, at.y) ? 1 : 0;
        }
        return found;
    };
    const auto border = [&](const Image& image, int head) {
        const Rect map = program.target("thumb 1." + std::to_string(head));
        const Rect row = cell_rect(map, layer.queries, 1, layer.queries / 2, 0);
        return pixel(image, row.centre().x, row.y);
    };
    const int right = layer.keys - layer.keys / 2;
    program.run("move @thumb 1.1\nwait 3");
    const Image head = program.pixels();
    program.run("move @thumb words 1\nwait 3");  // its middle is at the middle row
    const Image row = program.pixels();
    for (const int of : {1, layer.heads}) {
        CHECK(same(head, of) == right);
        CHECK(same(row, of) == right);
        CHECK_FALSE(border(row, of) == border(plain, of));
    }
}

TEST_SUITE_END();
