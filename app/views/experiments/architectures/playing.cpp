// The time steps of the page as they are played, and the line that they are chosen on.
#include <fmt/core.h>

#include "app/views/experiments/architectures/page.h"
#include "app/views/experiments/architectures/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::architectures;

constexpr double seconds_a_step = 0.45;

}  // namespace

void ArchitecturesPage::animate(ViewContext& context) {
    if (!playing_since_) return;
    if (show() != Show::steps || !context.preferences.motion) {
        playing_since_.reset();
        step_ = -1;
        return;
    }
    step_ = playing_from_ + static_cast<int>((context.ui.now - *playing_since_) / seconds_a_step);
    if (step_ >= last_step()) {
        step_ = -1;
        playing_since_.reset();
    }
    context.ui.keep_awake();
}

void ArchitecturesPage::timeline(ViewContext& context, Rect line) {
    Ui& ui = context.ui;
    const Rect play = line.take_left(2 * ui.em);
    line.take_left(0.8F * ui.em);
    context.targets.put("architectures play", play);
    if (button(ui, "architectures play", play, "",
               {.icon = playing_since_ ? Icon::pause : Icon::play,
                .hint = playing_since_ ? strings::pause : strings::play}))
        context.request = Command::play;
    const std::string text = fmt::format(strings::step_of, step(), last_step());
    const Rect number = line.take_right(
        ui.painter.measure(fmt::format(strings::step_of, last_step(), last_step()), em::small).width + 0.6F * ui.em);
    text_in(ui.painter, number, text, {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    int now = step();
    context.targets.put("architectures steps", line);
    if (scrubber(ui, "architectures steps", line, last_step() + 1, now)) {
        playing_since_.reset();
        step_ = now >= last_step() ? -1 : now;
        ui.keep_awake();
    }
}

PageKeys ArchitecturesPage::keys() const {
    return {.again = strings::key_again, .plays = show() == Show::steps ? strings::key_plays : nullptr};
}

bool ArchitecturesPage::run(Command command, ViewContext& context) {
    if (command == Command::again) {
        values().set("seed", (values().whole("seed") + 1) % 100);
        return true;
    }
    if (show() != Show::steps || command != Command::play) return false;
    if (playing_since_) {
        playing_since_.reset();
        return true;
    }
    step_before_ = step_;
    playing_from_ = step() >= last_step() ? 0 : step();
    step_ = playing_from_;
    playing_since_ = context.ui.now;
    context.ui.keep_awake();
    return true;
}

}  // namespace glassformer
