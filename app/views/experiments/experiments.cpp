#include "app/views/experiments/experiments.h"

#include <algorithm>
#include <utility>

#include "app/views/experiments/texts.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

constexpr std::size_t most_undone = 100;

std::string prefix_of(std::size_t page) { return std::string(experiment_rows()[page].name) + "."; }

}  // namespace

ExperimentsView::ExperimentsView(const ViewServices& services) : AppView(experiments_row) {
    for (const ExperimentRow& row : experiment_rows()) {
        Place& place = pages_.emplace_back();
        place.page = row.make(services);
        place.first = place.settled = place.page->save();
    }
}

std::vector<ViewPage> ExperimentsView::page_rows() {
    std::vector<ViewPage> pages;
    for (const ExperimentRow& row : experiment_rows()) pages.push_back({row.name, value_text(std::string(row.name))});
    return pages;
}

// --- the frame

void ExperimentsView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    page().follow(context);
    Rect rest = area.inset(1.2F * em, 0);
    const float least = head_ + page().least_height(rest.w / em) * em;
    const bool scrolls = rest.h < least;
    if (scrolls) {
        rest = begin_scroll(ui, "experiments page", rest);
        rest.h = least;
    }
    const float top = rest.y, bottom = rest.bottom();
    rest.take_top(0.4F * em);
    tabs(context, rest);
    head(context, rest);
    page().draw_controls(context, rest);
    rest.take_top(0.4F * em);
    if (const float above = rest.y - top; above != head_) {
        head_ = above;
        ui.keep_awake();
    }
    rest.take_bottom(0.6F * em);
    if (ui.input.pressed(Button::left) && rest.contains(ui.input.mouse)) page().leave_controls();
    page().draw(context, rest);
    if (scrolls) end_scroll(ui, bottom);
    if (page().settling()) ui.keep_awake();
    remember(ui.input.is_down(Button::left));
}

void ExperimentsView::tabs(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    Rect line = area.take_top(2 * ui.em);
    area.take_top(0.5F * ui.em);
    std::vector<std::string> labels;
    for (const ExperimentRow& row : experiment_rows()) labels.emplace_back(row.title);
    auto selected = static_cast<int>(page_);
    const float wide = segmented_width(ui, labels);
    bool changed = false;
    if (wide <= line.w) {
        const Rect place = line.take_left(wide).snapped();
        Rect parts = place;
        for (std::size_t i = 0; i < labels.size(); ++i)
            context.targets.put("experiments page " + std::string(experiment_rows()[i].name),
                                parts.take_left(std::ceil(ui.painter.measure(labels[i]).width + 1.4F * ui.em)));
        changed = segmented(ui, "experiments pages", place, labels, selected);
    } else {
        const Rect place = line.take_left(std::min(line.w, 18 * ui.em)).snapped();
        context.targets.put("experiments pages", place);
        changed = dropdown(ui, "experiments pages", place, labels, selected);
    }
    if (!changed) return;
    show_page(static_cast<std::size_t>(selected));
    ui.keep_awake();
}

/// The question, what can be done with the page, and the sentence.
void ExperimentsView::head(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect line = area.take_top(2 * em);
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
    text_in(ui.painter, line, std::string(experiment_rows()[page_].question),
            {.colour = ui.theme.text, .size = em::title, .face = Face::bold});
    const float high = paragraph(ui.painter, area, page().sentence(), {.colour = ui.theme.muted});
    area.take_top(high + 0.5F * em);
}

// --- pages

void ExperimentsView::show_page(std::size_t index) {
    page_ = index;
    head_ = 0;
}

void ExperimentsView::change_page(int by) {
    const auto count = static_cast<int>(pages_.size());
    show_page(static_cast<std::size_t>((static_cast<int>(page_) + by + count) % count));
}

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
    context.session.set(run->inputs);
    if (!run->record.empty()) context.cursor = {.record = run->record, .head = run->head};
    context.preferences.view = "walk";
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
    std::string set;
    for (const auto& [name, value] : page().save()) set += (set.empty() ? "" : " ") + name + "=" + value;
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

void ExperimentsView::load(const ViewValues& values) {
    const std::string mode = ViewReader(values).text("mode", std::string(experiment_rows()[page_].name));
    const auto row = std::ranges::find(experiment_rows(), std::string_view(mode), &ExperimentRow::name);
    if (row != experiment_rows().end()) show_page(static_cast<std::size_t>(row - experiment_rows().begin()));
    for (std::size_t i = 0; i < pages_.size(); ++i) {
        ViewValues own;
        const std::string prefix = prefix_of(i);
        for (const auto& [name, value] : values)
            if (name.starts_with(prefix)) own[name.substr(prefix.size())] = value;
        Place& place = pages_[i];
        place.page->load(own);
        place.settled = place.page->save();
        place.undone_to.clear();
        place.redone_to.clear();
    }
}

}  // namespace glassformer
