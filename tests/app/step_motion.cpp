// A stage that computes itself after a step: only numbers of the record at every instant, more and more of them, and
// the picture at rest at the end.
// ctest: alone 9 s
#include "app/views/walk/step_motion.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>

#include "app/pictures/board/memory.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_cases.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace test::pictures;
using test::Notes;

TEST_SUITE_BEGIN("step_motion");

namespace {

constexpr float instants[] = {0, 0.05F, 0.2F, 0.35F, 0.5F, 0.58F, 0.65F, 0.8F, 0.93F, 0.999F};

/// Places of the record's cells that are drawn, by their index in its memory: what is drawn reads that memory.
std::map<std::ptrdiff_t, Rect> drawn_cells(const Notes& notes, const Record& record) {
    std::map<std::ptrdiff_t, Rect> found;
    const auto count = static_cast<std::ptrdiff_t>(record.shape.count());
    for (const Notes::Heat& heat : notes.heats) {
        const ConstMatrix& m = heat.matrix;
        const std::ptrdiff_t first = m.data - record.value;
        if (m.data < record.value || first >= count) continue;
        const int shown = heat.style.shown < 0 ? m.rows * m.cols : heat.style.shown;
        const float wide = heat.rect.w / static_cast<float>(m.cols), high = heat.rect.h / static_cast<float>(m.rows);
        for (int r = 0; r < m.rows; ++r)
            for (int c = 0; c < m.cols && r * m.cols + c < shown; ++c)
                found[first + r * m.row_stride + c * m.col_stride] = {
                    heat.rect.x + wide * static_cast<float>(c), heat.rect.y + high * static_cast<float>(r), wide, high};
    }
    return found;
}

Notes at_phase(Scene scene, float phase) {
    scene.phase = phase;
    Notes notes;
    picture_of(scene).draw(notes, area, scene, {-1, -1});
    return notes;
}

bool near(const Rect& a, const Rect& b) {
    return std::abs(a.x - b.x) < 0.1F && std::abs(a.y - b.y) < 0.1F && std::abs(a.w - b.w) < 0.1F &&
           std::abs(a.h - b.h) < 0.1F;
}

}  // namespace

TEST_CASE("at every instant only cells of the record are drawn, at their places, and ever more of them") {
    int moving = 0;
    every_stage([&](const Record& record, const Scene& scene) {
        if (!computes_itself(scene)) return;
        // A result that is its operand's memory cannot be told from it.
        for (const int operand : record.operands)
            if (scene.trace().record(operand).value == record.value) return;
        const std::map<std::ptrdiff_t, Rect> rest = drawn_cells(at_phase(scene, 1), record);
        if (rest.empty()) return;
        ++moving;
        std::size_t before = 0;
        for (const float phase : instants) {
            CAPTURE(phase);
            const Notes notes = at_phase(scene, phase);
            const std::map<std::ptrdiff_t, Rect> shown = drawn_cells(notes, record);
            if (phase == 0) CHECK(shown.empty());
            CHECK(shown.size() <= rest.size());
            if (phase < 0.9F) CHECK(shown.size() < rest.size());
            CHECK(shown.size() >= before);
            before = shown.size();
            // Empty: on the background, without a number.
            bool in_place = true, on_ground = true, without_number = true;
            for (const auto& [index, place] : rest) {
                if (const auto found = shown.find(index); found != shown.end()) {
                    in_place = in_place && near(found->second, place);
                    continue;
                }
                const Rect& cell = place;
                on_ground = on_ground && std::ranges::any_of(notes.fills, [&](const Rect& fill) {
                                return fill.contains(cell.centre());
                            });
                for (const Notes::Label& label : notes.labels)
                    if (label.style.align == Align::centre && label.style.anchor == Anchor::middle)
                        without_number = without_number && !cell.contains(label.at);
            }
            CHECK(in_place);
            CHECK(on_ground);
            CHECK(without_number);
        }
        if (rest.size() > 1) CHECK(before > 0);
    });
    CHECK(moving > 100);
}

TEST_CASE("derived numbers on the way are those that the operation derives") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.attn.weights");
    PictureMemory memory;
    const Scene scene{.evaluation = evaluation, .record = id, .memory = &memory};
    static_cast<void>(at_phase(scene, 1));
    const RowSteps& steps = memory.row_steps(id, Cell{{0}});
    const float* const sums = steps.columns[static_cast<std::size_t>(steps.summed)].values.data();
    const auto count = [&](const Notes& notes, const float* from, std::size_t size) {
        int cells = 0;
        for (const Notes::Heat& heat : notes.heats)
            if (heat.matrix.data >= from && heat.matrix.data < from + size)
                cells += heat.style.shown < 0 ? heat.matrix.rows * heat.matrix.cols
                                              : std::min(heat.style.shown, heat.matrix.rows * heat.matrix.cols);
        return cells;
    };
    const int entries = steps.rows * steps.cols;
    int exponentials = 0, summed = 0;
    for (const float phase : instants) {
        CAPTURE(phase);
        const Notes notes = at_phase(scene, phase);
        const int now = count(notes, steps.terms.data(), steps.terms.size());
        const int added = count(notes, sums, static_cast<std::size_t>(steps.rows));
        CHECK(now >= exponentials);
        CHECK(added >= summed);
        if (added > 0) CHECK(now == entries);
        if (!drawn_cells(notes, evaluation.trace().record(id)).empty()) CHECK(added == steps.rows);
        exponentials = now;
        summed = added;
    }
    CHECK(exponentials == entries);
    CHECK(summed == steps.rows);
}

TEST_CASE("a product outlines the row and the column of the cell that is computed, and the cell") {
    const Evaluation& evaluation = *picture_cases().front().evaluation;
    const int id = stage_of(evaluation, "blocks.0.attn.scores_raw");
    PictureMemory memory;
    const Scene scene{.evaluation = evaluation, .record = id, .memory = &memory};
    const std::map<std::ptrdiff_t, Rect> rest = drawn_cells(at_phase(scene, 1), evaluation.trace().record(id));
    const Notes notes = at_phase(scene, 0.2F);  // within the first row, cell by cell
    const auto next = static_cast<std::ptrdiff_t>(drawn_cells(notes, evaluation.trace().record(id)).size());
    const Colour accent = notes.theme().accent;
    const auto cell = std::ranges::find_if(notes.strokes, [&](const Notes::Stroke& s) { return s.colour == accent; });
    REQUIRE(cell != notes.strokes.end());
    CHECK(near(cell->rect, rest.at(next)));
    bool row = false, column = false;
    for (const Notes::Stroke& stroke : notes.strokes) {
        row = row || (std::abs(stroke.rect.y - cell->rect.y) < 0.1F && stroke.rect.right() < cell->rect.x &&
                      stroke.rect.w > 2 * stroke.rect.h);
        column = column || (std::abs(stroke.rect.x - cell->rect.x) < 0.1F && stroke.rect.bottom() < cell->rect.y &&
                            stroke.rect.h > stroke.rect.w);
    }
    CHECK(row);
    CHECK(column);
    CHECK(notes.dashes == 2);
}

TEST_CASE("playing leaves the time that a step has, and none where it is too short") {
    CHECK(playing_motion_seconds(1.6) == doctest::Approx(0.84));
    CHECK(playing_motion_seconds(3.2) == doctest::Approx(1.2));
    CHECK(playing_motion_seconds(0.4) == 0);
    StepMotion motion;
    CHECK(motion.phase() == 1);
    motion.start(1);
    CHECK(motion.phase() == 0);
    motion.advance(0.25);
    CHECK(motion.phase() == doctest::Approx(0.25));
    motion.stop();
    CHECK_FALSE(motion.moving());
    CHECK(motion.phase() == 1);
}

namespace {

AppOptions moving_options(const std::string& stage) {
    AppOptions options = test::window_options(test::decoder);
    options.motion = true;
    options.stage = stage;
    return options;
}

/// Draws frame by frame while the camera is on its way, and until the stage computes itself.
float first_phase(const test::Program& program) {
    float phase = 1;
    for (int i = 0; i < 120 && (phase <= 0 || phase >= 1); ++i) {
        program.app->frame();
        phase = std::stof(program.state("phase"));
    }
    return phase;
}

}  // namespace

TEST_CASE("a step to the next stage lets it compute itself; the next key ends that and acts at once") {
    const test::Program program(moving_options("blocks.0.attn.q"));
    if (!program) return;
    program.run("wait-idle\nmove 2 2\npace 1\nexpect phase=1.00");
    program.run("key Right");
    const std::string stage = program.state("stage");
    CHECK(stage != "blocks.0.attn.q");
    const float phase = first_phase(program);
    CHECK(phase > 0);
    CHECK(phase < 0.5F);
    SUBCASE("it goes on to the picture at rest, and then nothing is drawn") {
        float before = phase;
        for (int i = 0; i < 200 && before < 1; ++i) {
            program.app->frame();
            const float now = std::stof(program.state("phase"));
            CHECK(now >= before);
            before = now;
        }
        CHECK(before == 1);
        program.run("wait-idle");
        CHECK_FALSE(program.app->needs_frame());
    }
    SUBCASE("a key that does something else ends it") {
        program.run("key M");
        CHECK(program.state("phase") == "1.00");
        CHECK(program.state("stage") == stage);
    }
    SUBCASE("another step shows the stage after it, from its beginning") {
        program.run("key Right");
        CHECK(program.state("stage") != stage);
        CHECK(std::stof(program.state("phase")) < 0.5F);
    }
    SUBCASE("a step back is a cut") {
        program.run("key Left");
        CHECK(program.state("stage") == "blocks.0.attn.q");
        CHECK(program.state("phase") == "1.00");
    }
}

TEST_CASE("a stage that has computed itself is the picture without motion") {
    struct Shown {
        std::string stage;
        Image picture;
        Rect canvas;
    };
    const auto step_with = [](bool motion) -> Shown {  // one program at a time
        AppOptions options = moving_options("blocks.0.attn.q");
        options.motion = motion;
        const test::Program program(options);
        if (!program) return {};
        program.run("wait-idle\nkey Right\nwait-idle\nexpect phase=1.00");
        return {program.state("stage"), program.picture(), program.target("canvas")};
    };
    const Shown a = step_with(true), b = step_with(false);
    if (a.stage.empty()) return;
    CHECK(a.stage == b.stage);
    REQUIRE(a.picture.width == b.picture.width);
    REQUIRE(a.canvas == b.canvas);
    std::size_t different = 0;
    for (int y = static_cast<int>(a.canvas.y); y < static_cast<int>(a.canvas.bottom()); ++y)
        for (int x = static_cast<int>(a.canvas.x); x < static_cast<int>(a.canvas.right()); ++x)
            for (int channel = 0; channel < 3; ++channel)
                different += std::abs(a.picture.pixel(x, y)[channel] - b.picture.pixel(x, y)[channel]) > 1 ? 1U : 0U;
    CHECK(different == 0);
}

TEST_CASE("nothing moves by rows, from afar, without animations, or while a key is held down") {
    AppOptions options = moving_options("blocks.0.attn.q");
    SUBCASE("by rows") {
        const test::Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey S\npace 1");
        for (int i = 0; i < 8; ++i) {
            program.run("key Right");
            CHECK(program.state("phase") == "1.00");
        }
    }
    SUBCASE("on the map") {
        const test::Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey O\nkey O\nwait-idle\npace 1\nkey Right");
        CHECK(program.state("phase") == "1.00");
    }
    SUBCASE("without animations") {
        options.motion = false;
        const test::Program program(options);
        if (!program) return;
        program.run("wait-idle\npace 1\nkey Right");
        CHECK(program.state("phase") == "1.00");
    }
    SUBCASE("while a key is held down") {
        const test::Program program(options);
        if (!program) return;
        program.run("wait-idle\npace 1");
        const std::string first = program.state("stage");
        for (int i = 0; i < 3; ++i) {
            program.app->platform().events().push(KeyDown{Key::right, {}, true});
            program.app->frame();
            CHECK(program.state("phase") == "1.00");
        }
        CHECK(program.state("stage") != first);
    }
}

TEST_CASE("a dragged timeline moves within a stage") {
    const test::Program program(moving_options("blocks.0.attn.q"));
    if (!program) return;
    program.run("wait-idle\npace 1");
    const Rect here = program.target("stage blocks.0.attn.q"), next = program.target("stage blocks.0.attn.k");
    const float step = std::abs(next.x - here.x), x = here.centre().x, y = here.centre().y;
    auto& events = program.app->platform().events();
    const auto at = [&](float along) {
        events.push(MouseMove{{x + along * step, y}});
        program.app->frame();
        program.app->frame();
        return std::stof(program.state("phase"));
    };
    static_cast<void>(at(-3));
    events.push(MousePress{Button::left});
    program.app->frame();
    const float early = at(-0.3F), later = at(0.1F), end = at(0.45F);
    CHECK(program.state("stage") == "blocks.0.attn.q");
    CHECK(early == doctest::Approx(0.25).epsilon(0.1));
    CHECK(later == doctest::Approx(0.75).epsilon(0.1));
    CHECK(end == 1);
    events.push(MouseRelease{Button::left});
    program.app->frame();
    program.app->frame();
    CHECK(program.state("phase") == "1.00");
}
