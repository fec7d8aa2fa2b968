#include "app/commands/view_options.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>

#include "app/commands/texts.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "core/model/config_key.h"
#include "core/train/task.h"

namespace glassformer {

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
    std::string heads =
        config.n_heads == 1 ? texts::commands::head_one : fmt::format(texts::commands::heads, config.n_heads);
    if (has_target(config) && config.n_cross_heads != config.n_heads)
        heads = fmt::format(texts::commands::heads_and_cross, heads, config.n_cross_heads);
    return fmt::format(texts::commands::size_of_model, layers, heads, config.d_model);
}

std::string architecture_words(const ModelConfig& config) {
    std::string words = is_transformer(config) ? texts::commands::transformer : "";
    const auto add = [&words](std::string_view more) {
        if (!more.empty()) words.append(words.empty() ? "" : ", ").append(more);
    };
    for (const ConfigKeyRow& row : all_config_keys()) {
        if (row.applies != nullptr && !row.applies(config)) continue;
        const double value = row.key.get(config);
        if (row.key.type == KeyType::flag && value != 0) add(row.key.title);
        if (row.key.type != KeyType::choice) continue;
        const KeyOption& option = row.key.options()[static_cast<std::size_t>(value)];
        if (option.name == "none") continue;  // what a model does without is nothing that it has
        std::string name(option.name);
        std::ranges::replace(name, '_', ' ');
        add(row.key.title);
        add(name);
        add(option.title);
    }
    return words;
}

namespace {

std::string number_text(float value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", static_cast<double>(value));
    return text.data();
}

ModelChoice choice_of(const BuiltinModel& row) {
    ModelChoice choice{.name = row.name, .title = row.card.title, .details = size_text(row.config), .examples = {}};
    for (std::size_t i = 0; i < row.card.examples.size(); ++i)
        choice.examples.push_back({.model = row.name,
                                   .text = row.card.examples[i],
                                   .target = i < row.card.targets.size() ? row.card.targets[i] : "",
                                   .edits = {}});
    choice.task = row.card.task;
    choice.question = row.card.question;
    choice.origin = row.card.origin;
    choice.licence = row.card.licence;
    choice.architecture = architecture_words(row.config);
    choice.config = std::make_shared<const ModelConfig>(row.config);
    choice.try_this = row.card.try_this;
    choice.metrics = row.card.metrics;
    const auto texts = metric_texts_of(row.card);
    choice.metric_texts.assign(texts.begin(), texts.end());
    choice.parameters = row.parameters;
    return choice;
}

std::vector<ModelChoice> choices_of(const std::vector<BuiltinModel>& models) {
    std::vector<ModelChoice> choices;
    for (const BuiltinModel& row : models)
        if (row.problem.empty()) choices.push_back(choice_of(row));  // "models" says what is wrong with another
    return choices;
}

/// The models of the picker: the program's default first.
std::vector<ModelChoice> model_choices(const CommandContext& context) {
    std::vector<ModelChoice> choices = choices_of(builtin_models(find_assets(context.executable_dir)));
    std::stable_partition(choices.begin(), choices.end(),
                          [](const ModelChoice& choice) { return choice.name == "coreference-full"; });
    return choices;
}

/// Before anything is loaded or drawn: --target is for a model with a decoder that reads it.
void check_target(const CommandContext& context, const std::string& model) {
    if (model.empty()) throw Error(texts::commands::target_needs_model);
    const ModelConfig config = load_config(find_model(model, find_assets(context.executable_dir)));
    if (!has_target(config)) throw Error(fmt::format(texts::commands::target_unused, in_quotes(model)));
}

void check_view(const std::string& view) {
    if (view.empty()) return;
    for (const ViewRow& row : view_rows())
        if (row.name == view) return;
    throw Error(fmt::format(texts::commands::no_view, in_quotes(view), views_text()));
}

/// What the view keeps while that page is shown.
std::string mode_of_page(const std::string& view, const std::string& page) {
    if (view.empty()) throw Error(texts::commands::page_of_view);
    const auto row = std::ranges::find(view_rows(), std::string_view(view), &ViewRow::name);
    if (row->tabs == nullptr) throw Error(fmt::format(texts::commands::no_pages, view, in_quotes(page)));
    std::string names;
    for (const ViewTab& one : row->tabs()) {
        if (one.name == page) return one.mode;
        names += (names.empty() ? "" : ", ") + std::string(one.name);
    }
    throw Error(fmt::format(texts::commands::no_page, view, in_quotes(page), names));
}

}  // namespace

std::string views_text() {
    std::string names;
    for (const ViewRow& row : view_rows()) names += (names.empty() ? "" : ", ") + std::string(row.name);
    return names;
}

AppOptions app_options(const CommandContext& context, const ViewOptions& options) {
    check_view(options.view);
    if (!options.theme.empty() && find_theme(options.theme) == nullptr)
        throw Error(fmt::format(texts::commands::no_theme, in_quotes(options.theme), themes_text()));
    if (options.scale && !(*options.scale >= smallest_text && *options.scale <= largest_text))
        throw Error(fmt::format(texts::commands::scale, number_text(*options.scale)));
    if (options.colour_limits && !parse_colour_limits(*options.colour_limits))
        throw Error(fmt::format(texts::commands::colour_limits, in_quotes(*options.colour_limits)));
    if (options.target_given) check_target(context, options.model);
    AppOptions app;
    app.load = [context](const std::string& name, Loading& loading) { return open_model(context, name, &loading); };
    app.card = [context](const std::string& name) {
        return load_card(std::filesystem::is_directory(name) ? std::filesystem::path(name)
                                                             : find_model(name, find_assets(context.executable_dir)));
    };
    app.models = model_choices(context);
    app.lesson_models = choices_of(lesson_models(find_assets(context.executable_dir)));
    app.program = context.executable;
    app.position_lengths = find_assets(context.executable_dir) / "positions" / "lengths.json";
    if (!std::filesystem::exists(app.position_lengths)) app.position_lengths.clear();
    app.ablations = find_assets(context.executable_dir) / "ablations";
    if (!std::filesystem::exists(app.ablations)) app.ablations.clear();
    app.open = options.open;
    app.lessons = lesson_files(find_assets(context.executable_dir));
    if (!options.lesson.empty()) app.lesson = find_lesson(options.lesson, find_assets(context.executable_dir));
    app.lesson_step = options.lesson_step - 1;
    if (!options.open.empty() && !options.model.empty()) throw Error(texts::commands::open_and_model);
    if (!options.open.empty() && !std::filesystem::exists(options.open))
        throw Error(fmt::format(texts::commands::no_subcommand, in_quotes(options.open.string()), ""));
    if (app.models.empty() && options.model.empty() && options.open.empty()) throw Error(texts::commands::no_models);
    if (options.text_given && options.text.empty()) throw Error(texts::commands::empty_text);
    app.inputs.model = options.model;
    app.inputs.text = options.text;
    app.inputs.target = options.target;
    app.theme = options.theme;
    if (options.colour_limits) app.colour_limits = parse_colour_limits(*options.colour_limits);
    app.text_scale = options.scale.value_or(0);
    if (!options.size.empty()) app.size = parse_size(options.size);
    app.view = options.view;
    if (!options.view_page.empty()) app.view_values["mode"] = mode_of_page(options.view, options.view_page);
    app.stage = options.stage;
    app.script = options.script;
    app.overview = options.overview || options.architecture;
    app.architecture = options.architecture;
    app.cell = options.cell;
    app.head = options.head;
    app.says = options.says;
    app.speaks = options.speaks;
    app.backend = backend_wish(options.backend);
    return app;
}

AppOptions picture_options(const CommandContext& context, const ViewOptions& options) {
    AppOptions app = app_options(context, options);
    if (app.size.width == 0) app.size = first_window_size;
    if (app.theme.empty()) app.theme = "light";
    if (app.text_scale == 0) app.text_scale = 1;
    return app;
}

void add_view_options(CLI::App& command, ViewOptions& options) {
    command.add_option("--model", options.model, "A built-in model's name, or a model folder");
    command.add_option("--text", options.text, "The text (default: the model's first example)");
    command.add_option("--target", options.target, "The decoder's text, for an encoder–decoder");
    command.add_option("--theme", options.theme, "The theme: " + themes_text());
    command.add_option("--scale", options.scale, "Text size, 0.8 to 3");
    command.add_option(
        "--color-limits", options.colour_limits,
        "Hold the color limits of signed numbers (-2.5..2.5), of weights and probabilities (0..0.5), of both "
        "(-2.5..2.5,0..0.5), or of neither (auto)");
    command.add_option("--size", options.size, "Size in pixels: 1280x720");
    command.add_option("--stage", options.stage, "Stage to show: blocks.0.attn.scores_raw");
    command.add_option("--cell", options.cell, "Cell to select: blocks.0.attn.scores_raw[0,8,1]");
    command.add_option("--head", options.head, "Head to show, counted from 0")->check(CLI::NonNegativeNumber);
    command.add_flag("--overview", options.overview, "Begin with the data flow: the whole run in one picture");
    command.add_flag("--architecture", options.architecture, "Begin with the diagram of the model's architecture");
    command.add_option("--lesson", options.lesson, "A lesson to begin: a file, or the name of a built-in one");
    command
        .add_option("--lesson-step", options.lesson_step,
                    "Step of the lesson, counted from 1 (default: where it was left)")
        ->check(CLI::PositiveNumber);
    add_backend_option(command, options.backend);
}

void add_script_option(CLI::App& command, ViewOptions& options) {
    command.add_option("--script", options.script, "Script of clicks and keys to run first");
}

void note_given(const CLI::App& command, ViewOptions& options) {
    options.text_given = command.count("--text") > 0;
    options.target_given = command.count("--target") > 0;
    options.page =
        command.get_option_no_throw("--page") != nullptr && command.count("--page") > 0 && options.view_page.empty();
}

}  // namespace glassformer
