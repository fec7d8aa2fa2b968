#include "app/views/attention/thumbnails.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/pictures/off_mark.h"
#include "app/views/attention/modes.h"
#include "app/views/heads_off.h"
#include "app/views/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

std::string thumb_name(int layer, int head) {
    return "thumb " + std::to_string(layer + 1) + "." + std::to_string(head + 1);
}

std::string share_text(double value) { return std::isnan(value) ? "–" : number_text(value); }

std::string tooltip_text(const AttentionLayer& layer, int head, const std::vector<HeadFigures>* figures) {
    std::string text = layer.title + ", head " + std::to_string(head + 1);
    if (figures == nullptr) return text;
    const HeadFigures& of = (*figures)[static_cast<std::size_t>(head)];
    text += "\nentropy " + number_text(of.entropy) + " nats · largest weight " +
            number_text(static_cast<double>(of.largest)) + "\nbrightest here from " + number_text(of.peak) +
            ", the mean of the rows' largest weights";
    if (!std::isnan(of.previous))
        text += "\nmean weight on the token before " + share_text(of.previous) + ", on the first token " +
                share_text(of.first) + ", on itself " + share_text(of.own);
    return text;
}

}  // namespace

Rect ThumbGrid::place(const Rect& area, int layer, int head) const {
    return Rect{area.x + label + (size + gap) * static_cast<float>(head),
                area.y + heading + (size + caption + gap) * static_cast<float>(layer), size, size}
        .snapped();
}
float ThumbGrid::height(int layers) const { return heading + (size + caption + gap) * static_cast<float>(layers); }
float ThumbGrid::width() const { return label + (size + gap) * static_cast<float>(most_heads); }

ThumbGrid thumb_grid(Painter& painter, const Rect& area, const std::vector<AttentionLayer>& layers, bool large) {
    const float em = painter.em();
    ThumbGrid grid;
    float widest = 0;
    for (const AttentionLayer& layer : layers) {
        grid.most_heads = std::max(grid.most_heads, layer.heads);
        widest = std::max(widest, painter.measure(large ? layer.title : layer.brief, em::small, Face::bold).width);
    }
    grid.label = std::min(widest, std::min(0.2F * area.w, 9 * em)) + 0.7F * em;
    grid.heading = 1.5F * em;
    grid.gap = std::round(std::max(3.0F, (grid.most_heads > 8 ? 0.25F : 0.5F) * em));
    const auto heads = static_cast<float>(grid.most_heads), rows = static_cast<float>(layers.size());
    const float wide = (area.w - grid.label - 0.8F * em) / heads - grid.gap;
    const float high = (area.h - grid.heading) / rows - grid.gap;
    const float caption_width = 7.4F * em, caption = 1.4F * em;
    if (large && std::min(wide, high - caption) >= caption_width) grid.caption = caption;
    const float least = (large ? 2.2F : 1.0F) * em, most = (large ? 34.0F : 5.0F) * em;
    grid.size = std::floor(std::max(1.0F, std::min(wide, std::clamp(high - grid.caption, least, most))));
    return grid;
}

void draw_thumb(Page& page, const AttentionLayer& layer, int head, const Rect& rect, float brightest) {
    const Shape& shape = page.trace.record(layer.weights).shape;
    Cell at;
    at[shape.find(Axis::head)] = head;
    const Slice slice = page.slice(layer.weights, shape.rank() - 2, shape.rank() - 1, at);
    HeatStyle style = page.style(layer.weights, slice.values);
    style.gap = 0;
    if (brightest > 0) style.limit = brightest;
    // Cells stay squares where queries and keys are unlike in number.
    Rect place = rect;
    const float ratio = static_cast<float>(layer.keys) / static_cast<float>(layer.queries);
    if (ratio > 1) place.h = std::max(2.0F, std::round(rect.h / ratio));
    if (ratio < 1) place.w = std::max(2.0F, std::round(rect.w * ratio));
    page.painter.heatmap(slice.values, place, style);
}

HeadTouch draw_thumbnails(ViewContext& context, const Rect& area, const std::vector<AttentionLayer>& layers,
                          HeadAt chosen, const AttentionState& state, AttentionFigures& figures, PictureMemory& memory,
                          bool large) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const float em = ui.em;
    HeadTouch touch;
    const ThumbGrid grid = thumb_grid(ui.painter, area, layers, large);
    Rect place = begin_scroll(ui, "thumbnails", area);
    if (large && grid.height(static_cast<int>(layers.size())) < area.h)
        place.y += std::round((area.h - grid.height(static_cast<int>(layers.size()))) / 4);
    if (large) place.x += std::round(std::max(0.0F, (place.w - grid.width()) / 2));
    const Scene scene{.evaluation = evaluation, .record = layers.front().weights, .memory = &memory};
    Page page(ui.painter, place, scene, nowhere, memory);
    const Rect seen = ui.painter.clip().intersect(area);
    const float number = ui.painter.measure(std::to_string(grid.most_heads), em::small).width + 0.3F * em;
    const int apart = std::max(1, static_cast<int>(std::ceil(number / (grid.size + grid.gap))));
    for (int h = 0; h < grid.most_heads; h += apart) {
        const Rect at = grid.place(place, 0, h);
        text_in(ui.painter, {at.x - grid.gap, place.y, at.w + 2 * grid.gap, grid.heading},
                (large && grid.size > 4 * em ? "Head " : "") + std::to_string(h + 1),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::centre});
    }
    for (int l = 0; l < static_cast<int>(layers.size()); ++l) {
        const AttentionLayer& layer = layers[static_cast<std::size_t>(l)];
        const Rect first = grid.place(place, l, 0);
        if (first.bottom() + grid.caption < seen.y || first.y > seen.bottom()) continue;
        const TextStyle label{.colour = l == chosen.layer ? ui.theme.text : ui.theme.muted,
                              .size = em::small,
                              .face = l == chosen.layer ? Face::bold : Face::sans,
                              .align = large ? Align::left : Align::right};
        const Rect beside{place.x, first.y, grid.label - 0.5F * em, first.h};
        const float used = large ? paragraph(ui.painter, beside, layer.title, label, false) : 0;
        if (large && used <= beside.h)
            paragraph(ui.painter, {beside.x, beside.y + (beside.h - used) / 2, beside.w, used}, layer.title, label);
        else
            text_in(ui.painter, beside, layer.brief, label);
        const std::vector<HeadFigures>* const known = figures.of(layer);
        const std::vector<bool> off = heads_off(evaluation, layer.weights);
        for (int h = 0; h < layer.heads; ++h) {
            const Rect box = grid.place(place, l, h);
            const std::string name = thumb_name(l, h);
            const Region touched = region(ui, name, box, true);
            context.targets.put(name, box);
            ui.painter.fill(box, ui.theme.panel);
            const float brightest =
                known == nullptr ? 0 : static_cast<float>((*known)[static_cast<std::size_t>(h)].peak);
            draw_thumb(page, layer, h, box, brightest);
            const bool is_off = static_cast<std::size_t>(h) < off.size() && off[static_cast<std::size_t>(h)];
            if (is_off) draw_off_mark(ui.painter, box);
            const bool here = l == chosen.layer && h == chosen.head;
            const bool overlaid = state.mode == AttentionMode::overlay && l == chosen.layer &&
                                  std::find(state.overlaid.begin(), state.overlaid.end(), h) != state.overlaid.end();
            if (overlaid)
                ui.painter.stroke(box.inset(-1), head_colour(ui.theme, h, layer.heads), 3, 2);
            else if (here || touched.hovered || touched.focused)
                ui.painter.stroke(box.inset(-1), here ? ui.theme.accent : ui.theme.muted, here ? 2.0F : 1.0F, 2);
            if (overlaid && here) ui.painter.stroke(box.inset(-4), ui.theme.accent, 1.5F, 3);
            if (grid.caption > 0 && known != nullptr) {
                const HeadFigures& of = (*known)[static_cast<std::size_t>(h)];
                text_in(ui.painter, {box.x - 0.2F * em, box.bottom(), box.w + 0.4F * em, grid.caption},
                        "H " + number_text(of.entropy) + " · max " + number_text(static_cast<double>(of.largest)),
                        {.colour = ui.theme.muted, .size = em::small, .align = Align::centre});
            }
            if (touched.hovered) {
                *ui.cursor = CursorShape::hand;
                touch.hovered = {l, h};
                tooltip(ui, box, tooltip_text(layer, h, known) + (is_off ? "\nswitched off: it hands on zeros" : ""));
            }
            if (touched.clicked || touched.activated) touch.clicked = {l, h};
            if (touched.double_clicked) touch.opened = {l, h};
        }
    }
    end_scroll(ui, place.y + grid.height(static_cast<int>(layers.size())));
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
        {"entropy (nats)", [](const HeadFigures& f) { return f.entropy; }},
        {"largest weight", [](const HeadFigures& f) { return static_cast<double>(f.largest); }},
        {"token before", [](const HeadFigures& f) { return f.previous; }},
        {"first token", [](const HeadFigures& f) { return f.first; }},
        {"itself", [](const HeadFigures& f) { return f.own; }},
        {"same token", [](const HeadFigures& f) { return f.duplicate; }},
        {"behind the same", [](const HeadFigures& f) { return f.induction; }},
    }};
    Rect rest = area;
    const float name = std::min(0.3F * area.w, 15 * em), high = std::round(1.6F * em);
    const float wide = std::max(1.0F, (area.w - name - 0.8F * em) / static_cast<float>(columns.size()));
    const Rect head = rest.take_top(3.0F * em);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Rect place{head.x + name + wide * static_cast<float>(c), head.y, wide - 0.6F * em, head.h};
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
                    layer.title + ", head " + std::to_string(h + 1) + (is_off ? ", off" : ""),
                    {.colour = is_off ? ui.theme.warning : ui.theme.text});
            const std::vector<HeadFigures>* const known = figures.of(layer);
            for (std::size_t c = 0; c < columns.size() && known != nullptr; ++c) {
                const double value = columns[c].of((*known)[static_cast<std::size_t>(h)]);
                Rect cell{row.x + name + wide * static_cast<float>(c), row.y, wide - 0.6F * em, row.h};
                if (c > 0 && !std::isnan(value))  // a share of 1; entropy has no such end
                    ui.painter.fill(
                        {cell.x, cell.y + 0.15F * em, cell.w * static_cast<float>(value), cell.h - 0.3F * em},
                        colour(ui.theme, Meaning::weight).faded(0.3F), 2);
                text_in(ui.painter, cell.inset(0.3F * em, 0), share_text(value),
                        {.colour = ui.theme.text, .face = Face::mono});
            }
            if (touched.hovered) {
                *ui.cursor = CursorShape::hand;
                touch.hovered = {l, h};
            }
            if (touched.clicked || touched.activated) touch.clicked = {l, h};
            if (touched.double_clicked) touch.opened = {l, h};
        }
    }
    end_scroll(ui, y);
    if (below.h > 0)
        paragraph(ui.painter, {below.x, below.y + 0.4F * em, below.w, below.h},
                  "Means over the rows: the weight on the token before, on the first one, on the row's own token, on "
                  "earlier tokens that are the same, and on those behind them.",
                  {.colour = ui.theme.muted, .size = em::small});
    return touch;
}

}  // namespace glassformer
