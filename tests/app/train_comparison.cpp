// The page that compares trainings: what is shown is what was trained or stored. (The trainings themselves:
// tests/core/contrasts.cpp and compared_runs.cpp.)
// ctest: alone 10 s
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/files/session_file.h"
#include "app/views/shared/view_values.h"
#include "app/views/train/comparison/charts.h"
#include "app/views/train/comparison/maps.h"
#include "app/views/train/comparison/stored.h"
#include "core/base/file.h"
#include "core/base/system_memory.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

SettledProgram opened(PixelSize size = {1280, 720}, const ViewValues& values = {},
                      std::function<std::uint64_t()> free_memory = {}) {
    AppOptions options = window_options(decoder, size);
    options.free_memory = std::move(free_memory);
    options.ablations = source_dir() / "assets" / "ablations";
    SettledProgram program(options);
    if (!program) return program;
    SessionFile session = program.app->session_now();
    session.view = "train";
    session.views["train"]["mode"] = "3";
    for (const auto& [name, value] : values) session.views["train"][name] = value;
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle");
    REQUIRE(program.state("view") == "train");
    return program;
}

void choose(const SettledProgram& program, std::size_t down) {
    std::string script = "click @comparison choice\nwait-idle\n";
    for (std::size_t i = 0; i < down; ++i) script += "key Down\n";
    run_settled(program, script + "key Enter\nwait-idle");
}

}  // namespace

TEST_SUITE_BEGIN("train_comparison");

TEST_CASE("the six stored comparisons are shown with the numbers of their files") {
    StoredComparisons stored(source_dir() / "assets" / "ablations");
    REQUIRE(stored.size() == all_ablations().size());
    CHECK(StoredComparisons({}).size() == 0);
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const std::string name(stored.row(i).name);
        CAPTURE(name);
        CHECK(stored.at(i).error == "");
        CHECK(stored.at(i).curves == load_ablation(source_dir() / "assets" / "ablations" / (name + ".json")));
        for (const LossCurve& curve : stored.at(i).curves.curves) {
            std::vector<ChartPoint> points;
            for (const double loss : curve.loss) points.push_back({static_cast<double>(points.size() + 1), loss});
            const std::vector<ChartPoint> means = smoothed(points, smoothed_steps(static_cast<int>(points.size())));
            REQUIRE(means.size() + 4 == points.size());
            CHECK(means.front().x == 5);
            CHECK(means.back().y == doctest::Approx(loss_at(curve, static_cast<int>(points.size()))));
        }
    }
    const TemporaryFolder folder;
    CHECK(StoredComparisons(folder / "none").at(0).error != "");

    const SettledProgram program = opened();
    if (!program) return;
    choose(program, all_contrasts().size() + 4);
    CHECK(program.state("comparison") == "clipping");
    CHECK(program.state("comparison_phase") == "stored");
    CHECK(program.state("comparison_steps") == "");
    run_settled(program, "key Space\nwait-idle\nmove @comparison chart 1\nwait-idle");  // nothing to train
    CHECK(program.state("comparison_phase") == "stored");
}

TEST_CASE(
    "where the norms of the gradients are stored they are drawn below the losses, or beside them in a low window") {
    const std::vector<LossCurve> curves = load_ablation(source_dir() / "assets" / "ablations" / "clipping.json").curves;
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}, PixelSize{1280, 360}}) {
        CAPTURE(size.height);
        const SettledProgram program = opened(size, {{"comparison", "\"stored/clipping\""}});
        if (!program) return;
        const Rect loss = program.target("comparison chart 1"), norm = program.target("comparison chart 2");
        CHECK(loss.w * loss.h == doctest::Approx(norm.w * norm.h).epsilon(0.02));
        if (size.height > 400)
            CHECK(norm.y >= loss.bottom());
        else
            CHECK(norm.x >= loss.right());
        const std::vector<NamedNumber> numbers = program.app->page_numbers();
        for (std::size_t i = 0; i < curves.size(); ++i) {
            const auto largest =
                std::ranges::find(numbers, "largest_gradient_norm_" + std::to_string(i + 1), &NamedNumber::name);
            REQUIRE(largest != numbers.end());
            CHECK(largest->value == std::ranges::max(curves[i].gradient_norm));
        }
    }
    const SettledProgram program = opened({1280, 720}, {{"comparison", "\"stored/residual\""}});
    if (!program) return;
    CHECK(program.app->targets().contains("comparison chart 1"));
    CHECK_FALSE(program.app->targets().contains("comparison chart 2"));
}

TEST_CASE("a contrast is trained, paused in one step, scrubbed and begun again in the window") {
    const SettledProgram program = opened();
    if (!program) return;
    CHECK(program.state("comparison") == "learning-rate");
    choose(program, 1);
    CHECK(program.state("comparison") == "attention-scale");
    CHECK(program.state("comparison_phase") == "ready");
    CHECK(program.state("comparison_steps") == "0 0");
    run_settled(program, "click @comparison start\n");
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("comparison_steps") != "0 0";
    }));
    run_settled(program, "key Space\nwait-idle");
    CHECK(comes_true([&] {
        next_frame(program);
        run_settled(program, "wait-idle");
        return program.state("comparison_phase") != "running";
    }));
    const std::string steps = program.state("comparison_steps"), one = steps.substr(0, steps.find(' '));
    CHECK(steps == one + " " + one);
    CHECK(program.state("comparison_looked_at") == one);
    CHECK(program.state("comparison_losses").find("none") == std::string::npos);
    run_settled(program, "key Home\nwait-idle");
    CHECK(program.state("comparison_looked_at") == "0");
    run_settled(program, "click @comparison newest\nwait-idle");
    CHECK(program.state("comparison_looked_at") == one);
    run_settled(program, "click @comparison initial\nwait-idle");
    CHECK(program.state("comparison_looked_at") == "0");
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("comparison_looked_at") == "1");
    run_settled(program, "key 1\nwait-idle\nkey 7\nwait-idle");
    CHECK(program.state("comparison_steps") == steps);
    run_settled(program, "click @comparison again\nwait-idle");
    CHECK(program.state("comparison_steps") == "0 0");
    CHECK(program.state("comparison_phase") == "ready");
    CHECK(program.state("comparison_seed") == "1");
    run_settled(program, "click @comparison seed\nwait-idle");
    CHECK(program.state("comparison_seed") == "2");
    choose(program, 7);
    CHECK(program.state("comparison") == "positions");
    CHECK(program.state("comparison_steps") == "0 0 0 0");
}

TEST_CASE("the maps that are shown are those of the run that is read, found once for each reading") {
    ComparedRuns runs({});
    runs.begin(require_contrast("causal-mask"), 1);
    CHECK(comes_true([&] {
        runs.follow();
        return !runs.settling();
    }));
    ComparedMaps maps;
    maps.follow(runs.runs());
    for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<TrainedHeadMap> own = head_maps(*runs.runs()[i].reading.evaluation);
        REQUIRE(maps.of(i).size() == own.size());
        CHECK(own.size() == 8);  // two blocks of four heads
        CHECK(maps.of(i).back().title == own.back().title);
        CHECK(maps.of(i).back().record == own.back().record);
    }
    CHECK(maps.chosen(3)->title == maps.of(0)[3].title);
    CHECK(maps.chosen(99)->title == maps.of(0).back().title);
    const TrainedHeadMap* const before = maps.of(0).data();
    maps.follow(runs.runs());
    CHECK(maps.of(0).data() == before);
    maps.follow({});
    CHECK(maps.chosen(0) == nullptr);
}

TEST_CASE("what is compared, from which seed and what is looked at is found again in a session") {
    {
        const SettledProgram program = opened();
        if (!program) return;
        choose(program, 1);
        run_settled(program,
                    "click @comparison seed\nwait-idle\nclick @comparison name 1\nwait-idle\nkey Down\nwait-idle");
        CHECK(program.state("comparison_runs") == "2 1");
        const ViewValues values = program.app->session_now().views.at("train");
        CHECK(values.at("comparison") == value_text(std::string("attention-scale")));
        const SettledProgram again = opened({1280, 720}, values);
        for (const char* name : {"comparison", "comparison_seed", "comparison_runs", "comparison_head"})
            CHECK(again.state(name) == program.state(name));
        CHECK(again.state("comparison_seed") == "2");
    }
    // A stored one, though a contrast has that name too.
    const SettledProgram stored = opened({1280, 720}, {{"comparison", value_text(std::string("stored/clipping"))}});
    CHECK(stored.state("comparison") == "clipping");
    CHECK(stored.state("comparison_phase") == "stored");
    // A step is looked at as soon as it is there; what makes no sense is left alone.
    const SettledProgram step = opened({1280, 720}, {{"comparison", value_text(std::string("no such row"))},
                                                     {"comparison_seed", value_text(1000)},
                                                     {"comparison_runs", value_text(std::vector<int>{2, 7})},
                                                     {"comparison_step", value_text(5)}});
    CHECK(step.state("comparison") == "learning-rate");
    CHECK(step.state("comparison_seed") == "1");
    CHECK(step.state("comparison_runs") == "1 2");
    CHECK(step.app->session_now().views.at("train").at("comparison_step") == value_text(5));
}

TEST_CASE("two runs are opened at one step in the Compare view, which finds their weights") {
    const SettledProgram program = opened();
    if (!program) return;
    CHECK(program.state("comparison_runs") == "1 2");
    run_settled(program, "click @comparison name 3\nwait-idle");  // of three: the second and the third
    CHECK(program.state("comparison_runs") == "2 3");
    run_settled(program, "click @comparison start\n");
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("comparison_steps") != "0 0 0";
    }));
    run_settled(program, "key Space\nwait-idle");
    CHECK(comes_true([&] {
        next_frame(program);
        run_settled(program, "wait-idle");
        return program.state("comparison_phase") != "running";
    }));
    const std::string step = program.state("comparison_looked_at");
    CHECK(step != "0");
    run_settled(program, "click @comparison compare\nwait-idle");
    CHECK(program.state("view") == "compare");
    const std::string a = program.app->session().inputs().model, b = program.state("compare_b_model");
    CHECK(a.starts_with("training/learning rate 0.003, run "));
    CHECK(b.starts_with("training/learning rate 0.3, run "));
    CHECK(a.ends_with("/step " + step));
    CHECK(b.ends_with("/step " + step));
    CHECK(comes_true([&] {
        next_frame(program);
        run_settled(program, "wait-idle");
        return program.state("compare_done") == "yes";
    }));
    CHECK(program.state("compare_b_error") == "");
    CHECK(program.state("compare_b_text") == program.app->session().inputs().text);
    CHECK(program.state("compare_first") != "");  // they differ
    // The window's scrubber takes both to another step.
    run_settled(program, "click @training scrubber\nwait-idle");
    const std::string other = program.app->session().inputs().model;
    CHECK(other != a);
    CHECK(comes_true([&] {
        next_frame(program);
        run_settled(program, "wait-idle");
        return program.state("compare_done") == "yes" && program.state("compare_b_old") == "no";
    }));
    CHECK(program.state("compare_b_model") == b.substr(0, b.rfind(' ')) + other.substr(other.rfind(' ')));
    CHECK(program.state("compare_b_error") == "");
    // The same runs at another step, by the same names.
    run_settled(program, "key 7\nwait-idle\nkey Home\nwait-idle\nclick @comparison compare\nwait-idle");
    CHECK(program.app->session().inputs().model == a.substr(0, a.rfind(' ')) + " 0");
    CHECK(program.state("compare_b_model") == b.substr(0, b.rfind(' ')) + " 0");
    CHECK(comes_true([&] {
        next_frame(program);
        run_settled(program, "wait-idle");
        return program.state("compare_done") == "yes";
    }));
    CHECK(program.state("compare_first") == "");  // the same initial weights
}

TEST_CASE("runs for which there is no memory are not begun, and the page says so") {
    std::uint64_t free = std::uint64_t{12} << 20U;
    const SettledProgram program = opened({1280, 720}, {}, [&] { return free; });
    if (!program) return;
    CHECK(program.state("comparison_phase") == "none");
    CHECK(program.state("comparison_error").starts_with("the 3 runs of this comparison need about "));
    CHECK(program.state("comparison_error").find(" and " + bytes_text(free) + " are free here") != std::string::npos);
    run_settled(program, "key Space\nwait-idle\nclick @comparison seed\nwait-idle");  // nothing to start
    CHECK(program.state("comparison_phase") == "none");
    free = memory_unknown;
    run_settled(program, "click @comparison again\nwait-idle");
    CHECK(program.state("comparison_phase") == "ready");
    CHECK(program.state("comparison_error") == "");
}

TEST_CASE("every comparison is drawn at any size") {
    for (const PixelSize size : {PixelSize{1920, 1080}, PixelSize{640, 360}}) {
        CAPTURE(size.width);
        const SettledProgram program = opened(size);
        if (!program) return;
        choose(program, 8);
        CHECK(program.state("comparison") == "positions");
        choose(program, all_contrasts().size() - 8);  // the first stored one
        CHECK(program.state("comparison") == all_ablations().front().name);
        CHECK(program.state("comparison_phase") == "stored");
    }
}

TEST_SUITE_END();
