#include "app/program/app.h"

#include <chrono>

#include "app/program/narrator.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {
constexpr int frames_at_once = 8;  // what was laid out or fades has settled then, mostly
constexpr double settling_seconds = 0.01;
}  // namespace

App::~App() {
    course_.remember_step();
    const Preferences& preferences = workspace_.preferences();
    settings_.save({.size = screen_.windowed_size(),
                    .place = platform_.place(),
                    .fullscreen = screen_.fullscreen(),
                    .theme = std::string(preferences.theme->name),
                    .text_scale = preferences.text_scale,
                    .panel_width = preferences.panel_width,
                    .panel = course_.panel_before().value_or(preferences.panel),
                    .view = preferences.view,
                    .palette = std::string(palette_row(preferences.palette).name),
                    .colour_limits = preferences.limits,
                    .motion = preferences.motion,
                    .architecture = preferences.architecture,
                    .simple = course_.simple_before().value_or(preferences.simple),
                    .says = preferences.says,
                    .speaks = preferences.speaks,
                    .begun = first_steps_.dismissed(),
                    .welcomed = first_steps_.welcomed(),
                    .lessons = course_.progress(),
                    .recent = document_.recent(),
                    .inputs = workspace_.lasting_inputs(),
                    .cursor = workspace_.cursor(),
                    .measure = workspace_.chooser().measure()});
    // If an exception ends the program, the copy stays for the next start.
    document_.end(std::uncaught_exceptions() > exceptions_before_);
}

void App::end_by_system() {
    closing_ = true;
    document_.end_by_system();
}

void App::settle(int most) {
    Session& session = workspace_.session();
    session.wait();
    platform_.wake();
    for (int i = 0; i < most; ++i) {
        frame();
        const Session::Snapshot shown = session.shown();
        if (!gui_.needs_frame() && messages_.notice().empty() && (!shown.stale || !shown.error.empty())) return;
        if (shown.stale && shown.error.empty()) session.wait();
        // Work beside the frames has a low priority: where they wait for it, they leave it the processor.
        if (i < frames_at_once || !gui_.needs_frame() || !platform_.headless()) continue;
        platform_.make_current();
        platform_.begin_frame(settling_seconds);
    }
}

void App::settle_whole() {
    using Clock = std::chrono::steady_clock;
    constexpr auto longest = std::chrono::minutes(4);
    const auto begun = Clock::now();
    const auto comes = [this] { return course_.is_open() && !course_.stands(); };
    for (settle(); gui_.needs_frame() || comes(); settle())
        if (Clock::now() - begun > longest) throw Error(texts::window::page_not_computed);
}

std::vector<NamedNumber> App::numbers_of(LessonScene scene) {
    scene.cell.clear();  // the page is what is read, whatever cell is selected in it
    scene.row_limit = 0;
    course_.show_scene(scene);
    settle_whole();
    return page_numbers();
}

std::vector<std::size_t> App::unseen_marks(const LessonScene& scene) {
    course_.show_scene(scene);
    settle();
    std::vector<std::size_t> unseen;
    for (std::size_t i = 0; i < scene.marks.size(); ++i)
        if (!targets_.places.contains("mark " + std::to_string(i + 1))) unseen.push_back(i);
    return unseen;
}

}  // namespace glassformer
