// generate: a language model continues a text, drawn token by token or by beam search; an encoder–decoder writes the
// target of a source.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/evaluate.h"
#include "core/base/error.h"
#include "core/generate/generation.h"
#include "core/generate/key_value_cache.h"
#include "core/generate/next_token.h"
#include "core/generate/target_logits.h"
#include "core/io/model_folder.h"
#include "core/text/tokenizer.h"

namespace glassformer {

namespace {

struct GenerateOptions {
    TextOptions text;
    GenerationOptions generation;
    bool steps_given = false;
    DecodeOptions decode;
    int beam = 0;      // 0: no beam search
    std::string stop;  // a token; "": none
    bool scores = false;
    bool cache = false, work = false;
    std::uint64_t seed = 0;
    std::string backend = "cpu";
};

/// The logits that predict the token after the last one.
std::vector<float> last_logits(const std::shared_ptr<const Model>& model, std::span<const int> tokens,
                               CommandBackend& backend) {
    TextOptions options;
    options.model = model->name;
    options.tokens.assign(tokens.begin(), tokens.end());
    const auto evaluation = evaluate(model, options, backend);
    const Record& logits = evaluation->trace().record(evaluation->graph().logits.id);
    const auto vocabulary = static_cast<std::size_t>(logits.shape.cols());
    const float* row = logits.entries(logits.shape.count() - vocabulary, vocabulary);
    return {row, row + vocabulary};
}

/// The text of the tokens, or their ids where no tokenizer is known.
std::string spelled(const Tokenizer* tokenizer, const std::vector<int>& tokens) {
    if (tokenizer != nullptr) return tokenizer->decode(tokens);
    std::string ids;
    for (const int token : tokens) ids += (ids.empty() ? "" : ",") + std::to_string(token);
    return ids;
}

int stop_token(const Tokenizer* tokenizer, const std::string& text) {
    if (tokenizer == nullptr) throw Error("--stop names a token, but the model has no vocabulary");
    const int id = tokenizer->find(text);
    if (id < 0) throw Error("--stop: \"" + text + "\" is not in this model's vocabulary");
    return id;
}

/// A line a step: the token, log P of it, and the sum so far with the product that it is the logarithm of.
void print_scores(const Tokenizer* tokenizer, const Continuation& text) {
    double sum = 0;
    for (std::size_t i = 0; i < text.log_probabilities.size(); ++i) {
        sum += text.log_probabilities[i];
        std::printf("    %-16s log p %10.6f   sum %10.6f   product %.6g\n",
                    spelled(tokenizer, {text.tokens[text.given + i]}).c_str(), text.log_probabilities[i], sum,
                    std::exp(sum));
    }
}

/// "blocks.3.attn.q" -> "blocks.*.attn.q": one line for all blocks.
std::string without_block(std::string stage) {
    const std::string_view blocks = "blocks.";
    if (!stage.starts_with(blocks)) return stage;
    return stage.replace(blocks.size(), stage.find('.', blocks.size()) - blocks.size(), "*");
}

/// A line a stage: what it computed with the cache, what it would have without, and the share that is saved.
void print_work(const KeyValueCache& cache) {
    std::vector<CacheWork> rows;
    CacheWork all{.stage = "all stages", .with = {}, .without = {}};
    const auto add = [](CacheWork& to, const CacheWork& work) {
        to.with.flop += work.with.flop, to.with.bytes += work.with.bytes;
        to.without.flop += work.without.flop, to.without.bytes += work.without.bytes;
    };
    for (const CacheWork& work : cache.work()) {
        const std::string stage = without_block(work.stage);
        auto row = std::ranges::find(rows, stage, &CacheWork::stage);
        if (row == rows.end()) row = rows.insert(rows.end(), {.stage = stage, .with = {}, .without = {}});
        add(*row, work);
        add(all, work);
    }
    rows.push_back(all);
    std::printf("%-30s %14s %14s %7s %14s %14s\n", "stage", "FLOP, cached", "FLOP, no cache", "saved", "bytes, cached",
                "bytes, anew");
    for (const CacheWork& row : rows) {
        char saved[16] = "-";
        if (row.without.flop > 0)
            std::snprintf(saved, sizeof saved, "%.1f %%", 100 * (1 - row.with.flop / row.without.flop));
        std::printf("%-30s %14.0f %14.0f %7s %14.0f %14.0f\n", row.stage.c_str(), row.with.flop, row.without.flop,
                    saved, row.with.bytes, row.without.bytes);
    }
    std::printf("KV cache: %zu bytes for %zu tokens\n", cache.bytes(), cache.tokens().size());
}

/// The token that ends a text: --stop's, else the one that the model's tokenizer names.
std::optional<int> end_of(const Model& model, const Tokenizer* tokenizer, const std::string& stop) {
    if (!stop.empty()) return stop_token(tokenizer, stop);
    return end_token(model);
}

/// How many tokens are added: as many as asked for, or until the end where there is one, and no more than the model
/// reads.
int steps_for(const GenerateOptions& options, const Model& model, bool ends, std::size_t given) {
    if (!options.steps_given && !ends)
        throw Error("--steps is missing: the model \"" + model.name + "\" has no end-of-text token");
    const int longest = model.config.max_seq_len, room = longest - static_cast<int>(given);
    if (room < 0)
        throw Error("the text has " + std::to_string(given) + " tokens, but this model can process at most " +
                    std::to_string(longest) + " (max_seq_len)");
    if (!options.steps_given) return room;
    if (options.generation.steps > room)
        std::fprintf(stderr, "glassformer: adds %d tokens at most: the model reads no more than %d (max_seq_len)\n",
                     room, longest);
    return std::min(options.generation.steps, room);
}

/// The tokens to show: of an encoder–decoder without those that only open and end the target.
std::vector<int> shown(const Continuation& text, const Model& model, const Tokenizer* tokenizer) {
    if (!has_target(model.config) || tokenizer == nullptr) return text.tokens;
    std::vector<int> tokens = text.tokens;
    const TokenizerConfig& config = model.config.tokenizer;
    if (!tokens.empty() && tokenizer->find(config.end) == tokens.back()) tokens.pop_back();
    if (!tokens.empty() && tokenizer->find(config.start) == tokens.front()) tokens.erase(tokens.begin());
    return tokens;
}

std::vector<Continuation> decoded(const NextLogits& next, const std::vector<int>& given, const GenerateOptions& options,
                                  const GenerationOptions& generation) {
    if (options.beam > 0) return beam_search(next, given, generation, options.beam);
    Random random(options.seed);
    return {continue_text(next, given, generation, options.decode, random)};
}

void generate(const CommandContext& context, const GenerateOptions& options) {
    check(options.decode);
    if (options.cache && options.backend == "gl")
        throw Error("--cache computes on the processor: leave out --backend gl");
    CommandBackend backend(options.backend);
    const auto model = open_model(context, options.text.model);
    if (!predicts_next_token(*model))
        throw Error("the model \"" + model->name + "\" does not predict the next token, so it cannot generate");
    const bool pair = has_target(model->config);
    const auto ids = [](const std::vector<TokenLabel>& tokens) {
        std::vector<int> result;
        result.reserve(tokens.size());
        for (const TokenLabel& token : tokens) result.push_back(token.id);
        return result;
    };
    const std::vector<int> source = ids(source_tokens(*model, options.text)),
                           target = ids(target_to_continue(*model, options.text));
    const std::vector<int>& given = pair ? target : source;
    if (given.empty()) throw Error("the text is empty: there is no token to continue");
    const auto& tokenizer = pair && model->target_tokenizer ? model->target_tokenizer : model->tokenizer;

    GenerationOptions generation;
    generation.end = end_of(*model, tokenizer.get(), options.stop);
    generation.steps = steps_for(options, *model, generation.end.has_value(), given.size());
    std::optional<KeyValueCache> cache;
    if (options.cache)
        cache.emplace(model->config, model->weights, nullptr,
                      options.work ? KeyValueCache::Count::yes : KeyValueCache::Count::no);
    std::vector<Continuation> found;
    if (pair) {
        const int longest = static_cast<int>(given.size()) + std::max(generation.steps - 1, 0);
        const GraphSize size{.seq_len = static_cast<int>(source.size()), .target_len = longest};
        backend.run(*model, size, [&](const BackendChoice& choice) {
            TargetLogits logits(model->config, model->weights, source, longest, choice.backend.get());
            found = decoded(std::ref(logits), given, options, generation);
        });
    } else {
        const NextLogits next = [&](std::span<const int> tokens) {
            return cache ? cache->next_logits(tokens) : last_logits(model, tokens, backend);
        };
        found = decoded(next, given, options, generation);
    }
    for (const Continuation& text : found) {
        if (options.beam > 0) std::printf("%.6f  ", text.total);
        std::printf("%s\n", spelled(tokenizer.get(), shown(text, *model, tokenizer.get())).c_str());
        if (options.scores) print_scores(tokenizer.get(), text);
    }
    if (cache && options.work) print_work(*cache);
}

}  // namespace

void add_generate_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("generate", "Generate text with a language model");
    auto options = std::make_shared<GenerateOptions>();
    add_text_options(*command, options->text, true);
    command
        ->add_option("--steps", options->generation.steps,
                     "Number of tokens to add (default: until the end-of-text token)")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--temperature", options->decode.temperature, "0: always the most likely token (default 1)");
    command->add_option("--top-k", options->decode.top_k, "Keep the K most likely tokens (default 0: all)");
    command->add_option("--top-p", options->decode.top_p,
                        "Keep the fewest tokens with this probability mass (default 1: all)");
    command->add_option("--beam", options->beam, "Beam search with N beams; print each result and its log-probability")
        ->check(CLI::Range(1, 1 << 20))
        ->excludes("--temperature", "--top-k", "--top-p");
    command->add_option("--stop", options->stop, "Stop at this token");
    command->add_flag("--scores", options->scores, "Print log-probabilities: each step's, their sum, and its product");
    auto* cache = command->add_flag("--cache", options->cache, "Use a KV cache: same output, less computation");
    command->add_flag("--work", options->work, "Print the cost of each stage with and without the cache")->needs(cache);
    add_backend_option(*command, options->backend);
    add_seed_option(*command, "Random seed for sampling (default 0)",
                    [options](std::uint64_t seed) { options->seed = seed; });
    command->callback([options, command, context] {
        options->text.text_given = command->count("--text") > 0;
        options->steps_given = command->count("--steps") > 0;
        generate(context, *options);
    });
}

}  // namespace glassformer
