#include "app/views/shared/architecture_toggles.h"

#include <fmt/core.h>

#include <array>

#include "app/views/shared/set_switch.h"
#include "app/views/shared/texts.h"
#include "core/base/error.h"
#include "core/model/patched_model.h"

namespace glassformer {

std::span<const ArchitectureToggle> all_architecture_toggles() {
    namespace strings = texts::shared;
    static constexpr const char* group = "Architecture";
    static constexpr std::array rows{
        ArchitectureToggle{{command_named("architecture.scale"), group, Key::s, with_alt, 0, strings::scale_toggle,
                            "square root of d_head, scaling, ablation, switch"},
                           "attention_scale",
                           "none",
                           "sqrt_d_head"},
        ArchitectureToggle{{command_named("architecture.mask"), group, Key::m, with_alt, 0, strings::mask_toggle,
                            "causal, bidirectional, ablation, switch"},
                           "mask.kind",
                           "none",
                           "causal"},
        ArchitectureToggle{{command_named("architecture.positions"), group, Key::p, with_alt, 0,
                            strings::positions_toggle, "positional encoding, ablation, switch"},
                           "positional.kind",
                           "none",
                           "sinusoidal"},
        ArchitectureToggle{{command_named("architecture.residual"), group, Key::r, with_alt, 0,
                            strings::residual_toggle, "skip connections, ablation, switch"},
                           "residual",
                           "false",
                           "true"},
        ArchitectureToggle{{command_named("architecture.norm"), group, Key::n, with_alt, 0, strings::norm_toggle,
                            "LayerNorm, RMSNorm, normalization, ablation, switch"},
                           "norm",
                           "none",
                           "layernorm"},
        ArchitectureToggle{{command_named("architecture.mlp"), group, Key::f, with_alt, 0, strings::mlp_toggle,
                            "feed-forward, FFN, ablation, switch"},
                           "mlp",
                           "false",
                           "true"},
    };
    return rows;
}

const ArchitectureToggle* toggle_of(std::string_view key) {
    for (const ArchitectureToggle& toggle : all_architecture_toggles())
        if (toggle.key == key) return &toggle;
    return nullptr;
}

const ArchitectureToggle* toggle_of(Command command) {
    for (const ArchitectureToggle& toggle : all_architecture_toggles())
        if (toggle.shortcut.command == command) return &toggle;
    return nullptr;
}

bool can_toggle(const ArchitectureToggle& toggle, const Session::Snapshot& shown) {
    return shown.current && shown.model && find_switch(toggle.key, shown.current->model().config) != nullptr;
}

void toggle_architecture(const ArchitectureToggle& toggle, ViewContext& context) {
    const std::shared_ptr<const Model>& original = context.shown.model;
    if (!context.shown.current || !original) return;
    if (context.shown.current->inputs().model != context.session.inputs().model) return;  // another one is loading
    std::shared_ptr<const Model> changed = original;
    try {
        changed = patched_model(original, context.session.inputs().architecture);
    } catch (const Error&) {
        return;  // the session says what is wrong
    }
    const ArchitectureSwitch* const what = find_switch(toggle.key, changed->config);
    if (what == nullptr) {
        context.notice = fmt::format(texts::shared::nothing_to_switch, toggle.shortcut.what);
        return;
    }
    const std::string own = what->value(original->config), now = what->value(changed->config);
    const std::string wanted = now != own ? own : own == toggle.contrast ? toggle.otherwise : toggle.contrast;
    try {
        const std::string title = value_title(*what, wanted);
        context.notice = wanted == own ? fmt::format(texts::shared::switched_back, what->title, title)
                                       : fmt::format(texts::shared::switched, what->title, title);
        context.session.set(switched_inputs(context, original, *what, wanted));
    } catch (const Error&) {
        context.notice = refusal(original, context.session.inputs(), *what, wanted,
                                 static_cast<int>(context.shown.current->tokens().size()));
    }
    context.ui.keep_awake();
}

}  // namespace glassformer
