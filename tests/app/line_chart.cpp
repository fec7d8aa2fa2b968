// The chart of lines: any number of points as what is seen of them, texts that never cover each other, what is hovered.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "app/paint/legible_painter.h"
#include "app/pictures/charts/line_chart.h"
#include "tests/support/notes_painter.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// Notes of lines too, and whether every number that was drawn with is finite.
class LineNotes : public WindowNotes {
public:
    explicit LineNotes(float em = 14, const Theme& theme = **all_themes().begin()) : WindowNotes(em, theme) {}
    std::vector<std::vector<Vec2>> polylines;
    std::vector<Vec2> dots;
    struct Line {
        Vec2 from, to;
        Colour colour;
    };
    std::vector<Line> dashed_lines;
    std::vector<std::pair<Rect, Colour>> filled;
    void polyline(std::span<const Vec2> points, Colour colour, float width, bool closed) override {
        polylines.emplace_back(points.begin(), points.end());
        WindowNotes::polyline(points, colour, width, closed);
    }
    void circle(Vec2 centre, float radius, Colour colour) override {
        dots.push_back(centre);
        WindowNotes::circle(centre, radius, colour);
    }
    void dashed(Vec2 from, Vec2 to, Colour colour, float width, float dash, float space) override {
        dashed_lines.push_back({from, to, colour});
        WindowNotes::dashed(from, to, colour, width, dash, space);
    }
    void fill(const Rect& rect, Colour colour, float radius) override {
        filled.emplace_back(rect, colour);
        WindowNotes::fill(rect, colour, radius);
    }
    bool wrote(std::string_view text) const { return std::ranges::find(texts, text) != texts.end(); }
    bool all_finite() const {
        for (const auto& line : polylines)
            for (const Vec2 p : line)
                if (!std::isfinite(p.x) || !std::isfinite(p.y)) return false;
        return std::isfinite(bounds.x) && std::isfinite(bounds.y) && std::isfinite(bounds.w) && std::isfinite(bounds.h);
    }
};

std::vector<ChartPoint> falling(int steps) {
    std::vector<ChartPoint> points;
    points.reserve(static_cast<std::size_t>(steps));
    for (int i = 0; i < steps; ++i) points.push_back({static_cast<double>(i), 4 / (1 + 0.01 * i)});
    return points;
}

/// Three series, levels near each other, marks: all that can be in the way of each other.
LineChart crowded(const std::vector<ChartPoint>& points) {
    LineChart chart{.title = "Loss of the training and of texts that it has not seen"};
    for (const char* name : {"training loss", "validation loss", "the loss of the run before", "mean"})
        chart.series.push_back({.name = name, .points = points, .dashed = name == std::string("mean")});
    chart.levels = {{"chance", 3, {}}, {"entropy of the source", 2.9, {}}, {"unigram", 2.95, {}}, {"floor", 0, {}}};
    chart.marks = {{100, "looked at", {}}, {110, "stopped", {}}, {999, "the end", {}}, {0, "the beginning", {}}};
    chart.across = fit_across("step", chart.series);
    chart.up = fit_up("cross-entropy (nats)", chart.series, false, chart.levels);
    return chart;
}

bool lies_in(const Rect& box, const Rect& in) {
    return box.x >= in.x - 0.1F && box.y >= in.y - 0.1F && box.right() <= in.right() + 0.1F &&
           box.bottom() <= in.bottom() + 0.1F;
}
void check_labels(LineNotes& notes, Painter& measuring, const Rect& rect) {
    std::vector<Rect> boxes;
    for (const Notes::Label& label : notes.labels) boxes.push_back(box_of(measuring, label));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        CAPTURE(notes.labels[i].text);
        CHECK(lies_in(boxes[i], rect));
        for (std::size_t j = 0; j < i; ++j) {
            const Rect both = boxes[i].intersect(boxes[j]);
            CHECK_MESSAGE((both.w < 0.1F || both.h < 0.1F), notes.labels[j].text);
        }
    }
}

}  // namespace

TEST_SUITE_BEGIN("line_chart");

TEST_CASE("many points become two for each column of pixels, its least and its largest") {
    const Rect plot{10, 0, 300, 100};
    std::vector<ChartPoint> points;
    std::mt19937 random(3);
    std::uniform_real_distribution<double> any(40, 60);
    constexpr int count = 100000;
    points.reserve(count);
    for (int i = 0; i < count; ++i) points.push_back({300.0 * i / count, any(random)});
    points[45001].y = 3;
    points[77003].y = 98;
    const auto place = [&](const ChartPoint& point) {
        return Vec2{plot.x + static_cast<float>(point.x), plot.bottom() - static_cast<float>(point.y)};
    };
    const auto runs = thinned(points, plot, place);
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].size() <= 600);
    std::vector<float> least(300, 1e9F), largest(300, -1e9F), kept_least = least, kept_largest = largest;
    const auto note = [&](Vec2 at, std::vector<float>& low, std::vector<float>& high) {
        const auto column = static_cast<std::size_t>(std::clamp(std::floor(at.x - plot.x), 0.0F, 299.0F));
        low[column] = std::min(low[column], at.y);
        high[column] = std::max(high[column], at.y);
    };
    for (const ChartPoint& point : points) note(place(point), least, largest);
    for (const Vec2 at : runs[0]) note(at, kept_least, kept_largest);
    CHECK(least == kept_least);
    CHECK(largest == kept_largest);
    CHECK(std::ranges::is_sorted(runs[0], {}, &Vec2::x));

    // Every other point is a gap: still two a column.
    for (std::size_t i = 0; i < points.size(); i += 2) points[i].y = not_a_number;
    std::size_t kept = 0;
    for (const LineRun& run : thinned(points, plot, place)) kept += run.size();
    CHECK(kept <= 602);
    // A plot of a part: one point on each side, and nothing more of what is outside.
    const auto part = thinned(falling(1000), {100, 0, 50, 100}, [](const ChartPoint& point) {
        return Vec2{static_cast<float>(point.x), static_cast<float>(point.y)};
    });
    REQUIRE(part.size() == 1);
    CHECK(part[0].front().x == 99);
    CHECK(part[0].back().x == 151);
    CHECK(part[0].size() == 53);
    // A line across a plot that none of its points is in.
    const std::vector<ChartPoint> across{{0, 1}, {500, 2}};
    CHECK(thinned(across, {100, 0, 50, 100}, [](const ChartPoint& point) {
              return Vec2{static_cast<float>(point.x), static_cast<float>(point.y)};
          }) == std::vector<LineRun>{{{0, 1}, {500, 2}}});
}

TEST_CASE("what is not finite leaves a gap, and a point alone is a dot") {
    const Rect rect{0, 0, 600, 300};
    const auto drawn = [&](const std::vector<ChartPoint>& points, bool log = false) {
        LineNotes notes;
        LineChart chart{.series = {{.name = "one", .points = points}}};
        chart.across = {.low = 0, .high = 10};
        chart.up = {.low = 0.1, .high = 10, .logarithmic = log};
        draw_line_chart(notes, rect, chart);
        return std::pair{notes.polylines.size(), notes.dots.size()};
    };
    using Drawn = std::pair<std::size_t, std::size_t>;
    CHECK(drawn({{0, 1}, {1, 2}, {2, 3}}) == Drawn{1, 0});
    CHECK(drawn({{0, 1}, {1, 2}, {2, not_a_number}, {3, 3}, {4, 3}}) == Drawn{2, 0});
    CHECK(drawn({{0, 1}, {1, 2}, {2, not_a_number}, {3, 3}, {4, infinite}, {5, 2}, {6, 2}}) == Drawn{2, 1});
    CHECK(drawn({{0, 1}, {1, 2}, {not_a_number, 2}, {3, 3}}) == Drawn{1, 1});
    CHECK(drawn({{5, 1}}) == Drawn{0, 1});
    CHECK(drawn({{5, 1}, {5, 1}}) == Drawn{0, 1});
    CHECK(drawn({{not_a_number, not_a_number}, {5, not_a_number}}) == Drawn{0, 0});
    CHECK(drawn({}) == Drawn{0, 0});
    CHECK(drawn({{0, 1}, {1, 2}, {2, 0}, {3, 3}, {4, 3}, {5, -2}, {6, 1}}, true) == Drawn{2, 1});
    // Where the line turns back sharply, a new one begins.
    CHECK(drawn({{0, 1}, {0.1, 9}, {0.2, 1}, {5, 1}}).first == 2);
}

TEST_CASE("texts lie inside and never on each other, at any size of the chart and of the text") {
    const std::vector<ChartPoint> points = falling(1000);
    const LineChart chart = crowded(points);
    for (const float em : {14.0F, 28.0F})
        for (const Vec2 size : {Vec2{12, 8}, Vec2{16, 20}, Vec2{30, 12}, Vec2{90, 50}, Vec2{11, 7}, Vec2{7, 5},
                                Vec2{3, 2}, Vec2{30, 4}, Vec2{2, 30}})
            for (const bool log : {false, true})
                for (const bool legible : {false, true}) {
                    LineChart shown = chart;
                    shown.up.logarithmic = shown.across.logarithmic = log;
                    const Rect rect{33.3F, 20.7F, size.x * em, size.y * em};
                    CAPTURE(em);
                    CAPTURE(size.x);
                    CAPTURE(size.y);
                    CAPTURE(log);
                    CAPTURE(legible);
                    LineNotes notes(em);
                    LegiblePainter lecture(notes, 1.5F * em);
                    Painter& painter = legible ? static_cast<Painter&>(lecture) : notes;
                    const LineChartDrawn drawn = draw_line_chart(painter, rect, shown);
                    check_labels(notes, notes, rect);
                    CHECK(lies_in(drawn.plot, rect));
                    CHECK(notes.all_finite());
                    if (!legible && size.x >= 12 && size.y >= 8) {
                        CHECK(drawn.plot.h >= 2 * em);
                        CHECK(drawn.plot.w >= 7 * em);
                        CHECK(std::ranges::any_of(notes.texts, [](const std::string& text) { return text == "step"; }));
                        if (size.y >= 12) CHECK(notes.wrote("1000"));  // in a low chart the title is there
                    }
                    if (size.x < 5) CHECK(notes.texts.empty());
                }
    LineNotes wide;
    draw_line_chart(wide, {0, 0, 1200, 700}, chart);
    for (const char* text : {"Loss of the training and of texts that it has not seen",
                             "step",
                             "cross-entropy (nats)",
                             "training loss",
                             "validation loss",
                             "the loss of the run before",
                             "mean",
                             "chance",
                             "entropy of the source",
                             "unigram",
                             "floor",
                             "looked at",
                             "stopped",
                             "the end",
                             "the beginning",
                             "0",
                             "200",
                             "1000",
                             "0.0",
                             "4.0"})
        CHECK_MESSAGE(wide.wrote(text), std::string(text));
    // What has no room in the legend is counted.
    LineChart many = chart;
    many.series.assign(40, chart.series[0]);
    LineNotes narrow;
    draw_line_chart(narrow, {0, 0, 200, 150}, many);
    check_labels(narrow, narrow, {0, 0, 200, 150});
    CHECK(std::ranges::any_of(narrow.texts, [](const std::string& text) { return text.ends_with(" more"); }));
    // One series has no legend.
    LineChart one = chart;
    one.series.resize(1);
    LineNotes single;
    draw_line_chart(single, {0, 0, 1200, 700}, one);
    CHECK_FALSE(single.wrote("training loss"));
}

TEST_CASE("levels and marks are where their numbers are, and only those on the axes") {
    LineChart chart{.across = {.low = 0, .high = 10}, .up = {.low = 0, .high = 1}};
    chart.levels = {{"half", 0.5, {}}, {"above", 1.5, {}}, {"no number", not_a_number, {}}};
    chart.marks = {{5, "middle", {}}, {-1, "before", {}}};
    LineNotes notes;
    const LineChartDrawn drawn = draw_line_chart(notes, {0, 0, 800, 400}, chart);
    REQUIRE(notes.dashed_lines.size() == 2);
    CHECK(std::abs(notes.dashed_lines[0].from.y - drawn.at(0, 0.5).y) <= 1);
    CHECK(notes.dashed_lines[0].from.x == drawn.plot.x);
    CHECK(notes.dashed_lines[0].to.x == drawn.plot.right());
    CHECK(std::abs(notes.dashed_lines[1].from.x - drawn.at(5, 0).x) <= 1);
    CHECK(notes.wrote("half"));
    CHECK(notes.wrote("middle"));
    CHECK_FALSE(notes.wrote("above"));
    CHECK_FALSE(notes.wrote("before"));
    CHECK_FALSE(notes.wrote("no number"));
}

TEST_CASE("the name of a level keeps off the series where it can") {
    for (const double side : {0.05, -0.05}) {
        const std::vector<ChartPoint> points{{0, 0.5 + side}, {10, 0.5 + side}};
        LineChart chart{.series = {{.name = "one", .points = points}}, .levels = {{"half", 0.5, {}}}};
        chart.across = {.low = 0, .high = 10};
        LineNotes notes;
        const LineChartDrawn drawn = draw_line_chart(notes, {0, 0, 800, 200}, chart);
        for (const Notes::Label& label : notes.labels)
            if (label.text == "half") CHECK((box_of(notes, label).centre().y > drawn.at(0, 0.5).y) == (side > 0));
    }
}

TEST_CASE("the name of a mark keeps off the series where it can, and else covers as little as it can") {
    // A curve that passes the top of the mark, at either side of it.
    const std::vector<ChartPoint> high{{0, 0.97}, {10, 0.93}};
    LineChart chart{.series = {{.name = "one", .points = high}}, .marks = {{5, "P4", {}}}, .legend = false};
    chart.across = {.low = 0, .high = 10}, chart.up = {.low = 0, .high = 1};
    const auto box_of_mark = [&](LineNotes& notes) {
        const auto label = std::ranges::find(notes.labels, "P4", &Notes::Label::text);
        REQUIRE(label != notes.labels.end());
        return box_of(notes, *label);
    };
    const auto crosses = [](const LineNotes& notes, const Rect& box) {
        return std::ranges::any_of(notes.polylines, [&](const std::vector<Vec2>& line) {
            for (std::size_t i = 1; i < line.size(); ++i)
                for (int step = 0; step <= 400; ++step) {
                    const float share = static_cast<float>(step) / 400;
                    const Vec2 at{line[i - 1].x + share * (line[i].x - line[i - 1].x),
                                  line[i - 1].y + share * (line[i].y - line[i - 1].y)};
                    if (box.contains(at)) return true;
                }
            return false;
        });
    };
    LineNotes notes;
    draw_line_chart(notes, {0, 0, 400, 200}, chart);
    REQUIRE(!notes.polylines.empty());
    CHECK_FALSE(crosses(notes, box_of_mark(notes)));
    // Curves everywhere: it is there all the same.
    std::vector<std::vector<ChartPoint>> many;
    for (int i = 0; i < 40; ++i) many.push_back({{0, i / 40.0}, {10, i / 40.0}});
    chart.series.clear();
    for (const auto& line : many) chart.series.push_back({.name = "one", .points = line});
    LineNotes full;
    draw_line_chart(full, {0, 0, 400, 200}, chart);
    CHECK(full.wrote("P4"));
}

TEST_CASE("a series that is drawn aside is there with its line and with what is hovered, and keeps its numbers") {
    const std::vector<ChartPoint> points{{0, 0.2}, {5, 0.6}, {10, 0.4}};
    LineChart chart{.series = {{.name = "one", .points = points}, {.name = "other", .points = points, .aside = 7}},
                    .legend = false,
                    .hovered = 5};
    chart.across = {.low = 0, .high = 10}, chart.up = {.low = 0, .high = 1};
    LineNotes notes;
    const LineChartDrawn drawn = draw_line_chart(notes, {0, 0, 400, 200}, chart);
    REQUIRE(notes.polylines.size() >= 2);
    const Vec2 first = notes.polylines[0][1], second = notes.polylines[1][1];
    CHECK(std::abs(first.x - drawn.at(5, 0.6).x) < 0.01F);
    CHECK(std::abs(second.x - first.x - 7) < 0.01F);
    CHECK(second.y == first.y);
    CHECK(std::ranges::any_of(notes.dots, [&](Vec2 dot) { return std::abs(dot.x - second.x) < 0.01F; }));
    CHECK_FALSE(notes.wrote("5.17"));
    CHECK(std::ranges::count(notes.texts, "0.60") == 2);
}

TEST_CASE("a pixel's number is at that pixel, on both kinds of axis") {
    for (const bool log : {false, true}) {
        LineChart chart{.across = {.title = "step", .low = 0.5, .high = 2000, .logarithmic = log},
                        .up = {.low = 0.001, .high = 40, .logarithmic = log}};
        LineNotes notes;
        const Rect rect{7, 9, 640, 360};
        const LineChartDrawn drawn = draw_line_chart(notes, rect, chart);
        const LineChartDrawn before = place_line_chart(notes, rect, chart);
        CHECK(before.plot == drawn.plot);
        for (int i = 0; i <= 150; ++i) {
            const float x = drawn.plot.x + drawn.plot.w * static_cast<float>(i) / 150;
            const float y = drawn.plot.y + drawn.plot.h * static_cast<float>(i) / 150;
            CHECK(std::abs(drawn.at(drawn.x_of(x), 1).x - x) < 0.01F);
            CHECK(std::abs(drawn.at(1, drawn.y_of(y)).y - y) < 0.01F);
        }
        CHECK(drawn.x_of(-1000) == doctest::Approx(0.5));
        CHECK(drawn.x_of(5000) == doctest::Approx(2000));
        CHECK(drawn.at(0.5, 40).x == drawn.plot.x);
        CHECK(std::abs(drawn.at(0.5, 40).y - drawn.plot.y) < 0.01F);
        if (log) CHECK(std::isnan(drawn.at(0, 1).x));
    }
}

TEST_CASE("what is hovered is said in a box inside the chart, with the number of each series nearest to it") {
    const std::vector<ChartPoint> fine = falling(1000);
    std::vector<ChartPoint> coarse;
    for (std::size_t i = 0; i < fine.size(); i += 100) coarse.push_back({fine[i].x, fine[i].y + 1});
    const std::vector<ChartPoint> none{{240, not_a_number}};
    LineChart chart{.series = {{.name = "training", .points = fine},
                               {.name = "validation", .points = coarse},
                               {.name = "empty", .points = none}}};
    chart.across = fit_across("step", chart.series);
    chart.up = fit_up("loss", chart.series);
    chart.hovered = 240.3;
    LineNotes notes;
    const LineChartDrawn drawn = draw_line_chart(notes, {0, 0, 700, 400}, chart);
    CHECK(notes.wrote("step 240"));
    CHECK(notes.wrote("1.18"));                            // 4 / 3.4
    CHECK(notes.wrote("2.33 at 200"));                     // 4 / 3 + 1
    CHECK(std::ranges::count(notes.texts, "empty") == 1);  // in the legend alone
    CHECK(notes.dots.size() == 4);                         // two with a rim
    CHECK(std::abs(notes.dots[0].x - drawn.at(240, 0).x) < 0.01F);
    const LineChart crowd = crowded(fine);
    for (const float em : {14.0F, 28.0F})
        for (const Vec2 size : {Vec2{12, 8}, Vec2{16, 20}, Vec2{30, 12}, Vec2{90, 50}, Vec2{6, 4}, Vec2{3, 3}})
            for (const double at : {0.0, 10.0, 499.0, 990.0, 1000.0}) {
                const Rect rect{10, 10, size.x * em, size.y * em};
                LineChart shown = crowd;
                shown.hovered = at;
                LineNotes hovered(em), plain(em);
                draw_line_chart(hovered, rect, shown);
                draw_line_chart(plain, rect, crowd);
                CAPTURE(em);
                CAPTURE(size.x);
                CAPTURE(at);
                Rect box;
                for (const auto& [filled, colour] : hovered.filled)
                    if (colour == hovered.theme().card) box = filled;
                if (box.w == 0) continue;
                CHECK(lies_in(box, rect));
                for (std::size_t i = plain.labels.size(); i < hovered.labels.size(); ++i)
                    CHECK(lies_in(box_of(hovered, hovered.labels[i]), box));
            }
    chart.hovered = 5000;
    LineNotes beyond;
    draw_line_chart(beyond, {0, 0, 700, 400}, chart);
    CHECK(beyond.dots.empty());
}

TEST_CASE("no data does harm: none, one point, NaN alone, all equal, ±1e30, rectangles of nothing") {
    const std::vector<std::vector<ChartPoint>> data{
        {},
        {{3, 4}},
        {{not_a_number, not_a_number}, {1, not_a_number}, {not_a_number, 1}},
        {{0, 7}, {1, 7}, {2, 7}},
        {{-1e30, 1e30}, {0, 0}, {1e30, -1e30}},
        {{0, 1e308}, {1, -1e308}, {2, infinite}},
        {{0, 0}, {1, 0}},
        {{5, 1e-320}, {5, 2e-320}},
    };
    for (const Theme* theme : all_themes())
        for (const auto& points : data)
            for (const bool log : {false, true})
                for (const Rect rect : {Rect{0, 0, 640, 360}, Rect{0, 0, 0, 0}, Rect{5, 5, 1, 400}, Rect{5, 5, 90, 3}})
                    for (const bool fitted : {true, false}) {
                        LineChart chart{.title = "A chart",
                                        .series = {{.name = "a", .points = points},
                                                   {.name = "b", .points = points, .dashed = true}}};
                        chart.across = {.title = "x", .logarithmic = log};
                        chart.up = {.title = "y", .logarithmic = log};
                        if (fitted) {
                            chart.across = fit_across("x", chart.series, log);
                            chart.up = fit_up("y", chart.series, log);
                        }
                        chart.hovered = 0.5;
                        LineNotes notes(14, *theme);
                        const LineChartDrawn drawn = draw_line_chart(notes, rect, chart);
                        CHECK(lies_in(drawn.plot, rect.inset(-1)));
                        CHECK(notes.polylines.size() < 5000);
                        if (!notes.texts.empty()) CHECK(notes.all_finite());
                    }
}

TEST_CASE("a title that would be cut is written smaller") {
    const std::vector<ChartPoint> points = falling(20);
    LineChart chart{.title = "Hidden units that are 0 for all tokens", .series = {{.name = "one", .points = points}}};
    chart.across = fit_across("step", chart.series);
    chart.up = fit_up("loss", chart.series);
    LineNotes measure;
    const float whole = measure.measure(chart.title, em::body, Face::sans).width,
                small = measure.measure(chart.title, em::small, Face::sans).width;
    for (const float width : {whole + 40, 0.5F * (whole + small)}) {
        CAPTURE(width);
        LineNotes notes;
        static_cast<void>(draw_line_chart(notes, {0, 0, width, 240}, chart));
        const auto title = std::ranges::find(notes.labels, chart.title, &Notes::Label::text);
        REQUIRE(title != notes.labels.end());
        CHECK(title->style.size == (width > whole ? em::body : em::small));
    }
}

TEST_SUITE_END();
