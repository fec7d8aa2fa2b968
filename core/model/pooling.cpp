// How a classifier makes one row of many: the mean, one of them, an average with weights that are fixed for each place,
// or attention with a single query.
#include <cmath>

#include "core/model/parts.h"

namespace glassformer {

namespace {

/// The softmax of the scores, and the average with these weights.
Ref average(const ModelBuilder& parts, Ref scores, Ref x) {
    const Ref weights = parts.tape.run(stage::pool_weights, {}, op::softmax(), {scores});  // [key]
    return parts.tape.run(stage::pooled, {}, op::weighted_rows(), {weights, x});
}

OperationPtr scaling(const ModelConfig& config) {
    if (config.attention_scale == AttentionScale::none) return op::copy();
    const char* width = config.recurrent.cell != nullptr ? "1/\\sqrt{d_{hidden}}" : "1/\\sqrt{d_{model}}";
    return op::scale(static_cast<float>(1.0 / std::sqrt(hidden_width(config))), width);
}

}  // namespace

Ref pooled(const ModelBuilder& parts, Ref x, Ref padding) {
    Tape& tape = parts.tape;
    const auto with_padding = [&](std::vector<Ref> operands) {
        if (padding) operands.push_back(padding);
        return operands;
    };
    switch (parts.config.head.pooling) {
        case Pooling::mean: break;
        case Pooling::cls: return tape.run(stage::pooled, {}, op::first_token(), {x});
        case Pooling::last: return tape.run(stage::pooled, {}, op::row(last_row, RowAxis::drop), with_padding({x}));
        case Pooling::weighted: {
            const Ref scores =
                tape.run(stage::pool_scores, {}, op::place_scores(), with_padding({x, parts.parameter("pool.weight")}));
            return average(parts, scores, x);
        }
        case Pooling::query: {
            const Ref scores =
                tape.run(stage::pool_raw, {}, op::query_scores(), with_padding({x, parts.parameter("pool.query")}));
            return average(parts, tape.run(stage::pool_scaled, {}, scaling(parts.config), {scores}), x);
        }
    }
    return tape.run(stage::pooled, {}, op::mean_pool(), with_padding({x}));
}

}  // namespace glassformer
