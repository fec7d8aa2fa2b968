// The menu that a view asks for, with the keys of its commands.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

class ContextMenu {
public:
    bool is_open() const { return request_.has_value(); }
    void open(MenuRequest request) { request_ = std::move(request); }
    /// Returns the command that was chosen. `enabled`: whether one has an effect now.
    std::optional<Command> draw(ViewContext& context, const std::function<bool(Command)>& enabled);
    /// Its lines as drawn: "Edit this cell (E); …".
    const std::string& text() const { return text_; }

private:
    std::optional<MenuRequest> request_;
    std::string text_;
};

}  // namespace glassformer
