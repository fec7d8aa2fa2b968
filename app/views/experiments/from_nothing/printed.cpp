#include "app/views/experiments/from_nothing/printed.h"

#include <fmt/core.h>

#include <cstdlib>

#include "app/views/experiments/from_nothing/matrices.h"
#include "app/views/experiments/from_nothing/texts.h"

namespace glassformer {

namespace {

namespace strings = texts::from_nothing;

bool prints_as(double computed, double value, int decimals) {
    return cell_number(computed, decimals) == cell_number(value, decimals);
}

/// "0.885 × 2.000 = 1.77"
std::string product_text(double a, double b, double product, int decimals) {
    for (int digits = decimals; digits <= most_decimals; ++digits)
        if (prints_as(printed_as(a, digits) * printed_as(b, digits), product, decimals))
            return fmt::format(strings::feature_line, cell_number(a, digits), cell_number(b, digits), strings::is,
                               cell_number(product, decimals));
    return fmt::format(strings::feature_line, cell_number(a, decimals), cell_number(b, decimals), strings::is_about,
                       cell_number(product, decimals));
}

}  // namespace

double printed_as(double value, int decimals) {
    return std::strtod(fmt::format("{:.{}f}", value, decimals).c_str(), nullptr);
}

std::string printed_equation(double value, const std::function<PrintedCalculation(int decimals)>& calculation) {
    for (int decimals = least_decimals; decimals <= most_decimals; ++decimals) {
        const PrintedCalculation tried = calculation(decimals);
        if (prints_as(tried.value, value, least_decimals)) return fmt::format("{} {}", strings::is, tried.text);
    }
    return fmt::format("{} {}", strings::is_about, calculation(least_decimals).text);
}

std::array<std::string, 3> printed_score(const std::array<float, 2>& query, const std::array<float, 2>& key,
                                         float score) {
    std::array<double, 2> products{};
    for (std::size_t i = 0; i < 2; ++i)
        products.at(i) = static_cast<double>(query.at(i)) * static_cast<double>(key.at(i));
    const auto sum = static_cast<double>(score);
    const auto adds_up = [&](int decimals) {
        return prints_as(printed_as(products[0], decimals) + printed_as(products[1], decimals), sum, decimals);
    };
    int decimals = least_decimals;
    while (decimals <= most_decimals && !adds_up(decimals)) ++decimals;
    const bool exact = decimals <= most_decimals;
    if (!exact) decimals = least_decimals;
    std::array<std::string, 3> lines;
    for (std::size_t i = 0; i < 2; ++i)
        lines.at(i) =
            product_text(static_cast<double>(query.at(i)), static_cast<double>(key.at(i)), products.at(i), decimals);
    lines[2] = fmt::format(fmt::runtime(exact ? strings::feature_sum : strings::feature_sum_about),
                           cell_number(sum, decimals));
    return lines;
}

}  // namespace glassformer
