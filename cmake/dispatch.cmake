# Can the engine be built once an instruction set, with the dynamic loader choosing (docs/decisions.md)?
# Sets GLASSFORMER_DISPATCH_POSSIBLE. The loader searches glibc-hwcaps/ from glibc 2.33 on, and only there.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS "-march=x86-64-v4 -fno-semantic-interposition")
check_cxx_source_compiles("
#include <features.h>
#if !defined(__x86_64__) || !defined(__linux__) || !defined(__GLIBC_PREREQ) || !__GLIBC_PREREQ(2, 33)
#error another platform
#endif
int main() {}" GLASSFORMER_DISPATCH_POSSIBLE)
unset(CMAKE_REQUIRED_FLAGS)
