// How exercises write numbers, products and matrices: formula markup (docs/formula-markup.md).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/exercises/engine.h"
#include "core/exercises/exercise.h"

namespace glassformer::exercises {

/// With so many decimals: "−0.50"; "−∞".
std::string fixed(double number, int decimals);
/// As short as six digits allow: "−0.5", "12".
std::string shortest(double number);
/// In parentheses where it is negative.
std::string factor(double number);
/// "4,096": thousands apart.
std::string grouped(double whole);

/// What stands in braces of a command or a script: a digit alone there would be an operand.
std::string braced(std::string_view written);
std::string indexed(std::string_view symbol, std::string_view index);  // q₁
std::string indexed(std::string_view symbol, int index);
std::string powered(std::string_view symbol, std::string_view exponent);
std::string fraction(std::string_view above, std::string_view below);
std::string root_of(std::string_view of);

/// "(1, −2)"; decimals −1: as short as possible.
std::string listed(std::span<const double> numbers, int decimals = -1);
/// "1·2 + (−1)·3"
std::string products(std::span<const double> a, std::span<const double> b, int decimals = -1);
/// "0.250·3 + 0.750·(−1)": weights with their decimals, what they weight as short as possible.
std::string weighted(std::span<const double> weights, std::span<const double> of, int decimals);
/// "1 + (−2) + 3"
std::string sum_of(std::span<const double> numbers, int decimals = -1);

NumberTable matrix_of(std::string name, std::span<const double> numbers, int cols, int decimals = -1);
/// One row under the names of its columns.
NumberTable row_with_names(std::string name, std::vector<std::string> col_names, std::span<const double> numbers,
                           int decimals = -1);
std::vector<std::string> numbered(std::string_view symbol, int count);  // x₁, x₂ …
std::vector<std::string> as_words(std::span<const std::string> words);

inline constexpr int step_decimals = 4;  // that a sheet asks for on the way
/// As a step shows it.
double as_shown(double number, int decimals = step_decimals);
/// What the numbers as they are shown lead to, and the result, which has so many decimals: Exercise::rough.
void check_by_hand(Exercise& exercise, double by_hand, double result, int decimals = 3);

/// A step: "o₁ = 0.2512·3 + 0.7488·(−1) = 0.005".
void step_weighted(Exercise& exercise, const std::string& symbol, std::span<const double> weights,
                   std::span<const double> of, double result);

/// A step: exponentials of the scores, their sum, and each as a share of it. Scores of −∞ are left out of the sum.
void step_softmax(Exercise& exercise, std::span<const double> scores, std::span<const double> weights,
                  const std::string& symbol);

}  // namespace glassformer::exercises
