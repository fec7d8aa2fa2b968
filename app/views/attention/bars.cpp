// Bars above and below the picture of the attention view: the head, the mode and its options, and the averages of the
// selected head.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/attention/attention.h"
#include "app/views/attention/telling.h"
#include "app/views/attention/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

void AttentionView::header(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    area.take_top(0.5F * em);
    Rect line = area.take_top(2.0F * em);
    std::vector<std::string> labels;
    labels.reserve(std::size(attention_modes));
    for (const AttentionModeRow& row : attention_modes) labels.emplace_back(row.label);
    int selected = mode_index(state_.mode);
    float width = segmented_width(ui, labels);
    std::string title = layer().title;
    if (state_.mode != AttentionMode::mean && state_.mode != AttentionMode::rollout && layer().counted)
        title = fmt::format(texts::attention::title_and_head, title,
                            own_head(context.shown.current->trace(), layer(), context.cursor.head) + 1);
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
        const std::string text = texts::attention::show_all_heads;
        const float wide = button_width(ui, text);
        if (line.w > wide + 8 * em) {
            line.take_right(0.8F * em);
            const Rect back = line.take_right(wide);
            context.targets.put("attention solo", back);
            if (button(ui, "attention solo", back, text,
                       {.hint = hint(texts::attention::show_all_heads_hint, Command::fit_stage)}))
                state_.solo = false;
        }
    }
    line.take_right(0.6F * em);
    // A title that does not fit is shortened, then set smaller.
    if (needed > line.w) {
        const std::string_view tail = texts::attention::attention_ending;
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
    if (state_.mode == AttentionMode::products) {
        const std::vector<std::string> halves{texts::attention::products_projections,
                                              texts::attention::products_attention};
        int half = state_.projections ? 0 : 1;
        const Rect place = line.take_left(std::min(line.w, segmented_width(ui, halves)));
        context.targets.put("attention half", place);
        if (segmented(ui, "attention half", place, halves, half)) state_.projections = half == 0;
        return;
    }
    if (state_.mode == AttentionMode::query) {
        const Record& weights = evaluation.trace().record(layer().weights);
        std::vector<std::string> labels, numbers;
        for (int i = 0; i < layer().queries; ++i) {
            labels.push_back(label_of(evaluation, weights, weights.shape.rank() - 2, i));
            numbers.push_back(std::to_string(i + 1));
        }
        const CellRef explained = state_.focus.explained(evaluation.trace(), context.cursor);
        const Pair pair = pair_of(evaluation, explained);
        int query = pair.query >= 0 ? pair.query : first_query(evaluation, layer());
        const Rect place = line.take_left(std::min(line.w, 14 * em));
        context.targets.put("attention query", place);
        if (dropdown(ui, "attention query", place, labels, query, numbers, texts::attention::choose_query)) {
            const int record = maps_of(evaluation.trace(), layer(), query).front();
            const CellRef cell = cell_of(evaluation, record, context.cursor.head,
                                         {query, std::min(std::max(0, pair.key), layer().keys - 1)});
            if (cell) jump(evaluation.trace(), context.cursor, cell);
        }
        line.take_left(1 * em);
        const std::string how = texts::attention::click_a_key;
        if (ui.painter.measure(how, em::small).width <= line.w) text_in(ui.painter, line, how, muted);
        return;
    }
    const std::string caption =
        fmt::format(texts::attention::threshold, number_text(static_cast<double>(state_.threshold)));
    const float widest = ui.painter.measure(fmt::format(texts::attention::threshold, "0.0000"), em::small).width;
    text_in(ui.painter, line.take_left(widest + 0.5F * em), caption, muted);
    const Rect place = line.take_left(std::min(0.35F * line.w, 14 * em));
    context.targets.put("attention threshold", place);
    slider(ui, "attention threshold", place, state_.threshold, min_threshold, largest_threshold,
           {.logarithmic = true, .colour = colour(ui.theme, Meaning::weight)});
    line.take_left(0.8F * em);
    std::string text = state_.arcs == max_arcs ? fmt::format(texts::attention::strongest_lines, max_arcs)
                       : state_.arcs == 1      ? texts::attention::one_line
                                               : fmt::format(texts::attention::lines, state_.arcs);
    if (state_.mode == AttentionMode::overlay && state_.overlaid.empty() && layer().heads > 1)
        text += texts::attention::all_heads;
    text_in(ui.painter, line, text, muted);
}

void AttentionView::scale_bar(ViewContext& context, Rect& area, float common) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (area.h < 12 * em) return;
    Rect line = area.take_bottom(2.2F * em).inset(0, 0.15F * em);
    context.notice_above = line.y;
    const std::vector<std::string> labels{texts::attention::shared_scale, texts::attention::scale_per_head};
    int selected = state_.own_scales ? 1 : 0;
    const float wide = segmented_width(ui, labels);
    if (wide <= line.w) {
        const Rect place = line.take_right(wide);
        context.targets.put("attention scale", place);
        if (segmented(ui, "attention scale", place, labels, selected)) state_.own_scales = selected == 1;
        line.take_right(em);
    }
    const TextStyle muted{.colour = ui.theme.muted, .size = em::small};
    const HeatStyle scale{.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = common > 0 ? common : 1};
    const bool shared = common > 0 || is_held(ui.painter.limits(), scale);  // a held limit is every head's
    const std::string what = shared ? texts::attention::weight : texts::attention::weight_per_head;
    const float words = ui.painter.measure(what, em::small).width + 0.8F * em;
    if (words > line.w) return;
    text_in(ui.painter, line.take_left(words), what, muted);
    if (!shared || line.w <= 5 * em) return;
    std::vector<ConstMatrix> all;
    const Evaluation& evaluation = *context.shown.current;
    for (const AttentionLayer& one : layers_) {
        const Record& record = evaluation.trace().record(one.weights);
        if (record.value == nullptr || !record.value_kept) continue;
        all.push_back({.data = record.value,
                       .rows = static_cast<int>(record.shape.rows()),
                       .cols = record.shape.cols(),
                       .row_stride = record.shape.cols(),
                       .generation = evaluation.generation(),
                       .record = record.readback != nullptr ? &record : nullptr});
    }
    const bool held = is_held(ui.painter.limits(), scale);
    legend_line(ui.painter, line.take_left(std::min(line.w, (held ? 17.0F : 12.0F) * em)), scale, all);
}

void AttentionView::figures_below(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const std::vector<HeadFigures>* const known = figures_.of(layer());
    if (known == nullptr) return;
    const int head = own_head(context.shown.current->trace(), layer(), context.cursor.head);
    const HeadFigures& of = (*known)[static_cast<std::size_t>(head)];
    const float em = ui.em, high = 1.45F * em;
    Rect rest = area;
    text_in(ui.painter, rest.take_top(1.8F * em),
            layer().counted ? fmt::format(texts::attention::head_number, head + 1) : layer().title,
            {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    const std::pair<const char*, double> rows[] = {
        {texts::attention::entropy_column, of.entropy},
        {texts::attention::max_weight_column, static_cast<double>(of.largest)},
        {texts::attention::average_previous, of.previous},
        {texts::attention::average_first, of.first},
        {texts::attention::average_itself, of.own}};
    for (const auto& [what, value] : rows) {
        if (std::isnan(value)) continue;
        Rect line = rest.take_top(high);
        text_in(ui.painter, line.take_right(3.2F * em), number_text(value),
                {.colour = ui.theme.text, .size = em::small, .align = Align::right});
        text_in(ui.painter, line, what, {.colour = ui.theme.muted, .size = em::small});
    }
}

}  // namespace glassformer
