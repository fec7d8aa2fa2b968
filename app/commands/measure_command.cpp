// measure: experiments whose results the lessons show, made again into a folder of files. One row an experiment.
#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

#include "app/commands/commands.h"
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
            std::printf("%s: %s: ", curves.name.c_str(), curve.label.c_str());
            if (curve.diverged_at > 0)
                std::printf("diverged (NaN) at step %d\n", curve.diverged_at);
            else
                std::printf("loss %.4f after %zu steps\n", loss_at(curve, static_cast<int>(curve.loss.size())),
                            curve.loss.size());
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
    Measurement{"ablations", "Ablations: train small models with and without a component; one file per comparison",
                measure_ablations},
};

}  // namespace

void add_measure_command(CLI::App& app, const CommandContext&) {
    auto* command = app.add_subcommand("measure", "Recompute the measurements that ship with the program");
    command->require_subcommand(1);
    for (const Measurement& row : measurements) {
        auto* one = command->add_subcommand(row.name, row.sentence);
        auto out = std::make_shared<std::filesystem::path>();
        one->add_option("--out", *out, "The folder to write")->required();
        one->callback([out, &row] {
            if (out->empty() || (std::filesystem::exists(*out) && !std::filesystem::is_directory(*out)))
                throw Error("--out must name a folder, got \"" + path_text(*out) + "\"");
            row.run(*out);
        });
    }
    add_measure_positions(*command);
}

}  // namespace glassformer
