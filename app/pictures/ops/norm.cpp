// A norm: the input, what each row is shifted and divided by (sub-steps that the operation derives), the normalized
// rows, and the learned γ and β above the result.
#include <cmath>
#include <utility>

#include "app/paint/formula.h"
#include "app/pictures/board/layout.h"
#include "app/pictures/board/texts.h"

namespace glassformer::picture {

namespace {

// em; a narrower area has no room for the normalized rows
constexpr float least_width = 38, least_width_three_steps = 45;

/// "(X − μ) / √(σ² + ε)", by the steps that the operation derives; X by the name that it has above its cells.
std::string normalized_symbol(const std::string& x, const RowSteps& steps) {
    const std::string& divisor = steps.columns.back().symbol;
    const bool sum = divisor.find('+') != std::string::npos && !divisor.starts_with("\\sqrt");
    return (steps.columns.size() > 1 ? "(" + x + " - " + steps.columns.front().symbol + ")" : x) + " / " +
           (sum ? "(" + divisor + ")" : divisor);
}

/// Before the column of a step: "−" before the mean, "÷" before what divides, or before what it is made of.
const char* step_sign(const RowSteps& steps, std::size_t column) {
    const std::size_t divides = steps.columns.size() > 1 ? 1 : 0;
    return column < divides ? "−" : column == divides ? "÷" : "→";
}

/// "⊙ γ + β =", what makes the stage of the normalized rows: as many parameters as this norm has.
std::string scaled_symbol(const Page& page) {
    std::string symbol;
    for (std::size_t o = 1; o < page.operands(); ++o)
        symbol += (o == 1 ? "⊙ " : "+ ") + page.trace.coloured_symbol(page.operand(o)) + " ";
    return symbol + "=";
}

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
        track.sign = step_sign(steps, step_panels.size());
        const Slice values = page.derived(column.values, out.values.rows, 1);
        const int at = board.column(std::move(track));
        HeatPanel panel{.slice = values,
                        .style = {.map = column.magnitude ? HeatMap::sequential : HeatMap::diverging,
                                  .meaning = page.stage.stage->meaning,
                                  .limit = page.memory.limit(page.painter, values.values)},
                        .row_track = rows,
                        .col_track = at,
                        .symbol = column.symbol,
                        .row_share = shown_rows};
        step_panels.push_back(&board.add(std::move(panel)));
    }

    int normalized_column = -1;
    const float least = steps.columns.size() > 2 ? least_width_three_steps : least_width;
    if (!steps.columns.empty() && page.area.w >= least * em) {
        Track track = wide;
        track.gap = 2.4F * em;
        track.sign = "=";
        normalized_column = board.column(std::move(track));
        Slice values = page.derived(page.memory.normalized(page.scene.record), out.values.rows, out.values.cols);
        values.row_dim = out.row_dim;
        values.col_dim = out.col_dim;
        values.at = out.at;
        step_panels.push_back(&board.add(
            {.slice = values,
             .style = {.meaning = page.stage.stage->meaning, .limit = page.memory.limit(page.painter, values.values)},
             .row_track = rows,
             .col_track = normalized_column,
             .symbol = normalized_symbol(page.trace.coloured_symbol(in.record), steps),
             .brief_symbol = texts::pictures::normalized_symbol,
             .note = texts::pictures::normalized,
             .col_labels = true,
             .row_share = shown_rows,
             .answers_for = page.scene.record,
             .derived = texts::pictures::normalized}));
    }

    Track result = wide;
    const std::string scaled = scaled_symbol(page);
    const FormulaStyle set{.size = em::large, .colour = page.painter.theme().muted, .align = Align::left};
    const float scaled_width = measure_formula(page.painter, scaled, 1000, set).width;
    result.gap = scaled_width + 1.2F * em;
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
        for (HeatPanel* panel : step_panels) {
            const int col =
                panel->col_track == normalized_column ? board.columns(normalized_column).place_of(made.col) : 0;
            if (col >= 0)
                panel->outlines.push_back(
                    {board.rows(rows).place_of(made.row), col, 1, 1, page.colour(page.scene.record), 1.5F});
        }
    board.draw();
    const Track &columns = board.columns(out_column), &lines = board.rows(rows);
    draw_formula_at(page.painter, scaled,
                    {std::round(columns.at - columns.before - 0.5F * (columns.gap + scaled_width)),
                     std::round(lines.at + 0.5F * lines.length() + 0.35F * em::large * em)},
                    set);
}

}  // namespace

extern const Picture layer_norm_picture{"layer_norm", norm};
extern const Picture rms_norm_picture{"rms_norm", norm};

}  // namespace glassformer::picture
