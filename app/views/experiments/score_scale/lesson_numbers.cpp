// The numbers of the page on the scale of scores, as lessons read them.
#include <cmath>

#include "app/views/experiments/score_scale/page.h"

namespace glassformer {

std::vector<NamedNumber> ScoreScalePage::numbers() const {
    const Point* point = shown();
    if (point == nullptr) return {};
    const auto keys = static_cast<double>(point->scores->shape.cols());
    return {{"d_k", static_cast<double>(point->d_k)},
            {"keys", keys},
            {"variance", point->raw.variance},
            {"variance_scaled", point->scaled.variance},
            {"entropy", point->raw.entropy},
            {"entropy_scaled", point->scaled.entropy},
            {"most_entropy", std::log(keys)},
            {"largest_weight", point->raw.peak},
            {"largest_weight_scaled", point->scaled.peak},
            {"slope", point->raw.slope},
            {"slope_scaled", point->scaled.slope}};
}

}  // namespace glassformer
