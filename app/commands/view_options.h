// The options that the window, render and bench frame share, and what they become.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/commands/commands.h"
#include "app/program/app.h"

namespace glassformer {

struct ViewOptions {
    std::string model, text, target, stage, cell, size, theme, backend = "cpu", view, drag, hover;
    std::optional<std::string> colour_limits;
    std::filesystem::path out, script, open, lesson;
    int lesson_step = 0;
    std::optional<float> scale;
    std::filesystem::path frames;  // folder for the pictures of a stage that computes itself
    double seconds = 2;            // … and how long that takes
    int frames_per_second = 25;
    std::filesystem::path film;  // file for a film of the view
    std::string task;            // that is trained for it
    std::optional<int> steps;
    std::string view_page;  // tab of the view; "": the first
    bool page = false;      // of an image: what vector graphics show
    int head = -1, repeats = 60, scale_factor = 1, seq_len = 0;
    bool says = false, speaks = false, headless = false, json = false, whole_model = false, overview = false,
         architecture = false, text_given = false, film_given = false, seconds_given = false, target_given = false;
};

void add_view_options(CLI::App& command, ViewOptions& options);
/// --script, as it is said where a file or a time is asked for.
void add_script_option(CLI::App& command, ViewOptions& options);
/// Which of the options were given, once the command line has been read.
void note_given(const CLI::App& command, ViewOptions& options);

/// "walk, attention, …", for sentences.
std::string views_text();

/// Throws Error for what is no view, theme or scale, for a target text that the model does not read, and for a folder
/// or model that is not there.
AppOptions app_options(const CommandContext& context, const ViewOptions& options);
/// The same for pictures: what is not given is fixed, so that they come out the same everywhere.
AppOptions picture_options(const CommandContext& context, const ViewOptions& options);

}  // namespace glassformer
