#include "core/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace glassformer {

std::string probability_text(double probability, int digits) {
    if (std::isnan(probability)) return "NaN";
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
    if (std::isnan(share)) return "NaN";
    if (share > 0 && share < 0.001) return "< 0.1%";
    if (share < 1 && share >= 0.9995) return "> 99.9%";  // 100 % is certainty
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%.1f%%", 100 * share);
    return text.data();
}

std::string loss_text(double loss) {
    constexpr double large = 1e6;
    if (!(std::abs(loss) < large)) return six_digits(loss);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4f", loss);
    return text.data();
}

std::string digits_text(double value, int digits) {
    if (std::isnan(value)) return "NaN";
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

std::string six_digits(double value) { return digits_text(value, 6); }

std::string shortest_digits(float value) {
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace glassformer
