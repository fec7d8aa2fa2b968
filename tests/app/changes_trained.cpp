// The sheet of changes and the models that were trained with a switch: which one differs in what, and how it is opened.
// Where EGL surfaceless is missing, the tests that draw are skipped.
// ctest: alone 2 s
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "app/sheets/trained_variants.h"
#include "tests/support/shipped_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("changes");

TEST_CASE(
    "changes: variants of the open model are found by their configs, and a switch names the one that has its value") {
    std::vector<ModelChoice> models;
    for (const BuiltinModel& row : shipped_models()) models.push_back(choice_of(row));
    const auto config_of = [](const char* name) {
        const auto& all = shipped_models();
        return std::ranges::find(all, std::string(name), &BuiltinModel::name)->config;
    };
    const ModelConfig open = config_of("coreference-full");
    const std::vector<TrainedVariant> variants = trained_variants("coreference-full", open, models);
    REQUIRE(variants.size() == 6);  // five of the task, and the one of the same sentences without MLPs
    CHECK(std::ranges::count(variants, "coreference", &TrainedVariant::name) == 1);
    const auto with = [&](const char* key, const std::function<bool(const ModelConfig&)>& same) {
        const TrainedVariant* const found = variant_with(variants, key, same);
        return found == nullptr ? std::string() : found->name;
    };
    const auto post = [](const ModelConfig& c) { return c.norm_placement == NormPlacement::post; };
    CHECK(with("norm_placement", post) == "coreference-full-post-norm");
    CHECK(with("norm", [](const ModelConfig& c) { return c.norm == Norm::rmsnorm; }) == "coreference-full-rmsnorm");
    CHECK(with("norm", [](const ModelConfig& c) { return c.norm == Norm::none; }).empty());
    CHECK(with("activation", [](const ModelConfig&) { return true; }).empty());  // LLaMA's differs in more than that
    for (const TrainedVariant& variant : variants) {
        CAPTURE(variant.name);
        const TrainedVariant* const same = variant_of(variants, *variant.config);
        REQUIRE(same != nullptr);
        CHECK(same->name == variant.name);
        // And back: the model that is open is a variant of each of its variants, in as many keys.
        const auto back = trained_variants("coreference-full", *variant.config, models);
        const auto found = std::ranges::find(back, "coreference-full", &TrainedVariant::name);
        REQUIRE(found != back.end());
        CHECK(found->differences.size() == variant.differences.size());
    }
    CHECK(variant_of(variants, open) == nullptr);
    CHECK(differences_text(variants.front()) == "Norm placement: post-norm");
    CHECK(trained_variants("", open, models).empty());
    // Tasks of the same texts that ask the same; k-back-1 asks another thing of those of k-back-3.
    const auto of_task = [&](const char* name) {
        const auto& all = shipped_models();
        return trained_variants(std::ranges::find(all, std::string(name), &BuiltinModel::name)->card.task,
                                config_of(name), models);
    };
    CHECK(std::ranges::count(of_task("roles"), "roles-one-head", &TrainedVariant::name) == 1);
    CHECK(std::ranges::count(of_task("induction-one-layer"), "induction", &TrainedVariant::name) == 1);
    CHECK(std::ranges::count(of_task("recall-rnn"), "recall-lstm", &TrainedVariant::name) == 1);
    // The nine models of an encoding each are variants of each other, the learned one with its own number of rows too.
    const auto of_rope = trained_variants("k-back-3", config_of("k-back-3-rope"), models);
    CHECK(of_rope.size() == 8);
    CHECK(std::ranges::all_of(of_rope, [](const TrainedVariant& v) {
        return v.differences.size() == 1 && v.differences.front().key == "positional.kind";
    }));
}

TEST_CASE("changes: the sheet opens and compares the model that was trained for a switch, or says that none was") {
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.stage = "blocks.1.attn.weights";
    const Program program(options);
    if (!program) return;
    program.run(R"(
wait-idle
key A
wait 2
expect trained_for=
move @changes column
wheel -6
wait 2
click @switch norm none
wait-idle
wait 2
expect changes=1
expect trained_for=norm: none
click @switch norm rmsnorm
wait-idle
wait 2
expect trained_for=norm: coreference-full-rmsnorm
click @switch norm_placement post
wait-idle
wait 2
expect trained_for=norm: coreference-full-rmsnorm; norm_placement: coreference-full-post-norm
click @trained norm_placement compare
wait-idle
wait 5
expect view=compare
expect compare_b_model=coreference-full-post-norm
expect model=coreference-full
expect changes=2
)");
    CHECK(program.state("compare_b_inputs").find("norm_placement") == std::string::npos);  // as it was trained
    program.run(R"(
click @trained norm open
wait-idle
wait 5
expect model=coreference-full-rmsnorm
expect changes=0
expect architecture=
)");
    CHECK(program.app->session().inputs().text.starts_with("The animal"));
}

TEST_CASE("changes: a value that the weights do not hold is offered in the model that was trained with it") {
    for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{640, 480}}) {  // beside the picture and over it
        CAPTURE(size.width);
        const bool beside = size.width > 1000;
        const Program program(shipped_options("k-back-3-rope", size));
        if (!program) return;
        program.run("wait-idle\nkey A\nwait 2\nmove " + std::string(beside ? "@changes column" : "320 300"));
        program.run("click @switch positional.kind shaw\nwait-idle\nwait 2\nexpect changes=0\nexpect refused!=");
        program.run("click @trained refused open\nwait-idle\nwait 3\nexpect model=k-back-3-shaw\nexpect changes=0");
    }
}

TEST_SUITE_END();
