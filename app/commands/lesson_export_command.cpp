// lesson export: lessons as pages, documents, pictures and films.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <set>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/commands/view_options.h"
#include "app/platform/tell.h"
#include "app/script/lesson_export.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/stop_signals.h"
#include "core/io/assets.h"

namespace glassformer {

namespace {

struct ExportOptions {
    std::vector<std::filesystem::path> files;
    LessonExport what;
    ViewOptions view;
    std::string answers = "below";
    bool all = false, progress = false;
};

/// `same_line`: that of the step before.
void tell_step(const ExportedStep& step, bool same_line) {
    const std::string lesson =
        step.lessons == 1 ? step.lesson
                          : fmt::format(texts::commands::export_lesson, step.lesson, step.number, step.lessons);
    if (same_line)
        tell(texts::commands::export_step, lesson, step.step, step.steps);
    else
        tell(texts::commands::export_step_line, lesson, step.step, step.steps);
    if (same_line && step.step == step.steps) tell("\n");
}

void export_all(const CommandContext& context, ExportOptions options) {
    const std::filesystem::path assets = find_assets(context.executable_dir);
    for (std::filesystem::path& file : options.files) file = find_lesson(file, assets);
    if (options.all) options.files = all_lessons(lesson_files(assets), options.files);
    if (options.files.empty()) throw Error(texts::commands::nothing_to_export);
    std::set<std::filesystem::path> names;
    for (const std::filesystem::path& file : options.files)
        if (!names.insert(file.stem()).second)
            throw Error(fmt::format(texts::commands::two_exports, file.stem().string()));
    LessonExport what = options.what;
    if (!(what.html || what.pdf || what.slides || what.png || what.film)) what.html = true;
    what.answers = options.answers == "none"  ? AnswersStand::left_out
                   : options.answers == "end" ? AnswersStand::end
                                              : AnswersStand::below;
    if (what.compact && !what.pdf) throw Error(texts::commands::compact_needs_pdf);
    if (what.panel && !what.png) throw Error(texts::commands::panel_needs_png);
    what.site = options.all && what.html;
    const bool tells = options.progress || isatty(STDERR_FILENO) == 1;
    struct Stopped {};
    std::vector<std::filesystem::path> files;
    until_stopped([&](const StopSignals& stop) {
        what.begins = [&](const ExportedStep& step) {
            if (stop.arrived() != 0) throw Stopped();
            if (tells) tell_step(step, !options.progress);
        };
        what.goes_on = [&] { return stop.arrived() == 0; };
        try {
            files = export_lessons(picture_options(context, options.view), what, options.files);
        } catch (const Stopped&) {
        }
    });
    for (const std::filesystem::path& written : files) fmt::print("{}\n", path_text(written));
}

}  // namespace

void add_lesson_export(CLI::App& lesson, const CommandContext& context) {
    auto* command = lesson.add_subcommand(
        "export", "Write lessons as web pages, PDF handouts, pictures or films, each made from the run");
    auto options = std::make_shared<ExportOptions>();
    command->add_option("FILE", options->files, "Lesson files, or names of built-in lessons");
    command->add_flag("--all", options->all,
                      "All built-in lessons, and those of FILE; their pages become a site with a search, index.html");
    command->add_option("--out", options->what.folder, "The folder to write to; it is made if it is missing")
        ->required();
    command->add_flag("--html", options->what.html,
                      "A web page in one file, with the numbers of the cells (the default)");
    command->add_flag("--pdf", options->what.pdf, "A handout to print, A4");
    command->add_flag("--slides", options->what.slides, "Slides, 16:9, with the text beside the picture: one PDF");
    command->add_flag("--compact", options->what.compact, "With --pdf: several steps on a page, the text beside");
    command
        ->add_option("--answers", options->answers,
                     "Where handout and slides have the answers: below (each under its question), end, or none")
        ->check(CLI::IsMember({"below", "end", "none"}));
    command->add_flag("--png", options->what.png, "A picture of each step");
    command->add_flag("--mp4", options->what.film, "A film of the window, step by step (takes ffmpeg)");
    command->add_flag("--notes", options->what.notes, "Include the speaker's notes in the page and the handout");
    command->add_flag("--panel", options->what.panel, "With --png: the whole window, with the lesson's text");
    command->add_option("--seconds", options->what.seconds, "The longest time of a step in the film (default 8)")
        ->check(CLI::Range(0.5, 600.0));
    command->add_option("--theme", options->view.theme, "The theme of the pictures: " + themes_text());
    command->add_option("--size", options->view.size, "Size of the pictures and the film in pixels: 1280x720");
    command->add_option("--scale-factor", options->what.factor, "Image scale factor, 1 to 8")->check(CLI::Range(1, 8));
    command->add_flag("--progress", options->progress, "Print each step on a line of its own, on standard error");
    give_examples(*command,
                  "  glassformer lesson export tour --out handouts\n"
                  "  glassformer lesson export tour self-attention --html --pdf --notes --out handouts\n"
                  "  glassformer lesson export tour --pdf --compact --answers none --slides --out handouts\n"
                  "  glassformer lesson export --all my-lecture.md --pdf --html --out site\n"
                  "  glassformer lesson export my-lecture.md --png --size 1920x1080 --theme dark --out slides\n");
    command->callback([context, options] { export_all(context, *options); });
}

}  // namespace glassformer
