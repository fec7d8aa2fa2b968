// The box that asks where a view's film is to be written to, how large and how fast, and says how far it is. Asks
// before it replaces a file; the program does the work.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/sheets/file_form.h"
#include "app/views/shared/state.h"

namespace glassformer {

/// What is to be written, once the user has said so.
struct FilmRequest {
    std::filesystem::path file;  // .gif, .mp4, else a folder of pictures
    PixelSize size;
    int frames_per_second = 8;
};

class FilmSheet {
public:
    FilmSheet();
    /// `name`: of the file, without its ending. `ffmpeg`: an .mp4 can be made here.
    void open(const std::string& name, int pictures, bool ffmpeg);
    struct Answer {
        std::optional<FilmRequest> write;  // once
        bool cancel = false;               // what is under way
    };
    /// `done`: pictures of the film that is being written; nothing where none is.
    Answer draw(ViewContext& context, std::optional<int> done);
    /// What came of it: closes the box, or shows what went wrong in it.
    void done(const std::string& sentence);
    void failed(const std::string& why);

    bool is_open() const { return form_.open; }
    void describe(State& state) const;

private:
    void rows(ViewContext& context, Rect& inner);
    bool progress(ViewContext& context, int done);
    void choose_ending(int form);
    int form_now() const;

    FileForm form_;
    bool ffmpeg_ = false, writing_ = false;
    std::string last_;
    std::string folder_, ending_ = ".gif";  // of the last one
    int pictures_ = 0, size_ = 0, speed_ = 1;
};

}  // namespace glassformer
