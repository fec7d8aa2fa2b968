// What turns a gradient into a step: one row a kind, chosen by the options of a training run.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace glassformer {

/// Settings of one step; each kind reads its own.
struct OptimiserStep {
    double learning_rate = 0;
    double beta1 = 0.9;  // AdamW
    double beta2 = 0.99;
    double eps = 1e-8;
    double weight_decay = 0;
    double momentum = 0.9;  // SGD
};

class Optimiser {
public:
    virtual ~Optimiser() = default;

    /// Opens a step; then update() once for every part of the parameters.
    virtual void begin_step() = 0;

    /// Moves the entries from `offset` on against g = scale · gradient.
    virtual void update(const OptimiserStep& step, std::size_t offset, std::span<float> values,
                        std::span<const float> gradient, float scale) = 0;

    /// That it keeps beside the parameters.
    virtual std::size_t bytes() const = 0;

    /// What it keeps for each number of the parameters, in their order: all that its next step depends on, with the
    /// steps that it has counted. To be read and written between two steps.
    struct Moment {
        std::string_view name;    // "mean"
        std::span<float> values;  // as many as make() was told
    };
    virtual std::vector<Moment> moments() = 0;
    virtual int steps() const { return 0; }  // of a kind that does not count them, always 0
    virtual void set_steps(int) {}
};

struct OptimiserKind {
    std::string_view name;                                  // "adamw"
    const char* title;                                      // "AdamW"
    const char* sentence;                                   // for the interface: what it does
    std::unique_ptr<Optimiser> (*make)(std::size_t count);  // for so many numbers
};

extern const OptimiserKind adamw, sgd;

std::span<const OptimiserKind* const> all_optimisers();
const OptimiserKind* find_optimiser(std::string_view name);  // null where there is none

}  // namespace glassformer
