#include "app/views/train/comparison/panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "app/views/shared/touched_matrix.h"
#include "app/views/shared/wording.h"
#include "app/views/train/charts/colour_scale.h"
#include "app/views/train/comparison/charts.h"
#include "app/views/train/comparison/texts.h"
#include "app/views/train/heads/head_map.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

using Run = ComparedRuns::Run;

/// The record of a step, of those that are in their order; null: there is none.
const HeldOutRecord* held_out_at(const TrainingSession::Snapshot& shown, int step) {
    const auto found = std::ranges::find(*shown.held_out, step, &HeldOutRecord::step);
    return found == shown.held_out->end() ? nullptr : &*found;
}

/// Of the step that the panel shows: all numbers of a panel are of the same weights.
std::string numbers_of(const Run& run, int step) {
    const HeldOutRecord* const held_out = held_out_at(run.shown, step);
    const std::string judged = held_out == nullptr ? std::string()
                               : run.by_loss       ? fmt::format(texts::train::compare_held_out_loss_is,
                                                                 number_text(static_cast<double>(held_out->loss)))
                                                   : fmt::format(texts::train::compare_held_out_accuracy,
                                                                 percent_text(static_cast<double>(held_out->accuracy)));
    if (step < 1 || run.shown.records.empty()) return fmt::format(texts::train::compare_run_start, judged);
    const auto last = std::min(static_cast<std::size_t>(step), run.shown.records.size());
    const std::size_t mean_of = smoothed_steps(run.shown.steps_planned), first = last > mean_of ? last - mean_of : 0;
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += static_cast<double>(run.shown.records[i].loss);
    return fmt::format(texts::train::compare_run_numbers, step, number_text(sum / static_cast<double>(last - first)),
                       judged);
}

/// The map with the words of its rows at the left and those of its columns above.
LabelledMatrix map_of_run(const Painter& painter, const ComparedReading& reading, const TrainedHeadMap& map) {
    LabelledMatrix head =
        labelled_head(painter, head_matrix(*reading.evaluation, reading.generation, map), map, compared_style().limit);
    head.rows.longest = 6, head.columns.longest = 5;
    return head;
}

void draw_map(ViewContext& context, const Rect& area, const LabelledMatrix& head, const std::string& id) {
    const MatrixPlace place = head.place(context.ui.painter, area);
    if (place.cell_w() < 2) return;
    const TouchedMatrix touched = touch_matrix(context, id, place);
    head.draw(context.ui.painter, place);
    if (touched)
        tooltip(context.ui, touched.cell,
                fmt::format(texts::train::compare_weight_tip, head.rows.names[static_cast<std::size_t>(touched.at.row)],
                            head.columns.names[static_cast<std::size_t>(touched.at.col)],
                            number_text(static_cast<double>(head.values.at(touched.at.row, touched.at.col)))));
}

/// A check mark or a cross: whether a prediction is right, without color alone.
void draw_mark(Painter& painter, const Rect& place, bool right) {
    const Theme& theme = painter.theme();
    const float size = 0.26F * painter.em(), width = 0.13F * painter.em();
    const Vec2 at = place.centre();
    if (right) {
        const std::array<Vec2, 3> check{Vec2{at.x - size, at.y + 0.1F * size},
                                        Vec2{at.x - 0.25F * size, at.y + 0.85F * size},
                                        Vec2{at.x + 1.1F * size, at.y - 0.9F * size}};
        painter.polyline(check, theme.text, width);
        return;
    }
    const float arm = 0.8F * size;
    painter.line({at.x - arm, at.y - arm}, {at.x + arm, at.y + arm}, theme.warning, width);
    painter.line({at.x - arm, at.y + arm}, {at.x + arm, at.y - arm}, theme.warning, width);
}

/// What the run predicts in the example, with the probabilities as bars, and what is right.
void draw_predictions(ViewContext& context, Rect area, const ComparedReading& reading, Colour of_run) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const TextStyle caption{.colour = theme.muted, .size = em::small};
    if (reading.predictions.empty()) {
        paragraph(painter, area, texts::train::compare_no_prediction, caption);
        return;
    }
    const std::string title = reading.continues    ? std::string(texts::train::compare_continues)
                              : reading.at.empty() ? std::string(texts::train::compare_predicts)
                                                   : fmt::format(texts::train::compare_predicts_at, reading.at);
    const std::string& right = reading.predictions.front().right;
    const bool known = !right.empty();
    const auto say = [&](const std::string& text, const TextStyle& style) {
        const Rect line = area.take_top(painter.measure(text, style.size).height);
        text_in(painter, line, shortened(painter, text, line.w, style.size, style.face), style);
    };
    const std::string whole =
        known && !reading.continues ? fmt::format(texts::train::compare_title_right, title, right) : title;
    if (painter.measure(whole, em::small).width <= area.w) {
        say(whole, caption);
    } else {
        say(title, caption);
        if (known && !reading.continues)
            say(fmt::format(texts::train::compare_right, right), {.colour = theme.text, .size = em::small});
    }
    float words = 0;
    for (const auto& one : reading.predictions)
        words = std::max(words, painter.measure(one.word, em::body, Face::bold).width);
    words = std::min(words, 0.4F * area.w);
    const float mark_width = known ? 1.1F * em : 0, note_width = reading.continues && known ? 5.4F * em : 0,
                share_width = 3.3F * em;
    int count = 0;
    for (const auto& one : reading.predictions) {
        const bool good = one.word == one.right;
        count += good ? 1 : 0;
        if (area.h < 1.3F * em) continue;
        Rect line = area.take_top(1.45F * em);
        const Rect mark = line.take_left(mark_width);
        // Of the most probable answers only the first is the run's; a right one among the others is found by its mark.
        const bool predicted = reading.continues || &one == &reading.predictions.front();
        if (known && (good || predicted)) draw_mark(painter, mark, good);
        const Colour ink = known && predicted && !good ? theme.warning : theme.text;
        text_in(painter, line.take_left(words + 1), shortened(painter, one.word, words + 1, em::body, Face::bold),
                {.colour = ink, .face = Face::bold});
        line.take_left(0.6F * em);
        if (line.w > note_width + share_width + 4 * em && note_width > 0) {
            const float used =
                share_width + 0.4F * em + std::min(line.w - note_width - share_width - 0.4F * em, 12 * em);
            const Rect place{line.x + used, line.y, note_width, line.h};
            line.w = used;
            if (!good)
                text_in(painter, place, fmt::format(texts::train::compare_instead_of, one.right),
                        {.colour = theme.text, .size = em::small});
        }
        const float width = std::min(line.w - share_width - 0.4F * em, 12 * em);
        const Rect bar = line.take_left(std::max(0.0F, width)).inset(0, 0.35F * em).snapped();
        if (width > em) {
            painter.fill(bar, theme.border.faded(0.5F));
            painter.fill({bar.x, bar.y, bar.w * static_cast<float>(std::clamp(one.probability, 0.0, 1.0)), bar.h},
                         of_run);
        }
        line.take_left(0.4F * em);
        text_in(painter, line, percent_text(one.probability), {.colour = theme.text, .size = em::small});
    }
    area.take_top(0.3F * em);
    if (known && reading.continues && area.h > em)
        say(fmt::format(texts::train::compare_count_right, count, reading.predictions.size()),
            {.colour = theme.text, .size = em::small});
    if (!reading.note.empty() && paragraph(painter, area, reading.note, caption, false) <= area.h)
        paragraph(painter, area, reading.note, caption);
}

/// How the map and the words of a panel share it: beside each other where the map is no smaller so.
struct PanelPlaces {
    Rect map, words;
    bool beside = true;
};
PanelPlaces divide_panel(const Rect& area, float em, float side_beside, float side_below, float width_beside,
                         float words_height) {
    PanelPlaces places{.map = area, .words = area};
    places.beside = side_beside >= side_below;
    if (places.beside) {
        places.map.w = width_beside;
        places.words.take_left(width_beside + 1.2F * em);
    } else {
        places.words = places.map.take_bottom(words_height);
    }
    return places;
}

constexpr float words_below = 9;  // em: of the predictions below the map

/// Width that the predictions take at least beside the map, with what lies between: mark, word, bar and share.
float least_words(Painter& painter, const ComparedReading& reading) {
    const float em = painter.em();
    float words = 0;
    for (const auto& one : reading.predictions)
        words = std::max(words, painter.measure(one.word, em::body, Face::bold).width);
    return std::max(9.1F * em, words + 8.6F * em);
}

/// The letter that the run would have in the Compare view.
void draw_letter(Painter& painter, Rect& title, const char* letter) {
    const float em = painter.em();
    const Rect badge = title.take_left(1.3F * em).inset(0, 0.1F * em).snapped();
    painter.stroke(badge, painter.theme().muted);
    text_in(painter, badge, letter,
            {.colour = painter.theme().text, .size = em::small, .face = Face::bold, .align = Align::centre});
    title.take_left(0.5F * em);
}

/// The name of the run, which can be clicked, and its numbers in that line or in one of their own.
bool draw_title(ViewContext& context, Rect& area, const Run& run, std::size_t index, int step, const RunPair& pair,
                bool numbers_below) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    Rect title = area.take_top(1.5F * em);
    const std::string id = "comparison name " + std::to_string(index + 1);
    const Rect whole = title;
    context.targets.put(id, whole);
    const Region touched = region(ui, id, whole);
    if (touched.hovered) {
        painter.fill(whole, ui.theme.control.faded(0.5F), 0.3F * em);
        tooltip(ui, whole, texts::train::compare_pair_hint);
    }
    if (index == pair[0]) draw_letter(painter, title, "A");
    if (index == pair[1]) draw_letter(painter, title, "B");
    title = draw_run_label(painter, title, index, run.label);
    title.take_left(0.8F * em);
    if (numbers_below) title = area.take_top(1.2F * em);
    text_in(painter, title, shortened(painter, numbers_of(run, step), title.w, em::small, Face::sans),
            {.colour = ui.theme.text, .size = em::small});
    area.take_top(0.3F * em);
    return touched.clicked;
}

bool draw_panel(ViewContext& context, Rect area, const Run& run, const std::vector<TrainedHeadMap>& maps,
                std::size_t index, int looked_at, const TrainedHeadMap* wanted, const RunPair& pair,
                bool numbers_below) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const std::string name = "comparison run " + std::to_string(index + 1);
    context.targets.put(name, area);
    const TextStyle small{.colour = theme.muted, .size = em::small};
    const ComparedReading& reading = run.reading;
    const bool clicked =
        draw_title(context, area, run, index, reading.step < 0 ? looked_at : reading.step, pair, numbers_below);
    if (!run.shown.problem.empty()) {
        const TextStyle style{.colour = theme.warning, .size = em::small};
        area.take_top(paragraph(painter, area, begun_with_capital(run.shown.problem), style));
        area.take_top(0.3F * em);
    }
    if (!reading.evaluation) {
        text_in(painter, area.take_top(1.4F * em), reading.step < 0 ? texts::train::compare_reading : "", small);
        return clicked;
    }
    const auto same = [&](const TrainedHeadMap& one) { return wanted != nullptr && one.title == wanted->title; };
    const auto found = std::ranges::find_if(maps, same);
    const bool drawn = found != maps.end();
    const std::string caption =
        maps.empty() ? std::string(texts::train::compare_no_attention)
        : !drawn     ? fmt::format(texts::train::compare_no_head, wanted == nullptr ? std::string() : wanted->title)
                     : fmt::format(texts::train::compare_map_axes, found->title);
    Rect words = area;
    if (drawn) {
        Rect line = area.take_top(1.3F * em);
        text_in(painter, line, shortened(painter, caption, line.w, em::small, Face::sans), small);
        line.take_left(painter.measure(caption, em::small).width + 1.2F * em);
        if (line.w > 5 * em)
            draw_colour_line(painter, line.take_left(std::min(line.w, 8 * em)), compared_style(),
                             {.title = {}, .low = 0, .high = 1});
        Rect left = area, above = area;
        left.w -= least_words(painter, reading);
        above.take_bottom(words_below * em);
        const LabelledMatrix head = map_of_run(painter, reading, *found);
        const MatrixPlace beside = head.place(painter, left);
        const PanelPlaces places = divide_panel(area, em, beside.cell_w(), head.place(painter, above).cell_w(),
                                                std::ceil(beside.cells.right() - area.x) + 1, words_below * em);
        draw_map(context, places.map, head, name + " map");
        words = places.words;
    } else {
        area.take_top(paragraph(painter, area, caption, small));
        words = area;
    }
    draw_predictions(context, words, reading, run_line(theme, index, {}).colour);
    return clicked;
}

}  // namespace

std::string begun_with_capital(std::string sentence) {
    if (!sentence.empty())
        sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    return sentence;
}

HeatStyle compared_style() { return {.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 1, .gap = 0}; }

std::optional<std::size_t> draw_run_panels(ViewContext& context, const Rect& area, std::span<const Run> runs,
                                           const ComparedMaps& maps, const TrainedHeadMap* wanted, int looked_at,
                                           const RunPair& pair) {
    if (runs.empty()) return {};
    const float em = context.ui.em, gap = 1.4F * em;
    const auto count = static_cast<int>(runs.size());
    const int least = static_cast<int>((area.w + gap) / (12 * em + gap));  // that stand beside each other
    const int across = std::clamp(least, 1, count);
    const int lines = (count + across - 1) / across;
    const float width = (area.w - gap * static_cast<float>(across - 1)) / static_cast<float>(across);
    const float height = (area.h - gap * static_cast<float>(lines - 1)) / static_cast<float>(lines);
    // In all panels alike: beside the name of the run, or below it.
    bool below = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const int step = runs[i].reading.step < 0 ? looked_at : runs[i].reading.step;
        const Rect beside =
            draw_run_label(context.ui.painter, {area.x, area.y, width, 1.5F * em}, i, runs[i].label, false);
        below = below || context.ui.painter.measure(numbers_of(runs[i], step), em::small).width > beside.w - 3 * em;
    }
    std::optional<std::size_t> clicked;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const int line = static_cast<int>(i) / across, column = static_cast<int>(i) % across;
        const Rect place{area.x + static_cast<float>(column) * (width + gap),
                         area.y + static_cast<float>(line) * (height + gap), width, height};
        context.ui.painter.push_clip(place.inset(-2));
        if (draw_panel(context, place, runs[i], maps.of(i), i, looked_at, wanted, pair, below)) clicked = i;
        context.ui.painter.pop_clip();
    }
    return clicked;
}

float draw_stored_labels(ViewContext& context, const Rect& area, const AblationCurves& stored, bool draw) {
    Painter& painter = context.ui.painter;
    const float em = context.ui.em;
    Rect rest = area;
    for (std::size_t i = 0; i < stored.curves.size(); ++i) {
        const LossCurve& curve = stored.curves[i];
        const auto last = static_cast<int>(curve.loss.size());
        const Rect line = rest.take_top(1.5F * em);
        if (!draw) continue;
        context.targets.put("comparison run " + std::to_string(i + 1), line);
        Rect numbers = draw_run_label(painter, line, i, curve.label);
        numbers.take_left(0.8F * em);
        std::string text;
        if (last >= 5)
            text = fmt::format(texts::train::compare_stored_numbers, last, number_text(loss_at(curve, last)));
        text_in(painter, numbers, shortened(painter, text, numbers.w, em::small, Face::sans),
                {.colour = context.ui.theme.muted, .size = em::small});
    }
    return rest.y - area.y;
}

}  // namespace glassformer
