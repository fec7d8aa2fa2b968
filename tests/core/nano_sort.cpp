// A trained model that this project did not make, with the activations its makers recorded.
// ctest: optimised too
#include <doctest/doctest.h>

#include <array>

#include "core/io/model_folder.h"
#include "core/io/safetensors.h"
#include "core/model/graph.h"
#include "tests/support/skipped.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

constexpr std::array<std::array<int, 11>, 3> rows{
    {{0, 0, 2, 1, 0, 1, 0, 0, 0, 0, 0}, {0, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0}, {1, 0, 2, 1, 2, 2, 0, 0, 0, 0, 0}}};

}  // namespace

TEST_SUITE_BEGIN("nano_sort");

TEST_CASE("nano-sort: every stage as recorded, and every letter sequence sorted") {
    const auto folder = test::fixtures() / "nano-sort";
    if (!std::filesystem::exists(folder)) {
        test::skip(test::Needs::fixtures, "the fixture nano-sort is not beside the project");
        return;
    }
    const Model model = load_model(folder);
    Tape tape;
    const Graph graph = record_model(tape, model.config, model.weights, {.batch = 0, .seq_len = 11});

    for (std::size_t r = 0; r < rows.size(); ++r) {
        const SafetensorsFile expected =
            SafetensorsFile::open(folder / ("expected." + std::to_string(r) + ".safetensors"));
        CHECK(expected.tensors().size() >= 20);
        tape.set(graph.tokens, std::vector<float>(rows[r].begin(), rows[r].end()));
        tape.evaluate();
        for (const StoredTensor& tensor : expected.tensors()) {
            CAPTURE(tensor.name);
            const int id = tape.trace().find(tensor.name);
            REQUIRE(id >= 0);
            const Record& record = tape.trace().record(id);
            REQUIRE(tensor.count == record.shape.count());
            double largest = 0;
            bool infinities_agree = true;
            for (std::size_t i = 0; i < tensor.count; ++i) {
                if (std::isinf(tensor.data[i]) || std::isinf(record.value[i]))
                    infinities_agree = infinities_agree && tensor.data[i] == record.value[i];
                else
                    largest = std::max(largest, std::fabs(static_cast<double>(tensor.data[i]) - record.value[i]));
            }
            CHECK(infinities_agree);
            CHECK(largest < 2e-5);
        }
    }

    // Six letters in, then the sorted ones fed back one by one: position 5 onward predicts.
    int sorted = 0;
    for (int code = 0; code < 729; ++code) {
        std::vector<float> tokens(11, 0.0F);
        for (int i = 0, rest = code; i < 6; ++i, rest /= 3)
            tokens[static_cast<std::size_t>(i)] = static_cast<float>(rest % 3);
        std::vector<float> wanted(tokens.begin(), tokens.begin() + 6);
        std::sort(wanted.begin(), wanted.end());
        std::vector<float> got;
        for (std::size_t position = 5; position < 11; ++position) {
            tape.set(graph.tokens, tokens);
            tape.evaluate();
            const float* logits = tape.trace().record(graph.logits.id).view().row(position);
            got.push_back(static_cast<float>(std::max_element(logits, logits + 3) - logits));
            if (position + 1 < 11) tokens[position + 1] = got.back();
        }
        sorted += got == wanted ? 1 : 0;
    }
    CHECK(sorted == 729);
}

TEST_SUITE_END();
