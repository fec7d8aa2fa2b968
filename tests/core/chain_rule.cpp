// The chain rule's terms against what the backward pass recorded: every operation's examples, every golden model.
// ctest: alone 3 s, optimised too
#include "core/analysis/chain_rule.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/ops/derivative.h"
#include "core/ops/ops.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/golden_pass.h"
#include "tests/support/operation_harness.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

double largest_gradient(const Record& record) {
    const ConstView gradient = record.gradient_view();
    double most = 0;
    for (std::size_t i = 0; i < gradient.shape.count(); ++i)
        most = std::max(most, std::abs(static_cast<double>(gradient.data[i])));
    return most;
}

/// Holds some cells of a record against its gradient; returns how many had terms.
int check_record(const Trace& trace, const Record& record, int cells, double tolerance, Random& random) {
    const double scale = largest_gradient(record);
    int with_terms = 0;
    for (int i = 0; i < cells; ++i) {
        const bool every = record.shape.count() <= static_cast<std::size_t>(cells);
        if (every && i >= static_cast<int>(record.shape.count())) break;
        const Cell cell = record.shape.cell(
            static_cast<std::size_t>(every ? i : random.below(static_cast<int>(record.shape.count()))));
        const ChainRule rule = chain_rule(trace, record.id, cell, {.most = 3});
        CAPTURE(record.name);
        CAPTURE(text(cell, record.shape.rank()));
        CHECK(std::abs(rule.sum - rule.recorded) <= tolerance * scale + 1e-5 * rule.size + 1e-9);
        double listed = rule.rest;
        for (const ChainTerm& term : rule.terms) {
            listed += term.product;
            CHECK(term.product == doctest::Approx(term.gradient * term.slope));
        }
        if (!rule.is_loss) CHECK(listed == doctest::Approx(rule.sum).epsilon(1e-9));
        with_terms += rule.count > 0 ? 1 : 0;
    }
    return with_terms;
}

}  // namespace

TEST_SUITE_BEGIN("chain_rule");

TEST_CASE("the terms of the chain rule add up to the gradient, for every operation") {
    Random random(3);
    for (const OperationRow& row : all_operations())
        for (const Example& example : row.examples()) {
            CAPTURE(row.name);
            CAPTURE(example.label);
            // The result is read by a cross entropy, so that there is one number to start from.
            Tape tape;
            std::vector<Ref> operands;
            std::vector<std::pair<Ref, const Tensor*>> inputs;
            int number = 0;
            for (const Tensor& operand : example.operands) {
                if (harness::discrete(operand)) {
                    operands.push_back(tape.input(stage::token_ids, {.block = number++}, operand.shape));
                    inputs.emplace_back(operands.back(), &operand);
                } else {
                    Parameter parameter{.name = "p" + std::to_string(number++), .shape = operand.shape, .owner = {}};
                    parameter.data = operand.data.data();
                    operands.push_back(tape.parameter(parameter, "P"));
                }
            }
            const bool is_loss = row.name == "cross_entropy";
            const Ref result = tape.run(is_loss ? stage::loss : stage::logits, {}, example.operation, operands);
            Ref loss = result, labels;
            if (!is_loss) {
                const auto rows = static_cast<int>(tape.shape(result).rows());
                labels = tape.input(stage::labels, {}, Shape{{Axis::position, rows}});
                loss = tape.run(stage::loss, {}, op::cross_entropy(0), {result, labels});
            }
            for (const auto& [ref, values] : inputs) tape.set(ref, values->data);
            if (labels) {
                // Rows without a finite entry have no loss; of the others, a finite one is the label.
                std::vector<float> ids(tape.shape(labels).count(), -1.0F);
                tape.set(labels, ids);
                REQUIRE(tape.evaluate());
                const ConstView out = tape.trace().record(result.id).view();
                for (std::size_t r = 0; r < ids.size(); ++r)
                    for (int c = 0; c < out.shape.cols(); ++c)
                        if (std::isfinite(out.row(r)[c])) ids[r] = static_cast<float>(c);
                tape.set(labels, ids);
            }
            REQUIRE(tape.evaluate());
            REQUIRE(tape.backward(loss));
            for (const Record& record : tape.trace().records())
                if (record.kind != Record::Kind::input) check_record(tape.trace(), record, 40, 2e-5, random);
        }
}

TEST_CASE("the terms of the chain rule add up to the gradient, in every stage and parameter of every golden model") {
    Random random(5);
    int with_terms = 0, models = 0;
    for (const auto& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const test::GoldenPass pass(folder);
        for (const Record& record : pass.trace().records())
            if (record.kind != Record::Kind::input) with_terms += check_record(pass.trace(), record, 3, 1e-4, random);
        ++models;
    }
    CHECK(models >= 90);
    CHECK(with_terms > 50 * models);
}

TEST_CASE("what a source's slope is forwards, it is backwards") {
    for (const OperationRow& row : all_operations()) {
        const Example example = row.examples().front();
        CAPTURE(row.name);
        const Tensor out = harness::forward(*example.operation, example.operands);
        std::vector<Shape> shapes;
        for (const Tensor& operand : example.operands) shapes.push_back(operand.shape);
        const auto read = [&](int operand, const Cell& cell) {
            return static_cast<double>(example.operands[static_cast<std::size_t>(operand)].view().at(cell));
        };
        for (const std::size_t at : {std::size_t{0}, out.data.size() / 2, out.data.size() - 1}) {
            const Derivation derivation =
                example.operation->derive({.cell = out.shape.cell(at), .in = shapes, .out = out.shape, .read = read});
            for (const SourceSlope& source : source_slopes(derivation))
                CHECK(
                    source.slope ==
                    doctest::Approx(slope(derivation, {.operand = source.operand, .cell = source.cell})).epsilon(1e-9));
        }
    }
}

TEST_CASE("a chain rule by hand: a tied embedding is read twice, and a cell set by hand passes nothing back") {
    test::EvaluatedModel model(
        R"({"architecture":"decoder","vocab_size":3,"d_model":2,"n_heads":1,"n_layers":1,"max_seq_len":4,
            "norm":"none","mlp":false,"positional":{"kind":"none"},"tie_embeddings":true})",
        {0, 1}, {1, -1});
    const Trace& trace = model.tape.trace();
    const int table = trace.find("embed.tokens.weight");
    const ChainRule rule = chain_rule(trace, table, Cell{{1, 0}});
    double through_embedding = 0, through_logits = 0;
    for (const ChainTerm& term : rule.terms)
        (trace.record(term.record).name == "logits" ? through_logits : through_embedding) += term.product;
    // Row 1 is embedded at position 1, which has no label and is seen by no row that has one.
    CHECK(through_embedding == 0);
    CHECK(rule.count == 1);
    const float p = model.view("probs").at(Cell{{0, 1}}), hidden = model.view("blocks.0.resid_mid").at(Cell{{0, 0}});
    CHECK(through_logits == doctest::Approx(static_cast<double>((p - 1) * hidden)).epsilon(1e-5));
    CHECK(rule.recorded == doctest::Approx(rule.sum).epsilon(1e-5));

    // The logit that brought it is set by hand: what is recorded and what is derived agree on zero.
    const std::vector<Edit> edits{{.record = "logits", .cell = Cell{{0, 1}}, .value = 0.5F}};
    model.tape.edit(edits);
    REQUIRE(model.tape.evaluate());
    REQUIRE(model.tape.backward(model.graph.loss));
    const ChainRule cut = chain_rule(trace, table, Cell{{1, 0}});
    CHECK(cut.cut == 1);
    CHECK(cut.sum == 0);
    CHECK(cut.recorded == 0);
    CHECK(chain_rule(trace, trace.find("logits"), Cell{{0, 1}}).sum != 0);

    // So do all cells of a selection.
    const std::vector<Edit> row{{.record = "logits", .cell = Cell{{0, Cell::all}}, .value = 0.5F}};
    model.tape.edit(row);
    REQUIRE(model.tape.evaluate());
    REQUIRE(model.tape.backward(model.graph.loss));
    const ChainRule selected = chain_rule(trace, table, Cell{{1, 0}});
    CHECK(selected.cut == 1);
    CHECK(selected.sum == 0);
    CHECK(selected.recorded == 0);

    CHECK(chain_rule(trace, trace.find("loss"), {}).is_loss);
    CHECK_THROWS_WITH_AS(chain_rule(trace, trace.find("tokens"), {}), "tokens is an input and has no gradient", Error);
    CHECK_THROWS_AS(chain_rule(trace, table, Cell{{3, 0}}), Error);
    int asked = 0;
    CHECK(chain_rule(trace, table, Cell{{1, 0}}, {.go_on = [&] { return ++asked < 0; }}).finished);  // too few to ask
    test::EvaluatedModel forward_only(
        R"({"architecture":"decoder","vocab_size":3,"d_model":2,"n_heads":1,"n_layers":1,"max_seq_len":4})", {0, 1});
    CHECK_THROWS_WITH_AS(chain_rule(forward_only.tape.trace(), forward_only.tape.trace().find("logits"), {}),
                         "there is no gradient of logits: run a backward pass first", Error);
}

TEST_SUITE_END();
