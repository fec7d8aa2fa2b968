#include "app/script/view_film_render.h"

#include <fmt/core.h>

#include <chrono>
#include <thread>

#include "app/program/app.h"
#include "app/script/script.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace {

/// A training is started and runs to its end; other views stay as they are.
void train_to_end(App& app) {
    if (app.film() == nullptr && app.state().at("view") != "train") return;
    app.platform().events().key(Key::space);
    app.frame();
    const auto goes_on = [&] {
        const std::string phase = app.state().at("train_phase");
        return phase == "running" || phase == "ready";
    };
    while (goes_on()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        app.platform().wake();
        app.frame();
    }
}

}  // namespace

void render_view_film(const AppOptions& options, FilmOrder order, const std::string& task,
                      const std::function<bool(int done, int all)>& goes_on) {
    check_film_order(order);
    // The film is drawn beside the window, which only a script looks at.
    const bool paper = options.script.empty() && options.backend != BackendWish::gl;
    const auto platform = paper ? open_paper(options.size) : open_headless(options.size);
    platform->set_draws_pixels(false);
    AppOptions still = options;
    still.still = true;
    App app(*platform, still);
    app.session().wait();
    if (const auto shown = app.session().shown(); !shown.error.empty()) throw Error(shown.error);
    app.settle();
    if (!task.empty() && app.state().at("train_task") != task)
        throw Error(fmt::format(texts::window::film_of_task, in_quotes(task)));
    if (options.script.empty())
        train_to_end(app);
    else
        run_script(app, options.script);
    app.settle();
    const auto film = app.film();
    if (!film) throw Error(fmt::format(texts::window::no_film_of_view, in_quotes(app.state().at("view"))));
    order.theme = &app.theme();
    order.limits = app.workspace().preferences().limits;
    export_view_film(*film, order, [&](int done) { return !goes_on || goes_on(done, film->pictures); });
}

}  // namespace glassformer
