// The tape computes what changed and nothing else, and allocates nothing once it has run.
// ctest: optimised too
#include "core/tape/tape.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "tests/support/allocations.h"
#include "tests/support/skipped.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

struct Recorded {
    Model model = load_model(test::golden("models") / "decoder-defaults");
    Tape tape;
    Graph graph;
    Recorded() {
        graph =
            record_model(tape, model.config, model.weights, {.batch = 0, .seq_len = 4, .target_len = 0, .loss = true});
        tape.set(graph.tokens, std::vector<float>{1, 2, 3, 4});
        tape.set(graph.labels, std::vector<float>{2, 3, 4, -1});
        tape.evaluate();
    }
    int stages() const { return static_cast<int>(tape.trace().stages().size()); }
    const Record& record(const char* name) const { return tape.trace().record(tape.trace().find(name)); }
};

}  // namespace

TEST_SUITE_BEGIN("tape");

TEST_CASE("an evaluation computes only what changed") {
    Recorded r;
    CHECK(r.tape.evaluated() == r.stages());
    r.tape.evaluate();
    CHECK(r.tape.evaluated() == 0);

    r.tape.set(r.graph.tokens, std::vector<float>{1, 2, 3, 4});  // the same again
    r.tape.evaluate();
    CHECK(r.tape.evaluated() == 0);

    r.tape.set(r.graph.labels, std::vector<float>{2, 3, -1, -1});
    r.tape.evaluate();
    CHECK(r.tape.evaluated() == 1);

    const Edit edit{"blocks.1.mlp.out", Cell{{3, 0}}, 5.0F};
    r.tape.edit({&edit, 1});
    r.tape.evaluate();
    CHECK(r.tape.evaluated() == 6);  // mlp.out, resid_post, final_norm, logits, probs, loss
    CHECK(r.record("blocks.1.mlp.out").view().at(edit.cell) == 5.0F);
}

TEST_CASE("taking an edit back restores every value") {
    Recorded r;
    const Record& logits = r.record("logits");
    const std::vector<float> before(logits.value, logits.value + logits.shape.count());
    const std::vector<Edit> edits{{"blocks.0.attn.weights", Cell{{0, 2, 1}}, 0.9F},
                                  {"blocks.0.attn.q.weight", Cell{{0, 0}}, -3.0F}};
    r.tape.edit(edits);
    r.tape.evaluate();
    CHECK(!std::equal(before.begin(), before.end(), logits.value));
    CHECK(r.model.weights.find("blocks.0.attn.q.weight")->data[0] != -3.0F);  // the weights themselves stay
    CHECK(r.record("blocks.0.attn.q.weight").value[0] == -3.0F);
    r.tape.edit({});
    r.tape.evaluate();
    CHECK(std::equal(before.begin(), before.end(), logits.value));
}

TEST_CASE("an edited cell is a constant: no gradient flows on from it") {
    Recorded r;
    std::vector<Edit> edits;
    const Record& act = r.record("blocks.1.mlp.act");
    for (std::size_t i = 0; i < act.shape.count(); ++i) edits.push_back({act.name, act.shape.cell(i), 0.5F});
    r.tape.edit(edits);
    r.tape.evaluate();
    r.tape.backward(r.graph.loss);
    const Record& pre = r.record("blocks.1.mlp.pre");
    for (std::size_t i = 0; i < pre.shape.count(); ++i) CHECK(pre.gradient[i] == 0.0F);
    bool any = false;
    for (std::size_t i = 0; i < act.shape.count(); ++i) any = any || act.gradient[i] != 0.0F;
    CHECK(any);
}

TEST_CASE("edits of what does not exist are refused") {
    Recorded r;
    const Edit nowhere{"blocks.7.attn.q", {}, 0}, outside{"embed", Cell{{4, 0}}, 0};
    CHECK_THROWS_WITH_AS(r.tape.edit({&nowhere, 1}), doctest::Contains("blocks.7.attn.q"), Error);
    CHECK_THROWS_WITH_AS(r.tape.edit({&outside, 1}), doctest::Contains("outside embed"), Error);
}

TEST_CASE("a stopped evaluation is taken up where it stopped") {
    Recorded r;
    r.tape.set(r.graph.tokens, std::vector<float>{4, 3, 2, 1});
    CHECK_FALSE(r.tape.evaluate([](int done, int) { return done < 5; }));
    CHECK_FALSE(r.tape.is_current());
    CHECK(r.tape.evaluate());
    CHECK(r.tape.is_current());
    Recorded fresh;
    fresh.tape.set(fresh.graph.tokens, std::vector<float>{4, 3, 2, 1});
    fresh.tape.evaluate();
    CHECK(test::relative_difference(r.record("logits").value, fresh.record("logits").value,
                                    fresh.record("logits").shape.count()) == 0);
}

TEST_CASE("a tape that ran once allocates nothing more") {
    if (!test::counts_allocations) {
        test::skip(test::Needs::plain_build, "allocations are counted in a build without sanitizers");
        return;
    }
    Recorded r;
    r.tape.backward(r.graph.loss);
    const std::vector<float> tokens{4, 3, 2, 1};
    const std::size_t before = test::allocations();
    r.tape.set(r.graph.tokens, tokens);
    r.tape.evaluate();
    r.tape.backward(r.graph.loss);
    CHECK(test::allocations() == before);
}

namespace {

/// Tokens, paddings and labels of every kind for a batch.
void fill(Tape& tape, const Graph& graph, const ModelConfig& config) {
    const auto cycle = [&](Ref input, int below) {
        std::vector<float> values(tape.shape(input).count());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>((i * 3 + 1) % static_cast<std::size_t>(below));
        tape.set(input, values);
    };
    cycle(graph.tokens, config.vocab_size);
    if (graph.target_tokens) cycle(graph.target_tokens, config.target_vocab_size);
    for (const Ref padding : {graph.padding, graph.target_padding})
        if (padding) {
            std::vector<float> values(tape.shape(padding).count(), 1.0F);
            values.back() = 0;
            tape.set(padding, values);
        }
    cycle(graph.labels, config.head.classifier ? config.head.n_classes
                        : graph.target_tokens  ? config.target_vocab_size
                                               : config.vocab_size);
}

}  // namespace

TEST_CASE("a tape that keeps only what gradients need gives the same gradients in less memory") {
    for (const std::filesystem::path& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        const GraphSize size{.batch = 2, .seq_len = 4, .target_len = 3, .loss = true};
        Tape whole, lean(nullptr, nullptr, Tape::Keep::needed);
        const Graph graph = record_model(whole, model.config, model.weights, size);
        record_model(lean, model.config, model.weights, size);
        for (int round = 0; round < 2; ++round) {
            for (Tape* tape : {&whole, &lean}) {
                fill(*tape, graph, model.config);
                if (round == 1) {
                    std::vector<float> tokens(tape->shape(graph.tokens).count(), 1.0F);
                    tape->set(graph.tokens, tokens);
                }
                tape->evaluate();
                tape->backward(graph.loss);
            }
            CHECK(lean.values(graph.loss)[0] == whole.values(graph.loss)[0]);
            REQUIRE(lean.parameter_gradients().size() == whole.parameter_gradients().size());
            for (std::size_t p = 0; p < lean.parameter_gradients().size(); ++p)
                CHECK(std::ranges::equal(lean.parameter_gradients()[p].gradient,
                                         whole.parameter_gradients()[p].gradient));
        }
        CHECK(lean.bytes() < whole.bytes());
        // What is still there is what it should be; what is not says so.
        int gone = 0;
        for (const int id : lean.trace().stages()) {
            const Record& record = lean.trace().record(id);
            if (record.value_kept) {
                CHECK(std::ranges::equal(std::span(record.view().data, record.shape.count()),
                                         std::span(whole.trace().record(id).view().data, record.shape.count())));
                continue;
            }
            ++gone;
            CHECK_THROWS_AS(static_cast<void>(record.view()), Error);
            CHECK_THROWS_AS(static_cast<void>(record.at({})), Error);
        }
        CHECK(gone > 0);
        const std::vector<Edit> edits{{lean.trace().record(lean.trace().stages().front()).name, {}, 1.0F}};
        CHECK_THROWS_AS(lean.edit(edits), Error);
    }
}

TEST_SUITE_END();
