#include "app/views/train/comparison/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/shared/wording.h"
#include "app/views/train/comparison/texts.h"
#include "app/views/train/run/pace.h"
#include "app/widgets/controls.h"

namespace glassformer {

extern const TrainPageRow comparison_page_row{
    .name = "comparison",
    .place = 3,
    .mode = 3,
    .title = texts::train::tab_comparison,
    .make = [](const TrainPageServices& services) -> std::unique_ptr<TrainPage> {
        return std::make_unique<ComparisonPage>(
            ComparedRuns::Options{.wake = services.wake, .free_memory = services.free_memory}, services.steps,
            services.ablations);
    }};

ComparisonPage::ComparisonPage(ComparedRuns::Options options, std::shared_ptr<TrainedSteps> steps,
                               std::filesystem::path ablations)
    : stored_(std::move(ablations)), runs_(std::move(options)), steps_(std::move(steps)) {}

// --- the trainings

const Contrast* ComparisonPage::contrast() const {
    return row_ < all_contrasts().size() ? &all_contrasts()[row_] : nullptr;
}

void ComparisonPage::begin() {
    chosen_ = false;
    if (const Contrast* const row = contrast())
        runs_.begin(*row, static_cast<std::uint64_t>(seed_));
    else
        runs_.end();
    maps_.follow({});
    if (std::ranges::any_of(pair_, [&](std::size_t run) { return run >= runs_.runs().size(); })) pair_ = {0, 1};
    if (const int step = std::exchange(step_, -1); step >= 0) runs_.look_at(step);
}

void ComparisonPage::choose(std::size_t row) {
    row_ = row;
    head_ = -1;
    pair_ = {0, 1};
    begin();
}

void ComparisonPage::start_or_pause() {
    if (contrast() == nullptr) return;
    if (chosen_) begin();
    runs_.follow();
    if (runs_.phase() == TrainingPhase::running)
        runs_.pause();
    else
        runs_.start();
}

void ComparisonPage::new_seed() {
    if (contrast() == nullptr) return;
    seed_ = (seed_ + 1) % (most_seed + 1);
    begin();
}

void ComparisonPage::look_at_next(int by) {
    const std::vector<int>& steps = runs_.kept_steps();
    if (steps.empty()) return;
    const auto at = std::ranges::lower_bound(steps, runs_.looked_at()) - steps.begin();
    const auto last = static_cast<std::ptrdiff_t>(steps.size()) - 1;
    runs_.look_at(steps[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + by, 0, last))]);
}

void ComparisonPage::show_end(bool newest) {
    if (newest)
        runs_.look_at_newest();
    else
        runs_.look_at(0);
}

void ComparisonPage::choose_head(int by) {
    const auto count = static_cast<int>(maps_.to_choose().size());
    if (count > 0) head_ = std::clamp(head_ + by, 0, count - 1);
}

void ComparisonPage::leave() {
    if (!runs_.exists()) return;
    runs_.follow();  // they may have been started since the last frame
    if (runs_.phase() == TrainingPhase::running) runs_.pause();
}

bool ComparisonPage::run(Command command, TrainRun&) {
    static constexpr struct {
        Command command;
        void (*act)(ComparisonPage& page);
    } rows[] = {{Command::play, [](ComparisonPage& p) { p.start_or_pause(); }},
                {train_run, [](ComparisonPage& p) { p.start_or_pause(); }},
                {train_restart, [](ComparisonPage& p) { p.begin(); }},
                {Command::step_forward, [](ComparisonPage& p) { p.look_at_next(1); }},
                {Command::step_back, [](ComparisonPage& p) { p.look_at_next(-1); }},
                {Command::first_stage, [](ComparisonPage& p) { p.show_end(false); }},
                {Command::last_stage, [](ComparisonPage& p) { p.show_end(true); }},
                {Command::row_down, [](ComparisonPage& p) { p.choose_head(1); }},
                {Command::row_up, [](ComparisonPage& p) { p.choose_head(-1); }},
                {Command::again, [](ComparisonPage& p) { p.new_seed(); }}};
    for (const auto& row : rows)
        if (row.command == command) return row.act(*this), true;
    return false;
}

// --- the page

void ComparisonPage::draw(TrainScene& scene, Rect rest) {
    ViewContext& context = scene.context;
    Ui& ui = context.ui;
    const float em = ui.em;
    if (chosen_) begin();
    runs_.follow();
    if (runs_.settling()) ui.keep_awake();
    if (runs_.phase() == TrainingPhase::running) {
        ui.draw_news_once();
        runs_.wake_after(between_pictures(ui.frame_seconds));
    }
    if (context.presented)
        presented_title(context, rest);
    else
        bar(context, rest);
    sentences(context, rest);
    rest.take_top(0.4F * em);
    if (contrast() == nullptr) {
        const StoredComparisons::Stored& stored = stored_.at(row_ - all_contrasts().size());
        if (!stored.error.empty()) {
            paragraph(ui.painter, rest, fmt::format(texts::train::compare_unreadable, stored.error),
                      {.colour = ui.theme.warning});
            return;
        }
        const Rect labels = rest.take_bottom(draw_stored_labels(context, rest, stored.curves, false) + 0.4F * em);
        charts_.draw(context, rest, stored.curves);
        draw_stored_labels(context, labels, stored.curves);
        return;
    }
    if (!runs_.exists()) {
        paragraph(ui.painter, rest, begun_with_capital(runs_.error()), {.colour = ui.theme.warning});
        return;
    }
    maps_.follow(runs_.runs());
    if (const auto count = static_cast<int>(maps_.to_choose().size()); head_ < 0 && count > 0)
        head_ = std::min(contrast()->head, count - 1);
    rest.take_bottom(0.4F * em);
    scrubber_line(context, rest.take_bottom(2.2F * em));
    rest.take_bottom(0.3F * em);
    // More than two panels are narrow: what their maps cannot use is the charts'.
    const bool many = runs_.runs().size() > 2;
    const float share = (many ? 0.42F : 0.46F) * rest.h, unused = many ? rest.h - 20 * em : 0;
    const Rect charts = rest.take_top(std::round(std::max(share, unused)));
    if (const auto dragged = charts_.draw(context, charts, runs_.runs(), runs_.looked_at(), contrast()->answers)) {
        runs_.look_at(*dragged);
        ui.keep_awake();
    }
    rest.take_top(0.6F * em);
    const auto marked =
        draw_run_panels(context, rest, runs_.runs(), maps_, maps_.chosen(head_), runs_.looked_at(), pair_);
    if (marked && *marked != pair_[1]) {
        pair_ = {pair_[1], *marked};
        ui.keep_awake();
    }
}

/// What is compared and how far it is, in place of the controls, which keys do as well.
void ComparisonPage::presented_title(ViewContext& context, Rect& area) const {
    Ui& ui = context.ui;
    const Contrast* const row = contrast();
    const std::string title(row != nullptr ? row->title : stored_.row(row_ - all_contrasts().size()).title);
    const TextStyle bold{.colour = ui.theme.text, .face = Face::bold},
        small{.colour = ui.theme.muted, .size = em::small};
    const Rect top = area;
    area.take_top(paragraph(ui.painter, area, title, bold));
    if (row != nullptr) area.take_top(paragraph(ui.painter, area, progress(), small));
    context.targets.put("comparison title", {top.x, top.y, top.w, area.y - top.y});
}

void ComparisonPage::bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect line = area.take_top(2.1F * em);
    std::vector<std::string> titles, details;
    for (const Contrast& row : all_contrasts()) {
        titles.emplace_back(row.title);
        details.emplace_back(texts::train::compare_detail_live);
    }
    for (std::size_t i = 0; i < stored_.size(); ++i) {
        titles.emplace_back(stored_.row(i).title);
        details.emplace_back(texts::train::compare_detail_stored);
    }
    const bool narrow = line.w < 70 * em;  // buttons and progress in a line of their own
    auto selected = static_cast<int>(row_);
    const Rect choice = line.take_left(narrow ? line.w : 32 * em).snapped();
    context.targets.put("comparison choice", choice);
    if (dropdown(ui, "comparison choice", choice, titles, selected, details)) {
        choose(static_cast<std::size_t>(selected));
        ui.keep_awake();
    }
    if (contrast() == nullptr) {
        line.take_left(0.8F * em);
        const float title = ui.painter.measure(titles[static_cast<std::size_t>(selected)]).width;
        if (title + 5.2F * em >= choice.w)  // the box has no room for it
            text_in(ui.painter, line, texts::train::compare_detail_stored,
                    {.colour = ui.theme.muted, .size = em::small});
        return;
    }
    if (narrow) {
        area.take_top(0.4F * em);
        line = area.take_top(2.1F * em);
    } else {
        line.take_left(0.8F * em);
    }
    const TrainingPhase phase = runs_.exists() ? runs_.phase() : TrainingPhase::failed;
    const bool runs = phase == TrainingPhase::running;
    const bool done = !runs && phase != TrainingPhase::ready && phase != TrainingPhase::paused;
    const auto clicked = [&](const char* id, const char* label, Icon which, const char* what, bool enabled, bool main) {
        const ButtonStyle style{.icon = which, .selected = main, .enabled = enabled, .hint = what};
        const bool fits = which == Icon::none || button_width(ui, label, style) <= line.w;
        const Rect place = line.take_left(fits ? button_width(ui, label, style) : 2.1F * em).snapped();
        line.take_left(0.5F * em);
        context.targets.put(id, place);
        return button(ui, id, place, fits ? label : "", style);
    };
    if (clicked("comparison start", runs ? texts::train::compare_pause : texts::train::compare_start,
                runs ? Icon::pause : Icon::play, texts::train::compare_start_hint, !done, !runs && !done)) {
        start_or_pause();
        ui.keep_awake();
    }
    if (clicked("comparison again", texts::train::compare_again, Icon::first, texts::train::compare_again_hint, true,
                done)) {
        begin();
        ui.keep_awake();
    }
    if (clicked("comparison seed", texts::train::compare_seed, Icon::none, texts::train::compare_seed_hint, true,
                false)) {
        new_seed();
        ui.keep_awake();
    }
    if (narrow) compare_button(context, line);
    line.take_left(0.5F * em);
    if (line.w < 4 * em) return;
    text_in(ui.painter, line, shortened(ui.painter, progress(), line.w, em::small, Face::sans),
            {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
}

void ComparisonPage::sentences(ViewContext& context, Rect& area) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    area.take_top(0.3F * em);
    const auto say = [&](const std::string& text, const TextStyle& style) {
        if (!text.empty()) area.take_top(paragraph(ui.painter, area, text, style));
    };
    const TextStyle main{.colour = ui.theme.text}, small{.colour = ui.theme.text, .size = em::small};
    if (const Contrast* const row = contrast()) {
        if (!context.presented) say(std::string(row->sentence), main);  // a lecture's step has its own words
        say(equal_start(), small);
        return;
    }
    const Ablation& row = stored_.row(row_ - all_contrasts().size());
    if (!context.presented) say(std::string(row.sentence), main);
    say(fmt::format(texts::train::compare_stored_from, row.training.seed,
                    "glassformer measure ablations --out ablations"),
        small);
}

/// What differs, and what is the same.
std::string ComparisonPage::equal_start() const {
    const Contrast* const row = contrast();
    if (row == nullptr) return {};
    std::string own;
    for (const ComparedRuns::Run& run : runs_.runs())
        if (!run.own.empty()) own += (own.empty() ? "" : ", ") + fmt::format(texts::train::compare_own, run.label);
    const std::string task = fmt::format(texts::train::compare_task, require_task(row->task).title);
    if (own.empty()) return task + fmt::format(texts::train::compare_equal, row->differs, seed_);
    return task + fmt::format(texts::train::compare_equal_but, row->differs, seed_, own);
}

std::string ComparisonPage::progress() const {
    if (!runs_.exists()) return {};
    int done = 0, planned = 0;
    std::size_t finished = 0;
    for (const ComparedRuns::Run& run : runs_.runs()) {
        done = std::max(done, run.shown.steps_done);
        planned = std::max(planned, run.shown.steps_planned);
        finished += run.shown.phase == TrainingPhase::finished ? 1 : 0;
        if (!run.shown.message.empty()) return run.shown.message;
        if (!run.shown.weights && run.shown.problem.empty()) return texts::train::compare_waiting;
    }
    switch (runs_.phase()) {
        case TrainingPhase::ready: return fmt::format(texts::train::compare_ready, planned);
        case TrainingPhase::running:
        case TrainingPhase::paused: return fmt::format(texts::train::compare_at_step, done, planned);
        case TrainingPhase::finished:
            if (finished == runs_.runs().size()) return texts::train::compare_finished;
            return fmt::format(texts::train::compare_some_finished, finished, runs_.runs().size());
        default: return texts::train::compare_ended;
    }
}

/// The step whose weights are looked at, and the head.
void ComparisonPage::scrubber_line(ViewContext& context, Rect line) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (line.w > 30 * em && !context.presented) head_choice(context, line);
    if (line.w > 46 * em && !context.presented) compare_button(context, line);
    const std::vector<int>& steps = runs_.kept_steps();
    if (steps.empty()) return;
    const int looked = runs_.looked_at();
    const std::string words = looked == 0 ? std::string(texts::train::compare_scrub_initial)
                                          : fmt::format(texts::train::compare_scrub, looked);
    text_in(ui.painter, line.take_left(12.5F * em), words, {.colour = ui.theme.text, .face = Face::bold});
    const auto end = [&](const char* id, Icon which, const char* what, Command command, bool newest) {
        const Rect place = (newest ? line.take_right(2.1F * em) : line.take_left(2.1F * em)).snapped();
        const std::string tip = hint(what, command);
        context.targets.put(id, place);
        if (!button(ui, id, place, "", {.icon = which, .framed = false, .enabled = steps.size() > 1, .hint = tip}))
            return;
        show_end(newest);
        ui.keep_awake();
    };
    if (line.w > 12 * em) {
        end("comparison initial", Icon::first, texts::train::compare_initial_hint, Command::first_stage, false);
        end("comparison newest", Icon::last, texts::train::compare_newest_hint, Command::last_stage, true);
    }
    line = line.inset(0.5F * em, 0);
    const auto count = static_cast<int>(steps.size());
    auto at = static_cast<int>(std::ranges::lower_bound(steps, looked) - steps.begin());
    context.targets.put("comparison scrubber", line);
    if (count > 1 && scrubber(ui, "comparison scrubber", line, count, at)) {
        runs_.look_at(steps[static_cast<std::size_t>(at)]);
        ui.keep_awake();
    }
}

void ComparisonPage::head_choice(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    const std::vector<TrainedHeadMap>& maps = maps_.to_choose();
    if (maps.size() < 2) return;
    std::vector<std::string> titles;
    titles.reserve(maps.size());
    for (const TrainedHeadMap& map : maps) titles.push_back(map.title);
    int selected = std::clamp(head_, 0, static_cast<int>(maps.size()) - 1);
    const Rect place = line.take_right(18 * ui.em).snapped();
    line.take_right(0.6F * ui.em);
    context.targets.put("comparison head", place);
    if (!dropdown(ui, "comparison head", place, titles, selected, {}, texts::train::compare_head)) return;
    head_ = selected;
    ui.keep_awake();
}

}  // namespace glassformer
