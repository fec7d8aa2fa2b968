// An activation: what comes in, the curve it passes, what goes out. The curve is the function of the operation's own
// row; where the numbers of the looked-at row lie on it is marked.
#include "core/ops/activation_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/pictures/board/activation_curve.h"
#include "app/pictures/board/row_of_panels.h"
#include "app/pictures/board/texts.h"
#include "core/ops/ops.h"

namespace glassformer::picture {

namespace {

/// The row's ticks along the axis, with its name below.
void rug_of_row(Page& page, const Rect& strip, const ActivationCurve& curve, const Slice& in, int row) {
    std::vector<float> numbers;
    for (int i = 0; i < in.values.cols; ++i) numbers.push_back(in.values.at(row, i));
    if (!draw_rug(page.painter, curve, numbers, page.colour(page.scene.record))) return;
    const std::string name = page.label(page.operand(0), in.row_dim, row);
    if (name.empty()) return;
    // Between the two tensors: in lines where large text leaves no room for one.
    const float beside = 1.8F * page.em;  // of the signs
    paragraph(page.painter, {strip.x - beside, curve.box.bottom() + 1.5F * page.em, strip.w + 2 * beside, 0},
              fmt::format(texts::pictures::numbers_of_row, name),
              {.colour = page.painter.theme().muted, .size = em::small, .align = Align::centre});
}

void draw_curve(Page& page, const Rect& strip, const Slice& in) {
    const Activation* const activation = settings_of<op::ActivationSettings>(*page.stage.operation).activation;
    Painter& painter = page.painter;
    const Theme& theme = painter.theme();
    const float em = page.em, reach = std::max(least_reach, page.memory.limit(page.painter, in.values));
    const float side = std::floor(std::min(strip.w, strip.h - 3 * em));
    const Rect box{std::round(strip.x + (strip.w - side) / 2), std::round(strip.centre().y - side / 2), side, side};
    const ActivationCurve curve = activation_curve(box, activation->value, reach);
    const CellAt lit = page.explained ? in.find(page.explained.cell) : CellAt{};
    if (lit) rug_of_row(page, strip, curve, in, lit.row);
    draw_activation_curve(painter, curve, page.colour(page.scene.record));
    painter.text({box.centre().x, box.y - 0.5F * em}, activation->name,
                 {.colour = theme.text, .size = em::body, .align = Align::centre, .anchor = Anchor::bottom});

    if (!lit) return;
    const float value = in.values.at(lit.row, lit.col);
    if (!std::isfinite(value) || std::abs(value) > reach) return;
    const Vec2 dot = curve.place(value, curve.at(value));
    painter.dashed({dot.x, curve.place(0, 0).y}, dot, theme.accent.faded(0.7F), 1.2F);
    painter.dashed({curve.place(0, 0).x, dot.y}, dot, theme.accent.faded(0.7F), 1.2F);
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
