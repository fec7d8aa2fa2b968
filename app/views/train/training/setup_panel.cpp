#include "app/views/train/training/setup_panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/shared/wording.h"
#include "app/views/train/training/setup_texts.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/base/system_memory.h"

namespace glassformer {

namespace {

using Kind = ArchitectureSwitch::Kind;
namespace strings = texts::train;

constexpr float line_height = 2, title_width = 11, control_width = 13;  // em

/// A name, a bar as long as its share of the largest, and the number.
void share_bar(Ui& ui, Rect line, const std::string& name, double value, double most, const std::string& number) {
    const float em = ui.em;
    text_in(ui.painter, line.take_left(0.42F * line.w),
            shortened(ui.painter, name, 0.42F * line.w, em::small, Face::sans),
            {.colour = ui.theme.text, .size = em::small});
    const Rect words = line.take_right(6 * em);
    text_in(ui.painter, words, number, {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    const Rect bar = line.inset(0.4F * em, 0.45F * em);
    const float share = most > 0 ? static_cast<float>(value / most) : 0;
    ui.painter.fill({bar.x, bar.y, std::max(1.0F, share * bar.w), bar.h}, colour(ui.theme, Meaning::weight));
}

}  // namespace

void SetupPanel::change(const SetupRow& row, const TrainState& state, const std::string& value) {
    if (value == row.value) return;
    try {
        TrainState next = row.with(state, value);
        static_cast<void>(plan_of(next));
        refusal_.clear();
        changed_ = std::move(next);
    } catch (const Error& error) {
        refusal_ = error.what();
    }
}

void SetupPanel::row(ViewContext& context, Rect line, const SetupRow& row, const TrainState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const bool differs = row.value != row.usual;
    const Rect title = line.take_left(std::min(title_width * em, 0.45F * line.w));
    text_in(ui.painter, title, shortened(ui.painter, row.title, title.w - 0.3F * em, em::small, Face::sans),
            {.colour = differs ? ui.theme.accent_text : ui.theme.text,
             .size = em::small,
             .face = differs ? Face::bold : Face::sans});
    if (region(ui, "title " + row.id, title).hovered) tooltip(ui, title, row.sentence);
    Rect place = line.take_left(std::min(control_width * em, line.w)).inset(0, 0.1F * em);
    context.targets.put(row.id, place);
    if (row.kind == Kind::choice) {
        std::vector<std::string> titles;
        int selected = 0;
        for (const SwitchOption& option : row.options) {
            if (option.name == row.value) selected = static_cast<int>(titles.size());
            titles.push_back(option.title);
        }
        if (dropdown(ui, row.id, place.snapped(), titles, selected))
            change(row, state, row.options[static_cast<std::size_t>(selected)].name);
    } else if (row.kind == Kind::flag) {
        bool on = row.value == "true";
        const char* words = on ? strings::setting_on : strings::setting_off;
        if (toggle(ui, row.id, place.take_left(toggle_width(ui, strings::setting_off)).snapped(), words, on, {},
                   row.sentence))
            change(row, state, on ? "true" : "false");
    } else {
        const Rect number = place.take_right(3.4F * em);
        text_in(ui.painter, number, row.value, {.colour = ui.theme.text, .face = Face::bold, .align = Align::right});
        const auto low = static_cast<float>(row.low), high = static_cast<float>(row.high);
        auto value = std::clamp(std::stof(row.value), low, std::max(low, high));
        const bool whole = row.kind == Kind::whole;
        const SliderStyle style{.logarithmic = !whole && row.low > 0, .step = whole ? 1.0F : 0.0F};
        if (high > low && slider(ui, row.id, place, value, low, high, style))
            change(row, state, whole ? std::to_string(std::lround(value)) : decimal(static_cast<double>(value)));
    }
}

float SetupPanel::draw_figures(ViewContext& context, Rect area, const TrainState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (!figures_of_ || !(*figures_of_ == state)) {
        try {
            figures_ = figures_of(state);
        } catch (const Error&) {
            figures_ = {};
        }
        figures_of_ = state;
    }
    const auto heading = [&](const std::string& words) {
        text_in(ui.painter, area.take_top(1.8F * em), words, {.colour = ui.theme.text, .face = Face::bold});
    };
    heading(fmt::format(strings::parameters, thousands(figures_.parameters)));
    std::size_t most = 0;
    for (const SetupFigures::Part& part : figures_.parts) most = std::max(most, part.parameters);
    for (const SetupFigures::Part& part : figures_.parts)
        share_bar(ui, area.take_top(1.35F * em), part.title, static_cast<double>(part.parameters),
                  static_cast<double>(most), thousands(part.parameters));
    const TrainingMemory& memory = figures_.memory;
    const auto bytes = [](double value) { return bytes_text(static_cast<std::uint64_t>(value)); };
    area.take_top(0.6F * em);
    Rect line = area.take_top(2 * em);
    const ButtonStyle style{.size = em::small, .hint = strings::memory_others_hint};
    const std::string said = fmt::format(strings::step_memory, bytes(memory.total()));
    const float wide = button_width(ui, strings::memory_others, style);
    text_in(ui.painter, line, said, {.colour = ui.theme.text, .face = Face::bold});
    if (ui.painter.measure(said, em::body, Face::bold).width + 0.6F * em + wide > line.w) line = area.take_top(2 * em);
    const Rect others = line.take_right(std::min(wide, line.w)).inset(0, 0.1F * em).snapped();
    context.targets.put("train memory", others);
    if (button(ui, "train memory", others, strings::memory_others, style)) memory_asked_ = true;
    area.take_top(0.2F * em);
    const std::pair<const char*, double> shares[]{{strings::memory_weights, memory.weights + memory.master_weights},
                                                  {strings::memory_gradients, memory.gradients},
                                                  {strings::memory_gradient_sum, memory.gradient_sum},
                                                  {strings::memory_optimiser, memory.optimiser},
                                                  {strings::memory_activations, memory.activations},
                                                  {strings::memory_activation_gradients, memory.activation_gradients},
                                                  {strings::memory_inputs, memory.inputs}};
    double largest = 0;
    for (const auto& [name, value] : shares) largest = std::max(largest, value);
    for (const auto& [name, value] : shares)
        if (value > 0) share_bar(ui, area.take_top(1.35F * em), name, value, largest, bytes(value));
    return area.y;
}

std::optional<TrainState> SetupPanel::draw(ViewContext& context, const Rect& area, const TrainState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    changed_.reset();
    memory_asked_ = false;
    if (!rows_of_ || !(*rows_of_ == state)) {
        refusal_.clear();
        try {
            rows_ = setup_rows(state);
        } catch (const Error& error) {
            refusal_ = error.what();
            rows_ = {};
        }
        rows_of_ = state;
    }
    const SetupRows& rows = rows_;
    Rect content = begin_scroll(ui, "train setup", area);
    const float left = content.x, width = content.w;
    float y = content.y;
    const auto words = [&](const std::string& text, const TextStyle& style) {
        y += paragraph(ui.painter, {left, y, width, 1e4F}, text, style);
    };
    words(strings::setup_restarts, {.colour = ui.theme.muted, .size = em::small});
    if (!refusal_.empty()) words(refusal_, {.colour = ui.theme.warning, .size = em::small});
    y += 0.5F * em;
    const float column = (title_width + control_width) * em + em;
    const int across = std::clamp(static_cast<int>((width + em) / column), 1, 2);
    const float each = (width - em * static_cast<float>(across - 1)) / static_cast<float>(across);
    for (const auto& [title, some] :
         {std::pair{strings::setup_model, &rows.model}, {strings::setup_training, &rows.training}}) {
        if (some->empty()) continue;
        text_in(ui.painter, {left, y, width, 1.8F * em}, title, {.colour = ui.theme.text, .face = Face::bold});
        y += 1.9F * em;
        const auto lines =
            static_cast<int>((some->size() + static_cast<std::size_t>(across) - 1) / static_cast<std::size_t>(across));
        for (std::size_t i = 0; i < some->size(); ++i) {
            const int at = static_cast<int>(i) / lines, down = static_cast<int>(i) % lines;
            row(context,
                {left + static_cast<float>(at) * (each + em), y + static_cast<float>(down) * line_height * em, each,
                 line_height * em},
                (*some)[i], state);
        }
        y += static_cast<float>(lines) * line_height * em + 0.6F * em;
    }
    text_in(ui.painter, {left, y, width, 1.8F * em}, strings::setup_figures,
            {.colour = ui.theme.text, .face = Face::bold});
    y = draw_figures(context, {left, y + 1.9F * em, width, 1e4F}, state);
    end_scroll(ui, y);
    return std::exchange(changed_, std::nullopt);
}

}  // namespace glassformer
