// A surface with smaller text: what is drawn on it measures itself by its em, and so becomes smaller as a whole. For a
// picture that must be shown in whole where large text leaves it no room.
#pragma once

#include "app/paint/painter.h"

namespace glassformer {

class SmallerPainter : public Painter {
public:
    /// `share` of the text size of the surface below, which must outlive it.
    SmallerPainter(Painter& below, float share) : below_(below), share_(share) {}

    const Theme& theme() const override { return below_.theme(); }
    float em() const override { return share_ * below_.em(); }
    void fill(const Rect& rect, Colour colour, float radius) override { below_.fill(rect, colour, radius); }
    void stroke(const Rect& rect, Colour colour, float width, float radius) override {
        below_.stroke(rect, colour, width, radius);
    }
    void line(Vec2 from, Vec2 to, Colour colour, float width) override { below_.line(from, to, colour, width); }
    void dashed(Vec2 from, Vec2 to, Colour colour, float width, float dash, float space) override {
        below_.dashed(from, to, colour, width, dash, space);
    }
    void polyline(std::span<const Vec2> points, Colour colour, float width, bool closed) override {
        below_.polyline(points, colour, width, closed);
    }
    void curve(Vec2 from, Vec2 control1, Vec2 control2, Vec2 to, Colour colour, float width) override {
        below_.curve(from, control1, control2, to, colour, width);
    }
    void triangle(Vec2 a, Vec2 b, Vec2 c, Colour colour) override { below_.triangle(a, b, c, colour); }
    void band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour colour) override {
        below_.band(upper, lower, colour);
    }
    void circle(Vec2 centre, float radius, Colour colour) override { below_.circle(centre, radius, colour); }
    void ring(Vec2 centre, float radius, Colour colour, float width) override {
        below_.ring(centre, radius, colour, width);
    }
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override {
        TextStyle smaller = style;
        smaller.size *= share_;
        below_.text(at, utf8, smaller);
    }
    TextSize measure(std::string_view utf8, float size, Face face) override {
        return below_.measure(utf8, share_ * size, face);
    }
    void push_clip(const Rect& rect) override { below_.push_clip(rect); }
    void pop_clip() override { below_.pop_clip(); }
    Rect clip() const override { return below_.clip(); }
    void heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) override {
        below_.heatmap(matrix, rect, style);
    }
    float limit(const ConstMatrix& matrix) override { return below_.limit(matrix); }
    const ColourLimits& limits() const override { return below_.limits(); }
    std::size_t beyond(const ConstMatrix& matrix, const HeatStyle& style) override {
        return below_.beyond(matrix, style);
    }
    void drew_legend(const LegendDrawn& drawn) override { below_.drew_legend(drawn); }
    bool has_time(std::size_t numbers) override { return below_.has_time(numbers); }

private:
    Painter& below_;
    const float share_;
};

}  // namespace glassformer
