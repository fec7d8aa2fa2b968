// The matrices of the page, and the terms of one score as bars.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/paint/fitting_words.h"
#include "app/views/experiments/from_nothing/page.h"
#include "app/views/experiments/from_nothing/printed.h"
#include "app/views/experiments/from_nothing/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::from_nothing;

LinkedMatrix linked(const char* id, const char* symbol, const char* brief, const ConstMatrix& numbers,
                    Meaning meaning) {
    return {.id = id, .symbol = symbol, .brief = brief, .numbers = numbers, .style = style_of(numbers, meaning)};
}

/// As a tooltip writes it.
std::string plain_name(const std::string& id) {
    static const std::map<std::string, std::string> names{
        {"x", "X"}, {"w_q", "W_Q"},  {"w_k", "W_K"},   {"w_v", "W_V"},   {"q", "Q"},          {"k", "K"},
        {"v", "V"}, {"scores", "S"}, {"weights", "A"}, {"outputs", "Y"}, {"first", "Y_first"}};
    return names.at(id);
}

const std::vector<std::string>& entries() {
    static const std::vector<std::string> both{"1", "2"};
    return both;
}

}  // namespace

/// Of the positions in this order; the chosen query is a row, the chosen key a column.
std::vector<std::vector<LinkedMatrix>> FromNothingPage::lines() const {
    const std::vector<std::string> names = words();
    const int query = query_at(), key = key_at();
    if (averages()) {
        LinkedMatrix values = linked("x", strings::x_transposed, strings::x_transposed, transposed(matrix_of(three_.x)),
                                     Meaning::residual);
        values.row_labels = entries(), values.col_labels = names, values.marked_col = key;
        LinkedMatrix scored =
            linked("scores", strings::scores, strings::scores, matrix_of(three_.scores), Meaning::score);
        scored.marked_row = query, scored.marked_col = key;
        std::vector<LinkedMatrix> three{
            linked("weights", strings::weights_long, strings::weights, matrix_of(three_.weights), Meaning::weight),
            linked("outputs", strings::y_none, strings::y, matrix_of(three_.averages), Meaning::output)};
        three[0].row_labels = scored.row_labels = {strings::mean, strings::weighted, strings::query};
        for (LinkedMatrix& matrix : three) matrix.marked_row = query;
        three[0].marked_col = key, three[0].col_labels = scored.col_labels = names;
        three[1].col_labels = entries();
        return {{values}, {scored}, three};
    }
    const bool maps = parameters() == Parameters::maps;
    std::vector<LinkedMatrix> inputs{linked("x", strings::x, strings::x, matrix_of(attention_.x), Meaning::residual)};
    inputs[0].row_labels = names;
    inputs[0].marked_row = query;
    if (maps) {
        inputs.push_back(linked("w_q", strings::w_q, strings::w_q, matrix_of(attention_.w_q), Meaning::parameter));
        inputs.push_back(linked("w_k", strings::w_k, strings::w_k, matrix_of(attention_.w_k), Meaning::parameter));
        inputs.push_back(linked("w_v", strings::w_v, strings::w_v, matrix_of(attention_.w_v), Meaning::parameter));
        inputs.push_back(linked("q", strings::q, strings::q, matrix_of(attention_.q), Meaning::query));
        inputs.push_back(linked("k", strings::k, strings::k, matrix_of(attention_.k), Meaning::key));
        inputs.push_back(linked("v", strings::v, strings::v, matrix_of(attention_.v), Meaning::value));
        inputs[4].marked_row = query, inputs[5].marked_row = inputs[6].marked_row = key;
    }
    for (LinkedMatrix& matrix : inputs) matrix.col_labels = entries();
    std::vector<LinkedMatrix> rest{
        linked("scores", maps ? strings::scores_maps : strings::scores_none, strings::scores,
               matrix_of(attention_.scores), Meaning::score),
        linked("weights", strings::weights_long, strings::weights, matrix_of(attention_.weights), Meaning::weight),
        linked("outputs", maps ? strings::y_maps : strings::y_none, strings::y, matrix_of(attention_.y),
               Meaning::output)};
    for (LinkedMatrix& matrix : rest) matrix.marked_row = query;
    for (const std::size_t m : {0U, 1U}) rest[m].marked_col = key, rest[m].col_labels = names;
    rest[2].col_labels = entries();
    if (values().whole("order") > 0) {
        rest.push_back(linked("first", strings::y_first, strings::y_first, matrix_of(first_), Meaning::output));
        rest.back().style.limit = rest[2].style.limit;
        rest.back().marked_row = query;
        rest.back().col_labels = entries();
    }
    if (stacked_ && !maps) {
        inputs.push_back(std::move(rest.front()));
        rest.erase(rest.begin());
    }
    if (maps || stacked_) {
        rest.front().row_labels = names;
        return {std::move(inputs), std::move(rest)};
    }
    inputs.insert(inputs.end(), rest.begin(), rest.end());
    return {std::move(inputs)};
}

float FromNothingPage::matrices(ViewContext& context, const Rect& area) {
    auto all = lines();
    const float high = place_lines(context.ui, area, all);
    for (const std::vector<LinkedMatrix>& line : all)
        for (const LinkedMatrix& matrix : line) {
            context.targets.put("from_nothing " + matrix.id, matrix.cells);
            if (const auto cell = draw_linked(context.ui, matrix)) pointed(context, matrix, *cell);
        }
    return high;
}

/// A row stands for a token but for the matrices and the averages; so does a column of scores and weights.
void FromNothingPage::pointed(ViewContext& context, const LinkedMatrix& matrix, const LinkedCell& cell) {
    const bool pairs = matrix.id == "scores" || matrix.id == "weights";
    const bool parameter = matrix.id.starts_with("w_");
    const std::vector<int> order = order_of(tokens(), values().whole("order"));
    const auto label = [](const std::vector<std::string>& labels, int index) {
        return index < static_cast<int>(labels.size()) ? labels[static_cast<std::size_t>(index)]
                                                       : std::to_string(index + 1);
    };
    const std::vector<std::string> names = words();
    const std::vector<std::string> three{strings::mean, strings::weighted, strings::query};
    const std::string row = parameter          ? std::to_string(cell.row + 1)
                            : !averages()      ? label(names, cell.row)
                            : matrix.id == "x" ? std::to_string(cell.row + 1)
                                               : label(three, cell.row);
    const std::string col =
        pairs || (averages() && matrix.id == "x") ? label(names, cell.col) : std::to_string(cell.col + 1);
    const auto value = static_cast<double>(matrix.numbers.at(cell.row, cell.col));
    std::string text = fmt::format(strings::cell, plain_name(matrix.id), row, col, cell_number(value));
    if (const std::string formula = formula_of(matrix.id, cell.row, cell.col, value); !formula.empty())
        text += "\n" + formula;
    tooltip(context.ui, cell_rect(matrix.cells, matrix.numbers.rows, matrix.numbers.cols, cell.row, cell.col), text);
    if (!cell.clicked || parameter) return;
    if (pairs || (averages() && matrix.id == "x")) key_ = order[static_cast<std::size_t>(cell.col)];
    if (!averages()) query_ = order[static_cast<std::size_t>(cell.row)];
    context.ui.keep_awake();
}

/// Two terms one after the other, and their sum, on one axis.
void FromNothingPage::features(ViewContext& context, Rect area) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto key = static_cast<std::size_t>(key_at());
    const float* k = averages() ? three_.x.view().row(key) : attention_.k.view().row(key);
    std::array<float, 2> q{query_point_.x, query_point_.y}, met_key{k[0], k[1]};
    if (!averages()) {
        const float* row = attention_.q.view().row(static_cast<std::size_t>(query_at()));
        q = {row[0], row[1]};
    }
    const std::array<float, 2> terms =
        averages() ? std::array<float, 2>{q[0] * k[0], q[1] * k[1]} : features_of(attention_, query_at(), key_at());
    const float score = scores().data[static_cast<std::size_t>(query_at()) * static_cast<std::size_t>(tokens()) + key];
    const bool maps = parameters() == Parameters::maps;  // else every vector is its own query and key
    const auto of_token = [](const char* vector, int token) {
        return fmt::format("{}(“{}”)", vector, strings::words[static_cast<std::size_t>(token)]);
    };
    const std::string asked = averages() ? strings::query_point : of_token(maps ? "q" : "x", query_);
    const std::string met = of_token(maps ? "k" : "x", key_);
    const std::array titles{fmt::format(strings::features, asked, met),
                            fmt::format(strings::features_brief, asked, met)};
    text_in(ui.painter, area.take_top(1.6F * em), fitting_words(ui.painter, titles, area.w),
            {.colour = ui.theme.muted, .size = em::small});
    context.targets.put("from_nothing features", area);
    const float low = std::min({0.0F, terms[0], score}), high = std::max({0.5F, terms[0], score});
    const std::array<float, 3> from{0, terms[0], 0}, by{terms[0], terms[1], score};
    const float line_height = std::clamp(area.h / 3, 1.5F * em, 3 * em);
    const std::array<std::string, 3> texts = printed_score(q, met_key, score);
    float widest = 0;
    for (const std::string& text : texts)
        widest = std::max(widest, ui.painter.measure(text, em::small, Face::mono_bold).width);
    const float words_wide = std::min(std::max(13 * em, widest + 0.8F * em), 0.85F * area.w);
    for (std::size_t line = 0; line < 3; ++line) {
        Rect row = area.take_top(line_height);
        const Rect words = row.take_left(words_wide);
        text_in(ui.painter, words, texts.at(line),
                {.colour = ui.theme.text, .size = em::small, .face = line < 2 ? Face::mono : Face::mono_bold});
        const float unit = 0.96F * row.w / (high - low), zero = row.x + 0.02F * row.w - unit * low;
        const float a = zero + unit * from.at(line), b = zero + unit * (from.at(line) + by.at(line));
        const Meaning meaning = line < 2 ? Meaning::query : Meaning::score;
        ui.painter.fill({std::min(a, b), row.y + 0.25F * em, std::max(1.0F, std::abs(b - a)), row.h - 0.5F * em},
                        bar_colour(ui.theme, meaning, by.at(line) < 0));
        ui.painter.line({zero, row.y}, {zero, row.bottom()}, ui.theme.muted);
        if (line < 2) ui.painter.dashed({b, row.y + 0.5F * em}, {b, row.bottom() + 0.5F * em}, ui.theme.muted);
    }
}

}  // namespace glassformer
