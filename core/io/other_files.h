// What else may lie in a model's folder, and is not computed: modules that sentence-transformers runs after the model,
// a low-rank adapter.
#pragma once

#include <filesystem>
#include <string>

#include "core/model/model.h"

namespace glassformer {

/// Of sentence-transformers' older folders, whose transformer is in one below: the end of a message that says so; else
/// "".
std::string transformer_below(const std::filesystem::path& folder);

/// sentence-transformers goes on after the model: a warning where it does.
void warn_of_modules(Model& model, const std::filesystem::path& folder);

/// The name of the model that a low-rank adapter in the folder belongs to (LoRA, Hu et al. 2021, as the peft library
/// saves it), quoted; "" where there is none.
std::string base_of_adapter(const std::filesystem::path& folder);

/// A warning where the folder has one beside its model.
void warn_of_adapter(Model& model, const std::filesystem::path& folder);

}  // namespace glassformer
