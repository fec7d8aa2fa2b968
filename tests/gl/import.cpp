// Models of other libraries on the OpenGL backend: what their makers' code computes, on the device.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/tape/tape.h"
#include "tests/support/device_for_tests.h"
#include "tests/support/hf_fixture.h"
#include "tests/support/skipped.h"

using namespace glassformer;

TEST_SUITE_BEGIN("import");

TEST_CASE("imported models on OpenGL compute what the library they come from computes") {
    const auto device = test::gl_device();
    if (!device) return;
    const auto folders = test::folders(test::hf_fixtures());
    if (folders.empty()) return test::skip(test::Needs::fixtures, "the fixtures hf are not beside the project");
    gl::GlBackend backend(device);
    for (const auto& folder : folders) {
        CAPTURE(folder.filename().string());
        const test::HfFixture fixture(folder);
        const Model model = load_model(folder);
        Tape tape(nullptr, &backend);
        const Graph graph = record_model(tape, model.config, model.weights,
                                         {.seq_len = static_cast<int>(fixture.tokens.size()),
                                          .target_len = static_cast<int>(fixture.target.size())});
        const auto set = [&](Ref ref, const std::vector<int>& ids) {
            tape.set(ref, std::vector<float>(ids.begin(), ids.end()));
        };
        set(graph.tokens, fixture.tokens);
        if (graph.target_tokens) set(graph.target_tokens, fixture.target);
        if (graph.token_types && !fixture.types.empty()) set(graph.token_types, fixture.types);
        REQUIRE(tape.evaluate());
        for (const StoredTensor& expected : fixture.expected.tensors()) {
            CAPTURE(expected.name);
            const int id = tape.trace().find(stage_of_reference(expected.name, model.config));
            REQUIRE(id >= 0);
            const Record& record = tape.trace().record(id);
            REQUIRE(expected.count == record.shape.count());
            CHECK(test::relative_difference(record.view().data, expected.data, expected.count) < 1e-4);
        }
    }
}

TEST_SUITE_END();
