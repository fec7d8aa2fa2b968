// A norm: the input, what each row is shifted and divided by (sub-steps that the operation derives), the learned γ and
// β above the result.
#include "app/pictures/board/layout.h"

namespace glassformer::picture {

namespace {

void norm(Page& page) {
    const float em = page.em;
    const Slice in = page.slice(page.operand(0)), out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    const RowSteps& steps = page.memory.row_steps(page.scene.record, out.at);
    Board board(page, page.area);

    std::vector<int> parameter_rows;
    for (std::size_t o = 1; o < page.operands(); ++o)
        parameter_rows.push_back(
            board.row({.count = 1, .weight = 0.7F, .largest = 1.6F * em, .gap = (o == 1 ? 0.0F : 0.35F) * em}));
    const int rows = board.row({.count = out.values.rows, .focus = lit ? lit.row : 0, .gap = 0.8F * em});

    const Track wide{.count = out.values.cols, .focus = lit ? lit.col : 0};
    const int in_column = board.column(wide);
    board.add({.slice = in,
               .style = page.style(in.record, in.values),
               .row_track = rows,
               .col_track = in_column,
               .operand = 0,
               .row_labels = in.row_dim >= 0,
               .col_labels = true});

    std::vector<HeatPanel*> step_panels;
    std::vector<float> shown_rows;
    shown_rows.reserve(static_cast<std::size_t>(out.values.rows));
    for (int r = 0; r < out.values.rows; ++r)
        shown_rows.push_back(steps.derived(r) && page.reached(r, out.values.cols) ? 1.0F : -1.0F);
    for (const RowSteps::Column& column : steps.columns) {
        Track track{.count = 1, .weight = 7, .largest = 4.2F * em, .gap = 2.6F * em};
        const Slice values = page.derived(column.values, out.values.rows, 1);
        const int at = board.column(std::move(track));
        HeatPanel panel{.slice = values,
                        .style = {.map = column.magnitude ? HeatMap::sequential : HeatMap::diverging,
                                  .meaning = page.stage.stage->meaning,
                                  .limit = page.memory.limit(page.painter, values.values)},
                        .row_track = rows,
                        .col_track = at,
                        .symbol = column.symbol,
                        .row_opacity = shown_rows};
        step_panels.push_back(&board.add(std::move(panel)));
    }

    Track result = wide;
    result.gap = 2.4F * em;
    result.sign = "→";
    const int out_column = board.column(std::move(result));
    for (std::size_t o = 1; o < page.operands(); ++o) {
        const Slice parameter = page.slice(page.operand(o));
        board.add({.slice = parameter,
                   .style = page.style(parameter.record, parameter.values),
                   .row_track = parameter_rows[o - 1],
                   .col_track = out_column,
                   .operand = static_cast<int>(o),
                   .title = TitlePlace::none,
                   .row_labels = true});
    }
    board.add({.slice = out,
               .style = page.style(out.record, out.values),
               .row_track = rows,
               .col_track = out_column,
               .result = true,
               .col_labels = true});
    board.solve();
    const CellAt made = page.explained ? out.find(page.explained.cell) : CellAt{};
    if (made && board.rows(rows).place_of(made.row) >= 0)
        for (HeatPanel* panel : step_panels)
            panel->outlines.push_back(
                {board.rows(rows).place_of(made.row), 0, 1, 1, page.colour(page.scene.record), 1.5F});
    board.draw();
}

}  // namespace

extern const Picture layer_norm_picture{"layer_norm", norm};
extern const Picture rms_norm_picture{"rms_norm", norm};

}  // namespace glassformer::picture
