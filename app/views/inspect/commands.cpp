// The row of the inspector and what it carries out.
#include "app/views/inspect/inspect.h"
#include "app/views/inspect/list_panel.h"
#include "app/views/inspect/texts.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/reset_changes.h"
#include "app/widgets/icon_pen.h"

namespace glassformer {

extern const ViewRow inspect_row{
    .name = "inspect",
    .place = 40,
    .title = texts::inspect::title,
    .hint = texts::inspect::summary,
    .icon =
        [](const IconPen& p) {
            p.box(-0.9f, -0.8f, 1.8f, 1.6f, 0.1f);
            p.line(-0.9f, -0.3f, 0.9f, -0.3f), p.line(-0.9f, 0.25f, 0.9f, 0.25f);
            p.line(-0.3f, -0.8f, -0.3f, 0.8f), p.line(0.3f, -0.8f, 0.3f, 0.8f);
        },
    .key = Key::digit_4,
    .commands = InspectView::command_rows,
    .make = [](const ViewServices&) -> std::unique_ptr<AppView> { return std::make_unique<InspectView>(); },
    .shows = [](std::string_view, const ViewValues&) { return true; }};

std::span<const ViewCommand> InspectView::command_rows() {
    using Self = InspectView;
    using Context = ViewContext;
    const auto own = [](const char* name, Key key, const char* what) {
        return Shortcut{command_named(name), "Inspector", key, with_control, 0, what};
    };
    static const std::vector<ViewCommand> rows = command_table<Self>({
        {Command::row_up, [](Self& v, Context& c) { v.move_cell(c, -1, 0); }},
        {Command::row_down, [](Self& v, Context& c) { v.move_cell(c, 1, 0); }},
        {Command::step_back, [](Self& v, Context& c) { v.move_cell(c, 0, -1); }},
        {Command::column_left, [](Self& v, Context& c) { v.move_cell(c, 0, -1); }},
        {Command::step_forward, [](Self& v, Context& c) { v.move_cell(c, 0, 1); }},
        {Command::column_right, [](Self& v, Context& c) { v.move_cell(c, 0, 1); }},
        {Command::first_stage, [](Self& v, Context& c) { v.move_cell(c, -v.state_.grid.rows, -v.state_.grid.cols); }},
        {Command::last_stage, [](Self& v, Context& c) { v.move_cell(c, v.state_.grid.rows, v.state_.grid.cols); }},
        {Command::head_next, [](Self& v, Context& c) { v.page(c, 1); }},
        {Command::head_previous, [](Self& v, Context& c) { v.page(c, -1); }},
        {Command::block_forward, [](Self&, Context& c) { step_block(c.shown.current->trace(), c.cursor, 1); }},
        {Command::block_back, [](Self&, Context& c) { step_block(c.shown.current->trace(), c.cursor, -1); }},
        {own("inspect.above", Key::up, "tensor above in the list"),
         [](Self& v, Context& c) { step_in_list(c, v.state_, -1); }},
        {own("inspect.below", Key::down, "tensor below in the list"),
         [](Self& v, Context& c) { step_in_list(c, v.state_, 1); }},
        {own("inspect.filter", Key::f, "filter the list of tensors"),
         [](Self&, Context& c) { focus_text_field(c.ui, "filter"); }},
        {own("inspect.go_to", Key::g, "go to a row and column"),
         [](Self&, Context& c) { focus_text_field(c.ui, "go to"); }},
        {Command::unlock,
         [](Self& v, Context& c) {  // one thing at a time
             if (!c.cursor.locked && !v.state_.filter.empty()) {
                 v.state_.filter.clear();
                 v.state_.kept = filtered(v.state_.list, "");
             }
             c.cursor.locked = false;
         }},
        {Command::copy, [](Self& v, Context& c) { v.copy(c); }},
        {Command::reset_edits, [](Self&, Context& c) { reset_changes(c); }},
        {Command::context_menu, [](Self&, Context& c) { open_cell_menu(c, c.ui.window.centre()); }},
        {Command::panel, [](Self& v, Context& c) { c.preferences.toggle_panel(v.narrow_); }},
        {Command::backward,
         [](Self& v, Context& c) {
             v.toggle_backward(c, !(v.state_.back && c.session.inputs().gradients));
             c.notice = v.state_.back ? texts::inspect::gradients_shown : texts::inspect::values_shown;
         }},
    });
    return rows;
}

}  // namespace glassformer
