#include "app/views/attention/heads_strip.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/formula.h"
#include "app/paint/outline.h"
#include "app/pictures/board/heat_panel.h"
#include "app/views/attention/step_maps.h"
#include "app/views/attention/texts.h"

namespace glassformer {

namespace {

constexpr float above_maps = 0.4F, title_height = 1.5F, map_height = 3.2F, legend_height = 1.3F;  // em
constexpr float arrow = 2.8F, apart = 1.0F;       // em: in front of a matrix
constexpr float widest_matrix = 11;               // em
constexpr FormulaStyle over_style{.size = 0.8F};  // of an arrow

/// A matrix of the strip as it is laid out.
struct Column {
    int record = -1;
    int heads = 1;          // parts that it has, or that the chosen head is outlined in
    bool cut = false;       // with gaps between them
    const char* sign = "";  // in front of it
    std::string over{};     // … and markup above that sign
};

/// Heads of keys and values are shared by as many heads of queries as there are more of these.
int own_part(int head, int heads, int of) { return std::clamp(head * of / std::max(1, heads), 0, of - 1); }

int heads_of(const Trace& trace, int record) { return trace.record(record).shape.size_of(Axis::head, 1); }

bool projects(const Trace& trace, const HeadRecords& records) {
    return trace.record(records.out).operation->name() == "linear";
}

Slice part_of(const Page& page, int record, int part) {
    const Shape& shape = page.trace.record(record).shape;
    Cell at;
    if (const int d = shape.find(Axis::head); d >= 0) at[d] = part;
    return page.slice(record, shape.rank() - 2, shape.rank() - 1, at);
}

class StripPainter {
public:
    StripPainter(Page& page, const AttentionLayer& layer, const HeadRecords& records, int head, int pointed)
        : page_(page), painter_(page.painter), layer_(layer), records_(records), head_(head), pointed_(pointed) {}

    StripDrawn draw(const std::string& sentence) {
        const float em = page_.em;
        Rect rest = page_.area;
        const float said = paragraph(painter_, rest, sentence, {.colour = painter_.theme().muted, .size = em::small});
        rest.take_top(said + above_maps * em);
        const std::vector<Column> columns = list();
        float signs = 0, units = 0;
        for (const Column& column : columns) {
            signs += before(column);
            units += static_cast<float>(share(column));
        }
        const float unit = std::min((rest.w - signs) / units, widest_matrix * em / static_cast<float>(layer_.heads));
        float x = rest.x + std::max(0.0F, (rest.w - signs - unit * units) / 2);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Column& column = columns[i];
            if (*column.sign != 0) sign(column, {x, rest.y + title_height * em, before(column), map_height * em});
            x += before(column);
            const float wide = unit * static_cast<float>(share(column));
            // Its title reaches to that of the next one.
            const float free = i + 1 < columns.size() ? before(columns[i + 1]) - 0.5F * em : 0;
            matrix(column, Rect{x, rest.y + title_height * em, wide, map_height * em}.snapped(), free);
            x += wide;
        }
        return std::move(drawn_);
    }

private:
    std::vector<Column> list() const {
        const Trace& trace = page_.trace;
        const auto cut = [&](int record, const char* sign = "") {
            const int heads = heads_of(trace, record);
            return Column{record, heads, heads > 1, sign};
        };
        return {cut(records_.query),
                cut(records_.key),
                cut(records_.value),
                cut(records_.outputs, "→"),
                Column{records_.concat, layer_.heads, false, "→"},
                Column{records_.out, 1, false, "→", projects(trace, records_) ? "W^{O}" : ""}};
    }
    /// Of the width, in heads.
    int share(const Column& column) const { return column.record == records_.out ? layer_.heads : column.heads; }

    /// Between it and the matrix before it: for its arrow, and for what stands over that.
    float before(const Column& column) {
        if (*column.sign == 0) return column.record == records_.query ? 0 : apart * page_.em;
        if (column.over.empty()) return arrow * page_.em;
        return std::max(arrow * page_.em,
                        measure_formula(painter_, column.over, 1000, over_style).width + 0.3F * page_.em);
    }

    void sign(const Column& column, const Rect& place) {
        const Theme& theme = painter_.theme();
        // Below the line of the titles, which reach over their matrices; the arrow gives way to large letters.
        const float high =
            column.over.empty()
                ? 0
                : std::max(0.4F * place.h, measure_formula(painter_, column.over, 1000, over_style).height);
        const float y = std::max(place.centre().y, place.y + high + 0.2F * page_.em);
        painter_.text({place.centre().x, y}, column.sign,
                      {.colour = theme.muted, .size = em::large, .align = Align::centre, .anchor = Anchor::middle});
        if (!column.over.empty()) draw_formula(painter_, column.over, {place.x, place.y, place.w, high}, over_style);
    }

    /// `free`: at its right, for its title.
    void matrix(const Column& column, const Rect& rect, float free) {
        const float em = page_.em;
        const int parts = column.cut ? column.heads : 1;
        const float gap =
            parts > 1 ? std::clamp(std::round(0.12F * rect.w / static_cast<float>(parts)), 1.0F, 0.3F * em) : 0;
        StripMatrix made{.record = column.record, .parts = {}, .rect = rect};
        HeatStyle style{.limit = 0};
        std::vector<Slice> slices;
        std::vector<ConstMatrix> all;
        for (int part = 0; part < parts; ++part) {
            slices.push_back(part_of(page_, column.record, part));
            all.push_back(slices.back().values);
            const float so_far = style.limit;
            style = page_.style(column.record, slices.back().values);
            style.limit = std::max(style.limit, so_far);  // one scale for all heads
        }
        style.gap = 0;
        const float wide = (rect.w - gap * static_cast<float>(parts - 1)) / static_cast<float>(parts);
        for (int part = 0; part < parts; ++part) {
            const Rect place = Rect{rect.x + (wide + gap) * static_cast<float>(part), rect.y, wide, rect.h}.snapped();
            draw_plain(page_, {.slice = slices[static_cast<std::size_t>(part)], .style = style, .rect = place});
            made.parts.push_back(place);
        }
        mark(column, made);
        // A part of a name says nothing: the symbol stands alone where both have no room.
        const std::string symbol = page_.trace.coloured_symbol(column.record);
        const std::string& name = page_.trace.record(column.record).stage->label;
        const float wide_title = measure_formula(painter_, symbol, 1000, {.size = 1.2F}).width + 0.6F * em +
                                 painter_.measure(name, em::small).width;
        draw_title(page_, {rect.x, rect.y - title_height * em}, symbol, wide_title <= rect.w + free ? name : "",
                   rect.w + free);
        legend_line(painter_,
                    {rect.x, rect.bottom() + 0.25F * em, std::min(rect.w, 9 * em), legend_height * em - 0.3F * em},
                    style, all);
        drawn_.matrices.push_back(std::move(made));
    }

    /// Where this head's numbers are in a matrix: one of its parts, or columns of the whole.
    Rect columns_of(const Column& column, const StripMatrix& made, int head) const {
        const int part = own_part(head, layer_.heads, column.heads);
        if (made.parts.size() > 1) return made.parts[static_cast<std::size_t>(part)];
        const float wide = made.rect.w / static_cast<float>(column.heads);
        return Rect{made.rect.x + wide * static_cast<float>(part), made.rect.y, wide, made.rect.h}.snapped();
    }

    void mark(const Column& column, const StripMatrix& made) {
        if (layer_.heads < 2 || column.record == records_.out) return;
        const Theme& theme = painter_.theme();
        if (pointed_ >= 0 && pointed_ != head_)
            outline(painter_, columns_of(column, made, pointed_).inset(-1), theme.text);
        outline(painter_, columns_of(column, made, head_).inset(-1), theme.accent, 2);
    }

    Page& page_;
    Painter& painter_;
    const AttentionLayer& layer_;
    const HeadRecords& records_;
    const int head_, pointed_;
    StripDrawn drawn_;
};

}  // namespace

HeadRecords head_records(const Trace& trace, const AttentionLayer& layer) {
    HeadRecords found;
    const Site& site = trace.record(layer.weights).site;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.value == nullptr || record.stage == nullptr || record.operation == nullptr) continue;
        if (record.site.block != site.block || record.site.stack != site.stack ||
            record.site.attention != site.attention)
            continue;
        const auto reads = [&](int operand) {
            return operand >= 0 && std::ranges::find(record.operands, operand) != record.operands.end();
        };
        if (record.stage == &stage::q) found.query = id;
        if (record.stage == &stage::k) found.key = id;
        if (record.stage == &stage::v) found.value = id;
        if (record.stage == &stage::heads && reads(layer.weights)) found.outputs = id;
        if (record.stage == &stage::concat && reads(found.outputs)) found.concat = id;
        if (record.stage == &stage::out && reads(found.concat)) found.out = id;
    }
    return found;
}

float heads_strip_height(Painter& painter, const Rect& area, int layers, const std::string& sentence) {
    const float em = painter.em();
    const float said = paragraph(painter, area, sentence, {.colour = painter.theme().muted, .size = em::small}, false);
    const float strip = said + (above_maps + title_height + map_height + legend_height) * em;
    const float left = area.h - strip;
    constexpr float least_layer = 6.5F, most_lines = 4;  // em: its maps with their words; more layers share lines
    return left >= least_layer * em * std::min(most_lines, static_cast<float>(layers)) && area.w >= 40 * em ? strip : 0;
}

std::string heads_strip_sentence(const Trace& trace, const AttentionLayer& layer, const HeadRecords& records) {
    const int heads = layer.heads, groups = heads_of(trace, records.key);
    const char* cut = heads == 1        ? texts::attention::strip_one_head
                      : groups == heads ? texts::attention::strip_split
                      : groups == 1     ? texts::attention::strip_shared
                                        : texts::attention::strip_grouped;
    const char* joined = projects(trace, records)
                             ? heads == 1 ? texts::attention::strip_projected_one : texts::attention::strip_projected
                         : heads == 1 ? texts::attention::strip_not_projected_one
                                      : texts::attention::strip_not_projected;
    return fmt::format(texts::attention::strip, layer.title, fmt::format(fmt::runtime(cut), heads, groups), joined);
}

StripDrawn draw_heads_strip(Page& page, const AttentionLayer& layer, const HeadRecords& records,
                            const std::string& sentence, int head, int pointed) {
    return StripPainter(page, layer, records, head, pointed).draw(sentence);
}

}  // namespace glassformer
