#include "app/commands/evaluate.h"

#include <fmt/core.h>

#include "app/commands/texts.h"
#include "app/platform/tell.h"
#include "core/analysis/not_finite.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/session/doubled_start.h"
#include "core/session/unknown_words.h"
#include "core/tape/cell_name.h"

namespace glassformer {

void tell_doubled_start(const Model& model, const std::string& text) {
    if (const std::string start = doubled_start(model, text); !start.empty())
        tell(texts::commands::warning, fmt::format(texts::commands::doubled_start, in_quotes(start)));
}

void tell_unknown(const Model& model, std::span<const TokenLabel> tokens, std::span<const TokenLabel> target) {
    if (const std::string unknown = unknown_words(model, tokens, target); !unknown.empty())
        tell(texts::commands::warning, unknown);
}

std::vector<TokenLabel> source_tokens(const Model& model, const TextOptions& options) {
    if (!options.tokens.empty()) return tokens_from_ids(model, options.tokens);
    if (options.text_given) {
        tell_doubled_start(model, options.text);
        return tokenize(model, options.text);
    }
    if (model.card.examples.empty()) throw Error(fmt::format(texts::commands::no_example, model.name));
    return tokenize(model, model.card.examples.front());
}

std::vector<TokenLabel> target_tokens(const Model& model, const TextOptions& options) {
    const bool example = !options.text_given && options.tokens.empty() && options.target.empty() &&
                         options.target_tokens.empty() && has_target(model.config) && !model.card.targets.empty();
    return example ? tokenize(model, model.card.targets.front(), true) : target_to_continue(model, options);
}

std::vector<TokenLabel> target_to_continue(const Model& model, const TextOptions& options) {
    if (!has_target(model.config)) {
        if (!options.target.empty() || !options.target_tokens.empty())
            throw Error(fmt::format(texts::commands::no_target, model.name));
        return {};
    }
    if (!options.target_tokens.empty()) return tokens_from_ids(model, options.target_tokens, true);
    if (options.target.empty() && model.config.tokenizer.start.empty()) throw Error(texts::commands::target_missing);
    return tokenize(model, options.target, true);
}

std::vector<int> token_types(const Model& model, const TextOptions& options, std::size_t tokens) {
    if (options.token_types.empty()) return {};
    if (model.config.token_types == 0) throw Error(fmt::format(texts::commands::no_token_types, model.name));
    if (options.token_types.size() > tokens)
        throw Error(fmt::format(texts::commands::token_type_count, options.token_types.size(), tokens));
    static_cast<void>(types_of(model.config, options.token_types, tokens));
    return options.token_types;
}

std::vector<Edit> edits_of(const TextOptions& options, const Trace& trace) {
    std::vector<Edit> edits;
    for (const std::string& written : options.edits) edits.push_back(edit_from_text(trace, written));
    return edits;
}

void tell_not_finite(const Trace& trace, const Model& model) {
    if (const std::optional<NotFinite> found = first_not_finite(trace))
        tell(texts::commands::warning, sentence_of(*found, trace, model.name));
}

std::shared_ptr<Evaluation> evaluate(const std::shared_ptr<const Model>& model, const TextOptions& options,
                                     CommandBackend& backend, bool gradients, const std::string& labels) {
    const auto tokens = source_tokens(*model, options), target = target_tokens(*model, options);
    tell_unknown(*model, tokens, target);
    GraphSize size;
    size.seq_len = static_cast<int>(tokens.size());
    size.target_len = static_cast<int>(target.size());
    size.loss = gradients;
    const Inputs inputs{.model = options.model,
                        .text = options.text,
                        .target = options.target,
                        .edits = {},
                        .architecture = options.architecture,
                        .gradients = gradients,
                        .labels = labels,
                        .token_types = token_types(*model, options, tokens.size())};
    std::shared_ptr<Evaluation> evaluation;
    backend.run(*model, size, [&](const BackendChoice& choice) {
        evaluation = std::make_shared<Evaluation>(model, size, nullptr, choice);
        Inputs edited = inputs;
        edited.edits = edits_of(options, evaluation->trace());
        evaluation->evaluate(std::move(edited), tokens, target, 1, {});
    });
    tell_not_finite(evaluation->trace(), *model);
    return evaluation;
}

}  // namespace glassformer
