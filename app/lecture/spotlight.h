// The spotlight: everything but what is spoken of is dimmed by a veil over the whole window, with soft holes where the
// step's cells are, the selected cell, and the mouse. What is dimmed can still be read.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/paint/fade.h"
#include "app/views/shared/context.h"

namespace glassformer {

/// A block of cells that is lit: names of targets ("cell:blocks.0.attn.weights[0,8,1]") of its first and last cell.
struct LitCells {
    std::string first, last;
    bool operator==(const LitCells&) const = default;
};

/// A part of the window that is lit, with round corners.
struct LitPlace {
    Rect rect;
    float radius = 0;
};

class Spotlight {
public:
    bool on() const { return on_; }
    void toggle() { on_ = !on_; }

    /// Before a view is drawn: what is to be lit. Returns the target that the view is to say the place of, if any.
    std::string look_for(const std::vector<LitCells>& lit);
    /// After it was drawn: whether that target has a place now.
    void found(const Targets& targets);
    /// The places are not all known yet, or they moved: another frame is needed.
    bool looks() const { return on_ && left_ > 0; }

    /// Draws the veil. `mouse`: what is round it is lit, too; it is all that is lit where no cell is seen.
    void draw(Ui& ui, Targets& targets, const Rect& picture, Vec2 mouse, bool moves);

private:
    bool on_ = false;
    std::vector<LitCells> lit_;
    std::vector<std::string> names_;  // of lit_, each once
    std::map<std::string, Rect> places_;
    std::size_t asked_ = 0;  // which of names_ the next frame asks for
    std::size_t left_ = 0;   // frames until each was asked for since something moved
    std::string target_;
    std::vector<LitPlace> last_lit_;  // what was lit last, while the veil goes
    Fading<int> fading_;
};

/// Covers the window but the lit places, with a soft edge; `strength`: of the veil, 0 to 1.
void draw_veil(Painter& painter, const Rect& window, std::span<const LitPlace> lit, float strength);

}  // namespace glassformer
