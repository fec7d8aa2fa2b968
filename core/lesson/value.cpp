#include "core/lesson/value.h"

#include <algorithm>
#include <cmath>

#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/evaluator.h"
#include "core/model/config_key.h"
#include "core/model/model.h"
#include "core/tensor/selection.h"

namespace glassformer {

namespace {

constexpr std::string_view page_prefix = "page.";

}  // namespace

const char* Evaluator::described(const LessonValue& value) {
    switch (value.kind) {
        case ValueKind::number: return "a number";
        case ValueKind::truth: return "a condition";
        case ValueKind::words: return "words";
        case ValueKind::array: return "several numbers";
    }
    return "";
}

LessonValue Evaluator::value(const Expression& of) const {
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

bool Evaluator::truth(const Expression& of) const {
    const LessonValue found = value(of);
    if (found.kind != ValueKind::truth)
        throw ExpressionError(
            of.column, std::string("a condition is expected here, with <, =, > or ≈; this is ") + described(found));
    return found.number != 0;
}

LessonValue Evaluator::reference(const Expression& of, bool gradient) const {
    if (of.name.starts_with("config.")) return config(of);
    if (of.name.starts_with(page_prefix)) return page_number(of, gradient);
    const NamedCell cells = cells_of(of, *run_);
    const Record& record = run_->trace().record(cells.record);
    if (gradient && record.gradient == nullptr)
        throw ExpressionError(
            of.column, "there is no gradient of " + record.name + " in this run; the scene needs “gradients: on”");
    if (gradient && record.stage == &stage::probs)
        throw ExpressionError(of.column,
                              "the loss is computed from the logits, so no gradient goes through probs; write logits");
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

LessonValue Evaluator::config(const Expression& of) const {
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

LessonValue Evaluator::page_number(const Expression& of, bool gradient) const {
    if (runs_.page == nullptr || runs_.page->empty())
        throw ExpressionError(of.column, in_quotes(of.name) +
                                             " is a number of a page, and what the scene shows has none; pages of "
                                             "experiments, positions and train have");
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

LessonValue Evaluator::binary(const Expression& of) const {
    const std::string& name = of.name;
    if (name == "and") return of_truth(truth(*of.operands[0]) && truth(*of.operands[1]));
    if (name == "or") return of_truth(truth(*of.operands[0]) || truth(*of.operands[1]));
    const LessonValue left = value(*of.operands[0]), right = value(*of.operands[1]);
    if (name.size() == 1 && std::string_view("+-*/^").find(name) != std::string_view::npos)
        return arithmetic(of, left, right);
    return comparison(of, left, right);
}

double Evaluator::computed(char name, double a, double b) {
    switch (name) {
        case '+': return a + b;
        case '-': return a - b;
        case '*': return a * b;
        case '/': return a / b;
        default: return std::pow(a, b);
    }
}

LessonValue Evaluator::arithmetic(const Expression& of, const LessonValue& left, const LessonValue& right) {
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

LessonValue Evaluator::comparison(const Expression& of, const LessonValue& left, const LessonValue& right) {
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

std::string Evaluator::shape_text(const LessonValue& value) {
    std::string text;
    for (const Dimension& dimension : value.dimensions)
        text += (text.empty() ? "" : " × ") + std::to_string(dimension.size);
    return text.empty() ? "1" : text;
}

LessonValue evaluate(const Expression& expression, const LessonRuns& runs) {
    return Evaluator(runs, runs.shown).value(expression);
}

NamedCell find_cells(const Expression& reference, const LessonRuns& runs) { return cells_of(reference, *runs.shown); }

bool holds(const Expression& condition, const LessonRuns& runs) { return Evaluator(runs, runs.shown).truth(condition); }

bool reads_page(const Expression& of) {
    if (of.kind == Expression::Kind::reference && of.name.starts_with(page_prefix)) return true;
    return std::ranges::any_of(of.operands, [](const ExpressionPtr& operand) { return reads_page(*operand); });
}

}  // namespace glassformer
