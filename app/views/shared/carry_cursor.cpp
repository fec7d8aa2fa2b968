#include "app/views/shared/carry_cursor.h"

#include <algorithm>

namespace glassformer {

namespace {

std::vector<std::string> words_of(const std::vector<TokenLabel>& tokens) {
    std::vector<std::string> words;
    words.reserve(tokens.size());
    for (const TokenLabel& token : tokens) words.push_back(token.text);
    return words;
}

/// Where row or column `index` of that axis is now.
int carried(const RunTokens& before, const Evaluation& after, const Record& record, int dimension, int index) {
    const Axis axis = record.shape.axis(dimension);
    if (axis != Axis::position && axis != Axis::query && axis != Axis::key) return index;
    if (after.first_token_along(record, axis) != 0) return index;
    const std::vector<TokenLabel>& tokens = after.tokens_along(record, axis);
    const std::vector<std::string>& old = &tokens == &after.target_tokens() ? before.target : before.text;
    if (tokens.empty() || index < 0 || index >= static_cast<int>(old.size())) return index;
    return carried_tokens(old, words_of(tokens))[static_cast<std::size_t>(index)];
}

}  // namespace

std::vector<int> carried_tokens(std::span<const std::string> before, std::span<const std::string> after) {
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t front = 0, back = 0;
    while (front < shorter && before[front] == after[front]) ++front;
    while (back < shorter - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
    const auto old = before.subspan(front, before.size() - front - back);
    const auto now = after.subspan(front, after.size() - front - back);
    // One token that moved turns what lies between its two places by one.
    const bool same_length = old.size() == now.size() && old.size() > 1;
    const bool to_the_end =
        same_length && old.front() == now.back() && std::ranges::equal(old.subspan(1), now.first(now.size() - 1));
    const bool to_the_start =
        same_length && old.back() == now.front() && std::ranges::equal(old.first(old.size() - 1), now.subspan(1));
    std::vector<int> places;
    places.reserve(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::size_t place = i;
        if (i >= before.size() - back) {
            place = i + after.size() - before.size();
        } else if (i >= front) {
            const std::size_t inside = i - front, last = old.size() - 1;
            if (to_the_end)
                place = front + (inside == 0 ? last : inside - 1);
            else if (to_the_start)
                place = front + (inside == last ? 0 : inside + 1);
            else
                place = front + std::min(inside, now.empty() ? 0 : now.size() - 1);
        }
        places.push_back(static_cast<int>(std::min(place, after.size() - 1)));
    }
    return places;
}

RunTokens tokens_of_run(const Evaluation& evaluation) {
    return {evaluation.inputs().model, words_of(evaluation.tokens()), words_of(evaluation.target_tokens())};
}

void carry_cursor(const RunTokens& before, const Evaluation& after, Cursor& cursor) {
    if (before.model != after.inputs().model) return;
    const int id = record_at(after.trace(), cursor);
    if (id < 0) return;
    const Record& record = after.trace().record(id);
    const int rank = record.shape.rank();
    if (rank >= 2) cursor.row = carried(before, after, record, rank - 2, cursor.row);
    if (rank >= 1) cursor.column = carried(before, after, record, rank - 1, cursor.column);
}

}  // namespace glassformer
