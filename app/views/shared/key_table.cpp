#include "app/views/shared/key_table.h"

#include <algorithm>
#include <iterator>

#include "app/views/shared/commands.h"

namespace glassformer {

namespace {

/// Ctrl+= and Ctrl+Shift+= are one key: signs are where a keyboard has them.
bool same_sign(const Shortcut& a, const Shortcut& b) {
    const bool sign = a.key >= Key::minus && a.key <= Key::plus;
    return sign && a.key == b.key && a.modifiers.control == b.modifiers.control && a.modifiers.alt == b.modifiers.alt;
}

}  // namespace

std::vector<KeyLine> key_table() {
    std::vector<KeyLine> lines;
    const Shortcut* last = nullptr;  // whose key is the last of the newest line
    for (const Shortcut& shortcut : all_shortcuts()) {
        if (key_text(shortcut).empty()) continue;
        if (shortcut.what[0] == '\0' && last != nullptr) {
            if (same_sign(*last, shortcut)) continue;
            lines.back().keys += "  " + key_text(shortcut);
        } else {
            lines.push_back({key_text(shortcut), shortcut.what, shortcut.group});
        }
        last = &shortcut;
    }
    // Rows of a group are collected at its first row.
    std::vector<KeyLine> grouped;
    for (const KeyLine& first : lines)
        if (std::ranges::find(grouped, first.group, &KeyLine::group) == grouped.end())
            std::ranges::copy_if(lines, std::back_inserter(grouped),
                                 [&](const KeyLine& line) { return line.group == first.group; });
    return grouped;
}

std::string key_table_in_markdown() {
    std::string text = "| group | key | what it does |\n|---|---|---|\n";
    for (const KeyLine& line : key_table()) {
        std::string keys = line.keys;
        for (std::size_t at = keys.find("  "); at != std::string::npos; at = keys.find("  ", at))
            keys.replace(at, 2, ", ");
        text += "| " + std::string(line.group) + " | " + keys + " | " + line.what + " |\n";
    }
    return text;
}

}  // namespace glassformer
