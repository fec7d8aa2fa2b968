// Built-in models that are found by what was typed: by title, name and task, and by what they are made of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/views/shared/context.h"

namespace glassformer {

/// The models in which every typed word begins a word, the best first: what titles and names say counts most. Where
/// there are none, those in which every typed word is a part of a word. Nothing typed: all, by subject.
std::vector<const ModelChoice*> found_models(const std::string& typed, std::span<const ModelChoice> models);

}  // namespace glassformer
