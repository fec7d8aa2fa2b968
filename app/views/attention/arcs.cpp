// Attention as lines: from the tokens that ask, at the left, to those that answer, at the right.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/paint/head_colour.h"
#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/token_text.h"
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
    const int count = keys ? places.n_keys : places.n_queries;
    const float cell = keys ? places.key_cell : places.query_cell;
    std::vector<int> kept;
    if (token && token.key == keys) kept.push_back(token.index);
    if (const int linked = keys ? show.pair.key : show.pair.query; linked >= 0) kept.push_back(linked);
    const float size = cell >= 1.35F * page.em ? em::body : em::small;
    const float apart = row_label_height(page.painter, size);
    for (const int i : labelled(count, cell, label_step(cell, apart, true), apart, kept)) {
        const bool followed = token && token.key == keys && token.index == i;
        const Rect place = places.rect({keys, i});
        const std::string text = page.label(show.layer.weights, shape.rank() - (keys ? 1 : 2), i);
        const float room = (keys ? places.keys.w : places.queries.w) - 0.6F * page.em;
        draw_token(painter, {keys ? place.x + 0.5F * page.em : place.right() - 0.5F * page.em, place.centre().y},
                   shortened(painter, text, room, size, Face::sans),
                   {.colour = followed ? theme.accent_text
                              : token  ? theme.muted
                                       : theme.text,
                    .size = size,
                    .face = followed ? Face::bold : Face::sans,
                    .align = keys ? Align::left : Align::right,
                    .anchor = Anchor::middle},
                   page.unknown(show.layer.weights, shape.rank() - (keys ? 1 : 2), i));
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

constexpr float head_item = 2.9F, head_line = 1.6F;  // em, of the names of heads

/// Names of heads that have room on a line, behind the word "Head".
int heads_per_line(Painter& painter, float width) {
    const float word = painter.measure(texts::attention::head_word, em::small).width;
    return std::max(1, static_cast<int>((width - word) / (head_item * painter.em()) - 0.3F));
}

/// "Head ▬ 1 ▬ 2 ▬ 3": which head a colour stands for.
void draw_head_legend(Painter& painter, const Rect& place, std::span<const int> heads, int all) {
    const float em = painter.em(), item = head_item * em, high = head_line * em;
    const float word = painter.measure(texts::attention::head_word, em::small).width + 0.6F * em;
    const auto each = static_cast<std::size_t>(heads_per_line(painter, place.w));
    const std::size_t longest = std::min(each, heads.size());
    const float left = place.centre().x - (word + item * static_cast<float>(longest)) / 2;
    const TextStyle quiet{.colour = painter.theme().muted, .size = em::small};
    text_in(painter, {left, place.y, word, high}, texts::attention::head_word, quiet);
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const std::size_t line = i / each, in_line = i % each;
        const Rect at{left + word + item * static_cast<float>(in_line), place.y + high * static_cast<float>(line), item,
                      high};
        painter.line({at.x, at.centre().y}, {at.x + 1.1F * em, at.centre().y},
                     head_colour(painter.theme(), heads[i], all), 0.35F * em);
        text_in(painter, {at.x + 1.4F * em, at.y, item - 1.4F * em, high}, std::to_string(heads[i] + 1),
                {.colour = painter.theme().text, .size = em::small});
    }
}

/// The weights of the followed token, at the tokens of the other side: of several heads each with its head's colour.
void draw_numbers_of(Page& page, const AttentionShow& show, const ArcPlaces& places, const std::vector<Arc>& arcs,
                     bool several, const ArcToken& token) {
    Painter& painter = page.painter;
    const float em = page.em, size = em::small, high = row_label_height(page.painter, size);
    const float dot = several ? 0.7F * em : 0, item = dot + 2.6F * em;
    std::map<int, std::vector<const Arc*>> at;  // by token of the other side; the strongest come first
    std::vector<int> order;
    for (const Arc& arc : arcs) {
        std::vector<const Arc*>& there = at[token.key ? arc.query : arc.key];
        if (there.empty()) order.push_back(token.key ? arc.query : arc.key);
        there.push_back(&arc);
    }
    const bool right = !token.key;  // the numbers are beside the keys
    const float room = right ? page.area.right() - places.keys.right() : places.queries.x - page.area.x;
    const auto across = static_cast<std::size_t>(std::max(1.0F, (room - 0.3F * em) / item));
    std::vector<float> taken;  // heights that have numbers
    for (const int index : order) {
        const Rect place = places.rect({!token.key, index});
        const std::vector<const Arc*>& there = at[index];
        const float middle = place.centre().y;
        if (std::ranges::any_of(taken, [&](float used) { return std::abs(used - middle) < high; })) continue;
        taken.push_back(middle);
        const auto down = static_cast<std::size_t>(std::max(1.0F, place.h / high));
        const std::size_t lines = std::min(down, (there.size() + across - 1) / across);
        for (std::size_t i = 0; i < std::min(there.size(), lines * across); ++i) {
            const float step = item * static_cast<float>(i % across);
            const std::size_t line = i / across;
            const float y = middle + high * (static_cast<float>(line) - 0.5F * static_cast<float>(lines - 1));
            float x = right ? place.right() + 0.3F * em + step : place.x - 0.3F * em - step;
            if (several) {
                const float centre = right ? x + 0.25F * em : x - 0.25F * em;
                painter.circle({centre, y}, 0.25F * em, head_colour(painter.theme(), there[i]->head, show.layer.heads));
                x += right ? dot : -dot;
            }
            painter.text({x, y}, short_number(there[i]->weight),
                         {.colour = painter.theme().text,
                          .size = size,
                          .align = right ? Align::left : Align::right,
                          .anchor = Anchor::middle});
        }
    }
}

}  // namespace

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

ArcPlaces arc_places(Page& page, const AttentionLayer& layer, int heads) {
    const float em = page.em;
    ArcPlaces places;
    places.n_queries = layer.queries;
    places.n_keys = layer.keys;
    Rect area = page.area.inset(0.4F * em, 0);
    if (heads > 1) {
        const int lines = (heads - 1) / heads_per_line(page.painter, area.w) + 1;
        places.heads = area.take_top(head_line * em * static_cast<float>(lines));
    }
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
    const float beyond = 3.4F * em * static_cast<float>(std::clamp(heads, 1, 3));
    const float longest = page.painter.measure("0.9999", em::small).width + 0.8F * em;  // of one number, and its gap
    const float numbers =
        std::max(longest, std::min(beyond, (heads > 1 ? 0.16F : 0.1F) * area.w));  // beyond the labels
    const float middle = std::min(area.w - left_label - right_label - 2 * numbers, 32 * em);
    const float left = area.x + (area.w - middle - left_label - right_label) / 2;
    const float largest = 4.4F * em;
    places.query_cell = std::min(largest, area.h / static_cast<float>(layer.queries));
    places.key_cell = std::min(largest, area.h / static_cast<float>(layer.keys));
    const float used = std::max(places.query_cell * static_cast<float>(layer.queries),
                                places.key_cell * static_cast<float>(layer.keys));
    area.take_top(std::floor((area.h - used) / 3));
    places.heads.y = area.y - 1.8F * em - places.heads.h;
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
    const float word = std::max(places.queries.w, 5 * em);
    text_in(painter, {places.queries.right() - word, top, word - 0.5F * em, 1.5F * em}, texts::attention::queries,
            at_left);
    text_in(painter, {places.keys.x + 0.5F * em, top, std::max(places.keys.w, 5 * em), 1.5F * em},
            texts::attention::keys, heading);
    if (token) painter.fill(places.rect(token), theme.control, 0.3F * em);

    const auto tone = [&](int head) {
        return several ? head_colour(theme, head, show.layer.heads) : colour(theme, Meaning::weight);
    };
    const Colour plain = several ? theme.muted : tone(heads.empty() ? 0 : heads.front());
    draw_arc_legend(painter, {places.queries.right(), top, places.keys.x - places.queries.right(), 1.5F * em}, plain);
    // Lines of several heads between the same tokens are beside one another.
    std::map<std::pair<int, int>, std::pair<int, int>> of_pair;  // how many there are, how many are drawn
    for (const Arc& arc : arcs) ++of_pair[{arc.query, arc.key}].first;
    const float narrow = std::min(places.query_cell, places.key_cell);
    for (auto arc = arcs.rbegin(); arc != arcs.rend(); ++arc) {  // the strongest on top
        auto& [all, drawn] = of_pair[{arc->query, arc->key}];
        const float apart = std::min(0.4F * em, 0.7F * narrow / static_cast<float>(all));
        const Vec2 aside{0, apart * (0.5F * static_cast<float>(all - 1) - static_cast<float>(drawn++))};
        const Vec2 from = places.query(arc->query) + aside, to = places.key(arc->key) + aside;
        const float middle = (from.x + to.x) / 2;
        painter.curve(from, {middle, from.y}, {middle, to.y}, to, arc_ink(tone(arc->head), arc->weight),
                      arc_width(em, arc->weight));
    }
    draw_column(page, show, places, false, token);
    draw_column(page, show, places, true, token);
    if (several) draw_head_legend(painter, places.heads, heads, show.layer.heads);
    if (token) draw_numbers_of(page, show, places, arcs, several, token);
}

}  // namespace glassformer
