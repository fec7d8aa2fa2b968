// A model with random weights is what its name says: the same bits from the name as from the settings.
#include "core/model/untrained_model.h"

#include <doctest/doctest.h>

#include "core/base/error.h"
#include "core/session/evaluation.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

UntrainedModel small_untrained() {
    return {.title = "A small one, seed 7",
            .config = parse_config(R"({"architecture": "decoder", "vocab_size": 16, "max_seq_len": 16, "d_model": 8, "n_heads": 2,
                                      "n_layers": 2, "positional": {"kind": "rope"}})",
                                   "test"),
            .seed = 7,
            .init = {.matrices = MatrixInit::xavier, .embedding_std = 1, .scale_residual = false}};
}

}  // namespace

TEST_SUITE_BEGIN("untrained_model");

TEST_CASE("the name of an untrained model makes the same model again, to the last bit") {
    UntrainedModel wanted = small_untrained();
    for (const bool more : {false, true}) {
        if (more) {
            wanted.config = parse_config(R"({"architecture": "recurrent", "vocab_size": 16, "max_seq_len": 16, "d_model": 8, "n_layers": 1,
                                            "recurrent": {"cell": "lstm", "d_hidden": 6}})",
                                         "test");
            wanted.init = {.std = 0.35355338F, .embedding_std = 0.1767767F, .forget_bias = 2};
            wanted.recurrent_scale = 1.7;
            wanted.given = {{"embed.tokens.weight", {0.1F, -2.5F, 3}}};
        }
        const std::string name = untrained_name(wanted);
        const auto model = open_untrained(name);
        REQUIRE(model);
        CHECK(model->config == wanted.config);
        CHECK(same_bits(model->weights, untrained_weights(wanted)));
        CHECK(model->card.title == wanted.title);
        CHECK(untrained_title(name) == wanted.title);
        UntrainedModel other = wanted;
        other.seed = 8;
        CHECK_FALSE(same_bits(open_untrained(untrained_name(other))->weights, model->weights));
        if (!more) continue;
        const Parameter& given = *model->weights.find("embed.tokens.weight");
        CHECK(given.data[1] == -2.5F);
        UntrainedModel plain = wanted;
        plain.recurrent_scale = 1, plain.given = {};
        const Weights drawn = untrained_weights(plain);
        CHECK(given.data[3] == drawn.find("embed.tokens.weight")->data[3]);
        CHECK(model->weights.find("rnn.0.recurrent.weight")->data[0] ==
              doctest::Approx(1.7 * static_cast<double>(drawn.find("rnn.0.recurrent.weight")->data[0])));
    }
}

TEST_CASE("a text of an untrained model is its words, or token ids") {
    UntrainedModel wanted = small_untrained();
    const auto ids = open_untrained(untrained_name(wanted));
    CHECK(tokenize(*ids, "3 11").at(1).id == 11);
    wanted.words = {{"the", 5}, {"cat's", 2}};
    const auto words = open_untrained(untrained_name(wanted));
    const std::vector<TokenLabel> tokens = tokenize(*words, "the cat's the");
    REQUIRE(tokens.size() == 3);
    CHECK(tokens[1].id == 2);
    CHECK(tokens[1].text == "cat's");
    CHECK(tokens[2].id == 5);
    CHECK_THROWS_WITH_AS(static_cast<void>(tokenize(*words, "the dog")),
                         "\"dog\" is not among the words of this untrained model, which has \"the\", \"cat's\"", Error);
}

TEST_CASE("names of other models are not read, and broken ones are refused in a sentence") {
    for (const char* other : {"sort", "", "training/sort 1/step 3", "untrained/sort", "/tmp/untrained/x"})
        CHECK(open_untrained(other) == nullptr);
    const std::string name = untrained_name(small_untrained());
    const std::size_t brace = name.find('{');
    for (const std::string& broken :
         {name.substr(0, brace) + "{\"seed\": 1}", name.substr(0, name.size() - 1),
          name.substr(0, brace) + R"({"config": {"model_type": "glassformer", "vocab_size": 9, "max_seq_len": 9, "n_heads": 1, "d_model": 4096, "n_layers": 60}})",
          name.substr(0, name.size() - 1) + R"(, "colour": 1})",
          name.substr(0, name.size() - 1) + R"(, "given": {"none": [1]}})",
          name.substr(0, name.size() - 1) + R"(, "given": null})",
          name.substr(0, name.size() - 1) + R"(, "given": {"embed.tokens.weight": 1}})",
          name.substr(0, name.size() - 1) + R"(, "given": {"embed.tokens.weight": ["a"]}})",
          name.substr(0, name.size() - 1) + R"(, "given": {"embed.tokens.weight": [1e308]}})",
          name.substr(0, name.size() - 1) + R"(, "words": []})",
          name.substr(0, name.size() - 1) + R"(, "words": {"a": 4294967296}})",
          name.substr(0, name.size() - 1) + R"(, "words": {"a": 99}})"}) {
        CAPTURE(broken);
        CHECK_THROWS_AS(static_cast<void>(open_untrained(broken)), Error);
    }
}

TEST_SUITE_END();
