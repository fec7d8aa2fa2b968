#include "app/pictures/charts/gradient_chart.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/formula.h"
#include "app/paint/subscripts.h"
#include "app/pictures/board/texts.h"

namespace glassformer {

namespace {

constexpr int most_decades = 24;

/// Neighbouring layers in colours that differ; names stand beside the curves, so that few colours are enough.
Colour curve_colour(const Theme& theme, std::size_t curve) {
    constexpr std::array meanings{Meaning::gradient, Meaning::residual, Meaning::output, Meaning::mlp, Meaning::value};
    return colour(theme, meanings[curve % meanings.size()]);
}

struct CurveEnd {
    float y;
    const std::string* name;
    Colour tone;
};

/// The curves' names at the height of their ends, moved apart where they would cover each other.
void draw_names(Painter& painter, const Rect& rect, const Rect& plot, std::vector<CurveEnd> ends) {
    if (ends.empty()) return;
    const float em = painter.em(), count = static_cast<float>(ends.size());
    const float apart = std::min(1.25F * em, plot.h / std::max(1.0F, count - 1));
    std::ranges::stable_sort(ends, {}, &CurveEnd::y);
    float above = plot.y - apart;
    for (CurveEnd& end : ends) above = end.y = std::max(end.y, above + apart);
    float below = plot.bottom() + apart;
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) below = end->y = std::min(end->y, below - apart);
    for (const CurveEnd& end : ends)
        text_in(painter, {rect.x + 0.6F * em, end.y - 0.7F * em, rect.w - 0.6F * em, 1.4F * em}, *end.name,
                {.colour = end.tone, .size = em::small});
}

}  // namespace

Decades decades_of(const GradientChart& chart) {
    float smallest = 0, largest = 0;
    for (const GradientCurve& curve : chart.curves)
        for (const float norm : curve.norms) {
            if (!(norm > 0) || !std::isfinite(norm)) continue;
            smallest = smallest > 0 ? std::min(smallest, norm) : norm;
            largest = std::max(largest, norm);
        }
    if (largest <= 0) return chart.held.value_or(Decades{});
    Decades found{static_cast<int>(std::floor(std::log10(smallest))), static_cast<int>(std::ceil(std::log10(largest)))};
    if (found.high == found.low) ++found.high;
    if (chart.held) found = {std::min(found.low, chart.held->low), std::max(found.high, chart.held->high)};
    found.low = std::max(found.low, found.high - most_decades);
    return found;
}

std::optional<GradientPoint> draw_gradient_chart(Painter& painter, const Rect& rect, const GradientChart& chart,
                                                 Vec2 mouse) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    std::size_t positions = 0;
    bool any = false, zeros = false;
    float names = 0;
    for (const GradientCurve& curve : chart.curves) {
        positions = std::max(positions, curve.norms.size());
        names = std::max(names, painter.measure(curve.name, em::small).width);
        for (const float norm : curve.norms) any = any || norm > 0;
    }
    const Decades decades = decades_of(chart);
    const auto least_drawn = static_cast<float>(std::pow(10.0, decades.low));
    const auto drawn = [&](float norm) { return norm >= least_drawn && std::isfinite(norm); };
    for (const GradientCurve& curve : chart.curves)
        if (!std::ranges::all_of(curve.norms, drawn)) zeros = true;
    const TextStyle quiet{.colour = theme.muted, .size = em::small};
    Rect plot = rect.inset(0.6F * em, 0.4F * em);
    if (!any || plot.w < 16 * em || plot.h < 10 * em) {
        if (!any) text_in(painter, plot.take_top(2 * em), texts::pictures::no_gradient_anywhere, quiet);
        return {};
    }
    Rect head = plot.take_top(2.2F * em);
    const float used = draw_formula_at(painter, texts::pictures::gradient_axis, {head.x, head.y + 1.3F * em},
                                       {.size = 1.2F, .align = Align::left});
    painter.text({head.x + used + 0.6F * em, head.y + 1.3F * em},
                 chart.held ? texts::pictures::log_scale_held : texts::pictures::log_scale,
                 {.colour = theme.muted, .size = em::small, .anchor = Anchor::baseline});
    Rect foot = plot.take_bottom(zeros ? 2.9F * em : 1.5F * em);
    text_in(painter, foot.take_top(1.4F * em), texts::pictures::position_axis,
            {.colour = theme.muted, .size = em::small, .align = Align::centre});
    if (zeros) text_in(painter, foot, texts::pictures::zeros_left_out, quiet);
    const Rect below = plot.take_bottom(1.4F * em);
    plot.take_left(4 * em);
    const Rect beside = plot.take_right(std::min(names + 1.0F * em, 0.25F * rect.w));
    plot = plot.snapped();

    const auto y_of = [&](double norm) {
        const double share = (std::log10(norm) - decades.low) / static_cast<double>(decades.high - decades.low);
        return plot.bottom() - plot.h * static_cast<float>(std::clamp(share, 0.0, 1.0));
    };
    const auto n = static_cast<float>(positions);
    const auto x_of = [&](std::size_t position) { return plot.x + plot.w * (static_cast<float>(position) + 0.5F) / n; };
    const int lines = decades.high - decades.low;
    const int step = std::max(1, static_cast<int>(std::ceil(1.6F * em * static_cast<float>(lines) / plot.h)));
    for (int decade = decades.low; decade <= decades.high; decade += step) {
        const float y = std::round(y_of(std::pow(10.0, decade))) + 0.5F;
        painter.line({plot.x, y}, {plot.right(), y}, theme.faint.faded(0.6F), 1);
        painter.text({plot.x - 0.5F * em, y}, "10" + superscript(std::to_string(decade)),
                     {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
    }
    // As many labels of positions as clear each other, counted from 1 where there are no words.
    const bool words = chart.tokens.size() == positions;
    const auto label = [&](std::size_t p) { return words ? chart.tokens[p] : std::to_string(p + 1); };
    float widest = 0;
    for (std::size_t p = 0; p < positions; ++p)
        widest = std::max(widest, painter.measure(label(p), em::small).width + 0.7F * em);
    const auto every =
        static_cast<std::size_t>(std::max(1.0F, std::ceil(std::min(widest, 5 * em) / std::max(1.0F, plot.w / n))));
    const float room = plot.w / n * static_cast<float>(every);
    for (std::size_t p = 0; p < positions; p += every)
        text_in(painter, {x_of(p) - room / 2, below.y, room, below.h}, label(p),
                {.colour = theme.muted, .size = em::small, .align = Align::centre});

    std::optional<GradientPoint> nearest;
    float least = 2 * em;
    std::vector<CurveEnd> ends;
    for (std::size_t c = 0; c < chart.curves.size(); ++c) {
        const GradientCurve& curve = chart.curves[c];
        const Colour tone = curve_colour(theme, c);
        std::vector<Vec2> points;
        const auto draw = [&] {
            if (points.size() > 1) painter.polyline(points, tone, 2);
            points.clear();
        };
        Vec2 last{};
        for (std::size_t p = 0; p < curve.norms.size(); ++p) {
            const float norm = curve.norms[p];
            if (!drawn(norm)) {
                draw();
                continue;
            }
            last = {x_of(p), y_of(static_cast<double>(norm))};
            points.push_back(last);
            painter.circle(last, std::max(2.0F, 0.2F * em), tone);
            const float apart = std::hypot(mouse.x - last.x, mouse.y - last.y);
            if (apart >= least) continue;
            least = apart;
            nearest = {static_cast<int>(c),
                       static_cast<int>(p),
                       {last.x - 0.4F * em, last.y - 0.4F * em, 0.8F * em, 0.8F * em}};
        }
        draw();
        if (last.x > 0) ends.push_back({last.y, &curve.name, tone});
    }
    draw_names(painter, beside, plot, std::move(ends));
    painter.line({plot.x + 0.5F, plot.y}, {plot.x + 0.5F, plot.bottom()}, theme.border, 1);
    painter.line({plot.x, plot.bottom() + 0.5F}, {plot.right(), plot.bottom() + 0.5F}, theme.border, 1);
    if (nearest) painter.ring(nearest->rect.centre(), 0.35F * em, theme.text, 1.5F);
    return nearest;
}

}  // namespace glassformer
