// measure surface: the loss over a plane through a model's weights, along random directions or to other models.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/texts.h"
#include "app/commands/usage.h"
#include "app/platform/tell.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/base/stop_signals.h"
#include "core/base/thread_pool.h"
#include "core/model/model.h"
#include "core/train/surface/loss_surface.h"
#include "core/train/surface/surface_samples.h"

namespace glassformer {

namespace {

struct SurfaceOptions {
    std::string model, task;
    std::vector<std::string> others;
    int points = 21;
    double range = 1;
    std::uint64_t seed = 1;
    int texts = 64, threads = 1;
    bool json = false;
};

const Task& task_of(const SurfaceOptions& options, const Model& model) {
    const std::string& name = options.task.empty() ? model.card.task : options.task;
    if (name.empty()) throw Error(fmt::format(texts::commands::surface_no_task, options.model));
    return require_task(name);
}

/// The first key of config.json that is not the same in both; "" where there is none.
std::string differing_key(const ModelConfig& a, const ModelConfig& b) {
    const Json one = parse_json(config_json(a), "config.json"), other = parse_json(config_json(b), "config.json");
    for (const auto& [from, to] : {std::pair(&one, &other), std::pair(&other, &one)})
        for (const auto& entry : from->items()) {
            const Json* const same = to->find(entry.key);
            if (same == nullptr || same->dump() != entry.value.dump()) return entry.key;
        }
    return {};
}

/// A model that a line leads to.
std::shared_ptr<const Model> open_other(const CommandContext& context, const Model& model, const std::string& name) {
    auto other = open_model(context, name);
    std::string differs = mismatch(model.weights, other->weights);
    if (const std::string key = differing_key(model.config, other->config); differs.empty() && !key.empty())
        differs = fmt::format(texts::commands::surface_config_differs, key);
    if (!differs.empty()) throw Error(fmt::format(texts::commands::surface_other_differs, name, differs));
    if (other->weights.any_not_finite()) throw Error(fmt::format(texts::commands::surface_other_not_finite, name));
    return other;
}

struct Slice {
    Directions directions;
    std::array<Extent, 2> extents;
};

Slice slice_of(const CommandContext& context, const SurfaceOptions& options, const Model& model) {
    const Extent around{.from = -options.range, .to = options.range}, to_other{.from = 0, .to = 1};
    if (options.others.empty()) return {random_directions(model.weights, options.seed), {around, around}};
    const auto first = open_other(context, model, options.others[0]);
    if (options.others.size() == 1)
        return {{direction_between(model.weights, first->weights), random_directions(model.weights, options.seed)[1]},
                {to_other, around}};
    const auto second = open_other(context, model, options.others[1]);
    return {plane_through(model.weights, first->weights, second->weights), {to_other, to_other}};
}

/// One line that is updated on a terminal, else a line per tenth.
class Progress {
public:
    void show(int done, int total) {
        const bool terminal = isatty(STDERR_FILENO) != 0;
        const int part = std::max(1, total / (terminal ? 200 : 10));
        if (done % part != 0 && done != total) return;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        const long left = std::lround(seconds / done * (total - done));
        const std::string line = fmt::format(texts::commands::surface_progress, done, total, left / 60, left % 60);
        if (terminal)
            tell("\r{}   {}", line, done == total ? "\n" : "");
        else
            tell("{}\n", line);
        open_ = terminal && done != total;
    }
    /// What is printed next begins on a line of its own.
    void close() const {
        if (open_) tell("\n");
    }

private:
    bool open_ = false;  // the line on the terminal has no end yet
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The first axis on top, the second at the left; as wide as the widest number.
void print_table(const LossSurface& surface) {
    std::vector<std::vector<std::string>> rows(1, {std::string()});
    for (const double at : surface.axes[0]) rows[0].push_back(six_digits(at));
    for (std::size_t j = 0; j < surface.axes[1].size(); ++j) {
        std::vector<std::string>& row = rows.emplace_back(1, six_digits(surface.axes[1][j]));
        for (std::size_t i = 0; i < surface.axes[0].size(); ++i) row.push_back(six_digits(surface.at(i, j)));
    }
    std::size_t width = 0;
    for (const auto& row : rows)
        for (const std::string& cell : row) width = std::max(width, cell.size());
    for (const auto& row : rows) {
        std::string line;
        for (const std::string& cell : row) line += fmt::format("{}{:>{}}", line.empty() ? "" : "  ", cell, width);
        std::printf("%s\n", line.c_str());
    }
}

void print_json(const SurfaceOptions& options, const Task& task, const LossSurface& surface) {
    const auto pair = [](const Extent& extent) { return Json(std::array{extent.from, extent.to}); };
    Json losses = Json::array();
    for (std::size_t j = 0; j < surface.axes[1].size(); ++j) {
        Json row = Json::array();
        for (std::size_t i = 0; i < surface.axes[0].size(); ++i) {
            const double loss = surface.at(i, j);
            row.push_back(std::isfinite(loss) ? Json(loss) : Json(nullptr));
        }
        losses.push_back(std::move(row));
    }
    const Json out{{"model", options.model},
                   {"task", std::string(task.name)},
                   {"others", Json(options.others)},
                   {"seed", options.seed},
                   {"texts", options.texts},
                   {"points", options.points},
                   {"axes", Json::array({Json(surface.axes[0]), Json(surface.axes[1])})},
                   {"extents", Json::array({pair(surface.extents[0]), pair(surface.extents[1])})},
                   {"center", surface.centre},
                   {"not_finite", surface.not_finite},
                   {"losses", losses}};
    std::printf("%s\n", out.dump().c_str());
}

void measure_surface(const CommandContext& context, const SurfaceOptions& options) {
    constexpr double farthest = 1000;  // times the weights
    if (!(options.range > 0 && options.range <= farthest))
        throw Error(fmt::format(texts::commands::surface_range, six_digits(farthest), six_digits(options.range)));
    if (options.others.size() > 2) throw Error(fmt::format(texts::commands::surface_others, options.others.size()));
    const auto model = open_model(context, options.model);
    const Task& task = task_of(options, *model);
    const std::vector<Sample> samples = surface_samples(task, options.seed, options.texts);
    const Slice slice = slice_of(context, options, *model);
    ThreadPool pool(options.threads);
    Progress progress;
    int reached = 0;
    const std::optional<LossSurface> surface = [&] {
        const StopSignals stop;
        return loss_surface(model->config, model->weights, slice.directions,
                            {.extents = slice.extents, .points = options.points}, samples, &pool,
                            [&](int done, int total) {
                                progress.show(done, total);
                                reached = done;
                                return stop.arrived() == 0;
                            });
    }();
    if (!surface) {
        progress.close();
        throw Error(fmt::format(texts::commands::surface_stopped, reached, options.points * options.points));
    }
    if (options.json) {
        print_json(options, task, *surface);
    } else {
        print_table(*surface);
        fmt::print(texts::commands::surface_centre, surface->centre, samples.size(), task.name);
    }
    if (surface->not_finite > 0) tell(texts::commands::surface_not_finite, surface->not_finite, surface->losses.size());
}

}  // namespace

void add_measure_surface(CLI::App& measure_app, const CommandContext& context) {
    auto* command = measure_app.add_subcommand(
        "surface", "The loss around a model's weights, along two random directions or to other models");
    auto options = std::make_shared<SurfaceOptions>();
    give_examples(*command,
                  "  glassformer measure surface --model coreference --points 11\n"
                  "  glassformer measure surface --model k-back-1-rope --json --threads 2\n");
    command->add_option("--model", options->model, "A built-in model's name, or a model folder")->required();
    command->add_option("--task", options->task, "The task whose held-out texts are read (default: the model's)");
    command->add_option("--other", options->others,
                        "One or two models of the same architecture: an axis runs from --model (0) to each (1)");
    command->add_option("--points", options->points, "Points a side (default 21)")
        ->check(CLI::Range(least_points, most_points));
    command->add_option("--range", options->range,
                        "How far a random direction is followed to both sides (default 1: as long as the weights)");
    add_seed_option(*command, "Seed of directions and texts (default 1)",
                    [options](std::uint64_t seed) { options->seed = seed; });
    command->add_option("--texts", options->texts, "Number of held-out texts (default 64)")
        ->check(CLI::Range(1, 65536));
    command->add_option("--threads", options->threads, "Threads (default 1); does not affect the result")
        ->check(CLI::Range(1, 256));
    command->add_flag("--json", options->json, "One line of JSON");
    command->callback([options, &context] { measure_surface(context, *options); });
}

}  // namespace glassformer
