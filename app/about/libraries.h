// The libraries that the program runs with, by what they say of themselves.
#pragma once

#include <string>
#include <vector>

namespace glassformer {

/// "GLFW 3.3.8": those with a version that is linked, or that of the headers where the library does not say its own.
/// Without those of app/fetch.
std::vector<std::string> libraries();

}  // namespace glassformer
