// assets/positions/lengths.json: written and read.
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/model/positional.h"
#include "core/train/experiments/position_lengths.h"

namespace glassformer {

namespace {

constexpr int max_length = 1 << 20;
constexpr std::size_t max_bytes = std::size_t{4} << 20U;

/// The list under a key; Error where there is none.
const nlohmann::json& list(const nlohmann::json& object, const char* key, const std::string& source) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end() || !found->is_array())
        throw Error(source + " needs \"" + key + "\", a list");
    return *found;
}

double number(const nlohmann::json& value, double least, double most, const char* what, const std::string& source) {
    if (!value.is_number() || !(value.get<double>() >= least && value.get<double>() <= most))
        throw Error(source + " has " + described(value) + " among its " + what);
    return value.get<double>();
}

LengthRun run_from(const nlohmann::json& json, std::size_t lengths, const std::string& source) {
    JsonObject object(json, source);
    LengthRun run;
    run.seed = object.integer("seed", 0, INT64_MAX);
    run.loss = object.number("loss", 0, 1e9, 0);
    run.diverged_at = static_cast<int>(object.integer("diverged_at", 0, INT32_MAX, 0));
    for (const nlohmann::json& value : list(json, "accuracy", source))
        run.accuracy.push_back(number(value, 0, 1, "accuracies", source));
    if (run.accuracy.size() > lengths)
        throw Error(source + " has " + std::to_string(run.accuracy.size()) + " accuracies for " +
                    std::to_string(lengths) + " lengths");
    return run;
}

EncodingLengths encoding_from(const nlohmann::json& json, std::size_t lengths, const std::string& source) {
    JsonObject object(json, source);
    EncodingLengths row;
    row.encoding = object.string("encoding");
    if (find_positional(row.encoding) == nullptr)
        throw Error(source + ": there is no encoding " + in_quotes(row.encoding));
    row.max_seq_len = static_cast<int>(object.integer("max_seq_len", 1, max_length));
    row.training = object.object("training").numbers();
    for (const nlohmann::json& run : list(json, "runs", source))
        row.runs.push_back(run_from(run, lengths, source + ": a run"));
    return row;
}

TaskLengths task_from(const nlohmann::json& json, const std::string& source) {
    JsonObject object(json, source);
    TaskLengths task;
    task.task = object.string("task");
    task.title = object.string("title", "");
    task.trained_length = static_cast<int>(object.integer("trained_length", 1, max_length));
    task.chance = object.number("chance", 0, 1, 0);
    for (const nlohmann::json& length : list(json, "lengths", source)) {
        const double value = number(length, 1, max_length, "lengths", source);
        if (value != std::floor(value) || (!task.lengths.empty() && value <= task.lengths.back()))
            throw Error(source + ": lengths are whole numbers that grow, got " + described(length));
        task.lengths.push_back(static_cast<int>(value));
    }
    for (const nlohmann::json& encoding : list(json, "encodings", source))
        task.encodings.push_back(encoding_from(encoding, task.lengths.size(), source + ": an encoding"));
    return task;
}

nlohmann::ordered_json json_of(const LengthRun& run) {
    nlohmann::ordered_json json;
    json["seed"] = run.seed;
    if (run.diverged_at > 0)
        json["diverged_at"] = run.diverged_at;
    else
        json["loss"] = to_four_digits(run.loss);
    json["accuracy"] = nlohmann::ordered_json::array();
    for (const double accuracy : run.accuracy) json["accuracy"].push_back(to_four_digits(accuracy));
    return json;
}

nlohmann::ordered_json json_of(const EncodingLengths& row) {
    nlohmann::ordered_json json;
    json["encoding"] = row.encoding;
    json["max_seq_len"] = row.max_seq_len;
    json["training"] = nlohmann::ordered_json::object();
    for (const auto& [name, value] : row.training) json["training"][name] = value;
    json["runs"] = nlohmann::ordered_json::array();
    for (const LengthRun& run : row.runs) json["runs"].push_back(json_of(run));
    return json;
}

}  // namespace

void save_position_lengths(const std::filesystem::path& file, const PositionLengths& lengths) {
    nlohmann::ordered_json root;
    root["command"] = lengths.command;
    if (!lengths.note.empty()) root["note"] = lengths.note;
    root["seeds"] = lengths.seeds;
    root["tasks"] = nlohmann::ordered_json::array();
    for (const TaskLengths& task : lengths.tasks) {
        nlohmann::ordered_json& json = root["tasks"].emplace_back();
        json["task"] = task.task;
        json["title"] = task.title;
        json["trained_length"] = task.trained_length;
        json["chance"] = to_four_digits(task.chance);
        json["lengths"] = task.lengths;
        json["encodings"] = nlohmann::ordered_json::array();
        for (const EncodingLengths& row : task.encodings) json["encodings"].push_back(json_of(row));
    }
    write_file(file, root.dump() + "\n");
}

PositionLengths load_position_lengths(const std::filesystem::path& file) {
    const nlohmann::json root = read_json(file, max_bytes);
    const std::string source = path_text(file);
    JsonObject object(root, source);
    PositionLengths lengths;
    lengths.command = object.string("command", "");
    lengths.note = object.string("note", "");
    for (const nlohmann::json& seed : list(root, "seeds", source))
        lengths.seeds.push_back(static_cast<std::int64_t>(number(seed, 0, 9.2e18, "seeds", source)));
    for (const nlohmann::json& task : list(root, "tasks", source))
        lengths.tasks.push_back(task_from(task, source + ": a task"));
    return lengths;
}

}  // namespace glassformer
