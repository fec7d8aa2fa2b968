// The bar above the picture of the attention view, with its tabs, and the averages of the selected head.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/attention/attention.h"
#include "app/views/attention/telling.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/tabs.h"
#include "app/views/shared/wording.h"

namespace glassformer {

void AttentionView::header(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    area.take_top(0.5F * em);
    Rect line = area.take_top(2.0F * em);
    std::string title = layer().title;
    if (page_row().one_head && layer().counted)
        title = fmt::format(texts::attention::title_and_head, title,
                            own_head(context.shown.current->trace(), layer(), context.cursor.head) + 1);
    const float needed = ui.painter.measure(title, em::body, Face::bold).width + em;
    std::vector<Tab> all;
    for (const AttentionPageRow& row : attention_page_rows()) all.push_back({row.name, std::string(row.label)});
    auto selected = static_cast<int>(page_);
    const TabBar bar{.id = "attention mode",
                     .list = "attention mode",
                     .one = "attention mode ",
                     .list_width = 9,
                     .beside = std::min(needed, 11 * em),
                     .at_right = true};
    const TabsDrawn tabs = draw_tabs(context, line, bar, all, selected);
    if (tabs.place.w > 0) context.targets.put("attention mode", tabs.place);
    if (tabs.changed) show_page(static_cast<std::size_t>(selected));
    if (state_.solo && !page_row().fills) {
        const std::string text = texts::attention::show_all_heads;
        const float wide = button_width(ui, text);
        if (line.w > wide + 8 * em) {
            line.take_right(0.8F * em);
            const Rect back = line.take_right(wide);
            context.targets.put("attention solo", back);
            if (button(ui, "attention solo", back, text,
                       {.hint = hint(texts::attention::show_all_heads_hint, Command::fit_stage)}))
                state_.solo = false;
        }
    }
    line.take_right(0.6F * em);
    // A title that does not fit is shortened, then set smaller.
    if (needed > line.w) {
        const std::string_view tail = texts::attention::attention_ending;
        if (const auto at = title.find(tail); at != std::string::npos) title.erase(at, tail.size());
    }
    const bool small = ui.painter.measure(title, em::body, Face::bold).width > line.w;
    text_in(ui.painter, line, title,
            {.colour = ui.theme.text, .size = small ? em::small : em::body, .face = Face::bold});
    area.take_top(0.5F * em);
}

void AttentionView::figures_below(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const std::vector<HeadFigures>* const known = figures_.of(layer());
    if (known == nullptr) return;
    const int head = own_head(context.shown.current->trace(), layer(), context.cursor.head);
    const HeadFigures& of = (*known)[static_cast<std::size_t>(head)];
    const float em = ui.em, high = 1.45F * em;
    Rect rest = area;
    text_in(ui.painter, rest.take_top(1.8F * em),
            layer().counted ? fmt::format(texts::attention::head_number, head + 1) : layer().title,
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    const std::pair<const char*, double> rows[] = {
        {texts::attention::entropy_column, of.entropy},
        {texts::attention::max_weight_column, static_cast<double>(of.largest)},
        {texts::attention::average_previous, of.previous},
        {texts::attention::average_first, of.first},
        {texts::attention::average_itself, of.own}};
    for (const auto& [what, value] : rows) {
        if (std::isnan(value)) continue;
        Rect line = rest.take_top(high);
        text_in(ui.painter, line.take_right(3.2F * em), number_text(value),
                {.colour = ui.theme.text, .size = em::small, .align = Align::right});
        text_in(ui.painter, line, what, {.colour = ui.theme.muted, .size = em::small});
    }
}

}  // namespace glassformer
