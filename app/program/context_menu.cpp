#include "app/program/context_menu.h"

#include <cctype>
#include <utility>
#include <vector>

#include "app/widgets/controls.h"

namespace glassformer {

std::optional<Command> ContextMenu::draw(ViewContext& context, const std::function<bool(Command)>& enabled) {
    if (!request_) return {};
    std::vector<MenuLine> lines;
    text_.clear();
    for (const MenuEntry& entry : request_->entries) {
        std::string what = name_of(entry.command);
        what[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(what[0])));
        const bool here = has_command(context.preferences.view, entry.command);
        lines.push_back({what, entry.key.empty() ? key_of(entry.command) : entry.key, !here || enabled(entry.command)});
        text_ += (text_.empty() ? "" : "; ") + what + " (" + lines.back().detail + ")";
    }
    bool open = true;
    const auto chosen = popup_menu(context.ui, "menu", request_->at, lines, open);
    if (open) return {};
    text_.clear();
    const MenuRequest done = *std::exchange(request_, std::nullopt);
    context.ui.keep_awake();
    if (!chosen) return {};
    return done.entries[*chosen].command;
}

}  // namespace glassformer
