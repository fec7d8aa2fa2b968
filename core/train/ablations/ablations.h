// What a part of the transformer, or of its training, is good for: the same small training with and without it, and the
// losses of all steps beside each other. One row a comparison; every run learns to sort six digits (tasks/sort.cpp).
// `measure ablations` computes these curves; the window trains some of the rows while one looks on
// (train/comparison/contrasts.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/config.h"
#include "core/train/options.h"

namespace glassformer {

/// One of the runs that are compared.
struct AblationVariant {
    std::string label;                          // "without the residual connections"
    std::string config;                         // keys of config.json that are this one's own; "" for none
    void (*training)(TrainOptions&) = nullptr;  // null: as the row says
};

struct Ablation {
    std::string_view name;  // of its file
    std::string_view title;
    std::string_view sentence;  // what the curves show
    std::string config;         // keys of config.json that all runs share
    TrainOptions training;
    std::vector<AblationVariant> variants;
    bool keeps_norms = false;  // the norms of the gradients are kept beside the losses
};

/// Keys of config.json that every ablation has, before its own.
inline constexpr std::string_view ablation_shape = R"("d_model": 32, "n_heads": 4, "d_ff": 64)";

std::span<const Ablation> all_ablations();                // in the order of the menu
const Ablation& require_ablation(std::string_view name);  // Error naming those there are

ModelConfig config_of(const Ablation& ablation, const AblationVariant& variant);
TrainOptions options_of(const Ablation& ablation, const AblationVariant& variant);

/// Losses of the steps of one run, before each update, and norms of their gradients where the comparison keeps them.
struct LossCurve {
    std::string label;
    std::vector<std::pair<std::string, double>> training;  // settings by name, as in card.json
    std::vector<double> loss;
    std::vector<double> gradient_norm = {};  // of the same steps, before clipping; empty: not kept
    int diverged_at = 0;  // step (counted from 1) whose loss or gradient was no number any more; 0: none
    bool operator==(const LossCurve&) const = default;
};

/// Called after every step; false stops the run, and the curve ends there.
using CurveProgress = std::function<bool(int step, int steps)>;
LossCurve run_variant(const Ablation& ablation, const AblationVariant& variant, const CurveProgress& progress = {});

/// Mean over the five steps that end with `step` (counted from 1). Throws Error where the curve is shorter.
double loss_at(const LossCurve& curve, int step);

/// What assets/ablations/NAME.json holds.
struct AblationCurves {
    std::string name, title, sentence, command;
    std::int64_t seed = 0;
    std::vector<LossCurve> curves;
    bool operator==(const AblationCurves&) const = default;
};
AblationCurves run_ablation(const Ablation& ablation, const CurveProgress& progress = {});

/// Losses and norms are written with four digits. Throws Error where the file cannot be written, or read, or holds
/// something else.
void save_ablation(const std::filesystem::path& file, const AblationCurves& curves);
AblationCurves load_ablation(const std::filesystem::path& file);

}  // namespace glassformer
