#include "app/pictures/story/story_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/pictures/board/token_text.h"
#include "app/pictures/story/story_painter.h"
#include "app/pictures/story/texts.h"
#include "core/base/number_text.h"
#include "core/model/model.h"

namespace glassformer {

std::optional<StoryHit> StoryPainter::draw() {
    heading();
    source();
    ribbons();
    for (const StoryFold& fold : at_.folds) closed(fold);
    frame();
    lines();
    card();
    mlp();
    norms();
    if (attention_ != nullptr && !story_.parallel) sums(at_.joined, *attention_, StoryPart::attention);
    if (mlp_ != nullptr) sums(at_.out, *mlp_, story_.parallel ? StoryPart::both : StoryPart::mlp);
    fade_rest();
    words();
    answers();
    footer();
    return hit_;
}

void StoryPainter::read_weights() {
    const auto count = static_cast<std::size_t>(tokens()) * static_cast<std::size_t>(keys());
    weights_.assign(count, 0.0F);
    if (attention_ == nullptr) return;
    const ConstView values = trace_.record(attention_->weights).view();
    const auto first = static_cast<std::size_t>(head_) * count;
    if (values.shape.count() < first + count) return;
    std::copy_n(values.data + first, count, weights_.begin());
}

void StoryPainter::heading() {
    Rect rest = at_.heading;
    Rect title = rest.take_top(2.4F * em_);
    title.take_right(scene_.beside_title);
    float size = em::title;
    for (const float smaller : {em::large, em::body})
        if (painter_.measure(said().question, size, Face::bold).width > title.w) size = smaller;
    const TextStyle bold{.colour = theme_.text, .size = size, .face = Face::bold};
    if (painter_.measure(said().question, size, Face::bold).width > title.w) {  // whole, in place of the sentence below
        const Rect both{title.x, title.y, title.w, title.h + rest.h};
        if (paragraph(painter_, both, said().question, bold, false) <= both.h)
            return static_cast<void>(paragraph(painter_, both, said().question, bold));
    }
    text_in(painter_, title, said().question, bold);
    if (at_.tight) return;
    const int blocks = static_cast<int>(story_.blocks.size());
    const char* const pooled = texts::story::pooled_vector[static_cast<std::size_t>(config_.head.pooling)];
    const std::string what = story_.table()  ? texts::story::look_up
                             : story_.source ? texts::story::two_stacks
                             : !story_.pooled.empty() && blocks == 1
                                 ? fmt::format(texts::story::one_block_pooled, pooled)
                             : !story_.pooled.empty() ? fmt::format(texts::story::many_blocks_pooled, blocks, pooled)
                             : blocks == 1            ? texts::story::one_block
                                                      : fmt::format(texts::story::many_blocks, blocks);
    bool none = true, heads_off = true;
    for (const StoryBlock& block : story_.blocks) {
        const StorySublayer* const attention = attention_of(block);
        const bool off = attention != nullptr && attention->heads_off() == attention->heads;
        heads_off = heads_off && off;
        none = none && (off || (attention != nullptr && attention->off()));
    }
    const char* const of_tokens = heads_off ? texts::story::no_exchange : texts::story::no_sum;
    const char* const of_source = heads_off ? texts::story::no_exchange_source : texts::story::no_sum_source;
    const std::string said = !none ? what : story_.source ? of_source : of_tokens;
    text_in(painter_, rest.take_top(1.5F * em_), said,
            {.colour = none ? theme_.warning : theme_.muted,
             .size = painter_.measure(said).width <= rest.w ? em::body : em::small});
}

void StoryPainter::words() {
    // Where not every word has room, some have, and the one that is looked at.
    const int every = at_.labels ? 1 : static_cast<int>(std::ceil(em_ / at_.row));
    const int attended = story_.source || attention_ == nullptr ? focus_ : strongest_key();
    for (int token = 0; token < tokens(); ++token) {
        const bool looked_at = token == focus_, named = looked_at || token == attended;
        if (token == attended && !looked_at && std::abs(token - focus_) < every) continue;
        if (!named && (token % every != 0 || std::abs(token - focus_) < every || std::abs(token - attended) < every))
            continue;
        const float high = std::max(at_.row, em_);
        const Rect line{at_.words.x, at_.y(token) - high / 2, at_.words.w - 0.5F * em_, high};
        token_in(painter_, line, word(token),
                 {.colour = looked_at              ? theme_.accent_text
                            : named && !at_.labels ? tone(Meaning::key)
                                                   : theme_.text,
                  .size = at_.labels ? word_size() : em::small,
                  .face = looked_at ? Face::bold : Face::sans,
                  .align = Align::right},
                 story_.unknown_word(token));
    }
    if (!at_.hall)  // there the card names them
        text_in(painter_, {at_.words.x, at_.stage.y - 1.9F * em_, at_.words.w - 0.5F * em_, 1.4F * em_},
                story_.source && !story_.table() ? texts::story::target : texts::story::words,
                {.colour = theme_.muted, .size = em::small, .align = Align::right});
    for (int token = 0; token < tokens(); ++token)
        note({.kind = Kind::token,
              .token = token,
              .record = story_.blocks.front().in.record,
              .rect = row_from(at_.words.x, at_.words.right() + 0.4F * em_, token)});
    if (at_.intake.h <= 0) return;
    // Each word on its line, right above the ribbons.
    const TextStyle style{.colour = tone(Meaning::residual), .size = em::small};
    paragraph(painter_, at_.intake, texts::story::residual_stream, style);
}

void StoryPainter::answers() {
    const std::string& at = word(focus_);
    const AnswerTitle title =
        answer_title(painter_,
                     config_.head.classifier                          ? texts::story::class_of
                     : predicts_next_token(scene_.evaluation.model()) ? fmt::format(texts::story::next_after, at)
                                                                      : fmt::format(texts::story::answer_at, at),
                     at_.answers.w);
    const float line = 2.6F * em_, highest = at_.open.y + title.height * em_;
    const float note_room = room_for_note(painter_, at_.answers.w - at_.lead, said());
    const float spared = said().unknown.empty() ? 0 : note_room;
    const std::vector<StoryAnswer> shown = answers_that_fit(said().answers, at_.page.bottom() - spared - highest, line);
    const float high = line * static_cast<float>(std::max<std::size_t>(1, shown.size()));
    const float row_y = at_.y(story_.answer_row);  // the list stays while rows are pointed at
    const float lowest = std::min(at_.open.bottom(), at_.page.bottom() - note_room) - high;
    const float top =
        std::clamp(row_y - high / 2, highest, std::max(highest, std::min(lowest, at_.page.bottom() - high)));
    const Rect list{at_.answers.x + at_.lead, top, at_.answers.w - at_.lead, high};
    funnel(list);
    draw_answer_title(painter_, {at_.answers.x, list.y - title.height * em_, at_.answers.w, title.height * em_}, title);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const StoryAnswer& answer = shown[i];
        const Rect place{list.x, list.y + line * static_cast<float>(i), list.w, line};
        note({.kind = Kind::answer,
              .token = story_.pooled.empty() ? focus_ : 0,
              .number = static_cast<int>(i),
              .record = story_.probs,
              .column = answer.token,
              .rect = place});
    }
    draw_answer_list(painter_, list, shown, said().certain(), lit(Kind::answer) ? scene_.lit->number : -1);
    const Rect below{list.x, list.bottom() + 0.6F * em_, list.w, at_.page.bottom() - list.bottom() - 0.6F * em_};
    draw_answer_note(painter_, below, said());
}

void StoryPainter::funnel(const Rect& list) {
    const bool classes = !story_.pooled.empty();
    const float of_head = classes ? 0.9F * em_ * static_cast<float>(story_.head.size()) : 0;
    const float from = at_.stage.right(), to = list.x - 0.8F * em_ - of_head;
    float below = list.bottom() + 0.15F * em_;
    for (std::size_t i = 0; classes && i < story_.head.size(); ++i) {  // they read the pooled vector
        const float x = to + 0.9F * em_ * (static_cast<float>(i) + 0.5F);
        const Rect bar{x - 0.18F * em_, list.y, 0.36F * em_, list.h};
        stop({&bar, 1}, {x, below}, Anchor::top, story_.head[i], StoryPart::head);
        below += 1.2F * em_;
    }
    float done = 0;
    for (int token = classes ? 0 : focus_; token < (classes ? tokens() : focus_ + 1); ++token) {
        const float share = classes ? story_.pooled[static_cast<std::size_t>(token)] : 1;
        const float begin = list.y + list.h * done, end = list.y + list.h * (done + share);
        done += share;
        if (share < 0.001F) continue;
        const float half = thickness(story_.blocks.back().sublayers.back().stream, token) / 2;
        std::array<Vec2, steps + 1> upper, lower;
        for (int i = 0; i <= steps; ++i) {
            const float t = static_cast<float>(i) / steps, smooth = t * t * (3 - 2 * t);
            const float x = from + (to - from) * t, y = at_.y(token);
            upper[static_cast<std::size_t>(i)] = {x, y - half + (begin - y + half) * smooth};
            lower[static_cast<std::size_t>(i)] = {x, y + half + (end - y - half) * smooth};
        }
        const bool marked = lit(Kind::logits) || lit_row(Kind::pooled, token);
        const float strong = marked ? 0.6F : !classes ? 0.3F : token == focus_ ? 0.45F : 0.22F;
        painter_.band(upper, lower, mix(theme_.background, tone(Meaning::output), strong));
        const auto at = static_cast<int>(steps * (mouse_.x - from) / (to - from));
        if (mouse_.x < from || at < 0 || at > steps) continue;
        const float high = upper[static_cast<std::size_t>(at)].y, low = lower[static_cast<std::size_t>(at)].y;
        note({.kind = classes ? Kind::pooled : Kind::logits,
              .token = token,
              .record = classes ? story_.pooled_vector : story_.logits,
              .rect = {mouse_.x - 0.5F * em_, std::min(high, low), em_, std::max(4.0F, low - high)}});
    }
}

void StoryPainter::footer() {
    if (at_.tight) return;
    const auto said = [&](const char* with_mlp, const char* without) {
        return fmt::format(fmt::runtime(mlp_ != nullptr ? with_mlp : without),
                           story_.residual ? texts::story::width_of_stream : texts::story::width_of_vectors,
                           name(focus_));
    };
    std::string text = story_.table() ? fmt::format(texts::story::meaning_of_table, name(focus_))
                                      : said(texts::story::meaning_with_mlp, texts::story::meaning);
    if (!story_.table() && painter_.measure(text, em::small).width > at_.footer.w)
        text = said(texts::story::meaning_with_mlp_brief, texts::story::meaning_brief);
    text_in(painter_, at_.footer, text, {.colour = theme_.muted, .size = em::small});
}

AnswerTitle answer_title(Painter& painter, const std::string& text, float wide) {
    for (const float size : {em::body, em::small})
        if (painter.measure(text, size).width <= wide) return {.lines = {text}, .size = size};
    const std::size_t word = text.find(" “");
    if (word == std::string::npos) return {.lines = {text}, .size = em::small};
    return {.lines = {text.substr(0, word), text.substr(word + 1)},
            .size = em::small,
            .height = 0.5F + 2 * std::max(1.25F, 1.36F * painter.least_text())};
}

void draw_answer_title(Painter& painter, Rect above, const AnswerTitle& title) {
    above.take_bottom(0.5F * painter.em());
    const float line = above.h / static_cast<float>(title.lines.size());
    for (const std::string& text : title.lines)
        text_in(painter, above.take_top(line), text,
                {.colour = painter.theme().muted, .size = title.size, .align = Align::right});
}

std::vector<StoryAnswer> answers_that_fit(const std::vector<StoryAnswer>& all, float high, float line) {
    const auto most = static_cast<std::size_t>(std::max(1.0F, high / line));
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()))};
}

void draw_answer_list(Painter& painter, const Rect& list, const std::vector<StoryAnswer>& answers, bool certain,
                      int marked) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    if (answers.empty())  // a question asks for them
        return text_in(painter, list, texts::story::veiled,
                       {.colour = theme.text, .size = em::large, .face = Face::bold});
    const float line = list.h / std::max(1.0F, static_cast<float>(answers.size()));
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const StoryAnswer& answer = answers[i];
        Rect place{list.x, list.y + line * static_cast<float>(i), list.w, line};
        const bool first = i == 0 && certain;
        const Colour ink = first || marked == static_cast<int>(i) ? theme.text : theme.muted;
        const Rect text = place.take_top(1.6F * em);
        const std::string number = percent_text(static_cast<double>(answer.probability));
        const float wide = painter.measure(number).width + 0.5F * em;
        text_in(painter, {text.x, text.y, text.w - wide, text.h}, answer.word,
                {.colour = ink, .size = first ? em::large : em::body, .face = first ? Face::bold : Face::sans});
        text_in(painter, text, number, {.colour = ink, .face = first ? Face::bold : Face::sans, .align = Align::right});
        painter.fill({place.x, place.y + 0.1F * em, list.w, 0.3F * em}, mix(theme.background, theme.border, 0.5F),
                     0.15F * em);
        painter.fill({place.x, place.y + 0.1F * em, std::max(1.0F, list.w * answer.probability), 0.3F * em},
                     colour(theme, Meaning::output), 0.15F * em);
    }
}

float room_for_note(Painter& painter, float wide, const StoryRow& said) {
    constexpr float least = 3.6F, gap = 0.8F;  // em
    if (said.unknown.empty()) return least * painter.em();
    const TextStyle style{.colour = painter.theme().text, .size = em::small};
    const auto high = [&](std::string_view text) { return paragraph(painter, {0, 0, wide, 0}, text, style, false); };
    return high(said.unknown) + (said.trained ? 0 : high(texts::story::not_trained)) + gap * painter.em();
}

void draw_answer_note(Painter& painter, const Rect& below, const StoryRow& said) {
    const TextStyle quiet{.colour = painter.theme().text, .size = em::small};
    Rect rest = below;
    if (!said.unknown.empty())
        rest.take_top(paragraph(painter, rest, said.unknown, {.colour = painter.theme().warning, .size = em::small}));
    const auto draw = [&](std::string_view text) {
        if (text.empty() || paragraph(painter, rest, text, quiet, false) > rest.h) return false;
        paragraph(painter, rest, text, quiet);
        return true;
    };
    if (!draw(said.note) && !said.trained) draw(texts::story::not_trained);
}

std::optional<StoryHit> draw_story(Painter& painter, const Rect& area, const StoryScene& scene, Vec2 mouse) {
    if (scene.story.blocks.empty() || area.w < 10 * painter.em() || area.h < 10 * painter.em()) return {};
    painter.push_clip(area);
    const std::optional<StoryHit> hit = StoryPainter(painter, area, scene, mouse).draw();
    painter.pop_clip();
    return hit;
}

}  // namespace glassformer
