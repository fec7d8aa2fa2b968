// Every key of the sheet of keyboard shortcuts, pressed in every view: it carries out the command of its row and no
// other, changes something that can be seen, and does nothing where the view has no such command; commands without a
// key are reached by the palette; and no letter acts while a text field has the keyboard.
// ctest: alone 52 s, optimised only
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "app/views/shared/view.h"
#include "app/views/shared/view_film.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// All of the state but what says nothing about an effect, and the clipboard.
std::string effects(const Program& program) {
    std::istringstream lines(program.app->state().text());
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with("command") && !line.starts_with("title") && !line.starts_with("notice"))
            kept += line + "\n";
    return kept + program.clipboard();
}

/// What must be so for a key to change anything.
struct Before {
    const char* key;
    const char* script;
};
constexpr const char* edited =
    "key 1\nwait-idle\nkey Down\nwait-idle\nkey E\nwait 2\nkey Ctrl+A\ntype 0.25\nkey Enter\nwait-idle\n";
constexpr const char* undone =
    "key 1\nwait-idle\nkey Down\nwait-idle\nkey E\nwait 2\nkey Ctrl+A\ntype 0.75\nkey Enter\nwait-idle\n"
    "key Ctrl+Z\nwait-idle\n";
constexpr const char* at_a_score =
    "type /\nwait 1\ntype blocks.0.attn.scores_masked\nkey Enter\nwait-idle\nkey Ctrl+Right\nkey "
    "Ctrl+Right\nwait-idle\n";
// The first two pages of the positions have no columns to add, and the last token's row ends its list.
constexpr const char *with_columns = "key 6\nwait 2\nkey V\nkey V\nwait 2\n", *higher = "key Up\nkey Up\n";
constexpr Before before_keys[] = {{"Ins", with_columns},
                                  {"Shift+Ins", with_columns},
                                  {"Down", higher},
                                  {"R", edited},
                                  {"Del", edited},
                                  {"Ctrl+Z", edited},
                                  {"Ctrl+Y", undone},
                                  {"Ctrl+Shift+Z", undone},
                                  {"Ctrl+Left", at_a_score},
                                  {"Shift+Page down", at_a_score},
                                  {"Right", "key Left\nwait 1\n"},
                                  {"Page down", "key Left\nwait 1\n"},
                                  {"Left", "key Right\nwait 1\n"},
                                  {"Page up", "key Right\nwait 1\n"},
                                  {"Up", "key Down\nkey Down\nwait 1\n"},
                                  {"M", "key F\nwait-idle\n"},
                                  {"Home", "key End\nwait-idle\n"},
                                  {"Shift+Home", "key 7\nkey Right\nwait-idle\n"}};

/// Keys that change nothing in the state here, and why.
struct Unchanged {
    const char* view;  // "": every view
    const char* key;
    const char* why;
};
constexpr const char *has_keyboard = "only gives a text field the keyboard; the next test types into it",
                     *is_open = "opens the view that is open", *one_layer = "the model has one layer",
                     *is_so = "the view is so already", *is_speed = "is seen while a text is generated",
                     *says_why = "says in a notice that no cell is chosen",
                     *no_room = "the window is too small for the picture", *seen_only = "is seen in the picture alone",
                     *nothing_held = "no tool is held and nothing is drawn",
                     *last_head = "the last head is chosen already",
                     *no_key = "the window is too narrow for the legend, whose limits it would hold";
constexpr Unchanged unchanged[] = {
    {"", "Ctrl+L", has_keyboard},
    {"", "Ctrl+A", nothing_held},
    {"", "Ctrl+Backspace", nothing_held},
    {"", "Ctrl+Del", nothing_held},
    {"inspect", "Ctrl+F", has_keyboard},
    {"inspect", "Ctrl+G", has_keyboard},
    {"walk", "1", is_open},
    {"attention", "2", is_open},
    {"output", "3", is_open},
    {"inspect", "4", is_open},
    {"compare", "5", is_open},
    {"positions", "6", is_open},
    {"train", "7", is_open},
    {"experiments", "8", is_open},
    {"attention", "Home", one_layer},
    {"attention", "End", one_layer},
    {"attention", "Shift+Left", one_layer},
    {"attention", "Shift+Right", one_layer},
    {"attention", "0", is_so},
    {"walk", "F", is_so},
    {"positions", "Home", is_so},
    {"positions", "Enter", says_why},
    {"train", "Enter", says_why},
    {"experiments", "Enter", says_why},
    {"experiments", "Home", says_why},
    {"experiments", "End", says_why},
    {"train", "Down", last_head},
    {"compare", "Shift+B", has_keyboard},
    {"output", "<", is_speed},
    {"output", ">", is_speed},
    {"inspect", "Shift+H", no_key},
    {"walk", "Shift+0", no_room},
    {"walk", "S", seen_only},
    {"walk", "<", seen_only},
    {"walk", ">", seen_only},
    {"walk", "M", seen_only},
};

const Unchanged* unchanged_by(std::string_view view, const std::string& key) {
    for (const Unchanged& row : unchanged)
        if ((*row.view == 0 || view == row.view) && key == row.key) return &row;
    return nullptr;
}

/// While no lesson is open these do nothing: tests/app/lessons.cpp has them.
bool of_a_lesson(const Shortcut& row) { return std::string_view(row.group) == "Lesson"; }

/// In a script: a sign is typed, any other key is pressed.
std::string line_of_script(const Shortcut& row) {
    return row.key == Key::none ? "type " + key_text(row) : "key " + key_text(row);
}

}  // namespace

TEST_SUITE_BEGIN("keys");

TEST_CASE("every key of the sheet does what its row says, in each of the views") {
    for (const ViewRow& view : view_rows()) {
        CAPTURE(view.name);
        const SettledProgram program(window_options(decoder, {960, 540}));
        if (!program) return;
        const std::string open = "key " + text(view.key, {}) + "\n";
        program.run(
            "key 1\nwait-idle\ntype /\nwait 1\ntype blocks.0.attn.scores_masked\nkey Enter\nwait-idle\n"
            "key Down\nkey Down\nwait-idle\n" +
            open + "wait-idle\nkey Down\nwait-idle");
        // A training step is made, and a token generated, on a thread of its own.
        const bool computes = view.name == "train" || view.name == "output";
        // Each of these keys acts in the frame that it comes with: none waits until the picture has settled.
        const std::string back = "pace 1\nkey Esc\nkey Esc\nkey Esc\n", again = "pace 1\n" + open + "key Down\n";
        bool as_before = false;  // the last key did nothing: the window need not be brought back
        for (const Shortcut& row : all_shortcuts()) {
            if (key_text(row).empty() || row.command == Command::quit || of_a_lesson(row)) continue;
            const std::string what = name_of(row.command), key = key_text(row);
            CAPTURE(key);
            CAPTURE(what);
            const bool here = has_command(view.name, row.command);
            const bool of_window = row.command == Command::edit || row.command == Command::positions_model ||
                                   row.command == Command::jump_back;
            if (here || of_window || !as_before) {
                program.run(back);
                for (const Before& setup : before_keys)
                    if (key == setup.key && here) run_settled(program, setup.script);
                program.run(again);
                program.app->session().wait();  // what the last key changed
                program.run("wait 3");
            }
            as_before = !here && !of_window;
            REQUIRE(program.state("view") == view.name);
            program.platform->set_clipboard("");
            const Unchanged* const same = unchanged_by(view.name, key);
            const bool look = same != nullptr && same->why == seen_only;
            const std::optional<Image> looked = look ? std::optional(program.picture()) : std::nullopt;
            const std::string before = effects(program), last = program.state("command");
            program.run("pace 1\n" + line_of_script(row) + "\npace 40\nwait 2");
            if ((here || of_window) && computes) program.run("wait-idle");  // what goes on by itself goes on
            const std::string did = program.state("command");
            if (row.command == Command::original) continue;  // as long as it is held
            if (here || of_window) {
                // One leads into the walk, whose command is the last then.
                const bool into_walk = view.name == "positions" && key == "Shift+P";
                CHECK((into_walk ? program.state("view") : did) == (into_walk ? "walk" : what));
                if (look) CHECK(program.picture().rgba != looked->rgba);
                if (same == nullptr) CHECK_MESSAGE(effects(program) != before, key << " changes nothing that is told");
            } else {
                CHECK(did == last);
                CHECK(effects(program) == before);
                continue;
            }
            if (row.modifiers.alt) program.run(line_of_script(row) + "\nwait-idle");  // a part of the model, on again
            if (program.state("blank") == "yes") program.run("key Esc\nwait 1");
            if (program.state("view") == "train" && program.state("train_phase") == "running")
                program.run("key Space\nwait-idle");
            if (program.state("keys_locked") == "yes") program.run("key Ctrl+Shift+L\nwait 1");
            if (program.state("spotlight") == "yes") program.run("key F3\nwait 1");
            if (program.state("fullscreen") == "yes") program.run("key F11\nwait 1");
        }
    }
}

TEST_CASE("a command without a key is carried out by the palette, in every view that has it") {
    int carried_out = 0;
    for (const ViewRow& view : view_rows()) {
        CAPTURE(view.name);
        const SettledProgram program(window_options(decoder, {960, 540}));
        if (!program) return;
        for (const Shortcut& row : all_shortcuts()) {
            const std::string what = row.what;
            if (!key_text(row).empty() || what.empty() || !has_command(view.name, row.command) || of_a_lesson(row) ||
                row.command == export_film_command)  // where there is a film: train_film.cpp
                continue;
            CAPTURE(what);
            program.run("key Esc\nkey Esc\nwait 1\nkey " + text(view.key, {}) +
                        "\nwait-idle\nkey Ctrl+K\nwait 1\ntype " + what + "\nwait 1\nkey Enter\nwait 3");
            CHECK(program.state("command") == what);
            ++carried_out;
        }
    }
    CHECK(carried_out > 3);
}

TEST_CASE("no letter is a command while a text field has the keyboard") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    const auto all_letters = [&](const std::string& open, const std::string& field) {
        CAPTURE(field);
        program.run(open + "\nwait 2");
        const std::string view = program.state("view"), did = program.state("command"), theme = program.state("theme");
        for (const Shortcut& row : all_shortcuts()) {
            const bool letter = row.modifiers == no_modifiers && row.key >= Key::a && row.key <= Key::digit_9;
            if (!letter) continue;
            const std::string key = key_text(row);
            CAPTURE(key);
            program.run("key " + key + "\nwait 1");
            CHECK(program.state("command") == did);
            CHECK(program.state("view") == view);
            CHECK(program.state("theme") == theme);
        }
        program.run("key Esc\nwait 2\nkey Esc\nwait-idle");
    };
    all_letters("key 1\nwait-idle\nkey Ctrl+L", "the text");
    all_letters("key Ctrl+K", "the palette");
    all_letters("type /", "the search");
    all_letters("key F1", "the help");
    all_letters("key Ctrl+O", "the sheet of models");
    all_letters("key 4\nwait-idle\nkey Ctrl+F", "the inspector's filter");
    all_letters("key 4\nwait-idle\nkey Ctrl+G", "the inspector's row and column");
    all_letters("key 1\nwait-idle\ntype /\ntype blocks.0.attn.q\nkey Enter\nwait-idle\nkey Down\nkey E", "a cell");
}

TEST_CASE("the sheet of keys has two columns only where every sentence of both has room") {
    for (const bool two : {false, true}) {
        const SettledProgram program(window_options(decoder, {two ? 1280 : 800, 640}));
        if (!program) return;
        program.run("wait-idle\ntype ?\nwait 2");
        CHECK((program.target("keys H").x > program.target("keys 1").x) == two);
    }
}

TEST_CASE("the sheet of keys lists every key of a command, and none twice with Shift alone") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\ntype ?\nwait 2");
    for (const char* keys : {"keys Right  Page down", "keys Left  Page up", "keys Ctrl+Y  Ctrl+Shift+Z",
                             "keys Ctrl+=  Ctrl++", "keys Menu  Shift+F10"}) {
        CAPTURE(keys);
        CHECK(program.app->targets().contains(keys));
    }
    std::string listed = " ";
    for (const auto& [name, place] : program.app->targets())
        if (name.starts_with("keys ")) listed += name.substr(5) + " ";
    for (const Shortcut& row : all_shortcuts()) {
        const bool same_sign = row.modifiers.shift && (row.key == Key::equal || row.key == Key::plus);
        if (key_text(row).empty() || same_sign) continue;
        CAPTURE(key_text(row));
        CHECK(listed.find(" " + key_text(row) + " ") != std::string::npos);
    }
}

TEST_SUITE_END();
