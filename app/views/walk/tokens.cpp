#include "app/views/walk/tokens.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/paint/visible_text.h"
#include "app/paint/written_order.h"
#include "app/pictures/board/token_text.h"
#include "app/views/shared/edits_that_fit.h"
#include "app/views/shared/menus.h"
#include "app/views/walk/texts.h"
#include "app/views/walk/token_lines.h"
#include "app/widgets/movable.h"
#include "core/base/error.h"
#include "core/model/model.h"
#include "core/session/edit_text.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

/// The tokens of the rows of the stage shown, or null where rows are something else.
const std::vector<TokenLabel>* row_tokens(const Evaluation& evaluation, int record) {
    if (record < 0) return nullptr;
    const Record& at = evaluation.trace().record(record);
    const int dimension = at.shape.rank() - 2;
    if (dimension < 0) return nullptr;
    const Axis axis = at.shape.axis(dimension);
    if (axis != Axis::position && axis != Axis::query && axis != Axis::key) return nullptr;
    return &evaluation.tokens_along(at, axis);
}

/// Row `token` of the stage shown; where that is one step's, the same stage of the token's step.
void choose_token(const Evaluation& evaluation, Cursor& cursor, int record, int token) {
    const Trace& trace = evaluation.trace();
    const Record& at = trace.record(record);
    if (at.site.step >= 0)
        for (const int id : trace.stages()) {
            const Record& other = trace.record(id);
            if (other.stage == at.stage && other.site.stack == at.site.stack && other.site.block == at.site.block &&
                other.site.step == token)
                go_to(trace, cursor, id);
        }
    cursor.row = at.site.step >= 0 ? 0 : token;
    cursor.locked = true;
    keep_valid(trace, cursor);
}

/// A token id as the vocabulary of the text, or of the target, spells it.
std::string vocabulary_text(const Evaluation& evaluation, int id, bool target) {
    const Model& model = evaluation.model();
    const auto& tokenizer = target && model.target_tokenizer ? model.target_tokenizer : model.tokenizer;
    return tokenizer->token(id);
}

std::string id_of(bool target, int token) { return (target ? "target token " : "text token ") + std::to_string(token); }

const std::vector<TokenLabel>& tokens_of(const Evaluation& evaluation, bool target) {
    return target ? evaluation.target_tokens() : evaluation.tokens();
}

bool right_to_left(const TokenLabel& token) {
    try {
        return is_right_to_left(token.text);
    } catch (const Error&) {
        return false;  // a piece of a letter
    }
}

bool has_segments(const Evaluation& evaluation, bool target) {
    return !target && evaluation.model().config.token_types > 1;
}

constexpr float max_lines = 3;  // that are seen without scrolling

/// Rectangles for the chips of the text, and for those of the target beside them (empty without a target).
std::pair<Rect, Rect> halves(const ViewContext& context, const Rect& area) {
    Rect left = area.inset(1.0F * context.ui.em, 0);
    if (context.shown.current->target_tokens().empty()) return {left, {}};
    const Rect right = left.take_right((left.w - context.ui.em) / 2);
    left.w -= context.ui.em;
    return {left, right};
}

}  // namespace

float TokenStrip::height(const ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    if (!context.shown.current) return 2.2F * em;
    const auto [text, translation] = halves(context, area);
    const TokenLines lines = token_lines(context.ui.painter, context.shown.current->tokens(), text.w,
                                         has_segments(*context.shown.current, false));
    float height = lines.height();
    if (translation.w > 0)
        height = std::max(
            height, token_lines(context.ui.painter, context.shown.current->target_tokens(), translation.w).height());
    const float shown = std::clamp(std::floor((area.h - 14 * em) / (6 * em)), 1.0F, max_lines);
    return std::min(height, 0.5F * em + shown * (lines.chip + lines.below) + (shown - 1) * lines.gap);
}

/// Sets the text that is made; says why where it cannot be made.
bool TokenStrip::change(ViewContext& context, bool target, const std::function<std::string()>& text) const {
    // The tokens that are seen are not yet those of the newest text.
    if (context.shown.stale && context.shown.error.empty()) return false;
    try {
        Inputs inputs = context.session.inputs();
        (target ? inputs.target : inputs.text) = text();
        inputs.edits =
            edits_that_fit(*context.shown.current, inputs.edits, target ? inputs.target : inputs.text, target);
        if (inputs == context.session.inputs()) return false;
        context.session.set(std::move(inputs));
        context.ui.keep_awake();
        return true;
    } catch (const Error& error) {
        context.notice = error.what();
        return false;
    }
}

void TokenStrip::take_out(ViewContext& context, int token, bool target) const {
    const Evaluation& evaluation = *context.shown.current;
    if (tokens_of(evaluation, target).size() < 2)
        context.notice = texts::walk::only_token;
    else
        change(context, target, [&] { return replace_token(evaluation, token, "", target); });
}

void TokenStrip::start_edit(ViewContext& context, int token, bool target) {
    edited_ = token;
    in_target_ = target;
    text_ = tokens_of(*context.shown.current, target)[static_cast<std::size_t>(token)].text;
    const Model& model = context.shown.current->model();
    words_.open(target && model.target_tokenizer ? model.target_tokenizer : model.tokenizer, text_);
    // Spaces that belong to the token are seen as such on the chip, and stay as they are.
    focus_text_field(context.ui, "token edit");
}

void TokenStrip::field(ViewContext& context, const Rect& area, const Rect& chip, bool target) {
    Ui& ui = context.ui;
    Rect place{chip.x, chip.y, std::max(chip.w, 7 * ui.em), chip.h};
    place.x = std::clamp(place.x, area.x, std::max(area.x, area.right() - place.w));
    place = place.snapped();
    context.targets.put("token edit", place);
    const TextEvent event = text_field(ui, "token edit", place, text_, texts::walk::token_field);
    const int token = edited_;
    const std::optional<std::string> clicked = words_.draw(context, place, text_);
    const std::optional<std::string> word = clicked ? clicked : words_.chosen(text_);
    if (event == TextEvent::submitted && !word) {  // stays open: it is not in the vocabulary, as the list says
        focus_text_field(ui, "token edit");
    } else if (event == TextEvent::submitted || clicked) {
        edited_ = -1;
        if (word->empty())
            take_out(context, token, target);
        else
            change(context, target, [&] { return replace_token(*context.shown.current, token, *word, target); });
    } else if (event == TextEvent::cancelled ||
               (ui.input.pressed(Button::left) && !place.inset(-4).contains(ui.input.mouse) &&
                !words_.holds(ui.input.mouse))) {
        edited_ = -1;
    }
}

void TokenStrip::draw_chip(ViewContext& context, const Chip& chip, const TokenLabel& token, bool numbers, bool chosen,
                           bool target) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, pad = 0.45F * em;
    const std::string id = id_of(target, chip.token);
    context.targets.put(id, chip.rect);
    const Region touched = region(ui, id, chip.rect, true);
    const KeysOfMovable keys = movable(ui, id, chip.rect);
    const bool dragged = dragged_ == chip.token && in_target_ == target;
    painter.fill(chip.rect, touched.hovered ? ui.theme.control_hot : ui.theme.control.faded(dragged ? 0.4F : 1),
                 0.3F * em);
    painter.stroke(chip.rect, chosen ? ui.theme.accent : ui.theme.border, chosen ? 2.0F : 1.0F, 0.3F * em);
    if (touched.focused) painter.stroke(chip.rect.inset(-1), ui.theme.text, 1.5F, 0.35F * em);
    if (token.unknown) painter.stroke(chip.rect, ui.theme.warning, 1.5F, 0.3F * em);
    const float ink = dragged ? 0.4F : 1;
    token_in(painter, chip.rect.inset(pad, 0), visible_text(token.text),
             {.colour = ui.theme.text.faded(ink), .size = em::small}, token.unknown);
    if (numbers)
        text_in(painter, chip.rect.inset(pad, 0), std::to_string(chip.token + 1),
                {.colour = ui.theme.muted.faded(ink), .size = em::small, .align = Align::right});
    const Evaluation& evaluation = *context.shown.current;
    if (touched.hovered && (token.unknown || dragged_ < 0)) {
        std::string said = token.unknown ? fmt::format(texts::walk::unknown_token, isolated(token.text),
                                                       vocabulary_text(evaluation, token.id, target))
                                         : fmt::format(texts::walk::token_id, chip.token + 1, token.id);
        if (right_to_left(token)) said += "\n" + std::string(texts::walk::right_to_left);
        tooltip(ui, chip.rect, said);
    }
    const int record = record_at(evaluation.trace(), context.cursor);
    if (touched.focused) focused_chip_ = chip.rect;
    if (touched.clicked || touched.right_clicked) {
        before_click_ = context.cursor;
        give_keyboard(ui, id, false);
    }
    if (touched.clicked || touched.right_clicked || touched.focused) {
        selected_ = chip.token;
        selected_in_target_ = target;
    }
    if (touched.right_clicked && !context.original) open_token_menu(context, touched.mouse);
    if ((touched.clicked || touched.activated) && row_tokens(evaluation, record) == &tokens_of(evaluation, target))
        choose_token(evaluation, context.cursor, record, chip.token);
    if (context.original) return;
    // The first click of the two chose a row; who edits a token goes on watching the cell chosen before.
    if (touched.double_clicked && before_click_) context.cursor = *std::exchange(before_click_, std::nullopt);
    const bool asked = chip.token == selected_ && target == selected_in_target_;
    const TokenAction action = asked ? std::exchange(asked_, TokenAction::none) : TokenAction::none;
    if (touched.double_clicked || keys.edited || action == TokenAction::edit) start_edit(context, chip.token, target);
    if (keys.erased || action == TokenAction::erase) take_out(context, chip.token, target);
    const int by = keys.by + (action == TokenAction::move_right ? 1 : 0) - (action == TokenAction::move_left ? 1 : 0);
    if (by != 0) {
        by_key_ = {chip.token, by};
        in_target_ = target;
    }
    if (touched.dragging && dragged_ < 0 && !dropped_ && !editing() && !ui.input.is_down(Button::middle)) {
        dragged_ = chip.token;
        in_target_ = target;
    }
}

/// The token's segment below its chip; a click puts it and all behind it into the next one.
void TokenStrip::draw_segment(ViewContext& context, const Chip& chip, float height) const {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const auto at = static_cast<std::size_t>(chip.token);
    const auto type_in = [at](const std::vector<int>& types) { return at < types.size() ? types[at] : 0; };
    const int count = evaluation.model().config.token_types, type = type_in(evaluation.inputs().token_types);
    const int next = (type + 1) % count;
    const Rect place = Rect{chip.rect.x, chip.rect.bottom(), chip.rect.w, height}.inset(0, 1);
    const std::string id = fmt::format("text segment {}", chip.token);
    context.targets.put(id, place);
    const Region touched = region(ui, id, place, !context.original);
    const float strength = 0.45F * static_cast<float>(type) / static_cast<float>(count - 1);
    ui.painter.fill(place, mix(ui.theme.background, ui.theme.accent, touched.hovered ? strength + 0.15F : strength),
                    0.2F * ui.em);
    if (touched.focused) ui.painter.stroke(place, ui.theme.text, 1.5F, 0.2F * ui.em);
    const std::string whole = fmt::format(texts::walk::segment, type), brief = std::to_string(type);
    const bool fits = ui.painter.measure(whole, em::small).width + 2 < place.w;
    text_in(ui.painter, place, fits ? whole : brief,
            {.colour = type == 0 ? ui.theme.muted : ui.theme.text, .size = em::small, .align = Align::centre});
    if (context.original) return;
    if (touched.hovered) {
        *ui.cursor = CursorShape::hand;
        tooltip(ui, place, fmt::format(texts::walk::segment_hint, type, next));
    }
    if (!touched.clicked && !touched.activated) return;
    Inputs inputs = context.session.inputs();
    inputs.token_types.resize(evaluation.tokens().size(), 0);
    std::fill(inputs.token_types.begin() + chip.token, inputs.token_types.end(), next);
    while (!inputs.token_types.empty() && inputs.token_types.back() == 0) inputs.token_types.pop_back();
    context.session.set(std::move(inputs));
    ui.keep_awake();
}

/// Runs after all chips are drawn: the keyboard focus goes with the token, and the next chip would take the same key.
void TokenStrip::move_by_key(ViewContext& context, bool target) {
    const std::pair<int, int> moved = std::exchange(by_key_, {-1, 0});
    const int from = moved.first, by = moved.second;
    const Evaluation& evaluation = *context.shown.current;
    const int to = std::clamp(from + by, 0, static_cast<int>(tokens_of(evaluation, target).size()) - 1);
    if (change(context, target, [&] { return move_token(evaluation, from, to, target); }))
        give_keyboard(context.ui, id_of(target, to));
}

void TokenStrip::ask(ViewContext& context, TokenAction action) {
    const auto count = static_cast<int>(tokens_of(*context.shown.current, selected_in_target_).size());
    if (selected_ < 0 || selected_ >= count) {
        context.notice = texts::walk::select_token;
        return;
    }
    asked_ = action;
    context.ui.keep_awake();
}

bool TokenStrip::drop() {
    if (dragged_ < 0) return false;
    dragged_ = -1;
    return dropped_ = true;
}

/// The token in the hand, and where it would land; lets go of it.
void TokenStrip::drag(ViewContext& context, const Rect& area, const std::vector<Chip>& chips, bool target) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto held = std::ranges::find(chips, dragged_, &Chip::token);
    if (held == chips.end() || ui.input.pressed_even_typing(Key::escape)) {
        drop();
        return;
    }
    const float x = std::clamp(ui.input.mouse.x, area.x, area.right());
    const float y = std::clamp(ui.input.mouse.y, chips.front().rect.y, chips.back().rect.bottom() - 1);
    int lands = chips.front().token;
    Rect mark = chips.front().rect.moved({-0.15F * em, 0});
    for (const Chip& chip : chips) {  // as they are read: line by line
        const bool before = chip.rect.bottom() <= y || (chip.rect.y <= y && chip.rect.centre().x < x);
        if (chip.token == dragged_ || !before) continue;
        lands = chip.token < dragged_ ? chip.token + 1 : chip.token;
        mark = chip.rect.moved({chip.rect.w + 0.15F * em, 0});
    }
    if (!ui.input.is_down(Button::left)) {
        const int from = std::exchange(dragged_, -1);
        if (lands != from)
            change(context, target, [&] { return move_token(*context.shown.current, from, lands, target); });
        return;
    }
    ui.keep_awake();
    *ui.cursor = CursorShape::move;
    ui.painter.fill(Rect{mark.x - 1.5F, mark.y - 0.2F * em, 3, mark.h + 0.4F * em}.snapped(), ui.theme.accent);
    const Rect ghost = held->rect.moved({x - held->rect.centre().x, y - held->rect.centre().y}).snapped();
    ui.painter.fill(ghost, ui.theme.control_hot.faded(0.85F), 0.3F * em);
    ui.painter.stroke(ghost, ui.theme.accent, 1.5F, 0.3F * em);
    const TokenLabel& token = tokens_of(*context.shown.current, target)[static_cast<std::size_t>(dragged_)];
    text_in(ui.painter, ghost.inset(0.45F * em, 0), visible_text(token.text),
            {.colour = ui.theme.text, .size = em::small});
}

void TokenStrip::draw_tokens(ViewContext& context, const Rect& area, bool target) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Trace& trace = context.shown.current->trace();
    const std::vector<TokenLabel>& tokens = tokens_of(*context.shown.current, target);
    const int record = record_at(trace, context.cursor);
    const bool rows = row_tokens(*context.shown.current, record) == &tokens;
    const int step = record < 0 ? -1 : trace.record(record).site.step;
    const int chosen = rows && step >= 0 ? step : rows && context.cursor.locked ? context.cursor.row : -1;

    const bool segments = has_segments(*context.shown.current, target);
    TokenLines lines = token_lines(painter, tokens, area.w, segments);
    const bool scrolled = lines.height() > area.h + 1;
    Rect place = area;
    if (scrolled) {
        place = begin_scroll(ui, target ? "target tokens" : "text tokens", area);
        lines = token_lines(painter, tokens, place.w, segments);
    } else {
        painter.push_clip(area);
    }
    std::vector<Chip> chips;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        chips.push_back({static_cast<int>(i), lines.chips[i].moved(place.min()).snapped()});
    const int edited = in_target_ == target ? edited_ : -1;
    for (const Chip& chip : chips)
        if (chip.token != edited && chip.rect.intersect(area).h > 0)
            draw_chip(context, chip, tokens[static_cast<std::size_t>(chip.token)], lines.numbers, chip.token == chosen,
                      target);
    for (const Chip& chip : chips)
        if (segments && chip.rect.bottom() < area.bottom()) draw_segment(context, chip, lines.below);
    if (std::ranges::any_of(tokens, right_to_left)) direction_note(context, area, chips.back().rect);
    if (in_target_ == target && by_key_.first >= 0) move_by_key(context, target);
    if (in_target_ == target && edited_ >= 0) {
        const auto edits = std::ranges::find(chips, edited_, &Chip::token);
        if (edits == chips.end())
            edited_ = -1;
        else
            field(context, area, edits->rect, target);
    }
    if (dragged_ >= 0 && in_target_ == target && !chips.empty()) drag(context, area, chips, target);
    int& revealed = revealed_[target ? 1 : 0];
    if (scrolled) {
        if (chosen != revealed && chosen >= 0 && chosen < static_cast<int>(chips.size())) {
            const Rect& to = chips[static_cast<std::size_t>(chosen)].rect;
            reveal(ui, to.y - lines.gap, to.bottom() + lines.gap);
        }
        end_scroll(ui, place.y + lines.height());
    } else {
        painter.pop_clip();
    }
    revealed = chosen;
}

/// Right of the last chip, where there is room; the tooltips of the chips say it too.
void TokenStrip::direction_note(ViewContext& context, const Rect& area, const Rect& last) {
    Ui& ui = context.ui;
    const float x = last.right() + 0.8F * ui.em;
    if (x + ui.painter.measure(texts::walk::right_to_left, em::small).width > area.right()) return;
    const Rect place{x, last.y, area.right() - x, last.h};
    context.targets.put("direction note", place);
    text_in(ui.painter, place, texts::walk::right_to_left, {.colour = ui.theme.muted, .size = em::small});
}

void TokenStrip::draw(ViewContext& context, const Rect& area) {
    if (!context.shown.current) return;
    dropped_ = dropped_ && context.ui.input.is_down(Button::left);
    focused_chip_.reset();
    const auto [text, translation] = halves(context, area);
    if (translation.w > 0) draw_tokens(context, translation, true);
    draw_tokens(context, text, false);
}

}  // namespace glassformer
