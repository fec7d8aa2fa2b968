// The box that asks where a view's film is to be written to, how large and how fast, and says how far it is. Asks
// before it replaces a file; the program does the work.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/views/shared/context.h"
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

    bool is_open() const { return open_; }
    void describe(State& state) const;

private:
    void form(ViewContext& context, Rect& inner);
    void progress(ViewContext& context, Rect& inner, int done) const;
    std::optional<FilmRequest> buttons(ViewContext& context, Rect& inner);
    void choose_ending(int form);
    int form_now() const;

    bool open_ = false, take_keyboard_ = false, submitted_ = false, asks_ = false, ffmpeg_ = false, writing_ = false;
    std::string path_, error_, last_;
    std::string folder_, ending_ = ".gif";  // of the last one
    int pictures_ = 0, size_ = 0, speed_ = 1;
};

}  // namespace glassformer
