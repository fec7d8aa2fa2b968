// Random events through the real queue: clicks, keys, text, wheels, sizes and drops that nobody would do in this order.
// Whatever comes, no exception leaves a frame, the state can be read and the program can be opened again.
//   GLASSFORMER_RANDOM_SECONDS  how long (default 20, with sanitizers 5), GLASSFORMER_RANDOM_SEED which events (default
//   1)
// What was done is a script (app/program/script.h) that --headless --script plays again; it stays where the program
// fails.
// ctest: alone 8 s
#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <random>

#include "app/files/folder_listing.h"
#include "app/program/app.h"
#include "app/script/script.h"
#include "app/views/shared/commands.h"
#include "core/base/error.h"
#include "tests/support/environment_variable.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

/// Everything that finds a folder by itself finds this one, as long as it lives.
class Elsewhere {
public:
    explicit Elsewhere(const std::filesystem::path& folder)
        : before_(std::filesystem::current_path()),
          home_("HOME", folder.c_str()),
          settings_("XDG_CONFIG_HOME", folder.c_str()),
          data_("XDG_DATA_HOME", folder.c_str()) {
        std::filesystem::current_path(folder);
    }
    ~Elsewhere() {
        std::error_code ignored;
        std::filesystem::current_path(before_, ignored);
    }
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;

private:
    std::filesystem::path before_;
    EnvironmentVariable home_, settings_, data_;
};

/// Lines of a script, drawn by lot.
class Lots {
public:
    explicit Lots(std::uint64_t seed) : random_(seed) {}

    std::string line(const App& app) {
        const int lot = below(100);
        if (lot < 30) return "click " + spot(app);
        if (lot < 33) return "rightclick " + spot(app);
        if (lot < 39) return "doubleclick " + spot(app);
        if (lot < 45) return "drag " + spot(app) + " " + (below(2) ? spot(app) : anywhere(app));
        if (lot < 48) return "move " + spot(app);
        if (lot < 54) return "wheel " + std::to_string(below(13) - 6);
        if (lot < 74) return shortcut();
        if (lot < 78) return "key " + text(pick(digits_), {});
        if (lot < 84) return "key Esc";
        if (lot < 89) return "key " + pick(editing_);
        if (lot < 95) return "type " + typed();
        if (lot < 96) return "resize " + std::to_string(1 + below(1280)) + "x" + std::to_string(1 + below(800));
        if (lot < 97) return "resize " + std::to_string(640 + below(640)) + "x" + std::to_string(400 + below(320));
        if (lot < 98) return "drop " + pick(drops_);
        return "wait " + std::to_string(1 + below(20));  // "wait-idle" has no end while the walk plays
    }

private:
    int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
    template <class List>
    auto pick(const List& list) -> decltype(list[0]) {
        return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
    }

    std::string anywhere(const App& app) {
        const PixelSize size = const_cast<App&>(app).platform().size();
        return std::to_string(below(size.width + 40) - 20) + " " + std::to_string(below(size.height + 40) - 20);
    }
    /// Mostly in something that has a name: the rest of the window is wide.
    std::string spot(const App& app) {
        if (app.targets().empty() || below(6) == 0) return anywhere(app);
        const Rect& place = std::next(app.targets().begin(), below(static_cast<int>(app.targets().size())))->second;
        const auto along = [&](float from, float length) {
            return std::to_string(static_cast<int>(from + length * static_cast<float>(below(100)) / 100));
        };
        if (!std::isfinite(place.x + place.y + place.w + place.h)) throw Error("a place on the screen is not a number");
        return along(place.x, place.w) + " " + along(place.y, place.h);
    }
    std::string shortcut() {
        for (;;) {
            const Shortcut& one = pick(all_shortcuts());
            if (one.command == Command::quit) continue;
            if (one.key != Key::none) return "key " + text(one.key, one.modifiers);
            if (one.character != 0) return "type " + std::string{static_cast<char>(one.character)};
        }
    }
    std::string typed() {
        if (below(3) == 0) return pick(words_);
        std::string out;
        for (int n = 1 + below(12); n > 0; --n) out += pick(pieces_);
        return out.find_first_not_of(' ') == std::string::npos ? "a" : out;
    }

    std::mt19937_64 random_;
    const std::vector<Key> digits_{Key::digit_0, Key::digit_1, Key::digit_2, Key::digit_3,
                                   Key::digit_4, Key::digit_5, Key::digit_6, Key::digit_9};
    const std::vector<std::string> editing_{"Enter",  "Enter",        "Tab",    "Backspace", "Del",       "Ctrl+A",
                                            "Ctrl+V", "Ctrl+X",       "Ctrl+C", "Shift+Tab", "Shift+End", "Shift+Home",
                                            "Ctrl+Z", "Ctrl+Shift+Z", "Down",   "Up",        "F11",       "Ins"};
    const std::vector<std::string> words_{"0.5",
                                          "-1e30",
                                          "nan",
                                          "1e999",
                                          "inf",
                                          "-0",
                                          "[0,8,1]",
                                          "blocks.0.attn.q",
                                          "q",
                                          "the animal",
                                          "1 2 3",
                                          "save",
                                          "theme",
                                          "messages",
                                          "~/x",
                                          "a.png",
                                          "b.svg",
                                          "c.pdf",
                                          "d.npy",
                                          "e.csv",
                                          "f.safetensors",
                                          "s.glassformer",
                                          "../up",
                                          "999999",
                                          "-1",
                                          "quit",
                                          "attention",
                                          "The animal didn't cross the street"};
    const std::vector<std::string> pieces_{"a",  "B",  "7",  ".",      ",",      " ",      "-",    "é",     "ß",
                                           "漢", "字", "😀",  "\u0301", "\u200d", "\u202e", "/",    "<pad>", "[",
                                           "]",  "\"", "\\", "{",      "%s",     "the ",   "cat ", "\t"};
    const std::vector<std::string> drops_{
        "nowhere",       "/no/such/folder", ".",        "..", "broken.glassformer", "empty.glassformer",
        "s.glassformer", "broken",          "\xff\xfe", "😀",  "note.txt",           "/dev/null"};
};

int from_environment(const char* name, int otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? std::stoi(value) : otherwise;
}

int default_seconds() {
#ifdef __SANITIZE_ADDRESS__
    return 5;
#else
    return 20;
#endif
}

/// A small window that remembers its settings in the folder and writes nowhere else.
AppOptions fenced_options(const std::string& model, const std::filesystem::path& folder) {
    AppOptions options = test::shipped_options(model, {900, 560});
    options.settings = folder / "settings.json";
    options.fence = folder;
    return options;
}

void check_state(const App& app) {
    const State state = app.state();
    const std::string view = state.at("view");
    bool known = false;
    for (const ViewRow& row : view_rows()) known = known || row.name == view;
    if (!known) throw Error("the state names a view that there is not: " + view);
    if (state.text().empty()) throw Error("the state is empty");
}

/// Works the program until the time is over; returns the number of events, −1 where nothing can be drawn.
int work(const std::string& model, std::uint64_t seed, double seconds) {
    const TemporaryFolder folder;
    const Elsewhere elsewhere(folder.path());
    std::filesystem::create_directories(folder / "broken");
    std::ofstream(folder / "broken" / "config.json") << "{\"d_model\": -3}";
    std::ofstream(folder / "broken.glassformer") << "{\"version\": 1, \"inputs\": [";
    std::ofstream(folder / "empty.glassformer");
    std::ofstream(folder / "note.txt") << "no model";

    AppOptions options = fenced_options(model, folder.path());
    options.motion = seed % 2 == 0;
    const std::filesystem::path log =
        std::filesystem::temp_directory_path() /
        ("glassformer-random-" + model + "-" + std::to_string(seed) + "-" + std::to_string(getpid()) + ".script");
    std::ofstream script(log, std::ios::trunc);
    script << "# glassformer --headless --model " << model << " --size 900x560 --script " << log.filename().string()
           << "\npace 3\n"
           << std::flush;
    Lots lots(seed);
    std::deque<std::string> last;
    int events = 0;
    try {
        {
            const test::Program program(options);
            if (!program) {
                std::filesystem::remove(log);
                return -1;
            }
            App& app = *program.app;
            app.settle();
            const auto start = std::chrono::steady_clock::now();
            while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
                const std::string line = lots.line(app);
                script << line << "\n" << std::flush;  // also where the program ends at once
                last.push_back(line);
                if (last.size() > 50) last.pop_front();
                const std::uint64_t frames = app.frames();
                run_script(app, "pace 3\n" + line, "random events");
                if (app.frames() == frames) throw Error("no frame was drawn");
                if (++events % 10 == 0) check_state(app);
                if (events % 200 == 0) {
                    app.settle(20);
                    if (!app.session().shown().current) throw Error("nothing is shown any more");
                }
            }
            check_state(app);
        }
        std::string message;
        static_cast<void>(load_settings(options.settings, message));
        if (!message.empty()) throw Error("the settings that were kept cannot be read: " + message);
        const test::Program again(options);
        if (!again) throw Error("the program does not open again");
        again.app->settle(60);
        check_state(*again.app);
    } catch (const std::exception& error) {
        std::string lines;
        for (const std::string& line : last) lines += line + "\n";
        FAIL_CHECK("seed " << seed << ", " << model << ", event " << events << ": " << std::string(error.what())
                           << "\nthe last events (all are in " << log.string() << "):\npace 3\n"
                           << lines);
        return events;
    }
    script.close();
    std::filesystem::remove(log);
    return events;
}

}  // namespace

TEST_SUITE_BEGIN("random_events");

TEST_CASE("random events bring no frame down") {
    const int seed = from_environment("GLASSFORMER_RANDOM_SEED", 1);
    const double seconds = from_environment("GLASSFORMER_RANDOM_SECONDS", default_seconds());
    std::uint64_t own = static_cast<std::uint64_t>(seed);
    for (const char* model : {"coreference-full", "translate-fr-en", "sort"}) {
        CAPTURE(std::string(model));
        const int events = work(model, own++, seconds / 3);
        if (events < 0) return;
        CHECK(events > 0);
        MESSAGE("seed ", own - 1, ", ", std::string(model), ": ", events, " events");
    }
}

TEST_CASE("nothing is saved or exported over the fence") {
    const TemporaryFolder folder;
    const Elsewhere elsewhere(folder.path());
    std::filesystem::create_directories(folder / "inside");
    const test::Program program(fenced_options("coreference-full", folder / "inside"));
    if (!program) return;
    App& app = *program.app;
    app.settle();
    const auto save_as = [&](const std::string& path) {
        run_script(app, "key Ctrl+Shift+S\nkey Ctrl+A\ntype " + path + "\nkey Enter\nkey Esc\n", "save");
        return std::filesystem::exists(typed_path(path));
    };
    CHECK(save_as("inside/a.glassformer"));
    CHECK_FALSE(save_as("b.glassformer"));
    CHECK_FALSE(save_as("inside/../c.glassformer"));
    CHECK(contains(app.message(), "because it is outside"));
    const auto export_as = [&](const std::string& path) {
        run_script(app, "key Ctrl+E\nkey Ctrl+A\ntype " + path + "\nkey Enter\nkey Esc\n", "export");
        return std::filesystem::exists(typed_path(path));
    };
    CHECK(export_as("inside/a.png"));
    CHECK_FALSE(export_as("b.png"));
    CHECK_FALSE(export_as((folder / "c.npy").string()));
}

TEST_SUITE_END();
