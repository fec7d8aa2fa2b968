// A model whose architecture is changed without training it again: other keys of config.json over the same weights.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/model/graph.h"
#include "core/model/weights.h"

namespace glassformer {

struct Model;  // io/model_folder.h

/// The model with `patch`, a JSON object, merged over its config.json as config_json() writes it (RFC 7396: null takes
/// a key out, which then has its default). "n_heads" without "d_head" and "n_kv_heads" cuts the same matrices into other
/// heads: both follow it, and so does a "rotary_dims" that is the whole head. Shares the weights and their packings;
/// what nothing reads any more is left out. The model itself where the patch changes nothing. Throws Error for what a
/// config.json may not say, naming the key, and for a parameter that the model lacks or has in another shape, naming
/// key, parameter and shape.
std::shared_ptr<const Model> patched_model(const std::shared_ptr<const Model>& model, const std::string& patch);

/// The config alone: whatever weights there are. Throws Error for what a config.json may not say, naming the key.
ModelConfig patched_config(const ModelConfig& config, const std::string& patch);

/// The patch that makes the second config of the first, in one line; "" where they are the same.
std::string patch_between(const ModelConfig& first, const ModelConfig& second);

/// A parameter that an architecture needs and the weights do not hold.
struct MissingParameter {
    ParameterShape needed;
    bool other_shape = false;  // they have it in another one
};
/// The first that the patched model lacks; nothing where patched_model() is refused for no parameter, or not at all.
std::optional<MissingParameter> missing_parameter(const Model& model, const std::string& patch);

/// Passes of the two record the same list of names and shapes: they can be compared cell by cell.
bool same_records(const ModelConfig& a, const ModelConfig& b, const GraphSize& size);

}  // namespace glassformer
