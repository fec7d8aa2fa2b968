#include "app/backend/backend_choice.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "app/backend/texts.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

std::string times_text(double gain) {
    return gain < 10 ? fmt::format(texts::backend::times_small, gain) : fmt::format(texts::backend::times, gain);
}

ModelConfig measured_config(int d_model, int layers, int seq_len, int vocab) {
    ModelConfig config;
    config.vocab_size = config.target_vocab_size = vocab;
    config.d_model = d_model;
    config.n_heads = config.n_kv_heads = config.n_cross_heads = 4;
    config.d_head = d_model / config.n_heads;
    config.d_ff = 4 * d_model;
    config.n_layers = config.n_decoder_layers = layers;
    config.max_seq_len = seq_len;
    config.activation = find_activation("gelu_tanh");
    config.positional.kind = find_positional("learned");
    config.mask.kind = find_mask("causal");
    return config;
}

/// Median of a few passes, after one that compiles, lays out and warms up.
double pass_milliseconds(const Model& model, const GraphSize& size, ThreadPool* pool, Backend* backend) {
    Tape tape(pool, backend);
    const Graph graph = record_model(tape, model.config, model.weights, size);
    tape.set(graph.tokens, std::vector<float>(static_cast<std::size_t>(size.seq_len), 1.0F));
    tape.evaluate();
    std::array<double, 3> times{};
    for (double& time : times) {
        tape.invalidate();
        const auto start = std::chrono::steady_clock::now();
        tape.evaluate();
        time = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }
    std::sort(times.begin(), times.end());
    return times[1];
}

}  // namespace

BackendWish backend_wish(const std::string& written) {
    if (written == "cpu") return BackendWish::cpu;
    if (written == "gl") return BackendWish::gl;
    if (written == "auto") return BackendWish::automatic;
    throw Error(fmt::format(texts::backend::option, in_quotes(written)));
}

PassSize pass_size(const Model& model, const GraphSize& size) {
    Tape tape;  // records only
    record_model(tape, model.config, model.weights, size);
    PassSize pass;
    for (const int id : tape.trace().stages()) pass.flop += tape.trace().cost(id).flop;
    pass.stages = static_cast<int>(tape.trace().stages().size());
    return pass;
}

BackendDecision decide_backend(const BackendFacts& facts, const PassSize& pass) {
    using Answer = BackendDecision::Answer;
    if (facts.wish == BackendWish::cpu) return {Answer::cpu, "", texts::backend::cpu_requested};
    if (facts.wish == BackendWish::gl)
        return {Answer::gl, "", fmt::format(texts::backend::gl_requested, facts.renderer)};
    if (gl::is_software(facts.renderer))
        return {Answer::cpu, texts::backend::no_gpu,
                fmt::format(texts::backend::software, facts.renderer.substr(0, facts.renderer.find(' ')))};
    if (!facts.problem.empty()) return {Answer::cpu, texts::backend::no_opengl, facts.problem};
    if (facts.version < 43)
        return {Answer::cpu, texts::backend::old_opengl, fmt::format(texts::backend::old_opengl_on, facts.renderer)};
    if (pass.flop < min_flop) return {Answer::cpu, texts::backend::small_model, texts::backend::small_model};
    if (!facts.measure || facts.measure->renderer != facts.renderer) return {Answer::measure_first, "", ""};
    const double gain = facts.measure->cpu.milliseconds(pass) / facts.measure->gl.milliseconds(pass);
    const std::string times = times_text(gain);
    if (gain >= min_gain) return {Answer::gl, times, fmt::format(texts::backend::times_faster, facts.renderer, times)};
    return {Answer::cpu, texts::backend::cpu_faster, fmt::format(texts::backend::little_gain, facts.renderer, times)};
}

BackendMeasure measure_backends(const std::shared_ptr<gl::Device>& device, ThreadPool* pool) {
    const auto model_of = [](const ModelConfig& config) {
        Model model;
        model.config = config;
        model.weights = initial_weights(config, 1);
        model.preparation = std::make_shared<Preparation>(config, model.weights);  // packed, as models are used
        model.preparation->wait();
        return model;
    };
    const GraphSize few{.seq_len = 4}, many{.seq_len = 64};
    const Model tiny = model_of(measured_config(16, 2, few.seq_len, 32));
    const Model middling = model_of(measured_config(384, 2, many.seq_len, 2048));
    const PassSize tiny_pass = pass_size(tiny, few), middling_pass = pass_size(middling, many);
    const auto speed = [&](Backend* backend) {
        BackendSpeed found;
        found.stage_ms = pass_milliseconds(tiny, few, pool, backend) / tiny_pass.stages;
        const double whole = pass_milliseconds(middling, many, pool, backend);
        // At least a tenth of the whole, because the difference of two timings may be noise.
        const double products = std::max(whole - middling_pass.stages * found.stage_ms, 0.1 * whole);
        found.flop_per_ms = middling_pass.flop / std::max(products, 1e-6);
        return found;
    };
    gl::GlBackend backend(device);
    return {.renderer = device->renderer(), .cpu = speed(nullptr), .gl = speed(&backend)};
}

BackendChooser::BackendChooser(Options options) : options_(std::move(options)) {
    facts_.wish = options_.wish;
    facts_.renderer = options_.renderer;
    facts_.measure = std::move(options_.measure);
    if (facts_.wish == BackendWish::cpu) return;
    if (facts_.wish == BackendWish::automatic && gl::is_software(facts_.renderer)) return;
    try {
        device_ = std::make_shared<gl::Device>(options_.open());
        backend_ = std::make_shared<gl::GlBackend>(device_);
        facts_.renderer = device_->renderer();
        facts_.version = device_->version();
    } catch (const Error& error) {
        if (facts_.wish == BackendWish::gl) throw Error(fmt::format(texts::backend::gl_unavailable, error.what()));
        facts_.problem = error.what();
    }
}

std::shared_ptr<gl::Device> BackendChooser::device() {
    if (device_) return device_;
    // One that is opened for a comparison does not affect choose().
    std::shared_ptr<gl::Device> device = compared_.lock();
    if (!device) compared_ = device = std::make_shared<gl::Device>(options_.open());
    return device;
}

BackendChoice BackendChooser::choose(const Model& model, const GraphSize& size) {
    const PassSize pass = facts_.wish == BackendWish::automatic ? pass_size(model, size) : PassSize{};
    BackendDecision decision = decide_backend(facts_, pass);
    if (decision.answer == BackendDecision::Answer::measure_first) {
        try {
            const BackendMeasure found = measure_backends(device_, options_.pool);
            const std::lock_guard lock(mutex_);
            facts_.measure = found;
        } catch (const Error& error) {
            facts_.problem = fmt::format(texts::backend::gl_failed, error.what());
        }
        decision = decide_backend(facts_, pass);
    }
    BackendChoice choice;
    choice.brief = decision.brief;
    choice.reason = decision.reason;
    if (decision.answer == BackendDecision::Answer::gl) {
        choice.backend = backend_;
        choice.name = "OpenGL";
    }
    return choice;
}

std::optional<BackendMeasure> BackendChooser::measure() const {
    const std::lock_guard lock(mutex_);
    return facts_.measure;
}

}  // namespace glassformer
