#include "app/views/train/comparison/stored.h"

#include "core/base/error.h"

namespace glassformer {

std::size_t StoredComparisons::size() const { return folder_.empty() ? 0 : all_ablations().size(); }

const Ablation& StoredComparisons::row(std::size_t index) const { return all_ablations()[index]; }

const StoredComparisons::Stored& StoredComparisons::at(std::size_t index) const {
    const auto [place, is_new] = read_.try_emplace(index);
    if (!is_new) return place->second;
    try {
        place->second.curves = load_ablation(folder_ / (std::string(row(index).name) + ".json"));
    } catch (const Error& error) {
        place->second.error = error.what();
    }
    return place->second;
}

}  // namespace glassformer
