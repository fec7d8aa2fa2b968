// The simple window: five views in the rail, each with its first page and More; who asks for it, who keeps it, and what
// shows another view all the same. And what Train and Positions open with in any window.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("simple_window");

namespace {

std::set<std::string> rail(const Program& program) {
    std::set<std::string> views;
    for (const ViewRow& row : view_rows())
        if (program.app->targets().contains("view " + std::string(row.name))) views.emplace(row.name);
    return views;
}

const std::set<std::string> simple_rail{"walk", "attention", "output", "train", "experiments"};

}  // namespace

TEST_CASE("the simple window has five views, each with its first page and More, and says where the others are") {
    const Program program(shipped_options("coreference-full", {1280, 720}));
    if (!program) return;
    program.run("wait-idle\nexpect window=all");
    CHECK(rail(program).size() == view_rows().size());
    program.run("key Ctrl+K\ntype simple window\nkey Enter\nwait-idle\nwait 2\nexpect window=simple");
    CHECK(rail(program) == simple_rail);
    program.run("key 6\nwait 1\nexpect view=walk");
    CHECK(program.state("notice").find("Positions") == 0);
    CHECK(program.state("notice").find("Ctrl+,") != std::string::npos);
    struct Bar {
        const char *key, *first, *other, *more;
    };
    for (const Bar& bar :
         {Bar{"2", "attention mode heads", "attention mode arcs", "attention mode more"},
          Bar{"3", "mode choice", "mode lens", "mode more"},
          Bar{"7", "train page training", "train page surface", "train page more"},
          Bar{"8", "experiments page from-nothing", "experiments page tokens", "experiments page more"}}) {
        CAPTURE(bar.key);
        program.run("key " + std::string(bar.key) + "\nwait-idle\nwait 2");
        const auto& targets = program.app->targets();
        CHECK(targets.contains(bar.more));
        CHECK_FALSE(targets.contains(bar.other));
        program.run("click @" + std::string(bar.more) + "\nwait 3");
        CHECK(program.app->targets().contains(bar.other));
        CHECK_FALSE(program.app->targets().contains(bar.more));
        // The first page folds them again.
        program.run("click @" + std::string(bar.other) + "\nwait-idle\nwait 2\nclick @" + bar.first +
                    "\nwait-idle\nwait 3");
        CHECK(program.app->targets().contains(bar.more));
    }
    program.run("key Ctrl+,\nwait 2\nclick @views All views\nwait 2\nkey Esc\nwait 2\nexpect window=all");
    CHECK(rail(program).size() == view_rows().size());
}

TEST_CASE("a lesson asks for the simple window, shows any view in it, and gives back what was") {
    const TemporaryFolder folder;
    AppOptions options = shipped_options("sort", {1280, 720});
    const auto file = folder.path() / "s.md";
    const std::string steps =
        "---\n## One\n\n```scene\nmodel: sort\nview: walk\n```\n\nWords.\n\n## Two\n\n```scene\nview: "
        "positions\n```\n\nWords.\n";
    write_file(file, "---\ntitle: Simple\nwindow: simple\n" + steps);
    options.lessons = {file};
    const Program program(options);
    if (!program) return;
    program.run(
        "wait-idle\nkey F4\ntype Simple\nkey Enter\nwait-idle\nwait 2\nexpect lesson=Simple\nexpect window=simple");
    CHECK(rail(program) == simple_rail);
    program.run("key Page down\nwait-idle\nwait 2\nexpect view=positions");
    CHECK(rail(program).contains("positions"));
    program.run("key Shift+F6\nwait-idle\nwait 2\nexpect window=all\nkey F6\nwait-idle\nwait 2\nexpect window=simple");
    program.run("click @lesson.leave\nwait-idle\nwait 2\nexpect window=all");
    CHECK_THROWS_AS(static_cast<void>(lesson_from_text("---\ntitle: Simple\nwindow: small\n" + steps, "s.md")), Error);
}

TEST_CASE("a session and the settings keep the simple window") {
    const TemporaryFolder folder;
    AppOptions options = shipped_options("sort", {1280, 720});
    options.settings = folder.path() / "settings.json";
    const auto session = folder.path() / "s.glassformer";
    {
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey Ctrl+K\ntype simple window\nkey Enter\nwait-idle\nexpect window=simple");
        save_session(session, program.app->session_now());
    }
    const Program program(options);
    program.run(
        "wait-idle\nexpect window=simple\nkey Ctrl+K\ntype simple window\nkey Enter\nwait-idle\nexpect window=all");
    CHECK(program.app->open_path(session));
    program.run("wait-idle\nwait 2\nexpect window=simple");
    // One of before says nothing of it.
    SessionFile before = load_session(session);
    before.simple.reset();
    save_session(session, before);
    program.run("key Ctrl+K\ntype simple window\nkey Enter\nwait-idle\nexpect window=all");
    CHECK(program.app->open_path(session));
    program.run("wait-idle\nwait 2\nexpect window=all");
}

TEST_CASE("Train opens with task, button and learning rate, Positions with Overview and More") {
    const Program program(shipped_options("coreference-full", {1280, 720}));
    if (!program) return;
    program.run("wait-idle\nkey 7\nwait-idle\nwait 2");
    {
        const auto& targets = program.app->targets();
        for (const char* first : {"train task", "train start", "train rate", "train settings"})
            CHECK(targets.contains(first));
        for (const char* later :
             {"train batch", "train clip", "train steps", "train seed", "train step", "train restart"})
            CHECK_FALSE(targets.contains(later));
        CHECK(targets.at("train task").x < targets.at("train start").x);
        CHECK(targets.at("train start").x < targets.at("train rate").x);
        CHECK(targets.at("train rate").x < targets.at("train settings").x);
    }
    program.run("click @train settings\nwait-idle\nwait 2");
    for (const char* later : {"train batch", "train clip", "train steps", "train seed", "train step", "train restart"})
        CHECK(program.app->targets().contains(later));
    program.run("click @train settings\nwait-idle\nwait 2\nkey 6\nwait-idle\nwait 2");
    CHECK(program.app->targets().contains("positions mode start"));
    CHECK(program.app->targets().contains("positions mode more"));
    CHECK_FALSE(program.app->targets().contains("positions mode scores"));
    program.run("key V\nwait-idle\nwait 2");  // the next page, and all of the tabs
    CHECK(program.app->targets().contains("positions mode scores"));
}

TEST_SUITE_END();
