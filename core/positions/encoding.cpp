#include "core/positions/encoding.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/ops/position_formulas.h"
#include "core/positions/apply.h"

namespace glassformer::positions {

namespace {

/// An operand that only gives its size.
ConstView size_only(const Shape& shape) { return {shape, nullptr}; }

Shape one_head(const Settings& settings) {
    return {{Axis::head, 1}, {Axis::query, settings.n_positions}, {Axis::key, settings.n_positions}};
}

std::vector<ConstView> with_learned(const ConstView& operand, const Learned& learned) {
    std::vector<ConstView> operands{operand};
    for (const Tensor& tensor : learned.parameters) operands.push_back(tensor.view());
    return operands;
}

void add(const Settings& settings, const ModelConfig& config, const Learned& learned, EncodingTables& out) {
    const OperationPtr operation = settings.kind->added(config, settings.first);
    const ConstView embedding = size_only({{Axis::position, settings.n_positions}, {Axis::d_model, settings.d_model}});
    run(*operation, with_learned(embedding, learned), out.table);
    if (appended_columns(config) > 0) multiply(out.table, learned.mix, Transpose::no, embedding.shape, out.added);
}

/// The exponent of a query's or key's factors at position 1, as the models' operation has it; 0 for RoPE.
double decay_of(const Settings& settings, Rotated what) {
    return settings_of<op::RopeSettings>(*settings.kind->rotation(config_of(settings), what, 0)).decay;
}

/// Each entry [pos, pair] times the pair's factor at the position.
void scale_lengths(const Settings& settings, Rotated what, const Tensor& table, Tensor& out) {
    reshape(out, table.shape);
    const int pairs = table.shape.cols();
    const double decay = decay_of(settings, what);
    for (int i = 0; i < settings.n_positions; ++i)
        for (int k = 0; k < pairs; ++k) {
            const std::size_t at = table.shape.offset({{i, k}});
            const double factor = scaling_growth(settings) * xpos_power(counted_position(settings, i), k, 2 * pairs, decay);
            out.data[at] = static_cast<float>(factor * static_cast<double>(table.data[at]));
        }
}

void turn(const Settings& settings, EncodingTables& out) {
    const double last = counted_position(settings, settings.n_positions - 1);
    if (std::abs(decay_of(settings, Rotated::key)) * last > max_xpos_exponent)
        throw Error("the scale of the decay is too small for position " + std::to_string(std::lround(last)) +
                    ": it must be at least " + std::to_string(std::lround(std::ceil(last / max_xpos_exponent))));
    const int pairs = rotary_dims(settings) / 2;
    const std::vector<double> of_pairs = frequencies(settings);
    const Shape shape{{Axis::position, settings.n_positions}, {Axis::d_position, pairs}};
    reshape(out.angles, shape);
    reshape(out.cosines, shape);
    reshape(out.sines, shape);
    for (int k = 0; k < pairs; ++k) {
        const double frequency = of_pairs[static_cast<std::size_t>(k)];
        for (int i = 0; i < settings.n_positions; ++i) {
            const double angle = counted_position(settings, i) * frequency;
            const auto at = static_cast<std::size_t>(i) * static_cast<std::size_t>(pairs) + static_cast<std::size_t>(k);
            out.angles.data[at] = static_cast<float>(angle);
            out.cosines.data[at] = static_cast<float>(std::cos(angle));
            out.sines.data[at] = static_cast<float>(std::sin(angle));
        }
    }
    if (decay_of(settings, Rotated::query) == 0 && scaling_growth(settings) == 1) return;
    scale_lengths(settings, Rotated::query, out.cosines, out.query_cosines);
    scale_lengths(settings, Rotated::key, out.cosines, out.key_cosines);
}

/// The bias of one head, as its slope makes it or as the operation does, which is handed what the head learned.
void bias(const Settings& settings, const ModelConfig& config, const Learned& learned, Tensor& out) {
    const Shape scores = one_head(settings);
    if (settings.kind->slope == nullptr) {
        run(*settings.kind->bias(config, settings.bidirectional, {.query = settings.first, .key = settings.first}),
            with_learned(size_only(scores), learned), out);
    } else {
        reshape(out, scores);
        const float slope = slope_of(settings);
        const int n = settings.n_positions, first = settings.first;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                out.view().row(static_cast<std::size_t>(i))[j] = linear_bias(slope, first + i, first + j);
    }
    out.shape = {scores[1], scores[2]};
}

}  // namespace

void encode(const Settings& settings, const Learned& learned, EncodingTables& out) {
    const PositionalKind& kind = *settings.kind;
    const ModelConfig config = config_of(settings);
    const auto drop = [](Tensor& tensor) { reshape(tensor, {{Axis::position, 0}, {Axis::d_position, 0}}); };
    for (Tensor* tensor : {&out.table, &out.added, &out.angles, &out.cosines, &out.sines, &out.query_cosines,
                           &out.key_cosines, &out.bias})
        drop(*tensor);
    if (kind.added != nullptr) add(settings, config, learned, out);
    if (kind.rotation != nullptr) turn(settings, out);
    if (kind.bias != nullptr) bias(settings, config, learned, out.bias);
    if (kind.scores != nullptr) {
        const Tensor& table = learned.parameters.at(0);
        reshape(out.table, table.shape);
        std::copy_n(table.data.data(), out.table.data.size(), out.table.data.data());
    }
    if (kind.distances != nullptr)
        run(*kind.distances(config, settings.bidirectional ? Sides::two : Sides::one, 0),
            {size_only({{Axis::position, settings.n_positions}, {Axis::d_model, settings.d_model}})}, out.table);
}

const Tensor* added_rows(const Settings& settings, const EncodingTables& encoding) {
    if (settings.kind->added == nullptr) return nullptr;
    return encoding.added.data.empty() ? &encoding.table : &encoding.added;
}

void similarity(const Tensor& rows, Tensor& out) {
    const int n = static_cast<int>(rows.shape.rows());
    multiply(rows, rows, Transpose::yes, {{Axis::query, n}, {Axis::key, n}}, out);
}

double length_factor(const Settings& settings, Rotated what, int token, int pair) {
    return scaling_growth(settings) *
           xpos_power(counted_position(settings, token), pair, rotary_dims(settings), decay_of(settings, what));
}

void turned(const Settings& settings, const EncodingTables& encoding, Rotated what, const Tensor& x, Tensor& out) {
    reshape(out, {{Axis::position, settings.n_positions}, {Axis::d_head, settings.d_head}});
    const double decay = decay_of(settings, what), growth = scaling_growth(settings);
    const auto pairs = static_cast<std::size_t>(rotary_dims(settings)) / 2;
    std::vector<float> cosine(pairs), sine(pairs);
    for (std::size_t i = 0; i < out.shape.rows(); ++i) {
        for (std::size_t k = 0; k < pairs; ++k) {
            const auto factor = static_cast<float>(growth * xpos_power(counted_position(settings, static_cast<int>(i)),
                                                                       static_cast<int>(k), rotary_dims(settings), decay));
            cosine[k] = factor * encoding.cosines.view().row(i)[k];
            sine[k] = factor * encoding.sines.view().row(i)[k];
        }
        turn_pairs(x.data.data(), settings.d_head, rotary_dims(settings), settings.layout, cosine.data(), sine.data(),
                   out.view().row(i));
    }
}

}  // namespace glassformer::positions
