// Focus by fading: what stays is what the record names, the rest has faded alike, and with reduced motion at once.
#include "app/paint/fade.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

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
    /// What is left of what was drawn at a point.
    float left_at(Vec2 point) const {
        float left = 1;
        for (const Cover& cover : covers)
            if (cover.rect.contains(point)) left *= cover.left;
        return left;
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
    const AttentionLayer& layer() const { return drawn.layers.back(); }
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

TEST_CASE("of a stage the chosen cell and the cells that its derivation names stay, all others are a third") {
    int operands = 0, faded = 0, numbers = 0;
    for (const char* name : {decoder, pair, additive, "tied rope decoder, grouped queries, gated, rmsnorm"}) {
        CAPTURE(name);
        const auto evaluation = evaluated(model_named(name));
        const Trace& trace = evaluation->trace();
        std::set<std::string> seen;  // one stage of a kind
        for (const int id : trace.stages()) {
            const Record& record = trace.record(id);
            if (!seen.insert(std::string(record.operation->name())).second) continue;
            CAPTURE(record.name);
            const CellRef chosen = example_cell(*evaluation, id, 0);
            PictureMemory memory;
            const auto drawn = [&](Veiled& notes, float fade) {
                const Scene scene{
                    .evaluation = *evaluation, .record = id, .selected = chosen, .fade = fade, .memory = &memory};
                static_cast<void>(picture_of(scene).draw(notes, {0, 0, 1100, 800}, scene, {-1, -1}));
            };
            Veiled plain, notes;
            drawn(plain, 0);
            drawn(notes, 1);
            CHECK(notes.heats.size() == plain.heats.size());  // nothing moves
            for (std::size_t i = 0; i < notes.heats.size(); ++i) CHECK(notes.heats[i].rect == plain.heats[i].rect);
            CHECK(notes.texts == plain.texts);
            // A number fades with its cell, but can still be read; in a cell that stays it stays.
            for (std::size_t i = 0; i < std::min(notes.labels.size(), plain.labels.size()); ++i) {
                const float was = plain.labels[i].style.colour.a, is = notes.labels[i].style.colour.a;
                if (is == was) continue;
                CHECK(is == doctest::Approx(faded_numbers));
                CHECK(notes.left_at(notes.labels[i].at) < 1);
                ++numbers;
            }
            const auto at = [&](const CellRef& cell) {
                const Scene scene{.evaluation = *evaluation, .record = id, .selected = chosen, .memory = &memory};
                return rect_of(notes, {0, 0, 1100, 800}, scene, cell);
            };
            // What the operation names, read here by itself.
            std::vector<CellRef> sources;
            for (const Step& step : trace.derive(id, chosen.cell).steps)
                for (const Term& term : step.terms)
                    for (const Factor& factor : term.factors)
                        if (factor.kind == Factor::Kind::operand)
                            sources.push_back({record.operands[static_cast<std::size_t>(factor.operand)], factor.cell});
            if (const auto place = at(chosen)) CHECK(notes.left_at(place->centre()) == plain.left_at(place->centre()));
            const bool draws_sources =
                std::ranges::any_of(sources, [&](const CellRef& cell) { return at(cell).has_value(); });
            CHECK((draws_sources && plain.heats.size() > 1) == !notes.covers.empty());
            int looked = 0;
            for (const CellRef& source : sources) {
                if (++looked > 20) break;
                const auto place = at(source);
                if (!place) continue;
                ++operands;
                CHECK(notes.left_at(place->centre()) == plain.left_at(place->centre()));
            }
            // A few of the others, among them neighbours of the chosen one.
            for (const int operand : record.operands) {
                const Grid grid = grid_of(trace, operand, 0);
                for (const int row : {0, grid.rows / 2, grid.rows - 1})
                    for (const int col : {0, grid.cols / 2, grid.cols - 1}) {
                        const CellRef cell{operand, grid.cell(row, col)};
                        if (sources.empty() || std::find(sources.begin(), sources.end(), cell) != sources.end())
                            continue;
                        const auto place = at(cell);
                        if (!place || notes.covers.empty()) continue;
                        ++faded;
                        CHECK(notes.left_at(place->centre()) == doctest::Approx(faded_share));
                    }
            }
        }
    }
    CHECK(operands > 200);
    CHECK(faded > 100);
    CHECK(numbers > 100);
}

TEST_CASE("of a head a query's row stays with its result, keys and values as they are weighted; others are a third") {
    for (const char* name : {decoder, pair, additive, "tied rope decoder, grouped queries, gated, rmsnorm"}) {
        CAPTURE(name);
        Drawn measure(name);
        const AttentionLayer last = measure.layers.back();
        const Pair chosen{last.queries - 1, 1};
        const Steps plain(name, 0, chosen, 0), steps(name, 0, chosen, 1);
        CHECK(plain.notes.covers.empty());
        CHECK(steps.notes.texts == plain.notes.texts);
        CHECK(steps.head.large == plain.head.large);
        const Trace& trace = steps.drawn.trace();
        const Record& weights = trace.record(last.weights);
        const auto weight = [&](int query, int key) { return weights.at({{0, query, key, 0}}); };
        float largest = 0;
        for (int key = 0; key < last.keys; ++key) largest = std::max(largest, weight(chosen.query, key));
        for (int query = 0; query < last.queries; ++query) {
            const float left = query == chosen.query ? 1 : faded_share;
            for (int key = 0; key < last.keys; ++key)
                CHECK(steps.notes.left_at(cell_middle(steps.head.large, last.queries, last.keys, query, key)) ==
                      doctest::Approx(left));
            for (const Rect& strip : {steps.head.queries, steps.head.result})
                if (strip.w > 0)
                    CHECK(steps.notes.left_at(cell_middle(strip, last.queries, 1, query, 0)) == doctest::Approx(left));
        }
        // The small maps too; of a recurrent decoder they are of this step alone, and stay.
        int small = 0;
        for (const Rect& map : steps.head.steps) {
            if (map.w <= 0) continue;
            ++small;
            const int rows = std::string(name) == additive ? 1 : last.queries;
            for (int row = 0; row < rows; ++row)
                CHECK(steps.notes.left_at(cell_middle(map, rows, last.keys, row, 0)) ==
                      doctest::Approx(rows == 1 || row == chosen.query ? 1 : faded_share));
        }
        CHECK(small > 0);
        for (int key = 0; key < last.keys; ++key) {
            const float share = faded_share + (1 - faded_share) * weight(chosen.query, key) / largest;
            if (steps.head.keys.w > 0)
                CHECK(steps.notes.left_at(cell_middle(steps.head.keys, 1, last.keys, 0, key)) ==
                      doctest::Approx(key == chosen.key ? 1 : share).epsilon(0.001));
            if (steps.head.values.w > 0)
                CHECK(steps.notes.left_at(cell_middle(steps.head.values, last.keys, 1, key, 0)) ==
                      doctest::Approx(share).epsilon(0.001));
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

TEST_CASE("of a head a key's column stays, and each query as much as it takes from it") {
    const Steps steps(decoder, 0, {-1, 1}, 1);
    const AttentionLayer& last = steps.layer();
    const Record& weights = steps.drawn.trace().record(last.weights);
    float largest = 0;
    for (int query = 0; query < last.queries; ++query) largest = std::max(largest, weights.at({{0, query, 1, 0}}));
    for (int query = 0; query < last.queries; ++query) {
        const float share = faded_share + (1 - faded_share) * weights.at({{0, query, 1, 0}}) / largest;
        for (int key = 0; key < last.keys; ++key)
            CHECK(steps.notes.left_at(cell_middle(steps.head.large, last.queries, last.keys, query, key)) ==
                  doctest::Approx(key == 1 ? 1 : faded_share));
        CHECK(steps.notes.left_at(cell_middle(steps.head.result, last.queries, 1, query, 0)) ==
              doctest::Approx(share).epsilon(0.001));
    }
}

TEST_CASE("a head that is pointed at stays and the others fade; of a word that is pointed at the row in every head") {
    const SettledProgram program(options_for(decoder));
    if (!program) return;
    const Drawn measure(decoder);
    const AttentionLayer& layer = measure.layers.front();
    REQUIRE(layer.heads > 1);
    program.run("key 2\nwait 2\nexpect attention_mode=heads");
    const Image plain = program.picture();
    const Rgb ground = pixel(plain, 700, 600);
    /// How many cells of a row are as they were, or what is left of them on this ground.
    const auto count = [&](const Image& now, int head, int query, bool kept) {
        const Rect map = program.target("thumb 1." + std::to_string(head));
        int found = 0;
        for (int key = 0; key < layer.keys; ++key) {
            const Vec2 at = cell_middle(map, layer.queries, layer.keys, query, key);
            const Rgb before = pixel(plain, at.x, at.y), after = pixel(now, at.x, at.y);
            // The ground has its layer's tint, which is a few steps.
            const auto left = [&](int was, int is, int of_ground) {
                const float wanted =
                    kept ? static_cast<float>(was)
                         : faded_share * static_cast<float>(was) + (1 - faded_share) * static_cast<float>(of_ground);
                return std::abs(static_cast<float>(is) - wanted) <= (kept ? 1 : 16);
            };
            const bool same = left(before.r, after.r, ground.r) && left(before.g, after.g, ground.g) &&
                              left(before.b, after.b, ground.b);
            found += same ? 1 : 0;
        }
        return found;
    };
    program.run("move @thumb 1.1\nwait 3");
    const Image head = program.pixels();
    const int last = layer.queries - 1;
    for (const int query : {0, last}) CHECK(count(head, 1, query, true) == layer.keys);
    CHECK(count(head, layer.heads, last, true) < layer.keys);
    CHECK(count(head, layer.heads, last, false) == layer.keys);
    // The middle of the words is at the middle row.
    program.run("move @thumb words 1\nwait 3");
    const Image row = program.pixels();
    for (const int of : {1, layer.heads}) {
        CHECK(count(row, of, layer.queries / 2, true) == layer.keys);
        CHECK(count(row, of, last, true) < layer.keys);
        CHECK(count(row, of, last, false) == layer.keys);
    }
    const Image again = program.picture();
    CHECK(count(again, layer.heads, last, true) == layer.keys);
}

TEST_SUITE_END();
