#include "app/pictures/story/story_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

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
    lines();
    frame();
    card();
    mlp();
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
    rest.take_right(scene_.beside_title);
    const Rect title = rest.take_top(2.4F * em_);
    text_in(painter_, title, story_.question, {.colour = theme_.text, .size = em::title, .face = Face::bold});
    if (at_.tight) return;
    const int blocks = static_cast<int>(story_.blocks.size());
    const std::string what = story_.source ? texts::story::two_stacks
                             : blocks == 1 ? texts::story::one_block
                                           : fmt::format(texts::story::many_blocks, blocks);
    text_in(painter_, rest.take_top(1.5F * em_), what, {.colour = theme_.muted});
}

void StoryPainter::words() {
    // Where not every word has room, some have, and the one that is looked at.
    const int every = at_.labels ? 1 : static_cast<int>(std::ceil(em_ / at_.row));
    for (int token = 0; token < tokens(); ++token) {
        const bool looked_at = token == focus_;
        if (!looked_at && (token % every != 0 || std::abs(token - focus_) < every)) continue;
        const float high = std::max(at_.row, em_);
        const Rect line{at_.words.x, at_.y(token) - high / 2, at_.words.w - 0.5F * em_, high};
        text_in(painter_, line, word(token),
                {.colour = looked_at ? theme_.accent_text : theme_.text,
                 .size = at_.labels ? word_size() : em::small,
                 .face = looked_at ? Face::bold : Face::sans,
                 .align = Align::right});
    }
    text_in(painter_, {at_.words.x, at_.stage.y - 1.9F * em_, at_.words.w - 0.5F * em_, 1.4F * em_},
            story_.source ? texts::story::target : texts::story::words,
            {.colour = theme_.muted, .size = em::small, .align = Align::right});
    for (int token = 0; token < tokens(); ++token)
        note({.kind = StoryHit::Kind::token,
              .token = token,
              .rect = {at_.words.x, at_.y(token) - at_.row / 2, at_.words.w + 0.5F * em_, at_.row}});
}

void StoryPainter::answers() {
    const float line = 2.6F * em_, high = line * static_cast<float>(story_.answers.size());
    const float row_y = at_.y(story_.answer_row);
    const float top =
        std::clamp(row_y - high / 2, at_.open.y + 2 * em_, std::max(at_.open.y + 2 * em_, at_.open.bottom() - high));
    const Rect list{at_.answers.x + 3.4F * em_, top, at_.answers.w - 3.4F * em_, high};
    const Colour flow = mix(theme_.background, tone(Meaning::output), 0.3F);
    const auto funnel = [&](int token, float share) {
        const float width = thickness(story_.blocks.back().sublayers.back().stream, token);
        std::array<Vec2, steps + 1> upper, lower;
        for (int i = 0; i <= steps; ++i) {
            const float t = static_cast<float>(i) / steps, smooth = t * t * (3 - 2 * t);
            const float x = at_.stage.right() + (list.x - 0.8F * em_ - at_.stage.right()) * t;
            upper[static_cast<std::size_t>(i)] = {
                x, at_.y(token) - width / 2 + (list.y - at_.y(token) + width / 2) * smooth};
            lower[static_cast<std::size_t>(i)] = {
                x, at_.y(token) + width / 2 + (list.bottom() - at_.y(token) - width / 2) * smooth};
        }
        painter_.band(upper, lower, mix(theme_.background, flow, share));
    };
    if (story_.pooled.empty()) {
        funnel(story_.answer_row, 1);
    } else {
        // A classifier reads the tokens by their shares in the pooled vector.
        for (int token = 0; token < tokens(); ++token) {
            const float share = story_.pooled[static_cast<std::size_t>(token)];
            if (share < 0.001F) continue;
            painter_.curve({at_.stage.right(), at_.y(token)}, {at_.stage.right() + 1.6F * em_, at_.y(token)},
                           {list.x - 2.6F * em_, list.centre().y}, {list.x - 0.8F * em_, list.centre().y},
                           mix(theme_.background, tone(Meaning::output), std::clamp(share * 2, 0.08F, 1.0F)),
                           std::max(1.0F, 0.6F * at_.row * share));
        }
    }
    const std::string& at = word(story_.answer_row);
    const std::string title = config_.head.classifier ? texts::story::class_of
                              : predicts_next_token(scene_.evaluation.model())
                                  ? fmt::format(texts::story::next_after, at)
                                  : fmt::format(texts::story::answer_at, at);
    text_in(painter_, {at_.answers.x, list.y - 2.0F * em_, at_.answers.w, 1.5F * em_}, title,
            {.colour = theme_.muted, .align = Align::right});
    for (std::size_t i = 0; i < story_.answers.size(); ++i) {
        const StoryAnswer& answer = story_.answers[i];
        Rect place{list.x, list.y + line * static_cast<float>(i), list.w, line};
        note({.kind = StoryHit::Kind::answer, .token = static_cast<int>(i), .rect = place});
        const bool first = i == 0;
        const Rect text = place.take_top(1.6F * em_);
        const std::string number = percent_text(static_cast<double>(answer.probability));
        const float wide = painter_.measure(number).width + 0.5F * em_;
        text_in(painter_, {text.x, text.y, text.w - wide, text.h}, answer.word,
                {.colour = first ? theme_.text : theme_.muted,
                 .size = first ? em::large : em::body,
                 .face = first ? Face::bold : Face::sans});
        text_in(painter_, text, number,
                {.colour = first ? theme_.text : theme_.muted,
                 .face = first ? Face::bold : Face::sans,
                 .align = Align::right});
        painter_.fill({place.x, place.y + 0.1F * em_, list.w, 0.3F * em_}, mix(theme_.background, theme_.border, 0.5F),
                      0.15F * em_);
        painter_.fill({place.x, place.y + 0.1F * em_, std::max(1.0F, list.w * answer.probability), 0.3F * em_},
                      tone(Meaning::output), 0.15F * em_);
    }
    const Rect below{list.x, list.bottom() + 0.6F * em_, list.w, at_.page.bottom() - list.bottom() - 0.6F * em_};
    const TextStyle quiet{.colour = theme_.text, .size = em::small};
    if (!story_.note.empty() && paragraph(painter_, below, story_.note, quiet, false) <= below.h)
        paragraph(painter_, below, story_.note, quiet);
}

void StoryPainter::footer() {
    if (at_.tight) return;
    text_in(painter_, at_.footer, fmt::format(texts::story::meaning, word(focus_)),
            {.colour = theme_.muted, .size = em::small});
}

std::optional<StoryHit> draw_story(Painter& painter, const Rect& area, const StoryScene& scene, Vec2 mouse) {
    if (scene.story.blocks.empty() || area.w < 10 * painter.em() || area.h < 10 * painter.em()) return {};
    painter.push_clip(area);
    const std::optional<StoryHit> hit = StoryPainter(painter, area, scene, mouse).draw();
    painter.pop_clip();
    return hit;
}

}  // namespace glassformer
