// The facts beside the diagram (diagram_layout.h) as lines: a heading and what follows it, each broken where it is
// wider than the place.
#include <algorithm>

#include "app/pictures/architecture/diagram_layout.h"

namespace glassformer {

namespace {

float heading_size(Painter& painter, float wide, const std::string& heading) {
    return painter.measure(heading, em::large, Face::bold).width <= wide ? em::large : em::body;
}

/// Calls f(line, style, height) for the heading and every line.
template <class Function>
void for_each_fact(Painter& painter, float wide, const DiagramFacts& facts, Function&& f) {
    const float em = painter.em();
    const Theme& theme = painter.theme();
    const auto line = [&](const std::string& text, const TextStyle& style, float least) {
        const float high = paragraph(painter, {0, 0, wide, 1e4F}, text, style, false);
        f(text, style, std::max(high, least * em));
    };
    line(facts.heading, {.colour = theme.text, .size = heading_size(painter, wide, facts.heading), .face = Face::bold},
         1.9F);
    for (const std::string& text : facts.lines) line(text, {.colour = theme.muted}, 1.4F);
}

}  // namespace

float facts_height(Painter& painter, float wide, const DiagramFacts& facts) {
    float high = 0;
    for_each_fact(painter, wide, facts, [&](const std::string&, const TextStyle&, float line) { high += line; });
    return high;
}

void draw_facts(Painter& painter, const Rect& place, const DiagramFacts& facts) {
    Rect rest = place;
    for_each_fact(painter, place.w, facts, [&](const std::string& text, const TextStyle& style, float line) {
        paragraph(painter, rest.take_top(line), text, style);
    });
}

}  // namespace glassformer
