// What a session file was saved of is shown again, to the pixel.
// ctest: alone 7 s, optimised instead
#include <filesystem>
#include <string>
#include <vector>

#include "app/files/session_file.h"
#include "tests/support/lesson_pictures.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Beside the buttons of what can be undone and done again: steps are not kept. The atlas of letters was filled in
/// another order, and its smoothing rounds by 1.
std::size_t different_pixels(const Program& program, const Image& a, const Image& b) {
    return test::different_pixels(a, b, {program.target("undo"), program.target("redo")});
}

}  // namespace

TEST_SUITE_BEGIN("session_pixels");

TEST_CASE("a session saved and opened again shows the same pixels") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "talk.glassformer";
    AppOptions options = window_options(decoder);
    const std::filesystem::path first = folder / "first.glassformer";
    Image saved;
    {
        const Program program(options);
        if (!program) return;
        program.run(
            "wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype the cat sat on the mat\nkey Enter\nwait-idle\ntype /\n"
            "type b1 softmax\nkey Enter\nkey Shift+Page down\nkey Down\nkey Down\nkey S\ntype >\nkey T\nkey Ctrl++\n"
            "key Ctrl+,\nclick @heatmap colours Dark to light\nkey Esc\nwait-idle\nexpect locked=yes");
        Inputs edited = program.app->session().inputs();
        edited.edits.push_back({"blocks.0.attn.weights", Cell{{0, 2, 1}}, 0.7F});
        program.app->session().set(edited);
        program.run("wait-idle");
        saved = program.picture();
        program.run("key Ctrl+S\nexpect open=saving\nkey Ctrl+A\ntype " + file.string() +
                    "\nkey Enter\nexpect open=closed\n"
                    "expect changed=no\nexpect title=talk – Glassformer");
        std::filesystem::copy_file(file, first);
        program.run(
            "key Home\nexpect changed=yes\nexpect title=talk • – Glassformer\nkey Ctrl+S\nexpect changed=no\n"
            "key Ctrl+Z\nwait-idle\nkey Ctrl+Y\nwait-idle");
        program.app->open_path(file);
        CHECK(program.state("changed") == "no");
    }
    const SessionFile session = load_session(first);
    CHECK(session.inputs.edits.size() == 1);
    CHECK(session.views.at("walk").at("by") == "1");
    for (const bool as_argument : {true, false}) {
        AppOptions fresh = window_options(decoder);
        if (as_argument) fresh.open = first;
        const Program program(fresh);
        program.run("wait-idle");
        if (!as_argument) program.run("drop " + first.string() + "\nwait-idle");
        CHECK(program.state("stage") == "blocks.0.attn.weights");
        CHECK(program.state("heatmaps") == "lightness");
        CHECK(program.state("theme") == "dark");
        CHECK(program.state("scale") == "1.10");
        CHECK(different_pixels(program, saved, program.picture()) == 0);
    }
}

namespace {

struct SavedState {
    const char* name;
    const char* model;
    const char* script;    // that leads there
    const char* expected;  // "STATE=VALUE", before and afterwards
};
constexpr const char* translator = "sinusoidal encoder-decoder";
// What was shown where it was saved, in every view and in what a hand can change there.
constexpr SavedState saved_states[] = {
    {"walk, a cell edited", decoder,
     "type /\ntype b1 softmax\nkey Enter\nkey Down\nkey E\nkey Ctrl+A\ntype 0.5\nkey Enter", "edits=1"},
    {"walk, a cell selected, rows so far", decoder,
     "type /\ntype b1 scaled\nkey Enter\nkey S\nkey Right\nkey Right\nkey Right\nkey Shift+Page down", "head=2"},
    {"walk, a head off", decoder, "type /\ntype b1 heads\nkey Enter\nkey Shift+Page down\nkey X", "head_off=yes"},
    {"walk, the mask painted", decoder, "type /\ntype b1 scores_masked\nkey Enter\nkey Down\nkey Down\nkey Y",
     "edits=1"},
    {"walk, the camera moved", decoder,
     "key Right\nkey Right\nkey Right\nkey 0\nmove @canvas\nwheel 5\ndrag 300 300 240 260", "zoom=free"},
    {"walk, the camera near a cell", decoder, "type /\ntype b1 softmax\nkey Enter\nkey Down\nkey I\nkey I",
     "zoom=free"},
    {"walk, the whole model, with its mini-map", decoder, "key End\nkey O\nkey O\nkey M", "zoom=block"},
    {"walk, the mini-map over a picture", decoder, "key Right\nkey M", "zoom=stage"},
    {"walk, the way back", decoder, "key B\nwait-idle\ntype /\ntype b1 softmax\nkey Enter\nkey Down\nkey U",
     "backward=yes"},
    {"walk, cells watched and a stop", decoder,
     "type /\ntype b1 softmax\nkey Enter\nkey Down\nkey W\nkey Down\nkey W\nkey K", "watched=2"},
    {"walk, other theme, size of text and colours", decoder,
     "key T\nkey Ctrl++\nkey Ctrl++\nkey Right\nkey P\nkey Ctrl+,\nclick @heatmap colours Dark to light\nkey Esc",
     "scale=1.20"},
    {"attention, lines", decoder, "key 2\nkey V\nkey V\nkey Shift+Page down\ntype +\nkey Down", "attention_mode=arcs"},
    {"attention, heads laid over one another", decoder, "key 2\nkey H\nkey Right\nkey Right\nkey H",
     "attention_overlaid=2,4"},
    {"attention, one head alone", decoder, "key 2\nkey Right\nkey F\nkey Down", "attention_solo=yes"},
    {"attention, numbers", translator, "key 2\nkey Shift+V\nkey End", "attention_mode=numbers"},
    {"attention, while the cursor is elsewhere", translator, "key 2\nkey End\ntype /\ntype mlp pre\nkey Enter",
     "attention_mode=heads"},
    {"output, a token at a position", decoder, "key 3\nkey Left\nkey Left\nkey Down\nkey Down", "output_mode=choice"},
    {"output, a text that went on", decoder,
     "key Ctrl+L\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle\nkey 3\nkey V\nkey N\nwait-idle\n"
     "key N\nwait-idle\ntype >",
     "generated=2"},
    {"output, a translation", translator, "key 3\nkey V\nkey N\nwait-idle", "output_mode=translation"},
    {"output, the lens", decoder, "key 3\nkey V\nkey V\nwait-idle", "lens=done"},
    {"output, contributions", decoder, "key 3\nkey Shift+V\nkey Down\nkey Down\nclick @difference",
     "output_mode=contributions"},
    {"output, while the cursor is elsewhere", decoder, "key 3\ntype /\ntype b1 softmax\nkey Enter",
     "stage=blocks.0.attn.weights"},
    {"inspector, a cell of another head", decoder,
     "key 4\nkey Ctrl+F\ntype attn\nkey Enter\nkey Ctrl+Down\nkey Shift+Page down\nkey Ctrl+G\ntype 3, 2\nkey Enter",
     "locked=yes"},
    {"inspector, scrolled away", decoder,
     "key 4\nkey Ctrl+F\ntype mlp\nkey Enter\nkey Down\nmove @table\nwheel -3\nmove @records\nwheel -1", "filter=mlp"},
    {"inspector, a plane that is no head", "convolution",
     "key 4\ntype /\ntype conv.1.weight\nkey Enter\nkey Shift+Page down", "slice=1"},
    {"compare, run B follows A's changes", decoder,
     "type /\ntype b1 heads\nkey Enter\nkey X\nwait-idle\nkey 5\nkey Shift+U\nwait-idle\nkey Shift+D",
     "compare_b=without changes"},
    {"compare, run B of its own", decoder,
     "key 5\nkey Shift+B\nkey Ctrl+A\ntype the cat sat on the mat\nkey Enter\nwait-idle\nkey Home\nkey Right\nkey Down",
     "compare_b_text=the cat sat on the mat"},
    {"compare, runs without a common part", "t5 encoder, classifier by mean",
     "key 5\nwait-idle\nclick @b model\nkey Down\nkey Enter\nwait-idle\nkey End\nkey Left\nkey Right\nkey Right",
     "compare_largest="},
};

}  // namespace

TEST_CASE("whatever is shown in whichever view is shown again, to the pixel") {
    const TemporaryFolder folder;
    const auto options_of = [](const SavedState& row) { return window_options(row.model, {900, 560}); };
    const auto file_of = [&](const SavedState& row) {
        return folder / (std::to_string(&row - saved_states) + ".glassformer");
    };
    const auto check_state = [](const Program& program, const SavedState& row) {
        const std::string expected = row.expected, state = expected.substr(0, expected.find('='));
        CHECK(state + "=" + program.state(state) == expected);
    };
    std::vector<Image> saved;
    for (const SavedState& row : saved_states) {
        CAPTURE(std::string(row.name));
        const Program program(options_of(row));
        if (!program) return;
        program.run("wait-idle\n" + std::string(row.script) + "\nwait-idle");
        check_state(program, row);
        saved.push_back(program.picture());
        program.run("key Ctrl+S\nkey Ctrl+A\ntype " + file_of(row).string() + "\nkey Enter\nexpect open=closed");
        REQUIRE(std::filesystem::exists(file_of(row)));
    }
    // One window opens them all: nothing is left of the one before.
    AppOptions first = options_of(saved_states[0]);
    first.open = file_of(saved_states[0]);
    const Program again(first);
    for (std::size_t i = 0; i < saved.size(); ++i) {
        const SavedState& row = saved_states[i];
        CAPTURE(std::string(row.name));
        if (i > 0) REQUIRE(again.app->open_path(file_of(row)));
        again.run("wait-idle");
        check_state(again, row);
        CHECK(different_pixels(again, saved[i], again.picture()) == 0);
    }
}

TEST_CASE("a session keeps where its areas are scrolled to") {
    const TemporaryFolder folder;
    const std::string file = (folder / "scrolled.glassformer").string();
    Image saved;
    {
        AppOptions options = window_options(decoder, {1200, 420});
        options.view = "inspect";
        const Program program(options);
        if (!program) return;
        program.run(
            "wait-idle\nkey Ctrl+F\ntype weight\nclick @record embed.tokens.weight\nmove @table\nwheel -3\nmove "
            "@records\nwheel -2\n"
            "move @panel\nwheel -2\nwait 100");
        CHECK(program.state("rows_seen").substr(0, 2) != "0-");
        saved = program.picture();
        program.run("key Ctrl+S\nkey Ctrl+A\ntype " + file + "\nkey Enter\nexpect changed=no");
    }
    const SessionFile session = load_session(file);
    CHECK(session.scrolled.at("inspector panel") > 0);
    CHECK(session_from_text(to_text(session), "x") == session);
    AppOptions fresh = window_options(decoder, {1200, 420});
    fresh.open = file;
    const Program program(fresh);
    program.run("wait-idle\nwait 100");
    CHECK(to_text(program.app->session_now()) == to_text(session));
    CHECK(program.state("changed") == "no");
    const Image again = program.picture();
    CHECK(again.rgba == saved.rgba);
}

TEST_SUITE_END();
