// One step with a KV cache as a pass of its own: its numbers are the last row of the whole text's pass, of every
// decoder among the golden and the shipped models, and what has none says why.
// ctest: optimised too
#include "core/generate/cached_step.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/generate/key_value_cache.h"
#include "core/io/model_folder.h"
#include "core/model/mask.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::shared_ptr<Evaluation> whole_pass(const std::shared_ptr<const Model>& model, int length) {
    Random random(7);
    std::string ids;
    for (int i = 0; i < length; ++i) ids += std::to_string(random.below(model->config.vocab_size)) + " ";
    // Read as numbers whatever the vocabulary.
    auto plain = std::make_shared<Model>(*model);
    plain->tokenizer.reset();
    return evaluate_once(plain, {.model = model->name, .text = ids, .target = "", .edits = {}});
}

std::shared_ptr<const Model> shipped(const char* name) {
    return std::make_shared<Model>(load_model(test::source_dir() / "assets" / "models" / name));
}

}  // namespace

TEST_SUITE_BEGIN("cached_step");

TEST_CASE("a cached step's numbers are the last row of the whole pass, of every decoder") {
    int steps = 0;
    for (const auto& in : {test::golden("models"), test::source_dir() / "assets" / "models"})
        for (const auto& folder : test::folders(in)) {
            const ModelConfig config = load_config(folder);
            if (config.architecture != Architecture::decoder || config.head.classifier) continue;
            if (config.mask.kind->sees(0, config.max_seq_len, config.mask.number)) continue;
            CAPTURE(folder.string());
            const auto model = std::make_shared<const Model>(load_model(folder));
            for (const int length : {2, std::min(config.max_seq_len, 9)}) {
                const auto whole = whole_pass(model, length);
                if (const std::string why = no_cached_step(*whole); !why.empty()) {
                    const bool known = why.find("attend to later ones") != std::string::npos ||  // a prefix
                                       why.find("changes with the length of the text") != std::string::npos;
                    CHECK_MESSAGE(known, why);
                    continue;
                }
                const CachedStep step = cached_step(*whole);
                CAPTURE(step.largest_at);
                CHECK(step.largest == 0);  // to the last bit
                for (const int id : step.evaluation->trace().stages()) {
                    const std::string& stage = step.evaluation->trace().record(id).name;
                    CAPTURE(stage);
                    if (stage.find(".attn.relative") != std::string::npos) continue;  // rows of distances, not of tokens
                    if (whole->trace().find(stage) >= 0) CHECK(std::ranges::find(step.compared, stage) != step.compared.end());
                }
                CHECK(step.kept == length - 1);
                CHECK(step.step.flop < step.whole.flop);
                const Trace& trace = step.evaluation->trace();
                const int scores = trace.find("blocks.0.attn.scores_raw");
                if (scores < 0) continue;
                const Record& record = trace.record(scores);
                CHECK(record.shape.size(record.shape.find(Axis::query)) == 1);
                CHECK(record.shape.size(record.shape.find(Axis::key)) == length);
                CHECK(step.evaluation->first_token_along(record, Axis::query) == length - 1);
                CHECK(step.evaluation->first_token_along(record, Axis::key) == 0);
                ++steps;
            }
        }
    CHECK(steps > 20);
}

TEST_CASE("what is kept are the whole pass's keys and values, and the step's own row is after them") {
    const auto whole = whole_pass(shipped("agreement-causal"), 6);
    const CachedStep step = cached_step(*whole);
    const Trace& trace = step.evaluation->trace();
    for (const auto& [kept, all, read] : {std::tuple{"past_k", "all_k", &keys_of(whole->trace(), 0)},
                                          std::tuple{"past_v", "all_v", &values_of(whole->trace(), 0)}}) {
        const Record& before = trace.record(trace.find(std::string("blocks.0.attn.") + kept));
        const Record& after = trace.record(trace.find(std::string("blocks.0.attn.") + all));
        CHECK(before.shape.size(1) == 5);
        CHECK(after.shape.size(1) == 6);
        CHECK(step.evaluation->first_token_along(before, before.shape.axis(1)) == 0);
        CHECK(step.evaluation->first_token_along(after, after.shape.axis(1)) == 0);
        for (int head = 0; head < after.shape.size(0); ++head)
            for (int row = 0; row < 6; ++row)
                for (int c = 0; c < after.shape.size(2); ++c) {
                    const Cell cell{{head, row, c}};
                    CHECK(after.at(cell) == read->at(cell));
                    if (row < 5) CHECK(before.at(cell) == read->at(cell));
                }
    }
}

TEST_CASE("why a run has no cached step is said in a sentence") {
    CHECK(no_cached_step(*whole_pass(shipped("agreement-causal"), 1)).find("at least two tokens") != std::string::npos);
    CHECK(no_cached_step(*whole_pass(shipped("sentiment-but"), 4)).starts_with("A KV cache needs a decoder"));
    const auto model = shipped("agreement-causal");
    const auto whole = whole_pass(model, 4);
    Inputs edited = whole->inputs();
    edited.edits = {{"blocks.0.attn.scores_raw", Cell{{0, 0, 0}}, 1.0F}};
    const auto changed = evaluate_once(whole->model_pointer(), edited);
    CHECK(no_cached_step(*changed).find("reset the edits") != std::string::npos);
    CHECK_THROWS_AS(cached_step(*changed), Error);
    CHECK(no_cached_step(*whole).empty());
}

TEST_SUITE_END();
