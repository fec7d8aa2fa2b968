// A view's film that is exported beside the window's frames.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/export/view_film_export.h"
#include "app/sheets/film_sheet.h"
#include "core/base/latest.h"

namespace glassformer {

class ViewFilmRun {
public:
    FilmSheet sheet;
    std::shared_ptr<const ViewFilm> film;  // that the sheet asks about

    /// Exports the film; `wake` is called as it goes on.
    void start(const FilmOrder& order, const std::function<void()>& wake);
    void cancel() { cancelled_ = true; }
    bool running() const { return running_; }
    int done() const;

    struct End {
        bool whole = false, cancelled = false;
        std::string sentence;
    };
    /// What came of it, once.
    std::optional<End> poll();

private:
    bool running_ = false;
    std::atomic<bool> cancelled_{false};
    struct Written {
        int done = 0;  // pictures
        End end;
    };
    Latest<std::filesystem::path, Written> work_;  // by the file
};

}  // namespace glassformer
