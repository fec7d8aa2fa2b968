#include "app/widgets/movable.h"

#include "app/widgets/interaction.h"

namespace glassformer {

KeysOfMovable movable(Ui& ui, std::string_view id, const Rect& rect) {
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    interaction.announce(item, rect.intersect(ui.painter.clip()), Wants::moving);
    if (!interaction.focused(item)) return {};
    const auto count = [&](const std::pair<Key, Modifiers>& key) {
        return interaction.took_count(key.first, key.second);
    };
    return {count(key_to_the_right) - count(key_to_the_left), count(key_to_erase) > 0, count(key_to_edit) > 0};
}

void give_keyboard(Ui& ui, std::string_view id, bool activates) {
    ui.interaction.focus(ui.interaction.id(id), true, activates);
    ui.keep_awake();
}

}  // namespace glassformer
