// The switches of the sheet of changes: a row each, with its values, its key, and which model was trained with them.
#include <fmt/core.h>

#include <algorithm>

#include "app/sheets/changes_sheet.h"
#include "app/sheets/texts.h"
#include "app/views/shared/architecture_toggles.h"
#include "app/views/shared/set_switch.h"
#include "app/views/shared/texts.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

constexpr float title_width = 9.6F, narrow_sheet = 22;  // em
constexpr std::size_t most_chips = 12;

/// A value with its switch where it says nothing alone: “RMSNorm”, but “Blocks: 2”.
std::string titled(const ArchitectureSwitch& what, const std::string& value) {
    const std::string title = value_title(what, value);
    return what.kind == ArchitectureSwitch::Kind::choice ? title
                                                         : fmt::format(texts::sheets::value_of, what.title, title);
}

/// The key that turns the part off and on, below the title of its switch.
float draw_key(Ui& ui, const Rect& area, const ArchitectureSwitch& what) {
    const ArchitectureToggle* const toggle = toggle_of(what.key);
    if (toggle == nullptr) return area.y;
    text_in(ui.painter, area, key_text(toggle->shortcut), {.colour = ui.theme.muted, .size = em::small});
    return area.bottom();
}

/// A value that the weights do not allow; true where it was clicked, or Enter was pressed on it.
bool draw_refused(Ui& ui, const std::string& id, const Rect& place, const std::string& title,
                  const std::string& reason) {
    const Region touched = region(ui, id, place, true);
    const Colour line = ui.theme.muted;
    const float right = place.right(), bottom = place.bottom();
    for (const auto& [from, to] :
         {std::pair{Vec2{place.x, place.y}, Vec2{right, place.y}}, std::pair{Vec2{right, place.y}, Vec2{right, bottom}},
          std::pair{Vec2{right, bottom}, Vec2{place.x, bottom}},
          std::pair{Vec2{place.x, bottom}, Vec2{place.x, place.y}}})
        ui.painter.dashed(from, to, line);
    text_in(ui.painter, place, shortened(ui.painter, title, place.w - 0.6F * ui.em, em::small, Face::sans),
            {.colour = ui.theme.muted, .size = em::small, .align = Align::centre});
    if (touched.hovered || touched.focused) tooltip(ui, place, reason);
    return touched.clicked || touched.activated;
}

}  // namespace

std::vector<int> ChangesSheet::whole_values(const ArchitectureSwitch& what) const {
    return what.values ? what.values(original_->config, changed_->config) : std::vector<int>{};
}

/// A whole number with so few values that each has a chip.
bool ChangesSheet::of_few_values(const ArchitectureSwitch& what) const {
    return what.values && whole_values(what).size() <= most_chips;
}

/// Asked once for the architecture as it stands.
const std::string& ChangesSheet::refused(const ViewContext& context, const ArchitectureSwitch& what,
                                         const std::string& value) {
    std::string asked = std::string(what.key) + " " + value;
    const auto known = refused_.find(asked);
    if (known != refused_.end()) return known->second;
    // Of a model with tens of thousands of parameters some values in each frame; until its turn comes, one is offered.
    constexpr std::size_t parameters_a_frame = 50'000;
    static const std::string offered;
    const std::size_t parameters = original_->weights.parameters.size();
    if (asked_ > 0 && asked_ + parameters > parameters_a_frame) {
        context.ui.keep_awake();
        return offered;
    }
    asked_ += parameters;
    return refused_
        .emplace(std::move(asked), glassformer::refusal(original_, context.session.inputs(), what, value,
                                                        static_cast<int>(context.shown.current->tokens().size())))
        .first->second;
}

/// Chips in rows; one that the weights do not allow has a dashed frame, and says why where it is pointed at, clicked,
/// or has the keyboard.
float ChangesSheet::draw_chips(ViewContext& context, const Rect& area, const ArchitectureSwitch& what,
                               std::span<const SwitchOption> options) {
    Ui& ui = context.ui;
    const float em = ui.em, high = changes_chip * em, gap = 0.35F * em;
    const std::string now = what.value(changed_->config), own = what.value(original_->config);
    float x = area.x, y = area.y;
    for (const SwitchOption& option : options) {
        const std::string& reason = refused(context, what, option.name);
        const std::string id = "switch " + std::string(what.key) + " " + option.name;
        std::string hint = option.sentence;
        if (option.name == own) hint += (hint.empty() ? "" : "\n") + std::string(texts::sheets::trained_value);
        const ButtonStyle style{.selected = option.name == now,
                                .size = em::small,
                                .detail = option.name == own && option.name != now ? "●" : "",
                                .hint = hint};
        const float width = std::min(area.w, button_width(ui, option.title, style));
        if (x > area.x && x + width > area.right() + 1) {
            x = area.x;
            y += high + gap;
        }
        const Rect place = Rect{x, y, width, high}.snapped();
        x += width + gap;
        context.targets.put(id, place);
        if (reason.empty()) {
            if (button(ui, id, place, option.title, style) && option.name != now) set(context, what, option.name);
        } else if (draw_refused(ui, id, place, option.title, reason)) {
            refuse(what, option.name, reason);
        }
    }
    return y + high;
}

float ChangesSheet::draw_number(ViewContext& context, const Rect& area, const ArchitectureSwitch& what) {
    Ui& ui = context.ui;
    const float em = ui.em, high = changes_chip * em;
    Rect line{area.x, area.y, std::min(area.w, 24 * em), high};
    const std::string now = what.value(changed_->config);
    const std::string id = "switch " + std::string(what.key);
    const Rect said = line.take_right(4.5F * em);
    context.targets.put(id, line);
    if (what.kind == ArchitectureSwitch::Kind::whole) {
        std::vector<int> values = whole_values(what);
        const int tokens = std::max(2, static_cast<int>(context.shown.current->tokens().size()));
        for (int value = 1; !what.values && value <= tokens; ++value) values.push_back(value);
        const auto at = std::ranges::lower_bound(values, std::stoi(now));
        int index = static_cast<int>(std::min(at, values.end() - 1) - values.begin());
        if (slider(ui, id, line, index, 0, static_cast<int>(values.size()) - 1))
            set(context, what, std::to_string(values[static_cast<std::size_t>(index)]));
    } else {
        const float low = static_cast<float>(what.low), high_end = static_cast<float>(what.high);
        float value = std::clamp(std::stof(now), low, high_end);
        if (slider(ui, id, line, value, low, high_end, {.logarithmic = true}))
            set(context, what, decimal(rounded(static_cast<double>(value))));
    }
    const std::string own = what.value(original_->config);
    text_in(ui.painter, said, now,
            {.colour = now == own ? ui.theme.text : ui.theme.accent_text, .size = em::body, .align = Align::right});
    return area.y + high;
}

bool ChangesSheet::any_refused(const ViewContext& context) {
    return std::ranges::any_of(all_switches(), [&](const ArchitectureSwitch& what) {
        return what.kind == ArchitectureSwitch::Kind::choice && is_offered(what, original_->config, changed_->config) &&
               std::ranges::any_of(what.options(), [&](const SwitchOption& option) {
                   return !refused(context, what, option.name).empty();
               });
    });
}

float ChangesSheet::draw_switches(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (any_refused(context))
        area.y +=
            paragraph(ui.painter, area, texts::sheets::needs_weights, {.colour = ui.theme.muted, .size = em::small}) +
            changes_gap * em;
    bool any = false;
    for (const ArchitectureSwitch& what : all_switches()) {
        if (!is_offered(what, original_->config, changed_->config)) continue;
        any = true;
        // In a narrow column its values stand below it.
        const bool beside = area.w > narrow_sheet * em;
        const Rect title{area.x, area.y, beside ? title_width * em : area.w, changes_chip * em};
        const bool differs = what.value(changed_->config) != what.value(original_->config);
        text_in(ui.painter, title, what.title,
                {.colour = differs ? ui.theme.accent_text : ui.theme.text,
                 .size = em::small,
                 .face = differs ? Face::bold : Face::sans});
        if (region(ui, "title " + std::string(what.key), title).hovered) tooltip(ui, title, what.sentence);
        const Rect key = beside ? Rect{area.x, title.bottom(), title.w, 1.2F * em} : Rect{title}.take_right(4 * em);
        const float key_bottom = draw_key(ui, key, what);
        const Rect place = beside ? Rect{area.x + title_width * em, area.y, area.w - title_width * em, area.h}
                                  : Rect{area.x, title.bottom(), area.w, area.h};
        float bottom = 0;
        if (what.kind == ArchitectureSwitch::Kind::choice) {
            bottom = draw_chips(context, place, what, what.options());
        } else if (of_few_values(what)) {
            std::vector<SwitchOption> options;
            for (const int value : whole_values(what))
                options.push_back({std::to_string(value), "", std::to_string(value)});
            bottom = draw_chips(context, place, what, options);
        } else if (what.kind == ArchitectureSwitch::Kind::flag) {
            bool on = what.value(changed_->config) == "true";
            const std::string id = "switch " + std::string(what.key);
            const Rect box = Rect{place.x, place.y, toggle_width(ui, texts::shared::off), changes_chip * em}.snapped();
            context.targets.put(id, box);
            if (toggle(ui, id, box, on ? texts::shared::on : texts::shared::off, on, {}, what.sentence))
                set(context, what, on ? "true" : "false");
            bottom = box.bottom();
        } else {
            bottom = draw_number(context, place, what);
        }
        area.y = std::max(bottom, key_bottom) + changes_gap * em;
        if (differs && what.applies(original_->config)) area.y = draw_offer(context, area, what) + changes_gap * em;
    }
    if (!any) {
        const TextStyle style{.colour = ui.theme.muted, .size = em::body};
        area.y += paragraph(ui.painter, area, texts::sheets::no_switches, style);
    }
    return area.y;
}

/// Below a changed switch: which model was trained for it, or that none was.
float ChangesSheet::draw_offer(ViewContext& context, const Rect& area, const ArchitectureSwitch& what) {
    Ui& ui = context.ui;
    const std::string now = what.value(changed_->config);
    const TrainedVariant* const all = variant_of(variants_, changed_->config);
    const TrainedVariant* const has =
        all != nullptr
            ? all
            : variant_with(variants_, what.key, [&](const ModelConfig& config) { return what.value(config) == now; });
    offered_ += (offered_.empty() ? "" : "; ") + what.key + ": " + (has == nullptr ? "none" : has->name);
    std::string said;
    if (has == nullptr)
        said =
            fmt::format(texts::sheets::not_trained_for, titled(what, what.value(original_->config)), titled(what, now));
    else if (has->differences.size() == 1)
        said = fmt::format(texts::sheets::trained_for, has->title);
    else
        said = fmt::format(texts::sheets::trained_for_all, has->title);
    float y = area.y + paragraph(ui.painter, area, said, {.colour = ui.theme.muted, .size = em::small});
    if (has != nullptr) {
        const Rect buttons{area.x, y + 0.25F * ui.em, area.w, area.h};
        y = draw_variant_buttons(context, buttons, "trained " + what.key, *has, pressed_);
    }
    return y + 0.25F * ui.em;
}

/// Every model of the task with another architecture, and in what it differs.
float ChangesSheet::draw_variants(ViewContext& context, Rect area) {
    if (variants_.empty()) return area.y;
    Ui& ui = context.ui;
    const float em = ui.em;
    text_in(ui.painter, area.take_top(2 * em), texts::sheets::variants_title,
            {.colour = ui.theme.text, .size = em::body, .face = Face::bold});
    for (const TrainedVariant& variant : variants_) {
        const TextStyle style{.colour = ui.theme.text, .size = em::small};
        area.take_top(paragraph(ui.painter, area, differences_text(variant), style) + 0.25F * em);
        area.y = draw_variant_buttons(context, area, "variant " + variant.name, variant, pressed_) + changes_gap * em;
    }
    return area.y;
}

}  // namespace glassformer
