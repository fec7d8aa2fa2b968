// The steps of a training in the plane of a surface: where each lies, the loss that the plane has there, and the loss
// of the step itself, which is off the plane.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/views/train/surface/slice.h"
#include "core/base/aligned.h"
#include "core/train/laboratory/held_out.h"
#include "core/train/surface/projection.h"

namespace glassformer {

/// The loss of any weights of one model on the laboratory's held-out texts, the ones that surfaces are measured on.
class LossOfWeights {
public:
    LossOfWeights(const TrainingPlan& plan, const ModelConfig& config, const Weights& like);
    double of(const Weights& weights);
    /// Of centre + first · directions[0] + second · directions[1], rounded as loss_surface() does.
    double on_plane(const Weights& centre, const Directions& directions, double first, double second);

private:
    double measure();
    std::vector<std::size_t> places_;  // of a parameter in the values
    std::shared_ptr<AlignedFloats> values_;
    Weights weights_;  // views of the values
    std::unique_ptr<HeldOutTexts> texts_;
};

struct SurfacePathPoint {
    int step = 0;
    PlanePoint at;
    double on_plane = 0, here = 0;  // losses in nats
};

}  // namespace glassformer
