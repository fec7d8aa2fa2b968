#include "app/views/train/surface/controls.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/shared/wording.h"
#include "app/views/train/surface/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// Takes places from the left to the right, and a new line where one is full.
class SurfaceLines {
public:
    SurfaceLines(Rect& area, float em) : area_(area), em_(em) {}
    Rect take(float width) {
        width = std::min(width, area_.w);
        if (line_.w < width) {
            line_ = area_.take_top(2.1F * em_);
            area_.take_top(0.3F * em_);
        }
        const Rect place = line_.take_left(width);
        line_.take_left(0.8F * em_);
        return place.snapped();
    }

private:
    Rect& area_;
    Rect line_;
    float em_;
};

struct SurfaceKnob {
    const char *id, *label, *hint;
    float low, high;
    SliderStyle style;
};

bool surface_knob(ViewContext& context, SurfaceLines& lines, const SurfaceKnob& knob, float& value,
                  const std::string& number) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const float name = ui.painter.measure(knob.label, em::small).width + 0.5F * em, digits = 2.6F * em;
    Rect place = lines.take(name + 4.4F * em + digits);
    const Rect label = place.take_left(name), number_place = place.take_right(digits);
    place.take_right(0.4F * em);
    text_in(ui.painter, label, knob.label, {.colour = ui.theme.muted, .size = em::small});
    if (region(ui, "name " + std::string(knob.id), label).hovered) tooltip(ui, label, knob.hint);
    context.targets.put(knob.id, place);
    const bool moved = slider(ui, knob.id, place, value, knob.low, knob.high, knob.style);
    text_in(ui.painter, number_place, number, {.colour = ui.theme.text, .face = Face::bold});
    return moved;
}

void settings_controls(ViewContext& context, SurfaceLines& lines, SurfaceSettings& settings) {
    Ui& ui = context.ui;
    const std::vector<std::string> planes{texts::train::surface_random, texts::train::surface_run};
    const Rect place = lines.take(segmented_width(ui, planes));
    auto plane = static_cast<int>(settings.directions);
    context.targets.put("train surface directions", place);
    Rect second = place;
    const Rect first = second.take_left(std::ceil(ui.painter.measure(planes[0]).width + 1.4F * ui.em));
    context.targets.put("train surface random", first);
    context.targets.put("train surface run", second);
    if (segmented(ui, "train surface directions", place, planes, plane)) {
        settings.directions = static_cast<SurfaceDirections>(plane);
        ui.keep_awake();
    }
    const bool random = settings.directions == SurfaceDirections::random;
    if (random) {
        auto seed = static_cast<float>(settings.seed);
        if (surface_knob(context, lines,
                         {"train surface seed",
                          texts::train::surface_seed,
                          texts::train::surface_seed_hint,
                          1,
                          most_surface_seed,
                          {.step = 1}},
                         seed, std::to_string(settings.seed)))
            settings.seed = static_cast<int>(std::lround(seed));
    }
    float extent = settings.extent;
    if (surface_knob(context, lines,
                     {"train surface extent",
                      texts::train::surface_extent,
                      random ? texts::train::surface_extent_hint : texts::train::surface_run_extent_hint,
                      least_surface_extent,
                      most_surface_extent,
                      {.step = 0.1F}},
                     extent, number_text(static_cast<double>(settings.extent))))
        settings.extent = std::round(extent * 10) / 10;
    auto points = static_cast<float>(settings.points);
    if (surface_knob(context, lines,
                     {"train surface points",
                      texts::train::surface_points,
                      texts::train::surface_points_hint,
                      fewest_surface_points,
                      most_surface_points,
                      {.step = 2}},
                     points, std::to_string(settings.points)))
        settings.points = static_cast<int>(std::lround(points));
}

}  // namespace

SurfaceTouch draw_surface_controls(ViewContext& context, Rect& area, SurfaceSettings& settings,
                                   SurfacePictures& pictures, const SurfaceControls& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    SurfaceLines lines(area, em);
    settings_controls(context, lines, settings);
    SurfaceTouch touch;
    const auto press = [&](const char* id, const char* label, const ButtonStyle& style) {
        const Rect place = lines.take(button_width(ui, label, style));
        context.targets.put(id, place);
        return button(ui, id, place, label, style);
    };
    if (state.busy) {
        touch.cancel = press("train surface cancel", texts::train::surface_cancel, {.icon = Icon::close});
        const Rect place = lines.take(10 * em);
        const Rect bar = Rect{place.x, place.centre().y - 0.25F * em, place.w - 3.5F * em, 0.5F * em}.snapped();
        ui.painter.fill(bar, ui.theme.control, bar.h / 2);
        ui.painter.fill({bar.x, bar.y, bar.w * std::clamp(state.progress, 0.0F, 1.0F), bar.h}, ui.theme.accent,
                        bar.h / 2);
        text_in(ui.painter, {bar.right() + 0.5F * em, place.y, 3 * em, place.h},
                fmt::format(texts::train::surface_percent, std::lround(100 * state.progress)),
                {.colour = ui.theme.text});
    } else {
        touch.compute = press("train surface compute", texts::train::surface_compute,
                              {.icon = Icon::play,
                               .selected = state.can_compute,
                               .enabled = state.can_compute,
                               .hint = texts::train::surface_compute_hint});
    }
    if (!state.compare.empty())
        touch.compare = press("train surface compare", state.compare.c_str(),
                              {.enabled = !state.busy, .hint = texts::train::surface_compare_hint});
    const std::vector<std::string> kinds{texts::train::surface_both, texts::train::surface_contours,
                                         texts::train::surface_relief};
    const Rect place = lines.take(segmented_width(ui, kinds));
    auto kind = static_cast<int>(pictures);
    context.targets.put("train surface pictures", place);
    if (segmented(ui, "train surface pictures", place, kinds, kind)) {
        pictures = static_cast<SurfacePictures>(kind);
        ui.keep_awake();
    }
    return touch;
}

}  // namespace glassformer
