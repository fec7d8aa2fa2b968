#include "core/train/ablations/ablations.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/train/task.h"
#include "core/train/train_task.h"
#include "core/train/trainer.h"

namespace glassformer {

namespace {

constexpr std::size_t smoothed_steps = 5;
const std::string layers_8 = R"("n_layers": 8)", layers_2 = R"("n_layers": 2)";

TrainOptions training(int steps) {
    TrainOptions options;
    options.steps = steps;
    options.batch = 32;
    options.warm_up = 20;
    options.schedule = Schedule::constant;
    return options;
}

TrainOptions at_rate(int steps, double learning_rate) {
    TrainOptions options = training(steps);
    options.learning_rate = learning_rate;
    return options;
}

Ablation scale_ablation() {
    TrainOptions options = training(200);
    options.init = {.std = 0.125F, .scale_residual = false};  // 1/√d_head, so that scores start as large as d_head
    return {.name = "attention-scale",
            .title = "Attention scores with and without division by √d_head",
            .sentence =
                "Without the scaling, dot products over 64 dimensions are so large that the softmax saturates on one "
                "key from the start, and little gradient flows back.",
            .config = R"("n_layers": 1, "n_heads": 1, "d_model": 64)",
            .training = options,
            .variants = {{.label = "scores divided by √d_head", .config = ""},
                         {.label = "scores not divided", .config = R"("attention_scale": "none")"}}};
}

Ablation residual_ablation() {
    return {
        .name = "residual",
        .title = "Eight blocks with and without residual connections",
        .sentence =
            "Without residual connections, eight blocks do not learn at all: the loss stays at chance (ten digits).",
        .config = layers_8,
        .training = training(200),
        .variants = {{.label = "with residual connections", .config = ""},
                     {.label = "without residual connections", .config = R"("residual": false)"}}};
}

Ablation norm_ablation() {
    return {.name = "norm",
            .title = "Eight blocks with and without LayerNorm",
            .sentence = "Both learn. LayerNorm needs fewer steps.",
            .config = layers_8,
            .training = training(200),
            .variants = {{.label = "with LayerNorm", .config = ""},
                         {.label = "without LayerNorm", .config = R"("norm": "none")"}}};
}

Ablation placement_ablation() {
    TrainOptions options = at_rate(150, 1e-2);
    options.warm_up = 0;
    options.init.matrices = MatrixInit::xavier;
    options.init.scale_residual = false;  // made smaller, what is added to the stream would spare post-norm the warm-up
    return {.name = "norm-placement",
            .title = "Pre-norm and post-norm",
            .sentence =
                "With the norm after the sum, as in 2017, training needs a learning rate that warms up; with the "
                "norm before, it does not (Xiong et al. 2020).",
            .config = layers_8,
            .training = options,
            .variants = {{.label = "pre-norm, no warm-up", .config = ""},
                         {.label = "post-norm, no warm-up", .config = R"("norm_placement": "post")"},
                         {.label = "post-norm, 50 steps of warm-up",
                          .config = R"("norm_placement": "post")",
                          .training = [](TrainOptions& o) { o.warm_up = 50; }}}};
}

Ablation clipping_ablation() {
    TrainOptions options = at_rate(150, 1.0);
    options.warm_up = 0;
    options.optimiser = &sgd;
    options.weight_decay = 0;
    return {.name = "clipping",
            .title = "Training with and without gradient clipping",
            .sentence =
                "At this learning rate, one large gradient pushes the weights to a point where the next is even "
                "larger. With gradients clipped to norm 0.5, the same run learns (Pascanu, Mikolov & Bengio 2013).",
            .config = layers_2,
            .training = options,
            .variants =
                {{.label = "gradients clipped to 0.5", .config = "", .training = [](TrainOptions& o) { o.clip = 0.5; }},
                 {.label = "gradients not clipped", .config = "", .training = [](TrainOptions& o) { o.clip = 0; }}},
            .keeps_norms = true};
}

Ablation warm_up_ablation() {
    return {
        .name = "warm-up",
        .title = "A high learning rate with and without warm-up and clipping",
        .sentence =
            "AdamW limits the step size, so nothing explodes. Without warm-up and without clipping, training learns "
            "more slowly.",
        .config = layers_2,
        .training = at_rate(150, 3e-2),
        .variants = {{.label = "50 steps of warm-up, clipped to 1",
                      .config = "",
                      .training = [](TrainOptions& o) { o.warm_up = 50; }},
                     {.label = "no warm-up, not clipped", .config = "", .training = [](TrainOptions& o) {
                          o.warm_up = 0, o.clip = 0;
                      }}}};
}

Ablation mask_ablation() {
    return {.name = "causal-mask",
            .title = "Training with and without the causal mask",
            .sentence =
                "Without the mask, a position can attend to the very digit that it has to predict, and the loss falls "
                "further. When a text is generated, there is no next digit to copy.",
            .config = layers_2,
            .training = training(300),
            .variants = {{.label = "causal mask", .config = ""},
                         {.label = "no mask", .config = R"("mask": {"kind": "none"})"}}};
}

std::vector<double> numbers_from(const Json& list, const std::string& source, const char* what) {
    std::vector<double> numbers;
    for (const Json& value : list) {
        if (!value.is_number()) throw Error(source + " has " + described(value) + " among its " + what);
        numbers.push_back(value.get<double>());
    }
    return numbers;
}

LossCurve curve_from(const Json& json, const std::string& source) {
    JsonObject object(json, source);
    LossCurve curve;
    curve.label = object.string("label", "");
    curve.training = object.object("training").numbers();
    curve.diverged_at = static_cast<int>(object.integer("diverged_at", 0, INT32_MAX, 0));
    const Json *const loss = json.find("loss"), *const norm = json.find("gradient_norm");
    if (loss == nullptr || !loss->is_array()) throw Error(source + " needs \"loss\", a list of numbers");
    curve.loss = numbers_from(*loss, source, "losses");
    if (norm == nullptr) return curve;
    if (!norm->is_array() || norm->size() != loss->size())
        throw Error(source + " needs as many numbers in \"gradient_norm\" as in \"loss\"");
    curve.gradient_norm = numbers_from(*norm, source, "gradient norms");
    return curve;
}

}  // namespace

std::span<const Ablation> all_ablations() {
    static const std::vector<Ablation> rows{scale_ablation(),     residual_ablation(), norm_ablation(),
                                            placement_ablation(), clipping_ablation(), warm_up_ablation(),
                                            mask_ablation()};
    return rows;
}

const Ablation& require_ablation(std::string_view name) {
    std::string names;
    for (const Ablation& row : all_ablations()) {
        if (row.name == name) return row;
        names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
    throw Error("there is no ablation " + in_quotes(name) + "; there are " + names);
}

ModelConfig config_of(const Ablation& ablation, const AblationVariant& variant) {
    Json keys = parse_json(R"({"architecture": "decoder", "vocab_size": 10, "max_seq_len": 12})", "ablation");
    const std::string source = "ablation " + std::string(ablation.name);
    for (const std::string& own : {std::string(ablation_shape), ablation.config, variant.config})
        keys.merge_patch(parse_json("{" + own + "}", source));
    return parse_config(keys.dump(), source);
}

TrainOptions options_of(const Ablation& ablation, const AblationVariant& variant) {
    TrainOptions options = ablation.training;
    if (variant.training != nullptr) variant.training(options);
    check(options);
    return options;
}

LossCurve run_variant(const Ablation& ablation, const AblationVariant& variant, const CurveProgress& progress) {
    const Task& task = require_task("sort");
    const TrainOptions options = options_of(ablation, variant);
    LossCurve curve{.label = variant.label, .training = {}, .loss = {}};
    Trainer trainer(config_of(ablation, variant), options,
                    [&task](Random& random, Sample& sample) { task.sample(random, Split::train, sample); });
    try {
        trainer.train([&](const Trainer::Step& step) {
            curve.loss.push_back(step.loss);
            if (ablation.keeps_norms) curve.gradient_norm.push_back(step.gradient_norm);
            return !progress || progress(step.step, options.steps);
        });
    } catch (const Divergence& divergence) {
        curve.diverged_at = divergence.step();
    }
    curve.training = settings_of(options, trainer.steps_done());
    return curve;
}

double loss_at(const LossCurve& curve, int step) {
    const auto last = static_cast<std::size_t>(std::max(step, 0));
    if (last < smoothed_steps || last > curve.loss.size())
        throw Error("the curve \"" + curve.label + "\" has " + std::to_string(curve.loss.size()) +
                    " steps: no mean of five ends at step " + std::to_string(step));
    double sum = 0;
    for (std::size_t i = last - smoothed_steps; i < last; ++i) sum += curve.loss[i];
    return sum / static_cast<double>(smoothed_steps);
}

AblationCurves run_ablation(const Ablation& ablation, const CurveProgress& progress) {
    AblationCurves curves{.name = std::string(ablation.name),
                          .title = std::string(ablation.title),
                          .sentence = std::string(ablation.sentence),
                          .command = "glassformer measure ablations --out ablations",
                          .seed = static_cast<std::int64_t>(ablation.training.seed),
                          .curves = {}};
    for (const AblationVariant& variant : ablation.variants)
        curves.curves.push_back(run_variant(ablation, variant, progress));
    return curves;
}

void save_ablation(const std::filesystem::path& file, const AblationCurves& curves) {
    Json root;
    root["name"] = curves.name;
    root["title"] = curves.title;
    root["sentence"] = curves.sentence;
    root["task"] = "sort";
    root["command"] = curves.command;
    root["seed"] = curves.seed;
    root["curves"] = Json::array();
    for (const LossCurve& curve : curves.curves) {
        Json& row = root["curves"].push_back({});
        row["label"] = curve.label;
        for (const auto& [name, value] : curve.training) row["training"][name] = value;
        if (curve.diverged_at > 0) row["diverged_at"] = curve.diverged_at;
        row["loss"] = Json::array();
        for (const double loss : curve.loss) row["loss"].push_back(to_four_digits(loss));
        for (const double norm : curve.gradient_norm) row["gradient_norm"].push_back(to_four_digits(norm));
    }
    write_file(file, root.dump() + "\n");
}

AblationCurves load_ablation(const std::filesystem::path& file) {
    const Json root = read_json(file);
    const std::string source = path_text(file);
    JsonObject object(root, source);
    AblationCurves curves{.name = object.string("name", ""),
                          .title = object.string("title", ""),
                          .sentence = object.string("sentence", ""),
                          .command = object.string("command", ""),
                          .seed = object.integer("seed", INT64_MIN, INT64_MAX, 0),
                          .curves = {}};
    const Json* const list = root.find("curves");
    if (list == nullptr || !list->is_array()) throw Error(source + " needs \"curves\", a list");
    for (const Json& curve : *list) curves.curves.push_back(curve_from(curve, source + ": a curve"));
    return curves;
}

}  // namespace glassformer
