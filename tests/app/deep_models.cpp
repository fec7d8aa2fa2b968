// Models with hundreds of blocks: what a frame looks up, lays out and draws does not grow with what is not seen.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/sheets/search.h"
#include "app/views/attention/thumb_grid.h"
#include "app/views/walk/camera.h"
#include "app/views/walk/map.h"
#include "app/views/walk/map_drawing.h"
#include "tests/support/notes_painter.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr std::size_t blocks = 160;

PictureModel deep_model() {
    return {"deep",
            R"({"architecture": "decoder", "vocab_size": 24, "d_model": 8, "n_heads": 2, "n_layers": 160,
                "shared_layers": true, "max_seq_len": 16})",
            "The animal did n't cross the street", ""};
}

AppOptions deep_options() {
    AppOptions options = window_options(decoder);
    options.load = [](const std::string&) { return make_model(deep_model()); };
    options.inputs.text = deep_model().text;
    return options;
}

std::ptrdiff_t places_of(const App& app, std::string_view beginning) {
    return std::ranges::count_if(app.targets(), [&](const auto& place) { return place.first.starts_with(beginning); });
}

}  // namespace

TEST_SUITE_BEGIN("deep models");

TEST_CASE("records are found by their names, stages by their records, as one after the other would find them") {
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const Trace& trace = evaluation->trace();
        int heads = 1;
        for (const Record& record : trace.records()) {
            heads = std::max(heads, record.shape.size_of(Axis::head, 1));
            const auto first = std::ranges::find(trace.records(), record.name, &Record::name);
            CHECK(trace.find(record.name) == first->id);
            const auto reads = [&](int id) {
                return id == record.id || (record.kind != Record::Kind::computed &&
                                           std::ranges::count(trace.record(id).operands, record.id) > 0);
            };
            const auto stage = std::ranges::find_if(trace.stages(), reads);
            CHECK(trace.stage_index(record.id) ==
                  (stage == trace.stages().end() ? -1 : static_cast<int>(stage - trace.stages().begin())));
        }
        CHECK(trace.heads() == heads);
        CHECK(trace.find("no such record") == -1);
    }
}

TEST_CASE("the map of a deep model seen as a whole has a dot a stage, and maps of cells from nearer") {
    const auto evaluation = evaluated(deep_model());
    const ModelMap map = map_of(evaluation->trace(), 1.6F);
    PictureMemory memory;
    memory.read(*evaluation);
    const auto drawn = [&](const Camera& camera) {
        Notes notes;
        static_cast<void>(draw_map(notes, {0, 0, 640, 400}, camera,
                                   {.evaluation = *evaluation, .map = map, .current = 0, .memory = memory}, {-1, -1}));
        return notes;
    };
    const Notes whole = drawn(fitted({0, 0, 640, 400}, map.bounds));
    REQUIRE(map.nodes.size() == evaluation->trace().stages().size());
    CHECK(whole.heats.empty());
    CHECK(whole.strokes.size() == 1);                            // of the stage at the cursor
    CHECK(whole.fills.size() <= map.nodes.size() + 2 * blocks);  // and the names of blocks
    const Notes near = drawn({map.nodes.front().rect.centre(), 60});
    CHECK_FALSE(near.heats.empty());
    CHECK(near.heats.size() < 100);
}

TEST_CASE("a way of the map goes through as few boxes as any of those that were tried") {
    // Every stage of a block stands as the same stage of the next, so that the ways within blocks are alike.
    const auto evaluation = evaluated(deep_model());
    const Trace& trace = evaluation->trace();
    const ModelMap map = map_of(trace, 1.6F);
    const auto inside = [&](const MapLink& link) {
        return trace.record(map.nodes[static_cast<std::size_t>(link.from)].record).site.block ==
               trace.record(map.nodes[static_cast<std::size_t>(link.to)].record).site.block;
    };
    std::vector<const MapLink*> first, other;
    for (const MapLink& link : map.links) {
        const int block = trace.record(map.nodes[static_cast<std::size_t>(link.to)].record).site.block;
        if (inside(link) && block == 0) first.push_back(&link);
        if (inside(link) && block == static_cast<int>(blocks) / 2) other.push_back(&link);
    }
    REQUIRE(first.size() == other.size());
    REQUIRE(first.size() > 10);
    const Vec2 moved = other.front()->way.front() - first.front()->way.front();
    for (std::size_t i = 0; i < first.size(); ++i) {
        REQUIRE(first[i]->way.size() == other[i]->way.size());
        for (std::size_t p = 0; p < first[i]->way.size(); ++p) {
            const Vec2 off = other[i]->way[p] - first[i]->way[p] - moved;
            CHECK(std::abs(off.x) + std::abs(off.y) < 1e-2F);
        }
    }
}

TEST_CASE("a sheet that asks in every frame has a query looked for once") {
    const auto evaluation = evaluated(deep_model());
    Cursor cursor;
    cursor.record = "blocks.0.attn.scores_raw";
    RunSearch run;
    const std::vector<SearchHit>& hits = run.find(*evaluation, cursor, "b7 norm");
    REQUIRE_FALSE(hits.empty());
    CHECK(evaluation->trace().record(hits.front().record).site.block == 6);
    for (int frame = 0; frame < 3; ++frame) CHECK(&run.find(*evaluation, cursor, "b7 norm") == &hits);
    CHECK(run.searches() == 1);
    CHECK(run.find(*evaluation, cursor, "b8 norm").front().record != -1);
    cursor.record = "blocks.1.attn.scores_raw";  // its tokens are others
    static_cast<void>(run.find(*evaluation, cursor, "b8 norm"));
    CHECK(run.searches() == 3);
}

TEST_CASE("small maps are laid out once for a run, an area and a size of text") {
    Notes notes;
    LargeNotes large(20);
    const std::vector<AttentionLayer> layers(
        blocks, {.weights = 0, .heads = 2, .queries = 8, .keys = 8, .title = "Block 1", .brief = "1"});
    ThumbGrids grids;
    const Rect area{0, 0, 800, 600}, strip{0, 0, 240, 600};
    for (int frame = 0; frame < 3; ++frame)
        CHECK(grids.of(1, notes, area, layers, true).slot == thumb_grid(notes, area, layers, true).slot);
    CHECK(grids.laid_out() == 1);
    for (int frame = 0; frame < 3; ++frame) {
        static_cast<void>(grids.of(1, notes, area, layers, false));
        static_cast<void>(grids.of(1, notes, strip, layers, false));
    }
    CHECK(grids.laid_out() == 3);
    static_cast<void>(grids.of(2, notes, strip, layers, false));
    static_cast<void>(grids.of(2, large, strip, layers, false));
    CHECK(grids.laid_out() == 5);
}

TEST_CASE("a frame of a deep model says where things are that are seen, and where a stage is when it is asked for") {
    const SettledProgram program(deep_options());
    if (!program) return;
    program.run("wait-idle\nkey I\nwait-idle");
    CHECK(places_of(*program.app, "stage blocks.") == 0);
    CHECK(program.app->targets().size() < 300);
    const Rect line = program.target("timeline"), middle = program.target("stage blocks.80.attn.q"),
               last = program.target("stage blocks.159.resid_post");
    CHECK(line.contains(middle.centre()));
    CHECK(middle.centre().x == doctest::Approx(line.centre().x).epsilon(0.05));
    CHECK(last.x > middle.x);
    program.run("click @stage blocks.80.attn.q\nwait-idle\nexpect stage=blocks.80.attn.q");
    program.run("key B\nwait-idle\nexpect backward=yes");
    CHECK(places_of(*program.app, "gradient of blocks.") < 60);  // of 160 lines
    program.run("key 5\nwait-idle");
    CHECK(places_of(*program.app, "stage blocks.") == 0);
}

TEST_SUITE_END();
