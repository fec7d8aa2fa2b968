// A number in a line of output: fmt's format, but NaN has no sign and is written as in the rest of the program.
#pragma once

#include <fmt/format.h>

#include <cmath>

namespace glassformer {

struct PlainNumber {
    double value;
};

}  // namespace glassformer

template <>
struct fmt::formatter<glassformer::PlainNumber> : fmt::formatter<double> {
    template <class Context>
    auto format(const glassformer::PlainNumber& number, Context& context) const {
        if (std::isnan(number.value)) return fmt::format_to(context.out(), "NaN");
        return fmt::formatter<double>::format(number.value, context);
    }
};
