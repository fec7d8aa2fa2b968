// One query and all keys: the terms of each score as the trace derives them, their sum, and the following stages.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/paint/heat_scale.h"
#include "app/pictures/board/heat_labels.h"
#include "app/views/attention/modes.h"
#include "app/views/attention/telling.h"
#include "app/views/attention/texts.h"

namespace glassformer {

namespace {

constexpr int max_keys = 48;                                // that are shown at a time
constexpr float most_lines = 4;                             // of products
constexpr float line_high = 1.3F;                           // em
constexpr float product_wide = 3.1F, captions_wide = 2.6F;  // em
constexpr float least_board = 17;                           // em: beside a pair the output has no place in less

/// The two rows whose products make a score: query and key, where both have d_head columns.
struct Asked {
    int query = -1, key = -1;
};

Asked asked(const Page& page, const Record& scores) {
    if (scores.operands.size() < 2) return {};
    const int q = scores.operands[0], k = scores.operands[1];
    const Shape &a = page.trace.record(q).shape, &b = page.trace.record(k).shape;
    if (a.rank() != 3 || b.rank() != 3 || a.cols() != b.cols()) return {};
    return {q, k};
}

/// How many products stand side by side.
int products_across(float em, float width) {
    return std::max(1, static_cast<int>((width - captions_wide * em) / (product_wide * em)));
}

/// One row of a [head, query, …] slice.
Slice one_row(Page& page, int record, int row, bool upright) {
    const Slice whole = page.slice(record);
    Cell at = whole.at;
    at[whole.row_dim] = row;
    return upright ? page.slice(record, whole.col_dim, -1, at) : page.slice(record, -1, whole.col_dim, at);
}

/// The chosen pair: q, k and their product below one another, with numbers, as many columns as fit.
/// Without `numbered` the columns are not counted above them.
void draw_pair(Page& page, const Rect& area, const Record& scores, const Cell& cell, bool numbered) {
    const Derivation& derivation = page.memory.derivation(scores.id, cell);
    if (derivation.steps.empty()) return;
    const std::vector<Term>& terms = derivation.steps.back().terms;
    const float em = page.em, wide = product_wide * em, high = line_high * em, caption = captions_wide * em;
    const Theme& theme = page.painter.theme();
    const int across = products_across(em, area.w);
    const float line_height = (numbered ? 4 : 3) * high + 0.4F * em;
    const auto lines = std::max(1, static_cast<int>((area.h - 1.6F * em) / line_height));
    const auto shown = std::min(static_cast<std::size_t>(across) * static_cast<std::size_t>(lines), terms.size());
    const int rank = scores.shape.rank();
    const std::string query = page.label(scores.id, rank - 2, cell[rank - 2]),
                      key = page.label(scores.id, rank - 1, cell[rank - 1]),
                      score = short_number(static_cast<float>(derivation.value));
    std::string title = terms.size() == 1
                            ? fmt::format(texts::attention::one_product, query, key, score)
                            : fmt::format(texts::attention::sum_of_products, query, key, score, terms.size());
    const std::string part = shown < terms.size() ? fmt::format(texts::attention::first_products, shown) : "";
    if (terms.size() > 1 && page.painter.measure(title + part).width > area.w)
        title = fmt::format(texts::attention::sum_in_brief, query, key, score, terms.size());
    title += part;
    text_in(page.painter, {area.x, area.y, area.w, 1.4F * em}, title, {.colour = theme.text, .size = em::body});
    float largest = 0, largest_factor = 0;
    for (const Term& term : terms) {
        if (std::isfinite(term.value)) largest = std::max(largest, static_cast<float>(std::abs(term.value)));
        for (const Factor& factor : term.factors)
            if (factor.kind == Factor::Kind::operand && std::isfinite(factor.value))
                largest_factor = std::max(largest_factor, static_cast<float>(std::abs(factor.value)));
    }
    const auto number = [&](const Rect& place, double value, Meaning meaning, float limit, bool strong) {
        const HeatScale scale(page.painter, {.meaning = meaning, .limit = limit > 0 ? limit : 1});
        const Colour ground = scale.fill(static_cast<float>(value)).ground, fill = ground.a > 0 ? ground : theme.panel;
        page.painter.fill(place.inset(0.5F), fill);
        const Face face = strong ? Face::bold : Face::sans;
        std::string text = short_number(static_cast<float>(value));
        if (page.painter.measure(text, em::small, face).width > place.w)
            text = with_minus(fmt::format("{:.2f}", value));
        page.painter.text(place.centre(), text,
                          {.colour = text_on(theme, fill),
                           .size = em::small,
                           .face = face,
                           .align = Align::centre,
                           .anchor = Anchor::middle});
    };
    for (std::size_t t = 0; t < shown; ++t) {
        const auto line = t / static_cast<std::size_t>(across), column = t % static_cast<std::size_t>(across);
        const float x = std::round(area.x + caption + wide * static_cast<float>(column));
        float y = std::round(area.y + 1.7F * em + line_height * static_cast<float>(line));
        if (column == 0)
            for (int i = 0; i < 3; ++i)
                text_in(page.painter,
                        {area.x, y + high * static_cast<float>(numbered ? i + 1 : i), caption - 0.4F * em, high},
                        i == 0   ? "q"
                        : i == 1 ? "× k"
                                 : "=",
                        {.colour = theme.muted, .size = em::small, .align = Align::right});
        if (numbered) {
            text_in(page.painter, {x, y, wide, high}, std::to_string(t),
                    {.colour = theme.muted, .size = em::small, .align = Align::centre});
            y += high;
        }
        int row = 0;
        for (const Factor& factor : terms[t].factors) {
            if (row >= 2 || factor.kind != Factor::Kind::operand) continue;
            const int id = page.trace.record(scores.id).operands[static_cast<std::size_t>(factor.operand)];
            const Rect place{x, y + high * static_cast<float>(row), wide, high};
            number(place, factor.value, page.trace.record(id).stage->meaning, largest_factor, false);
            if (place.contains(page.mouse)) page.note({{id, factor.cell}, place});
            ++row;
        }
        number({x, y + 2 * high, wide, high}, terms[t].value, scores.stage->meaning, largest, true);
    }
}

}  // namespace

void ScoreTerms::read(const Evaluation& evaluation, int record, int head, int query) {
    const QueryRow wanted{&evaluation, evaluation.generation(), record, head, query};
    if (wanted == row_) return;
    row_ = wanted;
    ++version_;
    const Trace& trace = evaluation.trace();
    keys_ = trace.record(record).shape.cols();
    terms_ = 0;
    for (int key = 0; key < keys_ && terms_ == 0; ++key) {  // an edited cell has no terms but its edit
        const CellRef cell = cell_of(evaluation, record, head, {.query = query, .key = key});
        const Derivation derivation = trace.derive(record, cell.cell);
        if (!derivation.steps.empty()) terms_ = static_cast<int>(derivation.steps.back().terms.size());
    }
    values_.assign(static_cast<std::size_t>(keys_) * static_cast<std::size_t>(terms_),
                   std::numeric_limits<float>::quiet_NaN());
    known_.assign(static_cast<std::size_t>(keys_), false);
}

void ScoreTerms::derive(std::span<const int> keys) {
    for (const int key : keys) {
        const auto row = static_cast<std::size_t>(key);
        if (known_[row]) continue;
        known_[row] = true;
        ++version_;
        const CellRef cell = cell_of(*row_.evaluation, row_.record, row_.head, {.query = row_.query, .key = key});
        const Derivation derivation = row_.evaluation->trace().derive(row_.record, cell.cell);
        if (derivation.steps.empty() || static_cast<int>(derivation.steps.back().terms.size()) != terms_) continue;
        for (int t = 0; t < terms_; ++t)
            values_[row * static_cast<std::size_t>(terms_) + static_cast<std::size_t>(t)] =
                static_cast<float>(derivation.steps.back().terms[static_cast<std::size_t>(t)].value);
    }
}

ConstMatrix ScoreTerms::matrix() const {
    // The memory stays the same while another row is read into it: the generation says that the numbers do not.
    constexpr std::uint64_t not_of_the_session = std::uint64_t{1} << 62U;
    return {values_.data(), keys_, terms_, terms_, 1, not_of_the_session + version_};
}

void draw_query(Page& page, const AttentionShow& show, QueryTerms& query_terms) {
    ScoreTerms& terms = query_terms.scores;
    const float em = page.em;
    const int query = show.pair.query >= 0 ? show.pair.query : show.first_query;
    const std::vector<int> maps = maps_of(page.trace, show.layer, query);
    const Record& scores = page.trace.record(maps.front());
    const int row = query - page.scene.evaluation.first_token_along(scores, Axis::query);
    terms.read(page.scene.evaluation, scores.id, page.scene.head, query);
    const Asked operands = asked(page, scores);

    Rect area = page.area;
    bool numbered = true, pair = false;
    // Only a click makes room for the pair: a picture that moved under the mouse would lose what it points at.
    if (show.locked && show.pair.key >= 0 && area.h > 22 * em) {
        pair = true;
        const int across = products_across(em, area.w);
        const int rows_of_products = (terms.terms() + across - 1) / across;
        const auto lines = std::clamp(static_cast<float>(rows_of_products), 1.0F, most_lines);
        numbered = lines == 1 || area.h > 46 * em;
        Rect below =
            area.take_bottom(std::min(0.58F * area.h, (2.2F + ((numbered ? 4 : 3) * line_high + 0.4F) * lines) * em));
        below.take_top(0.5F * em);
        const CellRef cell = cell_of(page.scene.evaluation, scores.id, page.scene.head, {query, show.pair.key});
        if (cell) draw_pair(page, below, scores, cell.cell, numbered);
    }
    if (const float high = query_output_height(em, area.h); high > 0 && (!pair || area.h - high > least_board * em)) {
        draw_query_output(page, area.take_bottom(high), show, query, query_terms.output);
        area.take_bottom(0.5F * em);
    }

    Board board(page, area);
    const int ask_row = board.row({.count = 1, .largest = 2 * em});
    const int key_rows = board.row({.count = show.layer.keys,
                                    .weight = 4,
                                    .window_cell = 1.1F * em,
                                    .focus = std::max(0, show.pair.key),
                                    .window = max_keys,
                                    .gap = 0.5F * em});
    std::vector<HeatPanel*> panels;
    if (operands.query >= 0) {
        const Slice q = one_row(page, operands.query, row, false), k = page.slice(operands.key);
        const int column = board.column({.count = k.values.cols, .weight = 1});
        board.add({.slice = q,
                   .style = page.style(operands.query, q.values),
                   .row_track = ask_row,
                   .col_track = column,
                   .operand = operand_of(page, operands.query),
                   .symbol = page.trace.coloured_symbol(operands.query),
                   .note = fmt::format(texts::attention::query_of, page.label(scores.id, scores.shape.rank() - 2, row)),
                   .legend_beside = true});
        panels.push_back(&board.add({.slice = k,
                                     .style = page.style(operands.key, k.values),
                                     .row_track = key_rows,
                                     .col_track = column,
                                     .operand = operand_of(page, operands.key),
                                     .row_labels = true}));
    }
    HeatPanel* products = nullptr;
    if (terms.terms() > 0) {
        const int column = board.column({.count = terms.terms(), .gap = 1.6F * em, .sign = ""});
        products = &board.add({.slice = {.values = terms.matrix()},
                               .style = {.meaning = scores.stage->meaning},
                               .row_track = key_rows,
                               .col_track = column,
                               .symbol = "q ⊙ k"});
    }
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const Record& map = page.trace.record(maps[i]);
        const Slice column = one_row(page, map.id, row, true);
        HeatStyle style = page.style(map.id, column.values);
        const int track = board.column(
            {.count = 1, .weight = 1.5F, .least = 3.4F * em, .gap = 1.5F * em, .sign = i == 0 ? "Σ" : "→"});
        panels.push_back(&board.add({.slice = column,
                                     .style = style,
                                     .row_track = key_rows,
                                     .col_track = track,
                                     .operand = operand_of(page, map.id),
                                     .result = map.id == page.scene.record,
                                     .row_labels = i == 0 && operands.query < 0}));
    }
    board.solve();
    terms.derive(board.rows(key_rows).shown);
    if (products != nullptr) {
        products->slice.values = terms.matrix();
        products->style.limit = page.painter.limit(products->slice.values);
    }
    const Theme& theme = page.painter.theme();
    for (HeatPanel* panel : panels) {
        const int key = show.pair.key < 0 ? -1 : board.rows(key_rows).place_of(show.pair.key);
        if (key < 0) continue;
        const int width = static_cast<int>(board.columns(panel->col_track).shown.size());
        panel->outlines.push_back({key, 0, 1, width, show.locked ? theme.accent : theme.text, 1.5F});
    }
    board.draw();
}

}  // namespace glassformer
