// A surface that only takes notes of what was drawn where, for tests of pictures.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer::test {

/// Notes where something was drawn. Text is 0.55 of its size wide a byte: wider than most fonts.
class Notes : public Painter {
public:
    struct Heat {
        Rect rect;
        ConstMatrix matrix;
        HeatStyle style;
    };
    struct Stroke {
        Rect rect;
        Colour colour;
    };
    Rect bounds{1e9F, 1e9F, -2e9F, -2e9F};
    std::vector<Heat> heats;
    std::vector<Stroke> strokes;
    struct Label {
        std::string text;
        TextStyle style;
        Vec2 at;
    };
    std::vector<std::string> texts;
    std::vector<Label> labels;  // the same with their styles and places
    std::vector<Rect> fills;
    std::vector<Colour> fill_colours;  // of the same
    int dashes = 0, curves = 0, triangles = 0, rings = 0;
    std::vector<Rect> ringed;
    Rect seen{0, 0, 1e6F, 1e6F};  // the clip

    const Theme& theme() const override { return **all_themes().begin(); }
    float em() const override { return 14; }
    void fill(const Rect& r, Colour colour, float) override {
        cover(r);
        fills.push_back(r);
        fill_colours.push_back(colour);
    }
    void stroke(const Rect& r, Colour colour, float, float) override {
        cover(r);
        strokes.push_back({r, colour});
    }
    void line(Vec2 a, Vec2 b, Colour, float) override { cover(a), cover(b); }
    void dashed(Vec2 a, Vec2 b, Colour, float, float, float) override {
        cover(a), cover(b);
        ++dashes;
    }
    void polyline(std::span<const Vec2> points, Colour colour, float width, bool closed) override;
    void curve(Vec2 a, Vec2, Vec2, Vec2 b, Colour, float) override {
        cover(a), cover(b);
        ++curves;
    }
    struct Band {
        std::vector<Vec2> upper, lower;
        Colour colour;
    };
    std::vector<Band> bands;
    std::vector<float> triangle_widths;  // of the sides between the first two corners
    void band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour colour) override;
    void triangle(Vec2 a, Vec2 b, Vec2 c, Colour) override {
        cover(a), cover(b), cover(c);
        ++triangles;
        triangle_widths.push_back(std::abs(b.x - a.x));
    }
    void circle(Vec2 c, float r, Colour) override { cover(Rect{c.x - r, c.y - r, 2 * r, 2 * r}); }
    void ring(Vec2 c, float r, Colour, float) override {
        cover(Rect{c.x - r, c.y - r, 2 * r, 2 * r});
        ++rings;
        ringed.push_back({c.x - r, c.y - r, 2 * r, 2 * r});
    }
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override;
    TextSize measure(std::string_view utf8, float size, Face face) override;
    void push_clip(const Rect&) override {}
    void pop_clip() override {}
    Rect clip() const override { return seen; }
    void heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) override {
        cover(rect);
        heats.push_back({rect, matrix, style});
    }

private:
    void cover(Vec2 p);
    void cover(const Rect& r);
};

/// Notes at another text size.
class LargeNotes : public Notes {
public:
    explicit LargeNotes(float size) : size_(size) {}
    float em() const override { return size_; }

private:
    float size_;
};

/// Notes at the window's own text size, in its theme.
class WindowNotes : public Notes {
public:
    WindowNotes(float em, const Theme& theme) : em_(em), theme_(theme) {}
    float em() const override { return em_; }
    const Theme& theme() const override { return theme_; }

private:
    float em_;
    const Theme& theme_;
};

/// Where a label stands; not of a slanted one.
Rect box_of(Painter& notes, const Notes::Label& label);

}  // namespace glassformer::test
