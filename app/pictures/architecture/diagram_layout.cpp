#include "app/pictures/architecture/diagram_layout.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/pictures/architecture/stage_chart.h"
#include "app/pictures/architecture/texts.h"

namespace glassformer {

namespace {

using Kind = DiagramBox::Kind;

// In em.
constexpr float title_room = 2.1F, note_room = 1.7F, end_beside_small = 1.75F;
constexpr float least_small_line = 1.15F, line_of_text = 1.36F;  // the second in the size of the text
constexpr float least_pitch = 2.25F, most_pitch = 4.4F, roomy_pitch = 3.9F;
constexpr float wide_lane = 1.7F, brief_lane = 1.3F, wide_between = 4.2F, brief_between = 2.4F;
constexpr float least_brief_pitch = 1.95F, around_brief = 0.6F, brief_end = 2.1F;
constexpr float least_side = 19, most_side = 44, before_side = 2.4F;
constexpr float facts_room = 6.4F, wrapped_facts_room = 9.4F, roomy_facts = 26, keys_room = 1.7F;
constexpr float wrapped_keys_room = 2.8F;
constexpr float least_level = 1.75F, around_label = 0.8F;  // of the chart of stages
constexpr float stream_row = 0.5F, sum_row = 0.8F, sum_with_segments_row = 1.15F, frame_foot = 0.15F,
                frame_head = 0.3F;  // in rows

bool has_segments(const Diagram& diagram) {
    return std::ranges::find(diagram.boxes, Kind::segments, &DiagramBox::kind) != diagram.boxes.end();
}

/// Segments stand below the positions, beside the embedding: their names need the room between the two rows.
float row_of_box(const Diagram& diagram, const DiagramBox& box) {
    if (box.kind == Kind::stream) return stream_row;
    if (!DiagramLayout::round(box)) return 1;
    return has_segments(diagram) ? sum_with_segments_row : sum_row;
}

/// Height of a line of small text in em; in a lecture hall that is drawn larger than elsewhere.
float small_line(const Painter& painter) { return std::max(least_small_line, line_of_text * painter.least_text()); }

/// Above the words of a diagram with brief names there is no note, and their ends have no captions.
float head_room(DiagramSide side) { return title_room + (side == DiagramSide::brief ? 0 : note_room); }
float end_room(const Painter& painter, DiagramSide side) {
    return side == DiagramSide::brief ? brief_end : end_beside_small + small_line(painter);
}

/// The details have a line of their own.
bool has_details(const Painter& painter, float pitch, DiagramSide side) {
    return side != DiagramSide::brief && std::min(pitch, most_pitch * painter.em()) >= roomy_pitch * painter.em() &&
           painter.least_text() <= em::small;
}

/// The widths that the names need.
struct Widths {
    float box = 0, outer = 0;
    float lane = wide_lane, between = wide_between;  // em: beside a box in its frame; between two columns
    int columns = 1;
    float column(float em) const { return outer + 2 * lane * em + box; }
    float figure(float em) const {
        return static_cast<float>(columns) * column(em) + static_cast<float>(columns - 1) * between * em;
    }
};

Widths brief_widths_of(Painter& painter, const Diagram& diagram) {
    const float em = painter.em();
    Widths wide{.lane = brief_lane, .between = brief_between, .columns = static_cast<int>(diagram.columns.size())};
    for (const DiagramColumn& column : diagram.columns)
        wide.outer = std::max(
            wide.outer,
            painter.measure(fmt::format(texts::architecture::repeated, column.blocks), em::large, Face::bold).width +
                1.2F * em);
    for (const DiagramBox& box : diagram.boxes) {
        if (DiagramLayout::beside_sum(box))
            wide.outer = std::max(wide.outer, painter.measure(box.brief, em::small).width + 0.6F * em);
        else if (box.kind == Kind::loss)
            wide.outer = std::max(wide.outer, painter.measure(box.brief).width + 1.6F * em);
        else if (!DiagramLayout::round(box))
            wide.box = std::max(wide.box, painter.measure(box.brief).width + 1.2F * em);
        if (!box.encoding.empty())
            wide.outer = std::max(wide.outer, painter.measure(box.encoding, em::small, Face::bold).width + 1.8F * em);
    }
    return wide;
}

Widths widths_of(Painter& painter, const Diagram& diagram, bool two_lines, DiagramSide side) {
    if (side == DiagramSide::brief) return brief_widths_of(painter, diagram);
    const float em = painter.em();
    const auto small = [&](const std::string& text) { return painter.measure(text, em::small).width; };
    Widths wide{.columns = static_cast<int>(diagram.columns.size())};
    wide.outer = small(texts::architecture::numbers_of) + 1.2F * em;
    for (const DiagramBox& box : diagram.boxes) {
        if (DiagramLayout::beside_sum(box)) {
            wide.outer = std::max(wide.outer, std::max(small(box.name), small(box.detail)) + 3.0F * em);
        } else if (box.kind == Kind::loss) {
            wide.outer = std::max(wide.outer, painter.measure(box.name).width + 1.6F * em);
        } else if (!DiagramLayout::round(box)) {
            const float text = two_lines ? std::max(painter.measure(box.name).width, small(box.detail))
                                         : painter.measure(line_of(box)).width;
            wide.box = std::max(wide.box, text + 1.6F * em);
        }
        if (!box.encoding.empty())
            wide.outer = std::max(
                wide.outer,
                std::max(painter.measure(box.encoding, em::small, Face::bold).width, small(box.effect)) + 2.2F * em);
    }
    return wide;
}

float rows_of(const Diagram& diagram) {
    float most = 1;
    for (const DiagramColumn& column : diagram.columns) {
        float rows = column.blocks > 0 ? frame_foot + frame_head : 0;
        for (const int box : column.boxes) rows += row_of_box(diagram, diagram.boxes[static_cast<std::size_t>(box)]);
        most = std::max(most, rows);
    }
    return most;
}

float room_for_row(const Painter& painter, const Rect& page, const Diagram& diagram, DiagramSide side) {
    return (page.h - (head_room(side) + 2 * end_room(painter, side)) * painter.em()) / rows_of(diagram);
}

/// The width in which every box's stages have their whole names.
float side_width(Painter& painter, const Diagram& diagram) {
    const float em = painter.em();
    float widest = least_side * em;
    for (const DiagramBox& box : diagram.boxes)
        for (const std::string& label : box.labels)
            widest = std::max(widest, box.slots * (painter.measure(label, em::small, Face::bold).width +
                                                   (around_label + chart_gap) * em + 1));
    return widest;
}

int most_levels(const Diagram& diagram) {
    int most = 1;
    for (const DiagramBox& box : diagram.boxes) most = std::max(most, box.levels);
    return most;
}

class LayoutWriter {
public:
    LayoutWriter(Painter& painter, const Diagram& diagram, const DiagramFacts* facts, DiagramSide side)
        : painter_(painter), diagram_(diagram), facts_(facts), side_(side), em_(painter.em()) {}

    DiagramLayout write(const Rect& page, float beside_title) {
        at_.page = page;
        Rect rest = page;
        at_.title = rest.take_top(title_room * em_);
        at_.title.take_right(beside_title);
        at_.note = rest.take_top((head_room(side_) - title_room) * em_);
        pitch_ = std::min(room_for_row(painter_, page, diagram_, side_), most_pitch * em_);
        at_.brief = side_ == DiagramSide::brief;
        at_.two_lines = has_details(painter_, pitch_, side_);
        at_.small_line = small_line(painter_) * em_;
        end_ = end_room(painter_, side_) * em_;
        wide_ = widths_of(painter_, diagram_, at_.two_lines, side_);
        high_ = at_.two_lines ? 2.75F * em_ : std::min(1.75F * em_, pitch_ - (at_.brief ? around_brief : 0.75F) * em_);
        const float figure = wide_.figure(em_);
        const float free = page.w - figure - (facts_ != nullptr ? before_side * em_ : 0);
        const float side = facts_ != nullptr ? std::min(free, most_side * em_) : 0;
        const float left = page.x + std::max(0.0F, (free - side) / 2);
        if (facts_ != nullptr) at_.side = {left + figure + before_side * em_, rest.y, side, rest.h};
        const float used = pitch_ * rows_of(diagram_) + 2 * end_;
        bottom_ = rest.bottom() - std::max(0.0F, rest.h - used) / 2;
        at_.boxes.resize(diagram_.boxes.size());
        at_.labels.resize(diagram_.boxes.size());
        at_.encodings.resize(diagram_.boxes.size());
        for (std::size_t i = 0; i < diagram_.columns.size(); ++i) column(i, left);
        for (std::size_t i = 0; i < diagram_.boxes.size(); ++i) beside(i);
        for (const DiagramArrow& arrow : diagram_.arrows) route(arrow);
        for (std::size_t i = 0; i < diagram_.boxes.size(); ++i)
            if (diagram_.boxes[i].kind == Kind::recurrent) loop(static_cast<int>(i));
        if (facts_ != nullptr) side_parts();
        return std::move(at_);
    }

private:
    const DiagramBox& box(int index) const { return diagram_.boxes[static_cast<std::size_t>(index)]; }
    Rect& rect(int index) { return at_.boxes[static_cast<std::size_t>(index)]; }
    /// Positions enter the sum by so much above its middle and segments below it, where there are both.
    float into_sum() const {
        const auto has = [&](Kind kind) {
            return std::ranges::find(diagram_.boxes, kind, &DiagramBox::kind) != diagram_.boxes.end();
        };
        return has(Kind::segments) && has(Kind::positions) ? 0.3F * em_ : 0;
    }
    /// Residual connections, positions and N× stand at the left; of a decoder beside an encoder at the right.
    bool mirrored(std::size_t column) const { return column > 0; }

    void column(std::size_t index, float left) {
        const DiagramColumn& of = diagram_.columns[index];
        const bool right = mirrored(index);
        const float x = left + static_cast<float>(index) * (wide_.column(em_) + wide_.between * em_);
        const float box_left = x + wide_.lane * em_ + (right ? 0 : wide_.outer), centre = box_left + wide_.box / 2;
        at_.words.push_back({x, bottom_ - end_, wide_.column(em_), end_});
        float y = bottom_ - end_;
        Rect frame{};
        bool inside = false;
        for (const int b : of.boxes) {
            const DiagramBox& here = box(b);
            if (here.repeated && !inside) {
                frame = {box_left - wide_.lane * em_, y, wide_.box + 2 * wide_.lane * em_, 0};
                y -= frame_foot * pitch_;
                inside = true;
            } else if (!here.repeated && inside) {
                y -= frame_head * pitch_;
                frame = {frame.x, y, frame.w, frame.y - y};
                inside = false;
            }
            const float row = row_of_box(diagram_, here) * pitch_;
            const float middle = y - row / 2;
            if (DiagramLayout::round(here)) {
                const float radius = (here.kind == Kind::stream ? 0.38F : 0.72F) * em_;
                rect(b) = {centre - radius, middle - radius, 2 * radius, 2 * radius};
            } else {
                rect(b) = Rect{box_left, middle - high_ / 2, wide_.box, high_}.snapped();
            }
            y -= row;
        }
        if (inside) frame = {frame.x, y - frame_head * pitch_, frame.w, frame.y - y + frame_head * pitch_};
        at_.frames.push_back(frame);
        const float outer = right ? frame.right() + 0.5F * em_ : frame.x - 0.5F * em_ - wide_.outer + em_;
        at_.repeats.push_back(of.blocks > 0 ? Rect{outer, frame.y, wide_.outer - em_, 1.6F * em_ + at_.small_line}
                                            : Rect{});
        const Rect &first = rect(of.boxes.front()), &last = rect(of.boxes.back());
        at_.ends.push_back({-1, of.boxes.front(), {{centre, at_.words.back().y}, {centre, first.bottom()}}});
        if (index + 1 < diagram_.columns.size()) return;
        at_.answers = {x, y - end_ + 0.35F * em_, wide_.column(em_), end_ - 0.35F * em_};
        at_.ends.push_back({of.boxes.back(), -1, {{centre, last.y}, {centre, at_.answers.bottom()}}});
    }

    /// What stands beside the column's line.
    void beside(std::size_t index) {
        const DiagramBox& of = diagram_.boxes[index];
        const int self = static_cast<int>(index);
        const auto at = static_cast<std::size_t>(diagram_.column_of(self));
        const bool right = mirrored(at);
        const Rect words = at_.words[at];
        const float outer = right ? words.right() - wide_.outer : words.x;
        const float edge = right ? outer + 0.4F * em_ : outer + wide_.outer - 0.4F * em_;  // towards the column
        const auto row = [&](Kind kind) {
            for (const int other : diagram_.columns[at].boxes)
                if (box(other).kind == kind) return rect(other).centre().y;
            return words.y;
        };
        if (DiagramLayout::beside_sum(of)) {
            const bool positions = of.kind == Kind::positions;
            const float size = 1.7F * em_;
            const float y = positions ? row(Kind::sum) - into_sum() : row(Kind::embedding);
            rect(self) = {right ? edge : edge - size, y - size / 2, size, size};
            if (at_.brief) {  // above its sign, or below it: not beside it
                const float wide = wide_.outer - 0.4F * em_;
                at_.labels[index] = {right ? edge : edge - wide,
                                     positions ? rect(self).y - at_.small_line : rect(self).bottom(), wide,
                                     at_.small_line};
                return;
            }
            const float wide = wide_.outer - size - 1.0F * em_;
            at_.labels[index] = {right ? rect(self).right() + 0.4F * em_ : rect(self).x - 0.4F * em_ - wide,
                                 y - at_.small_line, wide, 2 * at_.small_line};
        } else if (of.kind == Kind::loss) {
            const float wide =
                std::min(wide_.outer - 0.4F * em_, painter_.measure(at_.brief ? of.brief : of.name).width + 1.2F * em_);
            const float high = std::min(high_, 1.75F * em_);
            rect(self) = {right ? edge : edge - wide, row(Kind::softmax) - high / 2, wide, high};
        } else if (!of.encoding.empty()) {
            float wide = painter_.measure(of.encoding, em::small, Face::bold).width;
            if (!at_.brief) wide = std::max(wide, painter_.measure(of.effect, em::small).width);
            wide = std::min(wide_.outer - 0.8F * em_, wide + 1.0F * em_);
            Rect& chip = at_.encodings[index];
            const float tall = (at_.brief ? 1 : 2) * at_.small_line + 0.2F * em_;
            chip = {right ? edge : edge - wide, rect(self).centre().y - tall / 2, wide, tall};
            Rect& repeat = at_.repeats[at];
            repeat.y = std::min(repeat.y, chip.y - repeat.h - 0.2F * em_);
        }
    }

    void route(const DiagramArrow& arrow) {
        const DiagramBox &a = box(arrow.from), &b = box(arrow.to);
        const Rect from = rect(arrow.from), to = rect(arrow.to);
        const auto at = static_cast<std::size_t>(diagram_.column_of(arrow.to));
        const bool right = mirrored(at);
        const auto edge = [](const Rect& of, bool at_right) { return at_right ? of.right() : of.x; };
        const float y = to.centre().y, above = from.y - 0.32F * (pitch_ - high_);
        std::vector<Vec2> way;
        if (a.kind == Kind::segments) {  // up beside the column and into the sum below its middle
            const float x = edge(from, !right) + (right ? -0.5F : 0.5F) * wide_.lane * em_, into = y + into_sum();
            way = {{edge(from, !right), from.centre().y}, {x, from.centre().y}, {x, into}, {edge(to, right), into}};
        } else if (a.kind == Kind::positions) {
            way = {{edge(from, !right), from.centre().y}, {edge(to, right), from.centre().y}};
        } else if (b.kind == Kind::loss) {
            way = {
                {edge(from, right), from.centre().y}, {to.centre().x, from.centre().y}, {to.centre().x, to.bottom()}};
        } else if (a.stack != b.stack) {
            const float middle = at_.words[at].x - wide_.between * em_ / 2, start = from.centre().x;
            way = {{start, from.y}, {start, above}, {middle, above}, {middle, y}, {to.x, y}};
        } else {
            const std::vector<int>& line = diagram_.columns[at].boxes;
            const auto i = std::ranges::find(line, arrow.from) - line.begin();
            const auto j = std::ranges::find(line, arrow.to) - line.begin();
            const float centre = to.centre().x;
            const float outside = at_.frames[at].w > 0 ? at_.frames[at].w / 2 - 0.55F * wide_.lane * em_
                                                       : wide_.box / 2 + 0.45F * wide_.lane * em_;
            if (j == i + 1) {
                way = {{centre, from.y}, {centre, to.bottom()}};
            } else if (j > i) {
                // Of sublayers side by side the attention's way lies across from that of the residual stream.
                const bool across = a.kind == Kind::attention;
                const float x = centre + (right != across ? outside : -outside);
                const float start = a.kind == Kind::stream ? from.centre().y : above;
                const float leaves = a.kind == Kind::stream ? edge(from, right) : centre;
                way = {{leaves, start}, {x, start}, {x, y}, {edge(to, right != across), y}};
            } else {
                const float x = centre + (right ? -outside : outside);
                way = {{edge(from, !right), from.centre().y}, {x, from.centre().y}, {x, y}, {edge(to, !right), y}};
            }
        }
        at_.routes.push_back({arrow.from, arrow.to, std::move(way)});
    }

    /// A state goes from step to step.
    void loop(int index) {
        const Rect of = rect(index);
        const bool right = mirrored(static_cast<std::size_t>(diagram_.column_of(index)));
        const float side = right ? of.right() : of.x, out = side + (right ? 0.8F : -0.8F) * em_;
        at_.routes.push_back({index,
                              index,
                              {{side, of.y + 0.25F * of.h},
                               {out, of.y + 0.25F * of.h},
                               {out, of.y + 0.75F * of.h},
                               {side, of.y + 0.75F * of.h}}});
    }

    void side_parts() {
        Rect rest = at_.side;
        at_.facts = rest.take_top(std::max(facts_room * em_, facts_height(painter_, rest.w, *facts_) + 0.3F * em_));
        at_.keys = rest.take_bottom((rest.w < roomy_facts * em_ ? wrapped_keys_room : keys_room) * em_);
        at_.chart = rest.inset(0, 0.5F * em_);
    }

    Painter& painter_;
    const Diagram& diagram_;
    const DiagramFacts* facts_;  // null: the side is left out
    DiagramSide side_;
    float em_, end_ = 0, pitch_ = 0, high_ = 0, bottom_ = 0;
    Widths wide_;
    DiagramLayout at_;
};

}  // namespace

std::string line_of(const DiagramBox& box) {
    const bool with_detail = box.kind == Kind::attention || box.kind == Kind::embedding ||
                             box.kind == Kind::projection || box.kind == Kind::before_linear;
    return with_detail && !box.detail.empty() ? box.name + ", " + box.detail : box.name;
}

bool has_room(Painter& painter, const Rect& page, const Diagram& diagram, DiagramSide side) {
    const float em = painter.em(), pitch = room_for_row(painter, page, diagram, side);
    const bool brief = side == DiagramSide::brief;
    const Widths wide = widths_of(painter, diagram, has_details(painter, pitch, side), side);
    if (pitch < (brief ? least_brief_pitch : least_pitch) * em) return false;
    const float free = page.w - wide.figure(em) - before_side * em;
    if (side != DiagramSide::shown) return wide.figure(em) <= page.w;
    const bool wraps = std::min(free, most_side * em) < roomy_facts * em;
    const float words = wraps ? wrapped_facts_room + wrapped_keys_room : facts_room + keys_room;
    const float high = page.h - (title_room + note_room + words + 1) * em;
    return side_width(painter, diagram) <= std::min(free, most_side * em) &&
           high >= least_level * em * static_cast<float>(most_levels(diagram));
}

DiagramLayout lay_out(Painter& painter, const Rect& page, const Evaluation& evaluation, const Diagram& diagram,
                      const DiagramFacts& facts, int selected, int block, float beside_title, DiagramSide side) {
    const bool shown = side == DiagramSide::shown;
    DiagramLayout at = LayoutWriter(painter, diagram, shown ? &facts : nullptr, side).write(page, beside_title);
    if (shown)
        chart_stages(painter, evaluation.trace(), diagram.boxes[static_cast<std::size_t>(selected)].stages_of(block),
                     at);
    return at;
}

}  // namespace glassformer
