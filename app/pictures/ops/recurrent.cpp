// Recurrent cells: rows that are weighted and added entry by entry, one below the other, with equal entries in one
// column. And a convolution: the text, the matrices of its kernel, the result.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/pictures/board/layout.h"
#include "app/pictures/board/row_of_panels.h"
#include "app/pictures/board/texts.h"
#include "core/ops/activation_table.h"
#include "core/ops/ops.h"

namespace glassformer::picture {

namespace {

/// A row of the stack: an operand (its columns from `first` on), and what is written above it.
struct Line {
    int operand;
    const char* sign;
    int first = 0;
};

/// Operands and result with as many columns as the result, one below the other.
void stack(Page& page, const std::vector<Line>& lines, const std::string& last_sign) {
    const float em = page.em;
    const Slice out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    Board board(page, page.area);
    const int cols = board.column({.count = out.values.cols, .focus = lit ? lit.col : 0});
    board.reserve_right(9 * em);
    board.reserve_bottom(2.5F * em);
    std::vector<HeatPanel*> panels;
    std::vector<std::string> signs;
    const auto add = [&](const Slice& slice, int operand, const std::string& sign) {
        const bool first = panels.empty();
        const int row = board.row({.count = slice.values.rows, .largest = 2.6F * em, .gap = first ? 0 : 1.5F * em});
        panels.push_back(&board.add({.slice = slice,
                                     .style = page.style(slice.record, slice.values),
                                     .row_track = row,
                                     .col_track = cols,
                                     .operand = operand,
                                     .result = operand < 0,
                                     .title = TitlePlace::right,
                                     .row_labels = operand < 0,
                                     .col_labels = operand < 0,
                                     .legend = operand < 0}));
        signs.push_back(sign);
    };
    for (const Line& line : lines)
        add(Page::columns(page.slice(page.operand(static_cast<std::size_t>(line.operand))), line.first,
                          out.values.cols),
            line.operand, line.sign);
    add(out, -1, last_sign);
    board.solve();
    board.draw();
    for (std::size_t i = 1; i < panels.size(); ++i) {
        const float above = panels[i - 1]->rect.bottom();  // column labels may be below it
        page.painter.text({panels[i]->rect.x + 0.3F * em, above + 0.75F * em}, signs[i],
                          {.colour = page.painter.theme().muted, .size = em::body, .anchor = Anchor::middle});
    }
}

void recurrent_gate(Page& page) {
    const auto [activation, part] = settings_of<op::GateSettings>(*page.stage.operation);
    const int first = part * page.stage.shape.cols();
    std::vector<Line> lines{{0, "", first}};
    if (page.operands() > 2) lines.push_back({2, "+"});
    lines.push_back({1, page.operands() > 2 ? "⊙" : "+", first});
    stack(page, lines, "→ " + std::string(activation->name));
}

void gated_sum(Page& page) { stack(page, {{0, ""}, {1, "⊙"}, {2, "+"}, {3, "⊙"}}, "="); }

void blend(Page& page) {
    stack(page, {{0, ""}, {1, texts::pictures::one_minus_gate}, {2, texts::pictures::plus_gate}}, "=");
}

/// The rows of all steps, and below them the one that the lit row is (else the last).
void steps(Page& page) {
    const float em = page.em;
    const Slice out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    const CellAt made = page.explained ? out.find(page.explained.cell) : CellAt{};
    const Cell cell = out.cell(made ? made.row : out.values.rows - 1, made ? made.col : 0);
    int shown = 0;
    for (const Step& step : page.trace.derive(out.record, cell).steps)
        for (const Term& term : step.terms)
            for (const Factor& factor : term.factors)
                if (factor.kind == Factor::Kind::operand) shown = factor.operand;
    const Slice one = page.slice(page.operand(static_cast<std::size_t>(shown)));
    Board board(page, page.area);
    const int cols = board.column({.count = out.values.cols, .focus = lit ? lit.col : 0});
    const int many = board.row({.count = out.values.rows, .focus = lit ? lit.row : 0});
    const int single = board.row({.count = one.values.rows, .weight = 1.6F, .largest = 2.4F * em, .gap = 0.6F * em});
    HeatPanel& whole = board.add({.slice = out,
                                  .style = page.style(out.record, out.values),
                                  .row_track = many,
                                  .col_track = cols,
                                  .result = true,
                                  .row_labels = true,
                                  .col_labels = true});
    HeatPanel& step = board.add({.slice = one,
                                 .style = page.style(one.record, one.values),
                                 .row_track = single,
                                 .col_track = cols,
                                 .operand = shown,
                                 .row_labels = true,
                                 .legend = false});
    step.style.limit = whole.style.limit;
    board.solve();
    board.draw();
}

void concat(Page& page) {
    if (settings_of<op::ConcatSettings>(*page.stage.operation).along == ConcatAlong::rows) return steps(page);
    RowOfPanels row(page);
    for (std::size_t i = 0; i < page.operands(); ++i) row.tensor(static_cast<int>(i), i == 0 ? "" : "|");
    row.tensor(-1, "→");
    row.share_scale();
    row.solve_and_draw();
}

void split_heads(Page& page) {
    RowOfPanels row(page);
    row.tensor(0);
    row.tensor(-1, "→");
    row.share_scale();
    row.solve_and_draw();
}

void conv1d(Page& page) {
    const float em = page.em;
    const int weight = page.operand(1);
    const Shape& shape = page.trace.record(weight).shape;
    const Slice in = page.slice(page.operand(0)), out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};

    Rect right = page.area;
    const Rect left = right.take_left(std::round(0.36F * page.area.w));
    const Rect middle = right.take_left(std::round(0.28F * page.area.w));
    Board text(page, left), window(page, middle), result(page, right);
    text.row({.count = in.values.rows, .focus = lit ? lit.row : 0});
    text.column({.count = in.values.cols});
    text.add(
        {.slice = in, .style = page.style(in.record, in.values), .operand = 0, .row_labels = true, .col_labels = true});
    window.column({.count = shape.cols(), .focus = lit ? lit.col : 0});
    std::vector<HeatPanel*> taps;
    float limit = 0;
    for (int k = 0; k < shape.size(0); ++k) {
        const Slice tap = page.slice(weight, 1, 2, Cell{{k}});
        const int row = window.row({.count = tap.values.rows, .gap = k == 0 ? 0 : 0.5F * em});
        taps.push_back(&window.add({.slice = tap,
                                    .style = page.style(weight, tap.values),
                                    .row_track = row,
                                    .operand = 1,
                                    .title = k == 0 ? TitlePlace::above : TitlePlace::none,
                                    .legend = k + 1 == shape.size(0)}));
        limit = std::max(limit, taps.back()->style.limit);
    }
    for (HeatPanel* tap : taps) tap->style.limit = limit;
    taps.front()->note = fmt::format(texts::pictures::kernel_size, taps.size());
    result.row({.count = out.values.rows, .focus = lit ? lit.row : 0});
    result.column({.count = out.values.cols, .focus = lit ? lit.col : 0});
    result.add({.slice = out,
                .style = page.style(out.record, out.values),
                .result = true,
                .row_labels = true,
                .col_labels = true});
    for (Board* board : {&text, &window, &result}) {
        board->solve();
        board->draw();
    }
}

}  // namespace

extern const Picture concat_picture{"concat", concat};
extern const Picture split_heads_picture{"split_heads", split_heads};
extern const Picture recurrent_gate_picture{"recurrent_gate", recurrent_gate};
extern const Picture gated_sum_picture{"gated_sum", gated_sum};
extern const Picture blend_picture{"blend", blend};
extern const Picture conv1d_picture{"conv1d", conv1d};

}  // namespace glassformer::picture
