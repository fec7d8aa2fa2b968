// The selected token and the step of its piece: choosing, stepping, playing, and what a session file keeps.
#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "app/paint/visible_text.h"
#include "app/views/experiments/tokens/page.h"
#include "app/views/shared/view_values.h"

namespace glassformer {

namespace {

namespace strings = texts::tokens_page;

constexpr double play_pause = 0.6;   // seconds
constexpr double longest_frame = 1;  // seconds; where none was drawn for longer, the page was left

}  // namespace

/// Token 0: none was selected yet, so it is the one that is shown first. Looked up −1: the selected token.
ViewValues TokensPage::save() const {
    if (playing_) return playing_->before;
    ViewValues kept = ExperimentPage::save();
    if (is_unselected()) kept["token"] = value_text(0.0F);
    kept["search"] = value_text(question_.search);
    kept["looked_up"] = value_text(values().kept("token") == token_before_ ? looked_up_ : -1);
    return kept;
}

void TokensPage::load(const ViewValues& from) {
    playing_.reset();
    ExperimentPage::load(from);
    loaded_ = from.contains("step");
    const ViewReader read(from);
    question_.search = read.text("search", question_.search);
    looked_up_ = read.whole("looked_up", looked_up_, -1, std::numeric_limits<int>::max());
    if (from.contains("token")) unselected_ = read.number("token", 1, 0, 0) == 0;
    if (from.contains("token") && unselected_) select_first();
    token_before_ = values().kept("token");
}

bool TokensPage::is_unselected() const { return unselected_ && values().kept("token") == first_token_; }

void TokensPage::select_first() {
    const int first = first_to_show() + 1;
    if (values().kept("token") == token_before_) token_before_ = first;  // nobody selected another one
    first_token_ = first;
    values().set("token", first_token_);
}

int TokensPage::token() const {
    if (!result_ || result_->whole.empty()) return -1;
    return std::clamp(values().whole("token"), 1, static_cast<int>(result_->whole.size())) - 1;
}

int TokensPage::piece() const {
    const int at = token();
    return at < 0 ? -1 : result_->piece_of[static_cast<std::size_t>(at)];
}

int TokensPage::step() const {
    return result_ ? std::clamp(values().whole("step"), 0, result_->step_count(piece())) : 0;
}

void TokensPage::choose(int token) {
    values().set("token", token + 1);
    token_before_ = values().kept("token");
    look_up(-1);
    if (!result_ || token < 0 || piece() == piece_before_) return;
    piece_before_ = piece();
    values().limit("step", result_->step_count(piece_before_));
    values().set("step", all_steps);
}

/// −1: the selected token again.
void TokensPage::look_up(int id) {
    looked_up_ = id;
    const int at = token();
    question_.id = id >= 0 && tokenizer_ && id < tokenizer_->size() ? id
                   : at >= 0                                        ? result_->whole[static_cast<std::size_t>(at)].id
                                                                    : -1;
}

/// A token of the text, not one that is around it, where there is one.
int TokensPage::first_of_text() const {
    if (!result_) return 0;
    const auto at = std::ranges::find_if(result_->piece_of, [](int piece) { return piece >= 0; });
    return at == result_->piece_of.end() ? 0 : static_cast<int>(at - result_->piece_of.begin());
}

/// The first token of the piece that has the most to show: of merges the one with most of them, of longest matches the
/// first with several tokens, of a lattice the one with most tokens.
int TokensPage::first_to_show() const {
    if (!result_ || result_->pieces.empty()) return 0;
    const auto to_show = [](const ShownPiece& piece) {
        if (piece.piece != nullptr && std::holds_alternative<BpeSteps>(piece.piece->model))
            return piece.merges.merges();
        const auto more = static_cast<std::size_t>(piece.tokens - 1);
        return piece.piece != nullptr && std::holds_alternative<WordPieceSteps>(piece.piece->model)
                   ? std::min<std::size_t>(more, 1)
                   : more;
    };
    const auto most = std::ranges::max_element(result_->pieces, {}, to_show);
    return to_show(*most) > 0 ? most->first : first_of_text();
}

/// Which part of the text the selected token comes from.
std::string TokensPage::origin_text() const {
    const int number = token() + 1;
    const std::size_t all = result_->whole.size();
    const EncodedToken& from = result_->whole[static_cast<std::size_t>(token())];
    if (from.added_around || from.begin == from.end) return fmt::format(strings::from_nothing, number, all);
    const auto begins = [this](std::size_t at) {
        return at >= result_->text.size() || (static_cast<unsigned char>(result_->text[at]) & 0xC0U) != 0x80U;
    };
    if (!begins(from.begin) || !begins(from.end))
        return from.begin + 1 == from.end ? fmt::format(strings::from_byte, number, all, from.end)
                                          : fmt::format(strings::from_bytes, number, all, from.begin + 1, from.end);
    const auto characters = [&](std::size_t end) {
        std::size_t count = 0;
        for (std::size_t at = 0; at < end; ++at) count += begins(at) ? 1U : 0U;
        return count;
    };
    const std::size_t first = characters(from.begin) + 1, last = characters(from.end);
    const std::string spelled = visible_text(result_->text.substr(from.begin, from.end - from.begin));
    return first == last ? fmt::format(strings::from_character, number, all, spelled, first)
                         : fmt::format(strings::from_characters, number, all, spelled, first, last);
}

/// At the last one it stays there when another text has more steps.
void TokensPage::set_step(int step) {
    if (result_) values().set("step", step >= result_->step_count(piece()) ? all_steps : std::max(0, step));
}

/// One step on or back; behind the last step of a piece the next piece, before the first one the piece before.
bool TokensPage::advance(int by) {
    if (token() < 0) return false;
    const int count = result_->step_count(piece());
    if (step() + by >= 0 && step() + by <= count) {
        set_step(step() + by);
        return true;
    }
    const int now = piece();
    int next = token() + by;
    while (now >= 0 && next >= 0 && next < static_cast<int>(result_->whole.size()) &&
           result_->piece_of[static_cast<std::size_t>(next)] == now)
        next += by;
    if (next < 0 || next >= static_cast<int>(result_->whole.size())) return false;
    choose(next);
    set_step(by > 0 ? 0 : result_->step_count(piece()));
    return true;
}

bool TokensPage::run(Command command, ViewContext& context) {
    context.ui.keep_awake();
    const bool first = command == Command::first_stage, last = command == Command::last_stage;
    if (first || last || command == Command::step_forward || command == Command::step_back) {
        playing_.reset();
        if (!first && !last) return advance(command == Command::step_forward ? 1 : -1);
        set_step(first ? 0 : all_steps);
        return true;
    }
    if (command != Command::play || token() < 0) return false;
    if (playing_) {
        playing_.reset();
        return true;
    }
    play(context);
    return true;
}

/// From the step that is shown on; where all steps of the piece are done, from its first one.
void TokensPage::play(ViewContext& context) {
    const ViewValues before = save();
    const int count = result_->step_count(piece());
    const bool again = count > 0 && step() == count && context.preferences.moves();
    if (again) set_step(0);
    if (!again && !advance(1)) {
        choose(first_of_text());
        set_step(0);
    }
    playing_ = Playing{before, token(), step(), context.ui.now + play_pause};
}

/// Stops at the end, where something else was selected, and where the page was left in between.
void TokensPage::animate(ViewContext& context) {
    if (!playing_) return;
    const double now = context.ui.now;
    if (token() != playing_->token || step() != playing_->step) return playing_.reset();
    if (!context.preferences.moves()) {  // all steps of the piece at once
        set_step(result_->step_count(piece()));
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

}  // namespace glassformer
