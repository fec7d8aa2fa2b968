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

/// One gate of a recurrent layer: its record at every step, and all of them as a matrix [step, d_hidden].
struct GateOverTime {
    std::vector<int> records;
    ConstMatrix values;
};

/// The gates from which the rows of the page's stage were made, in the order of the cell's formula: of an LSTM beside
/// its cell states, of a GRU beside its hidden states, none of a plain RNN.
std::vector<GateOverTime> gates_over_time(Page& page) {
    static constexpr const char *lstm[] = {"i", "f", "g", "o"}, *gru[] = {"r", "z", "n"};
    const bool cells = page.stage.stage == &stage::rnn_cell;
    if (!cells && page.stage.stage != &stage::rnn_hidden) return {};
    std::vector<GateOverTime> gates;
    const std::span<const char* const> keys = cells ? std::span<const char* const>(lstm) : gru;
    for (std::size_t g = 0; g < keys.size(); ++g) {
        const std::vector<int>& records = page.memory.records(page.stage.id, static_cast<int>(g), [&] {
            std::vector<int> found;
            for (const int step : page.stage.operands) {
                const std::string& name = page.trace.record(step).name;
                const int gate = page.trace.find(name.substr(0, name.rfind('.') + 1) + keys[g]);
                const bool fits = gate >= 0 && page.trace.record(gate).shape.rank() == 2 &&
                                  page.trace.record(gate).shape == page.trace.record(step).shape;
                if (!fits) return std::vector<int>();
                found.push_back(gate);
            }
            return found;
        });
        if (records.empty()) return {};
        const std::vector<float>& values = page.memory.gathered(page.stage.id, static_cast<int>(g), records);
        const int rows = static_cast<int>(records.size());
        gates.push_back({records, page.derived(values, rows, static_cast<int>(values.size()) / rows).values});
    }
    return gates;
}

/// The scale of a gate: between 0 and 1 where it lets a share through, so that gates compare.
HeatStyle gate_style(Page& page, const GateOverTime& gate) {
    const Stage& stage = *page.trace.record(gate.records.front()).stage;
    if (stage.range == Range::probability) return {.map = HeatMap::sequential, .meaning = stage.meaning, .limit = 1};
    return {.meaning = stage.meaning, .limit = page.memory.limit(page.painter, gate.values)};
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
    const std::vector<GateOverTime> gates = gates_over_time(page);
    Board board(page, page.area);
    std::vector<int> gate_cols;
    gate_cols.reserve(gates.size());
    for (const GateOverTime& gate : gates)
        gate_cols.push_back(board.column({.count = gate.values.cols,
                                          .weight = 0.7F,
                                          .focus = lit ? lit.col : 0,
                                          .gap = gate_cols.empty() ? 0 : 0.8F * em}));
    const int cols =
        board.column({.count = out.values.cols, .focus = lit ? lit.col : 0, .gap = gates.empty() ? 0 : 1.2F * em});
    const int many = board.row({.count = out.values.rows, .focus = lit ? lit.row : 0});
    const int single = board.row({.count = one.values.rows, .weight = 1.6F, .largest = 2.4F * em, .gap = 0.6F * em});
    std::vector<HeatPanel*> over_time;
    for (std::size_t g = 0; g < gates.size(); ++g) {
        const Stage& gate = *page.trace.record(gates[g].records.front()).stage;
        const HeatStyle style = gate_style(page, gates[g]);
        Slice all = out;  // labelled like the stage's own rows
        all.record = -1;
        all.values = gates[g].values;
        over_time.push_back(
            &board.add({.slice = all,
                        .style = style,
                        .row_track = many,
                        .col_track = gate_cols[g],
                        .symbol = "\\meaning{" + std::string(name(gate.meaning)) + "}{" + gate.symbol + "}",
                        .note = gate.label,
                        .row_labels = g == 0,
                        .answers_for = out.record}));
        // Its row of the step that is shown below.
        const Slice at_step = page.slice(gates[g].records[static_cast<std::size_t>(shown)]);
        board.add({.slice = at_step,
                   .style = style,
                   .row_track = single,
                   .col_track = gate_cols[g],
                   .row_labels = g == 0,
                   .legend = false});
    }
    HeatPanel& whole = board.add({.slice = out,
                                  .style = page.style(out.record, out.values),
                                  .row_track = many,
                                  .col_track = cols,
                                  .result = true,
                                  .row_labels = gates.empty(),
                                  .col_labels = true});
    HeatPanel& step = board.add({.slice = one,
                                 .style = page.style(one.record, one.values),
                                 .row_track = single,
                                 .col_track = cols,
                                 .operand = shown,
                                 .row_labels = gates.empty(),
                                 .legend = false});
    step.style.limit = whole.style.limit;
    board.solve();
    const int place = board.rows(many).place_of(shown);
    for (std::size_t g = 0; g < gates.size(); ++g) {
        HeatPanel& panel = *over_time[g];
        const Track &rows = board.rows(many), &columns = board.columns(gate_cols[g]);
        const int wide = static_cast<int>(columns.shown.size());
        if (place >= 0) panel.outlines.push_back({place, 0, 1, wide, page.painter.theme().text, 1});
        // Each of its cells is one of the gate's record at that step.
        const CellAt under = cell_at(panel.rect, static_cast<int>(rows.shown.size()), wide, page.mouse);
        if (!under) continue;
        const int row = rows.shown[static_cast<std::size_t>(under.row)],
                  col = columns.shown[static_cast<std::size_t>(under.col)];
        page.note({.cell = {gates[g].records[static_cast<std::size_t>(row)], Cell{{0, col}}},
                   .rect = panel.cell(rows, columns, row, col)});
    }
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
