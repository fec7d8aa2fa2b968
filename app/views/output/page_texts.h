// What the panel says about each page of the Output view.
#pragma once

#include <span>

#include "app/views/explanation/page_text.h"
#include "app/views/output/state.h"

namespace glassformer {

/// Row of the table. A later row takes precedence where several fit.
struct OutputPageRow {
    OutputMode mode;
    bool (*fits)(const Evaluation& evaluation);  // null: always
    PageText text;
    bool greedy = false;  // of greedy decoding alone
};
std::span<const OutputPageRow> output_page_rows();

/// The row of a page for the open model. Every mode has one that always fits.
const PageText& page_text(OutputMode mode, const Evaluation& evaluation, bool greedy = false);

}  // namespace glassformer
