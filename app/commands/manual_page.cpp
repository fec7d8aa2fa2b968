#include "app/commands/manual_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/commands/texts.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

/// What man would print as another sign, which nobody could copy into a shell.
constexpr std::pair<char, const char*> signs[] = {
    {'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"},
};

/// As it is read; and no word that a line begins with is a request.
std::string plain(std::string_view text) {
    std::string written;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && c == '.') written += "\\&";
        line_begins = c == '\n';
        const auto* const sign = std::ranges::find(signs, c, &std::pair<char, const char*>::first);
        if (sign != std::end(signs))
            written += sign->second;
        else
            written += c;
    }
    return written;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string variable(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

/// "INT" of "INT:INT in [1 - 8]", which is how CLI11 writes a type and its bounds.
std::string type_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));
}

/// The description, with the bounds that it leaves out.
std::string description_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::string& text = option.get_description();
    const std::size_t open = type.find(" in ["), middle = type.find(" - ", open), close = type.find(']', open);
    if (open == std::string::npos || middle == std::string::npos || close == std::string::npos) return text;
    const std::string bounds = fmt::format(texts::commands::manual_bounds, type.substr(open + 5, middle - open - 5),
                                           type.substr(middle + 3, close - middle - 3));
    return text.find(bounds) != std::string::npos ? text : text + " (" + bounds + ")";
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands(
        [](const CLI::App* each) { return !each->get_name().empty() && !each->get_group().empty(); });
}

/// "FILE...", "[FILE]", "[OPTIONS]", in the order in which they are written.
std::string synopsis_of(const CLI::App& app, const std::string& spoken) {
    std::string words = bold(spoken);
    for (const CLI::Option* option : app.get_options())
        if (!option->get_positional() && option->get_required())
            words += " " + bold("--" + option->get_lnames().front()) + " " + variable(type_of(*option));
    words += " [" + variable(texts::commands::manual_options) + "]";
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional()) continue;
        const bool several = option->get_items_expected_max() > 1;
        const std::string name = variable(option->get_name(true)) + (several ? " ..." : "");
        words += option->get_required() ? " " + name : " [" + name + "]";
    }
    if (!commands_of(app).empty()) {
        const std::string name = variable(texts::commands::manual_command);
        words += app.get_require_subcommand_min() > 0 ? " " + name : " [" + name + "]";
    }
    return words;
}

/// "-h, --help", "--model TEXT"
std::string head_of(const CLI::Option& option) {
    std::string names;
    const auto add = [&names](const std::string& name) { names += (names.empty() ? "" : ", ") + bold(name); };
    if (option.get_positional()) return variable(option.get_name(true));
    for (const std::string& name : option.get_snames()) add("-" + name);
    for (const std::string& name : option.get_lnames()) add("--" + name);
    if (option.get_type_size() != 0 && !type_of(option).empty()) names += " " + variable(type_of(option));
    return names;
}

std::string options_of(const CLI::App& app, bool positional) {
    std::string rows;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional() != positional) continue;
        rows += ".TP\n" + head_of(*option) + "\n" + plain(description_of(*option)) + "\n";
    }
    return rows;
}

/// What --help writes below this heading; "" where there is none.
std::string below(const CLI::App& app, std::string_view heading) {
    const std::string footer = app.get_footer();
    const std::size_t begin = footer.find(heading);
    if (begin == std::string::npos) return "";
    std::string lines = footer.substr(begin + heading.size());
    lines.resize(std::min(lines.size(), lines.find("\n\n")));
    while (!lines.empty() && lines.back() == '\n') lines.pop_back();
    return lines;
}

/// "  HF_TOKEN: a token": a row each.
std::string variables_of(const CLI::App& app) {
    std::string rows;
    for (const std::string& line : split_lines(below(app, texts::commands::environment))) {
        const std::size_t name = line.find_first_not_of(' '), colon = line.find(": ");
        if (name == std::string::npos || colon == std::string::npos) continue;
        rows += ".TP\n" + bold(line.substr(name, colon - name)) + "\n" + plain(line.substr(colon + 2)) + "\n";
    }
    return rows;
}

void append_section(std::string& page, std::string_view title, const std::string& text) {
    if (text.empty()) return;
    page += fmt::format(".SH {}\n{}", title, text);
    if (text.back() != '\n') page += '\n';
}

/// `above`: the words of the command line in front of the command's own name.
void append_pages(const CLI::App& app, const std::string& above, const std::string& version,
                  std::vector<ManualPage>& pages) {
    const std::string spoken = above.empty() ? app.get_name() : above + " " + app.get_name();
    std::string name = spoken;
    std::ranges::replace(name, ' ', '-');
    std::string capitals = name;
    std::ranges::transform(capitals, capitals.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    std::string page = fmt::format(".TH {} 1 \"\" \"Glassformer {}\" \"{}\"\n", plain(capitals), version,
                                   texts::commands::manual_title);
    const std::string what = app.get_description();
    const std::string first = what.substr(0, what.find(". "));
    append_section(page, "NAME", plain(name) + " \\- " + plain(first));
    append_section(page, "SYNOPSIS", synopsis_of(app, spoken));
    if (what != first) append_section(page, "DESCRIPTION", plain(what));
    append_section(page, "ARGUMENTS", options_of(app, true));
    append_section(page, "OPTIONS", options_of(app, false));
    std::string commands, see;
    for (const CLI::App* inner : commands_of(app)) {
        commands += ".TP\n" + bold(inner->get_name()) + "\n" + plain(inner->get_description()) + "\n";
        see += (see.empty() ? "" : ",\n") + fmt::format(".BR {} (1)", plain(name + "-" + inner->get_name()));
    }
    append_section(page, "SUBCOMMANDS", commands);
    if (const std::string lines = below(app, texts::commands::examples); !lines.empty())
        append_section(page, "EXAMPLES", ".nf\n" + plain(lines) + "\n.fi\n");
    append_section(page, "EXIT STATUS", plain(texts::commands::manual_exit));
    append_section(page, "ENVIRONMENT", variables_of(app));
    if (above.empty()) append_section(page, "FILES", texts::commands::manual_files);
    const std::string outer = above.empty() ? "" : above;
    if (!outer.empty()) {
        std::string dashed = outer;
        std::ranges::replace(dashed, ' ', '-');
        see = fmt::format(".BR {} (1)", plain(dashed)) + (see.empty() ? "" : ",\n") + see;
    }
    append_section(page, "SEE ALSO", see);
    pages.push_back({std::move(name), std::move(page)});
    for (const CLI::App* inner : commands_of(app)) append_pages(*inner, spoken, version, pages);
}

}  // namespace

std::vector<ManualPage> manual_pages(const CLI::App& program, const std::string& version) {
    std::vector<ManualPage> pages;
    append_pages(program, "", version, pages);
    return pages;
}

}  // namespace glassformer
