// Attention as lines: from the tokens that ask, at the left, to those that answer, at the right.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/pictures/board/heat_labels.h"
#include "app/views/attention/modes.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

Slice weights_of(const Page& page, const AttentionLayer& layer, int head) {
    const Shape& shape = page.trace.record(layer.weights).shape;
    Cell at;
    at[shape.find(Axis::head)] = head;
    return page.slice(layer.weights, shape.rank() - 2, shape.rank() - 1, at);
}

/// Labels that have room, always with that of the hovered token.
void draw_column(Page& page, const AttentionShow& show, const ArcPlaces& places, bool keys, const ArcToken& token) {
    Painter& painter = page.painter;
    const Theme& theme = painter.theme();
    const Shape& shape = page.trace.record(show.layer.weights).shape;
    Track track{.count = keys ? places.n_keys : places.n_queries};
    track.cell = keys ? places.key_cell : places.query_cell;
    for (int i = 0; i < track.count; ++i) track.shown.push_back(i);
    std::vector<int> kept;
    if (token && token.key == keys) kept.push_back(token.index);
    if (const int linked = keys ? show.pair.key : show.pair.query; linked >= 0) kept.push_back(linked);
    const float size = track.cell >= 1.35F * page.em ? em::body : em::small;
    const float apart = row_label_height(page, size);
    for (const int i : labelled(track, label_step(track.cell, apart, true), apart, kept)) {
        const bool followed = token && token.key == keys && token.index == i;
        const Rect place = places.rect({keys, i});
        const std::string text = page.label(show.layer.weights, shape.rank() - (keys ? 1 : 2), i);
        const float room = (keys ? places.keys.w : places.queries.w) - 0.6F * page.em;
        painter.text({keys ? place.x + 0.5F * page.em : place.right() - 0.5F * page.em, place.centre().y},
                     shortened(painter, text, room, size, Face::sans),
                     {.colour = followed ? theme.accent_text
                                : token  ? theme.muted
                                         : theme.text,
                      .size = size,
                      .face = followed ? Face::bold : Face::sans,
                      .align = keys ? Align::left : Align::right,
                      .anchor = Anchor::middle});
    }
}

Colour arc_ink(Colour tone, float weight) { return tone.faded(0.3F + 0.7F * weight); }
float arc_width(float em, float weight) { return 1 + 0.35F * em * weight; }

/// Lines as some weights have them, with their numbers, in the middle of the place where that many fit.
void draw_arc_legend(Painter& painter, const Rect& place, Colour tone) {
    const float em = painter.em(), line = 1.8F * em, pad = 0.4F * em, apart = 1.1F * em;
    const TextStyle style{.colour = painter.theme().muted, .size = em::small};
    std::vector<std::pair<float, std::string>> samples;
    float width = -apart;
    for (const float weight : {1.0F, 0.5F, 0.1F}) {
        const std::string text = number_text(static_cast<double>(weight));
        const float more = apart + line + pad + painter.measure(text, em::small).width;
        if (width + more > place.w - 2 * em) break;
        width += more;
        samples.insert(samples.begin(), {weight, text});
    }
    if (samples.size() < 2) return;
    float x = place.centre().x - width / 2;
    for (const auto& [weight, text] : samples) {
        const float y = place.centre().y;
        painter.line({x, y}, {x + line, y}, arc_ink(tone, weight), arc_width(em, weight));
        const float wide = painter.measure(text, em::small).width;
        text_in(painter, {x + line + pad, place.y, wide + 1, place.h}, text, style);
        x += line + pad + wide + apart;
    }
}

}  // namespace

Colour head_colour(const Theme& theme, int head, int heads) {
    const Ramp tints = ramp(theme, HeatMap::spectrum, Meaning::plain);
    return sample(tints, 0.35F + 0.6F * (static_cast<float>(head) + 0.5F) / static_cast<float>(heads));
}

const std::vector<Arc>& StrongestArcs::of(Page& page, const AttentionLayer& layer, std::span<const int> heads,
                                          float threshold, const ArcToken& token) {
    const std::uint64_t generation = page.scene.evaluation.generation();
    if (generation == generation_ && weights_ == layer.weights && std::ranges::equal(heads_, heads) &&
        threshold_ == threshold && token_ == token)
        return arcs_;
    generation_ = generation;
    weights_ = layer.weights;
    heads_.assign(heads.begin(), heads.end());
    threshold_ = threshold;
    token_ = token;
    arcs_.clear();
    const auto stronger = [](const Arc& a, const Arc& b) { return a.weight > b.weight; };
    for (const int head : heads) {
        const ConstMatrix weights = here(weights_of(page, layer, head).values);
        for (int q = 0; q < weights.rows; ++q) {
            if (token && !token.key && token.index != q) continue;
            for (int k = 0; k < weights.cols; ++k) {
                if (token && token.key && token.index != k) continue;
                const float weight = weights.at(q, k);
                if (!(weight >= threshold) || weight <= 0) continue;
                arcs_.push_back({head, q, k, weight});
                if (arcs_.size() < 64 * max_arcs) continue;
                std::nth_element(arcs_.begin(), arcs_.begin() + max_arcs, arcs_.end(), stronger);
                arcs_.resize(max_arcs);
            }
        }
    }
    std::stable_sort(arcs_.begin(), arcs_.end(), stronger);
    if (arcs_.size() > max_arcs) arcs_.resize(max_arcs);
    return arcs_;
}

Vec2 ArcPlaces::query(int index) const {
    return {queries.right(), queries.y + query_cell * (static_cast<float>(index) + 0.5F)};
}

Vec2 ArcPlaces::key(int index) const { return {keys.x, keys.y + key_cell * (static_cast<float>(index) + 0.5F)}; }

ArcToken ArcPlaces::at(Vec2 point) const {
    for (const bool key : {false, true}) {
        const Rect& column = key ? keys : queries;
        if (!column.contains(point)) continue;
        const int index = static_cast<int>((point.y - column.y) / (key ? key_cell : query_cell));
        return {key, std::clamp(index, 0, (key ? n_keys : n_queries) - 1)};
    }
    return {};
}

Rect ArcPlaces::rect(const ArcToken& token) const {
    const Rect& column = token.key ? keys : queries;
    const float cell = token.key ? key_cell : query_cell;
    return {column.x, column.y + cell * static_cast<float>(token.index), column.w, cell};
}

ArcPlaces arc_places(Page& page, const AttentionLayer& layer) {
    const float em = page.em;
    ArcPlaces places;
    places.n_queries = layer.queries;
    places.n_keys = layer.keys;
    Rect area = page.area.inset(0.4F * em, 0);
    area.take_top(1.8F * em);
    const Shape& shape = page.trace.record(layer.weights).shape;
    const auto widest = [&](bool keys) {
        float width = 2 * em;
        const int count = keys ? layer.keys : layer.queries;
        if (count > 256) return std::min(9 * em, 0.27F * area.w);  // not every word is measured
        for (int i = 0; i < count; ++i)
            width = std::max(width,
                             page.painter.measure(page.label(layer.weights, shape.rank() - (keys ? 1 : 2), i)).width);
        return std::min(width + 1.1F * em, std::min(12 * em, 0.27F * area.w));
    };
    const float left_label = widest(false), right_label = widest(true);
    const float numbers = std::min(3.4F * em, 0.1F * area.w);  // beyond the labels
    const float middle = std::min(area.w - left_label - right_label - 2 * numbers, 32 * em);
    const float left = area.x + (area.w - middle - left_label - right_label) / 2;
    const float largest = 4.4F * em;
    places.query_cell = std::min(largest, area.h / static_cast<float>(layer.queries));
    places.key_cell = std::min(largest, area.h / static_cast<float>(layer.keys));
    const float used = std::max(places.query_cell * static_cast<float>(layer.queries),
                                places.key_cell * static_cast<float>(layer.keys));
    area.take_top(std::floor((area.h - used) / 3));
    places.queries = {left, area.y, left_label, places.query_cell * static_cast<float>(layer.queries)};
    places.keys = {left + left_label + middle, area.y, right_label, places.key_cell * static_cast<float>(layer.keys)};
    return places;
}

void draw_arcs(Page& page, const AttentionShow& show, const ArcPlaces& places, const std::vector<Arc>& arcs,
               std::span<const int> heads, const ArcToken& token) {
    Painter& painter = page.painter;
    const Theme& theme = painter.theme();
    const float em = page.em;
    const bool several = heads.size() > 1;
    const TextStyle heading{.colour = theme.muted, .size = em::small};
    TextStyle at_left = heading;
    at_left.align = Align::right;
    const float top = places.queries.y - 1.8F * em;
    text_in(painter, {places.queries.x, top, places.queries.w - 0.5F * em, 1.5F * em}, texts::attention::queries,
            at_left);
    text_in(painter, {places.keys.x + 0.5F * em, top, std::max(places.keys.w, 5 * em), 1.5F * em},
            texts::attention::keys, heading);
    if (token) painter.fill(places.rect(token), theme.control, 0.3F * em);

    const auto tone = [&](int head) {
        return several ? head_colour(theme, head, show.layer.heads) : colour(theme, Meaning::weight);
    };
    const Colour plain = several ? theme.muted : tone(heads.empty() ? 0 : heads.front());
    draw_arc_legend(painter, {places.queries.right(), top, places.keys.x - places.queries.right(), 1.5F * em}, plain);
    for (auto arc = arcs.rbegin(); arc != arcs.rend(); ++arc) {  // the strongest on top
        const Vec2 from = places.query(arc->query), to = places.key(arc->key);
        const float middle = (from.x + to.x) / 2;
        painter.curve(from, {middle, from.y}, {middle, to.y}, to, arc_ink(tone(arc->head), arc->weight),
                      arc_width(em, arc->weight));
    }
    draw_column(page, show, places, false, token);
    draw_column(page, show, places, true, token);
    if (!token) return;
    // The numbers of the followed token, at the other side: one a head where several are shown.
    const float size = em::small, high = row_label_height(page, size);
    std::vector<float> taken;  // heights that have a number; the strongest come first
    for (const Arc& arc : arcs) {
        const ArcToken other{!token.key, token.key ? arc.query : arc.key};
        const Rect place = places.rect(other);
        const auto slot =
            static_cast<float>(several ? std::find(heads.begin(), heads.end(), arc.head) - heads.begin() : 0);
        const float step = 2.6F * em * slot;
        const float y = place.centre().y;
        if (!several && std::any_of(taken.begin(), taken.end(), [&](float used) { return std::abs(used - y) < high; }))
            continue;
        taken.push_back(y);
        const float x = other.key ? place.right() + 0.3F * em + step : place.x - 0.3F * em - step;
        if (x < page.area.x || x > page.area.right() - 2 * em) continue;
        painter.text({x, y}, short_number(arc.weight),
                     {.colour = several ? tone(arc.head) : theme.text,
                      .size = size,
                      .align = other.key ? Align::left : Align::right,
                      .anchor = Anchor::middle});
    }
}

}  // namespace glassformer
