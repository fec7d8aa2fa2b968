// The pictures of the Output view hold the numbers of the trace: table and curve, waterfall, alignment, running text.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/pictures/charts/alignment_map.h"
#include "app/pictures/charts/choice.h"
#include "app/pictures/charts/waterfall.h"
#include "app/script/script.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/output/output.h"
#include "app/views/output/running_text.h"
#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"
#include "tests/support/notes_painter.h"
#include "tests/support/program.h"
#include "tests/support/window_program.h"

using namespace glassformer;

namespace {

std::filesystem::path folder(const std::string& name) {
    return std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / name;
}

AppOptions options_for(const Inputs& inputs) {
    AppOptions options;
    options.load = [](const std::string& name) { return std::make_shared<Model>(load_model(folder(name))); };
    options.models.push_back({inputs.model, inputs.model, "", {inputs}});
    options.inputs = inputs;
    options.size = {1280, 720};
    return options;
}

/// The program in memory with a shipped model.
struct Program : test::Program {
    explicit Program(const Inputs& inputs) : test::Program(options_for(inputs)) {}
};

const Inputs romeo{.model = "characters", .text = "ROMEO:", .target = "", .edits = {}};
const Inputs french{.model = "translate-fr-en", .text = "il m' a entarté", .target = "", .edits = {}};

}  // namespace

TEST_SUITE_BEGIN("output_pictures");

TEST_CASE("a running text keeps words whole, breaks at ends of lines, and marks what was generated") {
    const auto ten = [](const std::string& piece) { return 10 * static_cast<float>(decode_utf8(piece).size()); };
    const auto lines = laid_out("ab cde f\n\ng", 65, ten);
    REQUIRE(lines.size() == 11);
    CHECK(lines[2].line == 0);  // the space behind "ab"
    CHECK(lines[5].line == 0);  // "cde" ends at 60
    CHECK(lines[7].line == 1);  // "f"
    CHECK(lines[7].x == 0);
    CHECK(lines[10].line == 3);                      // "g" behind an empty line
    const auto cut = laid_out("abcdéfgh", 50, ten);  // no line holds the word
    REQUIRE(cut.size() == 8);
    CHECK(cut[4].end - cut[4].begin == 2);
    CHECK(cut[4].line == 0);
    CHECK(cut[5].line == 1);
    CHECK(cut[5].x == 0);

    const auto model = std::make_shared<Model>(load_model(folder("characters")));
    TokenRun run;
    run.follow(romeo);
    const auto longer = run.advance(*evaluate_once(model, romeo), {});
    REQUIRE(longer);
    run.follow(*longer);
    const RunningText text = running_text(*evaluate_once(model, *longer), run);
    CHECK(text.text == longer->text);
    CHECK(text.ends == std::vector<std::size_t>{6, 7});
}

TEST_CASE("the drawn table and curve say what the trace says") {
    const auto model = std::make_shared<Model>(load_model(folder("characters")));
    const auto evaluation = evaluate_once(model, romeo);
    const Record& probabilities = evaluation->trace().record(evaluation->trace().find("probs"));
    const DecodeOptions options{.temperature = 1, .top_k = 4, .top_p = 1};
    const Candidates found = candidates(next_logits(*evaluation), options);
    const int last = static_cast<int>(evaluation->tokens().size()) - 1;
    test::Notes notes;
    const TokenWord word = words_of(*evaluation);
    const auto lines = draw_candidates(notes, {0, 0, 600, 300}, {.candidates = found, .word = word, .cut = true});
    REQUIRE(lines.size() >= 8);
    CHECK(notes.fills.size() == 2 * lines.size());
    double longest = 0, most = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double p = probabilities.at({{last, lines[i].token, 0, 0}});
        const double cut =
            next_token_distribution(next_logits(*evaluation), options)[static_cast<std::size_t>(lines[i].token)];
        most = std::max({most, p, cut});
        longest = std::max(
            {longest, static_cast<double>(notes.fills[2 * i].w), static_cast<double>(notes.fills[2 * i + 1].w)});
        CHECK((cut > 0) == (i < 4));
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double p = probabilities.at({{last, lines[i].token, 0, 0}});
        CHECK(notes.fills[2 * i].w / longest == doctest::Approx(p / most).epsilon(0.02));  // whole pixels
        const auto drawn = std::ranges::find(notes.texts, word(lines[i].token));
        REQUIRE(drawn != notes.texts.end());
    }
    CHECK(std::ranges::count(notes.texts, "excluded") == static_cast<std::ptrdiff_t>(lines.size()) - 4);
    CHECK(notes.bounds.right() <= 600);
    CHECK(notes.bounds.bottom() <= 300);

    test::Notes curve;
    draw_rank_curve(curve, {0, 0, 400, 240}, {.candidates = found, .options = options, .cut = true});
    CHECK(curve.dashes == 1);
    CHECK(std::ranges::count(curve.texts, "top-k 4") == 1);
    test::Notes open;
    draw_rank_curve(open, {0, 0, 400, 240},
                    {.candidates = candidates(next_logits(*evaluation), {}), .options = {}, .cut = true});
    CHECK(open.dashes == 0);

    test::Notes line;
    const std::vector<Segment> segments =
        cumulative(candidates(next_logits(*evaluation), {.temperature = 5, .top_k = 4}));
    const double number = drawn_number(0, 0);
    draw_number_line(line, {0, 0, 400, 90}, segments, word, number, token_under(segments, number));
    REQUIRE(line.fills.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = 400 * segments[i].below, w = 400 * segments[i].probability;
        CHECK(std::abs(line.fills[i].x - x) <= 1);
        CHECK(std::abs(line.fills[i].w - w) <= 2);  // whole pixels, and one between two
    }
    CHECK(line.triangles == 1);
}

TEST_CASE("a waterfall's bars begin where the one before ended and end at the sum") {
    const std::vector<WaterfallPart> parts{{"a", 3, Meaning::mlp}, {"b", -1, Meaning::weight}, {"c", 2, Meaning::mlp}};
    test::Notes notes;
    const auto lines = draw_waterfall(notes, {0, 0, 500, 200}, parts, 4, "sum");
    REQUIRE(lines.size() == 3);
    REQUIRE(notes.fills.size() == 4);
    const Rect &a = notes.fills[0], &b = notes.fills[1], &c = notes.fills[2], &sum = notes.fills[3];
    CHECK(b.right() == doctest::Approx(a.right()).epsilon(0.01));
    CHECK(c.x == doctest::Approx(b.x).epsilon(0.01));
    CHECK(c.right() == doctest::Approx(sum.right()).epsilon(0.01));
    CHECK(a.w == doctest::Approx(3 * b.w).epsilon(0.01));
    CHECK(sum.w == doctest::Approx(4 * b.w).epsilon(0.02));
    for (const char* text : {"3.00", "−1.00", "2.00", "4.00", "sum"}) CHECK(std::ranges::count(notes.texts, text) == 1);
    CHECK(notes.bounds.right() <= 500);
    // Its lines are as high as there is room, within limits.
    const auto height = [&](float room) { return draw_waterfall(notes, {0, 0, 500, room}, parts, 4, "sum")[0].h; };
    CHECK(height(10) == std::round(1.5F * notes.em()));
    CHECK(height(120) > height(10));
    CHECK(height(120) < height(1000));
    CHECK(waterfall_height(notes.em(), 3, 120) == doctest::Approx(120));
}

TEST_CASE("the drawn alignment has the weights of the trace and the predicted words at its rows") {
    const auto model = std::make_shared<Model>(load_model(folder("translate-fr-en")));
    Inputs inputs = french;
    inputs.target = "he hit me";
    const auto evaluation = evaluate_once(model, inputs);
    const Record& weights = evaluation->trace().record(cross_weights(evaluation->trace()).at(0));
    const Alignment map = alignment(weights, 0);
    const std::vector<std::string> rows{"he", "hit", "me", "with ?"}, columns{"il", "m'", "a", "entarté", "<eos>"};
    test::Notes notes;
    const LabelledMatrix drawn = alignment_map(map, rows, columns);
    const MatrixPlace place = drawn.place(notes, {0, 0, 420, 300});
    drawn.draw(notes, place);
    REQUIRE(notes.heats.size() == 1);
    CHECK(notes.heats[0].rect == place.cells);
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 5; ++c) CHECK(notes.heats[0].matrix.at(r, c) == weights.at({{0, r, c, 0}}));
    for (const auto& words : {rows, columns})
        for (const std::string& word : words) CHECK(std::ranges::count(notes.texts, word) == 1);
    CHECK(notes.bounds.right() <= 420);
    CHECK(notes.bounds.bottom() <= 300);
}

TEST_SUITE_END();
