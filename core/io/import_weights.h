// Tensors of another library's files as our parameters.
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/io/import_config.h"
#include "core/model/weights.h"

namespace glassformer {

/// Every parameter of the config, in place where a tensor lies as ours does, else copied once. Throws Error for a
/// missing tensor, one of another shape (with both shapes) or another type, and where a layer has tensors that are not
/// used; adds a warning for others that are not.
Weights import_weights(const Importer& importer, const ConfigImport& config, const WeightFiles& files,
                       std::vector<std::string>& warnings, Loading* loading = nullptr);

/// A tied matrix that a file stores once more under another name.
struct TiedCopy {
    std::string tensor, parameter;  // theirs, and ours that it is tied to
    std::vector<float> numbers;     // in our order, which is theirs
};

/// Those of a model whose head or whose two embeddings are tied.
std::vector<TiedCopy> tied_copies(const WeightFiles& files, const ModelConfig& config);

}  // namespace glassformer
