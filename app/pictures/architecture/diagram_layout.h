// Where the parts of an architecture diagram stand: the columns at the left, what is selected at the right.
#pragma once

#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/architecture/diagram.h"

namespace glassformer {

struct DiagramRoute {
    int from = -1, to = -1;
    std::vector<Vec2> way;
};

/// A stage of the selected box, and the lines to those that read it there.
struct StageNode {
    int record = -1;
    Rect rect;
};

struct DiagramLayout {
    Rect page, title, note, side;
    bool two_lines = false;  // the boxes have room for their details
    bool loop_left = true;
    std::vector<Rect> boxes;                 // of each box of the diagram
    std::vector<Rect> labels;                // beside it, of positions; empty for the others
    std::vector<Rect> encodings;             // what positions do inside it; empty where they do nothing
    std::vector<DiagramRoute> routes, ends;  // `ends`: from the inputs (from −1) and to the answers (to −1)
    // Of each column:
    std::vector<Rect> frames, repeats, words;
    Rect answers, facts, chart, keys;
    std::vector<StageNode> nodes;
    std::vector<std::vector<Vec2>> links;  // between nodes

    /// A circle, not a box.
    static bool round(const DiagramBox& box) {
        return box.kind == DiagramBox::Kind::stream || box.kind == DiagramBox::Kind::positions ||
               (box.kind == DiagramBox::Kind::sum && box.stages.front().size() == 1);
    }
};

/// Room for the boxes, their names and the stages of one of them.
bool has_room(Painter& painter, const Rect& page, const Diagram& diagram);
/// `beside_title`: kept free at its right. The stages of box `selected` in block `block` stand at the right.
DiagramLayout lay_out(Painter& painter, const Rect& page, const Evaluation& evaluation, const Diagram& diagram,
                      int selected, int block, float beside_title);

/// The box's text on one line: its name, of attention also how many heads.
std::string line_of(const DiagramBox& box);

}  // namespace glassformer
