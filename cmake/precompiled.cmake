# Parses the standard headers that most sources include once per target, and not once per source: a sixth of the time of
# a build. Only where it is asked for: GCC 12 forgets there that these are the system's headers, and prints (or with
# optimisation takes for errors) the warnings that it has about its own library. Sources include what they use.
option(GLASSFORMER_PRECOMPILE "Parse the standard headers once per target" OFF)
function(glassformer_precompile target)
  if(NOT GLASSFORMER_PRECOMPILE)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <optional> <set> <span> <string> <string_view>
    <vector> ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Wno-stringop-overflow> $<$<CONFIG:Release>:-Wno-array-bounds>)
  endif()
endfunction()
