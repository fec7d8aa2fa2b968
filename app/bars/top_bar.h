// The bar at the top: which model, which text, undo and redo, what computed it and how long it took, theme and text
// size. Typing evaluates at once; typing on is one step for undo.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "app/views/shared/commands.h"
#include "app/views/shared/context.h"
#include "app/views/shared/input_field.h"

namespace glassformer {

class TopBar {
public:
    /// Two rows where the window is too narrow for one, and high enough for two.
    static float height(const Ui& ui);
    /// Draws it; returns the command of a button that was clicked.
    /// `timed`: with the time the computation took; without it the same inputs make the same picture.
    std::optional<Command> draw(ViewContext& context, const Rect& area, std::span<const ModelChoice> models,
                                bool timed = true);
    void focus_text(Ui& ui) const;

private:
    void text_input(ViewContext& context, std::string_view id, const Rect& rect, InputField& field,
                    std::string Inputs::*text, std::string_view placeholder);
    float picker_width(const ViewContext& context, std::span<const ModelChoice> models, float room) const;
    bool changes_chip(ViewContext& context, Rect& bar, const std::function<Rect(const Rect&)>& place) const;
    bool model_picker(ViewContext& context, const Rect& rect, std::span<const ModelChoice> models) const;

    InputField text_, target_;
    InputField::Typing typing_;
};

}  // namespace glassformer
