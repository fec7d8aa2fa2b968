#include "core/lesson/marking.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/base/json_text.h"
#include "core/lesson/cell_words.h"

namespace glassformer {

namespace {

using AskedFor = LessonQuestion::Kind;

std::string trimmed_words(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\n"), last = text.find_last_not_of(" \t\n");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

std::string lower_case(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

LessonValue value_of(const std::string& expression, const LessonRuns& runs) {
    return evaluate(*parse_expression(expression), runs);
}

double number_of(const std::string& expression, const LessonRuns& runs) {
    const LessonValue found = value_of(expression, runs);
    if (found.kind != LessonValue::Kind::number || std::isnan(found.number))
        throw ExpressionError(1, "a number is expected here");
    return found.number;
}

std::string option_expression(const std::string& option) {
    return trimmed_words(std::string_view(option).substr(option.rfind('|') + 1));
}

/// Of each option its number; of conditions 1 where they hold.
std::vector<double> option_values(const LessonQuestion& question, const LessonRuns& runs) {
    std::vector<double> values;
    for (const std::string& option : question.options) {
        const LessonValue found = value_of(option_expression(option), runs);
        const bool fits = found.kind == LessonValue::Kind::number ||
                          (found.kind == LessonValue::Kind::truth && question.kind == AskedFor::choice);
        if (!fits || std::isnan(found.number))
            throw ExpressionError(1, question.kind == AskedFor::choice
                                         ? "an option's expression is a condition or a number"
                                         : "an option's expression is a number");
        values.push_back(found.number);
    }
    return values;
}

/// Indices of the options, the largest number first.
std::vector<int> right_order(const std::vector<double>& values) {
    std::vector<int> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(
        order, [&](int a, int b) { return values[static_cast<std::size_t>(a)] > values[static_cast<std::size_t>(b)]; });
    return order;
}

int right_option(const std::vector<double>& values) {
    const std::vector<int> order = right_order(values);
    if (values[static_cast<std::size_t>(order[0])] == values[static_cast<std::size_t>(order[1])])
        throw ExpressionError(1, "no single option is right in this run");
    return order[0];
}

struct Largest {
    NamedCell cell;
    bool single = true;
};

/// The cell with the largest number among those that the reference names.
Largest largest_cell(const LessonQuestion& question, const LessonRuns& runs) {
    const ExpressionPtr reference = parse_reference(question.answer);
    const NamedCell cells = find_cells(*reference, runs);
    const Record& record = runs.shown->trace().record(cells.record);
    const ConstView view = record.view();
    Largest largest{.cell = {}, .single = false};
    float most = 0;
    for (std::size_t i = 0; i < record.shape.count(); ++i) {
        const Cell cell = record.shape.cell(i);
        bool inside = true;
        for (int d = 0; d < record.shape.rank(); ++d)
            inside = inside && (cells.cell[d] == Cell::all || cells.cell[d] == cell[d]);
        if (!inside || std::isnan(view.data[i])) continue;
        if (largest.cell.record < 0 || view.data[i] > most) {
            largest = {.cell = {.record = cells.record, .cell = cell}, .single = true};
            most = view.data[i];
        } else if (view.data[i] == most) {
            largest.single = false;
        }
    }
    if (!largest.single) throw ExpressionError(1, "no single cell is the largest in this run");
    return largest;
}

/// What was changed in a run besides the records that a goal lets be edited, as a sentence; "": nothing.
std::string changed_besides(const LessonQuestion& question, const Inputs& inputs) {
    if (question.only.empty()) return {};
    std::string besides = inputs.architecture.empty() ? "" : "the architecture";
    for (const Edit& edit : inputs.edits)
        if (std::ranges::find(question.only, edit.record) == question.only.end()) besides = edit.record;
    if (besides.empty()) return {};
    std::string allowed;
    for (const std::string& record : question.only) allowed += (allowed.empty() ? "" : " and ") + record;
    return "You also changed " + besides + ". Undo that: only " + allowed + " may be changed here.";
}

bool near(const LessonQuestion& question, double given, double right) {
    const double off = std::abs(given - right);
    const double allowed = question.tolerance > 0
                               ? question.relative ? question.tolerance * std::abs(right) : question.tolerance
                               : std::max(0.0005, 0.005 * std::abs(right));
    return given == right || off <= allowed * (1 + 1e-12);
}

/// A number as people write it: with a decimal point or comma, a minus sign of any kind, or a percent sign.
bool read_number(std::string text, double& value) {
    text = trimmed_words(text);
    for (const std::string_view minus : {"−", "–"})
        if (text.starts_with(minus)) text = "-" + text.substr(minus.size());
    std::ranges::replace(text, ',', '.');
    const bool percent = text.ends_with('%');
    if (percent) text = trimmed_words(text.substr(0, text.size() - 1));
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || text.empty()) return false;
    if (percent) value /= 100;
    return std::isfinite(value);
}

}  // namespace

std::string words_of_option(const std::string& option) {
    return trimmed_words(std::string_view(option).substr(0, option.rfind('|')));
}

std::string cell_in_words(const Evaluation& run, const NamedCell& cell) {
    const Record& record = run.trace().record(cell.record);
    std::string words;
    for (int d = 0; d < record.shape.rank(); ++d) {
        const Axis axis = record.shape.axis(d);
        const std::string word = index_word(run, record, axis, cell.cell[d]);
        int same = 0;
        for (int i = 0; of_tokens(axis) && !word.empty() && i < record.shape.size(d) && same < 2; ++i)
            same += index_word(run, record, axis, i) == word ? 1 : 0;
        const std::string number = std::to_string(cell.cell[d] + 1);
        if (d > 0) words += ", ";
        if (axis == Axis::head) words += "head ";
        words += axis == Axis::head || word.empty() ? number : "“" + word + "”";
        if (same > 1) words += " (token " + number + ")";
    }
    return words;
}

Marked mark(const LessonQuestion& question, const GivenAnswer& given, const LessonRuns& runs,
            const WriteNumber& write) {
    Marked marked;
    const auto option_at = [&](int i) { return words_of_option(question.options[static_cast<std::size_t>(i)]); };
    switch (question.kind) {
        case AskedFor::token: {
            const LessonValue right = value_of(question.answer, runs);
            if (right.kind != LessonValue::Kind::words)
                throw ExpressionError(1, "the answer is a word, as argmax() gives it");
            marked.answer = right.words;
            const std::string typed = trimmed_words(given.text);
            marked.right =
                typed == trimmed_words(right.words) || lower_case(typed) == lower_case(trimmed_words(right.words));
            if (typed.empty()) marked.said = "Type a word.";
            break;
        }
        case AskedFor::number: {
            const double right = number_of(question.answer, runs);
            marked.answer = value_text({}, value_of(question.answer, runs), write);
            double value = 0;
            if (read_number(given.text, value))
                marked.right = near(question, value, right);
            else
                marked.said = "Type a number.";
            break;
        }
        case AskedFor::choice: {
            const int right = right_option(option_values(question, runs));
            marked.answer = option_at(right);
            marked.options = {right};
            marked.right = given.options.size() == 1 && given.options.front() == right;
            if (given.options.empty()) marked.said = "Choose an answer.";
            break;
        }
        case AskedFor::order: {
            const std::vector<double> values = option_values(question, runs);
            const std::vector<int> right = right_order(values);
            for (std::size_t i = 0; i < right.size(); ++i) {
                if (i > 0 &&
                    values[static_cast<std::size_t>(right[i])] == values[static_cast<std::size_t>(right[i - 1])])
                    throw ExpressionError(1, "two options have the same number in this run");
                marked.answer += (i > 0 ? ", " : "") + option_at(right[i]);
            }
            marked.options = right;
            marked.right = given.options == right;
            break;
        }
        case AskedFor::cell: {
            const NamedCell right = largest_cell(question, runs).cell;
            marked.answer = cell_in_words(*runs.shown, right);
            marked.right = given.cell.record == right.record && given.cell.cell == right.cell;
            if (given.cell.record < 0) marked.said = "Select a cell in the picture.";
            break;
        }
        case AskedFor::goal:
            marked.said = changed_besides(question, runs.shown->inputs());
            marked.right = holds(*parse_expression(question.answer), runs) && marked.said.empty();
            break;
    }
    return marked;
}

GivenAnswer right_answer(const LessonQuestion& question, const LessonRuns& runs) {
    GivenAnswer given;
    switch (question.kind) {
        case AskedFor::token: given.text = value_of(question.answer, runs).words; break;
        case AskedFor::number: given.text = std::to_string(number_of(question.answer, runs)); break;
        case AskedFor::choice: given.options = {right_option(option_values(question, runs))}; break;
        case AskedFor::order: given.options = right_order(option_values(question, runs)); break;
        case AskedFor::cell: given.cell = largest_cell(question, runs).cell; break;
        case AskedFor::goal: break;
    }
    return given;
}

GivenAnswer wrong_answer(const LessonQuestion& question, const LessonRuns& runs) {
    GivenAnswer given = right_answer(question, runs);
    switch (question.kind) {
        case AskedFor::token: given.text += "x"; break;
        case AskedFor::number:
            given.text = std::to_string(2 * number_of(question.answer, runs) + 10 + 10 * question.tolerance);
            break;
        case AskedFor::choice: given.options.front() = given.options.front() == 0 ? 1 : 0; break;
        case AskedFor::order: std::swap(given.options.front(), given.options.back()); break;
        case AskedFor::cell: given.cell.cell[0] += 1; break;
        case AskedFor::goal: break;
    }
    return given;
}

}  // namespace glassformer
