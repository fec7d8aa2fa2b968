#include "app/views/experiments/experiments.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/views/experiments/texts.h"
#include "app/views/shared/tabs.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/interaction.h"

namespace glassformer {

namespace {

constexpr std::size_t most_undone = 100, most_ahead = 8;
constexpr float above_tabs = 0.4F, tabs_line = 2, title_line = 2, keys_line = 1.5F;  // em

std::string prefix_of(std::size_t page) { return std::string(experiment_rows()[page].name) + "."; }

}  // namespace

ExperimentsView::ExperimentsView(const ViewServices& services) : AppView(experiments_row), services_(services) {
    for (const ExperimentRow& row : experiment_rows()) {
        Place& place = pages_.emplace_back();
        place.page = row.make(services);
        place.first = place.settled = place.page->save();
    }
}

std::vector<ViewTab> ExperimentsView::tab_rows() {
    std::vector<ViewTab> pages;
    for (const ExperimentRow& row : experiment_rows()) pages.push_back({row.name, value_text(std::string(row.name))});
    return pages;
}

// --- the frame

void ExperimentsView::draw(ViewContext& context, const Rect& area) {
    go_to_opened(context);
    Ui& ui = context.ui;
    covers_sentence_ = context.rules.covers_caption;
    page().follow(context);
    const Rect rest = area.inset(1.2F * ui.em, 0);
    folded_ = is_folded(context, area);
    page().see(std::nullopt);
    const float whole = full_head(ui, rest.w) + controls_ + page().least_height(rest.w / ui.em) * ui.em;
    if (folded_)
        draw_folded(context, rest);
    else if (whole <= rest.h)
        draw_whole(context, rest);
    else
        draw_tight(context, rest);
    if (auto run = page().take_opened()) open(context, *std::move(run));
    if (page().settling()) ui.keep_awake();
    remember(ui.input.is_down(Button::left));
}

/// Of all that is above the controls and below the picture.
float ExperimentsView::full_head(Ui& ui, float width) const {
    return (above_tabs + tabs_line + 0.5F + title_line + 0.5F + keys_line) * ui.em +
           sentence(ui, {0, 0, width, 0}, false);
}

float ExperimentsView::sentence(Ui& ui, const Rect& area, bool draw, float size) const {
    return paragraph(ui.painter, area, said_of_page(), {.colour = ui.theme.muted, .size = size}, draw);
}

/// Everything below each other: there is room for all of it.
void ExperimentsView::draw_whole(ViewContext& context, Rect rest) {
    Ui& ui = context.ui;
    const float em = ui.em;
    rest.take_top(above_tabs * em);
    Rect line = rest.take_top(tabs_line * em);
    rest.take_top(0.5F * em);
    tabs(context, line);
    Rect title = rest.take_top(title_line * em);
    actions(context, title);
    question(context, title, em::title);
    const float said = sentence(ui, rest, true);
    context.targets.put("experiments sentence", {rest.x, rest.y, rest.w, said});
    rest.take_top(said + 0.5F * em);
    controls(context, rest);
    keys(context, rest.take_bottom(keys_line * em));
    picture(context, rest);
}

/// Where the page needs more than there is: question, sentence and controls stay in sight while the picture scrolls.
void ExperimentsView::draw_tight(ViewContext& context, Rect rest) {
    Ui& ui = context.ui;
    const float em = ui.em, top = rest.y;
    const std::string asked(experiment_rows()[page_].question);
    rest.take_top(above_tabs * em);
    Rect line = rest.take_top(tabs_line * em);
    rest.take_top(0.3F * em);
    Rect buttons = line;
    actions(context, buttons);
    line.w = buttons.w;
    tabs(context, line, true);
    line.take_left(0.8F * em);
    const float wide = ui.painter.measure(asked, em::body, Face::bold).width;
    if (wide <= line.w)
        question(context, line, em::body);
    else
        rest.take_top(paragraph(ui.painter, rest, asked, {.colour = ui.theme.text, .face = Face::bold}) + 0.2F * em);
    const float said = sentence(ui, rest, true, em::small);
    context.targets.put("experiments sentence", {rest.x, rest.y, rest.w, said});
    rest.take_top(said + 0.4F * em);
    controls(context, rest);
    picture_in_sight(context, rest, top);
}

void ExperimentsView::controls(ViewContext& context, Rect& area) {
    const float top = area.y;
    page().draw_controls(context, area);
    area.take_top(0.4F * context.ui.em);
    if (const float high = area.y - top; high != controls_) {
        controls_ = high;
        context.ui.keep_awake();
    }
}

void ExperimentsView::picture(ViewContext& context, const Rect& area) {
    const Input& input = context.ui.input;
    const bool seen = area.intersect(context.ui.painter.clip()).contains(input.mouse) && !card_.contains(input.mouse);
    if (input.pressed(Button::left) && seen) page().leave_controls();
    page().draw(context, area);
}

/// Takes its place from the left. `as_list`: never side by side.
void ExperimentsView::tabs(ViewContext& context, Rect& line, bool as_list) {
    Ui& ui = context.ui;
    std::vector<Tab> all;
    for (const ExperimentRow& row : experiment_rows()) all.push_back({row.name, std::string(row.title)});
    auto selected = static_cast<int>(page_);
    const TabBar bar{.id = "experiments pages",
                     .list = "experiments pages",
                     .one = "experiments page ",
                     .list_width = 0,
                     .as_list = as_list,
                     .squeezed = true};
    const bool changed = draw_tabs(context, line, bar, all, selected).changed;
    if (!changed) return;
    show_page(static_cast<std::size_t>(selected));
    page().follow(context);  // it is drawn in this frame
    ui.keep_awake();
}

/// What can be done with the page, from the right end of the line.
void ExperimentsView::actions(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const auto act = [&](const char* id, const char* label, const std::string& tip) {
        const ButtonStyle style{.size = em::small, .hint = tip};
        const Rect place = line.take_right(button_width(ui, label, style)).inset(0, 0.15F * em);
        line.take_right(0.5F * em);
        context.targets.put(id, place);
        return button(ui, id, place, label, style);
    };
    if (page().save() != pages_[page_].first &&
        act("experiments reset", texts::experiments::reset, hint(texts::experiments::command_reset, experiments_reset)))
        context.request = experiments_reset;
    if (page().run_behind(context) && act("experiments walk", texts::experiments::open_in_walk,
                                          hint(texts::experiments::command_walk, experiments_walk)))
        context.request = experiments_walk;
}

void ExperimentsView::question(ViewContext& context, const Rect& line, float size) {
    text_in(context.ui.painter, line, std::string(experiment_rows()[page_].question),
            {.colour = context.ui.theme.text, .size = size, .face = Face::bold});
}

/// "↑ ↓ select a control   ← → change “Tokens”   V next page", as much of it as fits.
void ExperimentsView::keys(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const PageKeys own = page().keys();
    const std::string label = page().chosen_label();
    const std::string arrows = !page().steps_control() && own.steps != nullptr ? std::string(own.steps)
                               : label.empty()                                 ? std::string()
                                               : fmt::format(texts::experiments::key_changes, label);
    std::vector<std::pair<std::string, std::string>> all;
    if (!label.empty()) all.emplace_back("↑ ↓", texts::experiments::key_selects);
    if (!arrows.empty()) all.emplace_back("← →", arrows);
    if (own.again != nullptr) all.emplace_back(key_of(Command::again), own.again);
    if (own.plays != nullptr) all.emplace_back(key_of(Command::play), own.plays);
    all.emplace_back(key_of(Command::next_mode), texts::experiments::key_next);
    Rect line = area;
    for (const auto& [key, text] : all) {
        const float key_wide = ui.painter.measure(key, em::small, Face::bold).width + 0.4F * ui.em;
        const float wide = key_wide + ui.painter.measure(text, em::small).width;
        if (wide > line.w) break;
        Rect place = line.take_left(wide);
        line.take_left(1.5F * ui.em);
        text_in(ui.painter, place.take_left(key_wide), key,
                {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
        place.w += 1;
        text_in(ui.painter, place, text, {.colour = ui.theme.muted, .size = em::small});
    }
    context.targets.put("experiments keys", {area.x, area.y, area.w - line.w, area.h});
}

// --- pages

void ExperimentsView::show_page(std::size_t index) {
    page_ = index;
    card_open_ = false;
}

void ExperimentsView::show_page(std::string_view name, ViewContext& context) {
    const auto row = std::ranges::find(experiment_rows(), name, &ExperimentRow::name);
    if (row == experiment_rows().end()) return;
    show_page(static_cast<std::size_t>(row - experiment_rows().begin()));
    context.ui.keep_awake();
}

void ExperimentsView::change_page(int by) { show_page(page_beside(page_, by, pages_.size())); }

void ExperimentsView::reset(ViewContext& context) {
    page().load(pages_[page_].first);
    context.notice = texts::experiments::is_reset;
}

void ExperimentsView::open_in_walk(ViewContext& context) {
    const auto run = page().run_behind(context);
    if (!run) {
        context.notice = texts::experiments::no_run;
        return;
    }
    open(context, *run);
}

void ExperimentsView::open(ViewContext& context, RunBehind run) {
    if (run.inputs != context.session.inputs()) context.session.set(run.inputs);
    opening_ = std::move(run);
    go_to_opened(context);
}

void ExperimentsView::go_to_opened(ViewContext& context) {
    if (!opening_) return;
    const Session::Snapshot now = context.session.shown();
    if (context.session.inputs() != opening_->inputs || !now.error.empty()) return opening_.reset();
    if (now.stale || !now.current) return;
    if (!opening_->record.empty())
        context.cursor = {.record = opening_->record, .head = opening_->head, .row = opening_->row};
    context.preferences.view = opening_->view;
    opening_.reset();
    context.ui.keep_awake();
}

void ExperimentsView::draw_again(ViewContext& context) {
    if (!page().run(Command::again, context)) context.notice = texts::experiments::nothing_random;
}

void ExperimentsView::play(ViewContext& context) {
    if (!page().run(Command::play, context)) context.notice = texts::experiments::nothing_plays;
}

void ExperimentsView::step(int by, ViewContext& context) {
    const Command own = by > 0 ? Command::step_forward : Command::step_back;
    if ((!page().steps_control() && page().run(own, context)) || page().step_chosen(by)) return;
    context.notice = texts::experiments::at_its_end;
}

void ExperimentsView::step_to_end(Command end, ViewContext& context) {
    if (!page().run(end, context)) context.notice = texts::experiments::no_ends;
}

void ExperimentsView::choose_knob(int by, ViewContext& context) {
    page().choose_knob(by);
    if (page().chosen_knob().empty()) context.notice = texts::experiments::no_knobs;
}

// --- undo

/// A state that was held with the mouse is one step, however far it was moved.
void ExperimentsView::remember(bool held) {
    Place& place = pages_[page_];
    if (held) return;
    ViewValues now = place.page->save();
    if (now == place.settled) return;
    place.undone_to.push_back(std::exchange(place.settled, std::move(now)));
    if (place.undone_to.size() > most_undone) place.undone_to.erase(place.undone_to.begin());
    place.redone_to.clear();
}

bool ExperimentsView::can_undo(const Session&) const { return !pages_[page_].undone_to.empty(); }
bool ExperimentsView::can_redo(const Session&) const { return !pages_[page_].redone_to.empty(); }

void ExperimentsView::take_back(bool redo) {
    Place& place = pages_[page_];
    std::vector<ViewValues>& from = redo ? place.redone_to : place.undone_to;
    std::vector<ViewValues>& to = redo ? place.undone_to : place.redone_to;
    if (from.empty()) return;
    to.push_back(place.settled);
    place.page->load(from.back());
    from.pop_back();
    place.settled = place.page->save();
}

// --- what is kept

void ExperimentsView::describe(State& state, const Session::Snapshot& shown) const {
    static_cast<void>(shown);
    state.add("experiments_page", std::string(experiment_rows()[page_].name));
    state.add("experiments_control", page().steps_control() ? page().chosen_knob() : "");
    state.add("experiments_head", !folded_ ? "whole" : card_open_ ? "card" : "folded");
    std::string set;
    for (const auto& [name, value] : page().save()) {
        if (!set.empty()) set += ' ';
        set += name;
        set += '=';
        set += value;
    }
    state.add("experiments_set", set);
    page().describe(state);
}

ViewValues ExperimentsView::save() const {
    ViewValues values;
    values["mode"] = value_text(std::string(experiment_rows()[page_].name));
    for (std::size_t i = 0; i < pages_.size(); ++i)
        for (const auto& [name, value] : pages_[i].page->save()) values[prefix_of(i) + name] = value;
    return values;
}

namespace {

/// Values of a page, without its prefix.
ViewValues values_of_page(const ViewValues& values, const std::string& prefix) {
    ViewValues own;
    for (const auto& [name, value] : values)
        if (name.starts_with(prefix)) own[name.substr(prefix.size())] = value;
    return own;
}

}  // namespace

ExperimentsView::PageAhead* ExperimentsView::ahead(std::size_t index, const ViewValues& values) {
    const auto found = std::ranges::find_if(
        ahead_, [&](const PageAhead& one) { return one.index == index && one.page && one.values == values; });
    return found == ahead_.end() ? nullptr : &*found;
}

void ExperimentsView::keep_ahead(std::vector<PageAhead> kept) {
    ahead_.swap(kept);
    std::erase_if(kept, [](const PageAhead& one) { return one.page == nullptr; });
    if (!kept.empty()) destroy_in_background_(std::move(kept));
}

/// One page after the other: each has the processor for itself.
bool ExperimentsView::prepare(ViewContext& context, std::span<const ViewValues> likely, bool shown) {
    bool all = true;
    std::vector<PageAhead> kept;
    for (const ViewValues& values : likely) {
        if (kept.size() == most_ahead || !all) break;
        const std::string mode = ViewReader(values).text("mode", "");
        const auto row = std::ranges::find(experiment_rows(), std::string_view(mode), &ExperimentRow::name);
        if (row == experiment_rows().end()) continue;
        const auto index = static_cast<std::size_t>(row - experiment_rows().begin());
        PageAhead one{.index = index, .values = values_of_page(values, prefix_of(index)), .page = nullptr};
        const bool here = shown && index == page_ && page().save() == one.values;
        const auto same = [&](const PageAhead& other) { return other.index == index && other.values == one.values; };
        if (here || std::ranges::any_of(kept, same)) continue;
        if (PageAhead* const made = ahead(index, one.values)) {
            one.page = std::move(made->page);
        } else {
            one.page = row->make(services_);
            one.page->load(one.values);
        }
        if (one.page->is_of_open_run()) continue;
        one.page->follow(context);
        all = !one.page->settling();
        kept.push_back(std::move(one));
    }
    // What comes after the one that is computed now waits.
    for (PageAhead& one : ahead_)
        if (!all && one.page && kept.size() < most_ahead) kept.push_back(std::move(one));
    keep_ahead(std::move(kept));
    return all;
}

ViewValues ExperimentsView::completed(ViewValues values, const ViewValues& first) const {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
        ViewValues own = values_of_page(values, prefix_of(i));
        pages_[i].page->complete(own);
        for (const auto& [name, value] : own) values[prefix_of(i) + name] = value;
    }
    return AppView::completed(std::move(values), first);
}

void ExperimentsView::load(const ViewValues& values) {
    const std::string mode = ViewReader(values).text("mode", std::string(experiment_rows()[page_].name));
    const auto row = std::ranges::find(experiment_rows(), std::string_view(mode), &ExperimentRow::name);
    if (row != experiment_rows().end()) show_page(static_cast<std::size_t>(row - experiment_rows().begin()));
    card_open_ = false;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
        Place& place = pages_[i];
        const ViewValues own = values_of_page(values, prefix_of(i));
        if (PageAhead* const made = i == page_ ? ahead(i, own) : nullptr) {
            place.page.swap(made->page);  // the old one goes when the next ones are prepared
            made->values = made->page->save();
        } else {
            place.page->load(own);
        }
        place.settled = place.page->save();
        place.undone_to.clear();
        place.redone_to.clear();
    }
}

}  // namespace glassformer
