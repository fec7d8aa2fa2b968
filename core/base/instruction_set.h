// Which processor the engine was compiled for. Where the build made several (GLASSFORMER_DISPATCH), it is what the
// dynamic loader chose.
#pragma once

#include <string_view>

namespace glassformer {

/// "x86-64-v4", "x86-64-v3", "x86-64" or, on other processors, "portable": the highest level whose vector instructions
/// the engine may use.
std::string_view instruction_set();

}  // namespace glassformer
