// The parameters of a model: a list of named tensors, owned or lying in a mapped file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape/model_part.h"
#include "core/tape/parameter.h"

namespace glassformer {

struct Weights {
    std::vector<Parameter> parameters;                   // in the order of parameter_shapes()
    const Parameter* find(std::string_view name) const;  // null where there is none
    std::size_t count() const;                           // numbers in all parameters
    bool any_not_finite() const;
};

struct ModelConfig;

/// What a parameter starts as, whatever the options: 0, 1, a number, N(0, 1), uniform within ± a number; or as
/// InitOptions says of embeddings, of matrices, and of matrices that write to the residual stream.
enum class Initial : std::uint8_t { zero, one, constant, embedding, matrix, onto_residual, standard, uniform };

/// Name, shape, symbol and part of every parameter of a model with this config, in the order of docs/formats.md.
struct ParameterShape {
    std::string name;  // "blocks.0.attn.q.weight"
    Shape shape;
    std::string symbol;  // formula markup: "W^{Q}"
    ModelPart part;      // of the model
};
std::vector<ParameterShape> parameter_shapes(const ModelConfig& config);

/// How matrices start. normal: N(0, std). xavier: uniform within ±sqrt(6 / (d_in + d_out)) (Glorot and Bengio 2010);
/// xavier_joint: the same, with queries, keys and values (across: keys and values) started as one matrix, so that d_out
/// is the sum of their widths.
enum class MatrixInit { normal, xavier, xavier_joint };

/// Weights of the initial model: embeddings and tables of positions N(0, embedding_std), matrices as `matrices` says,
/// biases 0, norms (1, 0). The projections onto the residual stream are divided by sqrt(2 L) where `scale_residual` is
/// set (Radford et al. 2019).
/// Other models than transformers instead start as PyTorch has them, whatever these options say: embeddings and a
/// look-up table's keys and values N(0, 1), all else uniform within ±1/√d_hidden in a cell and ±1/√(numbers that an
/// output reads) elsewhere; `forget_bias` is added to an LSTM's forget gate (Jozefowicz et al. 2015).
struct InitOptions {
    MatrixInit matrices = MatrixInit::normal;
    float std = 0.02F;
    float embedding_std = 0;  // 0: std
    bool scale_residual = true;
    float forget_bias = 0;
};
Weights initial_weights(const ModelConfig& config, std::uint64_t seed, const InitOptions& options = {});

}  // namespace glassformer
