// Rows looked up in a table: tokens in the embedding table, places in the table of positions. Which row a token got is
// what the derivation of its first numbers names.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/pictures/board/layout.h"

namespace glassformer::picture {

namespace {

/// Table row of each row of the result; −1 where an edit left none.
std::vector<int> looked_up_rows(Page& page, const Slice& out) {
    std::vector<int> rows(static_cast<std::size_t>(out.values.rows), -1);
    for (int r = 0; r < out.values.rows; ++r)
        for (int c = 0; c < std::min(out.values.cols, 4) && rows[static_cast<std::size_t>(r)] < 0; ++c)
            for (const Step& step : page.trace.derive(out.record, out.cell(r, c)).steps)
                for (const Term& term : step.terms)
                    for (const Factor& factor : term.factors)
                        if (factor.kind == Factor::Kind::operand && factor.operand == 1)
                            rows[static_cast<std::size_t>(r)] = factor.cell[0];
    return rows;
}

/// Factor between a table row and its result, read from the first number that is not 0.
float multiplied(Page& page, const Slice& out) {
    for (int c = 0; c < std::min(out.values.cols, 16); ++c)
        for (const Step& step : page.trace.derive(out.record, out.cell(0, c)).steps)
            for (const Term& term : step.terms)
                for (const Factor& factor : term.factors)
                    if (factor.kind == Factor::Kind::operand && factor.operand == 1 && factor.value != 0 &&
                        term.value != 0)
                        return static_cast<float>(std::abs(term.value / factor.value));
    return 1;
}

void lookup(Page& page, bool with_numbers) {
    const float em = page.em;
    const Slice table = page.slice(page.operand(1)), out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    const std::vector<int> rows = looked_up_rows(page, out);

    Rect right = page.area;
    const float middle = 7 * em;
    const Rect left = right.take_left(std::round((page.area.w - middle) / 2));
    right.take_left(middle);

    Board from(page, left), to(page, right);
    Track entries{.count = table.values.rows, .window_cell = 1.15F * em};
    for (const int row : rows)
        if (row >= 0) entries.first.push_back(row);
    std::sort(entries.first.begin(), entries.first.end());
    entries.first.erase(std::unique(entries.first.begin(), entries.first.end()), entries.first.end());
    // A table that is not much longer than the text is shown whole.
    if (static_cast<float>(table.values.rows) * 0.8F * em <= page.area.h) entries.first.clear();
    const Track wide{.count = out.values.cols, .focus = lit ? lit.col : 0};
    from.row(std::move(entries));
    from.column(wide);
    if (with_numbers) from.reserve_right(3.5F * em);
    HeatPanel& a = from.add({.slice = table,
                             .style = page.style(table.record, table.values),
                             .operand = 1,
                             .row_labels = true,
                             .col_labels = true});
    from.solve();
    to.row({.count = out.values.rows, .focus = lit ? lit.row : 0});
    Track same = wide;  // of a wide table both show the same columns
    same.window = static_cast<int>(from.columns(0).shown.size());
    to.column(std::move(same));
    HeatPanel& b = to.add({.slice = out,
                           .style = page.style(out.record, out.values),
                           .result = true,
                           .row_labels = true,
                           .col_labels = true});
    // One scale for what is looked up and what it makes. Some models multiply the rows by √d_model on the way.
    a.style.limit = b.style.limit / multiplied(page, out);
    to.solve();
    const Track &table_rows = from.rows(0), &out_rows = to.rows(0);
    from.draw();
    to.draw();

    const Theme& theme = page.painter.theme();
    const CellAt made = page.explained ? out.find(page.explained.cell) : CellAt{};
    for (int r = 0; r < out.values.rows; ++r) {
        const int row = rows[static_cast<std::size_t>(r)];
        const int source = table_rows.place_of(row), target = out_rows.place_of(r);
        if (row < 0 || source < 0 || target < 0 || !page.reached(r, out.values.cols)) continue;
        const bool bright = made && made.row == r;
        const Colour tone = bright ? theme.accent : page.colour(page.scene.record).faded(0.45F);
        const float y = a.rect.y + table_rows.cell * (static_cast<float>(source) + 0.5F);
        const float y_to = b.rect.y + out_rows.cell * (static_cast<float>(target) + 0.5F);
        float x = a.rect.right() + 0.4F * em;
        if (with_numbers && table_rows.cell >= 0.9F * em) {
            page.painter.text(
                {x, y}, std::to_string(row),
                {.colour = bright ? theme.accent_text : theme.muted, .size = em::small, .anchor = Anchor::middle});
            x += page.painter.measure(std::to_string(table.values.rows), em::small).width + 0.3F * em;
        }
        const float x_to = b.rect.x - to.columns(0).before;
        const float bend = (x_to - x) * 0.5F;
        page.painter.curve({x, y}, {x + bend, y}, {x_to - bend, y_to}, {x_to, y_to}, tone, bright ? 2.0F : 1.2F);
    }
}

void embed(Page& page) { lookup(page, true); }

void learned_positions(Page& page) { lookup(page, false); }

}  // namespace

extern const Picture embed_picture{"embed", embed};
extern const Picture learned_positions_picture{"learned_positions", learned_positions};

}  // namespace glassformer::picture
