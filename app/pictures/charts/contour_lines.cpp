#include "app/pictures/charts/contour_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace glassformer {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The place in an ascending axis as a whole number and a share of the way to the next; NaN outside.
struct AxisPlace {
    std::size_t index = 0;
    double share = no_number;
};
AxisPlace place_on(std::span<const double> axis, double value) {
    if (axis.size() < 2 || !(value >= axis.front() && value <= axis.back())) return {};
    const auto above = std::ranges::upper_bound(axis, value);
    const auto index =
        std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(above - axis.begin() - 1, 0)), axis.size() - 2);
    return {index, (value - axis[index]) / (axis[index + 1] - axis[index])};
}

struct Corner {
    GridPoint place;
    double value = 0;
};

GridPoint crossing(const Corner& a, const Corner& b, double level) {
    const double share = (level - a.value) / (b.value - a.value);
    return {a.place.x + share * (b.place.x - a.place.x), a.place.y + share * (b.place.y - a.place.y)};
}

}  // namespace

double SurfaceGrid::between(double x, double y) const {
    const AxisPlace column = place_on(across, x), row = place_on(up, y);
    if (std::isnan(column.share) || std::isnan(row.share)) return no_number;
    const auto mixed = [](double a, double b, double share) {
        return share == 0 ? a : share == 1 ? b : a + share * (b - a);  // a number that is not finite counts where it is
    };
    const double below = mixed(at(column.index, row.index), at(column.index + 1, row.index), column.share);
    const double above = mixed(at(column.index, row.index + 1), at(column.index + 1, row.index + 1), column.share);
    const double value = mixed(below, above, row.share);
    return std::isfinite(value) ? value : no_number;
}

std::vector<ContourSegment> contour_lines(const SurfaceGrid& grid, double level) {
    std::vector<ContourSegment> lines;
    for (std::size_t row = 0; row + 1 < grid.up.size(); ++row)
        for (std::size_t column = 0; column + 1 < grid.across.size(); ++column) {
            const auto corner = [&](std::size_t right, std::size_t up) {
                return Corner{{grid.across[column + right], grid.up[row + up]}, grid.at(column + right, row + up)};
            };
            const std::array<Corner, 4> around{corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)};
            if (!std::ranges::all_of(around, [](const Corner& c) { return std::isfinite(c.value); })) continue;
            std::vector<GridPoint> crossed;  // sides in turn: each second one leads into what is above the level
            bool begins_above = false;
            for (std::size_t side = 0; side < around.size(); ++side) {
                const Corner &a = around[side], &b = around[(side + 1) % around.size()];
                if ((a.value >= level) == (b.value >= level)) continue;
                if (crossed.empty()) begins_above = b.value >= level;
                crossed.push_back(crossing(a, b, level));
            }
            if (crossed.size() == 2) lines.push_back({crossed[0], crossed[1]});
            if (crossed.size() != 4) continue;
            double mean = 0;
            for (const Corner& c : around) mean += c.value / 4;
            // Each piece cuts off one corner: the two low ones where the middle is above the level, else the two high.
            const bool cuts_first = begins_above != (mean >= level);
            if (cuts_first) {
                lines.push_back({crossed[0], crossed[1]});
                lines.push_back({crossed[2], crossed[3]});
            } else {
                lines.push_back({crossed[1], crossed[2]});
                lines.push_back({crossed[3], crossed[0]});
            }
        }
    return lines;
}

}  // namespace glassformer
