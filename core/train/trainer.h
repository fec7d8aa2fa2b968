// Training on fresh batches. A step is a call, so that a window can drive it between two frames; the weights
// after any step are a value. Who makes the texts and who judges the result is left to tasks (task.h) and run.h.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/aligned.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/math/training_loops.h"
#include "core/train/batch.h"
#include "core/train/options.h"
#include "core/train/trainer_state.h"

namespace glassformer {

class ThreadPool;

/// The loss or the gradient of a step is no finite number.
class Divergence : public Error {
public:
    Divergence(int step, const std::string& sentence) : Error(sentence), step_(step) {}
    int step() const { return step_; }  // counted from 1

private:
    int step_;
};

/// Bytes of a trainer's weights, and of each copy of them, for a model of this config.
std::size_t weight_bytes(const ModelConfig& config);

class Trainer {
public:
    /// Replaces the sample by a fresh one, drawn from the generator alone.
    using Sampler = std::function<void(Random& random, Sample& sample)>;

    /// Starts from initial weights. A step's texts are split into options.accumulate micro-batches, whose gradients are
    /// added up before the one update, and each of these into options.threads parts, run on the pool (null: one after
    /// the other, with the same result). Throws Error where the options or the config make no sense.
    Trainer(const ModelConfig& config, const TrainOptions& options, Sampler sampler, ThreadPool* pool = nullptr);
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    struct Step {
        int step = 0;              // counted from 1: steps done with this one
        double loss = 0;           // mean cross entropy over the labelled positions of the batch, before the update
        double gradient_norm = 0;  // of all gradients together, before clipping
        double clip_factor = 1;    // that the gradient was multiplied by; 1: it was not clipped
        double learning_rate = 0;
    };
    /// One batch, one update. Throws Divergence naming the step where the loss or the gradient is not finite; whatever
    /// it throws, the weights and the generator are then those of the step before.
    Step step();

    /// Steps until options.steps are done or `progress` returns false. Returns the steps done so far.
    using Progress = std::function<bool(const Step&)>;
    int train(const Progress& progress = {});

    const ModelConfig& config() const { return config_; }
    const TrainOptions& options() const { return options_; }
    int steps_done() const { return steps_done_; }
    const Weights& weights() const { return weights_; }  // changed by the next step
    Weights copy_weights() const;                        // as they are now, for good
    /// Bytes held now: weights, gradients, optimiser, and the recorded batches of every length met so far.
    std::size_t bytes() const;
    /// The texts of the last step.
    std::span<const Sample> batch() const { return samples_; }
    /// Gradient of the last step, before clipping, in the order of weights().
    std::span<const float> gradient(std::size_t parameter) const;
    /// Its norm.
    double gradient_norm(std::size_t parameter) const { return std::sqrt(squares_.at(parameter)); }

    /// From the next step on: also measures how far it moves each parameter. Changes no bit of the training.
    void measure_updates();
    /// Σ (after - before)² and Σ before² of a parameter's numbers in the last step, where that was measured.
    const ChangeSquares& update_squares(std::size_t parameter) const { return updates_.at(parameter); }

    // From the next step on. Each throws Error where the options would make no sense with it, and changes nothing then.
    void set_learning_rate(double peak);  // of the schedule
    void set_clip(double largest_norm);   // of all gradients together; 0: none
    void set_batch(int texts);            // a step

    /// All that the steps to come depend on beside config, options and sampler, as it is now and for good.
    TrainerState state() const;
    /// Goes on where a trainer of the same config and optimizer was. Throws Error where the state is of another model
    /// or optimizer; nothing has changed then.
    void restore(const TrainerState& state);

private:
    struct Replicas {  // the recorded parts of a batch, for one length
        BatchLength length;
        std::vector<std::unique_ptr<Batch>> parts;
        std::vector<std::vector<const float*>> gradients;  // [part][parameter]; null before its first backward pass
        int last_used = 0;
    };
    struct Place {  // of a parameter in the flat memory
        std::size_t offset, count;
        bool decays;
    };

    void own(const Weights& initial);
    Step make_step();
    void set(const TrainOptions& options);
    Weights views(const std::shared_ptr<const AlignedFloats>& of) const;
    Replicas& replicas_for(const BatchLength& length);
    void draw_batch();
    int texts_at_once() const;
    void run(Replicas& replicas, std::span<const Sample> samples);
    double add_gradients(Replicas& replicas, int labelled, bool& none_yet);
    double norm_of_gradient() const;
    void each_parameter(const std::function<void(std::size_t)>& each) const;
    void update(double scale, double rate);

    ModelConfig config_;
    TrainOptions options_;
    Sampler sampler_;
    ThreadPool* pool_;
    Random random_;
    std::shared_ptr<AlignedFloats> values_;  // all parameters, one after the other
    AlignedFloats gradient_;
    struct Share {  // a part's, of the mean over the step's labels
        float share;
        const float* const* gradients;  // by parameter
    };
    std::vector<Share> shares_;    // of the texts that were run last
    std::vector<double> squares_;  // by parameter: of its gradient's norm
    bool measures_updates_ = false;
    AlignedFloats before_;                // the last update, where updates are measured
    std::vector<ChangeSquares> updates_;  // by parameter
    std::vector<Place> places_;
    Weights weights_;  // views of values_
    std::unique_ptr<Optimiser> optimiser_;
    std::vector<Sample> samples_;
    std::vector<Replicas> cache_;
    int steps_done_ = 0;
};

}  // namespace glassformer
