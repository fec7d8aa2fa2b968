// Draws the story of a recurrent run: time runs to the right, the state passes from token to token as a ribbon whose
// width is ‖h‖, its numbers stand below it, and the answers at the right are read from it.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/texts.h"
#include "app/pictures/story/time_story.h"
#include "core/base/number_text.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

constexpr float time_title = 4.2F, time_words = 1.7F, time_names = 7, time_answers = 13.5F;  // em
constexpr float time_gap = 4.6F;                                                             // em: between two texts
constexpr float smallest_layer = 5.0F, largest_layer = 13;                                   // em
constexpr float smallest_column = 5;                                                         // pixels

/// A token's share of what a classifier reads: all of it but for rounding, so that the state after that token is the
/// one that is read.
constexpr float all_of_it = 0.999F;

/// The weakest weight of an alignment that has a line: a fainter one cannot be told from the background.
constexpr float least_line = 0.02F;

class TimePainter {
public:
    TimePainter(Painter& painter, const Rect& area, const TimeScene& scene, Vec2 mouse)
        : painter_(painter),
          theme_(painter.theme()),
          scene_(scene),
          story_(scene.story),
          config_(scene.evaluation.model().config),
          area_(area),
          mouse_(mouse),
          em_(painter.em()),
          focus_(scene.token >= 0 ? scene.token : story_.answer_row) {}
    std::optional<TimeHit> draw();

private:
    struct Place {
        Rect lane;  // all layers, from the first column to the last
        float column = 0, layer = 0;
        float x(int token) const { return lane.x + (static_cast<float>(token) + 0.5F) * column; }
    };
    const StoryRow& said() const { return scene_.row != nullptr ? *scene_.row : story_.chosen; }
    Colour tone(Meaning meaning) const { return colour(theme_, meaning); }
    void note(const Rect& rect, int record, int row, int token, const std::string& text, int column = 0) {
        if (rect.contains(mouse_)) hit_ = TimeHit{rect, record, row, column, token, text};
    }
    /// The ribbon of a layer lies in the upper part of its band, its numbers below.
    float ribbon_y(const Place& place, const TimeLane& lane, int layer) const {
        return place.lane.y +
               place.layer * (static_cast<float>(lane.layers.size()) - 0.76F - static_cast<float>(layer));
    }
    float thickness(const Place& place, float length) const {
        return std::max(1.5F, 0.34F * place.layer * length / story_.longest);
    }
    /// A classifier reads the last state alone.
    bool read_at_end() const { return !story_.pooled.empty() && story_.pooled.back() > all_of_it; }
    void heading();
    void lane(const TimeLane& of, const Place& place, bool target);
    void layer(const TimeLane& of, const Place& place, int index, bool target);
    void words(const TimeLane& of, const Place& place, bool target);
    void between(const Place& above, const Place& below);
    void answers(const Place& text);

    Painter& painter_;
    const Theme& theme_;
    const TimeScene& scene_;
    const TimeStory& story_;
    const ModelConfig& config_;
    const Rect area_;
    const Vec2 mouse_;
    const float em_;
    const int focus_;
    std::optional<TimeHit> hit_;
};

std::optional<TimeHit> TimePainter::draw() {
    heading();
    Rect rest = area_;
    rest.take_top(time_title * em_);
    const Rect foot = rest.take_bottom(1.8F * em_);
    text_in(painter_, foot, texts::story::time_meaning, {.colour = theme_.muted, .size = em::small});
    rest.take_right(std::min(time_answers * em_, 0.22F * area_.w));
    rest.take_left(time_names * em_);
    rest.take_right(2.2F * em_);
    const auto layers =
        static_cast<float>(story_.text.layers.size() + (story_.source ? story_.source->layers.size() : 0));
    const float lanes = story_.source ? 2 : 1, predicted = story_.predicts.empty() ? 0 : time_words;
    const float other = (lanes * time_words + predicted + (story_.source ? time_gap : 0)) * em_;
    const float high = std::clamp((rest.h - other) / layers, em_, largest_layer * em_);
    float y = rest.y + std::max(0.0F, (rest.h - other - high * layers) / 2);
    const auto place = [&](const TimeLane& of) {
        const float band = high * static_cast<float>(of.layers.size());
        const auto count = static_cast<float>(of.words.size());
        const float column = std::min(rest.w / count, 9 * em_);
        Place at{{rest.x, y, column * count, band}, column, high};
        y += band + time_words * em_;
        return at;
    };
    std::optional<Place> above;
    if (story_.source) {
        above = place(*story_.source);
        lane(*story_.source, *above, false);
        y += time_gap * em_;
    }
    y += predicted * em_;
    const Place text = place(story_.text);
    if (above) between(*above, text);
    lane(story_.text, text, true);
    answers(text);
    return hit_;
}

void TimePainter::heading() {
    Rect rest = area_;
    rest.take_right(scene_.beside_title);
    text_in(painter_, rest.take_top(2.4F * em_), said().question,
            {.colour = theme_.text, .size = em::title, .face = Face::bold});
    const std::string what =
        story_.source ? (story_.alignment.empty() ? texts::story::time_bottleneck : texts::story::time_attends)
        : !story_.pooled.empty()
            ? fmt::format(texts::story::time_pooled,
                          texts::story::pooled_state[static_cast<std::size_t>(config_.head.pooling)])
            : texts::story::time_predicts;
    text_in(painter_, rest.take_top(1.5F * em_), what, {.colour = theme_.muted});
}

void TimePainter::lane(const TimeLane& of, const Place& place, bool target) {
    const auto names = static_cast<int>(of.layers.size());
    for (int index = 0; index < names; ++index) layer(of, place, index, target);
    words(of, place, target);
    const char* const name = !story_.source ? texts::story::words
                             : target       ? texts::story::target
                                            : texts::story::source;
    const Rect line{area_.x, place.lane.bottom(), time_names * em_ - 1.2F * em_, time_words * em_};
    text_in(painter_, line, name, {.colour = theme_.muted, .size = em::small, .align = Align::right});
}

void TimePainter::layer(const TimeLane& of, const Place& place, int index, bool target) {
    const TimeLayer& one = of.layers[static_cast<std::size_t>(index)];
    const float y = ribbon_y(place, of, index);
    const auto count = static_cast<int>(of.words.size());
    // From before the first token to behind the last: one band.
    std::vector<Vec2> upper, lower;
    const auto point = [&](float x, float length) {
        const float half = thickness(place, length) / 2;
        upper.push_back({x, y - half});
        lower.push_back({x, y + half});
    };
    for (int t = 0; t < count; ++t) point(place.x(t), one.lengths[static_cast<std::size_t>(t)]);
    const bool top = index + 1 == static_cast<int>(of.layers.size());
    point(place.lane.right() + (target && top && read_at_end() ? 2.2F : 0.6F) * em_, one.lengths.back());
    painter_.band(upper, lower, mix(theme_.background, tone(Meaning::residual), 0.75F));
    const Colour ink = theme_.background;
    if (place.column > 1.6F * em_)
        for (int t = 0; t + 1 < count; ++t) {  // the state passes on
            const float x = place.x(t) + place.column / 2, a = 0.3F * em_;
            painter_.triangle(
                {x - a / 2, y - a}, {x - a / 2, y + a}, {x + a, y},
                thickness(place, one.lengths[static_cast<std::size_t>(t)]) > 3 * a ? ink : tone(Meaning::residual));
        }
    // Its numbers, one column per token.
    const ConstView values = scene_.evaluation.trace().record(one.hidden).view();
    const int size = values.shape.cols();
    const Rect numbers{place.lane.x, y + 0.26F * place.layer, place.lane.w, 0.42F * place.layer};
    const ConstMatrix matrix{.data = values.row(0),
                             .rows = count,
                             .cols = size,
                             .row_stride = size,
                             .generation = scene_.evaluation.generation()};
    painter_.heatmap(transposed(matrix), numbers, {.meaning = Meaning::residual, .limit = one.largest, .gap = 0});
    const Rect title{area_.x, y - 0.7F * em_, time_names * em_ - 1.2F * em_, 1.4F * em_};
    const std::string name =
        of.layers.size() > 1 ? fmt::format(texts::story::time_layer, index + 1) : texts::story::time_state;
    text_in(painter_, title, name, {.colour = tone(Meaning::residual), .size = em::small, .align = Align::right});
    text_in(painter_, {title.x, numbers.y, title.w, numbers.h}, fmt::format(texts::story::time_numbers, size),
            {.colour = theme_.muted, .size = em::small, .align = Align::right});
    for (int t = 0; t < count; ++t) {
        const Rect column{place.x(t) - place.column / 2, y - 0.24F * place.layer, place.column, 0.92F * place.layer};
        if (target && t == focus_) painter_.stroke(column, theme_.accent, 2, 0.3F * em_);
        const auto at = static_cast<std::size_t>(t);
        const int record = one.steps[at] >= 0 ? one.steps[at] : one.hidden;
        note(column, record, one.steps[at] >= 0 ? 0 : t, target ? t : -1,
             fmt::format(texts::story::on_state, of.words[at], size,
                         short_number(static_cast<double>(one.lengths[at]))));
    }
}

void TimePainter::words(const TimeLane& of, const Place& place, bool target) {
    const auto count = static_cast<int>(of.words.size());
    const float top = place.lane.bottom();
    for (int t = 0; t < count; ++t) {
        const bool looked_at = target && t == focus_;
        const float wide = place.column;
        const Rect line{place.x(t) - wide / 2, top + 0.3F * em_, wide, (time_words - 0.3F) * em_};
        const auto& word = of.words[static_cast<std::size_t>(t)];
        const TextStyle style{.colour = looked_at ? theme_.accent_text : theme_.text,
                              .size = em::small,
                              .face = looked_at ? Face::bold : Face::sans,
                              .align = Align::centre};
        if (painter_.measure(word, em::small).width <= wide + 1 || looked_at)
            painter_.text({place.x(t), line.y + line.h / 2}, word,
                          {.colour = style.colour,
                           .size = em::small,
                           .face = style.face,
                           .align = Align::centre,
                           .anchor = Anchor::middle});
        if (wide > 0.7F * em_)
            painter_.triangle({place.x(t) - 0.22F * em_, top + 0.3F * em_},
                              {place.x(t) + 0.22F * em_, top + 0.3F * em_}, {place.x(t), top - 0.1F * em_},
                              looked_at ? theme_.accent : theme_.muted);
        note(line, of.layers.front().steps[static_cast<std::size_t>(t)], 0, target ? t : -1,
             fmt::format(texts::story::on_read, word, t + 1, of.words.size()));
        if (!target || story_.predicts.empty()) continue;
        const auto& next = story_.predicts[static_cast<std::size_t>(t)];
        const float up = place.lane.y - 0.5F * time_words * em_;
        if (painter_.measure(next, em::small).width <= wide + 1 || looked_at)
            painter_.text({place.x(t), up}, next,
                          {.colour = looked_at ? theme_.text : theme_.muted,
                           .size = em::small,
                           .face = looked_at ? Face::bold : Face::sans,
                           .align = Align::centre,
                           .anchor = Anchor::middle});
        note({line.x, up - 0.6F * em_, wide, 1.2F * em_}, story_.probs, t, t,
             fmt::format(texts::story::on_predicted, next, word));
    }
    if (!target || story_.predicts.empty()) return;
    text_in(painter_, {area_.x, place.lane.y - time_words * em_, time_names * em_ - 1.2F * em_, time_words * em_},
            texts::story::time_prediction, {.colour = theme_.muted, .size = em::small, .align = Align::right});
}

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
    const TextSize size = painter_.measure(texts::story::time_start, em::small);
    const Vec2 centre{left + 1.2F * em_ + size.width / 2, middle};
    painter_.fill(
        {centre.x - size.width / 2 - 0.3F * em_, middle - size.height / 2, size.width + 0.6F * em_, size.height},
        theme_.background);
    painter_.text(
        centre, texts::story::time_start,
        {.colour = tone(Meaning::residual), .size = em::small, .align = Align::centre, .anchor = Anchor::middle});
    note({left, middle - 0.7F * em_, std::max(0.0F, from - left), 1.4F * em_}, story_.start, 0, -1,
         fmt::format(texts::story::on_start,
                     last.lengths.empty() ? "" : short_number(static_cast<double>(last.lengths.back()))));
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
    const std::string text =
        fmt::format(texts::story::attends, name, source.words[best], percent_text(static_cast<double>(weights[best])));
    const Rect line{left + 0.9F * em_, end - 1.5F * em_, painter_.measure(text, em::small, Face::bold).width + 2,
                    1.3F * em_};
    painter_.fill(line, theme_.background);
    text_in(painter_, line, text, {.colour = tone(Meaning::weight), .size = em::small, .face = Face::bold});
    note(line, story_.alignment[static_cast<std::size_t>(focus_)], focus_, focus_, text, static_cast<int>(best));
}

void TimePainter::answers(const Place& text) {
    const float wide = std::min(time_answers * em_, 0.22F * area_.w), line = 2.6F * em_;
    const float high = line * static_cast<float>(said().answers.size());
    const float y = ribbon_y(text, story_.text, static_cast<int>(story_.text.layers.size()) - 1);
    const float top = std::clamp(y - high / 2, area_.y + (time_title + 2) * em_,
                                 std::max(area_.y + (time_title + 2) * em_, area_.bottom() - high - 2 * em_));
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
         focus_,
         fmt::format(texts::story::on_read_out, said().answers.empty() ? std::string() : said().answers.front().word));
    const std::string& word = story_.text.words[static_cast<std::size_t>(focus_)];
    text_in(painter_, {list.x - 3.4F * em_, list.y - 2 * em_, wide, 1.5F * em_},
            classes                                          ? std::string(texts::story::class_of)
            : predicts_next_token(scene_.evaluation.model()) ? fmt::format(texts::story::next_after, word)
                                                             : fmt::format(texts::story::answer_at, word),
            {.colour = theme_.muted, .align = Align::right});
    draw_answer_list(painter_, list, said().answers, -1);
    for (std::size_t i = 0; i < said().answers.size(); ++i) {
        const StoryAnswer& answer = said().answers[i];
        note({list.x, list.y + line * static_cast<float>(i), list.w, line}, story_.probs, classes ? 0 : focus_, focus_,
             fmt::format(texts::story::on_answer, answer.word, percent_text(static_cast<double>(answer.probability))),
             answer.token);
    }
    const Rect below{list.x, list.bottom() + 0.6F * em_, list.w, area_.bottom() - list.bottom() - 0.6F * em_};
    const TextStyle quiet{.colour = theme_.text, .size = em::small};
    if (!said().note.empty() && paragraph(painter_, below, said().note, quiet, false) <= below.h)
        paragraph(painter_, below, said().note, quiet);
}

}  // namespace

bool has_room(const Painter& painter, const Rect& area, const TimeStory& story) {
    const float em = painter.em();
    const auto layers = static_cast<float>(story.text.layers.size() + (story.source ? story.source->layers.size() : 0));
    const float other = time_title + 1.8F + (story.source ? 2 * time_words + time_gap : time_words) + time_words;
    const float room = area.w - (time_names + 2.2F) * em - std::min(time_answers * em, 0.22F * area.w);
    const std::size_t most = std::max(story.text.words.size(), story.source ? story.source->words.size() : 0);
    return area.w >= 46 * em && area.h >= (other + smallest_layer * layers) * em &&
           room >= smallest_column * static_cast<float>(most);
}

std::optional<TimeHit> draw_time_story(Painter& painter, const Rect& area, const TimeScene& scene, Vec2 mouse) {
    painter.push_clip(area);
    std::optional<TimeHit> hit = TimePainter(painter, area, scene, mouse).draw();
    painter.pop_clip();
    return hit;
}

}  // namespace glassformer
