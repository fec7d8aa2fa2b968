#include "core/lesson/value.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/lesson/cell_words.h"
#include "core/model/config_key.h"
#include "core/model/model.h"
#include "core/tensor/selection.h"

namespace glassformer {

namespace {

using ValueKind = LessonValue::Kind;

constexpr std::string_view page_prefix = "page.";

LessonValue of_number(double number) { return {.number = number}; }
LessonValue of_count(double number) { return {.number = number, .whole = number == std::floor(number)}; }
LessonValue of_truth(bool truth) { return {.kind = ValueKind::truth, .number = truth ? 1.0 : 0.0}; }
LessonValue of_words(std::string words) { return {.kind = ValueKind::words, .words = std::move(words)}; }

const char* described(const LessonValue& value) {
    switch (value.kind) {
        case ValueKind::number: return "a number";
        case ValueKind::truth: return "a condition";
        case ValueKind::words: return "words";
        case ValueKind::array: return "several numbers";
    }
    return "";
}

class Evaluator {
public:
    Evaluator(const LessonRuns& runs, const Evaluation* run) : runs_(runs), run_(run) {}

    LessonValue value(const Expression& of) const {
        switch (of.kind) {
            case Expression::Kind::number: return of_count(of.number);
            case Expression::Kind::words: return of_words(of.name);
            case Expression::Kind::reference: return reference(of, false);
            case Expression::Kind::call: return call(of);
            case Expression::Kind::sign: return each(of, value(*of.operands[0]), [](double x) { return -x; });
            case Expression::Kind::negation: return of_truth(!truth(*of.operands[0]));
            case Expression::Kind::binary: return binary(of);
        }
        return {};
    }

    bool truth(const Expression& of) const {
        const LessonValue found = value(of);
        if (found.kind != ValueKind::truth)
            throw ExpressionError(
                of.column, std::string("a condition is expected here, with <, =, > or ≈; this is ") + described(found));
        return found.number != 0;
    }

    LessonValue reference(const Expression& of, bool gradient) const {
        if (of.name.starts_with("config.")) return config(of);
        if (of.name.starts_with(page_prefix)) return page_number(of, gradient);
        const NamedCell cells = cells_of(of, *run_);
        const Record& record = run_->trace().record(cells.record);
        if (gradient && record.gradient == nullptr)
            throw ExpressionError(
                of.column, "there is no gradient of " + record.name + " in this run; the scene needs “gradients: on”");
        LessonValue found{.kind = ValueKind::array, .run = run_, .record = cells.record, .selection = cells.cell};
        found.probability = !gradient && record.stage != nullptr && record.stage->range == Range::probability;
        for (int d = 0; d < record.shape.rank(); ++d)
            if (cells.cell[d] == Cell::all) found.dimensions.push_back(record.shape[d]);
        const ConstView view = gradient ? record.gradient_view() : record.view();
        for_each_stretch(record.shape, cells.cell, [&](std::size_t first, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) found.entries.push_back(static_cast<double>(view.data[first + i]));
        });
        if (found.dimensions.empty() || (found.entries.size() == 1 && !of.indexed)) {
            found.kind = ValueKind::number;
            found.number = found.entries.front();
            found.entries.clear();
            found.dimensions.clear();
        }
        return found;
    }

    static std::vector<std::string> names() {
        std::vector<std::string> all;
        for (const Function& function : functions()) all.emplace_back(function.name);
        return all;
    }

private:
    LessonValue config(const Expression& of) const {
        const ModelConfig& config = run_->model().config;
        const std::string key = of.name.substr(7);
        std::vector<std::string> names;
        for (const ConfigKeyRow& row : all_config_keys()) {
            if (row.key.type == KeyType::choice || (row.applies != nullptr && !row.applies(config))) continue;
            if (key == row.key.name) return of_count(row.key.get(config));
            names.emplace_back(row.key.name);
        }
        const std::string near = nearest_name(names, key);
        throw ExpressionError(of.column,
                              "there is no number " + in_quotes(of.name) +
                                  (near.empty() ? "" : "; did you mean " + in_quotes("config." + near) + "?"));
    }

    /// Of no run: original() and b() leave it as it is.
    LessonValue page_number(const Expression& of, bool gradient) const {
        if (runs_.page == nullptr || runs_.page->empty())
            throw ExpressionError(of.column, in_quotes(of.name) +
                                                 " is a number of a page, and what the scene shows has none; the pages "
                                                 "of experiments and train have");
        if (gradient || of.indexed)
            throw ExpressionError(of.column, std::string("a number of a page has no ") +
                                                 (gradient ? "gradient" : "indices"));
        const auto found = std::ranges::find(*runs_.page, of.name.substr(page_prefix.size()), &NamedNumber::name);
        if (found == runs_.page->end()) {
            std::string all;
            for (const NamedNumber& number : *runs_.page) all += (all.empty() ? "" : ", ") + number.name;
            throw ExpressionError(of.column, "the page that the scene shows has no number " + in_quotes(of.name) +
                                                 "; its numbers are " + all);
        }
        if (std::isnan(found->value))
            throw ExpressionError(of.column, in_quotes(of.name) + " has no value with what the page is set to");
        return of_count(found->value);
    }

    template <class Of>
    static LessonValue each(const Expression& at, LessonValue of, const Of& function) {
        if (of.kind == ValueKind::number) {
            of.number = function(of.number);
        } else if (of.kind == ValueKind::array) {
            for (double& entry : of.entries) entry = function(entry);
        } else {
            throw ExpressionError(at.column, std::string("a number is expected here; this is ") + described(of));
        }
        of.record = -1;
        of.probability = of.whole = false;
        return of;
    }

    LessonValue binary(const Expression& of) const {
        const std::string& name = of.name;
        if (name == "and") return of_truth(truth(*of.operands[0]) && truth(*of.operands[1]));
        if (name == "or") return of_truth(truth(*of.operands[0]) || truth(*of.operands[1]));
        const LessonValue left = value(*of.operands[0]), right = value(*of.operands[1]);
        if (name.size() == 1 && std::string_view("+-*/^").find(name) != std::string_view::npos)
            return arithmetic(of, left, right);
        return comparison(of, left, right);
    }

    static double computed(char name, double a, double b) {
        switch (name) {
            case '+': return a + b;
            case '-': return a - b;
            case '*': return a * b;
            case '/': return a / b;
            default: return std::pow(a, b);
        }
    }

    static LessonValue arithmetic(const Expression& of, const LessonValue& left, const LessonValue& right) {
        const char name = of.name.front();
        if (left.kind == ValueKind::array && right.kind == ValueKind::array) {
            if (left.dimensions.size() != right.dimensions.size() || left.entries.size() != right.entries.size())
                throw ExpressionError(of.column, "the two sides have different shapes: " + shape_text(left) + " and " +
                                                     shape_text(right));
            LessonValue result = left;
            for (std::size_t i = 0; i < result.entries.size(); ++i)
                result.entries[i] = computed(name, left.entries[i], right.entries[i]);
            result.record = -1;
            result.probability = false;
            return result;
        }
        if (right.kind == ValueKind::number && (left.kind == ValueKind::array || left.kind == ValueKind::number)) {
            LessonValue result = each(of, left, [&](double x) { return computed(name, x, right.number); });
            result.whole = left.whole && right.whole && result.number == std::floor(result.number);
            return result;
        }
        if (left.kind == ValueKind::number)
            return each(of, right, [&](double x) { return computed(name, left.number, x); });
        throw ExpressionError(of.column, std::string("numbers are expected on both sides; here are ") +
                                             described(left) + " and " + described(right));
    }

    static LessonValue comparison(const Expression& of, const LessonValue& left, const LessonValue& right) {
        const std::string& name = of.name;
        if (left.kind == ValueKind::words && right.kind == ValueKind::words) {
            if (name == "=") return of_truth(left.words == right.words);
            if (name == "!=") return of_truth(left.words != right.words);
            throw ExpressionError(of.column, "words are compared with = and ≠");
        }
        if (left.kind != ValueKind::number || right.kind != ValueKind::number)
            throw ExpressionError(of.column, std::string("two numbers or two words are compared; here are ") +
                                                 described(left) + " and " + described(right));
        const double a = left.number, b = right.number;
        if (name == "=") return of_truth(a == b);
        if (name == "!=") return of_truth(a != b);
        if (name == "<") return of_truth(a < b);
        if (name == "<=") return of_truth(a <= b);
        if (name == ">") return of_truth(a > b);
        if (name == ">=") return of_truth(a >= b);
        // Equal as printed with three digits.
        return of_truth(a == b || std::abs(a - b) <= std::max(0.0005, 0.005 * std::abs(b)));
    }

    static std::string shape_text(const LessonValue& value) {
        std::string text;
        for (const Dimension& dimension : value.dimensions)
            text += (text.empty() ? "" : " × ") + std::to_string(dimension.size);
        return text.empty() ? "1" : text;
    }

    // --- functions

    struct Function {
        const char* name;
        std::size_t operands;
        LessonValue (Evaluator::*compute)(const Expression&) const;
    };
    static const std::vector<Function>& functions();

    LessonValue call(const Expression& of) const {
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

    LessonValue array(const Expression& of) const {
        LessonValue found = value(of);
        if (found.kind == ValueKind::number)
            found.entries = {found.number};
        else if (found.kind != ValueKind::array)
            throw ExpressionError(of.column, std::string("numbers are expected here; these are ") + described(found));
        return found;
    }
    LessonValue array_of(const Expression& of) const { return array(*of.operands.front()); }

    std::size_t largest_at(const Expression& of, double sign) const {
        const LessonValue numbers = array_of(of);
        std::size_t best = numbers.entries.size();
        for (std::size_t i = 0; i < numbers.entries.size(); ++i)
            if (!std::isnan(numbers.entries[i]) &&
                (best == numbers.entries.size() || sign * numbers.entries[i] > sign * numbers.entries[best]))
                best = i;
        if (best == numbers.entries.size()) throw ExpressionError(of.column, "all of these numbers are NaN");
        return best;
    }
    LessonValue largest(const Expression& of) const { return of_entry(array_of(of), largest_at(of, 1)); }
    LessonValue smallest(const Expression& of) const { return of_entry(array_of(of), largest_at(of, -1)); }
    static LessonValue of_entry(const LessonValue& array, std::size_t i) {
        LessonValue result = of_number(array.entries[i]);
        result.probability = array.probability;
        return result;
    }
    LessonValue argmax(const Expression& of) const { return name_at(of, largest_at(of, 1)); }
    LessonValue argmin(const Expression& of) const { return name_at(of, largest_at(of, -1)); }

    /// The word of the entry along the last axis; its index where that axis has no words.
    LessonValue name_at(const Expression& of, std::size_t entry) const {
        const LessonValue numbers = array_of(of);
        if (numbers.dimensions.size() != 1)
            throw ExpressionError(of.column, of.name + "() needs one row of numbers; these are " + shape_text(numbers));
        const int index = static_cast<int>(entry);
        if (numbers.run == nullptr || numbers.record < 0) return of_number(index);
        const std::string word = index_word(*numbers.run, numbers.run->trace().record(numbers.record),
                                            numbers.dimensions.front().axis, index);
        return word.empty() ? of_number(index) : of_words(word);
    }

    LessonValue sum(const Expression& of) const {
        const LessonValue numbers = array_of(of);
        return of_number(std::accumulate(numbers.entries.begin(), numbers.entries.end(), 0.0));
    }
    LessonValue mean(const Expression& of) const {
        const LessonValue numbers = array_of(of);
        LessonValue result = of_number(sum(of).number / static_cast<double>(numbers.entries.size()));
        result.probability = numbers.probability;
        return result;
    }
    LessonValue variance(const Expression& of) const {
        const LessonValue numbers = array_of(of);
        const double middle = mean(of).number;
        double squares = 0;
        for (const double entry : numbers.entries) squares += (entry - middle) * (entry - middle);
        return of_number(squares / static_cast<double>(numbers.entries.size()));
    }
    LessonValue norm(const Expression& of) const {
        double squares = 0;
        for (const double entry : array_of(of).entries) squares += entry * entry;
        return of_number(std::sqrt(squares));
    }
    /// In nats, of one row of probabilities; of several the mean over those that have any weight.
    LessonValue entropy(const Expression& of) const {
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
    LessonValue rows(const Expression& of) const {
        const LessonValue numbers = array_of(of);
        const std::size_t rank = numbers.dimensions.size();
        return of_count(rank < 2 ? 1 : numbers.dimensions[rank - 2].size);
    }
    LessonValue cols(const Expression& of) const {
        const LessonValue numbers = array_of(of);
        return of_count(numbers.dimensions.empty() ? 1 : numbers.dimensions.back().size);
    }
    LessonValue count(const Expression& of) const { return of_count(static_cast<double>(array_of(of).entries.size())); }
    LessonValue shape(const Expression& of) const { return of_words(shape_text(array_of(of))); }
    LessonValue absolute(const Expression& of) const {
        return each(of, value(*of.operands[0]), [](double x) { return std::abs(x); });
    }
    LessonValue root(const Expression& of) const {
        return each(of, value(*of.operands[0]), [](double x) { return std::sqrt(x); });
    }
    LessonValue exponential(const Expression& of) const {
        return each(of, value(*of.operands[0]), [](double x) { return std::exp(x); });
    }
    LessonValue logarithm(const Expression& of) const {
        return each(of, value(*of.operands[0]), [](double x) { return std::log(x); });
    }
    LessonValue sine(const Expression& of) const {
        return each(of, value(*of.operands[0]), [](double x) { return std::sin(x); });
    }
    LessonValue cosine(const Expression& of) const {
        return each(of, value(*of.operands[0]), [](double x) { return std::cos(x); });
    }
    LessonValue hyperbolic_tangent(const Expression& of) const {
        return each(of, value(*of.operands[0]), [](double x) { return std::tanh(x); });
    }
    LessonValue floor_of(const Expression& of) const {
        LessonValue found = each(of, value(*of.operands[0]), [](double x) { return std::floor(x); });
        found.whole = std::isfinite(found.number);
        return found;
    }
    /// To the nearest whole number, a half away from zero.
    LessonValue rounded(const Expression& of) const {
        LessonValue found = each(of, value(*of.operands[0]), [](double x) { return std::round(x); });
        found.whole = std::isfinite(found.number);
        return found;
    }
    LessonValue dot(const Expression& of) const {
        const LessonValue a = array(*of.operands[0]), b = array(*of.operands[1]);
        if (a.entries.size() != b.entries.size())
            throw ExpressionError(
                of.column, "dot() needs two vectors of one size; these are " + shape_text(a) + " and " + shape_text(b));
        return of_number(std::inner_product(a.entries.begin(), a.entries.end(), b.entries.begin(), 0.0));
    }
    LessonValue gradient(const Expression& of) const {
        const Expression& operand = *of.operands[0];
        if (operand.kind != Expression::Kind::reference)
            throw ExpressionError(of.column, "grad() needs a stage or a cell");
        return reference(operand, true);
    }
    LessonValue tokens(const Expression&) const { return of_count(static_cast<double>(run_->tokens().size())); }
    LessonValue token(const Expression& of) const {
        const LessonValue number = value(*of.operands[0]);
        const auto n =
            static_cast<std::size_t>(number.kind == ValueKind::number && number.number >= 1 ? number.number : 0);
        if (n < 1 || n > run_->tokens().size() || static_cast<double>(n) != number.number)
            throw ExpressionError(of.column, "the text has tokens 1 to " + std::to_string(run_->tokens().size()));
        return of_words(run_->tokens()[n - 1].text);
    }
    LessonValue position(const Expression& of) const {
        const LessonValue word = value(*of.operands[0]);
        if (word.kind != ValueKind::words)
            throw ExpressionError(of.column, "position() needs a word in quotation marks");
        const auto& all = run_->tokens();
        const auto found = std::ranges::find(all, word.words, &TokenLabel::text);
        if (found == all.end()) throw ExpressionError(of.column, "the text has no token " + in_quotes(word.words));
        return of_count(static_cast<double>(found - all.begin() + 1));
    }
    LessonValue original(const Expression& of) const {
        return Evaluator(runs_, runs_.original != nullptr ? runs_.original : run_).value(*of.operands[0]);
    }
    LessonValue other(const Expression& of) const {
        if (runs_.other == nullptr) throw ExpressionError(of.column, "there is no run B in this scene: none of its keys begins with “b.”");
        return Evaluator(runs_, runs_.other).value(*of.operands[0]);
    }

    const LessonRuns& runs_;
    const Evaluation* run_;
};

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

}  // namespace

LessonValue evaluate(const Expression& expression, const LessonRuns& runs) {
    return Evaluator(runs, runs.shown).value(expression);
}

NamedCell find_cells(const Expression& reference, const LessonRuns& runs) { return cells_of(reference, *runs.shown); }

bool holds(const Expression& condition, const LessonRuns& runs) { return Evaluator(runs, runs.shown).truth(condition); }

std::vector<std::string> function_names() { return Evaluator::names(); }

}  // namespace glassformer
