// Times every operation forward and backward on the shapes of a large and of a small model. The list of operations and
// their examples say what there is; an example's operands are stretched to a model's sizes, its entries repeated, so
// that a new operation appears here by itself. One thread; filters and output are Google Benchmark's.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/instruction_set.h"
#include "core/math/product.h"
#include "core/ops/ops.h"

namespace {

using namespace glassformer;

struct Sizes {
    const char* name;
    std::map<Axis, int> of;  // an axis that is missing keeps the example's size
};

Sizes sizes(const char* name, int seq_len, int d_model, int heads, int vocab) {
    return {name,
            {{Axis::batch, 1},
             {Axis::head, heads},
             {Axis::position, seq_len},
             {Axis::query, seq_len},
             {Axis::key, seq_len},
             {Axis::d_model, d_model},
             {Axis::d_head, d_model / heads},
             {Axis::heads, d_model},
             {Axis::d_ff, 4 * d_model},
             {Axis::vocab, vocab}}};
}

const std::vector<Sizes>& models() {
    static const std::vector<Sizes> rows{sizes("gpt2-124m/T256", 256, 768, 12, 50257),
                                         sizes("gpt2-124m/T16", 16, 768, 12, 50257),
                                         sizes("small/T64", 64, 128, 4, 65)};
    return rows;
}

Tensor stretched(const Tensor& operand, const Sizes& sizes) {
    Shape shape = operand.shape;
    for (int d = 0; d < shape.rank(); ++d) {
        const auto found = sizes.of.find(shape.axis(d));
        if (found != sizes.of.end()) shape = shape.with(d, {shape.axis(d), found->second});
    }
    Tensor out(shape);
    for (std::size_t i = 0; i < out.data.size(); ++i) out.data[i] = operand.data[i % operand.data.size()];
    return out;
}

std::vector<Shape> shapes(const std::vector<Tensor>& tensors) {
    std::vector<Shape> out;
    for (const Tensor& tensor : tensors) out.push_back(tensor.shape);
    return out;
}

struct Work {
    Example example;
    Tensor out;
};

/// The first example that computes with the model's sizes: an operation with 5 heads does not take a width of 768.
std::optional<Work> work_of(const OperationRow& row, const Sizes& sizes) {
    for (Example& example : row.examples()) {
        if (std::ranges::any_of(example.operands, [](const Tensor& operand) { return operand.data.empty(); })) continue;
        try {
            std::vector<ConstView> operands;
            for (Tensor& operand : example.operands) {
                operand = stretched(operand, sizes);
                operands.push_back(std::as_const(operand).view());
            }
            Tensor out(example.operation->infer(shapes(example.operands)));
            example.operation->forward({operands, out.view(), nullptr});
            return Work{std::move(example), std::move(out)};
        } catch (const Error&) {
        }
    }
    return std::nullopt;
}

/// Ids, labels and masks take no gradient.
bool discrete(const Tensor& operand) {
    return std::ranges::all_of(operand.data, [](float x) { return x == std::floor(x); });
}

/// FLOP and bytes are those of the forward pass in both directions, so that their rates compare the two times.
void count(benchmark::State& state, const Operation& operation, const std::vector<Shape>& in, const Shape& out) {
    const Cost cost = operation.cost(in, out);
    const auto rate = [&](double amount) {
        return benchmark::Counter(amount, benchmark::Counter::kIsIterationInvariantRate);
    };
    state.counters["FLOP/s"] = rate(cost.flop);
    state.counters["bytes/s"] = rate(cost.bytes);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(out.count()));
}

void run(benchmark::State& state, const OperationRow& row, const Sizes& sizes, bool backward) {
    std::optional<Work> work = work_of(row, sizes);
    if (!work) {
        state.SkipWithError("no example takes these sizes");
        return;
    }
    const Operation& operation = *work->example.operation;
    const std::vector<Tensor>& tensors = work->example.operands;
    const std::vector<Shape> in = shapes(tensors);
    std::vector<ConstView> operands;
    for (const Tensor& operand : tensors) operands.push_back(operand.view());
    Tensor& out = work->out;
    if (!backward) {
        for (auto _ : state) {
            operation.forward({operands, out.view(), nullptr});
            benchmark::ClobberMemory();
        }
    } else {
        Tensor out_grad(out.shape);
        std::ranges::fill(out_grad.data, 1.0F);
        std::vector<Tensor> gradients;
        std::vector<View> in_grad;
        for (const Tensor& operand : tensors) gradients.emplace_back(operand.shape);
        for (std::size_t i = 0; i < gradients.size(); ++i)
            in_grad.push_back({in[i], discrete(tensors[i]) ? nullptr : gradients[i].data.data()});
        const Backward pass{operands, std::as_const(out).view(), std::as_const(out_grad).view(), in_grad, nullptr};
        operation.backward(pass);  // the first call of a product pays for its kernel
        for (auto _ : state) {
            operation.backward(pass);
            benchmark::ClobberMemory();
        }
    }
    count(state, operation, in, out.shape);
}

}  // namespace

int main(int argc, char** argv) {
    for (const Sizes& sizes : models())
        for (const OperationRow& row : all_operations())
            for (const bool backward : {false, true})
                benchmark::RegisterBenchmark(
                    (std::string(sizes.name) + "/" + std::string(row.name) + (backward ? "/backward" : "/forward"))
                        .c_str(),
                    [&row, &sizes, backward](benchmark::State& state) { run(state, row, sizes, backward); });
    benchmark::AddCustomContext("products", product_library());
    benchmark::AddCustomContext("instruction set", std::string(instruction_set()));
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
