// An activation: what comes in, the curve it passes, what goes out. The curve is the function of the operation's own
// row; where the numbers of the looked-at row lie on it is marked.
#include "core/ops/activation_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/pictures/board/row_of_panels.h"
#include "app/pictures/board/texts.h"
#include "core/ops/ops.h"

namespace glassformer::picture {

namespace {

/// The bend of every activation lies within these, so that a narrow range of numbers does not look like a parabola.
constexpr float least_reach = 3;
constexpr float rug_ink = 0.35F;  // of a tick: many that lie close are darker

/// Ticks at the numbers of a row along the axis, and the band from the least to the largest.
void draw_rug(Page& page, const Rect& box, const Slice& in, int row, float reach) {
    const Theme& theme = page.painter.theme();
    const Colour ink = page.colour(page.scene.record);
    float least = reach, largest = -reach;
    std::vector<float> at;
    for (int i = 0; i < in.values.cols; ++i) {
        const float value = in.values.at(row, i);
        if (!std::isfinite(value) || std::abs(value) > reach) continue;
        least = std::min(least, value);
        largest = std::max(largest, value);
        at.push_back(box.x + box.w * (value + reach) / (2 * reach));
    }
    if (at.empty()) return;
    const float from = box.x + box.w * (least + reach) / (2 * reach), wide = box.w * (largest - least) / (2 * reach);
    page.painter.fill({from, box.y, std::max(wide, 1.0F), box.h}, mix(theme.background, ink, 0.08F));
    const float tick = 0.5F * page.em;
    for (const float x : at) page.painter.line({x, box.bottom() - tick}, {x, box.bottom()}, ink.faded(rug_ink), 1);
    const std::string name = page.label(page.operand(0), in.row_dim, row);
    if (name.empty()) return;
    page.painter.text({box.centre().x, box.bottom() + 1.5F * page.em},
                      fmt::format(texts::pictures::numbers_of_row, name),
                      {.colour = theme.muted, .size = em::small, .align = Align::centre});
}

void draw_curve(Page& page, const Rect& strip, const Slice& in) {
    const Activation* const activation = settings_of<op::ActivationSettings>(*page.stage.operation).activation;
    Painter& painter = page.painter;
    const Theme& theme = painter.theme();
    const float em = page.em, reach = std::max(least_reach, page.memory.limit(page.painter, in.values));
    constexpr std::size_t points = 121;
    std::vector<float> x(points), y(points);
    for (std::size_t i = 0; i < points; ++i) x[i] = reach * (2 * static_cast<float>(i) / (points - 1) - 1);
    activation->value(x.data(), y.data(), points);
    const float low = std::min(0.0F, *std::min_element(y.begin(), y.end()));
    const float high = std::max(*std::max_element(y.begin(), y.end()), low + 1e-6F);

    const float side = std::floor(std::min(strip.w, strip.h - 3 * em));
    const Rect box{std::round(strip.x + (strip.w - side) / 2), std::round(strip.centre().y - side / 2), side, side};
    const auto place = [&](float px, float py) {
        return Vec2{box.x + box.w * (px + reach) / (2 * reach), box.bottom() - box.h * (py - low) / (high - low)};
    };
    const CellAt lit = page.explained ? in.find(page.explained.cell) : CellAt{};
    if (lit) draw_rug(page, box, in, lit.row, reach);
    painter.line({box.x, place(0, 0).y}, {box.right(), place(0, 0).y}, theme.faint, 1);
    painter.line({place(0, 0).x, box.y}, {place(0, 0).x, box.bottom()}, theme.faint, 1);
    std::vector<Vec2> line;
    for (std::size_t i = 0; i < points; ++i) line.push_back(place(x[i], y[i]));
    painter.polyline(line, page.colour(page.scene.record), 2);
    painter.text({box.centre().x, box.y - 0.5F * em}, activation->name,
                 {.colour = theme.text, .size = em::body, .align = Align::centre, .anchor = Anchor::bottom});
    const TextStyle number{.colour = theme.muted, .size = em::small};
    TextStyle end = number;
    end.align = Align::right;
    painter.text({box.x, box.bottom() + 0.2F * em}, short_number(-reach), number);
    painter.text({box.right(), box.bottom() + 0.2F * em}, short_number(reach), end);
    // Labels away from the curve: the high end left of the axis, the low end right of it.
    const float axis = place(0, 0).x, gap = 0.3F * em;
    painter.text({axis - gap, box.y}, short_number(high, high), end);
    TextStyle foot = number;
    foot.anchor = Anchor::bottom;
    if (low < 0) {
        const TextSize size = painter.measure(short_number(low, high), em::small);
        painter.fill({axis + gap, box.bottom() - size.height, size.width, size.height}, theme.background);
        painter.text({axis + gap, box.bottom()}, short_number(low, high), foot);
    }
    TextStyle middle = number;
    middle.align = Align::centre;
    painter.text({axis, box.bottom() + 0.2F * em}, "0", middle);

    if (!lit) return;
    const float value = in.values.at(lit.row, lit.col);
    float result = 0;
    activation->value(&value, &result, 1);
    if (!std::isfinite(value) || std::abs(value) > reach) return;
    const Vec2 dot = place(value, result);
    painter.dashed({dot.x, place(0, 0).y}, dot, theme.accent.faded(0.7F), 1.2F);
    painter.dashed({place(0, 0).x, dot.y}, dot, theme.accent.faded(0.7F), 1.2F);
    painter.circle(dot, 0.3F * em, theme.accent);
}

float curve_width(const Page& page) { return std::clamp(0.2F * page.area.w, 8 * page.em, 16 * page.em); }

void activate(Page& page) {
    RowOfPanels row(page);
    row.tensor(0);
    const int curve = row.strip(curve_width(page), "→");
    row.tensor(-1, "→");
    row.share_scale();
    row.solve_and_draw();
    draw_curve(page, row.board().strip(curve, row.rows()), page.slice(page.operand(0)));
}

void gated(Page& page) {
    RowOfPanels row(page);
    row.tensor(0);
    const int curve = row.strip(0.8F * curve_width(page), "→");
    row.tensor(1, "⊙");
    row.tensor(-1, "=");
    row.solve_and_draw();
    draw_curve(page, row.board().strip(curve, row.rows()), page.slice(page.operand(0)));
}

}  // namespace

extern const Picture activate_picture{"activate", activate};
extern const Picture gated_picture{"gated", gated};

}  // namespace glassformer::picture
