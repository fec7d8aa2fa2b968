#include "app/pictures/charts/thinned_line.h"

#include <cmath>
#include <optional>

namespace glassformer {

namespace {

/// What is kept of the points of one column of pixels.
struct PixelColumn {
    int number = 0;
    Vec2 least, largest;
    bool least_first = true;

    PixelColumn(int column, Vec2 only) : number(column), least(only), largest(only) {}
    void add(Vec2 point) {
        if (point.y < least.y) {
            least = point;
            least_first = false;
        } else if (point.y > largest.y) {
            largest = point;
            least_first = true;
        }
    }
    void put_into(LineRun& run) const {
        run.push_back(least_first ? least : largest);
        if (least.y < largest.y) run.push_back(least_first ? largest : least);
    }
};

}  // namespace

std::vector<LineRun> thinned(std::span<const ChartPoint> points, const Rect& plot,
                             const std::function<Vec2(const ChartPoint&)>& place) {
    std::vector<LineRun> runs;
    LineRun run;
    std::optional<PixelColumn> column;
    std::optional<Vec2> before;  // the last point, left of the plot
    bool gap = false, over = false;
    const auto end_column = [&] {
        if (column) column->put_into(run);
        column.reset();
    };
    const auto end_run = [&] {
        end_column();
        if (!run.empty()) runs.push_back(std::move(run));
        run.clear();
    };
    for (const ChartPoint& point : points) {
        const Vec2 at = place(point);
        if (!std::isfinite(at.x) || !std::isfinite(at.y)) {
            gap = true;
            before.reset();
            continue;
        }
        if (at.x < plot.x) {
            end_run();
            before = at;
            gap = over = false;
            continue;
        }
        const bool right = at.x > plot.right();
        if (right && over) continue;
        const int number = static_cast<int>(std::floor(at.x - plot.x));
        if (!right && column && column->number == number) {
            column->add(at);
            gap = false;
            continue;
        }
        if (gap || over) end_run();
        end_column();
        gap = over = false;
        if (before) run.push_back(*before);
        before.reset();
        if (!right) {
            column.emplace(number, at);
            continue;
        }
        if (!run.empty()) run.push_back(at);
        end_run();
        over = true;
    }
    end_run();
    return runs;
}

}  // namespace glassformer
