#include "app/views/shared/head_switch.h"

#include <algorithm>
#include <string_view>

#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/session/intervention.h"

namespace glassformer {

namespace {

/// The cursor's head among so many: attention across the texts may have a number of its own.
int own_head(const Trace& trace, int heads, int head) {
    return std::clamp(head * heads / std::max(1, head_count(trace)), 0, heads - 1);
}

/// "Block 1, head 2", "Decoder block 1 · cross-attention, head 1"
std::string head_name(const Record& record, int head) {
    const std::string block = block_text(record.site);
    const bool pair = record.site.stack != Stack::only, across = record.site.attention == AttentionKind::cross;
    return block +
           (!pair    ? ""
            : across ? " · cross-attention"
                     : " · self-attention") +
           (block.empty() ? "Head " : ", head ") + std::to_string(head + 1);
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
        const bool heads = std::ranges::any_of(trace.stages(), [&](int stage) { return heads_of(trace, stage) >= 0; });
        context.notice = heads ? "This stage belongs to no head: go to a stage of attention, then switch one off"
                               : "This model has no heads";
        return;
    }
    const Inputs& inputs = context.session.inputs();
    const int head = own_head(trace, trace.record(id).shape.size(0), context.cursor.head);
    const bool off = is_off(inputs, trace, record, head);
    context.session.set(off ? head_on(inputs, trace, record, head) : head_off(inputs, trace, record, head));
    context.notice = head_name(trace.record(id), head) + (off ? " is on again" : " is off: it passes on zeros");
}

}  // namespace glassformer
