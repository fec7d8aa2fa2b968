// Rotary positions (Su et al. 2021): pairs of a query's or key's entries are turned by an angle that grows with the
// position, so that their product depends on the distance alone. With a decay they also grow or shrink with the
// position, so that the product decreases with the distance (xPos, Sun et al. 2022).
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"
#include "core/ops/position_formulas.h"

namespace glassformer::op {

namespace {

class Rope : public Operation {
public:
    Rope(double base, int rotary_dims, RotaryLayout layout, int first, double decay)
        : base_(base), dims_(rotary_dims), layout_(layout), first_(first), decay_(decay) {
        for (int k = 0; 2 * k < dims_; ++k) frequency_.push_back(pair_frequency(k, dims_, base_));
    }

    std::string_view name() const override { return "rope"; }

    std::string formula(std::size_t) const override {
        const bool half = layout_ == RotaryLayout::half;
        const std::string a = half ? "[k]" : "[2k]";
        const std::string b = half ? "[k+" + std::to_string(dims_ / 2) + "]" : "[2k+1]";
        const std::string scaled = decay_ == 0 ? "" : "z_{k} ", open = decay_ == 0 ? "" : "(",
                          close = decay_ == 0 ? "" : ")";
        return "{out}" + a + " = " + scaled + open + "c {0}" + a + " - s {0}" + b + close + "   {out}" + b + " = " +
               scaled + open + "s {0}" + a + " + c {0}" + b + close +
               "   c = \\text{cos} iθ_{k},  s = \\text{sin} iθ_{k}   θ_{k} = \\text{base}^{-2k/d_{rot}} = " +
               power("k") +
               (decay_ == 0 ? "" : "   z_{k} = ζ_{k}^{" + exponent("i") + "},  ζ_{k} = (2k/d_{rot} + 0.4) / 1.4") +
               "   \\text{position} i = 0, 1, …   \\text{pair} k";
    }

    Attributes attributes() const override {
        Attributes named{{"base", base_},
                         {"rotary_dims", static_cast<double>(dims_)},
                         {"layout", layout_ == RotaryLayout::half ? "half" : "interleaved"},
                         {"first", static_cast<double>(first_)}};
        if (decay_ != 0) named.emplace_back("decay", decay_);
        return named;
    }
    std::any settings() const override { return RopeSettings{base_, dims_, layout_, first_, decay_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        if (!has_heads(in[0])) throw Error("rope needs [batch,] head, pos, d_head, got " + text(in[0]));
        if (dims_ < 2 || dims_ % 2 != 0 || dims_ > in[0].cols())
            throw Error("rope turns pairs: its rotary_dims must be even, at least 2 and at most d_head, got " +
                        std::to_string(dims_) + " for " + text(in[0]));
        const int last = first_ + heads_of(in[0]).rows - 1;
        if (std::abs(decay_) * last > max_xpos_exponent)
            throw Error("position " + std::to_string(last) + " is too far for xPos: its scale must be at least " +
                        std::to_string(static_cast<int>(std::ceil(last / max_xpos_exponent))) + " there");
        return in[0];
    }

    void forward(const Forward& run) const override {
        const int columns = run.out.shape.cols();
        turn(run.out.shape, run.pool, [&](std::size_t row, const Turn& turn) {
            turn_pairs(run.in[0].row(row), columns, dims_, layout_, turn.cosine.data(), turn.sine.data(),
                       run.out.row(row));
        });
    }

    /// The gradient is turned back.
    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        const std::size_t rest = static_cast<std::size_t>(run.out.shape.cols() - dims_);
        turn(run.out.shape, run.pool, [&](std::size_t row, const Turn& turn) {
            const float* upstream = run.out_grad.row(row);
            float* grad = run.in_grad[0].row(row);
            for (std::size_t k = 0; k < frequency_.size(); ++k) {
                const auto [a, b] = pair(k);
                grad[a] += upstream[a] * turn.cosine[k] + upstream[b] * turn.sine[k];
                grad[b] += upstream[b] * turn.cosine[k] - upstream[a] * turn.sine[k];
            }
            array(grad + dims_, rest) += array(upstream + dims_, rest);
        });
    }

    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        return row_by_row(changed, in, false);
    }

    CellBox readers(int, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        return CellBox::cell(cell).along(out.rank() - 1, out);
    }

    Derivation derive(const CellQuery& question) const override {
        const int rank = question.out.rank(), position = first_ + question.cell[rank - 2],
                  column = question.cell[rank - 1];
        DerivationBuilder builder(question.read);
        if (column >= dims_)
            return builder.finish({.meaning = "beyond the rotary dimensions: passes through",
                                   .terms = {{.factors = {builder.operand(0, question.cell)}}}});
        const bool half = layout_ == RotaryLayout::half;
        const int k = half ? column % (dims_ / 2) : column / 2;
        const auto [a, b] = pair(static_cast<std::size_t>(k));
        const bool first = column == static_cast<int>(a);
        Cell at_a = question.cell, at_b = question.cell;
        at_a[rank - 1] = static_cast<int>(a);
        at_b[rank - 1] = static_cast<int>(b);

        const std::string angle_symbol = std::to_string(position) + "θ_{" + std::to_string(k) + "}";
        const int angle =
            builder.add({.symbol = angle_symbol,
                         .meaning = "angle of pair " + std::to_string(k) + " at i = " + std::to_string(position) +
                                    ", counted from 0",
                         .terms = {{.factors = {DerivationBuilder::constant(position, std::to_string(position)),
                                                DerivationBuilder::constant(frequency_[static_cast<std::size_t>(k)],
                                                                            power(std::to_string(k)))}}}});
        const int cosine = builder.add({.symbol = "\\text{cos} " + angle_symbol,
                                        .meaning = "cosine of the angle",
                                        .each = &function::cos,
                                        .terms = {{.factors = {builder.step(angle)}}}});
        const int sine = builder.add({.symbol = "\\text{sin} " + angle_symbol,
                                      .meaning = "sine of the angle",
                                      .each = &function::sin,
                                      .terms = {{.factors = {builder.step(angle)}}}});
        const Factor x_a = builder.operand(0, at_a), x_b = builder.operand(0, at_b);
        std::vector<Factor> from_a{x_a, builder.step(first ? cosine : sine)};
        std::vector<Factor> from_b{x_b, builder.step(first ? sine : cosine)};
        if (first) from_b.insert(from_b.begin(), DerivationBuilder::constant(-1));
        if (decay_ != 0) {
            const std::string symbol = "ζ_{" + std::to_string(k) + "}^{" + exponent(std::to_string(position)) + "}";
            const Factor scale = DerivationBuilder::constant(xpos_power(position, k, dims_, decay_), symbol);
            from_a.push_back(scale);
            from_b.push_back(scale);
        }
        return builder.finish({.terms = {{.factors = std::move(from_a)}, {.factors = std::move(from_b)}}});
    }

    /// Four products and two sums a pair; the table of angles is small beside it.
    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {3 * static_cast<double>(out.rows()) * dims_, bytes(in, out)};
    }

private:
    struct Turn {
        std::vector<float> cosine, sine;  // one a pair
    };

    RotaryPair pair(std::size_t k) const { return rotary_pair(k, dims_, layout_); }

    /// "10000^{-2·3/16}" or, of any pair, "10000^{-2k/16}".
    std::string power(const std::string& pair) const {
        char base[32];
        std::snprintf(base, sizeof base, "%g", base_);
        return std::string(base) + "^{-2" + (pair == "k" ? "" : "·") + pair + "/" + std::to_string(dims_) + "}";
    }

    /// "i/512" or, of a key, "-i/512".
    std::string exponent(const std::string& position) const {
        char scale[32];
        std::snprintf(scale, sizeof scale, "%g", 1 / std::abs(decay_));
        return std::string(decay_ < 0 ? "-" : "") + position + "/" + scale;
    }

    /// Calls each(row, turn) for every row of the tensor. Positions go outermost: all heads and all sequences of the
    /// batch share the sines and cosines of one position, computed in double.
    template <class Each>
    void turn(const Shape& shape, ThreadPool* pool, const Each& each) const {
        const Heads x = heads_of(shape);
        const auto positions = static_cast<std::size_t>(x.rows);
        split(pool, positions, x.matrices() * static_cast<std::size_t>(x.cols),
              [&](std::size_t begin, std::size_t end) {
                  thread_local Turn turn;  // kept between calls, so that an evaluation allocates nothing
                  turn.cosine.resize(frequency_.size());
                  turn.sine.resize(frequency_.size());
                  for (std::size_t p = begin; p < end; ++p) {
                      for (std::size_t k = 0; k < frequency_.size(); ++k) {
                          const double angle = (first_ + static_cast<double>(p)) * frequency_[k];
                          const double scale =
                              xpos_power(first_ + static_cast<double>(p), static_cast<int>(k), dims_, decay_);
                          turn.cosine[k] = static_cast<float>(scale * std::cos(angle));
                          turn.sine[k] = static_cast<float>(scale * std::sin(angle));
                      }
                      for (std::size_t m = 0; m < x.matrices(); ++m) each(m * positions + p, turn);
                  }
              });
    }

    double base_;
    int dims_;
    RotaryLayout layout_;
    int first_;
    double decay_;                   // exponent of the pairs' factors at position 1
    std::vector<double> frequency_;  // angle of each pair at position 1
};

}  // namespace

OperationPtr rope(double base, int rotary_dims, RotaryLayout layout, int first, double decay) {
    return std::make_shared<Rope>(base, rotary_dims, layout, first, decay);
}

namespace {

std::vector<Example> rope_examples() {
    const auto heads = [](int n, int pos, int d_head) {
        return Shape{{Axis::head, n}, {Axis::position, pos}, {Axis::d_head, d_head}};
    };
    const Shape batched{{Axis::batch, 2}, {Axis::head, 1}, {Axis::position, 3}, {Axis::d_head, 6}};
    const RotaryLayout interleaved = RotaryLayout::interleaved, half = RotaryLayout::half;
    return {{"interleaved", rope(10000, 8, interleaved), {normal_tensor(heads(2, 5, 8), 1)}},
            {"half", rope(10000, 8, half), {normal_tensor(heads(2, 5, 8), 1)}},
            {"one token", rope(10000, 2, interleaved), {normal_tensor(heads(1, 1, 2), 2)}},
            {"some dimensions pass interleaved", rope(500, 4, interleaved), {normal_tensor(heads(3, 7, 5), 3)}},
            {"some dimensions pass half", rope(500, 4, half), {normal_tensor(heads(3, 7, 7), 4)}},
            {"taken up at position 9", rope(100, 4, interleaved, 9), {normal_tensor(heads(2, 1, 6), 6)}},
            {"a batch", rope(10000, 6, half), {normal_tensor(batched, 5)}},
            {"queries that shrink", rope(100, 6, interleaved, 0, 0.125), {normal_tensor(heads(2, 5, 7), 7)}},
            {"keys that grow", rope(100, 6, half, 4, -0.125), {normal_tensor(heads(2, 5, 6), 8)}}};
}

}  // namespace

extern const OperationRow rope_row{"rope", rope_examples};

}  // namespace glassformer::op
