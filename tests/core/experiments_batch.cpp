// A padded batch with its masks against the same texts one query after the other.
#include <doctest/doctest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/experiments/batch_masks.h"
#include "core/io/model_folder.h"
#include "core/session/evaluation.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Model> agreement() {
    static const auto model =
        std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / "agreement-causal"));
    return model;
}

std::vector<int> tokens_of(const char* text) {
    std::vector<int> ids;
    for (const TokenLabel& token : tokenize(*agreement(), text)) ids.push_back(token.id);
    return ids;
}

BatchMasks three_texts() {
    return {.model = agreement(),
            .texts = {tokens_of("<start> the dogs beside the lion"), tokens_of("<start> the"),
                      tokens_of("<start> near the cats, an old wolf")}};
}

const std::atomic<bool> going{false};

}  // namespace

TEST_SUITE_BEGIN("experiments_batch");

TEST_CASE("one padded pass has the logits of every query with its own keys, and the mean of its losses") {
    const BatchBothWays both = both_ways(three_texts(), going);
    REQUIRE(both.whole);
    CHECK(both.length == 8);
    CHECK(both.passes == 6 + 2 + 8);
    CHECK(both.padding == 2 + 6 + 0);
    CHECK(both.labels == 5 + 1 + 7);
    CHECK(both.by_beginnings < 1e-4);
    CHECK(both.by_cache < 1e-4);
    double sum = 0;
    int labels = 0;
    for (const auto& text : both.texts) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            CHECK(text[i].kept == static_cast<int>(i));
            CHECK(std::isnan(text[i].loss) == (i + 1 == text.size()));
            if (i + 1 == text.size()) continue;
            sum += text[i].loss;
            ++labels;
        }
        // Each pass over a beginning is longer than the one before; with the cache only one row is computed.
        for (std::size_t i = 1; i < text.size(); ++i) {
            CHECK(text[i].flop > text[i - 1].flop);
            CHECK(text[i].cached < text[i].flop / static_cast<double>(i));
        }
    }
    CHECK(labels == both.labels);
    CHECK(sum / labels == doctest::Approx(both.loss).epsilon(1e-5));
    CHECK(both.flop_of_cache < both.flop_of_beginnings / 2);
}

TEST_CASE("more padding changes no logit and costs more; without the causal mask the queries attend to other keys") {
    BatchMasks setting = three_texts();
    const BatchBothWays plain = both_ways(setting, going);
    setting.length = 16;
    const BatchBothWays padded = both_ways(setting, going);
    CHECK(padded.length == 16);
    CHECK(padded.by_beginnings < 1e-4);
    CHECK(padded.loss == doctest::Approx(plain.loss).epsilon(1e-5));
    CHECK(padded.flop > 1.9 * plain.flop);
    CHECK(padded.flop_of_beginnings == plain.flop_of_beginnings);
    setting.causal = false;
    const BatchBothWays open = both_ways(setting, going);
    CHECK(open.by_beginnings > 0.1);
    CHECK(open.texts[0].back().by_beginnings > 0);
    setting.length = 0;
    CHECK(both_ways(setting, going).loss == doctest::Approx(open.loss).epsilon(1e-5));  // padding stays masked
}

TEST_CASE("labels are the next tokens; keys are visible, later or padding") {
    const Sample sample = shifted({4, 9, 2});
    CHECK(sample.tokens == std::vector<int>{4, 9, 2});
    CHECK(sample.labels == std::vector<int>{9, 2, -1});
    BatchMasks setting;
    CHECK(key_in_batch(setting, 3, 1, 1) == KeyInBatch::visible);
    CHECK(key_in_batch(setting, 3, 1, 2) == KeyInBatch::later);
    CHECK(key_in_batch(setting, 3, 1, 3) == KeyInBatch::padding);
    setting.causal = false;
    CHECK(key_in_batch(setting, 3, 1, 2) == KeyInBatch::visible);
    CHECK_THROWS_AS(both_ways(setting, going), Error);
    setting = three_texts();
    setting.length = 17;
    CHECK_THROWS_AS(both_ways(setting, going), Error);
    CHECK_FALSE(both_ways(three_texts(), std::atomic<bool>(true)).whole);
}

TEST_SUITE_END();
