// Who computes: the decision from plain facts, what is remembered, a device that fails, the window's status, and the
// comparison of both sides. Tests that need OpenGL 4.3 are skipped where there is none.
// ctest: alone 9 s
#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "app/backend/backend_choice.h"
#include "app/backend/backend_comparison.h"
#include "app/program/app.h"
#include "app/script/script.h"
#include "core/base/error.h"
#include "tests/support/picture_models.h"
#include "tests/support/skipped.h"

using namespace glassformer;
using Answer = BackendDecision::Answer;

namespace {

BackendFacts gpu() {
    return {.wish = BackendWish::automatic, .renderer = "GeForce", .version = 46, .problem = "", .measure = {}};
}

/// A device that has no room.
class NoRoom final : public Backend {
public:
    std::string description() const override { return "a full device"; }
    std::unique_ptr<Placement> place(const Trace&) override { throw Error("a full device has not enough memory"); }
};

AppOptions window_options(BackendWish wish) {
    AppOptions options;
    options.load = [](const std::string&) { return test::make_model(test::picture_models().front()); };
    options.inputs.model = test::picture_models().front().name;
    options.inputs.text = test::picture_models().front().text;
    options.size = {1280, 720};
    options.backend = wish;
    return options;
}

std::unique_ptr<Platform> memory_platform(PixelSize size = {1280, 720}) {
    try {
        auto platform = open_headless(size);
        static_cast<void>(platform->sharing_context());
        return platform;
    } catch (const Error& error) {
        MESSAGE("not drawn: ", error.what());
        return nullptr;
    }
}

}  // namespace

TEST_SUITE_BEGIN("backend");

TEST_CASE("auto takes OpenGL only where a real GPU gains something on this model") {
    const PassSize large{.flop = 1e9, .stages = 100}, small{.flop = 1e6, .stages = 40};
    BackendFacts facts = gpu();
    CHECK(decide_backend(facts, small).answer == Answer::cpu);
    CHECK(decide_backend(facts, small).reason == "small model");
    CHECK(decide_backend(facts, large).answer == Answer::measure_first);

    // 1 GFLOP: 100 ms here; 0.01 ms a stage and 10 ms there.
    facts.measure = {.renderer = "GeForce",
                     .cpu = {.stage_ms = 0, .flop_per_ms = 1e7},
                     .gl = {.stage_ms = 0.01, .flop_per_ms = 1e8}};
    const BackendDecision gains = decide_backend(facts, large);
    CHECK(gains.answer == Answer::gl);
    CHECK(gains.reason == "GeForce, about 9.1x faster here");
    CHECK(gains.brief == "9.1x");
    // The same device, where many stages hold few sums: the calls cost more than they save.
    const BackendDecision calls = decide_backend(facts, {.flop = 1e7, .stages = 200});
    CHECK(calls.answer == Answer::cpu);
    CHECK(calls.reason == "OpenGL on GeForce would run this model at only 0.5x the CPU's speed");

    facts.measure->renderer = "another card";
    CHECK(decide_backend(facts, large).answer == Answer::measure_first);
    facts.measure->renderer = facts.renderer = "llvmpipe (LLVM 15.0.6, 256 bits)";
    CHECK(decide_backend(facts, large).answer == Answer::cpu);
    CHECK(decide_backend(facts, large).reason == "software renderer (llvmpipe)");
    facts.wish = BackendWish::gl;
    CHECK(decide_backend(facts, small).answer == Answer::gl);
    facts.wish = BackendWish::cpu;
    CHECK(decide_backend(facts, large).answer == Answer::cpu);

    facts = gpu();
    facts.version = 33;
    CHECK(decide_backend(facts, large).reason == "GeForce has no OpenGL 4.3");
    facts.problem = "no driver";
    CHECK(decide_backend(facts, large).reason == "no driver");
    CHECK_THROWS_WITH_AS(backend_wish("cuda"), "--backend takes cpu, gl or auto, got \"cuda\"", Error);
}

TEST_CASE("what was measured is remembered with the settings, a number that cannot be is not") {
    const auto file =
        std::filesystem::temp_directory_path() / ("glassformer-measure-" + std::to_string(getpid()) + ".json");
    Settings settings;
    settings.measure = {.renderer = "GeForce",
                        .cpu = {.stage_ms = 0.001, .flop_per_ms = 1e7},
                        .gl = {.stage_ms = 0.02, .flop_per_ms = 3e9}};
    save_settings(file, settings);
    std::string message;
    CHECK(load_settings(file, message).measure == settings.measure);
    settings.measure->gl.flop_per_ms = 0;
    save_settings(file, settings);
    CHECK(!load_settings(file, message).measure);
    CHECK(message == "");
    std::filesystem::remove(file);
}

TEST_CASE("where a device fails, the processor computes and says why") {
    const auto model = test::make_model(test::picture_models().front());
    const Inputs inputs{.model = "", .text = test::picture_models().front().text, .target = "", .edits = {}};
    int asked = 0;
    const ChooseBackend full = [&](const Model&, const GraphSize&) {
        ++asked;
        return BackendChoice{.backend = std::make_shared<NoRoom>(), .name = "OpenGL"};
    };
    const auto here = evaluate_once(model, inputs);
    const auto once = evaluate_once(model, inputs, nullptr, full);
    CHECK(once->computed_on().name == "CPU");
    CHECK(once->computed_on().reason == "OpenGL failed: a full device has not enough memory");
    const auto same = [&](const Evaluation& other) {
        return difference(here->trace().record(here->graph().logits.id).view(),
                          other.trace().record(other.graph().logits.id).view())
                   .largest == 0;
    };
    CHECK(same(*once));

    asked = 0;
    Session session(
        {.load = [&](const std::string&) { return model; }, .wake = {}, .before_stage = {}, .choose = full});
    session.set(inputs);
    session.wait();
    const Session::Snapshot shown = session.shown();
    REQUIRE(shown.current);
    CHECK(shown.error == "");
    CHECK(shown.current->computed_on().brief == "OpenGL failed");
    CHECK(same(*shown.current));
    CHECK(asked == 1);
    Inputs bad = inputs;  // what is wrong with the inputs is not blamed on the device
    bad.edits = {{.record = "nowhere", .cell = {}, .value = 1}};
    session.set(bad);
    session.wait();
    CHECK(session.shown().error.find("nowhere") != std::string::npos);
}

TEST_CASE("differences: equal infinities are none, one-sided ones are infinite") {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const Shape shape{{Axis::position, 4}};
    const std::array<float, 4> a{1, -inf, nan, 2}, b{1.5F, -inf, nan, 2};
    CHECK(difference({shape, a.data()}, {shape, b.data()}).largest == 0.5);
    CHECK(difference({shape, a.data()}, {shape, b.data()}).mean == 0.125);
    const std::array<float, 4> c{1, 0, nan, 2};
    CHECK(std::isinf(difference({shape, a.data()}, {shape, c.data()}).largest));
}

TEST_CASE("the window on OpenGL shows the numbers of the processor and says what computed") {
    const auto platform = memory_platform();
    if (!platform) return;
    const AppOptions options = window_options(BackendWish::gl);
    App app(*platform, options);
    app.settle();
    CHECK(app.state().at("error") == "");
    CHECK(app.state().at("backend") == "OpenGL");
    CHECK(app.state().at("backend_reason").ends_with(", as requested"));
    const auto here = evaluate_once(options.load(""), options.inputs);
    const auto there = app.session().shown().current;
    for (const int id : here->trace().stages()) {
        run_script(app, "key Right", "test");  // draws it: what is read back on demand is the first to read here
        CAPTURE(here->trace().record(id).name);
        CHECK(difference(here->trace().record(id).view(), there->trace().record(id).view()).largest < 1e-4);
    }
}

TEST_CASE("a picture on OpenGL is that of the processor, up to the name of the backend") {
    const auto picture = [](BackendWish wish, const std::string& script) {
        const auto platform = memory_platform();
        if (!platform) return Image{};
        App app(*platform, window_options(wish));
        app.settle();
        run_script(app, script, "test");
        app.settle();
        return platform->read_pixels();
    };
    // The embedding, and some stages on: scores, a product with its operands, a softmax.
    for (const int steps : {0, 7, 10, 12}) {
        CAPTURE(steps);
        std::string script = "key Home\n";
        for (int i = 0; i < steps; ++i) script += "key Right\n";
        const Image a = picture(BackendWish::cpu, script), b = picture(BackendWish::gl, script);
        REQUIRE(a.rgba.size() == b.rgba.size());
        int apart = 0;
        for (int y = 60; y < a.height; ++y)  // below the bar, which names the backend and the time
            for (int x = 0; x < a.width; ++x)
                for (int c = 0; c < 3; ++c)
                    apart = std::max(apart, std::abs(int{a.pixel(x, y)[c]} - int{b.pixel(x, y)[c]}));
        CHECK(apart <= 2);
    }
}

TEST_CASE("the comparison is computed in the background, for what is shown, and can be closed at any time") {
    const auto platform = memory_platform();
    if (!platform) return;
    App app(*platform, window_options(BackendWish::cpu));
    app.settle();
    const auto wait_for = [&](const std::string& state) {
        // Few frames: where the processor draws, each one keeps the shaders waiting.
        for (int i = 0; i < 600 && app.state().at("compare") != state; ++i) {
            app.frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return app.state().at("compare");
    };
    run_script(app, "key G\nkey Esc\nwait 2\nexpect compare=closed\nkey G\nwait 1", "test");
    REQUIRE(wait_for("done") == "done");
    const auto found = app.comparison().result();
    REQUIRE(found);
    CHECK(app.comparison().has_device());
    const Trace& trace = app.session().shown().current->trace();
    REQUIRE(found->stages.size() == trace.stages().size());
    double cpu = 0, gl = 0;
    for (std::size_t i = 0; i < found->stages.size(); ++i) {
        const StageComparison& stage = found->stages[i];
        CAPTURE(stage.name);
        CHECK(stage.name == trace.record(trace.stages()[i]).name);
        CHECK(stage.largest < 1e-4);
        CHECK(stage.mean <= stage.largest);
        cpu += stage.cpu_ms;
        gl += stage.gl_ms;
    }
    CHECK(cpu > 0);
    CHECK(cpu <= found->cpu_ms * 1.001);
    CHECK(gl > 0.2 * found->gl_ms);  // the stages are most of the pass
    CHECK(gl <= found->gl_ms * 1.001);
    CHECK(found->worst()->largest > 0);  // the sums' order does differ
    run_script(app, "key Esc\nwait 2\nexpect compare=closed\nexpect backend=CPU", "test");
    CHECK_FALSE(app.comparison().has_device());  // whose programs take memory
}

TEST_CASE("a comparison says before every stage how far it is, and ends where it is told to") {
    const auto platform = memory_platform();
    if (!platform) return;
    const auto device = std::make_shared<gl::Device>(platform->sharing_context());
    const AppOptions options = window_options(BackendWish::cpu);
    const auto shown = evaluate_once(options.load(""), options.inputs);
    std::vector<ComparisonProgress> said;
    const auto listen = [&](const ComparisonProgress& progress) {
        said.push_back(progress);
        return true;
    };
    REQUIRE(compare_backends(*shown, device, listen));
    const int stages = static_cast<int>(shown->trace().stages().size());
    std::vector<std::string_view> parts;
    float before = -1;
    for (const ComparisonProgress& progress : said) {
        if (parts.empty() || parts.back() != progress.doing) parts.push_back(progress.doing);
        CHECK(progress.share > before);
        CHECK(progress.stage < progress.stages);
        CHECK(progress.stages == stages);
        before = progress.share;
    }
    CHECK(parts == std::vector<std::string_view>{"Warming up the CPU", "Timing the CPU", "Warming up OpenGL",
                                                 "Timing OpenGL", "Comparing the numbers"});
    CHECK(said.front().share == 0);
    CHECK(before > 0.99F);
    CHECK(static_cast<int>(said.size()) > 3 * stages);
    for (const std::size_t most : {std::size_t{1}, said.size() / 2, said.size() - 1}) {
        std::size_t asked = 0;
        CHECK(!compare_backends(*shown, device, [&](const ComparisonProgress&) { return ++asked < most; }));
        CHECK(asked == most);
    }
}

TEST_CASE("both sides of this machine are measured") {
    std::shared_ptr<gl::Device> device;
    try {
        device = std::make_shared<gl::Device>(gl::surfaceless_context());
    } catch (const Error& error) {
        test::skip(test::Needs::opengl, error.what());
        return;
    }
    const BackendMeasure found = measure_backends(device, nullptr);
    CHECK(found.renderer == device->renderer());
    for (const BackendSpeed& side : {found.cpu, found.gl}) {
        CHECK(side.stage_ms > 0);
        CHECK(std::isfinite(side.flop_per_ms));
        CHECK(side.flop_per_ms > 1e3);  // a million operations a second
    }
}

TEST_SUITE_END();
