// assets/positions/lengths.json: written and read.
#include <cmath>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/model/positional.h"
#include "core/train/ablations/position_lengths.h"

namespace glassformer {

namespace {

constexpr int max_length = 1 << 20;
constexpr std::size_t max_bytes = std::size_t{4} << 20U;

/// The list under a key; Error where there is none.
const Json& list(const Json& object, const char* key, const std::string& source) {
    const Json* const found = object.find(key);
    if (found == nullptr || !found->is_array()) throw Error(source + " needs \"" + key + "\", a list");
    return *found;
}

double number(const Json& value, double least, double most, const char* what, const std::string& source) {
    if (!value.is_number() || !(value.get<double>() >= least && value.get<double>() <= most))
        throw Error(source + " has " + described(value) + " among its " + what);
    return value.get<double>();
}

LengthRun run_from(const Json& json, std::size_t lengths, const std::string& source) {
    JsonObject object(json, source);
    LengthRun run;
    run.seed = object.integer("seed", 0, INT64_MAX);
    run.loss = object.number("loss", 0, 1e9, 0);
    run.diverged_at = static_cast<int>(object.integer("diverged_at", 0, INT32_MAX, 0));
    for (const Json& value : list(json, "accuracy", source))
        run.accuracy.push_back(number(value, 0, 1, "accuracies", source));
    if (run.accuracy.size() > lengths)
        throw Error(source + " has " + std::to_string(run.accuracy.size()) + " accuracies for " +
                    std::to_string(lengths) + " lengths");
    return run;
}

EncodingLengths encoding_from(const Json& json, std::size_t lengths, const std::string& source) {
    JsonObject object(json, source);
    EncodingLengths row;
    row.encoding = object.string("encoding");
    if (find_positional(row.encoding) == nullptr)
        throw Error(source + ": there is no encoding " + in_quotes(row.encoding));
    row.max_seq_len = static_cast<int>(object.integer("max_seq_len", 1, max_length));
    row.training = object.object("training").numbers();
    for (const Json& run : list(json, "runs", source)) row.runs.push_back(run_from(run, lengths, source + ": a run"));
    return row;
}

TaskLengths task_from(const Json& json, const std::string& source) {
    JsonObject object(json, source);
    TaskLengths task;
    task.task = object.string("task");
    task.title = object.string("title", "");
    task.trained_length = static_cast<int>(object.integer("trained_length", 1, max_length));
    task.chance = object.number("chance", 0, 1, 0);
    for (const Json& length : list(json, "lengths", source)) {
        const double value = number(length, 1, max_length, "lengths", source);
        if (value != std::floor(value) || (!task.lengths.empty() && value <= task.lengths.back()))
            throw Error(source + ": lengths are whole numbers that grow, got " + described(length));
        task.lengths.push_back(static_cast<int>(value));
    }
    for (const Json& encoding : list(json, "encodings", source))
        task.encodings.push_back(encoding_from(encoding, task.lengths.size(), source + ": an encoding"));
    return task;
}

Json json_of(const LengthRun& run) {
    Json json;
    json["seed"] = run.seed;
    if (run.diverged_at > 0)
        json["diverged_at"] = run.diverged_at;
    else
        json["loss"] = to_four_digits(run.loss);
    json["accuracy"] = Json::array();
    for (const double accuracy : run.accuracy) json["accuracy"].push_back(to_four_digits(accuracy));
    return json;
}

Json json_of(const EncodingLengths& row) {
    Json json;
    json["encoding"] = row.encoding;
    json["max_seq_len"] = row.max_seq_len;
    json["training"] = Json::object();
    for (const auto& [name, value] : row.training) json["training"][name] = value;
    json["runs"] = Json::array();
    for (const LengthRun& run : row.runs) json["runs"].push_back(json_of(run));
    return json;
}

}  // namespace

void save_position_lengths(const std::filesystem::path& file, const PositionLengths& lengths) {
    Json root;
    root["command"] = lengths.command;
    if (!lengths.note.empty()) root["note"] = lengths.note;
    root["seeds"] = lengths.seeds;
    root["tasks"] = Json::array();
    for (const TaskLengths& task : lengths.tasks) {
        Json& json = root["tasks"].push_back({});
        json["task"] = task.task;
        json["title"] = task.title;
        json["trained_length"] = task.trained_length;
        json["chance"] = to_four_digits(task.chance);
        json["lengths"] = task.lengths;
        json["encodings"] = Json::array();
        for (const EncodingLengths& row : task.encodings) json["encodings"].push_back(json_of(row));
    }
    write_file(file, root.dump() + "\n");
}

PositionLengths load_position_lengths(const std::filesystem::path& file) {
    const Json root = read_json(file, max_bytes);
    const std::string source = path_text(file);
    JsonObject object(root, source);
    PositionLengths lengths;
    lengths.command = object.string("command", "");
    lengths.note = object.string("note", "");
    for (const Json& seed : list(root, "seeds", source))
        lengths.seeds.push_back(static_cast<std::int64_t>(number(seed, 0, 9.2e18, "seeds", source)));
    for (const Json& task : list(root, "tasks", source)) lengths.tasks.push_back(task_from(task, source + ": a task"));
    return lengths;
}

}  // namespace glassformer
