// Numbers as pictures and the panel print them.
#pragma once

#include <string>

namespace glassformer {

/// A number as the panel shows it: "4.33", "−0.66", "0.0012", "−∞". About three significant digits, or more.
std::string number_text(double value, int more_digits = 0);
/// The number that number_text() writes: 4.33 of 4.3271.
double printed_number(double value, int more_digits = 0);
/// What one more in the last digit of number_text() is: 0.01 of 4.33.
double last_digit(double value, int more_digits = 0);
/// The number at a tick or an end of an axis, which is often a count: "95", not "95.00".
std::string axis_number(double value);

}  // namespace glassformer
