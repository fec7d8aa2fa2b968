// Softmax: the scores, their exponentials, each row's sum, and the quotient. Exponentials and sums are the sub-steps
// that the operation derives; nothing is computed here. Over a vocabulary the largest entries are shown instead.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/pictures/board/bars.h"
#include "app/pictures/board/row_of_panels.h"
#include "app/pictures/board/texts.h"
#include "app/pictures/board/untrained.h"

namespace glassformer::picture {

namespace {

constexpr int max_derived = 1 << 16;  // entries of a slice whose sub-steps are still shown

/// Over words or classes: the row as bars, as large as the area allows, beside the two heatmaps.
void answers(Page& page) {
    const float em = page.em;
    Rect area = page.area;
    const Untrained none = untrained_shown(page, area);
    const Slice out = page.slice(page.scene.record);
    const int row = bars_row(page, out);
    const Rect right = area.take_right(std::clamp(0.36F * area.w, 14 * em, 24 * em)).inset(0.6F * em, 1.2F * em);

    RowOfPanels panels(page, area);
    for (const int operand : {0, -1}) {
        HeatPanel& panel = panels.tensor(operand, operand < 0 ? "→" : "");
        grey_rows(panel, none);
        if (operand < 0) panel.note = out.row_dim < 0 ? texts::pictures::sums_to_one : texts::pictures::rows_sum_to_one;
    }
    panels.solve_and_draw();

    if (!page.finished(row, out.values.cols)) return;
    const std::string at = bars_place(page, out, row);
    const int count = std::min(bars_that_fit(page, right.h), std::min(out.values.cols, 20));
    const float height = (1.6F + 1.45F * static_cast<float>(count)) * em;
    const Rect place{right.x, std::round(right.y + std::max(0.0F, (right.h - height) / 2)), right.w, height};
    draw_bars(page, place,
              at.empty() ? texts::pictures::largest_probabilities : fmt::format(texts::pictures::most_likely, at),
              largest_bars(page, out, row, count), page.stage.stage->meaning);
}

void softmax(Page& page) {
    const Slice out = page.slice(page.scene.record);
    if (page.stage.shape.find(Axis::key) < 0 && page.stage.shape.find(Axis::entry) < 0) return answers(page);

    RowOfPanels row(page);
    row.tensor(0);
    const bool derivable = out.values.rows * out.values.cols <= max_derived;
    if (!derivable) {
        row.tensor(-1, "→");
        row.solve_and_draw();
        return;
    }
    // In motion the exponentials come first, then their sums, then the quotients.
    constexpr float summing = 0.45F, dividing = 0.6F;
    page.compute_between(dividing, 1);
    const int entries = out.values.rows * out.values.cols;
    const int raised = page.done_between(0, summing, entries),
              summed = page.done_between(summing, dividing, out.values.rows);
    if (page.moving() && raised < entries) page.explain(raised);
    const RowSteps& steps = page.memory.row_steps(page.scene.record, out.at);
    std::vector<float> shown_rows;
    shown_rows.reserve(static_cast<std::size_t>(out.values.rows));
    // A step by rows or cells shows a row's exponentials and their sum before the quotients of the row.
    for (int r = 0; r < out.values.rows; ++r) {
        const bool reached = page.moving() || page.reached(r, out.values.cols);
        shown_rows.push_back(steps.derived(r) && reached ? 1.0F : -1.0F);
    }

    const Meaning meaning = page.trace.record(page.operand(0)).stage->meaning;
    const auto derived = [&](const std::vector<float>& values, int cols, float limit) {
        HeatPanel panel{.slice = page.derived(values, out.values.rows, cols),
                        .style = {.map = HeatMap::sequential, .meaning = meaning, .limit = limit, .own_scale = true},
                        .row_share = shown_rows};
        return panel;
    };
    if (!steps.terms.empty()) {
        HeatPanel exponentials = derived(steps.terms, out.values.cols, 1);
        exponentials.slice.row_dim = out.row_dim;
        exponentials.slice.col_dim = out.col_dim;
        exponentials.slice.at = out.at;
        exponentials.answers_for = page.scene.record;
        exponentials.derived = steps.term_function + "(x − max)";
        exponentials.symbol = "\\text{" + steps.term_function + "}(x − \\text{max})";
        exponentials.whole_symbol = true;  // "exp" alone is not what the cells are
        exponentials.col_labels = true;
        exponentials.known = raised;
        row.panel(std::move(exponentials), "→");
    }
    if (steps.summed >= 0) {  // the maximum is part of the exponentials' title
        const RowSteps::Column& column = steps.columns[static_cast<std::size_t>(steps.summed)];
        const float largest = page.memory.limit(page.painter, page.derived(column.values, out.values.rows, 1).values);
        HeatPanel sum = derived(column.values, 1, largest);
        sum.symbol = column.symbol + " = Σ";
        sum.brief_symbol = "Σ";
        sum.legend = false;
        sum.known = raised == entries ? summed : page.moving() ? 0 : -1;
        sum.waiting = raised < entries;
        row.panel(std::move(sum), "÷");
    }
    row.tensor(-1, "=");
    row.solve_and_draw();
}

}  // namespace

extern const Picture softmax_picture{"softmax", softmax};

}  // namespace glassformer::picture
