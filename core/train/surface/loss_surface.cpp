#include "core/train/surface/loss_surface.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/thread_pool.h"
#include "core/train/surface/loss_of_weights.h"

namespace glassformer {

namespace {

void check_ids(const std::vector<int>& ids, int least, int count, const char* what) {
    for (const int id : ids)
        if (id < least || id >= count)
            throw Error("the texts of the task do not fit the model: they have the " + std::string(what) + " " +
                        std::to_string(id) + ", and it knows " + std::to_string(count));
}

void check(const ModelConfig& config, const Weights& centre, const Directions& directions, const SliceRequest& request,
           std::span<const Sample> samples) {
    if (request.points < least_points || request.points > most_points)
        throw Error("a loss surface has " + std::to_string(least_points) + " to " + std::to_string(most_points) +
                    " points a side, got " + std::to_string(request.points));
    for (const Extent& extent : request.extents)
        if (!std::isfinite(extent.from) || !std::isfinite(extent.to) || extent.from >= extent.to)
            throw Error("an axis of a loss surface must begin before it ends, got " + six_digits(extent.from) + " to " +
                        six_digits(extent.to));
    for (const Direction& direction : directions)
        if (direction.values.size() != centre.count())
            throw Error("a direction has " + std::to_string(direction.values.size()) + " numbers, but the model has " +
                        std::to_string(centre.count()) + " weights");
    if (samples.empty()) throw Error("there are no texts to measure the loss on");
    const bool translates = config.architecture == Architecture::encoder_decoder ||
                            config.architecture == Architecture::recurrent_encoder_decoder;
    const int answers = config.head.classifier ? config.head.n_classes : config.target_vocab_size;
    bool labelled = false;
    for (const Sample& sample : samples) {
        if (translates == sample.target_tokens.empty())
            throw Error(translates ? "the model translates, and the texts of the task have no target texts"
                                   : "the texts of the task have target texts, and the model takes none");
        check_ids(sample.tokens, 0, config.vocab_size, "token");
        check_ids(sample.target_tokens, 0, config.target_vocab_size, "token");
        check_ids(sample.labels, -1, answers, "label");
        labelled = labelled || std::ranges::any_of(sample.labels, [](int label) { return label >= 0; });
    }
    if (!labelled) throw Error("no position of the texts is labeled: there is no loss to measure");
    if (centre.any_not_finite())
        throw Error("the weights hold numbers that are not finite, so there is no loss surface around them");
}

std::vector<double> coordinates(const Extent& extent, int points) {
    std::vector<double> result;
    const int last = points - 1;
    for (int i = 0; i <= last; ++i) result.push_back((extent.from * (last - i) + extent.to * i) / last);
    result.front() = extent.from;  // unrounded
    result.back() = extent.to;
    return result;
}

}  // namespace

std::optional<LossSurface> loss_surface(const ModelConfig& config, const Weights& centre, const Directions& directions,
                                        const SliceRequest& request, std::span<const Sample> samples, ThreadPool* pool,
                                        const SurfaceProgress& progress) {
    check(config, centre, directions, request, samples);
    LossSurface surface;
    surface.extents = request.extents;
    for (std::size_t axis = 0; axis < 2; ++axis)
        surface.axes[axis] = coordinates(request.extents[axis], request.points);
    const int total = request.points * request.points;
    surface.losses.resize(static_cast<std::size_t>(total));

    std::vector<std::unique_ptr<LossOfWeights>> workers(
        static_cast<std::size_t>(pool == nullptr ? 1 : pool->threads()));
    workers[0] = std::make_unique<LossOfWeights>(config, centre, samples);
    surface.centre = workers[0]->at(centre, directions, 0, 0);
    if (!std::isfinite(surface.centre))
        throw Error("the loss at the model's own weights is " + six_digits(surface.centre) +
                    ", not a finite number, so there is no loss surface around them");

    std::atomic<int> next = 0;
    std::atomic<bool> stopped = false;
    std::mutex mutex;  // of progress
    int done = 0;
    const auto work = [&](int index) {
        std::unique_ptr<LossOfWeights>& worker = workers[static_cast<std::size_t>(index)];
        for (int point = next++; point < total && !stopped; point = next++) {
            if (!worker) worker = std::make_unique<LossOfWeights>(config, centre, samples);
            const auto first = static_cast<std::size_t>(point % request.points);
            const auto second = static_cast<std::size_t>(point / request.points);
            surface.losses[static_cast<std::size_t>(point)] =
                worker->at(centre, directions, surface.axes[0][first], surface.axes[1][second]);
            const std::scoped_lock lock(mutex);
            if (!stopped && progress && !progress(++done, total)) stopped = true;
        }
    };
    if (pool == nullptr)
        work(0);
    else
        pool->run(static_cast<int>(workers.size()), work);
    if (stopped) return std::nullopt;
    surface.not_finite =
        static_cast<int>(std::ranges::count_if(surface.losses, [](double loss) { return !std::isfinite(loss); }));
    return surface;
}

}  // namespace glassformer
