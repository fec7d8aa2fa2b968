// The functions of expressions.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/evaluator.h"

namespace glassformer {

std::vector<std::string> Evaluator::names() {
    std::vector<std::string> all;
    for (const Function& function : functions()) all.emplace_back(function.name);
    return all;
}

LessonValue Evaluator::call(const Expression& of) const {
    const auto& all = functions();
    const auto found = std::ranges::find(all, of.name, &Function::name);
    if (found == all.end()) {
        const std::string near = nearest_name(names(), of.name);
        throw ExpressionError(of.column, "there is no function " + in_quotes(of.name) +
                                             (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?"));
    }
    if (of.operands.size() != found->operands)
        throw ExpressionError(of.column, of.name + "() takes " + std::to_string(found->operands) +
                                             (found->operands == 1 ? " value" : " values") + ", not " +
                                             std::to_string(of.operands.size()));
    return (this->*found->compute)(of);
}

LessonValue Evaluator::array(const Expression& of) const {
    LessonValue found = value(of);
    if (found.kind == ValueKind::number)
        found.entries = {found.number};
    else if (found.kind != ValueKind::array)
        throw ExpressionError(of.column, std::string("numbers are expected here; these are ") + described(found));
    return found;
}

LessonValue Evaluator::array_of(const Expression& of) const { return array(*of.operands.front()); }

std::size_t Evaluator::largest_at(const Expression& of, double sign) const {
    const LessonValue numbers = array_of(of);
    std::size_t best = numbers.entries.size();
    for (std::size_t i = 0; i < numbers.entries.size(); ++i)
        if (!std::isnan(numbers.entries[i]) &&
            (best == numbers.entries.size() || sign * numbers.entries[i] > sign * numbers.entries[best]))
            best = i;
    if (best == numbers.entries.size()) throw ExpressionError(of.column, "all of these numbers are NaN");
    return best;
}

LessonValue Evaluator::largest(const Expression& of) const { return of_entry(array_of(of), largest_at(of, 1)); }

LessonValue Evaluator::smallest(const Expression& of) const { return of_entry(array_of(of), largest_at(of, -1)); }

LessonValue Evaluator::of_entry(const LessonValue& array, std::size_t i) {
    LessonValue result = of_number(array.entries[i]);
    result.probability = array.probability;
    return result;
}

LessonValue Evaluator::argmax(const Expression& of) const { return name_at(of, largest_at(of, 1)); }

LessonValue Evaluator::argmin(const Expression& of) const { return name_at(of, largest_at(of, -1)); }

/// The word of the entry along the last axis; its index where that axis has no words.
LessonValue Evaluator::name_at(const Expression& of, std::size_t entry) const {
    const LessonValue numbers = array_of(of);
    if (numbers.dimensions.size() != 1)
        throw ExpressionError(of.column, of.name + "() needs one row of numbers; these are " + shape_text(numbers));
    const int index = static_cast<int>(entry);
    if (numbers.run == nullptr || numbers.record < 0) return of_number(index);
    const std::string word = index_word(*numbers.run, numbers.run->trace().record(numbers.record),
                                        numbers.dimensions.front().axis, index);
    return word.empty() ? of_number(index) : of_words(word);
}

LessonValue Evaluator::sum(const Expression& of) const {
    const LessonValue numbers = array_of(of);
    return of_number(std::accumulate(numbers.entries.begin(), numbers.entries.end(), 0.0));
}

LessonValue Evaluator::mean(const Expression& of) const {
    const LessonValue numbers = array_of(of);
    LessonValue result = of_number(sum(of).number / static_cast<double>(numbers.entries.size()));
    result.probability = numbers.probability;
    return result;
}

LessonValue Evaluator::variance(const Expression& of) const {
    const LessonValue numbers = array_of(of);
    const double middle = mean(of).number;
    double squares = 0;
    for (const double entry : numbers.entries) squares += (entry - middle) * (entry - middle);
    return of_number(squares / static_cast<double>(numbers.entries.size()));
}

LessonValue Evaluator::norm(const Expression& of) const {
    double squares = 0;
    for (const double entry : array_of(of).entries) squares += entry * entry;
    return of_number(std::sqrt(squares));
}

/// In nats, of one row of probabilities; of several the mean over those that have any weight.
LessonValue Evaluator::entropy(const Expression& of) const {
    const LessonValue numbers = array_of(of);
    const auto length = static_cast<std::size_t>(numbers.dimensions.empty() ? 1 : numbers.dimensions.back().size);
    double all = 0;
    std::size_t rows = 0;
    for (std::size_t begin = 0; begin < numbers.entries.size(); begin += length) {
        double row = 0, total = 0;
        for (std::size_t i = begin; i < begin + length; ++i) {
            const double p = numbers.entries[i];
            if (!(p >= 0 && p <= 1 + 1e-5))
                throw ExpressionError(of.column, "entropy() is of probabilities; these are not between 0 and 1");
            total += p;
            if (p > 0) row -= p * std::log(p);
        }
        if (total == 0) continue;
        all += row;
        ++rows;
    }
    return of_number(rows == 0 ? 0 : all / static_cast<double>(rows));
}

LessonValue Evaluator::rows(const Expression& of) const {
    const LessonValue numbers = array_of(of);
    const std::size_t rank = numbers.dimensions.size();
    return of_count(rank < 2 ? 1 : numbers.dimensions[rank - 2].size);
}

LessonValue Evaluator::cols(const Expression& of) const {
    const LessonValue numbers = array_of(of);
    return of_count(numbers.dimensions.empty() ? 1 : numbers.dimensions.back().size);
}

LessonValue Evaluator::count(const Expression& of) const { return of_count(static_cast<double>(array_of(of).entries.size())); }

LessonValue Evaluator::shape(const Expression& of) const { return of_words(shape_text(array_of(of))); }

LessonValue Evaluator::absolute(const Expression& of) const {
    return each(of, value(*of.operands[0]), [](double x) { return std::abs(x); });
}

LessonValue Evaluator::root(const Expression& of) const {
    return each(of, value(*of.operands[0]), [](double x) { return std::sqrt(x); });
}

LessonValue Evaluator::exponential(const Expression& of) const {
    return each(of, value(*of.operands[0]), [](double x) { return std::exp(x); });
}

LessonValue Evaluator::logarithm(const Expression& of) const {
    return each(of, value(*of.operands[0]), [](double x) { return std::log(x); });
}

LessonValue Evaluator::sine(const Expression& of) const {
    return each(of, value(*of.operands[0]), [](double x) { return std::sin(x); });
}

LessonValue Evaluator::cosine(const Expression& of) const {
    return each(of, value(*of.operands[0]), [](double x) { return std::cos(x); });
}

LessonValue Evaluator::hyperbolic_tangent(const Expression& of) const {
    return each(of, value(*of.operands[0]), [](double x) { return std::tanh(x); });
}

LessonValue Evaluator::floor_of(const Expression& of) const {
    LessonValue found = each(of, value(*of.operands[0]), [](double x) { return std::floor(x); });
    found.whole = std::isfinite(found.number);
    return found;
}

/// To the nearest whole number, a half away from zero.
LessonValue Evaluator::rounded(const Expression& of) const {
    LessonValue found = each(of, value(*of.operands[0]), [](double x) { return std::round(x); });
    found.whole = std::isfinite(found.number);
    return found;
}

LessonValue Evaluator::dot(const Expression& of) const {
    const LessonValue a = array(*of.operands[0]), b = array(*of.operands[1]);
    if (a.entries.size() != b.entries.size())
        throw ExpressionError(
            of.column, "dot() needs two vectors of one size; these are " + shape_text(a) + " and " + shape_text(b));
    return of_number(std::inner_product(a.entries.begin(), a.entries.end(), b.entries.begin(), 0.0));
}

LessonValue Evaluator::gradient(const Expression& of) const {
    const Expression& operand = *of.operands[0];
    if (operand.kind != Expression::Kind::reference)
        throw ExpressionError(of.column, "grad() needs a stage or a cell");
    return reference(operand, true);
}

LessonValue Evaluator::tokens(const Expression&) const { return of_count(static_cast<double>(run_->tokens().size())); }

LessonValue Evaluator::token(const Expression& of) const {
    const LessonValue number = value(*of.operands[0]);
    const auto n =
        static_cast<std::size_t>(number.kind == ValueKind::number && number.number >= 1 ? number.number : 0);
    if (n < 1 || n > run_->tokens().size() || static_cast<double>(n) != number.number)
        throw ExpressionError(of.column, "the text has tokens 1 to " + std::to_string(run_->tokens().size()));
    return of_words(run_->tokens()[n - 1].text);
}

LessonValue Evaluator::position(const Expression& of) const {
    const LessonValue word = value(*of.operands[0]);
    if (word.kind != ValueKind::words)
        throw ExpressionError(of.column, "position() needs a word in quotation marks");
    const auto& all = run_->tokens();
    const auto found = std::ranges::find(all, word.words, &TokenLabel::text);
    if (found == all.end()) throw ExpressionError(of.column, "the text has no token " + in_quotes(word.words));
    return of_count(static_cast<double>(found - all.begin() + 1));
}

LessonValue Evaluator::original(const Expression& of) const {
    return Evaluator(runs_, runs_.original != nullptr ? runs_.original : run_).value(*of.operands[0]);
}

LessonValue Evaluator::other(const Expression& of) const {
    if (runs_.other == nullptr)
        throw ExpressionError(of.column, "the scene has no run B; a key “b.model”, “b.text” or “b.edit” makes one");
    return Evaluator(runs_, runs_.other).value(*of.operands[0]);
}

const std::vector<Evaluator::Function>& Evaluator::functions() {
    static const std::vector<Function> all{
        {"max", 1, &Evaluator::largest},       {"min", 1, &Evaluator::smallest},
        {"argmax", 1, &Evaluator::argmax},     {"argmin", 1, &Evaluator::argmin},
        {"sum", 1, &Evaluator::sum},           {"mean", 1, &Evaluator::mean},
        {"variance", 1, &Evaluator::variance}, {"norm", 1, &Evaluator::norm},
        {"entropy", 1, &Evaluator::entropy},   {"rows", 1, &Evaluator::rows},
        {"cols", 1, &Evaluator::cols},         {"count", 1, &Evaluator::count},
        {"shape", 1, &Evaluator::shape},       {"abs", 1, &Evaluator::absolute},
        {"sqrt", 1, &Evaluator::root},         {"exp", 1, &Evaluator::exponential},
        {"log", 1, &Evaluator::logarithm},     {"sin", 1, &Evaluator::sine},
        {"cos", 1, &Evaluator::cosine},        {"tanh", 1, &Evaluator::hyperbolic_tangent},
        {"floor", 1, &Evaluator::floor_of},    {"round", 1, &Evaluator::rounded},
        {"dot", 2, &Evaluator::dot},
        {"grad", 1, &Evaluator::gradient},     {"tokens", 0, &Evaluator::tokens},
        {"token", 1, &Evaluator::token},       {"position", 1, &Evaluator::position},
        {"original", 1, &Evaluator::original}, {"b", 1, &Evaluator::other},
    };
    return all;
}

}  // namespace glassformer
