#include "app/views/heads_off.h"

#include <algorithm>

#include "core/error.h"
#include "core/intervention.h"

namespace glassformer {

namespace {

/// The cursor's head among so many: attention across the texts may have a number of its own.
int own_head(const Trace& trace, int heads, int head) {
    return std::clamp(head * heads / std::max(1, head_count(trace)), 0, heads - 1);
}

}  // namespace

std::vector<bool> heads_off(const Evaluation& evaluation, int record) {
    const Trace& trace = evaluation.trace();
    const int id = record < 0 ? -1 : heads_of(trace, record);
    if (id < 0) return {};
    std::vector<bool> off;
    for (int head = 0; head < trace.record(id).shape.size(0); ++head)
        off.push_back(is_off(evaluation.inputs(), trace, record, head));
    return off;
}

bool head_switched_off(const Evaluation& evaluation, int record, int head) {
    const std::vector<bool> off = heads_off(evaluation, record);
    return !off.empty() &&
           off[static_cast<std::size_t>(own_head(evaluation.trace(), static_cast<int>(off.size()), head))];
}

void switch_head(ViewContext& context) {
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const int id = record < 0 ? -1 : heads_of(trace, record);
    if (id < 0) {
        context.notice = "This stage belongs to no attention: go to one of its stages, then switch the head";
        return;
    }
    const Inputs& inputs = context.session.inputs();
    const int head = own_head(trace, trace.record(id).shape.size(0), context.cursor.head);
    const bool off = is_off(inputs, trace, record, head);
    context.session.set(off ? head_on(inputs, trace, record, head) : head_off(inputs, trace, record, head));
    context.notice = "Head " + std::to_string(head + 1) + (off ? " is on again" : " is off: it hands on zeros");
}

}  // namespace glassformer
