// trace: every stage of a pass (and the gradients) as one safetensors file. explain: where one number came from.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/evaluate.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/files/export_formats.h"
#include "app/files/tensor_file.h"
#include "app/platform/tell.h"
#include "core/analysis/explain.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/io/safetensors.h"
#include "core/io/version.h"
#include "core/model/patched_model.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

struct TraceOptions {
    TextOptions text;
    std::string backend = "cpu", stage, out;
    bool grad = false;
    std::vector<int> labels;
};

std::string unknown_stage(const Trace& trace, const std::string& name) {
    const std::string near = nearest_record(trace, name);
    return near.empty() ? fmt::format(texts::commands::no_record, in_quotes(name))
                        : fmt::format(texts::commands::no_record_near, in_quotes(name), near);
}

std::string ids_text(const std::vector<TokenLabel>& tokens) {
    std::string text;
    for (const TokenLabel& token : tokens) text += (text.empty() ? "" : ",") + std::to_string(token.id);
    return text;
}

std::vector<float> labels_for(const TraceOptions& options, const Model& model, const std::vector<TokenLabel>& predicted,
                              std::size_t wanted) {
    const int classes = model.config.head.classifier ? model.config.head.n_classes
                        : has_target(model.config)   ? model.config.target_vocab_size
                                                     : model.config.vocab_size;
    if (options.labels.empty()) {
        if (model.config.head.classifier) throw Error(texts::commands::class_label);
        std::vector<int> ids;
        ids.reserve(predicted.size());
        for (const TokenLabel& token : predicted) ids.push_back(token.id);
        return next_token_labels(ids);
    }
    if (options.labels.size() != wanted)
        throw Error(options.labels.size() == 1
                        ? fmt::format(texts::commands::label_count_one, wanted)
                        : fmt::format(texts::commands::label_count, options.labels.size(), wanted));
    std::vector<float> labels;
    for (const int label : options.labels) {
        if (label < -1 || label >= classes) throw Error(fmt::format(texts::commands::label_range, label, classes - 1));
        labels.push_back(static_cast<float>(label));
    }
    return labels;
}

void write_trace(const TraceOptions& options, const Model& model, const std::vector<TokenLabel>& tokens,
                 const std::vector<TokenLabel>& target, const GraphSize& size, Backend* backend) {
    Tape tape(nullptr, backend);
    const Graph graph = record_model(tape, model.config, model.weights, size);
    const auto set = [&](Ref ref, const std::vector<TokenLabel>& from) {
        std::vector<float> values;
        values.reserve(from.size());
        for (const TokenLabel& token : from) values.push_back(static_cast<float>(token.id));
        tape.set(ref, values);
    };
    set(graph.tokens, tokens);
    if (graph.target_tokens) set(graph.target_tokens, target);
    const std::vector<int> types = token_types(model, options.text, tokens.size());
    if (graph.token_types) tape.set(graph.token_types, types_of(model.config, types, tokens.size()));
    if (graph.labels) {
        const auto labels =
            labels_for(options, model, target.empty() ? tokens : target, tape.shape(graph.labels).count());
        if (std::ranges::none_of(labels, [](float label) { return label >= 0; })) tell(texts::commands::no_labels);
        tape.set(graph.labels, labels);
    }
    tape.edit(edits_of(options.text, tape.trace()));
    tape.evaluate();
    tell_not_finite(tape.trace(), model);
    if (!options.stage.empty()) {
        const Trace& trace = tape.trace();
        const int id = trace.find(options.stage);
        if (id < 0) throw Error(unknown_stage(trace, options.stage));
        const ExportSource source{.trace = &trace, .record = &trace.record(id)};
        static_cast<void>(find_export_format(options.out)->write(options.out, source));
        return;
    }
    if (graph.loss) tape.backward(graph.loss);

    std::vector<NamedTensor> tensors;
    std::map<std::string, std::string> metadata{
        {"written_by", written_by()}, {"model", model.name}, {"tokens", ids_text(tokens)}};
    if (!target.empty()) metadata["target_tokens"] = ids_text(target);
    for (const int id : tape.trace().stages()) {
        const Record& record = tape.trace().record(id);
        tensors.emplace_back(record.name, record.view());
        metadata[record.name] = record_description(tape.trace(), record);
        if (record.gradient != nullptr && record.stage != &stage::loss)
            tensors.emplace_back("grad." + record.name, record.gradient_view());
    }
    for (const Tape::ParameterGradient& gradient : tape.parameter_gradients()) {
        const Record& record = tape.trace().record(gradient.record);
        tensors.emplace_back("grad.param." + record.name, record.gradient_view());
    }
    write_safetensors(options.out, tensors, metadata);
    constexpr double megabyte = 1e6;
    fmt::print(texts::commands::trace_written, tensors.size(),
               static_cast<double>(std::filesystem::file_size(options.out)) / megabyte, path_text(options.out));
}

void trace(const CommandContext& context, const TraceOptions& options) {
    if (!options.labels.empty() && !options.grad) throw Error(texts::commands::labels_need_grad);
    if (!options.stage.empty() && options.grad) throw Error(texts::commands::grad_and_stage);
    if (!options.stage.empty())
        require_export_format(options.out, {ExportKind::tensor, ExportKind::table}, "--out: the file of one tensor");
    // A folder is not made for a slip of the pen.
    if (const std::filesystem::path folder = std::filesystem::path(options.out).parent_path();
        !folder.empty() && !std::filesystem::is_directory(folder))
        throw Error(fmt::format(texts::commands::no_folder, path_text(folder)));
    CommandBackend backend(options.backend);
    const auto model = patched_model(open_model(context, options.text.model), options.text.architecture);
    const auto tokens = source_tokens(*model, options.text), target = target_tokens(*model, options.text);
    tell_unknown(*model, tokens, target);
    GraphSize size;
    size.seq_len = static_cast<int>(tokens.size());
    size.target_len = static_cast<int>(target.size());
    size.loss = options.grad;
    backend.run(*model, size, [&](const BackendChoice& choice) {
        write_trace(options, *model, tokens, target, size, choice.backend.get());
    });
}

}  // namespace

static void add_trace_commands(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand("trace", "Write every stage of a forward pass to a safetensors file");
    give_examples(*command,
                  "  glassformer trace --model coreference-full --grad --out trace.safetensors\n"
                  "  glassformer trace --model coreference-full --stage blocks.1.attn.weights --out weights.csv\n");
    auto options = std::make_shared<TraceOptions>();
    add_text_options(*command, options->text, true);
    add_intervention_options(*command, options->text);
    add_backend_option(*command, options->backend);
    command->add_flag("--grad", options->grad, "Also write the loss and all gradients");
    command->add_option_function<std::string>(
        "--labels", [options](const std::string& written) { options->labels = integers("--labels", written); },
        "Labels of the loss: 2,3,4 (-1: not counted; default: the next token)");
    command->add_option(
        "--stage", options->stage,
        "Write only this stage, input or parameter (" + endings_text({ExportKind::tensor, ExportKind::table}) + ")");
    command->add_option("--out", options->out, "The file to write")->required();
    command->callback([options, command, context] {
        options->text.text_given = command->count("--text") > 0;
        trace(context, *options);
    });

    struct ExplainOptions {
        TextOptions text;
        std::string cell, backend = "cpu";
    };
    auto* explaining = app.add_subcommand("explain", "Explain how one number was computed");
    give_examples(*explaining,
                  "  glassformer explain --model coreference-full --cell 'blocks.1.attn.scores_raw[0,8,1]'\n"
                  "  glassformer explain --model sort --edit 'blocks.0.attn.heads[0,*,*]=0' --cell 'logits[5,1]'\n");
    auto explained = std::make_shared<ExplainOptions>();
    add_text_options(*explaining, explained->text, true);
    add_intervention_options(*explaining, explained->text);
    explaining->add_option("--cell", explained->cell, "The cell: blocks.0.attn.scores_raw[1,8,1]")->required();
    add_backend_option(*explaining, explained->backend);
    explaining->callback([explained, explaining, context] {
        explained->text.text_given = explaining->count("--text") > 0;
        CommandBackend backend(explained->backend);
        const auto model = patched_model(open_model(context, explained->text.model), explained->text.architecture);
        const auto evaluation = evaluate(model, explained->text, backend);
        const NamedCell cell = find_cell(evaluation->trace(), explained->cell);
        std::fputs(explain(evaluation->trace(), cell.record, cell.cell).c_str(), stdout);
    });
}

extern const Subcommand trace_subcommands{.place = 60, .add = add_trace_commands};

}  // namespace glassformer
