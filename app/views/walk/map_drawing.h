// The map through the camera: frames with titles, the residual stream, links between stages, and every stage as a live
// heatmap of all its heads.
#pragma once

#include <vector>

#include "app/pictures/board/memory.h"
#include "app/pictures/board/picture.h"
#include "app/views/walk/camera.h"
#include "app/views/walk/map.h"
#include "core/analysis/influence.h"

namespace glassformer {

struct MapScene {
    const Evaluation& evaluation;
    const ModelMap& map;
    int current = -1;                            // node of the cursor
    int head = 0;                                // marked where all heads of a stage are seen
    const std::vector<bool>* differs = nullptr;  // by record id: from the run without changes
    int without = -1;                            // a node whose picture is drawn instead of its heatmap
    int also_without = -1;                       // the one the camera comes from
    PictureMemory& memory;
    bool gradients = false;               // shown in place of values
    const InfluencePath* path = nullptr;  // drawn from stage to stage
};

/// Node or frame under the mouse.
struct MapHit {
    int node = -1;
    int group = -1;  // the innermost frame, where there is no node
};

/// One scale for the gradients of all stages, over log₁₀ of their magnitudes: what vanishes looks vanished.
HeatStyle gradient_scale(PictureMemory& memory);
/// Draws that scale with its name and its two ends; 3.2 em high.
void draw_gradient_scale(Painter& painter, const Rect& rect, const HeatStyle& scale);

MapHit draw_map(Painter& painter, const Rect& canvas, const Camera& camera, const MapScene& scene, Vec2 mouse);

}  // namespace glassformer
