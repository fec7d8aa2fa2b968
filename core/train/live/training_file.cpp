#include "core/train/live/training_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/fnv.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/io/safetensors.h"
#include "core/io/version.h"
#include "core/train/live/options_json.h"

namespace glassformer {

namespace {

constexpr std::string_view format_name = "glassformer-training-1";
constexpr std::array<const char*, 4> record_names{"records.step", "records.update_ratios", "records.gradient_norms",
                                                  "records.held_out"};
constexpr std::size_t numbers_a_step = 4;     // loss, gradient norm, clip factor, learning rate
constexpr std::size_t numbers_a_measure = 3;  // steps done, loss, accuracy

/// A number that texts of another kind would not give: of the first texts that the task makes for a fixed seed, and of
/// the whole corpus that it was made with. As FNV-1a, with whole numbers in place of bytes.
std::uint64_t fingerprint(const Task& task) {
    constexpr int texts = 16;
    Random random(1);
    Fnv1a hash;
    const auto take = [&](const std::vector<int>& numbers) {
        hash.take(numbers.size());
        for (const int number : numbers) hash.take(static_cast<std::uint64_t>(number));
    };
    for (int i = 0; i < texts; ++i) {
        Sample sample;
        task.sample(random, Split::train, sample);
        take(sample.tokens);
        take(sample.target_tokens);
        take(sample.labels);
    }
    if (task.corpus != 0) hash.take(task.corpus);
    return hash.hash();
}

// --- writing

Json changes_json(const std::vector<TrainingChange>& changes) {
    Json list = Json::array();
    for (const TrainingChange& change : changes)
        list.push_back({{"step", change.step},
                        {"what", changed_names[static_cast<std::size_t>(change.what)]},
                        {"value", change.value}});
    return list;
}

Json random_json(const Random::State& state) {
    Json words = Json::array();
    for (const std::uint64_t word : state.words) words.push_back(bits_text(word));
    return {{"words", words},
            {"spare_ready", state.spare_ready},
            {"spare", bits_text(std::bit_cast<std::uint32_t>(state.spare))}};
}

struct RecordTables {  // row-major, a row a step
    std::vector<float> step, ratios, norms, held_out;
};

RecordTables tables_of(const TrainingRecords& records, const std::vector<HeldOutRecord>& held_out) {
    RecordTables tables;
    for (const HeldOutRecord& record : held_out)
        for (const float number : {static_cast<float>(record.step), record.loss, record.accuracy})
            tables.held_out.push_back(number);
    for (std::size_t i = 0; i < records.size(); ++i) {
        const StepRecord& record = records[i];
        for (const float number : {record.loss, record.gradient_norm, record.clip_factor, record.learning_rate})
            tables.step.push_back(number);
        tables.ratios.insert(tables.ratios.end(), record.update_ratios.begin(), record.update_ratios.end());
        tables.norms.insert(tables.norms.end(), record.gradient_norms.begin(), record.gradient_norms.end());
    }
    return tables;
}

void add_tensors(std::vector<NamedTensor>& tensors, const std::string& prefix, const Weights& weights) {
    for (const Parameter& parameter : weights.parameters)
        tensors.emplace_back(prefix + "." + parameter.name, parameter.view());
}

// --- reading

std::vector<TrainingChange> changes_of(JsonObject& json, TrainOptions options, int steps_done) {
    std::vector<TrainingChange> changes;
    for (JsonObject& entry : json.objects("changes")) {
        TrainingChange change;
        const int earliest = changes.empty() ? 0 : changes.back().step;
        change.step = static_cast<int>(entry.integer("step", earliest, steps_done));
        change.what = static_cast<Changed>(entry.choice("what", changed_names, -1));
        constexpr double largest = std::numeric_limits<double>::max();
        if (!entry.has("value")) throw entry.error("value", "is missing");
        change.value = entry.number("value", -largest, largest, 0);
        entry.finish();
        try {
            options = changed(options, change);
        } catch (const Error& error) {
            throw Error(json.source() + ": a change makes no sense: " + error.what());
        }
        changes.push_back(change);
    }
    return changes;
}

Random::State random_of(JsonObject json) {
    Random::State state;
    const Json& words = json.list("words");
    if (words.size() != state.words.size()) throw json.error("words", "must hold four texts");
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < state.words.size(); ++i) {
        const Json entry{{"word", words[i]}};
        JsonObject word(entry, json.source(), "random.words.");
        state.words[i] = bits_of(word, "word");
        any |= state.words[i];
    }
    if (any == 0) throw json.error("words", "are all 0, which no generator comes to");
    state.spare_ready = json.boolean("spare_ready", false);
    state.spare = std::bit_cast<float>(static_cast<std::uint32_t>(bits_of(json, "spare")));
    if (!std::isfinite(state.spare)) throw json.error("spare", "must be a finite number");
    json.finish();
    return state;
}

Weights weights_of(const SafetensorsFile& file, const std::string& prefix, const ModelConfig& config) {
    Weights weights;
    for (const ParameterShape& parameter : parameter_shapes(config)) {
        const StoredTensor& stored = file.floats(prefix + "." + parameter.name, parameter.shape);
        weights.parameters.push_back({parameter.name, parameter.shape, stored.data, stored.owner});
    }
    return weights;
}

const float* table(const SafetensorsFile& file, const char* name, std::size_t rows, std::size_t columns) {
    const StoredTensor& stored = file.floats(name);
    const std::array expected{static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns)};
    if (stored.sizes != std::vector<std::int64_t>(expected.begin(), expected.end()))
        throw Error(file.path() + ": tensor " + in_quotes(name) + " should be " + shape_text(expected) + ", found " +
                    shape_text(stored.sizes));
    return stored.data;
}

TrainingRecords records_of(const SafetensorsFile& file, const PartsOfModel& parts, int steps_done) {
    const auto steps = static_cast<std::size_t>(steps_done);
    const float* step = table(file, record_names[0], steps, numbers_a_step);
    const float* ratios = table(file, record_names[1], steps, parts.names.size());
    const float* norms = table(file, record_names[2], steps, parts.of_parameter.size());
    TrainingLog log;
    for (int i = 0; i < steps_done; ++i) {
        log.add({.step = i + 1,
                 .loss = step[0],
                 .gradient_norm = step[1],
                 .clip_factor = step[2],
                 .learning_rate = step[3],
                 .update_ratios = {ratios, ratios + parts.names.size()},
                 .gradient_norms = {norms, norms + parts.of_parameter.size()}});
        step += numbers_a_step;
        ratios += parts.names.size();
        norms += parts.of_parameter.size();
    }
    return log.records();
}

std::vector<HeldOutRecord> held_out_of(const SafetensorsFile& file, int steps_done) {
    const StoredTensor& stored = file.floats(record_names[3]);
    // Once a step at most, so that the row of sizes that is wanted can be said.
    const auto most = static_cast<std::int64_t>(steps_done) + 1;
    const std::int64_t found = stored.sizes.empty() ? 0 : stored.sizes[0];
    const auto rows = static_cast<std::size_t>(std::clamp<std::int64_t>(found, 0, most));
    const float* number = table(file, record_names[3], rows, numbers_a_measure);
    std::vector<HeldOutRecord> records;
    for (std::size_t i = 0; i < rows; ++i, number += numbers_a_measure) {
        const float earliest = records.empty() ? 0 : static_cast<float>(records.back().step + 1);
        if (!(number[0] >= earliest && number[0] <= static_cast<float>(steps_done)) ||
            number[0] != std::floor(number[0]) || !(number[2] >= 0 && number[2] <= 1))
            throw Error(file.path() + ": tensor " + in_quotes(record_names[3]) + " has a row " + std::to_string(i) +
                        " that is no step behind the one before with an accuracy from 0 to 1");
        records.push_back({.step = static_cast<int>(number[0]), .loss = number[1], .accuracy = number[2]});
    }
    return records;
}

/// The task's texts are numbers of its own vocabulary: a config with fewer words would be read beyond its tables.
void check_fits(const ModelConfig& config, const Task& task, const std::string& source) {
    const ModelConfig& own = task.config;
    if (config.architecture != own.architecture || config.vocab_size != own.vocab_size ||
        config.target_vocab_size != own.target_vocab_size || config.head != own.head)
        throw Error(source + ": its model is none that the task " + std::string(task.name) + " trains");
}

struct OpenFile {
    SafetensorsFile tensors;
    Json json;
};

OpenFile opened(const std::filesystem::path& path) {
    OpenFile file{.tensors = SafetensorsFile::open(path), .json = {}};
    const auto& metadata = file.tensors.metadata();
    const auto format = metadata.find("format"), training = metadata.find("training");
    if (format == metadata.end() || format->second != format_name || training == metadata.end())
        throw Error(file.tensors.path() + " is no training that Glassformer saved");
    file.json = parse_json(training->second, file.tensors.path());
    return file;
}

TrainingState state_of(const OpenFile& open, const Task& task) {
    const SafetensorsFile& file = open.tensors;
    JsonObject json(open.json, file.path());
    if (const std::string name = json.string("task"); name != task.name)
        throw Error(file.path() + " is a training of the task " + in_quotes(name) + ", not of " +
                    std::string(task.name));
    TrainingPlan plan{.task = task, .config = {}, .options = {}};
    plan.config = parse_config(json.string("config"), file.path());
    check_fits(plan.config, task, file.path());
    JsonObject options = json.object("options");
    plan.options = options_of(options);
    try {
        check(plan.options);
    } catch (const Error& error) {
        throw Error(file.path() + ": " + error.what());
    }
    if (bits_of(json, "texts") != fingerprint(task))
        throw Error(file.path() + " was trained on other texts than the task " + std::string(task.name) +
                    " makes here, so that it cannot go on");

    TrainingState state;
    state.trainer.steps_done = static_cast<int>(json.integer("steps_done", 0, plan.options.steps));
    state.trainer.optimiser_steps =
        static_cast<int>(json.integer("optimizer_steps", 0, std::numeric_limits<int>::max() - plan.options.steps));
    state.changes = changes_of(json, plan.options, state.trainer.steps_done);
    state.trainer.random = random_of(json.object("random"));
    state.seconds = json.number("seconds", 0, std::numeric_limits<double>::max(), 0);
    json.finish();

    state.trainer.weights = weights_of(file, "weights", plan.config);
    const std::unique_ptr<Optimiser> optimiser = plan.options.optimiser->make(0);
    for (const Optimiser::Moment& moment : optimiser->moments())
        state.trainer.moments.emplace_back(moment.name, weights_of(file, std::string(moment.name), plan.config));
    state.records = records_of(file, parts_of_model(plan.config), state.trainer.steps_done);
    state.held_out = held_out_of(file, state.trainer.steps_done);
    const std::size_t expected =
        state.trainer.weights.parameters.size() * (1 + state.trainer.moments.size()) + record_names.size();
    if (file.tensors().size() != expected)
        throw Error(file.path() + " holds " + std::to_string(file.tensors().size()) + " tensors where " +
                    std::to_string(expected) + " belong to its training");
    state.plan = std::make_shared<const TrainingPlan>(std::move(plan));
    return state;
}

}  // namespace

void save_training(const std::filesystem::path& path, const TrainingState& state) {
    const TrainingPlan& plan = *state.plan;
    const std::string name = path_text(path);
    const Json options = options_json(plan.options);
    JsonObject readable(options, name);
    static_cast<void>(
        options_of(readable));  // no setting that reading would refuse: an infinite one is no number there
    const Json json{{"task", plan.task.name},
                    {"config", config_json(plan.config)},
                    {"options", options},
                    {"texts", bits_text(fingerprint(plan.task))},
                    {"steps_done", state.trainer.steps_done},
                    {"optimizer_steps", state.trainer.optimiser_steps},
                    {"changes", changes_json(state.changes)},
                    {"random", random_json(state.trainer.random)},
                    {"seconds", state.seconds}};

    std::vector<NamedTensor> tensors;
    add_tensors(tensors, "weights", state.trainer.weights);
    for (const auto& [moment, values] : state.trainer.moments) add_tensors(tensors, moment, values);
    const RecordTables tables = tables_of(state.records, state.held_out);
    const PartsOfModel parts = parts_of_model(plan.config);
    const auto rows = static_cast<std::int64_t>(state.records.size());
    const auto columns = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    tensors.emplace_back(record_names[0], std::vector{rows, columns(numbers_a_step)}, tables.step.data());
    tensors.emplace_back(record_names[1], std::vector{rows, columns(parts.names.size())}, tables.ratios.data());
    tensors.emplace_back(record_names[2], std::vector{rows, columns(parts.of_parameter.size())}, tables.norms.data());
    tensors.emplace_back(record_names[3], std::vector{columns(state.held_out.size()), columns(numbers_a_measure)},
                         tables.held_out.data());

    const std::string header = safetensors_header(
        name, tensors, {{"format", std::string(format_name)}, {"training", json.dump()}, {"written_by", written_by()}},
        FloatType::f32);
    FileReplacement file(path, FileReaders::owner);  // it may hold its user's text
    write_safetensors(file, name, header, tensors, FloatType::f32);
    file.commit_durably();
}

TrainingState read_training(const std::filesystem::path& path, const Task& task) {
    return state_of(opened(path), task);
}

TrainingState read_training(const std::filesystem::path& path) {
    const OpenFile file = opened(path);
    JsonObject json(file.json, file.tensors.path());
    const std::string name = json.string("task");
    const Task* task = find_task(name);
    if (task == nullptr) throw Error(file.tensors.path() + ": there is no task " + in_quotes(name));
    if (task->read_corpus != nullptr)
        throw Error(file.tensors.path() + ": the task " + name + " learns a text of its user's, which must be given");
    return state_of(file, *task);
}

}  // namespace glassformer
