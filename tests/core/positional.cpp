// The functions behind the positional encodings against published values, and the property that makes rotary
// positions relative.
// ctest: optimised too
#include "core/model/positional.h"
#include "core/ops/position_formulas.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/model/config.h"
#include "core/model/graph.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"

using namespace glassformer;

TEST_SUITE_BEGIN("positional");

TEST_CASE("the encodings are found by the names of config.json, and each acts in one place") {
    for (const char* name : {"none", "sinusoidal", "learned", "rope", "alibi", "t5", "shaw", "one_hot",
                             "transformer_xl", "xpos", "fire"}) {
        const PositionalKind* kind = find_positional(name);
        REQUIRE_MESSAGE(kind != nullptr, name);
        CHECK(kind->name == name);
        const int places = (kind->added != nullptr) + (kind->rotation != nullptr) + (kind->bias != nullptr) +
                           (kind->scores != nullptr) + (kind->distances != nullptr);
        CHECK_MESSAGE(places == (std::string_view(name) == "none" ? 0 : 1), name);
    }
    CHECK(find_positional("rotary") == nullptr);
}

TEST_CASE("every row of the encodings says what its model, its file and its page need") {
    std::set<std::string_view> names, controls;
    std::set<unsigned> streams;
    int place = 0;
    for (const PositionalKind& kind : all_positional_kinds()) {
        CAPTURE(kind.name);
        CHECK(kind.place > place);  // the order of the menu, whatever the files are called
        place = kind.place;
        CHECK(names.insert(kind.name).second);
        CHECK(find_positional(kind.name) == &kind);
        for (const char* text : {kind.title, kind.sentence, kind.formulas.from_zero, kind.formulas.from_one})
            CHECK(std::string_view(text) != "");
        // Either a sentence about the two formulas, or sines whose periods differ.
        CHECK((*kind.formulas.difference == '\0') == (kind.frequencies != nullptr));
        if (kind.scores != nullptr) CHECK(*kind.term.name != '\0');
        if (kind.distances != nullptr) CHECK(kind.parameters.size() == 3);
        CHECK((*kind.trained == '\0') == kind.parameters.empty());
        for (const PositionalParameter& parameter : kind.parameters) {
            CAPTURE(parameter.name);
            CHECK(streams.insert(parameter.stream).second);
            CHECK(parameter.in_block == (kind.added == nullptr));
            CHECK(*parameter.symbol != '\0');
        }
        for (const PositionalSetting& setting : kind.settings) {
            CAPTURE(setting.key.name);
            CHECK(find_setting(kind, setting.key.name) == &setting);
            CHECK(std::string_view(setting.key.hint) != "");
            if (setting.key.type == KeyType::choice)
                CHECK(setting.labels.size() == setting.key.options().size());
            else
                CHECK(setting.range.low < setting.range.high);
            PositionalConfig config;
            setting.key.set(config, 1);
            CHECK(setting.key.get(config) == 1);
        }
    }
    CHECK(streams.contains(1));
    int calls = 0;
    for_each_setting([&](const PositionalSetting& setting) {
        CHECK(controls.insert(setting.id).second);
        ++calls;
    });
    CHECK(calls >= 6);
}

TEST_CASE("the slowest pair's period is what the hint of the base says") {
    const PositionalKind& rope = *find_positional("rope");
    ModelConfig config;
    for (const double base : {100.0, 10000.0})
        for (const int d : {4, 64}) {
            config.positional.base = base;
            config.positional.rotary_dims = d;
            const double slowest = 2 * std::numbers::pi / rope.frequencies(config, 1).back();
            CHECK(slowest == doctest::Approx(2 * std::numbers::pi * std::pow(base, (d - 2.0) / d)));
        }
    CHECK(std::string_view(find_setting(rope, "base")->key.hint).find("2π · base^((d − 2)/d)") !=
          std::string_view::npos);
}

TEST_CASE("learned tables have the shapes of the model") {
    ModelConfig config;
    config.d_model = 12;
    config.d_head = 3;
    config.n_heads = 4;
    config.max_seq_len = 50;
    config.positional.buckets = 16;
    config.positional.clip = 5;
    config.positional.kind = find_positional("learned");
    CHECK(find_positional("learned")->parameters[0].shape(config) == Shape{{Axis::position, 50}, {Axis::d_model, 12}});
    CHECK(find_positional("t5")->parameters[0].shape(config) == Shape{{Axis::bucket, 16}, {Axis::head, 4}});
    CHECK(find_positional("shaw")->parameters[0].shape(config) == Shape{{Axis::offset, 11}, {Axis::d_head, 3}});
    config.positional.combine = Combine::append;
    config.positional.dims = 6;
    CHECK(find_positional("learned")->parameters[0].shape(config) ==
          Shape{{Axis::position, 50}, {Axis::d_position, 6}});
    CHECK(appended_columns(config) == 6);
    config.positional.kind = find_positional("one_hot");
    CHECK(appended_columns(config) == 50);
    CHECK_FALSE(find_positional("learned")->parameters[0].in_block);
    CHECK(find_positional("t5")->parameters[0].in_block);
    CHECK(find_positional("shaw")->parameters[0].in_block);
}

TEST_CASE("ALiBi's slopes are the published ones") {
    const auto check = [](const std::vector<double>& slopes) {
        for (std::size_t h = 0; h < slopes.size(); ++h)
            CHECK(static_cast<double>(alibi_slope(static_cast<int>(h), static_cast<int>(slopes.size()))) ==
                  doctest::Approx(slopes[h]).epsilon(1e-6));
    };
    check({0.00390625});
    check({0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625});
    check({0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 0.70710678, 0.35355339, 0.17677670,
           0.08838835});
    check({0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125});
}

namespace {

struct Bucket {
    int distance, bucket;  // key - query
};

void check_buckets(bool bidirectional, int buckets, int max_distance, const std::vector<Bucket>& expected) {
    for (const Bucket& row : expected) {
        CAPTURE(row.distance);
        CHECK(t5_bucket(row.distance, buckets, max_distance, bidirectional) == row.bucket);
    }
}

}  // namespace

// The numbers come from a transcription of the published function in Python, in single precision.
TEST_CASE("T5's buckets are the published ones") {
    check_buckets(true, 32, 128,
                  {{-1000, 15}, {-128, 15}, {-91, 15}, {-90, 14}, {-64, 14}, {-63, 13}, {-46, 13}, {-45, 12},
                   {-32, 12},   {-23, 11},  {-22, 10}, {-16, 10}, {-15, 9},  {-12, 9},  {-11, 8},  {-8, 8},
                   {-7, 7},     {-1, 1},    {0, 0},    {1, 17},   {7, 23},   {8, 24},   {11, 24},  {12, 25},
                   {16, 26},    {23, 27},   {32, 28},  {64, 30},  {90, 30},  {91, 31},  {128, 31}, {500, 31}});
    check_buckets(false, 32, 128,
                  {{-1000, 31},
                   {-128, 31},
                   {-113, 31},
                   {-112, 30},
                   {-91, 29},
                   {-64, 26},
                   {-46, 24},
                   {-45, 23},
                   {-32, 21},
                   {-23, 18},
                   {-16, 16},
                   {-15, 15},
                   {-1, 1},
                   {0, 0},
                   {1, 0},
                   {500, 0}});
    check_buckets(true, 8, 20, {{-200, 3}, {-7, 3}, {-1, 1}, {0, 0}, {1, 5}, {2, 6}, {7, 7}, {500, 7}});
    check_buckets(false, 7, 9, {{-128, 6}, {-8, 6}, {-7, 6}, {-1, 1}, {0, 0}, {2, 0}});
    check_buckets(true, 32, 256,
                  {{-128, 14}, {-91, 13}, {-45, 11}, {-16, 9}, {12, 24}, {64, 28}, {127, 30}, {500, 31}});
}

TEST_CASE("every bucket stays in the table, however odd the table") {
    for (const bool bidirectional : {false, true})
        for (int buckets = bidirectional ? 2 : 1; buckets < 12; ++buckets)
            for (const int max_distance : {1, 2, 3, 20})
                for (int distance = -40; distance <= 40; ++distance) {
                    const int bucket = t5_bucket(distance, buckets, max_distance, bidirectional);
                    CHECK((bucket >= 0 && bucket < buckets));
                }
}

TEST_CASE("the angle of a pair grows with the position and falls with the pair") {
    CHECK(rotary_angle(7, 0, 8, 10000) == doctest::Approx(7.0));
    CHECK(rotary_angle(7, 2, 8, 10000) == doctest::Approx(0.07));
    CHECK(rotary_angle(3, 1, 4, 100) == doctest::Approx(0.3));
}

TEST_CASE("the product of a turned query and a turned key depends on their distance alone") {
    constexpr int d_head = 8, tokens = 40;
    const Shape shape{{Axis::head, 1}, {Axis::position, tokens}, {Axis::d_head, d_head}};
    for (const RotaryLayout layout : {RotaryLayout::interleaved, RotaryLayout::half}) {
        // The same query and the same key at every position.
        const Tensor query = normal_tensor({{Axis::d_head, d_head}}, 1),
                     key = normal_tensor({{Axis::d_head, d_head}}, 2);
        const auto turned = [&](const Tensor& vector) {
            Tensor repeated(shape), out(shape);
            for (std::size_t i = 0; i < repeated.data.size(); ++i) repeated.data[i] = vector.data[i % d_head];
            const std::vector<ConstView> in{repeated.view()};
            op::rope(10000, 6, layout)->forward({in, out.view(), nullptr});
            return out;
        };
        const Tensor q = turned(query), k = turned(key);
        const auto score = [&](int i, int j) {
            double sum = 0;
            for (int c = 0; c < d_head; ++c)
                sum += static_cast<double>(q.view().at(Cell{{0, i, c, 0}})) *
                       static_cast<double>(k.view().at(Cell{{0, j, c, 0}}));
            return sum;
        };
        for (int distance = 0; distance < 10; ++distance)
            for (int i = 1; i + distance < tokens; ++i)
                CHECK(score(i, i + distance) == doctest::Approx(score(0, distance)).epsilon(1e-5));
        CHECK(std::abs(score(0, 5) - score(0, 0)) > 0.1);
    }
}

TEST_CASE("an angle says that its position is counted from 0, unlike the positions on the screen") {
    const Shape one{{Axis::head, 1}, {Axis::position, 3}, {Axis::d_head, 4}},
        x{{Axis::position, 3}, {Axis::d_model, 4}};
    const Tensor q(one), tokens(x);
    const auto angle = [](const OperationPtr& operation, const Tensor& of, const Cell& cell) {
        const std::array in{of.view()};
        return operation
            ->derive(
                {.cell = cell, .in = {}, .out = of.shape, .read = [&](int, const Cell& at) { return in[0].at(at); }})
            .steps.front()
            .meaning;
    };
    CHECK(angle(op::rope(10000, 4, RotaryLayout::half), q, {{0, 2, 1}}) == "angle of pair 1 at i = 2, counted from 0");
    CHECK(angle(op::sinusoidal_positions(10000), tokens, {{2, 0}}) == "angle of pair 0 at i = 2, counted from 0");
}

TEST_CASE("the rotation refuses dimensions that make no pairs") {
    const std::vector<Shape> in{{{Axis::head, 2}, {Axis::position, 3}, {Axis::d_head, 4}}};
    for (const int dims : {0, 3, 6}) CHECK_THROWS_AS((void)op::rope(10000, dims, RotaryLayout::half)->infer(in), Error);
    CHECK(op::rope(10000, 4, RotaryLayout::half)->infer(in) == in[0]);
}

TEST_CASE("attention refuses operands that do not fit, and says why with their shapes") {
    const Shape q{{Axis::head, 4}, {Axis::position, 3}, {Axis::d_head, 2}};
    const auto message = [](const OperationPtr& operation, const std::vector<Shape>& in) {
        try {
            (void)operation->infer(in);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    CHECK(message(op::attention_scores(), {q, {{Axis::head, 3}, {Axis::position, 3}, {Axis::d_head, 2}}}) ==
          "attention_scores needs a number of heads that is a multiple of the kv heads, not 4 of 3, got "
          "[head 4, pos 3, d_head 2] and [head 3, pos 3, d_head 2]");
    CHECK(message(op::attention_scores(), {q, {{Axis::head, 4}, {Axis::position, 3}, {Axis::d_head, 5}}})
              .find("d_head 5") != std::string::npos);
    CHECK(message(op::attention_scores(), {q}) == "attention_scores takes 2 operands, got 1");
    CHECK(message(op::attention_values(), {{{Axis::head, 4}, {Axis::query, 3}, {Axis::key, 7}}, q}).find("key 7") !=
          std::string::npos);
    CHECK(message(op::shaw_scores(2), {q, q, {{Axis::offset, 4}, {Axis::d_head, 2}}}).find("offset 5") !=
          std::string::npos);
    CHECK(message(op::t5_bias(128, false), {q, {{Axis::bucket, 8}, {Axis::head, 3}}}).find("head 3") !=
          std::string::npos);
}

TEST_CASE("xPos's factors are the published ones, and its scores decay with the distance alone") {
    CHECK(xpos_factor(0, 8) == doctest::Approx(0.4 / 1.4));
    CHECK(xpos_factor(3, 8) == doctest::Approx((0.75 + 0.4) / 1.4));
    CHECK(xpos_power(512, 0, 8, 1.0 / 512) == doctest::Approx(0.4 / 1.4));
    CHECK(xpos_power(9, 0, 8, 0) == 1);
    const Shape shape{{Axis::head, 1}, {Axis::position, 40}, {Axis::d_head, 6}};
    Tensor ones(shape), q(shape), k(shape);
    std::fill(ones.data.begin(), ones.data.end(), 1.0F);
    const std::vector<ConstView> in{ones.view()};
    // Angles of 0 or nearly: what is left is the decay.
    op::rope(1e12, 6, RotaryLayout::half, 0, 0.125)->forward({in, q.view(), nullptr});
    op::rope(1e12, 6, RotaryLayout::half, 0, -0.125)->forward({in, k.view(), nullptr});
    const auto of_pair = [&](int i, int j, int pair) {
        const auto at = [&](const Tensor& rows, int row, int c) {
            return static_cast<double>(rows.view().at(Cell{{0, row, c, 0}}));
        };
        return at(q, i, pair) * at(k, j, pair) + at(q, i, pair + 3) * at(k, j, pair + 3);
    };
    for (int distance = 0; distance < 10; ++distance)
        for (int j = 0; j + distance < 40; ++j) {
            const double expected = 2 * std::pow(xpos_factor(2, 6), distance * 0.125);
            CHECK(of_pair(j + distance, j, 2) == doctest::Approx(expected).epsilon(1e-5));
            CHECK(of_pair(j + distance, j, 0) == doctest::Approx(of_pair(distance, 0, 0)).epsilon(1e-5));
        }
    const std::vector<Shape> far{shape};
    CHECK_THROWS_WITH_AS((void)op::rope(100, 6, RotaryLayout::half, 100, -1)->infer(far),
                         "position 139 is too far for xPos: its scale must be at least 3 there", Error);
}

TEST_CASE("FIRE's bias is the published function of the distance as a share of the query's position") {
    // Two hidden units: h = max(0, x), max(0, 1 - 2 x).
    const Dimension units{Axis::d_hidden, 2}, heads{Axis::head, 2};
    const Shape number{{Axis::scalar, 1}}, scores{{Axis::head, 2}, {Axis::query, 9}, {Axis::key, 9}};
    std::vector<Tensor> operands{Tensor(scores),
                                 tensor_of({units}, {1, -2}),
                                 tensor_of({units}, {0, 1}),
                                 tensor_of({units, heads}, {3, 0, 0, 5}),
                                 tensor_of({heads}, {0.5F, -1}),
                                 tensor_of(number, {0.2F}),
                                 tensor_of(number, {0.5F})};
    const auto run = [&](const Operation& operation) {
        std::vector<ConstView> in;
        for (const Tensor& operand : operands) in.push_back(std::as_const(operand).view());
        Tensor out(scores);
        operation.forward({.in = in, .out = out.view()});
        return out;
    };
    const Tensor bias = run(*op::fire_bias(8));  // L = 4
    const auto psi = [](double t) { return std::log(0.2 * t + 1); };
    for (int i = 0; i < 9; ++i)
        for (int j = 0; j < 9; ++j) {
            const double x = psi(std::abs(i - j)) / (psi(std::max(4, i)) + 1e-6);
            CHECK(bias.view().at({{0, i, j}}) == doctest::Approx(0.5 + 3 * x).epsilon(1e-5));
            CHECK(bias.view().at({{1, i, j}}) == doctest::Approx(-1 + 5 * std::max(0.0, 1 - 2 * x)).epsilon(1e-5));
            if (j <= i) CHECK(bias.view().at({{0, i, j}}) <= 3.5F);  // shares of earlier keys end at 1
        }
    // Equal distances have equal biases up to L, and smaller shares behind it.
    CHECK(bias.view().at({{0, 3, 1}}) == bias.view().at({{0, 4, 2}}));
    CHECK(bias.view().at({{0, 8, 6}}) < bias.view().at({{0, 4, 2}}));
    // Where a sentence stands counts; the signs of c and λ do not.
    const Tensor later = run(*op::fire_bias(8, 5, 5));
    CHECK(later.view().at({{0, 3, 1}}) == bias.view().at({{0, 8, 6}}));
    operands[5].data[0] = -0.2F;
    operands[6].data[0] = -0.5F;
    CHECK(run(*op::fire_bias(8)).data == bias.data);
}

TEST_CASE("a number that one encoding has alone is kept by its key, and as nothing where it is the usual one") {
    static constexpr OwnNumber a{"a", 3}, b{"b", 0.5};
    PositionalConfig config, other;
    CHECK(config.own[a] == 3);
    config.own.set(b, 2);
    config.own.set(a, 4);
    CHECK(config.own[a] == 4);
    CHECK(config.own[b] == 2);
    CHECK(config != other);
    other.own.set(a, 4);
    other.own.set(b, 2);
    CHECK(config == other);
    config.own.set(a, 3);
    other.own.set(a, 5);
    other.own.set(a, 3);
    CHECK(config == other);
    config.own.set(b, 0.5);
    CHECK(config == PositionalConfig());
}

TEST_SUITE_END();
