// Lesson files: what is read of them, and the one sentence that says what is wrong and where.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/markdown.h"
#include "core/lesson/read_lesson.h"

using namespace glassformer;

namespace {

using BlockKind = LessonBlock::Kind;
using SpanKind = LessonSpan::Kind;

const std::string head = "---\ntitle: T\n---\n";

Lesson read(const std::string& text) { return lesson_from_text(text, "l.md"); }

std::string complaint(const std::string& text) {
    try {
        static_cast<void>(read(text));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string plain(const std::vector<LessonSpan>& spans) {
    std::string text;
    for (const LessonSpan& span : spans)
        text += span.kind == SpanKind::live      ? "{" + span.text + "}"
                : span.kind == SpanKind::formula ? "$" + span.text + "$"
                                                 : span.text;
    return text;
}

}  // namespace

TEST_CASE("a lesson has front matter, steps, texts, scenes, notes, conditions and a question") {
    const Lesson lesson = read(R"(---
title: Self-attention
minutes: 30
lecture: CS224N
about: Who attends to whom.
before: tour
---
## One head

The word [it](blocks.1.attn.weights[head 1, it, animal]) attends with {{ blocks.1.attn.weights[head 1, it, animal] : 1% }}
to *the* **animal**: $\frac{a*b*c}{_x_}$.

- first
- second `*code*`
  1. inner

---

> Said apart.

```scene
# a comment
model: coreference-full
text: The animal: it was
  tired.
```
```notes
Say **why**.
```
```check
a = 1

b > 2
```
```ask
choice: Which?
option: this | 1 = 1
option: that | 1 = 2
hint: Look.
```

## Two

| a | b |
|---|---|
| 1 | {{x}} |
)");
    CHECK(lesson.title == "Self-attention");
    CHECK(lesson.minutes == 30);
    CHECK(lesson.before == std::vector<std::string>{"tour"});
    REQUIRE(lesson.steps.size() == 2);
    const LessonStep& step = lesson.steps[0];
    CHECK(step.title == "One head");
    CHECK(step.place == LessonPlace{8, 4});
    CHECK(step.last_line == 41);
    REQUIRE(step.text.size() == 7);
    const auto& spans = step.text[0].spans;
    CHECK(spans[1].link == "blocks.1.attn.weights[head 1, it, animal]");
    CHECK(spans[3].kind == SpanKind::live);
    CHECK(spans[3].text == " blocks.1.attn.weights[head 1, it, animal] : 1% ");
    CHECK(spans[3].place == LessonPlace{10, 73});
    CHECK(plain(spans) ==
          "The word it attends with { blocks.1.attn.weights[head 1, it, animal] : 1% } to the animal: "
          "$\\frac{a*b*c}{_x_}$.");
    CHECK(spans[5].emphasis);
    CHECK(spans[7].strong);
    CHECK(step.text[1].marker == "•");
    CHECK(plain(step.text[2].spans) == "second *code*");
    CHECK(step.text[2].spans.back().code);
    CHECK(step.text[3].marker == "1.");
    CHECK(step.text[3].depth == 1);
    CHECK(step.text[4].kind == BlockKind::pause);
    CHECK(step.text[5].kind == BlockKind::quote);
    CHECK(step.text[6].kind == BlockKind::question);
    REQUIRE(step.scene.size() == 2);
    CHECK(step.scene[1].key == "text");
    CHECK(step.scene[1].value == "The animal: it was\ntired.");
    CHECK(step.scene[1].place.line == 24);
    CHECK(step.notes == "Say **why**.\n");
    REQUIRE(step.checks.size() == 2);
    CHECK(step.checks[1].condition == "b > 2");
    CHECK(step.checks[1].place == LessonPlace{33, 1});
    REQUIRE(step.question);
    CHECK(step.question->options.size() == 2);
    CHECK(step.question->hints == std::vector<std::string>{"Look."});
    const auto& table = lesson.steps[1].text;
    REQUIRE(table.size() == 2);
    CHECK(table[0].head);
    REQUIRE(table[1].cells.size() == 2);
    CHECK(table[1].cells[1][0].kind == SpanKind::live);
}

TEST_CASE("a question's line has words and formulas, and a price stays a price") {
    const auto parts = [](const std::string& line) {
        std::vector<std::string> all;
        for (const LessonSpan& span : words_and_formulas(line))
            all.push_back((span.kind == SpanKind::formula ? "f:" : span.kind == SpanKind::live ? "n:" : "w:") +
                          span.text);
        return all;
    };
    using Parts = std::vector<std::string>;
    CHECK(parts("Why $Q K^T$ and not $Q$?") == Parts{"w:Why ", "f:Q K^T", "w: and not ", "f:Q", "w:?"});
    CHECK(parts("$blocks.0.attn.weights$") == Parts{"f:blocks.0.attn.weights"});
    CHECK(parts("It costs $5 or $6; $d$ is a size.") == Parts{"w:It costs $5 or $6; ", "f:d", "w: is a size."});
    CHECK(parts("One $ and $$ are words.") == Parts{"w:One $ and $$ are words."});
    CHECK(parts("").empty());
    CHECK(parts("Is {{max(x) : 1%}} of $x$ much?") == Parts{"w:Is ", "n:max(x) : 1%", "w: of ", "f:x", "w: much?"});
    CHECK(parts("{{a}}{{b}}") == Parts{"n:a", "n:b"});
    CHECK(parts("{{}} and {{a are words") == Parts{"w:{{}} and {{a are words"});
    CHECK(words_and_formulas("a {{b}}").back().place == LessonPlace{1, 5});
}

TEST_CASE("a live number in a question has its end on its line") {
    const auto ask = [](const std::string& lines) { return complaint(head + "## S\n\n```ask\n" + lines + "```\n"); };
    CHECK(ask("choice: Is {{a}} more?\noption: {{b}} | 1\noption: no | 2\nhint: {{c : 1%}}\n").empty());
    CHECK(ask("choice: Is {{a more?\noption: x | 1\noption: y | 2\n") ==
          "l.md:7:8: “{{” is not closed with “}}” on its line");
    CHECK(ask("choice: Q?\noption: {{b | 1\noption: y | 2\n").find("l.md:8:8: “{{” is not closed") == 0);
    CHECK(ask("choice: Q?\noption: x | 1\noption: y | 2\nhint: {{}}\n").find("l.md:10:6: “{{}}” is empty") == 0);
}

TEST_CASE("a number at the beginning of a line is a list only where it begins one, or goes on with one") {
    const auto blocks = [](const std::string& text) {
        std::vector<std::string> all;
        for (const LessonBlock& block : lesson_blocks(text, "l.md")) {
            std::string words = block.kind == LessonBlock::Kind::item        ? block.marker + "|"
                                : block.kind == LessonBlock::Kind::paragraph ? "p|"
                                : block.kind == LessonBlock::Kind::quote     ? "q|"
                                                                             : "-|";
            for (const LessonSpan& span : block.spans) words += span.text;
            all.push_back(words);
        }
        return all;
    };
    using Blocks = std::vector<std::string>;
    CHECK(blocks("There are\n\n64. The next is 65.\n") == Blocks{"p|There are", "p|64. The next is 65."});
    CHECK(blocks("64. **Strong** words.\n\nMore.\n") == Blocks{"p|64. Strong words.", "p|More."});
    CHECK(blocks("> 64) quoted\n") == Blocks{"q|64) quoted"});
    CHECK(blocks("1. one\n2. two\n") == Blocks{"1.|one", "2.|two"});
    CHECK(blocks("1. one\n2. two\n\n---\n\n3. three\n") == Blocks{"1.|one", "2.|two", "-|", "3.|three"});
    CHECK(blocks("1. one\n\nwords\n\n64. words\n") == Blocks{"1.|one", "p|words", "p|64. words"});
    CHECK(blocks("5. five\n6. six\n") == Blocks{"5.|five", "6.|six"});
    CHECK(blocks("1. one\n\n## Step\n\n2. words\n").back() == "p|2. words");
    CHECK(lesson_blocks("64. Words\n", "l.md").front().spans.front().place == LessonPlace{1, 5});
}

TEST_CASE("what is wrong with a lesson is said with its line and column") {
    CHECK(complaint("## Step\n").find("l.md:1:1: the lesson has no title") == 0);
    CHECK(complaint("---\ntitle: T\n").find("l.md:1:1: the front matter is not closed") == 0);
    CHECK(complaint("---\ntitel: T\n---\n## S\n") ==
          "l.md:2:1: there is no key \"titel\" in the front matter; did you mean \"title\"?");
    CHECK(complaint(head) == "l.md:4:1: there is no step: a step begins with a line “## Its title”");
    CHECK(complaint(head + "words\n").find("l.md:4:1: this is before the first step") == 0);
    CHECK(complaint(head + "# Title\n").find("l.md:4:3: a lesson has no heading “#”") == 0);
    CHECK(complaint(head + "## S\n\na {{b\n") == "l.md:6:3: “{{” is not closed with “}}” on its line");
    CHECK(complaint(head + "## S\n\n![p](p.png)\n").find("l.md:6:") == 0);
    CHECK(complaint(head + "## S\n\n```notes\nwords\na {{b\n```\n") ==
          "l.md:8:3: “{{” is not closed with “}}” on its line");
    CHECK(complaint(head + "## S\n\n```scen\nmodel: x\n```\n") ==
          "l.md:6:1: there is no block \"scen\"; did you mean \"scene\"?");
    CHECK(complaint(head + "## S\n\n```scene\nmodel x\n```\n")
              .find("l.md:7:1: a line of a scene is written “key: value”") == 0);
    CHECK(complaint(head + "## S\n\n```ask\nchoice: Which?\noption: a | 1 = 1\n```\n")
              .find("l.md:7:1: this question needs two") == 0);
    CHECK(complaint(head + "## S\n\n```ask\ntoken: Which?\nholds: 1 = 1\n```\n")
              .find("l.md:8:1: the question “token” has no key \"holds\"") == 0);
    CHECK(complaint(head + "## S\n\n```ask\ngoal: Do it.\nholds: 1 = 1\n```\n")
              .find("l.md:7:1: a goal needs a solution") == 0);
    CHECK(complaint(head + "## S\n\xff\n") == "l.md:5:1: the text has invalid UTF-8 at byte 0");
    CHECK(complaint(head + "## S\n\n```include\nother.md\n```\n") ==
          "l.md:7:1: a lesson that is no file includes none");
    std::string many = head;
    for (std::size_t i = 0; i <= most_steps; ++i) many += "## S\n\n";
    CHECK(complaint(many) == "l.md:604:4: a lesson has at most 300 steps");
    CHECK(complaint(std::string(largest_lesson + 1, ' ')) == "l.md is longer than 1048576 bytes");
    CHECK(complaint(head + "## S\n\n" + std::string(3000, '[') + std::string(3000, '(')).empty());
    CHECK(complaint(head + "## S\n\n- a\n  - b\n    - c\n      - d\n        - e\n")
              .find("a list cannot be inside so many others") != std::string::npos);
}

TEST_CASE("a lesson includes steps of files of its own folder, and no others") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / "glassformer-lesson-test";
    fs::remove_all(folder);
    fs::create_directories(folder / "parts");
    const auto include = [](const std::string& file) { return "```include\n" + file + "\n```\n\n"; };
    write_file(folder / "parts" / "a.md", "## From a\n\nWords of {{b\n");
    write_file(folder / "parts" / "b.md", "## From b\n");
    write_file(folder / "main.md", head + "## First\n\n" + include("parts/b.md") + "## Last\n");
    const Lesson lesson = read_lesson(folder / "main.md");
    REQUIRE(lesson.steps.size() == 3);
    CHECK(lesson.steps[1].title == "From b");
    CHECK(fs::path(lesson.steps[1].file).filename() == "b.md");
    CHECK(lesson.steps[2].title == "Last");
    const auto said = [&](const std::string& file) -> std::string {
        write_file(folder / "main.md", head + "## First\n\n" + include(file));
        try {
            static_cast<void>(read_lesson(folder / "main.md"));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    CHECK(said("parts/a.md").find("a.md:3:10: “{{” is not closed") != std::string::npos);
    CHECK(said("../main.md").find("main.md:7:1: a lesson includes only files of its own folder") != std::string::npos);
    CHECK(said("/etc/passwd").find("only files of its own folder") != std::string::npos);
    CHECK(said("main.md").find("includes itself") != std::string::npos);
    CHECK(said("nothing.md").find("main.md:7:1: ") != std::string::npos);
    CHECK(said("nothing.md").find("nothing.md") != std::string::npos);
    // Of a file that is included, names count from the lesson's folder; a circle through it is seen.
    write_file(folder / "parts" / "c.md", "## From c\n\n" + include("parts/b.md") + "## Last of c\n");
    write_file(folder / "main.md", head + "## First\n\n" + include("parts/c.md") + include("parts/b.md"));
    const Lesson nested = read_lesson(folder / "main.md");
    REQUIRE(nested.steps.size() == 5);
    CHECK(nested.steps[1].title == "From c");
    CHECK(nested.steps[2].title == "From b");
    CHECK(nested.steps[3].title == "Last of c");
    CHECK(nested.steps[4].title == "From b");  // twice is no circle
    CHECK(nested.steps[2].place.line == 1);
    write_file(folder / "parts" / "round.md", "## Round\n\n" + include("parts/again.md"));
    write_file(folder / "parts" / "again.md", "## Again\n\n" + include("parts/round.md"));
    CHECK(said("parts/round.md").find("again.md:4:1: \"parts/round.md\" includes itself") != std::string::npos);
    write_file(folder / "parts" / "back.md", "## Back\n\n" + include("main.md"));
    CHECK(said("parts/back.md").find("back.md:4:1: \"main.md\" includes itself") != std::string::npos);
    write_file(folder / "parts" / "out.md", "## Out\n\n" + include("parts/../../x.md"));
    CHECK(said("parts/out.md").find("out.md:4:1: a lesson includes only files of its own folder") != std::string::npos);
    fs::create_symlink("/etc/hostname", folder / "link.md");
    CHECK(said("link.md").find("only files of its own folder") != std::string::npos);
    fs::remove_all(folder);
}
