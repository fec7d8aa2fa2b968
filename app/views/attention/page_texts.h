// What the panel says about each page of the attention view.
#pragma once

#include <span>

#include "app/views/attention/state.h"
#include "app/views/explanation/page_text.h"
#include "core/session/evaluation.h"

namespace glassformer {

/// Row of the table. A later row takes precedence where several fit.
struct AttentionPageRow {
    AttentionMode mode;
    bool (*fits)(const Evaluation& evaluation, const AttentionLayer& layer);  // null: always
    PageText text;
};
std::span<const AttentionPageRow> attention_page_rows();

/// The row of a page for the attention that is selected. Every mode has one that always fits.
const PageText& page_text(AttentionMode mode, const Evaluation& evaluation, const AttentionLayer& layer);

}  // namespace glassformer
