// The shipped model that this program did not train: it tells the published story, and it is what it was copied from.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/session/evaluation.h"
#include "core/text/pretrained/pretrained_tokenizer.h"
#include "tests/support/hf_fixture.h"
#include "tests/support/skipped.h"

using namespace glassformer;

namespace {

std::filesystem::path stories_folder() { return test::source_dir() / "assets" / "models" / "stories260k"; }

/// Greedy decoding from <s>: the text published with the model (llama2.c, doc/stories260K.md), which the transformers
/// library gives as well.
const std::vector<int> published_story{1,   403, 407, 261, 378, 432, 383, 286, 261, 376, 298, 315, 421,
                                       395, 317, 426, 338, 401, 396, 267, 337, 410, 408, 419, 292, 411,
                                       322, 265, 282, 295, 433, 426, 385, 328, 432, 358, 394, 261, 370,
                                       432, 352, 266, 268, 388, 426, 338, 391, 266, 267};

}  // namespace

TEST_SUITE_BEGIN("shipped_models");

TEST_CASE("the shipped stories tell the published one, token by token") {
    const Model model = load_model(stories_folder());
    CHECK(model.all_warnings().empty());
    std::vector<int> tokens{published_story.front()};
    Tape tape;
    const Graph graph =
        record_model(tape, model.config, model.weights, {.seq_len = static_cast<int>(published_story.size())});
    std::vector<float> ids(published_story.size(), 0.0F);  // later tokens change nothing under a causal mask
    while (tokens.size() < published_story.size()) {
        std::copy(tokens.begin(), tokens.end(), ids.begin());
        tape.set(graph.tokens, ids);
        REQUIRE(tape.evaluate());
        const ConstView logits = tape.trace().record(graph.logits.id).view();
        const float* row = logits.row(tokens.size() - 1);
        tokens.push_back(static_cast<int>(std::max_element(row, row + logits.shape.cols()) - row));
    }
    CHECK(tokens == published_story);
    CHECK(model.tokenizer->decode_without_special(tokens).starts_with(
        "Once upon a time, there was a little girl named Lily. She loved to play outside in the park."));
}

TEST_CASE("the shipped stories begin with a beginning of one, and say whose they are") {
    const Model model = load_model(stories_folder());
    const Card& card = model.card;
    REQUIRE_FALSE(card.examples.empty());
    const std::vector<TokenLabel> first = tokenize(model, card.examples.front());
    REQUIRE(first.size() > 8);
    for (std::size_t i = 0; i < first.size(); ++i) CHECK(first[i].id == published_story[i]);
    CHECK(card.origin.find("Karpathy") != std::string::npos);
    CHECK(card.origin.find("TinyStories") != std::string::npos);
    CHECK(card.licence == "MIT, Copyright (c) 2023 Andrej");
    CHECK(card.command == "glassformer convert stories260k --card card.json --out stories260k");
    const std::string licence = read_file(stories_folder() / "LICENSE", 1U << 16U);
    CHECK(licence.starts_with("MIT License\n\nCopyright (c) 2023 Andrej\n"));
    CHECK(licence.find("THE SOFTWARE IS PROVIDED \"AS IS\"") != std::string::npos);
}

TEST_CASE("the shipped stories are the fixture they were copied from, number by number and byte by byte") {
    const auto fixture = test::hf_fixtures() / "stories260k";
    if (!std::filesystem::exists(fixture))
        return test::skip(test::Needs::fixtures, "the fixture stories260k is not beside the project");
    const Model from = load_model(fixture), shipped = load_model(stories_folder());
    CHECK(shipped.config == from.config);
    REQUIRE(shipped.weights.parameters.size() == from.weights.parameters.size());
    for (const Parameter& parameter : from.weights.parameters) {
        CAPTURE(parameter.name);
        const Parameter* const same = shipped.weights.find(parameter.name);
        REQUIRE(same != nullptr);
        CHECK(std::memcmp(same->data, parameter.data, parameter.shape.count() * sizeof(float)) == 0);
    }
    for (const char* file : {"tokenizer.json", "input.json", "expected.safetensors"}) {
        CAPTURE(file);
        CHECK(read_file(stories_folder() / file, 1U << 24U) == read_file(fixture / file, 1U << 24U));
    }
    CHECK(test::HfFixture(fixture).greedy == published_story);
}

TEST_CASE("all shipped files together stay small") {
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_dir() / "assets"))
        if (entry.is_regular_file()) bytes += entry.file_size();
    CHECK(bytes > 1'000'000);
    CHECK(bytes < 25'000'000);
}

TEST_SUITE_END();
