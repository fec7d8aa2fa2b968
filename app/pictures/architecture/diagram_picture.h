// Draws the architecture of a model as papers do, with the numbers of its run.
#pragma once

#include <optional>
#include <string>

#include "app/pictures/architecture/diagram_layout.h"

namespace glassformer {

struct DiagramScene {
    const Evaluation& evaluation;
    const Diagram& diagram;
    const DiagramFacts& facts;  // of the selected box
    int selected = 0, block = 0;
    bool veiled = false;  // without the prediction, which a question asks for
};

/// What the mouse is over.
struct DiagramHit {
    enum class Kind : std::uint8_t { box, encoding, blocks, stage };
    Kind kind = Kind::box;
    int number = -1;  // box; of `blocks` the column
    int record = -1;  // that a click opens: of a stage and of an encoding
    Rect rect = {};
    bool same(const DiagramHit& other) const {
        return kind == other.kind && number == other.number && record == other.record;
    }
};

std::optional<DiagramHit> draw_diagram(Painter& painter, const DiagramLayout& at, const DiagramScene& scene,
                                       Vec2 mouse);
/// In one sentence or some lines.
std::string tooltip_of(const DiagramScene& scene, const DiagramHit& hit);

}  // namespace glassformer
