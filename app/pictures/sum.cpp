// Tensors side by side: a sum, a copy, a factor, a mask.
#include <cmath>
#include <optional>

#include "app/pictures/pictures.h"
#include "app/pictures/row_of_panels.h"
#include "app/widgets/formula.h"

namespace glassformer::picture {

void add(Page& page) {
    RowOfPanels row(page);
    row.tensor(0);
    row.tensor(1, "+");
    row.tensor(-1, "=");
    row.share_scale();
    row.solve_and_draw();
}

void copy(Page& page) {
    RowOfPanels row(page);
    row.tensor(-1).note = "unchanged: this is " + page.trace.record(page.operand(0)).name;
    row.solve_and_draw();
}

namespace {

/// The factor is what the derivation of the first cell multiplies with.
std::optional<Factor> scaling_factor(Page& page) {
    const Slice out = page.slice(page.scene.record);
    for (const Step& step : page.memory.derivation(page.scene.record, out.cell(0, 0)).steps)
        for (const Term& term : step.terms)
            for (const Factor& factor : term.factors)
                if (factor.kind == Factor::Kind::constant) return factor;
    return std::nullopt;
}

}  // namespace

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
    row.tensor(1, "&").note = "1: sees, 0: not";
    row.tensor(-1, "=");
    row.solve_and_draw();
}

}  // namespace glassformer::picture
