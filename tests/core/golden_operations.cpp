// Every operation's examples against PyTorch, forward and backward.
// ctest: optimised too
#include <doctest/doctest.h>

#include "core/io/safetensors.h"
#include "core/ops/ops.h"
#include "tests/support/support.h"

using namespace glassformer;

TEST_SUITE_BEGIN("golden_operations");

TEST_CASE("every operation equals PyTorch on its examples, forward and backward") {
    for (const OperationRow& row : all_operations()) {
        for (const Example& example : row.examples()) {
            CAPTURE(std::string(row.name));
            CAPTURE(example.label);
            std::string file = example.label + ".safetensors";
            std::replace(file.begin(), file.end(), ' ', '-');
            const auto path = test::golden("ops") / row.name / file;
            REQUIRE_MESSAGE(std::filesystem::exists(path), "no golden: run tests/golden/make_op_goldens.py");
            const SafetensorsFile golden = SafetensorsFile::open(path);

            std::vector<ConstView> in;
            std::vector<Shape> shapes;
            for (std::size_t i = 0; i < example.operands.size(); ++i) {
                const Tensor& operand = example.operands[i];
                const StoredTensor& stored = golden.floats("in" + std::to_string(i));
                REQUIRE(stored.has_shape(operand.shape));
                REQUIRE_MESSAGE(std::equal(operand.data.begin(), operand.data.end(), stored.data),
                                "the example has changed since its golden was made");
                in.push_back(operand.view());
                shapes.push_back(operand.shape);
            }
            Tensor out(example.operation->infer(shapes));
            example.operation->forward({.in = in, .out = out.view(), .pool = nullptr});
            const StoredTensor& expected = golden.floats("out");
            REQUIRE(expected.has_shape(out.shape));
            CHECK(test::relative_difference(out.data.data(), expected.data, expected.count) < 2e-6);

            const StoredTensor& upstream = golden.floats("dout");
            std::vector<Tensor> gradients;
            std::vector<View> in_grad;
            for (const Tensor& operand : example.operands) gradients.emplace_back(operand.shape);
            for (std::size_t i = 0; i < gradients.size(); ++i) {
                const bool wanted = golden.find("din" + std::to_string(i)) != nullptr;
                in_grad.push_back({gradients[i].shape, wanted ? gradients[i].data.data() : nullptr});
            }
            example.operation->backward({.in = in,
                                         .out = out.view(),
                                         .out_grad = ConstView(out.shape, upstream.data),
                                         .in_grad = in_grad,
                                         .pool = nullptr});
            for (std::size_t i = 0; i < gradients.size(); ++i) {
                const StoredTensor* gradient = golden.find("din" + std::to_string(i));
                if (gradient == nullptr) continue;
                CAPTURE(i);
                CHECK(test::relative_difference(gradients[i].data.data(), gradient->data, gradient->count) < 1e-5);
            }
        }
    }
}

TEST_SUITE_END();
