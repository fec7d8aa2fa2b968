// Numbers as pictures and the panel print them.
#pragma once

#include <string>
#include <string_view>

namespace glassformer {

/// A number as the panel shows it: "4.33", "−0.66", "0.0012", "6.7·10⁻⁶", "−∞". About three significant digits, or
/// more.
std::string number_text(double value, int more_digits = 0);
/// The number that number_text() writes: 4.33 of 4.3271.
double printed_number(double value, int more_digits = 0);
/// What one more in the last digit of number_text() is: 0.01 of 4.33.
double last_digit(double value, int more_digits = 0);
/// What printf() writes with %e, as books print it: "−1.5·10⁻⁵" of "-1.5e-05"; other numbers get their minus sign.
std::string power_number(std::string_view printed);
/// The number at a tick or an end of an axis, which is often a count: "95", not "95.00".
std::string axis_number(double value);

}  // namespace glassformer
