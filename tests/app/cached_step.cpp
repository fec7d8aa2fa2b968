// The walk's page of one step with a KV cache: opened and left by button, palette and Esc, its stages by keys and
// clicks, each drawn for every decoder; the numbers shown are the last row's, and what has no such step says why.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "app/pictures/board/memory.h"
#include "app/pictures/board/picture.h"
#include "core/generate/cached_step.h"
#include "tests/support/notes_painter.h"
#include "tests/support/picture_models.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

void expect_soon(const SettledProgram& program, const std::string& state, const std::string& value) {
    CHECK_MESSAGE(comes_true([&] {
                      program.run("wait 1");
                      return program.state(state) == value;
                  }),
                  state, " is ", program.state(state), ", not ", value);
}

/// On the page, with its step computed.
void open_cached(const SettledProgram& program) {
    program.run("click @stage blocks.0.attn.scores_raw\nwait-idle\nclick @cached button");
    expect_soon(program, "cached", "yes");
}

}  // namespace

TEST_SUITE_BEGIN("cached_step");

TEST_CASE("every stage of a cached step is drawn, one row of queries before all keys") {
    int drawn = 0;
    for (const PictureModel& model : picture_models()) {
        const auto whole = evaluated(model);
        if (!no_cached_step(*whole).empty()) continue;
        CAPTURE(model.name);
        const CachedStep step = cached_step(*whole);
        const Trace& trace = step.evaluation->trace();
        if (step.largest != 0) {  // wide products add in another order
            float most = 0;
            const Record& at = trace.record(trace.find(step.largest_at));
            for (std::size_t e = 0; e < at.shape.count(); ++e) most = std::max(most, std::abs(*at.entries(e, 1)));
            CHECK(step.largest < 1e-5 * static_cast<double>(most));
        }
        PictureMemory memory;
        for (const Record& record : trace.records()) {
            if (record.kind == Record::Kind::parameter) continue;
            CAPTURE(record.name);
            Notes painter;
            memory.read(*step.evaluation);
            const Scene scene{
                .evaluation = *step.evaluation, .record = record.id, .memory = &memory, .kept = step.kept};
            CHECK_FALSE(picture_of(record).draw(painter, {0, 0, 1200, 600}, scene, {-1, -1}));
            for (int d = 0; d < record.shape.rank(); ++d)
                for (int i = 0; i < record.shape.size(d); ++i)
                    CHECK_FALSE(label_of(*step.evaluation, record, d, i).empty());
            ++drawn;
        }
    }
    CHECK(drawn > 50);
}

TEST_CASE("the page opens at a decoder's attention, steps through its stages and leaves to the whole pass") {
    AppOptions options = shipped_options("agreement-causal", {1280, 720});
    options.theme = "light";
    const SettledProgram program(options);
    if (!program) return;
    open_cached(program);
    const int tokens = std::stoi(program.state("tokens"));
    program.run("expect zoom=cached\nexpect cached_stage=blocks.0.attn.scores_raw\nexpect cached_difference=0");
    CHECK(program.state("cached_kept") == std::to_string(tokens - 1));
    // The stages of the cache, which the whole pass does not have.
    program.run(
        "click @cached blocks.0.attn.all_k\nwait-idle\nexpect cached_stage=blocks.0.attn.all_k\nexpect zoom=cached");
    program.run("key Left\nwait-idle\nexpect cached_stage=blocks.0.attn.past_k\nkey Right\nwait-idle");
    program.run(
        "click @cached blocks.0.attn.weights\nwait-idle\nexpect stage=blocks.0.attn.weights\nexpect zoom=cached");
    // The cursor of the whole pass leads the page.
    program.run("click @stage blocks.0.attn.v\nwait-idle\nexpect cached_stage=blocks.0.attn.v\nexpect zoom=cached");
    program.run("key E\nwait-idle\nexpect zoom=cached\nexpect edits=0");
    program.run("click @cached leave\nwait-idle\nexpect zoom=stage\nexpect stage=blocks.0.attn.v\nexpect cached=no");
    open_cached(program);
    program.run("key Esc\nwait-idle\nexpect zoom=stage");
    // Another text is another step.
    open_cached(program);
    const int before = std::stoi(program.state("cached_kept"));
    program.run("key Ctrl+L\nkey End\nkey Ctrl+Backspace\nkey Enter\nwait-idle");
    expect_soon(program, "cached", "yes");
    CHECK(std::stoi(program.state("cached_kept")) != before);
    program.run("key Ctrl+Z\nwait-idle");
    expect_soon(program, "cached_kept", std::to_string(before));
    // Over another page its keys are that page's.
    program.run("key Shift+0\nwait-idle\nexpect zoom=story\nkey Enter\nwait-idle\nexpect zoom=stage");
}

TEST_CASE("where there is no room for chips, the stages are a list; the palette opens the page too") {
    AppOptions options = shipped_options("agreement-causal", {1280, 720});
    options.text_scale = 2;
    options.stage = "blocks.0.attn.scores_raw";
    const SettledProgram program(options);
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+K\ntype KV cache\nkey Enter");
    expect_soon(program, "cached", "yes");
    CHECK_FALSE(program.app->find_target("cached blocks.0.attn.all_k"));
    const Rect list = program.target("cached stages"), previous = program.target("cached previous");
    CHECK(list.right() <= previous.x);
    program.run("click @cached stages\nwait 2\nkey Down\nkey Enter\nwait-idle\nexpect zoom=cached");
    CHECK(program.state("cached_stage") != "blocks.0.attn.scores_raw");
}

TEST_CASE("the menu of a decoder's attention stages offers the page, and no other stage's") {
    const SettledProgram program(shipped_options("agreement-causal", {1280, 720}));
    if (!program) return;
    const auto menu_of = [&](const std::string& stage) {
        program.run("key 0\nwait-idle\nrightclick @node " + stage + "\nwait 2");
        const std::string menu = program.state("menu");
        program.run("key Esc\nwait 2");
        return menu;
    };
    CHECK(menu_of("blocks.0.attn.v").find("KV cache") != std::string::npos);
    const std::string other = menu_of("blocks.0.resid_mid");
    CHECK(other.find("breakpoint") != std::string::npos);
    CHECK(other.find("KV cache") == std::string::npos);
}

TEST_CASE("the page is kept in a session file, and a run without such a step says why") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "kept.glassformer";
    {
        const SettledProgram program(shipped_options("agreement-causal", {1280, 720}));
        if (!program) return;
        open_cached(program);
        std::ofstream(file) << to_text(program.app->session_now());
    }
    AppOptions options = shipped_options("sentiment-but", {1280, 720});
    options.open = file;
    const SettledProgram again(options);
    if (!again) return;
    again.run("wait-idle\nexpect model=agreement-causal\nexpect zoom=cached");
    expect_soon(again, "cached", "yes");
    const SettledProgram other(shipped_options("sentiment-but", {1280, 720}));
    other.run("click @stage blocks.0.attn.scores_raw\nwait-idle");
    CHECK_FALSE(other.app->find_target("cached button"));
}

TEST_SUITE_END();
