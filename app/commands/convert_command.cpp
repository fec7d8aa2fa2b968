// convert: a model folder of another library, written in our own layout.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/hub_cache.h"
#include "core/io/importer.h"
#include "core/io/model_folder.h"
#include "core/io/reference_file.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

struct ConvertOptions {
    std::string from, out, card;
    bool half = false, force = false;
};

/// The last part of a path, also of one that ends in a slash: the card does not say where this machine keeps its files.
std::string last_part(const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    return path_text((whole.has_filename() ? whole : whole.parent_path()).filename());
}

/// The reference goes along where the weights are the same numbers; another model's does not stay.
void keep_reference(const fs::path& from, const fs::path& out, bool rounded) {
    std::error_code unread;
    if (fs::equivalent(from, out, unread) && !rounded) return;
    for (const std::string_view name : {reference_file, reference_input_file}) {
        fs::remove(out / name);
        if (rounded || !Reference::is_in(from) || !fs::exists(from / name)) continue;
        fs::copy_file(from / name, out / name);
        fs::permissions(out / name, fs::perms::owner_write, fs::perm_options::add);
    }
}

void convert_model(const CommandContext& context, const ConvertOptions& options) {
    const fs::path out = options.out;
    if (options.out.empty() || (fs::exists(out) && !fs::is_directory(out)))
        throw Error(fmt::format(texts::commands::out_folder, path_text(out)));
    if (!options.force && (fs::exists(out / "model.safetensors") || fs::exists(out / "config.json")))
        throw Error(fmt::format(texts::commands::model_exists, path_text(out)));
    Model model = *open_model(context, options.from);
    if (!options.card.empty()) {
        if (!fs::is_regular_file(options.card))
            throw Error(fmt::format(texts::commands::no_card, path_text(options.card)));
        std::vector<std::string> classes = std::move(model.card.classes);
        model.card = read_card(options.card);
        if (model.card.classes.empty()) model.card.classes = std::move(classes);
    }
    const std::string cached = cached_name(model.folder, hub_cache());
    const std::string& name = cached.empty() ? model.name : cached;
    if (model.card.title.empty()) model.card.title = name;
    if (model.card.origin.empty() && find_importer(model.model_type) != nullptr) model.card.origin = name;
    model.card.command = "glassformer convert " + (fs::exists(options.from) ? last_part(options.from) : options.from) +
                         (options.card.empty() ? "" : " --card " + last_part(options.card)) +
                         (options.half ? " --half" : "") + " --out " + last_part(out);
    save_model(out, model, options.half ? FloatType::f16 : FloatType::f32);
    keep_reference(model.folder, out, options.half);
}

}  // namespace

static void add_convert_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("convert", "Write a model folder in this program's own layout");
    auto options = std::make_shared<ConvertOptions>();
    give_examples(*command,
                  "  glassformer convert gpt2-folder --out my-gpt2\n"
                  "  glassformer convert gpt2-folder --card card.json --half --out my-gpt2\n");
    command->add_option("model", options->from, "The folder of a published model, or a built-in model's name")
        ->required();
    command->add_option("--out", options->out, "The folder to write")->required();
    command->add_option("--card", options->card, "A card.json: title, examples, origin, license (docs/formats.md)");
    command->add_flag("--half", options->half, "Store the weights as 16-bit numbers: half the size, rounded");
    command->add_flag("--force", options->force, "Replace a model that is already in the folder");
    command->callback([options, context] { convert_model(context, *options); });
}

extern const Subcommand convert_subcommand{.place = 30, .add = add_convert_command};

}  // namespace glassformer
