# Can the engine be built once per instruction set, with the dynamic loader choosing (docs/decisions.md)?
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

# "here": the kernels once, for the best instruction set of the processor that builds them. A third of the time, for who
# builds the program to run it at once.
set(GLASSFORMER_PROCESSORS any CACHE STRING "Processors that the kernels are built for: any, or here (this machine's alone)")
set_property(CACHE GLASSFORMER_PROCESSORS PROPERTY STRINGS any here)
set(glassformer_v3_flags -march=x86-64-v3)
# Tuned for what has AVX-512: small models run 4 % faster than with the compiler's general tuning.
set(glassformer_v4_flags -march=x86-64-v4 -mtune=icelake-server)
set(glassformer_flags_here "")
if(GLASSFORMER_DISPATCH_POSSIBLE AND GLASSFORMER_PROCESSORS STREQUAL here AND NOT CMAKE_CROSSCOMPILING)
  include(CheckCXXSourceRuns)
  foreach(level IN ITEMS v3 v4)
    check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"x86-64-${level}\") ? 0 : 1; }"
                          GLASSFORMER_PROCESSOR_KNOWS_${level})
    if(GLASSFORMER_PROCESSOR_KNOWS_${level})
      set(glassformer_flags_here ${glassformer_${level}_flags})
    endif()
  endforeach()
endif()
