#include "core/train/step/step_inspection.h"

#include <algorithm>
#include <string_view>

#include "core/base/error.h"

namespace glassformer {

namespace {

int labels_of(const Sample& sample) {
    return static_cast<int>(std::ranges::count_if(sample.labels, [](int label) { return label >= 0; }));
}

double moment(const TrainerState& state, std::string_view name, std::size_t parameter, std::size_t index) {
    const auto found = std::ranges::find(state.moments, name, &std::pair<std::string, Weights>::first);
    return found == state.moments.end() ? 0 : static_cast<double>(found->second.parameters[parameter].data[index]);
}

}  // namespace

StepInspection::StepInspection(TrainingState before, std::uint64_t free) : before_(std::move(before)) {
    if (before_.trainer.steps_done >= plan().options.steps)
        throw Error("all " + std::to_string(plan().options.steps) + " steps are done: there is no next one to look at");
    TrainingPlan now = plan();
    for (const TrainingChange& change : before_.changes) now.options = changed(now.options, change);
    trainer_ = trainer_of(std::make_shared<const TrainingPlan>(std::move(now)), nullptr, free);
    trainer_->restore(before_.trainer);
    step_ = trainer_->step();
    after_ = trainer_->state();
    for (const Sample& sample : texts()) labelled_ += labels_of(sample);
}

WeightUpdate StepInspection::update_of(std::size_t parameter, std::size_t index) const {
    const TrainOptions& options = trainer_->options();
    const Parameter& weight = after_.weights.parameters.at(parameter);
    const auto read = [&](const char* name, bool done) {
        return moment(done ? after_ : before_.trainer, name, parameter, index);
    };
    return {.before = static_cast<double>(weights_before().parameters.at(parameter).data[index]),
            .after = static_cast<double>(weight.data[index]),
            .gradient = static_cast<double>(trainer_->gradient(parameter)[index]),
            .clip_factor = step_.clip_factor,
            .learning_rate = step_.learning_rate,
            .weight_decay = decays(weight.shape) ? options.weight_decay : 0,
            .t = after_.optimiser_steps,
            .optimiser = options.optimiser,
            .beta1 = options.beta1,
            .beta2 = options.beta2,
            .eps = options.eps,
            .mean_before = read("mean", false),
            .mean = read("mean", true),
            .square_before = read("square", false),
            .square = read("square", true),
            .momentum = options.momentum,
            .velocity_before = read("velocity", false),
            .velocity = read("velocity", true)};
}

/// Of a text alone, with the labels that it has left.
double StepInspection::part_of(std::size_t parameter, std::size_t index, const Sample& sample) {
    const int labels = labels_of(sample);
    if (labels == 0) return 0;
    if (!one_) {
        const BatchLength length = longest(texts());
        const double smoothing = smoothing_of_loss(plan().options, answer_count(plan().config));
        one_ = std::make_unique<Batch>(plan().config, weights_before(),
                                       GraphSize{.batch = 1,
                                                 .seq_len = length.seq_len,
                                                 .target_len = length.target_len,
                                                 .probs = false,
                                                 .loss = true,
                                                 .smoothing = static_cast<float>(smoothing)});
    }
    one_->set({&sample, 1});
    one_->tape().evaluate();
    one_->tape().backward(one_->graph().loss);
    const std::string& name = weights_before().parameters.at(parameter).name;
    for (const Tape::ParameterGradient& entry : one_->tape().parameter_gradients())
        if (one_->tape().trace().record(entry.record).name == name)
            return static_cast<double>(entry.gradient[index]) * labels / labelled_;
    return 0;  // not used by this model
}

std::vector<double> StepInspection::by_text(std::size_t parameter, std::size_t index) {
    std::vector<double> parts;
    for (const Sample& sample : texts()) parts.push_back(part_of(parameter, index, sample));
    return parts;
}

double StepInspection::of_position(std::size_t parameter, std::size_t index, int text, int position) {
    Sample one = texts()[static_cast<std::size_t>(text)];
    const auto at = static_cast<std::size_t>(position);
    const int label = one.labels.at(at);
    std::ranges::fill(one.labels, -1);
    one.labels[at] = label;
    return part_of(parameter, index, one);
}

std::vector<double> StepInspection::by_position(std::size_t parameter, std::size_t index, int text) {
    std::vector<double> parts(texts()[static_cast<std::size_t>(text)].labels.size());
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = of_position(parameter, index, text, static_cast<int>(i));
    return parts;
}

}  // namespace glassformer
