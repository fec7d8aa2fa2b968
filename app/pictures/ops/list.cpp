// Pictures by operation, and the entry points of a picture: drawing it, and finding a cell's place.
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

}  // namespace

std::optional<Hit> Picture::draw(Painter& painter, const Rect& area, const Scene& scene, Vec2 mouse) const {
    if (scene.record < 0 || scene.stage().value == nullptr || area.w < 1 || area.h < 1) return std::nullopt;
    PictureMemory own;
    Reduced surface(painter, reduction(area, painter.em()));
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
    Reduced reduced(painter, reduction(area, painter.em()));
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

std::optional<HeatStyle> scale_of(Painter& painter, const Rect& area, const Scene& scene) {
    return unseen(painter, area, scene, {}, &Page::scale);
}

}  // namespace glassformer
