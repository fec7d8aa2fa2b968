// bench frame: the time that a frame of a view takes.
#include <fmt/core.h>
#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/commands/view_options.h"
#include "app/script/render.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

void one_frame(const ViewOptions& options, const AppOptions& app, bool whole_model) {
    const FrameTimes times = bench_frame(
        app, options.repeats, {.keys = whole_model ? "key 0" : "", .drag = options.drag, .hover = options.hover});
    const std::string what = app.view +
                             (whole_model    ? ", the whole model"
                              : app.overview ? ", the overview"
                                             : "") +
                             (options.drag.empty() ? "" : ", " + options.drag + " dragged") +
                             (options.hover.empty() ? "" : ", the mouse over " + options.hover);
    const Json row{{"view", what},
                   {"median_ms", times.median_ms},
                   {"quartile_ms", times.quartile_ms},
                   {"p95_ms", times.p95_ms},
                   {"min", times.min_ms},
                   {"max", times.max_ms},
                   {"repeats", times.repeats},
                   {"threads", 1},
                   {"backend", times.backend}};
    if (options.json)
        std::printf("%s\n", row.dump().c_str());
    else
        fmt::print(texts::commands::frame, what, app.size.width, app.size.height, times.median_ms, times.min_ms,
                   times.max_ms, times.quartile_ms, times.p95_ms);
    std::fflush(stdout);
}

void frame(const CommandContext& context, const ViewOptions& options) {
    const bool every = options.view == "all";
    ViewOptions checked = options;
    if (every) checked.view.clear();
    AppOptions app = picture_options(context, checked);
    const std::string walk(view_rows().front().name);
    if (app.view.empty()) app.view = walk;
    if (options.whole_model && app.view != walk)
        throw Error(fmt::format(texts::commands::whole_model, in_quotes(walk)));
    if (options.seq_len > 0) {
        if (options.model.empty() || options.text_given) throw Error(texts::commands::seq_len_needs);
        auto model = open_model(context, options.model);
        if (has_target(model->config)) throw Error(texts::commands::seq_len_stack);
        if (options.seq_len > model->config.max_seq_len)
            throw Error("--seq-len " + std::to_string(options.seq_len) + ": " + model->name + " reads " +
                        std::to_string(model->config.max_seq_len) + " tokens");
        app.inputs.text = text_of_length(*model, options.seq_len);
        app.load = [model](const std::string&, Loading&) { return model; };
    }
    if (!every) return one_frame(options, app, options.whole_model);
    for (const ViewRow& row : view_rows()) {
        app.view = row.name;
        one_frame(options, app, false);
        if (app.view != walk) continue;
        one_frame(options, app, true);
        AppOptions overview = app;
        overview.overview = true;
        one_frame(options, overview, false);
    }
}

}  // namespace

void add_frame_bench(CLI::App& bench, const CommandContext& context) {
    auto* command = bench.add_subcommand("frame", "Time one frame of a view, drawn into memory");
    give_examples(*command,
                  "  glassformer bench frame --model coreference-full --view walk --size 1280x720\n"
                  "  glassformer bench frame --model coreference-full --view walk --overview --hover story\n");
    auto options = std::make_shared<ViewOptions>();
    add_view_options(*command, *options);
    command->add_option("--view", options->view, "The view: " + views_text() + ", or all of them");
    command->add_flag("--whole-model", options->whole_model, "Zoom the walk out to the whole model");
    command->add_option("--seq-len", options->seq_len, "Number of tokens of the text, for a model with one stack")
        ->check(CLI::PositiveNumber);
    add_script_option(*command, *options);
    auto* const drag =
        command->add_option("--drag", options->drag, "Control that the mouse moves in every frame: base, shift…");
    command->add_option("--hover", options->hover, "Control that the mouse moves over in every frame: story, canvas…")
        ->excludes(drag);
    command->add_option("--repeats", options->repeats, "Timed frames; the median is reported (default 60)")
        ->check(CLI::Range(1, 10000));
    command->add_flag("--json", options->json, "One line of JSON");
    command->callback([options, command, context] {
        note_given(*command, *options);
        frame(context, *options);
    });
}

}  // namespace glassformer
