#include "core/base/number_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace glassformer {

std::string probability_text(double probability, int digits) {
    const double unit = std::pow(10.0, -digits);
    std::array<char, 16> text{};
    const bool tiny = probability > 0 && probability < unit / 2;
    const bool all_but_tiny = probability < 1 && probability >= 1 - unit / 2;  // 1.000 is certainty
    std::snprintf(text.data(), text.size(),
                  tiny           ? "<%.*f"
                  : all_but_tiny ? ">%.*f"
                                 : "%.*f",
                  digits,
                  tiny           ? unit
                  : all_but_tiny ? 1 - unit
                                 : probability);
    return text.data();
}

std::string percent_text(double share) {
    if (share > 0 && share < 0.001) return "< 0.1%";
    if (share < 1 && share >= 0.9995) return "> 99.9%";  // 100 % is certainty
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%.1f%%", 100 * share);
    return text.data();
}

std::string six_digits(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", value);
    return text.data();
}

}  // namespace glassformer
