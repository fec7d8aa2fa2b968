#include "app/views/output/choice_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/visible_text.h"
#include "app/pictures/board/token_text.h"
#include "app/pictures/board/untrained.h"
#include "app/views/explanation/texts.h"
#include "app/views/output/path_card.h"
#include "app/views/output/sampling_bar.h"
#include "app/views/output/texts.h"
#include "app/views/output/tokens.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"

namespace glassformer {

void say(Ui& ui, const Rect& area, const std::string& sentence) {
    const float width = std::min(area.w - 2 * ui.em, 34 * ui.em);
    const TextStyle style{.colour = ui.theme.muted};
    const float high = paragraph(ui.painter, {0, 0, width, 1e4F}, sentence, style, false);
    paragraph(ui.painter, {area.centre().x - width / 2, area.centre().y - high / 2, width, high}, sentence, style);
}

void draw_candidate_card(ViewContext& context, const Rect& area, OutputState& state, int row, bool cut,
                         const std::string& title, const std::string& note) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    Rect inside = titled_card(ui, area, title, note);
    const Untrained none = untrained(evaluation);
    if (const std::string why = none.at(row) ? none.why : answer_note(evaluation, row);
        !why.empty() && inside.h > 6 * ui.em) {
        const TextStyle said{.colour = ui.theme.text, .size = em::small};
        const float high = paragraph(ui.painter, {0, 0, inside.w, 1e4F}, why, said, false);
        paragraph(ui.painter, inside.take_bottom(high), why, said);
        inside.take_bottom(0.3F * ui.em);
    }
    const DecodeOptions options = cut ? state.chosen().decode() : DecodeOptions{};
    cut = changes(options);
    const Candidates* found = state.answers.of(evaluation, row, options);
    if (found == nullptr) return say(ui, inside, state.answers.error());
    const CellRef hovered = state.focus.hovered;
    const bool over =
        hovered && (hovered.record == logits_record(evaluation) || hovered.record == probabilities_record(evaluation));
    const int column_axis = over ? evaluation.trace().record(hovered.record).shape.rank() - 1 : 0;
    const auto lines =
        draw_candidates(ui.painter, inside,
                        {.candidates = *found,
                         .word = words_of(evaluation),
                         .cut = cut,
                         .selected = selected_token(evaluation, context.cursor, row),
                         .hovered = over ? hovered.cell[column_axis] : -1,
                         .what = answer_kind(evaluation) == AnswerKind::label ? texts::output::column_class
                                                                              : texts::output::column_token,
                         .grey = none.at(row)});
    touch_candidates(context, state, row, lines);
}

namespace {

void curve_card(ViewContext& context, const Rect& area, OutputState& state, int row, bool cut) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    const DecodeOptions options = cut ? state.chosen().decode() : DecodeOptions{};
    cut = changes(options);
    const Candidates* found = state.answers.of(evaluation, row, options);
    const char* const title = texts::output::tokens_by_rank;
    Rect inside = titled_card(ui, area, title);
    const std::vector<std::string> scales{texts::output::linear, texts::output::logarithmic};
    int scale = state.logarithmic ? 1 : 0;
    const float wide = segmented_width(ui, scales);
    const Rect choice{inside.right() - wide, inside.y - 2.0F * em, wide, 1.8F * em};
    if (choice.x > inside.x + ui.painter.measure(title, em::body, Face::bold).width + 0.5F * em) {
        context.targets.put("curve scale", choice);
        if (segmented(ui, "curve scale", choice, scales, scale)) state.logarithmic = scale == 1;
    }
    if (found == nullptr) return;
    draw_rank_curve(ui.painter, inside,
                    {.candidates = *found,
                     .options = options,
                     .cut = cut,
                     .logarithmic = state.logarithmic,
                     .selected = selected_token(evaluation, context.cursor, row),
                     .word = words_of(evaluation)});
}

// em: heights from which a card is readable, and the width from which two fit beside each other
constexpr float number_height = 8.2F, taken_height = 6.7F, below_height = 10, curve_height = 11, positions_height = 14,
                most_below = 16, min_beside = 42;
constexpr float curve_share = 0.34F;                 // of the width
constexpr int few_rows = 8, rows_seen_at_once = 24;  // of the table: before the page scrolls, and at most

/// The positions that are listed: while they are folded, the trained ones and the one that is shown.
struct Listed {
    std::vector<int> rows;
    int others = 0;         // not trained, and neither shown
    bool folds = false;     // there are others that can be listed or left out
    bool explains = false;  // one of those listed was not trained
};
Listed listed_positions(const Evaluation& evaluation, const OutputState& state) {
    const Untrained none = untrained(evaluation);
    const int all = std::min(answer_rows(evaluation), static_cast<int>(continued_tokens(evaluation).size()));
    const int shown = shown_row(evaluation, state);
    const bool some_trained = std::ranges::find(none.rows, false) != none.rows.end();
    Listed listed;
    for (int row = 0; row < all; ++row) {
        const bool other = some_trained && none.at(row) && row != shown;
        listed.others += other ? 1 : 0;
        if (other && !state.every_position) continue;
        listed.rows.push_back(row);
        listed.explains = listed.explains || none.at(row);
    }
    listed.folds = listed.others > 0;
    return listed;
}

float needed_by_positions(int positions) { return 4 + 1.6F * static_cast<float>(positions); }

}  // namespace

float number_card_height(const OutputState& state) {
    return state.chosen().decode().temperature == 0 ? taken_height : number_height;
}

void draw_number_card(ViewContext& context, const Rect& area, OutputState& state, int row, const char* title) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const Sampling& sampling = state.chosen();
    const Candidates* found = state.answers.of(evaluation, row, sampling.decode());
    const bool greedy = sampling.decode().temperature == 0;
    const int index = draw_after(evaluation, state, row);
    const Rect inside = titled_card(ui, area, greedy ? texts::output::greedy_choice : title,
                                    greedy ? "" : fmt::format(texts::output::draw_and_seed, index + 1, sampling.seed));
    context.targets.put("number line", inside);
    if (found == nullptr) return;
    const std::vector<Segment>& segments = state.answers.segments();
    const auto number = greedy ? std::nullopt : std::optional(drawn_number(sampling.seed, index));
    draw_number_line(ui.painter, inside, segments, words_of(evaluation), number,
                     token_under(segments, number.value_or(0)));
}

void ChoicePage::positions(ViewContext& context, const Rect& area, OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em, high = 1.6F * em;
    const Evaluation& evaluation = *context.shown.current;
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    const int rows = std::min(answer_rows(evaluation), static_cast<int>(tokens.size()));
    if (generation_ != evaluation.generation()) {
        generation_ = evaluation.generation();
        best_.clear();
        Answers answers;
        for (int row = 0; row < rows; ++row) {
            const Candidates* found = answers.of(evaluation, row, {});
            best_.emplace_back();
            if (found == nullptr) continue;
            const std::size_t count = std::min<std::size_t>(best, found->ranks.size());
            best_.back().assign(found->ranks.begin(), found->ranks.begin() + static_cast<std::ptrdiff_t>(count));
        }
    }
    Rect card_inside = titled_card(ui, area, texts::output::every_position, texts::output::top_predictions);
    const Untrained none = untrained(evaluation);
    const Listed listed = listed_positions(evaluation, state);
    if (listed.explains && card_inside.h > 8 * em) {
        const TextStyle said{.colour = ui.theme.text, .size = em::small};
        const float lines = paragraph(ui.painter, {0, 0, card_inside.w, 1e4F}, none.why, said, false);
        paragraph(ui.painter, card_inside.take_bottom(lines), none.why, said);
        card_inside.take_bottom(0.3F * em);
    }
    Rect place = begin_scroll(ui, "positions", card_inside);
    const float top = place.y;
    const TokenWord word = words_of(evaluation);
    const int shown = shown_row(evaluation, state);
    float widest = 0;
    for (const TokenLabel& token : tokens)
        widest = std::max(widest, ui.painter.measure(visible_text(token.text), em::small, Face::bold).width);
    const float name_width = std::clamp(widest + 0.8F * em, 3 * em, std::max(3 * em, 0.35F * place.w));
    const float for_answers = place.w - 0.8F * em - name_width;
    // Number of predictions that fit beside each other without being cut off, at least one.
    const float number = std::ceil(ui.painter.measure("> 99.9%", em::small).width), between = 1.1F * em;
    float answer = 3 * em;
    std::size_t most = 1;
    for (const auto& of_row : best_) {
        most = std::max(most, of_row.size());
        for (const Candidate& candidate : of_row)
            answer = std::max(answer, ui.painter.measure(word(candidate.token), em::small).width);
    }
    const float whole = answer + number + between + 0.6F * em;
    const int fit = std::clamp(static_cast<int>(for_answers / whole), 1, static_cast<int>(most));
    const float each = for_answers / static_cast<float>(fit);
    float y = top;
    for (const int row : listed.rows) {
        if (row >= static_cast<int>(best_.size())) break;
        const Rect line = Rect{place.x, y, place.w, high}.snapped();
        y += high;
        const std::string id = "place " + std::to_string(row);
        context.targets.put(id, line);
        const Region touched = region(ui, id, line);
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        if (row == shown || touched.hovered)
            ui.painter.fill(line, row == shown ? mix(ui.theme.card, ui.theme.accent, 0.18F) : ui.theme.control,
                            0.2F * em);
        if (touched.clicked) state.position = row, context.cursor.locked = false;
        Rect rest = line.inset(0.4F * em, 0);
        const TokenLabel& token = tokens[static_cast<std::size_t>(row)];
        token_in(ui.painter, rest.take_left(name_width), visible_text(token.text),
                 {.colour = row == shown   ? ui.theme.accent_text
                            : none.at(row) ? ui.theme.muted
                                           : ui.theme.text,
                  .size = em::small,
                  .face = Face::bold},
                 token.unknown);
        for (const Candidate& candidate : best_[static_cast<std::size_t>(row)]) {
            if (rest.w < each / 2) break;
            const Rect cell = rest.take_left(each);
            const Rect name{cell.x, cell.y, cell.w - between - number - 0.4F * em, cell.h};
            ui.painter.fill(
                {cell.x, cell.bottom() - 3, (cell.w - between) * static_cast<float>(candidate.probability), 2},
                none.at(row) ? ui.theme.faint : colour(ui.theme, Meaning::output));
            text_in(ui.painter, name,
                    shortened_within(ui.painter, word(candidate.token), name.w, em::small, Face::sans),
                    {.colour = none.at(row) ? ui.theme.muted : ui.theme.text, .size = em::small});
            text_in(ui.painter, {cell.right() - between - number, cell.y, number, cell.h},
                    percent_text(candidate.probability),
                    {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        }
    }
    if (listed.folds) {
        const Rect line = Rect{place.x, y, place.w, high}.snapped();
        y += high;
        std::string text = texts::output::fold_positions;
        if (!state.every_position)
            text = listed.others == 1 ? texts::output::one_not_trained
                                      : fmt::format(texts::output::some_not_trained, listed.others);
        if (fold_line(context, "other positions", line, text, state.every_position))
            state.every_position = !state.every_position;
    }
    end_scroll(ui, y);
}

void ChoicePage::draw(ViewContext& context, Rect area, OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = 0.8F * em;
    const Evaluation& evaluation = *context.shown.current;
    const AnswerKind kind = answer_kind(evaluation);
    const bool next = kind == AnswerKind::next_token;
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    if (area.h > 12 * em) {
        if (has_target(evaluation.model().config))
            draw_token_chips(context, area.take_top(token_chips_height(ui, area, evaluation.tokens())),
                             evaluation.tokens(), "source", -1, false);
        const bool choosable = kind != AnswerKind::label;
        const int chosen = choosable ? shown_row(evaluation, state) : -1;
        const auto clicked = draw_token_chips(context, area.take_top(token_chips_height(ui, area, tokens)), tokens,
                                              "position", chosen, choosable);
        if (clicked) {
            state.position = *clicked;
            if (selected_token(evaluation, context.cursor, chosen) >= 0) context.cursor.row = *clicked;
        }
        area.take_top(0.3F * em);
    }
    if (context.rules.asks_prediction) {
        context.targets.put("veiled", area);
        return say(ui, area, texts::explanation::veiled);
    }
    const int row = shown_row(evaluation, state);
    if (next)
        draw_sampling_bar(context, area, state.chosen(),
                          evaluation.trace().record(logits_record(evaluation)).shape.cols());
    area.take_bottom(0.6F * em);
    const std::string word =
        row < static_cast<int>(tokens.size()) ? visible_text(tokens[static_cast<std::size_t>(row)].text) : "";
    const std::string title = kind == AnswerKind::label  ? texts::output::predicted_class
                              : next                     ? fmt::format(texts::output::token_after, word)
                              : kind == AnswerKind::here ? fmt::format(texts::output::prediction_at, word)
                                                         : fmt::format(texts::output::prediction_for, word);
    if (kind == AnswerKind::label && !evaluation.graph().probs) {
        paragraph(ui.painter, area.take_top(2.6F * em), texts::output::no_probabilities, {.colour = ui.theme.muted});
        operation_.draw(context, area, state, logits_record(evaluation));
        return;
    }
    if (kind == AnswerKind::label) {
        const bool operation = area.w >= OperationCard::min_width * em;
        const float natural = path_card_height(context, area.w, state, row, rows_seen_at_once);
        const Rect place = area.take_top(operation ? std::min(area.h, natural) : area.h);
        area.take_top(gap);
        draw_path_card(context, place, state, row, title, texts::output::of_whole_text);
        operation_.draw(context, area, state, logits_record(evaluation));
        return;
    }
    cards(context, area, state, row, title);
}

/// The path to the percentages, and below it the curve of all by rank and a third card: the next random draw, or every
/// position.
void ChoicePage::cards(ViewContext& context, Rect area, OutputState& state, int row, const std::string& title) {
    const float em = context.ui.em, gap = 0.8F * em;
    const Evaluation& evaluation = *context.shown.current;
    const bool next = answer_kind(evaluation) == AnswerKind::next_token, beside = area.w > min_beside * em;
    float third = next ? number_card_height(state) : 0;
    if (!next) {
        const Listed listed = listed_positions(evaluation, state);
        third = needed_by_positions(static_cast<int>(listed.rows.size()) + (listed.folds ? 1 : 0));
        if (listed.explains) third += 3;  // its sentence
    }
    const float natural = path_card_height(context, area.w, state, row, rows_seen_at_once);
    // A short list of candidates leaves room for the cards below.
    float below = 0;
    if (beside)
        below = std::clamp(third, below_height, most_below) * em;
    else
        below = (next ? third : std::min(third, positions_height)) * em + gap + curve_height * em;
    if (beside && next)
        below = std::max(below, std::min(most_below * em, area.h - natural - gap));
    else
        below = std::max(below, area.h - natural - gap);
    Rect rest = area.take_bottom(std::min(below, area.h));
    area.take_bottom(gap);
    draw_path_card(context, area, state, row, title, fmt::format(texts::output::at_position, row + 1));
    const Rect curve =
        beside ? rest.take_right(std::floor(curve_share * rest.w)) : rest.take_top(std::min(curve_height * em, rest.h));
    if (beside)
        rest.take_right(gap);
    else
        rest.take_top(gap);
    if (next)
        draw_number_card(context, rest, state, row, texts::output::sampling_next);
    else
        positions(context, rest, state);
    curve_card(context, curve, state, row, next);
}

float ChoicePage::least_height(ViewContext& context, float width, OutputState& state) const {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const AnswerKind kind = answer_kind(evaluation);
    if (context.rules.asks_prediction) return 0;
    const Rect wide{0, 0, width, 1e4F};
    float strips = token_chips_height(ui, wide, continued_tokens(evaluation));
    if (has_target(evaluation.model().config)) strips += token_chips_height(ui, wide, evaluation.tokens());
    const int row = shown_row(evaluation, state);
    float needed = 0.9F;  // edges
    if (kind == AnswerKind::label) {
        strips += path_card_height(context, width, state, row, rows_seen_at_once);
        if (width >= OperationCard::min_width * ui.em) needed += 0.8F + OperationCard::whole_height;
    } else {
        strips += path_card_height(context, width, state, row, few_rows);
        const bool beside = width > min_beside * ui.em, next = kind == AnswerKind::next_token;
        needed += 0.8F + (beside ? below_height : (next ? number_height : positions_height) + 0.8F + curve_height);
        if (next) strips += sampling_bar_height(context, width);
    }
    return std::ceil(strips + needed * ui.em);
}

}  // namespace glassformer
