// What to look at in the queries, keys, values and outputs of a head: which scores and weights they lead to.
#include <algorithm>
#include <cmath>

#include "app/views/explanation/look_row.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

/// The slice of the same head's record of that stage in the same attention; none where its heads are others (keys and
/// values that several query heads share).
std::vector<LookRow> beside(const LookRow& row, const Stage& stage) {
    const Trace& trace = row.evaluation.trace();
    const Site& at = row.at().site;
    std::vector<LookRow> rows;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.stage != &stage || record.site.block != at.block || record.site.stack != at.stack ||
            record.site.attention != at.attention || record.shape.rank() < 3 || row.at().shape.rank() < 3 ||
            record.shape.size(0) != row.at().shape.size(0))
            continue;
        const Grid grid = grid_of(trace, id, row.grid.head * head_count(trace) / row.at().shape.size(0));
        for (int r = 0; r < grid.rows; ++r) rows.push_back(read_row(row.evaluation, id, grid, r));
        break;
    }
    return rows;
}

/// The largest number that a query has there for this key, and the query.
std::string key_side(const LookRow& row, const Stage& stage, const char* text) {
    const std::vector<LookRow> all = beside(row, stage);
    if (all.empty() || all.front().grid.cols != row.grid.rows || row_name(row).empty()) return look_lengths(row);
    const LookRow* best = nullptr;
    for (const LookRow& query : all) {
        if (query.numbers.empty() || std::isnan(query[row.row])) return look_lengths(row);
        if (best == nullptr || query[row.row] > (*best)[row.row]) best = &query;
    }
    if (!std::isfinite((*best)[row.row]) || row_name(*best).empty()) return look_lengths(row);
    return say(text, row_name(row), number_text((*best)[row.row]), row_name(*best));
}
}  // namespace

/// The query's largest number there, and the key that it is of.
std::string look_query(const LookRow& row, int&) {
    const std::vector<LookRow> scores = beside(row, stage::scores_masked);
    if (scores.size() != static_cast<std::size_t>(row.grid.rows) || row_name(row).empty()) return look_lengths(row);
    const LookRow& own = scores[static_cast<std::size_t>(row.row)];
    if (own.numbers.empty() || std::ranges::any_of(own.numbers, [](double score) { return std::isnan(score); }))
        return look_lengths(row);
    const int best = own.largest();
    if (!std::isfinite(own[best])) return look_lengths(row);
    return say(texts::explanation::look_query, row_name(row), number_text(own[best]), column_name(own, best));
}

std::string look_key(const LookRow& row, int&) {
    return key_side(row, stage::scores_masked, texts::explanation::look_key);
}
std::string look_value(const LookRow& row, int&) {
    double most = 0;
    const std::vector<LookRow> all = beside(row, stage::weights);
    for (const LookRow& query : all)
        if (query.numbers.size() == static_cast<std::size_t>(row.grid.rows)) most = std::max(most, query[row.row]);
    if (const std::string share = percent_text(most); most > 0 && share.starts_with("< ") && !row_name(row).empty())
        return say(texts::explanation::look_unread_value, share_words(most), row_name(row));
    return key_side(row, stage::weights, texts::explanation::look_value);
}

/// Whose value adds most to the weighted sum: the weight times the value's norm.
std::string look_contribution(const LookRow& row, int&) {
    if (row.at().operands.size() != 2 || row_name(row).empty()) return look_lengths(row);
    const Trace& trace = row.evaluation.trace();
    const LookRow shares = operand_row(row, 0);
    const int values = row.at().operands.back(), own = row.at().shape.size(0);
    const Grid grid = grid_of(trace, values, row.grid.head * head_count(trace) / std::max(1, own));
    if (!shares.finite() || shares.numbers.size() != static_cast<std::size_t>(grid.rows)) return look_lengths(row);
    int best = -1;
    double most = 0, size = 0;
    for (int r = 0; r < grid.rows; ++r) {
        const LookRow value = read_row(row.evaluation, values, grid, r);
        if (value.numbers.empty() || !value.finite()) return look_lengths(row);
        if (best >= 0 && std::abs(shares[r]) * value.length() <= most) continue;
        best = r;
        size = value.length();
        most = std::abs(shares[r]) * size;
    }
    return say(texts::explanation::look_contribution, row_name(row), column_name(shares, best),
               number_text(shares[best]), number_text(size));
}

}  // namespace glassformer
