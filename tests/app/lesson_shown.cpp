// What a step of a lesson shows of its scene: the cell in the picture of the whole run, one encoding alone, a surface
// that is waited for, and the numbers of the run that its question is about.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "app/lessons/check_lesson.h"
#include "app/pictures/story/story.h"
#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/lesson/read_lesson.h"
#include "core/tape/cell_name.h"
#include "tests/support/notes_painter.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// A lesson of these steps in a window.
struct Shown {
    TemporaryFolder folder;
    SettledProgram program;

    explicit Shown(const std::string& steps, PixelSize size = {1280, 720})
        : program(options_of(folder / "l.md", steps, size)) {}
    static AppOptions options_of(const std::filesystem::path& file, const std::string& steps, PixelSize size) {
        write_file(file, "---\ntitle: T\n---\n" + steps);
        AppOptions options = shipped_options("coreference-full", size);
        options.still = true;
        options.lesson = file;
        return options;
    }
    std::string said(const std::string& name) const { return program.app->state().at(name); }
    /// All that is written in the window.
    std::string words() const {
        Notes notes;
        program.app->draw_on(notes);
        std::string all;
        for (const std::string& text : notes.texts) all += text + "\n";
        return all;
    }
    bool says(const std::string& part) const { return words().find(part) != std::string::npos; }
};

std::string scene(const std::string& lines) { return "```scene\n" + lines + "```\n"; }

}  // namespace

TEST_SUITE_BEGIN("lesson_shown");

TEST_CASE("the picture of the whole run tells the row, the block and the head of the scene's cell") {
    const Shown it("## S\n\n" + scene("model: coreference-full\nview: walk\nzoom: story\n"
                                      "cell: blocks.0.attn.weights[head 2, cross, animal]\n") +
                   "\n## T\n\n" + scene("cell: blocks.1.attn.weights[head 1, it, animal]\n") + "\n## U\n\n" +
                   scene("cell: blocks.0.mlp.pre[street, 3]\n") + "\n## V\n\n" + scene("cell: none\n"));
    if (!it.program) return;
    it.program.run("wait-idle\nexpect zoom=story\nexpect story_cell=block 1, head 2, row 5, key 2\n"
                   "expect lesson_left=no\nkey Page down\nwait-idle\nexpect zoom=story\n"
                   "expect story_cell=block 2, head 1, row 9, key 2\nkey Page down\nwait-idle\n"
                   "expect story_cell=block 1, head 0, row 7, key 0\nkey Page down\nwait-idle\nexpect story_cell=\n");
}

TEST_CASE("a cell of cross-attention is told in its decoder's row, a source's row in none") {
    const Shown it("## S\n\n" + scene("model: translate-fr-en\nview: walk\nzoom: story\n"
                                      "cell: decoder.blocks.0.cross_attn.weights[head 1, token 2, entarté]\n"));
    if (!it.program) return;
    it.program.run("wait-idle\nexpect zoom=story");
    const Evaluation& run = *it.program.app->session().shown().current;
    const auto story = story_of(run);
    REQUIRE(story);
    CHECK(it.said("story_cell").find("head 1, row 2, key") != std::string::npos);
    const NamedCell key = find_cell(run.trace(), "decoder.blocks.0.cross_attn.k[0,1,0]");
    CHECK(place_in_story(*story, run.trace(), key.record, key.cell).row == -1);
    CHECK(place_in_story(*story, run.trace(), key.record, key.cell).head == 0);
    const NamedCell source = find_cell(run.trace(), "encoder.blocks.0.self_attn.weights[0,1,0]");
    CHECK(place_in_story(*story, run.trace(), source.record, source.cell).row == -1);
    CHECK(place_in_story(*story, run.trace(), source.record, source.cell).block == -1);
}

TEST_CASE("a scene of positions shows one encoding alone") {
    const Shown it("## S\n\n" + scene("model: coreference-full\nview: positions\npage: curves\n"
                                      "positions.columns: \"sinusoidal\"\n"));
    if (!it.program) return;
    it.program.run("wait-idle\nexpect positions_columns=sinusoidal");
    CHECK(it.program.app->find_target("column 1"));
    CHECK_FALSE(it.program.app->find_target("column 2"));
    const Rect one = *it.program.app->find_target("column 1");
    it.program.run("key Ins\nwait-idle\nkey Shift+Ins\nwait-idle\nkey Shift+Ins\nwait-idle");
    CHECK(it.said("positions_columns") == "sinusoidal");  // the last one stays
    CHECK(it.program.app->find_target("column 1")->w == one.w);
}

TEST_CASE("a model by its name alone keeps the query, the key and the way that a scene sets") {
    const std::string set = "view: positions\npage: joined\npositions.start_query: 5\npositions.start_key: 2\n"
                            "positions.combine: 1\npositions.appended: 5\n";
    const Shown it("## S\n\n" + scene("model: agreement-causal\n" + set + "positions.start_model: \"agreement-causal\"\n") +
                   "\n## T\n\n" + scene("model: sort\n" + set + "positions.start_model: \"another\"\n"));
    if (!it.program) return;
    it.program.run("wait-idle\nexpect positions_start_query=5\nexpect positions_start_key=2");
    CHECK(it.said("positions_joined_columns_2") != "");
    CHECK(it.program.app->session_now().views.at("positions").at("combine") == "1");
    it.program.run("key Page down\nwait-idle");
    CHECK(it.program.app->session_now().views.at("positions").at("combine") == "0");  // the model's own: it is another
    const Shown without("## S\n\n" + scene("model: agreement-causal\n" + set));
    without.program.run("wait-idle\nexpect positions_start_query=5\nexpect positions_start_key=2");
    CHECK(without.program.app->session_now().views.at("positions").at("combine") == "1");
    CHECK(without.program.app->session_now().views.at("positions").at("start_model") == "\"agreement-causal sinusoidal\"");
}

TEST_CASE("a scene asks for the surface of a training's step, and for the one beside it") {
    const std::string training = "model: coreference-full\nview: train\npage: surface\ntrain.task: \"sort\"\n"
                                 "train.layers: 1\ntrain.step: 3\ntrain.surface_points: 11\n"
                                 "train.surface_plane: \"random\"\ntrain.surface: true\n";
    const Shown it("## S\n\n" + scene(training) + "\n## T\n\n" + scene("train.surface_without_residual: true\n") +
                   "\n## U\n\n" + scene("train.surface_without_residual: false\n"));
    if (!it.program) return;
    it.program.app->settle_whole();
    CHECK(it.said("train_looked_at") == "3");
    CHECK(it.said("train_surface") == "fine");
    CHECK(it.said("train_surface_step") == "3");
    CHECK(it.said("train_surface_points") == "121");
    CHECK(it.said("train_surface_without") == "");
    CHECK(it.program.app->session_now().views.at("train").at("surface") == "true");
    it.program.run("key Page down");
    it.program.app->settle_whole();
    CHECK(it.said("train_surface") == "fine");
    CHECK(it.said("train_surface_without") != "");
    it.program.run("key Page down");
    it.program.app->settle_whole();
    CHECK(it.said("train_surface_without") == "");
}

TEST_CASE("Compare does not tell what both runs predict while a lesson asks") {
    const Shown it("## S\n\n" + scene("model: coreference-full\nview: compare\nb.text: The dog was tired.\n") +
                   "\n```ask\nchoice: Which?\noption: this | 2\noption: that | 1\n```\n");
    if (!it.program) return;
    it.program.run("wait-idle\nexpect lesson_answer=open");
    CHECK(it.said("compare_answers") != "");
    CHECK_FALSE(it.program.app->find_target("both answers"));
    it.program.run("click @lesson.option A\nclick @lesson.check\nwait-idle\nexpect lesson_answer=right");
    CHECK(it.program.app->find_target("both answers"));
}

TEST_CASE("numbers before a question, and in it, are of the run that is asked about, also once another is shown") {
    const std::string weight = "blocks.1.attn.weights[head 1, it, animal]";
    const Shown it("## S\n\n" + scene("model: coreference-full\nview: walk\nstage: blocks.1.attn.weights\n") +
                   "\nBefore, the weight is {{" + weight + " : 6}}.\n\n```ask\nchoice: Is {{" + weight +
                   " : 5}} much?\noption: {{" + weight + " : 4}}, yes | 2\noption: no | 1\nhint: {{1 + 1}}\n```\n"
                   "```reveal\nedit: " + "blocks.1.attn.weights[0, 8, 1] = 0.25\n```\n\nNow it is {{" + weight + " : 6}}.\n",
                   {1280, 1000});
    if (!it.program) return;
    it.program.run("wait-idle");
    const auto run = it.program.app->session().shown().current;
    const double value = evaluate(*parse_expression(weight), {.shown = run.get()}).number;
    const auto written = [&](int decimals) {
        char text[32];
        std::snprintf(text, sizeof text, "%.*f", decimals, value);
        return std::string(text);
    };
    for (const int decimals : {6, 5, 4}) CHECK_MESSAGE(it.says(written(decimals)), written(decimals));
    CHECK_FALSE(it.says("0.250000"));
    it.program.run("click @lesson.hint\nwait-idle\nclick @lesson.option A\nclick @lesson.check\nwait-idle\n"
                   "expect lesson_answer=right\nexpect edits=1");
    for (const int decimals : {6, 5, 4}) CHECK_MESSAGE(it.says(written(decimals)), written(decimals));
    CHECK(it.says("0.250000"));
    CHECK_FALSE(it.says("{{"));
}

TEST_CASE("what is wrong with a live number of a question is said with its place") {
    const auto models = source_dir() / "assets" / "models";
    const LessonTools tools{.example_of =
                                [](const std::string& name) {
                                    Inputs inputs;
                                    inputs.model = name;
                                    inputs.text = "The animal was tired.";
                                    return inputs;
                                },
                            .load =
                                [&](const std::string& name) {
                                    return std::make_shared<const Model>(load_model(models / name));
                                },
                            .write = [](double number) { return std::to_string(number); }};
    const auto problems = [&](const std::string& body) {
        return check_lesson(lesson_from_text("---\ntitle: T\n---\n## S\n\n```scene\nmodel: coreference\n```\n" + body, "l.md"),
                            tools)
            .problems;
    };
    const std::string options = "option: a | 2\noption: b | 1\n";
    CHECK(problems("\n```ask\nchoice: Is {{mean(logits)}} much?\n" + options + "```\n").empty());
    const auto wrong = problems("\n```ask\nchoice: Is {{mean(logit)}} much?\n" + options + "hint: {{nothing(1)}}\n```\n");
    REQUIRE(wrong.size() == 2);
    CHECK(wrong[0].find("l.md:11:19: ") == 0);
    CHECK(wrong[1].find("l.md:14:9: ") == 0);
    CHECK(problems("\nA paragraph.\n\n1. It ends so.\n").front().find("l.md:12:4: this is read as a list with one item") == 0);
    CHECK(problems("\n1. One.\n2. Two.\n\n---\n\n3. Three.\n").empty());
}

TEST_CASE("words and numbers of a text say what they are under the mouse, and a click on a cell's number goes there") {
    const Shown it("## S\n\n" + scene("model: coreference-full\nview: walk\nstage: embed.tokens\n") +
                   "An [embedding](embed.tokens[it]), {{cols(embed.tokens) : 0}} wide; a weight of "
                   "{{blocks.1.attn.weights[head 2, it, animal] : 1%}}.\n");
    if (!it.program) return;
    run_settled(it.program, "wait-idle\nmove @lesson.link embed.tokens[it]\nwait 20");
    CHECK(it.said("lesson_about").starts_with("embedding\nThe learned vector that stands for a token"));
    CHECK(it.said("lesson_about").ends_with("\nClick to go to Model › Embed"));
    run_settled(it.program, "move @lesson.number cols(embed.tokens) : 0\nwait 20");
    CHECK(it.said("lesson_about") == "Computed from this run: cols(embed.tokens)");
    run_settled(it.program, "click @lesson.number blocks.1.attn.weights[head 2, it, animal] : 1%\nwait-idle");
    CHECK(it.said("stage") == "blocks.1.attn.weights");
    CHECK(it.said("cell") == "blocks.1.attn.weights[1,8,1]");
}

TEST_SUITE_END();
