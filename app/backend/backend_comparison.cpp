#include "app/backend/backend_comparison.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "app/backend/texts.h"
#include "core/gl/backend.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

/// Parts of compare_backends(), in order; each goes through every stage once.
constexpr std::array<std::string_view, 5> parts{texts::backend::warm_up_cpu, texts::backend::time_cpu,
                                                texts::backend::warm_up_gl, texts::backend::time_gl,
                                                texts::backend::compare};

double milliseconds(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

/// Evaluates twice, the second time from scratch. False if `progress` or `timed` stopped it.
bool warm_up_and_time(Evaluation& side, const Evaluation& of, const Tape::Progress& progress,
                      const Tape::Progress& timed) {
    const auto run = [&](const Tape::Progress& with) {
        return side.evaluate(of.inputs(), of.tokens(), of.target_tokens(), 1, with);
    };
    if (!run(progress)) return false;
    side.tape().invalidate();
    return run(timed);
}

}  // namespace

const StageComparison* BackendComparison::worst() const {
    const auto found = std::max_element(stages.begin(), stages.end(),
                                        [](const auto& a, const auto& b) { return a.largest < b.largest; });
    return found == stages.end() ? nullptr : &*found;
}

Difference difference(const ConstView& a, const ConstView& b) {
    Difference found;
    const std::size_t count = a.shape.count();
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = static_cast<double>(a.data[i]), y = static_cast<double>(b.data[i]);
        if (x == y || (std::isnan(x) && std::isnan(y))) continue;
        const double apart =
            std::isfinite(x) && std::isfinite(y) ? std::abs(x - y) : std::numeric_limits<double>::infinity();
        found.largest = std::max(found.largest, apart);
        found.mean += apart;
    }
    if (count > 0) found.mean /= static_cast<double>(count);
    return found;
}

std::optional<BackendComparison> compare_backends(const Evaluation& of, const std::shared_ptr<gl::Device>& device,
                                                  const WatchComparison& watch) {
    GraphSize size;
    size.seq_len = static_cast<int>(of.tokens().size());
    size.target_len = static_cast<int>(of.target_tokens().size());
    const auto backend = std::make_shared<gl::GlBackend>(device, gl::GlBackend::Options{.timing = true});
    Evaluation here(of.model_pointer(), size, nullptr);
    Evaluation there(of.model_pointer(), size, nullptr, {.backend = backend, .name = "OpenGL"});
    const Trace& trace = here.trace();

    std::vector<Clock::time_point> begun(trace.stages().size());
    std::vector<int> computed;
    const auto go_on = [&](int part, int stage, int stages) {
        const auto done = static_cast<float>(stage) / static_cast<float>(stages);
        const float share = (static_cast<float>(part) + done) / static_cast<float>(parts.size());
        return watch({parts[static_cast<std::size_t>(part)], stage, stages, share});
    };
    const auto watched = [&](int part) -> Tape::Progress {
        return [&, part](int stage, int stages) { return go_on(part, stage, stages); };
    };
    const Tape::Progress timed = [&](int stage, int stages) {
        const bool on = go_on(1, stage, stages);
        begun[static_cast<std::size_t>(stage)] = Clock::now();
        computed.push_back(stage);
        return on;
    };
    if (!warm_up_and_time(here, of, watched(0), timed)) return {};
    const Clock::time_point end = Clock::now();
    if (!warm_up_and_time(there, of, watched(2), watched(3))) return {};

    BackendComparison found;
    found.device = backend->description();
    found.cpu_ms = here.milliseconds();
    found.gl_ms = there.milliseconds();
    const std::vector<double> clocks = there.tape().placement()->record_milliseconds();
    for (const int id : trace.stages()) {
        if (!go_on(4, static_cast<int>(found.stages.size()), static_cast<int>(trace.stages().size()))) return {};
        const Record& record = trace.record(id);
        const Difference apart = difference(record.view(), there.trace().record(id).view());
        found.stages.push_back({.name = record.name,
                                .largest = apart.largest,
                                .mean = apart.mean,
                                .cpu_ms = 0,
                                .gl_ms = clocks[static_cast<std::size_t>(id)]});
    }
    // Each stage lasted until the next computed one began. Stages that depend on no token were not recomputed.
    for (std::size_t i = 0; i < computed.size(); ++i) {
        const auto stage = static_cast<std::size_t>(computed[i]);
        const Clock::time_point until =
            i + 1 < computed.size() ? begun[static_cast<std::size_t>(computed[i + 1])] : end;
        // The pass ended before its end was seen, on a busy machine long before.
        const double left =
            found.cpu_ms - milliseconds(begun[static_cast<std::size_t>(computed.front())], begun[stage]);
        found.stages[stage].cpu_ms = std::min(milliseconds(begun[stage], until), std::max(left, 0.0));
    }
    return found;
}

}  // namespace glassformer
