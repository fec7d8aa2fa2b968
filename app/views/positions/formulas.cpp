// Each encoding's formula in both ways of counting that lectures use, and what tells the two apart here.
#include <array>
#include <string_view>

#include "app/paint/formula.h"
#include "app/views/positions/parts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

namespace {

struct FormulaRow {
    std::string_view kind;
    const char* from_zero;  // lines separated by '\n'
    const char* from_one;
    const char* difference;
    bool other_angles;  // counted from 1, the exponent is larger and every pair turns more slowly
};

constexpr std::array formula_rows{
    FormulaRow{"none", "s_{ij} = q · k", "s_{ij} = q · k", "No index of a dimension or a position.", false},
    FormulaRow{"sinusoidal",
               "p_{i,2k} = \\text{sin}(i / b^{2k/d})\np_{i,2k+1} = \\text{cos}(i / b^{2k/d})\nk = 0 … d/2 − 1",
               "p_{i,2k−1} = \\text{sin}(i / b^{2·k/d})\np_{i,2k} = \\text{cos}(i / b^{2·k/d})\nk = 1 … d/2", "", true},
    FormulaRow{"learned", "p_{i} = P_{i}, i = 0 … n − 1", "p_{i} = P_{i}, i = 1 … n",
               "The same table: row 0 is called row 1. Past n there is no row either way.", false},
    FormulaRow{"rope", "θ_{k} = b^{−2k/d}\ns_{ij} = (R(iθ) q) · (R(jθ) k)\nk = 0 … d/2 − 1",
               "θ_{k} = b^{−2·k/d}\ns_{ij} = (R(iθ) q) · (R(jθ) k)\nk = 1 … d/2", "", true},
    FormulaRow{"alibi", "s_{ij} = q · k − m_{h} |i − j|\nm_{h} = 2^{−8(h+1)/H}, h = 0 … H − 1",
               "s_{ij} = q · k − m_{h} |i − j|\nm_{h} = 2^{−8h/H}, h = 1 … H",
               "The same slopes: only the heads are counted from 1. (H a power of two.)", false},
    FormulaRow{"t5", "s_{ij} = q · k + b_{\\text{bucket}(j − i)}", "s_{ij} = q · k + b_{\\text{bucket}(j − i)}",
               "The same: only differences of positions enter.", false},
    FormulaRow{"shaw", "s_{ij} = q · (k + a_{\\text{clip}(j − i)})", "s_{ij} = q · (k + a_{\\text{clip}(j − i)})",
               "The same: only differences of positions enter.", false},
    FormulaRow{"one_hot", "x'_{i} = [x_{i} ; e_{i}], i = 0 … n − 1", "x'_{i} = [x_{i} ; e_{i}], i = 1 … n",
               "The same columns: the first is called 1.", false},
    FormulaRow{"transformer_xl",
               "s_{ij} = (q + u) · k + (q + v) · r_{i−j} W_{R}\nr_{t,2k} = \\text{sin}(t / b^{2k/d})\nk = 0 … d/2 − 1",
               "s_{ij} = (q + u) · k + (q + v) · r_{i−j} W_{R}\nr_{t,2k−1} = \\text{sin}(t / b^{2·k/d})\nk = 1 … d/2",
               "", true},
};

}  // namespace

PositionFormulas formulas_of(const positions::Settings& settings) {
    for (const FormulaRow& row : formula_rows) {
        if (row.kind != settings.kind->name) continue;
        PositionFormulas found{row.from_zero, row.from_one, row.difference, row.other_angles};
        if (!row.other_angles) return found;
        const std::vector<double> speeds = positions::frequencies(settings);
        found.difference = "Counted from 1 every pair turns as the next one does counted from 0";
        if (speeds.size() > 1)
            found.difference += ": the first needs " + number_text(positions::wavelength(speeds[1])) +
                                " positions for a turn, not " + number_text(positions::wavelength(speeds[0]));
        found.difference += ". This program counts from 0.";
        if (settings.kind->rotation != nullptr)
            found.difference += " Su et al. (2021) count pairs from 1 and write 2(k − 1)/d: the angles of 0 first.";
        return found;
    }
    return {};
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
    part(formulas.other_angles ? "counted from 0 (0 first)" : "counted from 0", formulas.from_zero);
    part(formulas.other_angles ? "counted from 1 (2·1/d first)" : "counted from 1", formulas.from_one);
    const TextStyle style{.colour = scene.context.ui.theme.muted, .size = em::small};
    area.take_top(paragraph(painter, area, formulas.difference, style) + 0.6F * em);
    paragraph(painter, area, scene.column.settings.kind->sentence, style);
}

}  // namespace glassformer
