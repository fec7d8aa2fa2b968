// A stage that computes itself, written as pictures and as a film.
// ctest: alone 10 s
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "app/platform/png.h"
#include "tests/support/program.h"
#include "tests/support/skipped.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("cli_film");

namespace {

const std::string render = "render --view walk --model sort --stage blocks.0.attn.scores_raw --size 960x540 ";

/// Pixels that differ by more than the smoothing of letters rounds.
int differing(const Image& a, const Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    int count = 0;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x)
            for (int channel = 0; channel < 3; ++channel)
                if (std::abs(a.pixel(x, y)[channel] - b.pixel(x, y)[channel]) > 1) {
                    ++count;
                    break;
                }
    return count;
}

}  // namespace

TEST_CASE("frames are numbered, begin without the result and end with the picture at rest") {
    const auto folder = scratch() / "frames", still = scratch() / "still.png";
    const std::string film = render + "--seconds 1 --fps 4 --frames " + folder.string();
    const auto made = run_drawing(film);
    if (!made) return;
    REQUIRE_MESSAGE(made->code == 0, made->err);
    CHECK(made->err.empty());
    const Outcome again = run(film);
    CHECK(again.code == 2);
    CHECK(again.err.find("the folder is not empty") != std::string::npos);
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"frame-0001.png", "frame-0002.png", "frame-0003.png", "frame-0004.png",
                                            "frame-0005.png"});
    const auto drawn = run_drawing(render + "--out " + still.string());
    REQUIRE(drawn);
    REQUIRE_MESSAGE(drawn->code == 0, drawn->err);
    const Image last = read_png(folder / names.back()), rest = read_png(still);
    CHECK(differing(last, rest) == 0);
    for (std::size_t i = 0; i + 1 < names.size(); ++i)
        CHECK(differing(read_png(folder / names[i]), read_png(folder / names[i + 1])) > 0);
}

TEST_CASE("a film needs ffmpeg, and says so") {
    const auto film = scratch() / "scores.gif";
    const std::string render_film = render + "--seconds 1 --fps 2 --out " + film.string();
    if (!run_drawing(render + "--out " + (scratch() / "before.png").string())) return;
    const Outcome without = run(render_film, "PATH=/nowhere");
    CHECK(without.code == 2);
    CHECK(without.err.find("scores.gif takes the program ffmpeg, which is not on the PATH") != std::string::npos);
    CHECK(std::ranges::count(without.err, '\n') == 1);

    const auto bin = scratch() / "bin", ffmpeg = bin / "ffmpeg", log = scratch() / "ffmpeg.log";
    const auto writes = [&](const std::string& content) {
        write(ffmpeg, "#!/bin/sh\nfor last; do :; done\necho \"$@\" >" + log.string() + "\nprintf '" + content +
                          "' >\"${last#file:}\"\n");
    };
    writes("GIF89a;");
    std::filesystem::permissions(ffmpeg, std::filesystem::perms::owner_all);
    const Outcome with = run(render_film, "PATH=" + bin.string());
    CHECK(with.code == 0);
    CHECK(std::filesystem::exists(film));
    const std::string said = text_of(log);
    CHECK(said.find("-framerate 2 ") != std::string::npos);
    CHECK(said.find("frame-%04d.png") != std::string::npos);
    CHECK(said.find("paletteuse") != std::string::npos);

    // Where the disk is full ffmpeg ends with 0; whatever it did, the film of before stays.
    writes("GIF89a");
    const Outcome part = run(render_film, "PATH=" + bin.string());
    CHECK(part.code == 2);
    CHECK(part.err.find("ffmpeg wrote only part of ") != std::string::npos);
    write(ffmpeg, "#!/bin/sh\nfor last; do :; done\n: >\"${last#file:}\"\necho 'no luck' >&2\nexit 3\n");
    const Outcome failed = run(render_film, "PATH=" + bin.string());
    CHECK(failed.code == 2);
    CHECK(failed.err.find("ffmpeg ended with exit code 3 and did not write " + film.string() + ": no luck\n") !=
          std::string::npos);
    CHECK(text_of(film) == "GIF89a;");
    for (const auto& entry : std::filesystem::directory_iterator(scratch()))
        CHECK(entry.path().filename().string().find(".new") == std::string::npos);
}

TEST_CASE("a film is whole or an error, whatever its folder is called") {
    for (const char* name : {"a:b", "p%d", "file:x"}) {
        const auto folder = scratch() / name;
        std::filesystem::create_directories(folder);
        for (const char* film : {"scores.mp4", "scores.gif"}) {
            CAPTURE(film);
            const auto made = run_drawing(
                "render --view walk --model sort --stage blocks.0.attn.scores_raw "
                "--size 480x320 --seconds 0.2 --fps 5 --out '" +
                (folder / film).string() + "'");
            if (!made) return;
            if (made->err.find("takes the program ffmpeg") != std::string::npos) return skip(Needs::tools, made->err);
            CHECK_MESSAGE(made->code == 0, made->err);
            CHECK(std::filesystem::file_size(folder / film) > 1000);
        }
    }
}

TEST_CASE("a script is filmed from its line film on, in time of its frames, and ends as the picture at rest") {
    const auto folder = scratch() / "filmed", script = scratch() / "film.script", still = scratch() / "ended.png";
    // 30 frames are half a second: 5 pictures at 10 a second; what stands before film on and after film off is none.
    write(script, "key Right\nwait 20\nfilm on\nwait 15\nscreenshot " + (scratch() / "within.png").string() +
                      "\nwait 15\nkey 3\nwait-idle\nfilm off\nwait 60\n");
    const std::string overview = "render --view walk --model sort --overview --size 640x400 --script ";
    const auto made = run_drawing(overview + script.string() + " --fps 10 --frames " + folder.string());
    if (!made) return;
    REQUIRE_MESSAGE(made->code == 0, made->err);
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::ranges::sort(files);
    REQUIRE(files.size() >= 6);
    CHECK(files.front().filename() == "frame-0001.png");
    CHECK(files.size() < 40);
    for (int i = 1; i < 5; ++i) CHECK(differing(read_png(files[0]), read_png(files[static_cast<std::size_t>(i)])) == 0);
    CHECK(differing(read_png(files[0]), read_png(files.back())) > 1000);

    write(script, "key Right\nkey 3\nwait-idle\n");
    const auto drawn = run_drawing(overview + script.string() + " --out " + still.string());
    REQUIRE(drawn);
    REQUIRE_MESSAGE(drawn->code == 0, drawn->err);
    CHECK(differing(read_png(files.back()), read_png(still)) == 0);

    write(script, "film on\n");
    const Outcome nothing = run(overview + script.string() + " --frames " + (scratch() / "empty").string());
    CHECK(nothing.code == 2);
    CHECK(nothing.err.find("film.script: nothing is drawn between film on and film off") != std::string::npos);
    const Outcome seconds = run(overview + script.string() + " --seconds 2 --frames " + (scratch() / "long").string());
    CHECK(seconds.code == 2);
    CHECK(seconds.err.find("--seconds is for a stage") != std::string::npos);
    write(script, "film on\nfilm now\n");
    const Outcome now = run(overview + script.string() + " --frames " + (scratch() / "now").string());
    CHECK(now.code == 2);
    CHECK(now.err.find("film.script:2: ") != std::string::npos);
    CHECK(now.err.find("write film on, or film off") != std::string::npos);
}

TEST_CASE("what cannot be filmed is said in a sentence") {
    const std::string folder = (scratch() / "none").string();
    const struct {
        std::string arguments, said;
    } cases[] = {
        {"render --view walk --model sort", "--out FILE or --frames FOLDER"},
        {render + "--frames " + folder + " --out x.gif", "give one of them"},
        {render + "--page --frames " + folder, "without --page"},
        {"render --view output --model sort --frames " + folder, "--view walk"},
        {render + "--fps 0 --frames " + folder, "--fps"},
        {render + "--seconds 0 --frames " + folder, "--seconds"},
    };
    for (const auto& c : cases) {
        CAPTURE(c.arguments);
        const Outcome outcome = run(c.arguments);
        CHECK(outcome.code == 2);
        CHECK(outcome.err.find(c.said) != std::string::npos);
    }
    CHECK_FALSE(std::filesystem::exists(folder));
    const auto script = scratch() / "leaves.txt";
    write(script, "key 4\nwait-idle\n");
    const auto still = run_drawing(render + "--script " + script.string() + " --frames " + folder);
    if (!still) return;
    CHECK(still->code == 2);
    CHECK(still->err.find("every frame of this film would be the same") != std::string::npos);
    CHECK(std::count(still->err.begin(), still->err.end(), '\n') == 1);
    CHECK(std::filesystem::is_empty(folder));
}
