// The one door for JSON: size, nesting and duplicate keys are checked here, and every complaint becomes an Error that
// names the file and the line. Included by core's .cpp files only, so that nlohmann stays out of public headers.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace glassformer {

/// Files that we read nest at most five deep (tokenizer.json); 32 leaves room and keeps hostile nesting out.
constexpr int max_json_depth = 32;

/// Parses JSON; throws Error "SOURCE: line 3: …" for bad syntax, too deep nesting and a key that appears twice.
nlohmann::json parse_json(std::string_view text, const std::string& source);

/// read_file and parse_json; messages name the file's path.
nlohmann::json read_json(const std::filesystem::path& path, std::size_t limit = std::size_t{1} << 20U);

/// A string of a file as a message quotes it: in quotes, escaped, cut after 60 bytes.
std::string in_quotes(std::string_view text);

/// The double whose decimal is the shortest that gives the float back: 1e-05, not 9.99999974737875e-06.
double shortest_decimal(float value);

/// Rounded to four significant digits: enough for a curve that is measured, and its file stays small.
double to_four_digits(double value);

/// "a string", "a list", "12" …: a JSON value as a message names it.
std::string described(const nlohmann::json& value);
/// The same with its type, where that is what is wrong: "the number 12", "the text \"no\"".
std::string with_type(const nlohmann::json& value);

}  // namespace glassformer
