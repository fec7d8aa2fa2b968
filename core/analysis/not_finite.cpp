#include "core/analysis/not_finite.h"

#include <cmath>

#include "core/base/json_text.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

/// Whether a mask or padding makes −∞ of the stage's scores, or of those that it scales.
bool closes(const Trace& trace, int id) {
    const Record& record = trace.record(id);
    if (!record.operation) return false;
    const Operation::ClosedBy by = record.operation->closed_by(record.operands.size());
    if (by.sees >= 0 || by.padding >= 0) return true;
    const std::string_view name = record.operation->name();
    return (name == "scale" || name == "copy") && closes(trace, record.operands.front());
}

}  // namespace

std::optional<NotFinite> first_not_finite(const Trace& trace) {
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (!record.value_kept) continue;
        const ConstView all = record.view();
        const bool closed = closes(trace, id);
        NotFinite found{.record = id, .cell = {}};
        for (std::size_t i = 0; i < all.shape.count(); ++i) {
            const float value = all.data[i];
            if (std::isfinite(value) || (closed && value == -INFINITY)) continue;
            if (found.count++ == 0) found.cell = all.shape.cell(i);
        }
        if (found.count > 0) return found;
    }
    return std::nullopt;
}

std::string sentence_of(const NotFinite& found, const Trace& trace, const std::string& model) {
    const Record& record = trace.record(found.record);
    const float value = record.at(found.cell);
    const std::string number = std::isnan(value) ? "NaN" : value < 0 ? "-inf" : "inf";
    std::string sentence = in_quotes(model) + ": " + cell_name(record, found.cell) + " is " + number;
    if (found.count > 1)
        sentence += ", the first of " + std::to_string(found.count) + " numbers of this stage that are not finite";
    else
        sentence += ", no finite number";
    const std::string why = trace.derive(found.record, found.cell).note;
    return why.empty() ? sentence : sentence + " (" + why + ")";
}

}  // namespace glassformer
