// What a right click, or the menu key, offers on a cell, a stage, a head and a token: commands of the table of
// shortcuts. The window draws the menu and carries out what is chosen.
#pragma once

#include <initializer_list>

#include "app/views/shared/context.h"

namespace glassformer {

/// Of the locked cell.
void open_cell_menu(ViewContext& context, Vec2 at);
/// Of the stage at the cursor, or at `cursor`, which is taken over with the menu.
void open_stage_menu(ViewContext& context, Vec2 at, std::optional<Cursor> cursor = {});
/// Of the head at the cursor.
void open_head_menu(ViewContext& context, Vec2 at);
/// Of the token that was selected last.
void open_token_menu(ViewContext& context, Vec2 at);

/// Of a view, where there is no cell: these commands, then those of every view.
void open_view_menu(ViewContext& context, Vec2 at, std::initializer_list<Command> commands);

}  // namespace glassformer
