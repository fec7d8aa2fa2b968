// The path from logits to percentages on the first page of the Output view: every number that is drawn against the
// engine's distribution of the record, the cut, the equation, and room for all of it.
// ctest: alone 5 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "app/pictures/charts/choice_path.h"
#include "app/views/output/state.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"
#include "tests/support/notes_painter.h"
#include "tests/support/printed_numbers.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;

namespace {

struct Shown {
    std::shared_ptr<Model> model;
    std::shared_ptr<const Evaluation> evaluation;
    int row = 0;
    std::vector<float> logits;
};

Shown shown_example(const std::string& name) {
    Shown made;
    const auto folder = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / name;
    made.model = std::make_shared<Model>(load_model(folder));
    const Card& card = made.model->card;
    made.evaluation = evaluate_once(made.model, {.model = name,
                                                 .text = card.examples.at(0),
                                                 .target = card.targets.empty() ? "" : card.targets.at(0),
                                                 .edits = {}});
    made.row = answer_row(*made.evaluation);
    const Record& record = made.evaluation->trace().record(logits_record(*made.evaluation));
    const auto columns = static_cast<std::size_t>(record.shape.cols());
    const float* entries = record.entries(static_cast<std::size_t>(made.row) * columns, columns);
    made.logits.assign(entries, entries + columns);
    return made;
}

const std::vector<std::string> several{"coreference-full", "characters",      "sentiment-but", "agreement-masked",
                                       "induction",        "translate-fr-en", "sort"};
const std::vector<DecodeOptions> settings{{},
                                          {.temperature = 0.5F},
                                          {.temperature = 2},
                                          {.top_k = 3},
                                          {.top_p = 0.9F},
                                          {.temperature = 2, .top_k = 9, .top_p = 0.9F},
                                          {.temperature = 0}};

/// What is drawn for one row of one model.
struct Drawn {
    Candidates found;
    ChoicePath path;
    PathColumns columns;
    test::Notes notes;
    std::vector<CandidateLine> lines;
};

Drawn drawn_path(const Shown& shown, const DecodeOptions& options, bool sampled, float width, int rows,
                 std::vector<std::string>* equations = nullptr) {
    Drawn made{.found = candidates(shown.logits, options), .path = {}, .columns = {}, .notes = {}, .lines = {}};
    made.path = choice_path(made.found, options);
    const PathTable table{.candidates = made.found,
                          .path = made.path,
                          .options = options,
                          .word = words_of(*shown.evaluation),
                          .sampled = sampled};
    made.columns = path_columns(made.notes, 10, width, table, rows);
    made.lines = draw_path_rows(made.notes, {10, 100, width, 1000}, table, made.columns, 0, rows);
    draw_path_sum(made.notes, {10, 1100, width, 20}, table, made.columns);
    if (equations == nullptr) return made;
    for (const Candidate& candidate : made.found.ranks) equations->push_back(path_equation(table, candidate.token));
    return made;
}

bool sampled_by(const Shown& shown) { return answer_kind(*shown.evaluation) == AnswerKind::next_token; }

/// The settings that a model has: only where a token is picked are there any but the first.
std::vector<DecodeOptions> settings_of(const Shown& shown) {
    return sampled_by(shown) ? settings : std::vector<DecodeOptions>{{}};
}

double number_in(const std::string& printed) {
    const std::string text = test::typed_powers(printed);
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 3, "−") == 0)
            plain += '-', i += 2;
        else
            plain += text[i];
    }
    return std::stod(plain);
}

/// Half of one more in the last digit that is written.
double half_digit(const std::string& printed) {
    const std::string text = test::typed_powers(printed);
    const auto e = text.find('e'), point = text.find('.');
    const double power = e == std::string::npos ? 0 : number_in(text.substr(e + 1));
    const auto end = e == std::string::npos ? text.size() : e;
    return point == std::string::npos ? 0 : 0.5 * std::pow(10.0, power - static_cast<double>(end - point - 1));
}

}  // namespace

TEST_SUITE_BEGIN("choice_path_pictures");

TEST_CASE("logits that differ have as many decimals, up to four, as tell them apart") {
    const std::vector<std::pair<std::vector<float>, int>> cases{
        {{3, 1, 2}, 2}, {{5.79F, 5.786F, 1}, 3}, {{5.7901F, 5.7898F, 1}, 4}, {{5, 5, 1}, 2}, {{5.00001F, 5, 1}, 4}};
    for (const auto& [logits, digits] : cases) {
        CAPTURE(digits);
        const Candidates found = candidates(logits, {});
        CHECK(path_digits(found) == digits);
    }
    CHECK(path_number(-0.00004, 4) == "0.0000");
    CHECK(path_number(-0.0004, 4) == "−0.0004");
}

TEST_CASE("every number of the path is the engine's, and what is cut is what its filter cuts") {
    for (const std::string& name : several) {
        CAPTURE(name);
        const Shown shown = shown_example(name);
        for (const DecodeOptions& options : settings_of(shown)) {
            CAPTURE(options.temperature);
            CAPTURE(options.top_k);
            CAPTURE(options.top_p);
            const bool sampled = sampled_by(shown), greedy = options.temperature == 0;
            Drawn drawn = drawn_path(shown, options, sampled, 1400, 12);
            const std::vector<double> chosen =
                next_token_distribution(shown.logits, greedy ? DecodeOptions{} : options);
            const double largest = static_cast<double>(*std::ranges::max_element(shown.logits));
            const double T = greedy ? 1 : static_cast<double>(options.temperature);
            const int digits = path_digits(drawn.found);
            for (std::size_t i = 0; i < drawn.lines.size(); ++i) {
                const auto token = static_cast<std::size_t>(drawn.lines[i].token);
                const double logit = static_cast<double>(shown.logits[token]);
                std::vector<std::string> texts;
                for (const auto& label : drawn.notes.labels)
                    if (drawn.lines[i].line.contains({drawn.lines[i].line.x, label.at.y})) texts.push_back(label.text);
                const auto says = [&](const std::string& text) { return std::ranges::count(texts, text) > 0; };
                CHECK(says(path_number(logit, digits)));
                CHECK(says(path_share(chosen[token])));
                const bool kept = chosen[token] > 0;
                if (kept || greedy) CHECK(says(path_exponential(std::exp((logit - largest) / T))));
                if (T != 1) CHECK(says(path_number(logit / T, digits)));
                const bool beyond = options.top_k > 0 && i >= static_cast<std::size_t>(options.top_k);
                if (!greedy && sampled) {
                    CHECK(says("not in the top " + std::to_string(options.top_k)) == beyond);
                    CHECK(says("beyond top-p") == (!kept && !beyond && options.top_p < 1));
                }
                if (greedy) CHECK(says("taken") == (i == 0));
            }
            const auto kept = static_cast<int>(std::ranges::count_if(chosen, [](double p) { return p > 0; }));
            const bool k = options.top_k > 0 && options.top_k < 12, p = options.top_p < 1 && kept < 12;
            if (!greedy && (k || p)) CHECK(drawn.notes.dashes == (k && p && kept < options.top_k ? 2 : 1));
            if (greedy) CHECK(drawn.notes.dashes == 1);
            if (!sampled) CHECK(drawn.notes.dashes == 0);
        }
    }
}

TEST_CASE("the equation's numbers are those of the table and give its result within their rounding") {
    const std::regex whole(
        R"(^.*p\(.*\) = exp\((\S+)(?: / (\S+))? (−|\+) (\S+)\) / (\S+) = (\S+) / (\S+) (=|>|<) (\S+)%$)");
    for (const std::string& name : several) {
        CAPTURE(name);
        const Shown shown = shown_example(name);
        for (const DecodeOptions& options : settings_of(shown)) {
            CAPTURE(options.temperature);
            std::vector<std::string> equations;
            Drawn drawn = drawn_path(shown, options, sampled_by(shown), 1400, 12, &equations);
            int read = 0;
            for (std::size_t i = 0; i < std::min<std::size_t>(equations.size(), 12); ++i) {
                CAPTURE(equations[i]);
                const ChoiceStep& step = drawn.path.steps[i];
                if (step.dropped != Dropped::no && step.dropped != Dropped::not_largest) {
                    CHECK(equations[i].find("exp(") == std::string::npos);
                    continue;
                }
                std::smatch part;
                REQUIRE(std::regex_match(equations[i], part, whole));
                ++read;
                const std::string L = part[1], T = part[2], m = part[4], sum = part[5], e = part[6];
                // As many digits as give what is written after it.
                CHECK(std::abs(number_in(L) - static_cast<double>(drawn.found.ranks[i].logit)) <= half_digit(L) + 1e-6);
                CHECK(e == path_exponential(step.exponent));
                CHECK(sum == path_exponential(drawn.path.sum));
                CHECK(part[7] == sum);
                const double by = T.empty() ? 1 : number_in(T), sign = part[3] == "+" ? 1 : -1;
                CHECK((T.empty() ? 1.0F : static_cast<float>(by)) ==
                      (options.temperature == 0 ? 1.0F : options.temperature));
                const double exponent = number_in(L) / by + sign * number_in(m);
                CHECK(path_exponential(std::exp(exponent)) == e);
                const double low = 100 * (number_in(e) - half_digit(e)) / (number_in(sum) + half_digit(sum));
                const double high = 100 * (number_in(e) + half_digit(e)) / (number_in(sum) - half_digit(sum));
                const double percent = number_in(part[9]);
                if (part[8] == "=") {
                    CHECK(low <= percent + half_digit(part[9]));
                    CHECK(high >= percent - half_digit(part[9]));
                } else if (part[8] == "<") {
                    CHECK(low < percent);
                } else {
                    CHECK(high > percent);
                }
            }
            CHECK(read >= 1);
        }
    }
}

TEST_CASE("a share below a tenth of a percent has one significant digit, and is not bold") {
    for (const auto& [share, text] : {std::pair{0.997, "99.7%"},
                                      {0.0012, "0.1%"},
                                      {0.001, "0.1%"},
                                      {0.000996, "0.1%"},
                                      {0.00039, "0.04%"},
                                      {0.0001, "0.01%"},
                                      {0.0000996, "0.01%"},
                                      {0.000034, "0.003%"},
                                      {0.0000012, "0.0001%"},
                                      {0.0000005, "< 0.0001%"},
                                      {0.0, "0.0%"},
                                      {1.0, "100.0%"},
                                      {0.9999, "> 99.9%"}})
        CHECK(path_share(share) == text);
    const Shown shown = shown_example("coreference-full");
    Drawn drawn = drawn_path(shown, {}, false, 1400, 12);
    int light = 0;
    for (std::size_t i = 0; i < drawn.lines.size(); ++i)
        for (const auto& label : drawn.notes.labels)
            if (label.text == path_share(drawn.path.steps[i].share)) {
                CHECK((label.style.face == Face::bold) == (drawn.path.steps[i].share >= 0.001));
                light += label.style.face == Face::bold ? 0 : 1;
            }
    CHECK(light > 8);
}

TEST_CASE("while nothing is divided or cut, one narrow column says so and the bars get the room") {
    const Shown shown = shown_example("characters");
    for (const DecodeOptions& options : settings) {
        CAPTURE(options.temperature);
        CAPTURE(options.top_k);
        const Candidates found = candidates(shown.logits, options);
        const ChoicePath path = choice_path(found, options);
        PathTable table{.candidates = found,
                        .path = path,
                        .options = options,
                        .word = words_of(*shown.evaluation),
                        .sampled = true};
        test::Notes open_notes, notes;
        const PathColumns open = path_columns(open_notes, 10, 1400, table, 12);
        table.fold = true;
        const PathColumns folded = path_columns(notes, 10, 1400, table, 12);
        draw_path_head(notes, {10, 50, 1400, 50}, table, folded);
        draw_path_rows(notes, {10, 100, 1400, 1000}, table, folded, 0, 12);
        const bool idle = options.temperature == 1 && options.top_k == 0 && options.top_p >= 1;
        CHECK(folded.of(PathColumn::kept).shown != idle);
        CHECK((std::ranges::count(notes.texts, "nothing cut") == 1) == idle);
        CHECK((std::ranges::count(notes.texts, "kept?") == 0) == (idle || options.temperature == 0));
        CHECK(path_columns_left_out(folded, table).empty());
        for (const PathColumn column : {PathColumn::logit, PathColumn::exponent, PathColumn::share}) {
            CHECK((folded.of(column).bar > open.of(column).bar + 10) == idle);
            CHECK(folded.of(column).bar >= open.of(column).bar);
        }
    }
}

TEST_CASE("the token that is drawn is marked beside its name") {
    const Shown shown = shown_example("characters");
    const Candidates found = candidates(shown.logits, {});
    const ChoicePath path = choice_path(found, {});
    PathTable table{
        .candidates = found, .path = path, .options = {}, .word = words_of(*shown.evaluation), .sampled = true};
    for (const int rank : {0, 5}) {
        table.drawn = found.ranks[static_cast<std::size_t>(rank)].token;
        test::Notes notes;
        const PathColumns columns = path_columns(notes, 10, 1400, table, 12);
        const auto lines = draw_path_rows(notes, {10, 100, 1400, 1000}, table, columns, 0, 12);
        const auto& word = columns.of(PathColumn::token);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const Vec2 beside{word.x - 0.1F * notes.em(), lines[i].line.centre().y};
            const bool marked = std::ranges::any_of(notes.fills, [&](const Rect& r) { return r.contains(beside); });
            CHECK(marked == (static_cast<int>(i) == rank));
        }
    }
}

TEST_CASE("the columns keep apart and inside at every width, and give way in their order") {
    const std::vector<PathColumn> order{PathColumn::exponent, PathColumn::divided, PathColumn::kept};
    for (const char* name : {"characters", "coreference-full", "translate-fr-en"}) {
        CAPTURE(name);
        const Shown shown = shown_example(name);
        for (const DecodeOptions& options : settings_of(shown)) {
            std::size_t gone_before = 0;
            for (float width = 1400; width > 220; width -= 60) {
                CAPTURE(width);
                Drawn drawn = drawn_path(shown, options, sampled_by(shown), width, 12);
                CHECK(drawn.notes.bounds.x >= 10 - 0.4F * drawn.notes.em());  // a frame around a row
                CHECK(drawn.notes.bounds.right() <= 10 + width + 0.4F * drawn.notes.em());
                std::vector<Rect> boxes;
                for (const auto& label : drawn.notes.labels) {  // the sum of the exponentials, too
                    CHECK(label.text.find("…") == std::string::npos);
                    boxes.push_back(box_of(drawn.notes, label));
                }
                for (std::size_t a = 0; a < boxes.size(); ++a)
                    for (std::size_t b = a + 1; b < std::min(boxes.size(), a + 8); ++b) {
                        const Rect shared = boxes[a].intersect(boxes[b]);
                        const bool apart = shared.w <= 0.5F || shared.h <= 2;
                        CHECK_MESSAGE(apart, drawn.notes.labels[a].text, " over ", drawn.notes.labels[b].text);
                    }
                CHECK(drawn.columns.of(PathColumn::token).shown);
                CHECK(drawn.columns.of(PathColumn::logit).shown);
                CHECK(drawn.columns.of(PathColumn::share).shown);
                // What is gone is a beginning of the order, and stays gone.
                std::size_t gone = 0;
                for (std::size_t i = 0; i < order.size(); ++i)
                    if (!drawn.columns.of(order[i]).shown && (sampled_by(shown) || i == 0)) {
                        CHECK(gone == i);
                        ++gone;
                    }
                CHECK(gone >= gone_before);
                gone_before = gone;
            }
            CHECK(gone_before > 0);
        }
    }
}

TEST_CASE("output: words of the text have rows, and positions without training are folded") {
    AppOptions options = test::shipped_options("coreference-full", {1920, 1080});
    const test::Program program(options);
    if (!program) return;
    program.run("wait-idle\nkey 3\nwait-idle");
    const auto& shown = *program.app->session().shown().current;
    const TokenWord word = words_of(shown);
    int last = 0;
    while (program.app->find_target("candidate " + std::to_string(last + 1))) ++last;
    std::vector<std::string> words;
    for (const int line : {last - 1, last}) {
        program.run("click @candidate " + std::to_string(line) + "\nwait-idle\nexpect locked=yes");
        words.push_back(word(std::stoi(program.state("column"))));
    }
    CHECK(std::ranges::count(words, "street") == 1);
    for (const std::string& text : words)
        CHECK(std::ranges::any_of(shown.tokens(), [&](const TokenLabel& token) { return token.text == text; }));

    const int row = answer_row(shown);
    const auto listed = [&](int position) { return program.app->find_target("place " + std::to_string(position)); };
    program.run("expect every_position=no");
    for (int position = 0; position < 13; ++position) CHECK(listed(position).has_value() == (position == row));
    program.run("click @other positions\nwait-idle\nexpect every_position=yes");
    CHECK(listed(0));
    program.run("click @place 1\nwait-idle\nexpect position=1");
    program.run("move 10 10\nwait-idle");
}

TEST_CASE("output: a setting that acts opens the columns of ÷ T and kept?, and the page says what was drawn") {
    const test::Program program(test::shipped_options("characters", {1280, 720}));
    if (!program) return;
    program.run("wait-idle\nkey 3\nwait-idle\nexpect path_open=no");
    const auto& shown = *program.app->session().shown().current;
    const Record& record = shown.trace().record(logits_record(shown));
    const auto columns = static_cast<std::size_t>(record.shape.cols());
    const Candidates found =
        candidates({record.entries(static_cast<std::size_t>(answer_row(shown)) * columns, columns), columns}, {});
    CHECK(program.state("drawn").starts_with("most likely: “" + words_of(shown)(found.ranks.front().token) + "”"));
    CHECK(program.state("drawn").find("drawn: “") != std::string::npos);
    program.run(
        "click @greedy\nwait 2\nexpect path_open=yes\nexpect drawn=\nclick @greedy\nwait 2\nexpect path_open=no");
    program.run("click @temperature\nwait 2\nexpect path_open=yes");
}

TEST_CASE("output: the path has room at both sizes of window and text, and opens the rest to be scrolled") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}})
        for (const float scale : {1.0F, 2.0F})
            for (const char* name : {"characters", "coreference-full", "sentiment-but"}) {
                CAPTURE(name);
                CAPTURE(size.width);
                CAPTURE(scale);
                AppOptions options = test::shipped_options(name, size);
                options.text_scale = scale;
                const test::Program program(options);
                if (!program) return;
                program.run("wait-idle\nkey 3\nwait-idle");
                const auto& shown = *program.app->session().shown().current;
                const int answers = shown.trace().record(logits_record(shown)).shape.cols();
                const int least = std::min(answers, scale == 1 ? 7 : 2);
                float bottom = 0;
                for (int i = 0; i < least; ++i) {
                    const Rect line = program.target("candidate " + std::to_string(i));
                    CHECK(line.y >= bottom);
                    CHECK(line.right() <= static_cast<float>(size.width));
                    bottom = line.bottom();
                }
                CHECK(program.target("equation").y >= bottom);
                if (answers < 20 || scale == 2) continue;
                CHECK(program.state("candidates") == "first");
                program.run("click @all candidates\nwait-idle\nexpect candidates=all");
                const Rect line = program.target("candidate 3");
                program.run("move " + std::to_string(static_cast<int>(line.centre().x)) + " " +
                            std::to_string(static_cast<int>(line.centre().y)) +
                            "\nwheel -200\nwait-idle\nclick @candidate 1\nwait-idle\nexpect locked=yes");
                const Candidates found = candidates(
                    {shown.trace()
                         .record(logits_record(shown))
                         .entries(static_cast<std::size_t>(answer_row(shown)) * static_cast<std::size_t>(answers),
                                  static_cast<std::size_t>(answers)),
                     static_cast<std::size_t>(answers)},
                    {});
                CHECK(rank_of(found, std::stoi(program.state("column"))) > 20);
                program.run("click @all candidates\nwait-idle\nexpect candidates=first");
            }
}

TEST_SUITE_END();
