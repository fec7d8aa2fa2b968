#include "app/views/shared/cursor_commands.h"

namespace glassformer {

namespace {

/// Turns the cursor's head on by so many, over the end to the other one.
void turn_head(const Trace& trace, Cursor& cursor, int by) {
    const int heads = head_count(trace);
    cursor.head = (cursor.head + by + heads) % heads;
}

using Move = void (*)(const Trace& trace, Cursor& cursor);

constexpr std::pair<Command, Move> cursor_moves[] = {
    {Command::block_forward, [](const Trace& t, Cursor& c) { step_block(t, c, 1); }},
    {Command::block_back, [](const Trace& t, Cursor& c) { step_block(t, c, -1); }},
    {Command::first_stage, [](const Trace& t, Cursor& c) { go_to(t, c, t.stages().front()); }},
    {Command::last_stage, [](const Trace& t, Cursor& c) { go_to(t, c, t.stages().back()); }},
    {Command::row_up, [](const Trace& t, Cursor& c) { move_cell(t, c, -1, 0); }},
    {Command::row_down, [](const Trace& t, Cursor& c) { move_cell(t, c, 1, 0); }},
    {Command::column_left, [](const Trace& t, Cursor& c) { move_cell(t, c, 0, -1); }},
    {Command::column_right, [](const Trace& t, Cursor& c) { move_cell(t, c, 0, 1); }},
    {Command::head_next, [](const Trace& t, Cursor& c) { turn_head(t, c, 1); }},
    {Command::head_previous, [](const Trace& t, Cursor& c) { turn_head(t, c, -1); }},
};

}  // namespace

std::vector<ViewCommand> cursor_commands() {
    std::vector<ViewCommand> rows;
    for (const auto& [command, move] : cursor_moves)
        rows.push_back({Shortcut{command}, [move = move](AppView&, ViewContext& context) {
                            move(context.shown.current->trace(), context.cursor);
                        }});
    return rows;
}

}  // namespace glassformer
