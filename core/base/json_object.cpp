#include "core/base/json_object.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/json_text.h"
#include "core/base/nearest_name.h"

namespace glassformer {

namespace {

using json = nlohmann::json;

std::string number_text(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

}  // namespace

JsonObject::JsonObject(const json& value, std::string source) : value_(&value), source_(std::move(source)) {
    if (!value.is_object()) throw Error(source_ + " must hold a JSON object, not " + described(value));
}

Error JsonObject::error(std::string_view key, const std::string& complaint) const {
    return Error(source_ + ": \"" + path_ + std::string(key) + "\" " + complaint);
}

const json* JsonObject::find(std::string_view key) {
    known_.emplace_back(key);
    const auto entry = value_->find(key);
    return entry == value_->end() ? nullptr : &*entry;
}

const json& JsonObject::require(std::string_view key) {
    const json* value = find(key);
    if (!value) throw error(key, "is missing");
    return *value;
}

bool JsonObject::has(std::string_view key) { return find(key) != nullptr; }

std::int64_t JsonObject::integer(std::string_view key, std::int64_t least, std::int64_t most) {
    const json& value = require(key);
    if (!value.is_number_integer()) throw error(key, "must be a whole number, not " + described(value));
    const bool huge = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
    const std::int64_t number = huge ? INT64_MAX : value.get<std::int64_t>();
    if (number < least || number > most)
        throw error(key, "must be between " + std::to_string(least) + " and " + std::to_string(most) + ", got " +
                             described(value));
    return number;
}

std::int64_t JsonObject::integer(std::string_view key, std::int64_t least, std::int64_t most, std::int64_t otherwise) {
    return has(key) ? integer(key, least, most) : otherwise;
}

double JsonObject::number(std::string_view key, double least, double most, double otherwise) {
    const json* value = find(key);
    if (!value) return otherwise;
    if (!value->is_number()) throw error(key, "must be a number, not " + described(*value));
    const double number = value->get<double>();
    if (!(number >= least && number <= most))
        throw error(
            key, "must be between " + number_text(least) + " and " + number_text(most) + ", got " + described(*value));
    return number;
}

bool JsonObject::boolean(std::string_view key, bool otherwise) {
    const json* value = find(key);
    if (!value) return otherwise;
    if (!value->is_boolean()) throw error(key, "must be true or false, not " + described(*value));
    return value->get<bool>();
}

std::string JsonObject::string(std::string_view key) {
    const json& value = require(key);
    if (!value.is_string()) throw error(key, "must be a string, not " + described(value));
    return value.get<std::string>();
}

std::string JsonObject::string(std::string_view key, std::string_view otherwise) {
    return has(key) ? string(key) : std::string(otherwise);
}

std::vector<std::string> JsonObject::strings(std::string_view key) {
    const json* value = find(key);
    if (!value) return {};
    if (!value->is_array()) throw error(key, "must be a list of strings, not " + described(*value));
    std::vector<std::string> result;
    for (const json& entry : *value) {
        if (!entry.is_string()) throw error(key, "must hold strings only, not " + described(entry));
        result.push_back(entry.get<std::string>());
    }
    return result;
}

JsonObject JsonObject::object(std::string_view key) {
    static const json nothing = json::object();
    const json* value = find(key);
    if (value && !value->is_object()) throw error(key, "must be an object, not " + described(*value));
    JsonObject result(value ? *value : nothing, source_);
    result.path_ = path_ + std::string(key) + ".";
    return result;
}

std::vector<std::pair<std::string, double>> JsonObject::numbers() const {
    std::vector<std::pair<std::string, double>> result;
    for (const auto& [key, value] : value_->items()) {
        if (!value.is_number()) throw error(key, "must be a number, not " + described(value));
        result.emplace_back(key, value.get<double>());
    }
    return result;
}

int JsonObject::choice(std::string_view key, std::span<const std::string_view> names, int otherwise) {
    if (otherwise >= 0 && !has(key)) return otherwise;
    const std::string name = string(key);
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    std::string all;
    for (std::string_view known : names) all += (all.empty() ? "\"" : ", \"") + std::string(known) + "\"";
    throw error(key, "must be one of " + all + ", not " + in_quotes(name));
}

void JsonObject::finish(std::span<const std::string_view> tolerated) const {
    for (const auto& [key, value] : value_->items()) {
        if (key.starts_with('_') || std::ranges::count(known_, key) || std::ranges::count(tolerated, key)) continue;
        // A long key is no typo, and comparing it would cost the product of the lengths.
        const std::string nearest = nearest_name(known_, std::string_view(key).substr(0, 64));
        throw Error(source_ + ": unknown key " + in_quotes(path_ + key) +
                    (nearest.empty() ? "" : "; did you mean \"" + path_ + nearest + "\""));
    }
}

}  // namespace glassformer
