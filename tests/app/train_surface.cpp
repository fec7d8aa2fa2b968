// The loss surface of the Train view: its contour lines lie where the numbers say, and it is computed, cancelled,
// pointed at and turned by clicks.
// ctest: alone 9 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/files/session_file.h"
#include "app/pictures/charts/relief.h"
#include "app/views/shared/view_values.h"
#include "core/base/file.h"
#include "core/base/number_text.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct Axes {
    std::vector<double> across, up, values;
    template <class Function>
    Axes(std::vector<double> x, std::vector<double> y, Function&& f) : across(std::move(x)), up(std::move(y)) {
        for (const double b : up)
            for (const double a : across) values.push_back(f(a, b));
    }
    SurfaceGrid grid() const { return {across, up, values}; }
};

SettledProgram opened(const std::string& task, PixelSize size = {1280, 720}) {
    SettledProgram program(window_options(decoder, size));
    if (!program) return program;
    SessionFile session = program.app->session_now();
    session.view = "train";
    session.views["train"]["task"] = '"' + task + '"';
    session.views["train"]["steps"] = "12";
    session.views["train"]["batch"] = "4";
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle\nclick @train page surface\nwait-idle");
    return program;
}

}  // namespace

TEST_SUITE_BEGIN("train_surface");

TEST_CASE("contour lines end between points on both sides of the level, where linear interpolation puts them") {
    const Axes bowl({-2, -1, 0, 1, 2}, {-2, -1, 0, 1, 2}, [](double x, double y) { return x * x + y * y; });
    const std::vector<ContourSegment> lines = contour_lines(bowl.grid(), 2.5);
    // By hand: the ring 2.5 passes the squares between radius² 2 and 4, and cuts the corner off those with one below.
    CHECK(lines.size() == 12);
    for (const ContourSegment& line : lines)
        for (const GridPoint& end : {line.from, line.to}) {
            const bool on_column = end.x == std::round(end.x), on_row = end.y == std::round(end.y);
            REQUIRE((on_column || on_row));
            const double free = on_column ? end.y : end.x, fixed = on_column ? end.x : end.y;
            const double low = std::floor(free), high = std::ceil(free);
            const double from = low * low + fixed * fixed, to = high * high + fixed * fixed;
            CHECK((from < 2.5) != (to < 2.5));
            CHECK(from + (free - low) * (to - from) == doctest::Approx(2.5));
        }
    // Of x + 2 y every point of a line lies on it exactly.
    const Axes plane({0, 1, 2}, {0, 1}, [](double x, double y) { return x + 2 * y; });
    const std::vector<ContourSegment> straight = contour_lines(plane.grid(), 1.5);
    REQUIRE(straight.size() == 2);
    for (const ContourSegment& line : straight)
        for (const GridPoint& end : {line.from, line.to}) CHECK(end.x + 2 * end.y == doctest::Approx(1.5));
    CHECK(contour_lines(plane.grid(), 9).empty());
}

TEST_CASE("a saddle is cut by its mean, and a number that is not finite has no lines beside it") {
    const Axes saddle({0, 1}, {0, 1}, [](double x, double y) { return x == y ? 0.0 : 10.0; });
    for (const double level : {4.0, 6.0}) {
        CAPTURE(level);
        const std::vector<ContourSegment> lines = contour_lines(saddle.grid(), level);
        REQUIRE(lines.size() == 2);
        // The mean is 5: at 4 the two low corners are cut off, at 6 the two high ones.
        for (const ContourSegment& line : lines) {
            const double x = (line.from.x + line.to.x) / 2, y = (line.from.y + line.to.y) / 2;
            CHECK((std::abs(x - y) < 0.25) == (level < 5));
        }
    }
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const Axes hole({0, 1, 2}, {0, 1}, [](double x, double y) { return x == 2 && y == 1 ? nan : x; });
    CHECK(contour_lines(hole.grid(), 0.5).size() == 1);
    CHECK(contour_lines(hole.grid(), 1.5).empty());
    CHECK(hole.grid().between(0.25, 0.5) == doctest::Approx(0.25));
    CHECK(hole.grid().between(1, 0.5) == doctest::Approx(1));
    CHECK(std::isnan(hole.grid().between(1.5, 0.5)));
    CHECK(std::isnan(hole.grid().between(-1, 0)));
}

TEST_CASE("contour levels lie between the ends, and are the numbers that are written") {
    for (const auto& [low, high] : {std::pair(0.012, 8.3), std::pair(2.1, 2.9), std::pair(4.5, 4.5004),
                                    std::pair(1e-7, 30.0), std::pair(0.9, 1.2), std::pair(3.0, 1e8)}) {
        CAPTURE(low);
        CAPTURE(high);
        const std::vector<double> losses{low, std::sqrt(low * high), high};
        const std::vector<std::span<const double>> all{losses};
        const LossScale scale = fit_losses(all);
        CHECK(scale.share(low) == 0);
        CHECK(scale.share(losses[1]) == doctest::Approx(0.5));
        CHECK(scale.share(high) == 1);
        const std::vector<double> levels = contour_levels(scale);
        CHECK(levels.size() >= 4);
        CHECK(levels.size() <= 12);
        CHECK(std::ranges::is_sorted(levels));
        for (const double level : levels) {
            CHECK(level > low);
            CHECK(level < high);
            std::string text = contour_text(level);
            if (const std::size_t minus = text.find("−"); minus != std::string::npos) text.replace(minus, 3, "-");
            CHECK(std::stod(text) == level);
        }
    }
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    const std::vector<double> odd{nan, inf, 0, 2, 4};
    const std::vector<std::span<const double>> all{odd};
    const LossScale scale = fit_losses(all);
    CHECK(scale.low == 2);
    CHECK(scale.high == 4);
    CHECK(std::isnan(scale.share(nan)));
    CHECK(scale.share(inf) == inf);
    CHECK(scale.share(0) == 0);
    CHECK(contour_levels(fit_losses({})).size() >= 4);
}

TEST_CASE("a relief turns with the mouse and finds the point in front") {
    ReliefView view;
    const float turn = view.turn;
    view.drag({20, 0}, 10);
    CHECK(view.turn == doctest::Approx(turn + 0.2F));
    view.drag({0, 1e6F}, 10);
    CHECK(view.tilt < 1.5F);
    const Axes bowl({-1, 0, 1}, {-1, 0, 1}, [](double x, double y) { return 1 + x * x + y * y; });
    const std::vector<std::span<const double>> all{bowl.values};
    ReliefDrawn drawn{.box = {0, 0, 400, 400},
                      .losses = bowl.grid(),
                      .scale = fit_losses(all),
                      .view = {},
                      .middle = {200, 250},
                      .size = 100};
    const auto found = drawn.nearest(drawn.at({0, 0}, 1), 2);
    REQUIRE(found);
    CHECK(*found == GridCell{1, 1});
    CHECK(drawn.at({0, 0}, 1) == Vec2{200, 250});  // the least loss lies on the floor, in its middle
    CHECK(drawn.at({1, 1}, 3).y < drawn.at({1, 1}, 1).y);
}

TEST_CASE("a surface is computed, pointed at, turned and compared in the window") {
    const SettledProgram program = opened("soft-lookup");
    if (!program) return;
    CHECK(program.state("train_page") == "surface");
    if (program.state("train_surface") == "none") run_settled(program, "click @train surface compute\nwait-idle");
    run_settled(program, "key Right\nwait-idle\nkey Right\nwait-idle");
    CHECK(program.state("train_step") == "2");
    CHECK(program.state("train_surface_plane") == "run");  // as soon as there is one
    run_settled(program, "click @train surface random\nwait-idle");
    run_settled(program, "click @train surface compute\nwait-idle");
    CHECK(program.state("train_surface") == "fine");
    CHECK(program.state("train_surface_points") == "625");
    CHECK(program.state("train_surface_path") == "3");
    CHECK(program.state("train_surface_error") == "");
    const double centre = std::stod(program.state("train_surface_center"));
    CHECK(centre > 0);
    run_settled(program, "move @train surface\nwait-idle");  // its middle: the step looked at
    CHECK(program.state("train_surface_under").find("step 2, the center") == 0);
    const Rect cells = program.target("train surface");
    run_settled(program, "move " + std::to_string(cells.x + 3) + " " + std::to_string(cells.y + 3) + "\nwait-idle");
    CHECK(program.state("train_surface_under").find("(−1") == 0);
    const std::string turn = program.state("train_surface_turn");
    const Vec2 middle = program.target("train relief").centre();
    run_settled(program, "drag " + std::to_string(middle.x) + " " + std::to_string(middle.y) + " " +
                             std::to_string(middle.x + 60) + " " + std::to_string(middle.y) + "\nwait-idle");
    CHECK(program.state("train_surface_turn") != turn);
    run_settled(program, "click @train surface run\nwait-idle");
    CHECK(program.state("train_surface_plane") == "run");
    if (program.state("train_surface") != "coarse") run_settled(program, "click @train surface compute\nwait-idle");
    CHECK(program.state("train_surface_path") == "3");
    // The next step has a surface of its own; leaving ends what goes on.
    run_settled(program, "key Right\nwait-idle\nclick @train surface compute\nkey 1\nwait-idle\nkey 7\nwait-idle");
    CHECK(program.state("train_surface") != "computing");
}

TEST_CASE("a session remembers the plane, its points, the pictures and how the relief is turned") {
    const SettledProgram program = opened("soft-lookup");
    if (!program) return;
    const auto kept = [](const SettledProgram& of, const char* name) {
        return of.app->session_now().views["train"][std::string("surface_") + name];
    };
    CHECK(kept(program, "plane") == value_text(std::string()));  // the page takes the run's by itself
    CHECK(kept(program, "points") == "25");
    run_settled(program, "key Right\nwait-idle\nkey Right\nwait-idle");
    CHECK(program.state("train_surface_plane") == "run");
    CHECK(kept(program, "plane") == value_text(std::string()));
    run_settled(program,
                "click @train surface random\nclick @train surface seed\nclick @train surface extent\n"
                "click @train surface points\nwait-idle\nclick @train surface compute\nwait-idle");
    const Vec2 middle = program.target("train relief").centre();
    run_settled(program, "drag " + std::to_string(middle.x) + " " + std::to_string(middle.y) + " " +
                             std::to_string(middle.x + 60) + " " + std::to_string(middle.y + 20) + "\nwait-idle");
    const Rect pictures = program.target("train surface pictures");
    run_settled(program, "click " + std::to_string(pictures.right() - 5) + " " + std::to_string(pictures.centre().y) +
                             "\nwait-idle");
    CHECK(kept(program, "plane") == value_text(std::string("random")));
    CHECK(kept(program, "pictures") == value_text(std::string("relief")));

    const SessionFile session = program.app->session_now();
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    const SettledProgram other(window_options(decoder, {1280, 720}));
    REQUIRE(other.app->open_path(folder / "a.glassformer"));
    run_settled(other, "wait-idle\nkey Right\nwait-idle\nkey Right\nwait-idle");
    const SettledProgram untouched = opened("soft-lookup");
    for (const char* name : {"plane", "seed", "extent", "points", "pictures", "turn", "tilt"}) {
        CAPTURE(name);
        CHECK(kept(other, name) == kept(program, name));
        CHECK(kept(other, name) != kept(untouched, name));
    }
    CHECK(other.state("train_page") == "surface");
    CHECK(other.state("train_surface_plane") == "random");  // also where the run has a plane
    CHECK(other.state("train_surface_turn") == program.state("train_surface_turn"));
    CHECK(other.target("train relief").w > 0);
    CHECK_FALSE(other.app->find_target("train surface"));  // the relief alone

    // What no control can be set to is as nothing: the values of before stay.
    SessionFile wrong = untouched.app->session_now();
    const auto before = wrong.views["train"];
    wrong.views["train"]["surface_plane"] = value_text(std::string("of nobody"));
    wrong.views["train"]["surface_seed"] = "0";
    wrong.views["train"]["surface_extent"] = "-1";
    wrong.views["train"]["surface_points"] = "24";
    wrong.views["train"]["surface_pictures"] = "7";
    wrong.views["train"]["surface_turn"] = "1e9";
    wrong.views["train"]["surface_tilt"] = "null";
    write_file(folder / "b.glassformer", to_text(wrong));
    REQUIRE(untouched.app->open_path(folder / "b.glassformer"));
    run_settled(untouched, "wait-idle");
    CHECK(untouched.app->session_now().views["train"] == before);
}

TEST_CASE("the tab is drawn for every kind of model, in large and small windows") {
    const std::pair<const char*, PixelSize> rows[]{
        {"translate-fr-en", {640, 360}}, {"recall-lstm", {1920, 1080}}, {"sentiment-but", {640, 360}}};
    for (const auto& [task, size] : rows) {
        CAPTURE(task);
        const SettledProgram program = opened(task, size);
        if (!program) return;
        run_settled(program, "key Right\nwait-idle");
        CHECK(comes_true([&] {
            next_frame(program);
            return program.state("train_step") == "1" && program.state("train_surface") != "computing";
        }));
        CHECK(program.state("train_surface_error") == "");
    }
}

TEST_SUITE_END();
