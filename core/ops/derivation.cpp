#include "core/ops/derivation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/ops/derivation_values.h"

namespace glassformer {

namespace function {
namespace {
double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }
}  // namespace
const Function exp{"exp", [](double x) { return std::exp(x); }, [](double x) { return std::exp(x); }};
// A row without spread has no direction to move in: its slope at 0 counts as 0.
const Function sqrt{"√", [](double x) { return std::sqrt(x); },
                    [](double x) { return x > 0 ? 0.5 / std::sqrt(x) : 0; }};
const Function tanh{"tanh", [](double x) { return std::tanh(x); },
                    [](double x) { return 1 - std::tanh(x) * std::tanh(x); }};
const Function erf{"erf", [](double x) { return std::erf(x); },
                   [](double x) { return 2 * std::numbers::inv_sqrtpi * std::exp(-x * x); }};
const Function sigmoid{"sigmoid", logistic, [](double x) { return logistic(x) * (1 - logistic(x)); }};
const Function sin{"sin", [](double x) { return std::sin(x); }, [](double x) { return std::cos(x); }};
const Function cos{"cos", [](double x) { return std::cos(x); }, [](double x) { return -std::sin(x); }};
const Function log{"log", [](double x) { return std::log(x); }, [](double x) { return 1 / x; }};
}  // namespace function

double value_of(const Factor& factor, std::span<const Step> before) {
    double value =
        factor.kind == Factor::Kind::step ? before[static_cast<std::size_t>(factor.step)].value : factor.value;
    if (factor.minus_step >= 0) value -= before[static_cast<std::size_t>(factor.minus_step)].value;
    return value;
}

double product_of(const Term& term, std::span<const Step> before) {
    double product = 1;
    for (const Factor& factor : term.factors) {
        const double value = value_of(factor, before);
        product = factor.divides ? product / value : product * value;
    }
    return product;
}

namespace {

/// Fills in the values of a step's terms and of the step, from its factors and the steps before it.
void compute(Step& step, const std::vector<Step>& before) {
    const bool maximum = step.combine == Step::Combine::maximum;
    double combined = maximum ? -std::numeric_limits<double>::infinity() : 0.0;
    for (Term& term : step.terms) {
        const double product = product_of(term, before);
        term.value = step.each != nullptr ? step.each->apply(product) : product;
        combined = maximum ? std::max(combined, term.value) : combined + term.value;
    }
    step.value = step.after != nullptr ? step.after->apply(combined) : combined;
}

}  // namespace

double evaluate(const Derivation& derivation) {
    std::vector<Step> done;
    for (Step step : derivation.steps) {
        compute(step, done);
        done.push_back(std::move(step));
    }
    return done.empty() ? derivation.value : done.back().value;
}

void DerivationBuilder::take_steps(const Derivation& row, int count) {
    for (int s = 0; s < count; ++s) {
        const Step& step = row.steps[static_cast<std::size_t>(s)];
        derivation_.steps.push_back({.symbol = step.symbol, .meaning = step.meaning, .value = step.value});
    }
}

int DerivationBuilder::add_value(std::string symbol, double value) {
    derivation_.steps.push_back({.symbol = std::move(symbol), .value = value});
    return static_cast<int>(derivation_.steps.size()) - 1;
}

Factor DerivationBuilder::operand(int index, const Cell& cell) const {
    Factor factor;
    factor.kind = Factor::Kind::operand;
    factor.operand = index;
    factor.cell = cell;
    factor.value = read_(index, cell);
    return factor;
}

Factor DerivationBuilder::constant(double value, std::string symbol) {
    Factor factor;
    factor.value = value;
    factor.symbol = std::move(symbol);
    return factor;
}

Factor DerivationBuilder::step(int index) const {
    Factor factor;
    factor.kind = Factor::Kind::step;
    factor.step = index;
    factor.value = derivation_.steps[static_cast<std::size_t>(index)].value;
    return factor;
}

Factor DerivationBuilder::minus(Factor factor, int step) {
    factor.minus_step = step;
    return factor;
}

Factor DerivationBuilder::divide(Factor factor) {
    factor.divides = true;
    return factor;
}

int DerivationBuilder::add(Step step) {
    compute(step, derivation_.steps);
    derivation_.steps.push_back(std::move(step));
    return static_cast<int>(derivation_.steps.size()) - 1;
}

Derivation DerivationBuilder::finish(Step step) {
    add(std::move(step));
    derivation_.value = derivation_.steps.back().value;
    return std::move(derivation_);
}

Derivation DerivationBuilder::fixed(double value, std::string note) {
    Derivation derivation;
    derivation.value = value;
    derivation.note = std::move(note);
    return derivation;
}

}  // namespace glassformer
