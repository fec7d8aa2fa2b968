// The soft look-up table between its ends: at hardness 0 the mean of all values, at a large one the plain table.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/measures.h"
#include "core/io/model_folder.h"
#include "core/train/train_task.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using test::EvaluatedModel;

namespace {

std::string table(double hardness) {
    return R"({"architecture": "lookup", "vocab_size": 9, "d_model": 4, "max_seq_len": 9, "lookup": {"entries": 6,
               "hardness": )" +
           std::to_string(hardness) + "}}";
}

const std::vector<float> words{0, 1, 2, 3, 4, 5, 6, 7, 8};

}  // namespace

TEST_SUITE_BEGIN("lookup");

TEST_CASE("a hard look-up is the value of the best key, a look-up of hardness 0 the mean of all values") {
    const EvaluatedModel hard(table(1e5), words), soft(table(1), words, {}, &hard.weights),
        equal(table(0), words, {}, &hard.weights);
    const ConstView x = hard.view("embed"), keys = hard.view("lookup.keys.weight"),
                    values = hard.view("lookup.values.weight");
    double apart = 0;
    for (int i = 0; i < 9; ++i) {
        CAPTURE(i);
        std::vector<double> scores;
        for (int j = 0; j < 6; ++j) {
            double dot = 0;
            for (int c = 0; c < 4; ++c) dot += double{x.at({{i, c}})} * double{keys.at({{j, c}})};
            CHECK(double{soft.view("lookup.scores_raw").at({{i, j}})} == doctest::Approx(dot).epsilon(1e-4));
            scores.push_back(dot);
        }
        const int best = static_cast<int>(std::ranges::max_element(scores) - scores.begin());
        for (int c = 0; c < 4; ++c) {
            CHECK(hard.view("lookup.out").at({{i, c}}) == values.at({{best, c}}));  // exactly
            double mean = 0;
            for (int j = 0; j < 6; ++j) mean += double{values.at({{j, c}})} / 6;
            CHECK(double{equal.view("lookup.out").at({{i, c}})} == doctest::Approx(mean).epsilon(1e-5));
            apart = std::max(apart, std::abs(double{soft.view("lookup.out").at({{i, c}})} - mean));
        }
        double sum = 0;
        for (int j = 0; j < 6; ++j) {
            const auto weight = double{soft.view("lookup.weights").at({{i, j}})};
            CHECK(weight > 0);  // every key matches to some degree
            CHECK(weight < 1);
            sum += weight;
        }
        CHECK(sum == doctest::Approx(1));
    }
    CHECK(apart > 0.1);
}

TEST_CASE("a look-up table has the parameters of its table, each in a part, and no depth") {
    const EvaluatedModel model(table(1), words);
    std::size_t sum = 0;
    for (const ParameterPart& part : parameters_by_part(model.config)) {
        if (part.name == "lookup") CHECK(part.count == 2 * 6 * 4);
        sum += part.count;
    }
    CHECK(sum == model.weights.count());
    CHECK(sum == 9 * 4 + 2 * 6 * 4 + 4 * 9);
    CHECK_THROWS_WITH(parse_config(R"({"architecture": "lookup", "vocab_size": 9, "d_model": 4, "max_seq_len": 9,
                                       "n_layers": 2, "lookup": {"entries": 6}})",
                                   "config.json"),
                      doctest::Contains("unknown key \"n_layers\""));
    CHECK(predicts_next_token(model.config));
    CHECK_FALSE(is_transformer(model.config));
}

TEST_CASE("training a look-up table refuses what it does not have, and takes a width") {
    const Task& task = require_task("soft-lookup");
    TrainRequest request;
    request.d_model = 4;
    CHECK(requested_config(task, request).d_model == 4);
    for (int n = 0; n < 4; ++n) {
        TrainRequest wrong;
        if (n == 0) wrong.positional = "rope";
        if (n == 1) wrong.n_layers = 2;
        if (n == 2) wrong.n_heads = 2;
        if (n == 3) wrong.d_ff = 8;
        CAPTURE(n);
        CHECK_THROWS_WITH((void)requested_config(task, wrong),
                          doctest::Contains(n == 1 ? "which has no layers" : "trains no transformer"));
    }
}

TEST_CASE("training writes into the card what a row of logits answers") {
    const TemporaryFolder folder;
    TrainRequest request;
    request.task = "soft-lookup";
    request.steps = 1;
    request.out = folder / "model";
    (void)train_task(request, nullptr);
    const Model model = load_model(folder / "model");
    CHECK(model.card.answers == AnswerPlace::here);
    CHECK(model.warnings.empty());
    CHECK(predicts_next_token(model.config));
    CHECK_FALSE(predicts_next_token(model));
}

TEST_SUITE_END();
