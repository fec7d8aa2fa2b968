// Each zoom of the walk that a lesson asks for is shown, in a lecture hall, too: no other picture takes its place.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/views/walk/state.h"
#include "app/views/walk/texts.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/texts_on_wall.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// What the window shows at a zoom.
const std::map<std::string, std::string> pages{{"story", "story"},      {"architecture", "architecture"},
                                               {"token", "token path"}, {"model", "canvas"},
                                               {"block", "canvas"},     {"part", "canvas"},
                                               {"stage", "canvas"},     {"free", "canvas"}};

/// The zoom that a scene asks for; "" where it shows another view.
std::string zoom_of(const LessonScene& scene) {
    if (scene.session.view != "walk") return "";
    const auto walk = scene.session.views.find("walk");
    const auto stage = std::string(zoom_names[static_cast<std::size_t>(Zoom::stage)]);
    if (walk == scene.session.views.end() || !walk->second.contains("zoom")) return stage;
    return zoom_names[static_cast<std::size_t>(std::stoi(walk->second.at("zoom")))];
}

void check_shown(const SettledProgram& program, const std::string& zoom) {
    CHECK(program.state("zoom") == zoom);
    CHECK(program.app->targets().contains(pages.at(zoom)));
    const std::vector<WallText> texts = texts_on_wall(*program.app);
    for (const char* refusal : {texts::walk::no_room_for_token, texts::walk::no_room_for_architecture})
        for (const WallText& text : texts) CHECK(text.words != refusal);
    if (zoom != "architecture" && zoom != "token") return;
    check_apart(texts);
    for (const WallText& text : texts) {
        CAPTURE(text.words);
        CHECK(text.pixels >= 27.9F);
        // Words of the text that goes in may be shortened; names may not.
        const bool of_text = text.words.starts_with("The ") || text.words.starts_with("<");
        if (text.box.x < 1150) CHECK((of_text || text.words.find("…") == std::string::npos));
    }
}

}  // namespace

TEST_SUITE_BEGIN("lesson_presented");

TEST_CASE("before a class each step of the lessons shows the zoom that its scene asks for") {
    const std::filesystem::path assets = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets";
    std::map<std::string, int> shown;
    for (const std::filesystem::path& file : lesson_files(assets)) {
        CAPTURE(file.filename().string());
        AppOptions options = shipped_options("coreference-full", wall);
        options.lesson = file;
        options.still = true;
        const SettledProgram program(options);
        if (!program) return;
        program.run("key F5\nwait-idle");
        LessonPlayer& lesson = program.app->lesson();
        for (int step = 0; step < lesson.steps(); ++step) {
            lesson.go(step);
            const std::string zoom = zoom_of(lesson.scene());
            if (zoom.empty() || zoom == "stage") continue;
            program.app->settle();
            CAPTURE(step + 1);
            check_shown(program, zoom);
            ++shown[zoom];
        }
    }
    for (const char* zoom : {"story", "architecture", "token"}) {
        CAPTURE(std::string(zoom));
        CHECK(shown[zoom] >= 1);
    }
}

TEST_CASE("every zoom that the document lists is shown before a class, of a model with one stack and with two") {
    std::string text = "---\ntitle: Zooms\n---\n";
    std::vector<std::string> asked;
    // Of one model two blocks: their numbers are of different lengths.
    const std::vector<std::pair<std::string, std::string>> stages{{"coreference-full", "blocks.1.mlp.act"},
                                                                  {"coreference-full", "blocks.0.mlp.act"},
                                                                  {"translate-fr-en", "decoder.blocks.0.mlp.act"}};
    for (const auto& [model, stage] : stages)
        for (const auto& [zoom, page] : pages) {
            asked.push_back(zoom);
            text += "## Step " + std::to_string(asked.size()) + "\n\n```scene\nmodel: " + model +
                    "\nview: walk\nstage: " + stage + "\nzoom: " + zoom + "\n```\n\nText.\n\n";
        }
    const TemporaryFolder folder;
    write_file(folder / "zooms.md", text);
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "zooms.md";
    options.still = true;
    const SettledProgram program(options);
    if (!program) return;
    REQUIRE(program.app->message() == "");
    program.run("key F5\nwait-idle");
    for (std::size_t step = 0; step < asked.size(); ++step) {
        program.app->lesson().go(static_cast<int>(step));
        program.app->settle();
        CAPTURE(step + 1);
        CHECK(zoom_of(program.app->lesson().scene()) == asked[step]);
        check_shown(program, asked[step]);
    }
    // The document lists these and no others.
    const std::string document = read_text_file(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "docs" / "lessons.md");
    const std::size_t row = document.find("| `zoom` |");
    REQUIRE(row != std::string::npos);
    const std::string line = document.substr(row, document.find('\n', row) - row);
    for (const auto& [zoom, page] : pages) {
        CAPTURE(zoom);
        CHECK(line.find("`" + zoom + "`") != std::string::npos);
    }
}

TEST_CASE("one token's way through a gated MLP is shown before a class, too, with both of its products") {
    std::string text = "---\ntitle: Gated\n---\n";
    const std::vector<std::string> models{"coreference-full-llama", "stories260k"};
    for (const std::string& model : models)
        for (const char* stage : {"blocks.0.mlp.act", "blocks.1.mlp.act"})
            text += "## " + model + "\n\n```scene\nmodel: " + model + "\nview: walk\nstage: " + stage +
                    "\nzoom: token\n```\n\nText.\n\n";
    const TemporaryFolder folder;
    write_file(folder / "gated.md", text);
    AppOptions options = shipped_options("coreference-full", wall);
    options.lesson = folder / "gated.md";
    options.still = true;
    const SettledProgram program(options);
    if (!program) return;
    REQUIRE(program.app->message() == "");
    program.run("key F5\nwait-idle");
    CHECK(program.state("zoom") == "token");  // also where the mode begins while it is shown
    for (int step = 0; step < program.app->lesson().steps(); ++step) {
        program.app->lesson().go(step);
        program.app->settle();
        CAPTURE(step + 1);
        check_shown(program, "token");
        const Rect curve = program.target("path curve"), times = program.target("path times"),
                   neurons = program.target("path neurons"), sum = program.target("path sum");
        CHECK(times.y > curve.bottom());  // in the second line
        CHECK(neurons.y == times.y);
        CHECK(times.right() < neurons.x);
        CHECK(sum.right() <= program.target("token path").right() + 1);
    }
}

TEST_SUITE_END();
