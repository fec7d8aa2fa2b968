#include "app/pictures/charts/axis_ticks.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/paint/painter.h"
#include "app/paint/printed_number.h"
#include "app/paint/subscripts.h"

namespace glassformer {

namespace {

constexpr double largest_end = 1e300, smallest_end = 1e-300;  // of axes: doubles go a little further
constexpr double tick_rounding = 1e-9;  // of a step: a tick that is missed by so little is at the end
constexpr double end_rounding = 1e-12;  // ends of which one is so near to the other, relative to it, are one
constexpr std::array round_digits{1, 2, 5};

/// digits · 10^exponent, as the nearest double where powers of ten allow.
double scaled(double digits, int exponent) {
    return exponent < 0 && exponent > -300 ? digits / std::pow(10.0, -exponent) : digits * std::pow(10.0, exponent);
}

int exponent_of(double size) { return static_cast<int>(std::floor(std::log10(size) + tick_rounding)); }

bool are_one(double low, double high) {
    return high - low <= std::max(smallest_end, end_rounding * std::max(std::abs(low), std::abs(high)));
}

std::string power_text(int digits, int exponent) {
    return (digits == 1 ? "" : std::to_string(digits) + "·") + "10" + superscript(std::to_string(exponent));
}

/// Texts of multiples of a step 10^exponent times a digit.
void write_linear(std::vector<AxisTick>& ticks, int exponent) {
    double size = 0;
    for (const AxisTick& tick : ticks) size = std::max(size, std::abs(tick.value));
    const int first = size > 0 ? exponent_of(size) : 0;
    const int digits = std::max(0, first - exponent);  // after the first
    const bool powers = size > 0 && (size < 0.00095 || size >= 1e15 || (size >= 1e6 && digits <= 3));
    for (AxisTick& tick : ticks) {
        if (tick.value == 0 && powers)
            tick.text = "0";
        else if (powers)
            tick.text = power_number(fmt::format("{:.{}f}e{}", scaled(tick.value, -first), digits, first));
        else
            tick.text = with_minus(fmt::format("{:.{}f}", tick.value, std::max(0, -exponent)));
    }
}

std::vector<AxisTick> linear_ticks(double low, double high, int most, bool whole = false) {
    std::vector<AxisTick> ticks;
    const int finest = exponent_of((high - low) / most);
    for (int exponent = whole ? std::max(0, finest) : finest;; ++exponent)
        for (const int digit : round_digits) {
            const double step = scaled(digit, exponent);
            const double first = std::ceil(low / step - tick_rounding), last = std::floor(high / step + tick_rounding);
            if (!(last - first < most)) continue;
            const int count = static_cast<int>(last - first) + 1;
            for (int i = 0; i < count; ++i) ticks.push_back({scaled((first + i) * digit, exponent) + 0.0, ""});
            write_linear(ticks, exponent);
            return ticks;
        }
}

/// Ticks at some digits of every so many powers of ten.
std::vector<AxisTick> power_ticks(double low, double high, std::span<const int> digits, int every) {
    std::vector<AxisTick> ticks;
    const double under = low * (1 - tick_rounding), over = high * (1 + tick_rounding);
    const bool powers = low < 0.00095 || high >= 1e6;
    int exponent = exponent_of(low);
    while (exponent % every != 0) --exponent;
    for (; scaled(1, exponent) <= over; exponent += every)
        for (const int digit : digits) {
            const double value = scaled(digit, exponent);
            if (value < under || value > over) continue;
            ticks.push_back(
                {value, powers ? power_text(digit, exponent) : fmt::format("{:.{}f}", value, std::max(0, -exponent))});
        }
    return ticks;
}

std::vector<AxisTick> logarithmic_ticks(double low, double high, int most) {
    const auto limit = static_cast<std::size_t>(most);
    std::vector<AxisTick> ticks = power_ticks(low, high, round_digits, 1);
    if (ticks.size() < 3 && high / low < 10) return linear_ticks(low, high, most);
    for (int every = 1; ticks.size() > limit && every < 700; ++every)
        ticks = power_ticks(low, high, std::span(round_digits).first(1), every);
    return ticks.size() > limit ? std::vector<AxisTick>{} : ticks;
}

/// The largest (up: smallest) of 1, 2 and 5 times powers of ten that is not above (below) the value.
double round_power(double value, bool up) {
    const int exponent = exponent_of(value);
    double best = scaled(up ? 10 : 1, exponent);
    for (const int digit : round_digits) {
        const double end = scaled(digit, exponent);
        if (up && end >= value * (1 - tick_rounding)) best = std::min(best, end);
        if (!up && end <= value * (1 + tick_rounding)) best = std::max(best, end);
    }
    return best;
}

}  // namespace

ChartAxis sound(ChartAxis axis) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const bool log = axis.logarithmic;
    const auto usable = [&](double end) { return std::abs(end) < infinite && (!log || end > 0); };
    const bool low = usable(axis.low), high = usable(axis.high);
    if (!low && !high) axis.low = log ? 1 : 0, axis.high = log ? 10 : 1;
    if (!low && high) axis.low = log ? axis.high / 1000 : axis.high - std::max(1.0, std::abs(axis.high));
    if (low && !high) axis.high = log ? axis.low * 1000 : axis.low + std::max(1.0, std::abs(axis.low));
    if (axis.low > axis.high) std::swap(axis.low, axis.high);
    const double least = log ? smallest_end : -largest_end;
    axis.low = std::clamp(axis.low, least, largest_end);
    axis.high = std::clamp(axis.high, least, largest_end);
    if (!are_one(axis.low, axis.high)) return axis;
    if (log) {
        axis.low /= 2;
        axis.high *= 2;
    } else {
        const double size = std::max(std::abs(axis.low), std::abs(axis.high));
        const double around = size > 1e-200 ? 0.1 * size : 0.5;
        axis.low -= around;
        axis.high += around;
    }
    return axis;
}

ChartAxis fit(std::string title, std::span<const double> values, bool logarithmic) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double value : values) {
        if (!std::isfinite(value) || (logarithmic && value <= 0)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    ChartAxis axis{std::move(title), 0, 1, logarithmic};
    if (low > high)
        return sound({std::move(axis.title), logarithmic ? 1.0 : 0.0, logarithmic ? 10.0 : 1.0, logarithmic});
    if (low == 0 && high == 0) return axis;
    axis.low = low;
    axis.high = high;
    axis = sound(std::move(axis));
    if (logarithmic) {
        axis.low = std::max(smallest_end, round_power(axis.low, false));
        axis.high = std::min(largest_end, round_power(axis.high, true));
        return axis;
    }
    constexpr int parts = 10;
    const double span = axis.high - axis.low;
    const int exponent = exponent_of(span / parts);
    for (const int digit : {1, 2, 5, 10}) {
        const double step = scaled(digit, exponent);
        if (step * parts < span * (1 - tick_rounding)) continue;
        axis.low = scaled(std::floor(axis.low / step + tick_rounding) * digit, exponent) + 0.0;
        axis.high = scaled(std::ceil(axis.high / step - tick_rounding) * digit, exponent) + 0.0;
        break;
    }
    return axis;
}

std::vector<AxisTick> axis_ticks(const ChartAxis& axis, int most) {
    if (most < 1) return {};
    const ChartAxis drawn = sound(axis);
    std::vector<AxisTick> ticks = drawn.logarithmic ? logarithmic_ticks(drawn.low, drawn.high, most)
                                                    : linear_ticks(drawn.low, drawn.high, most, drawn.whole);
    for (AxisTick& tick : ticks) tick.text += drawn.unit;
    return ticks;
}

AxisScale::AxisScale(const ChartAxis& axis) : logarithmic_(axis.logarithmic), reversed_(axis.reversed) {
    const ChartAxis drawn = sound(axis);
    low_ = logarithmic_ ? std::log10(drawn.low) : drawn.low;
    high_ = logarithmic_ ? std::log10(drawn.high) : drawn.high;
}

double AxisScale::share(double value) const {
    constexpr double beyond = 4;
    if (!std::isfinite(value) || (logarithmic_ && value <= 0)) return std::numeric_limits<double>::quiet_NaN();
    const double along = logarithmic_ ? std::log10(value) : std::clamp(value, -1e306, 1e306);
    const double share = (along - low_) / (high_ - low_);
    return std::clamp(reversed_ ? 1 - share : share, -beyond, 1 + beyond);
}

double AxisScale::value(double share) const {
    const double along = low_ + (reversed_ ? 1 - share : share) * (high_ - low_);
    return logarithmic_ ? std::pow(10.0, along) : along;
}

}  // namespace glassformer
