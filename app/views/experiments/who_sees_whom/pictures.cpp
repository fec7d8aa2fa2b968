// The pictures of the page: the mask as a map, the layers above each other, and the pairs against the length.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/fitting_words.h"
#include "app/pictures/charts/line_chart.h"
#include "app/views/experiments/who_sees_whom/page.h"
#include "app/views/experiments/who_sees_whom/texts.h"
#include "app/views/shared/touched_matrix.h"

namespace glassformer {

namespace {

namespace strings = texts::who_sees_whom;

/// Every how many lines a number of tokens is written, where it needs so many pixels.
int label_step(int tokens, float cell, float needed) {
    int step = 1;
    for (const int wider : {2, 4, 5, 8, 10, 16, 20, 32})
        if (static_cast<float>(step) * cell < needed && step < tokens) step = wider;
    return step;
}

}  // namespace

/// Of pairs that so many layers join; −1: none of them.
Colour WhoSeesWhomPage::cell_colour(const Theme& theme, int layers) const {
    if (layers < 0) return mix(theme.background, theme.faint, 0.35F);
    const float strength = layers <= 1 ? 1 : 0.62F / static_cast<float>(layers - 1);
    return mix(mix(theme.background, theme.faint, 0.35F), colour(theme, Meaning::weight), strength);
}

void WhoSeesWhomPage::draw(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    Rect rest = area;
    // A scroll bar takes some of the width that least_height() knew.
    const float bar = 1;
    if (is_low_for(area.w > wide_enough * em ? 24 : below_one_another)) return draw_low(context, area);
    if (area.w > wide_enough * em || (area.w > (wide_enough - bar) * em && area.h < below_one_another * em)) {
        map(context, rest.take_left(std::min(std::round(0.48F * rest.w), rest.h - 1.5F * em)));
        rest.take_left(1.8F * em);
        const Rect above = rest.take_top(std::round(0.54F * rest.h));
        rest.take_top(0.8F * em);
        paths(context, above);
        depth(context, rest.take_right(std::max(12 * em, std::round(0.36F * rest.w))));
        rest.take_right(em);
        pairs(context, rest);
        return;
    }
    map(context, rest.take_top(std::min(rest.w + 3.4F * em, rest.h - 46 * em)));
    rest.take_top(0.8F * em);
    paths(context, rest.take_top(std::round(0.4F * rest.h)));
    rest.take_top(0.8F * em);
    depth(context, rest.take_top(std::round(0.5F * rest.h)));
    rest.take_top(0.8F * em);
    pairs(context, rest);
}

/// Map and paths beside each other, both in sight; the charts below.
void WhoSeesWhomPage::draw_low(ViewContext& context, Rect area) {
    const float em = context.ui.em;
    Rect seen = area.take_top(*in_sight() * em);
    const float around = 5;  // em: title, numbers and legend, which the map's square is lower than its place by
    map(context, seen.take_left(std::min(std::max(seen.h - (around - 1.9F) * em, 13 * em), 0.48F * seen.w)));
    seen.take_left(1.2F * em);
    paths(context, seen);
    area.take_top(1.2F * em);
    depth(context, area.take_right(std::round(0.36F * area.w)));
    area.take_right(em);
    pairs(context, area);
}

void WhoSeesWhomPage::map(ViewContext& context, Rect area) {
    context.targets.put(first_picture, area);
    Ui& ui = context.ui;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const int n = reach_.tokens();
    const char* const counted = shared() ? strings::steps_word : strings::layers_word;
    const std::array titles{fmt::format(strings::map_title, counted), fmt::format(strings::map_title_brief, counted)};
    text_in(ui.painter, area.take_top(1.7F * em), fitting_words(ui.painter, titles, area.w),
            {.colour = theme.text, .size = em::small});
    map_legend(context, area.take_bottom(1.7F * em));
    area.take_bottom(0.4F * em);
    MatrixWords numbers{.words = false, .first = 1, .lit = {{token(), theme.accent_text, true}}};
    for (int i = 1; i <= n; ++i) numbers.names.push_back(std::to_string(i));
    LabelledMatrix matrix{
        .rows = numbers,
        .columns = numbers,
        .square = true,
        .all_rows = n,
        .all_cols = n,
        .cell = [&](CellAt at, const Rect& place) {
            const float gap = place.w > 7 ? 1.0F : 0.0F;
            const int layers = reach_.sees(at.row, at.col) ? 1 : reach_.needed(at.row, at.col);
            ui.painter.fill({place.x, place.y, place.w - gap, place.h - gap}, cell_colour(theme, layers));
        }};
    const MatrixPlace place = matrix.place(ui.painter, area);
    matrix.draw(ui.painter, place);
    const Rect& square = place.cells;
    const float cell = place.cell_w(), gap = cell > 7 ? 1.0F : 0.0F;
    for (int i = 1; i < n; ++i) {
        if (segment_of(i) == segment_of(i - 1)) continue;
        const float at = static_cast<float>(i) * cell - gap / 2;
        ui.painter.dashed({square.x + at, square.y}, {square.x + at, square.bottom()}, theme.muted);
        ui.painter.dashed({square.x, square.y + at}, {square.right(), square.y + at}, theme.muted);
    }
    ui.painter.stroke(place.cell(token(), 0, 1, n), theme.accent, 2);
    const TouchedMatrix under = touch_matrix(context, "who_sees_whom map", place);
    if (!under) return;
    const int query = under.at.row, key = under.at.col;
    const int layers = reach_.needed(query, key);
    const std::string how = query == key              ? std::string(strings::map_itself)
                            : reach_.sees(query, key) ? fmt::format(strings::map_attends, depth_text(1))
                            : layers > 0              ? fmt::format(strings::map_reaches, depth_text(layers))
                                                      : fmt::format(strings::map_never, depth_text(reach_.layers()));
    ui.painter.stroke(under.cell, theme.text, 1.5F);
    tooltip(ui, under.cell, fmt::format(strings::map_cell, query + 1, key + 1, how));
    if (!under.region.clicked) return;
    choose(query);
    ui.keep_awake();
}

WhoSeesWhomPage::MapColours WhoSeesWhomPage::map_colours() const {
    MapColours colours;
    for (int query = 0; query < reach_.tokens(); ++query)
        for (int key = 0; key < reach_.tokens(); ++key) {
            const int layers = reach_.sees(query, key) ? 1 : reach_.needed(query, key);
            colours.deepest = std::max(colours.deepest, layers);
            colours.never = colours.never || layers < 0;
        }
    return colours;
}

void WhoSeesWhomPage::map_legend(ViewContext& context, const Rect& area) const {
    Painter& painter = context.ui.painter;
    const float em = context.ui.em;
    float x = area.x + 1.9F * em;
    const MapColours shown = map_colours();
    for (int layers = 1; layers <= shown.deepest + (shown.never ? 1 : 0); ++layers) {
        const bool never = layers > shown.deepest;
        const float room = area.right() - x - 1.1F * em;
        const std::array unreached{fmt::format(strings::legend_never, depth_text(reach_.layers())),
                                   fmt::format(strings::legend_never_brief, reach_.layers())};
        const std::string name = never         ? fitting_words(painter, unreached, room)
                                 : layers == 1 ? depth_text(1)
                                               : std::to_string(layers);
        const float wide = painter.measure(name, em::small).width;
        if (wide > room) break;
        context.targets.put(never ? "who_sees_whom legend never" : fmt::format("who_sees_whom legend {}", layers),
                            {x, area.y, wide + 1.1F * em, area.h});
        painter.fill({x, area.centre().y - 0.4F * em, 0.8F * em, 0.8F * em},
                     cell_colour(context.ui.theme, never ? -1 : layers));
        text_in(painter, {x + 1.1F * em, area.y, wide + 1, area.h}, name,
                {.colour = context.ui.theme.muted, .size = em::small});
        x += wide + 2 * em;
    }
}

/// Lines from each state that the chosen token depends on to what it attends to below.
void WhoSeesWhomPage::links(Painter& painter, const std::function<Rect(int layer, int token)>& node) const {
    constexpr int most_lines = 6000;
    const int n = reach_.tokens(), last = reach_.layers(), chosen = token();
    struct Link {
        int layer, from, to;
    };
    std::vector<Link> all;
    for (int layer = last; layer > 0; --layer)
        for (int from = 0; from < n; ++from) {
            const int needed = reach_.needed(chosen, from);
            if (needed < 0 || needed > last - layer) continue;
            for (int to = 0; to < n; ++to)
                if (reach_.sees(from, to)) all.push_back({layer, from, to});
        }
    const Theme& theme = painter.theme();
    const float strength = std::clamp(60.0F / static_cast<float>(all.size() + 1), 0.03F, 0.7F);
    for (const Link& link : all) {
        if (all.size() > most_lines && link.layer < last) break;
        const Rect a = node(link.layer, link.from), b = node(link.layer - 1, link.to);
        const bool kept = segment_of(link.to) != segment_of(link.from);
        painter.line({a.centre().x, a.bottom()}, {b.centre().x, b.y},
                     colour(theme, kept ? Meaning::key : Meaning::weight).faded(strength), 1.2F);
    }
}

void WhoSeesWhomPage::paths(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const int n = reach_.tokens(), last = reach_.layers(), chosen = token();
    Rect title = area.take_top(1.7F * em);
    if (segment_of(n - 1) > 0) {
        text_in(ui.painter, title.take_right(ui.painter.measure(strings::kept_legend, em::small).width + 1),
                strings::kept_legend, {.colour = theme.muted, .size = em::small});
        const Rect swatch = title.take_right(1.1F * em);
        ui.painter.fill({swatch.x, swatch.centre().y - 0.4F * em, 0.8F * em, 0.8F * em}, colour(theme, Meaning::key));
    }
    const std::array asks{fmt::format(strings::paths_title, chosen + 1),
                          fmt::format(strings::paths_title_brief, chosen + 1)};
    // Smaller before the last part, which says what can be done, is left out.
    const bool is_large = ui.painter.measure(asks[0], em::body, Face::bold).width <= title.w;
    const bool is_small = !is_large && ui.painter.measure(asks[0], em::small, Face::bold).width <= title.w;
    text_in(ui.painter, title, asks.at(is_large || is_small ? 0 : 1),
            {.colour = theme.text, .size = is_small ? em::small : em::body, .face = Face::bold});
    const Rect labels = area.take_bottom(1.3F * em);
    const Rect names = area.take_left(4.2F * em), counts = area.take_right(2.4F * em);
    const float column = area.w / static_cast<float>(n), line = area.h / static_cast<float>(last + 1);
    const float side = std::max(2.0F, std::min({0.72F * column, 0.5F * line, 1.4F * em}));
    const auto node = [&](int layer, int token) {
        const float x = area.x + (static_cast<float>(token) + 0.5F) * column;
        const float y = area.y + (static_cast<float>(last - layer) + 0.5F) * line;
        return Rect{x - side / 2, y - side / 2, side, side};
    };
    context.targets.put("who_sees_whom paths", area);
    for (int i = 1; i < n; ++i) {
        if (segment_of(i) == segment_of(i - 1)) continue;
        const float x = area.x + static_cast<float>(i) * column;
        ui.painter.dashed({x, area.y}, {x, area.bottom()}, theme.muted);
    }
    links(ui.painter, node);
    for (int layer = 0; layer <= last; ++layer) {
        const Rect place = node(layer, 0);
        text_in(ui.painter, {names.x, place.centre().y - em, names.w, 2 * em}, layer_name(layer),
                {.colour = theme.muted, .size = em::small});
        const Rect number{counts.x, place.centre().y - std::min(em, line / 2), counts.w, std::min(2 * em, line)};
        text_in(ui.painter, number, fmt::format(strings::count, reach_.count(chosen, last - layer)),
                {.colour = theme.text, .size = em::small, .face = Face::bold, .align = Align::right});
        if (region(ui, "who_sees_whom count " + std::to_string(layer), number).hovered)
            tooltip(ui, number, fmt::format(strings::count_hint, chosen + 1));
        for (int token = 0; token < n; ++token) {
            const int needed = reach_.needed(chosen, token);
            const bool lit = needed >= 0 && needed <= last - layer;
            const bool kept = segment_of(token) != segment_of(chosen);
            const Colour fill = lit ? colour(theme, kept ? Meaning::key : Meaning::weight) : cell_colour(theme, -1);
            ui.painter.fill(node(layer, token), fill, 0.15F * side);
        }
    }
    ui.painter.stroke(node(last, chosen).inset(-2), theme.accent, 2, 0.15F * side);
    const int step = label_step(n, column, 1.6F * em);
    for (int i = step - 1; i < n; i += step)
        text_in(ui.painter, {node(0, i).centre().x - em, labels.y, 2 * em, labels.h}, std::to_string(i + 1),
                {.colour = i == chosen ? theme.accent_text : theme.muted, .size = em::small, .align = Align::centre});
    const Region under = region(ui, "who_sees_whom paths", area);
    if (!under.hovered) return;
    const int token = std::clamp(static_cast<int>((under.mouse.x - area.x) / column), 0, n - 1);
    const int layer = last - std::clamp(static_cast<int>((under.mouse.y - area.y) / line), 0, last);
    const int needed = reach_.needed(chosen, token);
    const bool lit = needed >= 0 && needed <= last - layer;
    const char* const text = !lit                                      ? strings::node_never
                             : segment_of(token) != segment_of(chosen) ? strings::node_kept
                                                                       : strings::node_reaches;
    ui.painter.stroke(node(layer, token), theme.text, 1.5F);
    tooltip(ui, node(layer, token),
            fmt::format(fmt::runtime(text), token + 1, layer_name(layer), chosen + 1, layer_name(last)));
    if (!under.clicked) return;
    choose(token);
    ui.keep_awake();
}

void WhoSeesWhomPage::pairs(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const Theme& theme = ui.theme;
    if (!swept_ || swept_->points.empty()) return;
    std::array<std::vector<ChartPoint>, 4> lines;
    for (const PairsAt& at : swept_->points) {
        const double n = at.n;
        lines[0].push_back({n, n * n});
        lines[1].push_back({n, n * (n + 1) / 2});
        lines[2].push_back({n, at.mask});
        if (at.root > 0) lines[3].push_back({n, at.root});
    }
    LineChart chart{.title = strings::pairs_title,
                    .across = {.title = strings::n_axis,
                               .low = static_cast<double>(swept_->points.front().n),
                               .high = static_cast<double>(swept_->points.back().n),
                               .logarithmic = true},
                    .hovered = hovered_};
    chart.series.push_back({.name = strings::dense, .points = lines[0], .colour = theme.muted, .dashed = true});
    chart.series.push_back({.name = strings::causal, .points = lines[1], .colour = theme.text});
    const auto covers = [&](std::size_t other) {
        return std::ranges::equal(lines[2], lines.at(other), {}, &ChartPoint::y, &ChartPoint::y);
    };
    const char* const own = covers(0)   ? strings::this_mask_dense
                            : covers(1) ? strings::this_mask_causal
                                        : strings::this_mask;
    chart.series.push_back({.name = own, .points = lines[2], .colour = colour(theme, Meaning::weight), .width = 2.6F});
    if (!lines[3].empty())
        chart.series.push_back({.name = strings::root_stride,
                                .points = lines[3],
                                .colour = colour(theme, Meaning::query),
                                .width = 2.2F,
                                .dashed = true});
    chart.up = fit_up(strings::pairs_axis, chart.series, true);
    chart.marks.push_back({.x = static_cast<double>(reach_.tokens()),
                           .name = fmt::format(strings::n_mark, reach_.tokens()),
                           .colour = theme.accent_text});
    const LineChartDrawn placed = place_line_chart(ui.painter, area, chart);
    const std::optional<double> before = hovered_;
    hovered_.reset();
    if (const Region under = region(ui, "who_sees_whom pairs", placed.plot); under.hovered)
        hovered_ = placed.x_of(under.mouse.x);
    draw_line_chart(ui.painter, area, chart);
    if (hovered_ != before) ui.keep_awake();
}

/// Reach of the chosen token after each layer, or after each step of the one block.
void WhoSeesWhomPage::depth(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const Theme& theme = ui.theme;
    std::vector<ChartPoint> line;
    for (int layer = 0; layer <= reach_.layers(); ++layer)
        line.push_back({static_cast<double>(layer), static_cast<double>(reach_.count(token(), layer))});
    LineChart chart{.title = fmt::format(strings::reach_title, token() + 1),
                    .across = {.title = shared() ? strings::steps_word : strings::layers_word,
                               .low = 0,
                               .high = static_cast<double>(reach_.layers()),
                               .whole = true},
                    .legend = false,
                    .hovered = hovered_depth_};
    chart.series.push_back(
        {.name = strings::reach_axis, .points = line, .colour = colour(theme, Meaning::weight), .width = 2.6F});
    chart.levels.push_back({.name = fmt::format(strings::reach_all, within_reach()),
                            .y = static_cast<double>(within_reach()),
                            .colour = theme.muted});
    chart.up = fit_up(strings::reach_axis, chart.series, false, chart.levels);
    chart.up.low = 0;
    chart.up.whole = true;
    const LineChartDrawn placed = place_line_chart(ui.painter, area, chart);
    const std::optional<double> before = hovered_depth_;
    hovered_depth_.reset();
    context.targets.put("who_sees_whom depth", placed.plot);
    if (region(ui, "who_sees_whom depth", placed.plot).hovered) hovered_depth_ = placed.x_of(ui.input.mouse.x);
    draw_line_chart(ui.painter, area, chart);
    if (hovered_depth_ != before) ui.keep_awake();
}

}  // namespace glassformer
