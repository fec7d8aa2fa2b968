// The page Steps of the attention view: one head large, its sides named and fed, against the trace.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/pictures/board/reduced.h"
#include "app/program/app.h"
#include "core/model/mask.h"
#include "tests/support/attention_drawn.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using test::additive, test::decoder, test::Drawn, test::Notes, test::pair;

namespace {

/// Areas of the picture in windows of 1280 × 720 and 1920 × 1080, and with text twice as large, in the same pixels an
/// em.
const std::vector<Rect> areas{{320, 96, 566, 606}, {470, 110, 980, 950}, {250, 125, 390, 225}, {400, 60, 560, 420}};

bool is_wide(const AttentionLayer& layer) { return layer.keys > 2 * layer.queries; }

/// The ink of a text that lies; empty of one that rises.
Rect ink_of(Notes& notes, const Notes::Label& label) {
    if (label.style.degrees != 0) return {};
    const Rect box = box_of(notes, label);
    return box.inset(0.06F * box.w, 0.22F * box.h);
}

}  // namespace

TEST_SUITE_BEGIN("large_head");

TEST_CASE("one map of a head has half of the picture's height, and both of its sides are named") {
    for (const test::PictureModel& model : test::picture_models()) {
        CAPTURE(model.name);
        Drawn drawn(model.name);
        for (int l = 0; l < static_cast<int>(drawn.layers.size()); ++l) {
            const AttentionLayer& layer = drawn.layers[static_cast<std::size_t>(l)];
            for (const Rect& area : areas) {
                CAPTURE(area.w);
                drawn.notes = {};
                Page page = drawn.page(l, 0, {}, area);
                const HeadDrawn head = draw_steps(page, {.layer = layer});
                CHECK(head.record == layer.weights);
                CAPTURE(head.large.h);
                if (!is_wide(layer)) CHECK(head.large.h >= 0.5F * area.h);
                for (const auto& [word, meaning] : {std::pair{"key", Meaning::key}, {"query", Meaning::query}})
                    CHECK(std::any_of(drawn.notes.labels.begin(), drawn.notes.labels.end(), [&](const auto& label) {
                        return label.text.starts_with(word) && label.style.face == Face::bold &&
                               label.style.colour == colour(drawn.notes.theme(), meaning);
                    }));
                CHECK(drawn.notes.bounds.x >= area.x - 2);
                CHECK(drawn.notes.bounds.y >= area.y - 2);
                CHECK(drawn.notes.bounds.right() <= area.right() + 2);
                CHECK(drawn.notes.bounds.bottom() <= area.bottom() + 2);
            }
        }
    }
}

TEST_CASE("lines run from the middle of a row of Q or K to the middle of its row or column") {
    for (const char* name : {decoder, pair, additive, "tied rope decoder, grouped queries, gated, rmsnorm"}) {
        CAPTURE(name);
        Drawn drawn(name);
        const AttentionLayer& layer = drawn.layers.back();
        const Rect area = areas[1];
        Page page = drawn.page(static_cast<int>(drawn.layers.size()) - 1, 0, {}, area);
        const Pair chosen{layer.queries - 1, 1};
        const HeadDrawn head = draw_steps(page, {.layer = layer, .pair = chosen, .locked = true});
        REQUIRE(head.queries.w > 0);
        REQUIRE(head.keys.w > 0);
        REQUIRE(head.values.w > 0);
        const auto middle = [](float from, float length, int count, int line) {
            return from + length * (static_cast<float>(line) + 0.5F) / static_cast<float>(count);
        };
        int queries = 0, keys = 0, values = 0;
        for (const HeadFeeder& feeder : head.feeders) {
            const float column = middle(head.large.x, head.large.w, layer.keys, feeder.line);
            switch (feeder.of) {
                case HeadFeeder::Of::query:
                    ++queries;
                    CHECK(feeder.from.x == head.queries.right());
                    CHECK(feeder.from.y ==
                          doctest::Approx(middle(head.queries.y, head.queries.h, layer.queries, feeder.line)));
                    CHECK(feeder.to.y ==
                          doctest::Approx(middle(head.large.y, head.large.h, layer.queries, feeder.line)));
                    CHECK(feeder.to.x > feeder.from.x);
                    CHECK(feeder.to.x < head.large.x);
                    break;
                case HeadFeeder::Of::key: {
                    ++keys;
                    CHECK(feeder.from.y == head.keys.bottom());
                    CHECK(feeder.from.x == doctest::Approx(middle(head.keys.x, head.keys.w, layer.keys, feeder.line)));
                    CHECK(feeder.to.y > feeder.from.y);
                    // Above its column, or at the end of the word that rises from there by 45 degrees.
                    const float aside = feeder.to.x - column, up = head.large.y - 0.5F * page.em - feeder.to.y;
                    if (std::abs(aside) > 0.01F) CHECK(aside == doctest::Approx(up).epsilon(0.001));
                    break;
                }
                case HeadFeeder::Of::value:
                    ++values;
                    CHECK(feeder.from.x == head.values.right());
                    CHECK(feeder.from.y ==
                          doctest::Approx(middle(head.values.y, head.values.h, layer.keys, feeder.line)));
                    [[fallthrough]];
                case HeadFeeder::Of::result:
                    CHECK(feeder.to.y ==
                          doctest::Approx(middle(head.large.y, head.large.h, layer.queries, chosen.query)));
            }
        }
        CHECK(queries == layer.queries);
        CHECK(keys == layer.keys);
        int weighted = 0;  // values that the query takes two hundredths or more of
        for (int key = 0; key < layer.keys; ++key)
            weighted += drawn.trace().value(layer.weights, {{0, chosen.query, key, 0}}) >= 0.02F ? 1 : 0;
        CHECK(values == weighted);
    }
}

TEST_CASE("the strips beside the large map are the recorded queries, keys, values and results of its head") {
    Drawn drawn("tied rope decoder, grouped queries, gated, rmsnorm");
    const AttentionLayer& layer = drawn.layers.at(0);
    const int last = layer.heads - 1;
    Page page = drawn.page(0, last, {}, areas[1]);
    const HeadDrawn head = draw_steps(page, {.layer = layer});
    const auto equals = [&](const Rect& rect, const std::string& stage, int of_head, bool upright) {
        const int record = drawn.trace().find("blocks.0.attn." + stage);
        REQUIRE(record >= 0);
        const auto heat = std::find_if(drawn.notes.heats.begin(), drawn.notes.heats.end(),
                                       [&](const Notes::Heat& each) { return each.rect == rect; });
        REQUIRE(heat != drawn.notes.heats.end());
        const Shape& shape = drawn.trace().record(record).shape;
        CHECK((upright ? heat->matrix.cols : heat->matrix.rows) == shape.size(1));
        for (int i = 0; i < shape.size(1); ++i)
            for (int c = 0; c < shape.size(2); ++c)
                CHECK((upright ? heat->matrix.at(c, i) : heat->matrix.at(i, c)) ==
                      drawn.trace().value(record, {{of_head, i, c, 0}}));
    };
    const int shared = drawn.trace().record(drawn.trace().find("blocks.0.attn.k")).shape.size(0) - 1;
    equals(head.queries, "q_rot", last, false);  // what the scores are computed from: rotated
    equals(head.keys, "k_rot", shared, true);    // the last query head reads the last key head
    equals(head.values, "v", shared, false);
    equals(head.result, "heads", last, false);
    // Nothing is chosen: lit is where the answer is read, and its strongest key.
    float strongest = 0;
    for (int key = 0; key < layer.keys; ++key)
        strongest = std::max(strongest, drawn.trace().value(layer.weights, {{last, head.pair.query, key, 0}}));
    CHECK(head.pair.query == 0);
    CHECK(drawn.trace().value(layer.weights, {{last, head.pair.query, head.pair.key, 0}}) == strongest);
}

TEST_CASE("the step of the cursor is the large map; a step that changes nothing is a sentence, and a true one") {
    int unchanged = 0;
    for (const test::PictureModel& model : test::picture_models()) {
        CAPTURE(model.name);
        Drawn drawn(model.name);
        for (int l = 0; l < static_cast<int>(drawn.layers.size()); ++l) {
            const AttentionLayer& layer = drawn.layers[static_cast<std::size_t>(l)];
            const int query = layer.queries - 1;
            const std::vector<int> maps = maps_of(drawn.trace(), layer, query);
            const int head = cursor_head(drawn.trace(), layer, 0);
            const std::vector<int> steps = steps_of(*drawn.evaluation, layer, query, head);
            for (const int map : maps) {
                drawn.notes = {};
                Page page = drawn.page(l, 0, {}, areas[1]);
                const HeadDrawn large = draw_steps(page, {.layer = layer, .pair = {query, 0}, .large = map});
                const bool whole = map == maps.back();
                CHECK(large.record == (whole ? layer.weights : map));
                REQUIRE(large.steps.size() == maps.size());
                for (std::size_t i = 0; i < maps.size(); ++i) {
                    const bool changes = std::find(steps.begin(), steps.end(), maps[i]) != steps.end();
                    CHECK((large.steps[i].w > 0) == (changes || maps[i] == map));
                    if (changes) continue;
                    ++unchanged;
                    const Record& record = drawn.trace().record(maps[i]);
                    const ConstView now = record.view(), before = drawn.trace().record(record.operands.front()).view();
                    const int cells = now.shape.cols() * record.shape.size_of(Axis::query, 1);
                    CHECK(std::equal(now.data, now.data + cells, before.data));
                }
                const bool said = drawn.wrote("no mask in this model");
                const ModelConfig& config = drawn.evaluation->model().config;
                if (said) CHECK(config.mask.kind == find_mask("none"));
            }
        }
    }
    CHECK(unchanged > 10);
}

TEST_CASE("no word of the page covers another one") {
    for (const char* name : {decoder, pair, additive, "alibi decoder"}) {
        CAPTURE(name);
        for (const Rect& area : areas) {
            CAPTURE(area.w);
            Drawn drawn(name);
            const auto layer = static_cast<int>(drawn.layers.size()) - 1;
            Page plain = drawn.page(layer, 0, {}, area);
            SmallerPainter smaller(drawn.notes, reduction(area, drawn.notes.em()));
            Page page(smaller, area, *drawn.scene, {-1, -1}, drawn.memory);
            draw_steps(page, {.layer = drawn.layers.back()});
            const std::vector<Notes::Label> labels = drawn.notes.labels;
            for (std::size_t a = 0; a < labels.size(); ++a)
                for (std::size_t b = 0; b < a; ++b) {
                    const Rect both = ink_of(drawn.notes, labels[a]).intersect(ink_of(drawn.notes, labels[b]));
                    CAPTURE(labels[a].text);
                    CAPTURE(labels[b].text);
                    CHECK((both.w <= 0 || both.h <= 0));
                }
        }
    }
}

TEST_CASE("steps are enlarged by click and by key, and a locked pair goes along") {
    const test::SettledProgram program(test::options_for(decoder));
    if (!program) return;
    program.run(R"(
key 2
click @attention mode steps
wait 2
expect stage=blocks.0.attn.weights
type [
wait 2
expect stage=blocks.0.attn.scores_masked
click @cell:blocks.0.attn.scores_raw[3,8,1]
wait 2
expect cell=blocks.0.attn.scores_raw[3,8,1]
type ]
wait 2
expect cell=blocks.0.attn.scores_scaled[3,8,1]
type ]
type ]
type ]
wait 2
expect cell=blocks.0.attn.weights[3,8,1]
)");
}

TEST_SUITE_END();
