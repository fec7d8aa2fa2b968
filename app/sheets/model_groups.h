// Groups of the built-in models in the sheet that opens them, in the order of a lecture.
#pragma once

#include <string_view>

namespace glassformer {

/// Place of a task's group, from 0; models without a group come last, in a group without a title.
int model_group(std::string_view task);
/// "Attention"; "" of the last group.
const char* model_group_title(int group);

}  // namespace glassformer
