// What makes rotary positions relative and sines shiftable: the identities that the laboratory shows, on many cases.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/positions/circle.h"
#include "core/positions/encoding.h"
#include "core/positions/shift_map.h"
#include "tests/support/positions_golden.h"

using namespace glassformer;
using namespace glassformer::positions;

namespace {

double dot(const Tensor& a, const Tensor& b) {
    double sum = 0;
    for (std::size_t c = 0; c < a.data.size(); ++c)
        sum += static_cast<double>(a.data[c]) * static_cast<double>(b.data[c]);
    return sum;
}

/// q · R(distance) k in double, with R written out as the paper's matrix of 2 by 2 blocks.
double score_at(const Settings& settings, const Content& content, int distance) {
    const int dims = rotary_dims(settings);
    double sum = 0;
    const auto q = [&](int c) { return static_cast<double>(content.query.data[static_cast<std::size_t>(c)]); };
    const auto k = [&](int c) { return static_cast<double>(content.key.data[static_cast<std::size_t>(c)]); };
    for (int pair = 0; 2 * pair < dims; ++pair) {
        const double angle = distance / std::pow(settings.base, 2.0 * pair / dims);
        const bool half = settings.layout == RotaryLayout::half;
        const int a = half ? pair : 2 * pair, b = half ? pair + dims / 2 : 2 * pair + 1;
        sum += q(a) * (std::cos(angle) * k(a) - std::sin(angle) * k(b));
        sum += q(b) * (std::sin(angle) * k(a) + std::cos(angle) * k(b));
    }
    for (int c = dims; c < settings.d_head; ++c) sum += q(c) * k(c);
    return sum;
}

Tensor turned_at(Settings settings, const Tensor& x, int position, Rotated what = Rotated::query) {
    settings.first = position;
    settings.n_positions = 1;
    EncodingTables encoding;
    encode(settings, {}, encoding);
    Tensor row;
    turned(settings, encoding, what, x, row);
    return row;
}

}  // namespace

TEST_SUITE_BEGIN("positions_turning");

TEST_CASE("(R(i)q)·(R(j)k) is q·R(j-i)k in a thousand random cases") {
    Random random(11);
    double worst = 0;
    for (int round = 0; round < 1000; ++round) {
        Settings settings(find_positional("rope"));
        settings.d_head = settings.d_model = 2 + random.below(63);
        settings.rotary_dims = 2 * (1 + random.below(settings.d_head / 2));
        settings.layout = random.below(2) == 0 ? RotaryLayout::interleaved : RotaryLayout::half;
        settings.base = std::pow(10.0, 1 + 4 * random.uniform());
        settings.seed = static_cast<std::uint64_t>(round);
        const Content content = random_content(settings);
        const int i = random.below(2000), j = random.below(2000);
        const double score = dot(turned_at(settings, content.query, i), turned_at(settings, content.key, j));
        worst = std::max(worst, std::abs(score - score_at(settings, content, j - i)));
    }
    CHECK(worst < 1e-5);
}

TEST_CASE("the row of sines k positions on is one matrix times the row, the one that least squares finds") {
    const test::PositionsGolden golden;
    Settings settings = test::PositionsGolden::settings("sinusoidal");
    settings.first = 0;
    settings.n_positions = 120;
    EncodingTables encoding;
    encode(settings, {}, encoding);
    Tensor map;
    for (const int shift : {1, 7}) {
        shift_map(settings, shift, map);
        CHECK(golden.difference("sinusoidal.map." + std::to_string(shift), map) < 1e-6);
    }
    for (const int shift : {-119, -8, 0, 1, 30, 119}) {
        CAPTURE(shift);
        shift_map(settings, shift, map);
        CHECK(shift_map_error(encoding.table, map, shift) < 1e-6);
        if (shift == 30) CHECK(shift_map_error(encoding.table, map, 31) > 0.1);
    }
    CHECK_THROWS_WITH_AS(shift_map_error(encoding.table, map, 120), "the table has 120 rows: none is 120 from another",
                         Error);
    settings.d_model = 7;
    CHECK_THROWS_WITH_AS(shift_map(settings, 1, map), doctest::Contains("must be even"), Error);
    settings.kind = find_positional("learned");
    CHECK_THROWS_WITH_AS(shift_map(settings, 1, map), doctest::Contains("the encoding learned"), Error);
}

TEST_CASE("the hands of the clock are the table's sines and cosines") {
    Settings settings = test::PositionsGolden::settings("sinusoidal");
    EncodingTables encoding;
    encode(settings, {}, encoding);
    std::vector<Point> hands;
    for (const int token : {0, 3, 19}) {
        clock_hands(settings, token, hands);
        REQUIRE(hands.size() == 6);
        for (int pair = 0; pair < 6; ++pair) {
            const Point& hand = hands[static_cast<std::size_t>(pair)];
            CHECK(hand.y == doctest::Approx(ConstView(encoding.table.view()).at({{token, 2 * pair}})).epsilon(1e-6));
            CHECK(hand.x ==
                  doctest::Approx(ConstView(encoding.table.view()).at({{token, 2 * pair + 1}})).epsilon(1e-6));
        }
    }
    settings.kind = find_positional("alibi");
    clock_hands(settings, 3, hands);
    CHECK(hands.empty());
}

TEST_CASE("a pair of q and k turns with its places, the angle between them with their distance alone") {
    Settings settings = test::PositionsGolden::settings("rope");
    const Content content = random_content(settings);
    std::vector<TurnedPair> here, there;
    turned_pairs(settings, content, 9, 4, here);
    settings.first += 7;
    turned_pairs(settings, content, 9, 4, there);
    REQUIRE(here.size() == 4);
    double sum = 0;
    for (std::size_t k = 0; k < here.size(); ++k) {
        const TurnedPair& pair = here[k];
        const double frequency = std::pow(500.0, -2.0 * static_cast<double>(k) / 8);
        CHECK(pair.frequency == doctest::Approx(frequency));
        CHECK(pair.wavelength == doctest::Approx(2 * std::numbers::pi / frequency));
        CHECK(pair.query_angle == doctest::Approx(14 * frequency));
        CHECK(pair.key_angle == doctest::Approx(9 * frequency));
        // Turned counterclockwise by the angle, its length kept.
        const double before = std::atan2(pair.query.y, pair.query.x),
                     after = std::atan2(pair.query_turned.y, pair.query_turned.x);
        CHECK(std::cos(after - before - pair.query_angle) == doctest::Approx(1).epsilon(1e-6));
        CHECK(std::hypot(pair.query.x, pair.query.y) ==
              doctest::Approx(std::hypot(pair.query_turned.x, pair.query_turned.y)).epsilon(1e-6));
        CHECK(std::cos(pair.between - there[k].between) == doctest::Approx(1).epsilon(1e-9));
        CHECK(there[k].query_angle - pair.query_angle == doctest::Approx(7 * frequency));
        sum += pair.product;
    }
    CHECK(sum == doctest::Approx(score_at(settings, content, 4 - 9)).epsilon(1e-5));
    settings.kind = find_positional("shaw");
    CHECK_THROWS_WITH_AS(turned_pairs(settings, content, 0, 0, here), "the encoding shaw rotates no queries and keys",
                         Error);
}

TEST_CASE("the NTK-aware base brings the slowest pair to where linear interpolation has it, and spares the fastest") {
    Settings settings(find_positional("rope"));
    settings.scaling = positions::RopeScaling::ntk;
    settings.scaling_factor = 4;
    const std::vector<double> scaled = frequencies(settings);
    settings.scaling = positions::RopeScaling::none;
    const std::vector<double> plain = frequencies(settings);
    CHECK(scaled.front() == plain.front());
    CHECK(scaled.back() == doctest::Approx(plain.back() / 4));
    settings.scaling = positions::RopeScaling::linear;
    CHECK(frequencies(settings) == plain);
    CHECK(counted_position(settings, 10) == doctest::Approx(2.5));
}

TEST_CASE("of a model whose rotations are scaled, a query is turned as the model's operation turns it") {
    for (const glassformer::RopeScaling& scaling :
         {glassformer::RopeScaling{.kind = RopeScalingKind::linear, .factor = 4},
          {.kind = RopeScalingKind::dynamic, .factor = 2, .original_max_seq_len = 9},
          {.kind = RopeScalingKind::llama3, .factor = 8, .original_max_seq_len = 16},
          {.kind = RopeScalingKind::yarn, .factor = 4, .original_max_seq_len = 32}}) {
        ModelConfig config;
        config.architecture = Architecture::decoder;
        config.d_model = 24;
        config.n_heads = config.n_kv_heads = 2;
        config.d_head = 12;
        config.max_seq_len = 64;
        config.positional.kind = find_positional("rope");
        config.positional.base = 500;
        config.positional.rotary_dims = 8;
        config.positional.layout = RotaryLayout::half;
        config.positional.scaling = scaling;
        Settings settings = settings_of(config, 1);
        settings.n_positions = 20;
        settings.table_rows = 7;  // of no account for a rotation
        EncodingTables encoding;
        encode(settings, {}, encoding);
        const Content content = random_content(settings);
        Tensor all;
        turned(settings, encoding, Rotated::query, content.query, all);

        Tensor query({{Axis::head, 1}, {Axis::position, 20}, {Axis::d_head, 12}}), expected(query.shape);
        for (std::size_t row = 0; row < 20; ++row)
            std::copy_n(content.query.data.data(), 12, query.data.data() + 12 * row);
        const OperationPtr operation =
            op::rope(500, 8, RotaryLayout::half, 0, scaling, config.max_seq_len);
        const std::vector<ConstView> operands{query.view()};
        operation->forward({.in = operands, .out = expected.view()});
        double largest = 0;
        for (std::size_t e = 0; e < expected.data.size(); ++e)
            largest = std::max(largest, std::abs(static_cast<double>(expected.data[e]) -
                                                 static_cast<double>(all.data[e])));
        CHECK(largest < 1e-5);
        settings.PositionalConfig::scaling = {};
        encode(settings, {}, encoding);
        Tensor plain;
        turned(settings, encoding, Rotated::query, content.query, plain);
        CHECK(plain.data != all.data);
    }
}

TEST_CASE("sines and cosines in halves are shifted by a matrix too") {
    Settings settings(find_positional("sinusoidal"));
    settings.d_model = 12;
    settings.n_positions = 30;
    settings.layout = RotaryLayout::half;
    EncodingTables encoding;
    encode(settings, {}, encoding);
    Tensor map;
    shift_map(settings, 5, map);
    CHECK(shift_map_error(encoding.table, map, 5) < 1e-6);
}

TEST_SUITE_END();
