// Which backend computes a model: the processor, or OpenGL where a real GPU gains something. The decision is a function
// of plain facts; the chooser holds the device, finds the facts out and measures once what this machine's two sides do.
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

/// --backend: "cpu", "gl" or "auto"; Error for anything else.
BackendWish backend_wish(const std::string& written);

/// The work of one forward pass.
struct PassSize {
    double flop = 0;
    int stages = 0;
};
PassSize pass_size(const Model& model, const GraphSize& size);

/// How fast one side is: a pass takes stages · stage_ms + flop / flop_per_ms.
struct BackendSpeed {
    double stage_ms = 0;
    double flop_per_ms = 1;
    double milliseconds(const PassSize& pass) const { return pass.stages * stage_ms + pass.flop / flop_per_ms; }
    bool operator==(const BackendSpeed&) const = default;
};

/// Both sides of this machine, as measured; remembered with the settings, and of use for the same renderer only.
struct BackendMeasure {
    std::string renderer;
    BackendSpeed cpu, gl;
    bool operator==(const BackendMeasure&) const = default;
};

struct BackendFacts {
    BackendWish wish = BackendWish::automatic;
    std::string renderer;  // "" : unknown
    int version = 0;       // 43 for OpenGL 4.3
    std::string problem;   // why no device could be had; "" : there is one
    std::optional<BackendMeasure> measure;
};

struct BackendDecision {
    enum class Answer : std::uint8_t { cpu, gl, measure_first } answer = Answer::cpu;
    std::string brief, reason;  // as in BackendChoice
};

/// OpenGL where it is wished, or where a GPU with OpenGL 4.3 is at least `min_gain` times faster on a pass of at
/// least `min_flop`.
BackendDecision decide_backend(const BackendFacts& facts, const PassSize& pass);
inline constexpr double min_flop = 5e6;
inline constexpr double min_gain = 1.3;

/// Times a tiny and a mid-size model on both sides; about a second. `pool` as the evaluations will have it.
BackendMeasure measure_backends(const std::shared_ptr<gl::Device>& device, ThreadPool* pool);

class BackendChooser {
public:
    using Open = std::function<std::unique_ptr<gl::Context>()>;
    struct Options {
        BackendWish wish = BackendWish::cpu;
        Open open = gl::surfaceless_context;  // called by the constructor and device(), on their threads
        std::string renderer;                 // of the window, where it is known before a device is opened
        std::optional<BackendMeasure> measure;
        ThreadPool* pool = nullptr;  // used where choose() is called
    };
    /// Throws Error where OpenGL is wished and there is none.
    explicit BackendChooser(Options options);

    /// For Session::Options::choose; measures first where that decides. One thread at a time.
    BackendChoice choose(const Model& model, const GraphSize& size);

    /// The device, opened if it was not needed yet; on the thread that made the chooser. Throws Error without one.
    std::shared_ptr<gl::Device> device();

    std::optional<BackendMeasure> measure() const;  // what is to be remembered

private:
    Options options_;
    std::shared_ptr<gl::Device> device_;
    std::shared_ptr<gl::GlBackend> backend_;
    BackendFacts facts_;
    mutable std::mutex mutex_;  // of facts_.measure
};

}  // namespace glassformer
