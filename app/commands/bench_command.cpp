// bench: how fast a forward pass, a training step and a frame are here. bench/compare.py sets them beside PyTorch.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/timing.h"
#include "app/commands/usage.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/thread_pool.h"
#include "core/io/model_folder.h"
#include "core/math/product.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/ops/activation_table.h"
#include "core/tape/tape.h"
#include "core/train/trainer.h"

namespace glassformer {

namespace {

struct BenchOptions {
    std::string model, backend = "cpu";
    int seq_len = 0, threads = 1, repeats = 9;
    bool json = false;
    int layers = 2, heads = 4, d_model = 64, batch = 16, vocab = 64;
};

void print(const BenchOptions& options, const Json& row, const std::string& sentence,
           const Backend* backend = nullptr) {
    Json out = row;
    out["repeats"] = options.repeats;
    out["threads"] = options.threads;
    out["backend"] = backend ? "gl" : "cpu";
    if (backend) out["device"] = backend->description();
    std::printf("%s\n", options.json ? out.dump().c_str() : sentence.c_str());
}

std::string milliseconds(const Timing& timing) {
    return fmt::format(texts::commands::timing, timing.median * 1e3, timing.low * 1e3, timing.high * 1e3);
}

void forward_on(const BenchOptions& options, const Model& model, const GraphSize& size, ThreadPool& pool,
                Backend* backend) {
    Tape tape(&pool, backend);
    const Graph graph = record_model(tape, model.config, model.weights, size);
    const auto ids = [&](int vocabulary) {
        std::vector<float> tokens;
        tokens.reserve(static_cast<std::size_t>(options.seq_len));
        for (int i = 0; i < options.seq_len; ++i) tokens.push_back(static_cast<float>((i * 7919LL + 13) % vocabulary));
        return tokens;
    };
    tape.set(graph.tokens, ids(model.config.vocab_size));
    if (graph.target_tokens) tape.set(graph.target_tokens, ids(model.config.target_vocab_size));
    const Timing timing = measure(
        [&] {
            tape.invalidate();
            tape.evaluate();
        },
        options.repeats, 0.005);
    double flop = 0;
    for (const int id : tape.trace().stages()) flop += tape.trace().cost(id).flop;
    print(options,
          {{"median_ms", timing.median * 1e3}, {"min", timing.low * 1e3}, {"max", timing.high * 1e3}, {"flop", flop}},
          backend ? fmt::format(texts::commands::forward_gl, options.model, options.seq_len, backend->description(),
                                milliseconds(timing))
                  : fmt::format(texts::commands::forward_cpu, options.model, options.seq_len,
                                threads_text(options.threads), std::string(product_library()), milliseconds(timing)),
          backend);
}

void forward(const CommandContext& context, const BenchOptions& options) {
    ThreadPool pool(options.threads);
    CommandBackend backend(options.backend, &pool);
    const auto model = open_model(context, options.model);
    const bool pair = has_target(model->config);
    const GraphSize size{.batch = 0, .seq_len = options.seq_len, .target_len = pair ? options.seq_len : 0};
    backend.run(*model, size,
                [&](const BackendChoice& choice) { forward_on(options, *model, size, pool, choice.backend.get()); });
}

void train(const BenchOptions& options) {
    ModelConfig config;
    config.vocab_size = config.target_vocab_size = options.vocab;
    config.d_model = options.d_model;
    config.n_heads = config.n_kv_heads = config.n_cross_heads = options.heads;
    if (options.d_model % options.heads != 0)
        throw Error(fmt::format(texts::commands::heads_divide, options.d_model, options.heads));
    config.d_head = options.d_model / options.heads;
    config.d_ff = 4 * options.d_model;
    config.n_layers = config.n_decoder_layers = options.layers;
    config.max_seq_len = options.seq_len;
    config.activation = find_activation("gelu_tanh");
    config.positional.kind = find_positional("learned");
    config.mask.kind = find_mask("causal");
    TrainOptions settings;
    settings.steps = 1 << 30;
    settings.batch = options.batch;
    settings.threads = options.threads;
    settings.learning_rate = 1e-3;
    settings.schedule = Schedule::constant;
    ThreadPool pool(options.threads);
    Trainer trainer(
        config, settings,
        [&](Random& random, Sample& sample) {
            sample.clear();
            for (int i = 0; i < options.seq_len; ++i) {
                sample.tokens.push_back(random.below(options.vocab));
                sample.labels.push_back(random.below(options.vocab));
            }
        },
        &pool);
    const Timing timing = measure([&] { trainer.step(); }, options.repeats, 0.3);
    const double rate = 1 / timing.median;
    print(options, {{"steps_per_s", rate}, {"min", 1 / timing.high}, {"max", 1 / timing.low}},
          fmt::format(texts::commands::training, rate, 1 / timing.high, 1 / timing.low, threads_text(options.threads)));
}

void add_common(CLI::App& command, BenchOptions& options) {
    command.add_option("--threads", options.threads, "Threads (default 1)")->check(CLI::Range(1, 256));
    command.add_option("--repeats", options.repeats, "Repetitions; the median is reported (default 9)")
        ->check(CLI::Range(1, 10000));
    command.add_flag("--json", options.json, "One line of JSON");
}

}  // namespace

static void add_bench_command(CLI::App& app, const CommandContext& context) {
    auto* bench = app.add_subcommand("bench", "Benchmark this machine");
    bench->require_subcommand(1);
    give_examples(*bench, "  glassformer bench forward --model coreference-full --seq-len 13\n");

    auto* forwards = bench->add_subcommand("forward", "Time a forward pass that records every stage");
    give_examples(*forwards, "  glassformer bench forward --model coreference-full --seq-len 13\n");
    auto options = std::make_shared<BenchOptions>();
    forwards->add_option("--model", options->model, "A built-in model's name, or a model folder")->required();
    forwards->add_option("--seq-len", options->seq_len, "Tokens")->required()->check(CLI::PositiveNumber);
    add_backend_option(*forwards, options->backend);
    add_common(*forwards, *options);
    forwards->callback([options, context] { forward(context, *options); });

    auto* training = bench->add_subcommand("train", "Forward, backward and AdamW");
    give_examples(*training,
                  "  glassformer bench train --layers 2 --heads 2 --d-model 32 --seq-len 16 --batch 8 --vocab 50\n");
    auto settings = std::make_shared<BenchOptions>();
    const auto size = [&](const char* name, int& value, const char* text) {
        training->add_option(name, value, text)->required()->check(CLI::Range(1, 1 << 20));
    };
    size("--layers", settings->layers, "Blocks");
    size("--heads", settings->heads, "Attention heads");
    size("--d-model", settings->d_model, "Model dimension d_model (width of the residual stream)");
    size("--seq-len", settings->seq_len, "Tokens of a text");
    size("--batch", settings->batch, "Batch size");
    size("--vocab", settings->vocab, "Vocabulary");
    add_common(*training, *settings);
    training->callback([settings] { train(*settings); });
    add_edit_bench(*bench, context);
    add_open_bench(*bench, context);
    add_frame_bench(*bench, context);
    add_respond_bench(*bench, context);
    add_controls_bench(*bench, context);
    add_training_bench(*bench, context);
    add_lesson_bench(*bench, context);
}

extern const Subcommand bench_subcommand{.place = 160, .add = add_bench_command};

}  // namespace glassformer
