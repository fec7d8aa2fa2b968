// Shares of a cell's sources: by hand, and that they add up where the cell is a sum; paths that end at tokens.
// ctest: optimised too
#include "core/analysis/influence.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/session/session.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/golden_pass.h"
#include "tests/support/support.h"

using namespace glassformer;

TEST_SUITE_BEGIN("influence");

TEST_CASE("the parts of a sum add up to the cell, in every golden model") {
    Random random(6);
    std::set<ShareKind> kinds;
    for (const auto& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const test::GoldenPass pass(folder);
        for (const int id : pass.trace().stages()) {
            const Record& record = pass.trace().record(id);
            const Cell cell =
                record.shape.cell(static_cast<std::size_t>(random.below(static_cast<int>(record.shape.count()))));
            CAPTURE(record.name);
            const Influence found = influence(pass.trace(), id, cell);
            kinds.insert(found.kind);
            CHECK((found.kind == ShareKind::none) == found.sources.empty());
            if (found.sources.empty()) {
                CHECK(found.note != "");
                continue;
            }
            double sum = found.constant, shares = 0, scale = std::abs(found.constant);
            std::set<int> operands;
            for (const InfluenceSource& source : found.sources) {
                CHECK(pass.trace().record(source.record).kind == Record::Kind::computed);
                CHECK(source.value == static_cast<double>(pass.trace().record(source.record).at(source.cell)));
                if (found.kind == ShareKind::term)
                    CHECK(source.contribution == doctest::Approx(source.value * source.factor));
                sum += source.contribution;
                scale += std::abs(source.contribution);
                shares += std::abs(source.share);
                operands.insert(source.operand);
            }
            // Two activations in one term both name it; else each term is named once.
            const std::string_view operation = record.operation->name();
            const bool pairs = operation == "attention_scores" || operation == "attention_values" ||
                               operation == "gated_sum" || operation == "relative_scores" ||
                               operation == "shaw_scores" || operation == "weighted_rows";
            if (found.kind != ShareKind::slope && !pairs) {
                CHECK(std::abs(sum - found.value) <= 1e-5 * scale + 1e-7);
                CHECK(shares <= 1 + 1e-9);
            }
            if (pairs && operation == "attention_values") CHECK(shares == doctest::Approx(2));
        }
    }
    CHECK(kinds.size() == 4);
}

TEST_CASE("shares by hand: a sum, a softmax, a masked score, a cell set by hand") {
    test::EvaluatedModel model(
        R"({"architecture":"decoder","vocab_size":5,"d_model":4,"n_heads":2,"n_layers":1,"max_seq_len":4})", {0, 3, 2});
    const Trace& trace = model.tape.trace();
    // x = a + b.
    const Cell cell{{1, 2}};
    const double a = model.view("blocks.0.resid_pre").at(cell), b = model.view("blocks.0.attn.out").at(cell);
    const Influence sum = influence(trace, trace.find("blocks.0.resid_mid"), cell);
    REQUIRE(sum.sources.size() == 2);
    CHECK(sum.kind == ShareKind::term);
    const InfluenceSource& first = sum.sources.front();
    const bool stream = trace.record(first.record).name == "blocks.0.resid_pre";
    CHECK(stream == (std::abs(a) > std::abs(b)));
    CHECK(first.share == doctest::Approx((stream ? a : b) / (std::abs(a) + std::abs(b)) * (a + b < 0 ? -1 : 1)));
    CHECK(first.factor == 1);
    // p = softmax(x): ∂p_i / ∂x_j · x_j = p_i (δ_ij - p_j) x_j.
    const Cell weight{{0, 1, 0}};
    const ConstView p = model.view("blocks.0.attn.weights"), x = model.view("blocks.0.attn.scores_masked");
    const Influence soft = influence(trace, trace.find("blocks.0.attn.weights"), weight);
    CHECK(soft.kind == ShareKind::slope);
    for (const InfluenceSource& source : soft.sources) {
        const double own = source.cell == weight ? 1 : 0;
        const double slope = static_cast<double>(p.at(weight)) * (own - static_cast<double>(p.at(source.cell)));
        if (source.cell[2] > 1)
            CHECK(source.contribution == 0);
        else
            CHECK(source.contribution == doctest::Approx(slope * static_cast<double>(x.at(source.cell))).epsilon(1e-5));
    }
    // A score that the mask hides has no sources.
    const Influence masked = influence(trace, trace.find("blocks.0.attn.scores_masked"), Cell{{0, 0, 1}});
    CHECK(masked.kind == ShareKind::none);
    CHECK(masked.note == "masked: the query cannot attend to this key");
    // A curve of one number has one source, with all of it.
    const Influence curve = influence(trace, trace.find("blocks.0.mlp.act"), Cell{{2, 1}});
    CHECK(curve.kind == ShareKind::whole);
    REQUIRE(curve.sources.size() == 1);
    CHECK(curve.sources.front().share == doctest::Approx(1));
    // Set by hand.
    const std::vector<Edit> edits{{.record = "blocks.0.attn.out", .cell = cell, .value = 9}};
    model.tape.edit(edits);
    REQUIRE(model.tape.evaluate());
    CHECK(influence(trace, trace.find("blocks.0.attn.out"), cell).note.starts_with("edited"));
    const InfluencePath path = follow(trace, trace.find("blocks.0.resid_mid"), cell);
    CHECK(path.hops.size() == 2);
    CHECK(path.end.starts_with("edited"));
    CHECK(path.position == -1);
    CHECK_THROWS_AS(influence(trace, trace.find("logits"), Cell{{0, 9}}), Error);
    CHECK_THROWS_AS(follow(trace, 9999, {}), Error);
}

TEST_CASE("a path leads from the answer of the induction model to the token that it copies") {
    const auto model =
        std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / "induction"));
    const auto evaluation =
        evaluate_once(model, {.model = "induction", .text = model->card.examples.front(), .target = "", .edits = {}});
    const Trace& trace = evaluation->trace();
    const int probs = evaluation->graph().probs.id;
    const Record& record = trace.record(probs);
    const int last = record.shape.size(0) - 1;
    int answer = 0;
    for (int c = 0; c < record.shape.cols(); ++c)
        if (record.at(Cell{{last, c}}) > record.at(Cell{{last, answer}})) answer = c;
    const InfluencePath path = follow(trace, probs, Cell{{last, answer}});
    CHECK(path.end == "a token's embedding");
    CHECK(path.position >= 0);
    CHECK(path.position < last);
    double product = 1;
    int value_of = -1;  // whose value the second layer's attention took
    for (const PathStep& hop : path.hops) {
        product *= hop.share;
        CHECK(hop.product == doctest::Approx(product));
        CHECK(std::abs(hop.share) <= 1 + 1e-12);
        if (hop.kind != ShareKind::slope) CHECK(hop.share >= 0);
        if (trace.record(hop.record).name == "blocks.1.attn.v") value_of = hop.cell[1];
    }
    REQUIRE(value_of >= 0);
    CHECK(evaluation->tokens()[static_cast<std::size_t>(value_of)].id == answer);
    const InfluencePath short_one = follow(trace, probs, Cell{{last, answer}}, 2);
    CHECK(short_one.hops.size() == 3);
    CHECK(short_one.end == "stopped after the requested number of steps");
}

TEST_SUITE_END();
