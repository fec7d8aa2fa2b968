// Every error message of the window system and of picture files. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::platform {

// Window
inline constexpr const char* no_display =
    "no display: {} (run in a desktop session, or use a subcommand such as `glassformer render`, which needs none)";
inline constexpr const char* glfw_failed = "GLFW does not start";
inline constexpr const char* unknown = "unknown";
inline constexpr const char* no_opengl_library =
    "OpenGL is required, but {} cannot be opened: install it and a driver (Debian and Ubuntu: libegl1, libgl1, "
    "libgl1-mesa-dri)";
inline constexpr const char* no_opengl =
    "OpenGL 3.3 is required, but the driver offers no such context: {} (without a driver, install Mesa's; Debian and "
    "Ubuntu: libgl1-mesa-dri)";
inline constexpr const char* driver_failed = "OpenGL 3.3 is required, but the driver crashed while it made a context";
inline constexpr const char* old_opengl = "OpenGL 3.3 is required, but the driver ({}) offers {}.{}";
inline constexpr const char* no_second_window = "The system opens no second window: {}";
inline constexpr const char* no_compute_context =
    "the driver cannot create an OpenGL 4.3 context for computing beside the window's: {}";

// Memory, without a display
inline constexpr const char* no_memory_compute_context =
    "the driver cannot create an OpenGL 4.3 context for computing beside the picture's: {}";
inline constexpr const char* compute_context_failed = "the OpenGL context for computing cannot be made current";
inline constexpr const char* no_pixels = "a picture needs at least 1x1 pixels, got {}x{}";
inline constexpr const char* no_surfaceless =
    "drawing without a display needs EGL's surfaceless platform (Mesa), which this system does not have (Debian and "
    "Ubuntu: libgl1-mesa-dri)";
inline constexpr const char* surfaceless_failed =
    "EGL's surfaceless display does not start: {} (without a driver, install Mesa's; Debian and Ubuntu: "
    "libgl1-mesa-dri)";
inline constexpr const char* no_core_context = "EGL cannot create an OpenGL 3.3 core context: {}";
inline constexpr const char* egl_error = "EGL error {}";
inline constexpr const char* frame_not_drawn =
    "the last frame has no pixels: it was prepared while nobody looked at it";
inline constexpr const char* paper_has_no_opengl = "pages are laid out without OpenGL";
inline constexpr const char* picture_too_large = "the driver ({}) cannot draw a picture of {}x{} pixels";

// PNG files
inline constexpr const char* write_failed = "cannot write the picture {}: {}";
inline constexpr const char* no_folder = "cannot write the picture {}: there is no folder {}";
inline constexpr const char* read_failed = "cannot read the picture {}: {}";

// Pictures on the clipboard
inline constexpr const char* no_display_to_copy =
    "a picture can only be copied in a desktop session; export it instead";
inline constexpr const char* no_copy_program =
    "to copy a picture, install xclip (X11) or wl-copy (Wayland), or export it instead";
inline constexpr const char* copy_failed = "the picture was not copied: exit code {}";

// Files that other programs read
inline constexpr const char* no_passing_folder = "cannot make a temporary folder in {}";

// Other programs
inline constexpr const char* not_started = "the program {} cannot be started";

}  // namespace glassformer::texts::platform
