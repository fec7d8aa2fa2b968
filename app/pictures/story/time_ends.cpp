// The story of a recurrent run: from the encoder to the decoder, and from the states to the answers.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/pictures/story/texts.h"
#include "app/pictures/story/time_painter.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"

namespace glassformer {

/// What the decoder has of the encoder: its last state, around between the two, and what the looked-at token attends
/// to.
void TimePainter::between(const Place& above, const Place& below) {
    const TimeLane& source = *story_.source;
    const TimeLayer& last = source.layers.back();
    const float from = above.lane.right() + 0.6F * em_,
                y = ribbon_y(above, source, static_cast<int>(source.layers.size()) - 1);
    const float to = ribbon_y(below, story_.text, static_cast<int>(story_.text.layers.size()) - 1);
    const float middle = above.lane.bottom() + time_words * em_ + 0.9F * em_, left = below.lane.x - 0.5F * em_;
    const float wide = std::clamp(thickness(above, last.lengths.back()), 2.0F, 0.6F * em_);
    const std::array way{Vec2{from - wide, y}, Vec2{from, y},  Vec2{from, middle},
                         Vec2{left, middle},   Vec2{left, to}, Vec2{below.x(0), to}};
    painter_.polyline(way, mix(theme_.background, tone(Meaning::residual), 0.75F), wide);
    if (!last.cells.empty()) {  // beside it the cell state, around the outside
        const float cell = cell_y(above, source, static_cast<int>(source.layers.size()) - 1), out = 0.9F * em_;
        const float start = cell_y(below, story_.text, static_cast<int>(story_.text.layers.size()) - 1);
        const float thin = std::clamp(cell_thickness(above, last.cell_lengths.back()), 2.0F, 0.4F * em_);
        const std::array beside{Vec2{from - thin, cell},        Vec2{from + out, cell},
                                Vec2{from + out, middle + out}, Vec2{left - 0.8F * em_, middle + out},
                                Vec2{left - 0.8F * em_, start}, Vec2{below.x(0), start}};
        painter_.polyline(beside, mix(theme_.background, tone(Meaning::value), 0.75F), thin);
    }
    const char* const name_of_start = last.cells.empty() ? texts::story::time_start : texts::story::time_start_cells;
    const TextSize size = painter_.measure(name_of_start, em::small);
    const Vec2 centre{left + 1.2F * em_ + size.width / 2, middle};
    painter_.fill(
        {centre.x - size.width / 2 - 0.3F * em_, middle - size.height / 2, size.width + 0.6F * em_, size.height},
        theme_.background);
    painter_.text(
        centre, name_of_start,
        {.colour = tone(Meaning::residual), .size = em::small, .align = Align::centre, .anchor = Anchor::middle});
    note({left, middle - 0.7F * em_, std::max(0.0F, from - left), 1.4F * em_}, story_.start, 0, -1, [&] {
        return fmt::format(fmt::runtime(last.cells.empty() ? texts::story::on_start : texts::story::on_start_cells),
                           last.lengths.empty() ? "" : short_number(static_cast<double>(last.lengths.back())));
    });
    const std::vector<float> weights = story_.weights(scene_.evaluation, focus_);
    const float top = above.lane.bottom() + time_words * em_, end = below.lane.y - time_words * em_;
    const float thick = std::max(1.5F, 0.3F * em_);
    for (std::size_t key = 0; key < weights.size(); ++key) {
        const float strong = weights[key];
        if (strong < least_line) continue;
        const Vec2 a{above.x(static_cast<int>(key)), top}, b{below.x(focus_), end};
        painter_.curve(a, {a.x, (a.y + b.y) / 2}, {b.x, (a.y + b.y) / 2}, b,
                       mix(theme_.background, tone(Meaning::weight), strong), thick);
    }
    if (weights.empty()) return;
    const auto best = static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
    const std::string& next = story_.predicts.empty() ? story_.text.words[static_cast<std::size_t>(focus_)]
                                                      : story_.predicts[static_cast<std::size_t>(focus_)];
    const std::string name =
        fmt::format(texts::story::predicts, story_.text.words[static_cast<std::size_t>(focus_)], next);
    std::string text =
        fmt::format(texts::story::attends, name, source.words[best], percent_text(static_cast<double>(weights[best])));
    const Rect line{left + 0.9F * em_, end - 1.5F * em_, painter_.measure(text, em::small, Face::bold).width + 2,
                    1.3F * em_};
    painter_.fill(line, theme_.background);
    text_in(painter_, line, text, {.colour = tone(Meaning::weight), .size = em::small, .face = Face::bold});
    note(
        line, story_.alignment[static_cast<std::size_t>(focus_)], focus_, focus_, [&] { return text; },
        static_cast<int>(best));
}

void TimePainter::answers(const Place& text) {
    const float wide = std::min(time_answers * em_, 0.22F * area_.w), line = 2.6F * em_;
    const std::string& word = story_.text.words[static_cast<std::size_t>(focus_)];
    const AnswerTitle title =
        answer_title(painter_,
                     !story_.pooled.empty()                           ? std::string(texts::story::class_of)
                     : predicts_next_token(scene_.evaluation.model()) ? fmt::format(texts::story::next_after, word)
                                                                      : fmt::format(texts::story::answer_at, word),
                     wide);
    const float above = (time_title + title.height) * em_;
    const float note_room = room_for_note(painter_, wide - 3.4F * em_, said());
    const float spared = said().unknown.empty() ? 0 : note_room;
    const std::vector<StoryAnswer> shown = answers_that_fit(said().answers, area_.h - above - spared, line);
    const float high = line * static_cast<float>(std::max<std::size_t>(1, shown.size()));
    const float y = ribbon_y(text, story_.text, static_cast<int>(story_.text.layers.size()) - 1);
    const float top =
        std::clamp(y - high / 2, area_.y + above, std::max(area_.y + above, area_.bottom() - high - note_room));
    const Rect list{area_.right() - wide + 3.4F * em_, top, wide - 3.4F * em_, high};
    // From the end of the ribbon where the last state alone is read; else from each state that is, over the others.
    const float from = text.lane.right() + 2.2F * em_, to = list.x - 0.8F * em_;
    const bool classes = !story_.pooled.empty(), at_end = read_at_end();
    const std::vector<float>& lengths = story_.text.layers.back().lengths;
    const float half = at_end ? thickness(text, lengths.back()) / 2 : 1.5F, over = text.lane.y - 2;
    const float start = at_end ? y : over;
    if (!at_end) {
        const Colour full = tone(Meaning::output);
        float first = text.lane.right();
        for (int t = 0; t < static_cast<int>(lengths.size()); ++t) {
            const auto at = static_cast<std::size_t>(t);
            const float share = classes ? story_.pooled[at] : t == focus_ ? 1.0F : 0.0F;
            if (share < 0.001F) continue;
            first = std::min(first, text.x(t));
            painter_.line({text.x(t), y - thickness(text, lengths[at]) / 2}, {text.x(t), over},
                          mix(theme_.background, full, 0.3F + 0.7F * share), 2);
        }
        painter_.line({first, over}, {from, over}, mix(theme_.background, full, 0.5F), 2);
    }
    std::array<Vec2, 17> upper, lower;
    for (std::size_t i = 0; i < upper.size(); ++i) {
        const float t = static_cast<float>(i) / 16, smooth = t * t * (3 - 2 * t), x = from + (to - from) * t;
        upper[i] = {x, start - half + (list.y - start + half) * smooth};
        lower[i] = {x, start + half + (list.bottom() - start - half) * smooth};
    }
    if (to > from) painter_.band(upper, lower, mix(theme_.background, tone(Meaning::output), 0.3F));
    note({from, list.y, std::max(0.0F, to - from), list.h}, classes ? story_.pooled_vector : story_.logits, focus_,
         focus_, [&] {
             return fmt::format(texts::story::on_read_out, said().answers.empty() ? std::string(texts::story::veiled)
                                                                                  : said().answers.front().word);
         });
    draw_answer_title(painter_, {list.right() - wide, list.y - title.height * em_, wide, title.height * em_}, title);
    draw_answer_list(painter_, list, shown, said().certain(), -1);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const StoryAnswer& answer = shown[i];
        note(
            {list.x, list.y + line * static_cast<float>(i), list.w, line}, story_.probs, classes ? 0 : focus_, focus_,
            [&] {
                return fmt::format(texts::story::on_answer, answer.word,
                                   percent_text(static_cast<double>(answer.probability)));
            },
            answer.token);
    }
    const Rect below{list.x, list.bottom() + 0.6F * em_, list.w, area_.bottom() - list.bottom() - 0.6F * em_};
    draw_answer_note(painter_, below, said());
}

}  // namespace glassformer
