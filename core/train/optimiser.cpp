#include "core/train/optimiser.h"

#include <algorithm>
#include <array>

#include "core/train/adamw.h"
#include "core/train/sgd.h"

namespace glassformer {

const OptimiserKind adamw{
    "adamw", "AdamW",
    "Each number steps by its mean gradient over the size its gradients usually have, so that a "
    "step is never much larger than the learning rate.",
    [](std::size_t count) -> std::unique_ptr<Optimiser> { return std::make_unique<AdamW>(count); }};

const OptimiserKind sgd{
    "sgd", "SGD with momentum",
    "Each step is the learning rate times a decaying sum of past gradients. The step size is not limited.",
    [](std::size_t count) -> std::unique_ptr<Optimiser> { return std::make_unique<Sgd>(count); }};

std::span<const OptimiserKind* const> all_optimisers() {
    static constexpr std::array<const OptimiserKind*, 2> rows{&adamw, &sgd};
    return rows;
}

const OptimiserKind* find_optimiser(std::string_view name) {
    const auto rows = all_optimisers();
    const auto found = std::ranges::find(rows, name, &OptimiserKind::name);
    return found == rows.end() ? nullptr : *found;
}

}  // namespace glassformer
