// What the charts of a training are drawn of in a frame. For the files that define them.
#pragma once

#include "app/views/train/charts/charts.h"

namespace glassformer {

struct TrainCharts::Frame {
    const Theme& theme;
    const TrainingSession::Snapshot& shown;
    int looked_at = 0;
    double clip = 0;
};

}  // namespace glassformer
