#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/commands/commands.h"
#include "core/error.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"

namespace glassformer {

std::shared_ptr<const Model> open_model(const CommandContext& context, const std::string& name) {
    auto model = std::make_shared<const Model>(resolve_model(name, context.executable_dir));
    for (const std::string& warning : model->all_warnings())
        std::fprintf(stderr, "glassformer: warning: %s\n", warning.c_str());
    return model;
}

void add_text_options(CLI::App& command, TextOptions& options, bool with_target) {
    command.add_option("--model", options.model, "A built-in model's name, or a model folder")->required();
    auto* text = command.add_option("--text", options.text, "The text (default: the model's first example)");
    auto* tokens = command.add_option("--tokens", options.tokens, "Token ids instead of a text: 1,2,3")->delimiter(',');
    text->excludes(tokens);
    if (!with_target) return;
    auto* target = command.add_option("--target", options.target, "The decoder's text, for an encoder–decoder");
    auto* target_tokens =
        command.add_option("--target-tokens", options.target_tokens, "The decoder's token ids: 1,2,3")->delimiter(',');
    target->excludes(target_tokens);
}

void check_backend(const std::string& backend) {
    if (backend == "cpu" || backend == "auto") return;
    if (backend == "gl") throw Error("the OpenGL backend is not built yet: use --backend cpu");
    throw Error("--backend takes cpu, gl or auto, got \"" + backend + "\"");
}

}  // namespace glassformer
