// The story's head: its card of weights, and the lines that lead into and out of it.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/pictures/board/off_mark.h"
#include "app/pictures/board/token_text.h"
#include "app/pictures/story/story_painter.h"
#include "app/pictures/story/texts.h"
#include "core/base/number_text.h"
#include "core/model/model.h"

namespace glassformer {

StoryPainter::Path& StoryPainter::Path::curve(Vec2 control1, Vec2 control2, Vec2 to) {
    constexpr int pieces = 18;
    const Vec2 from = points_.back();
    for (int i = 1; i <= pieces; ++i) {
        const float t = static_cast<float>(i) / pieces, u = 1 - t;
        points_.push_back(from * (u * u * u) + control1 * (3 * u * u * t) + control2 * (3 * u * t * t) +
                          to * (t * t * t));
    }
    return *this;
}

bool StoryPainter::Path::passes(Vec2 at, float distance) const {
    for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
        const Vec2 way = points_[i + 1] - points_[i], to = at - points_[i];
        const float length = std::max(1e-6F, way.x * way.x + way.y * way.y);
        const float share = std::clamp((to.x * way.x + to.y * way.y) / length, 0.0F, 1.0F);
        if (std::hypot(to.x - share * way.x, to.y - share * way.y) <= distance) return true;
    }
    return false;
}

void StoryPainter::lines() {
    if (attention_ == nullptr) return;
    const float start = at_.port, width = std::max(1.5F, 0.22F * std::min(at_.row, 2 * em_));
    const float port = 0.5F * em_;
    const auto mark = [&](Kind kind, int token, float top, float high, float share) {
        const Meaning of = kind == Kind::query ? Meaning::query : kind == Kind::key ? Meaning::key : Meaning::value;
        const Rect box{start, top, port, high};
        painter_.fill(box, lit_row(kind, token) ? tone(of) : pale(tone(of), share));
        if (lit_row(kind, token)) painter_.stroke(box.inset(-1.5F), theme_.accent, 1.5F);
        note({.kind = kind,
              .token = token,
              .record = kind == Kind::query ? attention_->query
                        : kind == Kind::key ? attention_->key
                                            : attention_->value,
              .rect = {box.x - 0.2F * em_, box.y, box.w + 0.4F * em_, box.h}});
    };
    for (int token = 0; token < tokens(); ++token) {
        const float y = at_.y(token), third = 0.26F * at_.row, top = story_.source ? y : y - third;
        const float share = strength(token);
        note({.kind = Kind::query,
              .token = token,
              .record = attention_->query,
              .rect = row_from(start + port, at_.card.x - query_room(), token)});
        mark(Kind::query, token, top - 0.5F * third, third, std::max(0.45F, share));
        if (!story_.source) {
            mark(Kind::key, token, y - 0.5F * third, third, 0.8F);
            mark(Kind::value, token, y + 0.5F * third, third, 0.8F);
        }
        const Colour of_query = pale(tone(Meaning::query), 0.8F * share);
        const float from = start + port, to = at_.card.x - query_room();
        if (bundled() && token != focus_) {  // drawn like the ribbons around it: a line between them takes longer
            constexpr float half = 0.5F;
            painter_.band(std::array<Vec2, 2>{Vec2{from, top - half}, {to, y - half}},
                          std::array<Vec2, 2>{Vec2{from, top + half}, {to, y + half}}, of_query);
        } else {
            painter_.curve({from, top}, {start + 3 * em_, top}, {at_.card.x - 4 * em_, y}, {to, y}, of_query, width);
        }
    }
    const auto carried = [&](int key) {
        const float weighted = weight(focus_, key) * (attention_->head_silent(head_, focus_) ? 0.3F : 1.0F);
        return std::max(weighted, key == lit_key() ? 0.7F : 0.0F);
    };
    // They share their way along the card: the strongest lies on top.
    std::vector<int> order;
    for (int key = 0; key < keys(); ++key)
        if (carried(key) >= smallest_weight) order.push_back(key);
    std::ranges::stable_sort(order, {}, carried);
    for (const int key : order) {
        const float strong = carried(key);
        const Path of_key = key_line(key), of_value = value_line(key);
        painter_.polyline(of_key.points(), pale(tone(Meaning::key), strong), width);
        painter_.polyline(of_value.points(), pale(tone(Meaning::value), strong), width);
        arrow_into_card(of_key, at_.keys_top, pale(tone(Meaning::key), strong), width);
        arrow_into_card(of_value, at_.stage.bottom(), pale(tone(Meaning::value), strong), width);
        const float near = std::max(width, 0.35F * em_);
        const auto passed = [&](const Path& path, Kind kind, int record) {
            if (path.passes(mouse_, near))
                hit_ = StoryHit{.kind = kind,
                                .token = key,
                                .record = record,
                                .rect = {mouse_.x - near, mouse_.y - near, 2 * near, 2 * near}};
        };
        passed(of_key, Kind::key, attention_->key);
        passed(of_value, Kind::value, attention_->value);
    }
    behind_card();
    if (story_.parallel) return fork();
    if (attention_->residual) arc(at_.branch, at_.joined, at_.open.y + 2.3F * em_, StoryPart::attention, crossed());
}

/// Of the same tokens as the queries the lines run from the stream over the card and below it; of the encoder's output
/// from its rows down into the card, and around its left side below it.
StoryPainter::Path StoryPainter::key_line(int key) const {
    const float x = at_.key_x(key), top = at_.keys_top;
    if (story_.source) {
        const float y = at_.source_y(key) - 0.19F * at_.row;
        Path path({at_.source.right() + 0.5F * em_, y});
        path.curve({x, y}, {x, y + 0.2F * at_.row}, {x, std::max(y + 0.2F * at_.row, at_.open.y)})
            .line({x, top - 0.45F * em_});
        return path;
    }
    Path path = beside_card(at_.y(key), 0.35F, top - 0.45F * em_);
    path.line({x, top - 0.45F * em_});
    return path;
}

StoryPainter::Path StoryPainter::value_line(int key) const {
    const float x = at_.key_x(key), below = at_.values_bottom;
    if (story_.source) {
        const float y = at_.source_y(key) + 0.19F * at_.row, side = values_side(),
                    start = at_.source.right() + 0.5F * em_;
        const float down = std::max(y + 0.2F * at_.row, at_.open.y);
        Path path({start, y});
        path.curve({side, y}, {side, y + 0.2F * at_.row}, {side, down}).line({side, below - 0.8F * em_});
        path.curve({side, below}, {side, below}, {side + 0.8F * em_, below}).line({x, below});
        return path;
    }
    Path path = beside_card(at_.y(key) + 0.26F * at_.row, 0.8F, below);
    path.line({x, below});
    return path;
}

/// From the end of a line on to the edge of the card.
void StoryPainter::arrow_into_card(const Path& path, float edge, Colour ink, float width) const {
    const Vec2 end = path.points().back();
    const float wide = std::max(0.38F * em_, 0.9F * width), from = end.y < edge ? end.y - width / 2 : end.y + width / 2;
    painter_.triangle({end.x - wide, from}, {end.x + wide, from}, {end.x, edge}, ink);
}

/// From the stream to the left of the card and along it to this height, above the card or below it. `apart`: em
/// between the card and the line.
StoryPainter::Path StoryPainter::beside_card(float y, float apart, float to) const {
    const float start = at_.port + 0.5F * em_, left = at_.card.x - query_room() - 0.2F * em_;
    const float x = std::max(start + 0.3F * (left - start), left - apart * em_);
    const float turn = std::min(0.8F * em_, 0.5F * std::abs(to - y)), by = to < y ? -turn : turn;
    Path path({start, y});
    path.curve({x, y}, {x, y}, {x, y + by}).line({x, to - by});
    path.curve({x, to}, {x, to}, {left + 0.4F * em_, to});
    return path;
}

Vec2 StoryPainter::crossed() const {
    if (!story_.source) return {};
    return {values_side() - 0.3F * em_, at_.card.right()};
}

void StoryPainter::behind_card() {
    if (attention_ == nullptr) return;
    for (int token = 0; token < tokens(); ++token) attention_output(token);
}

void StoryPainter::card() {
    const Rect sheet{at_.card.x - query_room() - 0.2F * em_, at_.keys_top - 0.1F * em_,
                     at_.card.w + query_room() + 0.6F * em_ + at_.overhang,
                     at_.card.bottom() + 0.35F * em_ - at_.keys_top + 0.1F * em_};
    const int heads = attention_ != nullptr ? attention_->heads : 1;
    for (int behind = std::min(heads - 1, 3); behind > 0; --behind) {
        const Rect other = sheet.moved({3.0F * static_cast<float>(behind), 3.0F * static_cast<float>(behind)});
        painter_.fill(other, theme_.background, 0.4F * em_);
        painter_.stroke(other, theme_.border, 1, 0.4F * em_);
    }
    painter_.fill(sheet, theme_.panel, 0.4F * em_);
    painter_.stroke(sheet, lit(Kind::card) ? theme_.accent : theme_.border, lit(Kind::card) ? 2.0F : 1.0F, 0.4F * em_);
    const int of_weights = attention_ != nullptr ? attention_->weights : -1;
    note({.kind = Kind::card, .token = focus_, .record = of_weights, .column = strongest_key(), .rect = sheet});
    /// The name of what the lines carry is also what is pointed at: of the looked-at row, or of the key it weights
    /// most.
    const auto named = [&](const Rect& place, const char* text, Kind kind, Meaning meaning, Align align) {
        text_in(painter_, place, text,
                {.colour = lit(kind) ? theme_.accent_text : tone(meaning),
                 .size = em::small,
                 .face = Face::bold,
                 .align = align});
        if (attention_ == nullptr) return;
        const float wide = painter_.measure(text, em::small, Face::bold).width + 0.4F * em_;
        note({.kind = kind,
              .token = kind == Kind::query ? focus_ : strongest_key(),
              .record = kind == Kind::query ? attention_->query
                        : kind == Kind::key ? attention_->key
                                            : attention_->value,
              .rect = {align == Align::right ? place.right() - wide : place.x, place.y, wide, place.h}});
    };
    painter_.push_clip(sheet);
    key_words();
    painter_.pop_clip();
    if (at_.dots)
        dots();
    else
        cells();
    const bool off = attention_ != nullptr && attention_->head_off(head_);
    if (off) draw_off_mark(painter_, at_.card);
    const Rect row = Rect{at_.card.x, at_.y(focus_) - at_.row / 2, at_.card.w, at_.row};
    painter_.stroke(row.inset(-1, 0), theme_.accent, 2, std::min(0.45F * at_.row, 0.5F * em_));
    if (at_.labels && !at_.hall) row_names();
    // The keys' words rise to the right: at the left of the first one there is room above them.
    float left = at_.card.x - 0.5F * em_;
    if (at_.hall) {  // the rows' words are at the left alone
        named({at_.words.x, at_.stage.y - 1.9F * em_, at_.words.w - 0.5F * em_, 1.4F * em_}, texts::story::queries,
              Kind::query, Meaning::query, Align::right);
    } else if (at_.labels) {
        // Above the queries' words; where these are short, on the keys' line, clear of the keys' words.
        const float wide = painter_.measure(texts::story::queries, em::small, Face::bold).width;
        const bool above = wide >= query_room();
        const float line = above ? sheet.y + 0.1F * em_ : at_.card.y - 1.5F * em_;
        named({sheet.x + 0.3F * em_, line, wide + 0.5F * em_, 1.3F * em_}, texts::story::queries, Kind::query,
              Meaning::query, Align::left);
        if (above) left = std::max(left, sheet.x + 0.9F * em_ + wide);
    }
    const float wide = painter_.measure(texts::story::keys, em::small, Face::bold).width + 0.4F * em_;
    named({left, sheet.y + 0.1F * em_, wide, 1.3F * em_}, texts::story::keys, Kind::key, Meaning::key, Align::left);
    const Rect foot{sheet.x, at_.values_bottom + 0.1F * em_, sheet.w, 1.4F * em_};
    named(foot, texts::story::values, Kind::value, Meaning::value, Align::left);
    const std::string which =
        story_.table() ? ""
        : heads == 1
            ? (off ? texts::story::one_head_off : texts::story::one_head)
            : fmt::format(fmt::runtime(off ? texts::story::head_of_off : texts::story::head), head_ + 1, heads);
    // Others that are off are named where there is room.
    StoryOff others;
    if (attention_ != nullptr && !off) others.heads = attention_->heads_off();
    const std::string all = others ? fmt::format(texts::story::and_off, others.text(), which) : which;
    const bool fits = painter_.measure(all, em::small).width < foot.w - 4 * em_;
    const Rect turn{foot.right() - 6 * em_, foot.y, 6 * em_, foot.h};
    text_in(painter_, foot, fits ? all : which,
            {.colour = lit(Kind::head) ? theme_.accent_text : theme_.muted, .size = em::small, .align = Align::right});
    if (heads > 1) note({.kind = Kind::head, .rect = turn});
    caption();
}

void StoryPainter::row_names() {
    for (int token = 0; token < tokens(); ++token) {
        const Rect line{at_.card.x - at_.beside - 0.35F * em_, at_.y(token) - at_.row / 2, at_.beside, at_.row};
        token_in(painter_, line, at_.words_beside ? word(token) : name(token),
                 {.colour = token == focus_ ? theme_.accent_text : tone(Meaning::query),
                  .size = std::min(em::small, word_size()),
                  .face = token == focus_ ? Face::bold : Face::sans,
                  .align = Align::right},
                 story_.unknown_word(token));
        if (attention_ != nullptr)
            note({.kind = Kind::query, .token = token, .record = attention_->query, .rect = line});
    }
}

void StoryPainter::key_words() {
    const int strongest = lit_key() >= 0 ? lit_key() : strongest_key();
    const float base = at_.card.y - 0.3F * em_;
    if (attention_ != nullptr && mouse_.y < at_.card.y && mouse_.y > at_.keys_top + 1.3F * em_) {
        // The words rise to the right: the one under the mouse starts further left.
        const float lean = (at_.card.y - mouse_.y) / std::tan(key_word_degrees * std::numbers::pi_v<float> / 180);
        const int key = static_cast<int>(std::floor((mouse_.x - lean - at_.card.x) / at_.column));
        if (key >= 0 && key < keys())
            note({.kind = Kind::key,
                  .token = key,
                  .record = attention_->key,
                  .rect = {mouse_.x - 0.5F * at_.column, mouse_.y - em_, at_.column, 2 * em_}});
    }
    int every = 1;
    while (static_cast<float>(every) * at_.column < 0.95F * em_) ++every;
    for (int key = 0; key < keys(); ++key) {
        if (key % every != 0 && key != strongest) continue;
        if (every > 1 && key != strongest && std::abs(key - strongest) < every) continue;
        draw_token(painter_, {at_.key_x(key), base},
                   shortened(painter_, column_word(key), widest_key_word * em_, em::small, Face::sans),
                   {.colour = key == strongest ? tone(Meaning::key) : mix(tone(Meaning::key), theme_.muted, 0.3F),
                    .size = em::small,
                    .face = key == strongest ? Face::bold : Face::sans,
                    .anchor = Anchor::baseline,
                    .degrees = key_word_degrees},
                   story_.unknown_key(key));
    }
}

int StoryPainter::strongest_key() const {
    int best = 0;
    for (int key = 1; key < keys(); ++key)
        if (weight(focus_, key) > weight(focus_, best)) best = key;
    return best;
}

void StoryPainter::dots() {
    const float radius = 0.44F * std::min(at_.column, at_.row);
    constexpr float least_seen = 0.5F / 255;  // of a color: less is the card's own
    for (int query = 0; query < tokens(); ++query)
        for (int key = 0; key < keys(); ++key) {
            const Rect cell{at_.key_x(key) - at_.column / 2, at_.y(query) - at_.row / 2, at_.column, at_.row};
            const float strong = weight(query, key);
            if (strong > least_seen)
                painter_.circle(cell.centre(), radius, mix(theme_.panel, tone(Meaning::weight), strong));
            if (strong > 0) painter_.ring(cell.centre(), radius, mix(theme_.panel, theme_.border, 0.8F), 1);
            note({.kind = Kind::weight,
                  .token = query,
                  .key = key,
                  .record = attention_ != nullptr ? attention_->weights : -1,
                  .column = key,
                  .rect = cell});
        }
    if (!lit(Kind::weight)) return;
    const float x = at_.key_x(scene_.lit->key), y = at_.y(scene_.lit->token), round = 0.5F * at_.column;
    if (scene_.lit->token != focus_)
        painter_.stroke({at_.card.x - 1, y - at_.row / 2, at_.card.w + 2, at_.row}, theme_.text, 1, round);
    painter_.stroke({x - at_.column / 2, at_.card.y, at_.column, at_.card.h}, theme_.text, 1, round);
    painter_.ring({x, y}, radius + 1, theme_.accent, 2);
}

void StoryPainter::cells() {
    const ConstMatrix matrix{.data = weights_.data(),
                             .rows = tokens(),
                             .cols = keys(),
                             .row_stride = keys(),
                             .generation = scene_.evaluation.generation()};
    // Few pixels a weight: one line a row at the least.
    painter_.fill(at_.card, theme_.heat_zero);
    for (int query = 0; query < tokens(); ++query)
        for (int key = 0; key < keys(); ++key) {
            const float strong = matrix.at(query, key);
            if (strong < smallest_weight) continue;
            painter_.fill({at_.key_x(key) - at_.column / 2, at_.y(query) - at_.row / 2, at_.column, at_.row},
                          mix(theme_.panel, tone(Meaning::weight), strong));
        }
    const CellAt under = cell_at(at_.card, tokens(), keys(), mouse_);
    if (under)
        note({.kind = Kind::weight,
              .token = under.row,
              .key = under.col,
              .record = attention_ != nullptr ? attention_->weights : -1,
              .column = under.col,
              .rect = {at_.key_x(under.col) - at_.column / 2, at_.y(under.row) - at_.row / 2, at_.column, at_.row}});
}

void StoryPainter::caption() {
    if (attention_ == nullptr || keys() < 2 || at_.caption.h <= 0) return;
    const int key = lit(Kind::weight) ? scene_.lit->key : strongest_key();
    const bool silent = attention_->head_silent(head_, focus_);
    const std::string text = attention_->head_off(head_) ? fmt::format(texts::story::head_is_off, head_ + 1)
                             : silent ? fmt::format(texts::story::head_is_silent, head_ + 1, name(focus_))
                             : weight(focus_, strongest_key()) > 0
                                 ? fmt::format(texts::story::attends, name(focus_), key_word(key),
                                               percent_text(static_cast<double>(weight(focus_, key))))
                                 : fmt::format(texts::story::attends_to_none, name(focus_));
    // Below the card, as far as there is room.
    const float wide = std::min(painter_.measure(text, em::small, Face::bold).width + 0.2F * em_, at_.caption.w);
    const float middle = (at_.card.x - query_room() + at_.card.right()) / 2;
    const float x = std::clamp(middle - wide / 2, at_.caption.x, at_.caption.right() - wide);
    text_in(painter_, {x, at_.caption.y, wide, at_.caption.h}, text,
            {.colour = silent ? theme_.warning : tone(Meaning::weight), .size = em::small, .face = Face::bold});
}

}  // namespace glassformer
