// The window, when no subcommand is given.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/commands/view_options.h"
#include "app/script/run_window.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/thread_pool.h"

namespace glassformer {

static void add_window_command(CLI::App& app, const CommandContext& context) {
    int& exit_code = context.exit_code;
    auto options = std::make_shared<ViewOptions>();
    options->backend = "auto";
    add_view_options(app, *options);
    app.add_option("open", options->open, "A model folder, or a session file (*.glassformer)");
    app.add_option("--view", options->view, "The view: " + views_text());
    app.add_option("--page", options->view_page, "Page (tab) of the view");
    app.add_option("--script", options->script, "Script of clicks and keys to run in the window");
    app.add_flag("--say", options->says, "Write what is in focus to standard output, a line at each change");
    app.add_flag("--speak", options->speaks, "Speak what is in focus with speech-dispatcher");
    app.add_flag("--headless", options->headless, "Run --script off-screen, without a display");
    app.callback([options, context, &app, &exit_code] {
        if (!app.get_subcommands().empty()) return;
        note_given(app, *options);
        if (!options->open.empty() && !std::filesystem::exists(options->open))
            throw Error(fmt::format(texts::commands::no_subcommand, in_quotes(options->open.string()),
                                    nearest_subcommand(app, options->open.string())));
        if (options->headless && options->script.empty()) throw Error(texts::commands::headless_needs_script);
        WindowRun run;
        run.options = app_options(context, *options);
        // One core is left to the interface.
        ThreadPool pool(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1), true);
        run.options.pool = &pool;
        // A script starts from the same state on every machine; a user's window is as it was left.
        if (options->script.empty()) run.options.settings = settings_path();
        run.script = options->script;
        run.headless = options->headless;
        run.options.motion = options->script.empty();
        run.options.overview = run.options.overview || options->script.empty();
        exit_code = run_window(run);
    });
}

extern const Subcommand window_subcommand{.place = 10, .add = add_window_command};

}  // namespace glassformer
