// The plane of the page: embeddings that are dragged, the weights of the chosen query as lines, and the outputs.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/experiments/from_nothing/page.h"
#include "app/views/experiments/from_nothing/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace say = texts::from_nothing;

constexpr float plane_reach = 3;            // of the axes; points stay within
constexpr float dot = 0.42F, ring = 0.36F;  // em

TokenPoint row_of(const Tensor& tensor, int row) {
    const float* entries = tensor.view().row(static_cast<std::size_t>(row));
    return {entries[0], entries[1]};
}

/// Beside its point, on the side where the plane has room.
void name_of(Ui& ui, const Rect& plane, Vec2 at, const std::string& text, Colour colour, Face face) {
    const float wide = ui.painter.measure(text, em::small, face).width;
    const bool left = at.x + 0.7F * ui.em + wide > plane.right();
    ui.painter.text({at.x + (left ? -0.5F : 0.5F) * ui.em, at.y - 0.75F * ui.em}, text,
                    {.colour = colour,
                     .size = em::small,
                     .face = face,
                     .align = left ? Align::right : Align::left,
                     .anchor = Anchor::middle});
}

}  // namespace

Vec2 FromNothingPage::at(const TokenPoint& point) const {
    const Vec2 centre = plane_.centre();
    return {centre.x + point.x / plane_reach * plane_.w / 2, centre.y - point.y / plane_reach * plane_.h / 2};
}

void FromNothingPage::plane(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    const Rect words = rest.take_bottom(1.7F * em);
    const float side = std::min(rest.w, rest.h);
    plane_ = Rect{rest.x + (rest.w - side) / 2, rest.y, side, side}.snapped();
    context.targets.put("from_nothing plane", plane_);
    ui.painter.fill(plane_, ui.theme.card, 0.3F * em);
    ui.painter.push_clip(plane_);
    for (int i = -2; i <= 2; ++i) {
        const auto n = static_cast<float>(i);
        const Colour line = i == 0 ? ui.theme.muted : ui.theme.faint;
        ui.painter.line({at({n, 0}).x, plane_.y}, {at({n, 0}).x, plane_.bottom()}, line);
        ui.painter.line({plane_.x, at({0, n}).y}, {plane_.right(), at({0, n}).y}, line);
        if (i != 0)
            ui.painter.text(at({n, 0}) + Vec2{0, 0.2F * em}, with_minus(std::to_string(i)),
                            {.colour = ui.theme.muted, .size = em::small, .align = Align::centre});
    }
    draw_lines_of_query(context);
    draw_outputs(context);
    draw_points(context);
    ui.painter.pop_clip();
    ui.painter.stroke(plane_, ui.theme.border, 1, 0.3F * em);
    text_in(ui.painter, {plane_.x, plane_.bottom(), std::max(plane_.w, words.w - (plane_.x - words.x)), words.h},
            std::string(averages()                         ? say::plane_legend_averages
                        : parameters() == Parameters::maps ? say::plane_legend_maps
                                                           : say::plane_legend) +
                (values().on("positions") ? say::plane_legend_positions : ""),
            {.colour = ui.theme.muted, .size = em::small});
}

/// From the query to every key, as wide as its weight; with positions, from an embedding to the vector with them.
void FromNothingPage::draw_lines_of_query(ViewContext& context) const {
    Ui& ui = context.ui;
    const bool maps = parameters() == Parameters::maps;
    const Tensor& x = averages() ? three_.x : attention_.x;
    const float* weight = weights().view().row(static_cast<std::size_t>(query_at()));
    const Vec2 from = at(averages() ? query_point_ : row_of(x, query_at()));
    const std::vector<int> order = order_of(tokens(), values().whole("order"));
    for (int j = 0; j < tokens(); ++j) {
        const float share = weight[j];
        const Vec2 to = at(row_of(x, j));
        ui.painter.line(from, to, colour(ui.theme, Meaning::weight).faded(0.25F + 0.75F * share),
                        0.5F + 0.6F * ui.em * share);
        if (values().on("positions")) {
            const Vec2 embedding = at(points_[static_cast<std::size_t>(order[static_cast<std::size_t>(j)])]);
            ui.painter.dashed(embedding, to, colour(ui.theme, Meaning::position), 1.5F);
            ui.painter.circle(to, 0.22F * ui.em, colour(ui.theme, Meaning::position));
        }
        if (maps) {
            const Vec2 key = at(row_of(attention_.k, j));
            const float half = (j == key_at() ? 0.3F : 0.2F) * ui.em;
            ui.painter.fill({key.x - half, key.y - half, 2 * half, 2 * half}, colour(ui.theme, Meaning::key));
        }
    }
    if (!maps) return;
    const Colour ink = colour(ui.theme, Meaning::query);
    const Vec2 origin = at({}), tip = at(row_of(attention_.q, query_at())), along = tip - origin;
    const float length = std::hypot(along.x, along.y);
    ui.painter.line(origin, tip, ink, 2);
    if (length < 1) return;
    const Vec2 back = along * (0.6F * ui.em / length), side{-back.y * 0.5F, back.x * 0.5F};
    ui.painter.triangle(tip, tip - back + side, tip - back - side, ink);
}

void FromNothingPage::draw_outputs(ViewContext& context) const {
    Ui& ui = context.ui;
    const Colour ink = colour(ui.theme, Meaning::output);
    const char* const names[] = {say::mean, say::weighted, say::query};
    const int count = averages() ? ThreeAverages::count : tokens();
    for (int i = 0; i < count; ++i) {
        const Vec2 to = at(row_of(outputs(), i));
        const bool chosen = i == query_at();
        if (!averages())
            ui.painter.dashed(at(row_of(attention_.x, i)), to, ink.faded(chosen ? 1 : 0.5F), chosen ? 1.5F : 1);
        ui.painter.ring(to, ring * ui.em, ink, chosen ? 3 : 1.6F);
        if (averages())
            name_of(ui, plane_, to + Vec2{0, (i == 0 ? 1.75F : 0.75F) * ui.em}, names[i], ink,
                    chosen ? Face::bold : Face::sans);
    }
}

void FromNothingPage::draw_points(ViewContext& context) {
    Ui& ui = context.ui;
    const float em = ui.em;
    for (int token = 0; token < tokens(); ++token) {
        TokenPoint& point = points_[static_cast<std::size_t>(token)];
        const std::string word = say::words[static_cast<std::size_t>(token)];
        const bool chosen = !averages() && token == query_;
        if (drag(context, word, point)) {
            if (!averages())
                query_ = token;
            else
                key_ = token;
        }
        ui.painter.circle(at(point), dot * em, colour(ui.theme, Meaning::residual));
        if (chosen) ui.painter.ring(at(point), (dot + 0.2F) * em, ui.theme.accent, 2);
        if (token == key_ && !chosen)
            ui.painter.ring(at(point), (dot + 0.2F) * em, colour(ui.theme, Meaning::key), 1.5F);
        name_of(ui, plane_, at(point), word, ui.theme.text, chosen ? Face::bold : Face::sans);
    }
    if (!averages()) return;
    drag(context, say::query_point, query_point_);
    ui.painter.circle(at(query_point_), dot * em, colour(ui.theme, Meaning::query));
    name_of(ui, plane_, at(query_point_), say::query_point, ui.theme.text, Face::bold);
}

/// True where it was taken or clicked.
bool FromNothingPage::drag(ViewContext& context, const std::string& name, TokenPoint& point) {
    Ui& ui = context.ui;
    const float half = 0.8F * ui.em;
    const Vec2 centre = at(point);
    const Rect place{centre.x - half, centre.y - half, 2 * half, 2 * half};
    context.targets.put("from_nothing point " + name, place);
    const Region touched = region(ui, "from_nothing point " + name, place);
    if (touched.hovered || touched.dragging) *ui.cursor = CursorShape::move;
    if (touched.dragging) {
        const Vec2 from = plane_.centre();
        const TokenPoint moved = on_plane((touched.mouse.x - from.x) / (plane_.w / 2) * plane_reach,
                                          (from.y - touched.mouse.y) / (plane_.h / 2) * plane_reach);
        if (moved != point) ui.keep_awake();
        point = moved;
    } else if (touched.hovered) {
        const auto number = [](float value) { return cell_number(static_cast<double>(value)); };
        if (&point == &query_point_) {
            tooltip(ui, place, fmt::format(say::query_tip, number(point.x), number(point.y)));
        } else if (!averages()) {
            const int row = position_of(static_cast<int>(&point - points_.data()));
            const TokenPoint y = row_of(attention_.y, row);
            tooltip(ui, place,
                    fmt::format(say::point_tip, name, number(point.x), number(point.y), number(y.x), number(y.y)));
        }
    }
    return touched.dragging || touched.clicked;
}

}  // namespace glassformer
