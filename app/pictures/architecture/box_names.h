// What the boxes of the architecture diagram are called, by the model's config and the record.
#pragma once

#include <string>

#include "app/pictures/architecture/diagram.h"
#include "core/model/config.h"

namespace glassformer {

/// Sets name, detail and meaning, and what positions do inside.
void name_box(const Evaluation& evaluation, DiagramBox& box);
std::string architecture_title(const ModelConfig& config);
/// How its blocks are built: "LayerNorm before each sublayer (pre-norm), residual connections"; "" without blocks.
std::string architecture_note(const ModelConfig& config);

}  // namespace glassformer
