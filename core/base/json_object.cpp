#include "core/base/json_object.h"

#include <algorithm>

#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

/// What is there in place of what must be: "must be text, not the number 12".
std::string must_be(const char* wanted, const Json& found) {
    return std::string("must be ") + wanted + ", not " + with_type(found);
}

}  // namespace

JsonObject::JsonObject(const Json& value, std::string source, std::string path)
    : value_(&value), source_(std::move(source)), path_(std::move(path)) {
    if (value.is_object()) return;
    if (path_.empty()) throw Error(source_ + " must hold a JSON object, not " + with_type(value));
    throw Error(source_ + ": \"" + path_.substr(0, path_.size() - 1) + "\" " + must_be("an object", value));
}

Error JsonObject::error(std::string_view key, const std::string& complaint) const {
    return Error(source_ + ": " + in_quotes(path_ + std::string(key)) + " " + complaint);
}

const Json* JsonObject::find(std::string_view key) {
    known_.emplace_back(key);
    return value_->find(key);
}

const Json& JsonObject::require(std::string_view key) {
    const Json* value = find(key);
    if (!value) throw error(key, "is missing");
    return *value;
}

bool JsonObject::has(std::string_view key) { return find(key) != nullptr; }

std::int64_t JsonObject::integer(std::string_view key, std::int64_t least, std::int64_t most) {
    const Json& value = require(key);
    if (!value.is_number_integer()) throw error(key, must_be("a whole number", value));
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
    const Json* value = find(key);
    if (!value) return otherwise;
    if (!value->is_number()) throw error(key, must_be("a number", *value));
    const double number = value->get<double>();
    if (!(number >= least && number <= most))
        throw error(key,
                    "must be between " + six_digits(least) + " and " + six_digits(most) + ", got " + described(*value));
    return number;
}

bool JsonObject::boolean(std::string_view key, bool otherwise) {
    const Json* value = find(key);
    if (!value) return otherwise;
    if (!value->is_boolean()) throw error(key, must_be("true or false", *value));
    return value->get<bool>();
}

std::string JsonObject::string(std::string_view key) {
    const Json& value = require(key);
    if (!value.is_string()) throw error(key, must_be("text", value));
    return value.get<std::string>();
}

std::string JsonObject::string(std::string_view key, std::string_view otherwise) {
    return has(key) ? string(key) : std::string(otherwise);
}

std::vector<std::string> JsonObject::strings(std::string_view key) {
    const Json* value = find(key);
    if (!value) return {};
    if (!value->is_array()) throw error(key, must_be("a list of texts", *value));
    std::vector<std::string> result;
    for (const Json& entry : *value) {
        if (!entry.is_string()) throw error(key, "must hold texts only, not " + with_type(entry));
        result.push_back(entry.get<std::string>());
    }
    return result;
}

JsonObject JsonObject::object(std::string_view key) {
    static const Json nothing = Json::object();
    const Json* value = find(key);
    return {value ? *value : nothing, source_, path_ + std::string(key) + "."};
}

const Json& JsonObject::list(std::string_view key) {
    static const Json nothing = Json::array();
    const Json* value = find(key);
    if (value && !value->is_array()) throw error(key, must_be("a list", *value));
    return value ? *value : nothing;
}

std::vector<JsonObject> JsonObject::objects(std::string_view key) {
    std::vector<JsonObject> result;
    for (const Json& entry : list(key))
        result.emplace_back(entry, source_, path_ + std::string(key) + "[" + std::to_string(result.size()) + "].");
    return result;
}

const Json& JsonObject::value(std::string_view key) { return require(key); }

std::vector<std::pair<std::string, double>> JsonObject::numbers() const {
    std::vector<std::pair<std::string, double>> result;
    for (const auto& [key, value] : value_->items()) {
        if (!value.is_number()) throw error(key, must_be("a number", value));
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
