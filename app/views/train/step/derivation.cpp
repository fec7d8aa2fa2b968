#include "app/views/train/step/derivation.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/formula.h"
#include "app/paint/subscripts.h"
#include "app/views/shared/wording.h"
#include "app/views/train/step/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::train;

/// "4.33", "1.2·10⁻⁵".
std::string number(double value, int more_digits = 1) { return number_text(value, more_digits); }

/// A factor: in parentheses where it has a sign or a power of ten.
std::string factor(double value, int more_digits = 1) {
    const std::string text = number(value, more_digits);
    return value < 0 || text.find("·") != std::string::npos ? "(" + text + ")" : text;
}

/// A setting, as it was typed: 0.9, 1e-08.
std::string setting(double value) {
    const std::string text = fmt::format("{:.6g}", value);
    return text.find('e') == std::string::npos ? text : number(value, 0);
}

constexpr int weight_digits = 4;

std::vector<UpdateLine> adamw_lines(const WeightUpdate& u, const std::string& g) {
    const UpdateAgain again = evaluate(u);
    WeightUpdate now = u;
    now.mean = again.mean;
    now.square = again.square;
    const double m_hat = now.corrected_mean(), v_hat = now.corrected_square(), step = std::sqrt(v_hat) + u.eps;
    const std::string t = superscript(std::to_string(u.t)), b1 = setting(u.beta1), b2 = setting(u.beta2);
    std::vector<UpdateLine> lines;
    lines.push_back({fmt::format("m_{{t}} = β₁ m_{{t-1}} + (1 - β₁) {} = {} · {} + (1 - {}) · {} = {}", g, b1,
                                 factor(u.mean_before), b1, factor(u.clipped()), number(again.mean)),
                     again.mean, strings::line_mean});
    lines.push_back({fmt::format("v_{{t}} = β₂ v_{{t-1}} + (1 - β₂) {} = {} · {} + (1 - {}) · {}² = {}",
                                 u.clip_factor < 1 ? "(" + g + ")²" : g + "²", b2, factor(u.square_before), b2,
                                 factor(u.clipped()), number(again.square)),
                     again.square, strings::line_square});
    lines.push_back({fmt::format("m\u0302_{{t}} = m_{{t}} / (1 - β₁^{{t}}) = {} / (1 - {}{}) = {}", factor(again.mean),
                                 b1, t, number(m_hat)),
                     m_hat, strings::line_mean_corrected});
    lines.push_back({fmt::format("v\u0302_{{t}} = v_{{t}} / (1 - β₂^{{t}}) = {} / (1 - {}{}) = {}",
                                 factor(again.square), b2, t, number(v_hat)),
                     v_hat, strings::line_square_corrected});
    const bool decays = u.weight_decay > 0;
    if (decays)
        lines.push_back({fmt::format("η λ θ_{{t-1}} = {} · {} · {} = {}", factor(u.learning_rate),
                                     setting(u.weight_decay), factor(u.before), number(u.decayed())),
                         u.decayed(), strings::line_decay});
    lines.push_back(
        {fmt::format("Δ = η m\u0302_{{t}} / (\\sqrt{{v\u0302_{{t}}}} + ε) = {} · {} / (\\sqrt{{{}}} + {}) = {}",
                     factor(u.learning_rate), factor(m_hat), number(v_hat), setting(u.eps),
                     number(u.learning_rate * m_hat / step)),
         u.learning_rate * m_hat / step, strings::line_step});
    lines.push_back({fmt::format("θ_{{t}} = θ_{{t-1}}{} - Δ = {}{} - {} = {}", decays ? " - η λ θ_{t-1}" : "",
                                 number(u.before, weight_digits), decays ? " - " + factor(u.decayed()) : "",
                                 factor(u.learning_rate * m_hat / step), number(again.after, weight_digits)),
                     again.after, strings::line_weight});
    return lines;
}

std::vector<UpdateLine> sgd_lines(const WeightUpdate& u, const std::string& g) {
    const UpdateAgain again = evaluate(u);
    const bool decays = u.weight_decay > 0;
    std::vector<UpdateLine> lines;
    lines.push_back(
        {fmt::format("v_{{t}} = μ v_{{t-1}} + {}{} = {} · {} + {}{} = {}", g, decays ? " + λ θ_{t-1}" : "",
                     setting(u.momentum), factor(u.velocity_before), factor(u.clipped()),
                     decays ? fmt::format(" + {} · {}", setting(u.weight_decay), factor(u.before)) : std::string(),
                     number(again.velocity)),
         again.velocity, strings::line_velocity});
    lines.push_back({fmt::format("θ_{{t}} = θ_{{t-1}} - η v_{{t}} = {} - {} · {} = {}", number(u.before, weight_digits),
                                 factor(u.learning_rate), factor(again.velocity), number(again.after, weight_digits)),
                     again.after, strings::line_weight});
    return lines;
}

}  // namespace

std::vector<UpdateLine> derivation_of(const WeightUpdate& update) {
    std::vector<UpdateLine> lines;
    lines.push_back({"g = " + number(update.gradient), update.gradient, strings::line_gradient});
    const bool clipped = update.clip_factor < 1;
    if (clipped)
        lines.push_back({fmt::format("c g = {} · {} = {}", factor(update.clip_factor), factor(update.gradient),
                                     number(update.clipped())),
                         update.clipped(), strings::line_clipped});
    const std::string g = clipped ? "c g" : "g";
    for (UpdateLine& line : update.optimiser == &sgd ? sgd_lines(update, g) : adamw_lines(update, g))
        lines.push_back(std::move(line));
    return lines;
}

std::string check_of(const WeightUpdate& update) {
    const double again = evaluate(update).after;
    const std::string theirs = number_text(update.after, weight_digits);
    if (static_cast<float>(again) == static_cast<float>(update.after)) return fmt::format(strings::update_same, theirs);
    return fmt::format(strings::update_differs, theirs, number(std::abs(again - update.after), 0));
}

/// For a symbol that is pointed at; null: it has no row.
static const char* meaning_of_symbol(const std::string& plain, bool sgd_step) {
    struct Row {
        std::string_view plain;
        const char* meaning;
    };
    static constexpr std::array rows{Row{"g", strings::symbol_g},
                                     Row{"c", strings::symbol_c},
                                     Row{"m_t", strings::symbol_m},
                                     Row{"m_t-1", strings::symbol_m_before},
                                     Row{"v_t-1", strings::symbol_v_before},
                                     Row{"m\u0302_t", strings::symbol_m_hat},
                                     Row{"v\u0302_t", strings::symbol_v_hat},
                                     Row{"β₁", strings::symbol_beta1},
                                     Row{"β₂", strings::symbol_beta2},
                                     Row{"η", strings::symbol_eta},
                                     Row{"λ", strings::symbol_lambda},
                                     Row{"μ", strings::symbol_mu},
                                     Row{"ε", strings::symbol_eps},
                                     Row{"Δ", strings::symbol_delta},
                                     Row{"θ_t", strings::symbol_theta},
                                     Row{"θ_t-1", strings::symbol_theta_before},
                                     Row{"t", strings::symbol_t}};
    if (plain.starts_with("v_t")) {
        const bool before = plain != "v_t";
        if (sgd_step) return before ? strings::symbol_velocity_before : strings::symbol_velocity;
        return before ? strings::symbol_v_before : strings::symbol_v;
    }
    const auto found = std::ranges::find(rows, std::string_view(plain), &Row::plain);
    return found == rows.end() ? nullptr : found->meaning;
}

void draw_derivation(ViewContext& context, const Rect& area, const WeightUpdate& update) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const std::vector<UpdateLine> lines = derivation_of(update);
    FormulaStyle style{.size = 1.3F, .align = Align::left};
    // What each line is, in a column of its own where the formulas keep room enough.
    const auto name_size = [&] { return std::clamp(0.9F * style.size, em::small, em::body); };
    const auto names_width = [&] {
        float wide = 0;
        for (const UpdateLine& line : lines)
            wide = std::max(wide, painter.measure(line.name, name_size(), Face::sans).width + em);
        return area.w < wide + 30 * em ? 0 : wide;
    };
    float names = names_width();
    const auto gap = [&] { return (style.size > 0.9F ? 0.32F : 0.16F) * em; };
    const auto height = [&] {
        float sum = 1.3F * em;
        for (const UpdateLine& line : lines)
            sum += measure_formula(painter, line.formula, area.w - names, style).height + gap();
        return sum;
    };
    while (style.size > 0.8F && height() > area.h) {
        style.size -= 0.05F;
        names = names_width();
    }
    const bool fits = height() <= area.h;
    Rect rest = fits ? area : begin_scroll(ui, "train derivation", area);
    const Region touched = region(ui, "train formulas", {rest.x, rest.y, rest.w, height()});
    if (!fits) rest.y += 0.2F * em;  // marks above their line
    for (const UpdateLine& line : lines) {
        const float high = measure_formula(painter, line.formula, rest.w - names, style).height;
        if (names > 0)
            text_in(painter, {rest.x, rest.y, names, high}, line.name, {.colour = ui.theme.muted, .size = name_size()});
        std::vector<FormulaPlace> places;
        draw_formula(painter, line.formula, {rest.x + names, rest.y, rest.w - names, high}, style, &places);
        for (const FormulaPlace& place : places) {
            if (!touched.hovered || !place.rect.contains(touched.mouse)) continue;
            if (const char* meaning = meaning_of_symbol(place.plain, update.optimiser == &sgd)) {
                tooltip(ui, place.rect, meaning);
                break;
            }
        }
        rest.y += high + gap();
    }
    const std::string check = check_of(update);
    const float low =
        paragraph(painter, {rest.x, rest.y, rest.w, 3 * em}, check, {.colour = ui.theme.muted, .size = em::small});
    if (!fits) end_scroll(ui, rest.y + low);
}

}  // namespace glassformer
