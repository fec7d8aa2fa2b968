#include "app/views/explanation/loss_summary.h"

#include <algorithm>

#include "app/pictures/board/picture.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/wording.h"
#include "core/analysis/measures.h"
#include "core/session/labels.h"

namespace glassformer {

LossSummary loss_summary(const Evaluation& evaluation) {
    LossSummary summary;
    const Trace& trace = evaluation.trace();
    const Graph& graph = evaluation.graph();
    if (!evaluation.has_gradients() || !graph.loss || !graph.logits) return summary;
    summary.loss = static_cast<double>(trace.record(graph.loss.id).at({}));
    const Record& logits = trace.record(graph.logits.id);
    summary.by_row = loss_by_row(logits.view(), evaluation.labels());
    const int classes = logits.shape.rank() - 1;
    for (std::size_t r = 0; r < evaluation.labels().size(); ++r) {
        const float label = evaluation.labels()[r];
        summary.answers.push_back(label < 0 ? "" : label_of(evaluation, logits, classes, static_cast<int>(label)));
        summary.rows.push_back(classes > 0 ? label_of(evaluation, logits, classes - 1, static_cast<int>(r)) : "");
    }
    float largest = 0;
    for (const StreamGradient& layer : stream_gradients(trace)) {
        const Record& record = trace.record(layer.record);
        const std::string block = block_text(record.site);
        LossSummary::Layer shown;
        shown.name = block.empty() ? texts::explanation::embedding : block;
        shown.record = layer.record;
        shown.norms.assign(layer.norms.begin(), layer.norms.end());
        for (const float norm : shown.norms) largest = std::max(largest, norm);
        summary.layers.push_back(std::move(shown));
    }
    if (largest > 0) summary.largest = largest;
    return summary;
}

}  // namespace glassformer
