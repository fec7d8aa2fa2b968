// The row of the Train view and what it carries out.
#include <algorithm>
#include <cmath>

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
                               }};

std::span<const ViewCommand> TrainView::command_rows() {
    using Self = TrainView;
    using Context = ViewContext;
    static const std::vector<ViewCommand> rows = command_table<Self>({
        {Command::play, [](Self& v, Context&) { v.start_or_pause(); }},
        {Command::step_forward, [](Self& v, Context&) { v.one_step(); }},
        {Command::step_back, [](Self& v, Context&) { v.run_.look_beside(-1); }},
        {Command::first_stage, [](Self& v, Context&) { v.run_.look_at(0); }},
        {Command::last_stage, [](Self& v, Context&) { v.run_.look_at_newest(); }},
        {Command::row_down, [](Self& v, Context&) { v.choose_head(1); }},
        {Command::row_up, [](Self& v, Context&) { v.choose_head(-1); }},
        {Command::again, [](Self& v, Context&) { v.new_seed(); }},
        {Shortcut{train_again, texts::train::group, Key::home, with_shift, 0, texts::train::command_again},
         [](Self& v, Context&) { v.begin_again(); }},
    });
    return rows;
}

}  // namespace glassformer
