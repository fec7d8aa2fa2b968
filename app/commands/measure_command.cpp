// measure: experiments whose results the lessons show, made again into a folder of files. One row an experiment.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/train/experiments/ablations.h"

namespace glassformer {

namespace {

/// Each comparison into a file of its name, and its last losses on standard output.
void measure_ablations(const std::filesystem::path& out) {
    for (const Ablation& ablation : all_ablations()) {
        const AblationCurves curves = run_ablation(ablation);
        save_ablation(out / (curves.name + ".json"), curves);
        for (const LossCurve& curve : curves.curves) {
            if (curve.diverged_at > 0)
                fmt::print(texts::commands::ablation_diverged, curves.name, curve.label, curve.diverged_at);
            else
                fmt::print(texts::commands::ablation_loss, curves.name, curve.label,
                           loss_at(curve, static_cast<int>(curve.loss.size())), curve.loss.size());
            std::fflush(stdout);
        }
    }
}

struct Measurement {
    const char* name;
    const char* sentence;  // for --help
    void (*run)(const std::filesystem::path& out);
};

constexpr std::array measurements{
    Measurement{"ablations", "The loss of small trainings with and without a part, one file a comparison",
                measure_ablations},
};

}  // namespace

void add_measure_command(CLI::App& app, const CommandContext&) {
    auto* command = app.add_subcommand("measure", "Make the results that lessons show again");
    command->require_subcommand(1);
    for (const Measurement& row : measurements) {
        auto* one = command->add_subcommand(row.name, row.sentence);
        auto out = std::make_shared<std::filesystem::path>();
        one->add_option("--out", *out, "The folder to write")->required();
        one->callback([out, &row] {
            if (out->empty() || (std::filesystem::exists(*out) && !std::filesystem::is_directory(*out)))
                throw Error(fmt::format(texts::commands::out_folder, path_text(*out)));
            row.run(*out);
        });
    }
    add_measure_positions(*command);
}

}  // namespace glassformer
