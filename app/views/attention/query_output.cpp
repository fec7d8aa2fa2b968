// What one query receives: the head's output of its row as numbers, and above it what the selected key adds to it.
#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/paint/heat_scale.h"
#include "app/views/attention/modes.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/number_text.h"

namespace glassformer {

void OutputTerms::read(const Evaluation& evaluation, int record, int head, int query) {
    const QueryRow wanted{&evaluation, evaluation.generation(), record, head, query};
    if (wanted == row_) return;
    row_ = wanted;
    ++version_;
    const Trace& trace = evaluation.trace();
    const Record& of = trace.record(record);
    const Record& weights = trace.record(of.operands.front());
    columns_ = of.shape.cols();
    keys_ = weights.shape.cols();
    values_.assign(static_cast<std::size_t>(keys_) * static_cast<std::size_t>(columns_),
                   std::numeric_limits<float>::quiet_NaN());
    complete_ = false;
    CellRef cell = cell_of(evaluation, record, head, {.query = query, .key = -1});
    if (!cell) return;
    complete_ = true;
    for (int column = 0; column < columns_; ++column) {
        cell.cell[of.shape.rank() - 1] = column;
        const Derivation derivation = trace.derive(record, cell.cell);
        if (derivation.steps.empty()) {  // an edit, or a head that is turned off
            complete_ = false;
            continue;
        }
        for (const Term& term : derivation.steps.back().terms) {
            if (term.factors.empty() || term.factors.front().operand != 0) continue;
            const int key = term.factors.front().cell[weights.shape.rank() - 1];
            values_[static_cast<std::size_t>(key) * static_cast<std::size_t>(columns_) +
                    static_cast<std::size_t>(column)] = static_cast<float>(term.value);
        }
    }
}

ConstMatrix OutputTerms::matrix() const {
    constexpr std::uint64_t not_of_the_session = std::uint64_t{1} << 62U;  // as of ScoreTerms::matrix()
    return {values_.data(), keys_, columns_, columns_, 1, not_of_the_session + version_};
}

namespace {

constexpr float output_alone = 4.7F, output_and_term = 7.6F, with_legend = 9.4F;  // em, with titles

}  // namespace

float query_output_height(float em, float high) {
    constexpr std::pair<float, float> rows[]{{with_legend, 22.0F}, {output_and_term, 14.0F}, {output_alone, 12.0F}};
    for (const auto& [needed, left] : rows)
        if (high > (needed + left) * em) return needed * em;
    return 0;
}

void draw_query_output(Page& page, const Rect& area, const AttentionShow& show, int query, OutputTerms& terms) {
    const int record = taken_of(page.trace, show.layer, query);
    if (record < 0) return;
    const CellRef first =
        cell_of(page.scene.evaluation, record, page.scene.head, {.query = query, .key = -1});  // of its row
    if (!first) return;
    terms.read(page.scene.evaluation, record, page.scene.head, query);
    const Record& of = page.trace.record(record);
    const Record& weights = page.trace.record(of.operands.front());
    const int rank = of.shape.rank();
    const ConstMatrix all = terms.matrix();
    const auto weight_of = [&](int key) {
        const CellRef cell = cell_of(page.scene.evaluation, weights.id, page.scene.head, {.query = query, .key = key});
        return cell ? page.trace.value(cell.record, cell.cell) : 0.0F;
    };
    int key = show.pair.key;
    const bool chosen = key >= 0 && key < all.rows;
    if (!chosen) key = 0;
    for (int other = 1; !chosen && other < all.rows; ++other)
        if (weight_of(other) > weight_of(key)) key = other;
    const float em = page.em;
    const bool adds = terms.complete() && all.rows > 0 && area.h > (output_and_term - 0.1F) * em;
    const auto name_of = [&](int from_last, int index) {
        return page.label(weights.id, weights.shape.rank() - from_last, index);
    };

    // One scale for both rows: what the key adds is a part of the sum.
    const Slice slice = page.slice(record, -1, rank - 1, first.cell);
    const ConstMatrix row = adds ? block(all, key, 0, 1, all.cols) : ConstMatrix{};
    HeatStyle style = page.style(record, slice.values);
    if (adds) style.limit = std::max(style.limit, page.painter.limit(row));
    Board board(page, area);
    board.largest_cell_width = 3.1F;
    const int column = board.column({.count = of.shape.cols(), .window_cell = 4});
    if (adds)
        board.add({.slice = {.values = row},
                   .style = style,
                   .row_track = board.row({.count = 1, .largest = 1.7F * em}),
                   .col_track = column,
                   .symbol = "a_{j} v_{j}",
                   .note = fmt::format(fmt::runtime(chosen ? texts::attention::added_by_selected
                                                           : texts::attention::added_by_strongest),
                                       name_of(1, key), number_text(static_cast<double>(weight_of(key)))),
                   .legend = false});
    const std::string name = name_of(2, first.cell[rank - 2]);
    const std::string said = !terms.complete() ? fmt::format(texts::attention::output_changed, name)
                             : all.rows == 1   ? fmt::format(texts::attention::output_of_one_key, name)
                                               : fmt::format(texts::attention::output_of_keys, name, all.rows);
    board.add({.slice = slice,
               .style = style,
               .row_track = board.row({.count = 1, .largest = 1.7F * em, .gap = adds ? 0.2F * em : 0}),
               .col_track = column,
               .result = record == page.scene.record,
               .symbol = page.trace.coloured_symbol(record),
               .note = said,
               .legend = area.h > (with_legend - 0.1F) * em});
    board.solve();
    board.draw();
}

}  // namespace glassformer
