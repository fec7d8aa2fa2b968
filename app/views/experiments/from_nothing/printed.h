// Calculations with the numbers that are printed in them: a reader who multiplies and adds these gets what stands
// there.
#pragma once

#include <array>
#include <functional>
#include <string>

namespace glassformer {

/// A calculation written with so many decimals, and what its printed numbers give.
struct PrintedCalculation {
    std::string text;
    double value = 0;
};

/// Those that are tried.
inline constexpr int least_decimals = 2, most_decimals = 4;

/// "= 0.885 · 2.00": with as few decimals as make it round to the value's two; "≈ 0.89 · 2.00" where none do.
std::string printed_equation(double value, const std::function<PrintedCalculation(int decimals)>& calculation);

/// The two products of a score, "0.885 × 2.000 = 1.77", and their "sum 1.80". Products and sum have the fewest decimals
/// with which the printed products add up to the printed sum; "≈" where what is printed does not give it.
std::array<std::string, 3> printed_score(const std::array<float, 2>& query, const std::array<float, 2>& key,
                                         float score);

/// The number that cell_number() writes.
double printed_as(double value, int decimals);

}  // namespace glassformer
