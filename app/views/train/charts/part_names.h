// What the parts of a model (core/train/live/parts_of_model.h) are called on the screen.
#pragma once

#include <string>
#include <string_view>

namespace glassformer {

/// "Decoder block 1 cross-attention" of "decoder.blocks.0.cross_attention"; a name that is not known stays as it is.
std::string part_title(std::string_view part);
/// The same where there is little room: "Dec 1 cross-attention".
std::string part_brief(std::string_view part);

}  // namespace glassformer
