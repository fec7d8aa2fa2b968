// Held colour limits on every page that draws with them: each legend counts what it clips, no caption says another
// scale, and the key that holds the present limits clips nothing, edited cells included.
// ctest: alone 3 s
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/files/session_file.h"
#include "app/pictures/story/token_path.h"
#include "app/views/attention/thumbnails.h"
#include "core/analysis/logit_lens.h"
#include "tests/support/attention_drawn.h"
#include "tests/support/drawing.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct ColourKey {
    std::string limit;
    bool held = false;
    std::size_t clipped = 0;
};

/// "±0.3 held, 2 clipped; 0…1" taken apart.
std::vector<ColourKey> colour_keys(const SettledProgram& program) {
    std::vector<ColourKey> keys;
    std::string rest = program.state("color_keys");
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find("; "), rest.size());
        const std::string one = rest.substr(0, end);
        const std::size_t held = one.find(" held, ");
        ColourKey key{.limit = one.substr(0, held), .held = held != std::string::npos};
        if (key.held) key.clipped = std::stoul(one.substr(held + 7));
        keys.push_back(key);
        rest.erase(0, end + 2);
    }
    return keys;
}

void check_nothing_clipped(const SettledProgram& program) {
    CAPTURE(program.state("color_keys"));
    const std::vector<ColourKey> keys = colour_keys(program);
    CHECK_FALSE(keys.empty());
    CHECK(std::ranges::any_of(keys, &ColourKey::held));
    for (const ColourKey& key : keys)
        if (key.held) CHECK(key.clipped == 0);
}

AppOptions options_held(const std::string& model, const char* limits) {
    AppOptions options = window_options(model);
    options.colour_limits = parse_colour_limits(limits);
    return options;
}

class HeldNotes : public Notes {
public:
    ColourLimits held;
    const ColourLimits& limits() const override { return held; }
};

}  // namespace

TEST_SUITE_BEGIN("color_limits");

TEST_CASE("the captions of heads say their own scale only where they have one") {
    const auto platform = headless({1280, 720});
    if (!platform) return;
    Gui gui(*platform, {.theme = find_theme("dark")});
    const Drawn drawn(decoder);
    Session::Snapshot shown;
    shown.current = drawn.evaluation;
    Session session({.load = [](const std::string& name) { return make_model(model_named(name)); },
                     .wake = [] {},
                     .before_stage = {}});
    const auto captions = [&](const ColourLimits& held, float common) {
        HeldNotes notes;
        notes.held = held;
        Cursor cursor;
        Preferences preferences{.theme = find_theme("dark")};
        Targets targets;
        std::string notice;
        AttentionState state;
        AttentionFigures figures;
        PictureMemory memory;
        gui.draw_on(notes, [&](Ui& ui) {
            ViewContext context{ui, session, shown, cursor, preferences, targets, notice};
            figures.begin(*drawn.evaluation);
            static_cast<void>(draw_thumbnails(context, {0, 0, 1100, 600}, drawn.layers, {0, 0}, state, figures, memory,
                                              true, common));
        });
        return std::ranges::count_if(notes.texts, [](const std::string& text) { return text.starts_with("scale 0–"); });
    };
    CHECK(captions({}, 0) == drawn.layers.front().heads);
    CHECK(captions({.numbers = 2}, 0) == drawn.layers.front().heads);  // weights are on another scale
    CHECK(captions({.probabilities = 0.5F}, 0) == 0);
    CHECK(captions({}, 0.8F) == 0);
}

TEST_CASE("the lens page counts the probabilities that its cells show") {
    // Half of all cells lie beyond it.
    const auto evaluation = evaluated(model_named(decoder));
    std::vector<float> shown;
    for (const LensLayer& layer : logit_lens(evaluation->trace(), {}))
        for (const LensRow& row : layer.rows) shown.push_back(row.words.front().probability);
    std::ranges::sort(shown);
    const float limit = shown[shown.size() / 2];
    AppOptions options = window_options(decoder);
    options.colour_limits = ColourLimits{.probabilities = limit};
    const SettledProgram program(options);
    if (!program) return;
    program.run("key 3\nwait-idle\nclick @mode lens\nwait-idle\nexpect output_mode=lens\nexpect lens=done\n");
    const std::vector<LensLayer> layers = logit_lens(program.trace(), {});
    std::size_t beyond = 0, cells = 0;
    for (std::size_t l = 0; l < layers.size(); ++l)
        for (std::size_t r = 0; r < layers[l].rows.size(); ++r) {
            if (!program.app->find_target("lens " + std::to_string(l) + " " + std::to_string(r))) continue;
            ++cells;
            beyond += layers[l].rows[r].words.front().probability > limit ? 1 : 0;
        }
    REQUIRE(beyond > 0);
    CHECK(beyond < cells);
    CAPTURE(program.state("color_keys"));
    const std::vector<ColourKey> keys = colour_keys(program);
    CHECK(std::ranges::any_of(keys, [&](const ColourKey& key) { return key.held && key.clipped == beyond; }));
}

TEST_CASE("the page of one token counts the numbers of each of its vectors, another token's too") {
    const float limit = 0.4F;
    const SettledProgram program(options_held(decoder, "-0.4..0.4"));
    if (!program) return;
    program.run("click @stage blocks.0.mlp.act\nwait-idle\nkey Shift+I\nwait-idle\nexpect zoom=token");
    const Evaluation& evaluation = *program.app->session().shown().current;
    const auto path = token_path_of(evaluation, program.trace().find("blocks.0.mlp.act"));
    REQUIRE(path);
    std::size_t all = 0;
    for (int step = 0; step < 3; ++step) {
        const TokenRow row = token_row_of(evaluation, *path, std::stoi(program.state("row")));
        std::vector<std::size_t> wanted;
        for (const TokenVector* const of : {&row.before, &row.normed, &row.hidden, &row.added}) {
            wanted.push_back(static_cast<std::size_t>(
                std::ranges::count_if(of->numbers, [&](float x) { return std::abs(x) > limit; })));
            all += wanted.back();
        }
        std::vector<std::size_t> counted;
        for (const ColourKey& key : colour_keys(program)) counted.push_back(key.clipped);
        CHECK(counted == wanted);
        program.run("key Up\nwait-idle");
    }
    CHECK(all > 0);
}

TEST_CASE("the key that holds the present limits clips nothing, though a weight was edited to be above 1") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    const std::string weights = "blocks.0.attn.weights";
    program.run("wait-idle\nclick @stage " + weights + "\nwait-idle\nexpect stage=" + weights);
    program.edit({{.record = weights, .cell = {{program.app->cursor().head, 3, 1}}, .value = 1.4F}});
    program.run("key Shift+H\nwait-idle");
    const auto limits = parse_colour_limits(program.state("color_limits"));
    REQUIRE(limits);
    CHECK(limits->probabilities == 1.4F);
    check_nothing_clipped(program);
    // The file of the session and the settings take it, and so does the sheet.
    CHECK(session_from_text(to_text(program.app->session_now()), "test").colour_limits == *limits);
    program.run("key 2\nwait-idle\nexpect attention_mode=heads\nwait-idle");
    check_nothing_clipped(program);
    program.run("key Shift+H\nwait-idle\nexpect color_limits=auto\nkey Shift+H\nwait-idle");
    CHECK(parse_colour_limits(program.state("color_limits"))->probabilities == 1.4F);
    // One that is below 0 does not widen the scale, which begins at 0.
    program.run("key Shift+H\nwait-idle\nexpect color_limits=auto");
    program.edit({{.record = weights, .cell = {{program.app->cursor().head, 3, 1}}, .value = -7}});
    program.run("key Shift+H\nwait-idle");
    CHECK(*parse_colour_limits(program.state("color_limits"))->probabilities <= 1);
}

TEST_CASE("held on the page of one token, an edited neuron is on the scale") {
    const SettledProgram program(window_options(decoder));
    if (!program) return;
    program.run("click @stage blocks.0.mlp.act\nwait-idle\nkey Shift+I\nwait-idle\nexpect zoom=token");
    const int row = std::stoi(program.state("row"));
    program.edit({{.record = "blocks.0.mlp.act", .cell = {{row, 2}}, .value = 50}});
    program.run("expect zoom=token\nkey Shift+H\nwait-idle");
    CHECK(parse_colour_limits(program.state("color_limits"))->numbers >= 50.0F);
    CHECK(colour_keys(program).size() == 4);
    check_nothing_clipped(program);
}

TEST_SUITE_END();
