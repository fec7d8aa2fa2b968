// lesson export: pages, handouts, pictures and films of lessons, written by the program and read by others.
// ctest: alone 18 s, optimised instead
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/lessons/check_lesson.h"
#include "app/platform/child_program.h"
#include "app/platform/png.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/json_text.h"
#include "core/base/words.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/played_lessons.h"
#include "tests/support/program.h"
#include "tests/support/skipped.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("cli_lesson_export");

namespace {

const std::filesystem::path assets = source_dir() / "assets";

bool on_path(const std::string& program) { return std::system(("command -v " + program + " >/dev/null").c_str()) == 0; }

/// The page of a shipped lesson, written once; "" where nothing can be drawn. All of them are begun with the first,
/// side by side, and one is waited for where it is asked for.
const std::string& page_of(const std::string& lesson) {
    static std::map<std::string, std::string> pages;
    static std::map<std::string, std::unique_ptr<ChildProgram>> written;
    const auto known = pages.find(lesson);
    if (known != pages.end()) return known->second;
    const auto folder = scratch() / "pages";
    if (written.empty())
        for (const auto& file : played_lessons(assets)) {
            const std::string name = file.stem().string();
            written[name] = std::make_unique<ChildProgram>(std::vector<std::string>{
                GLASSFORMER_PROGRAM, "lesson", "export", name, "--out", (folder / name).string()});
        }
    ChildProgram& child = *written.at(lesson);
    while (child.poll()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (child.exit_code() != 0 && child.errors().find("EGL") != std::string::npos) {
        skip(Needs::opengl, child.errors());
        return pages[lesson];
    }
    REQUIRE_MESSAGE(child.exit_code() == 0, child.errors());
    const auto page = folder / lesson / (lesson + ".html");
    CHECK(child.output() == page.string() + "\n");
    return pages[lesson] = text_of(page);
}

std::vector<std::string> all_of(const std::string& text, const std::string& before, const std::string& after) {
    std::vector<std::string> found;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
        at += before.size();
        found.push_back(text.substr(at, text.find(after, at) - at));
    }
    return found;
}

std::size_t count_of(const std::string& text, const std::string& part) { return all_of(text, part, part).size(); }

/// The text of the page's JSON.
Json cells_of_page(const std::string& page) {
    return parse_json(all_of(page, "id=\"cells\">", "</script>").at(0), "the page's cells");
}

/// The live numbers of a lesson as its runs have them, in the order of the text; "" for a number of a view's page.
std::vector<std::string> live_numbers(const Lesson& lesson) {
    std::map<std::string, std::shared_ptr<const Model>> models;
    const auto load = [&](const std::string& name) {
        std::shared_ptr<const Model>& model = models[name];
        if (!model) model = std::make_shared<Model>(load_model(find_model(name, assets)));
        return model;
    };
    const LessonTools tools{.example_of =
                                [](const std::string& name) {
                                    const Card card = load_card(find_model(name, assets));
                                    Inputs inputs;
                                    inputs.model = name;
                                    if (!card.examples.empty()) inputs.text = card.examples.front();
                                    if (!card.targets.empty()) inputs.target = card.targets.front();
                                    return inputs;
                                },
                            .load = load,
                            .write = [](double number) { return number_text(number); }};
    std::vector<std::string> numbers;
    const std::vector<StepScenes> scenes = scenes_of(lesson, tools.example_of);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const bool goal = lesson.steps[i].question && lesson.steps[i].question->kind == LessonQuestion::Kind::goal;
        const LessonScene& answered = goal && lesson.steps[i].reveal.empty() ? scenes[i].solved : scenes[i].revealed;
        const LessonScene* scene = lesson.steps[i].question ? &scenes[i].first : &scenes[i].revealed;
        StepRuns runs = runs_of(*scene, tools);
        const auto read = [&](const std::vector<LessonSpan>& spans) {
            for (const LessonSpan& span : spans) {
                if (span.kind != LessonSpan::Kind::live) continue;
                if (span.text.find("page.") != std::string::npos) {
                    numbers.emplace_back();
                    continue;
                }
                const FormattedExpression formatted = parse_formatted(span.text);
                numbers.push_back(value_text(formatted, evaluate(*formatted.expression, runs.runs()), tools.write));
            }
        };
        for (const LessonBlock& block : lesson.steps[i].text) {
            if (block.kind == LessonBlock::Kind::question) runs = runs_of(answered, tools);
            read(block.spans);
            for (const auto& cell : block.cells) read(cell);
        }
    }
    return numbers;
}

const std::string short_lesson = R"(---
title: Short
---
## One

```scene
model: coreference-full
view: walk
stage: blocks.1.attn.weights
head: 1
```

The weight is {{blocks.1.attn.weights[head 1, it, animal] : 3}}.

```notes
Only for the speaker. There are {{rows(blocks.1.attn.weights) : 0}} rows.
```

## Two

```scene
cell: blocks.1.attn.weights[head 1, it, animal]
```

Words.
)";

}  // namespace

TEST_CASE("the pages of the shipped lessons have each step, each number of the run, and load nothing") {
    static_cast<void>(page_of("puzzles"));  // the others are written while the numbers are computed
    std::map<std::string, std::vector<std::string>> numbers;
    for (const auto& file : played_lessons(assets)) numbers[file.stem().string()] = live_numbers(read_lesson(file));
    for (const auto& file : played_lessons(assets)) {
        const std::string& page = page_of(file.stem().string());
        if (page.empty()) return;
        const Lesson lesson = read_lesson(file);
        CAPTURE(lesson.title);
        CHECK(count_of(page, "<section class=\"step\"") == lesson.steps.size());
        std::size_t questions = 0;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            CHECK(count_of(page, "id=\"step-" + std::to_string(i + 1) + "\"") == 1);
            questions += lesson.steps[i].question ? 1 : 0;
        }
        CHECK(count_of(page, "<details class=\"answer\">") == questions);
        const std::vector<std::string>& expected = numbers.at(file.stem().string());
        std::vector<std::string> written = all_of(page, "<span class=\"live\">", "</span>");
        for (std::string& number : written)  // "> 99.9%", as a page writes it
            for (const auto& [sign, letter] : {std::pair<std::string, const char*>{"&lt;", "<"}, {"&gt;", ">"}})
                if (number.starts_with(sign)) number.replace(0, sign.size(), letter);
        REQUIRE(written.size() == expected.size());
        for (std::size_t i = 0; i < written.size(); ++i)
            if (expected[i].empty() && written[i].find_first_of("0123456789") != std::string::npos) written[i].clear();
        CHECK(written == expected);
        CHECK(page.find("–</span>") == std::string::npos);  // a number that could not be read
        // Nothing is loaded: no address but in links that are clicked.
        for (const char* loading : {"src=", "href=\"http", "@import", "url(http", "<link", "<iframe", "<object"})
            CHECK(page.find(loading) == std::string::npos);
        CHECK(count_of(page, "<script") == 2);
        // Names within one picture are not those of another one.
        std::set<std::string> names;
        std::size_t count = 0;
        for (const std::string& name : all_of(page, " id=\"", "\"")) {
            names.insert(name);
            ++count;
        }
        CHECK(names.size() == count);
        for (const std::string& name : all_of(page, "href=\"#", "\"")) CHECK(names.contains(name));
        // Each figure has its words.
        CHECK(count_of(page, "<figcaption></figcaption>") == 0);
        CHECK(count_of(page, "aria-label=\"\"") == 0);
        CHECK(page.find(lesson.steps.front().notes.substr(0, 20)) == std::string::npos);
        // So that a lecture of 60 steps can be sent by mail.
        CHECK_MESSAGE(page.size() < 110'000 * lesson.steps.size(), lesson.title << ": " << page.size());
    }
}

TEST_CASE("a cell of the page is the record's number, with the names of its row and column") {
    const std::string& page = page_of("tour");
    if (page.empty()) return;
    const auto model = std::make_shared<Model>(load_model(find_model("coreference-full", assets)));
    Inputs inputs;
    inputs.model = "coreference-full";
    inputs.text = "The animal didn't cross the street because it was too tired.";
    const auto run = evaluate_once(model, inputs);
    const Trace& trace = run->trace();
    const Record& scores = trace.record(trace.find("blocks.1.attn.scores_raw"));
    int compared = 0;
    const Json cells = cells_of_page(page);
    for (const auto& figure : cells.items())
        for (const Json& map : figure.value.at("maps")) {
            if (map.at("name").text() != "Scores: how well does each key match each query? · Block 2 · Head 1")
                continue;
            const int rows = map.at("rows").get<int>(), cols = map.at("cols").get<int>();
            REQUIRE(rows == 13);
            REQUIRE(cols == 13);
            CHECK(map.at("row_names")[8].text() == "it");
            CHECK(map.at("col_names")[1].text() == "animal");
            const std::vector<std::string> values = split_words(map.at("values").text());
            for (int r = 0; r < rows; ++r)
                for (int c = 0; c < cols; ++c) {
                    CHECK(values.at(static_cast<std::size_t>(r * cols + c)) ==
                          number_text(static_cast<double>(scores.at({0, r, c}))));
                    ++compared;
                }
        }
    CHECK(compared >= 169);
}

TEST_CASE("what a stranger writes stays text") {
    const std::string evil = "<script>alert(1)</script>\" onload=\"alert(2)' ]]> <img src=x onerror=alert(3)>";
    const auto file = scratch() / "evil.md";
    write(file, "---\ntitle: " + evil + "\nabout: " + evil + "\nlecture: " + evil + "\n---\n## " + "`" + evil + "`" +
                    "\n\n```scene\nmodel: characters\ntext: it's & so'&'\nview: walk\n"
                    "stage: blocks.0.attn.weights\n```\n\n`" +
                    evil + "` and [words](https://example.org/\"onclick=\"alert(5))\n\n```text\n" + evil +
                    "\n```\n\n$" + "\\text{" + evil + "}$\n\n```ask\nchoice: " + evil + "\noption: " + evil +
                    " | 1 = 1\noption: " + evil + "! | 1 = 2\nhint: " + evil + "\n```\n\n```notes\n`" + evil +
                    "`\n```\n");
    const auto made = run_drawing("lesson export " + file.string() + " --notes --out " + (scratch() / "evil").string());
    if (!made) return;
    REQUIRE_MESSAGE(made->code == 0, made->err);
    const std::string page = text_of(scratch() / "evil" / "evil.html");
    CHECK(count_of(page, "<script") == 2);
    CHECK(count_of(page, "</script") == 2);
    CHECK(count_of(page, "<img") == 0);
    CHECK(count_of(page, "&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;alert(2)&#39; ]]&gt;") >= 8);
    CHECK(page.find("\" onload=") == std::string::npos);
    CHECK(page.find("\"onclick=") == std::string::npos);
    CHECK(page.find("of the text “it&#39;s &amp; so&#39;&amp;&#39;”") != std::string::npos);
    // Labels of cells are data: they are read back as they are.
    const Json cells = cells_of_page(page);
    bool found = false;
    for (const Json& map : cells.items().front().value.at("maps"))
        for (const Json& name : map.at("row_names")) found = found || name.text() == "&";
    CHECK(found);
}

TEST_CASE("a handout has each step's title, and the notes where they are asked for") {
    if (!on_path("pdftotext")) return skip(Needs::tools, "no pdftotext");
    const auto file = scratch() / "short.md", out = scratch() / "handout";
    std::string text = short_lesson;
    // A paragraph that no page has room for goes on over several.
    text += "\nBegin";
    for (int i = 0; i < 2500; ++i) text += " word" + std::to_string(i);
    write(file, text + " finish.\n");
    for (const bool notes : {false, true}) {
        const auto made =
            run_drawing("lesson export " + file.string() + (notes ? " --notes" : "") + " --pdf --out " + out.string());
        if (!made) return;
        REQUIRE_MESSAGE(made->code == 0, made->err);
        CHECK(made->out == (out / "short.pdf").string() + "\n");
        CHECK(std::distance(std::filesystem::directory_iterator(out), {}) == 1);  // nothing else stays
        CHECK_FALSE(std::filesystem::exists(out / "short.html"));
        const auto read = scratch() / "handout.txt";
        REQUIRE(std::system(("pdftotext " + (out / "short.pdf").string() + " " + read.string()).c_str()) == 0);
        const std::string said = text_of(read);
        for (const char* expected : {"1. One", "2. Two", "The weight is 1.000.", "Attention weights", "page 1",
                                     "page 2", "Begin word0", "word1249", "finish."})
            CHECK_MESSAGE(said.find(expected) != std::string::npos, expected);
        CHECK((said.find("Only for the speaker. There are 13 rows.") != std::string::npos) == notes);
        for (int i = 0; i < 2500; i += 50) CHECK_MESSAGE(said.find("word" + std::to_string(i)) != std::string::npos, i);
    }
}

TEST_CASE("slides and compact handouts have the text as text, answers where they are wanted, and no controls") {
    if (!on_path("pdftotext")) return skip(Needs::tools, "no pdftotext");
    const auto file = scratch() / "short.md", out = scratch() / "slides";
    write(file, short_lesson +
                    "\n```ask\nchoice: Which is it?\noption: the first one | 1 = 1\noption: the other | 1 = 2\n```\n\n"
                    "Explained afterwards.\n\n## Three\n\n```scene\nview: attention\npage: heads\n```\n\nLast "
                    "words.\n\n## Four\n\n```scene\nview: none\n```\n\nWithout a picture.\n");
    const auto read = [&](const std::string& name) {
        const auto text = scratch() / "read.txt";
        REQUIRE(std::system(("pdfinfo " + (out / name).string() + " > " + text.string() + " && pdftotext " +
                             (out / name).string() + " - >> " + text.string())
                                .c_str()) == 0);
        return text_of(text);
    };
    const auto pages = [](const std::string& said) { return std::stoi(all_of(said, "Pages:", "\n").at(0)); };
    const std::string command = "lesson export " + file.string() + " --pdf --slides --html --out " + out.string();
    const auto whole = run_drawing(command);
    if (!whole) return;
    REQUIRE_MESSAGE(whole->code == 0, whole->err);
    CHECK(whole->out == (out / "short.html").string() + "\n" + (out / "short.pdf").string() + "\n" +
                            (out / "short-slides.pdf").string() + "\n");
    const int of_handout = pages(read("short.pdf"));
    for (const char* answers : {"below", "end", "none"}) {
        CAPTURE(answers);
        const Outcome made = run(command + " --compact --answers " + answers);
        REQUIRE_MESSAGE(made.code == 0, made.err);
        const bool none = std::string(answers) == "none";
        for (const char* name : {"short-slides.pdf", "short.pdf"}) {
            const std::string said = read(name);
            const bool slides = std::string(name) != "short.pdf";
            for (const char* expected : {"1. One", "2. Two", "3. Three", "The weight is 1.000.", "Which is it?",
                                         "the first one", "Last words.", "Without a picture.", "Short", "Block 2"})
                CHECK_MESSAGE(said.find(expected) != std::string::npos, expected);
            for (const char* control : {"Per head", "Overlay", "Rollout"})
                CHECK_MESSAGE(said.find(control) == std::string::npos, control);
            CHECK((said.find("Answer: the first one") == std::string::npos) == none);
            CHECK((said.find("Explained afterwards.") == std::string::npos) == none);
            if (!none)
                CHECK((said.find("Explained afterwards.") > said.find("Last words.")) ==
                      (std::string(answers) == "end"));
            if (slides) {
                CHECK(said.find("960 x 540") != std::string::npos);
                CHECK(pages(said) == (none ? 5 : 6));
            } else {
                CHECK(pages(said) < of_handout);
            }
        }
        const std::string page = text_of(out / "short.html");
        CHECK((page.find("Explained afterwards.") == std::string::npos) == none);
        CHECK((page.find("class=\"answer\"") == std::string::npos) == none);
        CHECK(count_of(page, "<section class=\"step alone\"") == 1);
        CHECK(count_of(page, "<figure") == 3);
    }
}

TEST_CASE("pictures show the view alone, or the window with the lesson beside it") {
    const auto file = scratch() / "short.md", out = scratch() / "pictures";
    write(file, short_lesson);
    const std::string command = "lesson export " + file.string() + " --png --size 960x540 --out ";
    const auto alone = run_drawing(command + out.string() + " --theme dark --scale-factor 2");
    if (!alone) return;
    REQUIRE_MESSAGE(alone->code == 0, alone->err);
    CHECK(alone->out == (out / "short-step-01.png").string() + "\n" + (out / "short-step-02.png").string() + "\n");
    const Image one = read_png(out / "short-step-01.png"), two = read_png(out / "short-step-02.png");
    CHECK(one.width == 1920);
    CHECK(one.height == 1080);
    CHECK(one.rgba != two.rgba);
    CHECK(one.pixel(4, 1000)[0] < 64);  // dark
    const Outcome window = run(command + out.string() + " --panel");
    REQUIRE(window.code == 0);
    // What `render` shows of the same step.
    const auto shown = scratch() / "shown.png";
    const Outcome rendered =
        run("render --view walk --lesson " + file.string() + " --lesson-step 2 --size 960x540 --out " + shown.string());
    REQUIRE_MESSAGE(rendered.code == 0, rendered.err);
    const Image panel = read_png(out / "short-step-02.png");
    CHECK(panel.width == 960);
    CHECK(panel.rgba == read_png(shown).rgba);
}

TEST_CASE("a film holds each step, and needs ffmpeg") {
    const auto file = scratch() / "short.md", out = scratch() / "films", bin = scratch() / "film-bin",
               log = scratch() / "film.log";
    write(file, short_lesson);
    const std::string command =
        "lesson export " + file.string() + " --mp4 --seconds 1.5 --size 640x400 --out " + out.string();
    const Outcome without = run(command, "PATH=/nowhere");
    CHECK(without.code == 2);
    CHECK(without.err.find("short.mp4 takes the program ffmpeg, which is not on the PATH") != std::string::npos);
    write(bin / "ffmpeg",
          "#!/bin/sh\nfor last; do :; done\nprintf '\\000\\000\\000\\010moov' >\"${last#file:}\"\n"
          "while [ \"$1\" != -i ]; do shift; done\n/bin/cat \"$2\" >" +
              log.string() + "\n");
    std::filesystem::permissions(bin / "ffmpeg", std::filesystem::perms::owner_all);
    const Outcome made = run(command, "PATH=" + bin.string());
    if (made.code != 0 && made.err.find("EGL") != std::string::npos) return skip(Needs::opengl, made.err);
    REQUIRE_MESSAGE(made.code == 0, made.err);
    CHECK(made.out == (out / "short.mp4").string() + "\n");
    CHECK(text_of(log) == "file '0001.png'\nduration 1.50\nfile '0002.png'\nduration 0.55\nfile '0002.png'\n");
}

TEST_CASE("what cannot be exported is said in one sentence") {
    const auto file = scratch() / "short.md", broken = scratch() / "broken.md",
               other = scratch() / "other" / "short.md", taken = scratch() / "taken";
    write(file, short_lesson);
    write(other, short_lesson);
    write(taken, "a file");
    write(broken, short_lesson + "\n{{blocks.7.attn.weights[0, 0, 0]}}\n");
    const auto refused = [&](const std::string& arguments, const std::string& sentence) {
        CAPTURE(arguments);
        const Outcome outcome = run("lesson export " + arguments);
        CHECK(outcome.code == 2);
        CHECK_MESSAGE(outcome.err.find(sentence) != std::string::npos, outcome.err);
        CHECK(std::ranges::count(outcome.err, '\n') == 1);
    };
    refused(file.string() + " --out " + (taken / "folder").string(), "cannot be made");
    refused(file.string() + " --out " + taken.string(), "cannot be made");
    refused(file.string() + " --docx --out " + (scratch() / "x").string(), "--docx");
    refused(file.string(), "--out");
    refused("nowhere --out " + (scratch() / "x").string(), "nowhere");
    refused(file.string() + " " + other.string() + " --out " + (scratch() / "x").string(), "two of these lessons");
    refused(file.string() + " --panel --out " + (scratch() / "x").string(), "--panel requires --png");
    refused(file.string() + " --compact --out " + (scratch() / "x").string(), "--compact requires --pdf");
    refused(file.string() + " --answers later --out " + (scratch() / "x").string(), "--answers");
    refused(file.string() + " --theme pink --out " + (scratch() / "x").string(), "pink");
    // A folder in the place of the second file: the first is not written either.
    std::filesystem::create_directories(scratch() / "half" / "short.pdf");
    refused(file.string() + " --html --pdf --out " + (scratch() / "half").string(), "short.pdf");
    CHECK_FALSE(std::filesystem::exists(scratch() / "half" / "short.html"));
    refused(broken.string() + " --out " + (scratch() / "x").string(), "broken.md:27:3: ");
    write(broken, short_lesson + "\n```scene\nview: walk\nstage: blocks.9.attn.weights\n```\n\n```ask\nnothing\n```\n");
    refused(broken.string() + " --out " + (scratch() / "x").string(), "broken.md:33:1: ");
    write(broken, short_lesson + "\nA formula: $\\sqrt{x$.\n");
    refused(broken.string() + " --out " + (scratch() / "x").string(), "broken.md:27:");
    CHECK(std::filesystem::is_empty(scratch() / "x"));
}

TEST_SUITE_END();
