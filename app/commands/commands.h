// The subcommands of the program, one file a family. Each adds itself to the command line; its work runs when the
// command line has been read, prints results on standard output and throws Error for bad input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/backend/backend_choice.h"
#include "app/platform/window.h"

namespace CLI {
class App;
}

namespace glassformer {

struct Model;
struct ModelConfig;

/// What every command is handed: the folder of the executable, for finding assets.
struct CommandContext {
    std::filesystem::path executable_dir;
};

void add_model_commands(CLI::App& app, const CommandContext& context);    // models, tokenize, init
void add_trace_commands(CLI::App& app, const CommandContext& context);    // trace, explain
void add_generate_command(CLI::App& app, const CommandContext& context);  // generate
void add_train_command(CLI::App& app, const CommandContext& context);     // train
void add_measure_command(CLI::App& app, const CommandContext& context);   // measure ablations
void add_measure_positions(CLI::App& measure);                            // its part: measure positions
void add_bench_command(CLI::App& app, const CommandContext& context);     // bench forward, bench train, bench frame
void add_edit_bench(CLI::App& bench, const CommandContext& context);      // bench edit
void add_open_bench(CLI::App& bench, const CommandContext& context);      // bench open
void add_frame_bench(CLI::App& bench, const CommandContext& context);     // its part that needs a picture
void add_respond_bench(CLI::App& bench, const CommandContext& context);   // bench respond
void add_render_command(CLI::App& app, const CommandContext& context);    // render

/// gradient, follow, lens, contributions.
void add_backward_commands(CLI::App& app, const CommandContext& context);

/// The window, when no subcommand is given. `exit_code` outlives the parsing.
void add_window_command(CLI::App& app, const CommandContext& context, int& exit_code);

/// A built-in model's name or a folder.
std::shared_ptr<const Model> open_model(const CommandContext& context, const std::string& name,
                                        Loading* loading = nullptr);

/// A text of so many tokens, or a few less: the first example's words over and over, or ids where there is no
/// vocabulary. Throws Error where there is neither example nor ids.
std::string text_of_length(const Model& model, int tokens);

/// Which model and which tokens: shared by the commands that evaluate.
struct TextOptions {
    std::string model, text, target;
    std::vector<int> tokens, target_tokens;
    bool text_given = false;
    std::vector<std::string> edits;  // "blocks.0.attn.heads[1,*,*]=0"
    std::string architecture;        // a JSON object over config.json
};
void add_text_options(CLI::App& command, TextOptions& options, bool with_target);
/// --edit and --architecture, for the commands that look into a pass.
void add_intervention_options(CLI::App& command, TextOptions& options);

/// The whole numbers of "1,2,3"; Error naming the flag and what was written where an entry is missing or no number.
std::vector<int> integers(const std::string& flag, const std::string& written);

/// --seed: hands on a number from 0 to 2⁶³ − 1, which card.json can hold; Error for anything else. True: must be given.
void add_seed_option(CLI::App& command, const std::string& text, const std::function<void(std::uint64_t)>& keep,
                     bool required = false);

void add_backend_option(CLI::App& command, std::string& backend);

/// Of --size: "1280x720"; throws Error for what is none, or no size that can be drawn.
PixelSize parse_size(const std::string& written);
/// "2 layers · 4 heads · d 64": what the picker says of a model; heads are counted where there are some.
std::string size_text(const ModelConfig& config);

/// What computes a command: --backend, and a device without a display where it needs one.
class CommandBackend {
public:
    /// Throws Error for anything but cpu, gl and auto, and where gl is wished and there is none.
    explicit CommandBackend(const std::string& written, ThreadPool* pool = nullptr);

    /// Calls `compute` with what was chosen for this size. Where auto chose a device that fails, says so on standard
    /// error and calls it again for the processor; with gl that is an Error.
    void run(const Model& model, const GraphSize& size, const std::function<void(const BackendChoice&)>& compute);

private:
    BackendWish wish_;
    BackendChooser chooser_;
};

}  // namespace glassformer
