// Three ways to let tokens read one another: a recurrent network, a causal convolution and causal self-attention, in
// stacks of layers over the same tokens. Which positions a position reads, when each can be computed, how far apart two
// tokens are (Vaswani et al. 2017, table 1), and the numbers of untrained models.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/config.h"
#include "core/model/untrained_model.h"
#include "core/model/weights.h"
#include "core/tensor/tensor.h"
#include "core/train/sample.h"

namespace glassformer {

enum class Mixer : std::uint8_t { recurrent, convolution, attention };
inline constexpr int mixer_count = 3;

struct MixedTokens {
    std::vector<int> tokens = {};  // ids, from 0; at least one
    bool lstm = false;             // of the recurrent network
    int width = 3;                 // of the convolution: tokens in a window, at least 2
    int layers = 2;
    int d = 8;  // entries of each position's vector
    std::uint64_t seed = 0;
    int count() const { return static_cast<int>(tokens.size()); }
    bool operator==(const MixedTokens&) const = default;
};

/// A position in a layer; layer 0 holds the embeddings.
struct MixNode {
    int layer = 0, position = 0;
    bool operator==(const MixNode&) const = default;
};

/// What a node reads, each once, in the order of the positions. A recurrent one reads its input and its own layer's
/// previous state, a convolution the window that ends at its position, attention that position and all before it.
/// Empty for an embedding.
std::vector<MixNode> nodes_read(const MixedTokens& setting, Mixer mixer, const MixNode& node);
/// When a node can be computed at the earliest, if all that is ready is computed at once: 0 for embeddings.
int time_step(Mixer mixer, const MixNode& node);
/// Time steps until the last node is computed: n + layers − 1 of a recurrent network, else one a layer.
int time_steps(const MixedTokens& setting, Mixer mixer);

struct MixPath {
    bool reached = false;        // false: the last layer at `to` does not depend on the token at `from`
    int moves = 0;               // steps from one position to another: the path length of table 1
    std::vector<MixNode> nodes;  // from the embedding at `from` to the last layer at `to`; empty where not reached
};
/// With the fewest moves, and of these the fewest nodes.
MixPath mix_path(const MixedTokens& setting, Mixer mixer, int from, int to);
/// Layers that a convolution needs to reach that far back: ⌈distance / (width − 1)⌉.
int layers_needed(int distance, int width);

struct MixNumbers {
    std::vector<Tensor> rows;  // [pos, d] of each layer, the embeddings first
    /// [query, key]: how much position `key` of the embeddings counts at position `query` of the first layer: the
    /// weights of the attention's only head; of the others the Frobenius norm of the matrix in between.
    Tensor weights;
};
/// Of a model with random weights. The weights follow from seed and sizes alone, so that other tokens meet the same.
/// Throws Error for sizes that no model has.
MixNumbers mixed_numbers(const MixedTokens& setting, Mixer mixer);
/// The model's config; layers, d and ids as the setting has them.
ModelConfig mixer_config(const MixedTokens& setting, Mixer mixer);
InitOptions mixer_init(const MixedTokens& setting);

/// A smaller difference is that of sums in another order, in texts of two lengths.
inline constexpr double weight_rounding = 1e-6;
/// What another text changed in MixNumbers::weights, at the positions that both texts have.
struct WeightsChanged {
    int weights = 0, changed = 0;  // pairs that have a weight in either, and those where it is another one
    double largest = 0;            // difference
};
WeightsChanged weights_changed(const Tensor& before, const Tensor& after);

/// Gradients of an untrained classifier that reads its last position.
struct UntrainedReach {
    int length = 48;             // tokens of each text
    double recurrent_scale = 1;  // of all W_h
    std::uint64_t seed = 0;
    bool operator==(const UntrainedReach&) const = default;
};
/// Models that are compared: RNN, LSTM with forget bias 0, LSTM with forget bias 2 (Jozefowicz et al. 2015), and a
/// transformer.
inline constexpr int reach_models = 4;
/// Norm of ∂loss/∂x_t at each position t, the mean over random texts with random labels: gradient_by_position() of the
/// model. 0 is less than single precision holds. Throws Error for a length below 1 or above 256.
std::vector<double> untrained_reach(const UntrainedReach& setting, int model);
/// The model of that number, titled so: its config, and how its weights start.
UntrainedModel reach_model(const UntrainedReach& setting, int model, const std::string& titled = {});
/// The models' configs, how their weights start, and the texts that the mean is over, random ones of the seed.
ModelConfig reach_config(int model);
InitOptions reach_init(int model);
std::vector<Sample> reach_texts(const UntrainedReach& setting);

}  // namespace glassformer
