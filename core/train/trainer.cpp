#include "core/train/trainer.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/system_memory.h"
#include "core/base/thread_pool.h"

namespace glassformer {

namespace {

constexpr std::size_t cached_lengths = 32;      // recorded batches kept: a task of lengths 1 … 32 records each once
constexpr std::size_t alignment_floats = 16;    // a parameter starts on a cache line of its own
constexpr std::uint64_t batch_stream = 0xBA7C;  // weights and batches are drawn from different streams of one seed

std::size_t padded(std::size_t floats) { return (floats + alignment_floats - 1) / alignment_floats * alignment_floats; }

std::size_t padded_count(const ModelConfig& config) {
    std::size_t floats = 0;
    for (const ParameterShape& parameter : parameter_shapes(config)) floats += padded(parameter.shape.count());
    return floats;
}

/// The options, where they make sense and there is room for the parameters, their gradients and the optimizer's means:
/// what is certain to be needed, before hours are spent on less.
const TrainOptions& checked(const TrainOptions& options, const ModelConfig& config) {
    check(options, answer_count(config));
    constexpr std::size_t copies = 3;
    const std::uint64_t needed = copies * sizeof(float) * padded_count(config), free = free_memory();
    if (needed > free)
        throw Error("training needs at least " + bytes_text(needed) + " of memory for the model's parameters, and " +
                    bytes_text(free) + " are free here: choose a smaller model");
    return options;
}

}  // namespace

std::size_t weight_bytes(const ModelConfig& config) { return padded_count(config) * sizeof(float); }

Trainer::Trainer(const ModelConfig& config, const TrainOptions& options, Sampler sampler, ThreadPool* pool)
    : config_(config),
      options_(checked(options, config)),
      sampler_(std::move(sampler)),
      pool_(pool),
      random_(options.seed ^ (batch_stream << 32U)),
      optimiser_(options.optimiser->make(padded_count(config))) {
    own(initial_weights(config_, options_.seed, options_.init));
    samples_.resize(static_cast<std::size_t>(options_.batch));
}

void Trainer::own(const Weights& initial) {
    std::size_t floats = 0;
    for (const Parameter& parameter : initial.parameters) {
        places_.push_back({floats, parameter.shape.count(), decays(parameter.shape)});
        floats += padded(parameter.shape.count());
    }
    values_ = std::make_shared<AlignedFloats>(floats);
    gradient_.resize(floats);
    squares_.resize(places_.size());
    for (std::size_t p = 0; p < places_.size(); ++p) {
        const Parameter& from = initial.parameters[p];
        float* to = values_->data() + places_[p].offset;
        std::copy_n(from.data, places_[p].count, to);
        weights_.parameters.push_back({from.name, from.shape, to, values_});
    }
}

std::span<const float> Trainer::gradient(std::size_t parameter) const {
    const Place& place = places_.at(parameter);
    return {gradient_.data() + place.offset, place.count};
}

Trainer::Replicas& Trainer::replicas_for(const BatchLength& length) {
    for (Replicas& replicas : cache_)
        if (replicas.length == length) {
            replicas.last_used = steps_done_;
            return replicas;
        }
    if (cache_.size() == cached_lengths)
        cache_.erase(std::ranges::min_element(cache_, {}, [](const Replicas& r) { return r.last_used; }));
    Replicas replicas{.length = length, .parts = {}, .gradients = {}, .last_used = steps_done_};
    const int batch = texts_at_once(), parts = std::min(options_.threads, batch);
    for (int part = 0; part < parts; ++part) {
        const int texts = batch / parts + (part < batch % parts ? 1 : 0);
        const GraphSize size{.batch = texts,
                             .seq_len = length.seq_len,
                             .target_len = length.target_len,
                             .probs = false,
                             .loss = true,
                             .smoothing = static_cast<float>(smoothing_of_loss(options_, answer_count(config_)))};
        replicas.parts.push_back(std::make_unique<Batch>(
            config_, weights_, size, options_.checkpoint ? Tape::Keep::checkpoints : Tape::Keep::needed));
    }
    replicas.gradients.resize(replicas.parts.size());
    cache_.push_back(std::move(replicas));
    return cache_.back();
}

void Trainer::draw_batch() {
    for (Sample& sample : samples_) {
        sample.clear();
        sampler_(random_, sample);
    }
}

Trainer::Step Trainer::step() {
    const Random before = random_;
    try {
        return make_step();
    } catch (...) {
        random_ = before;
        throw;
    }
}

Trainer::Step Trainer::make_step() {
    draw_batch();
    int labelled = 0;
    for (const Sample& sample : samples_)
        labelled += static_cast<int>(std::ranges::count_if(sample.labels, [](int label) { return label >= 0; }));
    if (labelled == 0) throw Error("training: the batch of step " + std::to_string(steps_done_ + 1) + " has no label");
    Replicas& replicas = replicas_for(longest(samples_));
    double loss = 0;
    bool none_yet = true;
    const auto at_once = static_cast<std::size_t>(texts_at_once());
    for (std::size_t first = 0; first < samples_.size(); first += at_once) {
        run(replicas, std::span<const Sample>(samples_).subspan(first, std::min(at_once, samples_.size() - first)));
        loss += add_gradients(replicas, labelled, none_yet);
    }

    Step result{.step = steps_done_ + 1,
                .loss = loss,
                .gradient_norm = norm_of_gradient(),
                .learning_rate = learning_rate(options_, steps_done_)};
    if (!std::isfinite(result.loss) || !std::isfinite(result.gradient_norm)) {
        throw Divergence(result.step, "training diverged: at step " + std::to_string(result.step) + " the " +
                                          (std::isfinite(result.loss) ? "gradient" : "loss") +
                                          " is not a finite number (learning rate " + six_digits(result.learning_rate) +
                                          ")");
    }
    if (options_.clip > 0 && result.gradient_norm > options_.clip)
        result.clip_factor = options_.clip / result.gradient_norm;
    update(result.clip_factor, result.learning_rate);
    ++steps_done_;
    return result;
}

/// Forward and backward pass of some texts, split among the parts.
void Trainer::run(Replicas& replicas, std::span<const Sample> samples) {
    const auto run_part = [&](int part) {
        Batch& batch = *replicas.parts[static_cast<std::size_t>(part)];
        std::size_t first = 0;
        for (int before = 0; before < part; ++before)
            first += static_cast<std::size_t>(replicas.parts[static_cast<std::size_t>(before)]->size().batch);
        // A step's last micro-batch may have fewer texts than were recorded.
        first = std::min(first, samples.size());
        batch.set(
            samples.subspan(first, std::min(static_cast<std::size_t>(batch.size().batch), samples.size() - first)));
        if (batch.labelled() == 0) return;
        batch.tape().parameters_changed();
        batch.tape().evaluate();
        batch.tape().backward(batch.graph().loss);
    };
    const int parts = static_cast<int>(replicas.parts.size());
    if (pool_ != nullptr)
        pool_->run(parts, run_part);
    else
        for (int part = 0; part < parts; ++part) run_part(part);
}

/// Adds the parts' shares to the gradient of the mean over all labelled positions of the step: each part weighs as much
/// as it has of them. Returns their share of the mean loss.
double Trainer::add_gradients(Replicas& replicas, int labelled, bool& none_yet) {
    double loss = 0;
    shares_.clear();
    for (std::size_t part = 0; part < replicas.parts.size(); ++part) {
        Batch& batch = *replicas.parts[part];
        if (batch.labelled() == 0) continue;
        std::vector<const float*>& gradients = replicas.gradients[part];
        if (gradients.empty()) {  // memory of gradients is laid out by the first backward pass, and then stays
            gradients.assign(places_.size(), nullptr);
            for (const Tape::ParameterGradient& entry : batch.tape().parameter_gradients()) {
                const Record& record = batch.tape().trace().record(entry.record);
                const auto found = std::ranges::find(weights_.parameters, record.name, &Parameter::name);
                gradients[static_cast<std::size_t>(found - weights_.parameters.begin())] = entry.gradient.data();
            }
        }
        const double share = static_cast<double>(batch.labelled()) / labelled;
        loss += share * static_cast<double>(batch.tape().values(batch.graph().loss)[0]);
        shares_.push_back({static_cast<float>(share), gradients.data()});
    }
    if (shares_.empty()) return loss;
    each_parameter([&](std::size_t p) {
        const std::span<float> sum{gradient_.data() + places_[p].offset, places_[p].count};
        for (std::size_t s = 0; s < shares_.size(); ++s) {
            const auto& [share, gradients] = shares_[s];
            if (gradients[p] == nullptr) continue;  // not used by this model: stays zero
            add_share(sum, share, {gradients[p], places_[p].count}, none_yet && s == 0);
        }
        squares_[p] = sum_of_squares(sum);
    });
    none_yet = false;
    return loss;
}

int Trainer::texts_at_once() const { return (options_.batch + options_.accumulate - 1) / options_.accumulate; }

std::size_t Trainer::bytes() const {
    std::size_t bytes = (values_->size() + gradient_.size() + before_.size()) * sizeof(float) + optimiser_->bytes();
    for (const Replicas& replicas : cache_)
        for (const auto& part : replicas.parts) bytes += part->tape().bytes();
    return bytes;
}

double Trainer::norm_of_gradient() const {
    double sum = 0;
    for (const double square : squares_) sum += square;
    return std::sqrt(sum);
}

void Trainer::update(double scale, double rate) {
    optimiser_->begin_step();
    each_parameter([&](std::size_t p) {
        const Place& place = places_[p];
        const OptimiserStep step{.learning_rate = rate,
                                 .beta1 = options_.beta1,
                                 .beta2 = options_.beta2,
                                 .eps = options_.eps,
                                 .weight_decay = place.decays ? options_.weight_decay : 0,
                                 .momentum = options_.momentum};
        const std::span<float> values{values_->data() + place.offset, place.count};
        if (measures_updates_) std::ranges::copy(values, before_.data() + place.offset);
        optimiser_->update(step, place.offset, values, {gradient_.data() + place.offset, place.count},
                           static_cast<float>(scale));
        if (measures_updates_) updates_[p] = squares_of_change({before_.data() + place.offset, place.count}, values);
    });
}

/// A parameter is one part's: the result does not depend on how many threads there are. Neighbours are the same part's,
/// so that a thread reads on where it has just read.
void Trainer::each_parameter(const std::function<void(std::size_t)>& each) const {
    constexpr std::size_t worth_waking = 1U << 15U;
    const bool many = pool_ != nullptr && values_->size() >= worth_waking;
    const std::size_t parts = many ? static_cast<std::size_t>(pool_->threads()) : 1;
    const auto some = [&](int part) {
        for (std::size_t p = 0; p < places_.size(); ++p) {
            const std::size_t middle = places_[p].offset + places_[p].count / 2;
            if (middle * parts / values_->size() == static_cast<std::size_t>(part)) each(p);
        }
    };
    if (many)
        pool_->run(static_cast<int>(parts), std::ref(some));
    else
        some(0);
}

int Trainer::train(const Progress& progress) {
    while (steps_done_ < options_.steps) {
        const Step done = step();
        if (progress && !progress(done)) break;
    }
    return steps_done_;
}

}  // namespace glassformer
