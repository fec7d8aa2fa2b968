#include "core/analysis/chain_rule.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/ops/derivative.h"

namespace glassformer {

namespace {

/// Differentiates the cells of one record by one cell of one operand. Cells of a row follow each other, so the steps
/// that they share are differentiated once.
class GradientReader {
public:
    GradientReader(const Trace& trace, const Record& record, const CellQuery::Source& about)
        : trace_(trace), record_(record), about_(about), shared_(record.operation->shared_steps()) {
        for (const int operand : record.operands) shapes_.push_back(trace.record(operand).shape);
        for (const int operand : record.operands) views_.push_back(trace.record(operand).view());
    }

    CellBox readers() const { return record_.operation->readers(about_.operand, about_.cell, shapes_, record_.shape); }

    double slope_of(const Cell& cell) {
        if (shared_ == 0) return slope(derive(cell, nullptr), about_);
        if (!in_row(cell)) {
            row_ = derive(cell, nullptr);
            row_cell_ = cell;
            row_slopes_ = step_slopes(row_, about_);
            return row_slopes_.empty() ? 0 : row_slopes_.back();
        }
        if (row_.steps.empty()) return 0;
        const std::vector<double> known(row_slopes_.begin(), row_slopes_.begin() + shared_);
        return step_slopes(derive(cell, &row_), about_, known).back();
    }

private:
    Derivation derive(const Cell& cell, const Derivation* row) const {
        const auto read = [this](int operand, const Cell& source) {
            return static_cast<double>(views_[static_cast<std::size_t>(operand)].at(source));
        };
        return record_.operation->derive({.cell = cell,
                                          .in = shapes_,
                                          .out = record_.shape,
                                          .read = read,
                                          .overflows = [&] { return trace_.overflows(record_.id, cell); },
                                          .about = &about_,
                                          .row = row});
    }

    bool in_row(const Cell& cell) const {
        if (row_cell_[0] < 0) return false;
        for (int d = 0; d + 1 < record_.shape.rank(); ++d)
            if (cell[d] != row_cell_[d]) return false;
        return true;
    }

    const Trace& trace_;
    const Record& record_;
    CellQuery::Source about_;
    int shared_;
    std::vector<Shape> shapes_;
    std::vector<ConstView> views_;
    Derivation row_;
    Cell row_cell_{{-1}};
    std::vector<double> row_slopes_;
};

}  // namespace

ChainRule chain_rule(const Trace& trace, int id, const Cell& cell, const ChainRuleOptions& options) {
    const Record& of = trace.record(id);
    if (of.kind == Record::Kind::input) throw Error(of.name + " is an input and has no gradient");
    if (!of.shape.contains(cell))
        throw Error("cell " + text(cell, of.shape.rank()) + " is outside " + of.name + " " + text(of.shape));
    ChainRule rule;
    rule.recorded = static_cast<double>(of.gradient_at(cell));
    rule.is_loss = of.stage == &stage::loss;
    if (rule.is_loss) {
        rule.sum = rule.recorded;
        return rule;
    }
    for (const int reader_id : trace.stages()) {
        const Record& reader = trace.record(reader_id);
        for (std::size_t o = 0; o < reader.operands.size(); ++o) {
            if (reader.operands[o] != id) continue;
            GradientReader differentiate(trace, reader, {.operand = static_cast<int>(o), .cell = cell});
            const ConstView gradients = reader.gradient_view();
            std::size_t asked = 0;
            differentiate.readers().each_cell([&](const Cell& y) {
                constexpr std::size_t at_once = 64;
                if (!rule.finished) return;
                if (options.go_on && ++asked % at_once == 0 && !options.go_on()) {
                    rule.finished = false;
                    return;
                }
                const auto gradient = static_cast<double>(gradients.at(y));
                if (gradient == 0) return;
                if (reader.edited(y)) {
                    ++rule.cut;
                    return;
                }
                const double slope = differentiate.slope_of(y);
                if (slope == 0) return;
                rule.terms.push_back({.record = reader_id,
                                      .cell = y,
                                      .operand = static_cast<int>(o),
                                      .gradient = gradient,
                                      .slope = slope,
                                      .product = gradient * slope});
            });
        }
    }
    rule.count = rule.terms.size();
    for (const ChainTerm& term : rule.terms) {
        rule.sum += term.product;
        rule.size += std::abs(term.product);
    }
    std::ranges::stable_sort(rule.terms, std::ranges::greater{},
                             [](const ChainTerm& term) { return std::abs(term.product); });
    for (std::size_t t = options.most; t < rule.terms.size(); ++t) rule.rest += rule.terms[t].product;
    if (rule.terms.size() > options.most) rule.terms.resize(options.most);
    return rule;
}

}  // namespace glassformer
