// generate: a language model continues a text.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/evaluate.h"
#include "core/decode.h"
#include "core/error.h"
#include "core/io/model_folder.h"
#include "core/text/tokenizer.h"

namespace glassformer {

namespace {

struct GenerateOptions {
    TextOptions text;
    int steps = 0;
    DecodeOptions decode;
    std::uint64_t seed = 0;
    std::string backend = "cpu";
};

/// The logits that predict the token after the last one.
std::vector<float> last_logits(const std::shared_ptr<const Model>& model, const std::vector<int>& source,
                               const std::vector<int>& target, CommandBackend& backend) {
    TextOptions options;
    options.model = model->name;
    options.tokens = source;
    options.target_tokens = target;
    const auto evaluation = evaluate(model, options, backend);
    const Record& logits = evaluation->trace().record(evaluation->graph().logits.id);
    const auto vocabulary = static_cast<std::size_t>(logits.shape.cols());
    const float* row = logits.entries(logits.shape.count() - vocabulary, vocabulary);
    return {row, row + vocabulary};
}

void generate(const CommandContext& context, const GenerateOptions& options) {
    check(options.decode);
    CommandBackend backend(options.backend);
    const auto model = open_model(context, options.text.model);
    if (model->config.architecture == Architecture::encoder || model->config.head.classifier)
        throw Error("the model \"" + model->name + "\" does not predict the next token, so it cannot generate");
    const bool pair = model->config.architecture == Architecture::encoder_decoder;
    const auto ids = [](const std::vector<TokenLabel>& tokens) {
        std::vector<int> result;
        result.reserve(tokens.size());
        for (const TokenLabel& token : tokens) result.push_back(token.id);
        return result;
    };
    std::vector<int> source = ids(source_tokens(*model, options.text)),
                     target = ids(target_tokens(*model, options.text));
    std::vector<int>& growing = pair ? target : source;
    Random random(options.seed);
    for (int step = 0; step < options.steps; ++step) {
        if (static_cast<int>(growing.size()) == model->config.max_seq_len) {
            std::fprintf(stderr, "glassformer: stopped after %d tokens: the model reads at most %d (max_seq_len)\n",
                         step, model->config.max_seq_len);
            break;
        }
        const std::vector<float> logits = last_logits(model, source, target, backend);
        growing.push_back(sample(next_token_distribution(logits, options.decode), random));
    }
    const auto& tokenizer = pair && model->target_tokenizer ? model->target_tokenizer : model->tokenizer;
    if (tokenizer) {
        std::printf("%s\n", tokenizer->decode(growing).c_str());
        return;
    }
    for (std::size_t i = 0; i < growing.size(); ++i) std::printf("%s%d", i > 0 ? "," : "", growing[i]);
    std::printf("\n");
}

}  // namespace

void add_generate_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("generate", "Let a language model continue a text");
    auto options = std::make_shared<GenerateOptions>();
    add_text_options(*command, options->text, true);
    command->add_option("--steps", options->steps, "How many tokens to add")->required()->check(CLI::NonNegativeNumber);
    command->add_option("--temperature", options->decode.temperature, "0: always the most likely token (default 1)");
    command->add_option("--top-k", options->decode.top_k, "Keep the K most likely tokens (default 0: all)");
    command->add_option("--top-p", options->decode.top_p, "Keep the tokens that make up this probability (default 1)");
    add_backend_option(*command, options->backend);
    add_seed_option(*command, "Seed of the choices (default 0)",
                    [options](std::uint64_t seed) { options->seed = seed; });
    command->callback([options, command, context] {
        options->text.text_given = command->count("--text") > 0;
        generate(context, *options);
    });
}

}  // namespace glassformer
