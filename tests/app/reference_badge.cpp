// The mark beside the open model's name: equal to its reference, not, or not compared; and the card of a model that
// this program did not train. Where EGL surfaceless is missing, the tests that draw are skipped.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/sheets/model_card.h"
#include "core/base/file.h"
#include "core/io/reference_file.h"
#include "tests/support/hf_fixture.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

namespace fs = std::filesystem;

fs::path stories_folder() { return source_dir() / "assets" / "models" / "stories260k"; }

/// The program with this folder open, once it has compared.
struct Compared : SettledProgram {
    explicit Compared(const std::string& model) : SettledProgram(shipped_options(model, {1280, 720})) {}
    std::string says() const { return state("reference_says"); }
};

}  // namespace

TEST_SUITE_BEGIN("reference_badge");

TEST_CASE("a model that is equal to its reference has a mark, and one that this program trained has none") {
    const Compared program("stories260k");
    if (!program) return;
    CHECK(program.state("reference") == "equal");
    CHECK(program.says().starts_with("Equal to the reference in the model’s folder: "));
    CHECK(program.says().find(" of a tensor’s largest number apart (tensors compared: ") != std::string::npos);
    const Rect mark = program.target("reference"), model = program.target("model");
    CHECK(mark.x > model.x);
    CHECK(mark.right() < model.right());
    // A change of the run is not one of the weights.
    program.edit({{.record = "blocks.0.attn.heads", .cell = {{0, 0, 0}}, .value = 5}});
    CHECK(program.state("reference") == "equal");

    program.run("key Ctrl+O\ntype Sorting six digits\nkey Enter\nwait-idle\nexpect model=sort");
    CHECK(program.state("reference").empty());
    CHECK(program.says().empty());
}

TEST_CASE("a model that differs from its reference says by how much, and one without one that it was not checked") {
    const TemporaryFolder place;
    Model model = load_model(stories_folder());
    const Parameter* const norm = model.weights.find("final_norm.weight");
    REQUIRE(norm != nullptr);
    const auto numbers = std::make_shared<Tensor>(norm->shape);
    for (float& number : numbers->data) number = 1;
    for (Parameter& parameter : model.weights.parameters)
        if (parameter.name == norm->name) parameter = {norm->name, numbers->shape, numbers->data.data(), numbers};
    const fs::path folder = place / "changed";
    save_model(folder, model);
    for (const std::string_view file : {reference_file, reference_input_file})
        fs::copy_file(stories_folder() / file, folder / file);
    {
        const Compared program(folder.string());
        if (!program) return;
        CHECK(program.state("reference") == "differs");
        CHECK(program.says().starts_with("Differs from the reference in the model’s folder by up to "));
        CHECK(program.says().find("(tensors that differ: 2 of ") != std::string::npos);  // norm, logits
    }
    fs::remove(folder / reference_input_file);
    {
        const Compared program(folder.string());
        if (!program) return;
        CHECK(program.state("reference") == "refused");
        CHECK(program.says().starts_with("Not checked: "));
        CHECK(program.says().find("no input.json") != std::string::npos);
    }
    fs::remove(folder / reference_file);
    const Compared program(folder.string());
    if (!program) return;
    CHECK(program.state("reference") == "not checked");
    CHECK(program.says() == "Not checked: the model’s folder has no expected.safetensors to compare with");
    CHECK(program.app->find_target("reference"));
}

TEST_CASE("the card of a model that others trained says who, and under which license") {
    const auto& models = shipped_models();
    const auto choice = [&](const std::string& name) {
        return choice_of(*std::ranges::find(models, name, &BuiltinModel::name));
    };
    CHECK(origin_text(choice("stories260k")) ==
          "Origin: A. Karpathy’s stories260K (llama2.c), trained on TinyStories. License: MIT, Copyright (c) 2023 "
          "Andrej.");
    CHECK(origin_text(choice("sort")) == "Trained on the task “sort”");
    CHECK(origin_text(ModelChoice{.name = "mine", .title = "", .details = "", .examples = {}}).empty());
}

TEST_SUITE_END();
