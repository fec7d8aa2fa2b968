#include "app/workspace/arrival.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/tape/cell_name.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

namespace {

/// "“et” and “mais” are not in this model's vocabulary, …"; "" where all words are.
std::string unknown_words(std::span<const TokenLabel> tokens) {
    std::vector<std::string> words;
    for (const TokenLabel& token : tokens)
        if (const std::string word = "“" + visible_text(token.text) + "”";
            token.unknown && std::ranges::find(words, word) == words.end())
            words.push_back(word);
    if (words.empty()) return {};
    const std::string last = words.back();
    words.pop_back();
    if (words.empty()) return fmt::format(texts::window::unknown_one, last);
    std::string others;
    for (const std::string& word : words) others += (others.empty() ? "" : ", ") + word;
    return fmt::format(texts::window::unknown_more, others, last);
}

/// Of a record without heads the head that was chosen before stays.
void select_cell(const Trace& trace, Cursor& cursor, const CellRef& cell) {
    const int head = cursor.head;
    jump(trace, cursor, cell);
    if (trace.record(record_at(trace, cursor)).shape.find(Axis::head) < 0) cursor.head = head;
}

}  // namespace

void Arrival::open(Inputs inputs) {
    destination_.reset();
    Session& session = workspace_.session();
    const std::shared_ptr<const Model> shown = session.shown().model;
    const bool again = shown && session.inputs().model == inputs.model && weights_changed(*shown);
    session.set(std::move(inputs), !session.inputs().model.empty());
    if (again) session.reload();
}

void Arrival::open_model(Inputs own) {
    const Inputs& now = workspace_.session().inputs();
    if (own.model != now.model) workspace_.show_overview();
    const auto models = workspace_.models();
    const auto choice = [&](const std::string& name) { return std::ranges::find(models, name, &ModelChoice::name); };
    const auto from = choice(now.model), to = choice(own.model);
    text_.reset();
    if (from == models.end() || to == models.end() || from == to || now.text.empty() ||
        std::ranges::find_first_of(from->examples, to->examples, {}, &Inputs::text, &Inputs::text) ==
            from->examples.end())
        return open(std::move(own));
    Inputs kept = own;
    kept.labels.clear();
    kept.text = now.text;
    const auto example = std::ranges::find(to->examples, now.text, &Inputs::text);
    kept.target = example == to->examples.end() ? "" : example->target;
    kept = workspace_.loss_targets().completed(std::move(kept));
    text_ = {.kept = kept, .own = std::move(own)};
    open(std::move(kept));
}

std::string Arrival::settle_text() {
    if (!text_) return {};
    Session& session = workspace_.session();
    const Session::Snapshot now = session.shown();
    const bool waits = session.inputs() == text_->kept;
    if (waits && now.stale && now.error.empty()) return {};
    ModelText text = *std::exchange(text_, std::nullopt);
    if (!waits || now.unopened) return {};
    std::string why =
        now.error.empty() ? unknown_words(now.current->tokens()) : fmt::format(texts::window::own_text, now.error);
    if (!why.empty()) session.set(std::move(text.own), false);
    return why;
}

void Arrival::open(const SessionFile& session, const std::string& cell, int row_limit,
                   std::function<std::string(const std::string& why)> refusal) {
    Preferences& preferences = workspace_.preferences();
    if (const Theme* theme = find_theme(session.theme)) preferences.theme = theme;
    if (const PaletteRow* palette = find_palette(session.palette)) preferences.palette = palette->palette;
    limits_.replace(session.colour_limits);
    preferences.text_scale = session.text_scale;
    preferences.panel = session.panel;
    preferences.panel_width = session.panel_width;
    preferences.panel_instead = session.panel_instead;
    preferences.simple = session.simple.value_or(preferences.simple);
    if (session.view == preferences.view) workspace_.view().leave();
    workspace_.show_view(session.view);
    open(session.inputs);
    destination_ = {.inputs = session.inputs,
                    .cursor = session.cursor,
                    .cell = cell,
                    .row_limit = row_limit,
                    .views = session.views,
                    .b = session.b,
                    .session = SessionPlace{session.scrolled, session.loss_targets},
                    .refusal = std::move(refusal)};
}

void Arrival::begin_at(std::string stage, std::string cell, int head) {
    if (stage.empty() && cell.empty() && head < 0) return;
    first_ = {.stage = std::move(stage), .cell = std::move(cell), .head = head};
}

void Arrival::follow(const Session::Snapshot& shown) {
    if (destination_ && workspace_.session().inputs() != destination_->inputs) destination_.reset();
    const bool there = destination_ && shown.current && shown.current->inputs() == destination_->inputs;
    if (there && (destination_->session || !shown.stale)) arrive(*shown.current);
    if (!first_ || !shown.current) return;
    try {
        enter_first(shown.current->trace());
    } catch (const Error& error) {
        messages_.set_problem(error.what());
    }
}

void Arrival::arrive(const Evaluation& run) {
    const Destination to = *std::exchange(destination_, std::nullopt);
    Cursor& cursor = workspace_.cursor();
    cursor = to.cursor;
    const bool whole = to.session.has_value();
    if (whole) {
        workspace_.places().clear();
        workspace_.loss_targets().replace(to.session->loss_targets);
        workspace_.loss_targets().note(workspace_.session().inputs());
        gui_.set_scrolled(to.session->scrolled);
    }
    for (const std::unique_ptr<AppView>& view : workspace_.views()) {
        const auto said = to.views.find(std::string(view->row().name));
        if (said == to.views.end() && !whole) continue;
        // What a whole session shows anew had cells and heads of its own until now, though its values be the same.
        const ViewValues values = workspace_.completed(*view, said == to.views.end() ? ViewValues() : said->second);
        if (whole || values != view->save()) view->load(values);
        if (whole || to.b != view->run_b()) view->set_run_b(to.b);
    }
    select(run, to);
}

void Arrival::select(const Evaluation& run, const Destination& to) {
    const Trace& trace = run.trace();
    Cursor& cursor = workspace_.cursor();
    const bool there = record_at(trace, cursor) >= 0 || !to.cell.empty();
    keep_valid(trace, cursor);
    try {
        LessonScene scene;
        scene.cell = to.cell;
        if (!to.cell.empty()) select_cell(trace, cursor, selected_cell(scene, run));
    } catch (const Error& error) {
        messages_.say(to.refusal ? to.refusal(error.what()) : error.what());
    }
    if (to.row_limit <= 0 || !there) return;  // of a stage that this model lacks no rows are hidden
    if (const int record = record_at(trace, cursor); record >= 0) {
        const Grid grid = grid_of(trace, record, cursor.head);
        cursor.limit = to.row_limit < grid.rows ? to.row_limit * grid.cols - 1 : -1;
    }
}

void Arrival::enter_first(const Trace& trace) {
    const FirstPlace first = *std::exchange(first_, std::nullopt);
    Cursor& cursor = workspace_.cursor();
    if (first.head >= 0) cursor.head = std::min(first.head, head_count(trace) - 1);
    const auto where = [&](const std::string& name) {
        const int id = trace.find(name);
        if (id >= 0) return id;
        const std::string near = nearest_record(trace, name);
        throw Error(near.empty() ? fmt::format(texts::window::no_stage, in_quotes(name))
                                 : fmt::format(texts::window::no_stage_near, in_quotes(name), near));
    };
    if (!first.stage.empty()) {
        cursor.locked = false;
        glassformer::go_to(trace, cursor, where(first.stage));
    }
    if (!first.cell.empty()) {
        const NamedCell found = find_cell(trace, first.cell);
        jump(trace, cursor, {found.record, found.cell});
    }
    check_head(trace, first.head);
}

SessionFile Arrival::session_now() const {
    const Session& session = workspace_.session();
    const Preferences& preferences = workspace_.preferences();
    // No other window has a step of this one's trainings: what was open before is kept in its place.
    const bool lasts = !TrainedSteps::step_of(session.inputs().model);
    SessionFile now{.inputs = lasts ? session.inputs() : workspace_.lasting_inputs(),
                    .cursor = workspace_.cursor(),
                    .view = preferences.view,
                    .theme = std::string(preferences.theme->name),
                    .palette = std::string(palette_row(preferences.palette).name),
                    .colour_limits = preferences.limits,
                    .text_scale = preferences.text_scale,
                    .panel_width = preferences.panel_width,
                    .panel = preferences.panel,
                    .panel_instead = preferences.panel_instead,
                    .simple = preferences.simple,
                    .scrolled = gui_.scrolled(),
                    .views = {},
                    .loss_targets = workspace_.loss_targets().all()};
    if (brings_session()) {
        now.cursor = destination_->cursor;
        now.scrolled = destination_->session->scrolled;
        now.views = destination_->views;
        now.b = destination_->b;
        now.loss_targets = destination_->session->loss_targets;
    } else {
        for (const std::unique_ptr<AppView>& view : workspace_.views()) {
            if (ViewValues values = view->save(); !values.empty())
                now.views.emplace(std::string(view->row().name), std::move(values));
            if (RunB b = view->run_b(); b.exists) now.b = std::move(b);
        }
    }
    now.loss_targets.erase(now.inputs.model);  // the inputs have it
    return now;
}

void check_head(const Trace& trace, int head) {
    const int heads = head_count(trace);
    if (head >= heads)
        throw Error(heads == 1 ? fmt::format(texts::window::no_head_one, head)
                               : fmt::format(texts::window::no_head, head, heads));
}

}  // namespace glassformer
