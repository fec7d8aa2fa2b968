#include "app/widgets/movable.h"

#include "app/widgets/interaction.h"

namespace glassformer {

KeysOfMovable movable(Ui& ui, std::string_view id, const Rect& rect) {
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    interaction.announce(item, rect.intersect(ui.painter.clip()), Wants::moving);
    if (!interaction.focused(item)) return {};
    return {interaction.took_count(Key::right, with_control) - interaction.took_count(Key::left, with_control),
            interaction.took_count(Key::erase) > 0, interaction.took_count(Key::enter, with_control) > 0};
}

void give_keyboard(Ui& ui, std::string_view id, bool activates) {
    ui.interaction.focus(ui.interaction.id(id), true, activates);
    ui.keep_awake();
}

}  // namespace glassformer
