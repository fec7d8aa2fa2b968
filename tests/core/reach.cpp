// How far a token can reach: what the gradient of one position says of the others, through segments that are kept,
// sparse patterns and depth. A zero is exact: no path leads there.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "core/model/mask.h"
#include "tests/support/evaluated_model.h"

using namespace glassformer;
using test::EvaluatedModel;

namespace {

/// Which tokens' embeddings the loss at `position` depends on.
std::set<int> reached(const std::string& mask, int layers, int tokens, int position,
                      const std::string& positional = R"({"kind": "learned"})") {
    std::vector<float> ids, labels(static_cast<std::size_t>(tokens), -1.0F);
    for (int i = 0; i < tokens; ++i) ids.push_back(static_cast<float>((5 * i + 2) % 11));
    labels[static_cast<std::size_t>(position)] = 4;
    const EvaluatedModel model(R"({"architecture": "decoder", "vocab_size": 11, "max_seq_len": 40, "d_model": 8,
                                   "n_heads": 2, "n_layers": )" +
                                   std::to_string(layers) + R"(, "mask": )" + mask + R"(, "positional": )" +
                                   positional + "}",
                               ids, labels);
    const ConstView gradient = model.gradient("embed.tokens");
    std::set<int> found;
    for (int i = 0; i < tokens; ++i)
        for (int c = 0; c < gradient.shape.cols(); ++c)
            if (gradient.at({{i, c}}) != 0) found.insert(i);
    return found;
}

std::set<int> range(int first, int last) {
    std::set<int> all;
    for (int i = first; i <= last; ++i) all.insert(i);
    return all;
}

int pairs(const char* kind, int tokens, int stride) {
    const MaskConfig config{.kind = find_mask(kind), .number = stride};
    Tensor mask(Shape{{Axis::query, tokens}, {Axis::key, tokens}});
    fill_mask(config, mask.view());
    double sum = 0;
    for (const float entry : mask.data) sum += double{entry};
    return static_cast<int>(sum);
}

}  // namespace

TEST_SUITE_BEGIN("reach");

TEST_CASE("with kept segments every layer reaches one segment further back, and not a token beyond") {
    constexpr int tokens = 20, segment = 4;
    for (const char* positional : {R"({"kind": "transformer_xl"})", R"({"kind": "none"})"})
        for (int layers = 1; layers <= 4; ++layers)
            for (const int position : {19, 17, 16, 9, 3}) {
                CAPTURE(positional);
                CAPTURE(layers);
                CAPTURE(position);
                const int first = std::max(position / segment - layers, 0) * segment;
                CHECK(reached(R"({"kind": "segments", "segment": 4})", layers, tokens, position, positional) ==
                      range(first, position));
            }
}

TEST_CASE("what a strided pattern cannot reach in one layer, it reaches in two") {
    constexpr int tokens = 16;  // stride 4, its root
    const std::string mask = R"({"kind": "strided", "stride": 4})";
    CHECK(reached(mask, 1, tokens, 15) == std::set<int>{3, 7, 11, 12, 13, 14, 15});
    CHECK(reached(mask, 2, tokens, 15) == range(0, 15));
    CHECK(reached(mask, 1, tokens, 9) == std::set<int>{1, 5, 6, 7, 8, 9});
    CHECK(reached(mask, 2, tokens, 9) == range(0, 9));
}

TEST_CASE("what a fixed pattern cannot reach in one layer, it reaches in two") {
    constexpr int tokens = 16;
    const std::string mask = R"({"kind": "fixed", "stride": 4})";
    CHECK(reached(mask, 1, tokens, 13) == std::set<int>{3, 7, 11, 12, 13});
    CHECK(reached(mask, 2, tokens, 13) == range(0, 13));
}

TEST_CASE("a window reaches its width less one further with every layer") {
    for (int layers = 1; layers <= 3; ++layers)
        CHECK(reached(R"({"kind": "window", "window": 3})", layers, 12, 11) == range(11 - 2 * layers, 11));
}

TEST_CASE("sparse patterns with the root as their stride have some n√n pairs, the causal one n(n + 1) / 2") {
    for (const int root : {4, 8, 16, 32}) {
        CAPTURE(root);
        const int n = root * root;
        CHECK(pairs("causal", n, 0) == n * (n + 1) / 2);
        // Query r a + b sees min(r a + b + 1, r) near ones, and every r-th beyond.
        int strided = 0, fixed = 0;
        for (int a = 0; a < root; ++a)
            for (int b = 0; b < root; ++b) {
                strided += (a == 0 ? b + 1 : root) + a;  // a keys at distances r, 2r, …
                fixed += b + 1 + a;                      // its own block so far, and the last key of each before
            }
        CHECK(pairs("strided", n, root) == strided);
        CHECK(pairs("fixed", n, root) == fixed);
        for (const char* kind : {"strided", "fixed"}) {
            const double share = pairs(kind, n, root) / (static_cast<double>(n) * root);  // of n√n
            CHECK(share > 0.9);
            CHECK(share < 1.5);
        }
    }
}

TEST_CASE("one block used at every depth has the parameters of one, and the sum of the gradients") {
    const auto settings = [](bool shared, int layers) {
        return R"({"architecture": "encoder", "vocab_size": 11, "max_seq_len": 9, "d_model": 8, "n_heads": 2, "n_layers": )" +
               std::to_string(layers) + R"(, "shared_layers": )" + (shared ? "true}" : "false}");
    };
    const std::vector<float> tokens{3, 0, 7, 10}, labels{1, 2, 3, 4};
    const EvaluatedModel shared(settings(true, 3), tokens, labels);
    CHECK(shared.weights.count() == EvaluatedModel(settings(true, 1), tokens).weights.count());
    CHECK(shared.tape.trace().find("blocks.2.resid_post") >= 0);
    // The same numbers in three blocks of their own compute the same, and their gradients add up to the shared one's.
    EvaluatedModel apart(settings(false, 3), tokens);
    for (const Parameter& parameter : apart.weights.parameters) {
        std::string name = parameter.name;
        if (name.starts_with("blocks.")) name.replace(7, 1, "0");
        std::copy_n(shared.weights.find(name)->data, parameter.shape.count(), apart.memory(parameter.name));
    }
    const EvaluatedModel again(settings(false, 3), tokens, labels, &apart.weights);
    const ConstView a = shared.view("logits"), b = again.view("logits");
    for (std::size_t i = 0; i < a.shape.count(); ++i) CHECK(a.data[i] == b.data[i]);
    for (const char* name : {"attn.q.weight", "mlp.out.bias", "norm2.weight"}) {
        CAPTURE(name);
        const ConstView all = shared.gradient(std::string("blocks.0.") + name);
        for (std::size_t i = 0; i < all.shape.count(); ++i) {
            double sum = 0;
            for (const char* block : {"blocks.0.", "blocks.1.", "blocks.2."})
                sum += double{again.gradient(std::string(block) + name).data[i]};
            CHECK(double{all.data[i]} == doctest::Approx(sum).epsilon(1e-4));
        }
    }
}

TEST_SUITE_END();
