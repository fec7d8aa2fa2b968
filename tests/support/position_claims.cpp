#include "tests/support/position_claims.h"

#include <cmath>
#include <vector>

#include "core/ops/ops.h"
#include "tests/support/product_claims.h"

namespace glassformer::test {

std::string near(double expected, double found) {
    return std::abs(expected - found) <= 2e-3 * std::max(1.0, std::abs(expected)) ? "" : numbers(expected, found);
}

std::string keeps_lengths(const Case& at) {
    const Block x = at.operand(0);
    for (int h = 0; h < x.heads; ++h)
        for (int r = 0; r < x.rows; ++r)
            if (std::string wrong = near(std::sqrt(dot(x, h, r, x, h, r)), std::sqrt(dot(at.out, h, r, at.out, h, r)));
                !wrong.empty())
                return wrong;
    return at.out.rows > 2 && x.values == at.out.values ? "nothing is rotated" : "";
}

std::string changes_lengths(const Case& at, int sign) {
    const Block x = at.operand(0);
    for (int h = 0; h < x.heads; ++h)
        for (int r = 0; r < x.rows; ++r) {
            const double before = std::sqrt(dot(x, h, r, x, h, r)), after = std::sqrt(dot(at.out, h, r, at.out, h, r));
            if (sign * (after - before) > 1e-5 * before) return numbers(before, after);
        }
    return at.out.rows > 2 && x.values == at.out.values ? "nothing is scaled" : "";
}

std::string multiplies_lengths(const Case& at) {
    const Block x = at.operand(0);
    const auto settings = settings_of<op::RopeSettings>(*at.record.operation);
    const int dims = settings.rotary_dims;
    double factor = 0;  // of all rows alike
    const auto length = [&](const Block& of, int h, int r) {
        double sum = 0;
        for (int c = 0; c < dims; ++c) sum += of.at(h, r, c) * of.at(h, r, c);
        return std::sqrt(sum);
    };
    for (int h = 0; h < x.heads; ++h)
        for (int r = 0; r < x.rows; ++r) {
            const double grown = length(at.out, h, r) / length(x, h, r);
            if (factor == 0) factor = grown;
            if (std::string wrong = near(factor, grown); !wrong.empty()) return wrong;
        }
    return std::abs(factor - 1) < 1e-3 ? "nothing is multiplied" : "";
}

std::string turns_less(const Case& at) {
    const Block x = at.operand(0);
    const auto settings = settings_of<op::RopeSettings>(*at.record.operation);
    if (x.rows < 2 || settings.first > 0) return "";
    bool any = false;
    for (int k = 0; k < settings.rotary_dims / 2; ++k) {
        const bool half = settings.layout == RotaryLayout::half;
        const int a = half ? k : 2 * k, b = half ? k + settings.rotary_dims / 2 : a + 1;
        // From position 0 to 1, by the cross and the dot product of the pair before and behind.
        const double dot = x.at(0, 1, a) * at.out.at(0, 1, a) + x.at(0, 1, b) * at.out.at(0, 1, b);
        const double cross = x.at(0, 1, a) * at.out.at(0, 1, b) - x.at(0, 1, b) * at.out.at(0, 1, a);
        const double angle = std::atan2(cross, dot), plain = std::pow(settings.base, -2.0 * k / settings.rotary_dims);
        if (angle > plain + 2e-3) return numbers(plain, angle);
        any |= angle < 0.9 * plain;
    }
    return any ? "" : "no pair turns less";
}

std::string by_distance(const Case& at) {
    for (int h = 0; h < at.out.heads; ++h)
        for (int i = 1; i < at.out.rows; ++i)
            for (int j = 1; j < at.out.columns; ++j)
                if (at.out.at(h, i, j) != at.out.at(h, i - 1, j - 1))
                    return numbers(at.out.at(h, i - 1, j - 1), at.out.at(h, i, j));
    return "";
}

std::string alike_with_itself(const Case& at) {
    const int first = static_cast<int>(at.attribute("first"));
    for (int h = 0; h < at.out.heads; ++h)
        for (int i = 1; i < at.out.rows; ++i)
            if (at.out.at(h, i, first + i) != at.out.at(h, 0, first))
                return numbers(at.out.at(h, 0, first), at.out.at(h, i, first + i));
    return "";
}

std::string on_the_unit_circle(const Case& at) {
    const bool halves =
        at.config.positional.layout == RotaryLayout::half && at.record.operation->name() == "sinusoidal_positions";
    const int apart = halves ? at.out.columns / 2 : 1, step = halves ? 1 : 2;
    for (int r = 0; r < at.out.rows; ++r)
        for (int k = 0; k < at.out.columns / 2; ++k) {
            const double a = at.out.at(0, r, step * k), b = at.out.at(0, r, step * k + apart);
            if (std::string wrong = near(1, a * a + b * b); !wrong.empty()) return wrong;
        }
    return "";
}

std::string one_hot(const Case& at) {
    for (int r = 0; r < at.out.rows; ++r)
        for (int c = 0; c < at.out.columns; ++c)
            if (at.out.at(0, r, c) != (r == c ? 1 : 0)) return numbers(r == c ? 1 : 0, at.out.at(0, r, c));
    return "";
}

std::string rows_of_table(const Case& at) {
    const std::vector<double> table = at.operand(at.operands() > 2 ? 1 : at.operands() - 1).values;
    const auto first = static_cast<std::size_t>(at.attribute("first")) * static_cast<std::size_t>(at.out.columns);
    if (table.size() < first + at.out.values.size()) return "a shorter table";
    const auto begin = table.begin() + static_cast<std::ptrdiff_t>(first);
    return differs({begin, begin + static_cast<std::ptrdiff_t>(at.out.values.size())}, at.out.values);
}

}  // namespace glassformer::test
