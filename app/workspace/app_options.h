// What the program begins with: its models, its files and what it shows first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/backend/backend_choice.h"
#include "app/paint/colour_limits.h"
#include "app/platform/window.h"
#include "app/views/shared/view.h"
#include "core/io/model_folder.h"
#include "core/session/session.h"

namespace glassformer {

struct AppOptions {
    ModelLoader load;                                   // called on the session's worker
    std::function<Card(const std::string& name)> card;  // card of a model that is not in `models`
    std::vector<ModelChoice> models;                    // models of the open sheet
    std::vector<ModelChoice> lesson_models;             // of lessons alone: in no list of models
    std::filesystem::path open;                         // session file or model folder to open; empty: the inputs below
    Inputs inputs;                 // empty model: the last one, or the first of `models`; empty text: its first example
    std::string theme;             // "" : the remembered one
    float text_scale = 0;          // 0: the remembered one
    PixelSize size{0, 0};          // 0: the remembered one
    std::string view;              // "" : the remembered one
    ViewValues view_values;        // that it begins with (AppView::load()); empty: its own
    std::string stage;             // "blocks.0.attn.scores_raw"; "" : the remembered one
    std::filesystem::path script;  // script that runs before a picture is drawn; empty: none
    std::string cell;              // "blocks.0.attn.scores_raw[1,8,1]": selected after the first evaluation
    int head = -1;                 // counted from 0
    bool motion = false;           // animate; off for pictures and scripts
    bool overview = false;         // a model that is opened shows itself as a whole first
    bool architecture = false;     // … as the diagram of its architecture
    std::optional<ColourLimits> colour_limits;  // held; empty: the remembered ones
    bool says = false, speaks = false;          // beside what is remembered: Preferences::says, speaks
    bool still = false;                        // reproducible picture: without computing times
    std::filesystem::path settings;            // empty: nothing is remembered
    std::filesystem::path fence;  // for tests: folder outside of which nothing is saved or exported; empty: none
    ThreadPool* pool = nullptr;   // used only by the session's worker
    BackendWish backend = BackendWish::cpu;
    std::function<void(int done, int total)> before_stage;  // for tests: slows the evaluation down
    std::function<std::uint64_t()> free_memory;             // for tests; empty: ask the system
    std::filesystem::path position_lengths;                 // measured accuracies of encodings; empty: none
    std::filesystem::path ablations;                        // folder of stored loss curves; empty: none
    std::vector<std::filesystem::path> lessons;             // files of the list of lessons
    std::filesystem::path lesson;                           // to begin with; empty: none
    int lesson_step = -1;                                   // of it, from 0; −1: where it was left
    std::filesystem::path program;                          // the program itself, which exports lessons; empty: none
    std::function<double()> clock;                          // for tests: seconds since midnight; empty: the system's
};

}  // namespace glassformer
