// Each encoding's formula with 0-based and with 1-based indices, and what tells the two apart here.
#include <fmt/core.h>

#include <string_view>

#include "app/paint/formula.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

PositionFormulas formulas_of(const positions::Settings& settings) {
    const PositionalFormulas& row = settings.kind->formulas;
    PositionFormulas found{row.from_zero, row.from_one, row.difference, *row.difference == '\0'};
    if (!found.other_angles) return found;
    const std::vector<double> speeds = positions::frequencies(settings);
    found.difference = texts::positions::one_based_speeds;
    if (speeds.size() > 1)
        found.difference +=
            fmt::format(texts::positions::one_based_period, number_text(positions::wavelength(speeds[1])),
                        number_text(positions::wavelength(speeds[0])));
    found.difference += texts::positions::counts_from_zero;
    if (settings.kind->name == "rope") found.difference += texts::positions::rope_paper;
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
    part(formulas.other_angles ? texts::positions::from_zero_k : texts::positions::from_zero, formulas.from_zero);
    part(formulas.other_angles ? texts::positions::from_one_k : texts::positions::from_one, formulas.from_one);
    const TextStyle style{.colour = scene.context.ui.theme.muted, .size = em::small};
    area.take_top(paragraph(painter, area, formulas.difference, style) + 0.6F * em);
    paragraph(painter, area, scene.column.settings.kind->sentence, style);
}

}  // namespace glassformer
