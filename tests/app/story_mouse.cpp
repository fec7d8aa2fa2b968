// The story of a run under the mouse and the keys: each part says what it is with a number of the record, leads to its
// stage, and the row that is pointed at is the one that the title, the lines and the answers are of.
// ctest: alone 5 s
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include "app/paint/fade.h"
#include "app/paint/legible_painter.h"
#include "app/pictures/story/story.h"
#include "app/pictures/story/story_layout.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "core/generate/next_token.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/support.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr Rect page{0, 0, 1280, 660};

std::shared_ptr<Evaluation> shipped(const std::string& model, const std::string& target = "") {
    const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / model));
    Inputs inputs{.model = model, .text = loaded->card.examples.front(), .target = target, .edits = {}};
    return evaluate_once(loaded, inputs);
}

bool says(const Notes& notes, std::string_view words) {
    std::string all;
    for (const std::string& text : notes.texts) all += text + " ";
    return all.find(words) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("story");

TEST_CASE("a row that predicts the next token is named by both, any other by its token") {
    const auto rows = [](const std::string& model) {
        const auto evaluation = shipped(model, model == "translate-fr-en" ? "he hit me with a pie" : "");
        const std::optional<Story> story = story_of(*evaluation);
        REQUIRE(story);
        return story->rows;
    };
    CHECK(rows("translate-fr-en").at(1) == "he → hit");
    CHECK(rows("translate-fr-en").front() == "<bos> → he");
    CHECK(rows("characters").front() == "R → I");
    CHECK(rows("coreference-full").front() == "The");
    CHECK(rows("sentiment-but").front() == "The");
}

TEST_CASE(
    "a translation is told of a word that it is not sure of, not of its end; rows without training have no answer") {
    for (const char* const model : {"translate-fr-en", "translate-rnn-attention", "translate-bottleneck"}) {
        CAPTURE(model);
        const auto evaluation = shipped(model, "he hit me with a pie");
        const int row = story_row(*evaluation), last = answer_row(*evaluation);
        CHECK(row < last);
        const auto best = most_probable_answers(*evaluation, 1, row);
        CHECK(best.front().token != *end_token(evaluation->model()));
        for (int other = 0; other < last; ++other)
            CHECK(best.front().probability <= most_probable_answers(*evaluation, 1, other).front().probability);
    }
    CHECK(story_row(*shipped("translate-fr-en", "he hit me")) == answer_row(*shipped("translate-fr-en", "he hit me")));
    const auto causal = shipped("coreference-causal");
    const std::optional<Story> story = story_of(*causal);
    REQUIRE(story);
    CHECK(story->rows.front() == story->words.front());
    CHECK(story->rows.back() == "= → animal");
    CHECK(row_of(*causal, 0).note.find("trained to predict only") != std::string::npos);
    CHECK(row_of(*causal, story->answer_row).note.empty());
    for (const int row : {0, story->answer_row}) {  // short where the whole note has no room
        Notes notes;
        const StoryRow said = row_of(*causal, row);
        CHECK(said.trained == (row != 0));
        static_cast<void>(
            draw_story(notes, page, {.evaluation = *causal, .story = *story, .token = row, .row = &said}, nowhere));
        CHECK((says(notes, "trained to predict only") || says(notes, "Not trained to predict")) == (row == 0));
    }
}

TEST_CASE("of a long text the token that is attended to most is named, and the sentence below the title stays") {
    const auto evaluation = shipped("recall-transformer");
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    Notes notes;
    const Rect window{0, 0, 1150, 520};
    static_cast<void>(draw_story(
        notes, window,
        {.evaluation = *evaluation, .story = *story, .open_block = story->telling.block, .head = story->telling.head},
        nowhere));
    const StoryLayout at = lay_out(notes, window, *story, story->telling.block);
    CHECK_FALSE(at.labels);
    CHECK(says(notes, "is classified"));
    const bool named = std::ranges::any_of(
        notes.labels, [&](const Notes::Label& label) { return label.text == "C" && label.at.x < at.words.right(); });
    CHECK(named);
}

TEST_CASE("what is said of a row is that row's of the record") {
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const std::optional<Story> story = story_of(*evaluation);
        if (!story) continue;
        const Record& probs = evaluation->trace().record(story->probs);
        const int cols = probs.shape.cols();
        const bool classes = evaluation->model().config.head.classifier;
        for (int row = 0; row < static_cast<int>(story->words.size()); ++row) {
            const StoryRow said = row_of(*evaluation, row);
            const float* const all =
                probs.entries(static_cast<std::size_t>((classes ? 0 : row) * cols), static_cast<std::size_t>(cols));
            REQUIRE_FALSE(said.answers.empty());
            CHECK(said.answers.front().probability == *std::max_element(all, all + cols));
            if (predicts_next_token(evaluation->model()) && !classes)
                CHECK(said.question.find(story->words[static_cast<std::size_t>(row)]) != std::string::npos);
        }
        // Pointed at, it is the row that is drawn: its question, its answers, and the name in what is said of its
        // lines.
        const int last = static_cast<int>(story->words.size()) - 1;
        const StoryRow said = row_of(*evaluation, last);
        Notes notes;
        static_cast<void>(draw_story(
            notes, page, {.evaluation = *evaluation, .story = *story, .token = last, .row = &said}, nowhere));
        CHECK(says(notes, said.question));
        for (const StoryAnswer& answer : said.answers) CHECK(says(notes, answer.word));
        if (story->keys().size() > 1) CHECK(says(notes, "“" + story->rows.back() + "” attends to"));
    }
}

TEST_CASE("each part of a story says what it is and leads to a cell of its stage") {
    using Kind = StoryHit::Kind;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const std::optional<Story> story = story_of(*evaluation);
        if (!story) continue;
        const ModelConfig& config = evaluation->model().config;
        StoryScene scene{.evaluation = *evaluation, .story = *story};
        Notes measure;
        const StoryLayout at = lay_out(measure, page, *story, 0);
        scene.layout = &at;
        const float em = measure.em();
        std::vector<float> lines{at.open.y + 2.3F * em,
                                 at.open.y + 3.4F * em,
                                 at.keys_top - 0.45F * em,
                                 at.keys_top + 0.7F * em,
                                 at.card.y - 0.9F * em,
                                 at.values_bottom,
                                 at.y(0),
                                 at.y(1) - 0.26F * at.row,
                                 at.y(1) + 0.26F * at.row,
                                 at.stage.bottom() + 3};
        if (story->source) lines.insert(lines.end(), {at.source_y(0) - 3, at.source_y(0) + 3});
        std::set<Kind> found;
        for (const float y : lines)
            for (float x = page.x + 2; x < page.right(); x += 6) {
                Notes notes;
                const std::optional<StoryHit> hit = draw_story(notes, page, scene, {x, y});
                if (!hit || !found.insert(hit->kind).second) continue;
                CAPTURE(static_cast<int>(hit->kind));
                CHECK(hit->rect.contains({x, y}));
                const std::string said = tooltip_of(scene, *hit);
                CHECK(said.size() > 10);
                CHECK(said.find("nan") == std::string::npos);
                if (hit->kind == Kind::fold || hit->kind == Kind::head) continue;
                REQUIRE(hit->record >= 0);
                CHECK(hit->column < evaluation->trace().record(hit->record).shape.cols());
            }
        std::set<Kind> wanted{Kind::token,  Kind::stream, Kind::query,  Kind::key,   Kind::value,
                              Kind::weight, Kind::card,   Kind::result, Kind::answer};
        const bool residual = config.residual && !story->table();
        if (config.norm != Norm::none && !story->table()) wanted.insert(Kind::norm);
        if (residual) wanted.insert({Kind::sum, Kind::connection});
        if (config.mlp && !story->table()) wanted.insert(Kind::mlp);
        wanted.insert(config.head.classifier ? Kind::pooled : Kind::logits);
        if (story->source) wanted.insert(Kind::source);
        if (story->source && !story->table()) wanted.insert({Kind::encoder, Kind::before});
        for (const Kind kind : wanted) {
            CAPTURE(static_cast<int>(kind));
            CHECK(found.contains(kind));
        }
        Notes notes;
        static_cast<void>(draw_story(notes, page, scene, nowhere));
        CHECK(says(notes, texts::story::residual_stream) == residual);
        CHECK(says(notes, texts::story::residual) == residual);
    }
}

TEST_CASE("the numbers in what is said are the record's, and the strongest weight is said below the card") {
    const auto evaluation = evaluated(picture_models().front());
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    const StoryScene scene{.evaluation = *evaluation, .story = *story};
    Notes notes;
    static_cast<void>(draw_story(notes, page, scene, nowhere));
    const StoryLayout at = lay_out(notes, page, *story, 0);
    int captions = 0;
    for (const Notes::Label& label : notes.labels)
        if (label.text.find("attends to") != std::string::npos) {
            ++captions;
            CHECK(label.at.y > at.card.bottom());
        }
    CHECK(captions == 1);
    // Of a dot: the weight of that cell.
    const std::optional<StoryHit> dot = draw_story(notes, page, scene, {at.key_x(1), at.y(3)});
    REQUIRE(dot);
    CHECK(dot->token == 3);
    CHECK(dot->key == 1);
    CHECK(dot->record == evaluation->trace().find("blocks.0.attn.weights"));
    // Of a residual connection: the length of the sum in that row.
    const std::optional<StoryHit> sum = draw_story(notes, page, scene, {at.joined, at.y(2)});
    REQUIRE(sum);
    CHECK(sum->kind == StoryHit::Kind::sum);
    CHECK(sum->record == evaluation->trace().find("blocks.0.resid_mid"));
    const Record& record = evaluation->trace().record(sum->record);
    const auto cols = static_cast<std::size_t>(record.shape.cols());
    const float* const row = record.entries(2 * cols, cols);
    double squares = 0;
    for (std::size_t i = 0; i < cols; ++i) squares += static_cast<double>(row[i]) * static_cast<double>(row[i]);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", std::sqrt(squares));
    CHECK(tooltip_of(scene, *sum).find(text.data()) != std::string::npos);
}

TEST_CASE("a weight of 0 that is pointed at is said to be 0, and not that all of them are") {
    const auto loaded = std::make_shared<const Model>(load_model(source_dir() / "assets/models/coreference-full"));
    const Inputs shown{.model = "coreference-full", .text = loaded->card.examples.front(), .target = "", .edits = {}};
    const auto plain = evaluate_once(loaded, shown);
    const std::optional<Story> story = story_of(*plain);
    REQUIRE(story);
    const int weights = attention_of(story->blocks[1])->weights;
    const int row = story_row(*plain);
    const auto with_zeros = [&](int keys) {
        Inputs edited = shown;
        for (int key = 0; key < keys; ++key)
            edited.edits.push_back(
                {.record = plain->trace().record(weights).name, .cell = Cell{{0, row, key}}, .value = 0});
        return evaluate_once(loaded, edited);
    };
    const auto caption = [&](const Evaluation& evaluation) {
        const std::optional<Story> now = story_of(evaluation);
        REQUIRE(now);
        const StoryHit lit{.kind = StoryHit::Kind::weight, .token = row, .key = 0, .rect = {}};
        Notes notes;
        static_cast<void>(
            draw_story(notes, page, {.evaluation = evaluation, .story = *now, .open_block = 1, .lit = &lit}, nowhere));
        std::string all;
        for (const std::string& text : notes.texts) all += text + "\n";
        return all;
    };
    const std::string& word = story->words[static_cast<std::size_t>(row)];
    const std::string one = caption(*with_zeros(1)),
                      every = caption(*with_zeros(static_cast<int>(story->words.size())));
    const std::string none = fmt::format(texts::story::attends_to_none, word);
    CHECK(one.find(fmt::format("“{}” attends to “{}”: 0", word, story->words[0])) != std::string::npos);
    CHECK(one.find(none) == std::string::npos);
    CHECK(every.find(fmt::format(texts::story::head_is_silent, 1, word)) != std::string::npos);
}

TEST_CASE("while a part is pointed at the others fade to a third, and the looked-at token's stream stays on top") {
    const auto evaluation = shipped("coreference-full");
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    StoryScene scene{.evaluation = *evaluation, .story = *story, .open_block = 1};
    const auto drawn = [&](const StoryHit* lit, float fade) {
        Notes notes;
        scene.lit = lit;
        scene.fade = fade;
        static_cast<void>(draw_story(notes, page, scene, nowhere));
        return notes;
    };
    const std::size_t plain = drawn(nullptr, 1).fills.size();
    Notes measure;
    const StoryLayout at = lay_out(measure, page, *story, 1);
    const StoryHit mlp{.kind = StoryHit::Kind::mlp, .token = 0, .rect = {}},
        weight{.kind = StoryHit::Kind::weight, .token = 0, .key = 0, .rect = {}},
        token{.kind = StoryHit::Kind::token, .token = 0, .rect = {}};
    CHECK(drawn(&mlp, 0).fills.size() == plain);
    CHECK(drawn(&token, 1).fills.size() == plain);
    const auto covers = [&](const Notes& notes, const Rect& part) {
        return std::any_of(notes.fills.begin(), notes.fills.end(), [&](const Rect& r) {
            return r.contains(part.min()) && r.contains({part.right() - 1, part.bottom() - 1}) && r.w < page.w / 1.5F;
        });
    };
    const Rect behind{at.mlp.x, at.mlp.y, at.mlp.w, at.mlp.h};
    CHECK(covers(drawn(&weight, 1), behind));
    CHECK_FALSE(covers(drawn(&mlp, 1), behind));
    CHECK(covers(drawn(&mlp, 1), at.folds.front().box));
    CHECK(faded_share >= 0.15F);
    CHECK(faded_share <= 0.35F);
}

TEST_CASE("a key that comes with the first frame of another model opens nothing of the one before") {
    AppOptions options = options_for("sinusoidal encoder-decoder", {1280, 720});
    options.overview = true;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect zoom=story");
    Inputs inputs = program.app->session().inputs();
    inputs.model = "t5 encoder, classifier by mean";
    inputs.text = "a";
    inputs.target.clear();
    program.app->session().set(std::move(inputs));
    program.app->session().wait();
    program.platform->events().key(Key::enter);
    program.app->frame();
    CHECK(program.app->session().shown().current->inputs().model == "t5 encoder, classifier by mean");
    CHECK(program.state("zoom") == "story");
}

TEST_CASE("the arrow keys point at rows of the overview and Enter opens the row; a click leaves nothing pointed at") {
    AppOptions options = options_for(decoder, {1280, 720});
    options.overview = true;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect zoom=story\nexpect story_row=-1\nkey Up\nwait-idle");
    const std::optional<Story> story = story_of(*program.app->session().shown().current);
    REQUIRE(story);
    CHECK(program.state("story_row") == std::to_string(story->answer_row - 1));
    program.run("key Up\nkey Up\nwait-idle\nkey Enter\nwait-idle\nexpect zoom=stage");
    CHECK(program.state("stage").find(".attn.weights") != std::string::npos);
    CHECK(program.state("row") == std::to_string(story->answer_row - 3));
    CHECK(program.state("locked") == "yes");
    // With the mouse: a dot leads to its cell, and the cell under the mouse of before is not pointed at.
    program.run("key Shift+0\nwait-idle\nexpect zoom=story");
    const Rect card = program.target("story weights");
    const auto words = static_cast<float>(story->words.size());
    const int x = static_cast<int>(card.x + 1.5F * card.w / words),
              y = static_cast<int>(card.y + 3.5F * card.h / words);
    const std::string dot = std::to_string(x) + " " + std::to_string(y);
    program.run("move " + dot + "\nwait-idle\nexpect story_row=3");
    CHECK(program.state("story_says").find("Attention weight") == 0);
    program.run("click " + dot + "\nwait-idle\nexpect zoom=stage\nexpect row=3\nexpect column=1");
    CHECK(program.state("stage").find(".attn.weights") != std::string::npos);
    CHECK(program.state("hovered").empty());
    // Once it is moved it points again.
    const Vec2 other = program.target("cell:" + program.state("cell")).centre();
    program.run("move " + std::to_string(static_cast<int>(other.x)) + " " + std::to_string(static_cast<int>(other.y)) +
                "\nwait 3");
    CHECK(program.state("hovered") == program.state("cell"));
}

TEST_CASE("nothing is said of what lies under a sheet") {
    const SettledProgram program(options_for(decoder, {1280, 720}));
    if (!program) return;
    const auto with_sheet = [&](const std::string& mouse) {
        program.run("key Esc\nwait-idle\n" + mouse + "\nwait-idle\nkey F1\nwait-idle");
        CHECK(program.state("help") == "yes");
        const Image image = program.pixels();
        program.run("key Esc\nwait-idle");
        CHECK(program.state("help") == "no");
        return image;
    };
    const Rect line = program.target("timeline");
    const std::string there = "move " + std::to_string(static_cast<int>(line.x + line.w / 3)) + " " +
                              std::to_string(static_cast<int>(line.centre().y));
    const Image over = with_sheet(there), beside = with_sheet("move 3 3");
    REQUIRE(over.rgba.size() == beside.rgba.size());
    CHECK(over.rgba == beside.rgba);
}

TEST_CASE("a mouse that lies still points at nothing new: at the start, after a box, another model or another step") {
    AppOptions options = window_options(decoder);
    const Program program(options);
    if (!program) return;
    const auto pointed = [&] {
        program.run("wait 3");
        return program.state("story_row") != "-1";
    };
    // The window comes under the mouse.
    program.run("wait-idle\nkey Shift+0\nwait-idle");
    const Rect story = program.app->targets().at("story");
    const Vec2 on_rows{story.x + 0.5F * story.w, story.y + 0.6F * story.h};
    const auto move = [&](float x, bool by_hand) {
        program.platform->events().push(MouseMove{{on_rows.x + x, on_rows.y}, by_hand});
    };
    move(0, false);
    CHECK_FALSE(pointed());
    move(1, true);
    CHECK(pointed());
    // A box closes under it.
    program.run("type ?\nwait 3\nexpect keys=yes");
    move(3, true);
    program.run("wait 3\nkey Esc\nwait 3\nexpect keys=no");
    CHECK_FALSE(pointed());
    move(4, true);
    CHECK(pointed());
    // Another model.
    Inputs inputs = program.app->session().inputs();
    inputs.model = "alibi decoder";
    program.app->session().set(inputs);
    program.run("wait-idle");
    CHECK_FALSE(pointed());
    move(2, true);
    CHECK(pointed());
}

TEST_CASE("in a lecture hall the weights take the room of norms and repeated words") {
    const auto evaluation = shipped("coreference-full");
    const std::optional<Story> story = story_of(*evaluation);
    REQUIRE(story);
    const Rect paper{0, 0, 1160, 1040};
    LargeNotes notes(22.5F);
    LegiblePainter hall(notes, 1.2F * 22.5F);
    const StoryLayout near = lay_out(notes, paper, *story, 1), far = lay_out(hall, paper, *story, 1);
    CHECK_FALSE(near.hall);
    CHECK_FALSE(near.folds.empty());
    CHECK(far.hall);
    REQUIRE(far.folds.size() == 1);  // closed blocks stay, narrow
    CHECK(far.folds[0].box.w < 4.3F * 22.5F);
    CHECK(far.norm == 0);
    CHECK(far.norm_behind == 0);
    CHECK(far.norm_final == 0);
    CHECK(far.dots);
    CHECK(far.column > 1.5F * near.column);
    CHECK(far.card.w > 0.33F * paper.w);
    CHECK(far.column > 22.5F);  // each key has its word
    LargeNotes drawn(22.5F);
    const StoryScene scene{.evaluation = *evaluation, .story = *story, .open_block = 1, .layout = &far};
    static_cast<void>(draw_story(drawn, paper, scene, {-1, -1}));
    CHECK(std::ranges::count(drawn.texts, std::string("street")) == 2);  // in front of its row, and above its column
}

TEST_SUITE_END();
