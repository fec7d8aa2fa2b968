// The story of a run: every mark a number of the record, every ribbon at its token, nothing outside the page, and
// clicks that lead to the stage behind what was clicked.
// ctest: alone 3 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/pictures/story/story.h"
#include "app/pictures/story/story_layout.h"
#include "app/pictures/story/story_picture.h"
#include "core/generate/next_token.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/support.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const Rect pages[] = {{0, 0, 1280, 660}, {40, 30, 1900, 1000}, {0, 0, 1024, 560}, {0, 0, 800, 600}};

bool transformer(const Evaluation& evaluation) {
    const Architecture kind = evaluation.model().config.architecture;
    return kind == Architecture::lookup || kind == Architecture::decoder || kind == Architecture::encoder ||
           kind == Architecture::encoder_decoder;
}

double length_of_row(const Trace& trace, int record, int row) {
    const ConstView values = trace.record(record).view();
    double sum = 0;
    for (int col = 0; col < values.shape.cols(); ++col) {
        const double number = static_cast<double>(values.row(static_cast<std::size_t>(row))[col]);
        sum += number * number;
    }
    return std::sqrt(sum);
}

}  // namespace

TEST_SUITE_BEGIN("story");

TEST_CASE("the lengths and answers of a story are the record's") {
    int stories = 0;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const std::optional<Story> story = story_of(*evaluation);
        if (!transformer(*evaluation)) {
            CHECK_FALSE(story);
            continue;
        }
        REQUIRE(story);
        ++stories;
        const Trace& trace = evaluation->trace();
        REQUIRE(story->words.size() == continued_tokens(*evaluation).size());
        const ModelConfig& config = evaluation->model().config;
        CHECK(story->table() == (config.architecture == Architecture::lookup));
        if (story->table()) {  // the weights of every row are the softmax of the record
            CHECK(story->blocks.size() == 1);
            const Record& table = trace.record(trace.find("lookup.weights"));
            for (int row = 0; row < static_cast<int>(story->words.size()); ++row)
                for (int key = 0; key < static_cast<int>(story->keys().size()); ++key)
                    CHECK(Story::weight(*evaluation, story->blocks.front(), 0, row, key) ==
                          *table.entries(static_cast<std::size_t>(row * table.shape.cols() + key), 1));
            continue;
        }
        REQUIRE(static_cast<int>(story->blocks.size()) == (story->source ? config.n_decoder_layers : config.n_layers));
        CHECK(story->source.has_value() == (config.architecture == Architecture::encoder_decoder));
        if (story->source) {
            REQUIRE(story->source->words.size() == evaluation->tokens().size());
            for (std::size_t row = 0; row < story->source->words.size(); ++row)
                CHECK(static_cast<double>(story->source->out.lengths[row]) ==
                      doctest::Approx(length_of_row(trace, story->source->out.record, static_cast<int>(row))));
            // What is read is what the cross-attention reads.
            const Record& keys = trace.record(trace.find("decoder.blocks.0.cross_attn.k"));
            CHECK(std::ranges::find(keys.operands, story->source->out.record) != keys.operands.end());
        }
        // A block hands on what the next one takes.
        for (std::size_t b = 0; b < story->blocks.size(); ++b) {
            const StoryBlock& block = story->blocks[b];
            const StoryStream& out = block.sublayers.back().stream;
            for (std::size_t row = 0; row < story->words.size(); ++row) {
                CHECK(static_cast<double>(block.in.lengths[row]) ==
                      doctest::Approx(length_of_row(trace, block.in.record, static_cast<int>(row))));
                CHECK(out.lengths[row] <= story->longest);
                if (b + 1 < story->blocks.size())
                    CHECK(out.lengths[row] == doctest::Approx(story->blocks[b + 1].in.lengths[row]));
            }
        }
        const Record& probs = trace.record(story->probs);
        const bool classes = evaluation->model().config.head.classifier;
        const int row = classes ? 0 : answer_row(*evaluation);
        float before = 2;
        for (const StoryAnswer& answer : story->chosen.answers) {
            const int cols = probs.shape.cols();
            CHECK(answer.probability == *probs.entries(static_cast<std::size_t>(row * cols + answer.token), 1));
            CHECK(answer.probability <= before);
            before = answer.probability;
        }
        CHECK(story->pooled.empty() != classes);
        if (classes) {
            double all = 0;
            for (const float share : story->pooled) all += static_cast<double>(share);
            CHECK(all == doctest::Approx(1));
        }
    }
    CHECK(stories > 5);
}

TEST_CASE("everything of a story lies on its page, each ribbon at its token, whichever block is open") {
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const std::optional<Story> story = story_of(*evaluation);
        if (!story) continue;
        for (const Rect& page : pages)
            for (int open = 0; open < static_cast<int>(story->blocks.size()); ++open) {
                Notes notes;
                const StoryScene scene{.evaluation = *evaluation, .story = *story, .open_block = open};
                static_cast<void>(draw_story(notes, page, scene, nowhere));
                const StoryLayout at = lay_out(notes, page, *story, open);
                CAPTURE(page.w);
                CHECK(notes.bounds.x >= page.x - 1);
                CHECK(notes.bounds.y >= page.y - 1);
                CHECK(notes.bounds.right() <= page.right() + 1);
                CHECK(notes.bounds.bottom() <= page.bottom() + 1);
                REQUIRE_FALSE(notes.bands.empty());
                std::set<int> rows;
                for (const auto& band : notes.bands) {
                    const float y = (band.upper.front().y + band.lower.front().y) / 2;
                    const bool target = y > at.stage.y;
                    const float token = (y - (target ? at.stage.y : at.source.y)) / at.row - 0.5F;
                    if (target || !story->table())  // above and below the middle: an entry's key and value
                        CHECK(std::abs(token - std::round(token)) < 1e-2F);
                    if (target) rows.insert(static_cast<int>(std::round(token)));
                }
                CHECK(rows.size() == story->words.size());
                // Each word and each answer is said.
                for (const StoryAnswer& answer : story->chosen.answers)
                    CHECK(std::ranges::find(notes.texts, answer.word) != notes.texts.end());
            }
    }
}

TEST_CASE("a ribbon is as wide as its vector is long") {
    const auto evaluation = evaluated(picture_models().front());
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    Notes notes;
    const Rect page = pages[1];
    static_cast<void>(draw_story(notes, page, {.evaluation = *evaluation, .story = *story}, nowhere));
    const StoryLayout at = lay_out(notes, page, *story, 0);
    int compared = 0;
    for (const auto& band : notes.bands) {
        const float y = (band.upper.front().y + band.lower.front().y) / 2;
        const auto token = static_cast<std::size_t>(std::round((y - at.stage.y) / at.row - 0.5F));
        if (band.upper.front().x > at.open.x) continue;  // before the open block
        const float wide = band.lower.front().y - band.upper.front().y;
        const float wanted = 0.74F * at.row * story->blocks.front().in.lengths[token] / story->longest;
        CHECK(wide == doctest::Approx(std::max(1.0F, wanted)).epsilon(0.01));
        ++compared;
    }
    CHECK(compared >= static_cast<int>(story->words.size()));
}

TEST_CASE("further out than the whole model's map is the story; a click on a weight leads to its cell") {
    const Program program(options_for(decoder, {1280, 720}));
    if (!program) return;
    program.run("wait-idle\nkey 0\nwait-idle\nexpect zoom=model\nkey O\nwait-idle\nexpect zoom=story");
    CHECK(program.app->find_target("story").has_value());
    // A step leads on to the stages.
    program.run("key Right\nwait-idle\nexpect zoom=stage");
    CHECK_FALSE(program.app->find_target("story").has_value());
    program.run("key 0\nkey O\nwait-idle\nexpect zoom=story\nkey I\nwait-idle\nexpect zoom=model");
}

TEST_CASE(
    "a window opens on the story, and so does each model that is opened; a step goes to the stage that was left") {
    AppOptions options = options_for(decoder, {1280, 720});
    {
        const Program script(options);
        if (!script) return;
        script.run("wait-idle\nexpect zoom=stage");  // a script starts as it always did
    }
    options.overview = true;
    {
        const Program program(options);
        program.run("wait-idle\nexpect zoom=story\nexpect stage=embed.tokens");
        CHECK(program.app->find_target("story step").has_value());
        program.run(
            "key Right\nwait-idle\nexpect zoom=stage\nexpect stage=embed.tokens\nkey Right\nwait-idle\nexpect "
            "zoom=stage");
        CHECK(program.state("stage") != "embed.tokens");
        const std::string left = program.state("stage");
        program.run("key 0\nkey O\nwait-idle\nexpect zoom=story\nclick @story step\nwait-idle\nexpect zoom=stage");
        CHECK(program.state("stage") == left);
        program.run("key Shift+0\nwait-idle\nclick @story map\nwait-idle\nexpect zoom=model");
        CHECK(program.state("stage") == left);
        // From any stage a link leads back.
        program.run(
            "key Right\nwait-idle\nkey F\nwait-idle\nclick @crumb story\nwait-idle\nexpect zoom=story\nkey Right");
        // Another model.
        program.run("key Right\nkey Ctrl+O\ntype rope\nkey Enter\nwait-idle\nexpect zoom=story");
        CHECK(program.state("model") != decoder);
    }
    // A stage that was asked for is shown.
    options.stage = "blocks.0.attn.weights";
    const Program asked(options);
    asked.run("wait-idle\nexpect zoom=stage\nexpect stage=blocks.0.attn.weights");
}

TEST_CASE(
    "where a story could not be read the map of stages is shown; where room is scarce, words come before sentences") {
    AppOptions options = options_for(decoder, {560, 400});
    options.overview = true;
    {
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nexpect zoom=model");
    }
    const auto evaluation = evaluated(picture_models().front());
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    const auto said = [&](const Rect& page) {
        Notes notes;
        const StoryLayout at = lay_out(notes, page, *story, 0);
        static_cast<void>(draw_story(notes, page, {.evaluation = *evaluation, .story = *story}, nowhere));
        CHECK(has_room(notes, page, *story));
        CHECK(at.labels);
        CHECK(std::ranges::find(notes.texts, story->words.front()) != notes.texts.end());
        return at.tight;
    };
    CHECK_FALSE(said({0, 0, 1280, 700}));
    Notes notes;
    int tight = 0;
    for (float high = 700; high > 200; high -= 10) {
        const Rect page{0, 0, 1100, high};
        if (has_room(notes, page, *story) && lay_out(notes, page, *story, 0).tight) tight += said(page) ? 1 : 0;
    }
    CHECK(tight > 2);
    CHECK_FALSE(has_room(notes, {0, 0, 1100, 200}, *story));
    CHECK_FALSE(has_room(notes, {0, 0, 300, 700}, *story));
}

TEST_CASE("an entry of a table is named by the token that finds it and the answer that it leads to") {
    const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / "soft-lookup"));
    const std::string words = "hot day left old small up down cold";
    const auto evaluation = evaluate_once(loaded, {.model = "soft-lookup", .text = words, .target = "", .edits = {}});
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    std::set<std::string> names(story->keys().begin(), story->keys().end());
    CHECK(names.size() == 12);
    for (int token = 0; token < 8; ++token) {
        int strongest = 0;
        for (int entry = 1; entry < 12; ++entry)
            if (Story::weight(*evaluation, story->blocks.front(), 0, token, entry) >
                Story::weight(*evaluation, story->blocks.front(), 0, token, strongest))
                strongest = entry;
        const std::string answer = answer_word(*loaded, most_probable_answers(*evaluation, 1, token).front().token);
        CHECK(story->keys()[static_cast<std::size_t>(strongest)] ==
              story->words[static_cast<std::size_t>(token)] + " → " + answer);
    }
}

TEST_CASE("the title is the card's question at the token that it is about, else one that fits the model") {
    const auto question = [](const std::string& model, const std::string& text) {
        const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / model));
        Inputs inputs{.model = model, .text = text, .target = "", .edits = {}};
        if (text.empty()) inputs.text = loaded->card.examples.front();
        const std::optional<Story> story = story_of(*evaluate_once(loaded, inputs));
        REQUIRE(story);
        return story->chosen.question;
    };
    CHECK(question("coreference-full", "") == "What does “it” refer to?");
    CHECK(question("coreference-full", "the dog was tired") == "What does the model predict at “was”?");
    CHECK(question("k-back-3-rope", "abcd") == "Which token comes three positions before “d”?");
    CHECK(question("sentiment-but", "") == "Is the opinion in this text good or bad?");
    CHECK(question("characters", "ab") == "What comes after “b”?");
    CHECK(question("agreement-masked", "") == "Which word belongs at “<mask>”?");
}

TEST_CASE("what the card says of its answers is beside them, and closed blocks say what they share with the open one") {
    const auto run = [](const std::string& model) {
        const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / model));
        const Inputs inputs{.model = model, .text = loaded->card.examples.front(), .target = "", .edits = {}};
        return evaluate_once(loaded, inputs);
    };
    const auto says = [](const Evaluation& evaluation, std::string_view words) {
        const std::optional<Story> story = story_of(evaluation);
        REQUIRE(story);
        Notes notes;
        static_cast<void>(draw_story(notes, {0, 0, 1280, 660}, {.evaluation = evaluation, .story = *story}, nowhere));
        std::string all;
        for (const std::string& text : notes.texts) all += text + " ";
        return all.find(words) != std::string::npos;
    };
    const auto roles = run("roles");
    CHECK(answer_note(*roles, answer_row(*roles)).find("share one probability distribution") != std::string::npos);
    CHECK(answer_note(*roles, 1).empty());  // the card speaks of the answers at <who>
    CHECK(says(*roles, "share one probability distribution."));
    CHECK(says(*run("coreference-full"), "same structure, different weights"));
}

TEST_CASE("the text field ends with the model's answer where there is room, and the answer is the record's") {
    const Program program(options_for(decoder, {1920, 1080}));
    if (!program) return;
    program.run("wait-idle");
    CHECK(program.app->find_target("answer").has_value());
    const auto shown = program.app->session().shown().current;
    const std::vector<RankedAnswer> answers = most_probable_answers(*shown, 3);
    REQUIRE(answers.size() == 3);
    const Record& probs = shown->trace().record(shown->graph().probs.id);
    const int cols = probs.shape.cols();
    const float* row =
        probs.entries(static_cast<std::size_t>(row_of_answer(*shown) * cols), static_cast<std::size_t>(cols));
    CHECK(answers.front().probability == *std::max_element(row, row + cols));
    CHECK(answers[0].probability >= answers[1].probability);
    CHECK(row[answers[1].token] == answers[1].probability);
    // A text that fills the field keeps it to itself.
    program.run(
        "key Ctrl+L\nkey Ctrl+A\ntype the cat sat on the mat, the cat sat on the mat, the cat sat on the mat, the cat "
        "sat on the mat, the cat sat on the mat\nkey "
        "Enter\nwait-idle");
    CHECK_FALSE(program.app->find_target("answer").has_value());
}

TEST_SUITE_END();
