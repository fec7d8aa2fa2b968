#include "core/analysis/explain.h"

#include "core/base/number_text.h"
#include "core/tape/cell_name.h"
#include "core/tape/formula_text.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

std::string number(double value) { return digits_text(value, 9); }

std::string source_text(const Trace& trace, int record, const Factor& factor) {
    if (factor.kind != Factor::Kind::operand) return "";
    const Record& source = trace.record(trace.record(record).operands[static_cast<std::size_t>(factor.operand)]);
    return cell_name(source, factor.cell);
}

}  // namespace

std::string factor_text(const Trace& trace, int record, const Derivation& derivation, const Factor& factor) {
    std::string text;
    switch (factor.kind) {
        case Factor::Kind::operand:
            text = number(factor.value) + " {" + source_text(trace, record, factor) + "}";
            break;
        case Factor::Kind::constant:
            text = factor.symbol.empty() ? number(factor.value)
                                         : number(factor.value) + " {" + plain_formula(factor.symbol) + "}";
            break;
        case Factor::Kind::step: {
            const Step& step = derivation.steps[static_cast<std::size_t>(factor.step)];
            text = number(step.value) + " {" + plain_formula(step.symbol) + "}";
            break;
        }
    }
    if (factor.minus_step >= 0) {
        const Step& step = derivation.steps[static_cast<std::size_t>(factor.minus_step)];
        text = "(" + text + " - " + number(step.value) + " {" + plain_formula(step.symbol) + "})";
    }
    return text;
}

std::string explain(const Trace& trace, int id, const Cell& cell) {
    const Record& record = trace.record(id);
    const Derivation derivation = trace.derive(id, cell);
    std::string out = cell_name(record, cell) + " = " + number(trace.value(id, cell)) + "\n";
    out += std::string("stage: ") + stage_text(trace, record).title + "\n";
    out += "formula: " + plain_formula(trace.formula(id)) + "\n";
    if (!derivation.note.empty()) out += "note: " + derivation.note + "\n";
    for (std::size_t s = 0; s < derivation.steps.size(); ++s) {
        const Step& step = derivation.steps[s];
        const bool last = s + 1 == derivation.steps.size();
        out += last ? cell_name(record, cell) : plain_formula(step.symbol);
        if (!step.meaning.empty()) out += "  (" + step.meaning + ")";
        out += step.combine == Step::Combine::maximum ? ": the largest of\n" : ":\n";
        for (std::size_t t = 0; t < step.terms.size(); ++t) {
            const Term& term = step.terms[t];
            std::string product;
            for (const Factor& factor : term.factors) {
                if (!product.empty() || factor.divides) product += factor.divides ? " / " : " * ";
                if (product == " / ") product = "1 / ";
                product += factor_text(trace, id, derivation, factor);
            }
            if (step.each != nullptr) product.insert(0, "(").insert(0, step.each->name).append(")");
            out += (step.combine == Step::Combine::sum && t > 0 ? "  + " : "    ") + product + " = " +
                   number(term.value) + "\n";
        }
        if (step.after != nullptr) out += std::string("    ") + step.after->name + " of the sum\n";
        out += "  = " + number(step.value) + "\n";
    }
    return out;
}

}  // namespace glassformer
