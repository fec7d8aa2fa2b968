#include "app/views/explanation/arithmetic.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/paint/painter.h"
#include "app/paint/subscripts.h"
#include "app/views/explanation/digits.h"
#include "app/views/explanation/term_order.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/wording.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {

class Writer {
public:
    Writer(const Evaluation& evaluation, const CellRef& cell, const Derivation& derivation,
           TermSort sort = TermSort::size)
        : sort_(sort),
          evaluation_(evaluation),
          record_(evaluation.trace().record(cell.record)),
          cell_(cell),
          derivation_(derivation),
          order_(derivation) {}

    /// May be called again with fewer terms: the terms are sorted once.
    Arithmetic write(int largest) {
        digits_ = {};
        write_rows(largest);
        if (digits_.settle()) write_rows(largest);
        return std::move(result_);
    }

private:
    void write_rows(int largest) {
        digits_.clear_lines();
        result_ = {};
        result_.value = derivation_.value;
        ArithmeticRow heading = row(ArithmeticRow::Kind::heading);
        heading.pieces = cell_name(evaluation_, cell_);
        heading.pieces.push_back({.text = " = " + digits_.text(derivation_.value), .strong = true});
        result_.rows.push_back(std::move(heading));
        const int count = static_cast<int>(derivation_.steps.size());
        const std::vector<int> shown = order_.steps_shown();
        for (step_ = 0; step_ < count; ++step_) {
            const Step& step = derivation_.steps[static_cast<std::size_t>(step_)];
            const bool last = step_ + 1 == count;
            if (last && static_cast<int>(shown.size()) + 1 < count) write_left_out(count - 1, shown.size());
            if (last || std::ranges::find(shown, step_) != shown.end())
                write_step(step, last, last || largest >= most_terms ? largest : std::min(3, (largest + 1) / 2));
        }
        if (!derivation_.note.empty()) {
            ArithmeticRow note = row(ArithmeticRow::Kind::note);
            note.pieces.push_back({.text = with_minus(derivation_.note)});
            result_.rows.push_back(std::move(note));
        }
    }

    void write_left_out(int all, std::size_t shown) {
        ArithmeticRow note = row(ArithmeticRow::Kind::note);
        const int left_out = all - static_cast<int>(shown);
        note.pieces.push_back({.text = left_out == 1 ? texts::explanation::one_more_step
                                                     : fmt::format(texts::explanation::more_steps, left_out)});
        result_.rows.push_back(std::move(note));
    }

    ArithmeticRow row(ArithmeticRow::Kind kind) const {
        ArithmeticRow made;
        made.kind = kind;
        made.step = step_;
        return made;
    }

    double value_of_step(int index) const { return derivation_.steps[static_cast<std::size_t>(index)].value; }

    std::string factor_text(const Factor& factor) const {
        if (named(factor)) return with_minus(with_subscripts(plain_formula(factor.symbol)));
        return digits_.text(value_of(factor));
    }

    double value_of(const Factor& factor) const {
        return factor.kind == Factor::Kind::step ? value_of_step(factor.step) : factor.value;
    }

    static bool named(const Factor& factor) { return factor.kind == Factor::Kind::constant && !factor.symbol.empty(); }

    /// Twice the same number is written as its square.
    static bool squares(const Factor& a, const Factor& b) {
        return a.kind == Factor::Kind::operand && b.kind == a.kind && a.operand == b.operand && a.cell == b.cell &&
               a.minus_step == b.minus_step && !a.divides && !b.divides;
    }

    Meaning meaning_of(const Factor& factor) const {
        if (factor.kind != Factor::Kind::operand) return Meaning::plain;
        const int id = record_.operands[static_cast<std::size_t>(factor.operand)];
        return evaluation_.trace().record(id).stage->meaning;
    }

    CellRef source_of(const Factor& factor) const {
        if (factor.kind != Factor::Kind::operand) return {};
        return {record_.operands[static_cast<std::size_t>(factor.operand)], factor.cell};
    }

    /// exp( 1.21 − 4.33 ) · 0.5 / 8: the factors of one term, each number with its source.
    std::vector<ArithmeticPiece> term_pieces(const Step& step, const Term& term, std::span<const int> widths) const {
        std::vector<ArithmeticPiece> pieces;
        if (step.each != nullptr) pieces.push_back({.text = std::string(step.each->name) + "("});
        for (std::size_t i = 0; i < term.factors.size(); ++i) {
            const Factor& factor = term.factors[i];
            if (i > 0 && squares(term.factors[i - 1], factor)) {
                pieces.push_back({.text = "²"});
                continue;
            }
            if (i > 0 || factor.divides) pieces.push_back({.text = i == 0 ? "1 / " : factor.divides ? " / " : " · "});
            const bool bracket = factor.minus_step >= 0 && (term.factors.size() > 1 || step.each == nullptr);
            if (bracket) pieces.push_back({.text = "("});
            const int width = i < widths.size() ? widths[i] : 0;
            pieces.push_back({.text = padded(factor_text(factor), width),
                              .meaning = meaning_of(factor),
                              .source = source_of(factor)});
            if (factor.minus_step >= 0) {
                const double minus = value_of_step(factor.minus_step);
                pieces.push_back({.text = (minus < 0 ? " + " : " − ") + digits_.text(std::abs(minus))});
            }
            if (bracket) pieces.push_back({.text = ")"});
        }
        if (step.each != nullptr) pieces.push_back({.text = ")"});
        return pieces;
    }

    void write_step(const Step& step, bool last, int most) {
        const TermOrder::Order& order = order_.of(step_, static_cast<std::size_t>(most) + 1);
        const std::size_t count = order.terms.size(), limit = static_cast<std::size_t>(most);
        const std::size_t shown = count <= limit + 1 ? count : limit;

        if (!last) write_heading(step);
        std::vector<int> written(order.terms.begin(), order.terms.begin() + static_cast<std::ptrdiff_t>(shown));
        written.insert(written.end(), order.alone.begin(), order.alone.end());
        const std::span<const int> rest = std::span(order.terms).subspan(shown);
        if (sort_ == TermSort::index && rest.empty()) std::ranges::sort(written);
        write_terms(step, written, shown, rest);
        check(step, written, rest);
        if (last && step.after != nullptr) {
            ArithmeticRow total = row(ArithmeticRow::Kind::total);
            total.pieces.push_back({.text = fmt::format(texts::explanation::function_of_sum, step.after->name)});
            total.pieces.push_back({.text = digits_.text(step.value), .strong = true});
            result_.rows.push_back(std::move(total));
        } else if (last && step.terms.size() > 1) {
            ArithmeticRow total = row(ArithmeticRow::Kind::total);
            total.pieces.push_back({.text = "= "});
            total.pieces.push_back({.text = digits_.text(step.value), .strong = true});
            result_.rows.push_back(std::move(total));
        }
    }

    void write_heading(const Step& step) {
        ArithmeticRow heading = row(ArithmeticRow::Kind::heading);
        heading.pieces.push_back({.text = step.symbol, .markup = true});
        // A root or a sigmoid of the terms below: say so, for they add up to what is inside it.
        heading.pieces.push_back({.text = step.after != nullptr
                                              ? " " + fmt::format(texts::explanation::function_of_sum, step.after->name)
                                              : std::string(" = ")});
        heading.pieces.push_back({.text = digits_.text(step.value), .strong = true});
        heading.label = step.meaning;
        result_.rows.push_back(std::move(heading));
    }

    /// `rest`: terms that are counted in one line, which follows the first `before` ones.
    void write_terms(const Step& step, std::span<const int> shown, std::size_t before, std::span<const int> rest) {
        double largest = 0;
        std::vector<int> widths;
        int result_width = 0;
        for (const int i : shown) {
            const Term& term = step.terms[static_cast<std::size_t>(i)];
            if (std::isfinite(term.value)) largest = std::max(largest, std::abs(term.value));
            widths.resize(std::max(widths.size(), term.factors.size()));
            for (std::size_t f = 0; f < term.factors.size(); ++f)
                widths[f] = std::max(widths[f], length_of(factor_text(term.factors[f])));
            result_width = std::max(result_width, length_of(digits_.text(term.value)));
        }
        const bool sum = step.combine == Step::Combine::sum;
        bool first = true;
        for (std::size_t n = 0; n < shown.size(); ++n) {
            if (n == before && !rest.empty()) write_rest(step, rest);
            const Term& term = step.terms[static_cast<std::size_t>(shown[n])];
            ArithmeticRow line = row(ArithmeticRow::Kind::term);
            line.term = shown[n];
            line.pieces.push_back({.text = first || !sum ? "  " : "+ "});
            for (ArithmeticPiece& piece : term_pieces(step, term, widths)) line.pieces.push_back(std::move(piece));
            const bool plain = term.factors.size() == 1 && step.each == nullptr && term.factors[0].minus_step < 0 &&
                               !term.factors[0].divides && !named(term.factors[0]);
            if (!plain) {
                line.pieces.push_back({.text = " = "});
                line.pieces.push_back({.text = padded(digits_.text(term.value), result_width), .strong = true});
                check(step, term);
            }
            line.bar = sum && step.terms.size() > 1;  // of a maximum, only the first term counts
            line.share = largest > 0 && std::isfinite(term.value) ? term.value / largest : 0;
            label(line, step, term);
            result_.rows.push_back(std::move(line));
            first = false;
        }
        if (shown.size() <= before && !rest.empty()) write_rest(step, rest);
    }

    /// The line of a term is right as printed.
    void check(const Step& step, const Term& term) {
        CalculationLine line{.operands = {}, .compute = {}, .result = term.value};
        for (const Factor& factor : term.factors) {
            if (!named(factor)) line.operands.push_back(value_of(factor));
            if (factor.minus_step >= 0) line.operands.push_back(value_of_step(factor.minus_step));
        }
        line.compute = [&step, &term](std::span<const double> operands) {
            double product = 1;
            std::size_t next = 0;
            for (const Factor& factor : term.factors) {
                double value = named(factor) ? factor.value : operands[next++];
                if (factor.minus_step >= 0) value -= operands[next++];
                product = factor.divides ? product / value : product * value;
            }
            return step.each != nullptr ? step.each->apply(product) : product;
        };
        digits_.add(std::move(line));
    }

    /// The lines of a sum add up to it as printed.
    void check(const Step& step, std::span<const int> shown, std::span<const int> rest) {
        if (step.combine != Step::Combine::sum || (step.terms.size() < 2 && step.after == nullptr)) return;
        CalculationLine line{.operands = {}, .compute = {}, .result = step.value, .sum = step.after == nullptr};
        for (const int i : shown) line.operands.push_back(step.terms[static_cast<std::size_t>(i)].value);
        if (!rest.empty()) line.operands.push_back(sum_of(step, rest));
        line.compute = [&step](std::span<const double> operands) {
            double sum = 0;
            for (const double operand : operands) sum += operand;
            return step.after != nullptr ? step.after->apply(sum) : sum;
        };
        digits_.add(std::move(line));
    }

    /// True where the step's terms read different indices of this factor's operand along a dimension.
    bool varies(const Step& step, std::size_t factor, int dimension) {
        const auto [known, added] = varies_.try_emplace({step_, factor, dimension}, false);
        if (!added) return known->second;
        const Factor* first = nullptr;
        for (const Term& term : step.terms) {
            if (factor >= term.factors.size()) continue;
            const Factor& other = term.factors[factor];
            if (other.kind != Factor::Kind::operand) continue;
            if (first == nullptr) first = &other;
            if (other.operand == first->operand && other.cell[dimension] != first->cell[dimension])
                return known->second = true;
        }
        return false;
    }

    /// Names the term after what is summed over: a token, a dimension, a neuron; the bias after itself, and a number
    /// that is only taken over after its cell.
    void label(ArithmeticRow& line, const Step& step, const Term& term) {
        for (std::size_t f = 0; f < term.factors.size(); ++f) {
            const CellRef source = source_of(term.factors[f]);
            if (!source) continue;
            if (!line.source) line.source = source;
            const Record& from = evaluation_.trace().record(source.record);
            if (term.factors.size() == 1 && from.name.ends_with(".bias")) line.label = texts::explanation::bias;
            for (int d = 0; d < from.shape.rank() && line.label.empty(); ++d)
                if (varies(step, f, d)) line.label = place_text(from, d, source.cell[d]);
            if (line.label.empty() && step.terms.size() == 1 && term.factors.size() == 1)
                line.label = plain_name(evaluation_, source);
        }
    }

    std::string place_text(const Record& from, int dimension, int index) const {
        switch (from.shape.axis(dimension)) {
            case Axis::d_model:
            case Axis::d_embed:
            case Axis::d_head:
            case Axis::d_hidden:
            case Axis::gates:
            case Axis::heads: return fmt::format(texts::explanation::dimension, index);
            case Axis::d_ff: return fmt::format(texts::explanation::neuron, index);
            default: return line_name_of(evaluation_, from, dimension, index);
        }
    }

    static double sum_of(const Step& step, std::span<const int> terms) {
        double sum = 0;
        for (const int i : terms) sum += step.terms[static_cast<std::size_t>(i)].value;
        return sum;
    }

    void write_rest(const Step& step, std::span<const int> others) {
        ArithmeticRow rest = row(ArithmeticRow::Kind::rest);
        const std::size_t count = others.size();
        if (step.combine == Step::Combine::sum) {
            rest.pieces.push_back({.text = smaller_terms(count, digits_.text(sum_of(step, others)))});
        } else {
            rest.pieces.push_back({.text = count == 1 ? texts::explanation::one_smaller_value
                                                      : fmt::format(texts::explanation::smaller_values, count)});
        }
        result_.rows.push_back(std::move(rest));
    }

    TermSort sort_;
    const Evaluation& evaluation_;
    const Record& record_;
    CellRef cell_;
    const Derivation& derivation_;
    Arithmetic result_;
    int step_ = 0;
    TermOrder order_;
    CalculationDigits digits_;
    std::map<std::tuple<int, std::size_t, int>, bool> varies_;  // by step, factor and dimension
};

std::string plain_text(const std::vector<ArithmeticPiece>& pieces) {
    std::string text;
    for (const ArithmeticPiece& piece : pieces)
        text += piece.markup ? with_subscripts(plain_formula(piece.text)) : piece.text;
    return text;
}

}  // namespace

std::vector<ArithmeticPiece> cell_name(const Evaluation& evaluation, const CellRef& cell) {
    const Record& record = evaluation.trace().record(cell.record);
    std::vector<ArithmeticPiece> pieces;
    pieces.push_back({.text = record.symbol, .meaning = record.stage->meaning, .markup = true});
    std::string where = "[";
    for (int d = record.shape.rank() >= 3 ? 1 : 0; d < record.shape.rank(); ++d) {
        if (where.size() > 1) where += ", ";
        where += line_name_of(evaluation, record, d, cell.cell[d]);
    }
    pieces.push_back({.text = where + "]"});
    return pieces;
}

std::string smaller_terms(std::size_t count, const std::string& sum) {
    return count == 1 ? fmt::format(texts::explanation::one_smaller_term, sum)
                      : fmt::format(texts::explanation::smaller_terms, count, sum);
}

Arithmetic arithmetic_of(const Evaluation& evaluation, const CellRef& cell, int largest) {
    return fitting_arithmetic(evaluation, cell, std::span(&largest, 1), [](const Arithmetic&) { return true; });
}

Arithmetic fitting_arithmetic(const Evaluation& evaluation, const CellRef& cell, std::span<const int> largest,
                              const std::function<bool(const Arithmetic&)>& fits, TermSort sort) {
    const Derivation derivation = evaluation.trace().derive(cell.record, cell.cell);
    Writer writer(evaluation, cell, derivation, sort);
    Arithmetic arithmetic;
    for (const int terms : largest) {
        arithmetic = writer.write(terms);
        if (fits(arithmetic)) break;
    }
    return arithmetic;
}

std::string plain_name(const Evaluation& evaluation, const CellRef& cell) {
    return plain_text(cell_name(evaluation, cell));
}

std::string text(const Arithmetic& arithmetic) {
    std::string all;
    for (const ArithmeticRow& row : arithmetic.rows) {
        all += plain_text(row.pieces);
        if (!row.label.empty()) all += "   (" + row.label + ")";
        all += '\n';
    }
    return all;
}

}  // namespace glassformer
