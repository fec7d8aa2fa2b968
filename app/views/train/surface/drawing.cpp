#include "app/views/train/surface/drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/views/shared/wording.h"
#include "app/views/train/surface/texts.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

SurfaceGrid grid_of(const SurfaceResult& result) {
    return {result.surface.axes[0], result.surface.axes[1], result.surface.losses};
}

std::vector<GridPoint> points_of(const SurfaceResult& result) {
    std::vector<GridPoint> points;
    if (!result.shows_path()) return points;
    points.reserve(result.path.size());
    for (const SurfacePathPoint& point : result.path) points.push_back({point.at.first, point.at.second});
    return points;
}

/// Of the path: the step looked at; none where there is no path.
std::optional<std::size_t> centre_of(const SurfaceResult& result) {
    const auto found = std::ranges::find(result.path, result.request.centre.step, &SurfacePathPoint::step);
    if (found == result.path.end()) return std::nullopt;
    return static_cast<std::size_t>(found - result.path.begin());
}

std::string step_name(int step) {
    return step == 0 ? texts::train::surface_initial : fmt::format(texts::train::surface_step, step);
}

std::pair<std::string, std::string> axis_names(const SurfaceRequest& request) {
    const auto middle = middle_step(request);
    if (request.settings.directions == SurfaceDirections::random || !middle)
        return {texts::train::surface_first, texts::train::surface_second};
    return {fmt::format(texts::train::surface_to_start, request.centre.step),
            fmt::format(texts::train::surface_to_middle, middle->step)};
}

std::string tip_of(const SurfaceResult& result, GridCell cell) {
    const LossSurface& surface = result.surface;
    return fmt::format(texts::train::surface_tip, number_text(surface.axes[0][cell.column]),
                       number_text(surface.axes[1][cell.row]), number_text(surface.at(cell.column, cell.row)));
}

std::string tip_of(const SurfaceResult& result, std::size_t step) {
    const SurfacePathPoint& point = result.path[step];
    if (point.step == result.request.centre.step)
        return fmt::format(texts::train::surface_tip_centre, point.step, number_text(result.surface.centre));
    return fmt::format(texts::train::surface_tip_path, point.step, number_text(point.here), number_text(point.on_plane),
                       percent_text(point.at.share));
}

/// As many columns as make the smallest side of a picture largest.
int columns_for(const Rect& area, int pictures, float gap) {
    int best = 1;
    float largest = 0;
    for (int columns = 1; columns <= pictures; ++columns) {
        if (pictures % columns != 0) continue;
        const int lines = pictures / columns;
        const auto rows = static_cast<float>(lines);
        const float wide = (area.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
        const float high = (area.h - gap * (rows - 1)) / rows;
        if (const float side = std::min(wide, high); side > largest) {
            largest = side;
            best = columns;
        }
    }
    return best;
}

std::string target_of(const char* name, std::size_t index) {
    return index == 0 ? std::string(name) : fmt::format("{} {}", name, index + 1);
}

}  // namespace

void SurfaceDrawing::draw(ViewContext& context, const Rect& area, std::span<const ShownSurface> surfaces,
                          SurfacePictures which) {
    const float em = context.ui.em, gap = 1.2F * em;
    std::vector<std::span<const double>> losses;
    for (const ShownSurface& surface : surfaces) losses.emplace_back(surface.result->surface.losses);
    const LossScale scale = fit_losses(losses);
    Rect rest = area;
    const Rect bar = rest.take_bottom(2.1F * em);
    rest.take_bottom(0.3F * em);
    draw_loss_scale(context.ui.painter, bar.inset(std::max(0.0F, (bar.w - 46 * em) / 2), 0), scale,
                    texts::train::surface_loss);
    before_ = std::exchange(under_, std::nullopt);
    says_.clear();
    const bool both = which == SurfacePictures::both;
    const auto pictures = static_cast<int>(surfaces.size()) * (both ? 2 : 1);
    const int columns = columns_for(rest, pictures, gap), rows = pictures / columns;
    const float wide = (rest.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float high = (rest.h - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    for (int i = 0; i < pictures; ++i) {
        const int row = i / columns;
        const Rect place = Rect{rest.x + static_cast<float>(i % columns) * (wide + gap),
                                rest.y + static_cast<float>(row) * (high + gap), wide, high}
                               .snapped();
        const auto index = static_cast<std::size_t>(both ? i / 2 : i);
        if (which == SurfacePictures::contours || (both && i % 2 == 0))
            contours(context, place, surfaces[index], index, scale);
        else
            relief(context, place, surfaces[index], index, scale);
    }
    if (under_ != before_) context.ui.keep_awake();
}

void SurfaceDrawing::contours(ViewContext& context, const Rect& area, const ShownSurface& surface, std::size_t index,
                              const LossScale& scale) {
    Ui& ui = context.ui;
    const SurfaceResult& result = *surface.result;
    const auto [across, up] = axis_names(result.request);
    const std::vector<GridPoint> path = points_of(result);
    ContourMap map{.title = surface.title,
                   .across = across,
                   .up = up,
                   .losses = grid_of(result),
                   .scale = scale,
                   .path = path,
                   .path_begins = path.empty() ? std::string() : step_name(result.path.front().step),
                   .centre = step_name(result.request.centre.step)};
    if (!path.empty() && result.path.front().step == result.request.centre.step) map.path_begins.clear();
    const ContourMapDrawn place = place_contour_map(ui.painter, area, map);
    if (place.cells.w <= 0) return;
    const std::string id = target_of("train surface", index);
    context.targets.put(id, place.cells);
    const Region touched = region(ui, id, place.cells);
    if (touched.hovered) {
        Under under{.surface = index, .cell = std::nullopt, .step = std::nullopt};
        under.step = place.nearest(path, touched.mouse, 0.6F * ui.em);
        if (path.empty() && place.nearest(std::array{GridPoint{0, 0}}, touched.mouse, 0.6F * ui.em))
            under.step = centre_of(result);
        if (!under.step) under.cell = place.cell(touched.mouse);
        under_ = under;
    }
    const std::optional<Under>& now = touched.hovered ? under_ : before_;
    if (now && now->surface == index) {
        if (!now->cell || (now->cell->column < map.losses.across.size() && now->cell->row < map.losses.up.size()))
            map.hovered = now->cell;
        map.path_hovered = now->step;
    }
    draw_contour_map(ui.painter, area, map);
    if (!touched.hovered) return;
    if (under_->step) {
        says_ = tip_of(result, *under_->step);
        const Vec2 at = place.at(path.empty() ? GridPoint{0, 0} : path[*under_->step]);
        tooltip(ui, {at.x - 4, at.y - 4, 8, 8}, says_);
    } else if (under_->cell) {
        says_ = tip_of(result, *under_->cell);
        tooltip(ui, place.of(*under_->cell), says_);
    }
}

void SurfaceDrawing::relief(ViewContext& context, const Rect& area, const ShownSurface& surface, std::size_t index,
                            const LossScale& scale) {
    Ui& ui = context.ui;
    const SurfaceResult& result = *surface.result;
    const auto [across, up] = axis_names(result.request);
    const std::vector<GridPoint> path = points_of(result);
    const std::string id = target_of("train relief", index);
    const Region touched = region(ui, id, area);
    if (touched.dragging) {
        view_.drag(touched.dragged, ui.em);
        ui.keep_awake();
    }
    Relief picture{.title = surface.title,
                   .across = across,
                   .up = up,
                   .height = texts::train::surface_height,  // its unit is said once, at the scale below
                   .losses = grid_of(result),
                   .scale = scale,
                   .path = path,
                   .view = view_};
    const ReliefDrawn place = place_relief(ui.painter, area, picture);
    if (place.box.w <= 0) return;
    context.targets.put(id, place.box);
    const bool points = touched.hovered && !touched.dragging;
    if (points)
        if (const auto cell = place.nearest(touched.mouse, ui.em))
            under_ = Under{.surface = index, .cell = cell, .step = std::nullopt};
    const std::optional<Under>& now = points ? under_ : before_;
    if (now && now->surface == index && now->cell && now->cell->column < picture.losses.across.size() &&
        now->cell->row < picture.losses.up.size())
        picture.hovered = now->cell;
    draw_relief(ui.painter, area, picture);
    if (!points || !under_ || !under_->cell) return;
    const GridCell cell = *under_->cell;
    says_ = tip_of(result, cell);
    const Vec2 at = place.at({picture.losses.across[cell.column], picture.losses.up[cell.row]},
                             result.surface.at(cell.column, cell.row));
    tooltip(ui, {at.x - 6, at.y - 6, 12, 12}, says_);
}

}  // namespace glassformer
