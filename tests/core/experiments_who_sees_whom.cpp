// Reach through layers, against the gradient of a real pass and against what the papers count.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiments/who_sees_whom.h"
#include "core/model/mask.h"
#include "tests/support/evaluated_model.h"

using namespace glassformer;
using test::EvaluatedModel;

TEST_SUITE_BEGIN("experiments_who_sees_whom");

TEST_CASE("the tokens that reach a position are those whose embeddings its loss has a gradient of, for every mask") {
    constexpr int tokens = 13;
    for (const MaskKind& kind : all_masks())
        for (int layers = 1; layers <= 3; ++layers)
            for (const int position : {12, 7, 3}) {
                CAPTURE(kind.name);
                CAPTURE(layers);
                CAPTURE(position);
                std::string mask = R"({"kind": ")" + std::string(kind.name) + "\"";
                if (kind.number) mask += ", \"" + std::string(kind.number->key) + "\": 3";
                std::vector<float> ids, labels(tokens, -1.0F);
                for (int i = 0; i < tokens; ++i) ids.push_back(static_cast<float>(i));
                labels[static_cast<std::size_t>(position)] = 4;
                const EvaluatedModel model(R"({"architecture": "decoder", "vocab_size": 13, "max_seq_len": 16,
                                               "d_model": 8, "n_heads": 2, "positional": {"kind": "learned"},
                                               "n_layers": )" +
                                               std::to_string(layers) + R"(, "mask": )" + mask + "}}",
                                           ids, labels);
                const ConstView gradient = model.gradient("embed.tokens");
                const Reach reach(
                    {.mask = {.kind = &kind, .number = kind.number ? 3 : 0}, .tokens = tokens, .layers = layers});
                for (int i = 0; i < tokens; ++i) {
                    bool moves = false;
                    for (int c = 0; c < gradient.shape.cols(); ++c) moves = moves || gradient.at({{i, c}}) != 0;
                    CAPTURE(i);
                    CHECK((reach.needed(position, i) >= 0) == moves);
                }
            }
}

TEST_CASE("one block applied T times reaches as far as T layers: the gradient of a model that shares its layers") {
    constexpr int tokens = 13, position = 11;
    for (const MaskKind& kind : all_masks())
        for (int steps = 1; steps <= 4; ++steps) {
            CAPTURE(kind.name);
            CAPTURE(steps);
            std::string mask = R"({"kind": ")" + std::string(kind.name) + "\"";
            if (kind.number) mask += ", \"" + std::string(kind.number->key) + "\": 3";
            std::vector<float> ids, labels(tokens, -1.0F);
            for (int i = 0; i < tokens; ++i) ids.push_back(static_cast<float>(i));
            labels[position] = 4;
            const EvaluatedModel model(R"({"architecture": "decoder", "vocab_size": 13, "max_seq_len": 16, "d_model": 8,
                                           "n_heads": 2, "positional": {"kind": "learned"}, "shared_layers": true,
                                           "n_layers": )" +
                                           std::to_string(steps) + R"(, "mask": )" + mask + "}}",
                                       ids, labels);
            const ConstView gradient = model.gradient("embed.tokens");
            const Reach reach(
                {.mask = {.kind = &kind, .number = kind.number ? 3 : 0}, .tokens = tokens, .layers = steps});
            for (int i = 0; i < tokens; ++i) {
                bool moves = false;
                for (int c = 0; c < gradient.shape.cols(); ++c) moves = moves || gradient.at({{i, c}}) != 0;
                CAPTURE(i);
                CHECK((reach.needed(position, i) >= 0) == moves);
            }
        }
}

TEST_CASE("kept segments reach one segment further per layer, a window its width less one") {
    const Reach segments({.mask = {.kind = find_mask("segments"), .number = 4}, .tokens = 20, .layers = 4});
    for (int layers = 1; layers <= 4; ++layers) {
        CHECK(segments.count(19, layers) == 4 + 4 * layers);
        CHECK(segments.needed(19, 16 - 4 * layers) == layers);
    }
    CHECK(segments.needed(19, 19) == 0);
    const Reach window({.mask = {.kind = find_mask("window"), .number = 3}, .tokens = 20, .layers = 5});
    for (int layers = 0; layers <= 5; ++layers) CHECK(window.count(15, layers) == 1 + 2 * layers);
    CHECK(window.needed(15, 4) == -1);
    CHECK(window.needed(4, 15) == -1);
    const Reach dilated({.mask = {.kind = find_mask("dilated"), .number = 5}, .tokens = 20, .layers = 9});
    CHECK(dilated.needed(15, 14) == -1);  // odd distances are never joined
    CHECK(dilated.count(15, 9) == 8);
}

TEST_CASE("sparse patterns have some n√n pairs and reach all earlier tokens in two layers") {
    for (const char* kind : {"strided", "fixed"}) {
        CAPTURE(kind);
        const MaskConfig mask{.kind = find_mask(kind), .number = 8};
        const Reach reach({.mask = mask, .tokens = 64, .layers = 2});
        CHECK(static_cast<double>(reach.pairs()) == mask_pairs(mask, 64, false));
        CHECK(reach.pairs() < 64 * 8 * 1.5);
        CHECK(reach.reached() == 64 * 65 / 2);
        CHECK(Reach({.mask = mask, .tokens = 64, .layers = 1}).reached() == reach.pairs());
    }
    CHECK(mask_pairs({.kind = find_mask("causal")}, 100, false) == 5050);
    CHECK(mask_pairs({.kind = find_mask("none")}, 100, false) == 10000);
    CHECK_THROWS_AS(Reach({.mask = {.kind = find_mask("causal")}, .tokens = 0}), Error);
}

TEST_SUITE_END();
