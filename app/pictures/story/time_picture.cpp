// Draws the story of a recurrent run: time runs to the right, the state passes from token to token as a ribbon whose
// width is ‖h‖, its numbers stand below it, and the answers at the right are read from it.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>

#include "app/pictures/board/token_text.h"
#include "app/pictures/story/texts.h"
#include "app/pictures/story/time_painter.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

constexpr std::array title_sizes{em::title, em::large, em::body};
constexpr std::array sentence_sizes{em::body, em::small};

/// The largest of the sizes at which the text is not cut, else the last.
float fitting_size(Painter& painter, std::string_view text, float width, std::span<const float> sizes, Face face) {
    for (const float size : sizes)
        if (painter.measure(text, size, face).width <= width) return size;
    return sizes.back();
}

}  // namespace

std::optional<TimeHit> TimePainter::draw() {
    heading();
    Rect rest = area_;
    rest.take_top(time_title * em_);
    const Rect foot = rest.take_bottom(1.8F * em_);
    const float answers_wide = answers_width();
    // Large answers reach down beside it.
    text_in(painter_, {foot.x, foot.y, foot.w - answers_wide, foot.h}, meaning(),
            {.colour = theme_.muted, .size = em::small});
    rest.take_right(answers_wide);
    rest.take_left(time_names * em_);
    rest.take_right(2.2F * em_);
    const auto layers =
        static_cast<float>(story_.text.layers.size() + (story_.source ? story_.source->layers.size() : 0));
    const float lanes = story_.source ? 2 : 1, predicted = story_.predicts.empty() ? 0 : time_words;
    const float other = (lanes * time_words + predicted + (story_.source ? time_gap : 0)) * em_;
    const float high =
        std::clamp((rest.h - other) / layers, em_, (story_.tall() ? largest_with_cells : largest_layer) * em_);
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

std::string TimePainter::meaning() const {
    if (story_.window > 0)
        return fmt::format(texts::story::window_meaning, story_.text.words[static_cast<std::size_t>(focus_)]);
    return story_.has_cells() ? texts::story::time_meaning_cells : texts::story::time_meaning;
}

std::string TimePainter::what_happens() const {
    const bool cells = story_.has_cells();
    namespace strings = texts::story;
    const char* const pooled =
        (cells ? strings::pooled_state_cells : strings::pooled_state)[static_cast<std::size_t>(config_.head.pooling)];
    return story_.window > 0 ? windows_text()
           : story_.source && story_.alignment.empty()
               ? (cells ? strings::time_bottleneck_cells : strings::time_bottleneck)
           : story_.source ? (cells ? strings::time_attends_cells : strings::time_attends)
           : !story_.pooled.empty()
               ? fmt::format(fmt::runtime(cells ? strings::time_pooled_cells : strings::time_pooled), pooled)
               : (cells ? strings::time_predicts_cells : strings::time_predicts);
}

Rect TimePainter::heading_place() const {
    Rect rest = area_;
    rest.take_right(scene_.beside_title);
    return rest;
}

void TimePainter::heading() {
    Rect rest = heading_place();
    const Rect title = rest.take_top(2.4F * em_);
    text_in(painter_, title, said().question,
            {.colour = theme_.text,
             .size = fitting_size(painter_, said().question, title.w, title_sizes, Face::bold),
             .face = Face::bold});
    const std::string what = what_happens();
    text_in(painter_, rest.take_top(1.5F * em_), what,
            {.colour = theme_.muted, .size = fitting_size(painter_, what, rest.w, sentence_sizes, Face::sans)});
}

bool TimePainter::says_all() {
    const float wide = heading_place().w;
    return painter_.measure(said().question, title_sizes.back(), Face::bold).width <= wide &&
           painter_.measure(what_happens(), sentence_sizes.back()).width <= wide &&
           painter_.measure(meaning(), em::small).width <= area_.w - answers_width();
}

std::string TimePainter::windows_text() const {
    namespace strings = texts::story;
    const int width = story_.window;
    if (width == 1) return strings::window_alone;
    const bool causal = story_.window_before == width - 1;
    if (!story_.pooled.empty())
        return fmt::format(fmt::runtime(causal ? strings::window_causal_pooled : strings::window_centred_pooled), width,
                           strings::pooled_vector[static_cast<std::size_t>(config_.head.pooling)]);
    const int reached = 1 + static_cast<int>(story_.text.layers.size()) * (width - 1);
    return fmt::format(fmt::runtime(causal ? strings::window_causal : strings::window_centred), width, reached);
}

void TimePainter::lane(const TimeLane& of, const Place& place, bool target) {
    const auto names = static_cast<int>(of.layers.size());
    for (int index = 0; index < names; ++index) layer(of, place, index, target);
    words(of, place, target);
    const char* const name = !story_.source ? texts::story::words
                             : target       ? texts::story::target
                                            : texts::story::source;
    const Rect line{area_.x, place.lane.bottom(), names_width(), time_words * em_};
    text_in(painter_, line, name, {.colour = theme_.muted, .size = em::small, .align = Align::right});
}

template <class Thickness>
void TimePainter::state_ribbon(const Place& place, float y, const std::vector<float>& lengths, float behind, Colour of,
                               Thickness&& thick) {
    const auto count = static_cast<int>(lengths.size());
    // From the first token to behind the last: one band.
    std::vector<Vec2> upper, lower;
    const auto point = [&](float x, float length) {
        const float half = thick(length) / 2;
        upper.push_back({x, y - half});
        lower.push_back({x, y + half});
    };
    for (int t = 0; t < count; ++t) point(place.x(t), lengths[static_cast<std::size_t>(t)]);
    point(place.lane.right() + behind, lengths.back());
    painter_.band(upper, lower, mix(theme_.background, of, 0.75F));
    if (place.column <= 1.6F * em_) return;
    for (int t = 0; t + 1 < count; ++t) {  // the state passes on
        const float x = place.x(t) + place.column / 2, a = 0.3F * em_;
        painter_.triangle({x - a / 2, y - a}, {x - a / 2, y + a}, {x + a, y},
                          thick(lengths[static_cast<std::size_t>(t)]) > 3 * a ? theme_.background : of);
    }
}

/// The cell state as a ribbon of its own; above it, at each step, how much of it the forget gate keeps.
void TimePainter::cells(const TimeLayer& one, const Place& place, int index, float y, bool target, const TimeLane& of) {
    state_ribbon(place, y, one.cell_lengths, 0.6F * em_, tone(Meaning::value),
                 [&](float length) { return cell_thickness(place, length); });
    const float top = band_top(place, of, index), high = 0.1F * place.layer, foot = top + high;
    const float wide = std::max(1.0F, 0.6F * place.column);
    painter_.line({place.lane.x, foot}, {place.lane.right(), foot}, theme_.border, 1);
    const int size = scene_.evaluation.trace().record(one.cells.front()).shape.cols();
    for (std::size_t t = 0; t < one.forget.size(); ++t) {
        const auto token = static_cast<int>(t);
        const float share = std::clamp(one.forget[t], 0.0F, 1.0F);
        painter_.fill({place.x(token) - wide / 2, foot - share * high, wide, share * high}, tone(Meaning::weight));
        note({place.x(token) - place.column / 2, top, place.column, (parts().cell + 0.12F) * place.layer}, one.cells[t],
             0, target ? token : -1, [&] {
                 return fmt::format(texts::story::on_cell, of.words[t], size,
                                    percent_text(static_cast<double>(one.forget[t])),
                                    short_number(static_cast<double>(one.cell_lengths[t])));
             });
    }
    const float room = names_width();
    const std::string name = of.layers.size() > 1 ? fmt::format(texts::story::time_layer_cell, index + 1)
                                                  : std::string(texts::story::time_cell);
    text_in(painter_, {area_.x, y - 0.7F * em_, room, 1.4F * em_}, name,
            {.colour = tone(Meaning::value), .size = em::small, .align = Align::right});
    if (y - foot > 0.9F * em_)
        text_in(painter_, {area_.x, foot - 1.2F * em_, room, 1.3F * em_}, texts::story::time_forget,
                {.colour = tone(Meaning::weight), .size = em::small, .align = Align::right});
}

void TimePainter::layer(const TimeLane& of, const Place& place, int index, bool target) {
    const TimeLayer& one = of.layers[static_cast<std::size_t>(index)];
    const float y = ribbon_y(place, of, index);
    const auto count = static_cast<int>(of.words.size());
    const bool top = index + 1 == static_cast<int>(of.layers.size()), windows = story_.window > 0;
    const float behind = (target && top && read_at_end() ? 2.2F : 0.6F) * em_;
    if (windows)
        window_layer(one, place, index);
    else
        state_ribbon(place, y, one.lengths, behind, tone(Meaning::residual),
                     [&](float length) { return thickness(place, length); });
    if (!one.cells.empty()) cells(one, place, index, cell_y(place, of, index), target, of);
    // Its numbers, one column per token.
    const ConstView values = scene_.evaluation.trace().record(one.hidden).view();
    const int size = values.shape.cols();
    const float band = band_top(place, of, index);
    const Rect numbers{place.lane.x, band + parts().numbers * place.layer, place.lane.w,
                       parts().numbers_high * place.layer};
    const ConstMatrix matrix{.data = values.row(0),
                             .rows = count,
                             .cols = size,
                             .row_stride = size,
                             .generation = scene_.evaluation.generation()};
    painter_.heatmap(transposed(matrix), numbers, {.meaning = Meaning::residual, .limit = one.largest, .gap = 0});
    const Rect title{area_.x, y - 0.7F * em_, names_width(), 1.4F * em_};
    const std::string name =
        windows ? fmt::format(texts::story::window_layer, index + 1)
        : of.layers.size() > 1
            ? fmt::format(fmt::runtime(one.cells.empty() ? texts::story::time_layer : texts::story::time_layer_cells),
                          index + 1)
            : std::string(one.cells.empty() ? texts::story::time_state : texts::story::time_state_cells);
    text_in(painter_, title, name, {.colour = tone(Meaning::residual), .size = em::small, .align = Align::right});
    text_in(painter_, {title.x, numbers.y, title.w, numbers.h}, fmt::format(texts::story::time_numbers, size),
            {.colour = theme_.muted, .size = em::small, .align = Align::right});
    for (int t = 0; t < count; ++t) {
        Rect column{place.x(t) - place.column / 2, band, place.column, 0.92F * place.layer};
        if (windows) column.h = (parts().numbers + parts().numbers_high) * place.layer;
        if (target && t == focus_) painter_.stroke(column, theme_.accent, 2, 0.3F * em_);
        if (!one.cells.empty()) column.take_top((parts().cell + 0.12F) * place.layer);
        const auto at = static_cast<std::size_t>(t);
        const int record = one.steps[at] >= 0 ? one.steps[at] : one.hidden;
        note(column, record, one.steps[at] >= 0 ? 0 : t, target ? t : -1, [&] {
            const std::string norm = short_number(static_cast<double>(one.lengths[at]));
            const char* const computed = config_.residual ? texts::story::on_window_residual : texts::story::on_window;
            if (windows) return fmt::format(fmt::runtime(computed), of.words[at], index + 1, size, story_.window, norm);
            return fmt::format(texts::story::on_state, of.words[at], size, norm);
        });
    }
}

namespace {

bool begins_with_capital(const std::string& word) {
    return !word.empty() && word.front() >= 'A' && word.front() <= 'Z';
}

}  // namespace

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
        // A dot stands for a word that has no room: a row with some left out would read as another text. A capital
        // between dots may be wider than its column.
        const bool capital =
            begins_with_capital(word) && !(t > 0 && begins_with_capital(of.words[static_cast<std::size_t>(t - 1)]));
        const bool fits = painter_.measure(word, em::small).width <= (capital ? 2.2F : 1.0F) * wide + 1 || looked_at;
        if (fits || wide > 0.3F * em_)
            draw_token(painter_, {place.x(t), line.y + line.h / 2},
                       fits ? std::string_view(word) : std::string_view("·"),
                       {.colour = fits ? style.colour : theme_.muted,
                        .size = em::small,
                        .face = style.face,
                        .align = Align::centre,
                        .anchor = Anchor::middle},
                       Story::unknown_at(of.unknown, t));
        if (wide > 0.7F * em_)
            painter_.triangle({place.x(t) - 0.22F * em_, top + 0.3F * em_},
                              {place.x(t) + 0.22F * em_, top + 0.3F * em_}, {place.x(t), top - 0.1F * em_},
                              looked_at ? theme_.accent : theme_.muted);
        const bool windows = story_.window > 0;
        note(line, windows ? story_.read : of.layers.front().steps[static_cast<std::size_t>(t)], windows ? t : 0,
             target ? t : -1, [&] {
                 return fmt::format(fmt::runtime(windows ? texts::story::on_read_window : texts::story::on_read), word,
                                    t + 1, of.words.size());
             });
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
             [&] { return fmt::format(texts::story::on_predicted, next, word); });
    }
    if (!target || story_.predicts.empty()) return;
    text_in(painter_, {area_.x, place.lane.y - time_words * em_, names_width(), time_words * em_},
            texts::story::time_prediction, {.colour = theme_.muted, .size = em::small, .align = Align::right});
}

bool has_room(const Painter& painter, const Rect& area, const TimeStory& story) {
    const float em = painter.em();
    const auto layers = static_cast<float>(story.text.layers.size() + (story.source ? story.source->layers.size() : 0));
    const float other = time_title + 1.8F + (story.source ? 2 * time_words + time_gap : time_words) + time_words;
    const float room = area.w - (time_names + 2.2F) * em - std::min(time_answers * em, 0.22F * area.w);
    const std::size_t most = std::max(story.text.words.size(), story.source ? story.source->words.size() : 0);
    return area.w >= 46 * em &&
           area.h >= (other + (story.tall() ? smallest_with_cells : smallest_layer) * layers) * em &&
           room >= smallest_column * static_cast<float>(most);
}

bool says_all(Painter& painter, const Rect& area, const TimeScene& scene) {
    return TimePainter(painter, area, scene, {-1, -1}).says_all();
}

std::optional<TimeHit> draw_time_story(Painter& painter, const Rect& area, const TimeScene& scene, Vec2 mouse) {
    painter.push_clip(area);
    std::optional<TimeHit> hit = TimePainter(painter, area, scene, mouse).draw();
    painter.pop_clip();
    return hit;
}

}  // namespace glassformer
