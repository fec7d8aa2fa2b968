#include "core/ops/derivative.h"

#include <algorithm>
#include <tuple>

#include "core/ops/derivation_values.h"

namespace glassformer {

namespace {

/// ∂ product / ∂ factor, from the others: a factor of zero has one too.
double factor_slope(const Term& term, std::size_t f, const std::vector<Step>& steps) {
    double slope = 1;
    for (std::size_t other = 0; other < term.factors.size(); ++other) {
        const Factor& factor = term.factors[other];
        const double value = value_of(factor, steps);
        if (other != f)
            slope = factor.divides ? slope / value : slope * value;
        else if (factor.divides)
            slope /= -value * value;
    }
    return slope;
}

/// Calls each(term, ∂ step / ∂ product of the term) for the terms that the step follows.
template <class Each>
void each_term(const Step& step, const std::vector<Step>& steps, const Each& each) {
    double after = 1;
    if (step.after != nullptr) {
        double combined = 0;
        for (const Term& term : step.terms) combined += term.value;
        if (step.combine == Step::Combine::maximum) combined = std::ranges::max(step.terms, {}, &Term::value).value;
        after = step.after->slope(combined);
    }
    const auto one = [&](const Term& term) {
        const double slope = step.each == nullptr ? 1 : step.each->slope(product_of(term, steps));
        each(term, slope * after);
    };
    if (step.terms.empty()) return;
    if (step.combine == Step::Combine::maximum) return one(*std::ranges::max_element(step.terms, {}, &Term::value));
    for (const Term& term : step.terms) one(term);
}

bool is(const Factor& factor, const CellQuery::Source& about) {
    return factor.kind == Factor::Kind::operand && factor.operand == about.operand && factor.cell == about.cell;
}

}  // namespace

std::vector<double> step_slopes(const Derivation& derivation, const CellQuery::Source& about,
                                const std::vector<double>& known) {
    const std::vector<Step>& steps = derivation.steps;
    std::vector<double> slopes(known);
    slopes.reserve(steps.size());
    for (std::size_t s = slopes.size(); s < steps.size(); ++s) {
        double slope = 0;
        each_term(steps[s], steps, [&](const Term& term, double upstream) {
            for (std::size_t f = 0; f < term.factors.size(); ++f) {
                const Factor& factor = term.factors[f];
                double moved = is(factor, about) ? 1 : 0;
                if (factor.kind == Factor::Kind::step) moved += slopes[static_cast<std::size_t>(factor.step)];
                if (factor.minus_step >= 0) moved -= slopes[static_cast<std::size_t>(factor.minus_step)];
                // What does not move is left out: a masked score's infinity would make 0 · ∞ of it.
                if (moved != 0 && upstream != 0) slope += upstream * moved * factor_slope(term, f, steps);
            }
        });
        slopes.push_back(slope);
    }
    return slopes;
}

double slope(const Derivation& derivation, const CellQuery::Source& about) {
    return derivation.steps.empty() ? 0 : step_slopes(derivation, about).back();
}

std::vector<SourceSlope> source_slopes(const Derivation& derivation) {
    const std::vector<Step>& steps = derivation.steps;
    std::vector<double> upstream(steps.size(), 0);  // ∂ number / ∂ step
    std::vector<SourceSlope> found;
    if (!steps.empty()) upstream.back() = 1;
    for (std::size_t s = steps.size(); s-- > 0;) {
        if (upstream[s] == 0) continue;
        each_term(steps[s], steps, [&](const Term& term, double of_term) {
            const double slope = upstream[s] * of_term;
            for (std::size_t f = 0; f < term.factors.size(); ++f) {
                const Factor& factor = term.factors[f];
                if (factor.kind == Factor::Kind::constant && factor.minus_step < 0) continue;
                const double moved = slope == 0 ? 0 : slope * factor_slope(term, f, steps);
                if (factor.kind == Factor::Kind::operand)
                    found.push_back({factor.operand, factor.cell, factor.value, moved});
                if (factor.kind == Factor::Kind::step) upstream[static_cast<std::size_t>(factor.step)] += moved;
                if (factor.minus_step >= 0) upstream[static_cast<std::size_t>(factor.minus_step)] -= moved;
            }
        });
    }
    const auto place = [](const SourceSlope& of) { return std::tuple(of.operand, of.cell.index); };
    std::ranges::stable_sort(found, {}, place);
    std::vector<SourceSlope> once;
    for (const SourceSlope& of : found) {
        if (!once.empty() && place(once.back()) == place(of))
            once.back().slope += of.slope;
        else
            once.push_back(of);
    }
    return once;
}

}  // namespace glassformer
