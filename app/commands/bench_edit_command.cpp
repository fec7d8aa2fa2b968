// bench edit: the time to recompute everything that depends on an edited cell, compared with the whole pass and with
// the share of its FLOP that depends on the edit.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/timing.h"
#include "app/commands/usage.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/thread_pool.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/tape/tape.h"

namespace glassformer {

namespace {

struct EditOptions {
    std::string model, stage;
    int seq_len = 0, threads = 1, repeats = 9;
    bool json = false;
};

/// FLOP of all stages that read the record, directly or not.
double flop_behind(const Trace& trace, int record) {
    std::vector<bool> behind(trace.records().size());
    behind[static_cast<std::size_t>(record)] = true;
    double sum = 0;
    for (const int id : trace.stages()) {
        const auto& operands = trace.record(id).operands;
        if (std::ranges::none_of(operands, [&](int o) { return behind[static_cast<std::size_t>(o)]; })) continue;
        behind[static_cast<std::size_t>(id)] = true;
        sum += trace.cost(id).flop;
    }
    return sum;
}

void edit(const CommandContext& context, const EditOptions& options) {
    const auto model = open_model(context, options.model);
    if (has_target(model->config)) throw Error(fmt::format(texts::commands::one_stack, "edit", model->name));
    ThreadPool pool(options.threads);
    Tape tape(&pool);
    const Graph graph = record_model(tape, model->config, model->weights, {.batch = 0, .seq_len = options.seq_len});
    std::vector<float> tokens;
    tokens.reserve(static_cast<std::size_t>(options.seq_len));
    for (int i = 0; i < options.seq_len; ++i)
        tokens.push_back(static_cast<float>((i * 7919LL + 13) % model->config.vocab_size));
    tape.set(graph.tokens, tokens);
    const int id = tape.trace().find(options.stage);
    if (id < 0) throw Error(fmt::format(texts::commands::no_stage, options.stage));

    const Timing whole = measure(
        [&] {
            tape.invalidate();
            tape.evaluate();
        },
        options.repeats, 0.005);
    // A new value each time, in the first row, so that all later rows may change.
    float value = 0;
    const Timing edited = measure(
        [&] {
            value += 0.001F;
            const Edit change{options.stage, Cell{}, value};
            tape.edit({&change, 1});
            tape.evaluate();
        },
        options.repeats, 0.005);
    double flop = 0;
    for (const int stage : tape.trace().stages()) flop += tape.trace().cost(stage).flop;
    const double share = flop_behind(tape.trace(), id) / flop, took = edited.median / whole.median;
    if (options.json) {
        const Json out{{"median_ms", edited.median * 1e3}, {"min", edited.low * 1e3},    {"max", edited.high * 1e3},
                       {"whole_ms", whole.median * 1e3},   {"share_of_time", took},      {"share_of_flop", share},
                       {"repeats", options.repeats},       {"threads", options.threads}, {"backend", "cpu"}};
        std::printf("%s\n", out.dump().c_str());
        return;
    }
    fmt::print(texts::commands::edit, options.stage, options.seq_len, threads_text(options.threads),
               edited.median * 1e3, edited.low * 1e3, edited.high * 1e3, whole.median * 1e3, took, share);
}

}  // namespace

void add_edit_bench(CLI::App& bench, const CommandContext& context) {
    auto* command = bench.add_subcommand("edit", "Time the recomputation after editing a cell");
    give_examples(*command,
                  "  glassformer bench edit --model coreference-full --seq-len 13 --stage blocks.0.attn.weights\n");
    auto options = std::make_shared<EditOptions>();
    command->add_option("--model", options->model, "A built-in model's name, or a model folder")->required();
    command->add_option("--seq-len", options->seq_len, "Tokens")->required()->check(CLI::PositiveNumber);
    command->add_option("--stage", options->stage, "The stage to edit: blocks.0.attn.scores_raw")->required();
    command->add_option("--threads", options->threads, "Threads (default 1)")->check(CLI::Range(1, 256));
    command->add_option("--repeats", options->repeats, "Repetitions; the median is reported (default 9)")
        ->check(CLI::Range(1, 10000));
    command->add_flag("--json", options->json, "One line of JSON");
    command->callback([options, context] { edit(context, *options); });
}

}  // namespace glassformer
