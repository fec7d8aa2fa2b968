// The stages of a pass in groups, block by block and step by step, and what stands above a group where many share a
// line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "core/tape/tape.h"

namespace glassformer {

struct StageGroup {
    int begin = 0, end = 0;  // places in the list of records
    Site site;
};

struct StageGroups {
    std::vector<StageGroup> groups;  // in the order of the pass
    int blocks = 0, steps = 0;       // how many there are at most
};
/// Of these records, as they follow one another.
StageGroups stage_groups(const Trace& trace, const std::vector<int>& records);

/// "Block 2", or "2" where only numbers have room in a field so wide (pixels), or "" where the numbers of so many
/// fields would touch and another one stands for this: every second, fifth, tenth … is named.
std::string group_name(Painter& painter, const StageGroups& all, const StageGroup& group, float field);

/// Fields behind the groups that are blocks or steps, with their names in a line `names` pixels high at their top. All
/// fields before all names, for a name may be wider than its field. `field_of`: the place of a group; `current`: the
/// stage whose group is lit, −1 for none.
struct GroupColours {
    Colour field, current;
};
void draw_groups(Painter& painter, const StageGroups& all, const std::function<Rect(const StageGroup&)>& field_of,
                 float names, int current, const GroupColours& colours);

}  // namespace glassformer
