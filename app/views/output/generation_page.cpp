#include "app/views/output/generation_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/paint/fitting_words.h"
#include "app/paint/visible_text.h"
#include "app/views/output/choice_page.h"
#include "app/views/output/running_text.h"
#include "app/views/output/sampling_bar.h"
#include "app/views/output/texts.h"
#include "app/views/output/tokens.h"
#include "app/views/shared/number_choice.h"
#include "app/views/shared/touched_matrix.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"
#include "core/session/labels.h"
#include "core/session/unknown_words.h"
#include "core/tape/cell_name.h"

namespace glassformer {

/// Reads the log-probabilities of the given tokens, but the first, off the logits that predict them.
void GenerationPage::read_given(const Evaluation& evaluation, std::size_t given) {
    const std::size_t last = given > 0 ? given - 1 : 0;  // nothing foretells the first one
    if (given_of_ == evaluation.generation() && given_.size() == last) return;
    given_of_ = evaluation.generation();
    given_.clear();
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    std::vector<float> labels(static_cast<std::size_t>(answer_rows(evaluation)), -1.0F);
    for (std::size_t i = given - last; i < given; ++i) labels[i - 1] = static_cast<float>(tokens[i].id);
    const auto losses = loss_by_row(evaluation.trace().record(logits_record(evaluation)).view(), labels);
    for (std::size_t i = given - last; i < given; ++i) given_.push_back(-losses[i - 1]);
}

std::string GenerationPage::given_status() const {
    return fmt::format("{} for {}", exact_text(static_cast<float>(given_sum_)), given_.size());
}

std::string GenerationPage::bits_status() const {
    return bits_ ? fmt::format("{} {}", exact_text(static_cast<float>(bits_->per_character())),
                               exact_text(static_cast<float>(bits_->per_byte())))
                 : "";
}

/// Bits per character and per byte of the whole text, and what they are where the mouse is over them.
void GenerationPage::bits_line(ViewContext& context, const Rect& line) {
    Ui& ui = context.ui;
    const std::string character = number_text(bits_->per_character()), byte = number_text(bits_->per_byte());
    const std::array said{fmt::format(texts::output::bits, character, byte),
                          fmt::format(texts::output::bits_brief, character, byte),
                          fmt::format(texts::output::bits_briefest, character, byte)};
    text_in(ui.painter, line, fitting_words(ui.painter, said, line.w), {.colour = ui.theme.text, .size = em::small});
    context.targets.put("bits per character", line);
    if (!region(ui, "bits per character", line).hovered) return;
    tooltip(ui, line,
            fmt::format(texts::output::bits_explained, number_text(bits_->bits), bits_->tokens, bits_->characters,
                        bits_->bytes));
}

/// Table of the last steps that fit, above them the given tokens, and the sum of the log-probabilities of all of them.
void GenerationPage::steps_card(ViewContext& context, const Rect& area, const OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em, high = 1.5F * em;
    const Evaluation& evaluation = *context.shown.current;
    const std::span<const RunStep> steps = state.run.steps();
    Rect inside = titled_card(ui, area, texts::output::log_probabilities, state.pair ? "" : "log P = Σ log p");
    if (!context.shown.stale && bits_of_ != evaluation.generation()) {
        bits_of_ = evaluation.generation();
        bits_ = text_bits(evaluation);
    }
    const float measurement_high = TextMeasurement::height(em, evaluation);
    if (!state.pair && inside.h > measurement_high + 9 * em)
        text_measurement_.draw(context, inside.take_bottom(measurement_high));
    const Rect bits = bits_ ? inside.take_bottom(1.4F * em) : Rect{};
    Rect foot = inside.take_bottom(1.9F * em);
    const TokenWord word = words_of(evaluation);
    // Numbers keep their width. In a narrow card the columns that are shown elsewhere too are left out first.
    const std::array<float, 5> wide{0, 3.8F * em, 5.0F * em, 5.0F * em, 3.8F * em};
    const std::array<bool, 5> kept{true, inside.w > 19.6F * em, true, true, inside.w > 23 * em};
    const auto row = [&](const Rect& line, const std::array<std::string, 5>& texts, Colour colour) {
        Rect rest = line;
        for (std::size_t i = texts.size(); i-- > 0;) {
            if (!kept[i]) continue;
            const Rect cell = i == 0 ? rest : rest.take_right(wide[i]);
            text_in(ui.painter, cell, texts[i],
                    {.colour = colour, .size = em::small, .align = i == 0 ? Align::left : Align::right});
        }
    };
    row(inside.take_top(high),
        {texts::output::column_token, "p", "log p", texts::output::column_sum, texts::output::column_draw},
        ui.theme.muted);
    const auto fit = static_cast<std::size_t>(std::max(0.0F, inside.h / high));
    const std::size_t first = steps.size() > fit ? steps.size() - fit : 0;
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    const std::size_t written = steps.size() - (!steps.empty() && steps.back().end ? 1 : 0);
    const std::size_t given = tokens.size() - std::min(tokens.size(), written);
    const bool read = !context.shown.stale && answer_rows(evaluation) == static_cast<int>(tokens.size());
    if (read) read_given(evaluation, given);
    // The last given tokens that fit are listed; the sum is of all of them.
    const std::size_t listed = std::min(given_.size(), fit - std::min(fit, steps.size()));
    double sum = 0;
    for (std::size_t i = 0; read && i < given_.size(); ++i) {
        sum += given_[i];
        if (i + listed < given_.size()) continue;
        row(inside.take_top(high),
            {word(tokens[given - given_.size() + i].id), percent_text(std::exp(given_[i])), number_text(given_[i]),
             steps.empty() ? number_text(sum) : "", texts::output::given_token},
            ui.theme.muted);
    }
    for (std::size_t i = first; i < steps.size(); ++i) {
        const RunStep& step = steps[i];
        const Rect line = inside.take_top(high).snapped();
        ui.painter.fill({line.x, line.bottom() - 2, line.w * static_cast<float>(step.probability), 2},
                        colour(ui.theme, Meaning::output));
        context.targets.put("step " + std::to_string(i), line);
        row(line,
            {word(step.token), percent_text(step.probability), number_text(step.log_probability),
             number_text(step.total), step.greedy ? texts::output::greedy_token : number_text(step.number)},
            ui.theme.text);
    }
    given_sum_ = sum;
    ui.painter.line({foot.x, foot.y + 0.2F * em}, {foot.right(), foot.y + 0.2F * em}, ui.theme.border);
    const std::size_t count = steps.empty() ? given_.size() : steps.size();
    const std::string log_p = number_text(steps.empty() ? sum : steps.back().total);
    std::string total = texts::output::nothing_generated;
    if (!steps.empty())
        total = count == 1 ? fmt::format(texts::output::log_p_generated_one, log_p)
                           : fmt::format(texts::output::log_p_generated, log_p, count);
    else if (count > 0)
        total = count == 1 ? fmt::format(texts::output::log_p_given_one, log_p)
                           : fmt::format(texts::output::log_p_given, log_p, count);
    if (const float t = state.chosen().decode().temperature; t != 1 && !steps.empty())
        total = t == 0 ? fmt::format(texts::output::log_p_greedy, total)
                       : fmt::format(texts::output::log_p_at_one, total, number_text(static_cast<double>(t)));
    context.targets.put("log probability " + total, foot);
    text_in(ui.painter, foot, total, {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    context.targets.put("log probability", foot);
    if (bits_) bits_line(context, bits);
}

void GenerationPage::map(ViewContext& context, Rect area, OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const std::vector<int> layers = cross_weights(trace);
    Rect inside = titled_card(ui, area, texts::output::alignment);
    if (layers.empty()) return say(ui, inside, texts::output::no_cross_attention);
    Rect line{inside.x + 12 * em, inside.y - 2.0F * em, std::max(0.0F, inside.w - 12 * em), 1.7F * em};
    state.layer = std::clamp(state.layer, 0, static_cast<int>(layers.size()) - 1);
    const Record* record = &trace.record(layers[static_cast<std::size_t>(state.layer)]);
    const int heads = record->shape.size(0);
    if (heads > 1) {
        std::vector<std::string> labels = numbered(heads);
        labels.insert(labels.begin(), texts::output::mean_of_heads);
        int head = std::min(state.head, heads - 1) + 1;
        choose_number(context, "alignment head", line, texts::output::head, labels, head);
        state.head = head - 1;
    }
    if (layers.size() > 1) {
        const std::vector<std::string> labels = numbered(static_cast<int>(layers.size()));
        if (choose_number(context, "alignment layer", line, texts::output::layer, labels, state.layer))
            record = &trace.record(layers[static_cast<std::size_t>(state.layer)]);
    }
    const int head = heads > 1 ? std::min(state.head, heads - 1) : 0;
    if (generation_ != evaluation.generation() || record_ != record->id || head_ != head) {
        generation_ = evaluation.generation();
        record_ = record->id;
        head_ = head;
        alignment_ = alignment(*record, head);
    }
    // Row t reads target token t and predicts the word after it, so that word labels the row.
    const std::vector<TokenLabel>& target = evaluation.target_tokens();
    std::vector<std::string> rows, columns;
    for (std::size_t t = 1; t < target.size(); ++t) rows.push_back(visible_text(target[t].text));
    const Sampling& sampling = state.chosen();  // with the options of the table beside it, which is kept
    const DecodeOptions options = sampling.greedy ? DecodeOptions{} : sampling.decode();
    const Candidates* next = state.answers.of(evaluation, answer_rows(evaluation) - 1, options);
    const bool ended = state.run.ended();
    const TokenWord word = words_of(evaluation);
    rows.push_back(ended                                     ? word(state.run.steps().back().token)
                   : next != nullptr && !next->ranks.empty() ? word(next->ranks.front().token) + " ?"
                                                             : "?");
    for (const TokenLabel& token : evaluation.tokens()) columns.push_back(visible_text(token.text));
    columns.resize(static_cast<std::size_t>(alignment_.cols));
    rows.resize(static_cast<std::size_t>(alignment_.rows));

    if (inside.h > 10 * em) {
        text_in(ui.painter, inside.take_bottom(1.4F * em), texts::output::alignment_axes,
                {.colour = ui.theme.muted, .size = em::small});
        inside.take_bottom(0.3F * em);
    }
    const CellRef locked = locked_cell(trace, context.cursor);
    LabelledMatrix map =
        alignment_map(alignment_, rows, columns, evaluation.generation() * 64 + static_cast<std::uint64_t>(head + 1));
    map.columns.unknown = unknown_tokens(evaluation.tokens());
    if (target.size() > 1) map.rows.unknown = unknown_tokens(std::span(target).subspan(1));
    const MatrixPlace place = map.place(ui.painter, inside);
    const TouchedMatrix touched = touch_matrix(context, "alignment", place);
    const CellAt under = touched.at;
    CellAt selected;
    if (locked && locked.record == record->id && locked.cell[0] == std::max(head, 0))
        selected = {locked.cell[1], locked.cell[2]};
    if (!ended) map.rows.lit.push_back({alignment_.rows - 1, ui.theme.accent_text});
    for (const CellAt at : {under, selected}) {
        map.rows.lit.push_back({at.row, ui.theme.text});
        map.columns.lit.push_back({at.col, ui.theme.text});
    }
    map.marks = {{.at = selected, .colour = ui.theme.accent}, {.at = under, .colour = ui.theme.text}};
    map.draw(ui.painter, place);
    if (!under) return;
    *ui.cursor = CursorShape::hand;
    const std::size_t index = static_cast<std::size_t>(under.row * alignment_.cols + under.col);
    const std::string &query = rows[static_cast<std::size_t>(under.row)],
                      &key = columns[static_cast<std::size_t>(under.col)],
                      weight = number_text(static_cast<double>(alignment_.values[index]));
    tooltip(ui, touched.cell,
            head < 0 ? fmt::format(texts::output::attends_to_mean, query, key, weight, heads)
                     : fmt::format(texts::output::attends_to, query, key, weight));
    if (head >= 0) state.focus.hovered = {record->id, {{head, under.row, under.col, 0}}};
    if (touched.region.clicked && head >= 0)
        state.focus.jump_to(trace, context.cursor, {record->id, {{head, under.row, under.col, 0}}});
    else if (touched.region.clicked)
        context.notice = texts::output::mean_is_no_cell;
}

void GenerationPage::translation(ViewContext& context, const Rect& area, OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = 0.8F * em;
    Rect rest = area;
    const int row = answer_rows(*context.shown.current) - 1;
    const bool beside = rest.w > 30 * em;
    Rect right = beside ? rest.take_right(std::floor(0.52F * rest.w)) : Rect{};
    if (beside) rest.take_right(gap);
    const bool list = rest.h > 22 * em;
    if (list) {
        // Before the first word the card has one line only.
        const bool empty =
            !beam_shown_ && state.run.steps().empty() && continued_tokens(*context.shown.current).size() < 2;
        const Rect below = rest.take_bottom(empty ? 6.6F * em : std::floor(0.42F * rest.h));
        rest.take_bottom(gap);
        if (beam_shown_)
            beam_.draw(context, titled_card(ui, below, texts::output::beam_search));
        else
            steps_card(context, below, state);
        const std::vector<std::string> labels{texts::output::list_steps, texts::output::list_beam};
        const float wide = segmented_width(ui, labels);
        const Rect place = Rect{below.right() - wide - 0.7F * em, below.y + 0.55F * em, wide, 1.8F * em}.snapped();
        const float first = std::ceil(ui.painter.measure(labels[0]).width + 1.4F * em);
        context.targets.put("show steps", {place.x, place.y, first, place.h});
        context.targets.put("show beam", {place.x + first, place.y, place.w - first, place.h});
        int shown = beam_shown_ ? 1 : 0;
        if (segmented(ui, "steps or beam", place, labels, shown)) beam_shown_ = shown == 1;
    }
    draw_candidate_card(context, rest, state, row, !state.chosen().greedy, texts::output::next_word_card);
    if (beside) map(context, right, state);
}

void GenerationPage::draw(ViewContext& context, Rect area, OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = 0.8F * em;
    const Evaluation& evaluation = *context.shown.current;
    const bool translating = state.pair;
    state.clicked = draw_generation_bar(context, area, state);
    if (area.h > 14 * em)
        draw_sampling_bar(context, area, state.chosen(),
                          evaluation.trace().record(logits_record(evaluation)).shape.cols());
    if (area.h > 16 * em) {
        const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
        const RunningText running = running_text(evaluation, state.run);
        const float wide = translating ? area.w / 2 - 4 * em : area.w - 2 * em;
        const float most = std::floor(0.3F * area.h / (1.7F * em)) * 1.7F * em;
        const float text_height =
            std::clamp(running_text_height(ui, wide - em, running.text), translating ? 2.2F * em : 1.7F * em, most);
        const std::string note =
            !state.run.stopped().empty()
                ? state.run.stopped()
                : fmt::format(texts::output::tokens_of_most, tokens.size(), evaluation.model().config.max_seq_len);
        Rect text = titled_card(ui, area.take_top(text_height + 3.6F * em),
                                translating ? texts::output::translation : texts::output::generated_text, note);
        if (translating) {
            const auto& source = evaluation.tokens();
            Rect left = text.take_left(text.w / 2 - em);
            draw_token_chips(context, left, source, "source", -1, false);
            const Rect arrow = text.take_left(2 * em);
            text_in(ui.painter, {arrow.x, arrow.y, arrow.w, 2.2F * em}, "→",
                    {.colour = ui.theme.muted, .align = Align::centre});
            text.take_top(0.25F * em);  // in line with the source
        }
        draw_running_text(context, text, running, state.run.steps());
        area.take_top(gap);
    }
    area.take_bottom(0.6F * em);
    if (translating) return translation(context, area, state);
    const int row = answer_rows(evaluation) - 1;
    if (area.h > 20 * em) {
        draw_number_card(context, area.take_top(number_card_height(state) * em), state, row, texts::output::next_draw);
        area.take_top(gap);
    }
    if (area.w > 30 * em) {
        const Rect right = area.take_right(std::floor(0.46F * area.w));
        area.take_right(gap);
        steps_card(context, right, state);
    }
    draw_candidate_card(context, area, state, row, true, texts::output::next_token_card);
}

}  // namespace glassformer
