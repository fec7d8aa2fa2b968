// Stages of a pass grouped by block and step, and the names above the groups where many share a line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "core/tape/tape.h"

namespace glassformer {

struct StageGroup {
    int begin = 0, end = 0;  // indices in the list of records
    Site site;
};

struct StageGroups {
    std::vector<StageGroup> groups;  // in the order of the pass
    int blocks = 0, steps = 0;       // largest number of a block, of a step
};
/// Groups these records, in their order.
StageGroups stage_groups(const Trace& trace, const std::vector<int>& records);

/// Name of a group in a field of this width (pixels): "Block 2", "2" where only numbers fit, or "" where these would
/// touch: then every second, fifth, tenth … group is named.
std::string group_name(Painter& painter, const StageGroups& all, const StageGroup& group, float field);

/// Draws the background of groups that are blocks or steps, with their names in a line `names` pixels high at the top.
/// All backgrounds before all names, because a name may be wider than its field. `field_of`: rectangle of a group;
/// `current`: stage whose group is highlighted, −1 for none.
struct GroupColours {
    Colour field, current;
};
void draw_groups(Painter& painter, const StageGroups& all, const std::function<Rect(const StageGroup&)>& field_of,
                 float names, int current, const GroupColours& colours);

}  // namespace glassformer
