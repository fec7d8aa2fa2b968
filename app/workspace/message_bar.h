// A bar across the window that says something and has buttons.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

struct BarButton {
    const char *label, *target;  // label "": a cross
};

/// Takes the bar's height off the top of `rest` and returns the index of the button that was pressed. `target`: the
/// name of its place.
std::optional<std::size_t> message_bar(Ui& ui, Targets& targets, Rect& rest, const std::string& target,
                                       const std::string& text, std::span<const BarButton> buttons, const Colour& tone);

}  // namespace glassformer
