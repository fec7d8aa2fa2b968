// The film of a view, exported from the window: the box that asks, the work beside the frames.
#include <fmt/core.h>

#include <utility>

#include "app/files/folder_listing.h"
#include "app/program/app.h"
#include "app/program/ffmpeg.h"
#include "app/program/texts.h"
#include "app/program/view_film_run.h"
#include "core/base/error.h"
#include "core/base/failure.h"

namespace glassformer {

void ViewFilmRun::start(const FilmOrder& order, const std::function<void()>& wake) {
    running_ = true;
    done_ = 0;
    work_.start(
        [this, order, film = film, wake](const std::atomic<bool>& stopped) {
            End end;
            try {
                end.whole = export_view_film(*film, order, [&](int done) {
                    if (done_.exchange(done) != done) wake();
                    return !stopped;
                });
                end.cancelled = !end.whole;
                if (end.whole)
                    end.sentence = fmt::format(texts::program::film_exported, film->pictures, shown_path(order.file));
            } catch (const std::exception& error) {
                end.sentence = sentence_of(error);
            }
            const std::lock_guard lock(mutex_);
            end_ = std::move(end);
        },
        wake);
}

std::optional<ViewFilmRun::End> ViewFilmRun::poll() {
    if (!running_ || !work_.idle()) return {};
    running_ = false;
    const std::lock_guard lock(mutex_);
    // Work that found no memory says nothing.
    if (!end_) end_ = End{.whole = false, .cancelled = true, .sentence = {}};
    return std::exchange(end_, std::nullopt);
}

void App::open_film_export(ViewContext& context) {
    auto film = view().film();
    if (!film) {
        context.notice = texts::program::no_film_in_view;
        return;
    }
    if (film_run_->running()) return;
    film_run_->film = std::move(film);
    film_run_->sheet.open(film_run_->film->name, film_run_->film->pictures, has_ffmpeg());
}

void App::draw_film_export(ViewContext& context) {
    FilmSheet& sheet = film_run_->sheet;
    const auto under_way = film_run_->running() ? std::optional(film_run_->done()) : std::nullopt;
    if (const FilmSheet::Answer answer = sheet.draw(context, under_way); answer.cancel) {
        film_run_->cancel();
        context.ui.keep_awake();
    } else if (answer.write) {
        try {
            check_fence(answer.write->file);
            const FilmOrder order{.file = answer.write->file,
                                  .size = answer.write->size,
                                  .frames_per_second = answer.write->frames_per_second,
                                  .theme = &gui_.theme(),
                                  .limits = preferences_.limits};
            check_film_order(order);
            film_run_->start(order, [this] { platform_.wake(); });
        } catch (const Error& error) {
            sheet.failed(error.what());
        }
        context.ui.keep_awake();
    }
    if (film_run_->running()) context.ui.keep_awake();
    const auto end = film_run_->poll();
    if (!end) return;
    if (end->whole || end->cancelled) {
        context.notice = end->whole ? end->sentence : texts::program::film_cancelled;
        sheet.done(context.notice);
        film_run_->film = nullptr;
    } else {
        sheet.failed(end->sentence);
    }
    context.ui.keep_awake();
}

}  // namespace glassformer
