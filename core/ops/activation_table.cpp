// The rows of activation functions, on whole arrays: Eigen's vectorised exp and tanh, and our own erfc. No row calls
// libm an entry; the derivations do, in double, and the tests hold one against the other.
#include "core/ops/activation_table.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <numbers>

namespace glassformer {

namespace {

// A piece of a tensor at a time, on the stack: x and y may be the same memory, and nothing is allocated.
constexpr std::size_t chunk = 64;
using Chunk = Eigen::Array<float, static_cast<int>(chunk), 1>;

/// y = f(x), a chunk at a time; f takes and gives a Chunk. The last one is filled up with zeros: an entry has the same
/// bits wherever it stands.
template <class F>
void each_chunk(const float* x, float* y, std::size_t n, const F& f) {
    std::size_t begin = 0;
    for (; begin + chunk <= n; begin += chunk) {
        const Chunk piece = Eigen::Map<const Chunk>(x + begin);
        Eigen::Map<Chunk>(y + begin) = f(piece);
    }
    if (begin == n) return;
    Chunk piece = Chunk::Zero();
    std::copy_n(x + begin, n - begin, piece.data());
    const Chunk result = f(piece);
    std::copy_n(result.data(), n - begin, y + begin);
}

/// A NaN stays one: the larger of NaN and 0 would be either.
Chunk positive_part(const Chunk& x) {
    return x.unaryExpr([](float v) { return v < 0 ? 0.0F : v; });
}

/// The normal distribution's tail beyond |x|, Φ(-|x|) = erfc(|x|/√2) / 2, within 1e-7. Eigen's erf is four times
/// coarser. -log erfc(u) is close to a polynomial; ours is a least-maximum fit of degree 10 on 0 … 6, weighted with
/// erfc(u) + 1e-3. It grows beyond; at 8.5 it stops, before the tail would be a denormal, which is slow.
Chunk tail(const Chunk& x) {
    const Chunk u = (x.abs() * (1 / std::numbers::sqrt2_v<float>)).min(8.5F);
    const auto low = (((-0.019936519F * u + 0.103094257F) * u + 0.636560629F) * u + 1.12838271F) * u;
    const auto high =
        ((((1.77130214e-07F * u - 4.8963289e-06F) * u + 5.60327283e-05F) * u - 0.000332088121F) * u + 0.000922384027F) *
            u +
        0.000862788767F;
    return 0.5F * (-(low + u.square().square() * u * high)).exp();
}

constexpr double inverse_sqrt2 = 1 / std::numbers::sqrt2;
constexpr double sqrt_2_over_pi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
constexpr double cubic = 0.044715;  // Hendrycks and Gimpel 2016

Chunk gelu_tanh_of(const Chunk& x) {
    return (static_cast<float>(sqrt_2_over_pi) * (x + static_cast<float>(cubic) * x.cube())).tanh();
}

Chunk sigmoid(const Chunk& x) { return 1.0F / (1.0F + (-x).exp()); }

void relu(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) { return positive_part(v); });
}
void relu_derivative(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return (v > 0.0F).cast<float>(); });
}
std::vector<Term> derive_relu(DerivationBuilder& builder, const Factor& x) {
    const int part = builder.add({.symbol = "\\text{max}(0, x)",
                                  .meaning = "the positive part",
                                  .combine = Step::Combine::maximum,
                                  .terms = {{.factors = {x}}, {.factors = {DerivationBuilder::constant(0)}}}});
    return {{.factors = {builder.step(part)}}};
}

void gelu(const float* x, float* y, std::size_t n) {
    // x Φ(x) is x⁺ - |x| Φ(-|x|): no 1 + erf that cancels for negative x. Beyond 40 the tail is zero, and inf · 0 is
    // not.
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return positive_part(v) - v.abs().min(40.0F) * tail(v); });
}
void gelu_derivative(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk {
        constexpr float density = static_cast<float>(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
        const Chunk beyond = tail(v), positive = (v > 0.0F).cast<float>();  // a select would not be vectorised
        return beyond + positive * (1.0F - 2.0F * beyond) + density * v * (-0.5F * v.square()).max(-80.0F).exp();
    });
}
std::vector<Term> derive_gelu(DerivationBuilder& builder, const Factor& x) {
    const int erf =
        builder.add({.symbol = "\\text{erf}(x / √2)",
                     .meaning = "error function of x / √2",
                     .after = &function::erf,
                     .terms = {{.factors = {x, DerivationBuilder::constant(inverse_sqrt2, "\\frac{1}{√2}")}}}});
    const Factor half = DerivationBuilder::constant(0.5, "½");
    return {{.factors = {half, x}}, {.factors = {half, x, builder.step(erf)}}};
}

void gelu_tanh(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return 0.5F * v * (1.0F + gelu_tanh_of(v)); });
}
void gelu_tanh_derivative(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk {
        const Chunk t = gelu_tanh_of(v);
        const Chunk slope = static_cast<float>(sqrt_2_over_pi) * (1.0F + static_cast<float>(3 * cubic) * v.square());
        return 0.5F * (1.0F + t) + 0.5F * v * (1.0F - t.square()) * slope;
    });
}
std::vector<Term> derive_gelu_tanh(DerivationBuilder& builder, const Factor& x) {
    const Factor outer = DerivationBuilder::constant(sqrt_2_over_pi, "\\sqrt{2/π}");
    const int tanh =
        builder.add({.symbol = "\\text{tanh}(\\sqrt{2/π} (x + 0.044715 x³))",
                     .meaning = "tanh of √(2/π) (x + 0.044715 x³)",
                     .after = &function::tanh,
                     .terms = {{.factors = {outer, x}},
                               {.factors = {outer, DerivationBuilder::constant(cubic, "0.044715"), x, x, x}}}});
    const Factor half = DerivationBuilder::constant(0.5, "½");
    return {{.factors = {half, x}}, {.factors = {half, x, builder.step(tanh)}}};
}

void silu(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return v * sigmoid(v); });
}
void silu_derivative(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk {
        const Chunk s = sigmoid(v);
        return s * (1.0F + v * (1.0F - s));
    });
}
std::vector<Term> derive_silu(DerivationBuilder& builder, const Factor& x) {
    const int s = builder.add({.symbol = "\\text{sigmoid}(x)",
                               .meaning = "sigmoid of x",
                               .after = &function::sigmoid,
                               .terms = {{.factors = {x}}}});
    return {{.factors = {x, builder.step(s)}}};
}

void tanh(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return v.tanh(); });
}
void tanh_derivative(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return 1.0F - v.tanh().square(); });
}
std::vector<Term> derive_tanh(DerivationBuilder& builder, const Factor& x) {
    const int t = builder.add(
        {.symbol = "\\text{tanh}(x)", .meaning = "tanh of x", .after = &function::tanh, .terms = {{.factors = {x}}}});
    return {{.factors = {builder.step(t)}}};
}

void logistic(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return sigmoid(v); });
}
void logistic_derivative(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk {
        const Chunk s = sigmoid(v);
        return s * (1.0F - s);
    });
}
std::vector<Term> derive_logistic(DerivationBuilder& builder, const Factor& x) {
    const int s = builder.add({.symbol = "\\text{sigmoid}(x)",
                               .meaning = "sigmoid of x",
                               .after = &function::sigmoid,
                               .terms = {{.factors = {x}}}});
    return {{.factors = {builder.step(s)}}};
}

constexpr double quick_slope = 1.702;  // Hendrycks and Gimpel 2016

void quick_gelu(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return v * sigmoid(static_cast<float>(quick_slope) * v); });
}
void quick_gelu_derivative(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk {
        const Chunk s = sigmoid(static_cast<float>(quick_slope) * v);
        return s * (1.0F + static_cast<float>(quick_slope) * v * (1.0F - s));
    });
}
std::vector<Term> derive_quick_gelu(DerivationBuilder& builder, const Factor& x) {
    const int s = builder.add({.symbol = "\\text{sigmoid}(1.702 x)",
                               .meaning = "sigmoid of 1.702 x",
                               .after = &function::sigmoid,
                               .terms = {{.factors = {DerivationBuilder::constant(quick_slope, "1.702"), x}}}});
    return {{.factors = {x, builder.step(s)}}};
}

void relu2(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return positive_part(v).square(); });
}
void relu2_derivative(const float* x, float* y, std::size_t n) {
    each_chunk(x, y, n, [](const Chunk& v) -> Chunk { return 2.0F * positive_part(v); });
}
std::vector<Term> derive_relu2(DerivationBuilder& builder, const Factor& x) {
    const int part = builder.add({.symbol = "\\text{max}(0, x)",
                                  .meaning = "the positive part",
                                  .combine = Step::Combine::maximum,
                                  .terms = {{.factors = {x}}, {.factors = {DerivationBuilder::constant(0)}}}});
    return {{.factors = {builder.step(part), builder.step(part)}}};
}

}  // namespace

std::span<const Activation> all_activations() {
    static constexpr std::array rows{
        Activation{"relu", "ReLU", "\\text{max}(0, {x})", "Keeps positive values and sets negative ones to 0.", relu,
                   relu_derivative, derive_relu},
        Activation{"gelu", "GELU", "½ {x} (1 + \\text{erf}(\\frac{{x}}{√2}))",
                   "Multiplies a value by the probability that a standard normal number is below it.", gelu,
                   gelu_derivative, derive_gelu},
        Activation{"gelu_tanh", "GELU (tanh)", "½ {x} (1 + \\text{tanh}(\\sqrt{2/π} ({x} + 0.044715 {x}³)))",
                   "GELU with a tanh approximation of the error function, as in GPT-2.", gelu_tanh,
                   gelu_tanh_derivative, derive_gelu_tanh},
        Activation{"silu", "SiLU", "{x} \\text{sigmoid}({x})", "Multiplies a value by its own sigmoid.", silu,
                   silu_derivative, derive_silu},
        Activation{"tanh", "tanh", "\\text{tanh}({x})", "Squashes a value into the range from −1 to 1.", tanh,
                   tanh_derivative, derive_tanh},
        Activation{"sigmoid", "sigmoid", "\\text{sigmoid}({x})",
                   "Squashes a value into the range from 0 to 1, as a gate does.", logistic, logistic_derivative,
                   derive_logistic},
        Activation{"quick_gelu", "GELU (sigmoid)", "{x} \\text{sigmoid}(1.702 {x})",
                   "GELU with a sigmoid approximation of the normal distribution, as in CLIP.", quick_gelu,
                   quick_gelu_derivative, derive_quick_gelu},
        Activation{"relu2", "ReLU²", "\\text{max}(0, {x})²", "Squares positive values and sets negative ones to 0.",
                   relu2, relu2_derivative, derive_relu2},
    };
    return rows;
}

const Activation* find_activation(std::string_view name) {
    for (const Activation& row : all_activations())
        if (row.name == name) return &row;
    return nullptr;
}

}  // namespace glassformer
