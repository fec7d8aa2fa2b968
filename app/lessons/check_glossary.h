// Whether the terms of a glossary name what there is: other terms, stages, pages, and scenes that can be shown.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/check_lesson.h"
#include "core/lesson/read_glossary.h"

namespace glassformer {

/// What is wrong with the terms, "SOURCE:LINE:COLUMN: …", in their order; of each, its scene is computed as a step of a
/// lesson is. How the file is written wrong is among the glossary's own problems. `tools` need no pages.
std::vector<std::string> check_glossary(const WrittenGlossary& glossary, const std::string& source,
                                        const LessonTools& tools);

}  // namespace glassformer
