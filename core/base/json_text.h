// The one door for JSON: size, nesting and duplicate keys are checked here, and every complaint becomes an Error that
// names the file and the line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.h"

namespace glassformer {

/// Files that we read nest at most five deep (tokenizer.json); 32 leaves room and keeps hostile nesting out.
constexpr int max_json_depth = 32;

enum class KeyOrder : std::uint8_t { sorted, as_written };

/// Parses JSON; throws Error "SOURCE: line 3: …" for bad syntax, too deep nesting and a key that appears twice.
Json parse_json(std::string_view text, const std::string& source, KeyOrder order = KeyOrder::sorted);

/// The same, in the order in which it was written; nothing where parse_json() complains.
std::optional<Json> json_in(std::string_view text);

/// read_file and parse_json; messages name the file's path.
Json read_json(const std::filesystem::path& path, std::size_t limit = std::size_t{1} << 20U);

/// A string of a file as a message quotes it: in quotes, escaped, cut after 60 bytes.
std::string in_quotes(std::string_view text);

/// The double whose decimal is the shortest that gives the float back: 1e-05, not 9.99999974737875e-06.
double shortest_decimal(float value);

/// Rounded to four significant digits: enough for a curve that is measured, and its file stays small.
double to_four_digits(double value);

/// "a string", "a list", "12" …: a JSON value as a message names it.
std::string described(const Json& value);
/// The same with its type, where that is what is wrong: "the number 12", "the text \"no\"".
std::string with_type(const Json& value);

}  // namespace glassformer
