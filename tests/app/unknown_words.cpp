// Words that a model does not know: marked in every picture, counted beside the answer, which is then not large and
// without a number in the top bar, and said by the commands; nothing of this where a model knows every text.
// ctest: alone 3 s
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "app/pictures/board/labelled_matrix.h"
#include "app/pictures/charts/stage_page.h"
#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/time_story.h"
#include "core/session/unknown_words.h"
#include "tests/support/notes_painter.h"
#include "tests/support/program.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::shared_ptr<Evaluation> read(const std::string& model, const std::string& text, const std::string& target = "") {
    static std::map<std::string, std::shared_ptr<const Model>> loaded;
    auto& of = loaded[model];
    if (!of) of = std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / model));
    return evaluate_once(of, {.model = model, .text = text, .target = target, .edits = {}});
}

/// How often the word is written, and how often with the warning's colour.
struct Written {
    int all = 0, marked = 0;
};
Written written(const Notes& notes, std::string_view word) {
    Written found;
    for (const Notes::Label& label : notes.labels) {
        if (label.text != word) continue;
        ++found.all;
        found.marked += label.style.colour == notes.theme().warning ? 1 : 0;
    }
    return found;
}

const Notes::Label* label(const Notes& notes, std::string_view text) {
    const auto found = std::ranges::find(notes.labels, text, &Notes::Label::text);
    return found == notes.labels.end() ? nullptr : &*found;
}

constexpr Rect page{0, 0, 1280, 660};
const char* const zebra = "The zebra did n't cross the street because it was too tired";

}  // namespace

TEST_SUITE_BEGIN("unknown_words");

TEST_CASE("the sentence counts different words, names the vocabulary's size and the token that is read") {
    const auto one = read("coreference-full", zebra);
    const std::string size = std::to_string(one->model().tokenizer->size());
    CHECK(unknown_words(*one) == "1 word is not among this model's " + size + "; it reads <unk>");
    const auto two = read("coreference-full", "The zebra saw the zebra because it was too xylophone");
    const auto& tokens = two->tokens();
    const auto unknown = std::ranges::count_if(tokens, &TokenLabel::unknown);
    REQUIRE(unknown >= 3);
    CHECK(unknown_words(*two) ==
          std::to_string(unknown - 1) + " words are not among this model's " + size + "; it reads <unk>");
    CHECK(unknown_words(*read("coreference-full", one->model().card.examples.front())).empty());
    CHECK(unknown_words(*read("characters", "Zebra?")).empty());
    CHECK(unknown_words(*read("stories260k", "Zebra ☃ 🦓")).empty());
}

TEST_CASE("a text without the token that all texts of a model begin with is said to lack it") {
    const std::string classifier = "This model answers at “<cls>”; the text does not begin with it";
    CHECK(unknown_words(*read("sentiment-but-cls", "The movie was good")) == classifier);
    CHECK(unknown_words(*read("sentiment-but-cls", "I liked the banana")).starts_with(classifier + ". 1 word is not"));
    CHECK(unknown_words(*read("sentiment-but-cls", "<cls> The movie was good")).empty());
    CHECK(unknown_words(*read("sentiment-but", "The movie was good")).empty());  // it takes the mean
    CHECK(unknown_words(*read("roles", "mary gave roses to john")).starts_with("This model answers at “<who>”"));
    CHECK(unknown_words(*read("agreement-causal", "the dogs")) ==
          "This model’s texts begin with “<start>”; this one does not");
    // Of no shipped model's own examples anything is said.
    for (const BuiltinModel& model : shipped_models()) {
        CAPTURE(model.name);
        const auto loaded =
            read(model.name, model.card.examples.back(), model.card.targets.empty() ? "" : model.card.targets.back());
        CHECK(missing_start(loaded->model(), loaded->tokens()).empty());
    }
}

TEST_CASE("the data flow marks unknown words, counts them below the answers, and the answer is not large") {
    const auto draws = [](const Evaluation& evaluation) {
        Notes notes;
        if (const auto time = time_story_of(evaluation))
            static_cast<void>(draw_time_story(notes, page, {.evaluation = evaluation, .story = *time}, nowhere));
        else
            static_cast<void>(draw_story(
                notes, page, {.evaluation = evaluation, .story = *story_of(evaluation), .open_block = 0}, nowhere));
        return notes;
    };
    const auto largest = [](const Notes& notes, const Evaluation& evaluation) {
        const Notes::Label* const answer =
            label(notes, answer_word(evaluation.model(), most_probable_answers(evaluation, 1).front().token));
        float size = 0;
        for (const Notes::Label& one : notes.labels)
            if (answer != nullptr && one.text == answer->text) size = std::max(size, one.style.size);
        return size;
    };
    for (const auto& [model, text, good] : {std::tuple{"coreference-full", zebra, "street"},
                                            std::tuple{"sentiment-but-cls", "<cls> I liked the banana", "liked"},
                                            std::tuple{"recall-lstm", "a zebra", "a"}}) {
        CAPTURE(model);
        std::shared_ptr<Evaluation> evaluation;
        try {
            evaluation = read(model, text);
        } catch (const Error&) {
            continue;  // a vocabulary without an unknown token
        }
        const Notes notes = draws(*evaluation);
        const std::string unknown =
            std::ranges::find_if(evaluation->tokens(), [](const TokenLabel& token) { return token.unknown; })->text;
        CHECK(written(notes, unknown).all >= 2);
        CHECK(written(notes, unknown).marked == written(notes, unknown).all);
        CHECK(written(notes, good).marked == 0);
        CHECK(std::ranges::any_of(
            notes.labels, [](const Notes::Label& one) { return one.text.find("not among") != std::string::npos; }));
        CHECK(largest(notes, *evaluation) < em::large);
    }
    const auto known = read("coreference-full", "The animal did n't cross the street because it was too tired");
    CHECK(largest(draws(*known), *known) == em::large);
    CHECK(written(draws(*known), "animal").marked == 0);
    const auto lacking = read("sentiment-but-cls", "The movie was good");
    const Notes of_lacking = draws(*lacking);
    CHECK(largest(of_lacking, *lacking) < em::large);
    CHECK(std::ranges::any_of(of_lacking.labels, [](const Notes::Label& one) {
        return one.text.find("<cls>") != std::string::npos && one.style.size == em::small;
    }));
    // Nor is the answer large where no training asked for one.
    const auto untrained = read("coreference-full", "The cat drank the milk");
    CHECK(largest(draws(*untrained), *untrained) < em::large);
}

TEST_CASE("labels of rows and columns are marked in every stage that has tokens") {
    const auto evaluation = read("coreference-full", zebra);
    const Trace& trace = evaluation->trace();
    for (const char* stage : {"embed", "blocks.0.attn.q", "blocks.0.attn.scores_raw", "blocks.1.attn.weights",
                              "blocks.0.mlp.act", "logits"}) {
        CAPTURE(stage);
        const int record = trace.find(stage);
        REQUIRE(record >= 0);
        Notes notes;
        PictureMemory memory;
        draw_stage_page(notes, page, {.evaluation = *evaluation, .record = record, .memory = &memory});
        CHECK(written(notes, "zebra").all >= 1);
        CHECK(written(notes, "zebra").marked == written(notes, "zebra").all);
        CHECK(written(notes, "street").marked == 0);
    }
    LabelledMatrix map{.rows = {.names = {"a", "b"}, .unknown = {false, true}}, .all_rows = 2, .all_cols = 1};
    Notes notes;
    map.draw(notes, Rect{100, 100, 40, 80});
    CHECK(written(notes, "a").marked == 0);
    CHECK(written(notes, "b").marked == 1);
}

TEST_CASE("the top bar shows no number beside an answer to unknown words, or where none was trained") {
    const Program program(shipped_options("coreference-full", {1280, 720}));
    if (!program) return;
    program.run("wait-idle");
    const float wide = program.app->targets().at("answer").w;
    const auto type = [&](const std::string& text) {
        program.run("key Ctrl+L\nkey Ctrl+A\ntype " + text + "\nkey Enter\nwait-idle");
        return program.app->targets().at("answer").w;
    };
    const std::string text = program.state("text");
    CHECK(type("My zebra ate the Xylophone because it was hungry") < wide - 20);
    CHECK(type("The cat drank the milk") < wide - 20);
    CHECK(type(text) == wide);
}

TEST_CASE("the commands say on standard error what a model does not know, and end as ever") {
    const std::string told = "glassformer: warning: 1 word is not among this model's ";
    const std::string model = " --model coreference-full --text \"" + std::string(zebra) + "\"";
    for (const std::string& command :
         {"lens" + model, "explain" + model + " --cell 'logits[9,1]'",
          "trace" + model + " --out " + (scratch() / "run.safetensors").string(),
          std::string("generate --model translate-fr-en --text \"le zèbre dort\" --beam 1")}) {
        CAPTURE(command);
        const Outcome said = run(command);
        CHECK(said.code == 0);
        CHECK(said.err.starts_with(told));
        CHECK(said.err.find("not among", told.size()) == std::string::npos);  // once
    }
    const Outcome lacking = run("lens --model sentiment-but-cls --text \"The movie was good\"");
    CHECK(lacking.code == 0);
    CHECK(lacking.err.starts_with(
        "glassformer: warning: This model answers at “<cls>”; the text does not begin with it\n"));
    CHECK(run("lens --model coreference-full").err.find("not among") == std::string::npos);
}

TEST_SUITE_END();
