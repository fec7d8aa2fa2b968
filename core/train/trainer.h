// Training on fresh batches. A step is a call, so that a window can drive it between two frames; the weights
// after any step are a value. Who makes the texts and who judges the result is left to tasks (task.h) and run.h.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/aligned.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/train/batch.h"
#include "core/train/options.h"

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
        double learning_rate = 0;
    };
    /// One batch, one update. Throws Divergence naming the step where the loss or the gradient is not finite; the
    /// weights are then those of the step before.
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
    /// Gradient of the last step, before clipping, in the order of weights().
    std::span<const float> gradient(std::size_t parameter) const;

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
    Replicas& replicas_for(const BatchLength& length);
    void draw_batch();
    int texts_at_once() const;
    void run(Replicas& replicas, std::span<const Sample> samples);
    double add_gradients(Replicas& replicas, int labelled, bool& none_yet);
    double norm_of_gradient() const;
    void each_parameter(const std::function<void(std::size_t)>& each) const;
    void update(double norm, double rate);

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
    std::vector<Place> places_;
    Weights weights_;  // views of values_
    std::unique_ptr<Optimiser> optimiser_;
    std::vector<Sample> samples_;
    std::vector<Replicas> cache_;
    int steps_done_ = 0;
};

}  // namespace glassformer
