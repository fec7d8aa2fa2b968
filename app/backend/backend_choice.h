// Choice of the backend that computes a model: the CPU, or OpenGL if a GPU is faster. The decision is a function of
// plain facts; the chooser holds the device, collects the facts and measures both backends once.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/gl/backend.h"
#include "core/session/session.h"

namespace glassformer {

enum class BackendWish : std::uint8_t { cpu, gl, automatic };

/// Value of --backend: "cpu", "gl" or "auto"; throws Error for anything else.
BackendWish backend_wish(const std::string& written);

/// Amount of work of one forward pass.
struct PassSize {
    double flop = 0;
    int stages = 0;
};
PassSize pass_size(const Model& model, const GraphSize& size);

/// Speed of one backend: a pass takes stages · stage_ms + flop / flop_per_ms milliseconds.
struct BackendSpeed {
    double stage_ms = 0;
    double flop_per_ms = 1;
    double milliseconds(const PassSize& pass) const { return pass.stages * stage_ms + pass.flop / flop_per_ms; }
    bool operator==(const BackendSpeed&) const = default;
};

/// Measured speeds of both backends; saved with the settings, valid only for the same renderer.
struct BackendMeasure {
    std::string renderer;
    BackendSpeed cpu, gl;
    bool operator==(const BackendMeasure&) const = default;
};

struct BackendFacts {
    BackendWish wish = BackendWish::automatic;
    std::string renderer;  // "" : unknown
    int version = 0;       // 43 for OpenGL 4.3
    std::string problem;   // reason why there is no device; "" : there is one
    std::optional<BackendMeasure> measure;
};

struct BackendDecision {
    enum class Answer : std::uint8_t { cpu, gl, measure_first } answer = Answer::cpu;
    std::string brief, reason;  // as in BackendChoice
};

/// Chooses OpenGL if it is requested, or if a GPU with OpenGL 4.3 is at least `min_gain` times faster on a pass of at
/// least `min_flop`.
BackendDecision decide_backend(const BackendFacts& facts, const PassSize& pass);
inline constexpr double min_flop = 5e6;
inline constexpr double min_gain = 1.3;

/// Times a tiny and a mid-size model on both backends, in about a second. `pool`: the thread pool of the evaluations.
BackendMeasure measure_backends(const std::shared_ptr<gl::Device>& device, ThreadPool* pool);

class BackendChooser {
public:
    using Open = std::function<std::unique_ptr<gl::Context>()>;
    struct Options {
        BackendWish wish = BackendWish::cpu;
        Open open = gl::surfaceless_context;  // called by the constructor and device(), on their threads
        std::string renderer;                 // of the window, if known before a device is opened
        std::optional<BackendMeasure> measure;
        ThreadPool* pool = nullptr;  // used in choose()
    };
    /// Throws Error if OpenGL is requested and not available.
    explicit BackendChooser(Options options);

    /// Chooses for Session::Options::choose; measures first if necessary. One thread at a time.
    BackendChoice choose(const Model& model, const GraphSize& size);

    /// Device of the passes; else one that is opened here, and closed when nobody holds it any more: its programs take
    /// 20 MB of a driver that compiles them for the processor. Call on the thread that made the chooser, and let go of
    /// it there. Throws Error if there is none.
    std::shared_ptr<gl::Device> device();

    std::optional<BackendMeasure> measure() const;  // speeds to save

private:
    Options options_;
    std::shared_ptr<gl::Device> device_;
    std::shared_ptr<gl::GlBackend> backend_;
    std::weak_ptr<gl::Device> compared_;  // opened by device()
    BackendFacts facts_;
    mutable std::mutex mutex_;  // of facts_.measure
};

}  // namespace glassformer
