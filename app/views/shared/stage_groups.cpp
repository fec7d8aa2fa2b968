#include "app/views/shared/stage_groups.h"

#include <algorithm>

#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

/// Number of fields that share a number, 1, 2, 5, 10 …, so that numbers of width `text` do not touch; 0 where all
/// fields together have no room for one.
int stride_for(float text, float field, int most) {
    for (int tens = 1; tens <= most && tens <= 100'000'000; tens *= 10)
        for (const int round : {1, 2, 5})
            if (static_cast<float>(round * tens) * field >= text) return round * tens;
    return 0;
}

std::string whole_name(const Site& site) { return site.step < 0 ? block_text(site) : step_text(site); }

}  // namespace

StageGroups stage_groups(const Trace& trace, const std::vector<int>& records) {
    StageGroups all;
    for (int i = 0; i < static_cast<int>(records.size()); ++i) {
        const Site& site = trace.record(records[static_cast<std::size_t>(i)]).site;
        const bool same = !all.groups.empty() && all.groups.back().site.block == site.block &&
                          all.groups.back().site.stack == site.stack && all.groups.back().site.step == site.step;
        if (!same) all.groups.push_back({i, i, site});
        all.groups.back().end = i + 1;
        all.blocks = std::max(all.blocks, site.block + 1);
        all.steps = std::max(all.steps, site.step + 1);
    }
    return all;
}

std::string group_name(Painter& painter, const StageGroups& all, const StageGroup& group, float field) {
    const float em = painter.em();
    const bool step = group.site.step >= 0;
    const int number = (step ? group.site.step : group.site.block) + 1, most = step ? all.steps : all.blocks;
    Site longest = group.site;
    (step ? longest.step : longest.block) = most - 1;
    if (painter.measure(whole_name(longest), em::small, Face::sans).width <= field - 0.4F * em)
        return whole_name(group.site);
    if (!step && all.steps > 0) return "";  // its number would be taken for a step's
    const std::string digits(std::to_string(most).size(), '0');
    const int stride = stride_for(painter.measure(digits, em::small, Face::sans).width + 0.4F * em, field, most);
    if (stride == 0) return "";
    return number % stride == 0 || (number == 1 && stride >= 5) ? std::to_string(number) : "";
}

void draw_groups(Painter& painter, const StageGroups& all, const std::function<Rect(const StageGroup&)>& field_of,
                 float names, int current, const GroupColours& colours) {
    const auto here = [&](const StageGroup& group) { return current >= group.begin && current < group.end; };
    for (const StageGroup& group : all.groups)
        if (group.site.block >= 0)
            painter.fill(field_of(group).snapped(), here(group) ? colours.current : colours.field, 0.3F * painter.em());
    for (const StageGroup& group : all.groups) {
        if (group.site.block < 0 || names <= 0) continue;
        const Rect field = field_of(group);
        const std::string name = group_name(painter, all, group, field.w);
        if (name.empty()) continue;
        const float wide = painter.measure(name, em::small).width;
        text_in(painter, {field.snapped().centre().x - wide, field.y, 2 * wide, names}, name,
                {.colour = here(group) ? painter.theme().text : painter.theme().muted,
                 .size = em::small,
                 .align = Align::centre});
    }
}

}  // namespace glassformer
