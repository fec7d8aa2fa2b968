// The comparisons whose curves are stored with the program (`glassformer measure ablations`), read when they are shown.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/train/ablations/ablations.h"

namespace glassformer {

class StoredComparisons {
public:
    explicit StoredComparisons(std::filesystem::path folder) : folder_(std::move(folder)) {}
    std::size_t size() const;  // those whose files there are; 0 without a folder
    const Ablation& row(std::size_t index) const;
    /// Read when it is asked for first.
    struct Stored {
        AblationCurves curves;
        std::string error;  // why they cannot be read; "" where they can
    };
    const Stored& at(std::size_t index) const;

private:
    std::filesystem::path folder_;
    mutable std::map<std::size_t, Stored> read_;
};

}  // namespace glassformer
