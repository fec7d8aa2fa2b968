// Each encoding's formula with 0-based and with 1-based indices, and what tells the two apart here.
#include <string_view>

#include "app/paint/formula.h"
#include "app/views/positions/parts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

PositionFormulas formulas_of(const positions::Settings& settings) {
    const PositionalFormulas& row = settings.kind->formulas;
    PositionFormulas found{row.from_zero, row.from_one, row.difference, *row.difference == '\0'};
    if (!found.other_angles) return found;
    const std::vector<double> speeds = positions::frequencies(settings);
    found.difference = "With 1-based k, the n-th pair rotates at the speed of pair n + 1 of the 0-based formula";
    if (speeds.size() > 1)
        found.difference += ": the period of the first is " + number_text(positions::wavelength(speeds[1])) +
                            " positions, not " + number_text(positions::wavelength(speeds[0]));
    found.difference += ". This program counts from 0.";
    if (settings.kind->rotation != nullptr)
        found.difference +=
            " Su et al. (2021) count pairs from 1 and write 2(k − 1)/d, which gives the same angles as k from 0.";
    return found;
}

void draw_formulas(ColumnScene& scene, Rect area) {
    const float em = scene.context.ui.em;
    Painter& painter = scene.context.ui.painter;
    const PositionFormulas formulas = formulas_of(scene.column.settings);
    const auto part = [&](const char* title, std::string_view lines) {
        caption(scene, area, title);
        while (!lines.empty()) {
            const std::size_t end = std::min(lines.find('\n'), lines.size());
            const FormulaStyle style{.size = em::body, .align = Align::left};
            const std::string_view line = lines.substr(0, end);
            const float high = measure_formula(painter, line, area.w, style).height + 0.35F * em;
            draw_formula(painter, line, area.take_top(high), style);
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
        area.take_top(0.6F * em);
    };
    part(formulas.other_angles ? "0-based, k = 0 …" : "0-based", formulas.from_zero);
    part(formulas.other_angles ? "1-based, k = 1 …" : "1-based", formulas.from_one);
    const TextStyle style{.colour = scene.context.ui.theme.muted, .size = em::small};
    area.take_top(paragraph(painter, area, formulas.difference, style) + 0.6F * em);
    paragraph(painter, area, scene.column.settings.kind->sentence, style);
}

}  // namespace glassformer
