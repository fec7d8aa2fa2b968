#include "app/script/script.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "app/platform/png.h"
#include "app/program/app.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/nearest_name.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

constexpr float longest_wait = 36000;  // frames: ten minutes of a window
constexpr float largest_side = 8192;   // pixels, as --size
constexpr int settle_frames = 40;      // after a command, unless "pace" says less
constexpr int most_frames = 600;       // of a picture that comes to rest
constexpr int frames_a_second = 60;    // of a program without a window
constexpr const char* begin_film = "film on";
constexpr const char* end_film = "film off";

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

float number(const std::string& word) {
    float value = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
    if (read.ec != std::errc{} || read.ptr != word.data() + word.size())
        throw Error(fmt::format(texts::window::no_number, word));
    return value;
}

float finite(const std::string& word) {
    const float value = number(word);
    if (!std::isfinite(value)) throw Error(fmt::format(texts::window::not_finite, word));
    return value;
}

int whole(const std::string& word, float least, float most, const char* what) {
    const float value = number(word);
    if (!(value >= least && value <= most && value == std::floor(value)))
        throw Error(
            fmt::format(texts::window::whole_number, what, static_cast<int>(least), static_cast<int>(most), word));
    return static_cast<int>(value);
}

class Runner {
public:
    /// While a script works the program, only the frames that it keeps are filled with pixels.
    Runner(App& app, const ScriptFilm* film) : app_(app), film_(film), drew_pixels_(app.platform().draws_pixels()) {
        app_.platform().set_draws_pixels(false);
    }
    ~Runner() { app_.platform().set_draws_pixels(drew_pixels_); }
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    void run(const std::string& line) {
        std::string_view behind = line;
        const std::string command = take_word(behind);
        std::string rest(behind);
        if (command != "type")
            rest = trimmed(rest);
        else if (rest.starts_with(' '))
            rest.erase(0, 1);
        EventQueue& events = app_.platform().events();
        if (command == "move")
            events.push(MouseMove{point(rest)});
        else if (command == "click")
            events.click(point(rest));
        else if (command == "rightclick")
            events.click(point(rest), Button::right);
        else if (command == "doubleclick")
            events.double_click(point(rest));
        else if (command == "drag") {
            const Vec2 from = point(rest), to = point(rest);
            events.drag(from, to);
        } else if (command == "wheel")
            events.push(MouseWheel{{0, finite(rest)}});
        else if (command == "key") {
            const KeyPress press = key_named(rest);
            events.key(press.key, press.modifiers);
        } else if (command == "hold")
            hold(rest);
        else if (command == "release")
            events.push(KeyUp{key_named(rest).key, {}});
        else if (command == "type") {
            if (rest.empty()) throw Error(texts::window::type_text);
            events.type(rest);
        } else if (command == "drop") {
            if (rest.empty()) throw Error(texts::window::drop_path);
            events.push(DropFiles{{rest}});
        } else if (command == "pace") {
            pace_ = whole(rest, 1, settle_frames, texts::window::pace_frames);
            return;
        } else if (command == "wait") {
            for (int i = whole(rest, 0, longest_wait, texts::window::wait_frames); i > 0; --i) frame();
            return;
        } else if (command == "wait-idle") {
            settle();
            return;
        } else if (command == "film") {
            if (line != begin_film && line != end_film) throw Error(texts::window::film_on_or_off);
            filming_ = film_ != nullptr && line == begin_film;
            return;
        } else if (command == "resize")
            resize(rest);
        else if (command == "screenshot") {
            if (rest.empty()) throw Error(texts::window::screenshot_file);
            const bool filming = std::exchange(filming_, false);  // a frame of its own
            app_.platform().set_draws_pixels(true);
            frame();
            app_.platform().set_draws_pixels(false);
            filming_ = filming;
            write_png(rest, app_.platform().read_pixels());
            return;
        } else if (command == "print") {
            std::printf("%s", rest.empty() ? app_.state().text().c_str() : (app_.state().at(rest) + "\n").c_str());
            return;
        } else if (command == "expect") {
            expect(rest);
            return;
        } else {
            throw Error(fmt::format(texts::window::no_command, command));
        }
        for (int i = 0; i < pace_ && (i == 0 || app_.needs_frame() || !events.empty()); ++i) frame();
    }

private:
    void frame() {
        if (!app_.needs_frame()) app_.platform().wake();  // else a window would sleep
        if (!filming_) {
            app_.frame();
            return;
        }
        due_ += film_->frames_per_second;
        const bool taken = due_ >= frames_a_second;
        if (taken) due_ -= frames_a_second;
        app_.platform().set_draws_pixels(taken);
        app_.frame();
        app_.platform().set_draws_pixels(false);
        if (taken) film_->taken(app_.platform().read_pixels());
    }

    /// Draws until nothing moves; what is filmed is drawn frame by frame.
    void settle() {
        if (!filming_) return app_.settle();
        app_.session().wait();
        app_.platform().wake();
        for (int i = 0; i < most_frames && (i == 0 || app_.needs_frame() || app_.session().shown().stale); ++i) {
            frame();
            if (app_.session().shown().stale) app_.session().wait();
        }
    }

    /// Takes "X Y" or "@name" off the front of the text. A name goes to the end, or to the next " @".
    Vec2 point(std::string& rest) {
        rest = trimmed(rest);
        if (rest.starts_with('@')) {
            const std::size_t next = rest.find(" @", 1);
            const std::string name = trimmed(rest.substr(1, next == std::string::npos ? next : next - 1));
            rest = next == std::string::npos ? "" : rest.substr(next + 1);
            const auto place = app_.find_target(name);
            if (!place) throw Error(fmt::format(texts::window::no_target, name));
            return place->centre();
        }
        std::string_view words = rest;
        const std::string x = take_word(words), y = take_word(words);
        rest = std::string(words);
        return {finite(x), finite(y)};
    }

    /// Key of a shortcut as the list of shortcuts writes it: "Ctrl+Z", "Left".
    static KeyPress key_named(const std::string& wanted) {
        std::vector<std::string> names;
        for (std::size_t k = 1; k < static_cast<std::size_t>(Key::count); ++k)
            for (const Modifiers& modifiers : {no_modifiers, with_shift, with_control, with_control_shift, with_alt}) {
                names.push_back(text(static_cast<Key>(k), modifiers));
                if (names.back() == wanted) return {static_cast<Key>(k), modifiers};
            }
        const std::string near = nearest_name(names, wanted);
        throw Error(fmt::format(texts::window::no_key, wanted) +
                    (near.empty() ? "" : fmt::format(texts::window::did_you_mean, near)));
    }

    void hold(const std::string& wanted) {
        KeyPress press = key_named(wanted);
        press.modifiers.shift |= press.key == Key::shift;
        press.modifiers.control |= press.key == Key::control;
        press.modifiers.alt |= press.key == Key::alt;
        app_.platform().events().push(KeyDown{press.key, press.modifiers});
    }

    void resize(const std::string& size) {
        const std::size_t x = size.find('x');
        if (x == std::string::npos) throw Error(fmt::format(texts::window::resize_size, size));
        app_.platform().resize({whole(size.substr(0, x), 1, largest_side, texts::window::a_width),
                                whole(size.substr(x + 1), 1, largest_side, texts::window::a_height)});
    }

    void expect(const std::string& what) const {
        const std::string about = "≈";
        std::size_t at = what.find_first_of("=!"), length = 1;
        bool equal = true, near = false;
        if (const std::size_t approximately = what.find(about); approximately < at) {
            at = approximately;
            length = about.size();
            near = true;
        } else if (at != std::string::npos && what[at] == '!') {
            length = 2;
            equal = false;
        }
        if (at == std::string::npos) throw Error(fmt::format(texts::window::expect_form, what));
        const std::string name = trimmed(what.substr(0, at)), wanted = trimmed(what.substr(at + length));
        const std::string found = app_.state().at(name);
        bool holds = (found == wanted) == equal;
        if (near) {
            if (found.empty()) throw Error(fmt::format(texts::window::expect_no_cell, name, wanted));
            const double value = static_cast<double>(number(found)), goal = static_cast<double>(number(wanted));
            holds = value == goal || std::abs(value - goal) <= std::max(0.0005, 0.005 * std::abs(goal));
        }
        if (!holds)
            throw Error(fmt::format(texts::window::expect_failed, name, near ? "≈" : equal ? "=" : "≠", wanted, found));
    }

    App& app_;
    const ScriptFilm* film_;
    bool drew_pixels_, filming_ = false;
    int due_ = frames_a_second - 1;  // of a film's picture: at frames_a_second it is taken; the first frame is one
    int pace_ = settle_frames;
};

}  // namespace

void run_script(App& app, const std::string& script, const std::string& name, const ScriptFilm* film) {
    Runner runner(app, film);
    int number = 0;
    for (const std::string& line : split_lines(script)) {
        ++number;
        const std::string content = trimmed(line);
        if (content.empty() || content.starts_with('#')) continue;
        try {
            runner.run(content.starts_with("type") ? line.substr(line.find_first_not_of(" \t")) : content);
        } catch (const Error& error) {
            throw Error(fmt::format(texts::window::script_line, name, number, content, error.what()));
        }
    }
}

void run_script(App& app, const std::filesystem::path& file, const ScriptFilm* film) {
    run_script(app, read_text_file(file), path_text(file), film);
}

bool films(const std::filesystem::path& script) {
    return std::ranges::any_of(split_lines(read_text_file(script)),
                               [](const std::string& line) { return trimmed(line) == begin_film; });
}

}  // namespace glassformer
