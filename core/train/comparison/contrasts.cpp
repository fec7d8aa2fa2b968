#include "core/train/comparison/contrasts.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/train/live/step_memory_check.h"

namespace glassformer {

namespace {

/// A variant of an ablation, with keys of config.json beside its own.
ContrastVariant variant_of(const Ablation& ablation, std::size_t index, const std::string& keys = {}) {
    ContrastVariant variant = ablation.variants.at(index);
    if (!keys.empty()) variant.config += (variant.config.empty() ? "" : ", ") + keys;
    return variant;
}

Contrast rate_contrast() {
    return {
        .name = "learning-rate",
        .title = "Three learning rates",
        .differs = "learning rate",
        .sentence =
            "Each step moves the weights against the gradient, and the learning rate sets how far. Which of the "
            "three runs learns most in the same number of steps? What do the losses of the other two do, and why?",
        .task = "coreference",
        .config = "",
        .training = [](TrainOptions& o) { o.steps = 400; },
        .head = 1,
        .variants = {
            {.label = "learning rate 0.00003",
             .config = "",
             .training = [](TrainOptions& o) { o.learning_rate = 3e-5; }},
            {.label = "learning rate 0.003", .config = "", .training = [](TrainOptions& o) { o.learning_rate = 3e-3; }},
            {.label = "learning rate 0.3", .config = "", .training = [](TrainOptions& o) { o.learning_rate = 0.3; }}}};
}

Contrast scale_contrast() {
    const Ablation& settings = require_ablation("attention-scale");
    return {.name = "attention-scale",
            .title = settings.title,
            .differs = "division of the scores by √d_head",
            .sentence =
                "Without the division, the scores are √d_head times as large at the start, so each softmax puts most "
                "of its weight on few keys. Compare the attention of the initial weights, then how fast the losses "
                "fall.",
            .task = "sort",
            .settings = &settings,
            .config = "",
            .continued = 6,
            .variants = settings.variants};
}

Contrast residual_contrast() {
    const Ablation& settings = require_ablation("residual");
    return {.name = "residual",
            .title = settings.title,
            .differs = "residual connections",
            .sentence =
                "Residual connections carry the gradient past each block. Which of the two runs gets below the loss of "
                "“all answers equally likely”? Compare what they predict.",
            .task = "sort",
            .settings = &settings,
            .config = "",
            .continued = 6,
            .variants = settings.variants};
}

// After its last block, post-norm has a norm already.
constexpr const char* no_second_norm = R"("final_norm": null)";

Contrast placement_contrast() {
    const Ablation& settings = require_ablation("norm-placement");
    return {.name = "norm-placement",
            .title = "Pre-norm and post-norm, without warm-up",
            .differs = "norm placement",
            .sentence =
                "Both runs begin at the full learning rate. At the start, the gradients in the last block are larger "
                "with post-norm than with pre-norm (Xiong et al. 2020). Which run gets below the loss of “all answers "
                "equally likely”?",
            .task = "sort",
            .settings = &settings,
            .config = "",
            .continued = 6,
            .variants = {variant_of(settings, 0), variant_of(settings, 1, no_second_norm)}};
}

Contrast warm_up_contrast() {
    const Ablation& settings = require_ablation("norm-placement");
    return {.name = "warm-up",
            .title = "Post-norm with and without warm-up",
            .differs = "warm-up of the learning rate",
            .sentence =
                "Both models are post-norm, and both learning rates end at the same value. One rises to it over the "
                "first steps, the other begins with it. Which run gets below the loss of “all answers equally likely”?",
            .task = "sort",
            .settings = &settings,
            .config = "",
            .continued = 6,
            .variants = {variant_of(settings, 2, no_second_norm), variant_of(settings, 1, no_second_norm)}};
}

Contrast clipping_contrast() {
    const Ablation& settings = require_ablation("clipping");
    return {.name = "clipping",
            .title = "Gradients with and without clipping",
            .differs = "gradient clipping",
            .sentence =
                "SGD with a high learning rate. Without clipping, one large gradient can move the weights to where the "
                "next gradient is even larger (Pascanu et al. 2013). Watch the gradient norms, and whether both losses "
                "stay finite.",
            .task = "sort",
            .settings = &settings,
            .config = "",
            .continued = 6,
            .variants = settings.variants};
}

Contrast mask_contrast() {
    return {.name = "causal-mask",
            .title = "With and without the causal mask",
            .differs = "causal mask",
            .sentence =
                "Without the mask, a position can attend to the very digit that it has to predict: look for the "
                "diagonal in the sorted half of the map. Compare losses and accuracies, then what each run continues "
                "the text with: when a text is generated, there is no next digit to copy.",
            .task = "sort",
            .settings = &require_ablation("residual"),
            .config = R"("n_layers": 2)",
            .training = [](TrainOptions& o) { o.steps = 300; },
            .continued = 6,
            .variants = {{.label = "causal mask", .config = ""},
                         {.label = "no mask", .config = R"("mask": {"kind": "none"})"}}};
}

Contrast heads_contrast() {
    return {.name = "heads",
            .title = "One attention head and three",
            .differs = "number of heads",
            .sentence =
                "The query <who> asks for giver, object or recipient at random, so the best possible loss is that of a "
                "guess among three words. Three heads can attend to three words separately; one head has to mix them. "
                "Which run comes nearer to the best possible loss?",
            .task = "roles",
            .config = "",
            .training = [](TrainOptions& o) { o.steps = 3000; },
            .by_loss = true,
            .answers = 3,
            .variants = {{.label = "three attention heads", .config = ""},
                         {.label = "one attention head", .config = R"("n_heads": 1)"}}};
}

Contrast positions_contrast() {
    return {.name = "positions",
            .title = "Positional encodings: none, sinusoidal, learned, RoPE",
            .differs = "positional encoding",
            .sentence =
                "Each position predicts the token three positions earlier, so a model has to know at which position "
                "each token is. Which encodings let it find the right one, and which run learns it first?",
            .task = "k-back-3",
            .config = R"("max_seq_len": 32)",
            .training =
                [](TrainOptions& o) {
                    o.init.embedding_std = 1;
                    o.batch = 16;
                    o.steps = 300;
                },
            .variants = {{.label = "no positional encoding", .config = R"("positional": {"kind": "none"})"},
                         {.label = "sinusoidal positions", .config = R"("positional": {"kind": "sinusoidal"})"},
                         {.label = "learned positions", .config = R"("positional": {"kind": "learned"})"},
                         {.label = "RoPE", .config = ""}}};
}

Contrast norm_contrast() {
    return {.name = "norm-kind",
            .title = "LayerNorm and RMSNorm",
            .differs = "kind of norm",
            .sentence =
                "RMSNorm divides by the root mean square. It subtracts no mean and adds no bias. Does its loss fall as "
                "fast as with LayerNorm?",
            .task = "sort",
            .settings = &require_ablation("residual"),
            .config = R"("n_layers": 4)",
            .continued = 6,
            .variants = {{.label = "LayerNorm", .config = ""}, {.label = "RMSNorm", .config = R"("norm": "rmsnorm")"}}};
}

void merge(Json& config, const std::string& keys, const std::string& source) {
    const Json patch = parse_json("{" + keys + "}", source);
    for (const char* whole : {"positional", "mask"})
        if (patch.contains(whole)) config.merge_patch(parse_json("{\"" + std::string(whole) + "\": null}", source));
    if (patch.contains("n_heads") || patch.contains("d_model"))
        config.merge_patch(parse_json(R"({"d_head": null, "n_kv_heads": null})", source));
    config.merge_patch(patch);
}

}  // namespace

std::span<const Contrast> all_contrasts() {
    static const std::vector<Contrast> rows{
        rate_contrast(),     scale_contrast(), residual_contrast(), placement_contrast(), warm_up_contrast(),
        clipping_contrast(), mask_contrast(),  heads_contrast(),    positions_contrast(), norm_contrast()};
    return rows;
}

const Contrast& require_contrast(std::string_view name) {
    std::string names;
    for (const Contrast& row : all_contrasts()) {
        if (row.name == name) return row;
        names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
    throw Error("there is no contrast " + in_quotes(name) + "; there are " + names);
}

TrainingPlan plan_of(const Contrast& contrast, const ContrastVariant& variant, std::uint64_t seed) {
    TrainRequest request;
    request.task = contrast.task;
    request.seed = seed;
    TrainingPlan plan = training_plan(request);
    const std::string source = "contrast " + std::string(contrast.name);
    Json config = parse_json(config_json(plan.config), source);
    if (contrast.settings != nullptr) {
        for (const std::string& keys : {std::string(ablation_shape), contrast.settings->config})
            merge(config, keys, source);
        plan.options = contrast.settings->training;
        plan.options.seed = seed;
    }
    for (const std::string& keys : {contrast.config, variant.config}) merge(config, keys, source);
    plan.config = parse_config(config.dump(), source);
    for (const auto change : {contrast.training, variant.training})
        if (change != nullptr) change(plan.options);
    check(plan.options);
    return plan;
}

std::vector<TrainingPlan> plans_of(const Contrast& contrast, std::uint64_t seed) {
    std::vector<TrainingPlan> plans;
    plans.reserve(contrast.variants.size());
    for (const ContrastVariant& variant : contrast.variants) plans.push_back(plan_of(contrast, variant, seed));
    return plans;
}

double memory_for_runs(std::span<const TrainingPlan> plans, std::size_t history_bytes) {
    double bytes = 0;
    for (const TrainingPlan& plan : plans) {
        const TrainingMemory step = memory_for_step(plan.task, plan.config, plan.options);
        const double all_steps = step.weights * (plan.options.steps + 1);
        bytes += step.total() + std::min(static_cast<double>(history_bytes), all_steps);
    }
    return bytes;
}

void expect_room_for_runs(std::span<const TrainingPlan> plans, std::size_t history_bytes, std::uint64_t free) {
    if (free == memory_unknown) return;
    const double bytes = memory_for_runs(plans, history_bytes);
    if (bytes <= static_cast<double>(free)) return;
    throw Error("the " + std::to_string(plans.size()) + " runs of this comparison need about " +
                bytes_text(static_cast<std::uint64_t>(bytes)) + " of memory together, and " + bytes_text(free) +
                " are free here: close other programs, or select another comparison");
}

ContrastStart start_of(std::span<const TrainingPlan> plans) {
    ContrastStart start;
    for (const TrainingPlan& one : plans) {
        auto plan = std::make_shared<const TrainingPlan>(one);
        TrainerState state = trainer_of(plan, nullptr)->state();
        std::vector<std::string>& own = start.own.emplace_back();
        if (!start.states.empty())
            for (Parameter& parameter : state.weights.parameters) {
                const Parameter* const first = start.states.front().trainer.weights.find(parameter.name);
                if (first != nullptr && first->shape == parameter.shape)
                    parameter = *first;
                else
                    own.push_back(parameter.name);
            }
        start.states.push_back(
            {.plan = std::move(plan), .changes = {}, .trainer = std::move(state), .records = {}, .held_out = {}});
    }
    return start;
}

ContrastStart start_of(const Contrast& contrast, std::uint64_t seed) { return start_of(plans_of(contrast, seed)); }

}  // namespace glassformer
