// A model with random weights as a name: everything that it is made of is in it, so that whoever has the name, a window
// or a session file, can make the same model again, to the last bit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/config.h"
#include "core/model/model.h"
#include "core/model/weights.h"

namespace glassformer {

/// How files and names write a MatrixInit, in its order.
inline constexpr std::array<std::string_view, 3> matrix_init_names{"normal", "xavier", "xavier_joint"};

struct UntrainedModel {
    std::string title;  // "Attention alone, 12 blocks": what the window calls it; without '/'
    ModelConfig config;
    std::uint64_t seed = 0;
    InitOptions init = {};
    double recurrent_scale = 1;  // of all parameters "….recurrent.weight"
    /// Parameters whose numbers are given instead of drawn, from their first one on.
    std::vector<std::pair<std::string, std::vector<float>>> given = {};
    /// Words that texts consist of, with their ids and blanks between them; empty: texts are token ids.
    std::vector<std::pair<std::string, int>> words = {};
};

/// What Inputs::model says of it: "untrained/TITLE/{…}".
std::string untrained_name(const UntrainedModel& model);
/// Its title; nothing for a model of another kind.
std::optional<std::string> untrained_title(std::string_view name);
/// initial_weights() of its config, seed and init options, then what is scaled and given; null for a name of another
/// kind. Throws Error for a name that was not made by untrained_name(), and for more than 64 million parameters.
std::shared_ptr<const Model> open_untrained(std::string_view name);
/// The weights alone.
Weights untrained_weights(const UntrainedModel& model);

}  // namespace glassformer
