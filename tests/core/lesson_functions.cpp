// Functions of lessons' expressions by hand, numbers of a page, and the two sides of a condition that does not hold.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/lesson/value.h"

using namespace glassformer;

namespace {

std::string plain(double number) { return std::to_string(number); }

const std::vector<NamedNumber> page{
    {"loss", 0.25}, {"step", 300}, {"crossover_pairs", std::numeric_limits<double>::quiet_NaN()}};

LessonRuns runs() { return {.page = &page}; }

double number(const std::string& expression) {
    const LessonValue found = evaluate(*parse_expression(expression), runs());
    REQUIRE(found.kind == LessonValue::Kind::number);
    return found.number;
}

std::string said(const std::string& formatted) {
    const FormattedExpression parsed = parse_formatted(formatted);
    return value_text(parsed, evaluate(*parsed.expression, runs()), plain);
}

/// "COLUMN: what is wrong".
std::string wrong(const std::string& expression, const LessonRuns& of) {
    try {
        static_cast<void>(evaluate(*parse_expression(expression), of));
    } catch (const ExpressionError& error) {
        return std::to_string(error.column) + ": " + error.what();
    }
    return "";
}

std::string sides(const std::string& condition) { return sides_text(*parse_expression(condition), runs(), plain); }

}  // namespace

TEST_CASE("sin, cos, tanh, floor and round by hand") {
    CHECK(number("sin(0)") == 0);
    CHECK(number("sin(0.5235987755982988)") == doctest::Approx(0.5).epsilon(1e-12));  // π/6
    CHECK(number("cos(0)") == 1);
    CHECK(number("cos(1.0471975511965976)") == doctest::Approx(0.5).epsilon(1e-12));  // π/3
    CHECK(number("tanh(0)") == 0);
    CHECK(number("tanh(1)") ==
          doctest::Approx((std::numbers::e - 1 / std::numbers::e) / (std::numbers::e + 1 / std::numbers::e)));
    CHECK(number("floor(2.75)") == 2);
    CHECK(number("floor(-2.25)") == -3);
    CHECK(number("round(2.5)") == 3);
    CHECK(number("round(-2.5)") == -3);
    CHECK(number("round(2.49)") == 2);
    // The sinusoid of the paper at position 3, i = 1, d = 4: sin(3 / 10000^(2/4)).
    CHECK(number("sin(3 / 10000 ^ (2 / 4))") == doctest::Approx(0.0299955).epsilon(1e-5));
    // Whole numbers are written without decimals.
    CHECK(said("floor(2.75)") == "2");
    CHECK(said("round(-2.5)") == "−3");
    CHECK(said("floor(2.75) : 1") == "2.0");
    CHECK(wrong("sin(\"it\")", runs()) == "1: a number is expected here; this is words");
    CHECK(wrong("round(1, 2)", runs()) == "1: round() takes 1 value, not 2");
}

TEST_CASE("a minus before a number, a function and a power") {
    CHECK(number("-3") == -3);
    CHECK(number("2 - -3") == 5);
    CHECK(number("−sqrt(4)") == -2);
    CHECK(number("-2 ^ 2") == -4);
    CHECK(number("2 ^ -1") == 0.5);
}

TEST_CASE("a number of a page is read by its name") {
    CHECK(number("page.loss") == 0.25);
    CHECK(number("exp(page.loss) - 1") == doctest::Approx(std::exp(0.25) - 1));
    CHECK(said("page.step") == "300");
    CHECK(said("page.loss : 1%") == "25.0%");
    CHECK(holds(*parse_expression("page.loss < 0.3 and page.step = 300"), runs()));
    CHECK(wrong("1 + page.los", runs()) ==
          "5: the page that the scene shows has no number \"page.los\"; its numbers are loss, step, crossover_pairs");
    CHECK(wrong("page.crossover_pairs", runs()) ==
          "1: \"page.crossover_pairs\" has no value with what the page is set to");
    CHECK(wrong("page.loss[1]", runs()) == "1: a number of a page has no indices");
    CHECK(wrong("grad(page.loss)", runs()) == "6: a number of a page has no gradient");
    CHECK(wrong("page.loss", {}).find("1: \"page.loss\" is a number of a page, and what the scene shows has none") ==
          0);
    const std::vector<NamedNumber> none;
    CHECK(wrong("page.loss", {.page = &none}).find("what the scene shows has none") != std::string::npos);
}

TEST_CASE("of a condition that does not hold, both sides are said") {
    CHECK(sides("page.loss > 0.5") == "left 0.250000, right 0.500000");
    CHECK(sides("page.step = 301") == "left 300, right 301");
    CHECK(sides("page.loss < 0.5") == "");
    // Of several conditions those that are to blame.
    CHECK(sides("page.loss < 0.5 and page.step > 1000") == "left 300, right 1000");
    CHECK(sides("page.loss > 0.5 or page.step > 1000") == "left 0.250000, right 0.500000; left 300, right 1000");
    CHECK(sides("not page.loss < 0.5") == "left 0.250000, right 0.500000");
    CHECK(sides("\"it\" = \"is\"") == "left it, right is");
    // Numbers that are written alike are told apart.
    CHECK(sides("0.12345678 > 0.12345679") == "left 0.12345678, right 0.12345679");
}
