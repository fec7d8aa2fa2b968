#include "core/model/preparation.h"

#include <algorithm>
#include <chrono>
#include <new>

#include "core/math/weight_packing.h"
#include "core/model/config.h"
#include "core/model/packed_weights.h"

namespace glassformer {

namespace {

// Below it, a thread costs more than the work.
constexpr std::size_t done_at_once = 1U << 20U;  // numbers

/// Columns of a head: cross-attention shares its width among heads of its own, the attention of a recurrent model has
/// one head as wide as its state.
int heads_group(const ModelConfig& config, const std::string& name) {
    if (!is_transformer(config)) return config.recurrent.d_hidden;
    const bool own_heads = config.n_cross_heads != config.n_heads && name.find("cross_attn.") != std::string::npos;
    return own_heads ? config.n_heads * config.d_head / config.n_cross_heads : config.d_head;
}

/// Null where no product reads it.
std::shared_ptr<WeightPacking> packing_of(const ModelConfig& config, const Parameter& parameter) {
    const Shape& shape = parameter.shape;
    if (!is_packed(config, shape)) return nullptr;
    if (shape.axis(0) == Axis::vocab)
        return std::make_shared<WeightPacking>(shape.size(1), shape.size(0),
                                               MatrixIn{parameter.data, shape.cols(), Transpose::yes}, 0);
    const int group = shape.axis(1) == Axis::heads ? heads_group(config, parameter.name) : 0;
    return std::make_shared<WeightPacking>(shape.size(0), shape.size(1), MatrixIn{parameter.data, shape.cols()}, group);
}

}  // namespace

bool packed_alike(const ModelConfig& a, const ModelConfig& b, const Parameter& parameter) {
    const Shape& shape = parameter.shape;
    if (shape.rank() != 2 || shape.axis(1) != Axis::heads) return true;
    return heads_group(a, parameter.name) == heads_group(b, parameter.name);
}

Preparation::Preparation(const ModelConfig& config, Weights& weights) {
    for (Parameter& parameter : weights.parameters) {
        packings_.push_back(packing_of(config, parameter));
        parameter.packing = packings_.back();
    }
    parameters_ = weights.parameters;
    numbers_ = weights.count();
    if (weights.count() <= done_at_once)
        prepare(false);
    else
        work_.start([this](const std::atomic<bool>& stopped) { prepare(stopped); }, [] {});
}

void Preparation::wait(Loading& loading) const {
    const std::uint64_t before = loading.done(), rest = loading.total() - std::min(loading.total(), before);
    while (!done()) {
        const double share = static_cast<double>(prepared_) / static_cast<double>(std::max<std::uint64_t>(numbers_, 1));
        loading.reach(before + static_cast<std::uint64_t>(share * static_cast<double>(rest)));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    loading.reach(loading.total());
}

void Preparation::prepare(const std::atomic<bool>& stopped) {
    try {
        for (std::size_t p = 0; p < parameters_.size() && !stopped; ++p) {
            if (packings_[p]) packings_[p]->make();
            if (Weights{{parameters_[p]}}.any_not_finite()) not_finite_.push_back(parameters_[p].name);
            prepared_ += parameters_[p].shape.count();
        }
    } catch (const std::bad_alloc&) {
        // The rest is computed with as it is: packing only makes products faster.
    }
    done_.store(true, std::memory_order_release);
    done_.notify_all();
}

}  // namespace glassformer
