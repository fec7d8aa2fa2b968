#include "app/views/shared/input_field.h"

#include <utility>

#include "app/widgets/controls.h"

namespace glassformer {

namespace {
constexpr double typing_pause = 1.5;  // seconds; typing on after a longer pause is a new step for undo
}

std::string lines_of(std::string line) {
    const std::string end = "↵";
    for (std::size_t at = line.find(end); at != std::string::npos; at = line.find(end, at + 1))
        line.replace(at, end.size(), "\n");
    return line;
}

std::optional<InputField::Typed> InputField::draw(ViewContext& context, std::string_view id, const Rect& rect,
                                                  const std::string& current, std::string_view placeholder,
                                                  Typing& typing) {
    const bool replaced = shown_ != current;
    if (take_back_) focus_text_field(context.ui, id);
    take_back_ = replaced && text_field_focused(context.ui, id);
    // A field that is being written in keeps its own text; it has to let go for another one.
    if (take_back_) focus_text_field(context.ui, "");
    shown_ = current;
    if (replaced) text_ = line_of(current);
    context.targets.put(std::string(id), rect);
    const TextEvent event = text_field(context.ui, id, rect, text_, placeholder);
    if (replaced) {
        text_ = line_of(current);
        if (take_back_) context.ui.keep_awake();
        return {};
    }
    if (event == TextEvent::changed || (event == TextEvent::submitted && text_ != line_of(current))) {
        const double now = context.ui.now;
        Typed typed{lines_of(text_), typing.field == this && now - typing.last < typing_pause};
        typing = {this, now};
        shown_ = typed.text;
        return typed;
    }
    if (event == TextEvent::submitted || event == TextEvent::cancelled) {
        typing.field = nullptr;
        text_ = line_of(current);  // Escape leaves the field and keeps what was typed
    }
    return {};
}

}  // namespace glassformer
