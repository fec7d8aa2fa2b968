// The open lesson is taken away from the window: the box that asks how, the sign that says how far it is.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/program/app.h"
#include "app/program/ffmpeg.h"
#include "app/program/lesson_export.h"
#include "app/program/lesson_export_run.h"
#include "app/program/texts.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"

namespace glassformer {

namespace {
constexpr double look_every = 0.15;  // seconds between two frames that show how far the export is
}

void App::open_lesson_export(ViewContext& context) {
    if (lesson_export_run_->running()) {
        context.notice = fmt::format(texts::program::export_runs, lesson_export_run_->name());
        return;
    }
    const Lesson& lesson = lesson_.lesson();
    lesson_export_.open(lesson.title, lesson.file, has_ffmpeg(), [this](const LessonExportRequest& request) {
        return replaced_by_export(
            {.folder = request.folder,
             .html = request.html,
             .pdf = request.pdf,
             .png = request.png,
             .film = request.film,
             .site = request.all},
            all_lessons(request.all ? lessons_ : std::vector<std::filesystem::path>(), {request.lesson}));
    });
}

void App::start_lesson_export(LessonExportRequest request) {
    try {
        check_fence(request.folder / (request.lesson.stem().string() + ".html"));
        if (request.theme.empty()) request.theme = std::string(preferences_.theme->name);
        lesson_export_run_->start(program_, request);
    } catch (const Error& error) {
        lesson_export_.failed(error.what());
    }
    platform_.wake();
}

/// The box, and what came of an export that ran.
void App::draw_lesson_export(ViewContext& context) {
    if (auto request = lesson_export_.draw(context)) start_lesson_export(std::move(*request));
    if (const auto end = lesson_export_run_->poll()) lesson_export_ended(end->whole, end->sentence);
    if (lesson_export_run_->running()) sleep_at_most(look_every);
}

void App::lesson_export_ended(bool whole, const std::string& sentence) {
    if (whole)
        notice_ = lesson_exported_ = sentence;
    else
        say(sentence);
}

/// In the view's lower right corner while it runs; a lecture's audience does not see it.
void App::lesson_export_sign(ViewContext& context, const Rect& area) {
    if (!lesson_export_run_->running() || presenter_) return;
    Ui& ui = context.ui;
    const float em = ui.em;
    const LessonExportRun& run = *lesson_export_run_;
    const auto said = [&run](int step) {
        return run.steps() == 0 ? fmt::format(texts::program::exporting, run.name())
                                : fmt::format(texts::program::exporting_step, run.name(), step, run.steps());
    };
    const float button_wide = button_width(ui, texts::program::cancel, {.size = em::small});
    const float words = ui.painter.measure(said(run.steps())).width + em;
    const float wide = std::min(area.w - em, words + button_wide + 2.6F * em);
    const Rect box = Rect{area.right() - wide - 0.8F * em, area.bottom() - 3.3F * em, wide, 2.5F * em}.snapped();
    const float radius = std::round(0.6F * em);
    targets_.put("lesson export sign", box);
    ui.painter.fill(box, ui.theme.panel, radius);
    ui.painter.stroke(box, ui.theme.border, 1, radius);
    Rect inside = box.inset(0.8F * em, 0);
    const Rect right = inside.take_right(button_wide);
    inside.take_right(0.6F * em);
    const Rect place = Rect{right.x, right.y + 0.35F * em, right.w, right.h - 0.7F * em}.snapped();
    targets_.put("cancel lesson export", place);
    text_in(ui.painter, inside, said(run.step()), {.colour = ui.theme.text});
    if (!button(ui, "cancel lesson export", place, texts::program::cancel, {.size = em::small})) return;
    if (const auto end = lesson_export_run_->cancel())
        lesson_export_ended(end->whole, end->sentence);
    else
        notice_ = texts::program::export_cancelled;
    ui.keep_awake();
}

void App::describe_lesson_export(State& state) const {
    lesson_export_.describe(state);
    state.add("lesson_exporting", lesson_export_run_->running());
    state.add("lesson_exported", lesson_exported_);
}

}  // namespace glassformer
