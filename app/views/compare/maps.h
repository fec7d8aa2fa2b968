// Heatmaps of one stage of two runs: A, B and A − B, with one grid, one scale for A and B, and one cell highlighted in
// all of them. Lines are matched by index; cells that exist in one run only are hatched in the other maps. If the two
// cannot be compared, A is above B, each with its own shape, labels and scale. Values come from the traces, differences
// from core/analysis/run_difference.h.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/pictures/board/memory.h"
#include "app/pictures/board/page.h"
#include "app/views/compare/map_grid.h"
#include "core/analysis/run_difference.h"

namespace glassformer {

struct RunMap;  // run_map.h

struct RunsScene {
    const Evaluation& a;
    const Evaluation* b = nullptr;  // null: there is no run B yet
    int record_a = -1, record_b = -1;
    const Tensor* difference = nullptr;  // of the common part of the records; may be null
    const Tensor* matched = nullptr;     // B's numbers at the places of A's; null: they are there already
    DimensionRows rows_of_b{};           // … and which rows of B these are
    std::uint64_t generation = 0;        // of the difference; differs from every other matrix's
    int head = 0;
    bool before_and_after = false;    // B at the left, A at its right, without their difference
    bool alone = false;               // A and B separately: no common part, or B lacks the stage
    CellAt locked{}, pointed{};       // lines of the grid
    int pointed_in = 0;               // map of the pointed cell, if `alone`
    std::string no_b, no_difference;  // sentence in place of a map that cannot be drawn
    PictureMemory& memory_a;
    PictureMemory& memory_b;
};

struct RunsHit {
    int map = 0;  // 0: A, 1: B, 2: A − B
    CellAt at;    // row and column of the grid; may be outside A
    Rect rect;
};

class RunMaps {
public:
    /// Draws the maps and returns the cell under the mouse.
    std::optional<RunsHit> draw(Painter& painter, const Rect& area, const RunsScene& scene, Vec2 mouse);

    /// Rectangle of a cell in a map as last drawn; empty if it is not shown.
    Rect place(int map, CellAt at) const { return windows_[static_cast<std::size_t>(map)].cell(at); }
    const Rect& map(int which) const { return windows_[static_cast<std::size_t>(which)].rect; }
    const MapWindow& window(int which) const { return windows_[static_cast<std::size_t>(which)]; }
    /// Cell of A's record at a row and column of the grid as last drawn; empty outside A.
    CellRef cell_of_a(CellAt at) const;
    /// Same for B's record.
    CellRef cell_of_b(CellAt at) const;

private:
    /// Properties of the last matrix, computed once per difference and head.
    struct Known {
        const float* data = nullptr;
        std::uint64_t generation = 0;
        int rows = 0, cols = 0;
        float limit = 1;
        CellAt largest{};
        bool is(const ConstMatrix& matrix) const {
            return data == matrix.data && generation == matrix.generation && rows == matrix.rows && cols == matrix.cols;
        }
    };
    float difference_limit(Painter& painter, const ConstMatrix& matrix);
    /// Cell with the largest magnitude, which is kept in sight.
    CellAt largest(int map, const ConstMatrix& matrix);
    void place_together(Page& a, Page* b, const Rect& area, const RunsScene& scene, std::array<RunMap, 3>& maps);
    void place_alone(Page& a, Page* b, const Rect& area, const RunsScene& scene, std::array<RunMap, 3>& maps);
    MapWindow window_of(int map, const MapPlan& plan, const MapNeeds& needs, const ConstMatrix& matrix, CellAt locked);

    std::array<MapWindow, 3> windows_{};
    Slice slice_a_, slice_b_;
    bool has_b_ = false;
    Known difference_;
    std::array<Known, 2> largest_;
};

}  // namespace glassformer
