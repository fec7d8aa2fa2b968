#include "core/tape/stages_read.h"

namespace glassformer {

std::vector<int> stages_read(const Trace& trace, int id) {
    const Record& record = trace.record(id);
    std::vector<int> read;
    for (const int operand : record.operands)
        if (trace.record(operand).kind == Record::Kind::computed) read.push_back(operand);
    if (read.empty() || read.front() != record.operands.front()) return read;
    // An operation that takes a size from an operand (how many positions, how many keys) takes it from the first.
    std::vector<ChangedRows> changed(record.operands.size());
    changed.front() = ChangedRows::all();
    std::vector<ConstView> in;
    for (const int operand : record.operands) in.push_back({trace.record(operand).shape, trace.record(operand).value});
    if (!record.operation->changed_rows(changed, in).any()) read.erase(read.begin());
    return read;
}

}  // namespace glassformer
