#include "app/program/progress_sign.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/widgets/controls.h"
#include "app/workspace/texts.h"
#include "core/session/expect_memory.h"

namespace glassformer {

namespace {
constexpr double spinner_delay_seconds = 0.5;  // seconds until loading and computing are said
constexpr double progress_every = 0.1;         // seconds between two frames that show how far it is
}  // namespace

void ProgressSign::draw(ViewContext& context, Gui& gui, const Rect& area) {
    const Session::Snapshot& shown = context.shown;
    Ui& ui = context.ui;
    if (!shown.stale || !shown.error.empty()) {
        busy_since_ = -1;
        return;
    }
    if (busy_since_ < 0) busy_since_ = ui.now;
    gui.sleep_at_most(progress_every);
    if (ui.now - busy_since_ < spinner_delay_seconds) return;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const std::string model = shown.loading.substr(shown.loading.find_last_of('/') + 1);
    const std::string doing = model.empty() ? texts::window::computing : fmt::format(texts::window::opening, model);
    const auto said = [&](std::uint64_t bytes) {
        return shown.to_load == 0
                   ? doing
                   : fmt::format(texts::window::bytes_of, doing, bytes_text(bytes), bytes_text(shown.to_load));
    };
    const std::string text = said(shown.loaded);
    const bool cancel = static_cast<bool>(shown.current);
    const float words = painter.measure(said(shown.to_load)).width + em, bar = 8 * em,
                button_wide = cancel ? 5.4F * em : 0;
    const float wide = std::min(area.w - em, words + bar + button_wide + 3.4F * em);
    const Rect box = Rect{area.centre().x - wide / 2, area.y + 3.4F * em, wide, 2.5F * em}.snapped();
    const float radius = std::round(0.6F * em);
    painter.fill(box, ui.theme.panel, radius);
    painter.stroke(box, ui.theme.border, 1, radius);
    Rect inside = box.inset(0.8F * em, 0);
    if (cancel) {
        const Rect r = inside.take_right(button_wide);
        inside.take_right(0.6F * em);
        const Rect place = Rect{r.x, r.y + 0.35F * em, r.w, r.h - 0.7F * em}.snapped();
        context.targets.put("cancel", place);
        if (button(ui, "cancel work", place, texts::window::cancel, {.size = em::small}) && context.session.cancel())
            context.notice = texts::window::cancelled;
    }
    const Rect line = inside.take_right(bar);
    inside.take_right(0.6F * em);
    text_in(painter, inside, text, {.colour = ui.theme.text});
    const Rect track = Rect{line.x, line.centre().y - 0.2F * em, line.w, 0.4F * em}.snapped();
    painter.fill(track, ui.theme.faint, track.h / 2);
    // A piece moves to and fro while the number of bytes is unknown.
    const double seconds = ui.now - busy_since_;
    const bool known = model.empty() || shown.to_load > 0;
    const double read =
        static_cast<double>(shown.loaded) / static_cast<double>(std::max<std::uint64_t>(shown.to_load, 1));
    const float share = model.empty() ? shown.progress : known ? static_cast<float>(read) : 0.3F;
    const float way =
        known || !context.preferences.motion ? 0 : 0.5F - 0.5F * static_cast<float>(std::cos(2.2 * seconds));
    painter.fill({track.x + way * track.w * (1 - share), track.y, std::max(track.h, track.w * share), track.h},
                 ui.theme.accent, track.h / 2);
}

}  // namespace glassformer
