#include "app/views/explanation/backward.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/views/explanation/digits.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

ArithmeticRow row(ArithmeticRow::Kind kind, std::vector<ArithmeticPiece> pieces) {
    ArithmeticRow made;
    made.kind = kind;
    made.pieces = std::move(pieces);
    return made;
}

/// What the terms that have no row of their own add up to.
double rest_of(const ChainRule& rule, std::size_t shown) {
    double rest = rule.rest;
    for (std::size_t i = shown; i < rule.terms.size(); ++i) rest += rule.terms[i].product;
    return rest;
}

/// Each product is right as printed, and they add up to the sum.
CalculationDigits digits_of(const ChainRule& rule, std::size_t shown) {
    CalculationDigits digits;
    CalculationLine all{.operands = {},
                        .compute = [](auto terms) { return std::accumulate(terms.begin(), terms.end(), 0.0); },
                        .result = rule.sum,
                        .sum = true};
    for (std::size_t i = 0; i < shown; ++i) {
        const ChainTerm& term = rule.terms[i];
        all.operands.push_back(term.product);
        digits.add({.operands = {term.gradient, term.slope},
                    .compute = [](auto factors) { return factors[0] * factors[1]; },
                    .result = term.product});
    }
    if (rule.count > shown) all.operands.push_back(rest_of(rule, shown));
    if (rule.count > 1) digits.add(std::move(all));
    digits.settle();
    return digits;
}

void write_terms(const Evaluation& evaluation, const ChainRule& rule, std::size_t shown,
                 const CalculationDigits& digits, Arithmetic& written) {
    const auto signed_number = [&](double value) { return (value < 0 ? "" : " ") + digits.text(value); };
    double largest = 0;
    int gradient_width = 0, slope_width = 0, product_width = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        const ChainTerm& term = rule.terms[i];
        largest = std::max(largest, std::abs(term.product));
        gradient_width = std::max(gradient_width, length_of(signed_number(term.gradient)));
        slope_width = std::max(slope_width, length_of(signed_number(term.slope)));
        product_width = std::max(product_width, length_of(signed_number(term.product)));
    }
    for (std::size_t i = 0; i < shown; ++i) {
        const ChainTerm& term = rule.terms[i];
        const CellRef reader{term.record, term.cell};
        ArithmeticRow line = row(ArithmeticRow::Kind::term,
                                 {{.text = i == 0 ? "  " : "+ "},
                                  {.text = padded(signed_number(term.gradient), gradient_width),
                                   .meaning = Meaning::gradient,
                                   .source = reader},
                                  {.text = " · "},
                                  {.text = padded(signed_number(term.slope), slope_width)},
                                  {.text = " = "},
                                  {.text = padded(signed_number(term.product), product_width), .strong = true}});
        line.source = reader;
        line.label = plain_name(evaluation, reader);
        line.typeset = cell_name(evaluation, reader);
        line.bar = rule.count > 1;
        line.share = largest > 0 ? term.product / largest : 0;
        line.step = 1;
        written.rows.push_back(std::move(line));
    }
}

}  // namespace

Arithmetic chain_rule_of(const Evaluation& evaluation, const CellRef& cell, const ChainRule& rule, int largest) {
    const Trace& trace = evaluation.trace();
    Arithmetic written;
    if (trace.record(cell.record).gradient == nullptr) {
        written.rows.push_back(row(ArithmeticRow::Kind::heading, cell_name(evaluation, cell)));
        written.rows.push_back(row(ArithmeticRow::Kind::note, {{.text = texts::explanation::input_without_gradient}}));
        return written;
    }
    const auto most = static_cast<std::size_t>(std::max(1, largest));
    written.value = rule.recorded;
    std::vector<ArithmeticPiece> heading{{.text = "∂ℒ/∂", .meaning = Meaning::gradient}};
    for (ArithmeticPiece& piece : cell_name(evaluation, cell)) heading.push_back(std::move(piece));
    // The loss does not read the probabilities: the 0 that is recorded is not the derivative of −log p.
    const bool beside = rule.count == 0 && rule.cut == 0 && trace.record(cell.record).stage == &stage::probs;
    if (!beside) heading.push_back({.text = " = " + number_text(rule.recorded), .strong = true});
    written.rows.push_back(row(ArithmeticRow::Kind::heading, std::move(heading)));
    const std::size_t shown = std::min(rule.terms.size(), most);
    const CalculationDigits digits = digits_of(rule, shown);
    write_terms(evaluation, rule, shown, digits, written);
    if (rule.count > shown) {
        const std::string rest = digits.text(rest_of(rule, shown));
        ArithmeticRow others = row(ArithmeticRow::Kind::rest, {{.text = smaller_terms(rule.count - shown, rest)}});
        others.step = 1;
        written.rows.push_back(std::move(others));
    }
    if (rule.count > 1) {
        ArithmeticRow total =
            row(ArithmeticRow::Kind::total, {{.text = "= "}, {.text = digits.text(rule.sum), .strong = true}});
        total.step = 1;
        written.rows.push_back(std::move(total));
    }
    const auto note = [&](const std::string& text) {
        written.rows.push_back(row(ArithmeticRow::Kind::note, {{.text = text}}));
    };
    if (rule.is_loss)
        note(texts::explanation::is_the_loss);
    else if (rule.count == 0)
        note(rule.cut > 0 ? texts::explanation::readers_edited
             : beside     ? texts::explanation::loss_of_logits
                          : texts::explanation::loss_independent);
    else if (rule.cut == 1)
        note(texts::explanation::one_reader_edited);
    else if (rule.cut > 1)
        note(fmt::format(texts::explanation::some_readers_edited, rule.cut));
    return written;
}

Arithmetic chain_rule_of(const Evaluation& evaluation, const CellRef& cell, int largest) {
    const Trace& trace = evaluation.trace();
    const bool read = trace.record(cell.record).gradient != nullptr;
    const auto most = static_cast<std::size_t>(std::max(1, largest));
    return chain_rule_of(evaluation, cell,
                         read ? chain_rule(trace, cell.record, cell.cell, {.most = most}) : ChainRule{}, largest);
}

const char* gradient_sentence(const Record& of) {
    return of.stage == &stage::probs ? texts::explanation::no_gradient_of_probabilities
                                     : texts::explanation::what_a_gradient_is;
}

Arithmetic path_of(const Evaluation& evaluation, const InfluencePath& path) {
    Arithmetic written;
    if (path.hops.empty()) return written;
    const Trace& trace = evaluation.trace();
    for (std::size_t i = 0; i < path.hops.size(); ++i) {
        const PathStep& hop = path.hops[i];
        const CellRef cell{hop.record, hop.cell};
        const double value = static_cast<double>(trace.value(hop.record, hop.cell));
        std::vector<ArithmeticPiece> pieces = cell_name(evaluation, cell);
        pieces.push_back({.text = " = " + number_text(value), .strong = true});
        ArithmeticRow line = row(i == 0 ? ArithmeticRow::Kind::heading : ArithmeticRow::Kind::term, std::move(pieces));
        line.source = cell;
        if (i > 0) {
            line.label = std::isnan(hop.share) ? "NaN" : fmt::format(texts::explanation::percent, 100 * hop.share);
            line.bar = true;
            line.share = hop.share;
            line.step = 1;
        }
        written.rows.push_back(std::move(line));
    }
    written.rows.push_back(
        row(ArithmeticRow::Kind::note, {{.text = fmt::format(texts::explanation::trace_end, path.end)}}));
    if (path.hops.size() > 1)
        for (const char* rule : {texts::explanation::trace_shares, texts::explanation::trace_factors})
            written.rows.push_back(row(ArithmeticRow::Kind::note, {{.text = rule}}));
    return written;
}

}  // namespace glassformer
