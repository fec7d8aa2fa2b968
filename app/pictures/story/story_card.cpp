// The story's head: its card of weights, and the lines that lead into and out of it.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/pictures/story/story_painter.h"
#include "app/pictures/story/texts.h"
#include "core/base/number_text.h"
#include "core/model/model.h"

namespace glassformer {

void StoryPainter::lines() {
    const float start = at_.port, width = std::max(1.5F, 0.22F * std::min(at_.row, 2 * em_));
    const float port = 0.5F * em_;
    for (int token = 0; token < tokens(); ++token) {
        const float y = at_.y(token), third = 0.26F * at_.row, top = story_.source ? y : y - third;
        const float share = strength(token);
        painter_.fill({start, top - 0.5F * third, port, third}, pale(tone(Meaning::query), std::max(0.45F, share)));
        if (!story_.source) {
            painter_.fill({start, y - 0.5F * third, port, third}, pale(tone(Meaning::key), 0.8F));
            painter_.fill({start, y + 0.5F * third, port, third}, pale(tone(Meaning::value), 0.8F));
        }
        const Colour of_query = pale(tone(Meaning::query), 0.8F * share);
        if (bundled() && token != focus_)
            painter_.line({start + port, top}, {at_.card.x - query_room(), y}, of_query, 1);
        else
            painter_.curve({start + port, top}, {start + 3 * em_, top}, {at_.card.x - 4 * em_, y},
                           {at_.card.x - query_room(), y}, of_query, width);
    }
    for (int key = 0; key < keys(); ++key) {
        const float strong = weight(focus_, key);
        if (strong < smallest_weight) continue;
        if (story_.source)
            from_source(key, strong, width);
        else
            from_stream(key, strong, width);
    }
    behind_card();
    if (attention_ != nullptr && attention_->residual) arc(start + port / 2, at_.joined, at_.open.y + 2.3F * em_, true);
}

/// Of the same tokens as the queries: from the stream over the card and below it.
void StoryPainter::from_stream(int key, float strong, float width) {
    const float start = at_.port + 0.5F * em_, y = at_.y(key), x = at_.key_x(key), left = at_.card.x - 0.5F * em_;
    const float bend = at_.card.x - at_.port, above = at_.keys_top - 0.45F * em_, below = at_.values_bottom;
    const Colour of_key = pale(tone(Meaning::key), strong), of_value = pale(tone(Meaning::value), strong);
    painter_.curve({start, y}, {start + 0.55F * bend, y}, {at_.port + 0.3F * bend, above}, {left, above}, of_key,
                   width);
    painter_.line({left, above}, {x, above}, of_key, width);
    painter_.line({x, above}, {x, above + 0.45F * em_}, of_key, width);
    painter_.curve({start, y + 0.26F * at_.row}, {start + 0.5F * bend, y}, {at_.port + 0.2F * bend, below},
                   {left, below}, of_value, width);
    painter_.line({left, below}, {x, below}, of_value, width);
    painter_.line({x, below}, {x, at_.stage.bottom()}, of_value, width);
}

/// Of the encoder's output: from its rows down into the card, and around its left side below it.
void StoryPainter::from_source(int key, float strong, float width) {
    const float start = at_.source.right() + 0.5F * em_, y = at_.source_y(key), x = at_.key_x(key);
    const float side = at_.card.x - query_room() - 0.9F * em_, below = at_.values_bottom, above = at_.keys_top;
    const Colour of_key = pale(tone(Meaning::key), strong), of_value = pale(tone(Meaning::value), strong);
    painter_.curve({start, y - 0.19F * at_.row}, {x, y - 0.19F * at_.row}, {x, y}, {x, above}, of_key, width);
    const float foot = above - 0.8F * em_;
    painter_.curve({start, y + 0.19F * at_.row}, {start + 1.2F * em_, y + 0.19F * at_.row}, {side, y + at_.row},
                   {side, foot}, of_value, width);
    painter_.line({side, foot}, {side, below - em_}, of_value, width);
    painter_.curve({side, below - em_}, {side, below}, {side, below}, {side + em_, below}, of_value, width);
    painter_.line({side + em_, below}, {x, below}, of_value, width);
    painter_.line({x, below}, {x, at_.stage.bottom()}, of_value, width);
}

void StoryPainter::behind_card() {
    if (attention_ == nullptr) return;
    const StoryStream& stream = attention_->stream;
    for (int token = 0; token < tokens(); ++token) {
        const float width = thickness(stream, token);
        ribbon(token, at_.card.right() + 0.4F * em_ + at_.overhang, at_.joined, std::min(2.0F, width), width,
               pale(tone(Meaning::value), strength(token)));
        if (attention_->residual) sum(at_.joined, at_.y(token), strength(token));
    }
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
    painter_.stroke(sheet, theme_.border, 1, 0.4F * em_);
    text_in(painter_, {sheet.x, sheet.y + 0.1F * em_, sheet.w - 0.5F * em_, 1.3F * em_}, texts::story::keys,
            {.colour = tone(Meaning::key), .size = em::small, .face = Face::bold, .align = Align::right});
    if (at_.labels) {
        // Above the queries' words; where these are short, on the keys' line, clear of the keys' words.
        const float wide = painter_.measure(texts::story::queries, em::small, Face::bold).width;
        const float line = wide < query_room() ? at_.card.y - 1.5F * em_ : sheet.y + 0.1F * em_;
        text_in(painter_, {sheet.x + 0.3F * em_, line, wide + 0.5F * em_, 1.3F * em_}, texts::story::queries,
                {.colour = tone(Meaning::query), .size = em::small, .face = Face::bold});
    }
    painter_.push_clip(sheet);
    key_words();
    painter_.pop_clip();
    if (at_.dots)
        dots();
    else
        cells();
    const Rect row = Rect{at_.card.x, at_.y(focus_) - at_.row / 2, at_.card.w, at_.row};
    painter_.stroke(row.inset(-1, 0), theme_.accent, 2, std::min(0.45F * at_.row, 0.5F * em_));
    if (at_.labels)
        for (int token = 0; token < tokens(); ++token)
            text_in(painter_, {at_.card.x - at_.beside - 0.35F * em_, at_.y(token) - at_.row / 2, at_.beside, at_.row},
                    word(token),
                    {.colour = token == focus_ ? theme_.accent_text : tone(Meaning::query),
                     .size = std::min(em::small, word_size()),
                     .face = token == focus_ ? Face::bold : Face::sans,
                     .align = Align::right});
    const Rect foot{sheet.x, at_.values_bottom + 0.1F * em_, sheet.w, 1.4F * em_};
    const std::string which = heads == 1 ? texts::story::one_head : fmt::format(texts::story::head, head_ + 1, heads);
    text_in(painter_, foot, which, {.colour = theme_.muted, .size = em::small, .align = Align::right});
    text_in(painter_, foot, texts::story::values,
            {.colour = tone(Meaning::value), .size = em::small, .face = Face::bold});
    if (heads > 1) note({.kind = StoryHit::Kind::head, .rect = {foot.right() - 6 * em_, foot.y, 6 * em_, foot.h}});
    tag();
}

void StoryPainter::key_words() {
    const int strongest = strongest_key();
    const float base = at_.card.y - 0.3F * em_;
    int every = 1;
    while (static_cast<float>(every) * at_.column < 0.95F * em_) ++every;
    for (int key = 0; key < keys(); ++key) {
        if (key % every != 0 && key != strongest) continue;
        if (every > 1 && key != strongest && std::abs(key - strongest) < every) continue;
        painter_.text({at_.key_x(key), base},
                      shortened(painter_, key_word(key), widest_key_word * em_, em::small, Face::sans),
                      {.colour = key == strongest ? tone(Meaning::key) : mix(tone(Meaning::key), theme_.muted, 0.3F),
                       .size = em::small,
                       .face = key == strongest ? Face::bold : Face::sans,
                       .anchor = Anchor::baseline,
                       .degrees = key_word_degrees});
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
    for (int query = 0; query < tokens(); ++query)
        for (int key = 0; key < keys(); ++key) {
            const Rect cell{at_.key_x(key) - at_.column / 2, at_.y(query) - at_.row / 2, at_.column, at_.row};
            const float strong = weight(query, key);
            const float share = query == focus_ ? 1.0F : 0.6F;
            if (strong > 0)
                painter_.circle(cell.centre(), radius, mix(theme_.panel, tone(Meaning::weight), share * strong));
            if (strong > 0) painter_.ring(cell.centre(), radius, mix(theme_.panel, theme_.border, 0.8F), 1);
            note({.kind = StoryHit::Kind::weight, .token = query, .key = key, .block = at_.open_block, .rect = cell});
        }
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
        note({.kind = StoryHit::Kind::weight,
              .token = under.row,
              .key = under.col,
              .block = at_.open_block,
              .rect = {at_.key_x(under.col) - at_.column / 2, at_.y(under.row) - at_.row / 2, at_.column, at_.row}});
}

void StoryPainter::tag() {
    if (attention_ == nullptr || keys() < 2) return;
    const int key = strongest_key();
    const std::string text = fmt::format(texts::story::attends, word(focus_), key_word(key),
                                         percent_text(static_cast<double>(weight(focus_, key))));
    const TextSize size = painter_.measure(text, em::small, Face::bold);
    const float y = at_.y(focus_), high = 1.7F * em_;
    const bool under = y + at_.row / 2 + high + 0.6F * em_ < at_.card.bottom();
    const float top = under ? y + at_.row / 2 + 0.45F * em_ : y - at_.row / 2 - 0.45F * em_ - high;
    const float wide = size.width + 1.2F * em_;
    const float x = std::clamp(at_.key_x(key) + 0.8F * em_, at_.open.x + em_,
                               std::max(at_.open.x + em_, at_.card.right() + 0.2F * em_ - wide));
    const Rect box{x, top, wide, high};
    const float foot = std::clamp(at_.key_x(key) + 0.8F * em_, box.x + 0.5F * em_, box.right() - 0.5F * em_);
    painter_.line({at_.key_x(key), y}, {foot, under ? box.y : box.bottom()}, theme_.text, 1.2F);
    painter_.fill(box, theme_.text, 0.35F * em_);
    text_in(painter_, box, text,
            {.colour = theme_.background, .size = em::small, .face = Face::bold, .align = Align::centre});
}

}  // namespace glassformer
