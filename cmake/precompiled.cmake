# Parses the standard headers that most sources include once a target, and not once a source: a sixth of the time of
# a build. Sources still include what they use; CMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without (as scripts/tidy.sh).
function(glassformer_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <optional> <set> <span> <string> <string_view>
    <vector> ${ARGN})
endfunction()
