#include "app/export/view_film_run.h"

#include <fmt/core.h>

#include <utility>

#include "app/files/folder_listing.h"
#include "app/workspace/texts.h"
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
                    end.sentence = fmt::format(texts::window::film_exported, film->pictures, shown_path(order.file));
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

}  // namespace glassformer
