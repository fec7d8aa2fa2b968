// A surface above another one: all that is drawn on it is drawn below. For surfaces that change a little of it.
#pragma once

#include "app/paint/painter.h"

namespace glassformer {

class PainterAbove : public Painter {
public:
    /// `below` must outlive it.
    explicit PainterAbove(Painter& below) : below_(below) {}

    const Theme& theme() const override { return below_.theme(); }
    float em() const override { return below_.em(); }
    float least_text() const override { return below_.least_text(); }
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
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override { below_.text(at, utf8, style); }
    TextSize measure(std::string_view utf8, float size, Face face) override { return below_.measure(utf8, size, face); }
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
    void image(const Image& image, const Rect& rect) override { below_.image(image, rect); }
    void drew_legend(const LegendDrawn& drawn) override { below_.drew_legend(drawn); }
    bool has_time(std::size_t numbers) override { return below_.has_time(numbers); }

protected:
    Painter& below() { return below_; }
    const Painter& below() const { return below_; }

private:
    Painter& below_;
};

}  // namespace glassformer
