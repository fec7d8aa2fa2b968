#include "app/lecture/lecture.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "app/lecture/speaker_page.h"
#include "app/render/imgui_painter.h"

namespace glassformer {

namespace {

constexpr double start_of_day = 9.0 * 3600;  // of a program without a window, whose clock must repeat

double local_time_of_day() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return local.tm_hour * 3600.0 + local.tm_min * 60.0 + local.tm_sec;
}

ToolMouse tool_mouse(const TakenMouse& taken) { return {taken.mouse, taken.pressed, taken.down}; }

}  // namespace

double Lecture::now() const { return clock_ ? clock_() : platform_.now(); }

double Lecture::time_of_day() const {
    if (clock_) return clock_();
    return platform_.headless() ? start_of_day + platform_.now() : local_time_of_day();
}

double Lecture::until_next_tick() const {
    const auto rest = [](double seconds, double of) { return of - std::fmod(std::max(0.0, seconds), of); };
    const double minute = rest(time_of_day(), 60);
    return timer.running() ? std::min(minute, rest(timer.elapsed(now()), 1)) : minute;
}

void Lecture::toggle_timer() {
    if (timer.running())
        timer.pause(now());
    else
        timer.start(now());
}

void Lecture::draw(Ui& ui, Targets& targets, const TakenMouse& taken, const Rect& area, int page, bool held,
                   bool moves) {
    const ToolMouse mouse = tool_mouse(taken);
    const Vec2 pointed = held ? mouse.at : ui.input.at_rest ? nowhere : ui.input.mouse;
    spotlight.draw(ui, targets, area, pointed, moves);
    if (held)
        hand.use(ui, mouse, strokes, page);
    else
        strokes.end();
    draw_strokes(ui.painter, ui.window, strokes.of(page));
    hand.draw_box(ui, targets);
}

void Lecture::draw_dot(Ui& ui, const TakenMouse& taken) const {
    if (ui.window.contains(taken.mouse)) *ui.cursor = CursorShape::hidden;
    ui.surface.push_overlay();
    hand.draw_dot(ui, ui.painter, tool_mouse(taken));
    ui.surface.pop_overlay();
}

void Lecture::describe(State& state, int page) const {
    static constexpr const char* tools[] = {"arrow", "laser", "pen"};
    state.add("spotlight", spotlight.on());
    state.add("tool", tools[static_cast<std::size_t>(hand.tool)]);
    state.add("pen_color", pen_colours()[static_cast<std::size_t>(hand.pen_colour)].name);
    state.add("strokes", std::to_string(strokes.of(page).size()));
    state.add("timer", timer.running());
    state.add("time", elapsed_text(timer.elapsed(now())));
    state.add("step_time", elapsed_text(timer.used(page, now())));
}

}  // namespace glassformer
