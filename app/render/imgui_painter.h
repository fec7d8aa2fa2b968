// Painter of the window, with ImGui's draw lists, the program's fonts and heatmaps on the GPU.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/paint/painter.h"
#include "app/render/fonts.h"
#include "app/render/heatmap_gl.h"

struct ImDrawList;

namespace glassformer {

class ImGuiPainter final : public Painter {
public:
    ImGuiPainter(Fonts& fonts, HeatmapGl& heatmaps) : fonts_(fonts), heatmaps_(heatmaps) {}

    /// Call inside an ImGui frame, before anything is drawn.
    void begin_frame(const Theme& theme, float em, const Rect& window);
    /// Until pop_overlay() everything is drawn above all windows (tooltips, open lists).
    void push_overlay();
    void pop_overlay();

    /// Held on this surface from now on.
    void set_limits(const ColourLimits& limits) { limits_ = limits; }
    /// Told of every legend, where it is drawn; empty: nobody is.
    void tell_of_legends(std::function<void(const LegendDrawn&)> told) { told_of_legend_ = std::move(told); }

    const Theme& theme() const override { return *theme_; }
    float em() const override { return em_; }
    void fill(const Rect& rect, Colour colour, float radius) override;
    void stroke(const Rect& rect, Colour colour, float width, float radius) override;
    void line(Vec2 from, Vec2 to, Colour colour, float width) override;
    void dashed(Vec2 from, Vec2 to, Colour colour, float width, float dash, float space) override;
    void polyline(std::span<const Vec2> points, Colour colour, float width, bool closed) override;
    void curve(Vec2 from, Vec2 control1, Vec2 control2, Vec2 to, Colour colour, float width) override;
    void triangle(Vec2 a, Vec2 b, Vec2 c, Colour colour) override;
    void band(std::span<const Vec2> upper, std::span<const Vec2> lower, Colour colour) override;
    void circle(Vec2 centre, float radius, Colour colour) override;
    void ring(Vec2 centre, float radius, Colour colour, float width) override;
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override;
    TextSize measure(std::string_view utf8, float size, Face face) override;
    void push_clip(const Rect& rect) override;
    void pop_clip() override;
    Rect clip() const override { return clips_.back(); }
    void heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) override;
    void image(const Image& image, const Rect& rect) override;
    float limit(const ConstMatrix& matrix) override { return heatmaps_.limit(matrix); }
    const ColourLimits& limits() const override { return limits_; }
    std::size_t beyond(const ConstMatrix& matrix, const HeatStyle& style) override;
    void drew_legend(const LegendDrawn& drawn) override {
        if (told_of_legend_) told_of_legend_(drawn);
    }
    bool has_time(std::size_t numbers) override { return heatmaps_.has_time(numbers); }

    FontChoice font(float size, Face face) const { return fonts_.choose(size, face); }
    void want(std::string_view utf8);

private:
    ImDrawList* list() const;
    /// The signs of a text as they are drawn, from left to right; until the next call.
    std::string_view drawn(std::string_view utf8, WritingDirection direction);
    static TextSize size_of(std::string_view drawn, const FontChoice& font);

    /// Of the image that was drawn last, by its pixels and size.
    struct ImageTexture {
        unsigned name = 0;
        const std::uint8_t* pixels = nullptr;
        int width = 0, height = 0;
    };
    ImageTexture image_;
    Fonts& fonts_;
    std::string ordered_, drawn_text_;  // by written_order(), by fonts_.drawn()
    HeatmapGl& heatmaps_;
    const Theme* theme_ = nullptr;
    float em_ = 15;
    int overlays_ = 0;
    std::vector<Rect> clips_;
    ColourLimits limits_;
    std::function<void(const LegendDrawn&)> told_of_legend_;
    /// Counts of matrices, by where they lie and the limit: counted once for each evaluation.
    struct Count {
        std::uint64_t generation;
        std::size_t beyond;
    };
    std::map<std::tuple<const float*, int, int, std::ptrdiff_t, std::ptrdiff_t, float>, Count> beyond_;
};

}  // namespace glassformer
