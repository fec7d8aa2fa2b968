#include "app/paint/printed_number.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/paint/painter.h"
#include "app/paint/subscripts.h"

namespace glassformer {

namespace {

struct NumberFormat {
    int decimals = 2;
    bool scientific = false;
};

/// `size`: the number's magnitude.
NumberFormat format_of(double size, int more_digits) {
    NumberFormat format;
    if (size >= 1e5 || (size > 0 && size < 0.00095))
        format = {1, true};
    else if (size >= 1000)
        format.decimals = 0;
    else if (size >= 100)
        format.decimals = 1;
    else if (size >= 0.995 && size < 0.99995)  // not 1.00, which it is not
        format.decimals = size < 0.9995 ? 3 : 4;
    else if (size < 0.0095 && size > 0)
        format.decimals = 4;
    else if (size < 0.095 && size > 0)
        format.decimals = 3;
    format.decimals += more_digits;
    return format;
}

std::array<char, 48> digits_of(double size, int more_digits) {
    const NumberFormat format = format_of(size, more_digits);
    std::array<char, 48> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format.scientific ? "%.*e" : "%.*f", format.decimals, size);
    return buffer;
}

}  // namespace

std::string number_text(double value, int more_digits) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    return (std::signbit(value) && value != 0 ? "−" : "") +
           power_number(digits_of(std::abs(value), more_digits).data());
}

std::string power_number(std::string_view printed) {
    const std::size_t power = printed.find('e');
    if (power == std::string_view::npos) return with_minus(printed);
    const int exponent = std::atoi(std::string(printed.substr(power + 1)).c_str());
    return with_minus(printed.substr(0, power)) + "·10" + superscript(std::to_string(exponent));
}

double printed_number(double value, int more_digits) {
    if (!std::isfinite(value)) return value;
    return std::copysign(std::strtod(digits_of(std::abs(value), more_digits).data(), nullptr), value);
}

double last_digit(double value, int more_digits) {
    const NumberFormat format = format_of(std::abs(value), more_digits);
    const double exponent = format.scientific ? std::floor(std::log10(std::abs(value))) : 0;
    return std::pow(10.0, exponent - format.decimals);
}

std::string axis_number(double value) {
    const bool whole = std::abs(value) < 1e6 && value == std::round(value);
    return whole ? with_minus(std::to_string(std::lround(value))) : number_text(value);
}

}  // namespace glassformer
