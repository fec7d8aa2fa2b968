// The page in a low window: its three pictures beside each other, wholly in sight; what explains them is below.
#include <array>
#include <cmath>

#include "app/views/experiments/architectures/page.h"

namespace glassformer {

namespace {

constexpr float timeline_high = 2.4F, timeline_room = 15;                     // em; with that much it is in sight
constexpr float figures_high = 4.8F, explained_high = 12, above_rest = 0.8F;  // em

}  // namespace

bool ArchitecturesPage::timeline_in_sight() const { return *in_sight() >= timeline_room; }

float ArchitecturesPage::low_height() const {
    const float seen = *in_sight();
    if (show() == Show::reach) return seen;
    if (show() == Show::weights) return seen + above_rest + explained_high;
    return seen + above_rest + figures_high + (timeline_in_sight() ? 0 : timeline_high);
}

void ArchitecturesPage::draw_low(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = em;
    const bool steps = show() == Show::steps;
    const auto before = pointed_;
    pointed_.reset();
    Rect seen = area.take_top(*in_sight() * em);
    area.take_top(above_rest * em);
    if (steps) {
        Rect& from = timeline_in_sight() ? seen : area;
        const Rect line =
            timeline_in_sight() ? from.take_bottom(timeline_high * em) : from.take_top(timeline_high * em);
        timeline(context, {line.x, line.bottom() - 2 * em, line.w, 2 * em});
    }
    const float names = steps ? layer_names_width(ui.painter, Mixer::recurrent) : row_names_width(ui.painter);
    const float share = std::floor((seen.w - names - 2 * gap) / static_cast<float>(mixer_count));
    std::array<Rect, mixer_count> columns;
    for (std::size_t m = 0; m < columns.size(); ++m) {
        const Rect place = columns.at(m) = seen.take_left(share + (m == 0 ? names : 0));
        seen.take_left(gap);
        if (m == 0) context.targets.put(first_picture, place);
        if (steps)
            steps_panel(context, place, static_cast<Mixer>(m));
        else
            weights_panel(context, place, static_cast<Mixer>(m));
    }
    area.take_top(0.4F * em);
    for (std::size_t m = 0; m < columns.size(); ++m) {
        const auto mixer = static_cast<Mixer>(m);
        Rect below{columns.at(m).right() - share, area.y, share, area.h};
        if (!steps) weights_legend(context, below.take_top(1.6F * em), mixer);
        caption(ui, below, mixer);
        if (!steps) changes_line(ui.painter, below.take_top(1.4F * em), mixer);
    }
    if (pointed_ != before) ui.keep_awake();
}

}  // namespace glassformer
