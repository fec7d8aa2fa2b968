// How gradients and untrained answers are drawn: the chart of norms, one logarithmic scale for the map, gray rows, and
// the sentence that says what the loss is measured against.
// ctest: alone 4 s
#include <algorithm>
#include <cmath>
#include <string>

#include "app/pictures/board/heat_panel.h"
#include "app/pictures/board/memory.h"
#include "app/pictures/board/picture.h"
#include "app/pictures/board/untrained.h"
#include "app/pictures/charts/gradient_chart.h"
#include "app/views/explanation/loss_summary.h"
#include "app/views/walk/texts.h"
#include "tests/support/notes_painter.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::shared_ptr<Evaluation> both_ways(const std::string& model, const std::string& text = "") {
    const auto loaded = shipped_options(model).load(model);
    Inputs inputs{
        .model = model, .text = text.empty() ? loaded->card.examples.front() : text, .target = "", .edits = {}};
    if (!loaded->card.targets.empty()) inputs.target = loaded->card.targets.front();
    inputs.gradients = true;
    return evaluate_once(loaded, inputs);
}

bool has_text(const Notes& notes, std::string_view text) {
    return std::ranges::any_of(notes.texts,
                               [&](const std::string& drawn) { return drawn.find(text) != std::string::npos; });
}

}  // namespace

TEST_SUITE_BEGIN("gradient_pictures");

TEST_CASE("the chart's axis holds all norms in whole decades, its points stand at their norms, zeros are left out") {
    const GradientChart chart{.curves = {{"Embedding", {0.002F, 0.03F, 0}}, {"Block 1", {0.5F, 4, 0.09F}}},
                              .tokens = {"a", "b", "c"}};
    const Decades decades = decades_of(chart);
    CHECK(decades.low == -3);
    CHECK(decades.high == 1);
    CHECK(decades_of({}).low == 0);
    CHECK(decades_of({.curves = {{"x", {1e-30F, 1}}}, .tokens = {}}).low == -24);
    Notes notes;
    const Rect rect{0, 0, 800, 400};
    CHECK_FALSE(draw_gradient_chart(notes, rect, chart, {-1, -1}));
    for (const char* text : {"10⁻³", "10¹", "a", "b", "c", "Embedding", "Block 1", "log scale", "position",
                             "Gradients of 0, or below the axis, are not drawn."})
        CHECK_MESSAGE(has_text(notes, text), text);
    CHECK(notes.bounds.x >= rect.x);
    CHECK(notes.bounds.right() <= rect.right());
    CHECK(notes.bounds.bottom() <= rect.bottom());
    // Each point is found where the axis says.
    float low = 0, high = 0;
    for (const Notes::Label& label : notes.labels) {
        if (label.text == "10⁻³") low = label.at.y;
        if (label.text == "10¹") high = label.at.y;
    }
    REQUIRE(low > high);
    int found = 0;
    for (float x = 0; x < rect.w; x += 4)
        for (float y = high; y <= low; y += 4) {
            const auto at = draw_gradient_chart(notes, rect, chart, {x, y});
            if (!at) continue;
            ++found;
            const float norm =
                chart.curves[static_cast<std::size_t>(at->curve)].norms[static_cast<std::size_t>(at->position)];
            REQUIRE(norm > 0);
            const float share = (low - at->rect.centre().y) / (low - high);
            CHECK(std::abs(share - (std::log10(norm) + 3) / 4) < 0.01F);
        }
    CHECK(found > 20);
    Notes empty;
    CHECK_FALSE(draw_gradient_chart(empty, rect, {.curves = {{"x", {0, 0}}}, .tokens = {}}, {400, 200}));
    CHECK(has_text(empty, "No gradient reaches any position."));
}

TEST_CASE("names of many curves stand beside one another without covering each other") {
    GradientChart chart;
    for (int layer = 0; layer < 9; ++layer)
        chart.curves.push_back(
            {"Block " + std::to_string(layer + 1), {1, 0.9F, 0.8F + 0.001F * static_cast<float>(layer)}});
    Notes notes;
    static_cast<void>(draw_gradient_chart(notes, {0, 0, 900, 500}, chart, {-1, -1}));
    std::vector<float> at;
    for (const Notes::Label& label : notes.labels)
        if (label.text.starts_with("Block ")) at.push_back(label.at.y);
    REQUIRE(at.size() == 9);
    std::ranges::sort(at);
    for (std::size_t i = 1; i < at.size(); ++i) CHECK(at[i] - at[i - 1] >= 0.8F * notes.em());
}

TEST_CASE("Ctrl+B shows the chart, of a forward pass too, and the picture again; another stage leads back") {
    const SettledProgram program(shipped_options("recall-lstm", {1280, 800}));
    if (!program) return;
    program.run("wait-idle\nexpect backward=no\nkey Ctrl+B\nwait-idle\nexpect backward=yes\nexpect gradient_chart=yes");
    CHECK(program.app->find_target("gradient chart picture"));
    // The panel explains the chart, and no cell of a stage that is not seen.
    const std::string page = std::string("page text ") + texts::walk::chart_title;
    CHECK(program.app->find_target(page));
    CHECK(program.state("example").empty());
    program.run("key Ctrl+B\nwait 2\nexpect gradient_chart=no\nexpect backward=yes");
    CHECK_FALSE(program.app->find_target(page));
    program.run("key Ctrl+B\nwait 2\nexpect gradient_chart=yes\nkey Right\nwait 2\nexpect gradient_chart=no");
    program.run("key Ctrl+K\ntype vanishing gradients\nwait 2");
    CAPTURE(program.state("marked"));
    CHECK(program.state("marked").find("hart of gradient norms") != std::string::npos);
    program.run("key Enter\nwait-idle\nexpect gradient_chart=yes\nkey B\nwait-idle\nexpect gradient_chart=no");
}

TEST_CASE("a held axis holds the curves of both models, and the chart stays when another model is opened") {
    GradientChart chart{.curves = {{"Block 1", {0.002F, 0.5F}}}, .tokens = {}, .held = Decades{-6, -1}};
    CHECK(decades_of(chart) == Decades{-6, 0});
    chart.held = Decades{-2, 3};
    CHECK(decades_of(chart) == Decades{-3, 3});
    Notes notes;
    static_cast<void>(draw_gradient_chart(notes, {0, 0, 900, 500}, chart, {-1, -1}));
    CHECK(has_text(notes, "the same axis for all models"));

    const SettledProgram program(shipped_options("recall-lstm", {1280, 800}));
    if (!program) return;
    const auto open = [&](const std::string& model) {
        program.run("key Ctrl+O\nkey Ctrl+A\ntype " + model + "\nkey Enter\nwait-idle\nexpect gradient_chart=yes");
        REQUIRE(program.state("model") == model);
        return program.state("gradient_axis");
    };
    program.run("wait-idle\nkey Ctrl+B\nwait-idle\nexpect gradient_chart=yes");
    const std::string lstm = program.state("gradient_axis"), rnn = open("recall-rnn");
    REQUIRE(lstm != rnn);
    program.run("click @hold axis\nwait 2");
    CHECK(program.state("gradient_axis") == rnn);
    const std::string both = open("recall-lstm");
    CHECK(open("recall-rnn") == both);
    CHECK(both != lstm);
    program.run("click @hold axis\nwait 2");
    CHECK(program.state("gradient_axis") == rnn);
}

TEST_CASE("the backward pass stays on when another model is opened") {
    const SettledProgram program(shipped_options("coreference-full", {1280, 800}));
    if (!program) return;
    program.run("wait-idle\nkey B\nwait-idle\nexpect backward=yes");
    for (const char* model : {"recall-rnn", "translate-fr-en", "sentiment-but"}) {
        program.run("key Ctrl+O\nkey Ctrl+A\ntype " + std::string(model) + "\nkey Enter\nwait-idle");
        CHECK(program.state("model") == model);
        CHECK(program.state("backward") == "yes");
        CHECK(program.app->session().shown().current->has_gradients());
    }
}

TEST_CASE("one logarithmic scale holds the gradients of all stages, three to eight decades of it") {
    for (const char* model : {"recall-rnn", "coreference-full", "sort"}) {
        CAPTURE(model);
        const auto evaluation = both_ways(model);
        const Trace& trace = evaluation->trace();
        PictureMemory memory;
        memory.read(*evaluation);
        const auto [low, high] = memory.gradient_decades();
        CHECK(high - low >= 3);
        CHECK(high - low <= 8);
        float largest = 0;
        for (const int id : trace.stages()) {
            const Record& record = trace.record(id);
            if (record.gradient == nullptr || record.stage == &stage::loss) continue;
            const ConstView gradient = record.gradient_view();
            const std::vector<float>& logarithms = memory.logarithms(record);
            REQUIRE(logarithms.size() == gradient.shape.count());
            for (std::size_t i = 0; i < logarithms.size(); ++i) {
                largest = std::max(largest, std::abs(gradient.data[i]));
                if (gradient.data[i] == 0)
                    REQUIRE(logarithms[i] < low);
                else
                    REQUIRE(logarithms[i] == doctest::Approx(std::log10(std::abs(gradient.data[i]))));
            }
        }
        CHECK(high == doctest::Approx(std::log10(largest)));
    }
}

TEST_CASE(
    "what the loss is measured against is said: the task's answer, a text without a mask, the user's own target") {
    CHECK(loss_target(*both_ways("coreference-full")) == "Target: animal at “it” (the task’s label)");
    CHECK(loss_target(*both_ways("sentiment-but")) == "Target: bad (the task’s label)");
    CHECK(loss_target(*both_ways("agreement-masked")).find("(the task’s label)") != std::string::npos);
    CHECK(loss_target(*both_ways("agreement-masked", "the dogs bark loudly .")) ==
          "Targets at 5 of 5 positions (nothing is masked in this text: the model’s own prediction for each token)");
    CHECK(loss_target(*both_ways("characters", "ROMEO")).find("the next token at each position") != std::string::npos);
    CHECK(loss_target(*both_ways("coreference-full", "the dog")).starts_with("No target:"));
}

TEST_CASE(
    "the loss stage names its row as the screen counts positions, and a probability below 1 is not written as 1") {
    const auto evaluation = both_ways("coreference-full");
    Notes notes;
    PictureMemory memory;
    const Scene scene{.evaluation = *evaluation,
                      .record = evaluation->graph().loss.id,
                      .head = 0,
                      .gradients = true,
                      .memory = &memory};
    static_cast<void>(picture_of(scene).draw(notes, {0, 0, 1000, 600}, scene, {-1, -1}));
    CHECK(has_text(notes, "row 9"));  // "it"
    CHECK_FALSE(has_text(notes, "row 8"));
    CHECK(has_text(notes, "0.997"));
    CHECK_FALSE(has_text(notes, "1.00"));
    CHECK(short_number(1) == "1.00");
    CHECK(short_number(0.9996F) == "0.9996");  // as number_text() writes it
    CHECK(short_number(0.4F) == "0.40");
    // A sum that a quotient of 0.997 was divided by is not 1.00 either.
    CHECK(short_number(1.003F) == "1.003");
    CHECK(short_number(1.0002F) == "1.0002");
    CHECK(short_number(1.00002F) == "1.00");
    CHECK(short_number(-1.003F) == "−1.003");
    CHECK(short_number(1.013F) == "1.01");
}

TEST_CASE("rows that were not trained have a gray bar in front, and their colors, with the sentence that says why") {
    const auto evaluation = both_ways("coreference-full");
    const Untrained grey = untrained(*evaluation);
    CHECK(grey.why.find("“it”") != std::string::npos);
    for (int row = 0; row < static_cast<int>(grey.rows.size()); ++row)
        CHECK(grey.at(row) == (evaluation->tokens()[static_cast<std::size_t>(row)].text != "it"));
    for (const int answers : {evaluation->graph().logits.id, evaluation->graph().probs.id}) {
        Notes notes;
        PictureMemory memory;
        const Scene scene{.evaluation = *evaluation, .record = answers, .head = 0, .memory = &memory};
        static_cast<void>(picture_of(scene).draw(notes, {0, 0, 1000, 600}, scene, {-1, -1}));
        CHECK(has_text(notes, grey.why));
        const Colour grey_bar = notes.theme().faint;
        const auto bars = std::ranges::count_if(notes.fill_colours, [&](const Colour& colour) {
            return colour.r == grey_bar.r && colour.g == grey_bar.g && colour.b == grey_bar.b && colour.a == grey_bar.a;
        });
        CHECK(bars >= std::ranges::count(grey.rows, true));
    }
    const auto model = both_ways("characters", "ROMEO");
    CHECK(untrained(*model).rows.empty());
    CHECK(untrained(*model).why.empty());
}

TEST_SUITE_END();
