#include "app/commands/manual_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "app/commands/texts.h"

namespace glassformer {

namespace {

/// As it is read: a backslash, a minus that can be copied, and no word that a line begins with is a request.
std::string plain(std::string_view text) {
    std::string written;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) written += "\\&";
        line_begins = c == '\n';
        if (c == '\\')
            written += "\\e";
        else if (c == '-')
            written += "\\-";
        else
            written += c;
    }
    return written;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string variable(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands(
        [](const CLI::App* each) { return !each->get_name().empty() && !each->get_group().empty(); });
}

/// "FILE...", "[FILE]", "[OPTIONS]", in the order in which they are written.
std::string synopsis_of(const CLI::App& app, const std::string& spoken) {
    std::string words = bold(spoken);
    for (const CLI::Option* option : app.get_options())
        if (!option->get_positional() && option->get_required())
            words += " " + bold("--" + option->get_lnames().front()) + " " + variable(option->get_type_name());
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
    if (option.get_type_size() != 0 && !option.get_type_name().empty()) names += " " + variable(option.get_type_name());
    return names;
}

std::string options_of(const CLI::App& app, bool positional) {
    std::string rows;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional() != positional) continue;
        rows += ".TP\n" + head_of(*option) + "\n" + plain(option->get_description()) + "\n";
    }
    return rows;
}

std::string examples_of(const CLI::App& app) {
    std::string lines = app.get_footer();
    if (const std::string_view head = texts::commands::examples; lines.starts_with(head)) lines.erase(0, head.size());
    while (!lines.empty() && lines.back() == '\n') lines.pop_back();
    return lines;
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
    append_section(page, "NAME", plain(name) + " \\- " + plain(what.substr(0, what.find(". "))));
    append_section(page, "SYNOPSIS", synopsis_of(app, spoken));
    append_section(page, "DESCRIPTION", plain(what));
    append_section(page, "ARGUMENTS", options_of(app, true));
    append_section(page, "OPTIONS", options_of(app, false));
    std::string commands, see;
    for (const CLI::App* inner : commands_of(app)) {
        commands += ".TP\n" + bold(inner->get_name()) + "\n" + plain(inner->get_description()) + "\n";
        see += (see.empty() ? "" : ",\n") + fmt::format(".BR {} (1)", plain(name + "-" + inner->get_name()));
    }
    append_section(page, "COMMANDS", commands);
    if (const std::string lines = examples_of(app); !lines.empty())
        append_section(page, "EXAMPLES", ".nf\n" + plain(lines) + "\n.fi\n");
    append_section(page, "EXIT STATUS", plain(texts::commands::manual_exit));
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
