// A stage in the backward pass: its values, and beside them the gradient of the loss with respect to each.
#include "app/pictures/board/row_of_panels.h"
#include "app/pictures/board/texts.h"

namespace glassformer::picture {

namespace {

void gradient(Page& page) {
    RowOfPanels row(page);
    row.tensor(-1);
    const Record& stage = page.stage;
    const ConstView gradient = stage.gradient_view();
    if (gradient.data == nullptr) return row.solve_and_draw();
    Slice slopes = page.slice(page.scene.record);
    slopes.values.data = gradient.data + stage.shape.offset(slopes.at);
    slopes.values.record = nullptr;  // the numbers are here
    slopes.record = -1;
    row.panel({.slice = slopes,
               .style = {.meaning = Meaning::gradient, .limit = page.memory.limit(page.painter, slopes.values)},
               .symbol = "\\meaning{gradient}{∂ℒ}/∂" + stage.symbol,
               .row_labels = false,
               .col_labels = true,
               .answers_for = page.scene.record,
               .derived = texts::pictures::gradient},
              " ");
    row.solve_and_draw();
}

}  // namespace

extern const Picture gradient_picture{"", gradient};

}  // namespace glassformer::picture
