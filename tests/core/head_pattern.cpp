// What a head mostly does: maps written by hand, and heads of shipped models that are known for it.
#include "core/analysis/head_pattern.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/session/session.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

/// One head whose row i has all its weight on the key that `on` says.
template <class On>
Tensor pointing(int n, On on) {
    Tensor tensor(Shape{{Axis::head, 1}, {Axis::query, n}, {Axis::key, n}});
    for (int i = 0; i < n; ++i) tensor.data[static_cast<std::size_t>(i * n + on(i))] = 1;
    return tensor;
}

/// The pattern of six such rows; with a tenth of the weight spread over all keys it is the same.
HeadPattern of(Tensor weights, const std::vector<int>& tokens) {
    const HeadPattern sharp = head_patterns(weights.view(), tokens).front().pattern;
    for (float& weight : weights.data) weight = 0.9F * weight + 0.1F / 6;
    CHECK(head_patterns(weights.view(), tokens).front().pattern == sharp);
    return head_patterns(weights.view(), tokens).front().pattern;
}

}  // namespace

TEST_SUITE_BEGIN("head_pattern");

TEST_CASE("each pattern is found in a map that has it") {
    const std::vector<int> different{1, 2, 3, 4, 5, 6}, repeated{1, 2, 3, 1, 2, 3};
    CHECK(of(pointing(6, [](int i) { return i; }), different) == HeadPattern::itself);
    CHECK(of(pointing(6, [](int i) { return std::max(i - 1, 0); }), different) == HeadPattern::previous);
    CHECK(of(pointing(6, [](int) { return 0; }), different) == HeadPattern::first);
    CHECK(of(pointing(6, [](int i) { return i < 3 ? 5 - i : i - 3; }), repeated) == HeadPattern::duplicate);
    CHECK(of(pointing(6, [](int i) { return i < 3 ? 5 - i : i - 2; }), repeated) == HeadPattern::induction);
    const Tensor column = pointing(6, [](int) { return 4; });
    const std::vector<HeadPatternShare> found = head_patterns(column.view(), different);
    CHECK(found.front().pattern == HeadPattern::one_key);
    CHECK(found.front().key == 4);
    CHECK(found.front().share == doctest::Approx(1));
    // Another text's keys have no previous one, and the first is a key like the others.
    CHECK(head_patterns(pointing(6, [](int) { return 0; }).view(), {}).front().pattern == HeadPattern::one_key);
    Tensor flat(Shape{{Axis::head, 1}, {Axis::query, 5}, {Axis::key, 5}});
    for (float& weight : flat.data) weight = 0.2F;
    CHECK(head_patterns(flat.view(), std::vector<int>{1, 2, 3, 4, 5}).front().pattern == HeadPattern::even);
}

TEST_CASE("without a pattern none is named: mixed weights, short texts, heads that are off") {
    Tensor mixed(Shape{{Axis::head, 1}, {Axis::query, 4}, {Axis::key, 4}});
    const std::vector<float> row{0.45F, 0.45F, 0.09F, 0.01F, 0.01F, 0.45F, 0.45F, 0.09F,
                                 0.09F, 0.01F, 0.45F, 0.45F, 0.45F, 0.09F, 0.01F, 0.45F};
    std::copy(row.begin(), row.end(), mixed.data.begin());
    const std::vector<int> ids{1, 2, 3, 4};
    CHECK(head_patterns(mixed.view(), ids).front().pattern == HeadPattern::none);
    CHECK(head_patterns(pointing(3, [](int i) { return i; }).view(), std::vector<int>{1, 2, 3}).front().pattern ==
          HeadPattern::none);
    const Tensor off(Shape{{Axis::head, 1}, {Axis::query, 4}, {Axis::key, 4}});
    CHECK(head_patterns(off.view(), ids).front().pattern == HeadPattern::none);
    CHECK_THROWS_AS(head_patterns(off.view(), std::vector<int>{1, 2}), Error);
    CHECK_THROWS_AS(head_patterns(Tensor(Shape{{Axis::query, 2}, {Axis::key, 2}}).view(), {}), Error);
}

TEST_CASE("the shares are those of a direct sum over a trained model's weights") {
    const auto model =
        std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / "induction"));
    const auto evaluation =
        evaluate_once(model, {.model = "induction", .text = model->card.examples.front(), .target = "", .edits = {}});
    int named = 0;
    for (const int id : evaluation->trace().stages()) {
        const Record& record = evaluation->trace().record(id);
        if (record.stage != &stage::weights) continue;
        std::vector<int> ids;
        for (const TokenLabel& token : evaluation->tokens_along(record, Axis::key)) ids.push_back(token.id);
        const ConstView weights = record.view();
        const std::vector<HeadPatternShare> found = head_patterns(weights, ids);
        const auto n = ids.size();
        for (std::size_t head = 0; head < found.size(); ++head) {
            double previous = 0, induction = 0;
            int rows = 0;
            for (std::size_t i = 1; i < n; ++i) {
                previous += static_cast<double>(weights.row(head * n + i)[i - 1]);
                double behind = 0;
                bool seen = false;
                for (std::size_t j = 0; j < i; ++j)
                    if (ids[j] == ids[i]) behind += static_cast<double>(weights.row(head * n + i)[j + 1]), seen = true;
                if (seen) induction += behind, ++rows;
            }
            const HeadPatternShare& share = found[head];
            CAPTURE(record.name);
            if (share.pattern == HeadPattern::previous) {
                CHECK(share.share == doctest::Approx(previous / static_cast<double>(n - 1)));
                ++named;
            }
            if (share.pattern == HeadPattern::induction) {
                CHECK(share.share == doctest::Approx(induction / rows));
                ++named;
            }
        }
    }
    CHECK(named >= 2);  // a previous-token head below an induction head (Olsson et al. 2022)
}

TEST_SUITE_END();
