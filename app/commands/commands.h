// Subcommands of the program, one file per family. Each adds itself to the command line; its work runs after the
// command line was parsed, prints results on standard output and throws Error for invalid input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/backend/backend_choice.h"
#include "app/fetch/fetch_model.h"
#include "app/platform/window.h"

namespace CLI {
class App;
}

namespace glassformer {

struct Model;
struct ModelConfig;

/// Context of every command.
struct CommandContext {
    std::filesystem::path executable_dir;   // where assets are found
    std::filesystem::path executable = {};  // which the window starts once more to export a lesson
    const Fetcher* fetcher = nullptr;       // null: built without
    int& exit_code;                         // of a command that ends without an error
};

/// A subcommand, or several of a family: it adds itself to the command line. `context` outlives the parsing.
struct Subcommand {
    int place;  // in --help
    void (*add)(CLI::App& app, const CommandContext& context);
};
/// Every row of this folder (cmake/rows.cmake) in the order of --help. Without a subcommand the window opens.
std::span<const Subcommand> subcommands();

// Subcommands of subcommands.
void add_lesson_export(CLI::App& lesson, const CommandContext& context);     // lesson export
void add_measure_positions(CLI::App& measure);                               // measure positions
void add_measure_surface(CLI::App& measure, const CommandContext& context);  // measure surface
void add_edit_bench(CLI::App& bench, const CommandContext& context);         // bench edit
void add_open_bench(CLI::App& bench, const CommandContext& context);         // bench open
void add_frame_bench(CLI::App& bench, const CommandContext& context);        // bench frame
void add_respond_bench(CLI::App& bench, const CommandContext& context);      // bench respond
void add_controls_bench(CLI::App& bench, const CommandContext& context);     // bench controls
void add_training_bench(CLI::App& bench, const CommandContext& context);     // bench training
void add_lesson_bench(CLI::App& bench, const CommandContext& context);       // bench lesson

/// Loads a built-in model by name, or a model folder; prints its warnings on standard error. Throws Error.
std::shared_ptr<const Model> open_model(const CommandContext& context, const std::string& name,
                                        Loading* loading = nullptr);

/// Takes the reference of a model that was replaced out of the folder and says so on standard error. Throws Error.
void remove_old_reference(const std::filesystem::path& folder);

/// Text of `tokens` tokens or a few less: the words of the first example repeated, with a published tokenizer those of
/// a sentence where there is none, or ids if there is no vocabulary. Throws Error for any other model without an
/// example.
std::string text_of_length(const Model& model, int tokens);

/// Model and tokens: options of the commands that evaluate.
struct TextOptions {
    std::string model, text, target;
    std::vector<int> tokens, target_tokens;
    bool text_given = false;
    std::vector<std::string> edits;  // "blocks.0.attn.heads[1,*,*]=0"
    std::vector<int> token_types;    // of each token; empty: 0
    std::string architecture;        // JSON object that overrides keys of config.json
};
void add_text_options(CLI::App& command, TextOptions& options, bool with_target);
/// Adds --token-types, for the commands that evaluate one text.
void add_token_types_option(CLI::App& command, TextOptions& options);
/// Adds --token-types, --edit and --architecture, for the commands that explain a pass.
void add_intervention_options(CLI::App& command, TextOptions& options);

/// Whole numbers of "1,2,3". Throws Error naming the flag and the text if an entry is missing or not a number.
std::vector<int> integers(const std::string& flag, const std::string& written);

/// Adds --seed: passes a number from 0 to 2⁶³ − 1 (as card.json holds it) to `keep`, or throws Error.
void add_seed_option(CLI::App& command, const std::string& text, const std::function<void(std::uint64_t)>& keep,
                     bool required = false);

void add_backend_option(CLI::App& command, std::string& backend);

/// "1 thread", "4 threads"
std::string threads_text(int count);

/// Value of --size: "1280x720". Throws Error for anything else, or a size that cannot be drawn.
PixelSize parse_size(const std::string& written);
/// Size of a model in the open sheet: "2 layers · 4 heads · d 64"; no heads for a model without attention heads.
std::string size_text(const ModelConfig& config);
/// What the model is made of, in the words of config.json and of the window, to be searched: "transformer,
/// Architecture, encoder, …, Rotary (RoPE)".
std::string architecture_words(const ModelConfig& config);

/// Backend of a command: --backend, and a device without a display if necessary.
class CommandBackend {
public:
    /// Throws Error for anything but cpu, gl and auto, and if gl is requested and not available.
    explicit CommandBackend(const std::string& written, ThreadPool* pool = nullptr);

    /// Calls `compute` with the backend chosen for this size. If auto chose a device that fails, prints a warning and
    /// calls it again for the CPU; with gl a failure is an Error.
    void run(const Model& model, const GraphSize& size, const std::function<void(const BackendChoice&)>& compute);

private:
    BackendWish wish_;
    BackendChooser chooser_;
};

}  // namespace glassformer
