// Rotary positions (Su et al. 2021): pairs of a query's or key's entries are turned by an angle that grows with the
// position, so that their product depends on the distance alone. With a decay they also grow or shrink with the
// position, so that the product decreases with the distance (xPos, Sun et al. 2022).
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"
#include "core/ops/position_formulas.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

constexpr std::array scaling_names{"default", "linear", "dynamic", "llama3", "yarn"};

/// Radians per position of every pair, in a text of so many tokens.
std::vector<double> frequencies(const RopeSettings& settings, int tokens) {
    return scaled_frequencies(settings.scaling, settings.base, settings.rotary_dims, settings.max_seq_len, tokens);
}

/// Cosine and sine of every pair at position first + row, times the factors of both.
void turns_at(const RopeSettings& settings, const std::vector<double>& frequency, int row, std::vector<float>& cosine,
              std::vector<float>& sine) {
    const double position = settings.first + static_cast<double>(row), grown = rotary_factor(settings.scaling);
    cosine.resize(frequency.size());
    sine.resize(frequency.size());
    for (std::size_t k = 0; k < frequency.size(); ++k) {
        const double angle = position * frequency[k];
        const double scale = grown * xpos_power(position, static_cast<int>(k), settings.rotary_dims, settings.decay);
        cosine[k] = static_cast<float>(scale * std::cos(angle));
        sine[k] = static_cast<float>(scale * std::sin(angle));
    }
}

class Rope : public RowWise {
public:
    explicit Rope(const RopeSettings& settings)
        : settings_(settings),
          dims_(settings.rotary_dims),
          first_(settings.first),
          decay_(settings.decay),
          frequency_(frequencies(settings, 1)) {}

    std::string_view name() const override { return "rope"; }

    std::string formula(std::size_t) const override {
        const bool half = settings_.layout == RotaryLayout::half;
        const std::string a = half ? "[k]" : "[2k]";
        const std::string b = half ? "[k+" + std::to_string(dims_ / 2) + "]" : "[2k+1]";
        const std::string before = decay_ != 0 ? "z_{k} "
                                   : grows()   ? "m "
                                               : "",
                          open = before.empty() ? "" : "(", close = before.empty() ? "" : ")";
        return "{out}" + a + " = " + before + open + "c {0}" + a + " - s {0}" + b + close + "   {out}" + b + " = " +
               before + open + "s {0}" + a + " + c {0}" + b + close +
               "   c = \\text{cos} iθ_{k},  s = \\text{sin} iθ_{k}   " + angles() +
               (decay_ == 0 ? "" : "   z_{k} = ζ_{k}^{" + exponent("i") + "},  ζ_{k} = (2k/d_{rot} + 0.4) / 1.4") +
               (grows() ? "   m = " + six_digits(rotary_factor(settings_.scaling)) : "") +
               "   \\text{position} i = 0, 1, …   \\text{pair} k";
    }

    Attributes attributes() const override {
        Attributes named{{"base", settings_.base},
                         {"rotary_dims", static_cast<double>(dims_)},
                         {"layout", settings_.layout == RotaryLayout::half ? "half" : "interleaved"},
                         {"first", static_cast<double>(first_)}};
        if (decay_ != 0) named.emplace_back("decay", decay_);
        if (scaled()) {
            named.emplace_back("scaling", scaling_names.at(static_cast<std::size_t>(settings_.scaling.kind)));
            const RopeScaling& s = settings_.scaling;
            for (const auto& [name, value] :
                 {std::pair{"factor", s.factor}, std::pair{"low_freq_factor", s.low_freq_factor},
                  std::pair{"high_freq_factor", s.high_freq_factor}, std::pair{"beta_fast", s.beta_fast},
                  std::pair{"beta_slow", s.beta_slow}, std::pair{"attention_factor", s.attention_factor},
                  std::pair{"mscale", s.mscale}, std::pair{"mscale_all_dim", s.mscale_all_dim},
                  std::pair{"original_max_seq_len", static_cast<double>(s.original_max_seq_len)},
                  std::pair{"truncate", s.truncate ? 1.0 : 0.0},
                  std::pair{"max_seq_len", static_cast<double>(settings_.max_seq_len)}})
                named.emplace_back(name, value);
        }
        return named;
    }
    std::any settings() const override { return settings_; }

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
            turn_pairs(run.in[0].row(row), columns, dims_, settings_.layout, turn.cosine.data(), turn.sine.data(),
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
            for (std::size_t k = 0; k < turn.cosine.size(); ++k) {
                const auto [a, b] = pair(k);
                grad[a] += upstream[a] * turn.cosine[k] + upstream[b] * turn.sine[k];
                grad[b] += upstream[b] * turn.cosine[k] - upstream[a] * turn.sine[k];
            }
            array(grad + dims_, rest) += array(upstream + dims_, rest);
        });
    }

    Derivation derive(const CellQuery& question) const override {
        const int rank = question.out.rank(), position = first_ + question.cell[rank - 2],
                  column = question.cell[rank - 1];
        DerivationBuilder builder(question.read);
        if (column >= dims_)
            return builder.finish({.meaning = "beyond the rotary dimensions: passes through",
                                   .terms = {{.factors = {builder.operand(0, question.cell)}}}});
        const bool half = settings_.layout == RotaryLayout::half;
        const int k = half ? column % (dims_ / 2) : column / 2;
        const auto [a, b] = pair(static_cast<std::size_t>(k));
        const bool first = column == static_cast<int>(a);
        Cell at_a = question.cell, at_b = question.cell;
        at_a[rank - 1] = static_cast<int>(a);
        at_b[rank - 1] = static_cast<int>(b);

        const int tokens = first_ + question.out.size(rank - 2);
        const double frequency = frequencies(settings_, tokens)[static_cast<std::size_t>(k)];
        const std::string angle_symbol = std::to_string(position) + "θ_{" + std::to_string(k) + "}";
        const int angle = builder.add(
            {.symbol = angle_symbol,
             .meaning =
                 "angle of pair " + std::to_string(k) + " at i = " + std::to_string(position) + ", counted from 0",
             .terms = {{.factors = {DerivationBuilder::constant(position, std::to_string(position)),
                                    DerivationBuilder::constant(frequency, frequency_symbol(k, frequency))}}}});
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
        if (grows())
            for (std::vector<Factor>* factors : {&from_a, &from_b})
                factors->push_back(DerivationBuilder::constant(rotary_factor(settings_.scaling), "m"));
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

    RotaryPair pair(std::size_t k) const { return rotary_pair(k, dims_, settings_.layout); }

    bool scaled() const { return settings_.scaling.kind != RopeScalingKind::plain; }
    bool grows() const { return rotary_factor(settings_.scaling) != 1; }

    /// "θ_k = base^{-2k/d_rot} = 10000^{-2k/16}", and what the scaling makes of it.
    std::string angles() const {
        const std::string plain = "\\text{base}^{-2k/d_{rot}} = " + power("k"),
                          factor = six_digits(settings_.scaling.factor);
        switch (settings_.scaling.kind) {
            case RopeScalingKind::plain: break;
            case RopeScalingKind::linear: return "θ_{k} = f_{k} / " + factor + ",  f_{k} = " + plain;
            case RopeScalingKind::dynamic: {
                const int given = settings_.scaling.original_max_seq_len;
                const std::string length = std::to_string(given > 0 ? given : settings_.max_seq_len);
                return "θ_{k} = \\text{base}^{-2k/d_{rot}}   \\text{base} = " + six_digits(settings_.base) + " (" +
                       factor + " n/" + length + " - " + factor + " + 1)^{d_{rot}/(d_{rot} - 2)} \\text{ for } n > " +
                       length + " \\text{ tokens}";
            }
            case RopeScalingKind::llama3:
            case RopeScalingKind::yarn:
                return "θ_{k} = (1 - s_{k}) f_{k} / " + factor + " + s_{k} f_{k},  f_{k} = " + plain +
                       "   s_{k} = 1 \\text{ for fast pairs}, 0 \\text{ for slow ones}";
        }
        return "θ_{k} = " + plain;
    }

    /// "10000^{-2·3/16}" or, of any pair, "10000^{-2k/16}".
    std::string power(const std::string& pair) const {
        return six_digits(settings_.base) + "^{-2" + (pair == "k" ? "" : "·") + pair + "/" + std::to_string(dims_) +
               "}";
    }

    /// The power of the base where the frequency is one, else the number.
    std::string frequency_symbol(int pair, double frequency) const {
        const bool plain = frequency == pair_frequency(pair, dims_, settings_.base);
        return plain ? power(std::to_string(pair)) : "θ_{" + std::to_string(pair) + "}";
    }

    /// "i/512" or, of a key, "-i/512".
    std::string exponent(const std::string& position) const {
        return std::string(decay_ < 0 ? "-" : "") + position + "/" + six_digits(1 / std::abs(decay_));
    }

    /// Calls each(row, turn) for every row of the tensor. Positions go outermost: all heads and all sequences of the
    /// batch share the sines and cosines of one position, computed in double.
    template <class Each>
    void turn(const Shape& shape, ThreadPool* pool, const Each& each) const {
        const Heads x = heads_of(shape);
        const auto positions = static_cast<std::size_t>(x.rows);
        const std::vector<double> of_length =
            depends_on_length(settings_.scaling, settings_.max_seq_len, first_ + x.rows)
                ? frequencies(settings_, first_ + x.rows)
                : std::vector<double>();
        const std::vector<double>& frequency = of_length.empty() ? frequency_ : of_length;
        split(pool, positions, x.matrices() * static_cast<std::size_t>(x.cols),
              [&](std::size_t begin, std::size_t end) {
                  thread_local Turn turn;  // kept between calls, so that an evaluation allocates nothing
                  for (std::size_t p = begin; p < end; ++p) {
                      turns_at(settings_, frequency, static_cast<int>(p), turn.cosine, turn.sine);
                      for (std::size_t m = 0; m < x.matrices(); ++m) each(m * positions + p, turn);
                  }
              });
    }

    RopeSettings settings_;
    int dims_;
    int first_;
    double decay_;                   // exponent of the pairs' factors at position 1
    std::vector<double> frequency_;  // angle of each pair at position 1, in a text that no scaling is for
};

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
            {"keys that grow", rope(100, 6, half, 4, -0.125), {normal_tensor(heads(2, 5, 6), 8)}},
            {"linear scaling",
             rope(100, 6, half, 0, {.kind = RopeScalingKind::linear, .factor = 2}, 8),
             {normal_tensor(heads(2, 5, 6), 9)}},
            {"dynamic scaling of a long text",
             rope(100, 6, half, 0, {.kind = RopeScalingKind::dynamic, .factor = 2}, 3),
             {normal_tensor(heads(2, 5, 8), 10)}},
            {"scaling as in Llama 3",
             rope(100, 8, half, 2, {.kind = RopeScalingKind::llama3, .factor = 4, .original_max_seq_len = 16}, 64),
             {normal_tensor(heads(1, 4, 8), 11)}},
            {"YaRN",
             rope(100, 8, interleaved, 0, {.kind = RopeScalingKind::yarn, .factor = 4, .original_max_seq_len = 16}, 64),
             {normal_tensor(heads(2, 4, 8), 12)}}};
}

}  // namespace

void rotary_turns(const RopeSettings& settings, int row, int rows, std::vector<float>& cosine,
                  std::vector<float>& sine) {
    turns_at(settings, frequencies(settings, settings.first + rows), row, cosine, sine);
}

OperationPtr rope(double base, int rotary_dims, RotaryLayout layout, int first, double decay) {
    return std::make_shared<Rope>(RopeSettings{base, rotary_dims, layout, first, decay});
}

OperationPtr rope(double base, int rotary_dims, RotaryLayout layout, int first, const RopeScaling& scaling,
                  int max_seq_len) {
    return std::make_shared<Rope>(RopeSettings{base, rotary_dims, layout, first, 0, scaling, max_seq_len});
}

extern const OperationRow rope_row{"rope", rope_examples};

}  // namespace glassformer::op
