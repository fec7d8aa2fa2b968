// Axes of charts: the numbers at their ticks, the ends that hold given numbers, and where a number lies between the
// ends.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace glassformer {

struct ChartAxis {
    std::string title{};  // "step", "loss (nats)"
    double low = 0, high = 1;
    bool logarithmic = false;
    std::string unit{};     // behind each number: "%"
    bool whole = false;     // what is counted, blocks or heads: ticks at whole numbers alone; not of a logarithmic axis
    bool reversed = false;  // the high end first: of what goes backwards
};
/// The axis itself where it can be drawn. Else one near it: ends in the other order are swapped, an empty axis is
/// widened, ends that are not finite (or not above 0, logarithmic) are replaced, at most 1e300 from 0.
ChartAxis sound(ChartAxis axis);

/// An axis whose ends are 1, 2 or 5 times a power of ten (logarithmic) or multiples of such a number, with all values
/// between them. Values that are not finite are left out; logarithmic, those that are not above 0 too. Where nothing is
/// left: 0 to 1, or 1 to 10.
ChartAxis fit(std::string title, std::span<const double> values, bool logarithmic = false);

struct AxisTick {
    double value = 0;
    std::string text;  // "0.2", "10⁻⁴"
};
/// Ticks at multiples of 1, 2 or 5 times a power of ten, as close as `most` of them allow; of a logarithmic axis at
/// powers of ten, with 2 and 5 times them where there is room. All are written in one way: "0.0", "0.5", "1.0".
std::vector<AxisTick> axis_ticks(const ChartAxis& axis, int most);

/// Where numbers lie on an axis.
class AxisScale {
public:
    explicit AxisScale(const ChartAxis& axis);
    /// 0 at the low end, 1 at the high end (the other way round where it is reversed), beyond them outside, but at most
    /// by 4. NaN for what has no place: a number that is not finite, 0 and below on a logarithmic axis.
    double share(double value) const;
    /// The number at a share.
    double value(double share) const;

private:
    double low_, high_;  // logarithms to base ten, of a logarithmic axis
    bool logarithmic_, reversed_;
};

}  // namespace glassformer
