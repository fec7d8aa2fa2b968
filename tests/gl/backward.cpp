// Passes that go both ways on the OpenGL backend: labels, loss, gradients of single cells, and the chain rule read from
// what lies there.
#include <doctest/doctest.h>

#include "core/analysis/chain_rule.h"
#include "core/io/model_folder.h"
#include "core/session/labels.h"
#include "core/session/session.h"
#include "tests/support/device_for_tests.h"
#include "tests/support/support.h"

using namespace glassformer;

TEST_SUITE_BEGIN("backward");

TEST_CASE("on the OpenGL backend a pass goes backwards too, and the chain rule adds up there") {
    const auto device = test::gl_device();
    if (!device) return;
    const auto choose = [&](const Model&, const GraphSize&) {
        return BackendChoice{.backend = std::make_shared<gl::GlBackend>(device), .name = "OpenGL"};
    };
    for (const std::string name : {"induction", "sentiment-but"}) {
        CAPTURE(name);
        const auto model = std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
        Inputs inputs{.model = name,
                      .text = model->card.examples.front(),
                      .target = "",
                      .edits = {{"blocks.0.attn.weights", Cell{{0, 2, 1}}, 0.6F}}};
        inputs.gradients = true;
        const auto here = evaluate_once(model, inputs), there = evaluate_once(model, inputs, nullptr, choose);
        REQUIRE(there->computed_on().backend);
        REQUIRE(there->has_gradients());
        CHECK(there->labels() == here->labels());
        const std::string last = std::to_string(model->config.n_layers - 1);
        for (const std::string& stage : {std::string("blocks.0.attn.weights"), std::string("blocks.0.resid_mid"),
                                         "blocks." + last + ".attn.q", std::string("logits")}) {
            CAPTURE(stage);
            const int id = there->trace().find(stage);
            const Cell cell{{0, 2, 1}};
            REQUIRE(id >= 0);
            const Record& record = there->trace().record(id);
            if (!record.shape.contains(cell)) continue;
            CHECK(record.gradient_at(cell) ==
                  doctest::Approx(here->trace().record(id).gradient_at(cell)).epsilon(1e-3));
            const ChainRule rule = chain_rule(there->trace(), id, cell);
            CHECK(rule.sum == doctest::Approx(rule.recorded).epsilon(1e-3));
        }
    }
}

TEST_SUITE_END();
