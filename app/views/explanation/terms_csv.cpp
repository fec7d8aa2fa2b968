// All terms of a cell as a table for other programs.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/views/explanation/arithmetic.h"
#include "core/base/number_text.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

std::string quoted_cell(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text) {
        if (letter == '"') quoted += '"';
        quoted += letter;
    }
    return quoted + '"';
}

/// NaN as in all our tables for other programs, without a sign.
std::string csv_number(double value) { return std::isnan(value) ? "nan" : digits_text(value, 9); }

/// What the factor multiplies the term by: x − μ, or 1/σ where the term is divided by it.
double multiplier(const Derivation& derivation, const Factor& factor) {
    const auto of_step = [&](int step) { return derivation.steps[static_cast<std::size_t>(step)].value; };
    double value = factor.kind == Factor::Kind::step ? of_step(factor.step) : factor.value;
    if (factor.minus_step >= 0) value -= of_step(factor.minus_step);
    return factor.divides ? 1 / value : value;
}

}  // namespace

std::string terms_csv(const Evaluation& evaluation, const CellRef& cell) {
    const Derivation derivation = evaluation.trace().derive(cell.record, cell.cell);
    std::map<std::pair<int, int>, std::string> labels;  // by step and term
    for (const ArithmeticRow& row : arithmetic_of(evaluation, cell, 1 << 20).rows)
        if (row.kind == ArithmeticRow::Kind::term) labels[{row.step, row.term}] = row.label;
    std::size_t most = 0;
    for (const Step& step : derivation.steps)
        for (const Term& term : step.terms) most = std::max(most, term.factors.size());
    std::string csv = "step,term,of";
    for (std::size_t factor = 0; factor < most; ++factor) csv += fmt::format(",factor {}", factor + 1);
    csv += ",value\n";
    for (std::size_t s = 0; s < derivation.steps.size(); ++s) {
        const Step& step = derivation.steps[s];
        const std::string symbol = step.symbol.empty() ? "cell" : plain_formula(step.symbol);
        for (std::size_t t = 0; t < step.terms.size(); ++t) {
            const Term& term = step.terms[t];
            const auto label = labels.find({static_cast<int>(s), static_cast<int>(t)});
            csv += fmt::format("{},{},{}", quoted_cell(symbol), t,
                               label == labels.end() ? "" : quoted_cell(label->second));
            for (std::size_t factor = 0; factor < most; ++factor)
                csv +=
                    factor < term.factors.size() ? "," + csv_number(multiplier(derivation, term.factors[factor])) : ",";
            csv += "," + csv_number(term.value) + "\n";
        }
    }
    return csv;
}

}  // namespace glassformer
