// Pictures by operation, and the entry points of a picture: drawing it, and finding a cell's place.
#include <array>

#include "app/pictures/board/reduced.h"
#include "app/pictures/ops/pictures.h"

namespace glassformer {

std::span<const Picture> all_pictures() {
    using namespace picture;
    static constexpr std::array rows{
        Picture{"embed", embed},
        Picture{"learned_positions", learned_positions},
        Picture{"sinusoidal_positions", plain},
        Picture{"sinusoidal_distances", plain},
        Picture{"one_hot_positions", plain},
        Picture{"add", add},
        Picture{"copy", copy},
        Picture{"layer_norm", norm},
        Picture{"rms_norm", norm},
        Picture{"linear", linear},
        Picture{"linear_transposed", linear_transposed},
        Picture{"project_heads", project_heads},
        Picture{"merge_heads", merge_heads},
        Picture{"rope", rope},
        Picture{"attention_scores", attention_scores},
        Picture{"shaw_scores", shaw_scores},
        Picture{"head_bias", head_bias},
        Picture{"relative_scores", relative_scores},
        Picture{"scale", scale},
        Picture{"alibi_bias", plain},
        Picture{"t5_bias", table_bias},
        Picture{"mask", mask},
        Picture{"softmax", softmax},
        Picture{"attention_values", attention_values},
        Picture{"activate", activate},
        Picture{"gated", gated},
        Picture{"row", pool},
        Picture{"concat", concat},
        Picture{"split_heads", split_heads},
        Picture{"recurrent_gate", recurrent_gate},
        Picture{"gated_sum", gated_sum},
        Picture{"blend", blend},
        Picture{"additive_scores", shaw_scores},
        Picture{"conv1d", conv1d},
        Picture{"mean_pool", pool},
        Picture{"first_token", pool},
        Picture{"query_scores", query_scores},
        Picture{"place_scores", place_scores},
        Picture{"weighted_rows", weighted_rows},
        Picture{"cross_entropy", cross_entropy},
    };
    return rows;
}

const Picture& picture_of(const Record& record) {
    static constexpr Picture fallback{"", picture::plain};
    if (record.operation)
        for (const Picture& row : all_pictures())
            if (row.operation == record.operation->name()) return row;
    return fallback;
}

const Picture& picture_of(const Scene& scene) {
    static constexpr Picture back{"", picture::gradient};
    return scene.gradients && scene.stage().gradient != nullptr ? back : picture_of(scene.stage());
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
