#include "app/widgets/movable.h"

#include "app/widgets/control_parts.h"
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

KeysOfOptions option_keys(Ui& ui, std::string_view id, const Rect& rect) {
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    const parts::State state = parts::item(ui, item, rect, Wants::options, *ui.cursor);
    if (state.focused) parts::focus_ring(ui, rect, parts::radius(ui));
    KeysOfOptions keys;
    if (!interaction.focused(item)) return keys;
    keys.focused = true;
    for (int i = 0; i <= static_cast<int>(Key::h) - static_cast<int>(Key::a); ++i)
        if (interaction.took(static_cast<Key>(static_cast<int>(Key::a) + i))) keys.letter = i;
    keys.by = interaction.took_count(Key::down) - interaction.took_count(Key::up);
    keys.moved = interaction.took_count(Key::down, with_control) - interaction.took_count(Key::up, with_control);
    for (const Modifiers& modifiers : {no_modifiers, with_shift}) {
        keys.counted += interaction.took_count(Key::plus, modifiers) + interaction.took_count(Key::equal, modifiers);
        keys.counted -= interaction.took_count(Key::minus, modifiers);
    }
    keys.entered = interaction.took(Key::enter) || interaction.took(Key::space);
    return keys;
}

void give_keyboard(Ui& ui, std::string_view id, bool activates) {
    ui.interaction.focus(ui.interaction.id(id), true, activates);
    ui.keep_awake();
}

}  // namespace glassformer
