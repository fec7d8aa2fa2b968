// One stage of two runs as three heatmaps: A, B and A − B, with one grid, one scale for A and B, and one cell lit in
// all of them. Lines are matched by their index; what only one run has is hatched where the other lacks it. Where the
// two cannot be set against each other, A and B stand one below the other, each of its own shape with its own labels
// and scale. Numbers are read from the traces, differences from what core computed.
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
    const Tensor* difference = nullptr;  // of the common part of the records; null: there is none
    std::uint64_t generation = 0;        // of the difference, unlike that of any other matrix
    int head = 0;
    bool alone = false;               // each by itself: they have no common part, or B has no such stage
    CellAt locked{}, pointed{};       // lines of the grid
    int pointed_in = 0;               // the map whose cell that is, where each stands by itself
    std::string no_b, no_difference;  // what stands in place of a map that cannot be drawn
    PictureMemory& memory_a;
    PictureMemory& memory_b;
};

struct RunsHit {
    int map = 0;  // 0: A, 1: B, 2: A − B
    CellAt at;    // line of the grid; perhaps not of A
    Rect rect;
};

class RunMaps {
public:
    /// Draws the maps and returns the cell under the mouse.
    std::optional<RunsHit> draw(Painter& painter, const Rect& area, const RunsScene& scene, Vec2 mouse);

    /// The place of a cell in a map as it was last drawn; empty where it is not shown.
    Rect place(int map, CellAt at) const { return windows_[static_cast<std::size_t>(map)].cell(at); }
    const Rect& map(int which) const { return windows_[static_cast<std::size_t>(which)].rect; }
    const MapWindow& window(int which) const { return windows_[static_cast<std::size_t>(which)]; }
    /// The cell of A's record at a line of the grid as last drawn; empty beyond A.
    CellRef cell_of_a(CellAt at) const;
    /// The same cell in B's record.
    CellRef cell_of_b(CellAt at) const;

private:
    /// Of the last matrix asked for: found once for a difference and a head.
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
    /// The cell that is worth being in sight: of the largest magnitude.
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
