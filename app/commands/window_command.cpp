// The window (no subcommand), render (a view as a file) and bench frame: the commands that need a picture.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/platform/png.h"
#include "app/program/app.h"
#include "app/program/render.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/thread_pool.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

struct ViewOptions {
    std::string model, text, target, stage, cell, size, theme, backend = "cpu", view, lesson, drag;
    std::filesystem::path out, script, open;
    std::optional<float> scale;
    int head = -1, repeats = 60, scale_factor = 1, seq_len = 0;
    bool headless = false, json = false, whole_model = false, text_given = false, target_given = false;
};

}  // namespace

PixelSize parse_size(const std::string& written) {
    int width = 0, height = 0, used = 0;
    if (std::sscanf(written.c_str(), "%dx%d%n", &width, &height, &used) != 2 ||
        used != static_cast<int>(written.size()) || width < 320 || height < 240 || width > 8192 || height > 8192)
        throw Error(fmt::format(texts::commands::size, in_quotes(written)));
    return {width, height};
}

std::string size_text(const ModelConfig& config) {
    if (config.architecture == Architecture::lookup)
        return fmt::format(texts::commands::size_of_table, config.lookup.entries, config.d_model);
    const std::string layers =
        config.n_layers == 1 ? texts::commands::layer_one : fmt::format(texts::commands::layers, config.n_layers);
    if (!is_transformer(config)) return fmt::format(texts::commands::size_without_heads, layers, config.d_model);
    const std::string heads =
        config.n_heads == 1 ? texts::commands::head_one : fmt::format(texts::commands::heads, config.n_heads);
    return fmt::format(texts::commands::size_of_model, layers, heads, config.d_model);
}

namespace {

std::string number_text(float value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", static_cast<double>(value));
    return text.data();
}

/// Models of the open sheet, the default model first.
std::vector<ModelChoice> model_choices(const CommandContext& context) {
    std::vector<ModelChoice> choices;
    for (const BuiltinModel& row : builtin_models(find_assets(context.executable_dir))) {
        if (!row.problem.empty()) continue;  // the command "models" lists the problem
        ModelChoice choice{.name = row.name, .title = row.card.title, .details = size_text(row.config), .examples = {}};
        for (std::size_t i = 0; i < row.card.examples.size(); ++i)
            choice.examples.push_back({.model = row.name,
                                       .text = row.card.examples[i],
                                       .target = i < row.card.targets.size() ? row.card.targets[i] : "",
                                       .edits = {}});
        choice.task = row.card.task;
        choice.try_this = row.card.try_this;
        choice.metrics = row.card.metrics;
        choice.parameters = row.parameters;
        choices.push_back(std::move(choice));
    }
    std::stable_partition(choices.begin(), choices.end(),
                          [](const ModelChoice& choice) { return choice.name == "coreference-full"; });
    return choices;
}

/// Checks before loading that --target is given for an encoder–decoder.
void check_target(const CommandContext& context, const std::string& model) {
    if (model.empty()) throw Error(texts::commands::target_needs_model);
    const ModelConfig config = load_config(find_model(model, find_assets(context.executable_dir)));
    if (!has_target(config)) throw Error(fmt::format(texts::commands::target_unused, in_quotes(model)));
}

std::string views_text() {
    std::string names;
    for (const ViewRow& row : view_rows()) names += (names.empty() ? "" : ", ") + std::string(row.name);
    return names;
}

void check_view(const std::string& view) {
    if (view.empty()) return;
    for (const ViewRow& row : view_rows())
        if (row.name == view) return;
    throw Error(fmt::format(texts::commands::no_view, in_quotes(view), views_text()));
}

AppOptions app_options(const CommandContext& context, const ViewOptions& options) {
    check_view(options.view);
    if (!options.theme.empty() && find_theme(options.theme) == nullptr)
        throw Error(fmt::format(texts::commands::no_theme, in_quotes(options.theme)));
    if (options.scale && !(*options.scale >= 1 && *options.scale <= 3))
        throw Error(fmt::format(texts::commands::scale, number_text(*options.scale)));
    if (options.target_given) check_target(context, options.model);
    AppOptions app;
    app.load = [context](const std::string& name, Loading& loading) { return open_model(context, name, &loading); };
    app.card = [context](const std::string& name) {
        return load_card(std::filesystem::is_directory(name) ? std::filesystem::path(name)
                                                             : find_model(name, find_assets(context.executable_dir)));
    };
    app.models = model_choices(context);
    app.position_lengths = find_assets(context.executable_dir) / "positions" / "lengths.json";
    if (!std::filesystem::exists(app.position_lengths)) app.position_lengths.clear();
    app.open = options.open;
    if (!options.open.empty() && !options.model.empty()) throw Error(texts::commands::open_and_model);
    if (!options.open.empty() && !std::filesystem::exists(options.open))
        throw Error(fmt::format(texts::commands::no_subcommand, in_quotes(options.open.string())));
    if (app.models.empty() && options.model.empty() && options.open.empty()) throw Error(texts::commands::no_models);
    if (options.text_given && options.text.empty()) throw Error(texts::commands::empty_text);
    app.inputs.model = options.model;
    app.inputs.text = options.text;
    app.inputs.target = options.target;
    app.theme = options.theme;
    app.text_scale = options.scale.value_or(0);
    if (!options.size.empty()) app.size = parse_size(options.size);
    app.view = options.view;
    app.stage = options.stage;
    app.script = options.script;
    app.cell = options.cell;
    app.head = options.head;
    app.backend = backend_wish(options.backend);
    return app;
}

void add_view_options(CLI::App& command, ViewOptions& options) {
    command.add_option("--model", options.model, "A built-in model's name, or a model folder");
    command.add_option("--text", options.text, "The text (default: the model's first example)");
    command.add_option("--target", options.target, "The decoder's text, for an encoder–decoder");
    command.add_option("--theme", options.theme, "dark, light or contrast");
    command.add_option("--scale", options.scale, "Text size, 1 to 3");
    command.add_option("--size", options.size, "Size in pixels: 1280x720");
    command.add_option("--stage", options.stage, "Stage to show: blocks.0.attn.scores_raw");
    command.add_option("--cell", options.cell, "Cell to select: blocks.0.attn.scores_raw[0,8,1]");
    command.add_option("--head", options.head, "Head to show, counted from 0")->check(CLI::NonNegativeNumber);
    add_backend_option(command, options.backend);
}

void note_given(const CLI::App& command, ViewOptions& options) {
    options.text_given = command.count("--text") > 0;
    options.target_given = command.count("--target") > 0;
}

void render(const CommandContext& context, const ViewOptions& options) {
    const std::string ending = options.out.extension().string();
    if (ending != ".png" && ending != ".svg" && ending != ".pdf")
        throw Error(fmt::format(texts::commands::picture_file, path_text(options.out)));
    if (const auto folder = options.out.parent_path(); !folder.empty() && !std::filesystem::is_directory(folder))
        throw Error(fmt::format(texts::commands::no_folder, path_text(folder)));
    static_cast<void>(std::filesystem::status(options.out));  // throws for a name that no file can have
    AppOptions app = app_options(context, options);
    if (app.size.width == 0) app.size = {1280, 720};
    if (app.theme.empty()) app.theme = "dark";
    if (app.text_scale == 0) app.text_scale = 1;
    if (app.inputs.model.empty() && !app.models.empty()) app.inputs.model = app.models.front().name;
    if (ending != ".png" && options.scale_factor != 1) throw Error(fmt::format(texts::commands::scale_factor, ending));
    // PNG: the window as it is. SVG and PDF: the view alone, for slides and handouts.
    if (ending == ".png")
        write_png(options.out, render_view(app, options.scale_factor));
    else if (const std::string missing = render_vectors(app, options.out); !missing.empty())
        fmt::print(stderr, texts::commands::boxes_instead, missing);
}

void one_frame(const ViewOptions& options, const AppOptions& app, bool whole_model) {
    const FrameTimes times =
        bench_frame(app, options.repeats, {.keys = whole_model ? "key 0" : "", .drag = options.drag});
    const std::string what = app.view + (whole_model ? ", the whole model" : "") +
                             (options.drag.empty() ? "" : ", " + options.drag + " dragged");
    const nlohmann::ordered_json row{
        {"view", what},        {"median_ms", times.median_ms}, {"quartile_ms", times.quartile_ms},
        {"min", times.min_ms}, {"max", times.max_ms},          {"repeats", times.repeats},
        {"threads", 1},        {"backend", times.backend}};
    if (options.json)
        std::printf("%s\n", row.dump().c_str());
    else
        fmt::print(texts::commands::frame, what, app.size.width, app.size.height, times.median_ms, times.min_ms,
                   times.max_ms, times.quartile_ms);
    std::fflush(stdout);
}

void frame(const CommandContext& context, const ViewOptions& options) {
    const bool every = options.view == "all";
    ViewOptions checked = options;
    if (every) checked.view.clear();
    AppOptions app = app_options(context, checked);
    const std::string walk(view_rows().front().name);
    if (app.view.empty()) app.view = walk;
    if (options.whole_model && app.view != walk)
        throw Error(fmt::format(texts::commands::whole_model, in_quotes(walk)));
    if (app.size.width == 0) app.size = {1280, 720};
    if (app.theme.empty()) app.theme = "dark";
    if (app.text_scale == 0) app.text_scale = 1;
    if (options.seq_len > 0) {
        if (options.model.empty() || options.text_given) throw Error(texts::commands::seq_len_needs);
        const auto model = open_model(context, options.model);
        if (has_target(model->config)) throw Error(texts::commands::seq_len_stack);
        if (options.seq_len > model->config.max_seq_len)
            throw Error(
                fmt::format(texts::commands::too_many_tokens, options.seq_len, model->name, model->config.max_seq_len));
        app.inputs.text = text_of_length(*model, options.seq_len);
        app.load = [model](const std::string&, Loading&) { return model; };
    }
    if (!every) return one_frame(options, app, options.whole_model);
    for (const ViewRow& row : view_rows()) {
        app.view = row.name;
        one_frame(options, app, false);
        if (app.view == walk) one_frame(options, app, true);
    }
}

}  // namespace

void add_render_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("render", "Draw a view into a file, without a display");
    auto options = std::make_shared<ViewOptions>();
    add_view_options(*command, *options);
    command->add_option("--view", options->view, "The view: " + views_text())->required();
    command->add_option("--script", options->script, "A file of clicks and keys to play before");
    command->add_option("--scale-factor", options->scale_factor, "Pixels of a PNG a pixel of --size, 1 to 8")
        ->check(CLI::Range(1, 8));
    command->add_option("--out", options->out, "The file to write")->required();
    command->callback([options, command, context] {
        note_given(*command, *options);
        render(context, *options);
    });
}

void add_frame_bench(CLI::App& bench, const CommandContext& context) {
    auto* command = bench.add_subcommand("frame", "A frame of a view, drawn into memory");
    auto options = std::make_shared<ViewOptions>();
    add_view_options(*command, *options);
    command->add_option("--view", options->view, "The view: " + views_text() + ", or all of them");
    command->add_flag("--whole-model", options->whole_model, "The walk's canvas zoomed out");
    command->add_option("--seq-len", options->seq_len, "A text of so many tokens, of a model of one stack")
        ->check(CLI::PositiveNumber);
    command->add_option("--script", options->script, "A file of clicks and keys to play before");
    command->add_option("--drag", options->drag, "A control that the mouse moves in every frame: base, shift …");
    command->add_option("--repeats", options->repeats, "Frames; the median counts (default 60)")
        ->check(CLI::Range(1, 10000));
    command->add_flag("--json", options->json, "One line of JSON");
    command->callback([options, command, context] {
        note_given(*command, *options);
        frame(context, *options);
    });
}

void add_window_command(CLI::App& app, const CommandContext& context, int& exit_code) {
    auto options = std::make_shared<ViewOptions>();
    options->backend = "auto";
    add_view_options(app, *options);
    app.add_option("open", options->open, "A model folder, or a session file (*.glassformer)");
    app.add_option("--view", options->view, "The view: " + views_text());
    app.add_option("--lesson", options->lesson, "A lesson file to play");
    app.add_option("--script", options->script, "A file of clicks and keys to play in the window");
    app.add_flag("--headless", options->headless, "With --script: in memory, without a display");
    app.callback([options, context, &app, &exit_code] {
        if (!app.get_subcommands().empty()) return;
        if (!options->lesson.empty()) throw Error(texts::commands::no_lessons);
        note_given(app, *options);
        if (options->headless && options->script.empty()) throw Error(texts::commands::headless_needs_script);
        WindowRun run;
        run.options = app_options(context, *options);
        // One core is left to the interface.
        ThreadPool pool(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1), true);
        run.options.pool = &pool;
        // A script starts from the same state on every machine; a user's window is as it was left.
        if (options->script.empty()) run.options.settings = settings_path();
        run.script = options->script;
        run.headless = options->headless;
        run.options.motion = options->script.empty();
        exit_code = run_window(run);
    });
}

}  // namespace glassformer
