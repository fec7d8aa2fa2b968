// The film of a view, exported from the window: the box that asks, the work beside the frames.
#include <utility>

#include "app/export/exports.h"
#include "app/export/ffmpeg.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"

namespace glassformer {

void Exports::open_film_box(ViewContext& context) {
    auto film = parts_.workspace.view().film();
    if (!film) {
        context.notice = texts::window::no_film_in_view;
        return;
    }
    if (film_run_.running()) return;
    film_run_.film = std::move(film);
    film_run_.sheet.open(film_run_.film->name, film_run_.film->pictures, has_ffmpeg());
}

void Exports::draw_film(ViewContext& context) {
    FilmSheet& sheet = film_run_.sheet;
    const auto under_way = film_run_.running() ? std::optional(film_run_.done()) : std::nullopt;
    if (const FilmSheet::Answer answer = sheet.draw(context, under_way); answer.cancel) {
        film_run_.cancel();
        context.ui.keep_awake();
    } else if (answer.write) {
        try {
            parts_.document.check_fence(answer.write->file);
            const FilmOrder order{.file = answer.write->file,
                                  .size = answer.write->size,
                                  .frames_per_second = answer.write->frames_per_second,
                                  .theme = &parts_.gui.theme(),
                                  .limits = parts_.workspace.preferences().limits};
            check_film_order(order);
            film_run_.start(order, [this] { parts_.platform.wake(); });
        } catch (const Error& error) {
            sheet.failed(error.what());
        }
        context.ui.keep_awake();
    }
    if (film_run_.running()) context.ui.keep_awake();
    const auto end = film_run_.poll();
    if (!end) return;
    if (end->whole || end->cancelled) {
        context.notice = end->whole ? end->sentence : texts::window::film_cancelled;
        sheet.done(context.notice);
        film_run_.film = nullptr;
    } else {
        sheet.failed(end->sentence);
    }
    context.ui.keep_awake();
}

}  // namespace glassformer
