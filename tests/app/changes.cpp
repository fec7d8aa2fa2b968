// Changing a run in the window: switches of the architecture, heads, painted masks, tokens, and the run without the
// changes while a key is held. Where EGL surfaceless is missing, the tests that draw are skipped.
// ctest: alone 9 s
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "app/views/explanation/cards.h"
#include "app/views/shared/architecture_switches.h"
#include "app/views/shared/changed_stages.h"
#include "core/base/error.h"
#include "core/model/patched_model.h"
#include "core/session/edit_text.h"
#include "core/session/intervention.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

AppOptions at_stage(const std::string& model, const std::string& stage,
                    const std::string& text = "the cat sat on the mat") {
    AppOptions options = options_for(model);
    options.inputs.text = text;
    options.stage = stage;
    return options;
}

/// Every switch of every model that the pictures are drawn of, with inputs that change nothing.
void for_each_switch(
    const std::function<void(const std::shared_ptr<const Model>&, const Inputs&, const ArchitectureSwitch&)>& f) {
    for (const PictureModel& from : picture_models()) {
        const std::shared_ptr<const Model> model = make_model(from);
        const Inputs inputs{.model = from.name, .text = from.text, .target = {}, .edits = {}};
        CAPTURE(from.name);
        for (const ArchitectureSwitch& what : all_switches()) {
            CAPTURE(what.key);
            if (what.applies(model->config)) f(model, inputs, what);
        }
    }
}

}  // namespace

TEST_SUITE_BEGIN("changes");

TEST_CASE("changes: every switch at the model's own value changes nothing, and at another one exactly its key") {
    for_each_switch(
        [&](const std::shared_ptr<const Model>& model, const Inputs& inputs, const ArchitectureSwitch& what) {
            const std::string own = what.value(model->config);
            CHECK(with_switch(model, inputs, what, own, 6) == inputs);
            std::string other = own == "true" ? "false" : "true";
            if (what.kind == ArchitectureSwitch::Kind::number) other = decimal(std::sqrt(what.low * what.high));
            if (what.kind == ArchitectureSwitch::Kind::whole) other = own == "2" ? "3" : "2";
            if (what.kind == ArchitectureSwitch::Kind::choice)
                for (const SwitchOption& option : what.options())
                    if (option.name != own) other = option.name;
            if (other == own) return;
            try {
                const Inputs changed = with_switch(model, inputs, what, other, 6);
                CHECK(what.value(patched_model(model, changed.architecture)->config) == other);
                CHECK(with_switch(model, changed, what, own, 6) == inputs);
            } catch (const Error& error) {  // its weights do not allow it: one sentence that names the key
                CHECK(std::string(error.what()).find(what.key.substr(0, what.key.find('.'))) != std::string::npos);
            }
        });
}

TEST_CASE("changes: what the weights do not hold is said in the words of the sheet, not in those of config.json") {
    int refused = 0;
    for_each_switch(
        [&](const std::shared_ptr<const Model>& model, const Inputs& inputs, const ArchitectureSwitch& what) {
            if (what.kind != ArchitectureSwitch::Kind::choice) return;
            for (const SwitchOption& option : what.options()) {
                const std::string said = refusal(model, inputs, what, option.name, 6);
                bool taken = true;
                try {
                    static_cast<void>(with_switch(model, inputs, what, option.name, 6));
                } catch (const Error&) {
                    taken = false;
                }
                CAPTURE(said);
                CHECK(said.empty() == taken);
                if (taken) continue;
                ++refused;
                CHECK(said.find(what.title) == 0);
                CHECK(said.find("“" + option.title + "”") != std::string::npos);
                CHECK(said.find("parameter") == std::string::npos);
                CHECK(said.find('"') == std::string::npos);
                CHECK(said.find(".weight") == std::string::npos);
            }
        });
    CHECK(refused > 50);
    const auto model = make_model(model_named("t5 encoder, classifier by mean"));
    const auto positions = std::ranges::find(all_switches(), "positional.kind", &ArchitectureSwitch::key);
    REQUIRE(positions != all_switches().end());
    Inputs inputs;
    inputs.text = model_named("t5 encoder, classifier by mean").text;
    CHECK(refusal(model, inputs, *positions, "learned", 6) ==
          "Positions, “Learned”: needs trained position vectors, which this model does not have.");
}

TEST_CASE("changes: the sheet switches the architecture, refuses what the weights do not hold, and takes all back") {
    const Program program(at_stage(decoder, "blocks.0.attn.weights"));
    if (!program) return;
    program.run(R"(
wait-idle
expect changes=0
key A
expect changes_sheet=yes
click @switch mask.kind window
wait-idle
expect changes=1
expect change_list=Mask: window 2
expect refused=
click @switch positional.kind shaw
wait-idle
expect changes=1
expect refused!=
move @changes column
wheel -40
wait 2
click @switch attention_scale none
wait-idle
expect changes=2
expect refused=
click @switch residual
wait-idle
expect changes=3
click @take back 2
wait-idle
expect changes=2
expect change_list=Mask: window 2; Residual connections: off
move @changes column
wheel 40
wait 2
click @switch mask.kind causal
wait-idle
expect change_list=Residual connections: off
key Ctrl+Z
wait-idle
expect changes=2
move @changes column
wheel -40
wait 2
click @take all back
wait-idle
expect changes=0
expect architecture=
key Ctrl+Z
wait-idle
expect changes=2
key Esc
expect changes_sheet=no
click @changes
expect changes_sheet=yes
key A
expect changes_sheet=no
key R
wait-idle
expect changes=0
)");
}

TEST_CASE("changes: a temperature set with the slider is one step for undo, and the weights follow it") {
    const Program program(at_stage(decoder, "blocks.0.attn.scores_scaled"));
    if (!program) return;
    program.run("wait-idle\nclick @cell:blocks.0.attn.scores_scaled[0,4,1]\nwait-idle");
    const double before = std::stod(program.state("value"));
    program.run("key A\nwait 2\nmove @changes column\nwheel -40\nwait 2");
    const Rect slider = program.target("switch attention_temperature");
    const auto point = [&](float share) {
        return std::to_string(slider.x + share * slider.w) + " " + std::to_string(slider.centre().y);
    };
    program.run("drag " + point(0.5F) + " " + point(0.75F) + "\nwait-idle\nkey Esc\nexpect changes=1");
    const auto shown = program.app->session().shown();
    REQUIRE(shown.current);
    const auto temperature = static_cast<double>(shown.current->model().config.attention_temperature);
    CHECK(temperature > 2);
    CHECK(temperature < 5);
    CHECK(std::stod(program.state("value")) == doctest::Approx(before / temperature).epsilon(1e-4));
    program.run("key Ctrl+Z\nwait-idle\nexpect changes=0");
    CHECK(std::stod(program.state("value")) == doctest::Approx(before).epsilon(1e-6));
}

TEST_CASE("changes: a head is switched off and on, its result is zero, and the stages behind it differ") {
    AppOptions options = at_stage(decoder, "blocks.0.attn.heads");
    options.head = 1;
    const Program program(options);
    if (!program) return;
    program.run(R"(
wait-idle
expect head_off=no
expect differing=0
key X
wait-idle
expect head_off=yes
expect changes=1
expect change_list=Head 2 is off: Block 1, Self-attention
click @cell:blocks.0.attn.heads[1,4,1]
wait-idle
expect value=0
click @head 1
expect head_off=no
click @head 2
expect head_off=yes
expect stage=blocks.0.attn.heads
)");
    const Session::Snapshot shown = program.app->session().shown();
    REQUIRE(shown.unedited);
    const Trace &now = shown.current->trace(), &before = shown.unedited->trace();
    int differing = 0;
    for (const int id : now.stages()) {
        bool same = true;  // by hand, entry by entry
        const ConstView a = now.record(id).view(), b = before.record(id).view();
        for (std::size_t i = 0; i < a.shape.count(); ++i) same = same && a.data[i] == b.data[i];
        CHECK(differ(now.record(id), before.record(id)) == !same);
        differing += same ? 0 : 1;
    }
    CHECK(differing > 1);
    CHECK(program.state("differing") == std::to_string(differing));
    CHECK_FALSE(
        differ(now.record(now.find("blocks.0.attn.weights")), before.record(before.find("blocks.0.attn.weights"))));
    program.run("key X\nwait-idle\nexpect head_off=no\nexpect changes=0\nexpect differing=0");
    program.run("key Home\nkey X\nexpect changes=0");  // of no attention
}

TEST_CASE("changes: every view says that there are some, and opens their list, in large and in small windows") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{640, 400}})
        for (const float scale : {1.0F, 2.0F}) {
            CAPTURE(size.width);
            CAPTURE(scale);
            AppOptions options = at_stage(decoder, "blocks.0.attn.scores_scaled");
            options.size = size;
            options.text_scale = scale;
            options.inputs.edits = {{"blocks.0.attn.scores_scaled", {{0, 4, 1}}, 9.5F}};
            const Program program(options);
            if (!program) return;
            program.run("wait-idle\nexpect changes=1");
            for (int view = 1; view <= 6; ++view) {
                CAPTURE(view);
                program.run("key " + std::to_string(view) + "\nwait 2");
                const auto chip = program.app->find_target("changes");
                REQUIRE(chip);
                CHECK(chip->x > 0);
                CHECK(chip->right() < static_cast<float>(size.width));
                const auto model = program.app->find_target("model");
                REQUIRE(model);
                CHECK(model->right() <= chip->x);
                program.run("click @changes\nexpect changes_sheet=yes\nkey Esc\nexpect changes_sheet=no");
            }
            program.run("key 1\nkey R\nwait-idle\nexpect changes=0\nwait 2");
            CHECK_FALSE(program.app->targets().contains("changes"));
        }
}

TEST_CASE("changes: the original is shown while its key is held") {
    AppOptions options = at_stage(decoder, "blocks.0.attn.scores_scaled");
    options.inputs.edits = {{"blocks.0.attn.scores_scaled", {{0, 4, 1}}, 9.5F}};
    options.cell = "blocks.0.attn.scores_scaled[0,4,1]";
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nexpect value≈9.5\nexpect original=no\nexpect changes=1");
    program.run("hold Z\nexpect original=yes\nexpect value!=9.5\nexpect changes=1");
    const auto shown = program.app->session().shown();
    const Trace& before = shown.unedited->trace();
    const float computed = before.value(before.find("blocks.0.attn.scores_scaled"), {{0, 4, 1}});
    CHECK(std::stof(program.state("value")) == doctest::Approx(computed));
    program.run("release Z\nexpect original=no\nexpect value≈9.5");
    program.run("key Ctrl+L\nhold V\nexpect original=no\nrelease V\nkey Esc");  // a letter of the text
}

TEST_CASE("changes: the mask is painted with the mouse and by key, one stroke one step, and Del takes a cell back") {
    const Program program(at_stage(decoder, "blocks.0.attn.weights"));
    if (!program) return;
    program.run(R"(
wait-idle
hold Shift
click @cell:blocks.0.attn.weights[0,4,1]
wait-idle
release Shift
expect changes=1
expect change_list=“the” (5) cannot attend to “cat” (2)
expect locked=no
wait 40
click @cell:blocks.0.attn.weights[0,4,1]
wait-idle
expect value=0
)");
    // What is left sums to one: the arithmetic follows the mask.
    const auto shown = program.app->session().shown();
    const Trace& trace = shown.current->trace();
    const int weights = trace.find("blocks.0.attn.weights");
    float sum = 0;
    for (int key = 0; key <= 4; ++key) sum += trace.value(weights, {{0, 4, key}});
    CHECK(sum == doctest::Approx(1));
    program.run(R"(
key Del
wait-idle
expect changes=0
expect value!=0
key Y
wait-idle
expect changes=1
expect value=0
key Y
wait-idle
expect changes=0
hold Shift
drag @cell:blocks.0.attn.weights[0,5,0] @cell:blocks.0.attn.weights[0,5,3]
wait-idle
release Shift
expect changes=4
key Ctrl+Z
wait-idle
expect changes=0
hold Shift
click @cell:blocks.0.attn.weights[0,1,4]
wait-idle
release Shift
expect change_list=“cat” (2) can attend to “the” (5)
)");
}

TEST_CASE(
    "changes: an edited cell is listed in the words of the picture, and the softmax says that its row is broken") {
    const Program program(at_stage(decoder, "blocks.0.attn.weights"));
    if (!program) return;
    program.run("wait-idle\nclick @cell:blocks.0.attn.weights[0,3,1]\nkey E\nkey Ctrl+A\ntype 5\nkey Enter\nwait-idle");
    const auto unedited = program.app->session().shown().unedited;
    REQUIRE(unedited);
    const float before = unedited->trace().value(unedited->trace().find("blocks.0.attn.weights"), {{0, 3, 1}});
    program.run("expect change_list=Block 1, head 1: A[on, cat] " + number_text(static_cast<double>(before)) +
                " → 5.00");
    // The list comes first, with an undo in each line; the switches are below it.
    program.run("click @changes\nwait-idle");
    const auto switches = program.app->targets().lower_bound("switch ");
    REQUIRE(switches != program.app->targets().end());
    REQUIRE(switches->first.starts_with("switch "));
    CHECK(program.target("take back 1").bottom() <= switches->second.y);
    program.run("click @changes\nwait-idle");
    Inputs inputs = program.app->session().inputs();
    const auto sentence = [&](const char* stage) {
        return sentence_of(program.trace(), program.trace().record(program.trace().find(stage)));
    };
    CHECK(sentence("blocks.0.attn.weights").ends_with("You edited a weight, so its row no longer sums to 1."));
    CHECK(sentence("probs").find("no longer") == std::string::npos);
    inputs.edits = {{"blocks.0.attn.weights", {{1, Cell::all, 2, 0}}, 0.25F}};
    program.app->session().set(inputs);
    program.run("wait-idle\nexpect change_list=Block 1, head 2: A[all, sat] = 0.25");
}

TEST_CASE("changes: R resets them in every view that shows the run, also those of the architecture alone") {
    const Program program(at_stage(decoder, "blocks.0.attn.weights"));
    if (!program) return;
    program.run("wait-idle");
    for (const char* view : {"1", "2", "3", "4", "5"}) {
        CAPTURE(view);
        Inputs inputs = program.app->session().inputs();
        inputs.architecture = R"({"residual":false})";
        program.app->session().set(inputs);
        program.run("key " + std::string(view) + "\nwait-idle\nexpect changes=1\nkey R\nwait-idle\nexpect changes=0");
    }
}

TEST_SUITE_END();
