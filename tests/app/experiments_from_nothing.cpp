// Attention from nothing, in the window: points are dragged and the matrices follow, controls change what the core
// computes, the shuffled outputs are put back, and all of it is kept.
// ctest: alone 7 s
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <utility>

#include "app/files/session_file.h"
#include "app/views/experiments/from_nothing/matrices.h"
#include "app/views/experiments/from_nothing/printed.h"
#include "app/views/shared/view_values.h"
#include "core/experiments/from_nothing.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::vector<double> numbers(const Program& program, const char* name) {
    std::istringstream list(program.state(std::string("from_nothing_") + name));
    std::vector<double> all;
    for (double number = 0; list >> number;) all.push_back(number);
    return all;
}

SettledProgram opened(PixelSize size = {1280, 720}) {
    AppOptions options = window_options(decoder, size);
    options.view = "experiments";
    options.view_values = {{"mode", "\"from-nothing\""}};
    return SettledProgram(options);
}

/// Clicks the control at this share of its width.
void press(const Program& program, const std::string& knob, float share) {
    const Rect place = program.target("experiment " + knob);
    program.platform->events().click({place.x + share * place.w, place.centre().y});
    program.app->settle();
}

/// Clicks one of the choices of a control.
void choose(const Program& program, const std::string& choice) {
    program.platform->events().click(program.target("experiment " + choice).centre());
    program.app->settle();
}

/// The points, as a session file has them.
std::vector<TokenPoint> points_of(const Program& program) {
    const auto views = program.app->session_now().views;
    std::vector<TokenPoint> points;
    const std::vector<int> all = ViewReader(views.at("experiments")).wholes("from-nothing.points", {});
    for (std::size_t i = 0; i + 1 < all.size(); i += 2)
        points.push_back({static_cast<float>(all[i]) / 100, static_cast<float>(all[i + 1]) / 100});
    return points;
}

void check_same(const std::vector<double>& shown, const Tensor& computed) {
    REQUIRE(shown.size() == computed.data.size());
    for (std::size_t i = 0; i < shown.size(); ++i)
        CHECK(shown[i] == doctest::Approx(static_cast<double>(computed.data[i])).epsilon(1e-5));
}

}  // namespace

TEST_SUITE_BEGIN("experiments_from_nothing_page");

TEST_CASE("from nothing: a dragged point changes its embedding, and scores, weights and outputs with it") {
    const SettledProgram program = opened();
    if (!program) return;
    CHECK(program.state("experiments_page") == "from-nothing");
    const std::vector<double> before = numbers(program, "x"), weights = numbers(program, "weights");
    REQUIRE(before.size() == 10);
    REQUIRE(weights.size() == 25);
    for (std::size_t row = 0; row < 5; ++row) {
        double sum = 0;
        for (std::size_t j = 0; j < 5; ++j) sum += weights[5 * row + j];
        CHECK(sum == doctest::Approx(1));
    }
    const Rect plane = program.target("from_nothing plane"), cat = program.target("from_nothing point cat");
    program.platform->events().drag(cat.centre(), {plane.centre().x - plane.w / 3, plane.centre().y + plane.h / 6});
    program.app->settle();
    const std::vector<double> after = numbers(program, "x");
    CHECK(after[2] == doctest::Approx(-2).epsilon(0.02));  // the plane reaches from −3 to 3
    CHECK(after[3] == doctest::Approx(-1).epsilon(0.02));
    for (const std::size_t other : {0U, 1U, 4U, 5U, 6U, 7U, 8U, 9U}) CHECK(after[other] == before[other]);
    std::vector<TokenPoint> points = points_of(program);
    REQUIRE(points.size() == 6);
    points.resize(5);
    const PlaneAttention made = attend_from_nothing({.tokens = points, .order = {}, .query = {}});
    check_same(numbers(program, "scores"), made.scores);
    check_same(numbers(program, "outputs"), made.y);
    program.run("key Ctrl+Z\nwait-idle");  // the whole movement is one step
    CHECK(numbers(program, "x") == before);
    program.run("key Ctrl+Y\nwait-idle");
    CHECK(numbers(program, "x") == after);
}

TEST_CASE("from nothing: another order moves the outputs, and positions make them differ") {
    const SettledProgram program = opened();
    if (!program) return;
    CHECK(program.state("from_nothing_order") == "the cat drank warm milk");
    CHECK(numbers(program, "moved").at(0) == 0);
    const std::vector<double> before = numbers(program, "outputs");
    press(program, "order", 0.6F);
    const std::string order = program.state("from_nothing_order");
    REQUIRE(order != "the cat drank warm milk");
    CHECK(numbers(program, "moved").at(0) < 1e-5);
    std::istringstream words(order);
    const std::vector<std::string> first{"the", "cat", "drank", "warm", "milk"};
    const std::vector<double> after = numbers(program, "outputs");
    std::size_t row = 0;
    for (std::string word; words >> word; ++row) {
        const auto was = static_cast<std::size_t>(std::ranges::find(first, word) - first.begin());
        for (const std::size_t c : {0U, 1U})
            CHECK(after.at(2 * row + c) == doctest::Approx(before.at(2 * was + c)).epsilon(1e-4));
    }
    press(program, "positions", 0.5F);
    CHECK(numbers(program, "moved").at(0) > 1e-3);
    choose(program, "parameters a single query");  // a single query
    const std::vector<double> moved = numbers(program, "moved");
    REQUIRE(moved.size() == 3);
    CHECK(moved[0] < 1e-5);
    press(program, "positions", 0.5F);
    CHECK(numbers(program, "moved").at(1) > 1e-3);
    CHECK(numbers(program, "moved").at(2) < 1e-5);
}

TEST_CASE("from nothing: a query is dragged, matrices are chosen, a pair is clicked, and a session keeps all") {
    const SettledProgram program = opened();
    if (!program) return;
    choose(program, "parameters a single query");
    const Rect plane = program.target("from_nothing plane"), q = program.target("from_nothing point q");
    program.platform->events().drag(q.centre(), {plane.centre().x + plane.w / 3, plane.centre().y});
    program.app->settle();
    const std::vector<double> x = numbers(program, "x"), scores = numbers(program, "scores");
    REQUIRE(scores.size() == 15);
    for (std::size_t j = 0; j < 5; ++j) {
        CHECK(scores[j] == 0);
        CHECK(scores[10 + j] == doctest::Approx(2 * x[2 * j]).epsilon(0.03));  // q is (2, 0)
    }
    choose(program, "parameters W_Q, W_K, W_V");
    press(program, "seed", 0.5F);
    const std::vector<double> random = numbers(program, "outputs");
    program.run("key Shift+N\nwait-idle");
    CHECK(numbers(program, "outputs") != random);
    const Rect cells = program.target("from_nothing weights");
    program.platform->events().click({cells.x + 0.1F * cells.w, cells.bottom() - 0.1F * cells.h});
    program.app->settle();
    CHECK(program.state("from_nothing_pair") == "4 0");
    press(program, "tokens", 0.3F);
    CHECK(numbers(program, "x").size() < 10);
    const std::vector<double> kept = numbers(program, "outputs");
    const SessionFile session = program.app->session_now();
    const SettledProgram again([&] {
        AppOptions options = window_options(decoder);
        options.view = "experiments";
        options.view_values = session.views.at("experiments");
        return options;
    }());
    CHECK(numbers(again, "outputs") == kept);
    choose(program, "matrices identity");
    const std::vector<double> identity = numbers(program, "outputs");
    CHECK(identity != kept);
    choose(program, "parameters none");
    CHECK(numbers(program, "outputs") == identity);
}

TEST_CASE("from nothing: no name in the plane covers another one or a point, wherever the points lie") {
    const std::vector<std::vector<int>> places{
        {30, -60, 160, 90, -130, 110, -90, -140, 110, 170, 190, -120},     // as at first
        {0, 0, 5, 5, -5, 5, 5, -5, 0, 10, 10, 0},                          // all in one place
        {250, 250, 250, 240, 240, 250, -250, -250, 250, -250, -250, 250},  // in the corners
        {0, 60, 10, 60, 20, 60, 30, 60, 40, 60, 50, 60}};
    for (const std::vector<int>& points : places)
        for (const int parameters : {0, 1, 2})
            for (const char* positions : {"0", "1"}) {
                CAPTURE(value_text(points));
                CAPTURE(parameters);
                CAPTURE(std::string(positions));
                AppOptions options = window_options(decoder);
                options.view = "experiments";
                options.view_values = {{"mode", "\"from-nothing\""},
                                       {"from-nothing.points", value_text(points)},
                                       {"from-nothing.tokens", "6"},
                                       {"from-nothing.positions", positions},
                                       {"from-nothing.parameters", std::to_string(parameters)}};
                const SettledProgram program(options);
                if (!program) return;
                const Rect plane = program.target("from_nothing plane");
                std::vector<Rect> taken;
                for (const char* word : {"the", "cat", "drank", "warm", "milk", "today"}) {
                    const Vec2 at = program.target(std::string("from_nothing point ") + word).centre();
                    taken.push_back(Rect{at.x, at.y, 0, 0}.inset(-6));
                }
                const std::size_t tokens = taken.size();
                for (const char* name : {"the", "cat", "drank", "warm", "milk", "today", "q", "mean", "weighted",
                                         "query", "v(the)", "v(cat)", "v(drank)", "v(warm)", "v(milk)", "v(today)"}) {
                    const auto label = program.app->find_target(std::string("from_nothing label ") + name);
                    if (!label) continue;
                    CAPTURE(std::string(name));
                    CHECK(plane.contains(label->min()));
                    CHECK(plane.contains(label->max()));
                    for (const Rect& other : taken) {
                        const Rect both = label->intersect(other);
                        CHECK(both.w * both.h < 1);
                    }
                    taken.push_back(*label);
                }
                CHECK(taken.size() == tokens + 6 + (parameters == 1 ? 4 : parameters == 2 ? 6 : 0));
            }
}

TEST_CASE("from nothing: with matrices the values lie where W_V takes the vectors, and the plane holds them all") {
    const SettledProgram program = opened();
    if (!program) return;
    choose(program, "parameters W_Q, W_K, W_V");
    const std::vector<TokenPoint> points = points_of(program);
    for (const float share : {0.1F, 0.35F, 0.8F}) {
        press(program, "seed", share);
        const auto views = program.app->session_now().views;
        const float seed = ViewReader(views.at("experiments")).number("from-nothing.seed", -1, 0, 99);
        REQUIRE(seed >= 0);
        const PlaneAttention made = attend_from_nothing({.tokens = {points.begin(), points.begin() + 5},
                                                         .maps = PlaneMaps::random,
                                                         .order = {},
                                                         .query = {},
                                                         .seed = static_cast<std::uint64_t>(seed)});
        const Rect plane = program.target("from_nothing plane");
        const Vec2 middle = plane.centre();
        const float unit = (program.target("from_nothing point cat").centre().x - middle.x) / points[1].x;
        const std::vector<std::string> words{"the", "cat", "drank", "warm", "milk"};
        for (std::size_t i = 0; i < words.size(); ++i)
            for (const bool key : {false, true}) {
                CAPTURE(words[i]);
                const float* entries = (key ? made.k : made.v).view().row(i);
                const Vec2 at = program.target((key ? "from_nothing k " : "from_nothing v ") + words[i]).centre();
                CHECK(plane.contains(at));
                CHECK(double{at.x} == doctest::Approx(double{middle.x + unit * entries[0]}).epsilon(0.01));
                CHECK(double{at.y} == doctest::Approx(double{middle.y - unit * entries[1]}).epsilon(0.01));
            }
    }
}

TEST_CASE("from nothing: the formula beside a number has the numbers that it is computed from") {
    const SettledProgram program = opened();
    if (!program) return;
    // "= 1.60 · 1.10 + 0.90 · 1.70"
    const auto value_of = [](std::string formula) {
        REQUIRE((formula.starts_with("= ") || formula.starts_with("≈ ")));
        for (const auto& [written, plain] : {std::pair{"−", "-"}, std::pair{"·", "*"}})
            for (std::size_t at = 0; (at = formula.find(written, at)) != std::string::npos;)
                formula.replace(at, std::string(written).size(), plain);
        std::istringstream terms(formula.substr(formula.find(' ') + 1));
        double sum = 0, a = 0, b = 0;
        char sign = 0;
        while (terms >> a >> sign >> b) {
            sum += a * b;
            terms >> sign;
        }
        return sum;
    };
    for (const char* parameters : {"none", "a single query", "W_Q, W_K, W_V"}) {
        CAPTURE(parameters);
        choose(program, std::string("parameters ") + parameters);
        std::istringstream pair(program.state("from_nothing_pair"));
        std::size_t query = 0, key = 0;
        pair >> query >> key;
        if (std::string(parameters) == "a single query") query = ThreeAverages::of_query;
        const double score = numbers(program, "scores").at(5 * query + key);
        CHECK(std::abs(value_of(program.state("from_nothing_scores_formula")) - score) < 0.05);
        const double output = numbers(program, "outputs").at(2 * query);
        CHECK(std::abs(value_of(program.state("from_nothing_outputs_formula")) - output) < 0.05);
        const std::string weight = program.state("from_nothing_weights_formula");
        CHECK(std::ranges::count(weight, '(') == 1 + 1 + 5);  // of the key, around the sum, of five keys
    }
}

TEST_CASE("from nothing: who multiplies and adds what is printed of a score gets what is printed beside it") {
    const auto number_of = [](std::string text) {
        for (std::size_t at; (at = text.find("−")) != std::string::npos;)
            text.replace(at, std::string("−").size(), "-");
        return std::stod(text);
    };
    const auto written_alike = [](double computed, const std::string& printed) {
        const std::size_t point = printed.find('.');
        return cell_number(computed, static_cast<int>(printed.size() - point - 1)) == printed;
    };
    std::mt19937 random(4);
    std::uniform_real_distribution<float> any(-3, 3);
    int about = 0;
    constexpr int scores = 2000;
    for (int i = 0; i < scores; ++i) {
        std::array<float, 2> q{any(random), any(random)}, k{any(random), any(random)};
        if (i == 0) q = {0.885F, 1.5F}, k = {2, 1};  // 0.89 × 2.00 is not 1.77
        const auto lines = printed_score(q, k, q[0] * k[0] + q[1] * k[1]);
        double sum = 0;
        for (std::size_t line = 0; line < 2; ++line) {
            CAPTURE(lines.at(line));
            std::istringstream words(lines.at(line));
            std::string a, times, b, is, product;
            words >> a >> times >> b >> is >> product;
            sum += number_of(product);
            if (is == "≈") ++about;
            if (is == "=") CHECK(written_alike(number_of(a) * number_of(b), product));
        }
        CAPTURE(lines[2]);
        if (lines[2].starts_with("sum ≈ "))
            ++about;
        else
            CHECK(written_alike(sum, lines[2].substr(4)));
    }
    CHECK(about < 3 * scores / 20);  // of three lines each
    CHECK(printed_score({0.885F, 1.5F}, {2, 1}, 3.27F)[0] == "0.885 × 2.000 = 1.77");
    // So the formulas of the tooltips.
    CHECK(printed_equation(1.77, [](int decimals) {
              return PrintedCalculation{.text = cell_number(0.885, decimals) + " · 2",
                                        .value = 2 * printed_as(0.885, decimals)};
          }) == "= 0.885 · 2");
    CHECK(printed_equation(5, [](int) { return PrintedCalculation{.text = "1 + 1", .value = 2}; }) == "≈ 1 + 1");
}

TEST_SUITE_END();
