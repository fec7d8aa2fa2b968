#include "app/views/shared/carry_cursor.h"

#include <algorithm>

#include "core/model/model.h"

namespace glassformer {

namespace {

std::vector<std::string> words_of(const std::vector<TokenLabel>& tokens) {
    std::vector<std::string> words;
    words.reserve(tokens.size());
    for (const TokenLabel& token : tokens) words.push_back(token.text);
    return words;
}

int count(const auto& tokens) { return static_cast<int>(tokens.size()); }

/// The rows of the cursor's record stand for the tokens of the text.
bool has_row_a_token(const Evaluation& run, const Cursor& cursor) {
    const int id = record_at(run.trace(), cursor);
    if (id < 0) return false;
    const Shape& shape = run.trace().record(id).shape;
    if (shape.rank() < 2) return false;
    const Axis axis = shape.axis(shape.rank() - 2);
    return (axis == Axis::position || axis == Axis::query) && shape.size(shape.rank() - 2) == count(run.tokens());
}

/// Where row or column `index` of that axis is now.
int carried(const RunTokens& before, const Evaluation& after, const Record& record, int dimension, int index) {
    const Axis axis = record.shape.axis(dimension);
    if (axis != Axis::position && axis != Axis::query && axis != Axis::key) return index;
    if (after.first_token_along(record, axis) != 0) return index;
    const std::vector<TokenLabel>& tokens = after.tokens_along(record, axis);
    const std::vector<std::string>& old = &tokens == &after.target_tokens() ? before.target : before.text;
    if (tokens.empty() || index < 0 || index >= static_cast<int>(old.size())) return index;
    const std::vector<std::string> now = words_of(tokens);
    const int place = carried_tokens(old, now)[static_cast<std::size_t>(index)];
    const bool last = index + 1 == static_cast<int>(old.size());
    const bool replaced = now[static_cast<std::size_t>(place)] != old[static_cast<std::size_t>(index)];
    return last && replaced ? static_cast<int>(now.size()) - 1 : place;
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
    const std::vector<TokenLabel>& tokens = evaluation.tokens();
    const Model& model = evaluation.model();
    const bool last = predicts_next_token(model) && !has_target(model.config) && !model.config.head.classifier &&
                      model.card.answer_at.empty();
    return {evaluation.inputs().model, words_of(tokens), words_of(evaluation.target_tokens()), last};
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

bool CarriedCursor::carry_to(const Evaluation& run, Cursor& cursor, bool typing, bool pending) {
    const bool ends = !typing && !pending;
    if (run.generation() == tokens_of_) {
        if (ends) start_.reset();
        return false;
    }
    // What was chosen meanwhile is carried from where it was chosen.
    const auto same = [](const Cursor& a, const Cursor& b) {
        return a.record == b.record && a.row == b.row && a.column == b.column;
    };
    if (start_ && !same(start_->carried, cursor)) start_.reset();
    if (typing && !start_ && tokens_of_ != 0) start_ = {tokens_, cursor, cursor};
    if (start_) {
        Cursor place = start_->chosen;
        carry_cursor(start_->tokens, run, place);
        if (start_->tokens.answers_last && has_row_a_token(run, place) &&
            start_->chosen.row + 1 == count(start_->tokens.text))
            place.row = count(run.tokens()) - 1;  // more text behind the answer's row: the answer is read at its end
        cursor.row = place.row;
        cursor.column = place.column;
        start_->carried = cursor;
    } else if (tokens_of_ != 0) {
        carry_cursor(tokens_, run, cursor);
    }
    tokens_of_ = run.generation();
    tokens_ = tokens_of_run(run);
    if (ends) start_.reset();
    return true;
}

}  // namespace glassformer
