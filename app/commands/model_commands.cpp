// models: what is built in. tokenize: text to ids. init: a model folder with random weights.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/evaluate.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "core/text/pretrained/tokenizer_folder.h"

namespace glassformer {

namespace {

constexpr std::size_t largest_config = 1U << 20U;  // bytes

/// Cell of a table without line breaks and tabs.
std::string in_one_line(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    return text;
}

void list_models(const CommandContext& context) {
    tell(texts::commands::models_head);
    for (const BuiltinModel& row : builtin_models(find_assets(context.executable_dir))) {
        const bool broken = !row.problem.empty();
        const std::string name = in_one_line(row.name), task = broken ? "–" : in_one_line(row.card.task),
                          size = broken ? "–" : fmt::format(texts::commands::parameter_count, row.parameters),
                          last = in_one_line(broken ? fmt::format(texts::commands::model_unreadable, row.problem)
                                                    : row.card.try_this);
        std::printf("%s\t%s\t%s\t%s\n", name.c_str(), task.c_str(), size.c_str(), last.c_str());
    }
}

/// Whether the folder holds weights, or a config.json other than the one to start from, which would be lost.
bool holds_another_model(const std::filesystem::path& folder, const std::filesystem::path& config) {
    const auto own = folder / "config.json";
    return std::filesystem::exists(folder / "model.safetensors") ||
           (std::filesystem::exists(own) && std::filesystem::exists(config) &&
            !std::filesystem::equivalent(own, config));
}

void print_tokens(const std::vector<TokenLabel>& tokens) {
    std::string ids;
    for (const TokenLabel& token : tokens) ids += (ids.empty() ? "" : ",") + std::to_string(token.id);
    std::printf("%s\n", ids.c_str());
    for (const TokenLabel& token : tokens)
        std::printf("%s%s\n", Json(token.text).dump().c_str(), token.unknown ? texts::commands::unknown_token : "");
}

/// IDs, then a line per token (its spelling, the bytes of the text it came from, and that part of the text), then what
/// the IDs decode to.
void print_encoding(const Tokenizer& tokenizer, const std::string& text, bool special) {
    const Encoding tokens = special ? tokenizer.encode_with_special(text) : tokenizer.encode(text);
    std::vector<int> ids;
    std::string line;
    for (const EncodedToken& token : tokens) {
        ids.push_back(token.id);
        line += (line.empty() ? "" : ",") + std::to_string(token.id);
    }
    std::printf("%s\n", line.c_str());
    for (const EncodedToken& token : tokens) {
        const std::string spelling = Json(tokenizer.token(token.id)).dump(),
                          part = token.added_around ? "" : Json(token.text).dump();
        std::printf("%s\t%zu\t%zu\t%s%s\n", spelling.c_str(), token.begin, token.end,
                    token.added_around ? texts::commands::added_around : part.c_str(),
                    token.unknown ? texts::commands::unknown_token : "");
    }
    const std::string decoded = special ? tokenizer.decode_without_special(ids) : tokenizer.decode(ids);
    std::printf("%s\t%s\n", texts::commands::decoded, Json(decoded).dump().c_str());
}

}  // namespace

static void add_model_commands(CLI::App& app, const CommandContext& context) {
    auto* models = app.add_subcommand("models", "List the built-in models: name, task, size, what to try");
    give_examples(*models, "  glassformer models\n");
    models->callback([context] { list_models(context); });

    struct TokenizeOptions {
        std::string model, text;
        bool special = false;
    };
    auto* tokenizing = app.add_subcommand("tokenize", "Split a text into tokens");
    auto tokenized = std::make_shared<TokenizeOptions>();
    give_examples(*tokenizing,
                  "  glassformer tokenize --model coreference-full --text \"The dog was tired.\"\n"
                  "  glassformer tokenize --model coreference-full --text \"The dog was tired.\" --special\n");
    tokenizing
        ->add_option("--model", tokenized->model,
                     "A built-in model's name, a model folder, with weights or without, or a tokenizer.json")
        ->required();
    tokenizing->add_option("--text", tokenized->text, "The text")->required();
    tokenizing->add_flag("--special", tokenized->special,
                         "Add the tokens that the model expects around a text, such as [CLS] and [SEP]");
    tokenizing->callback([tokenized, context] {
        if (is_tokenizer_alone(tokenized->model)) {
            const std::shared_ptr<const PretrainedTokenizer> alone = tokenizer_alone(tokenized->model);
            print_encoding(*alone, tokenized->text, tokenized->special);
            std::fflush(stdout);  // the warnings come after it, also where both go to one file
            for (const std::string& warning : alone->warnings()) tell(texts::commands::warning, warning);
            return;
        }
        const auto model = open_model(context, tokenized->model);
        if (model->tokenizer && model->tokenizer->pretrained() != nullptr) {
            print_encoding(*model->tokenizer, tokenized->text, tokenized->special);
            std::fflush(stdout);
            if (tokenized->special) tell_doubled_start(*model, tokenized->text);
            return;
        }
        if (tokenized->text.empty()) throw Error(texts::commands::empty_text);
        print_tokens(tokenize(*model, tokenized->text));
    });

    struct InitOptions_ {
        std::string config, out;
        std::uint64_t seed = 0;
        bool force = false;
    };
    auto* init = app.add_subcommand("init", "Write a model folder with random weights");
    auto made = std::make_shared<InitOptions_>();
    give_examples(*init, "  glassformer init --config config.json --seed 1 --out my-model\n");
    init->add_option("--config", made->config, "The config.json")->required();
    add_seed_option(
        *init, "Seed of the weights", [made](std::uint64_t seed) { made->seed = seed; }, true);
    init->add_option("--out", made->out, "The folder to write")->required();
    init->add_flag("--force", made->force, "Replace a model that is already in the folder");
    init->callback([made] {
        if (made->out.empty() || (std::filesystem::exists(made->out) && !std::filesystem::is_directory(made->out)))
            throw Error(fmt::format(texts::commands::out_folder, path_text(made->out)));
        if (!made->force && holds_another_model(made->out, made->config))
            throw Error(fmt::format(texts::commands::model_exists, path_text(made->out)));
        Model model;
        model.config = own_config(read_file(made->config, largest_config), made->config);
        model.weights = initial_weights(model.config, made->seed);
        model.card.title = texts::commands::random_weights;
        model.card.command = "glassformer init --config config.json --seed " + std::to_string(made->seed);
        model.card.seed = static_cast<std::int64_t>(made->seed);
        save_model(made->out, model);
        remove_old_reference(made->out);
    });
}

extern const Subcommand model_subcommands{.place = 20, .add = add_model_commands};

}  // namespace glassformer
