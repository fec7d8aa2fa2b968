// The stages of one box of the diagram, from below: what each waits for is further down.
#pragma once

#include "app/pictures/architecture/diagram_layout.h"

namespace glassformer {

/// Of a recurrent layer those of its first step, for all others are alike.
std::vector<int> charted_stages(const Trace& trace, const std::vector<int>& stages);
/// How many stages stand beside and above one another.
struct ChartSize {
    float slots = 1;
    int levels = 1;
};
ChartSize chart_size(const Trace& trace, const std::vector<int>& stages);
/// Places them in `at.chart`, and the lines between them.
void chart_stages(Painter& painter, const Trace& trace, const std::vector<int>& stages, DiagramLayout& at);

}  // namespace glassformer
