// Scenes of lessons: what their keys say, what is wrong with them, and how a state of the window is written as one.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/lessons/check_lesson.h"
#include "app/lessons/scene.h"
#include "core/io/model_folder.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

const std::filesystem::path models = test::source_dir() / "assets" / "models";

Inputs example(const std::string& name) {
    if (!std::filesystem::exists(models / name / "card.json")) return {};
    const Card card = load_card(models / name);
    Inputs inputs;
    inputs.model = name;
    inputs.text = card.examples.front();
    return inputs;
}

LessonTools tools() {
    return {.example_of = example,
            .load = [](const std::string& name) { return std::make_shared<const Model>(load_model(models / name)); },
            .write = [](double number) { return std::to_string(number); }};
}

LessonScene scene_of(const std::vector<SceneLine>& lines) {
    LessonScene scene;
    apply(scene, lines, "l.md", example);
    return scene;
}

std::string refused(const std::string& key, const std::string& value) {
    try {
        scene_of({{"model", "coreference", {7, 1}}, {key, value, {8, 9}}});
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

Lesson lesson(const std::string& steps) { return lesson_from_text("---\ntitle: T\n---\n" + steps, "l.md"); }

std::vector<std::string> problems(const std::string& steps) { return check_lesson(lesson(steps), tools()).problems; }

const std::string first = "## S\n\n```scene\nmodel: coreference\n```\n\n";

}  // namespace

TEST_CASE("a scene is carried out whatever the order of its lines, the model first") {
    const LessonScene scene = scene_of({{"cell", "blocks.1.attn.weights[head 1, it, animal]"},
                                        {"page", "arcs"},
                                        {"view", "attention"},
                                        {"edit", "blocks.0.attn.heads[head 2, *, *] = 0"},
                                        {"edit", "blocks.0.attn.heads[0, token 3, 1] = −0.5"},
                                        {"architecture", R"({"residual": false})"},
                                        {"attention.threshold", "0.25"},
                                        {"model", "coreference"},
                                        {"gradients", "on"},
                                        {"head", "2"},
                                        {"rows", "3"}});
    const Inputs& inputs = scene.session.inputs;
    CHECK(inputs.model == "coreference");
    CHECK(inputs.text == example("coreference").text);
    CHECK(inputs.gradients);
    CHECK(inputs.architecture == R"({"residual":false})");
    REQUIRE(inputs.edits.size() == 2);
    CHECK(inputs.edits[0].cell == Cell{{1, Cell::all, Cell::all}});
    CHECK(inputs.edits[1].cell == Cell{{0, 2, 1}});
    CHECK(inputs.edits[1].value == -0.5F);
    CHECK(scene.session.view == "attention");
    CHECK(scene.session.views.at("attention").at("mode") == "2");
    CHECK(scene.session.views.at("attention").at("threshold") == "0.25");
    CHECK(scene.session.cursor.record == "blocks.1.attn.weights");
    CHECK(scene.session.cursor.head == 1);
    CHECK(scene.cell == "blocks.1.attn.weights[head 1, it, animal]");
    CHECK(scene.row_limit == 3);
}

TEST_CASE("what is wrong with a line of a scene is said with its place") {
    CHECK(refused("modle", "x") == "l.md:8:1: there is no key \"modle\" in a scene; did you mean \"model\"?");
    CHECK(refused("model", "nothing") == "l.md:8:9: there is no built-in model \"nothing\"");
    CHECK(refused("view", "attenton") == "l.md:8:9: there is no view \"attenton\"; did you mean \"attention\"?");
    CHECK(refused("page", "arcs") == "l.md:8:9: the view walk has no pages");
    CHECK(refused("zoom", "near") == "l.md:8:9: there is no zoom \"near\"");
    CHECK(refused("gradients", "yes") == "l.md:8:9: “on” or “off” is expected here, not \"yes\"");
    CHECK(refused("head", "0") == "l.md:8:9: a whole number from 1 is expected here, not \"0\"");
    CHECK(refused("edit", "blocks.0.attn.heads[head 1, it, *] = 0").find("not by words of the text") !=
          std::string::npos);
    CHECK(refused("edit", "blocks.0.attn.heads[0, 1, 1]").find("an edit is written as") != std::string::npos);
    CHECK(refused("edit", "blocks.0.attn.heads[0, 1, 1] = much") ==
          "l.md:8:9: the value of an edit is a number, not \"much\"");
    CHECK(refused("architecture", "residual off").find("the architecture is a JSON object") != std::string::npos);
    CHECK(refused("walk.by", "one").find("a value of a view is written as JSON") != std::string::npos);
    CHECK(refused("image", "../a.png").find("l.md:8:9: a lesson shows only images of its own folder") == 0);
    CHECK(refused("image", "a.gif").find("l.md:8:9: an image is a PNG file") == 0);
    CHECK(refused("beside", "embed[it, 3]").find("l.md:8:9: the picture beside is named by its stage") == 0);
    CHECK(refused("label", "embed[it, 3]").find("l.md:8:9: a label is written as") == 0);
    CHECK(refused("label", "embed[it, 3] = ").find("a label is written as") != std::string::npos);
    CHECK(refused("label", "embed[it, 3 = words").find("a “]” is missing") != std::string::npos);
    CHECK(refused("label", "embed[it, 3] = " + std::string(121, 'x')) ==
          "l.md:8:9: a label has at most 120 characters, not 121");
    CHECK(refused("arrow", "embed[it, 3] = words").find("an arrow is written as") != std::string::npos);
    CHECK(refused("cell", "blocks.0.attn.weights[head 1").find("a “]” is missing") != std::string::npos);
}

TEST_CASE("a scene says what differs from the step before, and every step is a whole state") {
    const auto scenes =
        scenes_of(lesson("## A\n\n```scene\nmodel: coreference\nview: output\npage: lens\n```\n\n## B\n\n"
                         "```scene\ntext: The dog was tired.\nedit: blocks.0.attn.heads[0,*,*] = 0\n```\n\n"
                         "## C\n\n```reveal\nedit: none\nview: walk\n```\n\n## D\n"),
                  example);
    REQUIRE(scenes.size() == 4);
    CHECK(scenes[1].first.session.view == "output");
    CHECK(scenes[1].first.session.inputs.edits.size() == 1);
    CHECK(scenes[2].first == scenes[1].revealed);
    CHECK(scenes[2].revealed.session.inputs.edits.empty());
    CHECK(scenes[2].revealed.session.inputs.text == "The dog was tired.");
    CHECK(scenes[3].first == scenes[2].revealed);
    CHECK_THROWS_WITH(scenes_of(lesson("## A\n"), example),
                      "l.md:4:4: the first step needs a scene that names a model");
}

TEST_CASE("the difference of two states, carried out, is the second") {
    const LessonScene plain = scene_of({{"model", "coreference"}, {"stage", "embed"}});
    const std::vector<std::vector<SceneLine>> changes{
        {{"text", "The dog was tired."}, {"stage", "blocks.0.attn.scores_raw"}, {"head", "2"}},
        {{"view", "attention"}, {"page", "rollout"}, {"attention.threshold", "0.5"}},
        {{"edit", "blocks.0.attn.heads[head 1, *, *] = 0"}, {"edit", "blocks.1.attn.weights[0, 1, 0] = 1"}},
        {{"architecture", R"({"residual": false})"}, {"gradients", "on"}, {"zoom", "story"}},
        {{"cell", "blocks.1.attn.weights[head 2, it, animal]"}, {"rows", "4"}, {"panel", "on"}},
        {{"b.text", "The dog was tired."}, {"view", "compare"}},
        {{"camera", "1 2 3"}, {"step by", "row"}},
        {{"compare.match", "words"}},
        {{"compare.show", "before and after"}},
        {{"compare.match", "position"}},
        {{"label", "blocks.1.attn.weights[head 2, \"=\", animal] = a = b"}, {"label", "embed[it, 3] = words"}},
        {{"view", "none"}},
        {{"image", "a.png"}},
        {{"view", "attention"}, {"page", "heads"}, {"beside", "blocks.1.attn.weights"}},
        {{"arrow", "embed[it, 3] -> embed[it, 4]"}, {"cell", "embed[it, 3]"}},
        {{"model", "induction"}, {"stage", "logits"}},
    };
    const auto run = runs_of(plain, tools()).shown;
    for (const auto& from_lines : changes)
        for (const auto& to_lines : changes) {
            LessonScene from = plain, to = plain;
            apply(from, from_lines, "l.md", example);
            apply(to, to_lines, "l.md", example);
            const auto lines = difference(from, to, &run->trace(), example);
            CAPTURE(from_lines.front().key);
            CAPTURE(to_lines.front().key);
            LessonScene reached = from;
            apply(reached, lines, "l.md", example);
            CHECK(reached.session.inputs == to.session.inputs);
            CHECK(reached.session.cursor == to.session.cursor);
            CHECK(reached.session.view == to.session.view);
            CHECK(reached.cell == to.cell);
            CHECK(reached.row_limit == to.row_limit);
            CHECK(reached.panel == to.panel);
            for (const auto& [view, values] : to.session.views)
                for (const auto& [name, value] : values) CHECK(reached.session.views.at(view).at(name) == value);
        }
    CHECK(difference(plain, plain, &run->trace(), example).empty());
}

TEST_CASE("a lesson is checked against its runs") {
    CHECK(problems(first + "{{argmax(logits[it])}}\n\n```check\nargmax(logits[it]) = \"animal\"\n```\n").empty());
    CHECK(problems(first + "{{argmax(logits[it]) : 3x}}\n") ==
          std::vector<std::string>{
              "l.md:10:23: behind the colon stands the number of decimals, 0 to 9, with % for percent"});
    CHECK(problems(first + "a {{1 + logit[it]}} and [b](blocks.9.attn.q)\n").size() == 2);
    CHECK(problems(first + "a {{1 + logit[it]}}\n").front() ==
          "l.md:10:9: this model has no stage \"logit\"; did you mean \"logits\"?");
    CHECK(problems(first + "$\\frac{a$\n").size() == 1);
    CHECK(problems(first + "```check\nargmax(logits[it]) = \"street\"\n```\n") ==
          std::vector<std::string>{"l.md:11:1: this does not hold in the run: argmax(logits[it]) = \"street\" "
                                   "(left animal, right street)"});
    CHECK(problems("## S\n\n```scene\nmodel: coreference\ncell: blocks.0.attn.weights[head 1, it]\n```\n") ==
          std::vector<std::string>{"l.md:8:6: one cell is named here: each axis needs an index"});
    CHECK(problems("## S\n\n```scene\nmodel: coreference-full\nhead: 3\n```\n") ==
          std::vector<std::string>{"l.md:8:6: there is no head 3: this model has 2"});
    CHECK(problems("## S\n\n```scene\nmodel: coreference\nstage: blocks.7.attn.weights\n```\n")
              .front()
              .find("l.md:8:7: this model has no stage \"blocks.7.attn.weights\"") == 0);
    CHECK(problems("## S\n\n```scene\nmodel: coreference\narchitecture: {\"nonsense\": 1}\n```\n").size() == 1);
    CHECK(problems(first + "```ask\nchoice: Which?\noption: a | 1 = 1\noption: b | 2 = 2\n```\n").front() ==
          "l.md:12:8: no single option is right in this run");
    CHECK(problems(first + "```ask\ntoken: Which?\nanswer: argmax(logits[it])\n```\n").empty());
    CHECK(problems(first + "```ask\ngoal: Do.\nholds: 1 = 1\nsolution: edit: none\n```\n").front() ==
          "l.md:12:7: the goal holds before anything was done");
    const std::string goal =
        "```ask\ngoal: Let “it” attend to “street” alone.\nholds: blocks.1.attn.weights[head 1, it, street] > 0.9\n";
    CHECK(problems(first + goal + "solution: edit: none\n```\n").front() ==
          "l.md:12:7: the solution does not reach the goal");
    CHECK(problems(first + goal + "solution: edit\n```\n").front().find("l.md:12:7: a solution is written as lines") ==
          0);
    // Positions 8 and 6 of “it” and “street” count from 0.
    CHECK(
        problems(first + goal + "solution: edit: blocks.1.attn.weights[head 1, token 9, token 7] = 1\n```\n").empty());
    const std::string solved = goal + "solution: edit: blocks.1.attn.weights[head 1, token 9, token 7] = 1\n";
    CHECK(problems(first + solved + "only: blocks.1.attn.weights\n```\n").empty());
    CHECK(problems(first + solved + "only: blocks.0.attn.weights\n```\n").front() ==
          "l.md:12:7: the solution does not reach the goal");
    CHECK(problems(first + solved + "only: blocks.7.attn.weights\n```\n").size() == 1);
    CHECK(problems("## S\n\n```scene\nmodel: coreference\n```\n" + std::string("word ") + "\n").empty());
    std::string many;
    for (int i = 0; i < 400; ++i) many += "word ";
    const Lesson planned = lesson_from_text("---\ntitle: T\nminutes: 1\n---\n" + first + many, "l.md");
    CHECK(check_lesson(planned, tools()).problems.front().find("l.md:1:1: the lesson is planned for 1 minutes") == 0);
}

TEST_CASE("run B of another model has none of run A's changes; what else a scene leaves out is run A's") {
    const std::vector<SceneLine> a{{"model", "coreference", {}},
                                   {"architecture", R"({"residual": false})", {}},
                                   {"edit", "blocks.0.attn.heads[0, *, *] = 0", {}},
                                   {"labels", "#1", {}}};
    const auto other = [&](std::vector<SceneLine> lines) {
        lines.insert(lines.begin(), a.begin(), a.end());
        return scene_of(lines).session.b.own.value();
    };
    const Inputs same = other({{"b.text", "The dog was tired.", {}}});
    CHECK(same.architecture == R"({"residual":false})");
    CHECK(same.edits.size() == 1);
    const Inputs fresh = other({{"b.model", "coreference", {}}});
    CHECK(fresh.architecture.empty());
    CHECK(fresh.edits.empty());
    CHECK(fresh.text == example("coreference").text);
    CHECK(fresh.labels == "#1");
    CHECK(other({{"b.model", "sort", {}}}).labels.empty());
    const Inputs own = other({{"b.architecture", R"({"norm": "none"})", {}}, {"b.model", "coreference", {}}});
    CHECK(own.architecture == R"({"norm":"none"})");
    // What was a change of B is written away again.
    LessonScene from = scene_of(a), to = from;
    from.session.b = {.exists = true, .own = own};
    to.session.b = {.exists = true, .own = fresh};
    const auto lines = difference(from, to, nullptr, example);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().key == "b.architecture");
    CHECK(lines.front().value == "none");
    apply(from, lines, "l.md", example);
    CHECK(from == to);
    // Lessons once had run B among the values of the Compare view.
    CHECK(other({{"compare.b", to_text(own), {}}}) == own);
    CHECK(scene_of({{"model", "coreference", {}}, {"compare.b", "null", {}}}).session.b == RunB{.exists = true});
    CHECK_THROWS_WITH_AS(other({{"compare.b", "3", {7, 12}}}), doctest::Contains("l.md:7:12: "), Error);
    CHECK(scene_of({{"model", "coreference", {}}, {"compare.b", to_text(own), {}}, {"compare.proposed", "true", {}}})
              .session.b.proposed);
    to.session.b.proposed = true;
    const auto proposed = difference(from, to, nullptr, example);
    REQUIRE(proposed.size() == 1);
    CHECK(proposed.front().key == "b.proposed");
    CHECK(proposed.front().value == "on");
}
