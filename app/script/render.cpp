#include "app/script/render.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/pictures/charts/stage_page.h"
#include "app/program/figure_words.h"
#include "app/render/cairo_painter.h"
#include "app/script/script.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

/// Evaluates and draws until the picture stands still; what is wrong becomes an Error.
void show(App& app, BackendWish wish, const std::filesystem::path& script) {
    app.session().wait();
    if (const auto shown = app.session().shown(); !shown.error.empty()) throw Error(shown.error);
    if (app.lesson().is_open())
        app.settle_whole();  // a scene may ask for a training, and its text for the numbers of a page
    else
        app.settle();
    if (!app.message().empty()) throw Error(app.message());
    if (!script.empty()) {
        run_script(app, script);
        app.settle();
    }
    const BackendChoice& on = app.session().shown().current->computed_on();
    if (wish == BackendWish::gl && !on.backend) throw Error(on.reason);
}

}  // namespace

Image render_view(const AppOptions& options, int factor) {
    const auto platform = open_headless(options.size, static_cast<float>(factor));
    AppOptions still = options;
    still.still = true;
    App app(*platform, still);
    show(app, options.backend, options.script);
    return platform->read_pixels();
}

void render_phases(const AppOptions& options, int steps, int factor,
                   const std::function<void(int step, const Image& picture)>& taken) {
    const auto platform = open_headless(options.size, static_cast<float>(factor));
    AppOptions still = options;
    still.still = true;
    App app(*platform, still);
    show(app, options.backend, options.script);
    const Evaluation& run = *app.session().shown().current;
    const int record = record_at(run.trace(), app.cursor());
    const bool moves = record >= 0 && run.trace().record(record).operation != nullptr &&
                       computes_itself({.evaluation = run, .record = record, .gradients = run.has_gradients()});
    if (!moves) throw Error(fmt::format(texts::window::no_motion, in_quotes(app.cursor().record)));
    const auto picture_at = [&](float phase) {
        app.compute_to(phase);
        app.frame();
        return platform->read_pixels();
    };
    // A script may have left the stage. Nothing is written of a film in which nothing moves.
    if (const Image begun = picture_at(0); !options.script.empty() && begun.rgba == picture_at(1).rgba)
        throw Error(fmt::format(texts::window::film_stands_still, in_quotes(app.cursor().record)));
    for (int step = 0; step <= steps; ++step)
        taken(step, picture_at(static_cast<float>(step) / static_cast<float>(steps)));
}

int render_filmed(const AppOptions& options, int frames_per_second, int factor,
                  const std::function<void(int number, const Image& picture)>& taken) {
    const auto platform = open_headless(options.size, static_cast<float>(factor));
    AppOptions moving = options;
    moving.still = true;
    moving.motion = true;
    App app(*platform, moving);
    show(app, options.backend, {});
    int count = 0;
    const ScriptFilm film{.frames_per_second = frames_per_second,
                          .taken = [&](const Image& picture) { taken(++count, picture); }};
    run_script(app, options.script, &film);
    if (count == 0) throw Error(fmt::format(texts::window::nothing_filmed, path_text(options.script)));
    return count;
}

namespace {

/// Another view than the walk draws itself, controls and all: that takes the program, but no OpenGL to draw with.
std::string render_view_as_page(const AppOptions& options, const std::filesystem::path& file, int factor) {
    const auto platform = options.backend == BackendWish::gl ? open_headless(options.size) : open_paper(options.size);
    AppOptions still = options;
    still.still = true;
    App app(*platform, still);
    show(app, options.backend, options.script);
    return app.write_page(file, {0, 0, static_cast<float>(options.size.width), static_cast<float>(options.size.height)},
                          factor);
}

}  // namespace

std::string render_page(const AppOptions& options, const std::filesystem::path& file, int factor) {
    if (options.overview || (!options.view.empty() && options.view != view_rows().front().name))
        return render_view_as_page(options, file, factor);
    const auto model = options.load(options.inputs.model);
    Inputs inputs = options.inputs;
    if (inputs.text.empty() && !model->card.examples.empty()) {
        inputs.text = model->card.examples.front();
        if (inputs.target.empty() && !model->card.targets.empty()) inputs.target = model->card.targets.front();
    }
    BackendChooser chooser({.wish = options.backend, .renderer = "", .measure = {}, .pool = options.pool});
    const auto evaluation = evaluate_once(
        model, inputs, options.pool, [&](const Model& of, const GraphSize& size) { return chooser.choose(of, size); });
    if (options.backend == BackendWish::gl && !evaluation->computed_on().backend)
        throw Error(evaluation->computed_on().reason);
    const Trace& trace = evaluation->trace();

    PictureMemory memory;
    Scene scene{.evaluation = *evaluation, .memory = &memory};
    check_head(trace, options.head);
    Cursor cursor{.record = {}, .head = std::max(0, options.head)};
    if (!options.cell.empty()) {
        const NamedCell cell = find_cell(trace, options.cell);
        scene.selected = {cell.record, cell.cell};
        scene.record = cell.record;
        jump(trace, cursor, scene.selected);  // to the head of the cell
    } else {
        scene.record = options.stage.empty() ? trace.stages().front() : trace.find(options.stage);
    }
    if (scene.record < 0 || !scene.stage().operation)
        throw Error(fmt::format(texts::window::no_stage_to_draw,
                                in_quotes(options.cell.empty() ? options.stage : options.cell)));

    scene.head = cursor.head;
    const Theme* theme = find_theme(options.theme);
    CairoPainter painter(file, theme != nullptr ? *theme : *all_themes().front(), 15,
                         {0, 0, static_cast<float>(options.size.width), static_cast<float>(options.size.height)},
                         factor);
    painter.set_limits(options.colour_limits.value_or(ColourLimits{}));
    cursor.record = scene.stage().name;
    const FigureWords words = figure_words(*evaluation, cursor);
    painter.set_title(words.caption, words.alternative);
    draw_stage_page(painter, painter.clip(), scene);
    painter.finish();
    return painter.missing();
}

namespace {

/// Presses the mouse on a control of the window and drags it, or moves over it.
class Dragging {
public:
    Dragging(App& app, const std::string& name, bool press) : app_(app), press_(press) {
        if (name.empty()) return;
        const auto found = app.find_target(name);
        if (!found) throw Error(fmt::format(texts::window::no_drag, in_quotes(name)));
        place_ = *found;
        app.platform().events().push(MouseMove{place_.centre()});
        app.frame();
        if (!press) return;
        app.platform().events().push(MousePress{Button::left});
        app.frame();
    }
    /// Drags to a point far from the last one, so that a slider of whole numbers moves too.
    void move(int step) {
        if (place_.w <= 0) return;
        constexpr double golden = 0.6180339887498949;
        const double along = std::fmod(step * golden, 1.0), across = press_ ? 0.5 : std::fmod(step * 0.7548776662, 1.0);
        app_.platform().events().push(
            MouseMove{{place_.x + (0.05F + 0.9F * static_cast<float>(along)) * place_.w,
                       place_.y + (press_ ? 0.5F : 0.05F + 0.9F * static_cast<float>(across)) * place_.h}});
    }

private:
    App& app_;
    bool press_;
    Rect place_;
};

}  // namespace

FrameTimes bench_frame(const AppOptions& options, int repeats, const BetweenFrames& between) {
    if (repeats < 1) throw Error(fmt::format(texts::window::too_few_frames, repeats));
    const auto platform = open_headless(options.size);
    App app(*platform, options);
    show(app, options.backend, options.script);
    if (!between.keys.empty()) {
        run_script(app, between.keys, texts::window::keys_before_frames);
        app.settle();
    }
    std::vector<double> times;
    Dragging dragging(app, between.drag.empty() ? between.hover : between.drag, !between.drag.empty());
    for (int i = 0; i < repeats; ++i) {
        dragging.move(i);
        const auto start = std::chrono::steady_clock::now();
        app.frame();
        (void)platform->read_pixels();  // waits for the last pixel
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    const bool processor = !app.session().shown().current->computed_on().backend;
    return {.median_ms = times[times.size() / 2],
            .min_ms = times.front(),
            .max_ms = times.back(),
            .quartile_ms = times[times.size() / 4],
            .p95_ms = times[times.size() * 95 / 100],
            .repeats = repeats,
            .backend = processor ? "cpu" : "gl"};
}

}  // namespace glassformer
