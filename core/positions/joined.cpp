#include "core/positions/joined.h"

#include <algorithm>
#include <vector>

#include "core/ops/ops.h"
#include "core/positions/apply.h"
#include "core/positions/random_tensor.h"

namespace glassformer::positions {

namespace {

using Wide = std::vector<double>;

/// One row of a part of the result, with zeros in the dimensions that the part does not have.
Wide in_result(const Joined& joined, const Tensor& part, int row, int first) {
    Wide wide(static_cast<std::size_t>(joined.result.shape.cols()));
    const float* entries = part.view().row(static_cast<std::size_t>(row));
    std::copy_n(entries, part.shape.cols(), wide.begin() + first);
    return wide;
}

double dot(const Wide& a, const Wide& b) {
    double sum = 0;
    for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
    return sum;
}

}  // namespace

Settings joined_settings(JoinWay way, Settings settings, const PositionalKind& vectors, int dims) {
    settings.kind = way == JoinWay::one_hot ? find_positional("one_hot") : &vectors;
    settings.combine = way == JoinWay::append ? Combine::append : Combine::add;
    settings.dims = way == JoinWay::append ? dims : 0;
    return settings;
}

JoinWay way_of(const Settings& settings) {
    if (settings.kind->appended_always) return JoinWay::one_hot;
    return settings.combine == Combine::append ? JoinWay::append : JoinWay::add;
}

void join(const Settings& settings, const EncodingTables& encoding, const Tensor& tokens, Joined& out) {
    const bool appended = appended_columns(config_of(settings)) > 0;
    const auto rows = static_cast<int>(tokens.shape.rows());
    const auto take = [rows](const Tensor& from, Axis axis, Tensor& to) {
        reshape(to, {{Axis::position, rows}, {axis, from.shape.cols()}});
        std::copy_n(from.data.data(), to.data.size(), to.data.data());
    };
    take(tokens, Axis::d_model, out.tokens);
    take(encoding.table, appended ? Axis::d_position : Axis::d_model, out.positions);
    const OperationPtr together = appended ? op::concat(ConcatAlong::columns, Axis::d_joined) : op::add();
    run(*together, {out.tokens.view(), out.positions.view()}, out.result);
}

Tensor random_tokens(const Settings& settings) {
    return drawn({{Axis::position, settings.n_positions}, {Axis::d_model, settings.d_model}}, settings, tokens_stream);
}

JoinedProduct joined_product(const Joined& joined, int query, int key) {
    const bool appended = joined.result.shape.cols() > joined.tokens.shape.cols();
    const int after = appended ? joined.tokens.shape.cols() : 0;
    const Wide query_token = in_result(joined, joined.tokens, query, 0),
               query_position = in_result(joined, joined.positions, query, after),
               key_token = in_result(joined, joined.tokens, key, 0),
               key_position = in_result(joined, joined.positions, key, after);
    return {.token_token = dot(query_token, key_token),
            .token_position = dot(query_token, key_position),
            .position_token = dot(query_position, key_token),
            .position_position = dot(query_position, key_position),
            .whole = dot(in_result(joined, joined.result, query, 0), in_result(joined, joined.result, key, 0))};
}

}  // namespace glassformer::positions
