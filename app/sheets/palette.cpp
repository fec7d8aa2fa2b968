#include "app/sheets/palette.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "app/sheets/fuzzy.h"
#include "app/sheets/texts.h"
#include "app/views/shared/commands.h"

namespace glassformer {

namespace {

constexpr int own_name = 10;  // what a command's own name is worth before its group's

struct CommandText {
    Command command;
    std::string what, group, keys;
};

/// One row per command, with all its keys.
std::vector<CommandText> command_texts() {
    std::vector<CommandText> made;
    for (const Shortcut& shortcut : all_shortcuts()) {
        const std::string key = key_text(shortcut);
        const auto known =
            std::find_if(made.begin(), made.end(), [&](const CommandText& c) { return c.command == shortcut.command; });
        if (known == made.end()) {
            std::string what = shortcut.what;
            if (!what.empty()) what[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(what[0])));
            made.push_back({shortcut.command, what, shortcut.group, key});
        } else if (known->keys.size() + key.size() < 24) {
            known->keys += "   " + key;
        }
    }
    return made;
}

}  // namespace

std::optional<Command> CommandPalette::draw(ViewContext& context, const std::function<bool(Command)>& enabled) {
    if (!chooser.is_open()) return {};
    const std::vector<CommandText> all = command_texts();
    std::vector<std::size_t> order, shown;
    const auto taken = chooser.draw(
        context,
        {.id = "palette", .placeholder = texts::sheets::palette_placeholder, .none = texts::sheets::no_command},
        [&](const std::string& query) {
            std::vector<ChooserRow> rows;
            shown.clear();
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (all[i].command == Command::palette) continue;
                // A match of the name scores higher than one of its group.
                const auto name = fuzzy_score(query, all[i].what);
                const auto score = name ? name : fuzzy_score(query, all[i].group + " " + all[i].what);
                if (!score) continue;
                shown.push_back(i);
                const bool here = has_command(context.preferences.view, all[i].command);
                rows.push_back(
                    {.text = all[i].what,
                     .detail = here ? all[i].keys : fmt::format(texts::sheets::only_in, views_with(all[i].command)),
                     .group = query.empty() ? all[i].group : "",
                     .enabled = enabled(all[i].command),
                     .score = *score + (name ? own_name : 0)});
            }
            sort_rows(rows, order);
            return rows;
        });
    if (!taken) return {};
    return all[shown[order[*taken]]].command;
}

}  // namespace glassformer
