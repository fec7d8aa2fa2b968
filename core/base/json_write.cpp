// JSON values as text, as the JSON library writes them.
#include <nlohmann/json.hpp>

#include "core/base/json.h"

namespace glassformer {

namespace {

void start_line(std::string& text, int indent, int depth) {
    if (indent < 0) return;
    text += '\n';
    text.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(depth), ' ');
}

}  // namespace

std::string json_string(std::string_view text) {
    using Library = nlohmann::json;
    return Library(text).dump(-1, ' ', false, Library::error_handler_t::replace);
}

void Json::write(std::string& text, int indent, int depth) const {
    const auto list = [&](char open, char close, const auto& values, const auto& write_one) {
        text += open;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) text += ',';
            start_line(text, indent, depth + 1);
            write_one(values[i]);
        }
        if (!values.empty()) start_line(text, indent, depth);
        text += close;
    };
    if (is_array()) {
        list('[', ']', std::get<Array>(value_), [&](const Json& value) { value.write(text, indent, depth + 1); });
    } else if (is_object()) {
        list('{', '}', items(), [&](const Entry& entry) {
            text += json_string(entry.key);
            text += indent < 0 ? ":" : ": ";
            entry.value.write(text, indent, depth + 1);
        });
    } else if (is_string()) {
        text += json_string(this->text());
    } else if (is_number_unsigned()) {
        text += std::to_string(get<std::uint64_t>());
    } else if (is_number_integer()) {
        text += std::to_string(get<std::int64_t>());
    } else if (is_number()) {
        text += nlohmann::json(get<double>()).dump();
    } else {
        text += is_null() ? "null" : get<bool>() ? "true" : "false";
    }
}

std::string Json::dump(int indent) const {
    std::string text;
    write(text, indent, 0);
    return text;
}

}  // namespace glassformer
