// The story's ribbons: the residual stream of each token through folded blocks and norms.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/pictures/board/off_mark.h"
#include "app/pictures/board/token_text.h"
#include "app/pictures/story/story_painter.h"
#include "app/pictures/story/texts.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

/// Straight pieces of a ribbon's edge that rises by so many pixels along t² (3 − 2t), each within `off` pixels of the
/// curve: one that spans h of t is off by at most h²/8 of the second derivative, which is at most 6 · rise.
int pieces_of(float rise, float off) { return static_cast<int>(std::ceil(std::sqrt(0.75F * rise / off))); }

}  // namespace

float StoryPainter::thickness(const StoryStream& stream, int token) const {
    const float length = stream.lengths[static_cast<std::size_t>(token)];
    if (length == 0) return 0;
    return std::max(1.0F, at_.scale * length);
}

void StoryPainter::label(Vec2 at, std::string_view text, Colour of, float size, Face face, Align align, Anchor anchor) {
    painter_.text(at, text, {.colour = of, .size = size, .face = face, .align = align, .anchor = anchor});
}

void StoryPainter::ribbon_between(Vec2 from, Vec2 to, float first, float last, Colour of) {
    if (to.x - from.x < 0.5F || first + last <= 0) return;
    std::array<Vec2, steps + 1> upper, lower;
    const float rise = std::abs(last - first) / 2 + std::abs(to.y - from.y);
    const int count = std::clamp(pieces_of(rise, bundled() ? 0.3F : 0.1F), 1, steps);
    for (int i = 0; i <= count; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(count), smooth = t * t * (3 - 2 * t);
        const float half = (first + (last - first) * smooth) / 2, x = from.x + (to.x - from.x) * t;
        const float y = from.y + (to.y - from.y) * smooth;
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
    const Colour of = lit_row(Kind::stream, token) ? mix(tone(Meaning::residual), theme_.text, 0.25F)
                                                   : pale(tone(Meaning::residual), strength(token));
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
    note({.kind = Kind::stream,
          .token = token,
          .record = block_.in.record,
          .rect = row_from(at_.stage.x, at_.port, token)});
    note({.kind = Kind::stream,
          .token = token,
          .record = block_.sublayers.back().stream.record,
          .rect = row_from(story_.parallel ? at_.out : at_.joined, at_.stage.right(), token)});
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
        const float read = std::max(lit_key() == token ? 0.7F : faint, weight(focus_, token));
        const float in = thickness(of.in, token), out = thickness(of.out, token);
        painter_.fill(Rect{at_.source.x, y - 0.42F * at_.row, 0.28F * em_, 0.84F * at_.row}, pale(stream, 0.9F));
        const float x = at_.source.x + 0.28F * em_;
        if (of.table) {  // nothing is computed: the key above, the value below it
            ribbon_at(y - 0.19F * at_.row, x, at_.source.right(), 0.45F * in, 0.45F * in,
                      pale(tone(Meaning::key), read));
            ribbon_at(y + 0.19F * at_.row, x, at_.source.right(), 0.45F * out, 0.45F * out,
                      pale(tone(Meaning::value), read));
        } else {
            ribbon_at(y, x, at_.encoder.x, in, in, pale(stream, read));
            ribbon_at(y, at_.encoder.x, at_.encoder.right(), in, out, pale(stream, read));
            ribbon_at(y, at_.encoder.right(), at_.source.right(), out, out, pale(stream, read));
        }
        painter_.fill({at_.source.right(), y - third, 0.5F * em_, third}, pale(tone(Meaning::key), 0.8F));
        painter_.fill({at_.source.right(), y, 0.5F * em_, third}, pale(tone(Meaning::value), 0.8F));
        const Rect line{at_.words.x, y - at_.row / 2, at_.words.w - 0.5F * em_, at_.row};
        if (at_.labels)
            token_in(painter_, line, key_word(token),
                     {.colour = theme_.text, .size = word_size(), .align = Align::right}, story_.unknown_key(token));
        note({.kind = Kind::source,
              .token = token,
              .record = of.in.record,
              .rect = {line.x, line.y, at_.source.right() - line.x, line.h}});
        if (attention_ != nullptr) {
            note({.kind = Kind::key,
                  .token = token,
                  .record = attention_->key,
                  .rect = {at_.source.right(), y - third, 0.6F * em_, third}});
            note({.kind = Kind::value,
                  .token = token,
                  .record = attention_->value,
                  .rect = {at_.source.right(), y, 0.6F * em_, third}});
        }
    }
    text_in(painter_, {at_.words.x, at_.source.y - 1.7F * em_, at_.words.w - 0.5F * em_, 1.4F * em_},
            of.table ? texts::story::table : texts::story::source,
            {.colour = theme_.muted, .size = em::small, .align = Align::right});
    if (of.table) {
        Rect title{at_.source.x, at_.source.y - 1.7F * em_, at_.page.right() - at_.source.x, 1.4F * em_};
        text_in(painter_, title, texts::story::table_title, {.colour = theme_.text, .face = Face::bold});
        title.take_left(painter_.measure(texts::story::table_title, em::body, Face::bold).width + 0.8F * em_);
        return text_in(painter_, title, texts::story::table_names, {.colour = theme_.muted, .size = em::small});
    }
    painter_.stroke(at_.encoder, lit(Kind::encoder) ? theme_.accent : theme_.border, lit(Kind::encoder) ? 2.0F : 1.0F,
                    0.5F * em_);
    const std::string name = of.blocks == 1 ? texts::story::encoder_one : fmt::format(texts::story::encoder, of.blocks);
    Rect title{at_.encoder.x, at_.encoder.y - 1.5F * em_, at_.open.right() - at_.encoder.x, 1.4F * em_};
    text_in(painter_, title, name, {.colour = theme_.text, .face = Face::bold});
    title.take_left(painter_.measure(name, em::body, Face::bold).width + 0.8F * em_);
    title.w = at_.open.right() - title.x;
    if (of.off) text_in(painter_, title, of.off.text(), {.colour = theme_.warning, .size = em::small});
    note({.kind = Kind::encoder, .record = of.out.record, .rect = at_.encoder});
}

std::string StoryPainter::off_in(const StoryFold& fold) const {
    StoryOff off, here;
    for (int block = fold.first; block <= fold.last; ++block)
        for (const StorySublayer& sublayer : story_.blocks[static_cast<std::size_t>(block)].sublayers) {
            off.count(sublayer);
            here.count_at(sublayer, focus_);
        }
    if (!here) return off.text();
    return off.text() + (off ? ", " : "") + fmt::format(texts::story::off_at, here.text(), word(focus_));
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
    TextStyle warning = quiet;
    warning.colour = theme_.warning;
    // What is off stands below the rows, or above them in place of what is always so.
    const Rect above = Rect{name.x, name.bottom() + 0.2F * em_, name.w, at_.y(0) - name.bottom()}.inset(0.2F * em_, 0);
    const Rect below =
        Rect{name.x, at_.stage.bottom() + 0.3F * em_, name.w, fold.box.bottom() - at_.stage.bottom() - 0.3F * em_}
            .inset(0.2F * em_, 0);
    const auto fits = [&](const Rect& place, const std::string& words) {
        return longest_word(painter_, words, em::small) <= place.w &&
               paragraph(painter_, place, words, quiet, false) <= place.h;
    };
    const std::string off = off_in(fold),
                      same = story_.shared_layers ? texts::story::same_weights : texts::story::same_structure;
    const bool is_below = fits(below, off);
    if (!off.empty()) paragraph(painter_, is_below ? below : above, off, warning);
    if (is_below && fits(above, same)) paragraph(painter_, above, same, quiet);
    note({.kind = Kind::fold, .number = fold.first, .rect = fold.box});
    if (lit(Kind::fold, fold.first)) painter_.stroke(fold.box, theme_.accent, 2, 0.5F * em_);
}

void StoryPainter::frame() {
    painter_.stroke(at_.open, theme_.border, 1.5F, 0.5F * em_);
    const float y = at_.open.y + 0.95F * em_;
    const bool cross = attention_before(block_) != nullptr;
    const bool table = story_.table();
    std::string name = table   ? std::string(texts::story::soft_lookup)
                       : cross ? fmt::format(texts::story::decoder_block, block_.number)
                               : fmt::format(texts::story::block, block_.number);
    const auto crosses = [&] {  // the values' line
        return cross && at_.open.x + 1.2F * em_ + painter_.measure(name, em::body, Face::bold).width > crossed().x;
    };
    if (crosses()) name = texts::story::decoder;
    if (crosses()) name = fmt::format(texts::story::block, block_.number);
    label({at_.open.x + 0.9F * em_, y}, name, theme_.text, em::body, Face::bold);
    // Beside the lines that cross it, in whole or by its short name.
    const float left = at_.open.x + 0.9F * em_ + painter_.measure(name, em::body, Face::bold).width + 1.2F * em_;
    const float right = at_.mlp.w > 0 ? at_.joined : at_.open.right() - 0.4F * em_;
    const Vec2 gap = crossed();
    const bool whole_line = gap.y <= gap.x;
    const Vec2 first{left, whole_line ? right : gap.x - 0.5F * em_}, second{gap.y + 0.5F * em_, right};
    const auto place = [&](std::string_view title) {
        const float wide = painter_.measure(title).width;
        const bool fits = wide < first.y - first.x, fits_behind = !whole_line && wide < second.y - second.x;
        if (fits || fits_behind) label({fits ? first.x : second.x, y}, title, theme_.muted);
        return fits || fits_behind;
    };
    const bool off = attention_ != nullptr && (attention_->off() || attention_->heads_off() == attention_->heads);
    const char* const is_off = cross ? texts::story::cross_attention_is_off : texts::story::attention_is_off;
    if (table)
        place(texts::story::soft_lookup_what);
    else if (!place(off ? is_off : cross ? texts::story::cross_attention : texts::story::attention))
        place(cross ? texts::story::cross_attention_short : texts::story::attention_short);
    if (cross) {
        painter_.stroke(at_.before, theme_.border, 1, 0.4F * em_);
        StoryOff before_off;
        before_off.count(*attention_before(block_));
        name_before(before_off ? before_off.text() : texts::story::attention_short, static_cast<bool>(before_off));
        note({.kind = Kind::before, .token = focus_, .record = attention_before(block_)->weights, .rect = at_.before});
        if (lit(Kind::before)) painter_.stroke(at_.before, theme_.accent, 2, 0.4F * em_);
    }
    if (at_.mlp.w > 0) {
        const std::string_view text = mlp_->off() ? texts::story::mlp_is_off : texts::story::mlp;
        const float room = at_.open.right() - at_.joined - 0.8F * em_;
        label({at_.joined + room / 2 + 0.2F * em_, y},
              painter_.measure(text).width < room ? text : std::string_view(texts::story::mlp_short), theme_.muted,
              em::body, Face::sans, Align::centre);
        if (mlp_->off() && !story_.parallel) draw_off_mark(painter_, at_.mlp);
        for (int token = 0; mlp_->off() && story_.parallel && token < tokens(); ++token)
            draw_off_mark(painter_, at_.lane_row(at_.mlp_lane, at_.mlp.x, at_.mlp.right(), token));
    }
}

/// Norms act on each token's vector: a bar across all rows, where the stream passes it.
void StoryPainter::norms() {
    if (attention_ == nullptr) return;
    const StorySublayer& last = block_.sublayers.back();
    if (at_.norm > 0) norm(at_.norm, attention_->norm, StoryPart::attention);
    if (at_.norm_behind > 0) {
        const bool own = story_.norm_behind;
        norm(at_.norm_behind, own ? attention_->norm : mlp_->norm, own ? StoryPart::attention : StoryPart::mlp,
             at_.mlp_lane);
    }
    if (at_.norm_out > 0) norm(at_.norm_out, last.norm, mlp_ != nullptr ? StoryPart::mlp : StoryPart::attention);
    if (at_.norm_final > 0) norm(at_.norm_final, story_.final_norm, StoryPart::answers);
    if (story_.embed_norm >= 0) norm(at_.norm_embed, story_.embed_norm, StoryPart::embedding);
    if (story_.source && story_.source->embed_norm >= 0) {
        const float x = at_.norm_embed;
        const Rect bar{x - 0.18F * em_, at_.source.y, 0.36F * em_, at_.source.h};
        stop({&bar, 1}, {x, at_.source.y - 0.15F * em_}, Anchor::bottom, story_.source->embed_norm,
             StoryPart::source_embedding);
    }
    for (std::size_t i = 0; i < at_.head.size(); ++i) norm(at_.head[i], story_.head[i], StoryPart::head);
}

/// Below the box in one line, or where that would cut it, above the box in two: below stands the norm's name.
void StoryPainter::name_before(const std::string& name, bool off) const {
    const TextStyle style{.colour = off ? theme_.warning : theme_.muted, .size = em::small, .align = Align::centre};
    const Rect below{at_.before.x - 0.6F * em_, at_.before.bottom() + 0.1F * em_, at_.before.w + 1.2F * em_,
                     1.4F * em_};
    if (painter_.measure(name, em::small).width <= below.w) return text_in(painter_, below, name, style);
    // As far as the line that goes around the attention.
    const float left = at_.open.x + 0.1F * em_, right = at_.branch - 0.2F * em_;
    const char* const whole = off ? name.c_str() : texts::story::attention_in_two;
    Rect above{left, at_.before.y, right - left, 0};
    above.y -= paragraph(painter_, above, whole, style, false) + 0.1F * em_;
    paragraph(painter_, above, whole, style);
}

void StoryPainter::norm(float x, int record, StoryPart of, const StoryLane& lane) {
    std::vector<Rect> bars{{x - 0.18F * em_, at_.stage.y, 0.36F * em_, at_.stage.h}};
    if (lane.share < 1) {  // what passes beside it is not normed
        bars.clear();
        for (int token = 0; token < tokens(); ++token)
            bars.push_back(at_.lane_row(lane, x - 0.18F * em_, x + 0.18F * em_, token));
    }
    stop(bars, {x, at_.stage.bottom() + 0.15F * em_}, Anchor::top, record, of);
}

const char* StoryPainter::stop_name(int record) const {
    const Stage* const at = trace_.record(record).stage;
    return at == &stage::head_act         ? texts::story::dense
           : at == &stage::head_projected ? texts::story::projection
           : at == &stage::head_scaled    ? texts::story::scaling
                                          : texts::story::norm;
}

void StoryPainter::stop(std::span<const Rect> bars, Vec2 named, Anchor anchor, int record, StoryPart of) {
    const bool marked = lit(Kind::norm, static_cast<int>(of)) && scene_.lit->record == record;
    const bool is_norm = trace_.record(record).stage->part == ModelPart::norms;
    const Colour own = tone(is_norm ? Meaning::norm : Meaning::mlp);
    label(named, stop_name(record), marked ? theme_.accent_text : theme_.muted, em::small, Face::sans, Align::centre,
          anchor);
    for (const Rect& bar : bars) {
        const float below = &bar == &bars.back() ? 1.1F * em_ : 0;  // its name
        painter_.fill(bar, marked ? theme_.accent : mix(theme_.background, own, 0.75F), 0.18F * em_);
        note({.kind = Kind::norm,
              .token = of == StoryPart::source_embedding ? std::min(focus_, keys() - 1) : focus_,
              .number = static_cast<int>(of),
              .record = record,
              .rect = {bar.x - 0.15F * em_, bar.y, bar.w + 0.3F * em_, bar.h + below}});
    }
}

}  // namespace glassformer
