#include "tests/support/operation_harness.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/random.h"

namespace glassformer::harness {

namespace {

constexpr std::size_t every_cell_up_to = 400;
constexpr int sampled_cells = 60;
constexpr double step = 1e-5;             // of central differences, relative
constexpr double value_tolerance = 1e-6;  // of the sum of the terms' sizes
constexpr double gradient_tolerance = 1e-4;

using Doubles = std::vector<std::vector<double>>;  // the operands' entries

std::vector<ConstView> views(const std::vector<Tensor>& tensors) {
    std::vector<ConstView> out;
    for (const Tensor& tensor : tensors) out.push_back(tensor.view());
    return out;
}

std::vector<Shape> shapes(const std::vector<Tensor>& tensors) {
    std::vector<Shape> out;
    for (const Tensor& tensor : tensors) out.push_back(tensor.shape);
    return out;
}

Tensor random_like(const Shape& shape, std::uint64_t seed) {
    Random random(seed);
    Tensor out(shape);
    for (float& entry : out.data) entry = random.normal();
    return out;
}

double largest(std::span<const float> entries) {
    double most = 0;
    for (const float entry : entries) most = std::max(most, std::abs(static_cast<double>(entry)));
    return most;
}

/// Runs backward with gradients only where `wanted` says so; each starts at `start`.
std::vector<Tensor> backward_into(const Operation& operation, const std::vector<Tensor>& operands, const Tensor& out,
                                  const Tensor& out_grad, const std::vector<bool>& wanted, float start) {
    const std::vector<ConstView> in = views(operands);
    std::vector<Tensor> gradients;
    for (const Tensor& operand : operands) gradients.emplace_back(operand.shape);
    std::vector<View> in_grad;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (wanted[i]) std::ranges::fill(gradients[i].data, start);
        in_grad.push_back({operands[i].shape, wanted[i] ? gradients[i].data.data() : nullptr});
    }
    operation.backward({in, out.view(), out_grad.view(), in_grad, nullptr});
    return gradients;
}

/// One example with its result; each check adds to `found`.
struct Check {
    const Example& example;
    const Operation& operation = *example.operation;
    std::vector<Shape> in = shapes(example.operands);
    Tensor out = forward(operation, example.operands);
    std::vector<std::string> found = {};

    void report(const std::string& sentence) {
        found.push_back(std::string(operation.name()) + " \"" + example.label + "\": " + sentence);
    }

    std::string at(std::size_t offset) const { return text(out.shape.cell(offset), out.shape.rank()); }

    Derivation derive(const Doubles& operands, std::size_t offset,
                      const std::function<void(std::size_t, std::size_t)>& on_read = {}) const {
        const auto read = [&](int operand, const Cell& cell) {
            const auto i = static_cast<std::size_t>(operand);
            const std::size_t entry = in.at(i).offset(cell);
            if (on_read) on_read(i, entry);
            return operands[i].at(entry);
        };
        return operation.derive({out.shape.cell(offset), in, out.shape, read});
    }

    Doubles doubles() const {
        Doubles values;
        for (const Tensor& operand : example.operands) values.emplace_back(operand.data.begin(), operand.data.end());
        return values;
    }

    void check_words() {
        const std::string formula = operation.formula(in.size());
        if (formula.find("{out}") == std::string::npos) report("the formula does not name the result: " + formula);
        // {n} becomes operand n wherever it stands: with two operands \frac{1}{n} would name the second.
        for (std::size_t i = 1; i + 1 < formula.size(); ++i) {
            const char digit = formula[i];
            if (digit < '0' || digit > '9' || formula[i - 1] != '{' || formula[i + 1] != '}') continue;
            const char before = i > 1 ? formula[i - 2] : ' ';
            const bool argument = before == '^' || before == '_' || before == '}' || (before >= 'a' && before <= 'z');
            if (argument == (static_cast<std::size_t>(digit - '0') < in.size()))
                report("the formula has {" + std::string(1, digit) + "} where no operand can be meant: " + formula);
        }
        const Cost cost = operation.cost(in, out.shape);
        if (!(cost.flop >= 0 && cost.bytes > 0 && std::isfinite(cost.flop + cost.bytes))) report("the cost is no cost");
    }

    void check_result() {
        for (std::size_t i = 0; i < out.data.size(); ++i)
            if (std::isnan(out.data[i]) || out.data[i] == std::numeric_limits<float>::infinity())
                return report("the result at " + at(i) + " is " + std::to_string(out.data[i]) + " or was not written");
    }

    void check_derivation(std::size_t offset, const Doubles& operands) {
        const Derivation derivation = derive(operands, offset);
        const double value = derivation.value, result = static_cast<double>(out.data[offset]);
        double scale = std::abs(value);
        if (!derivation.steps.empty()) {
            double sum = 0;
            for (const Term& term : derivation.steps.back().terms) sum += std::abs(term.value);
            scale = std::max(scale, sum);
        }
        if (std::isinf(result) ? value != result : !(std::abs(value - result) <= value_tolerance * scale))
            report("derived " + std::to_string(value) + " but computed " + std::to_string(result) + " at " +
                   at(offset));
        if (evaluate(derivation) != value)
            report("the derivation at " + at(offset) + " does not evaluate to its value");
        for (std::size_t s = 0; s < derivation.steps.size(); ++s)
            for (const Term& term : derivation.steps[s].terms)
                for (const Factor& factor : term.factors) check_factor(factor, static_cast<int>(s), offset);
    }

    void check_factor(const Factor& factor, int in_step, std::size_t offset) {
        if ((factor.kind == Factor::Kind::step && (factor.step < 0 || factor.step >= in_step)) ||
            factor.minus_step >= in_step)
            report("a factor at " + at(offset) + " names a step that is not an earlier one");
        if (factor.kind != Factor::Kind::operand) return;
        const auto i = static_cast<std::size_t>(factor.operand);
        if (i >= in.size() || !in[i].contains(factor.cell))
            report("a factor at " + at(offset) + " names a cell outside its operand");
        else if (factor.value != static_cast<double>(example.operands[i].view().at(factor.cell)))
            report("a factor at " + at(offset) + " has another value than its cell");
    }

    void check_derivations() {
        const Doubles operands = doubles();
        Random random(7);
        const std::size_t cells = out.data.size();
        if (cells <= every_cell_up_to)
            for (std::size_t c = 0; c < cells; ++c) check_derivation(c, operands);
        else
            for (int c = 0; c < sampled_cells; ++c)
                check_derivation(static_cast<std::size_t>(random.below(static_cast<int>(cells))), operands);
    }

    void check_gradients() {
        const Tensor upstream = random_like(out.shape, 11);
        const std::vector<Tensor> gradients = backward(operation, example.operands, out, upstream);
        Doubles operands = doubles();

        // Which cells of the result read which entry, so that a perturbed entry asks only those again.
        std::vector<std::vector<std::vector<std::size_t>>> readers;
        for (const auto& entries : operands) readers.emplace_back(entries.size());
        for (std::size_t c = 0; c < out.data.size(); ++c) {
            if (!std::isfinite(out.data[c])) continue;  // a masked score has no derivative
            derive(operands, c, [&](std::size_t operand, std::size_t entry) {
                auto& cells = readers[operand][entry];
                if (cells.empty() || cells.back() != c) cells.push_back(c);
            });
        }

        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (discrete(example.operands[i])) continue;
            double worst = 0, most = 0;
            std::size_t where = 0;
            for (std::size_t e = 0; e < operands[i].size(); ++e) {
                const double x = operands[i][e], h = step * std::max(1.0, std::abs(x));
                if (!std::isfinite(x)) continue;
                double numeric = 0;
                for (const std::size_t c : readers[i][e]) {
                    operands[i][e] = x + h;
                    const double above = derive(operands, c).value;
                    operands[i][e] = x - h;
                    const double below = derive(operands, c).value;
                    numeric += static_cast<double>(upstream.data[c]) * (above - below) / (2 * h);
                }
                operands[i][e] = x;
                const double error = std::abs(numeric - static_cast<double>(gradients[i].data[e]));
                most = std::max(most, std::abs(numeric));
                if (!(error <= worst)) worst = error, where = e;  // a NaN is worst
            }
            if (!(worst <= gradient_tolerance * most + 1e-7))
                report("the gradient of operand " + std::to_string(i) + " is off by " + std::to_string(worst) + " at " +
                       text(in[i].cell(where), in[i].rank()) + "; the largest gradient is " + std::to_string(most));
            check_accumulation(i, upstream, gradients[i]);
        }
        const std::vector<bool> none(operands.size(), false);
        backward_into(operation, example.operands, out, upstream, none, 0);
    }

    /// Backward adds to what is there, and one operand's gradient does not depend on whether others are wanted.
    void check_accumulation(std::size_t operand, const Tensor& upstream, const Tensor& gradient) {
        constexpr float start = 0.75F;
        std::vector<bool> wanted(in.size(), false);
        wanted[operand] = true;
        const Tensor added = backward_into(operation, example.operands, out, upstream, wanted, start)[operand];
        const double scale = 1 + largest(gradient.data);
        for (std::size_t e = 0; e < added.data.size(); ++e)
            if (!(std::abs(static_cast<double>(added.data[e] - start - gradient.data[e])) <= 2e-6 * scale))
                return report("backward alone and onto " + std::to_string(start) +
                              " does not add the same gradient of operand " + std::to_string(operand) + " at " +
                              text(in[operand].cell(e), in[operand].rank()));
    }

    /// Every sequence of a batch alone gives its part of the result.
    void check_batch() {
        const auto batched = [](const Shape& shape) { return shape.rank() > 0 && shape.axis(0) == Axis::batch; };
        const int batch = out.shape.find(Axis::batch) == 0 ? out.shape.batch() : [&] {
            for (const Shape& shape : in)
                if (batched(shape)) return shape.batch();
            return 0;
        }();
        if (batch == 0 || out.shape.find(Axis::scalar) >= 0) return;  // a loss is one number for the whole batch
        // Activations are compared without the axis; ids and paddings [batch, pos] keep it, with size 1.
        const bool drop = std::ranges::all_of(in, [&](const Shape& s) { return !batched(s) || s.rank() > 2; });
        for (int b = 0; b < batch; ++b) {
            std::vector<Tensor> operands;
            for (const Tensor& operand : example.operands)
                operands.push_back(batched(operand.shape) ? sequence(operand, b, drop) : operand);
            const Tensor alone = forward(operation, operands);
            const bool whole = !batched(out.shape);
            const std::size_t begin = whole ? 0 : static_cast<std::size_t>(b) * alone.data.size();
            for (std::size_t i = 0; i < alone.data.size(); ++i) {
                const double x = static_cast<double>(alone.data[i]), y = static_cast<double>(out.data.at(begin + i));
                if (x != y && !(std::abs(x - y) <= 1e-5 * std::max(1.0, std::abs(x))))
                    return report("sequence " + std::to_string(b) + " alone gives " + std::to_string(x) +
                                  ", in the batch " + std::to_string(y) + " at " + at(begin + i));
            }
        }
    }

    static Tensor sequence(const Tensor& tensor, int b, bool drop) {
        std::vector<Dimension> dimensions;
        if (!drop) dimensions.push_back({Axis::batch, 1});
        for (int d = 1; d < tensor.shape.rank(); ++d) dimensions.push_back(tensor.shape[d]);
        Tensor out(Shape{dimensions});
        std::copy_n(tensor.data.begin() + static_cast<std::ptrdiff_t>(out.data.size()) * b, out.data.size(),
                    out.data.begin());
        return out;
    }
};

}  // namespace

bool discrete(const Tensor& operand) {
    return std::ranges::all_of(operand.data, [](float x) { return x == std::floor(x) && std::isfinite(x); });
}

Tensor forward(const Operation& operation, const std::vector<Tensor>& operands) {
    const std::vector<ConstView> in = views(operands);
    Tensor out(operation.infer(shapes(operands)));
    std::ranges::fill(out.data, std::numeric_limits<float>::quiet_NaN());
    operation.forward({in, out.view(), nullptr});
    return out;
}

std::vector<Tensor> backward(const Operation& operation, const std::vector<Tensor>& operands, const Tensor& out,
                             const Tensor& out_grad) {
    std::vector<bool> wanted;
    for (const Tensor& operand : operands) wanted.push_back(!discrete(operand));
    return backward_into(operation, operands, out, out_grad, wanted, 0);
}

std::vector<std::string> defects(const Example& example) {
    Check check{example};
    check.check_words();
    check.check_result();
    check.check_derivations();
    check.check_gradients();
    check.check_batch();
    return check.found;
}

}  // namespace glassformer::harness
