// Every kind of exercise against formulas written down here once more, in double precision, for several seeds.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "core/exercises/exercise.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("exercises");

namespace {

using Row = std::vector<double>;
using Given = std::map<std::string, Row>;
using Results = std::vector<Row>;  // of the answers, in their order

Row part(const Row& all, std::size_t from, std::size_t count) {
    return {all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(from + count)};
}
double dot(const Row& a, const Row& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }
Row product(const Row& a, const Row& b, std::size_t inner) {  // [n, inner] [inner, m]
    const std::size_t rows = a.size() / inner, cols = b.size() / inner;
    Row c(rows * cols, 0);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < cols; ++j)
            for (std::size_t k = 0; k < inner; ++k) c[i * cols + j] += a[i * inner + k] * b[k * cols + j];
    return c;
}
Row by_transposed(const Row& a, const Row& b, std::size_t inner) {
    Row c;
    for (std::size_t i = 0; i * inner < a.size(); ++i)
        for (std::size_t j = 0; j * inner < b.size(); ++j)
            c.push_back(dot(part(a, i * inner, inner), part(b, j * inner, inner)));
    return c;
}
Row sum(const Row& a, const Row& b) {
    Row c;
    for (std::size_t i = 0; i < a.size(); ++i) c.push_back(a[i] + b[i]);
    return c;
}
Row times(Row a, double factor) {
    for (double& entry : a) entry *= factor;
    return a;
}
Row softmax(const Row& s) {
    double all = 0;
    Row p;
    for (const double each : s) all += std::exp(each);
    for (const double each : s) p.push_back(std::exp(each) / all);
    return p;
}
Row relu(Row x) {
    for (double& entry : x) entry = std::max(0.0, entry);
    return x;
}
Row joined(Row a, const Row& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
double mean(const Row& x) { return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size()); }
double variance(const Row& x) { return dot(x, x) / static_cast<double>(x.size()) - mean(x) * mean(x); }
Row normal(const Row& x) {
    Row y;
    for (const double entry : x) y.push_back((entry - mean(x)) / std::sqrt(variance(x)));
    return y;
}
Row rotated(const Row& v, double angle) {
    return {v[0] * std::cos(angle) - v[1] * std::sin(angle), v[0] * std::sin(angle) + v[1] * std::cos(angle)};
}
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double entropy(const Row& p) {
    double h = 0;
    for (const double each : p) h -= each * std::log(each);
    return h;
}

Results attention(const std::string& kind, const Given& g) {
    const auto of = [&](const char* name) { return g.at(name); };
    if (kind == "dot-scores") return {by_transposed(of("q"), of("k"), 2)};
    if (kind == "scaled-attention") {
        const Row w = softmax(times(by_transposed(of("q"), of("k"), 4), 0.5));
        return {w, product(w, of("v"), 3)};
    }
    if (kind == "causal-mask") {
        const Row s = of("s");
        return {joined(joined({1, 0, 0}, joined(softmax(part(s, 3, 2)), {0})), softmax(part(s, 6, 3)))};
    }
    if (kind == "padding-mask") {
        const Row s = of("s");
        const auto length = static_cast<std::size_t>(of("length")[0]);
        return {joined(joined(softmax(part(s, 0, length)), Row(4 - length, 0)), softmax(part(s, 4, 4)))};
    }
    if (kind == "score-scaling") {
        const double root = std::sqrt(of("d")[0]);
        return {{root}, softmax(of("s")), softmax(times(of("s"), 1 / root))};
    }
    if (kind == "plain-attention") {
        const Row x = of("x"), mine = part(x, 2 * static_cast<std::size_t>(of("i")[0]), 2);
        const Row s = by_transposed(mine, x, 2), w = softmax(s);
        return {s, w, product(w, x, 3)};
    }
    if (kind == "additive-score") {
        Row e;
        for (std::size_t j = 0; j < 2; ++j)
            e.push_back(of("v")[0] * std::tanh(of("q")[0] + of("k")[2 * j]) +
                        of("v")[1] * std::tanh(of("q")[1] + of("k")[2 * j + 1]));
        return {e, softmax(e)};
    }
    if (kind == "projections") {
        const Row q = product(of("x"), of("wq"), 2), k = product(of("x"), of("wk"), 2);
        return {q, k, product(of("x"), of("wv"), 2), by_transposed(q, k, 2)};
    }
    if (kind == "two-heads") {
        Row all;
        for (std::size_t h = 0; h < 2; ++h) {
            const Row q = part(of("q"), 2 * h, 2);
            all = joined(all, softmax(times({dot(q, part(of("k"), 2 * h, 2)), dot(q, part(of("k"), 4 + 2 * h, 2))},
                                            1 / std::numbers::sqrt2)));
        }
        return {all};
    }
    if (kind == "wide-heads") {
        const double d = of("d")[0], h = of("h")[0];
        return {{d / h}, {4 * d * d}, {4 * d * d * h}};
    }
    if (kind == "read-attention") return {softmax(of("s"))};
    return {};
}

Results positions_and_blocks(const std::string& kind, const Given& g) {
    const auto of = [&](const char* name) { return g.at(name); };
    if (kind == "sinusoid") {
        const double p = of("p")[0];
        return {{std::sin(p), std::cos(p), std::sin(p / 100), std::cos(p / 100)}};
    }
    if (kind == "sinusoid-distance") return {{std::cos(of("distance")[0])}, {std::cos(of("distance")[0])}};
    if (kind == "rope") {
        const double m = of("m")[0], n = of("n")[0];
        const double s = dot(rotated(of("q"), m - n), of("k"));  // the distance alone
        return {rotated(of("q"), m), rotated(of("k"), n), {s}, {s}};
    }
    if (kind == "alibi") {
        const double slope = std::pow(0.5, of("h")[0]);
        const Row b{-3 * slope, -2 * slope, -slope, 0};
        return {b, softmax(sum(of("s"), b))};
    }
    if (kind == "layer-norm") {
        const Row x = of("x");
        const double m = mean(x), v = variance(x), eps = of("eps")[0];
        Row inside, outside;
        for (const double entry : x) {
            inside.push_back((entry - m) / std::sqrt(v + eps));
            outside.push_back((entry - m) / (std::sqrt(v) + eps));
        }
        return {{m}, {v}, inside, outside};
    }
    if (kind == "rms-norm") {
        const double rms = std::sqrt(dot(of("x"), of("x")) / 4);
        Row y;
        for (std::size_t i = 0; i < 4; ++i) y.push_back(of("x")[i] / rms * of("gamma")[i]);
        return {{rms}, y};
    }
    if (kind == "norm-order") {
        const Row x = of("x");
        return {normal(sum(x, relu(x))), sum(x, relu(normal(x)))};
    }
    if (kind == "mlp") {
        const Row h = sum(product(of("x"), of("w_in"), 2), of("b"));
        return {h, sum(of("x"), product(relu(h), of("w_out"), 3))};
    }
    return {};
}

Results losses(const std::string& kind, const Given& g) {
    const auto of = [&](const char* name) { return g.at(name); };
    if (kind == "temperature") return {softmax(of("z")), softmax(times(of("z"), 2)), softmax(times(of("z"), 0.5))};
    if (kind == "filtering") {
        const Row p = of("p");
        double kept = 0;
        std::size_t count = 0;
        while (kept < of("top_p")[0]) kept += p[count++];
        return {joined(times(part(p, 0, 2), 1 / (p[0] + p[1])), {0, 0, 0}),
                joined(times(part(p, 0, count), 1 / kept), Row(5 - count, 0))};
    }
    if (kind == "entropy") return {{entropy(of("p"))}, {entropy(of("q"))}, {std::log(4)}};
    const auto label = [&] { return static_cast<std::size_t>(of("label")[0]); };
    if (kind == "cross-entropy") return {softmax(of("z")), {-std::log(softmax(of("z"))[label()])}};
    if (kind == "label-smoothing") {
        const Row p = of("p");
        const double s = of("s")[0];
        double all = 0, others = 0;
        for (std::size_t c = 0; c < 4; ++c) {
            const bool right = c == label();
            all -= (right ? 1 - s + s / 4 : s / 4) * std::log(p[c]);
            others -= (right ? 1 - s : s / 3) * std::log(p[c]);
        }
        return {{-std::log(p[label()])}, {all}, {others}};
    }
    if (kind == "loss-gradient") {
        Row gradient = softmax(of("z"));
        gradient[label()] -= 1;
        return {gradient};
    }
    if (kind == "perplexity") {
        double nats = 0, product_of_all = 1;
        for (const double p : of("p")) nats -= std::log(p) / 4, product_of_all *= p;
        return {{nats}, {std::pow(product_of_all, -0.25)}, {-std::log2(product_of_all) / of("bytes")[0]}};
    }
    return {};
}

Results sizes(const std::string& kind, const Given& g) {
    const auto of = [&](const char* name) { return g.at(name)[0]; };
    if (kind == "parameters") {
        const double d = of("d"), ff = of("d_ff"), biases = of("biases");
        const double attention = 4 * d * d + biases * 4 * d, mlp = 2 * d * ff + biases * (ff + d);
        return {{attention}, {mlp}, {4 * d}, {attention + mlp + 4 * d}};
    }
    if (kind == "flops") {
        const double d = of("d"), ff = of("d_ff"), n = of("n");
        return {{4 * n * n * d}, {4 * n * d * ff}, {ff}};
    }
    if (kind == "kv-cache") {
        const double each = 2 * 2 * of("layers") * of("width") * of("n");
        return {{each * of("heads")}, {each * of("kv_heads")}};
    }
    if (kind == "mask-pairs") {
        const double n = of("n"), w = of("window");
        return {{n * n}, {n * (n + 1) / 2}, {n * w - w * (w - 1) / 2}};
    }
    if (kind == "path-length") {
        const double distance = of("to") - of("from");
        return {{distance}, {std::ceil(distance / (of("width") - 1))}, {1}, {of("to")}, {1}};
    }
    return {};
}

Results training(const std::string& kind, const Given& g) {
    const auto of = [&](const char* name) { return g.at(name); };
    if (kind == "gradient-clip") {
        const double norm = std::hypot(of("g")[0], of("g")[1], of("g")[2]), factor = of("c")[0] / norm;
        return {{norm}, {factor}, times(of("g"), factor)};
    }
    if (kind == "adamw-step") {
        const double gradient = of("g")[0], theta = of("theta")[0], sign = gradient < 0 ? -1 : 1;
        return {{gradient / 10},
                {gradient * gradient / 100},
                {gradient},
                {gradient * gradient},
                {theta - of("rate")[0] * (sign + of("decay")[0] * theta)}};
    }
    if (kind == "momentum") {
        const double v1 = of("g")[0], v2 = of("mu")[0] * v1 + of("g")[1], theta = of("theta")[0] - 0.1 * v1;
        return {{v1, v2}, {theta, theta - 0.1 * v2}};
    }
    if (kind == "warm-up") {
        const double peak = 1000 * of("peak")[0], w = of("warm")[0];
        const double done = (of("later")[0] - w) / (of("steps")[0] - w);
        return {{peak * (of("early")[0] + 1) / w}, {peak / 2 * (1 + std::cos(std::numbers::pi * done))}};
    }
    if (kind == "long-gradient") {
        double steps = 0, left = 1;
        while (left >= 0.01) left *= of("w")[0], ++steps;
        return {{std::pow(of("w")[0], of("steps")[0])}, {std::pow(of("w")[1], of("steps")[0])}, {steps}};
    }
    if (kind == "rnn-step") {
        Row h = sum(product(of("x"), of("w"), 2), product(of("h"), of("u"), 2));
        for (double& entry : h) entry = std::tanh(entry);
        return {h};
    }
    if (kind == "lstm-step") {
        const Row a = sum(sum(times(of("w"), of("x")[0]), times(of("u"), of("h")[0])), of("b"));
        const Row gates{sigmoid(a[0]), sigmoid(a[1]), std::tanh(a[2]), sigmoid(a[3])};
        const double c = gates[1] * of("c")[0] + gates[0] * gates[2];
        return {gates, {c}, {gates[3] * std::tanh(c)}};
    }
    return {};
}

}  // namespace

TEST_CASE("every kind of exercise has the answers of its formulas, written as the formulas' are") {
    const auto roles = std::make_shared<const Model>(load_model(find_model("roles", source_dir() / "assets")));
    const OpenModel open = [&](const std::string&) { return roles; };
    for (const ExerciseKind& kind : all_exercises())
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            CAPTURE(kind.name);
            CAPTURE(seed);
            const Exercise made = draw_exercise(kind, seed, 0, open);
            Results expected;
            for (const auto& formulas : {attention, positions_and_blocks, losses, sizes, training})
                if (expected.empty()) expected = formulas(std::string(kind.name), made.given);
            REQUIRE(expected.size() == made.answers.size());  // a kind without its formula has none
            for (std::size_t a = 0; a < expected.size(); ++a) {
                const ExerciseAnswer& answer = made.answers[a];
                CAPTURE(answer.name);
                REQUIRE(answer.values.size() == expected[a].size());
                for (std::size_t i = 0; i < expected[a].size(); ++i) {
                    CAPTURE(answer.values[i]);
                    CHECK(written_answer(answer.values[i], answer.decimals) ==
                          written_answer(expected[a][i], answer.decimals));
                }
            }
        }
}

TEST_SUITE_END();
