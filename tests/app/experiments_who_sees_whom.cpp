// The page on masks and reach through the program's own events: every control, choosing a token in both pictures, and
// that its numbers are what the papers and the core say.
// ctest: alone 8 s
#include <doctest/doctest.h>

#include <string>

#include "core/experiments/who_sees_whom.h"
#include "core/model/mask.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Frames until the page has computed what its controls want.
void finish(const Program& program) { rest_until_done(program, "who_sees_whom_done"); }

/// The program with its page computed.
struct ReachProgram : SettledProgram {
    explicit ReachProgram(const AppOptions& options) : SettledProgram(options) {
        if (app) finish(*this);
    }
    void run(const std::string& script) const {
        SettledProgram::run(script);
        finish(*this);
    }
};

AppOptions reach_options(ViewValues values = {}, PixelSize size = {1280, 720}) {
    AppOptions options = window_options(decoder, size);
    options.view = "experiments";
    values["mode"] = "\"who-sees-whom\"";
    options.view_values = values;
    options.theme = "dark";
    options.text_scale = 1;
    return options;
}

int number(const Program& program, const std::string& name) {
    return std::stoi(program.state("who_sees_whom_" + name));
}

std::string place_of(const char* kind) { return std::to_string(find_mask(kind) - all_masks().data()); }

/// A click at a share of a picture's width and height.
void click(const Program& program, const std::string& target, float x, float y) {
    const Rect place = program.target(target);
    program.platform->events().click({place.x + x * place.w, place.y + y * place.h});
    finish(program);
}

}  // namespace

TEST_SUITE_BEGIN("experiments_who_sees_whom");

TEST_CASE("a strided mask of 24 tokens: its pairs, and all earlier tokens in two layers") {
    const ReachProgram program(reach_options());
    if (!program) return;
    program.run(
        "expect who_sees_whom_mask=strided\nexpect who_sees_whom_number=5\nexpect who_sees_whom_tokens=24\n"
        "expect who_sees_whom_layers=3\nexpect who_sees_whom_token=24");
    const MaskConfig mask{.kind = find_mask("strided"), .number = 5};
    CHECK(number(program, "pairs") == mask_pairs(mask, 24, false));
    CHECK(number(program, "reached") == 24 * 25 / 2);
    // The last five, and 18 − 5 · 0 … back by fives: 23, 18, 13, 8, 3 counted from 0, of which 23 is near.
    CHECK(program.state("who_sees_whom_counts") == "1,9,24,24");
    CHECK(number(program, "pairs_at_4096") == mask_pairs(mask, 4096, false));
    CHECK(number(program, "root_at_4096") == mask_pairs({.kind = find_mask("strided"), .number = 64}, 4096, false));
    CHECK(number(program, "root_at_4096") < 1.5 * 4096 * 64);
}

TEST_CASE("every control of the page moves its number, and undo takes it back") {
    for (const MaskKind& kind : all_masks()) {
        const ReachProgram program(reach_options({{"who-sees-whom.pattern", place_of(kind.name.data())}}));
        if (!program) return;
        CAPTURE(kind.name);
        CHECK(program.state("who_sees_whom_mask") == kind.name);
        const int before = number(program, "number");
        CHECK((before > 0) == kind.number.has_value());
        CHECK(program.app->find_target("experiment stride").has_value() ==
              (kind.number && kind.number->key == "stride"));
        if (!kind.number) continue;
        click(program, "experiment " + std::string(kind.number->key), 0.6F, 0.5F);
        CHECK(number(program, "number") > before);
        const Reach expected({.mask = {.kind = &kind, .number = number(program, "number")}, .tokens = 24, .layers = 3});
        CHECK(number(program, "pairs") == static_cast<int>(expected.pairs()));
        CHECK(number(program, "reached") == static_cast<int>(expected.reached()));
        program.run("key Ctrl+Z\nwait-idle");
        CHECK(number(program, "number") == before);
    }
    const ReachProgram program(reach_options());
    click(program, "experiment tokens", 0.6F, 0.5F);
    CHECK(number(program, "tokens") > 24);
    CHECK(number(program, "token") == number(program, "tokens"));  // the last one stays the last
    click(program, "experiment layers", 0.7F, 0.5F);
    CHECK(number(program, "layers") > 3);
    program.run("click @experiment pattern\nkey Up\nkey Up\nkey Up\nkey Up\nkey Enter");
    CHECK(program.state("who_sees_whom_mask") == "none");
    CHECK(number(program, "pairs") == number(program, "tokens") * number(program, "tokens"));
}

TEST_CASE("with kept segments a token depends on one segment more with each layer; a click chooses the token") {
    const ReachProgram program(
        reach_options({{"who-sees-whom.pattern", place_of("segments")}, {"who-sees-whom.segment", "4"}}));
    if (!program) return;
    CHECK(program.state("who_sees_whom_counts") == "1,8,12,16");
    click(program, "who_sees_whom map", 0.1F, 9.5F / 24);
    CHECK(number(program, "token") == 10);
    CHECK(program.state("who_sees_whom_counts") == "1,6,10,10");
    click(program, "who_sees_whom paths", 14.5F / 24, 0.9F);
    CHECK(number(program, "token") == 15);
    program.run("key Left\nwait-idle\nexpect who_sees_whom_token=14\nkey Right\nkey Right\nwait-idle");
    CHECK(number(program, "token") == 16);
}

TEST_CASE("the pairs are shared out of the causal ones where no query attends to later keys; one block has steps") {
    const auto opened = [](const char* mask) {
        return ReachProgram(reach_options({{"who-sees-whom.pattern", place_of(mask)}}));
    };
    for (const char* mask : {"causal", "strided", "window", "prefix", "none"}) {
        CAPTURE(mask);
        const ReachProgram program = opened(mask);
        if (!program) return;
        const std::string share = program.state("who_sees_whom_causal_share");
        const MaskConfig chosen{.kind = find_mask(mask), .number = number(program, "number")};
        const bool earlier = mask_pairs(chosen, 24, false) <= 24 * 25 / 2 && !chosen.kind->sees(3, 7, chosen.number) &&
                             !chosen.kind->sees(0, 1, chosen.number);
        CHECK(share.empty() == !earlier);
        if (earlier) CHECK(std::stod(share) == doctest::Approx(mask_pairs(chosen, 24, false) / 300.0));
    }
    const ReachProgram program = opened("window");
    const std::string counts = program.state("who_sees_whom_counts");
    CHECK(program.state("who_sees_whom_shared") == "no");
    click(program, "experiment shared", 0.5F, 0.5F);
    CHECK(program.state("who_sees_whom_shared") == "yes");
    CHECK(program.state("who_sees_whom_counts") == counts);  // as many layers reach as far
    click(program, "experiment layers", 0.7F, 0.5F);
    CHECK(number(program, "layers") > 3);
    CHECK(program.state("who_sees_whom_counts").size() > counts.size());
}

TEST_CASE("the map's legend has the depths that the map has, and no other") {
    struct Case {
        const char* mask;
        int deepest;
        bool never;
    };
    // Of eight layers: causal attention needs one for every earlier key, dense attention for all.
    for (const Case& wanted : {Case{"causal", 1, true}, Case{"none", 1, false}, Case{"window", 8, true}}) {
        CAPTURE(wanted.mask);
        const ReachProgram program(reach_options(
            {{"who-sees-whom.pattern", place_of(wanted.mask)}, {"who-sees-whom.layers", "8"}}, {1920, 1080}));
        if (!program) return;
        const auto& there = program.app->targets();
        CHECK(there.contains("who_sees_whom legend " + std::to_string(wanted.deepest)));
        CHECK_FALSE(there.contains("who_sees_whom legend " + std::to_string(wanted.deepest + 1)));
        CHECK(there.contains("who_sees_whom legend never") == wanted.never);
    }
}

TEST_SUITE_END();
