// The program where the driver has OpenGL 3.3 and no more, or a newer one that cannot compute: every view is drawn as
// on one that can, and the backend that needs 4.3 says in one sentence that it is off. Mesa plays the older driver, in
// programs of their own: it reads the version once a process.
// ctest: alone 12 s
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "app/platform/png.h"
#include "app/views/shared/view.h"
#include "tests/support/program.h"
#include "tests/support/skipped.h"

using namespace glassformer;

namespace {

constexpr const char* older = "MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330";
struct Driver {
    const char* name;
    const char* environment;
};
constexpr Driver drivers[] = {
    {"3.3", older},
    {"4.2 without compute shaders",
     "MESA_GL_VERSION_OVERRIDE=4.2 MESA_GLSL_VERSION_OVERRIDE=420 "
     "MESA_EXTENSION_OVERRIDE=-GL_ARB_compute_shader"},
};
constexpr const char* newer = "env -u MESA_GL_VERSION_OVERRIDE -u MESA_GLSL_VERSION_OVERRIDE";

std::string drawn(const std::string& name, const std::string& options) {
    return "render --model coreference-full --size 800x500 " + options + " --out " + (test::scratch() / name).string();
}

/// False, with a message, where nothing can be drawn or the driver is not one that can play an older one.
bool two_drivers() {
    const auto plain = test::run(drawn("plain.png", "--view walk --backend gl"), newer);
    const auto old = test::run(drawn("old.png", "--view walk --backend gl"), older);
    REQUIRE(plain.err.find("is required") == std::string::npos);
    if (plain.code != 0 || old.code == 0) {
        // A driver that is not Mesa's cannot play an older one.
        test::skip(plain.code != 0 ? test::Needs::opengl : test::Needs::optional,
                   "OpenGL 3.3 and 4.3 cannot both be had here: " + plain.err + old.err);
        return false;
    }
    return true;
}

/// Below the bar, which names the backend and its time.
int largest_difference(const Image& a, const Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    int most = 0;
    constexpr std::size_t bar = 60;
    for (std::size_t i = bar * 4 * static_cast<std::size_t>(a.width); i < a.rgba.size(); ++i)
        most = std::max(most, std::abs(a.rgba[i] - b.rgba[i]));
    return most;
}

}  // namespace

TEST_SUITE_BEGIN("older_opengl");

TEST_CASE("OpenGL 3.3, and a driver without compute shaders, draw every view as a newer one does") {
    if (!two_drivers()) return;
    // One program a driver goes through all views.
    const auto pictures_of = [](const std::string& name, const std::string& options, const std::string& environment) {
        std::string script = "wait-idle\n";
        for (const ViewRow& row : view_rows())
            script += "key " + text(row.key, {}) + "\nwait-idle\nscreenshot " +
                      (test::scratch() / (name + std::string(row.name) + ".png")).string() + "\n";
        test::write(test::scratch() / (name + "script"), script);
        const auto outcome = test::run(
            "--headless --model coreference-full --size 800x500 --theme light --stage "
            "blocks.0.attn.scores_raw " +
                options + " --script '" + (test::scratch() / (name + "script")).string() + "'",
            environment);
        REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    };
    pictures_of("newer ", "", newer);
    // What chooses by itself computes on the processor there, and draws the same.
    for (const Driver& driver : drivers)
        pictures_of(std::string(driver.name) + " ", "--backend auto", driver.environment);
    for (const ViewRow& row : view_rows()) {
        const std::string view(row.name);
        CAPTURE(view);
        const Image picture = read_png(test::scratch() / ("newer " + view + ".png"));
        // A blank picture would agree with itself.
        std::vector<std::array<std::uint8_t, 3>> colours;
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
            colours.push_back({picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]});
        std::ranges::sort(colours);
        const auto repeated = std::ranges::unique(colours);
        CHECK(colours.size() - repeated.size() > 100);
        for (const Driver& driver : drivers) {
            const std::string name = driver.name;
            CAPTURE(name);
            CHECK(largest_difference(picture, read_png(test::scratch() / (name + " " + view + ".png"))) == 0);
        }
    }
}

TEST_CASE("where OpenGL cannot compute, computing with it is refused in one sentence") {
    if (!two_drivers()) return;
    for (const Driver& driver : drivers) {
        const std::string name = driver.name;
        CAPTURE(name);
        const auto refused = test::run(drawn("refused.png", "--view walk --backend gl"), driver.environment);
        CHECK(refused.code == 2);
        CHECK(refused.out.empty());
        CHECK(std::ranges::count(refused.err, '\n') == 1);
        CHECK(refused.err.find("OpenGL 4.3") != std::string::npos);
    }

    // The window opens all the same, and its comparison of both sides says why there is none.
    const auto script = test::scratch() / "compare.script";
    test::write(script, "wait-idle\nkey G\nwait-idle\nexpect compare=failed\nscreenshot " +
                            (test::scratch() / "sheet.png").string() + "\n");
    const auto window = test::run("--headless --model coreference-full --script " + script.string(), older);
    CHECK_MESSAGE(window.code == 0, window.err);
}

TEST_CASE("a driver that crashes while it makes a context is answered with one sentence") {
    if (test::run(drawn("plain.png", "--view walk"), newer).code != 0) return;  // said by the tests above
    for (const char* extension : {"GL_ARB_framebuffer_object", "GL_ARB_texture_float"}) {
        CAPTURE(extension);
        const auto outcome =
            test::run(drawn("crashed.png", "--view walk"), "MESA_EXTENSION_OVERRIDE=-" + std::string(extension));
        if (outcome.code == 0) continue;  // a driver that does without
        CHECK(outcome.code == 2);
        CHECK(outcome.err.starts_with("glassformer: "));
        CHECK(outcome.err.find("OpenGL 3.3") != std::string::npos);
        CHECK(std::ranges::count(outcome.err, '\n') == 1);
    }
}

TEST_SUITE_END();
