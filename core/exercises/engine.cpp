#include "core/exercises/engine.h"

#include <algorithm>
#include <cmath>

namespace glassformer::exercises {

int drawn(Random& random, int low, int high) { return low + random.below(high - low + 1); }

Numbers drawn_numbers(Random& random, std::size_t count, int low, int high) {
    Numbers numbers(count);
    for (double& number : numbers) number = drawn(random, low, high);
    return numbers;
}

Numbers drawn_steps(Random& random, std::size_t count, double low, double high, double step) {
    const int steps = static_cast<int>(std::lround((high - low) / step));
    Numbers numbers(count);
    // A multiple of the step, so that 0.3 is 3 · 0.1 wherever it is drawn.
    for (double& number : numbers) number = step * std::round(low / step + random.below(steps + 1));
    return numbers;
}

Tensor tensor_from(const Shape& shape, std::span<const double> numbers) {
    Tensor tensor(shape);
    for (std::size_t i = 0; i < tensor.data.size() && i < numbers.size(); ++i)
        tensor.data[i] = static_cast<float>(numbers[i]);
    return tensor;
}

Tensor head_rows(std::span<const double> numbers, int rows, int d) {
    return tensor_from({{Axis::head, 1}, {Axis::position, rows}, {Axis::d_head, d}}, numbers);
}

Tensor token_rows(std::span<const double> numbers, int rows, int d) {
    return tensor_from({{Axis::position, rows}, {Axis::d_model, d}}, numbers);
}

Tensor map_weights(std::span<const double> numbers, int d_in, int d_out) {
    return tensor_from({{Axis::d_model, d_in}, {Axis::heads, d_out}}, numbers);
}

Tensor score_rows(std::span<const double> numbers, int queries, int keys) {
    return tensor_from({{Axis::head, 1}, {Axis::query, queries}, {Axis::key, keys}}, numbers);
}

Tensor computed(const OperationPtr& operation, std::initializer_list<Tensor> operands) {
    std::vector<ConstView> in;
    std::vector<Shape> shapes;
    for (const Tensor& operand : operands) {
        in.push_back(operand.view());
        shapes.push_back(operand.shape);
    }
    Tensor out(operation->infer(shapes));
    operation->forward({.in = in, .out = out.view()});
    return out;
}

Numbers numbers_of(const Tensor& tensor) { return {tensor.data.begin(), tensor.data.end()}; }

Numbers softmax_of(std::span<const double> scores, int rows) {
    return numbers_of(computed(op::softmax(), {score_rows(scores, rows, static_cast<int>(scores.size()) / rows)}));
}

Numbers row_of(std::span<const double> numbers, int row, int cols) {
    const auto from = numbers.subspan(static_cast<std::size_t>(row * cols), static_cast<std::size_t>(cols));
    return {from.begin(), from.end()};
}

Numbers scaled_by(Numbers numbers, double factor) {
    for (double& number : numbers) number *= factor;
    return numbers;
}

bool all_equal(std::span<const double> numbers) {
    return std::ranges::all_of(numbers, [&](double number) { return number == numbers.front(); });
}

bool has_zero_row(std::span<const double> numbers, int cols) {
    for (int row = 0; row * cols < static_cast<int>(numbers.size()); ++row)
        if (std::ranges::all_of(row_of(numbers, row, cols), [](double number) { return number == 0; })) return true;
    return false;
}

bool has_equal_rows(std::span<const double> numbers, int cols) {
    const int rows = static_cast<int>(numbers.size()) / cols;
    for (int one = 0; one < rows; ++one)
        for (int other = 0; other < one; ++other)
            if (row_of(numbers, one, cols) == row_of(numbers, other, cols)) return true;
    return false;
}

}  // namespace glassformer::exercises
