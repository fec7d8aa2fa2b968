#include "core/analysis/token_match.h"

#include <algorithm>
#include <deque>
#include <map>

namespace glassformer {

bool TokenMatch::complete() const {
    return static_cast<int>(rows.size()) == of_b && std::ranges::find(rows, -1) == rows.end();
}

bool TokenMatch::moves() const {
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row] >= 0 && rows[row] != static_cast<int>(row)) return true;
    return false;
}

TokenMatch match_words(std::span<const std::string> a, std::span<const std::string> b) {
    TokenMatch match{.rows = std::vector<int>(a.size(), -1), .of_b = static_cast<int>(b.size())};
    std::map<std::string_view, std::deque<int>> places;  // of B's words, the first of each in front
    for (std::size_t row = 0; row < b.size(); ++row) places[b[row]].push_back(static_cast<int>(row));
    std::vector<bool> left(b.size(), true);
    for (std::size_t row = 0; row < a.size(); ++row) {
        const auto found = places.find(a[row]);
        if (found == places.end() || found->second.empty()) continue;
        match.rows[row] = found->second.front();
        left[static_cast<std::size_t>(found->second.front())] = false;
        found->second.pop_front();
    }
    for (std::size_t row = 0; row < std::min(a.size(), b.size()); ++row)
        if (match.rows[row] < 0 && left[row]) match.rows[row] = static_cast<int>(row);
    return match;
}

RunMatch match_runs(const Evaluation& a, const Evaluation& b) {
    const auto words = [](const std::vector<TokenLabel>& tokens) {
        std::vector<std::string> found;
        found.reserve(tokens.size());
        for (const TokenLabel& token : tokens) found.push_back(token.text);
        return found;
    };
    return {match_words(words(a.tokens()), words(b.tokens())),
            match_words(words(a.target_tokens()), words(b.target_tokens()))};
}

DimensionRows RunMatch::rows(const Evaluation& a, const Record& record) const {
    DimensionRows found{};
    if (record.stage == nullptr) return found;
    for (int d = 0; d < record.shape.rank(); ++d) {
        const Axis axis = record.shape.axis(d);
        if (axis != Axis::position && axis != Axis::query && axis != Axis::key) continue;
        const TokenMatch& match = &a.tokens_along(record, axis) == &a.tokens() ? text : target;
        // A record of one step has fewer rows than the text.
        if (static_cast<int>(match.rows.size()) == record.shape.size(d))
            found[static_cast<std::size_t>(d)] = match.rows;
    }
    return found;
}

Cell matched_cell(const DimensionRows& rows, Cell cell) {
    for (std::size_t d = 0; d < rows.size(); ++d)
        if (const int at = cell.index[d]; !rows[d].empty() && at >= 0)
            cell.index[d] = at < static_cast<int>(rows[d].size()) ? rows[d][static_cast<std::size_t>(at)] : -1;
    return cell;
}

}  // namespace glassformer
