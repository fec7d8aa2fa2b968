// The row of the Train view and what it carries out.
#include <cmath>

#include "app/views/shared/view_values.h"
#include "app/views/train/film/film_texts.h"
#include "app/views/train/texts.h"
#include "app/views/train/train.h"
#include "app/widgets/icon_pen.h"

namespace glassformer {

extern const ViewRow train_row{.name = "train",
                               .place = 70,
                               .title = texts::train::title,
                               .hint = texts::train::view_hint,
                               .icon =
                                   [](const IconPen& p) {  // a falling curve over its axes
                                       p.line(-0.9f, -0.8f, -0.9f, 0.8f), p.line(-0.9f, 0.8f, 0.9f, 0.8f);
                                       std::vector<Vec2> curve;
                                       for (int i = 0; i <= 16; ++i) {
                                           const float x = static_cast<float>(i) / 16;
                                           curve.push_back(p.at(-0.7f + 1.6f * x, 0.55f - 1.2f * std::exp(-4 * x)));
                                       }
                                       p.painter.polyline(curve, p.colour, p.width());
                                   },
                               .key = Key::digit_7,
                               .commands = TrainView::command_rows,
                               .make = [](const ViewServices& services) -> std::unique_ptr<AppView> {
                                   return std::make_unique<TrainView>(services);
                               },
                               .tabs = TrainView::tab_rows,
                               .simple = true};

std::vector<ViewTab> TrainView::tab_rows() {
    std::vector<ViewTab> tabs;
    for (const TrainPageRow& row : train_page_rows()) tabs.push_back({row.name, value_text(row.mode)});
    return tabs;
}

std::span<const ViewCommand> TrainView::command_rows() {
    using Self = TrainView;
    using Context = ViewContext;
    static const std::vector<ViewCommand> rows = command_table<Self>({
        {Command::play, [](Self& v, Context& c) { v.train_or_pause(c); }},
        {Command::step_forward, [](Self& v, Context& c) { v.one_step(c); }},
        {Command::step_back, [](Self& v, Context&) { v.run_->look_at_next(-1); }},
        {Command::first_stage, [](Self& v, Context&) { v.show_end(false); }},
        {Command::last_stage, [](Self& v, Context&) { v.show_end(true); }},
        {Command::row_down, [](Self& v, Context&) { v.training_page_->choose_head(1); }},
        {Command::row_up, [](Self& v, Context&) { v.training_page_->choose_head(-1); }},
        {Command::again, [](Self& v, Context&) { v.new_seed(); }},
        {Command::faster, [](Self& v, Context& c) { v.change_speed(c, 1); }},
        {Command::slower, [](Self& v, Context& c) { v.change_speed(c, -1); }},
        {Shortcut{train_film, texts::train::group, Key::f, with_shift, 0, texts::train::command_film,
                  texts::train::command_film_words},
         [](Self& v, Context&) {
             v.show_page(0);
             v.training_page_->open_film();
         }},
        {Shortcut{train_run, texts::train::group, Key::none, {}, 0, texts::train::command_run},
         [](Self& v, Context& c) { v.train_or_pause(c); }},
        {Shortcut{train_restart, texts::train::group, Key::home, with_shift, 0, texts::train::command_restart},
         [](Self& v, Context&) { v.restart(); }},
        {Shortcut{train_settings, texts::train::group, Key::none, {}, 0, texts::train::command_settings},
         [](Self& v, Context&) {
             v.show_page(0);
             v.training_page_->open_settings();
         }},
        {Shortcut{train_memory,
                  texts::train::group,
                  Key::none,
                  {},
                  0,
                  texts::train::command_memory,
                  texts::train::command_memory_words},
         [](Self& v, Context& c) { v.open_memory(c); }},
        {Shortcut{train_keep, texts::train::group, Key::none, {}, 0, texts::train::command_keep},
         [](Self& v, Context& c) { v.keep(c); }},
        {Shortcut{train_resume, texts::train::group, Key::none, {}, 0, texts::train::command_resume},
         [](Self& v, Context& c) { v.resume(c); }},
    });
    return rows;
}

}  // namespace glassformer
