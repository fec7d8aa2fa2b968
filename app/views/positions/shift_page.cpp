// The sentence that moves on: the same words at other positions, and what their scores become.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "app/paint/heat_scale.h"
#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/table.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "core/positions/shift_map.h"

namespace glassformer {

namespace {

constexpr std::array<const char*, 3> moved_words{"we", "know", "that"};
/// What is put in front, by how many words there are; more begin with "…".
constexpr std::array<std::array<const char*, 4>, 5> words_in_front{
    {{}, {"now"}, {"of", "course"}, {"but", "of", "course"}, {"well", "but", "of", "course"}}};

/// The words with their positions below them.
void draw_sentence(ColumnScene& scene, Rect line, int first) {
    Painter& painter = scene.context.ui.painter;
    const Theme& theme = scene.context.ui.theme;
    const float em = scene.context.ui.em;
    struct Placed {
        const char* word;
        int position;
        bool moved;
    };
    std::vector<Placed> all;
    const int in_front = std::min(first, 4);
    if (first > in_front) all.push_back({"…", -1, false});
    for (int w = 0; w < in_front; ++w)
        all.push_back({words_in_front.at(static_cast<std::size_t>(in_front)).at(static_cast<std::size_t>(w)),
                       first - in_front + w, false});
    for (std::size_t w = 0; w < moved_words.size(); ++w)
        all.push_back({moved_words.at(w), first + static_cast<int>(w), true});
    float wide = 0;
    for (const Placed& placed : all) wide += painter.measure(placed.word, em::small).width + 0.7F * em;
    const float size = em::small * std::min(1.0F, line.w / wide);
    for (const Placed& placed : all) {
        const Rect box = line.take_left(painter.measure(placed.word, size).width + 0.7F * em * size / em::small);
        const Colour tone = placed.moved ? theme.text : theme.muted;
        painter.text({box.x, box.y}, placed.word,
                     {.colour = tone, .size = size, .face = placed.moved ? Face::bold : Face::sans});
        if (placed.position >= 0)
            painter.text({box.x, box.y + 1.15F * em}, std::to_string(placed.position),
                         {.colour = placed.moved ? colour(theme, Meaning::position) : theme.muted, .size = size});
    }
}

std::vector<float> scores_of_words(const Tensor& map) {
    std::vector<float> few;
    const auto n = static_cast<int>(moved_words.size());
    few.reserve(moved_words.size() * moved_words.size());
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) few.push_back(map.view().row(static_cast<std::size_t>(i))[j]);
    return few;
}

std::string two_digits(float value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(std::abs(value)));
    return (value < 0 ? "−" : "") + std::string(text.data());
}

/// The scores of the three words with each other, as numbers.
void draw_word_scores(ColumnScene& scene, const Rect& area, const char* id, std::span<const float> few,
                      const HeatStyle& style) {
    Painter& painter = scene.context.ui.painter;
    const Theme& theme = scene.context.ui.theme;
    const auto n = static_cast<int>(moved_words.size());
    const HeatScale scale(painter, style);
    scene.context.targets.put(scene.id(id), area);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const Rect cell = cell_rect(area, n, n, i, j).snapped();
            const float value = few[static_cast<std::size_t>(i * n + j)];
            const Colour back = scale.fill(value).ground;
            painter.fill(cell.inset(1), back);
            const std::string text = two_digits(value);
            const float wide = painter.measure(text, em::small).width + 4;
            text_in(painter, cell, text,
                    {.colour = text_on(theme, back),
                     .size = em::small * std::min(1.0F, cell.w / wide),
                     .align = Align::centre});
        }
}

double largest_change(std::span<const float> before, std::span<const float> after) {
    double most = 0;
    for (std::size_t e = 0; e < before.size(); ++e)
        most = std::max(most, std::abs(static_cast<double>(after[e]) - static_cast<double>(before[e])));
    return most;
}

}  // namespace

std::string shift_sentence(double shown, double all, int n_positions) {
    constexpr double rounding = 1e-3;
    if (all <= rounding) return fmt::format(texts::positions::scores_stay, number_text(all));
    return fmt::format(texts::positions::scores_change, number_text(shown), n_positions, number_text(all));
}

static void draw_shift(ColumnScene& scene, Rect area) {
    const EncodingColumn& column = scene.column;
    const float em = scene.context.ui.em;
    const Theme& theme = scene.context.ui.theme;
    const auto n = static_cast<int>(moved_words.size());
    if (column.settings.n_positions < n) return draw_empty_hint(scene, area, texts::positions::too_short);
    const positions::Scores& after = column.column.scores;
    const positions::Scores& before = column.has_unshifted ? column.unshifted.scores : after;
    const std::vector<float> were = scores_of_words(before.map), are = scores_of_words(after.map);
    std::vector<float> both = were;
    both.insert(both.end(), are.begin(), are.end());
    const HeatStyle style = spectrum_of(both);  // one scale, so that they can be compared

    draw_sentence(scene, area.take_top(2.6F * em), 0);
    draw_sentence(scene, area.take_top(2.6F * em), column.settings.first);
    std::string said = texts::positions::how_to_shift;
    if (column.has_unshifted)
        said = shift_sentence(largest_change(were, are), column.changed_by_shift, column.settings.n_positions);
    const TextStyle style_of_sentence{.colour = theme.accent_text, .size = em::small};
    // The map of all scores, or of their changes, where there is room for it; else the words have it.
    const float map_height = 8 * em;
    const float said_height =
        paragraph(scene.context.ui.painter, {0, 0, area.w, 1e4F}, said, style_of_sentence, false) + 0.8F * em;
    const bool map = area.h > 5 * em + said_height + map_height;
    Rect top = area.take_top(std::clamp(area.h - said_height - (map ? map_height : 0), 4 * em, 8 * em));
    const Rect left = top.take_left(std::floor(top.w / 2 - 0.35F * em));
    top.take_left(0.7F * em);
    draw_word_scores(scene, left, "before the shift", were, style);
    draw_word_scores(scene, top, "words after", are, style);
    area.take_top(0.3F * em);

    const float said_to = paragraph(scene.context.ui.painter, area, said, style_of_sentence);
    scene.context.targets.put(scene.id("shift sentence"), {area.x, area.y, area.w, said_to});
    area.take_top(said_to + 0.5F * em);
    if (!map) return;
    if (!column.has_unshifted) {
        caption(scene, area, texts::positions::every_score);
        return draw_score_map(scene, area, "shift scores", after.map, spectrum_of(after.map.data));
    }
    caption(scene, area, texts::positions::every_change);
    HeatStyle change{.map = HeatMap::diverging, .meaning = Meaning::score, .limit = 1, .gap = 0, .own_scale = true};
    // Not below what can be told from rounding, which would be drawn as a pattern.
    change.limit = std::max(static_cast<float>(column.changed_by_shift), 0.01F);
    draw_score_map(scene, area, "shift change", column.shift_change, change);
}

namespace {

/// What the shift changes in the scores, and the map that the positions' vectors go through, where it is linear.
void compute_shift(EncodingColumn& column) {
    const positions::Settings& settings = column.settings;
    column.shift_change = column.column.scores.map;
    const Tensor& before = column.has_unshifted ? column.unshifted.scores.map : column.column.scores.map;
    for (std::size_t e = 0; e < before.data.size(); ++e) column.shift_change.data[e] -= before.data[e];
    const bool sines = settings.kind->added != nullptr && settings.kind->frequencies != nullptr;
    const int columns = column.column.encoding.table.shape.cols();
    if (!sines || columns % 2 != 0 || settings.n_positions <= 1) return;
    column.shift_steps = std::clamp(settings.first, 1, settings.n_positions - 1);
    positions::shift_map(settings, column.shift_steps, column.shift_map);
    column.shift_map_error =
        positions::shift_map_error(column.column.encoding.table, column.shift_map, column.shift_steps);
}

}  // namespace

extern const PositionsPage positions_shift_page{.name = "shift",
                                                .place = 7,
                                                .label = texts::positions::tab_shift,
                                                .sentence = texts::positions::page_shift,
                                                .draw = draw_shift,
                                                .figures = 3,
                                                .compute = compute_shift,
                                                .write = [](TableLines& lines, const EncodingColumn& column) {
                                                    if (column.has_unshifted)
                                                        lines.map("scores without the shift",
                                                                  column.unshifted.scores.map, 0, 0);
                                                    lines.map("M", column.shift_map, 0, 0);
                                                }};

}  // namespace glassformer
