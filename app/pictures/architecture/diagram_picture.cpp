#include "app/pictures/architecture/diagram_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/pictures/architecture/texts.h"
#include "app/pictures/board/token_text.h"
#include "core/base/number_text.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

using Kind = DiagramBox::Kind;
namespace words = texts::architecture;

/// One object a frame.
class DiagramPainter {
public:
    DiagramPainter(Painter& painter, const DiagramLayout& at, const DiagramScene& scene, Vec2 mouse)
        : painter_(painter),
          theme_(painter.theme()),
          at_(at),
          scene_(scene),
          diagram_(scene.diagram),
          trace_(scene.evaluation.trace()),
          mouse_(mouse),
          em_(painter.em()) {}

    std::optional<DiagramHit> draw() {
        heading();
        for (std::size_t i = 0; i < diagram_.columns.size(); ++i) frame(i);
        lens();
        for (const DiagramRoute& route : at_.routes) line(route);
        for (const DiagramRoute& end : at_.ends) arrow(end.way, theme_.muted);
        for (std::size_t i = 0; i < diagram_.boxes.size(); ++i) box(static_cast<int>(i));
        for (std::size_t i = 0; i < diagram_.columns.size(); ++i) inputs(i);
        answers();
        if (at_.side.w <= 0) return hit_;
        facts();
        chart();
        return hit_;
    }

private:
    const DiagramBox& of(int index) const { return diagram_.boxes[static_cast<std::size_t>(index)]; }
    Rect rect(int index) const { return at_.boxes[static_cast<std::size_t>(index)]; }
    Colour tone(Meaning meaning) const { return meaning == Meaning::plain ? theme_.muted : colour(theme_, meaning); }
    Colour wash(Colour of) const { return mix(theme_.background, of, theme_.dark ? 0.26F : 0.20F); }
    TextStyle small(Colour of, Align align = Align::centre) const {
        return {.colour = of, .size = em::small, .align = align};
    }
    float thin() const { return std::max(1.0F, 0.09F * em_); }

    bool point(const Rect& place, DiagramHit hit) {
        if (!place.contains(mouse_)) return false;
        hit.rect = place;
        hit_ = hit;
        return true;
    }

    void heading() {
        const auto size = [&](const std::string& text, const Rect& place, float wanted, float smaller, Face face) {
            return painter_.measure(text, wanted, face).width <= place.w ? wanted : smaller;
        };
        text_in(painter_, at_.title, diagram_.title,
                {.colour = theme_.text,
                 .size = size(diagram_.title, at_.title, em::large, em::body, Face::bold),
                 .face = Face::bold});
        if (at_.note.h <= 0) return;
        std::string note = diagram_.note;  // without its last facts where a page is too narrow for them
        const auto fits = [&] { return painter_.measure(note, em::small).width <= at_.note.w; };
        for (std::size_t end = note.rfind(", "); !fits() && end != std::string::npos; end = note.rfind(", "))
            note.resize(end);
        text_in(painter_, at_.note, note,
                {.colour = theme_.muted, .size = size(note, at_.note, em::body, em::small, Face::sans)});
    }

    /// From the selected box to its stages.
    void lens() {
        if (at_.side.w <= 0) return;
        const Rect box = rect(scene_.selected), to{at_.side.x - 0.8F * em_, at_.chart.y, 0, at_.chart.h};
        painter_.line({to.x, to.y}, {to.x, to.bottom()}, theme_.accent.faded(0.6F), thin());
        if (diagram_.column_of(scene_.selected) + 1 < static_cast<int>(diagram_.columns.size())) return;
        const std::array<Vec2, 2> upper{Vec2{box.right(), box.y}, Vec2{to.x, to.y}};
        const std::array<Vec2, 2> lower{Vec2{box.right(), box.bottom()}, Vec2{to.x, to.bottom()}};
        painter_.band(upper, lower, theme_.accent.faded(theme_.dark ? 0.10F : 0.08F));
    }

    void frame(std::size_t index) {
        const Rect frame = at_.frames[index];
        if (frame.w <= 0) return;
        const DiagramColumn& column = diagram_.columns[index];
        painter_.fill(frame, theme_.panel, 0.6F * em_);
        painter_.stroke(frame, theme_.border, thin(), 0.6F * em_);
        Rect place = at_.repeats[index];
        const bool more = column.blocks > 1 && !at_.brief;
        const bool over = point(place, {.kind = DiagramHit::Kind::blocks, .number = static_cast<int>(index)}) && more;
        const Align align = index > 0 ? Align::left : Align::right;
        text_in(
            painter_, place.take_top(1.6F * em_), fmt::format(words::repeated, column.blocks),
            {.colour = over ? theme_.accent_text : theme_.text, .size = em::large, .face = Face::bold, .align = align});
        const int block = column.shown(scene_.block) + 1;
        if (more)
            text_in(painter_, place,
                    fmt::format(fmt::runtime(column.layers ? words::numbers_of_layer : words::numbers_of), block),
                    small(over ? theme_.accent_text : theme_.muted, align));
    }

    void head(Vec2 before, Vec2 tip, Colour colour) {
        const float size = 0.42F * em_;
        const Vec2 way = tip - before;
        const float length = std::max(0.001F, std::hypot(way.x, way.y));
        const Vec2 along = way * (1 / length), across{-along.y, along.x};
        const Vec2 foot = tip - along * size;
        painter_.triangle(tip, foot + across * (0.55F * size), foot - across * (0.55F * size), colour);
    }

    void arrow(const std::vector<Vec2>& way, Colour colour, float width = 1) {
        std::vector<Vec2> line = way;
        const Vec2 last = line.back(), before = line[line.size() - 2], step = last - before;
        const float length = std::max(0.001F, std::hypot(step.x, step.y));
        line.back() = last - step * (std::min(0.3F * em_, 0.5F * length) / length);  // does not stick out of its tip
        painter_.polyline(line, colour, width * thin());
        head(before, last, colour);
    }

    /// Queries, keys and values come from one vector: three arrows, as in the paper. Of cross-attention the keys and
    /// values come from the other stack.
    void line(const DiagramRoute& route) {
        const DiagramBox& to = of(route.to);
        const DiagramBox& from = of(route.from);
        const Colour colour = from.kind == Kind::positions  ? tone(Meaning::position)
                              : from.kind == Kind::segments ? tone(Meaning::residual)
                              : to.kind == Kind::loss       ? theme_.muted
                                                            : mix(theme_.muted, theme_.text, 0.5F);
        const bool across = from.stack != to.stack;
        const Vec2 tip = route.way.back();
        const bool upwards = route.way.size() == 2 && route.way[0].x == route.way[1].x;
        const bool transformer = to.kind == Kind::attention && to.repeated;
        if (transformer && upwards && !crossed(route.to)) {
            const float gap = route.way[0].y - tip.y, spread = 0.22F * rect(route.to).w, turn = tip.y + 0.5F * gap;
            arrow(route.way, colour);
            for (const float side : {-spread, spread})
                arrow({{tip.x, turn}, {tip.x + side, turn}, {tip.x + side, tip.y}}, colour);
            return;
        }
        if (across && transformer) {  // K and V
            const float apart = 0.22F * rect(route.to).h;
            for (const float by : {-apart, apart}) {
                std::vector<Vec2> way = route.way;
                way[3].y += by;
                way[4].y += by;
                arrow(way, colour);
            }
            return;
        }
        arrow(route.way, colour);
    }

    bool crossed(int box) const {
        return std::ranges::any_of(diagram_.arrows, [&](const DiagramArrow& arrow) {
            return arrow.to == box && of(arrow.from).stack != of(box).stack;
        });
    }

    void box(int index) {
        const DiagramBox& box = of(index);
        const Rect place = rect(index);
        const bool over =
            point(DiagramLayout::round(box) ? grown(place) : place, {.kind = DiagramHit::Kind::box, .number = index});
        const bool chosen = index == scene_.selected;
        const Colour line = tone(box.meaning), edge = chosen ? theme_.accent : line;
        const float width = (chosen ? 2.4F : over ? 1.8F : 1.0F) * thin();
        if (DiagramLayout::round(box)) {
            circle(box, index, line, edge, width);
        } else {
            painter_.fill(place, over ? mix(wash(line), line, 0.12F) : wash(line), 0.35F * em_);
            painter_.stroke(place, edge, width, 0.35F * em_);
            names(box, place.inset(0.4F * em_, 0));
        }
        encoding(index);
    }

    Rect grown(const Rect& place) const {
        const float by = 0.35F * em_;
        return {place.x - by, place.y - by, place.w + 2 * by, place.h + 2 * by};
    }

    void names(const DiagramBox& box, Rect place) {
        const TextStyle style{.colour = theme_.text, .align = Align::centre};
        if (!at_.two_lines || box.detail.empty() || place.h < 2.4F * em_)
            return text_in(painter_, place, at_.brief ? box.brief : at_.two_lines ? box.name : line_of(box), style);
        place = place.inset(0, 0.2F * em_);
        text_in(painter_, place.take_top(0.55F * place.h), box.name, style);
        text_in(painter_, place, box.detail, small(theme_.muted));
    }

    void circle(const DiagramBox& box, int index, Colour line, Colour edge, float width) {
        const Rect place = rect(index);
        const Vec2 centre = place.centre();
        const float radius = place.w / 2;
        if (box.kind == Kind::stream) {
            painter_.circle(centre, radius, line);
            if (edge != line) painter_.ring(centre, radius + width, edge, width);
            return;
        }
        painter_.circle(centre, radius, wash(line));
        painter_.ring(centre, radius, edge, width);
        if (box.kind == Kind::sum) {
            const float arm = 0.6F * radius;
            painter_.line({centre.x - arm, centre.y}, {centre.x + arm, centre.y}, theme_.text, 1.3F * thin());
            painter_.line({centre.x, centre.y - arm}, {centre.x, centre.y + arm}, theme_.text, 1.3F * thin());
            return;
        }
        if (box.kind == Kind::segments) {  // the parts of a text one beside the other
            const float half = 0.55F * radius, gap = 0.12F * radius;
            painter_.fill({centre.x - half, centre.y - 0.3F * radius, half - gap, 0.6F * radius}, line);
            painter_.stroke({centre.x + gap, centre.y - 0.3F * radius, half - gap, 0.6F * radius}, line, 1.1F * thin());
            return beside(box, index);
        }
        std::array<Vec2, 25> wave{};  // one turn of a sine, the sign of positions in the paper
        for (std::size_t i = 0; i < wave.size(); ++i) {
            const float t = static_cast<float>(i) / (wave.size() - 1) * 2 - 1;
            wave[i] = {centre.x + 0.65F * radius * t, centre.y - 0.5F * radius * std::sin(3.1416F * t)};
        }
        painter_.polyline(wave, line, 1.3F * thin());
        beside(box, index);
    }

    /// The names of positions and segments.
    void beside(const DiagramBox& box, int index) {
        const Rect place = rect(index);
        Rect label = at_.labels[static_cast<std::size_t>(index)];
        const Align align = label.centre().x > place.centre().x ? Align::left : Align::right;
        if (at_.brief) return text_in(painter_, label, box.brief, small(theme_.text, align));
        text_in(painter_, label.take_top(label.h / 2), box.name, small(theme_.text, align));
        text_in(painter_, label, box.detail, small(theme_.muted, align));
    }

    /// What positions do inside attention.
    void encoding(int index) {
        Rect place = at_.encodings[static_cast<std::size_t>(index)];
        if (place.w <= 0) return;
        const DiagramBox& box = of(index);
        const Colour line = tone(Meaning::position);
        const bool over =
            point(place, {.kind = DiagramHit::Kind::encoding, .number = index, .record = record_of_encoding(box)});
        const Rect to = rect(index);
        const bool right = place.x > to.x;
        arrow({{right ? place.x : place.right(), place.centre().y}, {right ? to.right() : to.x, place.centre().y}},
              line);
        painter_.fill(place, wash(line), 0.35F * em_);
        painter_.stroke(place, line, (over ? 1.8F : 1.0F) * thin(), 0.35F * em_);
        place = place.inset(0.3F * em_, 0.15F * em_);
        text_in(painter_, at_.brief ? place : place.take_top(place.h / 2), box.encoding,
                {.colour = theme_.text, .size = em::small, .face = Face::bold, .align = Align::centre});
        if (!at_.brief) text_in(painter_, place, box.effect, small(theme_.muted));
    }

    int record_of_encoding(const DiagramBox& box) const {
        const Stage* const stage = trace_.record(box.encoding_of).stage;
        for (const int id : box.stages_of(scene_.block))
            if (trace_.record(id).stage == stage) return id;
        return box.encoding_of;
    }

    void inputs(std::size_t index) {
        const DiagramColumn& column = diagram_.columns[index];
        Rect place = at_.words[index];
        place.take_top(0.35F * em_);
        std::string all;
        for (const std::string& word : column.words) all += (all.empty() ? "" : " ") + word;
        const Rect line = place.take_top(1.25F * em_);
        const TextStyle bold{.colour = theme_.text, .face = Face::bold};
        const std::string cut = shortened_within(painter_, all, place.w, em::body, Face::bold);
        if (column.unknown.empty() || cut != all)
            on_line(line, index, cut, bold, !column.unknown.empty());
        else
            for (std::size_t i = 0, at = 0; i < column.words.size(); at += column.words[i++].size() + 1)
                token_in(painter_, part_of(on_line_at(line, index, all, bold), all.substr(0, at), bold),
                         column.words[i], bold, column.unknown[i]);
        if (at_.brief) return;
        on_line(place.take_top(at_.small_line), index, column.stack == Stack::decoder ? words::outputs : words::inputs,
                small(theme_.muted));
    }

    /// Below or above the column's line where that keeps it inside the place, else as near as it can be.
    void on_line(const Rect& place, std::size_t column, const std::string& text, TextStyle style,
                 bool unknown = false) {
        style.align = Align::left;
        token_in(painter_, on_line_at(place, column, text, style), text, style, unknown);
    }
    Rect on_line_at(const Rect& place, std::size_t column, const std::string& text, const TextStyle& style) const {
        const float wide = painter_.measure(text, style.size, style.face).width;
        const float centre = rect(diagram_.columns[column].boxes.front()).centre().x;
        const float left = std::clamp(centre - wide / 2, place.x, std::max(place.x, place.right() - wide));
        return {left, place.y, std::min(wide + 1, place.w), place.h};
    }
    /// What is left of a line after its beginning.
    Rect part_of(Rect line, const std::string& beginning, const TextStyle& style) const {
        line.take_left(painter_.measure(beginning, style.size, style.face).width);
        line.w += 0.2F * em_;
        return line;
    }

    void answers() {
        Rect place = at_.answers;
        const std::string title = !diagram_.outcome.empty()   ? diagram_.outcome
                                  : diagram_.answered.empty() ? std::string(words::probabilities)
                                                              : fmt::format(words::probabilities_at, diagram_.answered);
        std::string all = scene_.veiled && !diagram_.answers.empty() ? words::veiled : "";
        if (!at_.brief || (all.empty() && diagram_.answers.empty()))
            on_line(place.take_top(at_.small_line), diagram_.columns.size() - 1, title, small(theme_.muted));
        else if (diagram_.outcome.empty() && !diagram_.answered.empty())  // "with →   a 99.9%"
            all = fmt::format(words::after_word, diagram_.answered) + (all.empty() ? "" : "   ") + all;
        const std::string before = all;
        for (const auto& [word, probability] : diagram_.answers) {
            if (scene_.veiled) break;
            const std::string next = all + (all.empty() ? "" : "   ") +
                                     fmt::format(words::answer, word, percent_text(static_cast<double>(probability)));
            if (all != before && painter_.measure(next, em::body, Face::bold).width > place.w) break;
            all = next;
        }
        on_line(place.take_top(1.25F * em_), diagram_.columns.size() - 1,
                shortened(painter_, all, place.w, em::body, Face::bold),
                {.colour = diagram_.certain ? tone(Meaning::output) : theme_.muted,
                 .face = diagram_.certain ? Face::bold : Face::sans});
    }

    void facts() {
        draw_facts(painter_, at_.facts, scene_.facts);
        const std::string below = steps() > 0 ? fmt::format(words::first_step, steps()) : words::keys;
        const float size = painter_.measure(below).width <= at_.keys.w ? em::body : em::small;
        paragraph(painter_, at_.keys, below, {.colour = theme_.muted, .size = size});
    }
    /// Of the selected box, of which the first one is shown; 0: it has none.
    int steps() const {
        int most = 0;
        for (const int id : of(scene_.selected).stages_of(scene_.block))
            most = std::max(most, trace_.record(id).site.step + 1);
        return most;
    }
    void chart() {
        for (const std::vector<Vec2>& link : at_.links) arrow(link, theme_.muted);
        const bool both = std::ranges::all_of(at_.nodes, [&](const StageNode& node) {
            const Record& record = trace_.record(node.record);
            return painter_.measure(shape_sizes(record.shape), em::small).width +
                       painter_.measure(stage_label(trace_, record), em::small, Face::bold).width + 1.6F * em_ <=
                   node.rect.w;
        });
        for (const StageNode& node : at_.nodes) {
            const Record& record = trace_.record(node.record);
            const bool over =
                point(node.rect, {.kind = DiagramHit::Kind::stage, .number = scene_.selected, .record = node.record});
            const Colour line = tone(record.stage->meaning);
            painter_.fill(node.rect, over ? mix(wash(line), line, 0.12F) : wash(line), 0.3F * em_);
            painter_.stroke(node.rect, line, (over ? 1.8F : 1.0F) * thin(), 0.3F * em_);
            Rect place = node.rect.inset(0.4F * em_, 0);
            const std::string sizes = shape_sizes(record.shape);
            const float wide = painter_.measure(sizes, em::small).width;
            if (both) text_in(painter_, place.take_right(wide + 1), sizes, small(theme_.muted, Align::right));
            text_in(painter_, place, stage_label(trace_, record),
                    {.colour = theme_.text,
                     .size = em::small,
                     .face = Face::bold,
                     .align = both ? Align::left : Align::centre});
        }
    }

    Painter& painter_;
    const Theme& theme_;
    const DiagramLayout& at_;
    const DiagramScene& scene_;
    const Diagram& diagram_;
    const Trace& trace_;
    Vec2 mouse_;
    float em_;
    std::optional<DiagramHit> hit_;
};

}  // namespace

std::optional<DiagramHit> draw_diagram(Painter& painter, const DiagramLayout& at, const DiagramScene& scene,
                                       Vec2 mouse) {
    return DiagramPainter(painter, at, scene, mouse).draw();
}

std::string tooltip_of(const DiagramScene& scene, const DiagramHit& hit) {
    if (hit.kind == DiagramHit::Kind::blocks) {
        const DiagramColumn& column = scene.diagram.columns[static_cast<std::size_t>(hit.number)];
        if (column.blocks == 1) return column.layers ? words::one_layer : words::one_block;
        return fmt::format(fmt::runtime(column.layers ? words::next_layer : words::next_block), column.blocks,
                           column.after(scene.block) + 1);
    }
    if (hit.record >= 0) return said_of_stage(scene.evaluation, hit.record);
    const DiagramFacts facts = facts_of(scene.evaluation, scene.diagram, hit.number, scene.block);
    std::string said = facts.heading;
    for (const std::string& line : facts.lines) said += "\n" + line;
    return said;
}

}  // namespace glassformer
