#include "core/train/laboratory/contrasts.h"

#include "core/base/error.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace {

constexpr const char* sort_config = R"("n_heads": 4, "d_ff": 64, "n_layers": 8)";

void short_run(TrainOptions& options, int steps, double rate, int warm_up) {
    options.steps = steps;
    options.batch = 32;
    options.learning_rate = rate;
    options.warm_up = warm_up;
    options.schedule = Schedule::constant;
}

Contrast scale_contrast() {
    return {
        .name = "attention-scale",
        .title = "Attention scores with and without division by √d_head",
        .differs = "division of the scores by √d_head",
        .sentence =
            "Without the division, the scores are √64 = 8 times as large at the start, so each softmax puts most of "
            "its weight on few keys. Compare the attention of the initial weights, then how fast the losses fall.",
        .task = "sort",
        .config = R"("n_layers": 1, "n_heads": 1, "d_model": 64, "d_ff": 64)",
        .training =
            [](TrainOptions& o) {
                short_run(o, 200, 3e-3, 20);
                o.init = {.std = 0.125F, .scale_residual = false};
            },
        .continued = 6,
        .variants = {{.label = "÷ √d_head", .config = ""},
                     {.label = "not divided", .config = R"("attention_scale": "none")"}}};
}

Contrast residual_contrast() {
    return {.name = "residual",
            .title = "Eight blocks with and without residual connections",
            .differs = "residual connections",
            .sentence =
                "Without residual connections, eight blocks do not learn: the loss stays near ln 10 ≈ 2.30, as if all "
                "ten digits were equally likely. Compare what the two runs predict.",
            .task = "sort",
            .config = sort_config,
            .training = [](TrainOptions& o) { short_run(o, 200, 3e-3, 20); },
            .continued = 6,
            .variants = {{.label = "with residual connections", .config = ""},
                         {.label = "without", .config = R"("residual": false)"}}};
}

Contrast placement_contrast() {
    return {.name = "norm-placement",
            .title = "Pre-norm and post-norm, without warm-up",
            .differs = "norm placement",
            .sentence =
                "At this learning rate (0.01, from the first step), the post-norm run stays near the loss of a guess "
                "among ten digits, and the pre-norm run learns (Xiong et al. 2020).",
            .task = "sort",
            .config = sort_config,
            .training =
                [](TrainOptions& o) {
                    short_run(o, 150, 1e-2, 0);
                    o.init.matrices = MatrixInit::xavier;
                    o.init.scale_residual = false;
                },
            .continued = 6,
            .variants = {{.label = "pre-norm", .config = ""},
                         {.label = "post-norm", .config = R"("norm_placement": "post", "final_norm": null)"}}};
}

Contrast warm_up_contrast() {
    return {.name = "warm-up",
            .title = "Post-norm with and without warm-up",
            .differs = "warm-up of the learning rate",
            .sentence =
                "Both models are post-norm, and both learning rates end at 0.01. The run whose rate rises over 50 "
                "steps learns; the other stays near the loss of a guess among ten digits.",
            .task = "sort",
            .config = R"("n_heads": 4, "d_ff": 64, "n_layers": 8, "norm_placement": "post", "final_norm": null)",
            .training =
                [](TrainOptions& o) {
                    short_run(o, 150, 1e-2, 0);
                    o.init.matrices = MatrixInit::xavier;
                    o.init.scale_residual = false;
                },
            .continued = 6,
            .variants = {
                {.label = "50 steps of warm-up", .config = "", .training = [](TrainOptions& o) { o.warm_up = 50; }},
                {.label = "no warm-up", .config = ""}}};
}

Contrast clipping_contrast() {
    return {.name = "clipping",
            .title = "Gradients with and without clipping",
            .differs = "gradient clipping",
            .sentence =
                "SGD with a learning rate of 1. Without clipping, one large gradient moves the weights to where the "
                "next gradient is even larger, until the loss is no longer a finite number (Pascanu et al. 2013).",
            .task = "sort",
            .config = R"("n_heads": 4, "d_ff": 64, "n_layers": 2)",
            .training =
                [](TrainOptions& o) {
                    short_run(o, 150, 1.0, 0);
                    o.optimiser = &sgd;
                    o.weight_decay = 0;
                },
            .continued = 6,
            .variants = {{.label = "clipped to 0.5", .config = "", .training = [](TrainOptions& o) { o.clip = 0.5; }},
                         {.label = "not clipped", .config = "", .training = [](TrainOptions& o) { o.clip = 0; }}}};
}

Contrast mask_contrast() {
    return {.name = "causal-mask",
            .title = "With and without the causal mask",
            .differs = "causal mask",
            .sentence =
                "Without the mask, a position can attend to the very digit that it has to predict: look for the "
                "diagonal in the sorted half of the map. Loss and accuracy look better than with the mask, but the "
                "continuation is wrong: when a text is generated, there is no next digit to copy.",
            .task = "sort",
            .config = R"("n_heads": 4, "d_ff": 64, "n_layers": 2)",
            .training = [](TrainOptions& o) { short_run(o, 300, 3e-3, 20); },
            .continued = 6,
            .variants = {{.label = "causal mask", .config = ""},
                         {.label = "no mask", .config = R"("mask": {"kind": "none"})"}}};
}

Contrast heads_contrast() {
    return {.name = "heads",
            .title = "One attention head and three",
            .differs = "number of heads",
            .sentence =
                "The query <who> asks for giver, object or recipient at random, so no loss below ln 3 ≈ 1.10 can be "
                "expected. Three heads can attend to three words separately; one head has to mix them. Which run comes "
                "nearer to 1.10?",
            .task = "roles",
            .config = "",
            .training = [](TrainOptions& o) { o.steps = 3000; },
            .by_loss = true,
            .variants = {{.label = "three heads", .config = ""}, {.label = "one head", .config = R"("n_heads": 1)"}}};
}

Contrast positions_contrast() {
    return {.name = "positions",
            .title = "Positional encodings: none, sinusoidal, learned, RoPE",
            .differs = "positional encoding",
            .sentence =
                "Each position predicts the token three positions earlier. With RoPE or learned positions, the model "
                "learns it within 300 steps. Without positions it is right about one time in four, and sinusoidal "
                "positions are in between.",
            .task = "k-back-3",
            .config = R"("max_seq_len": 32)",
            .training =
                [](TrainOptions& o) {
                    o.init.embedding_std = 1;
                    o.batch = 16;
                    o.steps = 300;
                },
            .variants = {{.label = "none", .config = R"("positional": {"kind": "none"})"},
                         {.label = "sinusoidal", .config = R"("positional": {"kind": "sinusoidal"})"},
                         {.label = "learned", .config = R"("positional": {"kind": "learned"})"},
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
            .config = R"("n_heads": 4, "d_ff": 64, "n_layers": 4)",
            .training = [](TrainOptions& o) { short_run(o, 200, 3e-3, 20); },
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
    static const std::vector<Contrast> rows{scale_contrast(),   residual_contrast(),  placement_contrast(),
                                            warm_up_contrast(), clipping_contrast(),  mask_contrast(),
                                            heads_contrast(),   positions_contrast(), norm_contrast()};
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
    for (const std::string& keys : {contrast.config, variant.config}) merge(config, keys, source);
    plan.config = parse_config(config.dump(), source);
    for (const auto change : {contrast.training, variant.training})
        if (change != nullptr) change(plan.options);
    check(plan.options);
    return plan;
}

ContrastStart start_of(const Contrast& contrast, std::uint64_t seed) {
    ContrastStart start;
    for (const ContrastVariant& variant : contrast.variants) {
        auto plan = std::make_shared<const TrainingPlan>(plan_of(contrast, variant, seed));
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

}  // namespace glassformer
