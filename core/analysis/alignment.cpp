// Reads cross-attention's weights from a trace.
#include "core/analysis/alignment.h"

#include "core/base/error.h"

namespace glassformer {

std::vector<int> cross_weights(const Trace& trace) {
    std::vector<int> found;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        const bool crossing =
            record.site.attention == AttentionKind::cross && record.stage->part == ModelPart::attention;
        if (crossing && record.name.ends_with("cross_attn.weights") && record.site.step < 0) found.push_back(id);
    }
    return found;
}

Alignment alignment(const Record& weights, int head) {
    const ConstView all = weights.view();
    if (all.shape.rank() != 3) throw Error("\"" + weights.name + "\" is not a map of heads, queries and keys");
    const int heads = all.shape.size(0), rows = all.shape.size(1), cols = all.shape.size(2);
    if (head >= heads)
        throw Error("\"" + weights.name + "\" has " + std::to_string(heads) + " heads, so none is number " +
                    std::to_string(head) + ", counted from 0");
    Alignment made{.rows = rows, .cols = cols, .values = {}};
    const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
    const int first = head < 0 ? 0 : head, last = head < 0 ? heads : head + 1;
    for (std::size_t i = 0; i < size; ++i) {
        double sum = 0;
        for (int h = first; h < last; ++h) sum += static_cast<double>(all.data[static_cast<std::size_t>(h) * size + i]);
        made.values.push_back(static_cast<float>(sum / (last - first)));
    }
    return made;
}

}  // namespace glassformer
