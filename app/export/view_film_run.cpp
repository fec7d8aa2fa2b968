#include "app/export/view_film_run.h"

#include <fmt/core.h>

#include <utility>

#include "app/files/folder_listing.h"
#include "app/workspace/texts.h"
#include "core/base/failure.h"

namespace glassformer {

void ViewFilmRun::start(const FilmOrder& order, const std::function<void()>& wake) {
    running_ = true;
    cancelled_ = false;
    work_.forget();
    work_.follow(
        order.file,
        [this, order, film = film](const auto& work) {
            Written written;
            End& end = written.end;
            try {
                end.whole = export_view_film(*film, order, [&](int done) {
                    if (std::exchange(written.done, done) != done) work.show(written);
                    return !work.stopped && !cancelled_;
                });
                end.cancelled = !end.whole;
                if (end.whole)
                    end.sentence = fmt::format(texts::window::film_exported, film->pictures, shown_path(order.file));
            } catch (const std::exception& error) {
                end.sentence = sentence_of(error);
            }
            return written;
        },
        wake);
}

int ViewFilmRun::done() const {
    const auto now = work_.shown();
    return now ? now->result.done : 0;
}

std::optional<ViewFilmRun::End> ViewFilmRun::poll() {
    if (!running_ || !work_.idle()) return {};
    running_ = false;
    const auto written = work_.take();
    // Work that found no memory says nothing.
    return written ? written->result.end : End{.whole = false, .cancelled = true, .sentence = {}};
}

}  // namespace glassformer
