#include "app/views/train/comparison/maps.h"

#include <algorithm>

namespace glassformer {

void ComparedMaps::follow(std::span<const ComparedRuns::Run> runs) {
    maps_.resize(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const ComparedReading& reading = runs[i].reading;
        if (maps_[i].generation == reading.generation) continue;
        maps_[i].generation = reading.generation;
        maps_[i].maps = reading.evaluation ? head_maps(*reading.evaluation) : std::vector<TrainedHeadMap>{};
    }
}

const std::vector<TrainedHeadMap>& ComparedMaps::to_choose() const {
    static const std::vector<TrainedHeadMap> none;
    const std::vector<TrainedHeadMap>* most = &none;
    for (const OfRun& run : maps_)
        if (run.maps.size() > most->size()) most = &run.maps;
    return *most;
}

const TrainedHeadMap* ComparedMaps::chosen(int head) const {
    const std::vector<TrainedHeadMap>& maps = to_choose();
    if (maps.empty()) return nullptr;
    return &maps[static_cast<std::size_t>(std::clamp(head, 0, static_cast<int>(maps.size()) - 1))];
}

}  // namespace glassformer
