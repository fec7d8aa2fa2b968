// States between the merges of byte-pair encoding, found in one pass, are those of merging one after another.
// ctest: optimised too
#include <doctest/doctest.h>

#include <cmath>

#include "core/analysis/nearest_embeddings.h"
#include "core/text/pretrained/merge_states.h"
#include "core/text/pretrained/pretrained_tokenizer.h"
#include "core/text/pretrained/tokenizer_json.h"

using namespace glassformer;

TEST_CASE("every state has the symbols of merging step by step") {
    const auto tokenizer = tokenizer_from_json(
        R"({"model": {"type": "BPE", "vocab": {"a":0,"b":1,"ab":2,"abab":3,"ba":4}, "merges": ["a b", "ab ab", "b a"]}})",
        "x");
    const TokenizingSteps steps = tokenizer->steps("abababbaab");
    const auto& bpe = std::get<BpeSteps>(steps.parts.at(0).stretches.at(0).pieces.at(0).model);
    const MergeStates states(bpe);
    REQUIRE(states.merges() == bpe.merges.size());
    CHECK(states.merges() > 4);
    for (std::size_t count = 0; count <= states.merges() + 1; ++count) {
        const auto expected = bpe.symbols_after(count, tokenizer->model().vocabulary());
        const auto found = states.after(count);
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CHECK(found[i].id == expected[i].id);
            CHECK(bpe.start[found[i].first].begin == expected[i].begin);
            CHECK(bpe.start[found[i].last].end == expected[i].end);
        }
    }
    for (const BpeSteps::Merge& merge : bpe.merges)
        CHECK(tokenizer->model().pair_rank(merge.left, merge.right) == merge.rank);
    CHECK(tokenizer->model().pair_rank(0, 0) == -1);
}

TEST_CASE("nearest embeddings: by the angle, without the row itself and rows of length 0") {
    const float rows[] = {1, 0, 0, 3, 5, 1, 0, 0, -2, 0, 1, 1};
    const ConstView embedding({{Axis::vocab, 6}, {Axis::d_model, 2}}, rows);
    const auto nearest = nearest_embeddings(embedding, 0, 3, false);
    REQUIRE(nearest.size() == 3);
    CHECK(nearest[0].id == 2);
    CHECK(nearest[0].cosine == doctest::Approx(5 / std::sqrt(26.0)));
    CHECK(nearest[1].id == 5);
    CHECK(nearest[2].id == 1);
    CHECK(nearest[2].cosine == 0);
    CHECK(nearest_embeddings(embedding, 3, 3, false).empty());
    CHECK(nearest_embeddings(embedding, 6, 3, false).empty());
    CHECK(nearest_embeddings(embedding, 0, 9, false).size() == 4);
}
