#include "app/views/shared/head_switch.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/views/shared/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/session/intervention.h"

namespace glassformer {

namespace {

/// The cursor's head among `heads` heads: cross-attention may have another number of heads.
int own_head(const Trace& trace, int heads, int head) {
    return std::clamp(head * heads / std::max(1, head_count(trace)), 0, heads - 1);
}

/// "Block 1, head 2", "Decoder block 1 · cross-attention, head 1"
std::string head_name(const Record& record, int head) {
    std::string level = block_text(record.site);
    if (record.site.stack != Stack::only && !level.empty())
        level = record.site.attention == AttentionKind::cross
                    ? fmt::format(texts::shared::level_and_cross_attention, level)
                    : fmt::format(texts::shared::level_and_self_attention, level);
    return level.empty() ? fmt::format(texts::shared::head_number, head + 1)
                         : fmt::format(texts::shared::level_and_head, level, head + 1);
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
        context.notice = heads ? texts::shared::no_head_here : texts::shared::no_heads;
        return;
    }
    const Inputs& inputs = context.session.inputs();
    const int head = own_head(trace, trace.record(id).shape.size(0), context.cursor.head);
    const bool off = is_off(inputs, trace, record, head);
    context.session.set(off ? head_on(inputs, trace, record, head) : head_off(inputs, trace, record, head));
    const std::string name = head_name(trace.record(id), head);
    context.notice = off ? fmt::format(texts::shared::head_is_on, name) : fmt::format(texts::shared::head_is_off, name);
}

}  // namespace glassformer
