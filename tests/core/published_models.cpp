// Models of the literature: their parameters to the last one, and the memory of their steps without taking it.
#include "core/model/published_models.h"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "core/train/memory.h"

using namespace glassformer;

namespace {

const PublishedModel& model(std::string_view name) {
    const auto all = published_models();
    const auto found = std::ranges::find(all, name, &PublishedModel::name);
    REQUIRE(found != all.end());
    return *found;
}

}  // namespace

TEST_SUITE_BEGIN("published_models");

TEST_CASE("parameters counted from the shapes are the published ones, to the last") {
    for (const PublishedModel& one : published_models()) {
        CAPTURE(one.name);
        CHECK(parameter_count(one.config) + one.beyond_config == one.parameters);
        CHECK((one.beyond_config == 0) == one.beyond_sentence.empty());
        CHECK(parse_config(config_json(one.config), "again") == one.config);
    }
    // The checkpoints.
    CHECK(parameter_count(model("GPT-2 small").config) == 124'439'808);
    CHECK(parameter_count(model("GPT-2 medium").config) == 354'823'168);
    CHECK(parameter_count(model("GPT-2 large").config) == 774'030'080);
    CHECK(parameter_count(model("GPT-2 XL").config) == 1'557'611'200);
    CHECK(parameter_count(model("LLaMA 7B").config) == 6'738'415'616);
    CHECK(model("BERT base").parameters == 109'482'240);
    CHECK(model("BERT large").parameters == 335'141'888);
}

TEST_CASE("BERT without pooler, segments and the norm of its embeddings, by hand") {
    const auto by_hand = [](std::int64_t layers, std::int64_t d) {
        const std::int64_t block = 4 * (d * d + d) + 2 * 4 * d * d + 4 * d + d + 2 * 2 * d;
        return (30522 + 512) * d + layers * block;
    };
    CHECK(parameter_count(model("BERT base").config) == by_hand(12, 768));
    CHECK(parameter_count(model("BERT large").config) == by_hand(24, 1024));
    CHECK(by_hand(12, 768) == 108'888'576);
}

TEST_CASE("the Transformer of 2017 by the formulas of its paper, close to what its table rounds") {
    const auto by_hand = [](std::int64_t d, std::int64_t ff) {
        const std::int64_t attention = 4 * d * d, mlp = 2 * d * ff + ff + d, norm = 2 * d;
        return 37000 * d + 6 * (attention + mlp + 2 * norm) + 6 * (2 * attention + mlp + 3 * norm);
    };
    CHECK(model("Transformer base").parameters == by_hand(512, 2048));
    CHECK(model("Transformer big").parameters == by_hand(1024, 4096));
    CHECK(static_cast<double>(by_hand(512, 2048)) == doctest::Approx(65e6).epsilon(0.04));
    CHECK(static_cast<double>(by_hand(1024, 4096)) == doctest::Approx(213e6).epsilon(0.01));
}

TEST_CASE("a step of each is planned at once and without its memory") {
    const auto peak = [] {  // of this process, in kB
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        return used.ru_maxrss;
    };
    const long before = peak();
    for (const PublishedModel& one : published_models())
        for (const bool checkpoint : {false, true}) {
            CAPTURE(one.name);
            const TrainingShape shape{.batch = 32,
                                      .seq_len = one.config.max_seq_len,
                                      .target_len = has_target(one.config) ? one.config.max_seq_len : 0,
                                      .accumulate = 4,
                                      .checkpoint = checkpoint,
                                      .precision = Precision::half};
            const auto begin = std::chrono::steady_clock::now();
            const TrainingMemory memory = training_memory(one.config, shape);
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            CHECK(seconds < 0.5);  // 3 ms in a release build
            const auto parameters = static_cast<double>(parameter_count(one.config));
            CHECK(memory.weights == 2 * parameters);
            CHECK(memory.master_weights == 4 * parameters);
            CHECK(memory.gradient_sum == 4 * parameters);
            CHECK(memory.optimiser == 8 * parameters);
            CHECK(memory.activations > 1e9 * (checkpoint ? 0.1 : 1));
        }
    CHECK(peak() - before < 100'000);
}

TEST_SUITE_END();
