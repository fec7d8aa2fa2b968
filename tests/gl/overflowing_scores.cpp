// Scores that overflow, on the OpenGL backend against the processor: the same rows are NaN, the same 0, in the stages
// one by one, in the pass that is only timed, and in the gradients. ctest: optimised instead
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/gl/backend.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/tape/tape.h"
#include "tests/support/device_for_tests.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr int all = Cell::all;
constexpr int tokens = 5;

struct Recorded {
    Tape tape;
    Graph graph;
    Recorded(const ModelConfig& config, const Weights& weights, Backend* backend, bool loss)
        : tape(nullptr, backend), graph(record_model(tape, config, weights, {.seq_len = tokens, .loss = loss})) {
        tape.set(graph.tokens, std::vector<float>{3, 1, 4, 1, 5});
        if (loss) tape.set(graph.labels, std::vector<float>{1, 4, 1, 5, -1});
    }
    ConstView view(const std::string& name, bool gradient = false) const {
        const Record& record = tape.trace().record(tape.trace().find(name));
        return gradient ? record.gradient_view() : record.view();
    }
};

/// NaN at the same places, and everywhere else the same up to rounding.
void check_alike(ConstView a, ConstView b) {
    REQUIRE(a.shape == b.shape);
    for (std::size_t i = 0; i < a.shape.count(); ++i) {
        CAPTURE(i);
        CHECK(std::isnan(a.data[i]) == std::isnan(b.data[i]));
        if (!std::isnan(a.data[i]) && !std::isinf(a.data[i]))
            CHECK(static_cast<double>(a.data[i]) == doctest::Approx(static_cast<double>(b.data[i])).epsilon(1e-4));
    }
}

}  // namespace

TEST_SUITE_BEGIN("gl");

TEST_CASE("rows that overflow are NaN on the device, rows that a mask or a hand closes 0") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device);
    const Model model = load_model(test::golden("models") / "decoder-defaults");
    const std::vector<std::vector<Edit>> runs{
        {{"blocks.0.attn.scores_raw", {{1, 2, all, 0}}, -infinity}},
        {{"blocks.0.attn.scores_raw", {{0, 0, 0, 0}}, -infinity}},
        {{"blocks.0.attn.scores_masked", {{all, 2, all, 0}}, -infinity}},
        {{"mask", {{3, all, 0, 0}}, 0}, {"blocks.0.attn.scores_raw", {{all, 3, all, 0}}, -infinity}},
        {{"blocks.0.attn.scores_raw", {{2, 4, 1, 0}}, infinity}},
        {{"blocks.0.attn.scores_raw", {{2, 4, 1, 0}}, std::numeric_limits<float>::quiet_NaN()}},
        {{"logits", {{1, all, 0, 0}}, -infinity}}};
    std::size_t none = 0;
    for (const std::vector<Edit>& edits : runs) {
        CAPTURE(edits.back().record);
        Recorded here(model.config, model.weights, nullptr, true), there(model.config, model.weights, &backend, true);
        for (Recorded* run : {&here, &there}) {
            run->tape.edit(edits);
            REQUIRE(run->tape.evaluate());
            run->tape.backward(run->graph.loss);
        }
        for (const char* stage : {"blocks.0.attn.weights", "blocks.0.attn.heads", "probs"})
            check_alike(here.view(stage), there.view(stage));
        check_alike(here.view("blocks.0.attn.scores_scaled", true), there.view("blocks.0.attn.scores_scaled", true));
        const ConstView weights = there.view("blocks.0.attn.weights");
        for (std::size_t i = 0; i < weights.shape.count(); ++i) none += std::isnan(weights.data[i]) ? 1 : 0;
    }
    CHECK(none == 4 * tokens);  // four of the rows
}

TEST_CASE("the pass that is only timed has the same rows") {
    const auto device = test::gl_device();
    if (!device) return;
    gl::GlBackend backend(device, {.watched = false});
    Model model = load_model(test::golden("models") / "decoder-defaults");
    Weights weights = initial_weights(model.config, 5, {.std = 0.4F, .scale_residual = false});
    const Parameter *q = weights.find("blocks.0.attn.q.weight"), *k = weights.find("blocks.0.attn.k.weight");
    REQUIRE(q != nullptr);
    REQUIRE(k != nullptr);
    for (std::size_t i = 0; i < std::min(q->shape.count(), k->shape.count()); ++i) {
        const_cast<float*>(q->data)[i] *= 1e25F;
        const_cast<float*>(k->data)[i] = -q->data[i];
    }
    Recorded here(model.config, weights, nullptr, false), there(model.config, weights, &backend, false);
    REQUIRE(here.tape.evaluate());
    REQUIRE(there.tape.evaluate());
    CHECK(std::isnan(here.view("blocks.0.attn.weights").data[0]));
    check_alike(here.view("blocks.0.attn.weights"), there.view("blocks.0.attn.weights"));
}

TEST_SUITE_END();
