#include "app/views/output/contributions_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/pictures/charts/waterfall.h"
#include "app/views/output/choice_page.h"
#include "app/views/output/texts.h"
#include "app/views/output/tokens.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/generate/next_token.h"

namespace glassformer {

namespace {

using Part = Contribution::Part;

/// Names the β of the final norm or, in a post-norm model, of norm1, norm2 or norm3 of a block.
std::string norm_bias_text(const Trace& trace, const Contribution& part) {
    const Record& norm = trace.record(part.record);
    if (norm.stage == &stage::embed_norm) return texts::output::embed_norm_bias;
    if (norm.site.block < 0) return texts::output::final_norm_bias;
    return fmt::format(texts::output::norm_bias, block_text(norm.site), std::string(norm.stage->key).substr(4));
}

WaterfallPart shown(const Trace& trace, const Contribution& part) {
    const std::string block = block_text(trace.record(part.record).site);
    switch (part.part) {
        case Part::embedding: return {texts::output::embedding, part.logit, Meaning::residual};
        case Part::positions: return {texts::output::positions, part.logit, Meaning::position};
        case Part::segments: return {texts::output::segments, part.logit, Meaning::residual};
        case Part::head:
            return {fmt::format(texts::output::head_of_block, block, part.head + 1), part.logit, Meaning::weight};
        case Part::attention_bias:
            return {fmt::format(texts::output::attention_bias, block), part.logit, Meaning::parameter};
        case Part::mlp: return {fmt::format(texts::output::mlp, block), part.logit, Meaning::mlp};
        case Part::mlp_bias: return {fmt::format(texts::output::mlp_bias, block), part.logit, Meaning::parameter};
        case Part::norm_bias: return {norm_bias_text(trace, part), part.logit, Meaning::norm};
        case Part::head_bias: return {texts::output::output_bias, part.logit, Meaning::parameter};
    }
    return {};
}

}  // namespace

ViewValues ContributionsPage::save() const { return {{"difference", value_text(difference_)}}; }

void ContributionsPage::load(const ViewValues& values) {
    difference_ = ViewReader(values).yes("difference", difference_);
}

std::string ContributionsPage::sum() const {
    return found_.parts.empty() ? "" : exact_text(static_cast<float>(found_.sum));
}

void ContributionsPage::follow(const Evaluation& evaluation, int row, int token, int against) {
    if (generation_ == evaluation.generation() && row_ == row && token_ == token && against_ == against) return;
    generation_ = evaluation.generation();
    row_ = row, token_ = token, against_ = against;
    found_ = {};
    error_.clear();
    try {
        found_ = contributions(evaluation.trace(), row, token, against);
    } catch (const Error& error) {
        error_ = error.what();
    }
}

void ContributionsPage::draw(ViewContext& context, Rect area, OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = 0.8F * em;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    const bool whole = answer_kind(evaluation) == AnswerKind::label;
    if (!whole && area.h > 12 * em) {
        const int chosen = shown_row(evaluation, state);
        if (const auto clicked = draw_token_chips(context, area.take_top(token_chips_height(ui, area, tokens)), tokens,
                                                  "position", chosen, true)) {
            state.position = *clicked;
            if (selected_token(evaluation, context.cursor, chosen) >= 0) context.cursor.row = *clicked;
        }
        area.take_top(0.3F * em);
    }
    area.take_bottom(0.6F * em);
    const int row = shown_row(evaluation, state);
    const Candidates* answers = state.answers.of(evaluation, row, {});
    if (answers == nullptr || answers->ranks.empty()) return say(ui, area, state.answers.error());
    const int selected = selected_token(evaluation, context.cursor, row);
    const int token = selected >= 0 ? selected : answers->ranks.front().token;
    int against = -1;
    if (difference_ && answers->ranks.size() > 1)
        against = answers->ranks[answers->ranks.front().token == token ? 1 : 0].token;
    follow(evaluation, row, token, against);

    // The product that makes the logits fills the room that few contributions and candidates leave free.
    const float listed = std::min(static_cast<float>(answers->ranks.size()), 12.0F);
    const float needed = std::max(waterfall_height(em, found_.parts.size()) + 4.6F * em, (6.2F + 1.5F * listed) * em);
    Rect below{};
    if (error_.empty() && area.h - needed - gap > OperationCard::whole_height * em) {
        below = area.take_bottom(area.h - needed - gap);
        area.take_bottom(gap);
    }
    const bool beside = area.w > 34 * em;
    if (beside) {
        const Rect left = area.take_left(std::floor(0.36F * area.w));
        area.take_left(gap);
        draw_candidate_card(context, left, state, row, false, texts::output::explained_token);
    }
    const TokenWord word = words_of(evaluation);
    const std::string name = against < 0 ? fmt::format(texts::output::logit_of, word(token))
                                         : fmt::format(texts::output::logit_difference, word(token), word(against));
    if (!error_.empty()) {  // the product that makes the logits takes the room
        const std::string why = fmt::format(texts::output::contributions_unavailable, error_);
        const TextStyle style{.colour = ui.theme.muted};
        const float high = paragraph(ui.painter, {0, 0, area.w, 1e4F}, why, style, false);
        paragraph(ui.painter, area.take_top(high), why, style);
        area.take_top(gap);
        return operation_.draw(context, area, state, logits_record(evaluation));
    }
    Rect inside = titled_card(ui, area, texts::output::contributions);
    const float wide = toggle_width(ui, texts::output::minus_runner_up);
    const Rect toggle_place{inside.right() - wide, inside.y - 2.0F * em, wide, 1.7F * em};
    if (toggle_place.x > inside.x + 10 * em) {
        context.targets.put("difference", toggle_place);
        toggle(ui, "difference", toggle_place, texts::output::minus_runner_up, difference_, {},
               texts::output::minus_runner_up_hint);
    }
    std::vector<WaterfallPart> parts;
    for (const Contribution& part : found_.parts) parts.push_back(shown(trace, part));
    Rect place = begin_scroll(ui, "waterfall", inside);
    place.h = inside.h;
    const auto lines = draw_waterfall(ui.painter, place, parts, found_.sum, name, hovered_);
    hovered_ = -1;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string id = "part " + std::to_string(i);
        context.targets.put(id, lines[i]);
        const Region touched = region(ui, id, lines[i]);
        if (!touched.hovered) continue;
        hovered_ = static_cast<int>(i);
        *ui.cursor = CursorShape::hand;
        const Contribution& part = found_.parts[i];
        if (touched.clicked) {
            const Record& record = trace.record(part.record);
            const Grid grid = grid_of(trace, part.record, std::max(part.head, 0));
            state.focus.jump_to(trace, context.cursor, {record.id, grid.cell(std::min(row, grid.rows - 1), 0)});
            if (part.head >= 0) context.cursor.head = part.head;
        }
    }
    end_scroll(ui, place.y + waterfall_height(em, parts.size(), inside.h));
    operation_.draw(context, below, state, logits_record(evaluation));
}

namespace {

constexpr std::array contributions_texts{
    OutputPageText{nullptr,
                   {"Contributions: what one logit is the sum of", "L = Σ_{c} L_{c}",
                    "Residual connections add vectors, so a logit can be split into one term for each part c of the "
                    "model: the embedding, every head, every MLP, the biases.",
                    "The longest bars: the parts that raise or lower this logit most."}},
};

}  // namespace

extern const OutputPageRow output_contributions_row{
    .name = "contributions",
    .place = 4,
    .mode = 4,
    .title = [](AnswerKind) { return std::string_view(texts::output::tab_contributions); },
    .words = texts::output::open_contributions,
    .fits = [](const Evaluation& e) { return is_transformer(e.model().config); },
    .texts = contributions_texts,
    .make = []() -> std::unique_ptr<OutputPage> { return std::make_unique<ContributionsPage>(); }};

}  // namespace glassformer
