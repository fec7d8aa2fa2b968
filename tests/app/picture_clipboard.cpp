// Copying a picture: what the programs that hold it are given, and what is said where there is none.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "app/platform/picture_clipboard.h"
#include "app/platform/png.h"
#include "tests/support/environment_variable.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;

namespace {

/// The environment of a session, for as long as it lives; null: not set.
class Desktop {
public:
    Desktop(const std::string& path, const char* x11, const char* wayland)
        : path_("PATH", path.c_str()), x11_("DISPLAY", x11), wayland_("WAYLAND_DISPLAY", wayland) {}

private:
    EnvironmentVariable path_, x11_, wayland_;
};

/// A program of this name in the folder, which keeps what it reads and says with what words it was called.
void write_program(const TemporaryFolder& folder, const std::string& name, int code = 0) {
    const std::filesystem::path file = folder / name;
    std::ofstream(file) << "#!/bin/sh\n/bin/cat >" << (folder / "picture.png").string() << "\necho \"" << name
                        << " $*\" >" << (folder / "words").string() << "\nexit " << code << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

std::string words_of(const TemporaryFolder& folder) {
    std::ifstream file(folder / "words");
    std::string line;
    std::getline(file, line);
    return line;
}

Image small_picture() {
    Image image{3, 2, {}};
    for (int i = 0; i < 24; ++i) image.rgba.push_back(static_cast<std::uint8_t>(i % 4 == 3 ? 255 : 10 * i));
    return image;
}

}  // namespace

TEST_SUITE_BEGIN("picture_clipboard");

TEST_CASE("a picture is handed to the program of the session as a PNG") {
    const TemporaryFolder folder;
    write_program(folder, "xclip");
    {
        const Desktop x11(folder.path().string(), ":7", nullptr);
        copy_picture(small_picture());
    }
    CHECK(words_of(folder) == "xclip -selection clipboard -target image/png");
    CHECK(read_png(folder / "picture.png").rgba == small_picture().rgba);
    write_program(folder, "wl-copy");
    {
        const Desktop both(folder.path().string(), ":7", "wayland-0");
        copy_picture(small_picture());
    }
    CHECK(words_of(folder) == "wl-copy --type image/png");
}

TEST_CASE("where a picture cannot be copied a sentence says what is missing") {
    const TemporaryFolder folder;
    {
        const Desktop none(folder.path().string(), nullptr, nullptr);
        CHECK(message_of([] { copy_picture(small_picture()); }).find("desktop session") != std::string::npos);
    }
    {
        const Desktop no_program(folder.path().string(), ":7", nullptr);
        CHECK(message_of([] { copy_picture(small_picture()); }).find("install xclip") != std::string::npos);
    }
    write_program(folder, "xclip", 3);
    const Desktop failing(folder.path().string(), ":7", nullptr);
    CHECK(message_of([] { copy_picture(small_picture()); }).find("exit code 3") != std::string::npos);
}

TEST_CASE("Ctrl+Shift+C copies the page of the view, twice as fine as the screen") {
    const TemporaryFolder folder;
    const test::Program program(test::window_options(test::decoder));
    if (!program) return;
    write_program(folder, "xclip");
    const Desktop x11(folder.path().string(), ":7", nullptr);
    program.run("wait-idle\nkey Ctrl+Shift+C\nwait-idle");
    REQUIRE(words_of(folder).starts_with("xclip"));
    const Image copied = read_png(folder / "picture.png");
    CHECK(copied.width > 2 * 1000);
    CHECK(copied.width < 2 * 1280);  // without the rail
    CHECK(copied.height > 2 * 500);
    CHECK(copied.height < 2 * 720);  // without the top bar
    int ink = 0;
    for (int y = 0; y < copied.height; ++y)
        for (int x = 0; x < copied.width; ++x) ink += copied.pixel(x, y)[0] < 128 ? 1 : 0;
    CHECK(ink > 1000);  // letters and cells, not a blank sheet
}
