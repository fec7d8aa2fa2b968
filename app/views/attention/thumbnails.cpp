#include "app/views/attention/thumbnails.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/paint/head_colour.h"
#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/labelled_matrix.h"
#include "app/pictures/board/off_mark.h"
#include "app/views/attention/modes.h"
#include "app/views/attention/texts.h"
#include "app/views/attention/thumb_veils.h"
#include "app/views/shared/head_switch.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr int max_labelled = 200;  // tokens: of more none has room for its word

std::string thumb_name(int layer, int head) {
    return "thumb " + std::to_string(layer + 1) + "." + std::to_string(head + 1);
}

std::string share_text(double value) { return std::isnan(value) ? "–" : number_text(value); }

std::string role_and_share(const HeadFigures& of) {
    return of.share.empty() ? of.role : fmt::format(texts::attention::role_and_share, of.role, of.share);
}

std::string tooltip_text(const AttentionLayer& layer, int head, const std::vector<HeadFigures>* figures) {
    std::string text = head_text(layer, head);
    if (figures == nullptr) return text;
    const HeadFigures& of = (*figures)[static_cast<std::size_t>(head)];
    text = fmt::format(texts::attention::role_in_tooltip, text,
                       of.role.empty() ? texts::attention::role_mixed : role_and_share(of));
    if (!of.answer.empty()) text = fmt::format(texts::attention::answer_in_tooltip, text, of.answer);
    text = fmt::format(texts::attention::head_entropy, text, number_text(of.entropy),
                       number_text(static_cast<double>(of.largest)));
    if (std::isnan(of.previous)) return text;
    return fmt::format(texts::attention::head_averages, text, share_text(of.own), share_text(of.previous),
                       share_text(of.first));
}

/// What the head mostly does, or else what the query does that the answer is read at; below it the map in a number.
void draw_caption(Painter& painter, const Rect& below, const HeadFigures& of, int lines, bool own_scale) {
    const TextStyle quiet{.colour = painter.theme().muted, .size = em::small, .align = Align::centre},
        role{.colour = painter.theme().text, .size = em::small, .align = Align::centre};
    const auto line = [&](const Rect& place, const std::string& text, const TextStyle& style) {
        text_in(painter, place, shortened(painter, text, place.w, em::small, Face::sans), style);
    };
    const auto fits = [&](const std::string& text) { return painter.measure(text, em::small).width <= below.w; };
    // One scale a head has to be said, whatever the head does.
    const std::string numbers = own_scale ? fmt::format(texts::attention::colour_scale, number_text(of.peak))
                                          : fmt::format(texts::attention::entropy, number_text(of.entropy)),
                      whole = role_and_share(of);
    const bool named = !of.role.empty(), answers = !named && !of.answer.empty() && fits(of.answer);
    const std::string name = answers         ? of.answer
                             : !named        ? texts::attention::role_mixed
                             : fits(whole)   ? whole
                             : fits(of.role) ? of.role
                                             : of.role.substr(0, of.role.rfind(texts::attention::role_token));
    const TextStyle& style = named || answers ? role : quiet;
    if (lines == 1) return own_scale ? line(below, numbers, quiet) : line(below, name, style);
    const float half = below.h / 2;
    const Rect upper{below.x, below.y, below.w, half}, lower{below.x, below.y + half, below.w, half};
    line(upper, name, style);
    line(lower, !named || fits(whole) || own_scale || of.share.empty() ? numbers : of.share, quiet);
}

/// A panel as the labels' drawing knows it: no cells are drawn with it.
HeatPanel label_panel(const Page& page, const AttentionLayer& layer) {
    HeatPanel panel;
    panel.slice = page.slice(layer.weights);
    panel.row_labels = panel.col_labels = true;
    return panel;
}

Track label_track(int count, float length) {
    Track track;
    track.count = count;
    track.cell = length / static_cast<float>(count);
    track.shown.resize(static_cast<std::size_t>(count));
    std::iota(track.shown.begin(), track.shown.end(), 0);
    return track;
}

/// None where no cell can be as large as a label needs in so wide an area.
std::vector<ThumbLabels> labels_of(Page& page, const std::vector<AttentionLayer>& layers, float width) {
    std::vector<ThumbLabels> labels;
    for (const AttentionLayer& layer : layers) {
        if (std::max(layer.keys, layer.queries) > max_labelled ||
            static_cast<float>(layer.keys * layer.heads) * labelled_cell * page.em > width)
            return {};
        const Margins around =
            label_margins(page, label_panel(page, layer), label_track(layer.queries, 1), label_track(layer.keys, 1));
        labels.push_back({around, &page.scene.evaluation.tokens_along(page.trace.record(layer.weights), Axis::key)});
    }
    return labels;
}

/// Queries in front of the first head of a layer, keys above all of them; `query`: the one that is pointed at.
void draw_labels(Page& page, const AttentionLayer& layer, const Rect& box, bool first, bool keyed, int query) {
    HeatPanel panel = label_panel(page, layer);
    panel.rect = box;
    Track rows = label_track(layer.queries, box.h);
    const Track cols = label_track(layer.keys, box.w);
    if (query >= 0) {
        panel.outlines.push_back({query, 0, 1, layer.keys, colour(page.painter.theme(), Meaning::query)});
        rows.kept = {query};
    }
    if (first) draw_row_labels(page, panel, rows, box.x);
    if (!keyed) return;
    panel.col_fit = column_fit(page, panel, cols);
    draw_col_labels(page, panel, cols, box.y);
}

/// The name of a layer above its maps, from their labels on, and the numbers of its heads.
void draw_heading(Ui& ui, const ThumbGrid& grid, int index, const Rect& first, const AttentionLayer& layer,
                  bool chosen) {
    Painter& painter = ui.painter;
    const float em = ui.em, room = grid.name_room(index),
                label = grid.labels[static_cast<std::size_t>(index % grid.across)];
    const float above = grid.above[static_cast<std::size_t>(index / grid.across)];
    Rect line{first.x - label, first.y - above - grid.heading, room, grid.heading};
    const std::string name = fitting_title(painter, layer, room);
    text_in(painter, grid.named ? line.take_top(grid.heading / 2) : line, name,
            {.colour = chosen ? ui.theme.text : ui.theme.muted,
             .size = em::small,
             .face = chosen ? Face::bold : Face::sans});
    const float title = grid.named ? 0 : painter.measure(name, em::small, Face::bold).width;
    const float number = painter.measure(fmt::format(texts::attention::head_number, 1), em::small).width;
    for (int h = 0; h < layer.heads && layer.counted; ++h) {
        const Rect at{first.x + (grid.slot.x + grid.gap) * static_cast<float>(h), line.y, grid.slot.x, line.h};
        TextStyle style{.colour = ui.theme.muted, .size = em::small, .align = Align::centre};
        if (h == 0 && title + 0.6F * em > label + (grid.slot.x - number) / 2) {
            if (title + number + em > room) continue;
            style.align = Align::right;
        }
        text_in(painter, at,
                number < grid.slot.x ? fmt::format(texts::attention::head_number, h + 1) : std::to_string(h + 1),
                style);
    }
}

}  // namespace

void draw_thumb(Page& page, const AttentionLayer& layer, int head, const Rect& rect, float brightest) {
    const Shape& shape = page.trace.record(layer.weights).shape;
    Cell at;
    at[shape.find(Axis::head)] = head;
    const Slice slice = page.slice(layer.weights, shape.rank() - 2, shape.rank() - 1, at);
    HeatStyle style = page.style(layer.weights, slice.values);
    style.gap = 0;
    if (brightest > 0) style.limit = brightest;
    LabelledMatrix{.values = slice.values, .style = style}.draw(page.painter, rect);
}

HeadTouch draw_thumbnails(ViewContext& context, const Rect& area, const std::vector<AttentionLayer>& layers,
                          HeadAt chosen, AttentionState& state, AttentionFigures& figures, PictureMemory& memory,
                          bool large, float common) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const float em = ui.em;
    HeadTouch touch;
    const Scene scene{.evaluation = evaluation, .record = layers.front().weights, .memory = &memory};
    Rect place = begin_scroll(ui, "thumbnails", area);
    Page page(ui.painter, place, scene, nowhere, memory);
    const ThumbGrid& grid = state.grids.of(evaluation.generation(), ui.painter, area, layers, large, [&] {
        return large ? labels_of(page, layers, area.w) : std::vector<ThumbLabels>{};
    });
    if (large) place.y += std::round(std::max(0.0F, area.h - grid.height()) / 3);
    if (large) place.x += std::round(std::max(0.0F, (place.w - grid.width()) / 2));
    const Rect seen = ui.painter.clip().intersect(area);
    const float number = ui.painter.measure(std::to_string(grid.max_heads), em::small).width + 0.3F * em;
    const int apart = std::max(1, static_cast<int>(std::ceil(number / (grid.slot.x + grid.gap))));
    const bool counted = std::ranges::any_of(layers, &AttentionLayer::counted);
    // A held limit is every head's.
    const bool own_scales =
        !(common > 0) && !is_held(ui.painter.limits(), {.map = HeatMap::sequential, .meaning = Meaning::weight});
    for (int h = 0; h < grid.max_heads && !grid.headed && counted; h += apart) {
        const float x = place.x + grid.columns.front() + (grid.slot.x + grid.gap) * static_cast<float>(h);
        text_in(
            ui.painter, {x - grid.gap, place.y, grid.slot.x + 2 * grid.gap, grid.heading},
            large && grid.slot.x > 4 * em ? fmt::format(texts::attention::head_number, h + 1) : std::to_string(h + 1),
            {.colour = ui.theme.muted, .size = em::small, .align = Align::centre});
    }
    const ThumbVeils veils(page, layers, state);
    std::optional<HeadFocus> pointed;
    for (int l = 0; l < static_cast<int>(layers.size()); ++l) {
        const AttentionLayer& layer = layers[static_cast<std::size_t>(l)];
        const Rect first = grid.place(place, l, 0);
        Colour ground = ui.theme.background;
        const float above = grid.above[static_cast<std::size_t>(l / grid.across)];
        if (first.bottom() + grid.caption < seen.y || first.y - above - grid.heading > seen.bottom()) continue;
        const float label = grid.labels[static_cast<std::size_t>(l % grid.across)];
        if (large && layers.size() > 1) {  // the heads of a layer together, on its tint
            const float top = first.y - above - (grid.headed ? grid.heading : 0.3F * em),
                        right = grid.place(place, l, layer.heads - 1).right();
            ground = mix(ground, head_colour(ui.theme, l, static_cast<int>(layers.size())), 0.09F);
            ui.painter.fill({first.x - label - 0.5F * em, top - 0.1F * em,
                             right - first.x + label + 0.5F * em + std::max(0.8F * em, grid.gap),
                             first.bottom() + grid.caption - top + 0.3F * em},
                            ground, 0.5F * em);
        }
        if (grid.headed) {
            draw_heading(ui, grid, l, first, layer, l == chosen.layer);
        } else {
            const TextStyle style{.colour = l == chosen.layer ? ui.theme.text : ui.theme.muted,
                                  .size = em::small,
                                  .face = l == chosen.layer ? Face::bold : Face::sans,
                                  .align = large ? Align::left : Align::right};
            const Rect beside{place.x, first.y, label - 0.5F * em, first.h};
            const float used = large ? paragraph(ui.painter, beside, layer.title, style, false) : 0;
            if (large && used <= beside.h)
                paragraph(ui.painter, {beside.x, beside.y + (beside.h - used) / 2, beside.w, used}, layer.title, style);
            else
                text_in(ui.painter, beside, layer.brief, style);
        }
        const std::vector<HeadFigures>* const known = figures.of(layer);
        const std::vector<bool> off = heads_off(evaluation, layer.weights);
        if (grid.labelled) {
            const Region words =
                region(ui, "thumb words " + std::to_string(l + 1), {first.x - label, first.y, label, first.h});
            context.targets.put("thumb words " + std::to_string(l + 1), {first.x - label, first.y, label, first.h});
            if (words.hovered)
                pointed = {l, -1,
                           std::clamp(static_cast<int>((words.mouse.y - first.y) / first.h *
                                                       static_cast<float>(layer.queries)),
                                      0, layer.queries - 1)};
        }
        for (int h = 0; h < layer.heads; ++h) {
            const Rect box = grid.place(place, l, h);
            const std::string name = thumb_name(l, h);
            const Region touched = region(ui, name, box, true);
            context.targets.put(name, box);
            ui.painter.fill(box, ui.theme.panel);
            const float own = known == nullptr ? 0 : static_cast<float>((*known)[static_cast<std::size_t>(h)].peak);
            draw_thumb(page, layer, h, box, common > 0 ? common : own);
            if (grid.labelled) draw_labels(page, layer, box, h == 0, above > 0, veils.row(l));
            const bool is_off = static_cast<std::size_t>(h) < off.size() && off[static_cast<std::size_t>(h)];
            if (is_off) draw_off_mark(ui.painter, box);
            const Rect caption{box.x - caption_overhang / 2 * em, box.bottom(), grid.slot.x + caption_overhang * em,
                               grid.caption};
            if (grid.caption > 0 && known != nullptr)
                draw_caption(ui.painter, caption, (*known)[static_cast<std::size_t>(h)], grid.caption_lines,
                             own_scales);
            veils.over_map(l, box);
            if (grid.caption > 0) veils.over_words(l, h, caption, ground);
            const bool here = l == chosen.layer && h == chosen.head;
            const bool overlaid = state.overlays && l == chosen.layer && layer.heads > 1 &&
                                  (state.overlaid.empty() ||
                                   std::find(state.overlaid.begin(), state.overlaid.end(), h) != state.overlaid.end());
            if (overlaid)
                ui.painter.stroke(box.inset(-1), head_colour(ui.theme, h, layer.heads), 3, 2);
            else if (here || touched.hovered || touched.focused)
                ui.painter.stroke(box.inset(-1), here ? ui.theme.accent : ui.theme.muted, here ? 2.0F : 1.0F, 2);
            if (overlaid && here) ui.painter.stroke(box.inset(-4), ui.theme.accent, 1.5F, 3);
            if (touched.hovered) {
                pointed = {l, h, -1};
                *ui.cursor = CursorShape::hand;
                touch.hovered = {l, h};
                tooltip(ui, box, tooltip_text(layer, h, known) + (is_off ? texts::attention::head_off : ""),
                        TooltipPlace::beside);
            }
            if (touched.clicked || touched.activated) touch.clicked = {l, h};
            if (touched.double_clicked) touch.opened = {l, h};
            if (touched.right_clicked) touch.menu = {l, h};
        }
    }
    const std::optional<HeadFocus> before = state.fading.what();
    state.fading.point(pointed, ui.now, context.preferences.moves());
    if (state.fading.moving() || before != state.fading.what()) ui.keep_awake();
    // The scale of all heads does not wait for those that have to be scrolled to.
    for (const AttentionLayer& layer : layers) static_cast<void>(figures.of(layer));
    end_scroll(ui, place.y + grid.height());
    return touch;
}

HeadTouch draw_numbers(ViewContext& context, const Rect& area, const std::vector<AttentionLayer>& layers, HeadAt chosen,
                       AttentionFigures& figures) {
    Ui& ui = context.ui;
    const float em = ui.em;
    HeadTouch touch;
    struct Column {
        const char* title;
        double (*of)(const HeadFigures&);
    };
    static constexpr std::array<Column, 7> columns{{
        {texts::attention::entropy_column, [](const HeadFigures& f) { return f.entropy; }},
        {texts::attention::max_weight_column, [](const HeadFigures& f) { return static_cast<double>(f.largest); }},
        {texts::attention::previous_column, [](const HeadFigures& f) { return f.previous; }},
        {texts::attention::first_column, [](const HeadFigures& f) { return f.first; }},
        {texts::attention::itself_column, [](const HeadFigures& f) { return f.own; }},
        {texts::attention::duplicate_column, [](const HeadFigures& f) { return f.duplicate; }},
        {texts::attention::induction_column, [](const HeadFigures& f) { return f.induction; }},
    }};
    Rect rest = area;
    // Numbers are never cut: where room is short they are smaller, and then the last columns are left out.
    const float name = std::min(0.3F * area.w, 15 * em), high = std::round(1.6F * em), room = area.w - name - 0.8F * em;
    const auto needed = [&](float size) { return ui.painter.measure("8.4·10⁻⁴", size, Face::mono).width + 1.3F * em; };
    const auto most = static_cast<float>(columns.size());
    const float size = most * needed(em::body) <= room ? em::body : em::small;
    const auto shown = static_cast<std::size_t>(std::clamp(std::floor(room / needed(size)), 1.0F, most));
    const float wide = std::max(1.0F, room / static_cast<float>(shown));
    const Rect head = rest.take_top(3.0F * em);
    for (std::size_t c = 0; c < shown; ++c) {
        const Rect place{head.x + name + wide * static_cast<float>(c), head.y, wide - 0.6F * em, head.h};
        context.targets.put("numbers column " + std::to_string(c + 1), place);
        const TextStyle style{.colour = ui.theme.muted, .size = em::small};
        const float used = paragraph(ui.painter, place, columns[c].title, style, false);
        paragraph(ui.painter, {place.x, place.bottom() - used - 0.3F * em, place.w, used}, columns[c].title, style);
    }
    ui.painter.line({area.x, head.bottom()}, {area.right(), head.bottom()}, ui.theme.border);
    const float notes = 3.2F * em;
    const Rect below = rest.take_bottom(rest.h > 12 * em ? notes : 0);
    Rect place = begin_scroll(ui, "numbers", rest);
    float y = place.y + 0.3F * em;
    for (int l = 0; l < static_cast<int>(layers.size()); ++l) {
        const AttentionLayer& layer = layers[static_cast<std::size_t>(l)];
        const float rows = high * static_cast<float>(layer.heads);
        if (y + rows < rest.y || y > rest.bottom()) {
            y += rows;
            continue;
        }
        const std::vector<bool> off = heads_off(*context.shown.current, layer.weights);
        for (int h = 0; h < layer.heads; ++h, y += high) {
            if (y + high < rest.y || y > rest.bottom()) continue;
            const Rect row{place.x, y, place.w, high};
            const std::string id = "numbers " + std::to_string(l + 1) + "." + std::to_string(h + 1);
            const Region touched = region(ui, id, row, true);
            context.targets.put(id, row);
            const bool here = l == chosen.layer && h == chosen.head;
            if (here || touched.hovered || touched.focused)
                ui.painter.fill(row, here ? ui.theme.control_hot : ui.theme.control, 0.25F * em);
            const bool is_off = static_cast<std::size_t>(h) < off.size() && off[static_cast<std::size_t>(h)];
            text_in(ui.painter, {row.x + 0.5F * em, row.y, name - em, row.h},
                    is_off ? fmt::format(texts::attention::head_is_off, head_text(layer, h)) : head_text(layer, h),
                    {.colour = is_off ? ui.theme.warning : ui.theme.text});
            const std::vector<HeadFigures>* const known = figures.of(layer);
            for (std::size_t c = 0; c < shown && known != nullptr; ++c) {
                const double value = columns[c].of((*known)[static_cast<std::size_t>(h)]);
                Rect cell{row.x + name + wide * static_cast<float>(c), row.y, wide - 0.6F * em, row.h};
                if (c > 0 && !std::isnan(value))  // a share of 1; entropy has no such end
                    ui.painter.fill(
                        {cell.x, cell.y + 0.15F * em, cell.w * static_cast<float>(value), cell.h - 0.3F * em},
                        colour(ui.theme, Meaning::weight).faded(0.3F), 2);
                text_in(ui.painter, cell.inset(0.3F * em, 0), share_text(value),
                        {.colour = ui.theme.text, .size = size, .face = Face::mono});
            }
            if (touched.hovered) {
                *ui.cursor = CursorShape::hand;
                touch.hovered = {l, h};
            }
            if (touched.clicked || touched.activated) touch.clicked = {l, h};
            if (touched.double_clicked) touch.opened = {l, h};
            if (touched.right_clicked) touch.menu = {l, h};
        }
    }
    end_scroll(ui, y);
    std::string explained = texts::attention::columns_explained;
    if (shown < columns.size()) {
        std::string left_out = columns[shown].title;
        for (std::size_t c = shown + 1; c < columns.size(); ++c) left_out += std::string(", ") + columns[c].title;
        explained = fmt::format(texts::attention::columns_left_out, left_out);
    }
    if (below.h > 0)
        paragraph(ui.painter, {below.x, below.y + 0.4F * em, below.w, below.h}, explained,
                  {.colour = ui.theme.muted, .size = em::small});
    return touch;
}

}  // namespace glassformer
