// What was measured: accuracy against the length of the text, over seeds, with the command that makes it again.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/pictures/charts/chart_frame.h"
#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"
#include "core/train/task.h"

namespace glassformer {

namespace {

const EncodingLengths* measured(const TaskLengths& task, const PositionalKind& kind) {
    const auto found = std::ranges::find(task.encodings, kind.name, &EncodingLengths::encoding);
    return found == task.encodings.end() ? nullptr : &*found;
}

const TaskLengths* shown_task(const PositionLengths* lengths, const std::string& task) {
    if (lengths == nullptr) return nullptr;
    const auto found = std::ranges::find(lengths->tasks, task, &TaskLengths::task);
    return found == lengths->tasks.end() ? nullptr : &*found;
}

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + "%"; }

}  // namespace

std::string accuracy_text(const PositionLengths* lengths, const std::string& name, const PositionalKind& kind) {
    const TaskLengths* task = shown_task(lengths, name);
    const EncodingLengths* found = task == nullptr ? nullptr : measured(*task, kind);
    if (found == nullptr) return texts::positions::not_measured;
    const std::vector<AccuracyAtLength> rows = accuracy_by_length(*task, *found);
    std::string text;
    for (const int times : {2, 4}) {
        const auto at = std::ranges::find(rows, times * task->trained_length, &AccuracyAtLength::length);
        text += text.empty() ? "" : " / ";
        if (at != rows.end())
            text += percent(at->mean);
        else if (found->max_seq_len < times * task->trained_length)
            return fmt::format(texts::positions::beyond, found->max_seq_len);
        else
            text += texts::positions::not_measured;
    }
    return text;
}

std::optional<double> accuracy_at(const PositionLengths* lengths, const std::string& name, const PositionalKind& kind,
                                  int times) {
    const TaskLengths* task = shown_task(lengths, name);
    const EncodingLengths* found = task == nullptr ? nullptr : measured(*task, kind);
    if (found == nullptr) return {};
    for (const AccuracyAtLength& row : accuracy_by_length(*task, *found))
        if (row.length == times * task->trained_length) return row.mean;
    return {};
}

std::string lengths_note(const std::string& name, std::span<const PositionalKind* const> kinds) {
    const Task* task = find_task(name);
    if (task == nullptr || task->note.sentence.empty()) return "";
    const bool shown = std::ranges::find(kinds, task->note.encoding, &PositionalKind::name) != kinds.end();
    return shown ? std::string(task->note.sentence) : "";
}

std::string lengths_source(const PositionLengths* lengths, const std::string& name) {
    const TaskLengths* task = shown_task(lengths, name);
    if (task == nullptr) return fmt::format(texts::positions::no_accuracies, name);
    return fmt::format(texts::positions::accuracy_source, task->title, task->trained_length, lengths->seeds.size(),
                       lengths->command);
}

static void draw_lengths(ColumnScene& scene, Rect area) {
    const float em = scene.context.ui.em;
    Painter& painter = scene.context.ui.painter;
    const Theme& theme = scene.context.ui.theme;
    const PositionalKind& kind = *scene.column.settings.kind;
    const TaskLengths* task = shown_task(scene.lengths, scene.state.task);
    const EncodingLengths* found = task == nullptr ? nullptr : measured(*task, kind);
    if (found == nullptr)
        return draw_empty_hint(scene, area, fmt::format(texts::positions::measure_it, scene.state.task, kind.name));
    const std::vector<AccuracyAtLength> rows = accuracy_by_length(*task, *found);
    // The task is named above all columns, too.
    const std::string title = fmt::format(texts::positions::accuracy_title, task->title);
    caption(
        scene, area,
        scene.context.ui.painter.measure(title, em::small).width < area.w ? title : texts::positions::accuracy_brief);
    Rect table = area.take_bottom(1.3F * em * static_cast<float>(task->lengths.size() + 1));
    // The last bar is whole, too.
    const int right = task->lengths.back() + task->lengths.front() / 2;
    ChartAxes axes{.left = 0,
                   .right = static_cast<float>(right),
                   .across = texts::positions::text_length,
                   .at_left = "0",
                   .at_right = std::to_string(right),
                   .at_low = "0%",
                   .at_high = "100%"};
    Chart chart(scene.context.ui.painter, area, axes);
    scene.context.targets.put(scene.id("lengths"), chart.plot());
    chart.upright(static_cast<float>(task->trained_length), theme.muted);
    chart.level(static_cast<float>(task->chance), theme.faint);
    const Colour tone = colour(theme, Meaning::position);
    std::vector<Vec2> line;
    const float half = 0.35F * (chart.at(static_cast<float>(task->lengths.front()), 0).x - chart.at(0, 0).x);
    for (const AccuracyAtLength& at : rows) {
        const auto length = static_cast<float>(at.length);
        const Vec2 top = chart.at(length, static_cast<float>(at.mean)), foot = chart.at(length, 0);
        painter.fill({top.x - half, top.y, 2 * half, foot.y - top.y}, tone.faded(0.22F));
        line.push_back({length, static_cast<float>(at.mean)});
        const Vec2 low = chart.at(length, static_cast<float>(at.least)),
                   high = chart.at(length, static_cast<float>(at.most));
        painter.line(low, high, tone.faded(0.6F), 3);
        painter.circle(chart.at(length, static_cast<float>(at.mean)), 3, tone);
    }
    chart.curve(line, tone, 1.6F);

    const TextStyle small{.colour = theme.muted, .size = em::small};
    std::string head = fmt::format(texts::positions::lengths_head, found->runs.size());
    if (painter.measure(head, em::small).width > table.w)
        head = fmt::format(texts::positions::lengths_head_brief, found->runs.size());
    text_in(painter, table.take_top(1.3F * em), head, small);
    for (const int length : task->lengths) {
        Rect row = table.take_top(1.3F * em);
        const bool trained = length == task->trained_length;
        text_in(painter, row.take_left(3 * em), std::to_string(length) + ":", small);
        const auto at = std::ranges::find(rows, length, &AccuracyAtLength::length);
        const auto said = [&](const char* numbers, const char* note) {
            if (at == rows.end()) return fmt::format(texts::positions::beyond, found->max_seq_len);
            return fmt::format(fmt::runtime(numbers), percent(at->mean), percent(at->least), percent(at->most)) +
                   (trained ? note : "");
        };
        const auto fits = [&](const std::string& words) { return painter.measure(words, em::small).width <= row.w; };
        std::string text = said(texts::positions::lengths_row, texts::positions::at_training_length);
        if (!fits(text)) text = said(texts::positions::lengths_row, texts::positions::trained_brief);
        if (!fits(text)) text = said(texts::positions::lengths_row_brief, texts::positions::trained_brief);
        text_in(painter, row, text, {.colour = at == rows.end() ? theme.warning : theme.text, .size = em::small});
    }
}

extern const PositionsPage positions_learned_page{.name = "learned",
                                                  .place = 9,
                                                  .label = texts::positions::tab_accuracy,
                                                  .sentence = texts::positions::page_accuracy,
                                                  .draw = draw_lengths,
                                                  .columns = PositionsColumns::models,
                                                  .figures = 0,
                                                  .has_source = true};

}  // namespace glassformer
