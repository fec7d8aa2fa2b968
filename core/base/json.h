// A JSON value: read by json_text.h, built by whoever writes a file, and turned into text by dump(). Objects keep the
// order in which their keys were added. Neither moving nor destroying one takes memory, so that a failure for want of
// memory finds its way out through any of them.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace glassformer {

class Json {
public:
    struct Entry;

    Json();  // null; becomes an object by its first key and a list by its first push_back()
    Json(std::nullptr_t);
    template <std::same_as<bool> Flag>
    Json(Flag value);
    template <std::integral Whole>
    requires(!std::same_as<Whole, bool>) Json(Whole value);
    template <std::floating_point Number>
    Json(Number value);
    Json(std::string text);
    Json(std::string_view text);
    Json(const char* text);
    template <class Value>
    Json(const std::vector<Value>& values);
    template <class Value, std::size_t count>
    Json(const std::array<Value, count>& values);
    /// An object: {{"key", 1}, {"other", "text"}}.
    Json(std::initializer_list<Entry> entries);

    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    ~Json();

    static Json array(std::vector<Json> values = {});
    static Json object();

    bool is_null() const { return is<std::nullptr_t>(); }
    bool is_boolean() const { return is<bool>(); }
    bool is_string() const { return is<std::string>(); }
    bool is_array() const { return is<Array>(); }
    bool is_object() const { return is<Object>(); }
    bool is_number_unsigned() const { return is<std::uint64_t>(); }  // as read: a whole number without a minus
    bool is_number_integer() const { return is<std::int64_t>() || is<std::uint64_t>(); }
    bool is_number() const { return is_number_integer() || is<double>(); }

    /// A text, a truth value, or a number as the type that is asked for. What it is must have been asked before.
    template <class Value>
    Value get() const {
        if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::string>)
            return std::get<Value>(value_);
        else if (is<double>())
            return static_cast<Value>(std::get<double>(value_));
        else if (is<std::uint64_t>())
            return static_cast<Value>(std::get<std::uint64_t>(value_));
        else
            return static_cast<Value>(std::get<std::int64_t>(value_));
    }
    const std::string& text() const { return std::get<std::string>(value_); }

    /// Of a list and of an object; 0 of everything else.
    std::size_t size() const;
    bool empty() const { return size() == 0; }

    /// The values of a list.
    const Json* begin() const;
    const Json* end() const { return begin() + (is_array() ? size() : 0); }
    const Json& operator[](std::size_t index) const { return begin()[index]; }
    Json& push_back(Json value);

    /// The entries of an object, each with `key` and `value`.
    const std::vector<Entry>& items() const;
    const Json* find(std::string_view key) const;  // null where it is missing, and where this is no object
    bool contains(std::string_view key) const { return find(key) != nullptr; }
    const Json& at(std::string_view key) const;  // which must be there
    Json& operator[](std::string_view key);      // made where it is missing
    Json& add(std::string key, Json value);      // without a look whether it is there
    void erase(std::string_view key);
    void sort_keys();
    /// RFC 7396: the patch's keys are set, also within objects, and those that it has as null are taken out.
    void merge_patch(const Json& patch);

    /// The text in one line, or with every entry in a line of its own, `indent` spaces further in than what holds it.
    /// Bytes that are no UTF-8 become U+FFFD, numbers that are not finite null.
    std::string dump(int indent = -1) const;

    bool operator==(const Json& other) const;

private:
    using Array = std::vector<Json>;
    using Object = std::vector<Entry>;

    template <class Kind>
    bool is() const {
        return std::holds_alternative<Kind>(value_);
    }
    void write(std::string& text, int indent, int depth) const;

    std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_;
};

struct Json::Entry {
    std::string key;
    Json value;
    bool operator==(const Entry&) const = default;
};

// Below the entry, which the value holds: a constructor needs it whole.
template <std::same_as<bool> Flag>
Json::Json(Flag value) : value_(value) {}
template <std::integral Whole>
requires(!std::same_as<Whole, bool>) Json::Json(Whole value)
    : value_(static_cast<std::conditional_t<std::is_signed_v<Whole>, std::int64_t, std::uint64_t>>(value)) {}
template <std::floating_point Number>
Json::Json(Number value) : value_(static_cast<double>(value)) {}
template <class Value>
Json::Json(const std::vector<Value>& values) : value_(Array()) {
    for (const Value& value : values) push_back(value);
}
template <class Value, std::size_t count>
Json::Json(const std::array<Value, count>& values) : value_(Array()) {
    for (const Value& value : values) push_back(value);
}

/// A text as JSON writes it: in quotes, escaped.
std::string json_string(std::string_view text);

}  // namespace glassformer
