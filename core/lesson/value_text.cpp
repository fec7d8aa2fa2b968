// How values of expressions are written, and what the two sides of a condition that does not hold are.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/number_text.h"
#include "core/lesson/value.h"

namespace glassformer {

namespace {

using OfValue = LessonValue::Kind;

std::string whole_text(double number) {
    return (number < 0 ? "−" : "") + std::to_string(static_cast<long long>(std::abs(number)));
}

bool is_comparison(const Expression& of) {
    constexpr std::array names{"<", "<=", ">", ">=", "=", "!=", "≈"};
    return of.kind == Expression::Kind::binary && std::ranges::find(names, of.name) != names.end();
}

/// Of a number, so many digits that it is read back.
std::string exact_text(const LessonValue& value, const WriteNumber& write) {
    if (value.kind != OfValue::number) return value_text({}, value, write);
    return digits_text(value.number, 9);
}

/// The comparisons that make the condition another one than wanted.
void collect_sides(const Expression& of, bool wanted, const LessonRuns& runs, const WriteNumber& write,
                   std::string& text) {
    if (of.kind == Expression::Kind::negation) return collect_sides(*of.operands[0], !wanted, runs, write, text);
    if (of.kind != Expression::Kind::binary || holds(of, runs) == wanted) return;
    if (!is_comparison(of)) {
        for (const ExpressionPtr& operand : of.operands) collect_sides(*operand, wanted, runs, write, text);
        return;
    }
    const LessonValue left = evaluate(*of.operands[0], runs), right = evaluate(*of.operands[1], runs);
    std::string left_text = value_text({}, left, write), right_text = value_text({}, right, write);
    if (left_text == right_text) left_text = exact_text(left, write), right_text = exact_text(right, write);
    text += (text.empty() ? "left " : "; left ") + left_text + ", right " + right_text;
}

}  // namespace

std::string sides_text(const Expression& condition, const LessonRuns& runs, const WriteNumber& write) {
    std::string text;
    try {
        collect_sides(condition, true, runs, write, text);
    } catch (const ExpressionError&) {  // of a side that decides nothing: what was collected is what is said
    }
    return text;
}

std::string value_text(const FormattedExpression& formatted, const LessonValue& value, const WriteNumber& write) {
    if (value.kind == OfValue::words) return value.words;
    if (value.kind == OfValue::truth) return value.number != 0 ? "true" : "false";
    if (value.kind == OfValue::array) {
        std::string text;
        for (const double entry : value.entries) text += (text.empty() ? "" : ", ") + write(entry);
        return text;
    }
    if (formatted.decimals < 0) {
        if (value.probability) return probability_text(value.number);
        if (value.whole && std::abs(value.number) < 1e15) return whole_text(value.number);
        return write(value.number);
    }
    // As the pictures write it: "> 99.9%" where it is not all.
    if (formatted.percent && formatted.decimals == 1 && value.number > 0 && value.number < 1)
        return percent_text(value.number);
    const double number = formatted.percent ? 100 * value.number : value.number;
    constexpr double too_long = 1e15;  // digits that a float has not
    if (!std::isfinite(number)) return write(number);
    if (std::abs(number) >= too_long) return write(number) + (formatted.percent ? "%" : "");
    std::array<char, 400> text{};
    std::snprintf(text.data(), text.size(), "%.*f", formatted.decimals, std::abs(number));
    const bool zero = std::ranges::none_of(std::string_view(text.data()), [](char c) { return c >= '1' && c <= '9'; });
    return (number < 0 && !zero ? "−" : "") + std::string(text.data()) + (formatted.percent ? "%" : "");
}

}  // namespace glassformer
