#include "core/base/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

std::string at_line(const std::string& source, std::string_view text, std::size_t byte) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    return source + ": line " + std::to_string(1 + std::count(text.begin(), end, '\n')) + ": ";
}

// Before parsing: the nesting costs the parser memory and a recursive reader its stack.
void check_depth(std::string_view text, const std::string& source) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > max_json_depth)
                throw Error(at_line(source, text, i) + "the JSON is nested more than " +
                            std::to_string(max_json_depth) + " deep");
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
}

/// Says in our own words where JSON is broken; `byte` is the first one that cannot follow.
std::string broken_at(const std::string& source, std::string_view text, std::size_t byte) {
    const std::size_t at = std::min(byte, text.size());
    const std::size_t line_start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is the first byte
    std::size_t column = 1;
    for (const char c : text.substr(line_start, at - line_start))
        column += (static_cast<unsigned char>(c) & 0xC0U) == 0x80U ? 0 : 1;
    const auto lines = 1 + std::ranges::count(text.substr(0, at), '\n');
    const std::string place = source + ": line " + std::to_string(lines) + ", column " + std::to_string(column) + ": ";
    if (at == text.size()) return place + "the JSON ends too early";
    const auto code = static_cast<unsigned char>(text[at]);
    if (code >= 0x80U) return place + "this is not JSON, or a character is not valid UTF-8";
    if (code == '\n' || code == '\r') return place + "the line ends too early";
    return place + "the JSON is broken at " + in_quotes(text.substr(at, 1));
}

/// Builds a value of our own from what the library finds: its own values take memory when they are destroyed.
class Reader {
public:
    Reader(std::string_view text, const std::string& source, KeyOrder order)
        : text_(text), source_(source), order_(order) {}

    Json take() { return std::move(root_); }

    // What the library calls; true: go on.
    bool null() { return value(nullptr); }
    bool boolean(bool flag) { return value(flag); }
    bool number_integer(std::int64_t number) { return value(number); }
    bool number_unsigned(std::uint64_t number) { return value(number); }
    bool number_float(double number, const std::string&) { return value(number); }
    bool string(std::string& text) { return value(std::move(text)); }
    template <class Bytes>
    bool binary(Bytes&) {
        return false;  // not in a text
    }
    bool start_object(std::size_t) { return start(Json::object()); }
    bool key(std::string& name) {
        key_ = std::move(name);
        return true;
    }
    bool end_object() {
        if (order_ == KeyOrder::sorted) open_.back()->sort_keys();
        check_keys(open_.back()->items());
        return end_array();
    }
    bool start_array(std::size_t) { return start(Json::array()); }
    bool end_array() {
        open_.pop_back();
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& problem) {
        const auto* broken = dynamic_cast<const nlohmann::json::parse_error*>(&problem);
        if (broken == nullptr) throw Error(source_ + ": the JSON holds a number that is too large");
        throw Error(broken_at(source_, text_, broken->byte == 0 ? 0 : broken->byte - 1));
    }

private:
    void check_keys(const std::vector<Json::Entry>& entries) {
        keys_.clear();
        for (const Json::Entry& entry : entries) keys_.push_back(entry.key);
        if (order_ != KeyOrder::sorted) std::ranges::sort(keys_);
        const auto twice = std::ranges::adjacent_find(keys_);
        if (twice != keys_.end()) throw Error(source_ + ": the key " + in_quotes(*twice) + " appears twice");
    }
    Json& put(Json made) {
        if (open_.empty()) return root_ = std::move(made);
        Json& within = *open_.back();
        return within.is_object() ? within.add(std::move(key_), std::move(made)) : within.push_back(std::move(made));
    }
    bool value(Json made) {
        put(std::move(made));
        return true;
    }
    bool start(Json made) {
        open_.push_back(&put(std::move(made)));  // stays where it is: nothing is added beside it while it is open
        return true;
    }

    std::string_view text_;
    const std::string& source_;
    KeyOrder order_;
    Json root_;
    std::vector<Json*> open_;             // from the root inwards
    std::vector<std::string_view> keys_;  // of the object that ends
    std::string key_;
};

}  // namespace

Json parse_json(std::string_view text, const std::string& source, KeyOrder order) {
    check_depth(text, source);
    Reader reader(text, source, order);
    nlohmann::json::sax_parse(text, &reader);
    return reader.take();
}

std::optional<Json> json_in(std::string_view text) try {
    return parse_json(text, "", KeyOrder::as_written);
} catch (const Error&) {
    return {};
}

Json read_json(const std::filesystem::path& path, std::size_t limit) {
    return parse_json(read_file(path, limit), path_text(path));
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::size_t end = std::min(text.size(), longest);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    std::string result = printable(json_string(text.substr(0, end)));
    if (end < text.size()) result.insert(result.size() - 1, "…");
    return result;
}

std::string described(const Json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_string()) return in_quotes(value.text());
    return value.dump();
}

std::string with_type(const Json& value) {
    return value.is_string()   ? "the text " + described(value)
           : value.is_number() ? "the number " + described(value)
                               : described(value);
}

double to_four_digits(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return std::stod(text.data());
}

double shortest_decimal(float value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    double result = 0;
    std::from_chars(digits.data(), end, result);
    return result;
}

}  // namespace glassformer
