// Every sentence about the device that computes. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::backend {

// Why this device computes: beside the time in the top bar, and in its tooltip
inline constexpr const char* cpu_requested = "as requested";
inline constexpr const char* gl_requested = "{}, as requested";
inline constexpr const char* no_gpu = "no GPU";
inline constexpr const char* software = "software renderer ({})";
inline constexpr const char* no_opengl = "no OpenGL";
inline constexpr const char* old_opengl = "no OpenGL 4.3";
inline constexpr const char* old_opengl_on = "{} has no OpenGL 4.3";
inline constexpr const char* small_model = "small model";
inline constexpr const char* cpu_faster = "faster here";
inline constexpr const char* little_gain = "OpenGL on {} would run this model at only {} the CPU's speed";
inline constexpr const char* times_faster = "{}, about {} faster here";
inline constexpr const char* times = "{:.0f}x";
inline constexpr const char* times_small = "{:.1f}x";

// Errors
inline constexpr const char* option = "--backend takes cpu, gl or auto, got {}";
inline constexpr const char* gl_unavailable = "--backend gl cannot compute here: {}";
inline constexpr const char* gl_failed = "OpenGL failed: {}";

// Parts of a comparison, in the order in which they run
inline constexpr const char* warm_up_cpu = "Warming up the CPU";
inline constexpr const char* time_cpu = "Timing the CPU";
inline constexpr const char* warm_up_gl = "Warming up OpenGL";
inline constexpr const char* time_gl = "Timing OpenGL";
inline constexpr const char* compare = "Comparing the numbers";

}  // namespace glassformer::texts::backend
