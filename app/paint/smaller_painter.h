// A surface with smaller text: what is drawn on it measures itself by its em, and so becomes smaller as a whole. For a
// picture that must be shown in whole where large text leaves it no room.
#pragma once

#include "app/paint/painter_above.h"

namespace glassformer {

class SmallerPainter : public PainterAbove {
public:
    /// `share` of the text size of the surface below, which must outlive it.
    SmallerPainter(Painter& below, float share) : PainterAbove(below), share_(share) {}

    float em() const override { return share_ * below().em(); }
    float least_text() const override { return below().least_text() / share_; }
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override {
        TextStyle smaller = style;
        smaller.size *= share_;
        below().text(at, utf8, smaller);
    }
    TextSize measure(std::string_view utf8, float size, Face face) override {
        return below().measure(utf8, share_ * size, face);
    }

private:
    const float share_;
};

}  // namespace glassformer
