// What the Output view calls an answer, which row it shows first, and its table, bars and number line read back. Where
// EGL surfaceless is missing, the tests that draw are skipped.
// ctest: alone 5 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/pictures/charts/choice.h"
#include "app/views/output/output.h"
#include "core/base/number_text.h"
#include "core/io/model_folder.h"
#include "tests/support/notes_painter.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;

namespace {

std::filesystem::path shipped_folder(const std::string& name) {
    return std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / name;
}

Inputs example_of(const std::string& name, std::size_t nth = 0) {
    const Card card = load_card(shipped_folder(name));
    return {.model = name,
            .text = card.examples.at(nth),
            .target = card.targets.empty() ? "" : card.targets.at(nth),
            .edits = {}};
}

AppOptions options_with(const std::string& name, PixelSize size = {1280, 720}) {
    return test::shipped_options(name, size);
}

/// Some answers, the most likely first; the cut leaves `kept` of them.
Candidates answers_of(const std::vector<double>& probabilities, int kept) {
    Candidates found;
    double sum = 0;
    for (int i = 0; i < kept; ++i) sum += probabilities[static_cast<std::size_t>(i)];
    for (std::size_t i = 0; i < probabilities.size(); ++i)
        found.ranks.push_back({.token = static_cast<int>(i),
                               .logit = static_cast<float>(std::log(probabilities[i])),
                               .probability = probabilities[i],
                               .chosen = static_cast<int>(i) < kept ? probabilities[i] / sum : 0});
    found.kept = found.within_top_k = kept;
    return found;
}

const TokenWord letter = [](int token) { return std::string(1, static_cast<char>('a' + token)); };

const test::Notes::Label* find_label(const test::Notes& notes, const std::string& text) {
    const auto found = std::ranges::find(notes.labels, text, &test::Notes::Label::text);
    return found == notes.labels.end() ? nullptr : &*found;
}

}  // namespace

TEST_SUITE_BEGIN("output_answers");

TEST_CASE("output: another model or text forgets the position, a token more shows the last") {
    const test::Program program(options_with("sort"));
    if (!program) return;
    program.run("wait-idle\nkey 3\nwait-idle\nclick @position 1\nwait-idle\nexpect position=1");
    program.app->session().set(example_of("characters"));
    program.run("wait-idle");
    const int last = static_cast<int>(program.app->session().shown().current->tokens().size()) - 1;
    CHECK(program.state("position") == std::to_string(last));
    program.run("click @position 1\nwait-idle\nclick @candidate 0\nwait-idle\nexpect locked=yes\nexpect row=1");
    Inputs longer = example_of("characters");
    longer.text += "O";
    program.app->session().set(longer);
    program.run("wait-idle\nexpect locked=yes");
    CHECK(program.state("position") == std::to_string(last + 1));
    CHECK(program.state("row") == std::to_string(last + 1));  // what is explained is what is shown
    program.run("click @position 0\nwait-idle\nexpect position=0");
    program.app->session().set(example_of("sort"));
    program.run("wait-idle\nexpect locked=no");
}

TEST_CASE("output: a position stays where only the view changes") {
    const test::Program program(options_with("sort"));
    if (!program) return;
    program.run("wait-idle\nkey 3\nwait-idle\nclick @position 2\nwait-idle\nexpect position=2");
    // To another view and back: the same text.
    program.run("key 1\nwait-idle\nkey 3\nwait-idle\nexpect position=2");
}

TEST_CASE("output: models that answer for each token do not continue a text, and say so once") {
    const test::Program program(options_with("k-back-1-rope"));
    if (!program) return;
    program.run("wait-idle\nkey 3\nwait-idle\nexpect output_mode=choice\nexpect position=15");
    CHECK_FALSE(program.app->find_target("temperature"));
    CHECK_FALSE(program.app->find_target("number line"));
    CHECK_FALSE(program.app->find_target("mode generation"));
    CHECK(program.app->find_target("place 3"));  // every position's answers
    for (const char* key : {"key N", "key Space", "key Shift+W", "key Shift+N"}) {
        CAPTURE(key);
        program.run(key);
        CHECK(program.state("notice").find("labels each token") != std::string::npos);
        program.run("wait-idle\nexpect output_mode=choice\nexpect generated=0\nexpect playing=no");
    }
}

TEST_CASE("output: the first row shown is the one that the model's card names") {
    for (const auto& [name, text, row] :
         {std::tuple{"coreference", "", "8"}, std::tuple{"coreference-full", "", "8"}, std::tuple{"roles", "", "0"},
          std::tuple{"local-majority-alibi", "", "8"}, std::tuple{"running-majority-rope", "", "11"},
          std::tuple{"soft-lookup", "day left", "1"}}) {
        CAPTURE(name);
        AppOptions options = options_with(name);
        if (*text != '\0') options.inputs.text = text;
        const test::Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey 3\nwait-idle");
        CHECK(program.state("position") == row);
        CHECK(answer_kind(*program.app->session().shown().current) == AnswerKind::here);
    }
}

TEST_CASE("output: a strip too long for its place says how many tokens it leaves out") {
    for (const PixelSize size : {PixelSize{640, 480}, PixelSize{1600, 900}}) {
        const test::Program program(options_with("recall-lstm", size));
        if (!program) return;
        program.run("wait-idle\nkey 3\nwait-idle");
        CHECK(program.app->find_target("position more").has_value() == (size.width < 1000));
    }
}

TEST_CASE("output: with large text every card can be scrolled to, and is as high as it needs to be") {
    for (const char* name : {"characters", "local-majority-alibi", "recall-lstm"}) {
        CAPTURE(name);
        AppOptions options = options_with(name, {1280, 720});
        options.text_scale = 2;
        const test::Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey 3\nwait-idle\nmove 600 500\nwheel -40\nwait-idle");
        int first = 0;  // of the positions listed: others are folded
        while (first < 64 && !program.app->find_target("place " + std::to_string(first))) ++first;
        const std::string last = name == std::string("characters")    ? "number line"
                                 : name == std::string("recall-lstm") ? "operation"
                                                                      : "place " + std::to_string(first);
        const Rect place = program.target(last);
        CHECK(place.bottom() <= 720);
        if (last == "operation")
            CHECK(place.h > 19 * 2 * 13);  // em: its text has full size
        else
            CHECK(place.y > 150);
    }
}

TEST_CASE("the candidates' columns: headers over their numbers, nothing touches, what is cut off can be read") {
    const Candidates found = answers_of({0.7, 0.2, 0.0996, 0.0004}, 2);
    for (const float width : {600.0F, 300.0F, 230.0F}) {
        CAPTURE(width);
        test::Notes notes;
        draw_candidates(notes, {0, 0, width, 200}, {.candidates = found, .word = letter, .cut = true});
        CHECK(notes.bounds.right() <= width + 1);
        for (const auto& label : notes.labels) CHECK(contrast(label.style.colour, notes.theme().panel) >= 4.5F);
        const auto* head = find_label(notes, "sampling probability");
        if (head == nullptr) head = find_label(notes, "sampling");  // the first of this name
        REQUIRE(head != nullptr);
        const auto *tiny = find_label(notes, "< 0.1%"), *kept = find_label(notes, "77.8%");
        REQUIRE(tiny != nullptr);
        REQUIRE(kept != nullptr);
        const float right = kept->at.x;  // of the second column's numbers
        CHECK(right > head->at.x);
        CHECK(right - head->at.x < 4 * notes.em());  // header and number begin together
        const float left = right - notes.measure("77.8%", em::small, Face::sans).width;
        CHECK(left - tiny->at.x > 0.3F * notes.em());  // "< 0.1%" ends before
        for (const Rect& bar : notes.fills)
            CHECK((bar.w < 1 || bar.x >= tiny->at.x));  // beside the numbers, not under them
    }
    // A bar is long enough to tell 10.7% from 99.8%, or not there.
    test::Notes small;
    draw_candidates(small, {0, 0, 150, 200}, {.candidates = found, .word = letter, .cut = true});
    CHECK(small.fills.empty());
}

TEST_CASE("a token's probability is written as a percentage, with and without sampling") {
    for (const std::vector<double>& probabilities :
         {std::vector<double>{0.107, 0.6, 0.293}, {0.9996, 0.0004, 0}, {1, 0, 0}, {0.34, 0.33, 0.33}})
        for (const bool cut : {false, true}) {
            const Candidates found = answers_of(probabilities, 2);
            test::Notes notes;
            draw_candidates(notes, {0, 0, 600, 200}, {.candidates = found, .word = letter, .cut = cut});
            for (const Candidate& candidate : found.ranks) {
                CAPTURE(candidate.probability);
                CHECK(find_label(notes, percent_text(candidate.probability)) != nullptr);
                if (cut && candidate.chosen > 0) CHECK(find_label(notes, percent_text(candidate.chosen)) != nullptr);
                CHECK(find_label(notes, probability_text(candidate.probability)) == nullptr);
            }
        }
}

TEST_CASE("the candidates' words are cut last, and in their middle") {
    const Candidates found = answers_of({0.6, 0.4}, 2);
    const TokenWord word = [](int token) { return token == 0 ? "<from-market-to-town>" : "<from-market-to-home>"; };
    test::Notes wide, narrow;
    draw_candidates(wide, {0, 0, 420, 200}, {.candidates = found, .word = word});
    CHECK(find_label(wide, word(0)) != nullptr);
    CHECK(find_label(wide, word(1)) != nullptr);
    draw_candidates(narrow, {0, 0, 230, 200}, {.candidates = found, .word = word});
    CHECK(find_label(narrow, word(0)) == nullptr);
    int ends = 0;
    for (const std::string& text : narrow.texts) ends += text.ends_with("town>") || text.ends_with("home>") ? 1 : 0;
    CHECK(ends == 2);
    CHECK(narrow.fills.size() == 2);
    // Where not all fit, the last line says so.
    test::Notes low;
    const Candidates many = answers_of({0.3, 0.2, 0.2, 0.2, 0.1}, 5);
    const auto lines = draw_candidates(low, {0, 0, 300, 100}, {.candidates = many, .word = letter});
    REQUIRE(lines.size() < 5);
    CHECK(find_label(low, "and " + std::to_string(5 - lines.size()) + " more") != nullptr);
    CHECK(low.bounds.bottom() <= 100);
}

TEST_CASE("few answers are bars with their names, many a curve") {
    const Candidates found = answers_of({0.5, 0.25, 0.2, 0.05}, 2);
    test::Notes notes;
    draw_rank_curve(notes, {0, 0, 400, 240}, {.candidates = found, .options = {}, .word = letter});
    REQUIRE(notes.fills.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(notes.fills[i].h / notes.fills[0].h ==
              doctest::Approx(found.ranks[i].probability / 0.5).epsilon(0.02));  // whole pixels
        const auto* name = find_label(notes, letter(static_cast<int>(i)));
        REQUIRE(name != nullptr);
        CHECK(std::abs(name->at.x - notes.fills[i].centre().x) < 3);  // below its bar
    }
    CHECK(std::ranges::count(notes.texts, "rank 1") == 0);
    test::Notes cut;
    draw_rank_curve(cut, {0, 0, 400, 240}, {.candidates = found, .options = {.top_k = 2}, .cut = true, .word = letter});
    CHECK(cut.fills.size() == 1 + 4 + 2);  // the ground of what is kept, all before, two behind the cut
    test::Notes many;
    draw_rank_curve(many, {0, 0, 400, 240},
                    {.candidates = answers_of(std::vector<double>(11, 1.0 / 11), 11), .options = {}, .word = letter});
    CHECK(std::ranges::count(many.texts, "rank 1") == 1);
    CHECK(many.fills.empty());
}

TEST_CASE("where the most likely is taken, no number is drawn on the line") {
    const std::vector<Segment> segments{{.token = 0, .probability = 1, .below = 0, .upto = 1}};
    test::Notes taken, drawn;
    draw_number_line(taken, {0, 0, 400, 60}, segments, letter, std::nullopt, 0);
    CHECK(taken.triangles == 0);
    CHECK(taken.texts == std::vector<std::string>{"a", "0", "1"});
    draw_number_line(drawn, {0, 0, 400, 90}, segments, letter, 0.6013, 0);
    CHECK(drawn.triangles == 1);
    CHECK(std::ranges::count(drawn.texts, "0.6013 → a") == 1);
}

TEST_SUITE_END();
