// The plane of the page: embeddings that are dragged, the weights of the chosen query as lines, and the outputs.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/experiments/from_nothing/page.h"
#include "app/views/experiments/from_nothing/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::from_nothing;

constexpr float dot = 0.42F, ring = 0.36F, projected = 0.3F, marked = 0.2F;  // em; a marked one has a ring around it

TokenPoint row_of(const Tensor& tensor, int row) {
    const float* entries = tensor.view().row(static_cast<std::size_t>(row));
    return {entries[0], entries[1]};
}

std::string number(float entry) { return cell_number(static_cast<double>(entry)); }

void diamond(Painter& painter, Vec2 centre, float half, Colour colour) {
    const Vec2 left = centre - Vec2{half, 0}, right = centre + Vec2{half, 0};
    painter.triangle(left, centre - Vec2{0, half}, right, colour);
    painter.triangle(left, right, centre + Vec2{0, half}, colour);
}

}  // namespace

Vec2 FromNothingPage::at(const TokenPoint& point) const {
    const Vec2 centre = plane_.centre();
    return {centre.x + point.x / reach_ * plane_.w / 2, centre.y - point.y / reach_ * plane_.h / 2};
}

float FromNothingPage::needed_reach() const {
    float farthest = 0;
    const auto include = [&](const Tensor& tensor) {
        for (const float entry : tensor.data) farthest = std::max(farthest, std::abs(entry));
    };
    include(averages() ? three_.x : attention_.x);
    include(outputs());
    if (parameters() == Parameters::maps) include(attention_.q), include(attention_.k), include(attention_.v);
    float reach = 3;
    while (reach < farthest + 0.2F) reach += 1;
    return reach;
}

float FromNothingPage::legend(Painter& painter, const Rect& area, bool draw) const {
    const float em = painter.em(), line = 1.5F * em;
    Rect below{area.x, area.y, area.w, line}, left = below;
    for (const LegendEntry& entry : legend_entries()) {
        const float width = painter.measure(std::string(entry.mark) + " " + entry.text, em::small).width + 1.2F * em;
        if (width > left.w && left.w < below.w) below.y += line, left = below;
        Rect place = left.take_left(width);
        if (!draw) continue;
        text_in(painter, place, entry.mark, {.colour = colour(painter.theme(), entry.meaning), .size = em::small});
        place.take_left(painter.measure(std::string(entry.mark) + " ", em::small).width);
        text_in(painter, place, entry.text, {.colour = painter.theme().muted, .size = em::small});
    }
    return below.bottom() - area.y;
}

void FromNothingPage::plane(ViewContext& context, const Rect& area, bool with_legend) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    if (with_legend) rest.take_bottom(legend(ui.painter, {0, 0, std::min(rest.w, rest.h), 0}, false));
    const float side = std::min(rest.w, rest.h);
    plane_ = Rect{rest.x + (rest.w - side) / 2, rest.y, side, side}.snapped();
    context.targets.put("from_nothing plane", plane_);
    context.targets.put(first_picture, plane_);
    ui.painter.fill(plane_, ui.theme.card, 0.3F * em);
    ui.painter.push_clip(plane_);
    PlaneMarks marks;
    draw_axes(context, marks);
    draw_lines_of_query(context, marks);
    draw_projected(context, marks);
    draw_outputs(context, marks);
    draw_points(context, marks);
    place_labels(ui.painter, plane_.inset(2), marks.places, marks.labels);
    draw_labels(ui.painter, marks.labels);
    for (const PlaneLabel& label : marks.labels) context.targets.put("from_nothing label " + label.text, label.place);
    ui.painter.pop_clip();
    ui.painter.stroke(plane_, ui.theme.border, 1, 0.3F * em);
    if (with_legend) legend(ui.painter, {plane_.x, plane_.bottom() + 0.2F * em, plane_.w, 0});
}

void FromNothingPage::draw_axes(ViewContext& context, PlaneMarks& marks) const {
    Ui& ui = context.ui;
    const int last = static_cast<int>(reach_) - 1, every = last > 4 ? 2 : 1;
    for (int i = -last / every * every; i <= last; i += every) {
        const auto n = static_cast<float>(i);
        const Colour line = i == 0 ? ui.theme.muted : ui.theme.faint;
        ui.painter.line({at({n, 0}).x, plane_.y}, {at({n, 0}).x, plane_.bottom()}, line);
        ui.painter.line({plane_.x, at({0, n}).y}, {plane_.right(), at({0, n}).y}, line);
        if (i != 0)
            ui.painter.text(at({n, 0}) + Vec2{0, 0.2F * ui.em}, with_minus(std::to_string(i)),
                            {.colour = ui.theme.muted, .size = em::small, .align = Align::centre});
        if (i != 0) marks.add(at({n, 0}) + Vec2{0, 0.75F * ui.em}, 0.5F * ui.em);
    }
}

std::vector<FromNothingPage::LegendEntry> FromNothingPage::legend_entries() const {
    std::vector<LegendEntry> all{{strings::mark_dot, strings::vector, Meaning::residual}};
    if (averages()) {
        all.push_back({strings::mark_dot, strings::single_query, Meaning::query});
        all.push_back({strings::mark_ring, strings::average, Meaning::output});
    } else {
        all.push_back({strings::mark_ring, strings::output, Meaning::output});
    }
    if (parameters() == Parameters::maps) {
        all.push_back({strings::mark_arrow, strings::query, Meaning::query});
        all.push_back({strings::mark_square, strings::key, Meaning::key});
        all.push_back({strings::mark_diamond, strings::value, Meaning::value});
    }
    all.push_back({strings::mark_line,
                   parameters() == Parameters::maps ? strings::weight_of_value : strings::weight_of_vector,
                   Meaning::weight});
    if (values().on("positions")) all.push_back({strings::mark_dashes, strings::position_added, Meaning::position});
    return all;
}

/// To everything that the chosen query's average is of, as wide as its weight; with positions, from an embedding to
/// the vector with them.
void FromNothingPage::draw_lines_of_query(ViewContext& context, PlaneMarks& marks) const {
    Ui& ui = context.ui;
    const bool maps = parameters() == Parameters::maps;
    const Tensor& x = averages() ? three_.x : attention_.x;
    const float* weight = weights().view().row(static_cast<std::size_t>(query_at()));
    const Vec2 from = at(averages() ? query_point_ : row_of(maps ? attention_.y : x, query_at()));
    const std::vector<int> order = order_of(tokens(), values().whole("order"));
    for (int j = 0; j < tokens(); ++j) {
        const float share = weight[j];
        ui.painter.line(from, at(row_of(maps ? attention_.v : x, j)),
                        colour(ui.theme, Meaning::weight).faded(0.25F + 0.75F * share), 0.5F + 0.6F * ui.em * share);
        if (!values().on("positions")) continue;
        const Vec2 embedding = at(points_[static_cast<std::size_t>(order[static_cast<std::size_t>(j)])]);
        ui.painter.dashed(embedding, at(row_of(x, j)), colour(ui.theme, Meaning::position), 1.5F);
        ui.painter.circle(at(row_of(x, j)), 0.22F * ui.em, colour(ui.theme, Meaning::position));
        marks.add(at(row_of(x, j)), 0.22F * ui.em);
    }
}

/// Queries, keys and values where they are not the vectors: the chosen query as an arrow, all keys and values.
void FromNothingPage::draw_projected(ViewContext& context, PlaneMarks& marks) const {
    if (parameters() != Parameters::maps) return;
    Ui& ui = context.ui;
    const std::vector<int> order = order_of(tokens(), values().whole("order"));
    const auto mark = [&](const Tensor& tensor, int row, const char* name, Meaning meaning) {
        const TokenPoint point = row_of(tensor, row);
        const Vec2 place = at(point);
        const bool chosen = row == key_at();
        const float half = projected * ui.em * (meaning == Meaning::value ? 1.3F : 0.9F) * (chosen ? 1.25F : 1);
        if (meaning == Meaning::value)
            diamond(ui.painter, place, half, colour(ui.theme, meaning));
        else
            ui.painter.fill({place.x - half, place.y - half, 2 * half, 2 * half}, colour(ui.theme, meaning));
        if (chosen) ui.painter.ring(place, half + marked * ui.em, colour(ui.theme, Meaning::key), 1.5F);
        marks.add(place, half + (chosen ? marked * ui.em : 0));
        const std::string word = strings::words[static_cast<std::size_t>(order[static_cast<std::size_t>(row)])];
        const std::string id = fmt::format("from_nothing {} {}", name, word);
        context.targets.put(id, marks.places.back());
        if (region(ui, id, marks.places.back()).hovered)
            tooltip(ui, marks.places.back(),
                    fmt::format(strings::projected_tip, name, word, number(point.x), number(point.y)));
        if (meaning == Meaning::value)
            marks.labels.push_back({.text = fmt::format("v({})", word),
                                    .at = place,
                                    .clear = half,
                                    .colour = colour(ui.theme, meaning),
                                    .face = Face::slanted});
    };
    for (int j = 0; j < tokens(); ++j) {
        mark(attention_.k, j, "k", Meaning::key);
        mark(attention_.v, j, "v", Meaning::value);
    }
    const Colour ink = colour(ui.theme, Meaning::query);
    const Vec2 origin = at({}), tip = at(row_of(attention_.q, query_at())), along = tip - origin;
    const float length = std::hypot(along.x, along.y);
    ui.painter.line(origin, tip, ink, 2);
    marks.add(tip, 0.3F * ui.em);
    if (length < 1) return;
    const Vec2 back = along * (0.6F * ui.em / length), side{-back.y * 0.5F, back.x * 0.5F};
    ui.painter.triangle(tip, tip - back + side, tip - back - side, ink);
}

void FromNothingPage::draw_outputs(ViewContext& context, PlaneMarks& marks) const {
    Ui& ui = context.ui;
    const Colour ink = colour(ui.theme, Meaning::output);
    const char* const names[] = {strings::mean, strings::weighted, strings::query};
    const int count = averages() ? ThreeAverages::count : tokens();
    const bool maps = parameters() == Parameters::maps;
    for (int i = 0; i < count; ++i) {
        const Vec2 to = at(row_of(outputs(), i));
        const bool chosen = i == query_at();
        if (!averages() && (chosen || !maps))
            ui.painter.dashed(at(row_of(attention_.x, i)), to, ink.faded(chosen ? 1 : 0.5F), chosen ? 1.5F : 1);
        ui.painter.ring(to, ring * ui.em, ink, chosen ? 3 : 1.6F);
        marks.add(to, (ring + 0.1F) * ui.em);
        if (averages())
            marks.labels.push_back({.text = names[i],
                                    .at = to,
                                    .clear = ring * ui.em,
                                    .colour = ink,
                                    .face = chosen ? Face::bold : Face::sans});
    }
}

void FromNothingPage::draw_points(ViewContext& context, PlaneMarks& marks) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::vector<PlaneLabel> names;
    for (int token = 0; token < tokens(); ++token) {
        TokenPoint& point = points_[static_cast<std::size_t>(token)];
        const std::string word = strings::words[static_cast<std::size_t>(token)];
        const bool chosen = !averages() && token == query_;
        if (drag(context, word, point)) {
            if (!averages())
                query_ = token;
            else
                key_ = token;
        }
        ui.painter.circle(at(point), dot * em, colour(ui.theme, Meaning::residual));
        if (chosen) ui.painter.ring(at(point), (dot + marked) * em, ui.theme.accent, 2);
        if (token == key_ && !chosen)
            ui.painter.ring(at(point), (dot + marked) * em, colour(ui.theme, Meaning::key), 1.5F);
        marks.add(at(point), (dot + (chosen || token == key_ ? marked : 0)) * em);
        names.push_back({.text = word,
                         .at = at(point),
                         .clear = dot * em,
                         .colour = ui.theme.text,
                         .face = chosen ? Face::bold : Face::sans});
    }
    if (averages()) {
        drag(context, strings::query_point, query_point_);
        ui.painter.circle(at(query_point_), dot * em, colour(ui.theme, Meaning::query));
        marks.add(at(query_point_), dot * em);
        names.push_back({.text = strings::query_point,
                         .at = at(query_point_),
                         .clear = dot * em,
                         .colour = ui.theme.text,
                         .face = Face::bold});
    }
    marks.labels.insert(marks.labels.begin(), names.begin(), names.end());  // they are placed first
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
        const TokenPoint moved = on_plane((touched.mouse.x - from.x) / (plane_.w / 2) * reach_,
                                          (from.y - touched.mouse.y) / (plane_.h / 2) * reach_);
        if (moved != point) ui.keep_awake();
        point = moved;
    } else if (touched.hovered) {
        if (&point == &query_point_) {
            tooltip(ui, place, fmt::format(strings::query_tip, number(point.x), number(point.y)));
        } else if (!averages()) {
            const int row = position_of(static_cast<int>(&point - points_.data()));
            const TokenPoint y = row_of(attention_.y, row);
            tooltip(ui, place,
                    fmt::format(strings::point_tip, name, number(point.x), number(point.y), number(y.x), number(y.y)));
        }
    }
    return touched.dragging || touched.clicked;
}

}  // namespace glassformer
