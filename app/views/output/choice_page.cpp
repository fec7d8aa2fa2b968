#include "app/views/output/choice_page.h"

#include <algorithm>
#include <cmath>

#include "app/views/output/sampling_bar.h"
#include "app/views/output/tokens.h"
#include "app/views/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/visible_text.h"
#include "core/io/model_folder.h"
#include "core/next_token.h"

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
    const Rect inside = titled_card(ui, area, title, note);
    const DecodeOptions options = cut ? state.chosen().decode() : DecodeOptions{};
    const Candidates* found = state.answers.of(evaluation, row, options);
    if (found == nullptr) return say(ui, inside, state.answers.error());
    const CellRef hovered = state.focus.hovered;
    const bool over =
        hovered && (hovered.record == logits_record(evaluation) || hovered.record == probabilities_record(evaluation));
    const int column_axis = over ? evaluation.trace().record(hovered.record).shape.rank() - 1 : 0;
    const auto lines = draw_candidates(ui.painter, inside,
                                       {.candidates = *found,
                                        .word = words_of(evaluation),
                                        .cut = cut,
                                        .selected = selected_token(evaluation, context.cursor, row),
                                        .hovered = over ? hovered.cell[column_axis] : -1,
                                        .what = answer_kind(evaluation) == AnswerKind::label ? "class" : "token"});
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
    }
}

namespace {

/// "entropy 2.31 nats → 1.02; 5 of 65 can be chosen, 0.87 of the probability"
std::string summary(const Candidates& found, bool cut) {
    std::string text = "entropy " + number_text(found.entropy) + " nats";
    if (!cut) return text;
    text += ", after the cut " + number_text(found.chosen_entropy);
    text += "; " + std::to_string(found.kept) + " of " + std::to_string(found.ranks.size()) + " can be chosen, ";
    return text + number_text(found.kept_probability) + " of the probability";
}

void curve_card(ViewContext& context, const Rect& area, OutputState& state, int row, bool cut) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    const DecodeOptions options = cut ? state.chosen().decode() : DecodeOptions{};
    const Candidates* found = state.answers.of(evaluation, row, options);
    Rect inside = titled_card(ui, area, "All, sorted");
    const std::vector<std::string> scales{"linear", "logarithmic"};
    int scale = state.logarithmic ? 1 : 0;
    const float wide = segmented_width(ui, scales);
    const Rect choice{inside.right() - wide, inside.y - 2.0F * em, wide, 1.8F * em};
    if (choice.x > inside.x + 7 * em) {
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

}  // namespace

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
    const Rect card_inside = titled_card(ui, area, "Every position", "its most likely words");
    Rect place = begin_scroll(ui, "positions", card_inside);
    const float top = place.y;
    const TokenWord word = words_of(evaluation);
    const int shown = shown_row(evaluation, state);
    float widest = 0;
    for (const TokenLabel& token : tokens)
        widest = std::max(widest, ui.painter.measure(visible_text(token.text), em::small, Face::bold).width);
    const float name_width = std::clamp(widest + 0.8F * em, 3 * em, std::max(3 * em, 0.35F * place.w));
    const float for_answers = place.w - 0.8F * em - name_width;
    const int fit = std::clamp(static_cast<int>(for_answers / (7 * em)), 1, best);
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
                {.colour = row == shown ? ui.theme.accent_text : ui.theme.text, .size = em::small, .face = Face::bold});
        for (const Candidate& candidate : best_[static_cast<std::size_t>(row)]) {
            if (rest.w < each / 2) break;
            const Rect cell = rest.take_left(each);
            ui.painter.fill(
                {cell.x, cell.bottom() - 3, (cell.w - 0.5F * em) * static_cast<float>(candidate.probability), 2},
                colour(ui.theme, Meaning::output));
            text_in(ui.painter, {cell.x, cell.y, cell.w - 3.1F * em, cell.h}, word(candidate.token),
                    {.colour = ui.theme.text, .size = em::small});
            text_in(ui.painter, {cell.right() - 3.1F * em, cell.y, 2.6F * em, cell.h},
                    probability_text(candidate.probability, 2),
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
            draw_position_strip(context, area.take_top(position_strip_height(ui, area, evaluation.tokens())),
                                evaluation.tokens(), "source", -1, false);
        const bool choosable = kind != AnswerKind::label;
        const int chosen = choosable ? shown_row(evaluation, state) : -1;
        const auto clicked = draw_position_strip(context, area.take_top(position_strip_height(ui, area, tokens)),
                                                 tokens, "position", chosen, choosable);
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
    const std::string title = kind == AnswerKind::label ? "What the model says"
                              : next                    ? "What comes after “" + word + "”"
                                                        : "What stands at “" + word + "”";
    if (kind == AnswerKind::label) {
        const auto classes = static_cast<float>(evaluation.trace().record(logits_record(evaluation)).shape.cols());
        Rect place = area.take_top(std::min(area.h, (6.2F + 1.5F * classes) * em));
        area.take_top(gap);
        if (classes > 8 && place.w > 44 * em) {
            curve_card(context, place.take_right(std::floor(0.46F * place.w)), state, row, false);
            place.take_right(gap);
        }
        draw_candidate_card(context, place, state, row, false, title, "of the whole text");
        operation_.draw(context, area, state, logits_record(evaluation));
        return;
    }
    const bool beside = area.w > 30 * em;
    const Rect right = beside ? area.take_right(std::floor(0.46F * area.w)) : Rect{};
    if (beside) area.take_right(gap);
    draw_candidate_card(context, area, state, row, next, title, "position " + std::to_string(row + 1));
    if (!beside) return;
    Rect rest = right;
    if (!next && rest.h > 20 * em) {
        const Rect below = rest.take_bottom(std::floor(0.55F * rest.h));
        rest.take_bottom(gap);
        positions(context, below, state);
    } else if (next && rest.h > 18 * em) {
        const Rect below = rest.take_bottom(8.2F * em);
        rest.take_bottom(gap);
        const Candidates* found = state.answers.of(evaluation, row, state.chosen().decode());
        const Sampling& sampling = state.chosen();
        const bool greedy = sampling.decode().temperature == 0;
        // A position of the run has the number that chose its next token; one before it, the number it would begin
        // with.
        const int index = std::max(0, state.run.index() - (answer_rows(evaluation) - 1 - row));
        Rect inside =
            titled_card(ui, below, "A number is drawn",
                        greedy ? "no number decides: greedy"
                               : "number " + std::to_string(index + 1) + " of seed " + std::to_string(sampling.seed));
        if (found != nullptr) {
            const std::vector<Segment>& segments = state.answers.segments();
            const double number = drawn_number(sampling.seed, index);
            draw_number_line(ui.painter, inside, segments, words_of(evaluation), number, token_under(segments, number));
        }
    }
    curve_card(context, rest, state, row, next);
}

}  // namespace glassformer
