#include "app/views/output/path_card.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/paint/visible_text.h"
#include "app/pictures/board/untrained.h"
#include "app/pictures/charts/choice_path.h"
#include "app/views/output/choice_page.h"
#include "app/views/output/texts.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"

namespace glassformer {

namespace {

constexpr float edges = 3.5F, between_parts = 0.4F, equation_line = 1.6F;  // em: edges and the title

/// What the table and its equation show of one row.
struct PathContent {
    PathTable table;
    std::string said;        // why no training asked for it, or what the card says of it
    std::string drawn = {};  // the most likely token and the one drawn, where one is
    int explained = -1;
};

PathContent content_of(const ViewContext& context, OutputState& state, int row, const Candidates& found) {
    const Evaluation& evaluation = *context.shown.current;
    const AnswerKind kind = answer_kind(evaluation);
    const bool sampled = kind == AnswerKind::next_token;
    const DecodeOptions options = sampled ? state.chosen().decode() : DecodeOptions{};
    const Untrained none = untrained(evaluation);
    const CellRef hovered = state.focus.hovered;
    const bool over =
        hovered && (hovered.record == logits_record(evaluation) || hovered.record == probabilities_record(evaluation));
    PathContent made{
        .table = {.candidates = found,
                  .path = state.answers.path(),
                  .options = options,
                  .word = words_of(evaluation),
                  .sampled = sampled,
                  .selected = selected_token(evaluation, context.cursor, row),
                  .what = kind == AnswerKind::label ? texts::output::column_class : texts::output::column_token,
                  .grey = none.at(row)},
        .said = none.at(row) ? none.why : answer_note(evaluation, row)};
    // Open as soon as a setting acts, and not closed while a slider is dragged past the place where it does not.
    if (changes(options))
        state.path_open = true;
    else if (!context.ui.input.is_down(Button::left))
        state.path_open = false;
    made.table.fold = !state.path_open;
    if (over) made.table.hovered = hovered.cell[evaluation.trace().record(hovered.record).shape.rank() - 1];
    if (sampled && options.temperature != 0)
        made.table.drawn = token_under(state.answers.segments(),
                                       drawn_number(state.chosen().seed, draw_after(evaluation, state, row)));
    if (made.table.drawn >= 0 && !made.table.grey)
        made.drawn = fmt::format(texts::output::likely_and_drawn, made.table.word(found.ranks.front().token),
                                 made.table.word(made.table.drawn));
    state.drawn = made.drawn;
    made.explained = made.table.hovered >= 0    ? made.table.hovered
                     : made.table.selected >= 0 ? made.table.selected
                     : made.table.drawn >= 0    ? made.table.drawn
                                                : found.ranks.front().token;
    return made;
}

const Candidates* candidates_of(const Evaluation& evaluation, OutputState& state, int row) {
    const bool sampled = answer_kind(evaluation) == AnswerKind::next_token;
    return state.answers.of(evaluation, row, sampled ? state.chosen().decode() : DecodeOptions{});
}

constexpr std::size_t most_words_of_text = 2;
constexpr int least_rows_with_words = 6;

/// Of a model that answers with words of its vocabulary at a position: the best-ranked words of the text that are not
/// among the first `count` rows; they take the last of these rows. Ranks in order.
std::vector<int> ranks_of_text(const Evaluation& evaluation, const PathTable& table, int count) {
    const std::vector<Candidate>& ranks = table.candidates.ranks;
    if (answer_kind(evaluation) != AnswerKind::here || count < least_rows_with_words) return {};
    std::set<std::string> words;
    for (const TokenLabel& token : evaluation.tokens()) words.insert(visible_text(token.text));
    for (std::size_t most = most_words_of_text; most > 0; --most) {
        std::vector<int> found;
        for (int rank = count - static_cast<int>(most); rank < static_cast<int>(ranks.size()); ++rank)
            if (found.size() < most && words.contains(table.word(ranks[static_cast<std::size_t>(rank)].token)))
                found.push_back(rank);
        if (found.size() == most && found.back() >= count) return found;
    }
    return {};
}

std::string summary(const Candidates& found, bool cut) {
    const std::string entropy = number_text(found.entropy);
    if (!cut) return fmt::format(texts::output::entropy, entropy);
    return fmt::format(texts::output::entropy_after_filtering, entropy, number_text(found.chosen_entropy), found.kept,
                       found.ranks.size(), percent_text(found.kept_probability));
}

/// A fifth less than there is, so that the equation of a longer word, or with longer numbers, has its place too.
float equation_height(Ui& ui, float width, const PathContent& content) {
    const TextStyle style{.colour = ui.theme.text, .size = em::small};
    const std::string equation = path_equation(content.table, content.table.candidates.ranks.front().token);
    return std::max(equation_line * ui.em, paragraph(ui.painter, {0, 0, 0.8F * width, 1e4F}, equation, style, false));
}

void draw_equation(ViewContext& context, const Rect& place, const PathContent& content) {
    Ui& ui = context.ui;
    context.targets.put("equation", place);
    const std::string equation = path_equation(content.table, content.explained);
    const bool large = ui.painter.measure(equation, em::body).width <= place.w;
    const TextStyle style{.colour = ui.theme.text, .size = large ? em::body : em::small};
    if (large || ui.painter.measure(equation, em::small).width <= place.w)
        text_in(ui.painter, place, equation, style);
    else
        paragraph(ui.painter, place, equation, style);
}

float paragraph_height(Ui& ui, float width, const std::string& text) {
    if (text.empty()) return 0;
    return paragraph(ui.painter, {0, 0, width, 1e4F}, text, {.colour = ui.theme.text, .size = em::small}, false) +
           between_parts * ui.em;
}

void draw_paragraph(Ui& ui, Rect& inside, const std::string& text, Colour colour) {
    if (text.empty()) return;
    const float high = paragraph_height(ui, inside.w, text);
    paragraph(ui.painter, inside.take_bottom(high - between_parts * ui.em), text,
              {.colour = colour, .size = em::small});
    inside.take_bottom(between_parts * ui.em);
}

std::string notes_of(Ui& ui, float width, const PathContent& content) {
    const PathTable& table = content.table;
    std::string notes;
    if (!content.drawn.empty()) notes = content.drawn + "  ·  ";
    notes += summary(table.candidates, table.sampled && changes(table.options));
    const PathColumns columns = path_columns(ui.painter, 0, width, content.table, 12);
    if (const std::string missing = path_columns_left_out(columns, content.table); !missing.empty())
        notes += "; " + fmt::format(texts::output::columns_left_out, missing);
    return notes;
}

float width_inside(Ui& ui, float width) { return std::max(0.0F, width - 2 * std::round(0.9F * ui.em)); }

}  // namespace

bool changes(const DecodeOptions& options) {
    return options.temperature != 1 || options.top_k > 0 || options.top_p < 1;
}

int draw_after(const Evaluation& evaluation, const OutputState& state, int row) {
    return std::max(0, state.run.index() - (answer_rows(evaluation) - 1 - row));
}

float path_card_height(ViewContext& context, float width, OutputState& state, int row, int rows) {
    Ui& ui = context.ui;
    const float em = ui.em, inside = width_inside(ui, width), high = path_row_height(em);
    const Candidates* const found = candidates_of(*context.shown.current, state, row);
    if (found == nullptr) return 12 * em;
    const PathContent content = content_of(context, state, row, *found);
    const bool folds = rows < static_cast<int>(found->ranks.size());
    rows = std::min(rows, static_cast<int>(found->ranks.size()));
    return std::ceil(edges * em + path_head_height(em) + high * static_cast<float>(rows + 1 + (folds ? 1 : 0)) +
                     between_parts * em + equation_height(ui, inside, content) +
                     paragraph_height(ui, inside, notes_of(ui, inside, content)) +
                     paragraph_height(ui, inside, content.said) + 2);
}

void draw_path_card(ViewContext& context, const Rect& area, OutputState& state, int row, const std::string& title,
                    const std::string& note) {
    Ui& ui = context.ui;
    const float em = ui.em, high = path_row_height(em);
    const Evaluation& evaluation = *context.shown.current;
    Rect inside = titled_card(ui, area, title, note);
    const Candidates* const found = candidates_of(evaluation, state, row);
    if (found == nullptr) return say(ui, inside, state.answers.error());
    const PathContent content = content_of(context, state, row, *found);
    const PathTable& table = content.table;
    const int all = static_cast<int>(found->ranks.size());

    draw_paragraph(ui, inside, content.said, ui.theme.text);
    draw_paragraph(ui, inside, notes_of(ui, inside.w, content), ui.theme.muted);
    draw_equation(context, inside.take_bottom(equation_height(ui, inside.w, content)), content);
    inside.take_bottom(between_parts * em);
    const Rect head = inside.take_top(path_head_height(em));
    int count = std::max(1, static_cast<int>((inside.h - high) / high));  // and the sums
    if (count < all) count = std::max(1, count - 1);
    count = std::min(count, all);
    Rect rows = inside.take_top(static_cast<float>(count) * high);
    const bool folds = count < all;
    const bool unfolded = folds && state.unfolded;

    std::vector<CandidateLine> lines;
    std::string of_lines = fmt::format(fmt::runtime(texts::pictures::and_more), all - count);
    int first = 0;
    if (unfolded) {
        const Rect seen = rows;
        rows = begin_scroll(ui, "candidates", rows);
        const PathColumns columns = path_columns(ui.painter, rows.x, rows.w, table, all);
        first = std::clamp(static_cast<int>((seen.y - rows.y) / high), 0, all - 1);
        lines = draw_path_rows(ui.painter, rows, table, columns, first, count + 2);
        for (CandidateLine& line : lines) {
            line.line = line.line.intersect(seen);
            line.logit = line.logit.intersect(seen);
        }
        touch_candidates(context, state, row, lines);
        end_scroll(ui, rows.y + static_cast<float>(all) * high);
        draw_path_head(ui.painter, {head.x, head.y, rows.w, head.h}, table, columns);
        if (inside.h >= 2 * high) draw_path_sum(ui.painter, {inside.x, inside.y + high, rows.w, high}, table, columns);
    } else {
        const std::vector<int> of_text = folds ? ranks_of_text(evaluation, table, count) : std::vector<int>{};
        const int ranked = count - static_cast<int>(of_text.size());
        const PathColumns columns =
            path_columns(ui.painter, rows.x, rows.w, table, of_text.empty() ? count : of_text.back() + 1);
        draw_path_head(ui.painter, head, table, columns);
        lines = draw_path_rows(ui.painter, rows, table, columns, 0, ranked);
        for (std::size_t i = 0; i < of_text.size(); ++i) {
            const float down = static_cast<float>(ranked + static_cast<int>(i) - of_text[i]) * high;
            const auto line =
                draw_path_rows(ui.painter, {rows.x, rows.y + down, rows.w, rows.h}, table, columns, of_text[i], 1);
            lines.insert(lines.end(), line.begin(), line.end());
        }
        if (!of_text.empty()) {  // ranks are left out here
            const float y = std::round(rows.y + static_cast<float>(ranked) * high) + 0.5F;
            ui.painter.dashed({rows.x, y}, {rows.right(), y}, ui.theme.faint, 1);
            const std::string longer = of_lines + texts::output::words_of_text;
            const auto& exponent = columns.of(PathColumn::exponent);
            const float room = (exponent.shown ? exponent.x : columns.of(PathColumn::share).x) - inside.x;
            if (ui.painter.measure(longer, em::small).width + 1.6F * em <= room) of_lines = longer;
        }
        touch_candidates(context, state, row, lines);
        if (folds && inside.h >= high)
            draw_path_rest(ui.painter, {inside.x, inside.y, inside.w, high}, table, columns, ranked, of_text);
        const Rect sum{inside.x, inside.y + (folds ? high : 0), inside.w, high};
        if (sum.bottom() <= inside.bottom() + 1) draw_path_sum(ui.painter, sum, table, columns);
    }
    if (!folds || inside.h < high) return;
    // The line that opens and closes the rest of the vocabulary.
    const std::string text = unfolded ? texts::output::fold_candidates : of_lines;
    if (fold_line(context, "all candidates", {inside.x, inside.y, inside.w, high}, text, unfolded))
        state.unfolded = !state.unfolded;
}

bool fold_line(ViewContext& context, const char* id, const Rect& place, const std::string& text, bool unfolded) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const float wide = ui.painter.measure(text, em::small).width + 1.6F * em;
    const Rect line = Rect{place.x, place.y, std::min(wide, place.w), place.h}.snapped();
    context.targets.put(id, line);
    const Region touched = region(ui, id, line, true);
    const Colour ink = touched.hovered || touched.focused ? ui.theme.accent_text : ui.theme.text;
    if (touched.hovered) *ui.cursor = CursorShape::hand;
    const float x = line.x + 0.4F * em, y = line.centre().y, r = 0.25F * em;
    if (unfolded)
        ui.painter.triangle({x - r, y + r}, {x + r, y + r}, {x, y - r}, ink);
    else
        ui.painter.triangle({x - r, y - r}, {x + r, y - r}, {x, y + r}, ink);
    text_in(ui.painter, {line.x + 0.9F * em, line.y, line.w - 0.9F * em, line.h}, text,
            {.colour = ink, .size = em::small});
    return touched.clicked || touched.activated;
}

void touch_candidates(ViewContext& context, OutputState& state, int row, const std::vector<CandidateLine>& lines) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    state.focus.hovered = {};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string id = "candidate " + std::to_string(i);
        context.targets.put(id, lines[i].line);
        context.targets.put("logit " + std::to_string(i), lines[i].logit);
        const Region touched = region(ui, id, lines[i].line);
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        const bool logit = lines[i].logit.contains(touched.mouse);
        const CellRef cell = answer_cell(
            evaluation, logit ? logits_record(evaluation) : probabilities_record(evaluation), row, lines[i].token);
        if (touched.hovered) state.focus.hovered = cell;
        if (touched.clicked) {
            if (locked_cell(evaluation.trace(), context.cursor) == cell)
                context.cursor.locked = false;
            else
                state.focus.jump_to(evaluation.trace(), context.cursor, cell);
        }
        if (!touched.right_clicked) continue;
        state.focus.jump_to(evaluation.trace(), context.cursor, cell);
        open_cell_menu(context, touched.mouse);
    }
}

}  // namespace glassformer
