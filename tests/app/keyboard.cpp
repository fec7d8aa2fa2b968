// The keyboard alone: in every view, whatever a lecture needs is done by keys that go through the event queue. A row a
// view; the operations are the same for all.
// ctest: alone 7 s
#include <filesystem>
#include <sstream>

#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct ViewKeys {
    const char* view;
    const char* open;               // its key
    const char* step;               // one step in it …
    const char* stepped;            // … and what that changes in the state
    const char* select;             // chooses a cell, an answer
    const char* selected = "cell";  // "cell": of the model; else what is chosen in a view that shows none of its cells
};
constexpr ViewKeys all_views_keys[] = {
    {"walk", "1", "Right", "stage", "Down"},
    {"attention", "2", "Right", "head", "Down"},
    {"output", "3", "Left", "position", "Down"},
    {"inspect", "4", "Ctrl+Down", "stage", "Down"},
    {"compare", "5", "Right", "stage", "Down"},
    {"positions", "6", "Right", "positions_start_key", "Down", "positions_start_query"},
    {"train", "7", "Right", "train_step", "Down", "train_head"},
    {"experiments", "8", "V", "experiments_page", "Down", "experiments_control"},
};

bool shows_cells(const ViewKeys& keys) { return std::string_view(keys.selected) == "cell"; }

/// Keys and letters, nothing else: a script that uses the mouse is refused.
void press(const Program& program, const std::string& script) {
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line);)
        REQUIRE_MESSAGE((line.starts_with("key ") || line.starts_with("type ") || line.starts_with("wait")), line);
    run_settled(program, script);
}

void open_the_view(const Program& program, const ViewKeys& keys) {
    press(program, "key " + std::string(keys.open) + "\nwait-idle");
    CHECK(program.state("view") == keys.view);
}

void open_a_model(const Program& program, const ViewKeys& keys) {
    REQUIRE(program.state("model") != decoder);
    press(program, "key Ctrl+O\nwait 2");
    CHECK(program.state("open") == "open");
    press(program, "type " + std::string(decoder) + "\nkey Enter\nwait-idle");
    CHECK(program.state("open") == "closed");
    CHECK(program.state("model") == decoder);
    CHECK(program.state("old") == "no");
    CHECK(program.state("error").empty());
    CHECK(program.state("view") == keys.view);
}

void step(const Program& program, const ViewKeys& keys) {
    const std::string before = program.state(keys.stepped);
    press(program, "key " + std::string(keys.step) + "\nwait-idle");
    CHECK(program.state(keys.stepped) != before);
    CHECK(program.state("view") == keys.view);
}

void select(const Program& program, const ViewKeys& keys) {
    press(program, "key Esc\nkey Esc\nwait-idle");
    REQUIRE(program.state("locked") == "no");
    const std::string before = program.state(keys.selected);
    press(program, "key " + std::string(keys.select) + "\nwait-idle");
    CHECK(program.state(keys.selected) != before);
    CHECK(program.state("locked") == (shows_cells(keys) ? "yes" : "no"));
    CHECK(program.state("cell").empty() != shows_cells(keys));
    CHECK(program.state("view") == keys.view);
}

void search(const Program& program, const ViewKeys& keys) {
    press(program, "type /\nwait 2");
    CHECK(program.state("search") == "\"\"");
    press(program, "type b1 softmax\nkey Enter\nwait-idle");
    CHECK(program.state("search") == "closed");
    CHECK(program.state("stage") == "blocks.0.attn.weights");
    CHECK(program.state("view") == keys.view);
}

void edit(const Program& program, const ViewKeys& keys) {
    if (shows_cells(keys)) {
        select(program, keys);
    } else {  // a cell that was chosen in another view is edited from this one too
        press(program, "key 1\nwait-idle\nkey Down\nwait-idle");
        REQUIRE(program.state("locked") == "yes");
        open_the_view(program, keys);
    }
    const std::string cell = program.state("cell");
    press(program, "key E\nwait 2");
    REQUIRE(program.state("view") == "walk");  // which explains the cell
    CHECK(program.state("editing") == "yes");
    CHECK(program.app->find_target("edit"));
    press(program, "key Ctrl+A\ntype 0.25\nkey Enter\nwait-idle");
    CHECK(program.state("edits") == "1");
    CHECK(program.state("editing") == "no");
    CHECK(program.state("cell") == cell);
    CHECK(program.state("value") == "0.25");
    open_the_view(program, keys);
    CHECK(program.state("cell") == cell);
}

void undo(const Program& program, const ViewKeys& keys) {
    press(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("edits") == "0");
    CHECK(program.state("redo") == "yes");
    CHECK(program.state("value") != "0.25");
    CHECK(program.state("view") == keys.view);
}

void redo(const Program& program, const ViewKeys& keys) {
    press(program, "key Ctrl+Y\nwait-idle");
    CHECK(program.state("edits") == "1");
    CHECK(program.state("redo") == "no");
    CHECK(program.state("value") == "0.25");
    CHECK(program.state("view") == keys.view);
}

void export_it(const Program& program, const ViewKeys& keys) {
    const TemporaryFolder folder;
    for (const char* ending : {".png", ".svg", ".csv"}) {
        CAPTURE(ending);
        const std::filesystem::path file = folder / (std::string(keys.view) + ending);
        press(program, "key Ctrl+E\nwait 2");
        CHECK(program.state("export") == "open");
        press(program, "key Ctrl+A\ntype " + file.string() + "\nkey Enter\nwait-idle");
        CHECK(program.state("export") == "closed");
        REQUIRE_MESSAGE(std::filesystem::exists(file), program.state("export_error"));
        CHECK(std::filesystem::file_size(file) > 100);
    }
    CHECK(program.state("view") == keys.view);
}

struct KeyTask {
    const char* name;
    void (*run)(const Program& program, const ViewKeys& keys);
};
constexpr KeyTask key_tasks[] = {
    {"open the view", open_the_view},
    {"open a model", open_a_model},
    {"step", step},
    {"select", select},
    {"search", search},
    {"edit a value", edit},
    {"undo", undo},
    {"redo", redo},
    {"export", export_it},
};

/// Opens with another view than the one that keys are to open, and another model than they are to open.
Program other_than(const ViewKeys& keys, PixelSize size) {
    AppOptions options = window_options("alibi decoder", size);
    options.view = std::string_view(keys.view) == "walk" ? "inspect" : "walk";
    Program program(options);
    if (program) program.run("wait-idle");
    return program;
}

}  // namespace

TEST_SUITE_BEGIN("keyboard");

TEST_CASE("in every view all is done by the keyboard alone") {
    // The first row of view_rows() that has no keys here would go unnoticed.
    CHECK(std::size(all_views_keys) == view_rows().size());
    for (const ViewKeys& keys : all_views_keys) {
        const std::string view = keys.view;
        CAPTURE(view);
        const Program program = other_than(keys, {960, 540});
        if (!program) return;
        REQUIRE(program.state("view") != view);
        for (const KeyTask& task : key_tasks) {
            const std::string what = task.name;
            CAPTURE(what);
            task.run(program, keys);
        }
    }
}

TEST_CASE("a value is edited by keys however far away the walk's camera is, and where the panel is in the way") {
    const Program program(window_options(decoder, {640, 400}));  // no room for the picture and the panel
    if (!program) return;
    press(program, "wait-idle\nkey Right\nkey 0\nwait-idle\nkey Down\nkey P\nwait-idle");
    REQUIRE(program.state("zoom") == "model");
    REQUIRE(program.state("panel_instead") == "yes");
    press(program, "key E\nwait 2");
    CHECK(program.state("editing") == "yes");
    CHECK(program.app->find_target("edit"));
    press(program, "key Ctrl+A\ntype -2\nkey Enter\nwait-idle");
    CHECK(program.state("edits") == "1");
    CHECK(program.state("value") == "-2");
    // Without a cell the view stays, and a sentence says what is missing.
    for (const ViewKeys& keys : all_views_keys) {
        const std::string view = keys.view;
        CAPTURE(view);
        press(program, "key " + std::string(keys.open) + "\nwait-idle\nkey Esc\nkey Esc\nkey E\nwait 2");
        CHECK(program.state("view") == view);
        CHECK(program.state("notice").starts_with("Select a cell first"));
    }
}

TEST_CASE("without a selected cell U follows the one whose arithmetic the panel shows") {
    const Program program(window_options(decoder, {1280, 720}));
    if (!program) return;
    press(program, "wait-idle\nkey Right\nkey Right\nkey Esc\nwait-idle");
    REQUIRE(program.state("cell").empty());
    press(program, "key U\nwait-idle");
    CHECK(program.state("notice").empty());
    CHECK_FALSE(program.state("cell").empty());
}

TEST_CASE("letters after a refused seed, or a refused text of run B, are no keys of the window") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle");
    const std::string theme = program.state("theme");
    program.run(
        "key 3\nwait-idle\nkey V\nwait-idle\nclick @seed\nwait 2\nkey Ctrl+A\ntype many\nkey Enter\nwait 3\nkey "
        "T\nwait 2\nkey 2\nwait 2");
    CHECK(program.state("theme") == theme);
    CHECK(program.state("view") == "output");
    program.run(
        "key Esc\nwait 2\nkey 5\nwait-idle\nkey Shift+B\nwait 2\nkey Ctrl+A\ntype the zebra\nkey "
        "Enter\nwait-idle\nwait 4\n"
        "key T\nwait 2\nkey 2\nwait 2");
    CHECK(program.state("theme") == theme);
    CHECK(program.state("view") == "compare");
}

TEST_SUITE_END();
