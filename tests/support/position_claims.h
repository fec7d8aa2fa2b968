// Checks of the claims of positional encodings: what they keep, and what their numbers depend on.
#pragma once

#include <string>

#include "tests/support/stage_case.h"

namespace glassformer::test {

/// "" where both are equal but for rounding, else both numbers.
std::string near(double expected, double found);

/// Each returns how the record differs from what is claimed; "" where it does not.
std::string keeps_lengths(const Case& at);
/// sign 1: no vector is longer than its operand's; -1: none is shorter.
std::string changes_lengths(const Case& at, int sign);
/// The dimensions that turn are longer or shorter by one factor in every row.
std::string multiplies_lengths(const Case& at);
/// From one position to the next no pair turns by more than base^(-2k/r), and one by less.
std::string turns_less(const Case& at);
std::string by_distance(const Case& at);
std::string alike_with_itself(const Case& at);
std::string on_the_unit_circle(const Case& at);
std::string one_hot(const Case& at);
std::string rows_of_table(const Case& at);

}  // namespace glassformer::test
