#include "app/views/walk/cached_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/formula.h"
#include "app/paint/visible_text.h"
#include "app/pictures/charts/stage_page.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/shared/wording.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/generate/key_value_cache.h"
#include "core/model/model.h"
#include "core/tape/stage.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

/// "Scores (Block 1)"
std::string stage_place(const Trace& trace, const std::string& name) {
    const Record& of = trace.record(trace.find(name));
    const std::string block = block_text(of.site);
    return block.empty() ? std::string(of.stage->label)
                         : fmt::format(texts::walk::cached_place, of.stage->label, block);
}

/// "S[it, animal] = 4.33", as in the whole pass
std::string tooltip_of(const Evaluation& evaluation, const CellRef& at) {
    return fmt::format(texts::walk::cell_value, plain_name(evaluation, at),
                       number_text(static_cast<double>(evaluation.trace().value(at.record, at.cell))));
}

/// No room for words and a picture.
bool brief(const Rect& page, float em) { return page.h < 28 * em; }

/// What frames the cached keys and values, at the beginning of the words that say so.
void outlined(Ui& ui, Rect& words) {
    const float em = ui.em;
    const Rect swatch = Rect{words.x, words.y + 0.35F * em, 1.4F * em, 0.9F * em}.snapped();
    ui.painter.stroke(swatch, ui.theme.accent, 2);
    words.take_left(1.9F * em);
}

std::string flop_text(double flop) { return thousands(static_cast<std::size_t>(std::llround(flop))); }

}  // namespace

const std::string& why_no_cached_step(const Evaluation& whole, WalkState& state) {
    if (state.cached_of != whole.generation()) {
        state.cached_of = whole.generation();
        state.no_cached = no_cached_step(whole);
    }
    return state.no_cached;
}

void CachedPage::open(ViewContext& context, WalkState& state) {
    const std::string& why = why_no_cached_step(*context.shown.current, state);
    if (why.empty())
        state.zoom = Zoom::cached;
    else
        context.notice = why;
}

void CachedPage::run(Command command, ViewContext& context, WalkState&) {
    if (command == Command::edit)
        context.notice = texts::walk::cached_no_edit;
    else
        step(context, command == Command::step_forward ? 1 : -1);
}

bool CachedPage::shows(ViewContext& context, const Rect&, const Rect&, WalkState& state) {
    visible_ = computes_ = false;
    state.cached_label.clear();
    if (state.zoom != Zoom::cached || !context.shown.current) return false;
    follow(context, state);
    std::string why = why_no_cached_step(*context.shown.current, state);
    if (computation_.done() && !computation_.shown()->error.empty())
        why = computation_.take()->error;  // asked again where it is opened again
    if (!why.empty()) {
        context.notice = why;
        state.zoom = Zoom::stage;
        return false;
    }
    if (context.cursor.record != cursor_ || name_.empty()) name_ = context.cursor.record;
    cursor_ = context.cursor.record;
    visible_ = true;
    return true;
}

/// Has the step of the run that is shown computed, where it is not yet.
void CachedPage::follow(ViewContext& context, WalkState& state) {
    const std::shared_ptr<const Evaluation> whole = context.shown.current;
    if (why_no_cached_step(*whole, state).empty())
        computation_.follow(
            whole->generation(),
            [whole, plain = context.shown.model](const auto&) {
                // What a device computed is read by the window alone.
                const bool device = whole->computed_on().backend != nullptr && plain != nullptr;
                return std::make_shared<const CachedStep>(
                    cached_step(device ? *evaluate_once(plain, whole->inputs()) : *whole));
            },
            [&platform = context.ui.platform] { platform.wake(); });
    const auto made = computation_.shown();
    step_ = made && made->request == whole->generation() ? made->result : nullptr;
}

int CachedPage::record() const {
    const Trace& trace = step_->evaluation->trace();
    if (const int id = trace.find(name_); id >= 0 && trace.record(id).kind != Record::Kind::parameter) return id;
    return trace.find("blocks.0.attn.scores_raw") >= 0 ? trace.find("blocks.0.attn.scores_raw")
                                                       : trace.stages().front();
}

std::vector<int> CachedPage::stages() const {
    const Trace& trace = step_->evaluation->trace();
    const int block = std::max(0, trace.record(record()).site.block);
    std::vector<int> found;
    for (const Record& of : trace.records())
        if (of.kind != Record::Kind::parameter && of.stage != nullptr && of.stage->part == ModelPart::attention &&
            of.site.block == block)
            found.push_back(of.id);
    return found;
}

/// The cursor goes along: where the whole pass has no such stage, to its keys or values.
void CachedPage::select(ViewContext& context, int record) {
    const Record& of = step_->evaluation->trace().record(record);
    name_ = of.name;
    const Trace& whole = context.shown.current->trace();
    const bool of_keys = of.stage == &stage::past_k || of.stage == &stage::all_k;
    const bool of_cache = of_keys || of.stage == &stage::past_v || of.stage == &stage::all_v;
    if (const int same = whole.find(name_); same >= 0)
        go_to(whole, context.cursor, same);
    else if (of_cache)
        go_to(whole, context.cursor, (of_keys ? keys_of : values_of)(whole, of.site.block).id);
    cursor_ = context.cursor.record;
}

void CachedPage::step(ViewContext& context, int by) {
    if (!step_) return;
    const Trace& trace = step_->evaluation->trace();
    const std::vector<int> all = stages();
    const auto at = std::ranges::find(all, record());
    if (at == all.end()) {
        if (!all.empty()) select(context, all.front());
        return;
    }
    const auto next = at - all.begin() + by;
    if (next >= 0 && next < std::ssize(all)) return select(context, all[static_cast<std::size_t>(next)]);
    // On to the attention of the next block.
    const int block = trace.record(record()).site.block + by;
    int found = -1;
    for (const Record& of : trace.records())
        if (of.kind != Record::Kind::parameter && of.stage != nullptr && of.stage->part == ModelPart::attention &&
            of.site.block == block && (found < 0 || by < 0))
            found = of.id;
    if (found >= 0) select(context, found);
}

Scene CachedPage::scene(const Cursor& cursor, PictureMemory* memory) const {
    const int heads = step_->evaluation->model().config.n_heads;
    return {.evaluation = *step_->evaluation,
            .record = record(),
            .head = std::clamp(cursor.head, 0, std::max(0, heads - 1)),
            .memory = memory,
            .kept = step_->kept};
}

/// Its title, what is kept, how far it differs from the whole pass, and the buttons; returns the height.
float CachedPage::head(ViewContext& context, const Rect& page, WalkState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = page;
    Rect line = rest.take_top(2.2F * em);
    const auto put = [&](const char* id, const char* label, const char* hint) {
        const Rect place = line.take_right(button_width(ui, label)).inset(0, 0.1F * em).snapped();
        line.take_right(0.5F * em);
        context.targets.put(id, place);
        return button(ui, id, place, label, {.hint = hint});
    };
    if (put("cached leave", texts::walk::cached_leave, texts::walk::cached_leave_hint)) state.zoom = Zoom::stage;
    const bool next = put("cached next", "→", texts::walk::cached_next);
    const bool previous = put("cached previous", "←", texts::walk::cached_previous);
    if (next || previous) step(context, next ? 1 : -1);
    const std::vector<TokenLabel>& tokens = context.shown.current->tokens();
    const std::string token = visible_text(tokens.back().text);
    if (brief(page, em)) {
        if (step_) stage_list(context, line);
        const std::string text = fmt::format(texts::walk::cached_title_brief, token);
        text_in(ui.painter, line, shortened_within(ui.painter, text, line.w, em::body, Face::bold),
                {.colour = ui.theme.text, .face = Face::bold});
        if (page.h < 12 * em) return 2.4F * em;
        Rect legend = rest.take_top(1.4F * em);
        outlined(ui, legend);
        text_in(ui.painter, legend, texts::walk::cached_kept_brief, {.colour = ui.theme.muted, .size = em::small});
        return 3.9F * em;
    }
    const std::string title = fmt::format(texts::walk::cached_title, token);
    const float high =
        paragraph(ui.painter, line, title, {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    rest.take_top(std::max(0.0F, high - line.h) + 0.2F * em);
    Rect words = rest;
    outlined(ui, words);
    const auto kept = static_cast<int>(tokens.size()) - 1;
    const std::string text =
        kept == 1 ? std::string(texts::walk::cached_kept_one) : fmt::format(texts::walk::cached_kept, kept, kept + 1);
    rest.take_top(paragraph(ui.painter, words, text, {.colour = ui.theme.text}));
    if (step_) {
        std::string said = step_->largest == 0
                               ? std::string(texts::walk::cached_same)
                               : fmt::format(texts::walk::cached_differs, number_text(step_->largest),
                                             stage_place(step_->evaluation->trace(), step_->largest_at));
        said += " " + fmt::format(texts::walk::cached_cost, flop_text(step_->step.flop), flop_text(step_->whole.flop));
        const Rect small{words.x, rest.y, words.w, rest.h};
        rest.take_top(paragraph(ui.painter, small, said, {.colour = ui.theme.muted, .size = em::small}));
        context.targets.put("cached figures", small);
    }
    return rest.y - page.y;
}

void CachedPage::stage_list(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    const Trace& trace = step_->evaluation->trace();
    const std::vector<int> all = stages();
    std::vector<std::string> labels;
    float widest = 0;
    for (const int id : all) {
        labels.emplace_back(trace.record(id).stage->label);
        widest = std::max(widest, ui.painter.measure(labels.back()).width);
    }
    auto selected = static_cast<int>(std::ranges::find(all, record()) - all.begin());
    if (selected == std::ssize(all)) {  // a stage outside of the attention
        labels.emplace_back(trace.record(record()).stage->label);
        widest = std::max(widest, ui.painter.measure(labels.back()).width);
    }
    const Rect place = line.take_right(std::min(0.5F * line.w, widest + 3.2F * ui.em)).inset(0, 0.1F * ui.em).snapped();
    line.take_right(0.6F * ui.em);
    context.targets.put("cached stages", place);
    if (dropdown(ui, "cached stages", place, labels, selected) && selected < std::ssize(all))
        select(context, all[static_cast<std::size_t>(selected)]);
}

void CachedPage::chips(ViewContext& context, Rect& page) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Trace& trace = step_->evaluation->trace();
    page.take_top(0.3F * em);
    Rect line = page.take_top(1.9F * em);
    for (const int id : stages()) {
        const Record& of = trace.record(id);
        const std::string target = "cached " + of.name;
        const ButtonStyle style{.selected = id == record(), .size = em::small};
        const float wide = button_width(ui, of.stage->label, style);
        if (wide > line.w) line = page.take_top(1.9F * em);
        const Rect place = line.take_left(wide).inset(0, 0.1F * em).snapped();
        line.take_left(0.35F * em);
        context.targets.put(target, place);
        if (button(ui, target, place, of.stage->label, style)) select(context, id);
    }
    page.take_top(0.4F * em);
}

void CachedPage::draw(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect page = area.inset(1.6F * em, 0.8F * em);
    context.targets.put("cached page", page);
    const bool words = !brief(page, em);
    page.take_top(head(context, page, state));
    computes_ = !step_;
    if (!step_) {
        ui.keep_awake();
        text_in(ui.painter, page.take_top(2 * em), texts::walk::cached_computing, {.colour = ui.theme.muted});
        return;
    }
    if (words) chips(context, page);
    memory_.read(*step_->evaluation);
    const Scene shown = scene(context.cursor, &memory_);
    if (context.shown.current->trace().find(name_) < 0) state.cached_label = shown.stage().stage->label;
    if (words) {  // its name and formula
        Rect line = page.take_top(2.4F * em);
        const std::string title = stage_text(shown.trace(), shown.stage()).title;
        const float wide = ui.painter.measure(title, em::body, Face::bold).width + 1.2F * em;
        text_in(ui.painter, line.take_left(wide), title, {.colour = ui.theme.text, .face = Face::bold});
        const std::string one = head_text(shown.trace(), shown.stage(), shown.head);
        text_in(ui.painter, line.take_right(ui.painter.measure(one, em::small).width + 0.5F * em), one,
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        const bool leaf = !shown.stage().operation;
        draw_formula(ui.painter,
                     leaf ? shown.trace().coloured_symbol(shown.record) : shown.trace().formula(shown.record), line,
                     {.size = 1.1F, .align = Align::left});
    }
    const Region touched = region(ui, "cached picture", page);
    context.targets.put("cached picture", page);
    const std::optional<Hit> hit =
        picture_of(shown.stage()).draw(ui.painter, page, shown, touched.hovered ? touched.mouse : Vec2{-1, -1});
    const std::string before = std::exchange(tooltip_, hit ? tooltip_of(*step_->evaluation, hit->cell) : "");
    if (tooltip_ != before) ui.keep_awake();
    if (hit) tooltip(ui, hit->rect, tooltip_);
}

bool CachedPage::draw_page(Painter& painter, const Rect& page, const Evaluation&, const Cursor& cursor) const {
    if (!step_) return false;
    PictureMemory memory;
    draw_stage_page(painter, page, scene(cursor, &memory));
    return true;
}

void CachedPage::describe(State& state) const {
    const bool there = visible_ && step_;
    state.add("cached", there);
    state.add("cached_stage", there ? step_->evaluation->trace().record(record()).name : "");
    state.add("cached_kept", there ? std::to_string(step_->kept) : "");
    state.add("cached_difference", there ? exact_text(static_cast<float>(step_->largest)) : "");
    state.add("cached_says", tooltip_);
}

}  // namespace glassformer
