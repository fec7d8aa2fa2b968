// Tensors of another library's files as our parameters.
#pragma once

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/io/import_config.h"
#include "core/model/weights.h"

namespace glassformer {

/// Every parameter of the config, in place where a tensor lies as ours does, else copied once. Throws Error for a
/// missing tensor, one of another shape (with both shapes) or another type; adds a warning where tensors are not used.
Weights import_weights(const Importer& importer, const ConfigImport& config, const WeightFiles& files,
                       std::vector<std::string>& warnings, Loading* loading = nullptr);

}  // namespace glassformer
