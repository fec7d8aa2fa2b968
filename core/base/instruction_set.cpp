#include "core/base/instruction_set.h"

namespace glassformer {

std::string_view instruction_set() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__)
    return "x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
    return "x86-64-v3";
#elif defined(__x86_64__)
    return "x86-64";
#else
    return "portable";
#endif
}

}  // namespace glassformer
