#include "app/views/experiments/tokens/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "core/base/number_text.h"
#include "core/text/character_tokenizer.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

namespace say = texts::tokens_page;

constexpr double most_of_control = 100000;  // of a control, before a text limits it
constexpr double play_pause = 0.6;          // seconds
constexpr double longest_frame = 1;         // seconds; where none was drawn for longer, the page was left
constexpr std::size_t most_nearest = 8;

std::string whole_count(double number) { return std::to_string(std::lround(number)); }

std::span<const ExperimentKnob> tokens_knobs() {
    static const auto has_steps = [](const KnobValues& values) {
        return values.high({.id = "step", .high = most_of_control}) > 0;
    };
    static const std::vector<ExperimentKnob> knobs{{.id = "token",
                                                    .label = say::token,
                                                    .hint = say::token_hint,
                                                    .low = 1,
                                                    .high = most_of_control,
                                                    .first = 1,
                                                    .text = whole_count},
                                                   {.id = "step",
                                                    .label = say::step,
                                                    .hint = say::step_hint,
                                                    .low = 0,
                                                    .high = most_of_control,
                                                    .first = 0,
                                                    .text = whole_count,
                                                    .shows = has_steps}};
    return knobs;
}

std::string counted(std::size_t count, const char* one, const char* more) {
    return count == 1 ? one : fmt::format(fmt::runtime(more), thousands(count));
}

std::string kind_text(const Tokenizer& tokenizer) {
    if (const PretrainedTokenizer* pretrained = tokenizer.pretrained()) return std::string(pretrained->model().kind());
    return {};
}

}  // namespace

extern const ExperimentRow tokens_experiment{
    .name = "tokens",
    .place = 95,
    .title = say::title,
    .question = say::question,
    .make = [](const ViewServices& services) -> std::unique_ptr<ExperimentPage> {
        return std::make_unique<TokensPage>(services);
    }};

TokensPage::TokensPage(const ViewServices& services)
    : ExperimentPage(tokens_knobs()), wake_(services.session_options().wake) {}

/// Token 0: none was selected yet, so it is the first one of the text.
ViewValues TokensPage::save() const {
    if (playing_) return playing_->before;
    ViewValues kept = ExperimentPage::save();
    if (is_unselected()) kept["token"] = value_text(0.0F);
    return kept;
}

void TokensPage::load(const ViewValues& from) {
    playing_.reset();
    ExperimentPage::load(from);
    loaded_ = from.contains("step");
    if (!from.contains("token")) return;
    unselected_ = ViewReader(from).number("token", 1, 0, 0) == 0;
    if (unselected_) select_first();
}

bool TokensPage::is_unselected() const { return unselected_ && values().kept("token") == first_token_; }

void TokensPage::select_first() {
    first_token_ = first_of_text() + 1;
    values().set("token", first_token_);
}

int TokensPage::token() const {
    if (!shown_ || shown_->whole.empty()) return -1;
    return std::clamp(values().whole("token"), 1, static_cast<int>(shown_->whole.size())) - 1;
}

int TokensPage::piece() const {
    const int at = token();
    return at < 0 ? -1 : shown_->piece_of[static_cast<std::size_t>(at)];
}

int TokensPage::step() const { return shown_ ? std::clamp(values().whole("step"), 0, shown_->step_count(piece())) : 0; }

void TokensPage::choose(int token) {
    values().set("token", token + 1);
    if (!shown_ || token < 0) return;
    question_.id = shown_->whole[static_cast<std::size_t>(token)].id;
    if (piece() == piece_before_) return;
    piece_before_ = piece();
    values().limit("step", shown_->step_count(piece_before_));
    values().set("step", 0);
}

/// A token of the text, not one that is around it, where there is one.
int TokensPage::first_of_text() const {
    if (!shown_) return 0;
    const auto at = std::ranges::find_if(shown_->piece_of, [](int piece) { return piece >= 0; });
    return at == shown_->piece_of.end() ? 0 : static_cast<int>(at - shown_->piece_of.begin());
}

/// Which part of the text the selected token comes from.
std::string TokensPage::origin_text() const {
    const int number = token() + 1;
    const EncodedToken& from = shown_->whole[static_cast<std::size_t>(token())];
    if (from.added_around || from.begin == from.end) return fmt::format(say::from_nothing, number);
    const auto begins = [this](std::size_t at) {
        return at >= shown_->text.size() || (static_cast<unsigned char>(shown_->text[at]) & 0xC0U) != 0x80U;
    };
    if (!begins(from.begin) || !begins(from.end))
        return from.begin + 1 == from.end ? fmt::format(say::from_byte, number, from.end)
                                          : fmt::format(say::from_bytes, number, from.begin + 1, from.end);
    const auto characters = [&](std::size_t end) {
        std::size_t count = 0;
        for (std::size_t at = 0; at < end; ++at) count += begins(at) ? 1U : 0U;
        return count;
    };
    const std::size_t first = characters(from.begin) + 1, last = characters(from.end);
    const std::string spelled = visible_text(shown_->text.substr(from.begin, from.end - from.begin));
    return first == last ? fmt::format(say::from_character, number, spelled, first)
                         : fmt::format(say::from_characters, number, spelled, first, last);
}

void TokensPage::set_step(int step) {
    if (shown_) values().set("step", std::clamp(step, 0, shown_->step_count(piece())));
}

/// One step on or back; behind the last step of a piece the next piece, before the first one the piece before.
bool TokensPage::advance(int by) {
    if (token() < 0) return false;
    const int count = shown_->step_count(piece());
    if (step() + by >= 0 && step() + by <= count) {
        set_step(step() + by);
        return true;
    }
    const int now = piece();
    int next = token() + by;
    while (now >= 0 && next >= 0 && next < static_cast<int>(shown_->whole.size()) &&
           shown_->piece_of[static_cast<std::size_t>(next)] == now)
        next += by;
    if (next < 0 || next >= static_cast<int>(shown_->whole.size())) return false;
    choose(next);
    set_step(by > 0 ? 0 : shown_->step_count(piece()));
    return true;
}

bool TokensPage::run(Command command, ViewContext& context) {
    context.ui.keep_awake();
    if (command == Command::step_forward || command == Command::step_back) {
        playing_.reset();
        return advance(command == Command::step_forward ? 1 : -1);
    }
    if (command != Command::play || token() < 0) return false;
    if (playing_) {
        playing_.reset();
        return true;
    }
    const ViewValues before = save();
    if (!advance(1)) {
        choose(first_of_text());
        set_step(0);
    }
    playing_ = Playing{before, token(), step(), context.ui.now + play_pause};
    return true;
}

/// Stops at the end, where something else was selected, and where the page was left in between.
void TokensPage::animate(ViewContext& context) {
    if (!playing_) return;
    const double now = context.ui.now;
    if (token() != playing_->token || step() != playing_->step) return playing_.reset();
    if (!context.preferences.moves()) {  // all steps of the piece at once
        set_step(shown_->step_count(piece()));
        return playing_.reset();
    }
    if (now > playing_->next + longest_frame) return playing_.reset();
    context.ui.keep_awake();
    if (now < playing_->next) return;
    if (!advance(1)) return playing_.reset();
    playing_->token = token();
    playing_->step = step();
    playing_->next = now + play_pause;
}

bool TokensPage::done() const {
    if (!tokenizer_) return true;
    return shown_ && asked_tokenizer_ == tokenizer_.get() && asked_text_ == wanted_ && tokenizing_.idle() && answer_ &&
           answer_->of == question_;
}

void TokensPage::follow(ViewContext& context) {
    const Inputs& inputs = context.session.inputs();
    const auto& current = context.shown.current;
    if (current && current->inputs().model == inputs.model) {
        model_ = current->model_pointer();
        tokenizer_ = model_->tokenizer;
    }
    if (!tokenizer_) {
        shown_.reset();
        return;
    }
    follow_text(inputs.text);
    if (!shown_) return;
    values().limit("token", std::max<double>(1, static_cast<double>(shown_->whole.size())));
    const int now = piece();
    const bool kept = loaded_;
    if (tokenizing_.idle() && texts_->get() == shown_) loaded_ = false;  // else another text is on its way
    if (now != piece_before_ && !kept) values().set("step", 0);
    piece_before_ = now;
    animate(context);
    values().limit("step", shown_->step_count(piece()));
    if (const int at = token(); std::exchange(token_before_, at) != at && at >= 0)
        question_.id = shown_->whole[static_cast<std::size_t>(at)].id;
    follow_question();
}

void TokensPage::follow_text(const std::string& text) {
    wanted_ = text;
    if (shown_ && shown_->tokenizer != tokenizer_) {  // another model was opened
        shown_.reset();
        previous_.reset();
    }
    if (const auto made = texts_->get(); made && made != shown_ && made->tokenizer == tokenizer_) {
        previous_ = shown_;
        shown_ = made;
        unselected_ = is_unselected();
        values().limit("token", std::max<double>(1, static_cast<double>(shown_->whole.size())));
        if (unselected_) select_first();
        if (const int at = token(); at >= 0) question_.id = shown_->whole[static_cast<std::size_t>(at)].id;
    }
    if (!tokenizing_.idle() || (asked_tokenizer_ == tokenizer_.get() && asked_text_ == text)) return;
    asked_tokenizer_ = tokenizer_.get();
    asked_text_ = text;
    tokenizing_.start([slot = texts_, tokenizer = tokenizer_,
                       text](const std::atomic<bool>&) { slot->set(tokenized_text(tokenizer, text)); },
                      wake_);
}

/// Searches the vocabulary and compares embeddings beside the frames.
void TokensPage::follow_question() {
    if (const auto made = answers_->get(); made && made != answer_) answer_ = made;
    question_.tokenizer = tokenizer_.get();
    if (asked_ == question_ && answer_ && answer_->of == question_) return;
    if (!looking_.idle()) {
        if (asked_ != question_) looking_.stop();
        return;
    }
    asked_ = question_;
    looking_.start(
        [slot = answers_, tokenizer = tokenizer_, model = model_, of = question_](const std::atomic<bool>& stopped) {
            const auto made = std::make_shared<Answer>();
            made->of = of;
            const bool is_number = !of.search.empty() && of.search.size() < 9 &&
                                   std::ranges::all_of(of.search, [](char c) { return c >= '0' && c <= '9'; });
            const int number = is_number ? std::stoi(of.search) : -1;
            if (number >= 0 && number < tokenizer->size()) made->found.push_back(number);
            for (int id = 0; id < tokenizer->size() && !of.search.empty(); ++id) {
                if (stopped) return;
                if (id != number && tokenizer->token(id).find(of.search) != std::string::npos)
                    made->found.push_back(id);
            }
            if (of.id >= 0 && of.id < tokenizer->size()) {
                const PretrainedTokenizer* const pretrained = tokenizer->pretrained();
                made->bytes = pretrained != nullptr ? pretrained->bytes(of.id) : tokenizer->token(of.id);
                for (const char* const name : {"embed.tokens.weight", "encoder.embed.tokens.weight"})
                    if (const Parameter* embedding = model->weights.find(name); embedding != nullptr)
                        made->nearest = nearest_embeddings(embedding->view(), of.id, most_nearest, stopped);
            }
            if (!stopped) slot->set(made);
        },
        wake_);
}

std::string TokensPage::sentence() const {
    if (!model_) return say::no_model;
    if (!tokenizer_) return say::no_tokenizer;
    if (!shown_) return say::waiting;
    if (!shown_->error.empty()) return shown_->error;
    if (shown_->whole.empty()) return say::no_text;
    std::string kind = kind_text(*tokenizer_);
    if (kind.empty())
        kind = dynamic_cast<const CharacterTokenizer*>(tokenizer_.get()) != nullptr ? say::kind_character
                                                                                    : say::kind_words;
    const auto around = static_cast<std::size_t>(std::ranges::count_if(shown_->whole, &EncodedToken::added_around));
    std::string text =
        fmt::format(say::sentence, kind, counted(shown_->characters, say::one_character, say::more_characters),
                    counted(shown_->whole.size() - around, say::one_token, say::more_tokens),
                    around == 0 ? "" : counted(around, say::around_one, say::around_more));
    if (shown_->text.size() < shown_->bytes)
        text += fmt::format(say::cut_short, thousands(shown_->text.size()), thousands(shown_->bytes));
    return text;
}

float TokensPage::after_steps() const {
    const bool published = tokenizer_ && tokenizer_->pretrained() != nullptr;
    return tall_row_high + 2 * row_high + (published ? 2 * row_high + tall_row_high : 0) + 1;
}

float TokensPage::least_height(float width) const {
    const bool beside = width > wide_enough;
    const float least = beside ? 34 : 60;
    if (!is_low_for(least)) return least;
    return *in_sight() + after_steps() + (beside ? 0 : vocabulary_high);
}

void TokensPage::rows_before_steps(ViewContext& context, Rect& area) {
    if (tokenizer_->pretrained() == nullptr) return;
    row(context, area,
        {"normalized", say::normalized_row,
         !shown_->normalization_changed ? say::normalized_same
         : shown_->normalization_marked ? say::normalized_says
                                        : say::normalized_shorter,
         true},
        shown_->normalized, false);
    row(context, area,
        {"pieces", say::pieces_row,
         shown_->pieces.size() == 1 ? std::string(say::piece_one)
                                    : fmt::format(say::pieces_says, thousands(shown_->pieces.size()))},
        shown_->cut, true);
    bytes_row(context, area);
}

void TokensPage::rows_after_steps(ViewContext& context, Rect area) {
    row(context, area, {"ids", say::tokens_row, shown_->segments ? say::tokens_segments : say::tokens_says},
        shown_->tokens, false, true);
    if (previous_ && previous_->error.empty()) before(context, area);
}

/// In a low window the model's steps come first, then the rows.
void TokensPage::draw(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    if (!shown_ || shown_->whole.empty()) return;
    Rect rest = area;
    const bool beside = area.w > wide_enough * em, low = is_low_for(beside ? 34 : 60);
    const Rect side = beside ? rest.take_right(19 * em) : rest.take_bottom(vocabulary_high * em);
    if (beside) rest.take_right(1.2F * em);
    vocabulary(context, side);
    const Row typed{"typed", say::text_row, fmt::format(say::text_says, origin_text())};
    if (low) {
        const Rect seen = rest.take_top(*in_sight() * em);
        context.targets.put(first_picture, seen);
        model_steps(context, seen);
        row(context, rest, typed, shown_->typed, false);
        rows_after_steps(context, rest.take_top((tall_row_high + row_high) * em));
        rows_before_steps(context, rest);
        return;
    }
    Rect first = rest;
    row(context, first, typed, shown_->typed, false);
    rows_before_steps(context, first);
    const float ids_high = (previous_ && previous_->error.empty() ? tall_row_high + row_high : tall_row_high) * em;
    // Words and characters have no steps: their ids follow at once.
    Rect steps = tokenizer_->pretrained() == nullptr ? first.take_top(6 * em) : first;
    Rect ids = tokenizer_->pretrained() == nullptr ? first : steps.take_bottom(ids_high);
    context.targets.put(first_picture, steps);
    model_steps(context, steps);
    rows_after_steps(context, ids);
}

void TokensPage::describe(State& state) const {
    state.add("tokens_done", done());
    state.add("tokens_kind", tokenizer_ ? kind_text(*tokenizer_) : "");
    std::string ids, pieces;
    if (shown_) {
        for (const EncodedToken& token : shown_->whole) ids += (ids.empty() ? "" : ",") + std::to_string(token.id);
        for (const RowItem& item : shown_->cut) pieces += (pieces.empty() ? "" : "|") + item.text;
    }
    state.add("tokens_ids", ids);
    state.add("tokens_pieces", pieces);
    state.add("tokens_selected", std::to_string(token() + 1));
    state.add("tokens_step", std::to_string(step()));
    state.add("tokens_steps", std::to_string(shown_ ? shown_->step_count(piece()) : 0));
    state.add("tokens_says", shown_ && token() >= 0 ? step_text() : "");
    state.add("tokens_from", shown_ && token() >= 0 ? origin_text() : "");
    state.add("tokens_before", previous_ ? std::to_string(previous_->whole.size()) : "");
    state.add("tokens_looked_up", std::to_string(question_.id));
    state.add("tokens_found", answer_ ? std::to_string(answer_->found.size()) : "");
    state.add("tokens_nearest",
              answer_ && !answer_->nearest.empty() ? std::to_string(answer_->nearest.front().id) : "");
}

std::vector<NamedNumber> TokensPage::numbers() const {
    if (!shown_ || shown_->whole.empty()) return {};
    std::vector<NamedNumber> all{{"tokens", static_cast<double>(shown_->whole.size())},
                                 {"characters", static_cast<double>(shown_->characters)},
                                 {"token", static_cast<double>(token() + 1)},
                                 {"id", static_cast<double>(shown_->whole[static_cast<std::size_t>(token())].id)},
                                 {"step", static_cast<double>(step())},
                                 {"steps", static_cast<double>(shown_->step_count(piece()))}};
    if (tokenizer_->pretrained() != nullptr) all.push_back({"pieces", static_cast<double>(shown_->pieces.size())});
    return all;
}

}  // namespace glassformer
