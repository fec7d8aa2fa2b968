#include "app/views/shared/number_choice.h"

#include <algorithm>

#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr std::size_t max_side_by_side = 8;
constexpr float widest_side_by_side = 0.35F;  // of the line

}  // namespace

std::vector<std::string> numbered(int count, int first) {
    std::vector<std::string> labels;
    for (int i = 0; i < count; ++i) labels.push_back(std::to_string(first + i));
    return labels;
}

bool choose_number(ViewContext& context, std::string_view id, Rect& line, const std::string& caption,
                   std::span<const std::string> labels, int& selected, float most) {
    Ui& ui = context.ui;
    const float em = ui.em;
    float width = segmented_width(ui, labels);
    const bool list = labels.size() > max_side_by_side || width > widest_side_by_side * line.w;
    if (list) {
        width = 0;
        for (const std::string& label : labels) width = std::max(width, ui.painter.measure(label, em::body).width);
        width += 2.8F * em;
    }
    const float words = ui.painter.measure(caption, em::small).width + 0.5F * em;
    if (words + width > most * line.w) return false;
    const Rect place = line.take_right(width).snapped();
    line.take_right(0.2F * em);
    text_in(ui.painter, line.take_right(words), caption, {.colour = ui.theme.muted, .size = em::small});
    line.take_right(0.8F * em);
    context.targets.put(std::string(id), place);
    if (list) return dropdown(ui, id, place, labels, selected);
    Rect parts = place;
    for (std::size_t i = 0; i < labels.size(); ++i)
        context.targets.put(std::string(id) + " " + labels[i].substr(0, labels[i].find(' ')),
                            parts.take_left(segmented_width(ui, labels.subspan(i, 1))));
    return segmented(ui, id, place, labels, selected);
}

}  // namespace glassformer
