#include "core/base/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

using json = nlohmann::json;

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
    return place + "the JSON is broken at " + in_quotes(text.substr(at, 1));
}

}  // namespace

json parse_json(std::string_view text, const std::string& source) {
    check_depth(text, source);
    std::vector<std::set<std::string>> keys;  // of the objects that are open
    const json::parser_callback_t no_duplicates = [&](int, json::parse_event_t event, json& value) {
        if (event == json::parse_event_t::object_start) keys.emplace_back();
        if (event == json::parse_event_t::object_end) keys.pop_back();
        if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
            throw Error(source + ": the key " + in_quotes(value.get<std::string>()) + " appears twice");
        return true;
    };
    try {
        return json::parse(text, no_duplicates);
    } catch (const json::parse_error& problem) {
        throw Error(broken_at(source, text, problem.byte == 0 ? 0 : problem.byte - 1));
    } catch (const json::exception&) {
        throw Error(source + ": the JSON holds a number that is too large");
    }
}

json read_json(const std::filesystem::path& path, std::size_t limit) {
    return parse_json(read_file(path, limit), path_text(path));
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::size_t end = std::min(text.size(), longest);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    std::string result = printable(json(text.substr(0, end)).dump(-1, ' ', false, json::error_handler_t::replace));
    if (end < text.size()) result.insert(result.size() - 1, "…");
    return result;
}

std::string described(const json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
    return value.dump();
}

std::string with_type(const json& value) {
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
