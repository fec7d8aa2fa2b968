#include "app/views/shared/tabs.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

TabsDrawn draw_tabs(ViewContext& context, Rect& line, const TabBar& bar, std::span<const Tab> tabs, int& selected) {
    Ui& ui = context.ui;
    if (context.rules.printed) return {};  // the figure's caption says which page it is
    const float em = ui.em, room = line.w - bar.beside;
    constexpr float around = 1.4F, least_around = 0.7F;  // em: of a label's tab beside the label
    std::vector<std::string> labels;
    float widest = 0;
    for (const Tab& tab : tabs) {
        labels.push_back(tab.label);
        widest = std::max(widest, ui.painter.measure(tab.label).width);
    }
    const float natural = segmented_width(ui, labels);
    const float share = std::min(1.0F, room / natural);
    const bool fits = share >= 1 || (bar.squeezed && share * (widest + around * em) >= widest + least_around * em);
    const bool list = bar.as_list || !fits;
    const float list_width = bar.list_width > 0 ? bar.list_width * em : widest + 3.2F * em;
    constexpr float least_list = 9;  // em
    const float wide = list ? std::min({line.w, list_width, std::max(room, least_list * em)}) : share * natural;
    const Rect place = (bar.at_right ? line.take_right(wide) : line.take_left(wide)).inset(0, bar.inset).snapped();
    if (list) {
        context.targets.put(bar.list, place);
        return {dropdown(ui, bar.list, place, labels, selected, {}, bar.prefix), place};
    }
    Rect parts = place;
    for (const Tab& tab : tabs)
        context.targets.put(std::string(bar.one) + std::string(tab.name),
                            parts.take_left(share * std::ceil(ui.painter.measure(tab.label).width + around * em)));
    return {segmented(ui, bar.id, place, labels, selected), place};
}

}  // namespace glassformer
