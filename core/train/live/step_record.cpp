#include "core/train/live/step_record.h"

#include <cmath>
#include <limits>

namespace glassformer {

StepRecord record_of(const Trainer& trainer, const Trainer::Step& step, const PartsOfModel& parts) {
    StepRecord record{.step = step.step,
                      .loss = static_cast<float>(step.loss),
                      .gradient_norm = static_cast<float>(step.gradient_norm),
                      .clip_factor = static_cast<float>(step.clip_factor),
                      .learning_rate = static_cast<float>(step.learning_rate),
                      .update_ratios = {},
                      .gradient_norms = {}};
    std::vector<ChangeSquares> sums(parts.names.size());
    record.gradient_norms.reserve(parts.of_parameter.size());
    for (std::size_t p = 0; p < parts.of_parameter.size(); ++p) {
        record.gradient_norms.push_back(static_cast<float>(trainer.gradient_norm(p)));
        ChangeSquares& sum = sums[static_cast<std::size_t>(parts.of_parameter[p])];
        sum.change += trainer.update_squares(p).change;
        sum.before += trainer.update_squares(p).before;
    }
    record.update_ratios.reserve(sums.size());
    for (const ChangeSquares& sum : sums) {
        const double ratio = sum.change == 0   ? 0
                             : sum.before == 0 ? std::numeric_limits<double>::infinity()
                                               : std::sqrt(sum.change / sum.before);
        record.update_ratios.push_back(static_cast<float>(ratio));
    }
    return record;
}

}  // namespace glassformer
