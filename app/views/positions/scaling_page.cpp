// RoPE stretched for longer texts: plain, by linear interpolation and with an NTK-aware base, side by side.
#include <algorithm>
#include <array>

#include "app/views/positions/parts.h"
#include "app/views/wording.h"
#include "core/positional.h"

namespace glassformer {

void draw_scaling(ColumnScene& scene, Rect area) {
    const LabColumn& column = scene.column;
    const float em = scene.context.ui.em;
    const Theme& theme = scene.context.ui.theme;
    Painter& painter = scene.context.ui.painter;
    if (column.settings.kind->rotation == nullptr)
        return say_none(scene, area, "Only rotations are stretched for longer texts; this encoding has none.");
    const std::array names{"plain", "linear", "NTK-aware"};
    const std::array tones{theme.muted, colour(theme, Meaning::query), colour(theme, Meaning::key)};
    const float factor = static_cast<float>(scene.state.settings.scaling_factor);

    Rect legend = area.take_top(1.4F * em);
    for (std::size_t s = 0; s < names.size(); ++s) {
        const float wide = painter.measure(names.at(s), em::small).width;
        Rect part = legend.take_left(wide + 2.2F * em);
        const Rect stroke = part.take_left(1.1F * em);
        painter.line({stroke.x, stroke.centre().y}, {stroke.right() - 0.25F * em, stroke.centre().y}, tones.at(s), 2);
        text_in(painter, part, names.at(s), {.colour = theme.text, .size = em::small});
    }
    const Rect words = area.take_bottom(4.6F * em);
    Rect upper = area.take_top(std::floor(0.52F * area.h));
    area.take_top(0.2F * em);

    caption(scene, upper, "score against distance, factor " + number_text(static_cast<double>(factor)));
    const auto& curves = column.scaled_curves;
    if (curves.front().empty()) return;
    ChartAxes axes{.left = static_cast<float>(curves.front().back().distance),
                   .right = static_cast<float>(curves.front().front().distance),
                   .low = curves.front().front().score,
                   .high = curves.front().front().score,
                   .across = "i − j"};
    for (const auto& curve : curves)
        for (const positions::ScoreAtDistance& at : curve) {
            axes.low = std::min(axes.low, at.score);
            axes.high = std::max(axes.high, at.score);
        }
    std::vector<Vec2> points;
    {
        Chart chart(scene.context, upper, axes);
        scene.context.targets.put(scene.id("scaled scores"), chart.plot());
        for (std::size_t s = 0; s < curves.size(); ++s) {
            points.clear();
            for (const positions::ScoreAtDistance& at : curves.at(s))
                points.push_back({static_cast<float>(at.distance), at.score});
            chart.curve(points, tones.at(s), 1.6F);
        }
    }
    const std::vector<double>& plain = column.scaled_frequencies.front();
    if (plain.empty()) return;
    caption(scene, area, "how fast each pair turns, of plain");
    ChartAxes pairs{.left = 0,
                    .right = static_cast<float>(plain.size() - 1),
                    .low = 0,
                    .high = 1,
                    .across = "pair, fast to slow",
                    .at_left = "0",
                    .at_right = std::to_string(plain.size() - 1)};
    Chart chart(scene.context, area, pairs);
    scene.context.targets.put(scene.id("scaled speeds"), chart.plot());
    for (std::size_t s = 0; s < names.size(); ++s) {
        points.clear();
        for (std::size_t k = 0; k < plain.size(); ++k)
            points.push_back(
                {static_cast<float>(k), static_cast<float>(column.scaled_frequencies.at(s).at(k) / plain[k])});
        chart.curve(points, tones.at(s), 1.6F);
    }
    const int last = column.settings.first + column.settings.n_positions - 1;
    positions::Settings ntk = column.settings;
    ntk.scaling = positions::RopeScaling::ntk;
    ntk.scaling_factor = scene.state.settings.scaling_factor;
    ntk = positions::fitted(ntk);
    paragraph(painter, words,
              "Linear: position " + std::to_string(last) + " counts as " +
                  number_text(static_cast<double>(last) / static_cast<double>(factor)) +
                  ", so near tokens blur. NTK-aware: the base becomes " + number_text(positions::rope_base(ntk)) +
                  "; only the slow pairs slow down.",
              {.colour = theme.muted, .size = em::small});
}

}  // namespace glassformer
