#include "app/views/shared/tabs.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/views/shared/texts.h"
#include "app/widgets/interaction.h"

namespace glassformer {

namespace {

/// The first tab and "More", which shows the others from then on. Whoever asks for the place of one of these has them.
std::optional<TabsDrawn> draw_folded(ViewContext& context, Rect& line, const TabBar& bar, std::span<const Tab> tabs,
                                     int selected) {
    Ui& ui = context.ui;
    float& unfolded = ui.interaction.state(ui.interaction.id(std::string(bar.id) + " more"));
    for (const Tab& tab : tabs.subspan(1))
        if (context.targets.wanted == std::string(bar.one) + std::string(tab.name)) unfolded = 1;
    if (unfolded == 1 || selected != 0) return {};
    const std::string labels[] = {tabs.front().label, texts::shared::more_tabs};
    const float wide = segmented_width(ui, labels);
    const Rect place = (bar.at_right ? line.take_right(wide) : line.take_left(wide)).inset(0, bar.inset).snapped();
    Rect parts = place;
    context.targets.put(std::string(bar.one) + std::string(tabs.front().name),
                        parts.take_left(segmented_width(ui, std::span(labels).first(1))));
    context.targets.put(std::string(bar.one) + "more", parts);
    int clicked = 0;
    if (segmented(ui, bar.id, place, labels, clicked) && clicked == 1) {
        unfolded = 1;
        ui.keep_awake();
    }
    return TabsDrawn{.place = place};
}

}  // namespace

TabsDrawn draw_tabs(ViewContext& context, Rect& line, const TabBar& bar, std::span<const Tab> tabs, int& selected) {
    Ui& ui = context.ui;
    if (context.rules.printed) return {};  // the figure's caption says which page it is
    const bool folds = (bar.folded || context.preferences.simple) && tabs.size() > 2;
    if (folds)
        if (const auto folded = draw_folded(context, line, bar, tabs, selected)) return *folded;
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
    const bool changed = segmented(ui, bar.id, place, labels, selected);
    if (changed && folds && selected == 0) ui.interaction.state(ui.interaction.id(std::string(bar.id) + " more")) = 0;
    return {changed, place};
}

}  // namespace glassformer
