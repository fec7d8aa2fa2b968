// Every operation's examples with shaders against the processor, forward and backward. The list of operations is
// walked: one without a shader fails.
#include <doctest/doctest.h>
#include <epoxy/gl.h>

#include <set>
#include <string_view>

#include "core/base/random.h"
#include "core/gl/kernel.h"
#include "core/ops/ops.h"
#include "tests/support/device_for_tests.h"
#include "tests/support/operation_harness.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

constexpr double tolerance = 1e-4;  // relative to the largest entry

/// A tensor on the device, and back.
class OnDevice {
public:
    OnDevice(gl::Device& device, const Tensor& tensor)
        : shape_(tensor.shape), buffer_(device.buffer(tensor.data.size())) {
        glBindBuffer(GL_COPY_WRITE_BUFFER, buffer_->id());
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(4 * tensor.data.size()), tensor.data.data());
    }
    gl::Operand operand() const { return {shape_, {buffer_.get(), 0, shape_.count()}}; }
    Tensor read() const {
        Tensor tensor(shape_);
        glBindBuffer(GL_COPY_READ_BUFFER, buffer_->id());
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(4 * tensor.data.size()), tensor.data.data());
        return tensor;
    }

private:
    Shape shape_;
    gl::BufferPtr buffer_;
};

Tensor filled(const Shape& shape, float value) {
    Tensor tensor(shape);
    std::ranges::fill(tensor.data, value);
    return tensor;
}

double difference(const Tensor& a, const Tensor& b) {
    return test::relative_difference(a.data.data(), b.data.data(), b.data.size());
}

void compare(gl::Device& device, const Example& example) {
    const gl::Kernel* kernel = gl::find_kernel(example.operation->name());
    REQUIRE_MESSAGE(kernel != nullptr, "the operation has no shader");
    const Tensor expected = harness::forward(*example.operation, example.operands);
    Tensor upstream(expected.shape);
    Random random(11);
    for (float& entry : upstream.data) entry = random.normal();
    const std::vector<Tensor> gradients = harness::backward(*example.operation, example.operands, expected, upstream);

    Tensor out;
    std::vector<Tensor> in_grad;
    device.run([&] {
        std::vector<OnDevice> in;
        for (const Tensor& operand : example.operands) in.emplace_back(device, operand);
        std::vector<gl::Operand> operands;
        for (const OnDevice& operand : in) operands.push_back(operand.operand());
        const OnDevice result(device, filled(expected.shape, NAN));
        gl::Plan forward(device);
        kernel->forward(forward, {*example.operation, operands, result.operand()});
        forward.run();
        out = result.read();

        // Gradients are added to what is there: they start at 1.
        std::vector<OnDevice> grads;
        for (const Tensor& operand : example.operands) grads.emplace_back(device, filled(operand.shape, 1));
        std::vector<gl::Operand> wanted;
        for (std::size_t i = 0; i < grads.size(); ++i)
            wanted.push_back(harness::discrete(example.operands[i]) ? gl::Operand{example.operands[i].shape, {}}
                                                                    : grads[i].operand());
        const OnDevice above(device, upstream);
        gl::Plan backward(device);
        kernel->backward(backward, {*example.operation, operands, result.operand(), above.operand(), wanted});
        backward.run();
        backward.run();  // a second time: scratch memory must not carry anything over
        for (const OnDevice& grad : grads) in_grad.push_back(grad.read());
        device.check("an operation's test");
    });

    CHECK(difference(out, expected) < tolerance);
    for (std::size_t i = 0; i < in_grad.size(); ++i) {
        CAPTURE(i);
        Tensor twice = filled(gradients[i].shape, 1);
        if (!harness::discrete(example.operands[i]))
            for (std::size_t e = 0; e < twice.data.size(); ++e) twice.data[e] += 2 * gradients[i].data[e];
        CHECK(difference(in_grad[i], twice) < tolerance);
    }
}

}  // namespace

TEST_SUITE_BEGIN("operations");

TEST_CASE("every operation has a shader that equals the processor, forward and backward") {
    const auto device = test::gl_device();
    if (!device) return;
    for (const OperationRow& row : all_operations())
        for (const Example& example : row.examples()) {
            CAPTURE(std::string(row.name));
            CAPTURE(example.label);
            compare(*device, example);
        }
}

TEST_CASE("every operation has one kernel") {
    std::multiset<std::string_view> operations, kernels;
    for (const OperationRow& row : all_operations()) operations.insert(row.name);
    for (const gl::Kernel& kernel : gl::all_kernels()) kernels.insert(kernel.operation);
    CHECK(kernels == operations);
    CHECK(std::set(operations.begin(), operations.end()).size() == operations.size());
}

TEST_CASE("large operands: blocks of every size, odd edges, pieces where a tensor is larger than a shader may see") {
    const Tensor x = [] {
        Tensor tensor(Shape{{Axis::batch, 2}, {Axis::position, 70}, {Axis::d_model, 36}});
        Random random(1);
        for (float& entry : tensor.data) entry = random.normal();
        return tensor;
    }();
    const auto normal = [](const Shape& shape, std::uint64_t seed) {
        Tensor tensor(shape);
        Random random(seed);
        for (float& entry : tensor.data) entry = random.normal();
        return tensor;
    };
    const Shape heads{{Axis::head, 4}, {Axis::position, 33}, {Axis::d_head, 20}};
    const Shape kv{{Axis::head, 2}, {Axis::position, 33}, {Axis::d_head, 20}};
    const Shape scores{{Axis::head, 4}, {Axis::query, 33}, {Axis::key, 33}};
    const Tensor ids = [] {
        Tensor tensor(Shape{{Axis::position, 33}});
        for (std::size_t i = 0; i < tensor.data.size(); ++i) tensor.data[i] = static_cast<float>((i * 37) % 131);
        return tensor;
    }();
    const std::vector<Example> examples{
        {"linear",
         op::linear(),
         {x, normal({{Axis::d_model, 36}, {Axis::d_ff, 132}}, 2), normal({{Axis::d_ff, 132}}, 3)}},
        {"linear, odd", op::linear(), {x, normal({{Axis::d_model, 36}, {Axis::d_ff, 131}}, 2)}},
        {"tied", op::linear_transposed(), {x, normal({{Axis::vocab, 257}, {Axis::d_model, 36}}, 4)}},
        {"project",
         op::project_heads(3),
         {x, normal({{Axis::d_model, 36}, {Axis::heads, 60}}, 5), normal({{Axis::heads, 60}}, 6)}},
        {"scores", op::attention_scores(), {normal(heads, 7), normal(kv, 8)}},
        {"values", op::attention_values(), {normal(scores, 9), normal(kv, 10)}},
        {"embed", op::embed(2), {ids, normal({{Axis::vocab, 131}, {Axis::d_model, 36}}, 11)}},
        {"softmax", op::softmax(), {normal({{Axis::position, 9}, {Axis::vocab, 1300}}, 12)}},
        {"softmax beyond shared memory", op::softmax(), {normal({{Axis::position, 3}, {Axis::vocab, 5001}}, 13)}},
        {"norm",
         op::layer_norm(1e-5F, NormEpsPlacement::inside_sqrt),
         {normal({{Axis::position, 70}, {Axis::d_model, 600}}, 14), normal({{Axis::d_model, 600}}, 15),
          normal({{Axis::d_model, 600}}, 16)}},
        {"add for a batch", op::add(), {x, normal({{Axis::position, 70}, {Axis::d_model, 36}}, 17)}},
        {"loss", op::cross_entropy(0.1F), {normal({{Axis::position, 33}, {Axis::vocab, 140}}, 18), ids}},
    };
    for (const std::size_t block : {std::size_t{0}, std::size_t{6000}}) {
        const auto device = block == 0 ? test::gl_device() : test::small_gl_device(block);
        if (!device) return;
        for (const Example& example : examples) {
            CAPTURE(block);
            CAPTURE(example.label);
            compare(*device, example);
        }
    }
}

TEST_SUITE_END();
