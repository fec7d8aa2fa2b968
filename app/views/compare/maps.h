// One stage of two runs as three heatmaps: A, B and A − B, with one grid, one scale for A and B, and one cell lit in
// all of them. Lines are matched by their index; what only one run has is hatched where the other lacks it. Numbers are
// read from the traces, differences from what core computed.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/pictures/memory.h"
#include "app/pictures/page.h"
#include "core/run_difference.h"

namespace glassformer {

struct MapScene {
    const Evaluation& a;
    const Evaluation* b = nullptr;  // null: there is no run B yet
    int record_a = -1, record_b = -1;
    const Tensor* difference = nullptr;  // of the common part of the records; null: there is none
    std::uint64_t generation = 0;        // of the difference, unlike that of any other matrix
    int head = 0;
    CellAt locked{}, pointed{};       // lines of the grid
    std::string no_b, no_difference;  // what stands in place of a map that cannot be drawn
    PictureMemory& memory_a;
    PictureMemory& memory_b;
};

struct MapHit {
    int map = 0;  // 0: A, 1: B, 2: A − B
    CellAt at;    // line of the grid; perhaps not of A
    Rect rect;
};

class RunMaps {
public:
    /// Draws the maps and returns the cell under the mouse.
    std::optional<MapHit> draw(Painter& painter, const Rect& area, const MapScene& scene, Vec2 mouse);

    /// The place of a cell in a map as it was last drawn; empty where it is not shown.
    Rect place(int map, CellAt at) const;
    const Rect& map(int which) const { return rects_[static_cast<std::size_t>(which)]; }
    /// The cell of A's record at a line of the grid as last drawn; empty beyond A.
    CellRef cell_of_a(CellAt at) const;
    /// The same cell in B's record.
    CellRef cell_of_b(CellAt at) const;

private:
    float difference_limit(Painter& painter, const ConstMatrix& matrix);

    std::array<Rect, 3> rects_{};
    Slice slice_a_, slice_b_;
    bool has_b_ = false;
    int first_row_ = 0, first_col_ = 0, rows_ = 0, cols_ = 0;  // the window shown
    const float* limit_of_ = nullptr;
    std::uint64_t limit_generation_ = 0;
    float limit_ = 1;
};

}  // namespace glassformer
