// The map of the walk: every stage has a place of its own, blocks hold what is theirs, rows stay near the asked shape;
// and the camera over it, which goes where it was sent and where the hand pulls it.
// ctest: alone 3 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/views/walk/camera.h"
#include "app/views/walk/map.h"
#include "app/views/walk/mini_map.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

bool overlap(const Rect& a, const Rect& b) {
    const Rect both = a.intersect(b);
    return both.w > 1e-4F && both.h > 1e-4F;
}

bool holds(const Rect& outer, const Rect& inner) {
    return inner.x >= outer.x - 1e-3F && inner.y >= outer.y - 1e-3F && inner.right() <= outer.right() + 1e-3F &&
           inner.bottom() <= outer.bottom() + 1e-3F;
}

bool at_edge(const Rect& box, Vec2 point) {
    const bool across = point.x > box.x - 1e-3F && point.x<box.right() + 1e-3F, along = point.y> box.y - 1e-3F &&
                        point.y < box.bottom() + 1e-3F;
    const auto on = [](float a, float b) { return std::abs(a - b) < 1e-3F; };
    return (across && (on(point.y, box.y) || on(point.y, box.bottom()))) ||
           (along && (on(point.x, box.x) || on(point.x, box.right())));
}

/// Operations of positions take from their first operand how many positions there are, and none of its numbers.
bool takes_a_size(const Record& record, int operand) {
    static const std::set<std::string_view> kinds{"sinusoidal_positions",
                                                  "sinusoidal_distances",
                                                  "learned_positions",
                                                  "one_hot_positions",
                                                  "alibi_bias",
                                                  "t5_bias",
                                                  "fire_bias",
                                                  "place_scores"};
    return record.operands.front() == operand && kinds.contains(record.operation->name());
}

/// Runs of stages in the same block and step, counted from what the record says, not from the map.
int blocks_of(const Trace& trace) {
    int blocks = 0;
    std::tuple<int, int, int> before{-1, -1, -1};
    for (const int id : trace.stages()) {
        const Site& site = trace.record(id).site;
        const std::tuple now{static_cast<int>(site.stack), site.block, site.step};
        if (now != before && site.block >= 0) ++blocks;
        before = now;
    }
    return blocks;
}

}  // namespace

TEST_SUITE_BEGIN("walk_map");

TEST_CASE("every model of the pictures has a map in which each stage has a place of its own") {
    int models = 0;
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const Trace& trace = evaluation->trace();
        const ModelMap map = map_of(trace, 1.75F);
        REQUIRE(map.nodes.size() == trace.stages().size());
        for (std::size_t i = 0; i < map.nodes.size(); ++i) {
            const MapNode& node = map.nodes[i];
            CHECK(node.record == trace.stages()[i]);
            CHECK(map.node_of(trace, node.record) == static_cast<int>(i));
            CHECK(holds(map.bounds, node.rect));
            for (std::size_t j = i + 1; j < map.nodes.size(); ++j) CHECK_FALSE(overlap(node.rect, map.nodes[j].rect));
            const int block = map.group_of(static_cast<int>(i), MapGroup::Kind::block);
            REQUIRE((block >= 0) == (trace.record(node.record).site.block >= 0));
            if (block >= 0) CHECK(holds(map.groups[static_cast<std::size_t>(block)].rect, node.rect));
        }
        int blocks = 0;
        for (const MapGroup& group : map.groups) {
            blocks += group.kind == MapGroup::Kind::block ? 1 : 0;
            for (std::size_t i = 0; i < map.nodes.size(); ++i) {
                const bool inside = holds(group.rect, map.nodes[i].rect);
                const int own = map.group_of(static_cast<int>(i), group.kind);
                if (inside) CHECK(&map.groups[static_cast<std::size_t>(own)] == &group);
            }
        }
        CHECK(blocks == blocks_of(trace));
        // One link for each stage that another computes with.
        std::multiset<std::pair<int, int>> links, reads;
        for (const MapLink& link : map.links)
            links.emplace(map.nodes[static_cast<std::size_t>(link.from)].record,
                          map.nodes[static_cast<std::size_t>(link.to)].record);
        for (const int id : trace.stages())
            for (const int operand : trace.record(id).operands)
                if (trace.record(operand).kind == Record::Kind::computed && !takes_a_size(trace.record(id), operand))
                    reads.emplace(operand, id);
        CHECK(links == reads);
        ++models;
    }
    CHECK(models > 10);
}

TEST_CASE("a link leads from a box's edge to another's, through no box that it has nothing to do with") {
    for (const PictureModel& model : picture_models()) {
        CAPTURE(model.name);
        const auto evaluation = evaluated(model);
        const Trace& trace = evaluation->trace();
        const ModelMap map = map_of(trace, 1.75F);
        for (const MapLink& link : map.links) {
            const MapNode &from = map.nodes[static_cast<std::size_t>(link.from)],
                          &to = map.nodes[static_cast<std::size_t>(link.to)];
            CAPTURE(trace.record(from.record).name);
            CAPTURE(trace.record(to.record).name);
            REQUIRE(link.way.size() >= 2);
            CHECK(at_edge(from.rect, link.way.front()));
            CHECK(at_edge(to.rect, link.way.back()));
            for (std::size_t i = 0; i + 1 < link.way.size(); ++i) {
                const Vec2 a = link.way[i], b = link.way[i + 1];
                CHECK((std::abs(a.x - b.x) < 1e-4F || std::abs(a.y - b.y) < 1e-4F));  // level or upright
                const Rect line{std::min(a.x, b.x) - 1e-3F, std::min(a.y, b.y) - 1e-3F, std::abs(a.x - b.x) + 2e-3F,
                                std::abs(a.y - b.y) + 2e-3F};
                for (const MapNode& node : map.nodes) {
                    if (&node == &from || &node == &to) continue;
                    CAPTURE(trace.record(node.record).name);
                    CHECK_FALSE(overlap(line, node.rect.inset(1e-3F)));
                }
            }
        }
    }
}

TEST_CASE("values and keys enter the products that read them from above, those of cross-attention by one line") {
    for (const char* name : {"learned decoder", "alibi decoder", "sinusoidal encoder-decoder"}) {
        CAPTURE(name);
        const auto evaluation = evaluated(model_named(name));
        const Trace& trace = evaluation->trace();
        const ModelMap map = map_of(trace, 1.75F);
        int products = 0, forks = 0;
        for (const MapLink& link : map.links) {
            const MapNode &from = map.nodes[static_cast<std::size_t>(link.from)],
                          &to = map.nodes[static_cast<std::size_t>(link.to)];
            const Stage* const read = trace.record(from.record).stage;
            if (read == &stage::v) {
                CHECK(trace.record(to.record).stage == &stage::heads);
                CHECK(link.way.back().y == doctest::Approx(to.rect.y));
                CHECK(from.rect.bottom() < to.rect.y);
                ++products;
            }
            const Site &a = trace.record(from.record).site, &b = trace.record(to.record).site;
            if (a.stack != Stack::encoder || b.stack != Stack::decoder) continue;
            // To the keys and to the values: the same way but for its last piece.
            for (const MapLink& other : map.links) {
                const Site& site = trace.record(map.nodes[static_cast<std::size_t>(other.to)].record).site;
                if (other.from != link.from || site.block != b.block || other.to == link.to) continue;
                REQUIRE(other.way.size() == link.way.size());
                for (std::size_t i = 0; i + 2 < link.way.size(); ++i) CHECK(other.way[i] == link.way[i]);
                CHECK(other.way[link.way.size() - 2].x == link.way[link.way.size() - 2].x);
                ++forks;
            }
        }
        CHECK(products > 0);
        CHECK((forks > 0) == (evaluation->model().config.architecture == Architecture::encoder_decoder));
    }
}

TEST_CASE("a camera fits what it is to show and keeps what lies under the mouse") {
    const Rect canvas{100, 50, 800, 400};
    const Rect block{10, 20, 8, 2};
    const Camera camera = fitted(canvas, block, 0);
    const Rect seen = camera.to_screen(canvas, block);
    CHECK(seen.x == doctest::Approx(100));
    CHECK(seen.w == doctest::Approx(800));
    CHECK(seen.centre().y == doctest::Approx(250));
    const Vec2 back = camera.to_map(canvas, camera.to_screen(canvas, Vec2{11, 21}));
    CHECK(back.x == doctest::Approx(11));
    CHECK(back.y == doctest::Approx(21));
}

TEST_CASE("a flight ends where it was sent, in steps without a leap, and at once without motion") {
    const Rect canvas{0, 0, 800, 400};
    const Camera from{{0, 0}, 20}, to{{30, 4}, 500};
    CHECK(between(canvas, from, to, 0) == from);
    CHECK(between(canvas, from, to, 1) == to);
    CameraFlight flight;
    flight.jump(from);
    flight.fly(to, true);
    REQUIRE(flight.moving());
    int frames = 0;
    Camera before = flight.camera();
    while (flight.moving()) {
        flight.advance(canvas, 1.0 / 60);
        const Camera now = flight.camera();
        CHECK(std::abs(std::log(now.scale / before.scale)) < 0.8F);
        before = now;
        REQUIRE(++frames < 100);
    }
    CHECK(frames > 10);
    CHECK(flight.camera() == to);
    flight.fly(from, false);
    CHECK_FALSE(flight.moving());
    CHECK(flight.camera() == from);
}

TEST_CASE("the walk goes from the whole model to a cell and back by keys, and stepping keeps how near one is") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run(R"(
wait-idle
expect zoom=stage
key 0
expect zoom=model
key Right
expect zoom=model
expect stage=embed.positions
key Shift+Right
key I
expect zoom=block
key I
expect zoom=part
key I
expect zoom=stage
key Up
expect locked=yes
key I
expect zoom=free
key F
expect zoom=stage
key O
expect zoom=part
key O
key O
expect zoom=model
key O
expect zoom=story
key I
expect zoom=model
click @crumb 1
expect zoom=block
click @crumb 0
expect zoom=model
)");
}

TEST_CASE("wheel and drag move the camera, and a stage that comes near takes the cursor") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run("wait-idle\nkey 0\nwait 2");
    const Rect canvas = program.target("canvas");
    const std::string before = program.state("camera");
    program.run("move @canvas\nwheel 2");
    CHECK(program.state("zoom") == "free");
    CHECK(program.state("camera") != before);
    program.run("key 0");
    CHECK(program.state("camera") == before);
    // Dragged by a whole canvas the model stays in sight: the camera stops at its edge.
    const auto drag = [&](float dx) {
        const Vec2 from = canvas.centre();
        std::string script = "drag " + std::to_string(from.x - dx / 2) + " " + std::to_string(from.y) + " " +
                             std::to_string(from.x + dx / 2) + " " + std::to_string(from.y);
        program.run(script);
    };
    drag(200);
    CHECK(program.state("camera") != before);
    CHECK(program.state("locked") == "no");
    // Onto the last stage of the model: near enough, it is the cursor's.
    program.run("key End\nkey F\nkey O\nkey O\nkey O");
    REQUIRE(program.state("zoom") == "model");
    const Rect last = program.target("node probs");
    program.run("key Home\nkey 0");
    CHECK(program.state("stage") == "embed.tokens");
    const Vec2 at = last.centre();
    program.run("move " + std::to_string(at.x) + " " + std::to_string(at.y));
    for (int i = 0; i < 40 && program.state("stage") != "probs"; ++i) {
        program.run("wheel 1");
        const auto place = program.app->find_target("node probs");
        if (place) program.run("move " + std::to_string(place->centre().x) + " " + std::to_string(place->centre().y));
    }
    CHECK(program.state("stage") == "probs");
    CHECK(program.state("zoom") == "free");
}

TEST_CASE("a click on the map chooses a stage, a double click opens it, the mini-map leads elsewhere") {
    const Program program(options_for(decoder));
    if (!program) return;
    program.run("wait-idle\nkey 0\nclick @node blocks.0.attn.weights");
    CHECK(program.state("stage") == "blocks.0.attn.weights");
    CHECK(program.state("zoom") == "model");
    for (const char* stage : {"blocks.0.attn.scores_raw", "blocks.0.mlp.act"}) {
        program.run("key 0\ndoubleclick @node " + std::string(stage));
        CHECK(program.state("stage") == stage);
        CHECK(program.state("zoom") == "stage");
        CHECK(program.state("locked") == "no");  // the release is no click on the picture that came
    }
    program.run("key O");
    const std::string before = program.state("camera");
    program.run("click @mini-map");
    CHECK(program.state("zoom") == "free");
    CHECK(program.state("camera") != before);
}

TEST_CASE("with motion the camera flies for some frames and arrives; without it is there at once") {
    AppOptions options = options_for(decoder);
    options.motion = true;
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nkey 0\nwait-idle");
    const std::string model = program.state("camera");
    program.platform->events().key(Key::f);
    std::set<std::string> seen;
    for (int i = 0; i < 10; ++i) {
        program.app->frame();
        seen.insert(program.state("camera"));
    }
    CHECK(seen.size() > 5);
    program.run("wait-idle");
    const std::string stage = program.state("camera");
    CHECK(stage != model);
    program.run("wait 5");
    CHECK(program.state("camera") == stage);
}

TEST_CASE("the mini-map lies where it covers no box and no title, or as little of them as can be") {
    const auto evaluation = evaluated(model_named("learned decoder"));
    const ModelMap map = map_of(evaluation->trace(), 1.75F);
    const Rect canvas{100, 50, 800, 450};
    const Vec2 size{200, 114};
    const auto covers = [&](const Rect& place, const Camera& camera) {
        int boxes = 0;
        for (const MapNode& node : map.nodes) boxes += overlap(place, camera.to_screen(canvas, node.rect)) ? 1 : 0;
        return boxes;
    };
    const auto inside = [&](const Rect& place) { return holds(canvas, place); };
    for (const MapGroup& group : map.groups) {
        if (group.kind == MapGroup::Kind::stack) continue;
        CAPTURE(group.title);
        const Camera camera = fitted(canvas, group.rect);
        const Rect place = mini_map_place(canvas, size, camera, map, 14, {});
        CHECK(inside(place));
        int least = 1000;
        for (const Vec2 corner : {canvas.min(), Vec2{canvas.right() - size.x, canvas.y},
                                  Vec2{canvas.x, canvas.bottom() - size.y}, canvas.max() - size})
            least = std::min(least, covers({corner.x, corner.y, size.x, size.y}, camera));
        if (least == 0) CHECK(covers(place, camera) == 0);
        // It stays while it covers nothing.
        if (covers(place, camera) == 0) CHECK(mini_map_place(canvas, size, camera, map, 14, place).x == place.x);
    }
    // A place that covers boxes is left for one that does not.
    const Camera camera{map.nodes.back().rect.centre(), 60};
    const Rect over{canvas.centre().x - 100, canvas.centre().y - 57, 200, 114};
    REQUIRE(covers(over, camera) > 0);
    CHECK(covers(mini_map_place(canvas, size, camera, map, 14, over), camera) == 0);
}

TEST_CASE("nearer than its picture fits, the chosen cell stays in sight, whether it comes closer or is moved by key") {
    const Program program(options_for(decoder));
    if (!program) return;
    const std::string map = "blocks.0.attn.scores_raw";
    program.run("wait-idle\nkey 0\ndoubleclick @node " + map + "\nwait-idle\nclick @cell:" + map +
                "[0,11,11]\nwait-idle");
    REQUIRE(program.state("cell") == map + "[0,11,11]");
    const auto seen = [&] {
        program.run("wait 3");
        return holds(program.target("canvas"), program.target("locked cell"));
    };
    for (int i = 0; i < 4; ++i) {
        program.run("key I");
        CHECK(seen());
    }
    REQUIRE(program.state("zoom") == "free");
    for (int i = 0; i < 11; ++i) {
        program.run("key Up\nkey Ctrl+Left");
        CHECK(seen());
    }
    CHECK(program.state("cell") == map + "[0,0,0]");
    // A click on another cell in sight moves nothing.
    const std::string before = program.state("camera");
    program.run("click @cell:" + map + "[0,1,1]\nwait 3");
    CHECK(program.state("cell") == map + "[0,1,1]");
    CHECK(program.state("camera") == before);
}

TEST_SUITE_END();
