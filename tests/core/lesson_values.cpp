// Expressions of lessons: what they give in a run, checked against its record, and questions marked by them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/number_text.h"
#include "core/io/model_folder.h"
#include "core/lesson/marking.h"
#include "core/lesson/value.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

const Evaluation& run_of(const std::string& name, const std::string& text) {
    static std::map<std::string, std::shared_ptr<Evaluation>> runs;
    std::shared_ptr<Evaluation>& run = runs[name + "|" + text];
    if (!run) {
        const auto model = std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
        run = evaluate_once(model, {.model = name, .text = text, .target = "", .edits = {}});
    }
    return *run;
}

const std::string text = "The animal didn't cross the street because it was too tired.";
const Evaluation& coreference() { return run_of("coreference", text); }

LessonValue value(const std::string& expression) {
    return evaluate(*parse_expression(expression), {.shown = &coreference()});
}
double number(const std::string& expression) {
    const LessonValue found = value(expression);
    REQUIRE(found.kind == LessonValue::Kind::number);
    return found.number;
}
bool is(const std::string& condition) { return holds(*parse_expression(condition), {.shown = &coreference()}); }

/// "COLUMN: what is wrong", "" where nothing is.
std::string wrong(const std::string& expression) {
    try {
        static_cast<void>(value(expression));
    } catch (const ExpressionError& error) {
        return std::to_string(error.column) + ": " + error.what();
    }
    return "";
}

std::string said(const std::string& formatted) {
    const FormattedExpression parsed = parse_formatted(formatted);
    return value_text(parsed, evaluate(*parsed.expression, {.shown = &coreference()}), six_digits);
}

Marked marked(const LessonQuestion& question, const GivenAnswer& given) {
    return mark(question, given, {.shown = &coreference()}, six_digits);
}

}  // namespace

TEST_CASE("cells named by words, heads and tokens are those of the record") {
    const Trace& trace = coreference().trace();
    const int weights = trace.find("blocks.1.attn.weights");
    const auto& tokens = coreference().tokens();
    const auto at = [&](const std::string& word) {
        return static_cast<int>(std::ranges::find(tokens, word, &TokenLabel::text) - tokens.begin());
    };
    const int it = at("it"), animal = at("animal");
    CHECK(number("blocks.1.attn.weights[head 1, it, animal]") == trace.value(weights, Cell{{0, it, animal}}));
    CHECK(number("blocks.1.attn.weights[0, it, animal]") == trace.value(weights, Cell{{0, it, animal}}));
    CHECK(number("blocks.1.attn.weights[head 1, token " + std::to_string(it + 1) + ", animal]") ==
          trace.value(weights, Cell{{0, it, animal}}));
    CHECK(number("blocks.1.attn.weights[head 1, last, first]") ==
          trace.value(weights, Cell{{0, static_cast<int>(tokens.size()) - 1, 0}}));
    // "The" and "the" are two tokens: written just so first, else in any case of letters.
    CHECK(number("blocks.1.attn.weights[head 1, it, the]") == trace.value(weights, Cell{{0, it, at("the")}}));
    CHECK(wrong("blocks.1.attn.weights[head 1, it, the 3]") == "1: the text does not have the token \"the\" 3 times");
    const LessonValue row = value("blocks.1.attn.weights[head 1, it]");
    REQUIRE(row.entries.size() == tokens.size());
    for (std::size_t i = 0; i < row.entries.size(); ++i)
        CHECK(row.entries[i] == trace.value(weights, Cell{{0, it, static_cast<int>(i)}}));
    CHECK(number("sum(blocks.1.attn.weights[head 1, it])") == doctest::Approx(1));
    CHECK(value("shape(blocks.1.attn.weights[head 1])").words ==
          std::to_string(tokens.size()) + " × " + std::to_string(tokens.size()));
    const LessonValue most = value("argmax(blocks.1.attn.weights[head 1, it])");
    const auto best = std::ranges::max_element(row.entries) - row.entries.begin();
    CHECK(most.words == tokens[static_cast<std::size_t>(best)].text);
    const double entropy = std::accumulate(row.entries.begin(), row.entries.end(), 0.0,
                                           [](double sum, double p) { return p > 0 ? sum - p * std::log(p) : sum; });
    CHECK(number("entropy(blocks.1.attn.weights[head 1, it])") == doctest::Approx(entropy).epsilon(1e-9));
    CHECK(number("dot(blocks.1.attn.q_rot[head 1, it], blocks.1.attn.k_rot[head 1, animal]) / sqrt(config.d_head)") ==
          doctest::Approx(trace.value(trace.find("blocks.1.attn.scores_scaled"), Cell{{0, it, animal}})).epsilon(1e-5));
    CHECK(number("norm(blocks.1.resid_mid[it] - blocks.1.resid_pre[it] - blocks.1.attn.out[it])") ==
          doctest::Approx(0));
    CHECK(number("tokens()") == static_cast<double>(tokens.size()));
    CHECK(value("token(2)").words == "animal");
    CHECK(number("position(\"it\")") == it + 1);
    CHECK(number("original(blocks.1.attn.weights[head 1, it, animal])") ==
          number("blocks.1.attn.weights[head 1, it, animal]"));
}

TEST_CASE("arithmetic and conditions") {
    CHECK(number("1 + 2 * 3 ^ 2 - 4 / 8") == 18.5);
    CHECK(number("-2 ^ 2") == -4);
    CHECK(number("(1 − 3) · 2") == -4);
    CHECK(number("50%") == 0.5);
    CHECK(number("max(abs(embed[it]))") >= 0);
    CHECK(is("1 < 2 and not 2 < 1 or 1 = 2"));
    CHECK(is("0.3333 ≈ 1 / 3"));
    CHECK_FALSE(is("0.33 ≈ 1 / 3"));
    CHECK(is("token(2) = \"animal\" and token(2) ≠ “street”"));
    CHECK(is("argmax(blocks.1.attn.weights[head 1, it]) = \"animal\""));
    CHECK(said("1/3") == "0.333333");
    CHECK(said("rows(blocks.1.attn.weights[head 1]) * 2") == "26");
    CHECK(said("2 - 20") == "−18");
    CHECK(said("1/3 : 2") == "0.33");
    CHECK(said("-1/3 : 1%") == "−33.3%");
    CHECK(said("0.9999 : 1%") == "> 99.9%");  // as pictures write it: not all
    CHECK(said("0.0001 : 1%") == "< 0.1%");
    CHECK(said("1 : 1%") == "100.0%");
    CHECK(said("0 : 1%") == "0.0%");
    CHECK(said("-0.0001 : 2") == "0.00");
    CHECK(said("token(2)") == "animal");
    CHECK(said("blocks.1.attn.weights[head 1, it, animal]") ==
          probability_text(number("blocks.1.attn.weights[head 1, it, animal]")));
}

TEST_CASE("what is wrong with an expression is said with its column") {
    CHECK(wrong("1 +") == "4: the expression ends where a number, a stage or a function is expected");
    CHECK(wrong("1 2") == "3: here the expression should end, but it goes on with \"2\"");
    CHECK(wrong("(1") == "3: a “)” is missing");
    CHECK(wrong("max(1") == "6: a “)” is missing");
    CHECK(wrong("mux(1)") == "1: there is no function \"mux\"; did you mean \"max\"?");
    CHECK(wrong("dot(1)") == "1: dot() takes 2 values, not 1");
    CHECK(wrong("blocks.1.attn.weight[0]")
              .find("1: this model has no stage \"blocks.1.attn.weight\"; did you mean \"blocks.1.attn.weights\"?") ==
          0);
    CHECK(wrong("1 + blocks.1.attn.weights[head 9, it]")
              .find("5: 9 is outside blocks.1.attn.weights: its axis head goes from 1 to ") == 0);
    CHECK(wrong("blocks.1.attn.weights[head 1, ox]") == "1: the text has no token \"ox\"");
    CHECK(wrong("blocks.1.attn.q[head 1, it, it]").find("1: the axis d_head of blocks.1.attn.q has no words") == 0);
    CHECK(wrong("grad(embed)").find("6: there is no gradient of embed in this run") == 0);
    CHECK(wrong("b(embed)") == "1: the scene has no run B; a key “b.model”, “b.text” or “b.edit” makes one");
    CHECK(wrong("embed + blocks.1.attn.q").find("7: the two sides have different shapes") == 0);
    CHECK(wrong("embed = 1").find("7: two numbers or two words are compared") == 0);
    CHECK(wrong("“open") == "1: the quotation mark is not closed");
    CHECK(wrong("config.d_modle") == "1: there is no number \"config.d_modle\"; did you mean \"config.d_model\"?");
    CHECK(wrong(std::string(100, '(') + "1").find("nested too deeply") != std::string::npos);
    CHECK(wrong(std::string(3000, '1')) == "1: the expression is too long");
    CHECK_THROWS_AS(static_cast<void>(parse_formatted("1 : x")), ExpressionError);
    CHECK_THROWS_AS(is("1 + 1"), ExpressionError);
}

TEST_CASE("questions are marked from the run") {
    using Asked = LessonQuestion::Kind;
    LessonQuestion token{.kind = Asked::token, .answer = "argmax(blocks.1.attn.weights[head 1, it])"};
    CHECK(marked(token, {.text = " Animal "}).right);
    CHECK_FALSE(marked(token, {.text = "street"}).right);
    CHECK(marked(token, {.text = "street"}).answer == "animal");
    CHECK(marked(token, {}).said == "Type a word.");
    LessonQuestion about{.kind = Asked::number, .answer = "1 / 3", .tolerance = 0.1, .relative = true};
    CHECK(marked(about, {.text = "0,35"}).right);
    CHECK(marked(about, {.text = "33 %"}).right);
    CHECK_FALSE(marked(about, {.text = "0.4"}).right);
    CHECK_FALSE(marked(about, {.text = "−0.33"}).right);
    CHECK(marked(about, {.text = "a third"}).said == "Type a number.");
    LessonQuestion choice{.kind = Asked::choice, .options = {"head 1 | 1 < 2", "head 2 | 2 < 1"}};
    CHECK(marked(choice, {.options = {0}}).right);
    CHECK_FALSE(marked(choice, {.options = {1}}).right);
    CHECK(marked(choice, {}).answer == "head 1");
    LessonQuestion both{.kind = Asked::choice, .options = {"a | 1 < 2", "b | 1 < 2"}};
    CHECK_THROWS_AS(marked(both, {}), ExpressionError);
    LessonQuestion order{.kind = Asked::order, .options = {"one | 1", "three | 3", "two | 2"}};
    CHECK(marked(order, {.options = {1, 2, 0}}).right);
    CHECK_FALSE(marked(order, {.options = {0, 1, 2}}).right);
    CHECK(marked(order, {}).answer == "three, two, one");
    CHECK(marked(order, {}).options == std::vector<int>{1, 2, 0});
    LessonQuestion cell{.kind = Asked::cell, .answer = "blocks.1.attn.weights[head 1, it]"};
    const NamedCell largest =
        find_cells(*parse_reference("blocks.1.attn.weights[head 1, it, animal]"), {.shown = &coreference()});
    CHECK(marked(cell, {.cell = largest}).right);
    CHECK(marked(cell, {}).answer == "head 1, “it”, “animal”");
    CHECK_FALSE(marked(cell, {.cell = {.record = largest.record, .cell = {}}}).right);
    LessonQuestion goal{.kind = Asked::goal, .answer = "blocks.1.attn.weights[head 1, it, street] > 0.5"};
    CHECK_FALSE(marked(goal, {}).right);
    for (const LessonQuestion& question : {token, about, choice, order, cell}) {
        const LessonRuns runs{.shown = &coreference()};
        CHECK(marked(question, right_answer(question, runs)).right);
        CHECK_FALSE(marked(question, wrong_answer(question, runs)).right);
    }
}

TEST_CASE("an expression reads a page where it names one of its numbers, and not where words do") {
    const auto reads = [](const std::string& text) { return reads_page(*parse_expression(text)); };
    CHECK(reads("page.loss"));
    CHECK(reads("1 < sum(page.loss) * 2"));
    CHECK_FALSE(reads("\"page.loss\" = \"on the page.\""));
    CHECK_FALSE(reads("mean(blocks.0.attn.weights)"));
    CHECK(wrong("page.loss").find("pages of experiments, positions and train have") != std::string::npos);
    CHECK(wrong("b(logits)").find("the scene has no run B") != std::string::npos);
}

TEST_CASE("no gradient is given of probabilities, which the loss does not read") {
    const auto model = std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / "coreference"));
    Inputs inputs = coreference().inputs();
    inputs.gradients = true;
    const auto run = evaluate_once(model, inputs);
    const LessonRuns runs{.shown = run.get()};
    CHECK_THROWS_WITH(static_cast<void>(evaluate(*parse_expression("grad(probs[0, 0])"), runs)),
                      "the loss is computed from the logits, so no gradient goes through probs; write logits");
    CHECK_NOTHROW(static_cast<void>(evaluate(*parse_expression("grad(logits[0, 0])"), runs)));
}
