#include "app/views/shared/view_values.h"

#include <fmt/core.h>

#include "app/views/shared/texts.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"

namespace glassformer {

namespace {

/// null where the name is missing or its text is no JSON.
Json found(const ViewValues& values, const std::string& name) {
    const auto at = values.find(name);
    return at == values.end() ? Json() : json_in(at->second).value_or(Json());
}

}  // namespace

int ViewReader::whole(const std::string& name, int now, int low, int high) const {
    const Json value = found(values_, name);
    if (!value.is_number_integer()) return now;
    const auto number = value.get<std::int64_t>();
    return number >= low && number <= high ? static_cast<int>(number) : now;
}

float ViewReader::number(const std::string& name, float now, float low, float high) const {
    const Json value = found(values_, name);
    if (!value.is_number()) return now;
    const auto number = value.get<float>();
    return number >= low && number <= high ? number : now;
}

bool ViewReader::yes(const std::string& name, bool now) const {
    const Json value = found(values_, name);
    return value.is_boolean() ? value.get<bool>() : now;
}

std::string ViewReader::text(const std::string& name, const std::string& now) const {
    const Json value = found(values_, name);
    return value.is_string() ? value.get<std::string>() : now;
}

std::vector<int> ViewReader::wholes(const std::string& name, const std::vector<int>& now) const {
    const Json value = found(values_, name);
    if (!value.is_array()) return now;
    std::vector<int> all;
    for (const Json& entry : value) {
        if (!entry.is_number_integer()) return now;
        all.push_back(entry.get<int>());
    }
    return all;
}

std::string value_text(int value) { return Json(value).dump(); }
std::string value_text(float value) { return Json(value).dump(); }
std::string value_text(bool value) { return Json(value).dump(); }
std::string value_text(const std::string& value) { return Json(value).dump(); }
std::string value_text(const std::vector<int>& values) { return Json(values).dump(); }

void refuse_words(const char* sentence, const std::string& words, const std::vector<std::string>& known) {
    const std::string near = nearest_name(known, words);
    throw Error(fmt::format(fmt::runtime(sentence), in_quotes(words)) +
                (near.empty() ? "" : fmt::format(texts::shared::did_you_mean, in_quotes(near))));
}

}  // namespace glassformer
