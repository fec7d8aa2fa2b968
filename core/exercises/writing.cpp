#include "core/exercises/writing.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/number_text.h"

namespace glassformer::exercises {

namespace {

std::string with_real_minus(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (c == '-')
            result += "−";
        else
            result += c;
    return result;
}

/// A digit alone would be an operand.
std::string in_command(std::string_view written) {
    const bool digit = written.size() == 1 && written.front() >= '0' && written.front() <= '9';
    return digit ? braced(written) : "{" + std::string(written) + "}";
}

std::string either(double number, int decimals) { return decimals < 0 ? shortest(number) : fixed(number, decimals); }

std::string joined(std::span<const double> numbers, int decimals, const char* between, bool as_factors) {
    std::string text;
    for (const double number : numbers) {
        const std::string written = either(number, decimals);
        text += (text.empty() ? "" : between) + (as_factors && number < 0 ? "(" + written + ")" : written);
    }
    return text;
}

}  // namespace

std::string fixed(double number, int decimals) {
    if (std::isinf(number)) return number < 0 ? "−∞" : "∞";
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
    // What is rounded to 0 has no sign.
    if (std::string_view(text.data()).find_first_not_of("-0.") == std::string_view::npos)
        std::snprintf(text.data(), text.size(), "%.*f", decimals, 0.0);
    return with_real_minus(text.data());
}

std::string shortest(double number) {
    if (std::isinf(number)) return fixed(number, 0);
    return with_real_minus(six_digits(number == 0 ? 0.0 : number));
}

std::string factor(double number) { return number < 0 ? "(" + shortest(number) + ")" : shortest(number); }

std::string grouped(double whole) {
    std::array<char, 64> digits{};
    std::snprintf(digits.data(), digits.size(), "%.0f", whole);
    std::string text;
    const std::string_view all = digits.data();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0 && (all.size() - i) % 3 == 0 && all[i - 1] != '-') text += "\\text{,}";
        text += all[i];
    }
    return with_real_minus(text);
}

std::string braced(std::string_view written) { return "{\\text{" + std::string(written) + "}}"; }

std::string indexed(std::string_view symbol, std::string_view index) {
    return std::string(symbol) + "_" + braced(index);
}
std::string indexed(std::string_view symbol, int index) { return indexed(symbol, std::to_string(index)); }

std::string powered(std::string_view symbol, std::string_view exponent) {
    return std::string(symbol) + "^" + braced(exponent);
}

std::string fraction(std::string_view above, std::string_view below) {
    return "\\frac" + in_command(above) + in_command(below);
}

std::string root_of(std::string_view of) { return "\\sqrt" + in_command(of); }

std::string listed(std::span<const double> numbers, int decimals) {
    return "(" + joined(numbers, decimals, ", ", false) + ")";
}

std::string products(std::span<const double> a, std::span<const double> b, int decimals) {
    std::string text;
    const auto part = [&](double number) {
        const std::string written = either(number, decimals);
        return number < 0 ? "(" + written + ")" : written;
    };
    for (std::size_t i = 0; i < a.size(); ++i) text += (i == 0 ? "" : " + ") + part(a[i]) + "·" + part(b[i]);
    return text;
}

std::string weighted(std::span<const double> weights, std::span<const double> of, int decimals) {
    std::string text;
    for (std::size_t i = 0; i < weights.size(); ++i)
        text += (i == 0 ? "" : " + ") + fixed(weights[i], decimals) + "·" + factor(of[i]);
    return text;
}

std::string sum_of(std::span<const double> numbers, int decimals) { return joined(numbers, decimals, " + ", true); }

NumberTable matrix_of(std::string name, std::span<const double> numbers, int cols, int decimals) {
    NumberTable table{.name = std::move(name)};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i % static_cast<std::size_t>(cols) == 0) table.cells.emplace_back();
        table.cells.back().push_back(either(numbers[i], decimals));
    }
    return table;
}

NumberTable row_with_names(std::string name, std::vector<std::string> col_names, std::span<const double> numbers,
                           int decimals) {
    NumberTable table = matrix_of("", numbers, static_cast<int>(numbers.size()), decimals);
    table.col_names = std::move(col_names);
    table.row_names = {std::move(name)};
    return table;
}

std::vector<std::string> numbered(std::string_view symbol, int count) {
    std::vector<std::string> names;
    for (int i = 1; i <= count; ++i) names.push_back(indexed(symbol, i));
    return names;
}

std::vector<std::string> as_words(std::span<const std::string> words) {
    std::vector<std::string> names;
    for (const std::string& word : words) {
        std::string plain;  // braces and backslashes would be markup
        for (const char c : word)
            if (c != '{' && c != '}' && c != '\\') plain += c;
        names.push_back("\\text{" + plain + "}");
    }
    return names;
}

double as_shown(double number, int decimals) {
    const double unit = std::pow(10.0, decimals);
    return std::round(number * unit) / unit;
}

void check_by_hand(Exercise& exercise, double by_hand, double result, int decimals) {
    const double unit = std::pow(10.0, decimals);
    if (!(std::abs(std::round(by_hand * unit) - std::round(result * unit)) < 1.5)) exercise.rough = true;
}

void step_weighted(Exercise& exercise, const std::string& symbol, std::span<const double> weights,
                   std::span<const double> of, double result) {
    exercise.step_formula(symbol + " = " + weighted(weights, of, step_decimals) + " = " + fixed(result, 3));
    double by_hand = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) by_hand += as_shown(weights[i]) * of[i];
    check_by_hand(exercise, by_hand, result);
}

void step_softmax(Exercise& exercise, std::span<const double> scores, std::span<const double> weights,
                  const std::string& symbol) {
    std::string exponentials;
    Numbers terms;
    for (const double score : scores) {
        if (std::isinf(score)) continue;
        terms.push_back(std::exp(score));
        exponentials +=
            (exponentials.empty() ? "" : ",  ") + powered("e", shortest(score)) + " = " + fixed(terms.back(), 4);
    }
    double sum = 0, sum_by_hand = 0;
    for (const double term : terms) {
        sum += term;
        sum_by_hand += as_shown(term);
    }
    exercise.step_formula(exponentials);
    exercise.step_formula("\\text{sum} = " + fixed(sum, 4));
    std::string shares;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const bool masked = std::isinf(scores[i]);
        shares +=
            (i == 0 ? "" : ",  ") + indexed(symbol, static_cast<int>(i) + 1) + " = " +
            (masked ? "0" : fraction(fixed(std::exp(scores[i]), 4), fixed(sum, 4)) + " = " + fixed(weights[i], step_decimals));
        if (!masked) check_by_hand(exercise, as_shown(std::exp(scores[i])) / sum_by_hand, weights[i]);
    }
    exercise.step_formula(shares);
}

}  // namespace glassformer::exercises
