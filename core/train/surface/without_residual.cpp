#include "core/train/surface/without_residual.h"

#include <algorithm>

#include "core/base/error.h"

namespace glassformer {

bool has_residual(const ModelConfig& config) { return is_transformer(config) && config.residual; }

void TrainingWithoutResidual::start(std::shared_ptr<const TrainingPlan> plan, std::vector<TrainingChange> changes,
                                    int steps) {
    {
        const std::lock_guard lock(mutex_);
        done_ = 0;
        steps_ = steps;
        trained_ = nullptr;
    }
    plan_ = plan;
    work_.start(
        [this, of = std::move(plan), changes = std::move(changes), steps](const std::atomic<bool>& stopped) {
            auto trained = std::make_shared<Trained>();
            trained->of = of;
            try {
                auto without = std::make_shared<TrainingPlan>(*of);
                without->config.residual = false;
                trained->plan = without;
                const std::size_t each = weight_bytes(without->config);
                constexpr std::size_t budget = std::size_t{64} << 20U;
                auto history = std::make_shared<WeightHistory>(std::max(budget, 2 * each), each);
                trained->history = history;
                const std::unique_ptr<Trainer> trainer = trainer_of(without, nullptr);
                const auto add = [&] {
                    if (history->wants(trainer->steps_done()) || trainer->steps_done() == steps)
                        history->add(trainer->steps_done(), std::make_shared<const Weights>(trainer->copy_weights()));
                };
                add();
                auto next = changes.begin();
                try {
                    while (trainer->steps_done() < steps) {
                        if (stopped) return;
                        for (; next != changes.end() && next->step <= trainer->steps_done(); ++next)
                            make(*next, *trainer);
                        trainer->step();
                        add();
                        const std::lock_guard lock(mutex_);
                        done_ = trainer->steps_done();
                    }
                } catch (const Divergence& error) {
                    trained->error = error.what();
                    if (!history->at(trainer->steps_done()))
                        history->add(trainer->steps_done(), std::make_shared<const Weights>(trainer->copy_weights()));
                }
                trained->step = trainer->steps_done();
            } catch (const Error& error) {
                trained->error = error.what();
                trained->history = nullptr;
            }
            const std::lock_guard lock(mutex_);
            trained_ = std::move(trained);
        },
        wake_);
}

std::pair<int, int> TrainingWithoutResidual::progress() const {
    const std::lock_guard lock(mutex_);
    return {done_, steps_};
}

std::shared_ptr<const TrainingWithoutResidual::Trained> TrainingWithoutResidual::trained() const {
    const std::lock_guard lock(mutex_);
    return trained_;
}

}  // namespace glassformer
