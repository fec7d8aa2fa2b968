// measure: recomputes measurements that ship with the program, and measures a model. measure ablations is here, measure
// positions and measure surface are in their files.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/number_text.h"
#include "core/train/ablations/ablations.h"

namespace glassformer {

namespace {

/// Each comparison into a file of its name, and its last losses on standard output.
void measure_ablations(const std::filesystem::path& out) {
    if (out.empty() || (std::filesystem::exists(out) && !std::filesystem::is_directory(out)))
        throw Error("--out must name a folder, got \"" + path_text(out) + "\"");
    for (const Ablation& ablation : all_ablations()) {
        const AblationCurves curves = run_ablation(ablation);
        save_ablation(out / (curves.name + ".json"), curves);
        for (const LossCurve& curve : curves.curves) {
            if (curve.diverged_at > 0)
                fmt::print(texts::commands::ablation_diverged, curves.name, curve.label, curve.diverged_at);
            else
                fmt::print(texts::commands::ablation_loss, curves.name, curve.label,
                           loss_text(loss_at(curve, static_cast<int>(curve.loss.size()))), curve.loss.size());
            std::fflush(stdout);
        }
    }
}

}  // namespace

static void add_measure_command(CLI::App& app, const CommandContext& context) {
    auto* command = app.add_subcommand(
        "measure", "Recompute the measurements that ship with the program, or measure the loss around a model");
    command->require_subcommand(1);
    give_examples(*command, "  glassformer measure ablations --out curves\n");
    auto* ablations = command->add_subcommand(
        "ablations", "Train small models with and without a component; one file per comparison");
    auto out = std::make_shared<std::filesystem::path>();
    give_examples(*ablations, "  glassformer measure ablations --out curves\n");
    ablations->add_option("--out", *out, "The folder to write")->required();
    ablations->callback([out] { measure_ablations(*out); });
    add_measure_positions(*command);
    add_measure_surface(*command, context);
}

extern const Subcommand measure_subcommand{.place = 140, .add = add_measure_command};

}  // namespace glassformer
