#include "app/views/train/comparison/panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/shared/wording.h"
#include "app/views/train/comparison/charts.h"
#include "app/views/train/comparison/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

using Run = ComparedRuns::Run;

std::string percent(double share) { return fmt::format("{:.0f}%", 100 * share); }

/// The record of a step, of those that are in their order; null: there is none.
const HeldOutRecord* held_out_at(const TrainingSession::Snapshot& shown, int step) {
    const auto found = std::ranges::find(*shown.held_out, step, &HeldOutRecord::step);
    return found == shown.held_out->end() ? nullptr : &*found;
}

/// Of the step that the panel shows: all numbers of a panel are of the same weights.
std::string numbers_of(const Run& run, int step) {
    const HeldOutRecord* const held_out = held_out_at(run.shown, step);
    const std::string judged =
        held_out == nullptr ? std::string()
        : run.by_loss
            ? fmt::format(texts::train::compare_held_out_loss_is, number_text(static_cast<double>(held_out->loss)))
            : fmt::format(texts::train::compare_held_out_accuracy, percent(static_cast<double>(held_out->accuracy)));
    if (step < 1 || run.shown.records.empty()) return fmt::format(texts::train::compare_run_start, judged);
    const auto last = std::min(static_cast<std::size_t>(step), run.shown.records.size());
    const std::size_t mean_of = smoothed_steps(run.shown.steps_planned), first = last > mean_of ? last - mean_of : 0;
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += static_cast<double>(run.shown.records[i].loss);
    return fmt::format(texts::train::compare_run_numbers, step, number_text(sum / static_cast<double>(last - first)),
                       judged);
}

ConstMatrix matrix_of_run(const ComparedReading& reading, const TrainedHeadMap& map) {
    const ConstView view = reading.evaluation->trace().record(map.record).view();
    const int queries = view.shape[1].size, keys = view.shape[2].size;
    return {.data = view.data + static_cast<std::ptrdiff_t>(map.head) * queries * keys,
            .rows = queries,
            .cols = keys,
            .row_stride = keys,
            .generation = reading.generation};
}

float longest_word(Painter& painter, const std::vector<TokenLabel>& words, float most) {
    float width = 0;
    for (const TokenLabel& word : words) width = std::max(width, painter.measure(word.text, em::small).width);
    return std::min(width, most);
}

/// The map with the words of its rows at the left and those of its columns above; the width that it takes.
float draw_map(ViewContext& context, const Rect& area, const ComparedReading& reading, const TrainedHeadMap& map,
               const std::string& id) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const Record& record = reading.evaluation->trace().record(map.record);
    const auto& queries = reading.evaluation->tokens_along(record, Axis::query);
    const auto& keys = reading.evaluation->tokens_along(record, Axis::key);
    const ConstMatrix matrix = matrix_of_run(reading, map);
    Rect rest = area;
    const float beside = longest_word(painter, queries, 6 * em) + 0.5F * em,
                above = longest_word(painter, keys, 5 * em) + 0.5F * em;
    rest.take_top(above);
    rest.take_left(beside);
    const float side =
        std::floor(std::min(rest.w / static_cast<float>(matrix.cols), rest.h / static_cast<float>(matrix.rows)));
    if (side < 2) return 0;
    const Rect cells{std::round(rest.x), std::round(rest.y), side * static_cast<float>(matrix.cols),
                     side * static_cast<float>(matrix.rows)};
    painter.heatmap(matrix, cells, {.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 1, .gap = 0});
    painter.stroke(cells.inset(-1), theme.border);
    context.targets.put(id, cells);
    const Region touched = region(ui, id, cells);
    const CellAt under = touched.hovered ? cell_at(cells, matrix.rows, matrix.cols, touched.mouse) : CellAt{};
    const int every = std::max(1, static_cast<int>(std::ceil(1.05F * em / side)));
    const auto word = [&](const TokenLabel& token, float most) {
        return shortened(painter, token.text, most, em::small, Face::sans);
    };
    for (int row = 0; row < matrix.rows; row += every)
        painter.text({cells.x - 0.4F * em, cells.y + (static_cast<float>(row) + 0.5F) * side},
                     word(queries[static_cast<std::size_t>(row)], beside),
                     {.colour = theme.text, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
    for (int column = 0; column < matrix.cols; column += every)
        painter.text({cells.x + (static_cast<float>(column) + 0.5F) * side, cells.y - 0.4F * em},
                     word(keys[static_cast<std::size_t>(column)], above),
                     {.colour = theme.text, .size = em::small, .anchor = Anchor::middle, .degrees = 90});
    if (under)
        tooltip(ui, cell_rect(cells, matrix.rows, matrix.cols, under.row, under.col),
                fmt::format(texts::train::compare_weight_tip, queries[static_cast<std::size_t>(under.row)].text,
                            keys[static_cast<std::size_t>(under.col)].text,
                            number_text(static_cast<double>(matrix.at(under.row, under.col)))));
    return cells.right() - area.x;
}

/// What the run predicts in the example, with the probabilities as bars, and what is right.
void draw_predictions(ViewContext& context, Rect area, const ComparedReading& reading) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    if (reading.predictions.empty()) return;
    const TextStyle caption{.colour = theme.muted, .size = em::small};
    const std::string title = reading.continues    ? std::string(texts::train::compare_continues)
                              : reading.at.empty() ? std::string(texts::train::compare_predicts)
                                                   : fmt::format(texts::train::compare_predicts_at, reading.at);
    const auto say = [&](const std::string& text, const TextStyle& style) {
        const Rect line = area.take_top(painter.measure(text, style.size).height);
        text_in(painter, line, shortened(painter, text, line.w, style.size, style.face), style);
    };
    say(title, caption);
    const std::string& right = reading.predictions.front().right;
    const bool known = !right.empty();
    if (known && !reading.continues)
        say(fmt::format(texts::train::compare_right, right), {.colour = theme.text, .size = em::small});
    float words = 0;
    for (const auto& one : reading.predictions)
        words = std::max(words, painter.measure(one.word, em::body, Face::bold).width);
    words = std::min(words, 0.45F * area.w);
    const float note_width = reading.continues && known ? 5.4F * em : 0, share_width = 2.8F * em;
    int count = 0;
    for (const auto& one : reading.predictions) {
        count += one.word == one.right ? 1 : 0;
        if (area.h < 1.3F * em) continue;
        Rect line = area.take_top(1.45F * em);
        const bool good = one.word == one.right;
        const Colour ink = !known              ? theme.text
                           : good              ? colour(theme, Meaning::output)
                           : reading.continues ? theme.warning
                                               : theme.text;
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
                         bar_colour(theme, Meaning::output, false));
        }
        line.take_left(0.4F * em);
        text_in(painter, line, percent(one.probability), {.colour = theme.muted, .size = em::small});
    }
    area.take_top(0.3F * em);
    if (known && reading.continues && area.h > em)
        say(fmt::format(texts::train::compare_count_right, count, reading.predictions.size()), caption);
    if (!reading.note.empty() && paragraph(painter, area, reading.note, caption, false) <= area.h)
        paragraph(painter, area, reading.note, caption);
}

void draw_panel(ViewContext& context, Rect area, const Run& run, std::size_t index, int looked_at,
                const TrainedHeadMap* wanted) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const std::string name = "comparison run " + std::to_string(index + 1);
    context.targets.put(name, area);
    Rect title = draw_run_label(painter, area.take_top(1.5F * em), index, run.label);
    const TextStyle small{.colour = theme.muted, .size = em::small};
    const ComparedReading& reading = run.reading;
    const int step = reading.step < 0 ? looked_at : reading.step;
    const std::string numbers = numbers_of(run, step);
    title.take_left(0.8F * em);
    if (painter.measure(numbers, em::small).width > title.w) title = area.take_top(1.2F * em);
    text_in(painter, title, shortened(painter, numbers, title.w, em::small, Face::sans), small);
    area.take_top(0.3F * em);
    if (!run.shown.problem.empty()) {
        const TextStyle problem{.colour = theme.warning, .size = em::small};
        area.take_top(paragraph(painter, area, run.shown.problem, problem));
        area.take_top(0.3F * em);
    }
    if (!reading.evaluation) {
        text_in(painter, area.take_top(1.4F * em), reading.step < 0 ? texts::train::compare_reading : "", small);
        return;
    }
    const float least = 11 * em;  // of the predictions beside the map
    const bool beside = area.w > 20 * em;
    Rect map = area, words{};
    if (beside)
        map.w -= least;
    else
        words = map.take_bottom(std::min(7.2F * em, 0.5F * map.h));
    float width = 0;
    const auto same = [&](const TrainedHeadMap& one) { return wanted != nullptr && one.title == wanted->title; };
    const auto found = std::ranges::find_if(reading.maps, same);
    if (reading.maps.empty())
        paragraph(painter, map, texts::train::compare_no_attention, small);
    else if (found == reading.maps.end())
        paragraph(painter, map, fmt::format(texts::train::compare_no_head, wanted == nullptr ? "" : wanted->title),
                  small);
    else
        width = draw_map(context, map, reading, *found, name + " map");
    if (beside) {
        words = area;
        words.take_left(std::max(width, 0.0F) + 1.2F * em);
    }
    draw_predictions(context, words, reading);
}

}  // namespace

const std::vector<TrainedHeadMap>& maps_to_choose(std::span<const Run> runs) {
    static const std::vector<TrainedHeadMap> none;
    const std::vector<TrainedHeadMap>* most = &none;
    for (const Run& run : runs)
        if (run.reading.maps.size() > most->size()) most = &run.reading.maps;
    return *most;
}

void draw_run_panels(ViewContext& context, const Rect& area, std::span<const Run> runs, int looked_at, int head) {
    if (runs.empty()) return;
    const float em = context.ui.em, gap = 1.4F * em;
    const std::vector<TrainedHeadMap>& maps = maps_to_choose(runs);
    const TrainedHeadMap* const wanted =
        maps.empty() ? nullptr
                     : &maps[static_cast<std::size_t>(std::clamp(head, 0, static_cast<int>(maps.size()) - 1))];
    const auto count = static_cast<int>(runs.size());
    const int least = static_cast<int>((area.w + gap) / (12 * em + gap));  // that stand beside each other
    const int across = std::clamp(least, 1, count);
    const int lines = (count + across - 1) / across;
    const float width = (area.w - gap * static_cast<float>(across - 1)) / static_cast<float>(across);
    const float height = (area.h - gap * static_cast<float>(lines - 1)) / static_cast<float>(lines);
    for (int i = 0; i < count; ++i) {
        const int line = i / across;
        const Rect place{area.x + static_cast<float>(i % across) * (width + gap),
                         area.y + static_cast<float>(line) * (height + gap), width, height};
        context.ui.painter.push_clip(place.inset(-2));
        draw_panel(context, place, runs[static_cast<std::size_t>(i)], static_cast<std::size_t>(i), looked_at, wanted);
        context.ui.painter.pop_clip();
    }
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
