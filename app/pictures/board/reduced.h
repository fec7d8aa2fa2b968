// Painter with smaller text than the one it draws on, for pictures in small areas, whose labels would take all room.
// Everything but text and its measure passes through.
#pragma once

#include "app/paint/painter.h"

namespace glassformer {

/// Factor for the text size of a picture in an area: 1 where at least `picture_width` × `picture_height` em
/// fit, never below a third, which is the usual size at the largest text scale.
inline constexpr float picture_width = 30, picture_height = 15, smallest_reduction = 1.0F / 3;
float reduction(const Rect& area, float em);

class Reduced : public Painter {
public:
    Reduced(Painter& full, float factor) : full_(full), factor_(factor) {}
    const Theme& theme() const override { return full_.theme(); }
    float em() const override { return factor_ * full_.em(); }

    void fill(const Rect& r, Colour c, float radius) override { full_.fill(r, c, radius); }
    void stroke(const Rect& r, Colour c, float width, float radius) override { full_.stroke(r, c, width, radius); }
    void line(Vec2 a, Vec2 b, Colour c, float width) override { full_.line(a, b, c, width); }
    void dashed(Vec2 a, Vec2 b, Colour c, float width, float dash, float space) override {
        full_.dashed(a, b, c, width, dash, space);
    }
    void polyline(std::span<const Vec2> points, Colour c, float width, bool closed) override {
        full_.polyline(points, c, width, closed);
    }
    void curve(Vec2 a, Vec2 control1, Vec2 control2, Vec2 b, Colour c, float width) override {
        full_.curve(a, control1, control2, b, c, width);
    }
    void triangle(Vec2 a, Vec2 b, Vec2 c, Colour colour) override { full_.triangle(a, b, c, colour); }
    void band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour c) override {
        full_.band(upper, lower, c);
    }
    void circle(Vec2 centre, float radius, Colour c) override { full_.circle(centre, radius, c); }
    void ring(Vec2 centre, float radius, Colour c, float width) override { full_.ring(centre, radius, c, width); }

    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override;
    TextSize measure(std::string_view utf8, float size, Face face) override {
        return full_.measure(utf8, factor_ * size, face);
    }

    void push_clip(const Rect& rect) override { full_.push_clip(rect); }
    void pop_clip() override { full_.pop_clip(); }
    Rect clip() const override { return full_.clip(); }
    void heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) override {
        full_.heatmap(matrix, rect, style);
    }
    float limit(const ConstMatrix& matrix) override { return full_.limit(matrix); }
    const ColourLimits& limits() const override { return full_.limits(); }
    std::size_t beyond(const ConstMatrix& matrix, const HeatStyle& style) override {
        return full_.beyond(matrix, style);
    }
    void drew_legend(const LegendDrawn& drawn) override { full_.drew_legend(drawn); }
    bool has_time(std::size_t numbers) override { return full_.has_time(numbers); }

private:
    Painter& full_;
    float factor_;
};

}  // namespace glassformer
