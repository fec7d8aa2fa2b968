// A view's film that is exported beside the window's frames.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/export/view_film_export.h"
#include "app/sheets/film_sheet.h"
#include "core/base/background.h"

namespace glassformer {

class ViewFilmRun {
public:
    FilmSheet sheet;
    std::shared_ptr<const ViewFilm> film;  // that the sheet asks about

    /// Exports the film; `wake` is called as it goes on.
    void start(const FilmOrder& order, const std::function<void()>& wake);
    void cancel() { work_.stop(); }
    bool running() const { return running_; }
    int done() const { return done_; }

    struct End {
        bool whole = false, cancelled = false;
        std::string sentence;
    };
    /// What came of it, once.
    std::optional<End> poll();

private:
    bool running_ = false;
    std::atomic<int> done_{0};
    std::mutex mutex_;
    std::optional<End> end_;
    Background work_;  // last: it ends before what it writes
};

}  // namespace glassformer
