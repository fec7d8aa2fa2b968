#include "app/views/output/choice_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/visible_text.h"
#include "app/pictures/board/untrained.h"
#include "app/views/output/sampling_bar.h"
#include "app/views/output/texts.h"
#include "app/views/output/tokens.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

/// Whether temperature, top-k or top-p change anything; otherwise there is only one distribution to show.
bool changes(const DecodeOptions& options) {
    return options.temperature != 1 || options.top_k > 0 || options.top_p < 1;
}

}  // namespace

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
                         .gray = none.at(row)});
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

namespace {

std::string summary(const Candidates& found, bool cut) {
    const std::string entropy = number_text(found.entropy);
    if (!cut) return fmt::format(texts::output::entropy, entropy);
    return fmt::format(texts::output::entropy_after_filtering, entropy, number_text(found.chosen_entropy), found.kept,
                       found.ranks.size(), number_text(found.kept_probability));
}

void curve_card(ViewContext& context, const Rect& area, OutputState& state, int row, bool cut) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    const DecodeOptions options = cut ? state.chosen().decode() : DecodeOptions{};
    cut = changes(options);
    const Candidates* found = state.answers.of(evaluation, row, options);
    const char* const title =
        answer_kind(evaluation) == AnswerKind::label ? texts::output::classes_by_rank : texts::output::tokens_by_rank;
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
    if (inside.h > 8 * em) {
        const TextStyle style{.colour = ui.theme.muted, .size = em::small};
        const std::string text = summary(*found, cut);
        const float high = paragraph(ui.painter, {0, 0, inside.w, 1e4F}, text, style, false);
        paragraph(ui.painter, inside.take_bottom(high), text, style);
        inside.take_bottom(0.3F * em);
    }
    draw_rank_curve(ui.painter, inside,
                    {.candidates = *found,
                     .options = options,
                     .cut = cut,
                     .logarithmic = state.logarithmic,
                     .selected = selected_token(evaluation, context.cursor, row),
                     .word = words_of(evaluation)});
}

// em: heights from which a card is readable, and the width from which two fit beside each other
constexpr float number_height = 8.2F, taken_height = 6.7F, curve_height = 14, few_candidates = 17,
                positions_height = 14, min_beside = 42;

float needed_by_positions(int positions) { return 4 + 1.6F * static_cast<float>(positions); }
float classes_height(int classes) { return 5.6F + 1.5F * static_cast<float>(classes); }

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
    // Index of the draw that sampled (or would sample) the token after this position.
    const int index = std::max(0, state.run.index() - (answer_rows(evaluation) - 1 - row));
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
    if (!none.why.empty() && card_inside.h > 8 * em) {
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
    const float number = std::ceil(ui.painter.measure("<0.001", em::small).width), between = 1.1F * em;
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
    for (int row = 0; row < rows && row < static_cast<int>(best_.size()); ++row) {
        const Rect line = Rect{place.x, top + static_cast<float>(row) * high, place.w, high}.snapped();
        const std::string id = "place " + std::to_string(row);
        context.targets.put(id, line);
        const Region touched = region(ui, id, line);
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        if (row == shown || touched.hovered)
            ui.painter.fill(line, row == shown ? mix(ui.theme.card, ui.theme.accent, 0.18F) : ui.theme.control,
                            0.2F * em);
        if (touched.clicked) state.position = row, context.cursor.locked = false;
        Rect rest = line.inset(0.4F * em, 0);
        text_in(ui.painter, rest.take_left(name_width), visible_text(tokens[static_cast<std::size_t>(row)].text),
                {.colour = row == shown   ? ui.theme.accent_text
                           : none.at(row) ? ui.theme.muted
                                          : ui.theme.text,
                 .size = em::small,
                 .face = Face::bold});
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
                    probability_text(candidate.probability),
                    {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        }
    }
    end_scroll(ui, top + static_cast<float>(rows) * high);
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
    if (kind == AnswerKind::label) {
        const int classes = evaluation.trace().record(logits_record(evaluation)).shape.cols();
        const bool operation = area.w >= OperationCard::min_width * em;
        Rect place = area.take_top(operation ? std::min(area.h, classes_height(classes) * em) : area.h);
        area.take_top(gap);
        if (classes > 8 && place.w > 44 * em) {
            curve_card(context, place.take_right(std::floor(0.46F * place.w)), state, row, false);
            place.take_right(gap);
        }
        draw_candidate_card(context, place, state, row, false, title, texts::output::of_whole_text);
        operation_.draw(context, area, state, logits_record(evaluation));
        return;
    }
    cards(context, area, state, row, title);
}

/// The candidates, the curve of all by rank, and a third card: the next random draw, or every position.
void ChoicePage::cards(ViewContext& context, Rect area, OutputState& state, int row, const std::string& title) {
    const float em = context.ui.em, gap = 0.8F * em;
    const Evaluation& evaluation = *context.shown.current;
    const bool next = answer_kind(evaluation) == AnswerKind::next_token, beside = area.w > min_beside * em;
    const auto third_card = [&](const Rect& place) {
        if (next)
            draw_number_card(context, place, state, row, texts::output::sampling_next);
        else
            positions(context, place, state);
    };
    const auto candidates_card = [&] {
        draw_candidate_card(context, area, state, row, next, title, fmt::format(texts::output::at_position, row + 1));
    };
    float third = needed_by_positions(static_cast<int>(continued_tokens(evaluation).size()));
    if (!untrained(evaluation).rows.empty()) third += 3;  // its sentence
    if (next) third = number_card_height(state);
    if (!next && !beside) third = std::min(third, positions_height);
    third *= em;
    const float curve = curve_height * em;
    if (!beside) {  // one below the other
        Rect rest = area.take_bottom(std::max(0.0F, std::min(curve + gap + third, area.h - 12 * em)));
        area.take_bottom(gap);
        candidates_card();
        third_card(rest.take_bottom(third));
        rest.take_bottom(gap);
        return curve_card(context, rest, state, row, next);
    }
    Rect right = area.take_right(std::floor(0.46F * area.w));
    area.take_right(gap);
    // Another card takes the room that a short list of candidates leaves free.
    const float listed = classes_height(evaluation.trace().record(logits_record(evaluation)).shape.cols()) * em;
    const float free = area.h - listed - gap;
    if (!next && curve <= free && third > 0.5F * area.h) {
        curve_card(context, area.take_bottom(free), state, row, next);
        area.take_bottom(gap);
        candidates_card();
        return positions(context, right, state);
    }
    if (third <= free) {
        third_card(area.take_bottom(third));
        area.take_bottom(gap);
        candidates_card();
        return curve_card(context, right, state, row, next);
    }
    candidates_card();
    third_card(right.take_bottom(std::min(third, std::floor(0.55F * right.h))));
    right.take_bottom(gap);
    curve_card(context, right, state, row, next);
}

float ChoicePage::min_height(ViewContext& context, float width) const {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const AnswerKind kind = answer_kind(evaluation);
    const Rect wide{0, 0, width, 1e4F};
    float strips = token_chips_height(ui, wide, continued_tokens(evaluation));
    if (has_target(evaluation.model().config)) strips += token_chips_height(ui, wide, evaluation.tokens());
    const int answers = evaluation.trace().record(logits_record(evaluation)).shape.cols();
    float needed = 0.9F;  // edges
    if (kind == AnswerKind::label) {
        needed += classes_height(answers);
        if (width >= OperationCard::min_width * ui.em) needed += 0.8F + OperationCard::whole_height;
    } else {
        const bool beside = width > min_beside * ui.em;
        const float last = kind == AnswerKind::next_token ? number_height : positions_height;
        needed += curve_height + 0.8F + last + (beside ? 0 : std::min(few_candidates, classes_height(answers)) + 0.8F);
        if (kind == AnswerKind::next_token) strips += sampling_bar_height(ui, width);
    }
    return std::ceil(strips + needed * ui.em);
}

}  // namespace glassformer
