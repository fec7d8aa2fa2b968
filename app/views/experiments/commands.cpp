// The row of the experiments view and what it carries out.
#include "app/views/experiments/experiments.h"
#include "app/views/experiments/texts.h"
#include "app/views/shared/show_tokens.h"
#include "app/widgets/icon_pen.h"

namespace glassformer {

extern const ViewRow experiments_row{.name = "experiments",
                                     .place = 80,
                                     .title = texts::experiments::title,
                                     .hint = texts::experiments::view_hint,
                                     .icon =
                                         [](const IconPen& p) {  // a flask
                                             p.line(-0.45F, -0.85F, 0.45F, -0.85F);
                                             p.line(-0.25F, -0.85F, -0.25F, -0.2F), p.line(0.25F, -0.85F, 0.25F, -0.2F);
                                             p.line(-0.25F, -0.2F, -0.8F, 0.8F), p.line(0.25F, -0.2F, 0.8F, 0.8F);
                                             p.line(-0.8F, 0.8F, 0.8F, 0.8F), p.line(-0.53F, 0.3F, 0.53F, 0.3F);
                                         },
                                     .key = Key::digit_8,
                                     .commands = ExperimentsView::command_rows,
                                     .make = [](const ViewServices& services) -> std::unique_ptr<AppView> {
                                         return std::make_unique<ExperimentsView>(services);
                                     },
                                     .tabs = ExperimentsView::tab_rows,
                                     .simple = true};

std::span<const ViewCommand> ExperimentsView::command_rows() {
    using Self = ExperimentsView;
    using Context = ViewContext;
    static const std::vector<ViewCommand> rows = command_table<Self>({
        {Command::next_mode, [](Self& v, Context&) { v.change_page(1); }},
        {Command::previous_mode, [](Self& v, Context&) { v.change_page(-1); }},
        {Command::again, [](Self& v, Context& c) { v.draw_again(c); }},
        {Command::play, [](Self& v, Context& c) { v.play(c); }},
        {Command::step_forward, [](Self& v, Context& c) { v.step(1, c); }},
        {Command::step_back, [](Self& v, Context& c) { v.step(-1, c); }},
        {Command::first_stage, [](Self& v, Context& c) { v.step_to_end(Command::first_stage, c); }},
        {Command::last_stage, [](Self& v, Context& c) { v.step_to_end(Command::last_stage, c); }},
        {Command::row_down, [](Self& v, Context& c) { v.choose_knob(1, c); }},
        {Command::row_up, [](Self& v, Context& c) { v.choose_knob(-1, c); }},
        {show_tokens_command, [](Self& v, Context& c) { v.show_page("tokens", c); }},
        {Shortcut{experiments_reset, texts::experiments::group, Key::none, {}, 0, texts::experiments::command_reset},
         [](Self& v, Context& c) { v.reset(c); }},
        {Shortcut{experiments_walk, texts::experiments::group, Key::none, {}, 0, texts::experiments::command_walk},
         [](Self& v, Context& c) { v.open_in_walk(c); }},
    });
    return rows;
}

bool ExperimentsView::run(Command command, ViewContext& context) {
    if (command == Command::undo || command == Command::redo) {
        const bool redo = command == Command::redo;
        if (!(redo ? can_redo(context.session) : can_undo(context.session))) return false;
        take_back(redo);
        return true;
    }
    return AppView::run(command, context);
}

}  // namespace glassformer
