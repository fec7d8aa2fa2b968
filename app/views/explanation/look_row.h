// What the rules of look_at.cpp and look_attention.cpp share: a row of numbers, the names of its lines, the words of a
// share.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/shared/cursor.h"

namespace glassformer {

/// One row of a record's slice, in double.
struct LookRow {
    const Evaluation& evaluation;
    int record = -1;
    Grid grid;
    int row = 0;
    std::vector<double> numbers{};

    const Record& at() const { return evaluation.trace().record(record); }
    int largest(int but = -1) const {
        int best = -1;
        for (int c = 0; c < grid.cols; ++c)
            if (c != but && (best < 0 || numbers[static_cast<std::size_t>(c)] > (*this)[best])) best = c;
        return best;
    }
    double operator[](int column) const { return numbers[static_cast<std::size_t>(column)]; }
    double length() const { return length_of(0, grid.cols); }
    double length_of(int first, int count) const {
        double squares = 0;
        for (int c = first; c < first + count; ++c) squares += (*this)[c] * (*this)[c];
        return std::sqrt(squares);
    }
    bool finite() const {
        return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
    }
};

LookRow read_row(const Evaluation& evaluation, int record, const Grid& grid, int row);
/// The same row of an operand; without numbers where it has no such row.
LookRow operand_row(const LookRow& of, std::size_t which);

/// “it”, or "dimension 7", "neuron 7", "class 1" where the line has no word.
std::string line_name(const LookRow& row, int dimension, int index);
/// The token of the row; empty where rows are no tokens.
std::string row_name(const LookRow& row);
std::string column_name(const LookRow& row, int column);

template <class... Values>
std::string say(const char* text, const Values&... values) {
    return fmt::format(fmt::runtime(text), values...);
}

/// For a sentence: "93.1%", "more than 99.9%".
std::string share_words(double share);

// Rules: the text of a row, "" where nothing can be said; `column` is set to that of the cell that it is about.

/// The rows with the largest and the smallest norm.
std::string look_lengths(const LookRow& row);
std::string look_query(const LookRow& row, int& column);
std::string look_key(const LookRow& row, int& column);
std::string look_value(const LookRow& row, int& column);
std::string look_contribution(const LookRow& row, int& column);

}  // namespace glassformer
