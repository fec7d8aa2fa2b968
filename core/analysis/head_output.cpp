#include "core/analysis/head_output.h"

namespace glassformer {

HeadRows rows_of_head(const Trace& trace, int heads, int out, int head) {
    if (heads < 0 || out < 0) return {};
    const Record &of = trace.record(heads), &output = trace.record(out);
    if (output.operation == nullptr || output.operation->name() != "linear" || output.operands.size() < 2) return {};
    const int count = of.shape.cols(), all = of.shape.size_of(Axis::head, 1);
    const Shape& weight = trace.record(output.operands[1]).shape;
    if (weight.rank() != 2 || weight.size(0) != all * count || head < 0 || head >= all) return {};
    return {output.operands[1], head * count, count};
}

std::vector<float> head_output(const Trace& trace, int heads, int out, int head) {
    const HeadRows rows = rows_of_head(trace, heads, out, head);
    if (rows.weight < 0) return {};
    const ConstView given = trace.record(heads).view(), weight = trace.record(rows.weight).view();
    const auto positions = static_cast<std::size_t>(given.shape.size(given.shape.rank() - 2)),
               inner = static_cast<std::size_t>(rows.count), columns = static_cast<std::size_t>(weight.shape.cols());
    const float* const own = given.data + static_cast<std::size_t>(head) * positions * inner;
    const float* const matrix = weight.data + static_cast<std::size_t>(rows.first) * columns;
    std::vector<float> sum(positions * columns, 0.0F);
    for (std::size_t position = 0; position < positions; ++position)
        for (std::size_t k = 0; k < inner; ++k) {
            const float factor = own[position * inner + k];
            const float* const row = matrix + k * columns;
            float* const to = sum.data() + position * columns;
            for (std::size_t column = 0; column < columns; ++column) to[column] += factor * row[column];
        }
    return sum;
}

}  // namespace glassformer
