// Each encoding's formula with 0-based and with 1-based indices, and what tells the two apart here.
#include <fmt/core.h>

#include <string_view>

#include "app/paint/formula.h"
#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

namespace {

/// As a model's file writes it: "8", "0.5".
std::string written(double number) { return fmt::format("{:g}", number); }

/// RoPE's lines, with what the model's own scaling makes of the angles.
std::string scaled_formula(const positions::Settings& settings, std::string lines) {
    const RopeScaling& own = settings.PositionalConfig::scaling;
    if (settings.kind->rotation == nullptr || own.kind == RopeScalingKind::plain) return lines;
    constexpr std::string_view angle = "θ_{k} = ", score = "s_{ij} = ";
    const std::string factor = written(own.factor), length = std::to_string(own.original_max_seq_len);
    const auto after_angles = [&](const std::string& more) {
        lines.replace(lines.find(angle), angle.size(), "f_{k} = ");
        lines.insert(lines.find('\n') + 1, more + "\n");
    };
    switch (own.kind) {
        case RopeScalingKind::plain: break;
        case RopeScalingKind::linear: after_angles(fmt::format(texts::positions::formula_linear, factor)); break;
        case RopeScalingKind::dynamic:
            lines.insert(0,
                         fmt::format(texts::positions::formula_dynamic, written(settings.base), factor, length) + "\n");
            break;
        case RopeScalingKind::llama3:
            after_angles(fmt::format(texts::positions::formula_mixed, factor) + "\n" +
                         fmt::format(texts::positions::formula_llama3, length, written(own.low_freq_factor),
                                     written(own.high_freq_factor)));
            break;
        case RopeScalingKind::yarn:
            after_angles(
                fmt::format(texts::positions::formula_mixed, factor) + "\n" +
                fmt::format(texts::positions::formula_yarn, written(own.beta_fast), written(own.beta_slow), length));
            break;
    }
    const double growth = positions::scaling_growth(settings);
    if (growth != 1) lines.insert(lines.find(score) + score.size(), fmt::format("{:.3g}", growth) + "^{2} ");
    return lines;
}

}  // namespace

PositionFormulas formulas_of(const positions::Settings& settings) {
    const PositionalKind& kind = *settings.kind;
    const bool halves = settings.layout == RotaryLayout::half && *kind.formulas_of_halves.from_zero != '\0';
    const PositionalFormulas& row = halves ? kind.formulas_of_halves : kind.formulas;
    PositionFormulas found{scaled_formula(settings, row.from_zero), scaled_formula(settings, row.from_one),
                           row.difference, *row.difference == '\0'};
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

static void draw_formulas(ColumnScene& scene, Rect area) {
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
    const char* const sentence = scene.column.settings.kind->sentence;
    if (paragraph(painter, area, sentence, style, false) <= area.h) paragraph(painter, area, sentence, style);
}

extern const PositionsPage positions_formulas_page{.name = "formulas",
                                                   .place = 11,
                                                   .label = texts::positions::tab_formulas,
                                                   .sentence = texts::positions::page_formulas,
                                                   .draw = draw_formulas,
                                                   .figures = 0,
                                                   .least_below = 24};

}  // namespace glassformer
