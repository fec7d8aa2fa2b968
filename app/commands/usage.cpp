#include "app/commands/usage.h"

#include <fmt/core.h>

#include <cstdlib>

#include "app/commands/texts.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"

namespace glassformer {

namespace {

/// What stands between two marks; "" where they are not there.
std::string between(const std::string& text, std::string_view before, std::string_view after) {
    const std::size_t start = text.find(before);
    if (start == std::string::npos) return "";
    const std::size_t from = start + before.size(), end = after.empty() ? text.size() : text.find(after, from);
    return end == std::string::npos ? "" : text.substr(from, end - from);
}

/// "256" of "256.000000"
std::string plain_number(const std::string& number) {
    return fmt::format("{:.15g}", std::strtod(number.c_str(), nullptr));
}

/// "--hops: Value -1 not in range 0.000000 to 17976…" in our words; "" for another message.
std::string range_sentence(const std::string& message) {
    const std::string option = message.substr(0, message.find(':'));
    const std::string value = between(message, "Value ", " not in range");
    std::string range = between(message, "not in range ", "");
    if (value.empty() || range.empty()) return "";
    if (range.front() == '[') range = between(range, "[", "]");
    const bool dashed = range.find(" to ") == std::string::npos;
    const std::size_t middle = range.find(dashed ? " - " : " to ");
    if (middle == std::string::npos) return "";
    const std::string low = plain_number(range.substr(0, middle)), high = range.substr(middle + (dashed ? 3 : 4));
    constexpr double endless = 1e300;
    if (std::strtod(high.c_str(), nullptr) > endless) return fmt::format(texts::commands::at_least, option, low, value);
    return fmt::format(texts::commands::from_to, option, low, plain_number(high), value);
}

/// The command that was begun and lacks its subcommand: the last word that names one.
const CLI::App* begun(const CLI::App& app, const std::vector<std::string>& words, std::string& next) {
    const CLI::App* at = &app;
    for (const std::string& word : words) {
        const CLI::App* inner = nullptr;
        for (const CLI::App* each : at->get_subcommands([](const CLI::App*) { return true; }))
            if (each->get_name() == word) inner = each;
        if (inner == nullptr) {
            if (!word.starts_with("-")) next = word;
            break;
        }
        at = inner;
    }
    return at;
}

/// What an option takes that was given no number of its kind.
std::string number_sentence(const CLI::App& app, const std::vector<std::string>& words, const std::string& option,
                            const std::string& value) {
    std::string ignored;
    const CLI::Option* const wanted = begun(app, words, ignored)->get_option_no_throw(option);
    if (wanted == nullptr || wanted->get_type_name().find("INT") == std::string::npos)
        return fmt::format(texts::commands::number_wanted, option, in_quotes(value));
    const std::size_t sign = value.starts_with('-') || value.starts_with('+') ? 1 : 0;
    const bool whole = value.size() > sign && value.find_first_not_of("0123456789", sign) == std::string::npos;
    if (!whole) return fmt::format(texts::commands::whole_number_wanted, option, in_quotes(value));
    return value.starts_with('-') ? fmt::format(texts::commands::number_too_small, option, value)
                                  : fmt::format(texts::commands::number_too_large, option, value);
}

/// "generate has no option "--modle"; did you mean "--model"?"; "" where every option is known.
std::string option_sentence(const CLI::App& app, const std::vector<std::string>& words) {
    std::string ignored;
    const CLI::App* const at = begun(app, words, ignored);
    std::vector<std::string> known;
    for (const CLI::Option* option : at->get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& word : words) {
        const std::string name = word.substr(0, word.find('='));
        if (!name.starts_with("--") || name == "--" || app.get_option_no_throw(name) != nullptr ||
            at->get_option_no_throw(name) != nullptr)
            continue;
        const std::string near = nearest_name(known, name);
        return fmt::format(texts::commands::no_option, at->get_name(), in_quotes(name),
                           near.empty() ? "" : fmt::format(texts::commands::did_you_mean, near));
    }
    return "";
}

}  // namespace

std::string nearest_subcommand(const CLI::App& app, std::string_view written) {
    std::vector<std::string> names;
    for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(each->get_name());
    const std::string near = nearest_name(names, written);
    return near.empty() ? "" : fmt::format(texts::commands::did_you_mean, near);
}

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
    const std::string message = error.what();
    if (const std::string option = between(message, "Could not convert: ", " = "); !option.empty())
        return number_sentence(app, words, option, between(message, " = ", ""));
    if (std::string range = range_sentence(message); !range.empty()) return range;
    if (message == "A subcommand is required") {
        std::string next;
        const CLI::App* const at = begun(app, words, next);
        if (!next.empty())
            return fmt::format(texts::commands::no_inner_subcommand, at->get_name(), in_quotes(next),
                               nearest_subcommand(*at, next));
    }
    if (std::string option = option_sentence(app, words); !option.empty()) return option;
    return fmt::format(texts::commands::see_help, message);
}

void give_examples(CLI::App& command, const char* lines) {
    command.footer(std::string(texts::commands::examples) + lines);
}

void give_variables(CLI::App& command, const char* lines) {
    command.footer(command.get_footer() + "\n" + texts::commands::environment + lines);
}

}  // namespace glassformer
