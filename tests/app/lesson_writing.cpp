// Lessons written by showing: what is recorded plays back to the same pixels, no other step changes, every change can
// be undone, and what was typed in the file stays.
// ctest: alone 7 s
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "core/base/file.h"
#include "tests/support/lesson_pictures.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const std::string written_by_hand = R"(---
title: By hand
---
## One

```scene
# keep this comment
model: coreference-full
stage: embed
```

Words of the first step.

## Two

```scene
stage: blocks.0.attn.weights
```

Words of the second.

```notes
And notes.
```
)";

AppOptions with_lesson(const std::filesystem::path& file) {
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.still = true;
    options.lesson = file;
    return options;
}

std::string read(const std::filesystem::path& file) { return read_text_file(file); }

/// By keys and clicks of a user, and by inputs.
const char* const ways[] = {
    "key 1\nwait-idle\nkey Home\nkey Right\nkey Right\nkey Right\nwait-idle",
    "key 1\nwait-idle\nkey Down\nkey Down\nkey Ctrl+Right\nwait-idle",
    "key 2\nwait-idle\nkey V\nwait-idle",
    "key 2\nwait-idle\nkey V\nkey V\nkey Shift+Page down\nwait-idle",
    "key 3\nwait-idle\nkey V\nwait-idle",
    "key 3\nwait-idle\nkey Right\nwait-idle",
    "key 4\nwait-idle",
    "key 6\nwait-idle\nkey V\nwait-idle",
    "key 1\nwait-idle\nkey Shift+0\nwait-idle",
    "key 1\nwait-idle\nkey 0\nwait-idle",
    "key B\nwait-idle",
    "key X\nwait-idle",
    "key P\nwait-idle",
    "key Ctrl+L\nkey Ctrl+A\ntype The dog was not caught by the cat because it was too fast.\nkey Enter\nwait-idle",
    "key Ctrl+L\nkey Ctrl+A\ntype The trophy doesn't fit in the suitcase because it is too big.\nkey Enter\nwait-idle",
    "key Esc\nwait-idle",
};

}  // namespace

TEST_SUITE_BEGIN("lesson_writing");

TEST_CASE("states recorded from a random session play back to the same pixels") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "l.md";
    write_file(file, written_by_hand);
    std::mt19937 random(3);
    // Two ways lead to each state, and all are gone twice, each time in another order.
    constexpr int recorded = std::size(ways);
    std::vector<const char*> gone;
    for (int times = 0; times < 2; ++times) {
        gone.insert(gone.end(), std::begin(ways), std::end(ways));
        std::shuffle(gone.end() - recorded, gone.end(), random);
    }
    std::vector<Image> pictures;
    auto first = std::make_unique<SettledProgram>(with_lesson(file));
    if (!*first) return;
    const Program& program = *first;
    program.app->lesson().go(1);
    program.app->settle();
    for (int i = 0; i < recorded; ++i) {
        for (int way = 0; way < 2; ++way) program.run(gone[static_cast<std::size_t>(2 * i + way)]);
        program.run("key F7\nwait-idle");
        REQUIRE(program.state("message") == "");
        REQUIRE(program.state("lesson_step") == std::to_string(i + 3));
        pictures.push_back(view_alone(program));
    }
    REQUIRE(program.app->lesson().steps() == recorded + 2);
    first.reset();  // one window at a time
    const SettledProgram again(with_lesson(file));
    std::vector<int> order(recorded);
    for (int i = 0; i < recorded; ++i) order[static_cast<std::size_t>(i)] = i;
    std::shuffle(order.begin(), order.end(), random);
    for (const int i : order) {
        again.app->lesson().go(i + 2);
        again.app->settle();
        CAPTURE(i);
        CHECK(different_pixels(pictures[static_cast<std::size_t>(i)], view_alone(again)) == 0);
    }
}

TEST_CASE("a step shows what the window showed when it was added") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "l.md";
    write_file(file, written_by_hand);
    const SettledProgram program(with_lesson(file));
    if (!program) return;
    program.run("key 2\nwait-idle\nkey V\nkey V\nwait-idle");
    const Image before = view_alone(program);
    program.run("key F7\nwait-idle\nexpect lesson_step=2\nexpect view=attention\nexpect lesson_left=no");
    CHECK(different_pixels(before, view_alone(program)) == 0);
}

TEST_CASE("steps are added, retaken, copied, moved and deleted; the others keep their pictures and their words") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "l.md";
    write_file(file, written_by_hand);
    const SettledProgram program(with_lesson(file));
    if (!program) return;
    const auto palette = [&](const char* what) {
        program.run("key Ctrl+K\nwait 1\ntype " + std::string(what) + "\nwait 1\nkey Enter\nwait-idle");
        REQUIRE(program.state("message") == "");
    };
    const auto stages = [&] {
        std::string all;
        LessonPlayer& lesson = program.app->lesson();
        for (int i = 0; i < lesson.steps(); ++i) {
            lesson.go(i);
            program.app->settle();
            all += program.state("stage") + " ";
        }
        return all;
    };
    // After the first step: the second, which said only its stage, still shows it.
    program.run(
        "key Right\nwait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype The dog was fast.\nkey Enter\nwait-idle\nkey "
        "F7\nwait-idle");
    CHECK(program.state("lesson_step") == "2");
    const std::string added = program.state("stage");
    CHECK(stages() == "embed " + added + " blocks.0.attn.weights ");
    CHECK(program.state("text") != "The dog was fast.");
    CHECK(read(file).find("# keep this comment") != std::string::npos);
    CHECK(read(file).find("text: The dog was fast.") != std::string::npos);
    CHECK(read(file).find("Words of the second.") != std::string::npos);
    const std::string three = read(file);

    palette("move this step of the lesson up");
    CHECK(stages() == "embed blocks.0.attn.weights " + added + " ");
    CHECK(read(file).find("Words of the second.") < read(file).find("The dog was fast."));
    program.app->lesson().go(0);
    program.app->settle();
    palette("copy this step of the lesson");
    CHECK(program.app->lesson().steps() == 4);
    CHECK(program.state("lesson_step") == "2");
    program.run("key End\nwait-idle\nkey Shift+F7\nwait-idle");
    const std::string last = program.state("stage");
    CHECK(last != "embed");
    CHECK(stages() == "embed " + last + " blocks.0.attn.weights " + added + " ");
    program.app->lesson().go(2);
    program.app->settle();
    palette("delete this step of the lesson");
    CHECK(stages() == "embed " + last + " " + added + " ");
    for (int i = 0; i < 4; ++i) palette("revert the last change of the lesson");
    CHECK(read(file) == three);
    palette("revert the last change of the lesson");
    CHECK(read(file) == written_by_hand);
    program.run("key F6\nwait-idle");
}

TEST_CASE("a lesson of the program is not written into; a new one begins with what is shown") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "shipped.md";
    write_file(file, written_by_hand);
    AppOptions options = with_lesson(file);
    options.lessons = {folder / "." / "shipped.md"};  // the same file by another path
    const SettledProgram program(options);
    if (!program) return;
    program.run("key Right\nwait-idle\nkey F7\nwait-idle");
    CHECK(read(file) == written_by_hand);
    const std::string stage = program.state("stage"), own = (folder / "own.md").string();
    program.run("key Ctrl+K\nwait 1\ntype new lesson from this picture\nwait 1\nkey Enter\nwait 2\nkey Ctrl+A\ntype " +
                own + "\nkey Enter\nwait-idle\nexpect lesson=own\nexpect lesson_step=1\nexpect stage=" + stage);
    CHECK(read(own).find("stage: " + stage) != std::string::npos);
    program.run("key Right\nwait-idle\nkey F7\nwait-idle\nexpect lesson_step=2");
    write_file(file, "---\ntitle: T\n---\n## S\n\n```include\nown.md\n```\n");
}
