#include "app/views/explanation/loss_summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "app/pictures/board/picture.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/wording.h"
#include "core/analysis/measures.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/session/default_labels.h"
#include "core/session/labels.h"

namespace glassformer {

namespace {

/// True in a masked model whose text has no masked token: then it has nothing to fill in.
bool lacks_mask(const Evaluation& evaluation) {
    const Tokenizer* tokenizer = evaluation.model().tokenizer.get();
    if (tokenizer == nullptr || evaluation.model().config.head.classifier) return false;
    for (const char* mask : {"<mask>", "[MASK]"}) {
        const int id = tokenizer->find(mask);
        if (id >= 0) return std::ranges::find(evaluation.tokens(), id, &TokenLabel::id) == evaluation.tokens().end();
    }
    return false;
}

/// Adds `by` to the number before each colon of "5: cat; 7: dog"; any other text is left as it is. An Error where a
/// number is not of 1 to `most`, which 0 leaves unchecked.
std::string moved_rows(const std::string& written, int by, int most = 0) {
    std::string moved;
    for (std::size_t at = 0; at < written.size();) {
        const std::size_t end = std::min(written.find(';', at), written.size() - 1) + 1;
        const std::string part = written.substr(at, end - at);
        at = end;
        const std::size_t first = part.find_first_not_of(" \t\n"), colon = part.find(':');
        int number = 0;
        const char* const from = part.data() + std::min(first, part.size());
        const auto read = std::from_chars(from, part.data() + part.size(), number);
        const std::string_view between(read.ptr, static_cast<std::size_t>(part.data() + part.size() - read.ptr));
        const bool row = read.ec == std::errc() && colon != std::string::npos &&
                         between.find_first_not_of(" \t\n") == between.find(':');
        if (!row) return written;
        if (most > 0 && (number < 1 || number > most))
            throw Error(fmt::format(texts::explanation::no_such_position, number, most));
        moved += part.substr(0, first) + std::to_string(number + by) + std::string(between);
    }
    return moved;
}

/// The loss, and what it is measured against, without the gradients of the layers.
LossSummary loss_of_rows(const Evaluation& evaluation) {
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
    return summary;
}

}  // namespace

LossSummary loss_summary(const Evaluation& evaluation) {
    LossSummary summary = loss_of_rows(evaluation);
    const Trace& trace = evaluation.trace();
    const Graph& graph = evaluation.graph();
    if (!evaluation.has_gradients() || !graph.loss || !graph.logits) return summary;
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

std::string loss_target(const Evaluation& evaluation) {
    const LossSummary summary = loss_of_rows(evaluation);
    const bool own = evaluation.inputs().labels.find_first_not_of(" \t\n") != std::string::npos;
    const LabelSource source =
        default_labels(evaluation.model(), evaluation.tokens(), evaluation.target_tokens(), evaluation.labels().size())
            .source;
    const char* said = own                                  ? texts::explanation::from_user
                       : source == LabelSource::task        ? texts::explanation::from_task
                       : source == LabelSource::next_tokens ? texts::explanation::from_next
                       : lacks_mask(evaluation)             ? texts::explanation::from_own_without_mask
                                                            : texts::explanation::from_own;
    std::size_t counted = 0, last = 0;
    for (std::size_t r = 0; r < evaluation.labels().size(); ++r)
        if (evaluation.labels()[r] >= 0) ++counted, last = r;
    if (counted == 0 && !own) return texts::explanation::no_target;
    if (counted != 1) return fmt::format(texts::explanation::some_targets, counted, evaluation.labels().size(), said);
    if (summary.rows[last].empty()) return fmt::format(texts::explanation::class_target, summary.answers[last], said);
    return fmt::format(texts::explanation::one_target, summary.answers[last], summary.rows[last], said);
}

std::string labels_on_screen(const std::string& written) { return moved_rows(written, 1); }

std::string labels_from_screen(const std::string& written, std::size_t rows) {
    return moved_rows(written, -1, static_cast<int>(rows));
}

}  // namespace glassformer
