// Layout of the whole model: blocks as rows of boxes along the residual stream, attention and MLP as branches above it,
// the steps of a recurrent layer as columns. Depends on the trace alone; in map units, which the camera scales to
// pixels.
#pragma once

#include <string>
#include <vector>

#include "app/platform/geometry.h"
#include "core/tape/stages_read.h"
#include "core/tape/trace.h"

namespace glassformer {

/// A stage's box: as wide as `map_node.x` and as tall as `map_node.y`.
struct MapNode {
    int record = -1;
    Rect rect;
    bool trunk = false;  // on the residual stream
    int group = -1;      // the innermost group it lies in
};
inline constexpr Vec2 map_node{1.15F, 1.0F};
/// From a stage to the one beside or above it.
inline constexpr Vec2 map_pitch{1.55F, 1.7F};

/// A frame around stages that belong together.
struct MapGroup {
    enum class Kind : std::uint8_t { stack, block, part };
    Kind kind = Kind::block;
    std::string title;  // "Block 1", "Self-attention"
    Rect rect;
    int first = -1, last = -1;  // records
    int parent = -1;
};

/// From a stage to one that reads it, as indices of nodes.
struct MapLink {
    enum class Kind : std::uint8_t {
        flow,   // within a branch, or between branch and stream
        trunk,  // along the residual stream
        far     // from further away: the encoder's result to the decoder's blocks, a state to the next step's row
    };
    Kind kind = Kind::flow;
    int from = -1, to = -1;
    std::vector<Vec2> way{};  // level and upright lines from the one box's edge to the other's (map_routes.h)
};

/// Width beside the rows, for the stream from the end of one row to the start of the next.
inline constexpr float map_gutter = 0.5F;
/// From a stage's box to the frame around its block.
inline constexpr float map_inset = 0.45F;
/// Below the stream's boxes, for their names.
inline constexpr float map_foot = 0.3F;
/// Above the boxes of a part, for its title; and of a block, where the parts' frames reach into it.
inline constexpr float map_part_heading = 0.62F, map_block_heading = 1.1F;

struct ModelMap {
    std::vector<MapNode> nodes;  // in the order of trace.stages()
    std::vector<MapGroup> groups;
    std::vector<MapLink> links;  // one for each stage that a stage reads, as the record says
    std::vector<Rect> rows;      // of blocks, from above
    Rect bounds;

    /// The node of a stage; of a parameter or input, the stage that first reads it. −1 where there is none.
    int node_of(const Trace& trace, int record) const;
    /// The innermost group of that kind around a node; −1 where there is none.
    int group_of(int node, MapGroup::Kind kind) const;
};

/// Breaks rows of blocks so that width by height of the whole comes near `aspect`.
ModelMap map_of(const Trace& trace, float aspect);

}  // namespace glassformer
