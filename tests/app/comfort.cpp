// Finding things by name, the settings, the messages and the fields of the bar at the top.
// ctest: alone 7 s
#include <set>

#include "app/sheets/fuzzy.h"
#include "app/views/shared/commands.h"
#include "app/widgets/controls.h"
#include "core/base/file.h"
#include "tests/support/drawing.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::string best(const Evaluation& evaluation, const Cursor& cursor, const std::string& query) {
    const auto hits = search(evaluation, cursor, query);
    if (hits.empty()) return "";
    return evaluation.trace().record(hits.front().record).name;
}
}  // namespace

TEST_SUITE_BEGIN("comfort");

TEST_CASE("what is typed is found as a word, the beginning of one, a part, or letters in order") {
    const int word = fuzzy_score("undo", "Undo").value_or(-1), beginning = fuzzy_score("und", "undo").value_or(-1);
    const int part = fuzzy_score("ndo", "undo").value_or(-1), letters = fuzzy_score("uno", "undo").value_or(-1);
    CHECK(word > beginning);
    CHECK(beginning > part);
    CHECK(part > letters);
    CHECK(letters > 0);
    CHECK_FALSE(fuzzy_score("undo it", "undo"));
    CHECK_FALSE(fuzzy_score("odnu", "undo"));
    CHECK(fuzzy_score("", "anything") == 0);
    CHECK(fuzzy_score("b1 scores", "Scores Block 1 b1"));
    CHECK_FALSE(fuzzy_score("b2 scores", "Scores Block 1 b1"));
    CHECK(fuzzy_score("é", "étage").value_or(0) > 40);
}

TEST_CASE("letters in order count most where they begin words or stand together") {
    const auto score = [](const char* query, const char* text) { return fuzzy_score(query, text).value_or(-1); };
    CHECK(score("nt", "Next token") > score("nt", "Not let go"));  // two beginnings, one
    CHECK(score("opmod", "Open a model") > score("opmod", "Open a memory of data"));
    CHECK(score("swv", "Switch the whole view") > score("swv", "Saw five"));
    CHECK(score("thme", "Next theme") > score("thme", "The home"));  // "th" and "me" together
    CHECK(score("wlk", "Walk") > 0);
    CHECK_FALSE(fuzzy_score("wzk", "Walk"));
    CHECK_FALSE(fuzzy_score("alk", "The ball is kept"));  // not from a word's first letter on
    CHECK(score("walk", "Walk") > 39);
    CHECK(score("cmprns", "Compare runs") < 40);  // less than any part of a name
}

TEST_CASE("the palette opens, filters and runs a command; what would do nothing is not run") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run(R"(
wait-idle
expect palette=closed
key Ctrl+K
expect palette=""
type next theme
expect palette="next theme"
expect marked=Next theme
key Enter
expect palette=closed
expect theme=dark
key Ctrl+Shift+P
type last stage
key Enter
expect stage=probs
key Ctrl+K
type undo
expect marked=Undo
key Enter
expect palette="undo"
expect undo=no
key Esc
expect palette=closed
key Ctrl+K
type wlk
key Enter
expect view=walk
key Ctrl+K
type one step
expect marked=One step forward
key Down
expect marked=One step back
key Up
expect marked=One step forward
key Esc
key Ctrl+K
type keyboard shortcuts
click @palette row 0
expect keys=yes
key Esc
key Ctrl+K
type qqqq
expect marked=
key Enter
key Esc
expect palette=closed
)");
}

TEST_CASE("a command that the shown view ignores is carried out where it is heard") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey 4\nwait-idle\nkey Ctrl+K\ntype play or pause\nexpect marked=Play or pause\nkey Enter");
    program.run("expect palette=closed\nwait 2\nexpect view=walk\nexpect playing=yes\nkey Space\nwait-idle");
    CHECK(first_view_with(Command::play) == "walk");
    CHECK(first_view_with(Command::save).empty());
    CHECK(has_command("walk", Command::play));
    CHECK_FALSE(has_command("inspect", Command::play));
    CHECK(views_with(Command::play) == "Walk, Output, Train, Experiments");
    CHECK(views_with(Command::save).empty());
    CHECK(has_command("positions", Command::save));
}

TEST_CASE("the table of the views' commands says what each view carries out, and nothing else") {
    const auto platform = headless({1280, 720});
    if (!platform) return;
    Gui gui(*platform, {});
    const auto options = [] {
        Session::Options own;
        own.load = [](const std::string& name) { return make_model(model_named(name)); };
        own.wake = [] {};
        return own;
    };
    Session session(options());
    Inputs inputs;
    inputs.model = decoder;
    inputs.text = model_named(decoder).text;
    session.set(inputs);
    session.wait();
    const Session::Snapshot shown = session.shown();
    REQUIRE(shown.current);
    for (const std::unique_ptr<AppView>& view : all_views({.session_options = options})) {
        Cursor cursor;
        Preferences preferences{.theme = all_themes().front()};
        Targets targets;
        std::string notice;
        gui.frame([&](Ui& ui) {
            ViewContext context{ui, session, shown, cursor, preferences, targets, notice};
            view->draw(context, {84, 48, 1196, 672});
            std::vector<Command> commands;
            for (int c = 0; c <= static_cast<int>(Command::quit); ++c) commands.push_back(static_cast<Command>(c));
            for (const ViewRow& row : view_rows())
                for (const ViewCommand& one : row.commands())
                    if (one.shortcut.what[0] != '\0') commands.push_back(one.shortcut.command);
            for (const Command command : commands) {
                // Other views are left for them.
                if (command == Command::edit || command == Command::positions_model) continue;
                const bool listed = has_command(view->row().name, command) && !views_with(command).empty();
                CAPTURE(view->row().name);
                CAPTURE(static_cast<unsigned>(command));
                CHECK(view->run(command, context) == listed);
            }
        });
    }
}

TEST_CASE("a notice is drawn where it comes and goes; in between the window sleeps") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nkey T\nexpect notice=Theme: Dark");
    CHECK_FALSE(program.app->needs_frame());
    program.run("wait 60\nexpect notice=Theme: Dark");
    CHECK_FALSE(program.app->needs_frame());
    program.run("wait 120\nexpect notice=");
    CHECK_FALSE(program.app->needs_frame());
    // A picture is taken without it.
    program.run("key T\nwait-idle\nexpect notice=");
}

TEST_CASE("a notice stands at the lower end of its view, whole, above what is worked there, and ends with the view") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{480, 480}}) {
        CAPTURE(size.width);
        AppOptions options = window_options(decoder);
        options.size = size;
        options.view = "walk";
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey Home\nkey X");
        CHECK(program.state("notice").starts_with("There is no head to turn off at this stage"));
        const auto notice = program.app->find_target("notice"), timeline = program.app->find_target("timeline");
        REQUIRE(notice);
        REQUIRE(timeline);
        CHECK(notice->x >= 0);
        CHECK(notice->right() <= static_cast<float>(size.width));
        CHECK(notice->bottom() <= timeline->y);
        CHECK(notice->y > 0.5F * static_cast<float>(size.height));
        program.run("key 4\nexpect notice=");
        program.run("key J\nexpect view=positions");
        CHECK_FALSE(program.state("notice").empty());  // what the change of view itself says
    }
}

TEST_CASE("the rail offers every view by mouse, also in a low window") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{640, 400}, PixelSize{320, 240}}) {
        CAPTURE(size.height);
        AppOptions options = window_options(decoder);
        options.size = size;
        const Program program(options);
        if (!program) return;
        program.run("wait-idle");
        for (const ViewRow& row : view_rows()) {
            CAPTURE(row.name);
            const auto place = program.app->find_target("view " + std::string(row.name));
            REQUIRE(place);
            CHECK(place->h >= 16);
            CHECK(place->bottom() <= static_cast<float>(size.height));
            program.run("click @view " + std::string(row.name) + "\nwait 2");
            CHECK(program.state("view") == row.name);
        }
    }
}

TEST_CASE("every command has a name in the palette, and the table says each once") {
    std::map<std::string, int> names;
    for (const Shortcut& shortcut : all_shortcuts())
        if (shortcut.what[0] != '\0') ++names[shortcut.what];
    for (const auto& [name, count] : names) {
        CAPTURE(name);
        CHECK(count == 1);
    }
    const auto rows = all_shortcuts();
    const auto named_once = [&](Command command) {
        const auto named = [&](const Shortcut& s) { return s.command == command && s.what[0] != '\0'; };
        return std::count_if(rows.begin(), rows.end(), named) == 1;
    };
    for (int c = 0; c <= static_cast<int>(Command::quit); ++c) {
        CAPTURE(c);
        CHECK(named_once(static_cast<Command>(c)));
    }
    for (const ViewRow& view : view_rows()) {
        CHECK(named_once(open_view(view.name)));
        std::set<Command> own;
        for (const ViewCommand& row : view.commands()) {
            CAPTURE(view.name);
            CAPTURE(row.shortcut.what);
            CHECK(own.insert(row.shortcut.command).second);
            CHECK(named_once(row.shortcut.command));
        }
    }
}

TEST_CASE("the search goes to stages, weights and tokens by any of their names") {
    const auto evaluation = evaluated(model_named(decoder));
    Cursor cursor;
    cursor.record = "blocks.0.attn.scores_raw";
    CHECK(best(*evaluation, cursor, "blocks.0.attn.scores_masked") == "blocks.0.attn.scores_masked");
    CHECK(best(*evaluation, cursor, "softmax") == "blocks.0.attn.weights");
    CHECK(best(*evaluation, cursor, "b1 scores").starts_with("blocks.0.attn.scores"));
    CHECK(best(*evaluation, cursor, "W^Q") == "blocks.0.attn.q.weight");
    CHECK(search(*evaluation, cursor, "b9 scores").empty());
    {
        const auto deep = evaluated(model_named("convolution"));
        for (const char* query : {"layer 2", "Block 2"})
            CHECK(best(*deep, cursor, query).find("1.") != std::string::npos);  // of the second
        CHECK(best(*deep, cursor, "layer 1").find("0.") != std::string::npos);
    }
    const auto tokens = search(*evaluation, cursor, "it");
    REQUIRE(tokens.size() >= 2);
    CHECK(tokens[0].row_index == 8);
    CHECK(tokens[1].column_index == 8);
    go_to(evaluation->trace(), cursor, tokens[1]);
    CHECK(cursor.column == 8);
    CHECK(cursor.locked);

    const Program program(window_options(decoder));
    if (!program) return;
    program.run(R"(
wait-idle
type /
expect search=""
type softmax
key Enter
expect search=closed
expect stage=blocks.0.attn.weights
type /
type it
key Enter
expect stage=blocks.0.attn.weights
expect row=8
expect locked=yes
type /
type W^Q
key Enter
expect stage=blocks.0.attn.q.weight
type /
type nothing of this name
key Enter
expect search="nothing of this name"
key Esc
expect search=closed
expect stage=blocks.0.attn.q.weight
)");
}

TEST_CASE("settings change at once, are reset, and are there in the next run") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder);
    options.settings = folder / "settings.json";
    options.motion = true;
    {
        const Program program(options);
        if (!program) return;
        const std::string open = "key Ctrl+,\nexpect settings=yes\n";
        program.run("wait-idle\n" + open + "click @theme Dark\nexpect theme=dark\n");
        const Image before = program.picture();
        program.run("click @heatmap colours Blue to orange\nexpect heatmaps=blue-orange\n");
        CHECK(program.picture().rgba != before.rgba);
        program.run(
            "click @animations\nexpect motion=no\nclick @explanation\nexpect panel=no\nkey Esc\nexpect settings=no");
        program.run("key Ctrl++\nexpect scale=1.10");
    }
    {
        const Program program(options);
        program.run(
            "wait-idle\nexpect theme=dark\nexpect heatmaps=blue-orange\nexpect motion=no\nexpect panel=no\n"
            "expect scale=1.10\nkey Ctrl+,\nclick @reset settings\nexpect theme=light\nexpect heatmaps=meaning\n"
            "expect motion=yes\nexpect panel=yes\nexpect scale=1.00\nclick @close settings\nexpect settings=no");
    }
    const Program program(options);
    program.run("wait-idle\nexpect theme=light\nexpect motion=yes");
}

TEST_CASE("the sheets are closed by a button that says which key does it too") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\ntype ?\nexpect keys=yes\nmove @close keys\nwait 2");
    CHECK(program.app->find_target("close keys"));
    program.run("click @close keys\nexpect keys=no\nkey A\nexpect changes_sheet=yes\nclick @close changes");
    program.run("expect changes_sheet=no\nkey Ctrl+K\ntype show messages\nkey Enter\nclick @close messages\nwait 2");
    CHECK(!program.app->find_target("close messages"));
}

TEST_CASE("settings fit a small window with large text") {
    AppOptions options = window_options(decoder, {640, 480});
    options.text_scale = 2;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+,\nclick @theme High contrast\nexpect theme=contrast\nkey Esc");
}

TEST_CASE("the keyboard reaches what has to be scrolled to, and it is brought into sight") {
    AppOptions options = window_options(decoder, {640, 480});
    options.text_scale = 2;
    options.motion = true;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+,\nwait 3\nexpect motion=yes");
    CHECK(program.target("animations").bottom() > 480);
    program.run(
        "key Shift+Tab\nkey Shift+Tab\nkey Shift+Tab\nkey Shift+Tab\nkey Shift+Tab\nkey Space\nwait 3\nexpect "
        "motion=no");
    const Rect place = program.target("animations");
    CHECK(place.y > 0);
    CHECK(place.bottom() < 480);
}

TEST_CASE("notices and errors are kept in a list, and each can be copied") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run("wait-idle\nexpect messages=0\nkey T\ndrop /nowhere/at all\nwait 3");
    CHECK(program.state("message").find("/nowhere/at all") != std::string::npos);
    program.run("click @copy message\nkey Ctrl+K\ntype show messages\nkey Enter");
    CHECK(program.platform->clipboard().find("/nowhere/at all") != std::string::npos);
    REQUIRE(program.app->log().entries.size() == 3);
    CHECK(program.app->log().entries[2].text == "Theme: Dark");
    CHECK(program.app->log().entries[1].problem);
    program.run("click @copy message 2");
    CHECK(program.platform->clipboard() == "Theme: Dark");
    program.run("click @copy messages");
    CHECK(program.platform->clipboard().starts_with("Theme: Dark\nthere is no file"));
    program.run("key Esc\nclick @close message\nexpect message=");
}

TEST_CASE("a text of several lines is one line with signs in its field, and lines again in the inputs") {
    CHECK(line_of("a\nb\r\nc") == "a↵b↵c");
    const Program program(window_options(decoder));
    if (!program) return;
    program.platform->set_clipboard("the cat\nsat\n");
    program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A\nkey Ctrl+V\nwait 5");
    CHECK(program.app->session().inputs().text == "the cat\nsat");
    program.run("key Ctrl+A\nkey Ctrl+C\nwait 5");
    CHECK(program.platform->clipboard() == "the cat\nsat");
    program.run("key Enter");
    CHECK(program.app->session().inputs().text == "the cat\nsat");
}

TEST_CASE("undo takes its text out of a field that has the keyboard but was not written in again") {
    const Program program(window_options(decoder));
    if (!program) return;
    program.run(
        "wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle\nkey Ctrl+L\nkey End\ntype  sat\nkey "
        "Enter");
    program.run("wait-idle\nexpect text=the cat sat\nkey Ctrl+L\nkey Ctrl+Z\nwait-idle\nexpect text=the cat");
    program.run("key End\ntype  on\nkey Enter\nwait-idle\nexpect text=the cat on");
}

TEST_CASE("F11 takes the whole screen and gives it back") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run("wait-idle\nexpect fullscreen=no\nkey F11\nexpect fullscreen=yes\nkey F11\nexpect fullscreen=no");
}

TEST_SUITE_END();
