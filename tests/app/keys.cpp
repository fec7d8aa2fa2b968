// Every key of the sheet of keyboard shortcuts, pressed in every view: it carries out the command of its row and no
// other, and nothing where the view has no such command; and no letter acts while a text field has the keyboard.
#include <set>
#include <sstream>
#include <string>

#include "app/views/shared/view.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// All of the state but what says nothing about an effect.
std::string effects(const Program& program) {
    std::istringstream lines(program.app->state().text());
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with("command") && !line.starts_with("title")) kept += line + "\n";
    return kept;
}

/// In a script: a sign is typed, any other key is pressed.
std::string line_of_script(const Shortcut& row) {
    return row.key == Key::none ? "type " + key_text(row) : "key " + key_text(row);
}

}  // namespace

TEST_SUITE_BEGIN("keys");

TEST_CASE("every key of the sheet does what its row says, in the walk, the attention and the output view") {
    for (const ViewRow& view : view_rows()) {
        if (view.name != "walk" && view.name != "attention" && view.name != "output") continue;
        CAPTURE(view.name);
        const SettledProgram program(window_options(decoder, {960, 540}));
        if (!program) return;
        const std::string open = "key " + text(view.key, {}) + "\nwait 2\n";
        program.run(
            "key 1\nwait-idle\ntype /\nwait 1\ntype blocks.0.attn.scores_masked\nkey Enter\nwait-idle\n"
            "key Down\nkey Down\nwait-idle\n" +
            open + "wait-idle\nkey Down\nwait-idle");
        for (const Shortcut& row : all_shortcuts()) {
            if (key_text(row).empty() || row.command == Command::quit) continue;
            program.run("key Esc\nkey Esc\nwait 1\n" + open);
            program.app->session().wait();  // what the last key changed
            program.run("wait 2");
            REQUIRE(program.state("view") == view.name);
            const std::string what = name_of(row.command), key = key_text(row);
            CAPTURE(key);
            CAPTURE(what);
            const std::string before = effects(program), last = program.state("command");
            program.run("pace 1\n" + line_of_script(row) + "\npace 40\nwait 2");
            const std::string did = program.state("command");
            const bool here = has_command(view.name, row.command);
            if (row.command == Command::original) continue;  // as long as it is held
            const bool of_window = row.command == Command::edit || row.command == Command::positions_model ||
                                   row.command == Command::jump_back;
            if (here || of_window) {
                CHECK(did == what);
            } else {
                CHECK(did == last);
                CHECK(effects(program) == before);
            }
            if (program.state("blank") == "yes") program.run("key Esc\nwait 1");
            if (program.state("keys_locked") == "yes") program.run("key Ctrl+Shift+L\nwait 1");
            if (program.state("fullscreen") == "yes") program.run("key F11\nwait 1");
        }
    }
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

TEST_SUITE_END();
