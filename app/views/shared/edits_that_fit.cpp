#include "app/views/shared/edits_that_fit.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/model/graph.h"
#include "core/tape/tape.h"
#include "core/tensor/selection.h"

namespace glassformer {

std::vector<Edit> edits_that_fit(const Evaluation& evaluation, const std::vector<Edit>& edits, const std::string& text,
                                 bool target) {
    if (edits.empty()) return edits;
    int tokens = 0;
    try {
        tokens = static_cast<int>(tokenize(evaluation.model(), text, target).size());
    } catch (const Error&) {
        return edits;  // the message about the text comes with the evaluation; undoing the text finds them again
    }
    std::vector<Edit> kept;
    for (const Edit& edit : edits) {
        const int id = evaluation.trace().find(edit.record);
        bool fits = id >= 0;
        if (fits) {
            const Record& record = evaluation.trace().record(id);
            for (int d = 0; d < record.shape.rank(); ++d) {
                const Axis axis = record.shape.axis(d);
                const bool of_text = axis == Axis::position || axis == Axis::query || axis == Axis::key;
                const bool of_this = (&evaluation.tokens_along(record, axis) == &evaluation.target_tokens()) == target;
                const int token = std::max(edit.cell[d], 0) + evaluation.first_token_along(record, axis);
                if (of_text && of_this && token >= tokens) fits = false;
            }
        }
        if (fits) kept.push_back(edit);
    }
    return kept;
}

std::vector<Edit> edits_that_fit(const Evaluation& evaluation, const std::vector<Edit>& edits,
                                 const ModelConfig& config) {
    if (edits.empty()) return edits;
    Tape tape;
    GraphSize size;
    size.seq_len = static_cast<int>(evaluation.tokens().size());
    size.target_len = static_cast<int>(evaluation.target_tokens().size());
    record_shapes(tape, config, size);
    std::vector<Edit> kept;
    for (const Edit& edit : edits)
        if (const int id = tape.trace().find(edit.record);
            id >= 0 && selects_within(tape.trace().record(id).shape, edit.cell))
            kept.push_back(edit);
    return kept;
}

}  // namespace glassformer
