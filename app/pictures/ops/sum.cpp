// Tensors side by side: a sum, a copy, a factor, a mask.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/paint/formula.h"
#include "app/pictures/board/layout.h"
#include "app/pictures/board/row_of_panels.h"
#include "app/pictures/board/texts.h"

namespace glassformer::picture {

namespace {

void add(Page& page) {
    RowOfPanels row(page);
    row.tensor(0);
    for (int o = 1; o < static_cast<int>(page.trace.record(page.scene.record).operands.size()); ++o) row.tensor(o, "+");
    row.tensor(-1, "=");
    row.share_scale();
    row.solve_and_draw();
}

/// The head's vector above the result, of which it is a part of every row.
void head_bias(Page& page) {
    const float em = page.em;
    const Slice in = page.slice(page.operand(0)), out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    const Slice bias = page.slice(page.operand(1), -1, 1, Cell{{out.at[page.stage.shape.find(Axis::head)]}});
    Board board(page, page.area);
    const int left = board.column({.count = in.values.cols});
    const int right =
        board.column({.count = out.values.cols, .focus = lit ? lit.col : 0, .gap = 2.4F * em, .sign = "→"});
    const int one = board.row({.count = 1, .weight = 0.7F, .largest = 1.6F * em});
    const int many = board.row({.count = out.values.rows, .focus = lit ? lit.row : 0, .gap = 0.7F * em});
    HeatPanel& a = board.add({.slice = in,
                              .style = page.style(in.record, in.values),
                              .row_track = many,
                              .col_track = left,
                              .operand = 0,
                              .row_labels = true,
                              .col_labels = true,
                              .legend = false});
    HeatPanel& b = board.add({.slice = bias,
                              .style = page.style(bias.record, bias.values),
                              .row_track = one,
                              .col_track = right,
                              .operand = 1,
                              .title = TitlePlace::right,
                              .legend = false});
    HeatPanel& c = board.add({.slice = out,
                              .style = page.style(out.record, out.values),
                              .row_track = many,
                              .col_track = right,
                              .result = true,
                              .title = TitlePlace::right,
                              .col_labels = true});
    // The bias of a new model is zero, and zeros alone have a scale of their own.
    float largest = std::max(a.style.limit, c.style.limit);
    for (int col = 0; col < bias.values.cols; ++col) largest = std::max(largest, std::abs(bias.values.at(0, col)));
    a.style.limit = b.style.limit = c.style.limit = largest;
    board.reserve_right(8.5F * em);
    board.solve();
    board.draw();
}

void copy(Page& page) {
    RowOfPanels row(page);
    row.tensor(-1).note = fmt::format(texts::pictures::same_as, page.trace.record(page.operand(0)).stage->label);
    row.solve_and_draw();
}

/// The factor is what the derivation of the first cell multiplies with.
std::optional<Factor> scaling_factor(Page& page) {
    const Slice out = page.slice(page.scene.record);
    for (const Step& step : page.memory.derivation(page.scene.record, out.cell(0, 0)).steps)
        for (const Term& term : step.terms)
            for (const Factor& factor : term.factors)
                if (factor.kind == Factor::Kind::constant) return factor;
    return std::nullopt;
}

void scale(Page& page) {
    const float em = page.em;
    const std::optional<Factor> factor = scaling_factor(page);
    const std::string number = factor ? short_number(static_cast<float>(factor->value)) : "";
    const bool named = factor && !factor->symbol.empty();
    const std::string formula = !factor ? "" : "· " + (named ? factor->symbol : number);
    const FormulaStyle style{.size = 1.2F};

    RowOfPanels row(page);
    row.tensor(0);
    const float width = measure_formula(page.painter, formula, page.area.w, style).width;
    const int between = row.strip(std::max(5 * em, width + em));
    row.tensor(-1, "=");
    row.solve_and_draw();
    if (!factor) return;

    const Rect strip = row.board().strip(between, row.rows());
    const float middle = strip.centre().y;
    draw_formula(page.painter, formula, {strip.x, middle - 2 * em, strip.w, 4 * em}, style);
    if (named)
        page.painter.text({strip.centre().x, middle + 2.4F * em}, "= " + number,
                          {.colour = page.painter.theme().muted,
                           .size = em::small,
                           .align = Align::centre,
                           .anchor = Anchor::middle});
}

void mask(Page& page) {
    RowOfPanels row(page);
    row.tensor(0);
    row.tensor(1, "&").note = texts::pictures::mask_values;
    row.tensor(-1, "=");
    row.solve_and_draw();
}

}  // namespace

extern const Picture add_picture{"add", add};
extern const Picture copy_picture{"copy", copy};
extern const Picture head_bias_picture{"head_bias", head_bias};
extern const Picture scale_picture{"scale", scale};
extern const Picture mask_picture{"mask", mask};

}  // namespace glassformer::picture
