// Tensors side by side: a sum, a copy, a factor, a mask.
#include <cmath>

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

/// The factor is what the derivation of the first cell multiplies with.
void scale(Page& page) {
    RowOfPanels row(page);
    row.tensor(0);
    const float em = page.em;
    const int between = row.strip(5 * em);
    row.tensor(-1, "=");
    row.solve_and_draw();

    const Rect strip = row.board().strip(between, row.rows());
    for (const Step& step : page.memory.derivation(page.scene.record, row.result().slice.cell(0, 0)).steps)
        for (const Term& term : step.terms)
            for (const Factor& factor : term.factors) {
                if (factor.kind != Factor::Kind::constant) continue;
                const float middle = strip.centre().y;
                draw_formula(
                    page.painter,
                    "· " + (factor.symbol.empty() ? short_number(static_cast<float>(factor.value)) : factor.symbol),
                    {strip.x, middle - 2 * em, strip.w, 4 * em}, {.size = 1.2F});
                if (!factor.symbol.empty())
                    page.painter.text({strip.centre().x, middle + 2.4F * em},
                                      "= " + short_number(static_cast<float>(factor.value)),
                                      {.colour = page.painter.theme().muted,
                                       .size = em::small,
                                       .align = Align::centre,
                                       .anchor = Anchor::middle});
                return;
            }
}

void mask(Page& page) {
    RowOfPanels row(page);
    row.tensor(0);
    row.tensor(1, "&").note = "1: sees, 0: not";
    row.tensor(-1, "=");
    row.solve_and_draw();
}

}  // namespace glassformer::picture
