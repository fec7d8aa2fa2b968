#include "app/sheets/model_card.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/sheets/texts.h"
#include "app/views/shared/metric_labels.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr std::size_t max_examples = 3, max_figure_lines = 2;
constexpr float pad = 0.9F, text_line = 1.2F, example_height = 1.55F, shown_room = 3.8F;  // em

std::string counted(std::size_t number) {
    if (number < 10000) return std::to_string(number);
    return number < 10'000'000 ? fmt::format(texts::sheets::thousands, (number + 500) / 1000)
                               : fmt::format(texts::sheets::millions, (number + 500'000) / 1'000'000);
}

std::string sizes_of(const ModelChoice& model) {
    return model.parameters > 0 ? fmt::format(texts::sheets::parameters, model.details, counted(model.parameters))
                                : model.details;
}

/// Metrics that fit whole on a few lines.
std::vector<std::string> figures_of(Ui& ui, const ModelChoice& model, float width) {
    std::vector<std::string> lines;
    const auto add = [&](const std::string& said, const char* joint) {
        if (!lines.empty()) {
            const std::string longer = lines.back() + joint + said;
            if (ui.painter.measure(longer, em::small).width <= width) {
                lines.back() = longer;
                return true;
            }
        }
        if (lines.size() == max_figure_lines) return false;
        lines.push_back(said);
        return true;
    };
    for (const MetricLabel& metric : metric_labels(model.metrics, model.metric_texts)) {
        const std::string first = metric.words + " " + metric.values.front();
        if (ui.painter.measure(first, em::small).width > width) continue;
        for (std::size_t i = 0; i < metric.values.size(); ++i)
            if (!add(i == 0 ? first : metric.values[i], i == 0 ? " · " : ", ")) return lines;
    }
    return lines;
}

TextStyle title_style(const Ui& ui) { return {.colour = ui.theme.text, .size = em::body, .face = Face::bold}; }

float title_height(Ui& ui, const ModelChoice& model, float width) {
    const Rect room{0, 0, width, 1e5F};
    return paragraph(ui.painter, room, model.title.empty() ? model.name : model.title, title_style(ui), false);
}

}  // namespace

std::string origin_text(const ModelChoice& model) {
    if (model.origin.empty()) return model.task.empty() ? "" : fmt::format(texts::sheets::trained_on, model.task);
    return fmt::format(texts::sheets::origin, model.origin) +
           (model.licence.empty() ? "" : fmt::format(texts::sheets::licence, model.licence));
}

float model_card_height(Ui& ui, const ModelChoice& model, float width) {
    const float em = ui.em;
    const float inside = width - 2 * pad * em;
    float high = 2 * pad * em + title_height(ui, model, inside - shown_room * em) + text_line * em;
    if (!model.try_this.empty())
        high += paragraph(ui.painter, {0, 0, inside, 1e5F}, model.try_this,
                          {.colour = ui.theme.text, .size = em::small}, false) +
                0.4F * em;
    if (!model.origin.empty())
        high += paragraph(ui.painter, {0, 0, inside, 1e5F}, origin_text(model),
                          {.colour = ui.theme.muted, .size = em::small}, false);
    else if (!model.task.empty())
        high += text_line * em;
    high += static_cast<float>(figures_of(ui, model, inside).size()) * text_line * em;
    high += static_cast<float>(std::min(max_examples, model.examples.size())) * example_height * em + 0.3F * em;
    return std::ceil(high);
}

std::optional<CardClick> draw_model_card(ViewContext& context, const Rect& area, const ModelChoice& model, bool marked,
                                         bool shown) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    std::optional<CardClick> clicked;
    const std::string id = "model " + model.name;
    const Region whole = region(ui, id, area);
    context.targets.put(id, area);
    if (whole.hovered) *ui.cursor = CursorShape::hand;
    if (whole.clicked) clicked = CardClick{};
    const float radius = std::round(0.6F * em);
    painter.fill(area, whole.hovered || marked ? mix(ui.theme.card, ui.theme.control_hot, 0.55F) : ui.theme.card,
                 radius);
    painter.stroke(area, marked ? ui.theme.accent : ui.theme.border, marked ? 2.0F : 1.0F, radius);

    Rect rest = area.inset(pad * em);
    Rect title = rest.take_top(title_height(ui, model, rest.w - shown_room * em));
    const Rect mark = title.take_right(shown_room * em);
    if (shown)
        text_in(painter, {mark.x, mark.y, mark.w, 1.3F * em}, texts::sheets::current_model,
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    paragraph(painter, {title.x, title.y, title.w, 1e5F}, model.title.empty() ? model.name : model.title,
              title_style(ui));
    const TextStyle note{.colour = ui.theme.muted, .size = em::small};
    text_in(painter, rest.take_top(text_line * em), sizes_of(model), note);
    if (!model.try_this.empty()) {
        rest.take_top(0.2F * em);
        rest.take_top(paragraph(painter, {rest.x, rest.y, rest.w, 1e5F}, model.try_this,
                                {.colour = ui.theme.text, .size = em::small}) +
                      0.2F * em);
    }
    if (!model.origin.empty())
        rest.take_top(paragraph(painter, {rest.x, rest.y, rest.w, 1e5F}, origin_text(model), note));
    else if (!model.task.empty())
        text_in(painter, rest.take_top(text_line * em), origin_text(model), note);
    for (const std::string& line : figures_of(ui, model, rest.w))
        text_in(painter, rest.take_top(text_line * em), line, note);
    rest.take_top(0.3F * em);
    for (std::size_t i = 0; i < std::min(max_examples, model.examples.size()); ++i) {
        const Rect row = rest.take_top(example_height * em);
        const std::string name = id + " example " + std::to_string(i + 1);
        const Region one = region(ui, name, row, true);
        context.targets.put(name, row);
        if (one.hovered) *ui.cursor = CursorShape::hand;
        if (one.hovered || one.focused) painter.fill(row.inset(-0.3F * em, 1), ui.theme.control, 0.3F * em);
        Rect inside = row;
        icon(painter, Icon::chevron_right, inside.take_left(0.8F * em).centre(), 0.55F * em, ui.theme.accent);
        inside.take_left(0.3F * em);
        const Inputs& example = model.examples[i];
        const std::string text = line_of(example.text + (example.target.empty() ? "" : " → " + example.target));
        text_in(painter, inside, shortened_within(painter, text, inside.w, em::small, Face::sans),
                {.colour = one.hovered ? ui.theme.text : mix(ui.theme.muted, ui.theme.text, 0.4F), .size = em::small});
        if (one.clicked || one.activated) clicked = CardClick{static_cast<int>(i)};
    }
    return clicked;
}

}  // namespace glassformer
