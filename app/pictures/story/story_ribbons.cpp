// The story's ribbons: the residual stream of each token through folded blocks, the MLP and the sums.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/pictures/story/story_painter.h"
#include "app/pictures/story/texts.h"
#include "core/model/model.h"

namespace glassformer {

float StoryPainter::thickness(const StoryStream& stream, int token) const {
    const float length = stream.lengths[static_cast<std::size_t>(token)];
    return std::max(1.0F, thickest * at_.row * length / std::max(1e-9F, story_.longest));
}

void StoryPainter::label(Vec2 at, std::string_view text, Colour of, float size, Face face, Align align, Anchor anchor) {
    painter_.text(at, text, {.colour = of, .size = size, .face = face, .align = align, .anchor = anchor});
}

void StoryPainter::ribbon_at(float y, float from, float to, float first, float last, Colour of) {
    if (to - from < 0.5F) return;
    std::array<Vec2, steps + 1> upper, lower;
    const int count = bundled() ? 2 : steps;
    for (int i = 0; i <= count; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(count), smooth = t * t * (3 - 2 * t);
        const float half = (first + (last - first) * smooth) / 2, x = from + (to - from) * t;
        upper[static_cast<std::size_t>(i)] = {x, y - half};
        lower[static_cast<std::size_t>(i)] = {x, y + half};
    }
    const auto points = static_cast<std::size_t>(count) + 1;
    painter_.band(std::span(upper).first(points), std::span(lower).first(points), of);
}

void StoryPainter::ribbons() {
    for (int token = 0; token < tokens(); ++token) {
        if (token == focus_) continue;
        ribbons_of(token);
    }
    ribbons_of(focus_);
}

void StoryPainter::ribbons_of(int token) {
    const Colour of = pale(tone(Meaning::residual), strength(token));
    const float y = at_.y(token);
    float x = at_.stage.x;
    painter_.fill(Rect{x, y - 0.42F * at_.row, 0.28F * em_, 0.84F * at_.row}, pale(tone(Meaning::residual), 0.9F));
    x += 0.28F * em_;
    std::size_t fold = 0;
    const auto through = [&](const StoryFold& closed) {
        const StoryBlock& first = story_.blocks[static_cast<std::size_t>(closed.first)];
        const StoryBlock& last = story_.blocks[static_cast<std::size_t>(closed.last)];
        const float before = thickness(first.in, token), after = thickness(last.sublayers.back().stream, token);
        ribbon(token, x, closed.box.x, before, before, of);
        ribbon(token, closed.box.x, closed.box.right(), before, after, of);
        x = closed.box.right();
    };
    while (fold < at_.folds.size() && at_.folds[fold].first < at_.open_block) through(at_.folds[fold++]);
    const float in = thickness(block_.in, token);
    float behind = in;
    if (const StorySublayer* own = attention_before(block_)) {
        ribbon(token, x, at_.before.x, in, in, of);
        behind = thickness(own->stream, token);
        ribbon(token, at_.before.x, at_.before.right(), in, behind, of);
        x = at_.before.right();
    }
    ribbon(token, x, at_.port, behind, behind, of);
    x = mlp_ != nullptr ? at_.out : at_.joined;
    float out = thickness(block_.sublayers.back().stream, token);
    while (fold < at_.folds.size()) {
        through(at_.folds[fold]);
        out = thickness(story_.blocks[static_cast<std::size_t>(at_.folds[fold++].last)].sublayers.back().stream, token);
    }
    ribbon(token, x, at_.stage.right(), out, out, of);
}

void StoryPainter::source() {
    if (!story_.source) return;
    const StorySource& of = *story_.source;
    const Colour stream = tone(Meaning::residual);
    for (int token = 0; token < static_cast<int>(of.words.size()); ++token) {
        const float y = at_.source_y(token), third = 0.38F * at_.row;
        const float read = std::max(faint, weight(focus_, token));
        const float in = thickness(of.in, token), out = thickness(of.out, token);
        painter_.fill(Rect{at_.source.x, y - 0.42F * at_.row, 0.28F * em_, 0.84F * at_.row}, pale(stream, 0.9F));
        const float x = at_.source.x + 0.28F * em_;
        ribbon_at(y, x, at_.encoder.x, in, in, pale(stream, read));
        ribbon_at(y, at_.encoder.x, at_.encoder.right(), in, out, pale(stream, read));
        ribbon_at(y, at_.encoder.right(), at_.source.right(), out, out, pale(stream, read));
        painter_.fill({at_.source.right(), y - third, 0.5F * em_, third}, pale(tone(Meaning::key), 0.8F));
        painter_.fill({at_.source.right(), y, 0.5F * em_, third}, pale(tone(Meaning::value), 0.8F));
        const Rect line{at_.words.x, y - at_.row / 2, at_.words.w - 0.5F * em_, at_.row};
        if (at_.labels)
            text_in(painter_, line, key_word(token),
                    {.colour = theme_.text, .size = word_size(), .align = Align::right});
        note({.kind = StoryHit::Kind::source, .token = token, .rect = line});
    }
    text_in(painter_, {at_.words.x, at_.source.y - 1.7F * em_, at_.words.w - 0.5F * em_, 1.4F * em_},
            texts::story::source, {.colour = theme_.muted, .size = em::small, .align = Align::right});
    painter_.stroke(at_.encoder, at_.encoder.contains(mouse_) ? theme_.accent : theme_.border,
                    at_.encoder.contains(mouse_) ? 2.0F : 1.0F, 0.5F * em_);
    const std::string name = of.blocks == 1 ? texts::story::encoder_one : fmt::format(texts::story::encoder, of.blocks);
    const Rect title{at_.encoder.x, at_.encoder.y - 1.5F * em_, at_.source.right() - at_.encoder.x, 1.4F * em_};
    text_in(painter_, title, name, {.colour = theme_.text, .face = Face::bold});
    note({.kind = StoryHit::Kind::encoder, .rect = at_.encoder});
}

void StoryPainter::closed(const StoryFold& fold) {
    const bool one = fold.first == fold.last;
    painter_.stroke(fold.box, theme_.border, 1, 0.5F * em_);
    const Rect name{fold.box.x, fold.box.y + 0.5F * em_, fold.box.w, 1.4F * em_};
    text_in(painter_, name,
            one ? fmt::format(texts::story::block, fold.first + 1)
                : fmt::format(texts::story::blocks, fold.first + 1, fold.last + 1),
            {.colour = theme_.text, .face = Face::bold, .align = Align::centre});
    const TextStyle quiet{.colour = theme_.muted, .size = em::small, .align = Align::centre};
    const Rect above = Rect{name.x, name.bottom() + 0.2F * em_, name.w, at_.y(0) - name.bottom()}.inset(0.2F * em_, 0);
    if (paragraph(painter_, above, texts::story::same_structure, quiet, false) <= above.h)
        paragraph(painter_, above, texts::story::same_structure, quiet);
    note({.kind = StoryHit::Kind::fold, .block = fold.first, .rect = fold.box});
    if (fold.box.contains(mouse_)) painter_.stroke(fold.box, theme_.accent, 2, 0.5F * em_);
}

void StoryPainter::frame() {
    painter_.stroke(at_.open, theme_.border, 1.5F, 0.5F * em_);
    const float y = at_.open.y + 0.95F * em_;
    const bool cross = attention_before(block_) != nullptr;
    const std::string name = cross ? fmt::format(texts::story::decoder_block, block_.number)
                                   : fmt::format(texts::story::block, block_.number);
    label({at_.open.x + 0.9F * em_, y}, name, theme_.text, em::body, Face::bold);
    const float left = at_.open.x + 0.9F * em_ + painter_.measure(name, em::body, Face::bold).width + 1.2F * em_;
    const float right = at_.mlp.w > 0 ? at_.joined : at_.open.right();
    const std::string_view whole = cross ? texts::story::cross_attention : texts::story::attention;
    const bool fits = painter_.measure(whole).width < right - left - em_;
    const std::string_view brief = cross ? texts::story::cross_attention_short : texts::story::attention_short;
    const std::string_view title = fits ? whole : brief;
    const TextSize size = painter_.measure(title);
    painter_.fill({left - 0.2F * em_, y - size.height / 2, size.width + 0.4F * em_, size.height}, theme_.background);
    label({left, y}, title, theme_.muted);
    if (cross) {
        painter_.stroke(at_.before, theme_.border, 1, 0.4F * em_);
        const Rect below{at_.before.x - 0.6F * em_, at_.before.bottom() + 0.1F * em_, at_.before.w + 1.2F * em_,
                         1.4F * em_};
        text_in(painter_, below, texts::story::attention_short,
                {.colour = theme_.muted, .size = em::small, .align = Align::centre});
        note({.kind = StoryHit::Kind::before, .block = at_.open_block, .rect = at_.before});
        if (at_.before.contains(mouse_)) painter_.stroke(at_.before, theme_.accent, 2, 0.4F * em_);
    }
    if (at_.mlp.w > 0) {
        const std::string_view text = texts::story::mlp;
        const float room = at_.open.right() - at_.joined - 0.8F * em_;
        label({at_.joined + room / 2 + 0.2F * em_, y},
              painter_.measure(text).width < room ? text : std::string_view(texts::story::mlp_short), theme_.muted,
              em::body, Face::sans, Align::centre);
    }
}

void StoryPainter::sum(float x, float y, float share) {
    const float radius = std::min(0.42F * em_, 0.32F * at_.row);
    if (radius < 2) return;
    painter_.circle({x, y}, radius, theme_.background);
    const Colour of = pale(tone(Meaning::residual), std::max(0.5F, share));
    painter_.ring({x, y}, radius, of, 1.2F);
    painter_.line({x - 0.6F * radius, y}, {x + 0.6F * radius, y}, of, 1.2F);
    painter_.line({x, y - 0.6F * radius}, {x, y + 0.6F * radius}, of, 1.2F);
}

void StoryPainter::arc(float from, float to, float top, bool named) {
    const Colour of = tone(Meaning::residual);
    const float foot = at_.stage.y - 0.1F * em_;
    painter_.curve({from, foot}, {from, top - 0.4F * em_}, {from, top}, {from + 2 * em_, top}, of, 1.6F);
    painter_.line({from + 2 * em_, top}, {to - 2 * em_, top}, of, 1.6F);
    painter_.curve({to - 2 * em_, top}, {to, top}, {to, top - 0.4F * em_}, {to, foot - 0.4F * em_}, of, 1.6F);
    painter_.triangle({to - 0.28F * em_, foot - 0.5F * em_}, {to + 0.28F * em_, foot - 0.5F * em_}, {to, foot}, of);
    if (!named) return;
    const TextSize size = painter_.measure(texts::story::residual, em::small);
    const float middle = (from + to) / 2;
    painter_.fill({middle - size.width / 2 - 0.3F * em_, top - size.height / 2, size.width + 0.6F * em_, size.height},
                  theme_.background);
    label({middle, top}, texts::story::residual, of, em::small, Face::sans, Align::centre);
}

void StoryPainter::mlp() {
    if (mlp_ == nullptr || attention_ == nullptr) return;
    const StorySublayer& sublayer = *mlp_;
    const float middle = (at_.mlp.x + at_.mlp.right()) / 2;
    for (int token = 0; token < tokens(); ++token) {
        const float before = thickness(attention_->stream, token);
        const float after = thickness(sublayer.stream, token);
        const float wide = std::max(1.0F, 0.9F * at_.row * sublayer.hidden.lengths[static_cast<std::size_t>(token)] /
                                              std::max(1e-9F, story_.longest_hidden));
        const Colour of = pale(tone(Meaning::mlp), strength(token));
        const Colour stream = pale(tone(Meaning::residual), strength(token));
        ribbon(token, at_.joined, at_.mlp.x, before, before, stream);
        ribbon(token, at_.mlp.x, middle, before, wide, of);
        ribbon(token, middle, at_.mlp.right(), wide, after, of);
        ribbon(token, at_.mlp.right(), at_.out, after, after, stream);
        if (sublayer.residual) sum(at_.out, at_.y(token), strength(token));
        if (attention_ != nullptr && attention_->residual) sum(at_.joined, at_.y(token), strength(token));
    }
    painter_.dashed({middle, at_.stage.y - 0.4F * em_}, {middle, at_.stage.bottom() + 0.4F * em_}, tone(Meaning::mlp),
                    1.5F);
    if (sublayer.residual) arc(at_.joined, at_.out, at_.open.y + 3.4F * em_, false);
    text_in(painter_, {at_.joined, at_.values_bottom + 0.1F * em_, at_.out - at_.joined, 1.4F * em_},
            fmt::format(texts::story::sizes, config_.d_model, config_.d_ff, config_.d_model),
            {.colour = tone(Meaning::mlp), .size = em::small, .align = Align::centre});
    note({.kind = StoryHit::Kind::mlp, .block = at_.open_block, .rect = at_.mlp});
}

}  // namespace glassformer
