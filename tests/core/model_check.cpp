// Whether a model is what its reference says, and what is found of one that has none.
// ctest: optimised too
#include "core/analysis/model_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/io/reference_file.h"
#include "tests/support/hf_fixture.h"
#include "tests/support/import_folder.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Model> opened(const fs::path& folder) {
    return std::make_shared<const Model>(load_model(folder));
}

fs::path stories() { return test::source_dir() / "assets" / "models" / "stories260k"; }

const ModelCheck::Row& row_of(const ModelCheck& check, const std::string& begin) {
    const auto row = std::ranges::find_if(check.rows, [&](const auto& one) { return one.name.starts_with(begin); });
    REQUIRE(row != check.rows.end());
    return *row;
}

/// The shipped stories with one number of one parameter changed.
void write_changed(const fs::path& folder, const std::string& name, float factor) {
    Model model = load_model(stories());
    const auto parameter = std::ranges::find(model.weights.parameters, name, &Parameter::name);
    REQUIRE(parameter != model.weights.parameters.end());
    const auto numbers = std::make_shared<Tensor>(parameter->shape);
    std::copy(parameter->data, parameter->data + parameter->shape.count(), numbers->data.begin());
    numbers->data[0] *= factor;
    parameter->data = numbers->data.data();
    parameter->owner = numbers;
    save_model(folder, model);
    for (const std::string_view file : {reference_file, reference_input_file})
        fs::copy_file(stories() / file, folder / file);
}

constexpr const char* tied_llama =
    R"({"model_type":"llama","architectures":["LlamaForCausalLM"],"vocab_size":5,"hidden_size":4,"intermediate_size":8,)"
    R"("num_hidden_layers":1,"num_attention_heads":2,"max_position_embeddings":6,"tie_word_embeddings":true})";

test::ImportFolder llama_folder() {
    test::ImportFolder folder;
    folder.add("model.embed_tokens.weight", {5, 4});
    for (const char* norm : {"layers.0.input_layernorm", "layers.0.post_attention_layernorm", "norm"})
        folder.norm(std::string("model.") + norm, 4, false);
    for (const char* part : {"q", "k", "v", "o"})
        folder.linear(std::string("model.layers.0.self_attn.") + part + "_proj", 4, 4, false);
    folder.linear("model.layers.0.mlp.gate_proj", 8, 4, false);
    folder.linear("model.layers.0.mlp.up_proj", 8, 4, false);
    folder.linear("model.layers.0.mlp.down_proj", 4, 8, false);
    for (auto& [name, numbers] : folder.numbers)
        for (float& number : numbers) number = std::sin(number);
    folder.sizes["lm_head.weight"] = folder.sizes["model.embed_tokens.weight"];
    folder.numbers["lm_head.weight"] = folder.numbers["model.embed_tokens.weight"];
    return folder;
}

}  // namespace

TEST_SUITE_BEGIN("model_check");

TEST_CASE("the shipped stories are what their reference says, and one changed weight is found") {
    const ModelCheck check = check_model(opened(stories()));
    CHECK(check.compared);
    CHECK(check.holds());
    CHECK(check.rows.size() >= 10);
    CHECK(check.greatest() > 0);  // another order of the sums
    CHECK(check.greatest() < reference_tolerance);
    CHECK(row_of(check, "logits").stage == "logits");
    CHECK(row_of(check, "attentions.1").stage == "blocks.1.attn.weights");

    const TemporaryFolder place;
    write_changed(place / "changed", "blocks.3.mlp.in.weight", -3);
    const ModelCheck changed = check_model(opened(place / "changed"));
    CHECK_FALSE(changed.holds());
    CHECK(row_of(changed, "attentions.1").holds);  // before the change
    CHECK_FALSE(row_of(changed, "hidden_states.4").holds);
    CHECK_FALSE(row_of(changed, "logits").holds);
}

TEST_CASE("every fixture of another library is equal to its reference") {
    const auto folders = test::folders(test::hf_fixtures());
    if (folders.empty()) return test::skip(test::Needs::fixtures, "the fixtures hf are not beside the project");
    for (const fs::path& folder : folders) {
        CAPTURE(folder.filename().string());
        const ModelCheck check = check_model(opened(folder));
        CHECK(check.compared);
        CHECK(check.holds());
    }
}

TEST_CASE("a reference that is not one of the model is refused in a sentence that says why") {
    const TemporaryFolder place;
    const fs::path folder = place / "m";
    write_changed(folder, "final_norm.weight", 1);
    const auto refused = [&] { return message_of([&] { check_model(opened(folder)); }); };
    CHECK(refused().empty());

    const std::string input = read_file(folder / "input.json", 1U << 20U);
    fs::remove(folder / "input.json");
    CHECK(contains(refused(), "has expected.safetensors but no input.json"));
    for (const auto& [text, why] :
         {std::pair{R"({"tokens": [1, 512]})", "token id 512 is outside the vocabulary of 512"},
          {R"({"tokens": []})", "\"tokens\" must be a list of at least one token ID"},
          {R"({"tokens": [1, 512]})", "input.json: token id 512"},
          {R"({"tokens": [1, -2]})", "\"tokens\" must be a list of whole numbers from 0 on"},
          {R"({"tokens": [1, 2], "token_type_ids": [0]})",
           "\"token_type_ids\" must be one for each of the 2 tokens, not 1"},
          {R"({"tokens": [1, 2], "token_type_ids": [0, 0, 0]})",
           "\"token_type_ids\" must be one for each of the 2 tokens, not 3"},
          {R"({"tokens": [1, 2], "token_type_ids": [0, 0]})", "but the model has no token types"},
          {R"({"tokens": [1], "target": [2]})", "the model has no decoder that reads one"},
          {R"({"tokens": [1, 403]})", "should hold ["}}) {
        CAPTURE(text);
        write_file(folder / "input.json", text);
        CHECK(contains(refused(), why));
    }
    write_file(folder / "input.json", input);
    const std::vector<float> some(4, 0.5F);
    write_safetensors(folder / "expected.safetensors", std::vector<NamedTensor>{{"hidden_states.9", {4}, some.data()}});
    CHECK(contains(refused(),
                   "tensor \"hidden_states.9\" is no stage of this model, which has no \"blocks.9.resid_pre\""));
    write_safetensors(folder / "expected.safetensors", std::vector<NamedTensor>{{"nonsense", {4}, some.data()}});
    CHECK(contains(refused(), "tensor \"nonsense\" is no stage of this model"));

    // As many numbers are not enough: their axes must be those of the stage, but for axes of one entry.
    write_file(folder / "input.json", R"({"tokens": [1, 403, 7]})");
    const std::vector<float> numbers(std::size_t{3} * 512);
    const auto of_sizes = [&](std::vector<std::int64_t> sizes) {
        write_safetensors(folder / "expected.safetensors",
                          std::vector<NamedTensor>{{"logits", std::move(sizes), numbers.data()}});
        return refused();
    };
    CHECK(contains(of_sizes({512, 3}), "should hold ["));
    CHECK(contains(of_sizes({1536}), "should hold ["));
    CHECK(of_sizes({3, 512}).empty());
    CHECK(of_sizes({1, 3, 1, 512}).empty());

    fs::remove(folder / "expected.safetensors");
    fs::create_symlink("expected.safetensors", folder / "expected.safetensors");
    CHECK(contains(message_of([&] { Reference::open(folder); }), "expected.safetensors"));
    CHECK(Reference::is_in(folder));
}

TEST_CASE("a reference leaves a folder with its input, and nothing else does") {
    const TemporaryFolder folder;
    write_file(folder / "input.json", "{}");
    CHECK_FALSE(Reference::remove_from(folder.path()));
    CHECK(fs::exists(folder / "input.json"));
    write_file(folder / "expected.safetensors", "x");
    write_file(folder / "config.json", "{}");
    CHECK(Reference::remove_from(folder.path()));
    CHECK_FALSE(fs::exists(folder / "input.json"));
    CHECK_FALSE(fs::exists(folder / "expected.safetensors"));
    CHECK(fs::exists(folder / "config.json"));
}

TEST_CASE("without a reference, numbers, softmaxes and tied weights are checked") {
    test::ImportFolder folder = llama_folder();
    folder.write(tied_llama);
    const ModelCheck check = check_model(opened(folder.path()));
    CHECK_FALSE(check.compared);
    CHECK(check.holds());
    CHECK(check.rows.size() == 3);
    CHECK(row_of(check, "softmax").difference < softmax_tolerance);
    CHECK(row_of(check, "tied lm_head.weight").stage == "embed.tokens.weight");

    folder.numbers["lm_head.weight"][7] += 0.25F;
    folder.write(tied_llama);
    const ModelCheck apart = check_model(opened(folder.path()));
    CHECK_FALSE(apart.holds());
    CHECK_FALSE(row_of(apart, "tied").holds);
    CHECK(row_of(apart, "numbers").holds);

    folder.numbers["lm_head.weight"] = folder.numbers["model.embed_tokens.weight"];
    folder.numbers["model.layers.0.self_attn.q_proj.weight"][3] = std::numeric_limits<float>::quiet_NaN();
    folder.write(tied_llama);
    const ModelCheck odd = check_model(opened(folder.path()));
    CHECK_FALSE(odd.holds());
    CHECK_FALSE(row_of(odd, "numbers").holds);
    CHECK(row_of(odd, "numbers").stage == "blocks.0.attn.q.weight");
    CHECK_FALSE(row_of(odd, "softmax").holds);
    CHECK(row_of(odd, "tied").holds);
}

TEST_CASE("shipped models of every kind are sound, and a check that is given up finds nothing") {
    for (const char* name : {"coreference-full", "translate-fr-en", "recall-lstm", "sentiment-but", "soft-lookup",
                             "local-majority-convolution", "agreement-masked"}) {
        CAPTURE(name);
        const ModelCheck check = check_model(opened(test::source_dir() / "assets" / "models" / name));
        CHECK_FALSE(check.compared);
        CHECK(check.holds());
        CHECK(check.rows.size() == 2);
    }
    const auto give_up = [](int, int) { return false; };
    CHECK(check_model(opened(stories()), give_up).rows.empty());
    for (const char* name : {"coreference-full", "soft-lookup"})  // one reads its example, one token IDs
        CHECK(check_model(opened(test::source_dir() / "assets" / "models" / name), give_up).rows.empty());
}

TEST_CASE("NaN is equal to nothing, and infinities only to themselves") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), far = std::numeric_limits<float>::infinity();
    const auto apart = [](float a, float b) { return relative_difference(&a, &b, 1); };
    CHECK(apart(1.5F, 1) == 0.5);
    CHECK(std::isinf(apart(1, nan)));
    CHECK(std::isinf(apart(nan, 1)));
    CHECK(apart(-far, -far) == 0);
    CHECK(std::isinf(apart(far, -far)));
    CHECK(std::isinf(apart(far, 1)));
}

TEST_SUITE_END();
