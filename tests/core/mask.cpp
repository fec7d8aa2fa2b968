// The masks against their definitions, drawn by hand or counted out, and what a mask and a softmax make of a query
// that sees nothing.
#include "core/model/mask.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "core/base/error.h"
#include "core/base/thread_pool.h"
#include "core/model/config.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"

using namespace glassformer;

namespace {

constexpr int tokens = 9;

/// The mask of nine tokens, one string a query.
std::vector<std::string> picture(const char* kind, int number) {
    MaskConfig config;
    config.kind = find_mask(kind);
    REQUIRE_MESSAGE(config.kind != nullptr, kind);
    config.number = number;
    Tensor mask(Shape{{Axis::query, tokens}, {Axis::key, tokens}});
    fill_mask(config, mask.view());
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < tokens; ++i) {
        std::string row;
        for (std::size_t j = 0; j < tokens; ++j) row += mask.data[i * tokens + j] == 1 ? '#' : '.';
        rows.push_back(row);
    }
    return rows;
}

}  // namespace

TEST_SUITE_BEGIN("mask");

TEST_CASE("nine tokens under masks drawn by hand") {
    CHECK(picture("none", 0) == std::vector<std::string>(tokens, "#########"));
    CHECK(picture("causal", 0) == std::vector<std::string>{"#........", "##.......", "###......", "####.....",
                                                           "#####....", "######...", "#######..", "########.",
                                                           "#########"});
    CHECK(picture("window", 3) == std::vector<std::string>{"#........", "##.......", "###......", ".###.....",
                                                           "..###....", "...###...", "....###..", ".....###.",
                                                           "......###"});
    CHECK(picture("dilated", 5) == std::vector<std::string>{"#........", ".#.......", "#.#......", ".#.#.....",
                                                            "#.#.#....", ".#.#.#...", "..#.#.#..", "...#.#.#.",
                                                            "....#.#.#"});
    CHECK(picture("strided", 3) == std::vector<std::string>{"#........", "##.......", "###......", "####.....",
                                                            ".####....", "..####...", "#..####..", ".#..####.",
                                                            "..#..####"});
    CHECK(picture("fixed", 3) == std::vector<std::string>{"#........", "##.......", "###......", "..##.....",
                                                          "..###....", "..####...", "..#..##..", "..#..###.",
                                                          "..#..####"});
    CHECK(picture("segments", 3) == std::vector<std::string>{"#........", "##.......", "###......", "####.....",
                                                             "#####....", "######...", "...####..", "...#####.",
                                                             "...######"});
    CHECK(picture("prefix", 4) == std::vector<std::string>{"####.....", "####.....", "####.....", "####.....",
                                                           "#####....", "######...", "#######..", "########.",
                                                           "#########"});
}

// Independent of the table: the keys that each definition names are counted out, not tested one by one.
TEST_CASE("the masks see the keys that their definitions name, for every number") {
    for (int n = 1; n <= tokens + 1; ++n) {
        CAPTURE(n);
        for (int i = 0; i < tokens; ++i) {
            CAPTURE(i);
            std::set<int> window, dilated, strided, fixed, prefix, segments;
            for (int back = 0; back < n && back <= i; ++back) window.insert(i - back), strided.insert(i - back);
            for (int back = 0; back < n && back <= i; back += 2) dilated.insert(i - back);
            for (int j = i; j >= 0; j -= n) strided.insert(j);
            const int block = i - i % n;
            for (int j = block; j <= i; ++j) fixed.insert(j);
            for (int end = n - 1; end <= i; end += n) fixed.insert(end);
            for (int j = 0; j <= i; ++j) prefix.insert(j);
            for (int j = 0; j < n && j < tokens; ++j) prefix.insert(j);
            for (int j = std::max(block - n, 0); j <= i; ++j) segments.insert(j);
            const auto row = [](const std::set<int>& keys) {
                std::string text(tokens, '.');
                for (const int j : keys) text[static_cast<std::size_t>(j)] = '#';
                return text;
            };
            const auto at = static_cast<std::size_t>(i);
            CHECK(picture("window", n)[at] == row(window));
            CHECK(picture("dilated", n)[at] == row(dilated));
            CHECK(picture("strided", n)[at] == row(strided));
            CHECK(picture("fixed", n)[at] == row(fixed));
            CHECK(picture("prefix", n)[at] == row(prefix));
            CHECK(picture("segments", n)[at] == row(segments));
        }
    }
}

TEST_CASE("a mask says whether a query sees a later key") {
    for (const MaskKind& kind : all_masks())
        for (int n = 1; n <= tokens; ++n) {
            const MaskConfig config{.kind = &kind, .number = n};
            bool later = false;
            for (int i = 0; i < tokens; ++i)
                for (int j = i + 1; j < tokens; ++j) later |= kind.sees(i, j, n);
            CAPTURE(kind.name);
            CAPTURE(n);
            CHECK(sees_later(config) == later);
        }
}

TEST_CASE("an unknown mask is not found, and a mask has two axes") {
    std::set<std::string_view> names;
    for (const MaskKind& kind : all_masks()) {
        CHECK(names.insert(kind.name).second);
        CHECK(find_mask(kind.name) == &kind);
    }
    for (const char* name : {"none", "causal", "window", "dilated", "strided", "fixed", "prefix", "segments"})
        CHECK_MESSAGE(names.contains(name), name);
    CHECK(find_mask("diagonal") == nullptr);
    MaskConfig config;
    config.kind = find_mask("causal");
    Tensor tensor(Shape{{Axis::head, 2}, {Axis::query, 2}, {Axis::key, 2}});
    CHECK_THROWS_AS(fill_mask(config, tensor.view()), Error);
}

TEST_CASE("a query that sees nothing has weights of zero and no gradient, and nothing becomes NaN") {
    const Shape scores{{Axis::head, 1}, {Axis::query, 2}, {Axis::key, 3}};
    const Tensor x = normal_tensor(scores, 1), upstream = normal_tensor(scores, 2);
    const Tensor blind = tensor_of({{Axis::query, 2}, {Axis::key, 3}}, {0, 0, 0, 1, 0, 1});
    Tensor masked(scores), weights(scores), masked_grad(scores), x_grad(scores);
    const std::vector<ConstView> mask_in{x.view(), blind.view()};
    op::mask()->forward({mask_in, masked.view(), nullptr});
    const std::vector<ConstView> softmax_in{masked.view()};
    op::softmax()->forward({softmax_in, weights.view(), nullptr});
    for (const std::size_t i : {0, 1, 2, 4}) {
        CHECK(std::isinf(masked.data[i]));
        CHECK(weights.data[i] == 0.0F);
    }
    CHECK(weights.data[3] + weights.data[5] == doctest::Approx(1.0));

    const std::vector<View> softmax_grad{masked_grad.view()}, mask_grad{x_grad.view(), {blind.shape, nullptr}};
    op::softmax()->backward({softmax_in, weights.view(), upstream.view(), softmax_grad, nullptr});
    op::mask()->backward({mask_in, masked.view(), masked_grad.view(), mask_grad, nullptr});
    for (const std::size_t i : {0, 1, 2, 4}) CHECK(x_grad.data[i] == 0.0F);
    CHECK(x_grad.data[3] != 0.0F);
    CHECK(x_grad.data[3] == doctest::Approx(-x_grad.data[5]));
}

TEST_CASE("attention is the same on one thread and on several" * doctest::test_suite("threads")) {
    ThreadPool pool(3);
    constexpr int batch = 2, heads = 4, length = 70;
    const Shape q{{Axis::batch, batch}, {Axis::head, heads}, {Axis::position, length}, {Axis::d_head, 16}};
    const Shape k{{Axis::batch, batch}, {Axis::head, 2}, {Axis::position, length}, {Axis::d_head, 16}};
    const Shape scores{{Axis::batch, batch}, {Axis::head, heads}, {Axis::query, length}, {Axis::key, length}};
    const Shape table{{Axis::offset, 7}, {Axis::d_head, 16}};
    Tensor sees(Shape{{Axis::query, length}, {Axis::key, length}});
    MaskConfig causal;
    causal.kind = find_mask("causal");
    fill_mask(causal, sees.view());
    const std::vector<Example> examples{
        {"rope", op::rope(10000, 16, RotaryLayout::half), {normal_tensor(q, 1)}},
        {"scores", op::attention_scores(), {normal_tensor(q, 1), normal_tensor(k, 2)}},
        {"shaw", op::shaw_scores(3), {normal_tensor(q, 1), normal_tensor(k, 2), normal_tensor(table, 3)}},
        {"scale", op::scale(0.25F, "s"), {normal_tensor(scores, 4)}},
        {"mask", op::mask(), {normal_tensor(scores, 4), sees}},
        {"softmax", op::softmax(), {normal_tensor(scores, 4)}},
        {"values", op::attention_values(), {normal_tensor(scores, 4), normal_tensor(k, 5)}},
    };
    for (const Example& example : examples) {
        CAPTURE(example.label);
        std::vector<ConstView> in;
        std::vector<Shape> shapes;
        for (const Tensor& operand : example.operands) in.push_back(operand.view()), shapes.push_back(operand.shape);
        const Shape shape = example.operation->infer(shapes);
        const Tensor upstream = normal_tensor(shape, 6);
        const auto run = [&](ThreadPool* threads) {
            std::vector<Tensor> results{Tensor(shape)};
            for (const Shape& operand : shapes) results.emplace_back(operand);
            std::vector<View> gradients;
            for (std::size_t i = 0; i < in.size(); ++i) gradients.push_back(results[i + 1].view());
            example.operation->forward({in, results[0].view(), threads});
            example.operation->backward({in, results[0].view(), upstream.view(), gradients, threads});
            return results;
        };
        const std::vector<Tensor> one = run(nullptr), several = run(&pool);
        for (std::size_t t = 0; t < one.size(); ++t)
            for (std::size_t i = 0; i < one[t].data.size(); ++i)
                if (one[t].data[i] != several[t].data[i])
                    CHECK(static_cast<double>(several[t].data[i]) ==
                          doctest::Approx(static_cast<double>(one[t].data[i])).epsilon(1e-4));
    }
}

TEST_SUITE_END();
