// Painter of vector files through cairo: the pictures of the window as SVG or PDF, for slides and handouts. Heatmap
// cells become rectangles, text becomes outlines. Needs neither a display nor OpenGL.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/paint/painter.h"
#include "app/platform/window.h"

namespace glassformer {

class CairoPainter final : public Painter {
public:
    /// The ending of the file decides: .svg, .pdf or .png. `em`: body text size in units of `size`. Throws Error.
    CairoPainter(const std::filesystem::path& file, PixelSize size, const Theme& theme, float em = 15);
    /// Draws the part `page` of the plane, at its size; an image with `scale` pixels for each unit.
    CairoPainter(const std::filesystem::path& file, const Theme& theme, float em, const Rect& page, int scale = 1);
    ~CairoPainter() override;
    CairoPainter(const CairoPainter&) = delete;
    CairoPainter& operator=(const CairoPainter&) = delete;

    /// Sets the title that readers of the file show, and what the picture is in words, for who does not see it. Before
    /// finish().
    void set_title(const std::string& title, const std::string& words = {});
    /// Writes the file; throws Error that names it. Nothing may be drawn afterwards.
    void finish();
    /// The file's bytes in place of finish(): nothing is written. Throws Error like it.
    std::string bytes();
    /// Ends this page of a .pdf and begins the next one, as large and empty.
    void next_page();
    /// What is drawn until pop_place() is drawn in `from` at this body size, and stands in `to` of this surface.
    void push_place(const Rect& from, const Rect& to, float em);
    void pop_place();
    /// Called for every matrix that is drawn from now on: it, its cells' rectangle, and what of that is seen.
    using MapDrawn = std::function<void(const ConstMatrix& matrix, const Rect& rect, const Rect& seen, int shown)>;
    void report_maps_to(MapDrawn told) { map_drawn_ = std::move(told); }
    /// What was drawn, of a .png: in place of finish(). Throws Error where memory or cairo's limits do not allow it.
    Image image();
    /// Characters drawn as their code points because no installed font has them: "no installed font has 字 (U+5B57)";
    /// "" if all were drawn.
    std::string missing() const;

    /// Held on this surface from now on.
    void set_limits(const ColourLimits& limits) { limits_ = limits; }

    const Theme& theme() const override { return theme_; }
    const ColourLimits& limits() const override { return limits_; }
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

private:
    struct Surface;
    TextSize size_of(std::string_view drawn, float size, Face face);
    /// Lays text out from (x, y) on its baseline and draws it if `draw`; returns its width.
    float run(std::string_view utf8, float size, Face face, Vec2 at, bool draw);
    /// Family of a font that has the character; "" if there is none.
    const std::string& family_with(std::string_view character);

    std::filesystem::path file_;
    const Theme& theme_;
    ColourLimits limits_;
    float em_;
    std::vector<float> outer_em_;  // around the places that were pushed
    std::vector<Rect> clips_;
    MapDrawn map_drawn_;
    std::string ordered_;  // by written_order()
    std::unique_ptr<Surface> surface_;
    std::map<std::string, std::string, std::less<>> families_;  // of characters that our faces lack
    std::u32string missing_;                                    // each once
};

}  // namespace glassformer
