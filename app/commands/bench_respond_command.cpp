// bench respond: the time from an event entering the queue to the end of the frame that shows it, while the worker
// computes without a pause. Drawn into memory; events come at moments of their own, also while a frame is drawn, and
// wait for it as they would in the window.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/program/app.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/thread_pool.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

struct RespondOptions {
    std::string model, view, size = "1280x720";
    int seq_len = 128, repeats = 200, threads = 0;
    bool json = false;
};

/// Keys of a user in all views; mouse moves come between them.
constexpr std::array hand{Key::right, Key::down, Key::right, Key::page_down, Key::v,    Key::down,
                          Key::left,  Key::up,   Key::right, Key::page_up,   Key::down, Key::escape};

struct Reading {
    double milliseconds = 0;
    std::string view;
    bool computing = false;  // the worker was computing when the event came
};

/// Keeps the worker busy by a new run with another edit as soon as one is shown.
class BusyWorker {
public:
    explicit BusyWorker(App& app) : app_(app) {}
    bool under_way() const { return app_.session().shown().stale; }
    void go_on() {
        const Session::Snapshot shown = app_.session().shown();
        if (!shown.error.empty()) throw Error(shown.error);
        if (shown.stale || !shown.current) return;
        // Early and late stages in turn, so that the share to recompute differs.
        const std::vector<int>& stages = shown.current->trace().stages();
        const std::size_t at = static_cast<std::size_t>(7 * runs_++) % stages.size();
        Inputs inputs = app_.session().inputs();
        inputs.edits = {{shown.current->trace().record(stages[at]).name, Cell{}, 0.001F * static_cast<float>(runs_)}};
        app_.session().set(std::move(inputs), false);
    }
    int runs() const { return runs_; }

private:
    App& app_;
    int runs_ = 0;
};

/// Sends events at random times, 20 to 80 ms apart, and draws a frame whenever the program needs one.
std::vector<Reading> readings_of(App& app, BusyWorker& work, const std::string& view, int count) {
    std::mt19937 lots(11);
    const auto pause = [&] { return std::chrono::milliseconds(std::uniform_int_distribution<int>(20, 80)(lots)); };
    std::vector<Reading> readings;
    Clock::time_point next = Clock::now() + pause();
    while (static_cast<int>(readings.size()) < count) {
        work.go_on();
        const bool came = Clock::now() >= next;
        const bool computing = work.under_way();
        const std::size_t n = readings.size();
        const Key key = hand[n % hand.size()];
        if (came) {
            if (n % 4 == 3)
                app.platform().events().push(MouseMove{{static_cast<float>(300 + 7 * n % 500), 300}});
            else
                app.platform().events().push(KeyDown{key, {}});
        } else if (!app.needs_frame()) {
            std::this_thread::sleep_for(std::min<Clock::duration>(next - Clock::now(), std::chrono::milliseconds(2)));
            continue;
        }
        do {  // more than one frame where events before it were not drawn yet
            app.frame();
            static_cast<void>(app.platform().read_pixels());  // waits for the last pixel
        } while (came && !app.platform().events().empty());
        if (!came) continue;
        readings.push_back({std::chrono::duration<double, std::milli>(Clock::now() - next).count(), view, computing});
        if (n % 4 != 3) app.platform().events().push(KeyUp{key, {}});
        next += pause();
        if (next < Clock::now()) next = Clock::now();
    }
    return readings;
}

struct Summary {
    double median = 0, high = 0, largest = 0;  // milliseconds
};

Summary summary_of(const std::vector<Reading>& readings, const std::string& view = {}) {
    std::vector<double> times;
    for (const Reading& reading : readings)
        if (view.empty() || reading.view == view) times.push_back(reading.milliseconds);
    std::ranges::sort(times);
    const auto at = [&](double share) {
        return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
    };
    return {at(0.5), at(0.95), times.back()};
}

void respond(const CommandContext& context, const RespondOptions& options) {
    auto model = open_model(context, options.model);
    if (has_target(model->config)) throw Error(fmt::format(texts::commands::one_stack, "respond", model->name));
    if (options.seq_len > model->config.max_seq_len)
        throw Error(
            fmt::format(texts::commands::too_many_tokens, options.seq_len, model->name, model->config.max_seq_len));
    std::vector<std::string> views;
    for (const ViewRow& row : view_rows())
        if (options.view.empty() || options.view == row.name) views.emplace_back(row.name);
    if (views.empty()) {
        std::string names;
        for (const ViewRow& row : view_rows()) names += (names.empty() ? "" : ", ") + std::string(row.name);
        throw Error(fmt::format(texts::commands::no_view, in_quotes(options.view), names));
    }
    const int threads =
        options.threads > 0 ? options.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
    ThreadPool pool(threads, true);
    AppOptions window;
    window.load = [&](const std::string&) { return model; };
    window.inputs.model = model->name;
    window.inputs.text = text_of_length(*model, options.seq_len);
    window.theme = "dark";
    window.text_scale = 1;
    window.size = parse_size(options.size);
    window.pool = &pool;
    const auto platform = open_headless(window.size);
    App app(*platform, window);
    app.session().wait();
    if (const std::string error = app.session().shown().error; !error.empty()) throw Error(error);
    app.settle();

    BusyWorker work(app);
    std::vector<Reading> readings;
    for (const std::string& view : views) {
        for (const ViewRow& row : view_rows())
            if (row.name == view) app.platform().events().key(row.key);
        const int count = std::max(1, options.repeats / static_cast<int>(views.size()));
        const std::vector<Reading> more = readings_of(app, work, view, count);
        readings.insert(readings.end(), more.begin(), more.end());
    }
    const Summary all = summary_of(readings);
    const auto busy = std::ranges::count_if(readings, [](const Reading& reading) { return reading.computing; });
    Json out{{"median_ms", all.median},
             {"p95_ms", all.high},
             {"max", all.largest},
             {"while_computing", static_cast<double>(busy) / static_cast<double>(readings.size())},
             {"runs", work.runs()},
             {"repeats", readings.size()},
             {"threads", threads},
             {"backend", "cpu"}};
    if (options.json) {
        for (const std::string& view : views) out["views"][view] = summary_of(readings, view).largest;
        std::printf("%s\n", out.dump().c_str());
        return;
    }
    fmt::print(texts::commands::respond, options.model, options.seq_len, threads_text(threads), options.size,
               all.median, all.high, all.largest, readings.size(),
               100 * static_cast<double>(busy) / static_cast<double>(readings.size()));
    if (views.size() < 2) return;
    for (const std::string& view : views) {
        const Summary one = summary_of(readings, view);
        fmt::print(texts::commands::respond_view, view, one.median, one.high, one.largest);
    }
}

}  // namespace

void add_respond_bench(CLI::App& bench, const CommandContext& context) {
    auto* command =
        bench.add_subcommand("respond", "Time from an input event to the updated frame, while the model computes");
    auto options = std::make_shared<RespondOptions>();
    give_examples(*command, "  glassformer bench respond --model coreference-full --view walk\n");
    command->add_option("--model", options->model, "A built-in model's name, or a model folder")->required();
    command->add_option("--seq-len", options->seq_len, "Tokens (default 128)")->check(CLI::PositiveNumber);
    command->add_option("--view", options->view, "One view (default: each in turn)");
    command->add_option("--size", options->size, "Size in pixels (default 1280x720)");
    command->add_option("--threads", options->threads, "Number of compute threads (default: all cores but one)")
        ->check(CLI::Range(1, 256));
    command->add_option("--repeats", options->repeats, "Events (default 200)")->check(CLI::Range(1, 100000));
    command->add_flag("--json", options->json, "One line of JSON");
    command->callback([options, context] { respond(context, *options); });
}

}  // namespace glassformer
