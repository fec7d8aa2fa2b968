#include "core/gl/kernel.h"

namespace glassformer::gl {

const Kernel* find_kernel(std::string_view operation) {
    for (const Kernel& row : all_kernels())
        if (row.operation == operation) return &row;
    return nullptr;
}

}  // namespace glassformer::gl
