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
    Rect page, title, note, side;  // side: empty where it is left out
    bool two_lines = false;        // the boxes have room for their details
    bool brief = false;            // … or for their brief names alone
    float small_line = 0;          // height of a line of small text, in pixels
    bool loop_left = true;
    std::vector<Rect> boxes;                 // of each box of the diagram
    std::vector<Rect> labels;                // beside it, of positions and segments; empty for the others
    std::vector<Rect> encodings;             // what positions do inside it; empty where they do nothing
    std::vector<DiagramRoute> routes, ends;  // `ends`: from the inputs (from −1) and to the answers (to −1)
    // Of each column:
    std::vector<Rect> frames, repeats, words;
    Rect answers, facts, chart, keys;
    std::vector<StageNode> nodes;
    std::vector<std::vector<Vec2>> links;  // between nodes

    /// Beside the column at its sum, with its name beside it.
    static bool beside_sum(const DiagramBox& box) {
        return box.kind == DiagramBox::Kind::positions || box.kind == DiagramBox::Kind::segments;
    }
    /// A circle, not a box.
    static bool round(const DiagramBox& box) {
        return box.kind == DiagramBox::Kind::stream || beside_sum(box) ||
               (box.kind == DiagramBox::Kind::sum && box.stages.front().size() == 1);
    }
};

/// From a stage's box to the one beside it, in em.
inline constexpr float chart_gap = 0.9F;

/// What is said of the selected box, and its stages, at the right of the columns; left out where a page has no room for
/// names that can be read. `brief`: left out, and the boxes have their brief names, the ends no captions.
enum class DiagramSide : std::uint8_t { shown, left_out, brief };

/// Room for the boxes, their names and, at the side, the stages of each of them.
bool has_room(Painter& painter, const Rect& page, const Diagram& diagram, DiagramSide side = DiagramSide::shown);
/// `beside_title`: kept free at its right. The stages of box `selected` in block `block` stand at the right, below the
/// facts.
DiagramLayout lay_out(Painter& painter, const Rect& page, const Evaluation& evaluation, const Diagram& diagram,
                      const DiagramFacts& facts, int selected, int block, float beside_title,
                      DiagramSide side = DiagramSide::shown);
/// Height of the facts in that width: a heading and its lines, each broken where it is wider.
float facts_height(Painter& painter, float wide, const DiagramFacts& facts);
/// Draws them.
void draw_facts(Painter& painter, const Rect& place, const DiagramFacts& facts);
/// The box's text on one line: its name, of attention also how many heads.
std::string line_of(const DiagramBox& box);

}  // namespace glassformer
