#include "app/views/walk/tokens.h"

#include <algorithm>
#include <utility>

#include "app/views/top_bar.h"
#include "app/widgets/movable.h"
#include "app/widgets/visible_text.h"
#include "core/error.h"
#include "core/move_token.h"

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

std::string id_of(bool target, int token) { return (target ? "target token " : "text token ") + std::to_string(token); }

const std::vector<TokenLabel>& tokens_of(const Evaluation& evaluation, bool target) {
    return target ? evaluation.target_tokens() : evaluation.tokens();
}

}  // namespace

float TokenStrip::height(const ViewContext& context) { return 2.2F * context.ui.em; }

/// Sets the text that is made; says why where it cannot be made.
bool TokenStrip::change(ViewContext& context, bool target, const std::function<std::string()>& text) const {
    // The tokens that are seen are not yet those of the newest text.
    if (context.shown.old && context.shown.error.empty()) return false;
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
        context.notice = "The last token stays: there is nothing to compute without one";
    else
        change(context, target, [&] { return replace_token(evaluation, token, "", target); });
}

void TokenStrip::start_edit(ViewContext& context, int token, bool target) {
    edited_ = token;
    in_target_ = target;
    text_ = tokens_of(*context.shown.current, target)[static_cast<std::size_t>(token)].text;
    // Spaces that belong to the token are seen as such on the chip, and stay as they are.
    focus_text_field(context.ui, "token edit");
}

void TokenStrip::field(ViewContext& context, const Rect& area, const Rect& chip, bool target) {
    Ui& ui = context.ui;
    Rect place{chip.x, chip.y, std::max(chip.w, 7 * ui.em), chip.h};
    place.x = std::clamp(place.x, area.x, std::max(area.x, area.right() - place.w));
    place = place.snapped();
    context.targets.put("token edit", place);
    const TextEvent event = text_field(ui, "token edit", place, text_, "a token");
    const int token = edited_;
    if (event == TextEvent::submitted) {
        edited_ = -1;
        if (text_.empty())
            take_out(context, token, target);
        else
            change(context, target, [&] { return replace_token(*context.shown.current, token, text_, target); });
    } else if (event == TextEvent::cancelled ||
               (ui.input.pressed(Button::left) && !place.inset(-4).contains(ui.input.mouse))) {
        edited_ = -1;
    }
}

void TokenStrip::draw_chip(ViewContext& context, const Chip& chip, const TokenLabel& token, bool chosen, bool target) {
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
    if (chosen) painter.stroke(chip.rect, ui.theme.accent, 1.5F, 0.3F * em);
    if (touched.focused) painter.stroke(chip.rect.inset(-1), ui.theme.text, 1.5F, 0.35F * em);
    if (token.unknown) painter.stroke(chip.rect, ui.theme.warning, 1.5F, 0.3F * em);
    const float ink = dragged ? 0.4F : 1;
    text_in(painter, chip.rect.inset(pad, 0), visible_text(token.text),
            {.colour = (token.unknown ? ui.theme.warning : ui.theme.text).faded(ink), .size = em::small});
    text_in(painter, chip.rect.inset(pad, 0), std::to_string(token.id),
            {.colour = ui.theme.muted.faded(ink), .size = em::small, .align = Align::right});
    if (touched.hovered && token.unknown)
        tooltip(ui, chip.rect, "\"" + token.text + "\" is not in the vocabulary;\nthe model reads its unknown token.");
    const Evaluation& evaluation = *context.shown.current;
    const int record = record_at(evaluation.trace(), context.cursor);
    if ((touched.clicked || touched.activated) && row_tokens(evaluation, record) == &tokens_of(evaluation, target))
        choose_token(evaluation, context.cursor, record, chip.token);
    if (context.original) return;
    if (touched.double_clicked || keys.edited) start_edit(context, chip.token, target);
    if (keys.erased) take_out(context, chip.token, target);
    if (keys.by != 0) {
        by_key_ = {chip.token, keys.by};
        in_target_ = target;
    }
    if (touched.dragging && dragged_ < 0 && !editing() && !ui.input.is_down(Button::middle)) {
        dragged_ = chip.token;
        in_target_ = target;
    }
}

/// Behind the chips: the keyboard goes with the token, and the next chip would take the same key.
void TokenStrip::move_by_key(ViewContext& context, bool target) {
    const auto [from, by] = std::exchange(by_key_, {-1, 0});
    const Evaluation& evaluation = *context.shown.current;
    const int to = std::clamp(from + by, 0, static_cast<int>(tokens_of(evaluation, target).size()) - 1);
    if (change(context, target, [&] { return move_token(evaluation, from, to, target); }))
        give_keyboard(context.ui, id_of(target, to));
}

/// The token in the hand, and where it would land; lets go of it.
void TokenStrip::drag(ViewContext& context, const Rect& area, const std::vector<Chip>& chips, bool target) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto held = std::ranges::find(chips, dragged_, &Chip::token);
    if (held == chips.end() || ui.input.pressed_even_typing(Key::escape)) {
        dragged_ = -1;
        return;
    }
    const float x = std::clamp(ui.input.mouse.x, area.x, area.right());
    int lands = chips.front().token;
    float mark = chips.front().rect.x - 0.15F * em;
    for (const Chip& chip : chips) {
        if (chip.token == dragged_ || chip.rect.centre().x >= x) continue;
        lands = chip.token < dragged_ ? chip.token + 1 : chip.token;
        mark = chip.rect.right() + 0.15F * em;
    }
    if (!ui.input.is_down(Button::left)) {
        const int from = std::exchange(dragged_, -1);
        if (lands != from)
            change(context, target, [&] { return move_token(*context.shown.current, from, lands, target); });
        return;
    }
    ui.keep_awake();
    *ui.cursor = CursorShape::move;
    ui.painter.fill(Rect{mark - 1.5F, area.y, 3, area.h}.snapped(), ui.theme.accent);
    const Rect ghost = held->rect.moved({x - held->rect.centre().x, 0}).snapped();
    ui.painter.fill(ghost, ui.theme.control_hot.faded(0.85F), 0.3F * em);
    ui.painter.stroke(ghost, ui.theme.accent, 1.5F, 0.3F * em);
    const TokenLabel& token = tokens_of(*context.shown.current, target)[static_cast<std::size_t>(dragged_)];
    text_in(ui.painter, ghost.inset(0.45F * em, 0), visible_text(token.text),
            {.colour = ui.theme.text, .size = em::small});
}

void TokenStrip::draw_tokens(ViewContext& context, const Rect& area, bool target) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em, gap = 0.3F * em, pad = 0.45F * em;
    const Trace& trace = context.shown.current->trace();
    const std::vector<TokenLabel>& tokens = tokens_of(*context.shown.current, target);
    const int record = record_at(trace, context.cursor);
    const bool rows = row_tokens(*context.shown.current, record) == &tokens;
    const int step = record < 0 ? -1 : trace.record(record).site.step;
    const int chosen = rows && step >= 0 ? step : rows && context.cursor.locked ? context.cursor.row : -1;

    std::vector<float> widths;
    float total = 0;
    for (const TokenLabel& token : tokens) {
        const float text = painter.measure(visible_text(token.text), em::small).width;
        const float id = painter.measure(std::to_string(token.id), em::small).width;
        widths.push_back(std::max(2 * pad + text + 0.35F * em + id, 2 * em));
        total += widths.back() + gap;
    }
    // A long text is moved so that the chosen token is seen.
    float shift = 0;
    if (total > area.w && chosen >= 0) {
        float before = 0;
        for (int i = 0; i < chosen; ++i) before += widths[static_cast<std::size_t>(i)] + gap;
        shift = std::clamp(before - area.w / 2, 0.0F, total - area.w + 3 * em);
    }
    painter.push_clip(area);
    float x = area.x - shift;
    std::vector<Chip> chips;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Rect chip = Rect{x, area.y + 0.25F * em, widths[i], area.h - 0.5F * em}.snapped();
        x += widths[i] + gap;
        // The last may stand where the number of hidden ones would; a single one is cut off rather than left out.
        const float end = i + 1 < tokens.size() ? area.right() - 3 * em : area.right();
        if (chip.right() > end + 1 && i > 0) {
            text_in(painter, area, "+" + std::to_string(tokens.size() - i),
                    {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
            break;
        }
        if (chip.right() >= area.x) chips.push_back({static_cast<int>(i), chip});
    }
    const int edited = in_target_ == target ? edited_ : -1;
    for (const Chip& chip : chips)
        if (chip.token != edited)
            draw_chip(context, chip, tokens[static_cast<std::size_t>(chip.token)], chip.token == chosen, target);
    if (in_target_ == target && by_key_.first >= 0) move_by_key(context, target);
    if (in_target_ == target && edited_ >= 0) {
        const auto place = std::ranges::find(chips, edited_, &Chip::token);
        if (place == chips.end())
            edited_ = -1;
        else
            field(context, area, place->rect, target);
    }
    if (dragged_ >= 0 && in_target_ == target && !chips.empty()) drag(context, area, chips, target);
    painter.pop_clip();
}

void TokenStrip::draw(ViewContext& context, const Rect& area) {
    const Evaluation* evaluation = context.shown.current.get();
    if (evaluation == nullptr) return;
    Rect left = area.inset(1.0F * context.ui.em, 0);
    if (!evaluation->target_tokens().empty()) {
        const Rect right = left.take_right((left.w - context.ui.em) / 2);
        left.w -= context.ui.em;
        draw_tokens(context, right, true);
    }
    draw_tokens(context, left, false);
}

}  // namespace glassformer
