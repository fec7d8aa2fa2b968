// The positions view through the program's own events: columns, controls, modes, the linked cursor, what is kept, and
// that what it says and draws are core/positions' numbers.
// ctest: alone 5 s
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "app/paint/theme.h"
#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "core/analysis/measures.h"
#include "core/model/positional.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

AppOptions positions_options(PixelSize size = {1280, 720}) {
    AppOptions options = window_options(decoder, size);
    options.view = "positions";
    options.theme = "dark";
    options.text_scale = 1;
    options.position_lengths = GLASSFORMER_SOURCE_DIR "/assets/positions/lengths.json";
    return options;
}

/// On the page of the scores, in a window wide enough for all tabs.
struct ScoresProgram : SettledProgram {
    explicit ScoresProgram(const AppOptions& options) : SettledProgram(options) {
        if (app) run("click @positions mode scores\nexpect positions_mode=scores");
    }
};

/// A column of the first state, computed apart from the view.
positions::Column computed(const PositionsState& state, std::size_t index) {
    const positions::Settings settings = settings_of_column(state, index);
    positions::Column column;
    positions::compute(settings, positions::random_learned(settings), positions::random_content(settings), column);
    return column;
}

float entry(const Tensor& map, int row, int col) { return map.view().row(static_cast<std::size_t>(row))[col]; }

}  // namespace

TEST_SUITE_BEGIN("positions");

TEST_CASE("the positions view opens with its key and shows what core/positions computes") {
    AppOptions options = positions_options();
    options.view = "walk";
    const SettledProgram program(options);
    if (!program) return;
    program.run(
        "key 6\nexpect view=positions\nexpect positions_mode=start\nclick @positions mode scores\nexpect "
        "positions_columns=sinusoidal,learned,rope,alibi");
    const PositionsState state = first_positions();
    for (std::size_t c = 0; c < state.kinds.size(); ++c) {
        const positions::Column column = computed(state, c);
        const std::string number = std::to_string(c + 1);
        CAPTURE(number);
        const float score = entry(column.scores.map, state.query, state.key);
        CHECK(std::stof(program.state("positions_score_" + number)) == doctest::Approx(score).epsilon(1e-5));
        CHECK(program.state("positions_error_" + number).empty());
    }
    // RoPE's score depends on the distance alone, that of added positions does not.
    CHECK(std::stod(program.state("positions_spread_3")) < 1e-4);
    CHECK(std::stod(program.state("positions_spread_1")) > 0.1);
    const positions::Column first = computed(state, 0);
    CHECK(std::stod(program.state("positions_spread_1")) ==
          doctest::Approx(toeplitz_spread(first.scores.map.view())).epsilon(1e-5));
    CHECK(std::stod(program.state("positions_widest_1")) == doctest::Approx(first.widest.largest).epsilon(1e-5));
}

TEST_CASE("cells of the positions view have the colours of the numbers") {
    const ScoresProgram program(positions_options());
    if (!program) return;
    const PositionsState state = first_positions();
    for (std::size_t c = 0; c < state.kinds.size(); ++c) {
        const positions::Column column = computed(state, c);
        const Tensor& map = column.scores.map;
        const Rect place = program.target("score map " + std::to_string(c + 1));
        const auto [low, high] = std::ranges::minmax(map.data);
        const Ramp colours = ramp(*find_theme("dark"), HeatMap::spectrum, Meaning::position);
        const int n = state.settings.n_positions;
        int alike = 0;
        for (const int at : {5, 15, 25, 70, 90}) {  // apart from the marks
            const std::array<int, 3> seen = program.pixel(cell_rect(place, n, n, at, at / 2).centre());
            const int row = static_cast<int>((cell_rect(place, n, n, at, at / 2).centre().y - place.y) / place.h *
                                             static_cast<float>(n));
            const Colour wanted = sample(colours, (entry(map, row, at / 2) - low) / (high - low));
            const float apart = std::max({std::abs(wanted.r * 255 - static_cast<float>(seen[0])),
                                          std::abs(wanted.g * 255 - static_cast<float>(seen[1])),
                                          std::abs(wanted.b * 255 - static_cast<float>(seen[2]))});
            if (apart < 40) ++alike;  // several cells share a pixel
        }
        CAPTURE(c);
        CHECK(alike >= 4);
    }
}

TEST_CASE("columns, encodings, modes and places are changed by keys, and nothing is computed twice") {
    const ScoresProgram program(positions_options());
    if (!program) return;
    const std::string before = program.state("positions_computed");
    CHECK(before == "4");
    program.run("key V\nexpect positions_mode=curves\nkey V\nkey V\nkey V\nkey V\nexpect positions_mode=shift");
    CHECK(program.state("positions_computed") == before);
    program.run(
        "key V\nexpect positions_mode=scaling\nkey V\nexpect positions_mode=learned\nkey V\nexpect "
        "positions_mode=trained\nkey V\nexpect positions_mode=formulas");
    program.run(
        "key V\nexpect positions_mode=start\nkey V\nexpect positions_mode=joined\nkey V\nexpect "
        "positions_mode=scores\nkey Shift+V\nkey V");
    const std::string then = program.state("positions_computed");  // the scalings were columns of their own
    program.run(
        "key Up\nexpect positions_query=39\nkey Down\nkey Ctrl+Right\nexpect positions_key=34\nkey L\nexpect "
        "positions_pair=1");
    program.run("key Shift+Page down\nexpect positions_chosen=2\nwait 3");
    CHECK(program.state("positions_computed") == then);
    program.run("key Q\nexpect positions_columns=sinusoidal,rope,rope,alibi\nkey Shift+Q");
    program.run("key Shift+Ins\nexpect positions_columns=sinusoidal,rope,alibi\nkey Shift+Ins");
    program.run("expect positions_columns=sinusoidal,alibi\nkey Ins\nexpect positions_columns=sinusoidal,alibi,none");
    program.run("key Shift+N\nexpect positions_seed=1");
    program.run("click @positions mode circles\nexpect positions_mode=circles\nclick @add column");
    CHECK(program.state("positions_columns") == "sinusoidal,alibi,none,learned");
}

TEST_CASE("tabs stand above the knobs, so that no page moves them, and every page says what to look at") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{1920, 1080}}) {
        const SettledProgram program(positions_options(size));
        if (!program) return;
        // A list of pages where the tabs have no room.
        const char* const tabs =
            program.app->find_target("positions modes") ? "positions modes" : "positions mode scores";
        const Rect first = program.target(tabs);
        for (const PositionsPage& row : positions_pages()) {
            CAPTURE(row.name);
            CHECK(program.state("positions_mode") == row.name);
            CHECK(std::abs(program.target(tabs).y - first.y) < 0.5F);
            const Rect sentence = program.target("positions sentence");
            CHECK(sentence.y >= first.bottom() - 0.5F);
            CHECK(sentence.h > 10);
            CHECK(row.sentence.ends_with('.'));
            program.run("key V\nwait 2");
        }
    }
}

TEST_CASE("every page is reached from every kind of page by a click on its tab") {
    const SettledProgram program(positions_options({1920, 1080}));
    if (!program) return;
    for (const char* from : {"scores", "learned", "start", "joined"})
        for (const PositionsPage& row : positions_pages()) {
            program.run(std::string("click @positions mode ") + from + "\nwait 2\nclick @positions mode " +
                        std::string(row.name) + "\nwait 2");
            CHECK(program.state("positions_mode") == row.name);
        }
}

TEST_CASE("the page of the shift names the largest change of the nine scores shown and that of all") {
    CHECK(
        shift_sentence(0.28, 1.74, 96) ==
        "Same words, different scores: the nine shown change by up to 0.28, those of all 96 positions by up to 1.74.");
    CHECK(shift_sentence(1e-6, 2e-6, 96).starts_with("No score changes"));
}

TEST_CASE("a control computes only the columns whose encoding reads it") {
    PositionsState state = first_positions();
    EncodingTables laboratory;
    laboratory.follow(state, {});
    CHECK(laboratory.computed() == 4);
    state.settings.base = 500;  // sinusoidal and rope
    laboratory.follow(state, {});
    CHECK(laboratory.computed() == 6);
    state.settings.slope = 0.5;  // alibi
    laboratory.follow(state, {});
    CHECK(laboratory.computed() == 7);
    state.settings.clip = 3;  // none of them
    state.query = 3;
    laboratory.follow(state, {});
    CHECK(laboratory.computed() == 7);
    CHECK(laboratory.columns()[2].curve.front().distance == 3);
    for (std::size_t c = 0; c < 4; ++c) {
        const positions::Column wanted = computed(state, c);
        CHECK(wanted.scores.map.data == laboratory.columns()[c].column.scores.map.data);
    }
}

TEST_CASE("a shifted sentence changes what is added, not what turns; a learned table ends with a sentence") {
    const ScoresProgram program(positions_options());
    if (!program) return;
    program.run("key Right\nkey Right\nkey Right\nexpect positions_shift=3");
    CHECK(std::stod(program.state("positions_shifted_1")) > 0.1);
    CHECK(std::stod(program.state("positions_shifted_3")) < 1e-4);
    CHECK(std::stod(program.state("positions_shifted_4")) < 1e-4);
    CHECK(program.state("positions_error_2").empty());
    for (int i = 0; i < 30; ++i) program.run("key Right");
    CHECK(program.state("positions_error_2").find("128") != std::string::npos);
    CHECK(program.state("positions_score_2").empty());
    CHECK(program.state("positions_error_1").empty());
    program.run("key Home\nexpect positions_shift=0");
    CHECK(program.state("positions_error_2").empty());
}

TEST_CASE("accuracy is spoken of where it is shown, and a slope with the head that it belongs to") {
    const ScoresProgram program(positions_options());
    if (!program) return;
    CHECK_FALSE(program.app->find_target("lengths source"));
    program.run("click @positions mode learned\nwait 3");
    CHECK(program.app->find_target("lengths source"));
    program.run("click @positions mode circles\nwait 3");
    CHECK_FALSE(program.app->find_target("lengths source"));
    positions::Settings settings = first_positions().settings;
    settings.kind = find_positional("alibi");
    for (const auto& [heads, head, text] : {std::tuple{8, 0, "head 1 of 8, slope 0.500"},
                                            {2, 0, "head 1 of 2, slope 0.0625"},
                                            {8, 7, "head 8 of 8, slope 0.00391"}}) {
        settings.n_heads = heads;
        settings.head = head;
        CHECK(slope_text(settings) == text);
    }
    settings.slope = 0.25;
    CHECK(slope_text(settings) == "slope 0.250");
}

TEST_CASE("a cell under the mouse is named with its number, and a click marks it in every column") {
    const ScoresProgram program(positions_options());
    if (!program) return;
    const Rect map = program.target("score map 3");
    const PositionsState state = first_positions();
    const int n = state.settings.n_positions;
    const Vec2 at = cell_rect(map, n, n, 60, 20).centre();
    const std::string place = std::to_string(static_cast<int>(at.x)) + " " + std::to_string(static_cast<int>(at.y));
    program.run("click " + place + "\nwait 3");
    const int query = std::stoi(program.state("positions_query")), key = std::stoi(program.state("positions_key"));
    CHECK(std::abs(query - 60) <= 1);
    CHECK(std::abs(key - 20) <= 1);
    const float score = entry(computed(state, 2).scores.map, query, key);
    CHECK(std::stof(program.state("positions_score_3")) == doctest::Approx(score).epsilon(1e-5));
    CHECK(program.state("positions_pointed").find("rope query " + std::to_string(query)) == 0);
    CHECK(program.state("positions_score_4") != program.state("positions_score_3"));
}

TEST_CASE("accuracies are those of the stored measurement, and it is said where there is none") {
    const ScoresProgram program(positions_options());
    if (!program) return;
    PositionLengths lengths = load_position_lengths(GLASSFORMER_SOURCE_DIR "/assets/positions/lengths.json");
    TaskLengths& task = *std::ranges::find(lengths.tasks, "k-back-3", &TaskLengths::task);
    for (const EncodingLengths& row : task.encodings) {
        if (row.encoding != "rope") continue;
        for (const AccuracyAtLength& at : accuracy_by_length(task, row))
            if (at.length == 2 * task.trained_length)
                CHECK(program.state("positions_accuracy_3").find(std::to_string(std::lround(100 * at.mean)) + "%") ==
                      0);
    }
    CHECK(program.state("positions_accuracy_2") == "n/a beyond 32");
    CHECK(accuracy_text(&lengths, "k-back-3", *find_positional("one_hot")) == "n/a beyond 32");
    CHECK(accuracy_text(&lengths, "k-back-3", *find_positional("shaw")) == "100% / 100%");
    std::erase_if(task.encodings, [](const EncodingLengths& row) { return row.encoding == "shaw"; });
    CHECK(accuracy_text(&lengths, "k-back-3", *find_positional("shaw")) == "not measured");
    CHECK(accuracy_text(&lengths, "k-back-1", *find_positional("alibi")) == "100% / 100%");
    CHECK(accuracy_text(&lengths, "no task", *find_positional("rope")) == "not measured");
    CHECK(accuracy_text(nullptr, "k-back-3", *find_positional("rope")) == "not measured");
    CHECK(lengths_source(&lengths, "k-back-3").find(lengths.command) != std::string::npos);
    CHECK(lengths_source(&lengths, "no task").find("--tasks no task") != std::string::npos);
    // What a reader of the papers does not expect has its reason beside it, and holds for what was measured.
    const std::vector<const PositionalKind*> with{find_positional("rope"), find_positional("alibi")};
    CHECK(lengths_note("k-back-3", with).starts_with("ALiBi is inaccurate here at every length"));
    CHECK(lengths_note("k-back-3", with).find("the bias alone cannot") != std::string::npos);
    CHECK(lengths_note("k-back-3", {with.data(), 1}).empty());
    CHECK(lengths_note("k-back-1", with).empty());
    CHECK(lengths_note("no task", with).empty());
    for (const EncodingLengths& row : task.encodings)
        if (row.encoding == "alibi")
            for (const AccuracyAtLength& at : accuracy_by_length(task, row)) CHECK(at.mean < 0.6);
}

TEST_CASE("formulas say how much slower the pairs turn where they are counted from 1") {
    positions::Settings settings = first_positions().settings;
    settings.kind = find_positional("sinusoidal");
    const PositionFormulas found = formulas_of(settings);
    CHECK(found.from_zero != found.from_one);
    CHECK(found.difference.find("8.38") != std::string::npos);  // 2π · 10000^(2/64)
    for (const PositionalKind& kind : all_positional_kinds()) {
        settings.kind = &kind;
        CHECK_MESSAGE(!formulas_of(settings).from_zero.empty(), kind.name);
    }
}

TEST_CASE("formulas are those of the open model: its scaling of rotations, and where its sines stand") {
    positions::Settings settings = first_positions().settings;
    settings.kind = find_positional("sinusoidal");
    settings.layout = RotaryLayout::half;
    CHECK(formulas_of(settings).from_zero.find("p_{i,d/2+k}") != std::string::npos);
    settings.layout = RotaryLayout::interleaved;
    CHECK(formulas_of(settings).from_zero.find("p_{i,2k+1}") != std::string::npos);

    PositionsState state = first_positions();
    state.kinds = {find_positional("rope"), find_positional("xpos"), find_positional("sinusoidal")};
    state.source = TokenSource::model;
    state.open.name = "open";
    state.open.kind = state.kinds.front();
    state.open.scaling = {.kind = RopeScalingKind::llama3, .factor = 8, .original_max_seq_len = 64};
    state.page = positions_page("formulas");
    const auto formula = [&](std::size_t column) { return formulas_of(settings_of_column(state, column)).from_zero; };
    CHECK(formula(0).find("θ_{k} = (1 − m_{k}) f_{k} / 8 + m_{k} f_{k}") != std::string::npos);
    CHECK(formula(0).find("64 f_{k}/2π") != std::string::npos);
    CHECK(formula(0).find("f_{k} = b^") == 0);
    CHECK(formula(1).find("f_{k}") == std::string::npos);
    CHECK(positions::frequencies(settings_of_column(state, 0)) != positions::frequencies(settings_of_column(state, 1)));
    state.page = positions_page("scaling");  // three versions of plain RoPE
    CHECK(settings_of_column(state, 0).PositionalConfig::scaling.kind == RopeScalingKind::plain);
    state.page = positions_page("formulas");
    state.open.scaling = {.kind = RopeScalingKind::yarn, .factor = 4, .original_max_seq_len = 64};
    CHECK(formula(0).find("s_{ij} = 1.14^{2} ") != std::string::npos);
    state.open.kind = state.kinds.back();
    state.open.layout = RotaryLayout::half;
    CHECK(formula(0).find("f_{k}") == std::string::npos);
    CHECK(formula(2).find("p_{i,d/2+k}") != std::string::npos);
}

TEST_CASE("what a session file keeps of the positions view comes back") {
    PositionsState state = first_positions();
    state.kinds = {find_positional("t5"), find_positional("shaw")};
    state.page = positions_page("terms");
    state.settings.n_positions = 50;
    state.settings.first = 7;
    state.settings.base = 500;
    state.settings.seed = 3;
    state.settings.clip = 5;
    state.settings.layout = RotaryLayout::half;
    state.settings.scaling = positions::RopeScaling::ntk;
    state.query = 21;
    state.key = 4;
    state.chosen = 1;
    PositionsState back = first_positions();
    read_values(values_of(state), back);
    CHECK(back == state);
    read_values({{"columns", "\"nothing\""}, {"positions", "100000"}, {"mode", "7"}, {"query", "\"x\""}}, back);
    CHECK(back == state);

    const TemporaryFolder folder;
    const std::string file = (folder.path() / "kept.glassformer").string();
    constexpr std::array names{"positions_mode",    "positions_shift",       "positions_columns",
                               "positions_score_1", "positions_query_token", "positions_content"};
    std::vector<std::string> kept;
    {
        const ScoresProgram program(positions_options());
        if (!program) return;
        program.run("key V\nkey Right\nkey Q\nkey J\nwait 2");
        program.run("key Ctrl+S\nexpect open=saving\nkey Ctrl+A\ntype " + file + "\nkey Enter\nexpect open=closed");
        for (const char* name : names) kept.push_back(program.state(name));
    }
    AppOptions options = positions_options();
    options.view.clear();
    options.open = file;
    const SettledProgram again(options);
    CHECK(again.state("view") == "positions");
    for (std::size_t n = 0; n < names.size(); ++n) CHECK_MESSAGE(again.state(names.at(n)) == kept[n], names.at(n));
}

TEST_CASE("every mode and encoding is drawn in other themes and sizes, and written as vectors") {
    const TemporaryFolder folder;
    const auto walk_modes = [](const SettledProgram& program) {
        for (std::size_t mode = 0; mode < positions_pages().size(); ++mode) program.run("key V");
    };
    const auto written = [&](const SettledProgram& program, const std::string& name, PixelSize size) {
        const auto file = folder.path() / (name + ".svg");
        program.app->write_page(file, {0, 0, static_cast<float>(size.width), static_cast<float>(size.height)});
        return std::filesystem::file_size(file);
    };
    AppOptions options = positions_options();
    options.theme = "light";
    {
        const SettledProgram program(options);
        if (!program) return;
        walk_modes(program);
        CHECK(written(program, "four", options.size) > 10000);
    }
    options = positions_options({640, 420});
    options.theme = "contrast";
    const SettledProgram program(options);
    program.run("key V\nkey V\nkey Shift+Ins\nkey Shift+Ins\nexpect positions_columns=rope,alibi");
    std::set<std::string> seen;
    for (std::size_t kind = 0; kind < all_positional_kinds().size(); ++kind) {
        program.run("key Q");
        walk_modes(program);
        CHECK(program.state("positions_error_1").empty());
        seen.insert(program.state("positions_columns"));
    }
    CHECK(seen.size() == all_positional_kinds().size());
    CHECK(written(program, "two", options.size) > 10000);
}

TEST_CASE("what a shift does is said above the numbers of a column, in a small window too") {
    const Program program(options_for(decoder, {1280, 720}));
    if (!program) return;
    program.run("wait-idle\nkey 6\nwait-idle");
    for (int tabs = 0; program.state("positions_mode") != "shift"; ++tabs) {
        REQUIRE(tabs < 13);
        program.run("key V\nwait-idle");
    }
    program.run("key Right\nwait-idle\nwait 2");
    for (const char* column : {"1", "2", "3", "4"}) {
        CAPTURE(column);
        const auto sentence = program.app->find_target(std::string("shift sentence ") + column);
        const auto figures = program.app->find_target(std::string("figures ") + column);
        REQUIRE(sentence);
        REQUIRE(figures);
        CHECK(sentence->bottom() <= figures->y);
    }
}

TEST_SUITE_END();
