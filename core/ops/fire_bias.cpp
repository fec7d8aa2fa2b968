// FIRE (Li et al. 2023, "Functional Interpolation for Relative Position Encoding"): a bias that a small network reads
// from the distance. Its input is ψ(|i - j|) / ψ(max(L, i)), ψ(t) = log(c t + 1): however long a text grows, it stays
// within 0 and 1 for earlier keys. As in the authors' program c and L are sizes, |c| and |λ| times a length that does
// not learn, later keys count by their distance too, and ε keeps the quotient from 0 / 0.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

constexpr double fire_epsilon = 1e-6;

/// What the bias learned, as forward() and backward() read it.
struct FireNumbers {
    ConstView in_weight, in_bias;    // w, a [hidden]
    ConstView out_weight, out_bias;  // W [hidden, head], b [head]
    double scale, scale_sign;        // |c| and ∂|c| / ∂c
    double reach, reach_slope;       // L and ∂L / ∂λ
    int hidden, heads;

    FireNumbers(std::span<const ConstView> in, double length)
        : in_weight(in[1]),
          in_bias(in[2]),
          out_weight(in[3]),
          out_bias(in[4]),
          scale(std::abs(static_cast<double>(in[5].data[0]))),
          scale_sign(in[5].data[0] < 0 ? -1 : 1),
          reach(length * std::abs(static_cast<double>(in[6].data[0]))),
          reach_slope(in[6].data[0] < 0 ? -length : length),
          hidden(in[3].shape.size(0)),
          heads(in[3].shape.size(1)) {}

    double before(int unit, double x) const {  // of a hidden unit, before the ReLU
        return static_cast<double>(in_weight.data[unit]) * x + static_cast<double>(in_bias.data[unit]);
    }
    double weight(int unit, int head) const { return static_cast<double>(out_weight.data[unit * heads + head]); }

    /// The biases of all heads at x.
    void apply(double x, double* out) const {
        for (int head = 0; head < heads; ++head) out[head] = static_cast<double>(out_bias.data[head]);
        for (int unit = 0; unit < hidden; ++unit) {
            const double value = before(unit, x);
            if (!(value > 0)) continue;
            for (int head = 0; head < heads; ++head) out[head] += value * weight(unit, head);
        }
    }
};

/// A query's place: what its distances are divided by.
struct FireQuery {
    double place;       // max(L, i)
    double normalizer;  // ψ(place) + ε
    bool at_reach;      // L is the larger
    FireQuery(const FireNumbers& numbers, int position)
        : place(std::max(numbers.reach, static_cast<double>(position))),
          normalizer(std::log(numbers.scale * place + 1) + fire_epsilon),
          at_reach(numbers.reach >= position) {}
    double x(const FireNumbers& numbers, int distance) const {
        return std::log(numbers.scale * distance + 1) / normalizer;
    }
};

/// Gradients of what the bias learned, added up in double.
struct FireGradients {
    std::vector<double> in_weight, in_bias, out_weight, out_bias;
    double scale = 0, reach = 0;

    void clear(const FireNumbers& numbers) {
        for (auto* of_unit : {&in_weight, &in_bias}) of_unit->assign(static_cast<std::size_t>(numbers.hidden), 0);
        out_weight.assign(static_cast<std::size_t>(numbers.hidden) * static_cast<std::size_t>(numbers.heads), 0);
        out_bias.assign(static_cast<std::size_t>(numbers.heads), 0);
        scale = reach = 0;
    }

    /// `upstream`: the gradients of all heads' biases at this distance from this query.
    void add(const FireNumbers& numbers, const FireQuery& query, int distance, const double* upstream) {
        const double x = query.x(numbers, distance);
        double of_x = 0;
        for (int head = 0; head < numbers.heads; ++head) out_bias[static_cast<std::size_t>(head)] += upstream[head];
        for (int unit = 0; unit < numbers.hidden; ++unit) {
            const double value = numbers.before(unit, x);
            if (!(value > 0)) continue;
            const auto u = static_cast<std::size_t>(unit);
            double of_unit = 0;
            double* row = out_weight.data() + u * static_cast<std::size_t>(numbers.heads);
            for (int head = 0; head < numbers.heads; ++head) {
                row[head] += value * upstream[head];
                of_unit += numbers.weight(unit, head) * upstream[head];
            }
            in_weight[u] += of_unit * x;
            in_bias[u] += of_unit;
            of_x += of_unit * static_cast<double>(numbers.in_weight.data[unit]);
        }
        const double place_slope = x / (query.normalizer * (numbers.scale * query.place + 1));  // -∂x / ∂(c place)
        scale += of_x * numbers.scale_sign *
                 (distance / ((numbers.scale * distance + 1) * query.normalizer) - query.place * place_slope);
        if (query.at_reach) reach -= of_x * numbers.reach_slope * numbers.scale * place_slope;
    }
};

void contribute_sums(const View& gradient, const double* sums) {
    if (gradient.data == nullptr) return;
    for (std::size_t e = 0; e < gradient.shape.count(); ++e) gradient.data[e] += static_cast<float>(sums[e]);
}

class FireBias : public SizedByFirst {
public:
    FireBias(double length, int first, int first_key) : length_(length), first_(first), first_key_(first_key) {}

    std::string_view name() const override { return "fire_bias"; }

    std::string formula(std::size_t) const override {
        const std::string query = first_ == 0 ? "i" : "i + " + std::to_string(first_);
        const int apart = first_ - first_key_;
        const std::string between = apart == 0 ? "i - j" : "i + " + std::to_string(apart) + " - j";
        return "{out}_{hij} = {4}_{h} + Σ_{m} {3}_{mh} \\text{max}(0, {1}_{m} x_{ij} + {2}_{m})"
               "   x_{ij} = ψ(|" +
               between + "|) / (ψ(\\text{max}(L, " + query +
               ")) + ε)   ψ(t) = \\text{log}(|{5}| t + 1)   L = " + six_digits(length_) + " |{6}|   ε = 10^{-6}";
    }

    Attributes attributes() const override {
        return {{"length", length_},
                {"first", static_cast<double>(first_)},
                {"first_key", static_cast<double>(first_key_)}};
    }
    std::any settings() const override { return FireSettings{length_, first_, first_key_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 7, 7);
        const bool fits = has_heads(in[0]) && in[3].rank() == 2 && in[3].size(1) == heads_of(in[0]).heads &&
                          in[4].count() == static_cast<std::size_t>(in[3].size(1)) &&
                          in[1].count() == static_cast<std::size_t>(in[3].size(0)) && in[2].count() == in[1].count() &&
                          in[5].count() == 1 && in[6].count() == 1;
        if (!fits)
            throw Error(
                "fire_bias needs scores [batch,] head, query, key, a hidden layer [d_hidden] twice, "
                "[d_hidden, head] and [head], and two numbers, got " +
                text(in[0]) + ", " + text(in[1]) + ", " + text(in[2]) + ", " + text(in[3]) + ", " + text(in[4]) + ", " +
                text(in[5]) + " and " + text(in[6]));
        const Heads scores = heads_of(in[0]);
        return {{Axis::head, scores.heads}, {Axis::query, scores.rows}, {Axis::key, scores.cols}};
    }

    void forward(const Forward& run) const override {
        const Heads out = heads_of(run.out.shape);
        const FireNumbers numbers(run.in, length_);
        const auto heads = static_cast<std::size_t>(out.heads);
        // Queries up to L share one line over the distances.
        thread_local std::vector<double> kept;
        std::vector<double>& line = kept;
        const int sharing = queries_at_reach(numbers, out.rows);
        line.resize(static_cast<std::size_t>(distances(sharing, out.cols)) * heads);
        const FireQuery at_reach(numbers, 0);
        const auto worth = static_cast<std::size_t>(numbers.hidden) * (heads + 1);
        split(run.pool, line.size() / heads, worth, [&](std::size_t begin, std::size_t end) {
            for (std::size_t d = begin; d < end; ++d)
                numbers.apply(at_reach.x(numbers, static_cast<int>(d)), line.data() + d * heads);
        });
        split(run.pool, static_cast<std::size_t>(out.rows), static_cast<std::size_t>(out.cols) * worth,
              [&](std::size_t begin, std::size_t end) {
                  thread_local std::vector<double> own;
                  own.resize(heads);
                  for (int i = static_cast<int>(begin); i < static_cast<int>(end); ++i) {
                      const FireQuery query(numbers, first_ + i);
                      for (int j = 0; j < out.cols; ++j) {
                          const int distance = distance_of(i, j);
                          const double* biases = own.data();
                          if (i < sharing)
                              biases = line.data() + static_cast<std::size_t>(distance) * heads;
                          else
                              numbers.apply(query.x(numbers, distance), own.data());
                          for (int head = 0; head < out.heads; ++head)
                              run.out.data[out.at(0, head) + entry(out, i, j)] = static_cast<float>(biases[head]);
                      }
                  }
              });
    }

    void backward(const Backward& run) const override {
        if (std::ranges::all_of(run.in_grad.subspan(1), [](const View& grad) { return grad.data == nullptr; })) return;
        const Heads out = heads_of(run.out.shape);
        const FireNumbers numbers(run.in, length_);
        const auto heads = static_cast<std::size_t>(out.heads);
        thread_local FireGradients sums;
        thread_local std::vector<double> line, own;
        sums.clear(numbers);
        own.resize(heads);
        // Those of queries up to L are added up a distance first, as forward() shares them.
        const int sharing = queries_at_reach(numbers, out.rows);
        line.assign(static_cast<std::size_t>(distances(sharing, out.cols)) * heads, 0);
        for (int i = 0; i < out.rows; ++i) {
            const FireQuery query(numbers, first_ + i);
            for (int j = 0; j < out.cols; ++j) {
                const int distance = distance_of(i, j);
                double* to = i < sharing ? line.data() + static_cast<std::size_t>(distance) * heads : own.data();
                if (i >= sharing) std::ranges::fill(own, 0.0);
                for (int head = 0; head < out.heads; ++head)
                    to[head] += static_cast<double>(run.out_grad.data[out.at(0, head) + entry(out, i, j)]);
                if (i >= sharing) sums.add(numbers, query, distance, own.data());
            }
        }
        const FireQuery at_reach(numbers, 0);
        for (std::size_t d = 0; d < line.size() / heads; ++d)
            sums.add(numbers, at_reach, static_cast<int>(d), line.data() + d * heads);
        const double* of_operand[] = {sums.in_weight.data(), sums.in_bias.data(), sums.out_weight.data(),
                                      sums.out_bias.data(),  &sums.scale,         &sums.reach};
        for (std::size_t o = 1; o < run.in_grad.size(); ++o) contribute_sums(run.in_grad[o], of_operand[o - 1]);
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        if (operand == 0) return CellBox::none();
        if (operand == 3) return CellBox::whole(out).at(0, cell[1]);
        return operand == 4 ? CellBox::whole(out).at(0, cell[0]) : CellBox::whole(out);
    }

    /// Hidden units that the ReLU sets to 0 have no part in the number, and are left out.
    Derivation derive(const CellQuery& question) const override {
        using B = DerivationBuilder;
        const int head = question.cell[0], i = first_ + question.cell[1];
        const int distance = distance_of(question.cell[1], question.cell[2]), hidden = question.in[3].size(0);
        B builder(question.read);
        const Cell only{};
        const Factor c = builder.operand(5, only), lambda = builder.operand(6, only);
        const Factor length = B::constant(length_, six_digits(length_));
        const int scale = builder.add({.symbol = "|c|",
                                       .meaning = "size of the learned c",
                                       .combine = Step::Combine::maximum,
                                       .terms = {{.factors = {c}}, {.factors = {B::constant(-1), c}}}});
        const int place = builder.add({.symbol = "\\text{max}(L, " + std::to_string(i) + ")",
                                       .meaning = "the query's position, or L where that is larger",
                                       .combine = Step::Combine::maximum,
                                       .terms = {{.factors = {lambda, length}},
                                                 {.factors = {B::constant(-1), lambda, length}},
                                                 {.factors = {B::constant(i, std::to_string(i))}}}});
        const auto psi = [&](const std::string& of, const char* meaning, const Factor& t) {
            return builder.add({.symbol = "ψ(" + of + ")",
                                .meaning = meaning,
                                .after = &function::log,
                                .terms = {{.factors = {builder.step(scale), t}}, {.factors = {B::constant(1)}}}});
        };
        const int near = psi(std::to_string(distance), "the distance on a logarithmic scale",
                             B::constant(distance, std::to_string(distance)));
        const int far =
            psi("\\text{max}(L, " + std::to_string(i) + ")", "what distances are divided by", builder.step(place));
        const int divisor =
            builder.add({.symbol = "ψ + ε",
                         .meaning = "the same plus ε, so it is never 0",
                         .terms = {{.factors = {builder.step(far)}}, {.factors = {B::constant(fire_epsilon, "ε")}}}});
        const int x = builder.add({.symbol = "x",
                                   .meaning = "the network's input: the distance as a share",
                                   .terms = {{.factors = {builder.step(near), B::divide(builder.step(divisor))}}}});
        std::vector<Term> terms{{.factors = {builder.operand(4, Cell{{head, 0, 0, 0}})}}};
        for (int unit = 0; unit < hidden; ++unit) {
            const Cell at{{unit, 0, 0, 0}};
            const Factor weight = builder.operand(1, at), bias = builder.operand(2, at), input = builder.step(x);
            if (!(weight.value * input.value + bias.value > 0)) continue;
            const int value = builder.add({.symbol = "h_{" + std::to_string(unit) + "}",
                                           .meaning = "hidden unit " + std::to_string(unit),
                                           .terms = {{.factors = {weight, input}}, {.factors = {bias}}}});
            terms.push_back({.factors = {builder.operand(3, Cell{{unit, head, 0, 0}}), builder.step(value)}});
        }
        return builder.finish(
            {.meaning = "output of head " + std::to_string(head) + " for distance " + std::to_string(distance),
             .terms = std::move(terms)});
    }

    /// As if no query shared its line with another.
    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        const double cells = entries(out) / out.size(0), unit = 3 + 2.0 * out.size(0);
        return {cells * (4 + in[3].size(0) * unit), bytes(in.subspan(1), out)};
    }

private:
    static std::size_t entry(const Heads& out, int i, int j) {
        return static_cast<std::size_t>(i) * static_cast<std::size_t>(out.cols) + static_cast<std::size_t>(j);
    }
    int distance_of(int row, int column) const { return std::abs(first_ + row - first_key_ - column); }
    /// How many of the first queries stand at L or before.
    int queries_at_reach(const FireNumbers& numbers, int queries) const {
        if (!(numbers.reach >= first_)) return 0;  // nor is there one where L is no number
        return static_cast<int>(std::min(std::floor(numbers.reach) - first_ + 1, static_cast<double>(queries)));
    }
    /// One more than the largest distance of the first queries to a key.
    int distances(int queries, int keys) const {
        int largest = -1;
        for (const int row : {0, queries - 1})
            for (const int column : {0, keys - 1})
                if (queries > 0) largest = std::max(largest, distance_of(row, column));
        return largest + 1;
    }

    double length_;
    int first_, first_key_;
};

std::vector<Example> fire_bias_examples() {
    const auto example = [](const char* label, const Shape& scores, int hidden, double c, double lambda, int first = 0,
                            int first_key = 0) {
        const Dimension units{Axis::d_hidden, hidden}, heads{Axis::head, heads_of(scores).heads};
        const Shape number{{Axis::scalar, 1}};
        return Example{label,
                       fire_bias(6, first, first_key),
                       {normal_tensor(scores, 1), normal_tensor({units}, 2), normal_tensor({units}, 3),
                        normal_tensor({units, heads}, 4), normal_tensor({heads}, 5),
                        tensor_of(number, {static_cast<float>(c)}), tensor_of(number, {static_cast<float>(lambda)})}};
    };
    const auto scores = [](int heads, int queries, int keys) {
        return Shape{{Axis::head, heads}, {Axis::query, queries}, {Axis::key, keys}};
    };
    return {example("queries beyond the threshold", scores(3, 13, 13), 5, 0.3, 0.7),
            example("a threshold beyond the text", scores(2, 9, 9), 7, 0.1, 4.3),
            example("negative numbers learned", scores(2, 10, 10), 4, -0.4, -0.9),
            example("one token", scores(1, 1, 1), 2, 0.1, 1.1),
            example("more keys than queries", scores(2, 3, 14), 6, 1.7, 0.6),
            example("taken up at position 12", scores(2, 3, 15), 5, 0.2, 1.2, 12),
            example("a sentence from position 4 on", scores(2, 6, 6), 5, 0.2, 1.2, 4, 4),
            example("a batch", {{Axis::batch, 2}, {Axis::head, 2}, {Axis::query, 7}, {Axis::key, 7}}, 3, 0.5, 0.8)};
}

}  // namespace

OperationPtr fire_bias(double length, int first, int first_key) {
    return std::make_shared<FireBias>(length, first, first_key);
}

extern const OperationRow fire_bias_row{"fire_bias", fire_bias_examples};

}  // namespace glassformer::op
