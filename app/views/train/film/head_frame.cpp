#include "app/views/train/film/head_frame.h"

#include <atomic>

#include "core/train/live/kept_model.h"

namespace glassformer {

namespace {

std::atomic<std::uint64_t> newest_frame{(3ULL << 60U) + (1ULL << 56U)};  // no other picture has it

}  // namespace

ConstMatrix HeadFrame::matrix(std::size_t map) const {
    const auto queries = static_cast<int>(maps[map].queries.size()), keys = static_cast<int>(maps[map].keys.size());
    return {.data = weights[map].data(), .rows = queries, .cols = keys, .row_stride = keys, .generation = generation};
}

HeadFrame read_head_frame(const TrainingPlan& plan, const WeightHistory::Kept& kept, Inputs inputs) {
    const auto model = std::make_shared<const Model>(model_at_step(plan, *kept.weights, kept.step));
    inputs.model = model->name;
    inputs.gradients = false;
    if (inputs.text.empty()) {
        if (!model->card.examples.empty()) inputs.text = model->card.examples.front();
        if (!model->card.targets.empty()) inputs.target = model->card.targets.front();
    }
    const std::shared_ptr<const Evaluation> evaluation = evaluate_once(model, inputs);
    HeadFrame frame{.step = kept.step, .maps = head_maps(*evaluation), .weights = {}, .generation = ++newest_frame};
    frame.weights.reserve(frame.maps.size());
    for (const TrainedHeadMap& map : frame.maps) {
        const ConstMatrix matrix = head_matrix(*evaluation, 0, map);
        const auto count = static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.cols);
        frame.weights.emplace_back(matrix.data, matrix.data + count);
    }
    return frame;
}

}  // namespace glassformer
