// Why a stage is there: one reason per stage, for those whose sentence does not give it already. The second of the
// three parts of an explanation: what happens (stage_text.h), why, what to look at in this run.
#pragma once

#include <span>
#include <string_view>

#include "core/tape/trace.h"

namespace glassformer {

/// Row of the table. A later row takes precedence where several fit.
struct StageReason {
    const Stage* stage;
    bool (*fits)(const Trace& trace, const Record& record);  // null: always
    std::string_view reason;                                 // one or two sentences
};
std::span<const StageReason> all_stage_reasons();

/// The row's reason; empty where there is none.
std::string_view stage_reason(const Trace& trace, const Record& record);

}  // namespace glassformer
