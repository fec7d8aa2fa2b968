// render: a view as an image or as vector graphics, without a display.
#include <fmt/core.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/commands/view_options.h"
#include "app/export/ffmpeg.h"
#include "app/files/export_formats.h"
#include "app/platform/tell.h"
#include "app/script/film.h"
#include "app/script/render.h"
#include "app/script/script.h"
#include "app/script/view_film_render.h"
#include "app/views/shared/view_values.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/stop_signals.h"
#include "core/train/task.h"

namespace glassformer {

namespace {

AppOptions pictured(const CommandContext& context, const ViewOptions& options) {
    AppOptions app = picture_options(context, options);
    if (app.inputs.model.empty() && !app.models.empty()) app.inputs.model = app.models.front().name;
    return app;
}

/// The file's folder is there, and a file can have this name.
void require_folder(const std::filesystem::path& file) {
    if (const auto folder = file.parent_path(); !folder.empty() && !std::filesystem::is_directory(folder))
        throw Error(fmt::format(texts::commands::no_folder, path_text(folder)));
    static_cast<void>(std::filesystem::status(file));  // throws for a name that no file can have
}

/// A stage that computes itself, or what a script films, as numbered pictures or as a film.
void render_motion(const CommandContext& context, const ViewOptions& options) {
    const bool film = !options.out.empty();
    if (film) require_folder(options.out);
    if (film && !options.frames.empty()) throw Error(texts::commands::frames_or_film);
    const bool filmed = !options.script.empty() && films(options.script);
    if (filmed && options.seconds_given) throw Error(texts::commands::seconds_of_script);
    if (!filmed && (options.view != view_rows().front().name || options.page || options.whole_model ||
                    options.overview || options.architecture))
        throw Error(texts::commands::motion_of_walk);
    const FilmSettings settings{
        .seconds = options.seconds, .frames_per_second = options.frames_per_second, .factor = options.scale_factor};
    if (film)
        render_film(pictured(context, options), options.out, settings);
    else
        render_frames(pictured(context, options), options.frames, settings);
}

/// How many pictures are drawn: on a terminal one line that is written again and again, else nothing.
void show_pictures(int done, int all) {
    if (isatty(STDERR_FILENO) == 0) return;
    tell("\r{}", fmt::format(texts::commands::film_progress, done, all));
    if (done == all) tell("\n");
}

/// A film that the view gives: of the Train view, its attention heads at every step whose weights are kept.
void render_film_of_view(const CommandContext& context, const ViewOptions& options) {
    if (!options.out.empty() || !options.frames.empty()) throw Error(texts::commands::film_or_out);
    if (options.seconds_given || options.page || options.scale_factor != 1) throw Error(texts::commands::film_options);
    const bool trains = !options.task.empty() || options.steps;
    if (trains && options.view != "train") throw Error(texts::commands::task_of_train);
    AppOptions app = pictured(context, options);
    if (!options.task.empty()) app.view_values["task"] = value_text(std::string(require_task(options.task).name));
    if (options.steps) app.view_values["steps"] = value_text(*options.steps);
    FilmOrder order{.file = options.film, .size = app.size};
    if (options.film_given) order.frames_per_second = options.frames_per_second;
    app.size = first_window_size;
    until_stopped([&](const StopSignals& stop) {
        render_view_film(app, order, options.task, [&](int done, int all) {
            show_pictures(done, all);
            return stop.arrived() == 0;
        });
    });
}

void render(const CommandContext& context, const ViewOptions& options) {
    if (!options.film.empty()) return render_film_of_view(context, options);
    if (!options.task.empty() || options.steps) throw Error(texts::commands::task_of_train);
    if (!options.frames.empty() || is_film(options.out)) return render_motion(context, options);
    if (options.out.empty()) throw Error(texts::commands::out_or_frames);
    if (options.film_given) throw Error(texts::commands::timing_of_film);
    const ExportFormat& format = require_export_format(options.out, {ExportKind::raster, ExportKind::vector}, "--out");
    require_folder(options.out);
    const AppOptions app = pictured(context, options);
    if (format.kind != ExportKind::raster && options.scale_factor != 1)
        throw Error(fmt::format(texts::commands::scale_factor, format.ending));
    if (format.kind != ExportKind::raster && !options.script.empty())
        throw Error(fmt::format(texts::commands::script_of_window, format.ending));
    if (options.page && !options.script.empty()) throw Error(fmt::format(texts::commands::script_of_window, "--page"));
    // Images: the window as it is, unless asked for the page. Vector graphics: the page, for slides and handouts.
    const auto write_page = [&](const std::filesystem::path& file) {
        const int factor = format.kind == ExportKind::raster ? options.scale_factor : 1;
        if (const std::string missing = render_page(app, file, factor); !missing.empty())
            tell(texts::commands::boxes_instead, missing);
    };
    if (format.kind == ExportKind::vector || options.page) return write_page(options.out);
    try {
        format.write(options.out, {.image = [&] { return render_view(app, options.scale_factor); }});
    } catch (const NoOpenGl& missing) {  // a page needs none
        if (!options.script.empty()) throw;
        tell(texts::commands::without_opengl, missing.what());
        write_page(options.out);
    }
}

}  // namespace

static void add_render_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("render", "Render a view to an image file, without a display");
    give_examples(
        *command,
        "  glassformer render --view walk --stage blocks.1.attn.weights --theme light --out weights.png\n"
        "  glassformer render --model translate-fr-en --view output --out output.pdf\n"
        "  glassformer render --view walk --stage blocks.0.attn.scores_raw --frames scores --seconds 1 --fps 8\n"
        "  glassformer render --view train --task sort --steps 40 --film heads.gif\n");
    auto options = std::make_shared<ViewOptions>();
    add_view_options(*command, *options);
    command->add_option("--view", options->view, "The view: " + views_text())->required();
    add_script_option(*command, *options);
    command
        ->add_option("--page", options->view_page,
                     "With a name: that page (tab) of the view. Without: what .svg and .pdf show instead of the window")
        ->expected(0, 1);
    command->add_option("--scale-factor", options->scale_factor, "Image scale factor, 1 to 8")->check(CLI::Range(1, 8));
    command->add_option("--out", options->out,
                        "The file to write (" + endings_text({ExportKind::raster, ExportKind::vector}) +
                            "; .gif or .mp4 with ffmpeg: the walk's stage computing itself, or what "
                            "--script films)");
    command->add_option("--frames", options->frames,
                        "Instead of --out: a folder for the pictures of such a film, as frame-0001.png …");
    command->add_option("--film", options->film,
                        "Instead of --out: a film of --view train, its attention heads step by step: a .gif, an .mp4 "
                        "(with ffmpeg), or a folder for pictures");
    command->add_option("--task", options->task, "The task that is trained for --film, unless --script does it");
    command->add_option("--steps", options->steps, "Steps of that training, 10 to 20000")->check(CLI::Range(10, 20000));
    command->add_option("--seconds", options->seconds, "Seconds in which it does so, 0.1 to 60 (default 2)")
        ->check(CLI::Range(0.1, 60.0));
    command
        ->add_option("--fps", options->frames_per_second,
                     "Pictures of it for each second, 1 to 60 (default 25; of --film 8)")
        ->check(CLI::Range(1, 60));
    command->callback([options, command, context] {
        note_given(*command, *options);
        options->seconds_given = command->count("--seconds") > 0;
        options->film_given = options->seconds_given || command->count("--fps") > 0;
        render(context, *options);
    });
}

extern const Subcommand render_subcommand{.place = 150, .add = add_render_command};

}  // namespace glassformer
