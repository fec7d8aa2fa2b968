// What --version says.
#pragma once

namespace glassformer::texts::about {

inline constexpr const char* commit = "commit:     {} of {}";
inline constexpr const char* commit_changed = "commit:     {} of {}, with changes";
inline constexpr const char* commit_unknown = "commit:     unknown";
inline constexpr const char* build = "build:      {}, {}";
inline constexpr const char* sanitizers = ", sanitizers: {}";
inline constexpr const char* processors = "processors: kernels {}; this machine uses {}";
inline constexpr const char* processors_one = "processors: kernels for {} alone, which this machine uses";
inline constexpr const char* libraries = "libraries:  ";

}  // namespace glassformer::texts::about
