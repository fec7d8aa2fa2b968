#include "core/train/train_task.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <deque>
#include <numeric>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "core/model/positional.h"
#include "core/train/model_of_task.h"
#include "core/train/trainer.h"

namespace glassformer {

namespace {

void set_positional(ModelConfig& config, const std::string& name) {
    const PositionalKind* named = find_positional(name);
    if (named == nullptr) {
        std::string names;
        for (const PositionalKind& kind : all_positional_kinds())
            names += (names.empty() ? "" : ", ") + std::string(kind.name);
        throw Error("there is no positional encoding \"" + name + "\"; there are " + names);
    }
    config.positional = default_positional(*named, config);
}

void set_optimiser(TrainOptions& options, const std::string& name) {
    options.optimiser = find_optimiser(name);
    if (options.optimiser != nullptr) return;
    std::string names;
    for (const OptimiserKind* kind : all_optimisers()) names += (names.empty() ? "" : ", ") + std::string(kind->name);
    throw Error("there is no optimizer \"" + name + "\"; there are " + names);
}

void set_smoothing(TrainOptions& options, const std::string& name) {
    const auto* const named = std::ranges::find(smoothing_names, name);
    if (named == smoothing_names.end())
        throw Error("label smoothing goes to all_classes or other_classes, not to \"" + name + "\"");
    options.smoothing = static_cast<Smoothing>(named - smoothing_names.begin());
}

/// A learned table of the whole model: no position without a row, and no row that training never reaches.
bool has_a_row_a_position(const ModelConfig& config) { return config.positional.kind->limited; }

/// What a task's texts, labels and figures decide is not changed by a patch.
void check_of_task(const Task& task, const ModelConfig& own, const ModelConfig& changed) {
    const auto refuse = [&task](const char* key, const char* why) {
        return Error("the changed architecture: \"" + std::string(key) + "\" must stay that of task " +
                     std::string(task.name) + ", " + why);
    };
    if (changed.vocab_size != own.vocab_size) throw refuse("vocab_size", "whose texts have a vocabulary of their own");
    if (changed.target_vocab_size != own.target_vocab_size)
        throw refuse("target_vocab_size", "whose texts have a vocabulary of their own");
    if (changed.tokenizer != own.tokenizer) throw refuse("tokenizer", "which cuts its texts into tokens");
    if (changed.head != own.head) throw refuse("head", "whose labels need it");
    const int longest = task.trained_length > 0 ? task.trained_length : own.max_seq_len;
    if (changed.max_seq_len < longest) throw refuse("max_seq_len", "whose texts may be that long");
    if (changed.architecture == own.architecture) return;
    const bool same_rows =
        has_target(changed) == has_target(own) &&
        (task.answers != AnswerPlace::usual || predicts_next_token(changed) == predicts_next_token(own));
    if (!same_rows) throw refuse("architecture", "whose labels need it");
    if (!is_transformer(own) || (!is_transformer(changed) && task.attention_measured))
        throw refuse("architecture", "whose figures need such a model");
}

/// As a shell reads it back.
std::string quoted(const std::string& name) {
    const bool plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("._-/").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (plain) return name;
    std::string result = "'";
    for (const char c : name) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + "'";
}

/// Said before the training rather than after it. Leaves nothing behind.
void expect_room_for_model(const std::filesystem::path& folder, std::uint64_t bytes) {
    std::error_code problem, unknown;
    const bool made = std::filesystem::create_directories(folder, problem);
    if (problem) throw Error("cannot make the folder " + path_text(folder) + ": " + problem.message());
    const std::filesystem::space_info space = std::filesystem::space(folder, unknown);
    if (made) std::filesystem::remove(folder, problem);
    // Beside the weights stand a few small files; what lies in the folder already is replaced only once all is written.
    const std::uint64_t needed = bytes + (std::uint64_t{64} << 10U);
    if (!unknown && space.available < needed)
        throw Error("the disk has too little free space for the model in " + path_text(folder) + ": " +
                    std::to_string(needed) + " bytes needed, " + std::to_string(space.available) + " free");
}

}  // namespace

std::string command_of(const TrainRequest& request, const TrainOptions& options) {
    std::string command = "glassformer train --task " + request.task + " --seed " + std::to_string(options.seed);
    const auto flag = [&](const char* name, const std::optional<std::string>& value) {
        if (value) command += std::string(" --") + name + " " + *value;
    };
    // Numbers as JSON writes them: with a float's six digits the command would train another model.
    const auto digits = [](const auto& value) { return value ? std::optional(Json(*value).dump()) : std::nullopt; };
    if (request.corpus) command += " --corpus " + quoted(request.corpus->filename().string());
    flag("positional", request.positional);
    flag("layers", digits(request.n_layers));
    flag("heads", digits(request.n_heads));
    flag("d-model", digits(request.d_model));
    flag("d-ff", digits(request.d_ff));
    if (request.architecture) command += " --architecture " + quoted(*request.architecture);
    flag("steps", digits(request.steps));
    flag("batch", digits(request.batch));
    flag("accumulate", digits(request.accumulate));
    if (request.checkpoint) command += " --checkpoint";
    flag("lr", digits(request.learning_rate));
    flag("optimizer", request.optimiser);
    flag("label-smoothing", digits(request.label_smoothing));
    flag("smoothing-over", request.smoothing);
    flag("embedding-std", digits(request.embedding_std));
    if (options.threads != 1) flag("threads", digits(request.threads));
    return command + " --out " +
           (request.out.has_filename() ? request.out : request.out.parent_path()).filename().string();
}

std::vector<std::pair<std::string, double>> settings_of(const TrainOptions& options, int steps_done) {
    std::vector<std::pair<std::string, double>> settings{
        {"steps", options.steps},
        {"steps_done", steps_done},
        {"batch", options.batch},
        {"learning_rate", options.learning_rate},
        {"warm_up", options.warm_up},
        {"final_share_of_rate", options.schedule == Schedule::cosine ? options.floor : 1},
        {"beta1", options.beta1},
        {"beta2", options.beta2},
        {"eps", options.eps},
        {"weight_decay", options.weight_decay},
        {"clip", options.clip},
        {"label_smoothing", options.label_smoothing},
        {"threads", options.threads},
        {"xavier", options.init.matrices != MatrixInit::normal},
        {"xavier_joint", options.init.matrices == MatrixInit::xavier_joint},
        {"init_std", shortest_decimal(options.init.std)},
        {"embedding_std",
         shortest_decimal(options.init.embedding_std > 0 ? options.init.embedding_std : options.init.std)},
        {"scale_residual", options.init.scale_residual}};
    if (options.init.forget_bias != 0) settings.emplace_back("forget_bias", shortest_decimal(options.init.forget_bias));
    if (options.optimiser == &sgd) {
        settings.emplace_back("sgd", 1);
        settings.emplace_back("momentum", options.momentum);
    }
    if (options.label_smoothing > 0 && options.smoothing == Smoothing::other_classes)
        settings.emplace_back("smoothing_over_other_classes", 1);
    // Of memory alone: said where they are set.
    if (options.accumulate > 1) settings.emplace_back("accumulate", options.accumulate);
    if (options.checkpoint) settings.emplace_back("checkpoint", 1);
    return settings;
}

Task requested_task(const TrainRequest& request) {
    const Task& row = require_task(request.task);
    const std::string name = "the task " + std::string(row.name);
    if (row.read_corpus == nullptr) {
        if (request.corpus) throw Error(name + " makes its texts itself: it takes no --corpus");
        return row;
    }
    if (!request.corpus) throw Error(name + " learns a text: name its file with --corpus");
    return row.read_corpus(row, read_file(*request.corpus, max_corpus), path_text(*request.corpus));
}

ModelConfig requested_config(const Task& task, const TrainRequest& request) {
    ModelConfig config = task.config;
    if (!is_transformer(config) && (request.positional || request.n_heads || request.d_ff))
        throw Error("task " + std::string(task.name) +
                    " trains no transformer: it has no encoding of positions, heads or MLP to set");
    if (request.n_layers && config.architecture == Architecture::lookup)
        throw Error("task " + std::string(task.name) + " trains a lookup table, which has no layers");
    if (request.d_model) {
        config.d_ff = config.d_ff * *request.d_model / config.d_model;  // as wide beside d_model as the task's
        config.d_model = *request.d_model;
    }
    if (request.d_ff) config.d_ff = *request.d_ff;
    if (request.n_layers) config.n_layers = config.n_decoder_layers = *request.n_layers;
    if (request.n_heads) {
        if (config.n_cross_heads == config.n_heads) config.n_cross_heads = *request.n_heads;
        config.n_heads = config.n_kv_heads = *request.n_heads;
    }
    if (request.d_model || request.n_heads) {
        if (config.n_heads < 1 || config.d_model < 1 || config.d_model % config.n_heads != 0)
            throw Error("d_model " + std::to_string(config.d_model) + " cannot be split among " +
                        std::to_string(config.n_heads) + " heads");
        config.d_head = config.d_model / config.n_heads;
        if (config.positional.rotary_dims > 0) config.positional.rotary_dims = config.d_head;
    }
    if (request.positional) set_positional(config, *request.positional);
    if (task.trained_length > 0 && has_a_row_a_position(config)) config.max_seq_len = task.trained_length;
    config = parse_config(config_json(config), "task " + std::string(task.name));  // checks the sizes
    if (!request.architecture) return config;
    ModelConfig changed = patched_config(config, *request.architecture);
    check_of_task(task, config, changed);
    return changed;
}

TrainOptions requested_options(const Task& task, const TrainRequest& request) {
    TrainOptions options = task.training;
    if (request.steps) options.steps = *request.steps;
    if (request.batch) options.batch = *request.batch;
    if (request.threads) options.threads = *request.threads;
    if (request.accumulate) options.accumulate = *request.accumulate;
    if (request.checkpoint) options.checkpoint = true;
    if (request.learning_rate) options.learning_rate = *request.learning_rate;
    if (request.optimiser) set_optimiser(options, *request.optimiser);
    if (request.label_smoothing) options.label_smoothing = *request.label_smoothing;
    if (request.smoothing) set_smoothing(options, *request.smoothing);
    if (request.embedding_std) options.init.embedding_std = static_cast<float>(*request.embedding_std);
    if (request.seed) options.seed = *request.seed;
    check(options);
    return options;
}

TrainedModel train_in_memory(const Task& task, const TrainRequest& request, ThreadPool* pool,
                             const std::function<bool(const TrainProgress&)>& progress,
                             const std::function<void(std::size_t parameters)>& ready) {
    TrainedModel model;
    model.options = requested_options(task, request);
    const TrainOptions& options = model.options;
    Trainer trainer(
        requested_config(task, request), options,
        [&task](Random& random, Sample& sample) { task.sample(random, Split::train, sample); }, pool);
    if (ready) ready(trainer.weights().count());

    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    std::deque<double> losses;
    trainer.train([&](const Trainer::Step& step) {
        losses.push_back(step.loss);
        if (losses.size() > loss_window_of_card) losses.pop_front();
        return !progress || progress({.step = step.step,
                                      .steps = options.steps,
                                      .loss = step.loss,
                                      .seconds_left = seconds() / step.step * (options.steps - step.step)});
    });

    TrainReport& report = model.report;
    report.steps_done = trainer.steps_done();
    report.steps = options.steps;
    report.seconds = seconds();
    report.loss = std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
    report.parameters = trainer.weights().count();
    model.config = trainer.config();
    model.weights = as_stored(trainer.weights(), task.stored_as);
    report.metrics = task.measure(model.config, model.weights, measure_seed_of_card);
    return model;
}

TrainReport train_task(const TrainRequest& request, ThreadPool* pool,
                       const std::function<bool(const TrainProgress&)>& progress) {
    const Task task = requested_task(request);
    if (request.out.empty()) throw Error("training needs a folder to write the model into");
    TrainedModel trained = train_in_memory(task, request, pool, progress, [&](std::size_t parameters) {
        expect_room_for_model(request.out, parameters * (task.stored_as == FloatType::f16 ? 2 : 4));
    });
    const TrainOptions& options = trained.options;
    TrainReport report = std::move(trained.report);
    report.command = command_of(request, options);

    Model model = model_of_task(task, trained.config, trained.weights);
    if (request.positional)
        model.card.title += std::string(", positions: ") + model.config.positional.kind->title;
    else if (request.architecture)
        present_variant(model.card, task, model.config);
    model.card.command = report.command;
    model.card.seed = static_cast<std::int64_t>(options.seed);
    model.card.metrics = report.metrics;
    model.card.metrics.emplace_back("loss", report.loss);
    model.card.training = settings_of(options, report.steps_done);
    if (report.steps_done < options.steps) model.card.note = stopped_note(report.steps_done, options.steps);
    save_model(request.out, model, task.stored_as);
    return report;
}

}  // namespace glassformer
