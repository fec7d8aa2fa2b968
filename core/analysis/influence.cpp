#include "core/analysis/influence.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/ops/derivation_values.h"
#include "core/ops/derivative.h"

namespace glassformer {

namespace {

/// One step that adds products of operands and constants.
bool is_sum_of_products(const Derivation& derivation) {
    if (derivation.steps.size() != 1) return false;
    const Step& step = derivation.steps.front();
    return step.combine == Step::Combine::sum && step.each == nullptr && step.after == nullptr;
}

/// The same where earlier steps are of constants alone: the angle of a rotation, its sine and cosine.
bool constants_before(const Derivation& derivation) {
    const Step& last = derivation.steps.back();
    if (last.combine != Step::Combine::sum || last.each != nullptr || last.after != nullptr) return false;
    for (std::size_t s = 0; s + 1 < derivation.steps.size(); ++s)
        for (const Term& term : derivation.steps[s].terms)
            for (const Factor& factor : term.factors)
                if (factor.kind == Factor::Kind::operand) return false;
    return std::ranges::all_of(last.terms, [](const Term& term) {
        return std::ranges::all_of(term.factors, [](const Factor& factor) { return factor.minus_step < 0; });
    });
}

class Shares {
public:
    Shares(const Trace& trace, int id) : trace_(trace), record_(trace.record(id)) {}

    Influence of(const Cell& cell) {
        const Derivation derivation = trace_.derive(record_.id, cell);
        found_.value = static_cast<double>(record_.at(cell));
        found_.note = derivation.note;
        if (derivation.steps.empty()) return found_;
        if (is_sum_of_products(derivation) || constants_before(derivation)) {
            found_.kind = ShareKind::term;
            add_terms(derivation);
        } else {
            found_.kind = ShareKind::slope;
            add_slopes(derivation);
        }
        if (found_.sources.size() == 1 && found_.kind == ShareKind::slope) {
            found_.kind = ShareKind::whole;
            found_.constant = 0;
            found_.sources.front().contribution = found_.value;
            all_ = std::abs(found_.value);
        }
        if (found_.sources.empty()) {
            found_.kind = ShareKind::none;
            found_.note = "depends only on weights and constants";
        }
        const double all = found_.value < 0 ? -all_ : all_;
        for (InfluenceSource& source : found_.sources) source.share = all != 0 ? source.contribution / all : 0;
        std::ranges::stable_sort(found_.sources, [](const InfluenceSource& a, const InfluenceSource& b) {
            const double share_a = std::abs(a.share), share_b = std::abs(b.share);
            return share_a > share_b || (share_a == share_b && a.operand > b.operand);
        });
        return found_;
    }

private:
    bool is_activation(int operand) const {
        return trace_.record(record_.operands[static_cast<std::size_t>(operand)]).kind == Record::Kind::computed;
    }

    void add(int operand, const Cell& cell, double value, double factor, double contribution) {
        found_.sources.push_back({.record = record_.operands[static_cast<std::size_t>(operand)],
                                  .cell = cell,
                                  .operand = operand,
                                  .value = value,
                                  .factor = factor,
                                  .contribution = contribution});
    }

    void add_terms(const Derivation& derivation) {
        for (const Term& term : derivation.steps.back().terms) {
            bool any = false;
            all_ += std::abs(term.value);
            for (std::size_t f = 0; f < term.factors.size(); ++f) {
                const Factor& factor = term.factors[f];
                if (factor.kind != Factor::Kind::operand || !is_activation(factor.operand)) continue;
                any = true;
                double others = 1;
                for (std::size_t o = 0; o < term.factors.size(); ++o) {
                    const Factor& other = term.factors[o];
                    const double value = value_of(other, derivation.steps);
                    if (o != f) others = other.divides ? others / value : others * value;
                }
                add(factor.operand, factor.cell, factor.value, others, term.value);
            }
            if (!any) found_.constant += term.value;
        }
    }

    void add_slopes(const Derivation& derivation) {
        for (const SourceSlope& source : source_slopes(derivation)) {
            // A masked score is -inf and has no slope: it brings nothing.
            const double contribution = source.slope == 0 ? 0 : source.slope * source.value;
            if (!is_activation(source.operand)) continue;
            all_ += std::abs(contribution);
            add(source.operand, source.cell, source.value, source.slope, contribution);
        }
    }

    const Trace& trace_;
    const Record& record_;
    Influence found_;
    double all_ = 0;
};

void check(const Trace& trace, int id, const Cell& cell) {
    if (id < 0 || id >= static_cast<int>(trace.records().size()))
        throw Error("there is no record " + std::to_string(id) + " to trace back");
    const Record& record = trace.record(id);
    if (!record.shape.contains(cell))
        throw Error("cell " + text(cell, record.shape.rank()) + " is outside " + record.name + " " +
                    text(record.shape));
    if (record.value == nullptr) throw Error(record.name + " was traced back before it was computed");
}

}  // namespace

Influence influence(const Trace& trace, int record, const Cell& cell) {
    check(trace, record, cell);
    return Shares(trace, record).of(cell);
}

InfluencePath follow(const Trace& trace, int record, const Cell& cell, int hops) {
    check(trace, record, cell);
    InfluencePath path;
    path.hops.push_back({.record = record, .cell = cell});
    while (true) {
        const PathStep at = path.hops.back();
        const Record& of = trace.record(at.record);
        const Influence found = influence(trace, at.record, at.cell);
        if (found.sources.empty()) {
            const bool token = of.stage == &stage::embed_tokens, place = of.stage == &stage::embed_positions;
            path.end = token ? "a token's embedding" : place ? "the position of a token" : found.note;
            if (token || place) path.position = at.cell[of.shape.find(Axis::position)];
            return path;
        }
        const auto brings = [&](const InfluenceSource& source) {
            return found.kind == ShareKind::slope ? source.share != 0 : source.share > 0;
        };
        const auto chosen = std::ranges::find_if(found.sources, brings);
        if (chosen == found.sources.end()) {
            path.end = "no token contributes: the value comes from weights only, or is 0";
            return path;
        }
        const InfluenceSource& next = *chosen;
        if (static_cast<int>(path.hops.size()) > hops) {
            path.end = "stopped after the requested number of steps";
            return path;
        }
        path.hops.push_back({.record = next.record,
                             .cell = next.cell,
                             .kind = found.kind,
                             .factor = next.factor,
                             .share = next.share,
                             .product = at.product * next.share});
    }
}

}  // namespace glassformer
