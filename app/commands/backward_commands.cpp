// gradient: the chain rule of one number. follow: the path back from a number. lens: the prediction after each layer.
// contributions: what each part adds to a logit. All print what core functions found, as tables.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/evaluate.h"
#include "app/commands/plain_number.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/tell.h"
#include "core/analysis/chain_rule.h"
#include "core/analysis/contributions.h"
#include "core/analysis/finite_difference.h"
#include "core/analysis/influence.h"
#include "core/analysis/logit_lens.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

struct BackwardOptions {
    TextOptions text;
    std::string cell, labels, backend = "cpu";
    std::string position, token, against;  // numbers or words; "": the answer's position, no token
    int terms = 20, hops = 1000, words = 5;
    bool check = false;
};

using Work = void (*)(const BackwardOptions& options, const Evaluation& evaluation);

std::string cell_text(const Trace& trace, int record, const Cell& cell) {
    return cell_name(trace.record(record), cell);
}

void print_gradient(const BackwardOptions& options, const Evaluation& evaluation) {
    const Trace& trace = evaluation.trace();
    const NamedCell of = find_cell(trace, options.cell);
    const ChainRule rule = chain_rule(trace, of.record, of.cell, {.most = static_cast<std::size_t>(options.terms)});
    fmt::print(texts::commands::cell_value, cell_text(trace, of.record, of.cell),
               PlainNumber{static_cast<double>(trace.value(of.record, of.cell))});
    fmt::print(texts::commands::loss_value,
               PlainNumber{static_cast<double>(trace.value(evaluation.graph().loss.id, {}))});
    fmt::print(texts::commands::cell_gradient, PlainNumber{rule.recorded});
    if (rule.count == 1)
        fmt::print(texts::commands::sum_of_one, PlainNumber{rule.sum});
    else
        fmt::print(texts::commands::sum_of_terms, rule.count, PlainNumber{rule.sum});
    if (rule.count == 0 && rule.cut == 0 && of.record != evaluation.graph().loss.id)
        fmt::print(texts::commands::not_on_path);
    for (const ChainTerm& term : rule.terms)
        fmt::print(texts::commands::chain_term, PlainNumber{term.gradient}, PlainNumber{term.slope},
                   PlainNumber{term.product}, cell_text(trace, term.record, term.cell));
    if (rule.count > rule.terms.size())
        fmt::print(texts::commands::more_terms, rule.count - rule.terms.size(), rule.rest);
    if (rule.cut == 1)
        fmt::print(texts::commands::edited_reader_one);
    else if (rule.cut > 0)
        fmt::print(texts::commands::edited_readers, rule.cut);
    if (!options.check) return;
    const DerivativeCheck check = check_derivative(evaluation, of.record, of.cell);
    fmt::print(texts::commands::finite_differences, check.step, PlainNumber{check.above}, PlainNumber{check.below},
               2 * check.step, PlainNumber{check.numeric}, PlainNumber{check.relative_difference});
}

void print_path(const BackwardOptions& options, const Evaluation& evaluation) {
    const Trace& trace = evaluation.trace();
    const NamedCell of = find_cell(trace, options.cell);
    const InfluencePath path = follow(trace, of.record, of.cell, options.hops);
    for (const PathStep& hop : path.hops) {
        const char* kinds[] = {"term", "slope", "whole", "-"};
        fmt::print(texts::commands::path_step, cell_text(trace, hop.record, hop.cell),
                   PlainNumber{static_cast<double>(trace.value(hop.record, hop.cell))},
                   kinds[static_cast<int>(hop.kind)], PlainNumber{hop.share}, PlainNumber{hop.product});
    }
    if (path.position < 0) return fmt::print(texts::commands::path_end, path.end);
    const Record& last = trace.record(path.hops.back().record);
    const auto& tokens = evaluation.tokens_along(last, Axis::position);
    fmt::print(texts::commands::path_end_token, path.end, path.position,
               in_quotes(tokens.at(static_cast<std::size_t>(path.position)).text));
}

std::optional<int> whole_number(const std::string& written) {
    int number = 0;
    const auto read = std::from_chars(written.data(), written.data() + written.size(), number);
    if (read.ec != std::errc() || read.ptr != written.data() + written.size()) return {};
    return number;
}

/// The vocabulary of the text that is continued.
const Tokenizer* vocabulary(const Model& model) {
    return has_target(model.config) && model.target_tokenizer ? model.target_tokenizer.get() : model.tokenizer.get();
}

/// How the vocabulary writes a token; "" where there is none.
std::string spelling(const Model& model, int token) {
    const Tokenizer* tokenizer = vocabulary(model);
    return tokenizer != nullptr && token < tokenizer->size() ? tokenizer->token(token) : "";
}

/// Row of the logits: that of --position, a number or the last token written so; else the one that holds the answer.
int row_of(const BackwardOptions& options, const Evaluation& evaluation) {
    if (options.position.empty()) return answer_row(evaluation);
    if (const auto number = whole_number(options.position)) {
        if (*number < 0) throw Error(fmt::format(texts::commands::position_negative, *number));
        return *number;
    }
    std::string known;
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    for (std::size_t at = tokens.size(); at-- > 0;) {
        if (tokens[at].text == options.position || spelling(evaluation.model(), tokens[at].id) == options.position)
            return static_cast<int>(at);
        if (!known.empty()) known.insert(0, " ");
        known.insert(0, tokens[at].text);
    }
    throw Error(fmt::format(texts::commands::position_word, in_quotes(options.position), known));
}

/// A token of --token or --against: its id, or how it is written; a class by its number or name; −1 where none is
/// named.
int token_of(const Evaluation& evaluation, const char* flag, const std::string& written) {
    if (written.empty()) return -1;
    if (const auto number = whole_number(written)) return *number;
    const Model& model = evaluation.model();
    const std::vector<std::string>& classes = model.card.classes;
    if (const auto named = std::ranges::find(classes, written); named != classes.end())
        return static_cast<int>(named - classes.begin());
    const Tokenizer* tokenizer = vocabulary(model);
    const int id = model.config.head.classifier || tokenizer == nullptr ? -1 : tokenizer->find(written);
    if (id < 0) throw Error(fmt::format(texts::commands::token_word, flag, in_quotes(written)));
    return id;
}

std::string word(const Evaluation& evaluation, int token) {
    const Model& model = evaluation.model();
    const std::string spelled = model.config.head.classifier ? "" : spelling(model, token);
    return spelled.empty() ? std::to_string(token) : in_quotes(spelled);
}

void print_lens(const BackwardOptions& options, const Evaluation& evaluation) {
    const int position = row_of(options, evaluation);
    const auto layers = logit_lens(evaluation.trace(), {.words = options.words, .position = position});
    tell(texts::commands::lens_head, position);
    for (const LensLayer& layer : layers) {
        fmt::print("{}", evaluation.trace().record(layer.record).name);
        for (const LensWord& of : layer.rows.front().words)
            fmt::print("\t{} {:.4f}", word(evaluation, of.token), PlainNumber{static_cast<double>(of.probability)});
        fmt::print("\n");
    }
}

void print_contributions(const BackwardOptions& options, const Evaluation& evaluation) {
    const int position = row_of(options, evaluation), token = token_of(evaluation, "--token", options.token),
              against = token_of(evaluation, "--against", options.against);
    const Contributions found = contributions(evaluation.trace(), position, token, against);
    tell(texts::commands::contributions_head, word(evaluation, token), position);
    for (const Contribution& part : found.parts)
        fmt::print("{}\t{:.6f}\t{:.6f}\n", contribution_name(evaluation.trace(), part), PlainNumber{part.logit},
                   PlainNumber{part.unnormed});
    fmt::print("sum\t{:.6f}\nlogit\t{:.6f}\n", PlainNumber{found.sum}, PlainNumber{found.recorded});
}

CLI::App* add(CLI::App& app, const CommandContext& context, const char* name, const char* title,
              const std::shared_ptr<BackwardOptions>& options, bool gradients, Work work) {
    auto* command = app.add_subcommand(name, title);
    add_text_options(*command, options->text, true);
    add_token_types_option(*command, options->text);
    add_backend_option(*command, options->backend);
    command->callback([=] {
        options->text.text_given = command->count("--text") > 0;
        CommandBackend backend(options->backend);
        const auto model = open_model(context, options->text.model);
        work(*options, *evaluate(model, options->text, backend, gradients, options->labels));
    });
    return command;
}

}  // namespace

static void add_backward_commands(CLI::App& app, const CommandContext& context) {
    constexpr const char* position_help =
        "A position counted from 0, or a token of the text (default: where the model answers)";
    const auto of_gradient = std::make_shared<BackwardOptions>();
    auto* gradient = add(app, context, "gradient", "Show one number's gradient, term by term (chain rule)", of_gradient,
                         true, print_gradient);
    give_examples(*gradient,
                  "  glassformer gradient --model coreference-full --cell 'blocks.1.attn.weights[0,8,1]' --check\n"
                  "  glassformer gradient --model coreference-full --cell 'logits[8,5]' --labels '8: street'\n");
    gradient->add_option("--cell", of_gradient->cell, "The cell: blocks.0.attn.scores_raw[1,8,1]")->required();
    gradient->add_option("--labels", of_gradient->labels,
                         "Target labels: IDs (#2,3,-1), \"5: word; 7: #12\", words, or a class");
    gradient->add_option("--terms", of_gradient->terms, "Number of terms to print")->check(CLI::NonNegativeNumber);
    gradient->add_flag("--check", of_gradient->check, "Also check the gradient by finite differences");

    const auto of_path = std::make_shared<BackwardOptions>();
    auto* path = add(app, context, "follow", "Trace a number back to the token that contributed most", of_path, false,
                     print_path);
    give_examples(*path, "  glassformer follow --model coreference-full --cell 'blocks.1.attn.scores_raw[0,8,1]'\n");
    path->add_option("--cell", of_path->cell, "The cell to trace back: probs[11,3]")->required();
    path->add_option("--hops", of_path->hops, "Maximum number of steps")->check(CLI::NonNegativeNumber);

    const auto of_lens = std::make_shared<BackwardOptions>();
    auto* lens =
        add(app, context, "lens", "Show the prediction after each layer (logit lens)", of_lens, false, print_lens);
    give_examples(*lens,
                  "  glassformer lens --model coreference-full\n"
                  "  glassformer lens --model coreference-full --position street --words 3\n");
    lens->add_option("--position", of_lens->position, position_help);
    lens->add_option("--words", of_lens->words, "Number of top tokens per layer")->check(CLI::PositiveNumber);

    const auto of_parts = std::make_shared<BackwardOptions>();
    auto* parts = add(app, context, "contributions",
                      "Show what each head, MLP and bias adds directly to a logit (direct logit attribution)", of_parts,
                      false, print_contributions);
    give_examples(*parts, "  glassformer contributions --model coreference-full --token animal --against street\n");
    parts->add_option("--token", of_parts->token, "The logit: a token or a class, or its number")->required();
    parts->add_option("--against", of_parts->against, "Explain the difference to this logit instead");
    parts->add_option("--position", of_parts->position, position_help);
}

extern const Subcommand backward_subcommands{.place = 70, .add = add_backward_commands};

}  // namespace glassformer
