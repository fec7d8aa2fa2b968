// Edits of a tape: cells of stages, parameters and masks that are set by hand, and the rows that become dirty.
#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/tape/tape.h"
#include "core/tensor/selection.h"

namespace glassformer {

namespace {

using Edits = std::vector<std::pair<Cell, float>>;

/// The rows in which two lists of edits differ. What both begin and end with gives the same cells the same values.
ChangedRows difference(const Record& record, const Edits& before, const Edits& now) {
    const int rows = row_dimension(record.shape);
    if (rows < 0) return ChangedRows::all();
    const std::size_t both = std::min(before.size(), now.size());
    std::size_t front = 0, back = 0;
    while (front < both && before[front] == now[front]) ++front;
    while (back < both - front && before[before.size() - 1 - back] == now[now.size() - 1 - back]) ++back;
    ChangedRows change;
    for (const Edits* edits : {&before, &now})
        for (std::size_t e = front; e < edits->size() - back; ++e)
            change.join({.row = std::max((*edits)[e].first[rows], 0)});  // Cell::all: from the first on
    return change;
}

bool is_mask(const Record& record) { return record.stage == &stage::visible || record.stage == &stage::cross_visible; }

void check_edit(const Record& record, const Edit& edit) {
    if (record.kind == Record::Kind::input && !is_mask(record))
        throw Error("\"" + edit.record + "\" is an input, not a stage to edit");
    if (!selects_within(record.shape, edit.cell))
        throw Error("cell " + text(edit.cell, record.shape.rank()) + " is outside " + edit.record + " " +
                    text(record.shape));
    if (!is_mask(record) || edit.value == 0 || edit.value == 1) return;
    throw Error("a cell of " + edit.record +
                " is 1 where the query sees the key and 0 where it does not; it cannot be " +
                shortest_digits(edit.value));
}

}  // namespace

void Tape::edit(std::span<const Edit> edits) {
    if (keep_ != Keep::everything && !edits.empty())
        throw Error("a tape that keeps only what gradients need takes no edits");
    std::vector<Edits> by_record(steps_.size());
    int id = -1;
    for (const Edit& edit : edits) {
        if (id < 0 || trace_.record(id).name != edit.record) id = trace_.find(edit.record);
        if (id < 0) throw Error("there is no stage or parameter \"" + edit.record + "\" to edit");
        check_edit(trace_.record(id), edit);
        by_record[static_cast<std::size_t>(id)].emplace_back(edit.cell, edit.value);
    }
    if (!laid_out_) lay_out();

    for (std::size_t i = 0; i < steps_.size(); ++i) {
        Record& record = trace_.records_[i];
        if (record.edits == by_record[i]) continue;
        const Edits before = std::exchange(record.edits, std::move(by_record[i]));
        switch (record.kind) {
            case Record::Kind::input: edit_input(record); break;
            case Record::Kind::parameter: edit_parameter(record, before); break;
            case Record::Kind::computed: make_dirty(record.id, difference(record, before, record.edits)); break;
        }
    }
}

void Tape::edit_input(Record& record) {
    auto under = std::ranges::find(edited_inputs_, record.id, &std::pair<int, AlignedFloats>::first);
    if (under == edited_inputs_.end()) {
        const float* values = steps_[static_cast<std::size_t>(record.id)].value;
        under = edited_inputs_.emplace(under, record.id, AlignedFloats(values, values + record.shape.count()));
    }
    AlignedFloats values = under->second;
    if (record.edits.empty()) edited_inputs_.erase(under);
    apply_edits(record, values.data());
    write_input(record.id, values);
}

/// Weights may lie in a read-only file: edits a copy, and points the readers at it.
void Tape::edit_parameter(Record& record, const std::vector<std::pair<Cell, float>>& before) {
    const auto at = static_cast<std::size_t>(record.id);
    if (placement_ && !parameters_written_) {  // unedited, because other tapes share them
        for (const Record& other : trace_.records_)
            if (other.kind == Record::Kind::parameter) placement_->write(other.id, {other.value, other.shape.count()});
        parameters_written_ = true;
    }
    make_dirty(record.id, ChangedRows::all());
    std::erase_if(edited_parameters_, [&](const auto& entry) { return entry.first == record.id; });
    record.value = parameter_memory_[at];
    if (!record.edits.empty()) {
        auto& copy =
            edited_parameters_.emplace_back(record.id, AlignedFloats(record.value, record.value + record.shape.count()))
                .second;
        apply_edits(record, copy.data());
        record.value = copy.data();
    }
    for (const int consumer : steps_[at].consumers) {
        const Record& reader = trace_.record(consumer);
        for (std::size_t o = 0; o < reader.operands.size(); ++o)
            if (reader.operands[o] == record.id)
                steps_[static_cast<std::size_t>(consumer)].in[o] = {
                    record.shape, record.value, record.edits.empty() ? packings_[at].get() : nullptr};
    }
    if (!placement_) return;
    std::size_t first = record.shape.count(), end = 0;  // the range of entries that either list selects
    for (const Edits* list : {&before, &std::as_const(record.edits)})
        for (const auto& [selection, set] : *list)
            for_each_stretch(record.shape, selection, [&](std::size_t begin, std::size_t length) {
                first = std::min(first, begin);
                end = std::max(end, begin + length);
            });
    placement_->write_entries(record.id, first, {record.value + first, end - first});
}

void Tape::apply_edits(const Record& record, float* value) const {
    for (const auto& [selection, set] : record.edits)
        for_each_stretch(record.shape, selection, [&, v = set](std::size_t first, std::size_t length) {
            std::fill_n(value + first, length, v);
        });
}

}  // namespace glassformer
