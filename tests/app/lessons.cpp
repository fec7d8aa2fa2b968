// Lessons in the window: steps and their pictures, leaving and returning, questions, files that change, broken files.
// ctest: alone 7 s
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/base/file.h"
#include "core/io/assets.h"
#include "tests/support/lesson_pictures.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const std::string three_steps = R"(---
title: Three steps
---
## One

```scene
model: coreference-full
view: walk
stage: blocks.1.attn.scores_raw
head: 2
```

Words.

---

More words.

## Two

```scene
view: attention
page: arcs
cell: blocks.1.attn.weights[head 1, it, animal]
```

The weight is {{blocks.1.attn.weights[head 1, it, animal] : 3}}.

```ask
choice: What does “it” attend to?
option: animal | blocks.1.attn.weights[head 1, it, animal]
option: street | blocks.1.attn.weights[head 1, it, street]
```
```reveal
view: walk
stage: blocks.1.attn.weights
```

After the answer.

## Three

```scene
text: The dog was tired.
edit: blocks.0.attn.heads[head 1, *, *] = 0
stage: blocks.0.attn.heads
rows: 2
```
)";

AppOptions lesson_options(const std::filesystem::path& file, PixelSize size = {1280, 720}) {
    AppOptions options = shipped_options("coreference-full", size);
    options.still = true;
    options.lesson = file;
    return options;
}

}  // namespace

TEST_SUITE_BEGIN("lessons");

TEST_CASE("a lesson is stepped through by a clicker's keys; the picture is the step's") {
    const TemporaryFolder folder;
    write_file(folder / "l.md", three_steps);
    const SettledProgram program(lesson_options(folder / "l.md"));
    if (!program) return;
    program.run(
        "expect lesson=Three steps\nexpect lesson_step=1\nexpect lesson_parts=1\nexpect view=walk\n"
        "expect stage=blocks.1.attn.scores_raw\nexpect head=2\nexpect lesson_left=no\n"
        "key Page down\nexpect lesson_parts=2\nkey Page down\nwait-idle\nexpect lesson_step=2\nexpect view=attention\n"
        "expect locked=yes\nexpect head=1\nexpect lesson_answer=open\n"
        "click @lesson.option A\nclick @lesson.check\nwait-idle\nexpect lesson_answer=right\nexpect view=walk\n"
        "expect stage=blocks.1.attn.weights\n"
        "key Page down\nwait-idle\nexpect lesson_step=3\nexpect text=The dog was tired.\nexpect edits=1\n"
        "expect limit!=-1\nkey Page down\nexpect lesson_step=3\n"
        "key Page up\nwait-idle\nexpect lesson_step=2\nexpect lesson_answer=right\nexpect edits=0\n"
        "expect text=The animal didn't cross the street because it was too tired.\n"
        "key Page up\nwait-idle\nexpect lesson_step=1\nexpect lesson_parts=2\n");
}

TEST_CASE("the next key shows the answer once it is pressed again, then goes on; a goal keeps the way it was reached") {
    const TemporaryFolder folder;
    write_file(folder / "l.md", three_steps + R"(
## Four

```scene
text: The animal didn't cross the street because it was too tired.
edit: none
stage: blocks.1.attn.weights
head: 1
```

```ask
goal: Let “it” attend to “street”.
holds: blocks.1.attn.weights[head 1, it, street] > 0.9
solution: edit: blocks.1.attn.weights[head 1, token 9, token 7] = 1
```
)");
    const SettledProgram program(lesson_options(folder / "l.md"));
    if (!program) return;
    program.app->lesson().go(1);
    program.app->settle();
    CHECK(!program.app->find_target("answer"));  // of the top bar: it would tell
    program.run(
        "key Page down\nexpect lesson_answer=open\nexpect notice=Press again to see the answer.\n"
        "key Page down\nwait-idle\nexpect lesson_step=2\nexpect lesson_answer=shown\nexpect view=walk\n"
        "expect stage=blocks.1.attn.weights\nkey Page down\nwait-idle\nexpect lesson_step=3\n");
    CHECK(program.app->find_target("answer"));
    program.run("key Page down\nwait-idle\nexpect lesson_step=4\nexpect edits=0\nexpect lesson_left=no");
    Inputs own = program.app->session().inputs();
    own.edits = {{"blocks.1.attn.weights", Cell{{0, 8, Cell::all}}, 0}, {"blocks.1.attn.weights", Cell{{0, 8, 6}}, 2}};
    program.app->session().set(own);
    program.run(
        "wait-idle\nexpect lesson_left=no\nclick @lesson.check\nwait-idle\nexpect lesson_answer=right\nexpect edits=2\n"
        "key F6\nwait-idle\nexpect edits=1");
    program.app->lesson().question() = {};
    program.app->lesson().go(3);
    program.run(
        "wait-idle\nexpect edits=0\nkey Page down\nkey Page down\nwait-idle\nexpect lesson_answer=shown\n"
        "expect edits=1");
}

TEST_CASE("who leaves a lesson's picture is told so, and one key returns to it") {
    const TemporaryFolder folder;
    write_file(folder / "l.md", three_steps);
    const SettledProgram program(lesson_options(folder / "l.md"));
    if (!program) return;
    program.run(
        "key Right\nwait-idle\nexpect lesson_left=yes\nexpect lesson_step=1\nkey F6\nwait-idle\nexpect lesson_left=no\n"
        "expect stage=blocks.1.attn.scores_raw\nkey 3\nwait-idle\nexpect lesson_left=yes\nkey Page up\nwait-idle\n"
        "expect view=walk\nexpect lesson_left=no\nexpect lesson_step=1\n"
        "key Ctrl+L\nkey Ctrl+A\ntype The dog was tired.\nkey Enter\nwait-idle\nexpect lesson_left=yes\n"
        "click @lesson.return\nwait-idle\nexpect lesson_left=no\n"
        "expect text=The animal didn't cross the street because it was too tired.\n"
        "expect panel=no\nclick @lesson.leave\nwait-idle\nexpect lesson=\nexpect panel=yes\nexpect presenter=no\n");
}

TEST_CASE("a lesson's file that is written anew is read anew, and a broken one is said and leaves the old one") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "l.md";
    write_file(file, three_steps);
    AppOptions options = lesson_options(file);
    options.motion = true;
    const SettledProgram program(options);
    if (!program) return;
    program.app->lesson().go(1);
    program.app->settle();
    const auto rewrite = [&](const std::string& text) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        write_file(file, text);
        const std::string before = program.state("lesson") + program.state("message");
        for (int i = 0; i < 200 && program.state("lesson") + program.state("message") == before; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            program.app->frame();
        }
        program.app->settle();
    };
    rewrite("---\ntitle: Other\n---\n## Zero\n\n```scene\nmodel: sort\n```\n\n" +
            three_steps.substr(three_steps.find("## One")));
    CHECK(program.state("lesson") == "Other");
    CHECK(program.state("lesson_step") == "3");  // still “Two”
    rewrite("---\ntitle: Broken\n---\n## {{\n");
    CHECK(program.state("lesson") == "Other");
    CHECK(program.state("message").find("l.md:4:4: ") != std::string::npos);
}

TEST_CASE("a lesson that cannot be shown is refused with its place, and what is shown stays") {
    const TemporaryFolder folder;
    const SettledProgram program(shipped_options("coreference"));
    if (!program) return;
    const auto said = [&](const std::string& text) {
        write_file(folder / "b.md", text);
        program.run("drop " + (folder / "b.md").string() + "\nwait-idle\nexpect lesson=\nexpect model=coreference");
        return program.state("message");
    };
    CHECK(said("nothing").find("b.md:1:1: ") != std::string::npos);
    CHECK(said("---\ntitle: T\n---\n## S\n\n```scene\nmodel: /etc\n```\n")
              .find("b.md:7:7: there is no built-in model \"/etc\"") != std::string::npos);
    CHECK(said(std::string(2 << 20, 'x')).find("b.md") != std::string::npos);
    write_file(folder / "b.md", three_steps);
    program.run("drop " + (folder / "b.md").string() + "\nwait-idle\nexpect lesson=Three steps");
}

TEST_CASE("without a lesson its keys do nothing but say so, and a clicker moves the walk") {
    const SettledProgram program(shipped_options("coreference"));
    if (!program) return;
    program.run(
        "key Home\nwait-idle\nkey Page down\nwait-idle\nexpect index=2\nkey F6\nexpect index=2\nkey F2\n"
        "expect speaker_notes=no\nkey Page up\nwait-idle\nexpect index=1\n");
}

TEST_CASE("a new user is welcomed once; a lesson goes on where it was left") {
    const TemporaryFolder folder;
    AppOptions options = shipped_options("", {1280, 720});
    options.settings = folder / "settings.json";
    options.motion = true;
    write_file(folder / "tour.md", three_steps);
    options.lessons = {folder / "tour.md"};
    {
        const SettledProgram program(options);
        if (!program) return;
        program.run(
            "expect welcome=yes\nclick @welcome tour\nwait-idle\nexpect welcome=no\nexpect lesson_step=1\n"
            "key Page down\nkey Page down\nwait-idle\nexpect lesson_step=2");
    }
    {
        const SettledProgram program(options);
        program.run(
            "expect welcome=no\nexpect lesson=\nkey F4\nkey Enter\nwait-idle\nexpect lesson_step=2\n"
            "key Page down\nkey Page down\nwait-idle\nkey Page down\nwait-idle\nexpect lesson_step=3");
    }
    options.lesson = folder / "tour.md";
    CHECK(SettledProgram(options).state("lesson_step") == "1");  // read to its end: begins anew
    {
        // What is not read yet comes first in the list, not what is finished.
        write_file(folder / "z.md",
                   "---\ntitle: Unread\n---\n\n## One\n\n```scene\nmodel: sort\nview: walk\n```\n\nWords.\n");
        options.lesson.clear();
        options.lessons.push_back(folder / "z.md");
        const SettledProgram program(options);
        program.run("key F4\nwait-idle\nkey Enter\nwait-idle\nexpect lesson=Unread");
        options.lessons.pop_back();
        options.lesson = folder / "tour.md";
    }
    write_file(folder / "settings.json", "{}");
    CHECK(SettledProgram(options).state("welcome") == "no");  // settings of an older version
    std::filesystem::remove(folder / "settings.json");
    options.lesson.clear();
    {
        const SettledProgram program(options);
        program.run("expect welcome=yes\nkey Esc\nwait-idle\nexpect welcome=no\nexpect lesson=");
    }
    CHECK(SettledProgram(options).state("welcome") == "no");
}

TEST_CASE("the list of lessons opens one") {
    AppOptions options = shipped_options("sort");
    options.lessons = lesson_files(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets");
    REQUIRE(!options.lessons.empty());
    const SettledProgram program(options);
    if (!program) return;
    program.run("key F4\ntype tour\nkey Enter\nwait-idle\nexpect lesson_step=1\nexpect message=");
    CHECK(!program.state("lesson").empty());
}

TEST_CASE("presenter mode hides the bars and enlarges the text; nothing is drawn while a step rests") {
    const TemporaryFolder folder;
    write_file(folder / "l.md", three_steps);
    const SettledProgram program(lesson_options(folder / "l.md", {1920, 1080}));
    if (!program) return;
    program.run("key F5\nwait-idle\nexpect presenter=yes");
    CHECK(!program.app->needs_frame());
    CHECK(!program.app->find_target("undo"));
    program.run("key F5\nwait-idle\nexpect presenter=no");
    CHECK(program.app->find_target("undo"));
}
