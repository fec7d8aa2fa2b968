// Every table, angle, bias and score of the positions laboratory against PyTorch in float64.
#include "core/positions/column.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/ops/example_operands.h"
#include "tests/support/positions_golden.h"

using namespace glassformer;
using namespace glassformer::positions;

namespace {

constexpr double rounding = 3e-5;  // scores reach 60

Column computed(const Settings& settings, const Learned& learned, const Content& content) {
    Column column;
    compute(settings, learned, content, column);
    return column;
}

/// The terms' sum, entry by entry.
double largest_rest(const Scores& scores) {
    double largest = 0;
    for (std::size_t e = 0; e < scores.map.data.size(); ++e) {
        double sum = 0;
        for (const ScoreTerm& term : scores.terms) sum += static_cast<double>(term.map.data[e]);
        largest = std::max(largest, std::abs(sum - static_cast<double>(scores.map.data[e])));
    }
    return largest;
}

void check_added(const test::PositionsGolden& golden, const std::string& name, const Learned& learned) {
    CAPTURE(name);
    const Column column = computed(test::PositionsGolden::settings(name.c_str()), learned, golden.content());
    REQUIRE(column.scores.terms.size() == 4);
    const std::array terms{"content_content", "content_position", "position_content", "position_position"};
    for (std::size_t t = 0; t < terms.size(); ++t)
        CHECK(golden.difference(name + "." + terms[t], column.scores.terms[t].map) < rounding);
    CHECK(golden.difference(name + ".scores", column.scores.map) < rounding);
    CHECK(golden.difference(name + ".similarity", column.similarity) < rounding);
    CHECK(largest_rest(column.scores) < rounding);
}

}  // namespace

TEST_SUITE_BEGIN("positions_columns");

TEST_CASE("positions that are added: their table and the four terms of the score are those of PyTorch") {
    const test::PositionsGolden golden;
    const Settings settings = test::PositionsGolden::settings("sinusoidal");
    EncodingTables encoding;
    encode(settings, {}, encoding);
    CHECK(golden.difference("sinusoidal.table", encoding.table) < 1e-6);
    check_added(golden, "sinusoidal", {});

    Learned learned;
    learned.parameters = {golden.tensor("learned.rows", {{Axis::position, 40}, {Axis::d_model, 12}})};
    check_added(golden, "learned", learned);
    learned = {};
    learned.mix = golden.tensor("one_hot.mix", {{Axis::d_position, 40}, {Axis::d_model, 12}});
    check_added(golden, "one_hot", learned);
}

TEST_CASE("without an encoding the score is the same everywhere") {
    const test::PositionsGolden golden;
    const Column column = computed(test::PositionsGolden::settings("none"), {}, golden.content());
    CHECK(golden.difference("none.scores", column.scores.map) < rounding);
    CHECK(column.widest.largest == 0);
    CHECK(column.similarity.data.empty());
}

TEST_CASE("RoPE's angles, turned queries and scores are those of PyTorch, in both layouts and with both scalings") {
    const test::PositionsGolden golden;
    struct Case {
        const char* name;
        int dims;
        positions::RopeScaling scaling;
        double factor;
    };
    for (const Case& row : {Case{"none.6", 6, positions::RopeScaling::none, 1}, Case{"none.8", 0, positions::RopeScaling::none, 1},
                            Case{"linear.8", 8, positions::RopeScaling::linear, 2.5}, Case{"ntk.8", 8, positions::RopeScaling::ntk, 4}})
        for (const RotaryLayout layout : {RotaryLayout::interleaved, RotaryLayout::half}) {
            const std::string name =
                std::string("rope.") + row.name + (layout == RotaryLayout::half ? ".half" : ".interleaved");
            CAPTURE(name);
            Settings settings = test::PositionsGolden::settings("rope");
            settings.rotary_dims = row.dims;
            settings.layout = layout;
            settings.scaling = row.scaling;
            settings.scaling_factor = row.factor;
            const Column column = computed(settings, {}, golden.content());
            CHECK(golden.difference(name + ".angles", column.encoding.angles) < 1e-6);
            Tensor query;
            turned(settings, column.encoding, Rotated::query, golden.content().query, query);
            CHECK(golden.difference(name + ".query", query) < rounding);
            CHECK(golden.difference(name + ".scores", column.scores.map) < rounding);
            CHECK(column.widest.largest < rounding);
        }
}

TEST_CASE("RoPE turns in the laboratory as in the models") {
    Settings settings = test::PositionsGolden::settings("rope");
    for (const RotaryLayout layout : {RotaryLayout::interleaved, RotaryLayout::half}) {
        settings.layout = layout;
        settings.rotary_dims = 6;
        const Content content = random_content(settings);
        EncodingTables encoding;
        encode(settings, {}, encoding);
        Tensor rows;
        turned(settings, encoding, Rotated::query, content.query, rows);
        Tensor same({{Axis::head, 1}, {Axis::position, 20}, {Axis::d_head, 8}}), models(same.shape);
        for (std::size_t i = 0; i < 20; ++i) std::copy_n(content.query.data.data(), 8, same.view().row(i));
        const std::array in{ConstView(same.view())};
        op::rope(settings.base, 6, layout, settings.first)->forward({.in = in, .out = models.view()});
        CHECK(largest_difference(rows, models) == 0);
    }
}

TEST_CASE("xPos turns and scales queries and keys in the laboratory as in the models") {
    Settings settings = test::PositionsGolden::settings("xpos");
    settings.xpos_scale = 32;
    settings.rotary_dims = 6;
    const Content content = random_content(settings);
    EncodingTables encoding;
    encode(settings, {}, encoding);
    for (const Rotated what : {Rotated::query, Rotated::key}) {
        Tensor rows;
        turned(settings, encoding, what, content.query, rows);
        Tensor same({{Axis::head, 1}, {Axis::position, 20}, {Axis::d_head, 8}}), models(same.shape);
        for (std::size_t i = 0; i < 20; ++i) std::copy_n(content.query.data.data(), 8, same.view().row(i));
        const std::array in{ConstView(same.view())};
        const double decay = (what == Rotated::query ? 1.0 : -1.0) / 32;
        op::rope(settings.base, 6, settings.layout, settings.first, decay)->forward({.in = in, .out = models.view()});
        CHECK(largest_difference(rows, models) < 1e-6);
    }
    // What the curves and the map show: cosines times the factors of each side, which are each other's inverse.
    for (int i = 0; i < 20; ++i)
        for (int k = 0; k < 3; ++k) {
            const auto at = [&](const Tensor& table) { return static_cast<double>(table.view().at({{i, k}})); };
            const double cosine = at(encoding.cosines);
            const double factor = std::pow((k / 3.0 + 0.4) / 1.4, counted_position(settings, i) / 32);
            CHECK(at(encoding.query_cosines) == doctest::Approx(cosine * factor).epsilon(1e-5));
            CHECK(at(encoding.key_cosines) == doctest::Approx(cosine / factor).epsilon(1e-5));
        }
    settings.kind = find_positional("rope");
    encode(settings, {}, encoding);
    CHECK(encoding.query_cosines.data.empty());
    CHECK(encoding.key_cosines.data.empty());
    settings.kind = find_positional("xpos");
    // Beyond the range of a float there is a sentence and no infinity.
    settings.xpos_scale = 1;
    settings.first = 100;
    CHECK_THROWS_WITH_AS(encode(settings, {}, encoding),
                         "the scale of the decay is too small for position 119: it must be at least 2", Error);
}

TEST_CASE("ALiBi's slopes for 8, 12 and 6 heads, biases and scores are the published ones") {
    const test::PositionsGolden golden;
    for (const int heads : {8, 12, 6}) {
        CAPTURE(heads);
        const std::string name = "alibi." + std::to_string(heads);
        Settings settings = test::PositionsGolden::settings("alibi");
        settings.n_heads = heads;
        Tensor slopes({{Axis::head, heads}});
        for (settings.head = 0; settings.head < heads; ++settings.head)
            slopes.data[static_cast<std::size_t>(settings.head)] = slope_of(settings);
        CHECK(golden.difference(name + ".slopes", slopes) < 1e-7);
        settings.head = heads - 1;
        const Column column = computed(settings, {}, golden.content());
        CHECK(golden.difference(name + ".bias", column.encoding.bias) < 1e-6);
        CHECK(golden.difference(name + ".scores", column.scores.map) < rounding);
        CHECK(column.widest.largest < rounding);
        settings.slope = 0.3;
        const Column steeper = computed(settings, {}, golden.content());
        CHECK(steeper.encoding.bias.view().at({{2, 19}}) == doctest::Approx(-0.3 * 17));
    }
}

TEST_CASE("T5's biases are those of the published buckets, with later keys in buckets of their own and without") {
    const test::PositionsGolden golden;
    for (const bool bidirectional : {false, true}) {
        const std::string name = bidirectional ? "t5.two" : "t5.one";
        CAPTURE(name);
        Settings settings = test::PositionsGolden::settings("t5");
        settings.bidirectional = bidirectional;
        Learned learned;
        learned.parameters = {golden.tensor("t5.table", {{Axis::bucket, 8}, {Axis::head, 1}})};
        const Column column = computed(settings, learned, golden.content());
        CHECK(golden.difference(name + ".bias", column.encoding.bias) == 0);
        CHECK(golden.difference(name + ".scores", column.scores.map) < rounding);
    }
}

TEST_CASE("FIRE's biases are those of the published network, in a sentence from position 5 on") {
    const test::PositionsGolden golden;
    Settings settings = test::PositionsGolden::settings("fire");
    const PositionalSetting &hidden = *find_setting(*settings.kind, "hidden"),
                            &threshold = *find_setting(*settings.kind, "threshold");
    hidden.key.set(settings, 5);
    threshold.key.set(settings, 12);
    const Dimension units{Axis::d_hidden, 5}, head{Axis::head, 1}, number{Axis::scalar, 1};
    Learned learned;
    learned.parameters = {golden.tensor("fire.in_weight", {units}),
                          golden.tensor("fire.in_bias", {units}),
                          golden.tensor("fire.out_weight", {units, head}),
                          golden.tensor("fire.out_bias", {head}),
                          tensor_of({number}, {0.3F}),
                          tensor_of({number}, {0.9F})};
    const Column column = computed(settings, learned, golden.content());
    CHECK(golden.difference("fire.bias", column.encoding.bias) < rounding);
    CHECK(golden.difference("fire.scores", column.scores.map) < rounding);
    // Up to the threshold the bias depends on the distance alone.
    CHECK(column.encoding.bias.view().at({{5, 2}}) == column.encoding.bias.view().at({{3, 0}}));
    CHECK(column.encoding.bias.view().at({{19, 16}}) != column.encoding.bias.view().at({{3, 0}}));
}

TEST_CASE("Shaw's and Transformer-XL's terms are those of PyTorch") {
    const test::PositionsGolden golden;
    Settings settings = test::PositionsGolden::settings("shaw");
    Learned learned;
    learned.parameters = {golden.tensor("shaw.keys", {{Axis::offset, 9}, {Axis::d_head, 8}})};
    const Column shaw = computed(settings, learned, golden.content());
    REQUIRE(shaw.scores.terms.size() == 2);
    CHECK(golden.difference("shaw.relative", shaw.scores.terms[1].map) < rounding);
    CHECK(golden.difference("shaw.scores", shaw.scores.map) < rounding);

    settings = test::PositionsGolden::settings("transformer_xl");
    learned.parameters = {golden.tensor("xl.weight", {{Axis::d_model, 12}, {Axis::d_head, 8}}),
                          golden.tensor("xl.u", {{Axis::d_head, 8}}), golden.tensor("xl.v", {{Axis::d_head, 8}})};
    for (const bool bidirectional : {false, true}) {
        settings.bidirectional = bidirectional;
        const Column column = computed(settings, learned, golden.content());
        CHECK(column.scores.terms.size() == 4);
        CHECK(golden.difference(bidirectional ? "xl.two.scores" : "xl.one.scores", column.scores.map) < 4 * rounding);
        CHECK(largest_rest(column.scores) < rounding);
    }
}

TEST_CASE("a column that is computed again with other settings shows nothing of the old ones") {
    Column column;
    const std::array kinds{"learned", "rope", "t5",   "one_hot", "transformer_xl", "shaw",
                           "alibi",   "none", "xpos", "fire",    "sinusoidal"};
    for (const int n : {30, 12, 30})
        for (const char* kind : kinds) {
            CAPTURE(kind);
            Settings settings(find_positional(kind));
            settings.n_positions = n;
            const Learned learned = random_learned(settings);
            const Content content = random_content(settings);
            compute(settings, learned, content, column);
            const Column fresh = computed(settings, learned, content);
            CHECK(column.scores.terms.size() == fresh.scores.terms.size());
            CHECK(largest_difference(column.scores.map, fresh.scores.map) == 0);
            CHECK(largest_difference(column.similarity, fresh.similarity) == 0);
            CHECK(column.encoding.table.shape == fresh.encoding.table.shape);
            CHECK(column.encoding.bias.data.size() == fresh.encoding.bias.data.size());
            CHECK(column.encoding.angles.data.size() == fresh.encoding.angles.data.size());
            CHECK(column.widest.largest == fresh.widest.largest);
        }
}

TEST_CASE("a shift of the whole sentence leaves relative encodings' scores, and not those of tables") {
    for (const PositionalKind& kind : all_positional_kinds()) {
        CAPTURE(kind.name);
        Settings settings(&kind);
        settings.n_positions = 40;
        const Learned learned = random_learned(settings);
        const Content content = random_content(settings);
        const Column before = computed(settings, learned, content);
        settings.first = 7;
        const Column after = computed(settings, learned, content);
        const double change = largest_difference(before.scores.map, after.scores.map);
        // FIRE divides by the query's position where that is past its threshold, of 32 tokens here.
        const bool absolute = kind.added != nullptr || kind.name == "fire";
        if (absolute)
            CHECK(change > 0.1);
        else
            CHECK(change < rounding);
        // The same by the diagonals.
        CHECK((before.widest.largest > 0.1) == absolute);
    }
}

TEST_CASE("a position that the table does not have is refused in a sentence") {
    Settings settings(find_positional("learned"));
    settings.n_positions = 33;
    settings.table_rows = 32;
    EncodingTables encoding;
    CHECK_THROWS_WITH_AS(encode(settings, random_learned(settings), encoding),
                         "the model has 32 positions, the text has 33 tokens", Error);
    settings.n_positions = 32;
    CHECK_NOTHROW(encode(settings, random_learned(settings), encoding));
    settings.first = 1;
    CHECK_THROWS_AS(encode(settings, random_learned(settings), encoding), Error);
    settings.kind = find_positional("one_hot");
    CHECK_THROWS_WITH_AS(encode(settings, random_learned(settings), encoding),
                         "one_hot_positions has 32 columns, the text has 33 tokens", Error);
}

TEST_CASE("spread, diagonals and the curve of a query read the map") {
    Tensor map({{Axis::query, 3}, {Axis::key, 3}});
    const std::array entries{1.0F, 2.0F, 3.0F, 4.0F, 1.5F, 2.0F, 9.0F, 4.25F, 1.0F};
    std::copy(entries.begin(), entries.end(), map.data.begin());
    const WidestDiagonal widest = widest_diagonal(map);
    CHECK(widest.largest == 0.5);
    CHECK(widest.distance == 0);
    Diagonals of_map;
    diagonals(map, of_map);
    CHECK(of_map.distance(0) == -2);
    CHECK(of_map.least == std::vector{9.0F, 4.0F, 1.0F, 2.0F, 3.0F});
    CHECK(of_map.most == std::vector{9.0F, 4.25F, 1.5F, 2.0F, 3.0F});
    std::vector<ScoreAtDistance> curve;
    against_distance(map, 1, curve);
    REQUIRE(curve.size() == 3);
    CHECK(curve[0].distance == 1);
    CHECK(curve[0].score == 4);
    CHECK(curve[2].distance == -1);
    CHECK(curve[2].score == 2);
    CHECK_THROWS_WITH_AS(against_distance(map, 3, curve), "the map has no query 3: it has 3", Error);
}

TEST_SUITE_END();
