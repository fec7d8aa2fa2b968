#include "app/views/shared/view_values.h"

#include <nlohmann/json.hpp>

namespace glassformer {

using nlohmann::json;

namespace {

/// Discarded where the name is missing or its text is no JSON.
json found(const ViewValues& values, const std::string& name) {
    const auto at = values.find(name);
    return at == values.end() ? json(json::value_t::discarded) : json::parse(at->second, nullptr, false);
}

}  // namespace

int ViewReader::whole(const std::string& name, int now, int low, int high) const {
    const json value = found(values_, name);
    if (!value.is_number_integer()) return now;
    const auto number = value.get<std::int64_t>();
    return number >= low && number <= high ? static_cast<int>(number) : now;
}

float ViewReader::number(const std::string& name, float now, float low, float high) const {
    const json value = found(values_, name);
    if (!value.is_number()) return now;
    const auto number = value.get<float>();
    return number >= low && number <= high ? number : now;
}

bool ViewReader::yes(const std::string& name, bool now) const {
    const json value = found(values_, name);
    return value.is_boolean() ? value.get<bool>() : now;
}

std::string ViewReader::text(const std::string& name, const std::string& now) const {
    const json value = found(values_, name);
    return value.is_string() ? value.get<std::string>() : now;
}

std::vector<int> ViewReader::wholes(const std::string& name, const std::vector<int>& now) const {
    const json value = found(values_, name);
    if (!value.is_array()) return now;
    std::vector<int> all;
    for (const json& entry : value) {
        if (!entry.is_number_integer()) return now;
        all.push_back(entry.get<int>());
    }
    return all;
}

std::string value_text(int value) { return json(value).dump(); }
std::string value_text(float value) { return json(value).dump(); }
std::string value_text(bool value) { return json(value).dump(); }
std::string value_text(const std::string& value) {
    return json(value).dump(-1, ' ', false, json::error_handler_t::replace);
}
std::string value_text(const std::vector<int>& values) { return json(values).dump(); }

}  // namespace glassformer
