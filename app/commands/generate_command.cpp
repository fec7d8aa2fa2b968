// generate: a language model continues a text, drawn token by token or by beam search; an encoder–decoder writes the
// target of a source.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/evaluate.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/generate/finite_logits.h"
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
    std::string stop;  // a token; "" : none
    bool scores = false;
    bool cache = false, work = false;
    std::uint64_t seed = 0;
    std::string backend = "cpu";
};

/// Logits that predict the token after the last one.
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

/// Text of the tokens, or their ids if there is no tokenizer.
std::string spelled(const Tokenizer* tokenizer, const std::vector<int>& tokens) {
    if (tokenizer != nullptr) return tokenizer->decode(tokens);
    std::string ids;
    for (const int token : tokens) ids += (ids.empty() ? "" : ",") + std::to_string(token);
    return ids;
}

int stop_token(const Tokenizer* tokenizer, const std::string& text) {
    if (tokenizer == nullptr) throw Error(texts::commands::stop_without_vocabulary);
    const int id = tokenizer->find(text);
    if (id < 0) throw Error(fmt::format(texts::commands::stop_unknown, text));
    return id;
}

/// In one line: ↵ for the end of a line, as in the window.
std::string in_line(std::string text) {
    constexpr std::string_view sign = "↵";
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + sign.size()))
        text.replace(at, 1, sign);
    return text;
}

/// Prints a line per step: the token, its log-probability, their sum so far and the product (exp of the sum).
void print_scores(const Tokenizer* tokenizer, const Continuation& text) {
    double sum = 0;
    for (std::size_t i = 0; i < text.log_probabilities.size(); ++i) {
        sum += text.log_probabilities[i];
        fmt::print(texts::commands::score_line, in_line(spelled(tokenizer, {text.tokens[text.given + i]})),
                   text.log_probabilities[i], sum, std::exp(sum));
    }
}

/// Name of a stage for all blocks: "blocks.*.attn.q" for "blocks.3.attn.q".
std::string without_block(std::string stage) {
    const std::string_view blocks = "blocks.";
    if (!stage.starts_with(blocks)) return stage;
    return stage.replace(blocks.size(), stage.find('.', blocks.size()) - blocks.size(), "*");
}

/// Prints a line per stage: FLOP and bytes with the cache and without, and the share that is saved.
void print_work(const KeyValueCache& cache) {
    std::vector<CacheWork> rows;
    CacheWork all{.stage = texts::commands::all_stages, .with = {}, .without = {}};
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
    fmt::print(texts::commands::work_head, texts::commands::work_stage, texts::commands::work_flop_cached,
               texts::commands::work_flop, texts::commands::work_saved, texts::commands::work_bytes_cached,
               texts::commands::work_bytes);
    for (const CacheWork& row : rows) {
        std::string saved = "-";
        if (row.without.flop > 0)
            saved = fmt::format(texts::commands::work_percent, 100 * (1 - row.with.flop / row.without.flop));
        fmt::print(texts::commands::work_row, row.stage, row.with.flop, row.without.flop, saved, row.with.bytes,
                   row.without.bytes);
    }
    if (cache.tokens().size() == 1)
        fmt::print(texts::commands::cache_size_one, cache.bytes());
    else
        fmt::print(texts::commands::cache_size, cache.bytes(), cache.tokens().size());
}

/// End-of-text token: that of --stop, else that of the model's tokenizer.
std::optional<int> end_of(const Model& model, const Tokenizer* tokenizer, const std::string& stop) {
    if (!stop.empty()) return stop_token(tokenizer, stop);
    return end_token(model);
}

/// Maximum number of tokens to add: --steps, or until an end-of-text token, and no more than the model reads.
int steps_for(const GenerateOptions& options, const Model& model, bool ends, std::size_t given) {
    if (!options.steps_given && !ends) throw Error(fmt::format(texts::commands::steps_required, model.name));
    const int longest = model.config.max_seq_len, room = longest - static_cast<int>(given);
    if (room < 0) throw Error(fmt::format(texts::commands::text_too_long, given, longest));
    if (!options.steps_given) return room;
    if (options.generation.steps > room && room == 1)
        tell(texts::commands::limited_one, longest);
    else if (options.generation.steps > room)
        tell(texts::commands::limited, room, longest);
    return std::min(options.generation.steps, room);
}

/// Tokens to show; for an encoder–decoder without the start and end tokens of the target, of a written text without
/// those that the model expects before it: as a text, the result gets them again.
std::vector<int> shown(const Continuation& text, const Model& model, const Tokenizer* tokenizer, bool written) {
    std::vector<int> tokens = text.tokens;
    if (tokenizer == nullptr) return tokens;
    if (!has_target(model.config)) {
        if (!written) return tokens;
        const Encoding around = tokenizer->encode_with_special("");
        const auto differ = std::ranges::mismatch(tokens, around, {}, {}, &EncodedToken::id);
        tokens.erase(tokens.begin(), differ.in1);
        return tokens;
    }
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

/// Throws Error naming model and position where no logit is finite, or one is NaN or +∞.
NextLogits only_finite(const Model& model, NextLogits next) {
    return [&model, next = std::move(next)](std::span<const int> tokens) {
        std::vector<float> logits = next(tokens);
        require_finite(logits, model.name, tokens.size() - 1);
        return logits;
    };
}

void generate(const CommandContext& context, const GenerateOptions& options) {
    check(options.decode);
    if (options.cache && options.backend == "gl") throw Error(texts::commands::cache_on_cpu);
    CommandBackend backend(options.backend);
    const auto model = open_model(context, options.text.model);
    if (!predicts_next_token(*model)) throw Error(fmt::format(texts::commands::no_next_token, model->name));
    const bool pair = has_target(model->config);
    const auto ids = [](const std::vector<TokenLabel>& tokens) {
        std::vector<int> result;
        result.reserve(tokens.size());
        for (const TokenLabel& token : tokens) result.push_back(token.id);
        return result;
    };
    const std::vector<TokenLabel> read = source_tokens(*model, options.text),
                                  continues = target_to_continue(*model, options.text);
    tell_unknown(*model, read, continues);
    const std::vector<int> source = ids(read), target = ids(continues);
    const std::vector<int>& given = pair ? target : source;
    if (given.empty()) throw Error(texts::commands::nothing_to_continue);
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
            found = decoded(only_finite(*model, std::ref(logits)), given, options, generation);
        });
    } else {
        const NextLogits next = [&](std::span<const int> tokens) {
            return cache ? cache->next_logits(tokens) : last_logits(model, tokens, backend);
        };
        found = decoded(only_finite(*model, next), given, options, generation);
    }
    require_weights(*model);
    for (const Continuation& text : found) {
        if (options.beam > 0) std::printf("%.6f  ", text.total);
        std::printf(
            "%s\n",
            spelled(tokenizer.get(), shown(text, *model, tokenizer.get(), options.text.tokens.empty())).c_str());
        if (options.scores) print_scores(tokenizer.get(), text);
    }
    if (cache && options.work) print_work(*cache);
}

}  // namespace

static void add_generate_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("generate", "Generate text with a language model");
    give_examples(*command,
                  "  glassformer generate --model sort --text 405313 --steps 6 --temperature 0\n"
                  "  glassformer generate --model translate-fr-en --text \"il m' a entarté\" --beam 3 --scores\n");
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

extern const Subcommand generate_subcommand{.place = 80, .add = add_generate_command};

}  // namespace glassformer
