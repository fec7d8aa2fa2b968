// The open lesson is taken away from the window: the box that asks how, the sign that says how far it is.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/export/exports.h"
#include "app/export/ffmpeg.h"
#include "app/export/lesson_files.h"
#include "app/widgets/controls.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {
constexpr double look_every = 0.15;  // seconds between two frames that show how far the export is
}

void Exports::open_lesson_box(ViewContext& context, const Lesson& lesson,
                              const std::vector<std::filesystem::path>& files) {
    if (lesson_run_.running()) {
        context.notice = fmt::format(texts::window::export_runs, lesson_run_.name());
        return;
    }
    lesson_sheet_.open(lesson.title, lesson.file, has_ffmpeg(), [files](const LessonExportRequest& request) {
        return replaced_by_export(
            {.folder = request.folder,
             .html = request.html,
             .pdf = request.pdf,
             .png = request.png,
             .film = request.film,
             .slides = request.slides,
             .site = request.all},
            all_lessons(request.all ? files : std::vector<std::filesystem::path>(), {request.lesson}));
    });
}

void Exports::start_lesson(LessonExportRequest request) {
    try {
        parts_.document.check_fence(request.folder / (request.lesson.stem().string() + ".html"));
        if (request.theme.empty()) request.theme = std::string(parts_.workspace.preferences().theme->name);
        lesson_run_.start(parts_.program, request);
    } catch (const Error& error) {
        lesson_sheet_.failed(error.what());
    }
    parts_.platform.wake();
}

/// The box, and what came of an export that ran.
void Exports::draw_lesson(ViewContext& context) {
    if (auto request = lesson_sheet_.draw(context)) start_lesson(std::move(*request));
    if (const auto end = lesson_run_.poll()) lesson_ended(*end);
    if (lesson_run_.running()) parts_.gui.sleep_at_most(look_every);
}

void Exports::lesson_ended(const LessonExportRun::End& end) {
    if (end.whole)
        parts_.messages.notice() = lesson_sentence_ = end.sentence;
    else
        parts_.messages.say(end.sentence);
}

/// In the view's lower right corner while it runs; a lecture's audience does not see it.
void Exports::draw_lesson_sign(ViewContext& context, const Rect& area) {
    if (!lesson_run_.running()) return;
    Ui& ui = context.ui;
    const float em = ui.em;
    const LessonExportRun& run = lesson_run_;
    const auto said = [&run](int step) {
        return run.steps() == 0 ? fmt::format(texts::window::exporting, run.name())
                                : fmt::format(texts::window::exporting_step, run.name(), step, run.steps());
    };
    const float button_wide = button_width(ui, texts::window::cancel, {.size = em::small});
    const float words = ui.painter.measure(said(run.steps())).width + em;
    const float wide = std::min(area.w - em, words + button_wide + 2.6F * em);
    const Rect box = Rect{area.right() - wide - 0.8F * em, area.bottom() - 3.3F * em, wide, 2.5F * em}.snapped();
    const float radius = std::round(0.6F * em);
    context.targets.put("lesson export sign", box);
    ui.painter.fill(box, ui.theme.panel, radius);
    ui.painter.stroke(box, ui.theme.border, 1, radius);
    Rect inside = box.inset(0.8F * em, 0);
    const Rect right = inside.take_right(button_wide);
    inside.take_right(0.6F * em);
    const Rect place = Rect{right.x, right.y + 0.35F * em, right.w, right.h - 0.7F * em}.snapped();
    context.targets.put("cancel lesson export", place);
    text_in(ui.painter, inside, said(run.step()), {.colour = ui.theme.text});
    if (!button(ui, "cancel lesson export", place, texts::window::cancel, {.size = em::small})) return;
    if (const auto end = lesson_run_.cancel())
        lesson_ended(*end);
    else
        parts_.messages.notice() = texts::window::export_cancelled;
    ui.keep_awake();
}

}  // namespace glassformer
