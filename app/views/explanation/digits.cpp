#include "app/views/explanation/digits.h"

#include <algorithm>
#include <cmath>

#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

constexpr int most_digits = 7;  // more than three: all that a float has
/// How far a line may be off, in its result's last digit: half of it is the rounding of the result itself.
constexpr double tolerance = 0.6;

}  // namespace

int CalculationDigits::more(double value) const {
    const auto found = more_.find(std::abs(value));
    return found != more_.end() ? found->second : 0;
}

std::string CalculationDigits::text(double value) const { return number_text(value, more(value)); }

double CalculationDigits::printed(double value) const { return printed_number(value, more(value)); }

/// One digit more for the operands whose rounding is felt most, if the line is not right; false if it is.
bool CalculationDigits::raise(const CalculationLine& line) {
    if (!std::isfinite(line.result)) return false;
    std::vector<double> written;
    for (const double operand : line.operands) written.push_back(printed(operand));
    const double computed = line.compute(written), result = printed(line.result);
    if (!std::isfinite(computed)) return false;
    if (std::abs(computed - result) <= tolerance * last_digit(line.result, more(line.result))) return false;
    std::vector<double> felt(written.size());
    double most = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const double rounded = written[i];
        if (more(line.operands[i]) >= most_digits || rounded == line.operands[i]) continue;
        if (line.sum) {
            felt[i] = std::abs(line.operands[i] - rounded);
        } else {
            written[i] = line.operands[i];
            felt[i] = std::abs(line.compute(written) - computed);
            written[i] = rounded;
        }
        if (std::isfinite(felt[i])) most = std::max(most, felt[i]);
    }
    if (most <= 0) return false;
    std::vector<double> raised;  // a number that is there twice gets one digit
    for (std::size_t i = 0; i < written.size(); ++i)
        if (felt[i] >= 0.5 * most) raised.push_back(std::abs(line.operands[i]));
    std::ranges::sort(raised);
    raised.erase(std::unique(raised.begin(), raised.end()), raised.end());
    for (const double value : raised) ++more_[value];
    return true;
}

bool CalculationDigits::settle() {
    bool any = false;
    for (bool again = true; again;) {
        again = false;
        for (const CalculationLine& line : lines_) again = raise(line) || again;
        any = any || again;
    }
    return any;
}

}  // namespace glassformer
