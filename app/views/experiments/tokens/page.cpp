#include "app/views/experiments/tokens/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/shared/wording.h"
#include "core/base/number_text.h"
#include "core/text/character_tokenizer.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

namespace strings = texts::tokens_page;

std::string whole_count(double number) { return std::to_string(std::lround(number)); }

std::span<const ExperimentKnob> tokens_knobs() {
    static const auto has_steps = [](const KnobValues& values) {
        return values.high({.id = "step", .high = TokensPage::all_steps}) > 0;
    };
    static const std::vector<ExperimentKnob> knobs{{.id = "token",
                                                    .label = strings::token,
                                                    .hint = strings::token_hint,
                                                    .low = 1,
                                                    .high = TokensPage::all_steps,
                                                    .first = 1,
                                                    .text = whole_count},
                                                   {.id = "step",
                                                    .label = strings::step,
                                                    .hint = strings::step_hint,
                                                    .low = 0,
                                                    .high = TokensPage::all_steps,
                                                    .first = TokensPage::all_steps,
                                                    .text = whole_count,
                                                    .shows = has_steps}};
    return knobs;
}

std::string counted(std::size_t count, const char* one, const char* more) {
    return count == 1 ? one : fmt::format(fmt::runtime(more), thousands(count));
}

/// On which side of the text the tokens are that the model expects there.
const char* around_place(const Encoding& whole) {
    const bool before = whole.front().added_around, after = whole.back().added_around;
    return before == after ? strings::around_both : before ? strings::around_before : strings::around_after;
}

std::string kind_text(const Tokenizer& tokenizer) {
    if (const PretrainedTokenizer* pretrained = tokenizer.pretrained()) return std::string(pretrained->model().kind());
    return {};
}

}  // namespace

extern const ExperimentRow tokens_experiment{
    .name = "tokens",
    .place = 95,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<TokensPage>(services);
    }};

TokensPage::TokensPage(const ViewServices& services)
    : ExperimentPage(tokens_knobs()), wake_(services.session_options().wake) {}

std::string TokensPage::sentence() const {
    if (!model_) return strings::no_model;
    if (!tokenizer_) return strings::no_tokenizer;
    if (!result_) return strings::waiting;
    if (!result_->error.empty()) return result_->error;
    if (result_->whole.empty()) return strings::no_text;
    std::string kind = kind_text(*tokenizer_);
    if (tokenizer_->pretrained() != nullptr && tokenizer_->pretrained()->byte_level() && kind == "BPE")
        kind = strings::kind_bytes;
    if (tokenizer_->pretrained() != nullptr && subwords().byte_fallback())
        kind = fmt::format(strings::kind_fallback, kind);
    if (kind.empty())
        kind = dynamic_cast<const CharacterTokenizer*>(tokenizer_.get()) != nullptr ? strings::kind_character
                                                                                    : strings::kind_words;
    const auto around = static_cast<std::size_t>(std::ranges::count_if(result_->whole, &EncodedToken::added_around));
    std::string text = fmt::format(
        strings::sentence, kind, counted(result_->characters, strings::one_character, strings::more_characters),
        counted(result_->whole.size(), strings::one_token, strings::more_tokens),
        around == 0 ? "" : fmt::format(strings::around, thousands(around), around_place(result_->whole)));
    if (result_->text.size() < result_->bytes)
        text += fmt::format(strings::cut_short, thousands(result_->text.size()), thousands(result_->bytes));
    return text;
}

float TokensPage::after_steps() const {
    const bool published = tokenizer_ && tokenizer_->pretrained() != nullptr;
    return tall_row_high + 2 * row_high + (published ? 2 * row_high + (uses_bytes() ? tall_row_high : 0) : 0) + 1;
}

float TokensPage::least_height(float width) const {
    const bool beside = width > wide_enough;
    const float least = beside ? least_beside : least_below;
    if (!is_low_for(least)) return least;
    return *in_sight() + after_steps() + (beside ? 0 : vocabulary_high);
}

void TokensPage::rows_before_steps(ViewContext& context, Rect& area) {
    if (tokenizer_->pretrained() == nullptr) return;
    row(context, area,
        {.id = "normalized",
         .title = strings::normalized_row,
         .says = normalized_text(),
         .flows = true,
         .listed = result_->normalization_changed},
        result_->normalized, false);
    row(context, area, {.id = "pieces", .title = strings::pieces_row, .says = pieces_text()}, result_->cut, true);
    if (uses_bytes()) bytes_row(context, area);
}

void TokensPage::rows_after_steps(ViewContext& context, Rect area) {
    const bool compares = previous_ && previous_->error.empty();
    row(context, area,
        {.id = "ids",
         .title = strings::tokens_row,
         .says = result_->segments ? strings::tokens_segments : strings::tokens_says},
        compares ? compared_ : result_->tokens, false, true);
    if (compares) before(context, area);
}

/// In a low window text, ids and the model's steps come first, then the rows.
void TokensPage::draw(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    left_out_ = {};
    if (!result_ || result_->whole.empty()) return;
    Rect rest = area;
    const bool beside = area.w > wide_enough * em, low = is_low_for(beside ? least_beside : least_below);
    low_ = low;
    const Rect side = beside ? rest.take_right(19 * em) : rest.take_bottom(vocabulary_high * em);
    if (beside) rest.take_right(1.2F * em);
    vocabulary(context, side);
    const Row typed{
        .id = "typed",
        .title = strings::text_row,
        .says = fmt::format(
            fmt::runtime(result_->text.find(' ') == std::string::npos ? strings::text_says : strings::text_spaces),
            origin_text())};
    if (low) {
        Rect seen = rest.take_top(*in_sight() * em);
        context.targets.put(first_picture, seen);
        short_row(context, seen);
        model_steps(context, seen);
        row(context, rest, typed, result_->typed, false);
        rows_after_steps(context, rest.take_top((tall_row_high + row_high) * em));
        rows_before_steps(context, rest);
        return;
    }
    Rect first = rest;
    row(context, first, typed, result_->typed, false);
    rows_before_steps(context, first);
    const float ids_high = (previous_ && previous_->error.empty() ? tall_row_high + row_high : tall_row_high) * em;
    // Words and characters have no steps: their ids follow at once.
    Rect steps = tokenizer_->pretrained() == nullptr ? first.take_top(7.5F * em) : first;
    Rect ids = tokenizer_->pretrained() == nullptr ? first : steps.take_bottom(ids_high);
    context.targets.put(first_picture, steps);
    model_steps(context, steps);
    rows_after_steps(context, ids);
}

void TokensPage::describe(State& state) const {
    state.add("tokens_done", done());
    state.add("tokens_kind", tokenizer_ ? kind_text(*tokenizer_) : "");
    std::string ids, pieces;
    if (result_) {
        for (const EncodedToken& token : result_->whole) ids += (ids.empty() ? "" : ",") + std::to_string(token.id);
        for (const RowItem& item : result_->cut) pieces += (pieces.empty() ? "" : "|") + item.text;
    }
    state.add("tokens_ids", ids);
    state.add("tokens_pieces", pieces);
    state.add("tokens_selected", std::to_string(token() + 1));
    state.add("tokens_step", std::to_string(step()));
    state.add("tokens_steps", std::to_string(result_ ? result_->step_count(piece()) : 0));
    state.add("tokens_says", result_ && token() >= 0 ? step_text() : "");
    state.add("tokens_normalized_say", result_ && tokenizer_->pretrained() != nullptr ? normalized_text() : "");
    state.add("tokens_pieces_say", result_ && tokenizer_->pretrained() != nullptr ? pieces_text() : "");
    state.add("tokens_rows_left_out", left_out_.rows);
    state.add("tokens_left_out", std::to_string(left_out_.before) + "|" + std::to_string(left_out_.after));
    state.add("tokens_bytes_say", result_ && token() >= 0 ? bytes_text() : "");
    state.add("tokens_from", result_ && token() >= 0 ? origin_text() : "");
    state.add("tokens_sentence", sentence());
    state.add("tokens_meanings", meanings_);
    state.add("tokens_merge_labels", merge_labels_);
    state.add("tokens_marked", marked_);
    state.add("tokens_before", previous_ ? std::to_string(previous_->whole.size()) : "");
    state.add("tokens_differ", std::to_string(std::ranges::count_if(compared_, &RowItem::marked)));
    state.add("tokens_looked_up", std::to_string(question_.id));
    state.add("tokens_found", answer_ ? std::to_string(answer_->result.found.size()) : "");
    state.add("tokens_nearest",
              answer_ && !answer_->result.nearest.empty() ? std::to_string(answer_->result.nearest.front().id) : "");
}

std::vector<NamedNumber> TokensPage::numbers() const {
    if (!result_ || result_->whole.empty()) return {};
    std::vector<NamedNumber> all{{"tokens", static_cast<double>(result_->whole.size())},
                                 {"characters", static_cast<double>(result_->characters)},
                                 {"token", static_cast<double>(token() + 1)},
                                 {"id", static_cast<double>(result_->whole[static_cast<std::size_t>(token())].id)},
                                 {"step", static_cast<double>(step())},
                                 {"steps", static_cast<double>(result_->step_count(piece()))}};
    if (tokenizer_->pretrained() != nullptr) all.push_back({"pieces", static_cast<double>(result_->pieces.size())});
    return all;
}

}  // namespace glassformer
