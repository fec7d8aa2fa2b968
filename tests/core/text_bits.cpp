// Bits per character and per byte, held against probabilities that are counted by hand.
// ctest: optimised too
#include "core/generate/text_bits.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/generate/candidates.h"
#include "core/io/model_folder.h"
#include "core/model/model.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Model> shipped(const std::string& name) {
    return std::make_shared<Model>(load_model(test::source_dir() / "assets" / "models" / name));
}

Inputs inputs_of(const std::string& name, const std::string& text) {
    return {.model = name, .text = text, .target = "", .edits = {}};
}

std::shared_ptr<Evaluation> evaluated(const Inputs& inputs) { return evaluate_once(shipped(inputs.model), inputs); }

}  // namespace

TEST_SUITE_BEGIN("text_bits");

TEST_CASE("a text's size is that behind its first token: code points and bytes, spaces too") {
    // "ça va né": three words, at bytes 0 to 3, 4 to 6 and 7 to 10.
    const std::string text = "ça va né";
    const Encoding words{{.id = 0, .begin = 0, .end = 3, .text = "ça", .unknown = false},
                         {.id = 1, .begin = 4, .end = 6, .text = "va", .unknown = false},
                         {.id = 2, .begin = 7, .end = 10, .text = "né", .unknown = false}};
    const TextBits size = written_size(text, words);
    CHECK(size.tokens == 2);
    CHECK(size.characters == 6);  // " va né"
    CHECK(size.bytes == 7);       // é has two
    const TextBits known{.tokens = 2, .bits = 21, .characters = size.characters, .bytes = size.bytes};
    CHECK(known.per_character() == doctest::Approx(3.5));
    CHECK(known.per_byte() == doctest::Approx(3));
    CHECK(written_size(text, {words.front()}).tokens == 0);
}

TEST_CASE("the bits are those of the probabilities of the tokens that are there") {
    const std::string text = "ROMEO:\nWhat";
    const Inputs inputs = inputs_of("characters", text);
    const auto evaluation = evaluated(inputs);
    const auto found = text_bits(*evaluation);
    REQUIRE(found);
    const Trace& trace = evaluation->trace();
    const int probabilities = evaluation->graph().probs.id;
    double product = 1;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const int token = evaluation->model().tokenizer->find(std::string(1, text[i]));
        product *= static_cast<double>(trace.value(probabilities, {{static_cast<int>(i) - 1, token, 0, 0}}));
    }
    CHECK(found->tokens == 10);
    CHECK(found->characters == 10);
    CHECK(found->bytes == 10);
    CHECK(found->bits == doctest::Approx(-std::log2(product)).epsilon(1e-4));
    CHECK(found->per_character() == doctest::Approx(-std::log2(product) / 10).epsilon(1e-4));
}

TEST_CASE("uniform logits need log2 of the vocabulary for each token, whatever it writes") {
    Inputs even = inputs_of("induction", "chapter");
    even.edits.push_back({.record = "logits", .cell = {{Cell::all, Cell::all, 0, 0}}, .value = 0});
    const auto evaluation = evaluated(even);
    const double vocabulary = evaluation->model().config.vocab_size;
    const auto found = text_bits(*evaluation);
    REQUIRE(found);
    CHECK(found->tokens == 6);
    CHECK(found->bits == doctest::Approx(6 * std::log2(vocabulary)));
    CHECK(found->per_byte() == doctest::Approx(std::log2(vocabulary)));
}

TEST_CASE("no bits are told where the logits do not foretell the text") {
    const auto bits = [](const std::string& name, const std::string& text) {
        const Inputs inputs = inputs_of(name, text);
        return text_bits(*evaluated(inputs)).has_value();
    };
    CHECK(bits("characters", "RO"));
    CHECK_FALSE(bits("characters", "R"));                           // nothing is predicted
    CHECK_FALSE(bits("coreference-full", "The animal was tired"));  // sees later tokens
    // A mask that is painted open at one place lets the first token see the second.
    Inputs painted = inputs_of("characters", "ROMEO");
    const auto plain = evaluated(painted);
    std::string mask;
    for (const Record& record : plain->trace().records())
        if (record.kind != Record::Kind::computed && record.shape.rank() == 2 && record.shape.axis(0) == Axis::query)
            mask = record.name;
    REQUIRE_FALSE(mask.empty());
    painted.edits.push_back({.record = mask, .cell = {{0, 1, 0, 0}}, .value = 1});
    CHECK_FALSE(text_bits(*evaluated(painted)));
}

TEST_SUITE_END();
