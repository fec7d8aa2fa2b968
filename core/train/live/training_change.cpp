#include "core/train/live/training_change.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace glassformer {

TrainOptions changed(TrainOptions options, const TrainingChange& change) {
    if (change.what == Changed::learning_rate) {
        options.learning_rate = change.value;
    } else if (change.what == Changed::clip) {
        if (!std::isfinite(change.value))
            throw Error("training: clip must be 0 or more, got " + six_digits(change.value));
        options.clip = change.value;
    } else {
        constexpr double most = 65536;  // as check() has it
        if (!(change.value >= 1 && change.value <= most) || change.value != std::floor(change.value))
            throw Error("training: batch must be a whole number from 1 to 65536, got " + six_digits(change.value));
        options.batch = static_cast<int>(change.value);
    }
    check(options);
    return options;
}

void make(const TrainingChange& change, Trainer& trainer) {
    const TrainOptions options = changed(trainer.options(), change);
    if (change.what == Changed::learning_rate)
        trainer.set_learning_rate(options.learning_rate);
    else if (change.what == Changed::clip)
        trainer.set_clip(options.clip);
    else
        trainer.set_batch(options.batch);
}

Weights replay(const TrainingPlan& plan, std::span<const TrainingChange> changes, int steps, ThreadPool* pool) {
    const std::unique_ptr<Trainer> trainer = trainer_of(std::make_shared<const TrainingPlan>(plan), pool);
    auto next = changes.begin();
    while (trainer->steps_done() < steps) {
        for (; next != changes.end() && next->step <= trainer->steps_done(); ++next) make(*next, *trainer);
        trainer->step();
    }
    return trainer->copy_weights();
}

}  // namespace glassformer
