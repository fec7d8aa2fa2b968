#include "core/base/json.h"

#include <algorithm>

namespace glassformer {

// Where the copy of a value fails, libstdc++ 12 destroys a variant that holds none if all of its kinds move without
// failing.
Json::Json() = default;
Json::Json(std::nullptr_t) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(const Json& other) {
    std::visit([this](auto copy) { value_ = std::move(copy); }, other.value_);
}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) { return *this = Json(other); }
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::initializer_list<Entry> entries) : value_(Object(entries)) {}

Json Json::array(std::vector<Json> values) {
    Json list;
    list.value_ = std::move(values);
    return list;
}

Json Json::object() {
    Json made;
    made.value_ = Object();
    return made;
}

bool Json::operator==(const Json& other) const { return value_ == other.value_; }

std::size_t Json::size() const {
    return is_array() ? std::get<Array>(value_).size() : is_object() ? std::get<Object>(value_).size() : 0;
}

const Json* Json::begin() const { return is_array() ? std::get<Array>(value_).data() : nullptr; }

Json& Json::push_back(Json value) {
    if (is_null()) value_ = Array();
    return std::get<Array>(value_).emplace_back(std::move(value));
}

const std::vector<Json::Entry>& Json::items() const { return std::get<Object>(value_); }

const Json* Json::find(std::string_view key) const {
    if (!is_object()) return nullptr;
    const auto entry = std::ranges::find(items(), key, &Entry::key);
    return entry == items().end() ? nullptr : &entry->value;
}

const Json& Json::at(std::string_view key) const { return std::ranges::find(items(), key, &Entry::key)->value; }

Json& Json::operator[](std::string_view key) {
    if (is_null()) value_ = Object();
    Object& entries = std::get<Object>(value_);
    const auto entry = std::ranges::find(entries, key, &Entry::key);
    return entry == entries.end() ? add(std::string(key), nullptr) : entry->value;
}

Json& Json::add(std::string key, Json value) {
    if (is_null()) value_ = Object();
    Object& entries = std::get<Object>(value_);
    return entries.emplace_back(Entry{std::move(key), std::move(value)}).value;
}

void Json::erase(std::string_view key) {
    if (is_object()) std::erase_if(std::get<Object>(value_), [key](const Entry& entry) { return entry.key == key; });
}

void Json::sort_keys() {
    if (is_object()) std::ranges::sort(std::get<Object>(value_), {}, &Entry::key);
}

void Json::merge_patch(const Json& patch) {
    if (!patch.is_object()) {
        *this = patch;
        return;
    }
    if (!is_object()) *this = object();
    for (const auto& [key, value] : patch.items()) {
        if (value.is_null())
            erase(key);
        else
            (*this)[key].merge_patch(value);
    }
}

}  // namespace glassformer
