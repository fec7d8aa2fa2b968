#include "app/views/explanation/look_at.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/paint/visible_text.h"
#include "app/views/explanation/look_row.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/cursor.h"
#include "app/views/shared/wording.h"
#include "core/base/number_text.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

bool names_lines(const LookRow& row, int dimension) {
    const std::string label = label_of(row.evaluation, row.at(), dimension, 0);
    return label != "0" || line_name_of(row.evaluation, row.at(), dimension, 0) != label;
}

}  // namespace

LookRow read_row(const Evaluation& evaluation, int record, const Grid& grid, int row) {
    LookRow read{.evaluation = evaluation, .record = record, .grid = grid, .row = row};
    const auto cols = static_cast<std::size_t>(grid.cols);
    const float* const from =
        evaluation.trace().record(record).entries(grid.offset + static_cast<std::size_t>(row) * cols, cols);
    if (from != nullptr) read.numbers.assign(from, from + cols);
    return read;
}

LookRow operand_row(const LookRow& of, std::size_t which) {
    const Trace& trace = of.evaluation.trace();
    const int record = of.at().operands.at(which);
    const int heads = head_count(trace), own = of.at().shape.rank() >= 3 ? of.at().shape.size(0) : 1;
    const Grid grid = grid_of(trace, record, of.grid.head < 0 ? 0 : of.grid.head * heads / std::max(1, own));
    if (grid.rows != of.grid.rows) return {.evaluation = of.evaluation, .record = record, .grid = grid};
    return read_row(of.evaluation, record, grid, of.row);
}

std::string line_name(const LookRow& row, int dimension, int index) {
    const Axis axis = row.at().shape.axis(dimension);
    const bool words = axis == Axis::position || axis == Axis::query || axis == Axis::key || axis == Axis::vocab ||
                       axis == Axis::classes;
    if (words && names_lines(row, dimension)) {
        const std::string name = line_name_of(row.evaluation, row.at(), dimension, index);
        return name.starts_with("“") ? name : fmt::format(texts::explanation::quoted, name);  // punctuation has quotes
    }
    const char* unit = axis == Axis::d_ff      ? texts::explanation::look_neuron
                       : axis == Axis::entry   ? texts::explanation::look_entry
                       : axis == Axis::vocab   ? texts::explanation::look_token
                       : axis == Axis::classes ? texts::explanation::look_class
                       : words                 ? texts::explanation::look_position
                                               : texts::explanation::look_dimension;
    // Positions are counted from 1, everything else as the picture labels it.
    const bool position = axis == Axis::position || axis == Axis::query || axis == Axis::key;
    return fmt::format(fmt::runtime(unit),
                       position ? std::to_string(index + 1) : label_of(row.evaluation, row.at(), dimension, index));
}

std::string row_name(const LookRow& row) {
    const int dimension = row.at().shape.rank() - 2;
    if (dimension < 0) return "";
    const Axis axis = row.at().shape.axis(dimension);
    const bool tokens = axis == Axis::position || axis == Axis::query || axis == Axis::key;
    return tokens ? line_name(row, dimension, row.row) : "";
}

std::string column_name(const LookRow& row, int column) { return line_name(row, row.at().shape.rank() - 1, column); }

std::string share_words(double share) {
    std::string text = percent_text(share);
    if (text.starts_with("> ")) return say(texts::explanation::more_than, text.substr(2));
    if (text.starts_with("< ")) return say(texts::explanation::less_than, text.substr(2));
    return text;
}

std::string look_lengths(const LookRow& row) {
    if (row_name(row).empty()) return "";
    std::vector<LookRow> all;
    for (int r = 0; r < row.grid.rows; ++r) {
        all.push_back(read_row(row.evaluation, row.record, row.grid, r));
        if (!all.back().finite() || all.back().numbers.empty()) return "";
    }
    if (all.size() == 1) return say(texts::explanation::look_length, row_name(row), number_text(row.length()));
    const auto by_length = [](const LookRow& one, const LookRow& other) { return one.length() < other.length(); };
    const LookRow& longest = *std::ranges::max_element(all, by_length);
    const LookRow& shortest = *std::ranges::min_element(all, by_length);
    if (number_text(longest.length()) == number_text(shortest.length())) return "";
    return say(texts::explanation::look_lengths, row_name(longest), number_text(longest.length()), row_name(shortest),
               number_text(shortest.length()));
}

namespace {

std::string lengths(const LookRow& row, int&) { return look_lengths(row); }

/// Weights whose largest is less than twice the smallest: no key stands out, whatever the number of keys.
constexpr double nearly_even = 2;

std::string weights(const LookRow& row, int& column) {
    double sum = 0;
    int positive = 0;
    double least = 1;  // of the positive ones
    for (const double weight : row.numbers) {
        sum += weight;
        if (weight <= 0) continue;
        ++positive;
        least = std::min(least, weight);
    }
    if (!row.finite() || std::abs(sum - 1) > 1e-3 || row.grid.cols < 2) return "";  // edited, or no key at all
    column = row.largest();
    const std::string name = row_name(row), key = column_name(row, column), share = share_words(row[column] / sum);
    if (name.empty()) return say(texts::explanation::look_weight, key, share);
    if (positive == 1) return say(texts::explanation::look_only_weight, name, key);
    if (row[column] < nearly_even * least) return say(texts::explanation::look_even_weights, name, key, share);
    return say(texts::explanation::look_weights, name, key, share);
}

std::string scores(const LookRow& row, int& column) {
    if (!row.finite() || row.grid.cols < 2) return "";
    column = row.largest();
    const std::string name = row_name(row), value = number_text(row[column]);
    return name.empty() ? say(texts::explanation::look_score, value, column_name(row, column))
                        : say(texts::explanation::look_scores, name, value, column_name(row, column));
}

std::string scaled_scores(const LookRow& row, int& column) {
    if (row.at().operation->name() != "scale" || !row.at().edits.empty()) return "";  // a copy has nothing new
    const LookRow before = operand_row(row, 0);
    if (!row.finite() || row.grid.cols < 2 || before.numbers.size() != row.numbers.size()) return "";
    column = row.largest();
    const std::string name = row_name(row), from = number_text(before[column]), to = number_text(row[column]);
    return name.empty() ? say(texts::explanation::look_scaled_score, from, to, column_name(row, column))
                        : say(texts::explanation::look_scaled, name, from, to, column_name(row, column));
}

std::string masked_scores(const LookRow& row, int& column) {
    if (row.grid.cols < 2 || row_name(row).empty()) return "";
    int allowed = 0;
    for (int c = 0; c < row.grid.cols; ++c) {
        if (std::isfinite(row[c])) ++allowed;
        if (std::isnan(row[c]) || row[c] > 1e30) return "";
        if (!std::isfinite(row[c])) column = c;
    }
    if (allowed == row.grid.cols && row.at().shape.rank() >= 2) {
        int other = row.row, fewest = allowed;
        for (int r = 0; r < row.grid.rows; ++r) {
            const LookRow read = read_row(row.evaluation, row.record, row.grid, r);
            const auto open = static_cast<int>(
                std::ranges::count_if(read.numbers, [](double score) { return std::isfinite(score); }));
            if (open < fewest) fewest = open, other = r;
        }
        LookRow named = row;
        named.row = other;
        if (other != row.row)
            return say(texts::explanation::look_fewest_allowed, row_name(row), allowed, row_name(named), fewest);
    }
    if (row.grid.cols == 1 && allowed == 1) return say(texts::explanation::look_one_allowed, row_name(row));
    if (allowed == row.grid.cols) return say(texts::explanation::look_all_allowed, row_name(row), allowed);
    return say(texts::explanation::look_allowed, row_name(row), allowed, row.grid.cols);
}

std::string norm(const LookRow& row, int&) {
    const LookRow before = operand_row(row, 0);
    if (before.numbers.size() != row.numbers.size() || !before.finite() || row_name(row).empty()) return "";
    const auto n = static_cast<double>(before.numbers.size());
    double mean = 0, squares = 0;
    for (const double number : before.numbers) mean += number / n;
    const bool rms = row.at().operation->name() == "rms_norm";
    for (const double number : before.numbers) squares += std::pow(rms ? number : number - mean, 2) / n;
    const std::string spread = number_text(std::sqrt(squares));
    return rms ? say(texts::explanation::look_rms, row_name(row), spread)
               : say(texts::explanation::look_norm, row_name(row), number_text(mean), spread);
}

std::string lengths_of_sum(const LookRow& row, const char* text) {
    if (row.at().operation->name() != "add" || row.at().operands.size() != 2 || row_name(row).empty()) return "";
    const LookRow first = operand_row(row, 0), second = operand_row(row, 1);
    if (first.numbers.empty() || second.numbers.size() != first.numbers.size() || !first.finite() || !second.finite())
        return "";
    return say(text, row_name(row), number_text(first.length()), number_text(second.length()));
}
std::string residual_sum(const LookRow& row, int&) {
    if (stage_table::is_sum_of_sublayers(row.evaluation.trace(), row.at())) return "";
    return lengths_of_sum(row, texts::explanation::look_residual);
}
std::string input_sum(const LookRow& row, int&) {
    if (!row.at().operands.empty() && stage_table::adds_segments(row.evaluation.trace(), row.at())) return "";
    return lengths_of_sum(row, texts::explanation::look_input);
}

/// The same token more than once: where its vectors do not differ yet.
std::string same_token(const LookRow& row, int&) {
    const std::vector<TokenLabel>& tokens = row.evaluation.tokens_along(row.at(), Axis::position);
    if (tokens.size() != static_cast<std::size_t>(row.grid.rows)) return "";
    if (!row.at().edits.empty()) return look_lengths(row);
    for (const bool same_word : {true, false})  // two words of one ID too: “The” and “the”
        for (std::size_t first = 0; first < tokens.size(); ++first)
            for (std::size_t other = first + 1; other < tokens.size(); ++other) {
                if (tokens[first].id != tokens[other].id) continue;
                const std::string word = visible_text(tokens[first].text), second = visible_text(tokens[other].text);
                if (same_word && word == second)
                    return say(texts::explanation::look_same_token, first + 1, other + 1, word);
                if (!same_word) return say(texts::explanation::look_same_id, word, first + 1, second, other + 1);
            }
    return look_lengths(row);
}

std::string joined_heads(const LookRow& row, int&) {
    const Shape& heads = row.evaluation.trace().record(row.at().operands.front()).shape;
    const int count = heads.find(Axis::head) < 0 ? 1 : heads.size(heads.find(Axis::head)), width = heads.cols();
    if (count < 2 || !row.finite() || row_name(row).empty() || count * width != row.grid.cols) return "";
    int longest = 0;
    for (int head = 1; head < count; ++head)
        if (row.length_of(head * width, width) > row.length_of(longest * width, width)) longest = head;
    return say(texts::explanation::look_head, row_name(row), longest + 1,
               number_text(row.length_of(longest * width, width)), number_text(row.length()));
}

std::string neurons(const LookRow& row, int& column) {
    if (!row.finite() || row_name(row).empty()) return "";
    column = row.largest();
    const auto positive = std::ranges::count_if(row.numbers, [](double number) { return number > 0; });
    if (positive == 0) return say(texts::explanation::look_no_neuron, row_name(row), row.grid.cols);
    return say(texts::explanation::look_neurons, row_name(row), positive, row.grid.cols, column_name(row, column),
               number_text(row[column]));
}

std::string gate(const LookRow& row, int&) {
    if (!row.finite() || row_name(row).empty()) return "";
    double mean = 0;
    for (const double number : row.numbers) mean += number / static_cast<double>(row.numbers.size());
    const auto [least, most] = std::ranges::minmax(row.numbers);
    return say(texts::explanation::look_gate, row_name(row), number_text(mean), number_text(least), number_text(most));
}

std::string two_highest(const LookRow& row, int& column, const char* of_token, const char* of_class,
                        std::string (*write)(double)) {
    if (!row.finite() || row.grid.cols < 2) return "";
    column = row.largest();
    const int second = row.largest(column);
    const std::string best = column_name(row, column), next = column_name(row, second), name = row_name(row);
    return name.empty() ? say(of_class, best, write(row[column]), next, write(row[second]))
                        : say(of_token, best, write(row[column]), next, write(row[second]), name);
}
std::string two_logits(const LookRow& row, int& column) {
    return two_highest(row, column, texts::explanation::look_logits, texts::explanation::look_class_logits,
                       [](double number) { return number_text(number); });
}
std::string two_probabilities(const LookRow& row, int& column) {
    double sum = 0;
    for (const double number : row.numbers) sum += number;
    if (std::abs(sum - 1) > 1e-3) return "";  // edited
    return two_highest(row, column, texts::explanation::look_probabilities,
                       texts::explanation::look_class_probabilities, share_words);
}

struct LookRule {
    const Stage* stage;
    std::string (*write)(const LookRow& row, int& column);  // column: of the cell that it is about, where it is one
};

constexpr std::array look_rules{
    LookRule{&stage::embed_tokens, same_token},
    LookRule{&stage::embed, input_sum},
    LookRule{&stage::resid_pre, lengths},
    LookRule{&stage::embed_norm, norm},
    LookRule{&stage::norm1, norm},
    LookRule{&stage::norm2, norm},
    LookRule{&stage::norm3, norm},
    LookRule{&stage::final_norm, norm},
    LookRule{&stage::head_norm, norm},
    LookRule{&stage::q, look_query},
    LookRule{&stage::k, look_key},
    LookRule{&stage::v, look_value},
    LookRule{&stage::scores_raw, scores},
    LookRule{&stage::scores_scaled, scaled_scores},
    LookRule{&stage::scores_biased, scores},
    LookRule{&stage::scores_masked, masked_scores},
    LookRule{&stage::weights, weights},
    LookRule{&stage::heads, look_contribution},
    LookRule{&stage::concat, joined_heads},
    LookRule{&stage::out, lengths},
    LookRule{&stage::resid_mid, residual_sum},
    LookRule{&stage::resid_self, residual_sum},
    LookRule{&stage::resid_cross, residual_sum},
    LookRule{&stage::resid_post, residual_sum},
    LookRule{&stage::mlp_pre, neurons},
    LookRule{&stage::mlp_act, neurons},
    LookRule{&stage::mlp_out, lengths},
    LookRule{&stage::logits, two_logits},
    LookRule{&stage::probs, two_probabilities},
    LookRule{&stage::rnn_hidden, lengths},
    LookRule{&stage::input_gate, gate},
    LookRule{&stage::forget_gate, gate},
    LookRule{&stage::output_gate, gate},
    LookRule{&stage::reset_gate, gate},
    LookRule{&stage::update_gate, gate},
    LookRule{&stage::alignment_scores, scores},
    LookRule{&stage::alignment, weights},
    LookRule{&stage::context, lengths},
    LookRule{&stage::conv_pre, lengths},
    LookRule{&stage::conv_out, lengths},
    LookRule{&stage::lookup_raw, scores},
    LookRule{&stage::lookup_scaled, scaled_scores},
    LookRule{&stage::lookup_weights, weights},
    LookRule{&stage::pool_raw, scores},
    LookRule{&stage::pool_scaled, scaled_scores},
    LookRule{&stage::pool_weights, weights},
};

}  // namespace

LookAt look_at(const Evaluation& evaluation, const CellRef& of) {
    const Trace& trace = evaluation.trace();
    if (!of || of.record >= static_cast<int>(trace.records().size())) return {};
    const Record& record = trace.record(of.record);
    const auto rule = std::ranges::find(look_rules, record.stage, &LookRule::stage);
    if (rule == look_rules.end() || record.kind != Record::Kind::computed || !record.operation) return {};
    const bool heads = record.shape.rank() >= 3;
    const int own = heads ? record.shape.size(0) : 1;
    const Grid grid = grid_of(trace, of.record, heads ? of.cell[0] * head_count(trace) / own : 0);
    const int row = heads ? of.cell[1] : record.shape.rank() == 2 ? of.cell[0] : 0;
    const LookRow read = read_row(evaluation, of.record, grid, row);
    if (read.numbers.empty()) return {};
    int column = -1;
    LookAt found{.text = rule->write(read, column)};
    if (!found.text.empty() && column >= 0) found.cell = {of.record, grid.cell(row, column)};
    return found;
}

}  // namespace glassformer
