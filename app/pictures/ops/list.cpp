// Pictures by operation, and the entry points of a picture: drawing it, and finding a cell's place.
#include <algorithm>
#include <array>

#include "app/pictures/board/occupied.h"
#include "app/pictures/board/page.h"
#include "app/pictures/board/reduced.h"

namespace glassformer {

namespace picture {
extern const Picture plain_picture;     // the result alone
extern const Picture gradient_picture;  // values, and beside them their gradients
}  // namespace picture

const Picture& picture_of(const Record& record) {
    if (record.operation)
        for (const Picture& row : all_pictures())
            if (row.operation == record.operation->name()) return row;
    return picture::plain_picture;
}

const Picture& picture_of(const Scene& scene) {
    // Nothing follows the loss: its picture is how it comes about, not that ∂ℒ/∂ℒ is 1.
    const bool slopes = scene.gradients && scene.stage().gradient != nullptr && scene.stage().stage != &stage::loss;
    return slopes ? picture::gradient_picture : picture_of(scene.stage());
}

bool computes_itself(const Scene& scene) {
    const Picture& picture = picture_of(scene);
    return &picture != &picture::gradient_picture && !picture.still;
}

namespace {

/// A surface that measures like another one and draws nothing: a picture composed on it only finds places.
class Unseen : public Painter {
public:
    explicit Unseen(Painter& seen) : seen_(seen) {}
    const Theme& theme() const override { return seen_.theme(); }
    float em() const override { return seen_.em(); }
    TextSize measure(std::string_view text, float size, Face face) override { return seen_.measure(text, size, face); }

    void fill(const Rect&, Colour, float) override {}
    void stroke(const Rect&, Colour, float, float) override {}
    void line(Vec2, Vec2, Colour, float) override {}
    void dashed(Vec2, Vec2, Colour, float, float, float) override {}
    void polyline(std::span<const Vec2>, Colour, float, bool) override {}
    void curve(Vec2, Vec2, Vec2, Vec2, Colour, float) override {}
    void triangle(Vec2, Vec2, Vec2, Colour) override {}
    void band(std::span<const Vec2>, std::span<const Vec2>, Colour) override {}
    void circle(Vec2, float, Colour) override {}
    void ring(Vec2, float, Colour, float) override {}
    void text(Vec2, std::string_view, const TextStyle&) override {}
    void push_clip(const Rect&) override {}
    void pop_clip() override {}
    Rect clip() const override { return seen_.clip(); }
    void heatmap(const ConstMatrix&, const Rect&, const HeatStyle&) override {}
    float limit(const ConstMatrix& matrix) override { return seen_.limit(matrix); }
    bool has_time(std::size_t numbers) override { return seen_.has_time(numbers); }

private:
    Painter& seen_;
};

/// A surface that only notes which places are taken.
class Noting : public Unseen {
public:
    Noting(Painter& seen, Occupied& found) : Unseen(seen), found_(found) {}
    void fill(const Rect& rect, Colour, float) override { found_.words.push_back(rect); }
    void stroke(const Rect& rect, Colour, float, float) override { found_.marks.push_back(rect); }
    void dashed(Vec2 a, Vec2 b, Colour, float, float, float) override { around(std::array{a, b}); }
    void polyline(std::span<const Vec2> points, Colour, float, bool) override { around(points); }
    void curve(Vec2 a, Vec2, Vec2, Vec2 b, Colour, float) override { around(std::array{a, b}); }
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override {
        const TextSize size = measure(utf8, style.size, style.face);
        if (style.degrees != 0) {  // rises to the right, or straight up
            const float up = style.degrees < 90 ? 0.75F * size.width + size.height : size.width;
            const float across = style.degrees < 90 ? up : size.height;
            found_.words.push_back({at.x - size.height / 2, at.y - up, across, up + size.height / 2});
            return;
        }
        const float x = style.align == Align::left     ? at.x
                        : style.align == Align::centre ? at.x - size.width / 2
                                                       : at.x - size.width;
        const float y = style.anchor == Anchor::top        ? at.y
                        : style.anchor == Anchor::middle   ? at.y - size.height / 2
                        : style.anchor == Anchor::baseline ? at.y - size.ascent
                                                           : at.y - size.height;
        found_.words.push_back({x, y, size.width, size.height});
    }
    void heatmap(const ConstMatrix&, const Rect& rect, const HeatStyle&) override { found_.matrices.push_back(rect); }

private:
    void around(std::span<const Vec2> points) {
        if (points.empty()) return;
        const auto [left, right] = std::ranges::minmax(points, {}, &Vec2::x);
        const auto [top, bottom] = std::ranges::minmax(points, {}, &Vec2::y);
        constexpr float wide = 2;  // pixels around a line
        found_.marks.push_back({left.x - wide, top.y - wide, right.x - left.x + 2 * wide, bottom.y - top.y + 2 * wide});
    }
    Occupied& found_;
};

}  // namespace

std::optional<Hit> Picture::draw(Painter& painter, const Rect& area, const Scene& scene, Vec2 mouse) const {
    if (scene.record < 0 || scene.stage().value == nullptr || area.w < 1 || area.h < 1) return std::nullopt;
    PictureMemory own;
    SmallerPainter surface(painter, reduction(area, painter.em()));
    Page page(surface, area.snapped(), scene, mouse, scene.memory != nullptr ? *scene.memory : own);
    painter.push_clip(page.area);
    compose(page);
    painter.pop_clip();
    return page.hit();
}

namespace {

/// Composes the picture without drawing it, and reads `found` off the page.
template <class Found>
std::optional<Found> unseen(Painter& painter, const Rect& area, const Scene& scene, const CellRef& wanted,
                            std::optional<Found> Page::*found) {
    if (scene.record < 0 || scene.stage().value == nullptr) return std::nullopt;
    SmallerPainter reduced(painter, reduction(area, painter.em()));
    Unseen surface(reduced);
    PictureMemory own;
    Page page(surface, area.snapped(), scene, {-1, -1}, scene.memory != nullptr ? *scene.memory : own);
    page.wanted = wanted;
    picture_of(scene).compose(page);
    return page.*found;
}

}  // namespace

std::optional<Rect> rect_of(Painter& painter, const Rect& area, const Scene& scene, const CellRef& cell) {
    if (!cell) return std::nullopt;
    return unseen(painter, area, scene, cell, &Page::place);
}

Occupied occupied_by(Painter& painter, const Rect& area, const Scene& scene) {
    Occupied found;
    if (scene.record < 0 || scene.stage().value == nullptr) return found;
    SmallerPainter reduced(painter, reduction(area, painter.em()));
    Noting surface(reduced, found);
    PictureMemory own;
    Page page(surface, area.snapped(), scene, {-1, -1}, scene.memory != nullptr ? *scene.memory : own);
    picture_of(scene).compose(page);
    std::erase_if(found.words, [&](const Rect& word) {
        return std::ranges::any_of(found.matrices, [&](const Rect& cells) { return cells.contains(word.centre()); });
    });
    return found;
}

std::optional<HeatStyle> scale_of(Painter& painter, const Rect& area, const Scene& scene) {
    return unseen(painter, area, scene, {}, &Page::scale);
}

}  // namespace glassformer
