// The bars above and below the picture of the attention view: which head, which way of showing, what that way asks, and
// the numbers of the chosen head.
#include <algorithm>
#include <cmath>

#include "app/views/attention/attention.h"
#include "app/views/shared/wording.h"

namespace glassformer {

void AttentionView::header(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    area.take_top(0.5F * em);
    Rect line = area.take_top(2.0F * em);
    std::vector<std::string> labels;
    for (const AttentionModeRow& row : attention_modes) labels.emplace_back(row.label);
    int selected = mode_index(state_.mode);
    float width = segmented_width(ui, labels);
    std::string title = layer().title;
    if (state_.mode != AttentionMode::mean && state_.mode != AttentionMode::rollout && layer().counted)
        title +=
            " › Head " + std::to_string(own_head(context.shown.current->trace(), layer(), context.cursor.head) + 1);
    const float needed = ui.painter.measure(title, em::body, Face::bold).width + em;
    const bool list = width + std::min(needed, 11 * em) > line.w;
    if (list) width = std::min(line.w, 9 * em);
    const Rect place = line.take_right(width);
    context.targets.put("attention mode", place);
    if (!list) {
        Rect rest = place;
        const float natural = segmented_width(ui, labels);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const float share = (ui.painter.measure(labels[i]).width + 1.4F * em) / natural;
            context.targets.put("attention mode " + std::string(attention_modes[i].name),
                                rest.take_left(std::round(place.w * share)));
        }
    }
    const bool changed = list ? dropdown(ui, "attention mode", place, labels, selected)
                              : segmented(ui, "attention mode", place, labels, selected);
    if (changed) {
        state_.mode = attention_modes[static_cast<std::size_t>(selected)].mode;
        state_.focus.hovered = {};
    }
    if (state_.solo && state_.mode != AttentionMode::numbers) {
        const std::string text = "All heads";
        const float wide = button_width(ui, text);
        if (line.w > wide + 8 * em) {
            line.take_right(0.8F * em);
            const Rect back = line.take_right(wide);
            context.targets.put("attention solo", back);
            if (button(ui, "attention solo", back, text,
                       {.hint = hint("Show the other heads again", Command::fit_stage)}))
                state_.solo = false;
        }
    }
    line.take_right(0.6F * em);
    // Where the whole does not fit: shorter, then smaller.
    if (needed > line.w) {
        const std::string_view tail = "-attention";
        if (const auto at = title.find(tail); at != std::string::npos) title.erase(at, tail.size());
    }
    const bool small = ui.painter.measure(title, em::body, Face::bold).width > line.w;
    text_in(ui.painter, line, title,
            {.colour = ui.theme.text, .size = small ? em::small : em::body, .face = Face::bold});
    area.take_top(0.5F * em);
}

void AttentionView::bar(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect line = area.take_bottom(2.2F * em).inset(0, 0.15F * em);
    context.notice_above = line.y;
    const Evaluation& evaluation = *context.shown.current;
    const TextStyle muted{.colour = ui.theme.muted, .size = em::small};
    if (state_.mode == AttentionMode::query) {
        const Record& weights = evaluation.trace().record(layer().weights);
        std::vector<std::string> labels, numbers;
        for (int i = 0; i < layer().queries; ++i) {
            labels.push_back(label_of(evaluation, weights, weights.shape.rank() - 2, i));
            numbers.push_back(std::to_string(i));
        }
        const CellRef explained = state_.focus.explained(evaluation.trace(), context.cursor);
        const Pair pair = pair_of(evaluation, explained);
        int query = pair.query >= 0 ? pair.query : layer().queries - 1;
        const Rect place = line.take_left(std::min(line.w, 14 * em));
        context.targets.put("attention query", place);
        if (dropdown(ui, "attention query", place, labels, query, numbers, "Query:")) {
            const int record = maps_of(evaluation.trace(), layer(), query).front();
            const CellRef cell = cell_of(evaluation, record, context.cursor.head,
                                         {query, std::min(std::max(0, pair.key), layer().keys - 1)});
            if (cell) jump(evaluation.trace(), context.cursor, cell);
        }
        line.take_left(1 * em);
        const std::string how = "Click a key: its products appear below.";
        if (ui.painter.measure(how, em::small).width <= line.w) text_in(ui.painter, line, how, muted);
        return;
    }
    const std::string caption = "Weights from " + number_text(static_cast<double>(state_.threshold));
    text_in(ui.painter, line.take_left(ui.painter.measure("Weights from 0.0000", em::small).width + 0.5F * em), caption,
            muted);
    const Rect place = line.take_left(std::min(0.35F * line.w, 14 * em));
    context.targets.put("attention threshold", place);
    slider(ui, "attention threshold", place, state_.threshold, min_threshold, largest_threshold,
           {.logarithmic = true, .colour = colour(ui.theme, Meaning::weight)});
    line.take_left(0.8F * em);
    std::string text = std::to_string(state_.arcs) + (state_.arcs == 1 ? " line" : " lines");
    if (state_.arcs == max_arcs) text = "the " + std::to_string(max_arcs) + " strongest";
    if (state_.mode == AttentionMode::overlay) text += state_.overlaid.empty() ? " · click heads to add them" : "";
    text_in(ui.painter, line, text, muted);
}

void AttentionView::scale_bar(ViewContext& context, Rect& area, float common) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (area.h < 12 * em) return;
    Rect line = area.take_bottom(2.2F * em).inset(0, 0.15F * em);
    context.notice_above = line.y;
    const std::vector<std::string> labels{"One scale", "Each its own"};
    int selected = state_.own_scales ? 1 : 0;
    const float wide = segmented_width(ui, labels);
    if (wide <= line.w) {
        const Rect place = line.take_right(wide);
        context.targets.put("attention scale", place);
        if (segmented(ui, "attention scale", place, labels, selected)) state_.own_scales = selected == 1;
        line.take_right(em);
    }
    const TextStyle muted{.colour = ui.theme.muted, .size = em::small};
    const std::string what = common > 0 ? "weight" : "weight, each head on a scale of its own";
    const float words = ui.painter.measure(what, em::small).width + 0.8F * em;
    if (words > line.w) return;
    text_in(ui.painter, line.take_left(words), what, muted);
    if (common > 0 && line.w > 5 * em)
        legend_line(ui.painter, line.take_left(std::min(line.w, 12 * em)),
                    {.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = common});
}

void AttentionView::figures_below(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const std::vector<HeadFigures>* const known = figures_.of(layer());
    if (known == nullptr) return;
    const int head = own_head(context.shown.current->trace(), layer(), context.cursor.head);
    const HeadFigures& of = (*known)[static_cast<std::size_t>(head)];
    const float em = ui.em, high = 1.45F * em;
    Rect rest = area;
    text_in(ui.painter, rest.take_top(1.8F * em), layer().counted ? "Head " + std::to_string(head + 1) : layer().title,
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    const std::pair<const char*, double> rows[] = {{"entropy, nats", of.entropy},
                                                   {"largest weight", static_cast<double>(of.largest)},
                                                   {"on the token before", of.previous},
                                                   {"on the first token", of.first},
                                                   {"on itself", of.own}};
    for (const auto& [what, value] : rows) {
        if (std::isnan(value)) continue;
        Rect line = rest.take_top(high);
        text_in(ui.painter, line.take_right(3.2F * em), number_text(value),
                {.colour = ui.theme.text, .size = em::small, .align = Align::right});
        text_in(ui.painter, line, what, {.colour = ui.theme.muted, .size = em::small});
    }
}

}  // namespace glassformer
