// Parts that commands share: opening a model, and options of several commands.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/platform/tell.h"
#include "app/workspace/settings.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/words.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "core/io/reference_file.h"
#include "core/session/session.h"

namespace glassformer {

std::shared_ptr<const Model> open_model(const CommandContext& context, const std::string& name, Loading* loading) {
    auto model = std::make_shared<const Model>(resolve_model(name, context.executable_dir, loading));
    if (loading != nullptr && model->preparation) model->preparation->wait(*loading);
    require_weights(*model);
    for (const std::string& warning : model->all_warnings()) tell(texts::commands::warning, warning);
    return model;
}

void remove_old_reference(const std::filesystem::path& folder) {
    if (Reference::remove_from(folder)) tell(texts::commands::reference_removed, reference_file, path_text(folder));
}

std::string text_of_length(const Model& model, int tokens) {
    std::string text;
    if (!model.tokenizer) {
        for (int i = 0; i < tokens; ++i)
            text += (i > 0 ? " " : "") + std::to_string((i * 7919LL + 13) % model.config.vocab_size);
        return text;
    }
    const bool has_example = !model.card.examples.empty();
    if (!has_example && model.tokenizer->pretrained() == nullptr) throw Error(texts::commands::no_text_of_length);
    const std::string example = has_example ? model.card.examples.front() : texts::commands::sentence_of_length;
    std::string_view rest = example;
    while (true) {
        std::string word = take_word(rest);
        if (word.empty()) {
            rest = example;
            word = take_word(rest);
        }
        const bool spaced = example.find(' ') != std::string::npos;
        std::string longer = text;
        if (!text.empty() && spaced) longer += ' ';
        longer += word;
        if (static_cast<int>(tokenize(model, longer).size()) > tokens) return text.empty() ? longer : text;
        text = std::move(longer);
    }
}

void add_text_options(CLI::App& command, TextOptions& options, bool with_target) {
    command.add_option("--model", options.model, "A built-in model's name, or a model folder")->required();
    auto* text = command.add_option("--text", options.text, "The text (default: the model's first example)");
    const auto ids = [&](const char* flag, std::vector<int>& to, const char* what) {
        return command.add_option_function<std::string>(
            flag, [flag, &to](const std::string& written) { to = integers(flag, written); }, what);
    };
    auto* tokens = ids("--tokens", options.tokens, "Token IDs instead of text: 1,2,3");
    text->excludes(tokens);
    if (!with_target) return;
    auto* target = command.add_option("--target", options.target, "The decoder's text, for an encoder–decoder");
    auto* target_tokens = ids("--target-tokens", options.target_tokens, "The decoder's token IDs: 1,2,3");
    target->excludes(target_tokens);
}

void add_token_types_option(CLI::App& command, TextOptions& options) {
    const char* const flag = "--token-types";
    command.add_option_function<std::string>(
        flag, [flag, &options](const std::string& written) { options.token_types = integers(flag, written); },
        "The segment of each token, for a model with token types: 0,0,1,1 (default: 0 for all)");
}

void add_intervention_options(CLI::App& command, TextOptions& options) {
    add_token_types_option(command, options);
    command
        .add_option("--edit", options.edits,
                    "Set cells, e.g. 'blocks.0.attn.heads[1,*,*]=0'. Repeatable; the last one wins.")
        ->allow_extra_args(false);
    command.add_option("--architecture", options.architecture,
                       "Override keys of config.json, keeping the weights, e.g. '{\"mask\":{\"kind\":\"none\"}}'");
}

std::vector<int> integers(const std::string& flag, const std::string& written) {
    std::vector<int> numbers;
    const char *at = written.data(), *const end = at + written.size();
    for (bool more = true; more;) {
        const char* const comma = std::find(at, end, ',');
        while (at != comma && *at == ' ') ++at;
        int number = 0;
        const auto read = std::from_chars(at, comma, number);
        at = read.ptr;
        while (at != comma && *at == ' ') ++at;
        if (read.ec != std::errc() || at != comma)
            throw Error(fmt::format(texts::commands::integers, flag, in_quotes(written)));
        numbers.push_back(number);
        more = comma != end;
        at = more ? comma + 1 : end;
    }
    return numbers;
}

void add_seed_option(CLI::App& command, const std::string& text, const std::function<void(std::uint64_t)>& keep,
                     bool required) {
    command
        .add_option_function<std::string>(
            "--seed",
            [keep](const std::string& written) {
                std::int64_t seed = 0;
                const auto read = std::from_chars(written.data(), written.data() + written.size(), seed);
                if (read.ec != std::errc() || read.ptr != written.data() + written.size() || seed < 0)
                    throw Error(fmt::format(texts::commands::seed, INT64_MAX, in_quotes(written)));
                keep(static_cast<std::uint64_t>(seed));
            },
            text)
        ->required(required);
}

void add_backend_option(CLI::App& command, std::string& backend) {
    command.add_option("--backend", backend, "cpu, gl or auto (default " + backend + ")");
}

std::string threads_text(int count) {
    return count == 1 ? texts::commands::thread_one : fmt::format(texts::commands::threads, count);
}

CommandBackend::CommandBackend(const std::string& written, ThreadPool* pool)
    : wish_(backend_wish(written)), chooser_([&] {
          BackendChooser::Options options{.wish = wish_, .renderer = "", .measure = {}, .pool = pool};
          std::string unread;
          if (wish_ == BackendWish::automatic) options.measure = load_settings(settings_path(), unread).measure;
          return options;
      }()) {}

void CommandBackend::run(const Model& model, const GraphSize& size,
                         const std::function<void(const BackendChoice&)>& compute) {
    const BackendChoice choice = chooser_.choose(model, size);
    if (!choice.backend || wish_ == BackendWish::gl) {
        compute(choice);
    } else {
        try {
            compute(choice);
        } catch (const Error& error) {
            const BackendChoice here = processor_instead(choice, error.what());
            tell(texts::commands::cpu_instead, here.reason);
            compute(here);
        }
    }
    require_weights(model);  // nobody cut them meanwhile
}

}  // namespace glassformer
