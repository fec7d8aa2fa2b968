// Loss: the rows of probabilities that count, with each row's target marked, −log of the target's probability as a
// number and a bar, and the mean of these.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/paint/printed_number.h"
#include "app/pictures/board/bars.h"
#include "app/pictures/board/layout.h"
#include "app/pictures/board/texts.h"
#include "core/base/number_text.h"
#include "core/model/model.h"
#include "core/session/labels.h"

namespace glassformer::picture {

namespace {

constexpr float line_height = 1.45F;  // em: the least height of a row that has a number and a bar

/// With the digits of a small loss, which short_number() rounds to 0.
std::string loss_text(double loss, double longest) {
    return loss != 0 && std::abs(loss) < 0.001 ? power_number(fmt::format("{:.1e}", loss))
                                               : short_number(static_cast<float>(loss), static_cast<float>(longest));
}

/// p with as many digits as −log p takes to be the loss that is printed beside it.
std::string probability_of(double probability, double loss) {
    constexpr int least = 3, most = 9;
    for (int digits = least; digits < most; ++digits) {
        std::string text = probability_text(probability, digits);
        const double read = std::strtod(text.c_str(), nullptr);  // 0 of "<0.001"
        if (read > 0 && loss_text(-std::log(read), loss) == loss_text(loss, loss)) return text;
    }
    return probability_text(probability, probability > 0.001 ? most : least);
}

/// The rows that count, and what each adds to the mean.
struct Counted {
    std::vector<int> rows, targets;
    std::vector<double> losses;  // −log p of the target
    double mean = 0;
};

Counted counted(const Page& page) {
    const Record& logits = page.trace.record(page.operand(0));
    const Record& labels = page.trace.record(page.operand(1));
    const std::size_t count = labels.shape.count();
    const std::vector<double> losses = loss_by_row(logits.view(), {labels.value, count});
    Counted found;
    for (std::size_t r = 0; r < count; ++r) {
        if (labels.value[r] < 0) continue;
        found.rows.push_back(static_cast<int>(r));
        found.targets.push_back(static_cast<int>(std::lround(labels.value[r])));
        found.losses.push_back(losses[r]);
        found.mean += losses[r];
    }
    if (!found.rows.empty()) found.mean /= static_cast<double>(found.rows.size());
    return found;
}

/// The targets in the order of their rows, then the largest probabilities of these rows.
std::vector<int> columns_to_show(const Slice& probabilities, const Counted& counted) {
    constexpr std::size_t most = 64, read = 32;
    std::vector<int> columns;
    const auto add = [&](int column) {
        if (columns.size() < most && std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
    };
    for (const int target : counted.targets) add(target);
    const std::size_t rows = std::min(counted.rows.size(), read);
    for (int rank = 0; rank < 8; ++rank)
        for (std::size_t i = 0; i < rows; ++i) {
            const auto largest = largest_entries(probabilities.values, counted.rows[i], rank + 1);
            if (static_cast<int>(largest.size()) > rank) add(largest[static_cast<std::size_t>(rank)]);
        }
    return columns;
}

/// Where the labels of this pass come from, as a lecture names it; "" where there is nothing to name.
std::string names_of_labels(const Page& page, const Counted& counted) {
    const Evaluation& evaluation = page.scene.evaluation;
    const bool pair = has_target(evaluation.model().config);
    const std::vector<TokenLabel>& read = pair ? evaluation.target_tokens() : evaluation.tokens();
    const auto count = static_cast<int>(page.trace.record(page.operand(1)).shape.count());
    if (counted.rows.empty() || count == 1 || count != static_cast<int>(read.size())) return "";
    std::size_t shifted = 0;
    for (std::size_t i = 0; i < counted.rows.size(); ++i) {
        const auto next = static_cast<std::size_t>(counted.rows[i]) + 1;
        if (next == read.size() || read[next].id == counted.targets[i]) ++shifted;
    }
    const bool all = shifted == counted.rows.size();
    if (pair) return all ? texts::pictures::loss_teacher_forcing : "";
    const bool to_the_last = counted.rows.back() == count - 2 && static_cast<int>(counted.rows.size()) == count - 1;
    if (all && to_the_last && predicts_next_token(evaluation.model())) return texts::pictures::loss_shifted;
    return static_cast<int>(counted.rows.size()) < count ? texts::pictures::loss_some_rows : "";
}

/// Number and bar of each row shown, beside its probabilities.
void draw_terms(Page& page, const Rect& strip, const Track& rows, const Slice& probabilities, const Counted& counted) {
    Painter& painter = page.painter;
    const Theme& theme = painter.theme();
    const float em = page.em;
    double longest = 0;
    for (const double loss : counted.losses)
        if (std::isfinite(loss)) longest = std::max(longest, loss);
    std::vector<std::string> terms;
    float words = 0;
    for (const int row : rows.shown) {
        const auto i = static_cast<std::size_t>(std::ranges::find(counted.rows, row) - counted.rows.begin());
        if (i == counted.rows.size()) continue;
        terms.push_back(fmt::format(
            texts::pictures::loss_term,
            probability_of(static_cast<double>(probabilities.values.at(row, counted.targets[i])), counted.losses[i]),
            loss_text(counted.losses[i], counted.losses[i])));
        words = std::max(words, painter.measure(terms.back(), em::small).width);
    }
    words = std::min(words, strip.w);
    const float room = std::max(0.0F, strip.w - words - 0.8F * em);
    const Colour tone = colour(theme, Meaning::gradient);
    for (std::size_t place = 0; place < terms.size(); ++place) {
        const auto i =
            static_cast<std::size_t>(std::ranges::find(counted.rows, rows.shown[place]) - counted.rows.begin());
        const Rect line{strip.x, strip.y + static_cast<float>(place) * rows.cell, strip.w, rows.cell};
        painter.text({line.x, line.centre().y}, shortened(painter, terms[place], strip.w, em::small, Face::sans),
                     {.colour = theme.text, .size = em::small, .anchor = Anchor::middle});
        const double part = longest > 0 ? std::min(1.0, counted.losses[i] / longest) : 0;
        const float high = std::min(line.h - 0.4F * em, 1.6F * em);
        const Rect bar{line.x + words + 0.8F * em, std::round(line.centre().y - high / 2),
                       std::max(1.0F, std::round(room * static_cast<float>(part))), high};
        if (room > em) painter.fill(bar, tone, 2);
        if (line.contains(page.mouse))
            page.note({{probabilities.record, probabilities.cell(rows.shown[place], counted.targets[i])}, line});
    }
}

/// ℒ as a cell, beside it what it is the mean of, and below both what the labels are called.
void draw_mean(Page& page, Rect area, const Counted& counted, std::size_t shown) {
    const float em = page.em;
    const Theme& theme = page.painter.theme();
    const std::string names = names_of_labels(page, counted);
    const TextStyle quiet{.colour = theme.muted, .size = em::small};
    const Slice out = page.slice(page.scene.record);
    Board board(page, area.take_left(std::min(8 * em, 0.4F * area.w)));
    board.row({.count = 1, .largest = 2.6F * em});
    board.column({.count = 1, .largest = 5.6F * em});
    board.add({.slice = out, .style = page.style(out.record, out.values), .result = true, .legend = false});
    board.solve();
    board.draw();
    const bool one = page.trace.record(page.operand(1)).shape.count() == 1;
    std::string what = one                        ? texts::pictures::loss_of_class
                       : counted.rows.size() == 1 ? texts::pictures::loss_of_one
                                                  : fmt::format(texts::pictures::loss_mean, counted.rows.size());
    what += ": " + loss_text(counted.mean, counted.mean);
    if (counted.rows.empty()) what = texts::pictures::loss_of_none;
    area.take_left(em);
    if (shown < counted.rows.size())
        what += " · " + fmt::format(texts::pictures::loss_rows_left_out, shown, counted.rows.size());
    Rect words = area;
    words.take_top(paragraph(page.painter, words, what, {.colour = theme.text, .size = em::small}) + 0.2F * em);
    if (!names.empty()) paragraph(page.painter, words, names, quiet);
}

void cross_entropy(Page& page) {
    const float em = page.em;
    const int id = page.scene.evaluation.graph().probs.id;
    const Counted found = counted(page);
    Rect area = page.area.inset(0.4F * em, 0.4F * em);
    const Rect below = area.take_bottom(std::min(5.6F * em, 0.4F * area.h));
    if (found.rows.empty() || id < 0) return draw_mean(page, below, found, found.rows.size());
    const Slice p = page.slice(id);
    Board board(page, area);
    // Rows and columns that matter have room for a word each; of the others as many are shown as fit.
    const int across = board.column({.count = p.values.cols,
                                     .window_cell = 1.3F * em,
                                     .window = std::min(p.values.cols, 64),
                                     .first = columns_to_show(p, found)});
    const int beside =
        board.column({.fixed = std::round(std::clamp(0.34F * area.w, 10 * em, 26 * em)), .gap = 1.4F * em});
    const int down = board.row({.count = p.values.rows,
                                .largest = 3.0F * em,
                                .window_cell = line_height * em,
                                .window = static_cast<int>(found.rows.size()),
                                .first = found.rows});
    HeatPanel& panel = board.add({.slice = p,
                                  .style = page.style(id, p.values),
                                  .row_track = down,
                                  .col_track = across,
                                  .row_labels = true,
                                  .col_labels = true});
    board.solve();
    const Track &rows = board.rows(down), &columns = board.columns(across);
    const Colour accent = page.painter.theme().accent;
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        const int row = rows.place_of(found.rows[i]), col = columns.place_of(found.targets[i]);
        if (row >= 0 && col >= 0) panel.outlines.push_back({row, col, 1, 1, accent, 2});
    }
    board.draw();
    const Rect strip = board.strip(beside, down);
    draw_title(page, {strip.x, strip.y - 1.7F * em}, "-\\text{log} p[y]", "", strip.w);
    draw_terms(page, strip, rows, p, found);
    // Directly below the rows and their legend, where these do not fill the area.
    const float under = board.bounds().bottom() + 2.8F * em;
    draw_mean(page, {below.x, std::min(below.y, under), below.w, below.h}, found, rows.shown.size());
}

}  // namespace

extern const Picture cross_entropy_picture{"cross_entropy", cross_entropy, true};

}  // namespace glassformer::picture
