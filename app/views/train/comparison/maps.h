// The attention maps of compared runs, found once for every reading of the example.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/views/train/heads/heads.h"
#include "core/train/comparison/compared_runs.h"

namespace glassformer {

class ComparedMaps {
public:
    /// Takes over the readings that are new. Call once a frame.
    void follow(std::span<const ComparedRuns::Run> runs);
    const std::vector<TrainedHeadMap>& of(std::size_t run) const { return maps_.at(run).maps; }
    /// Those that can be chosen: of the run that has most of them.
    const std::vector<TrainedHeadMap>& to_choose() const;
    /// The chosen one, or the nearest that there is; null where no run has any.
    const TrainedHeadMap* chosen(int head) const;

private:
    struct OfRun {
        std::uint64_t generation = 0;  // of the reading
        std::vector<TrainedHeadMap> maps;
    };
    std::vector<OfRun> maps_;  // by run
};

}  // namespace glassformer
