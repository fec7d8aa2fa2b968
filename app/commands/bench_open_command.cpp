// bench open: how long it takes from a model folder to a model that can compute; and until its weights are packed too,
// which happens in the background.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/timing.h"
#include "app/commands/usage.h"
#include "core/base/json.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

struct OpenOptions {
    std::string model;
    int repeats = 9;
    bool json = false;
};

void open(const CommandContext& context, const OpenOptions& options) {
    std::vector<double> usable, prepared;
    double megabytes = 0;
    for (int r = 0; r < options.repeats; ++r) {
        Model model;
        usable.push_back(seconds_of([&] { model = resolve_model(options.model, context.executable_dir); }));
        prepared.push_back(usable.back() + seconds_of([&] { model.all_warnings(); }));
        megabytes = static_cast<double>(model.weights.count()) * sizeof(float) * 1e-6;
    }
    std::sort(usable.begin(), usable.end());
    std::sort(prepared.begin(), prepared.end());
    const double median = usable[usable.size() / 2] * 1e3, packed = prepared[prepared.size() / 2] * 1e3;
    if (options.json) {
        const Json out{{"median_ms", median},   {"min", usable.front() * 1e3}, {"max", usable.back() * 1e3},
                       {"prepared_ms", packed}, {"megabytes", megabytes},      {"repeats", options.repeats}};
        std::printf("%s\n", out.dump().c_str());
        return;
    }
    fmt::print(texts::commands::open, options.model, megabytes, median, usable.front() * 1e3, usable.back() * 1e3,
               packed);
}

}  // namespace

void add_open_bench(CLI::App& bench, const CommandContext& context) {
    auto* command = bench.add_subcommand("open", "Time loading a model folder");
    give_examples(*command, "  glassformer bench open --model coreference-full\n");
    auto options = std::make_shared<OpenOptions>();
    command->add_option("--model", options->model, "A built-in model's name, or a model folder")->required();
    command->add_option("--repeats", options->repeats, "Repetitions; the median is reported (default 9)")
        ->check(CLI::Range(1, 10000));
    command->add_flag("--json", options->json, "One line of JSON");
    command->callback([options, context] { open(context, *options); });
}

}  // namespace glassformer
