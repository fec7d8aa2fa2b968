#include "app/views/shared/input_field.h"

#include <algorithm>
#include <utility>

#include "app/widgets/interaction.h"

namespace glassformer {

namespace {

/// What one text needs to become another in one place, in bytes.
struct Difference {
    std::size_t begin = 0, removed = 0, inserted = 0;
};
Difference difference(const std::string& from, const std::string& to) {
    const std::size_t least = std::min(from.size(), to.size());
    std::size_t begin = 0, end = 0;
    while (begin < least && from[begin] == to[begin]) ++begin;
    while (end < least - begin && from[from.size() - 1 - end] == to[to.size() - 1 - end]) ++end;
    return {begin, from.size() - begin - end, to.size() - begin - end};
}

bool is_space(char c) { return c == ' ' || c == '\n'; }

/// Whether what was typed is more of the same word.
bool goes_on(const Difference& now, const std::string& text, bool erased) {
    constexpr std::size_t longest_character = 4;  // bytes
    if (now.inserted == 0) return erased;
    if (erased || now.removed > 0 || now.inserted > longest_character) return false;
    for (std::size_t i = now.begin; i < now.begin + now.inserted; ++i)
        if (!is_space(text[i]) && (i == 0 || is_space(text[i - 1]))) return false;  // a word begins
    return true;
}

}  // namespace

std::string lines_of(std::string line) {
    const std::string end = "↵";
    for (std::size_t at = line.find(end); at != std::string::npos; at = line.find(end, at + 1))
        line.replace(at, end.size(), "\n");
    return line;
}

std::optional<InputField::Typed> InputField::draw(ViewContext& context, std::string_view id, const Rect& rect,
                                                  const std::string& current, std::string_view placeholder,
                                                  Typing& typing, bool may_be_empty, const TextFieldStyle& style,
                                                  const std::optional<std::string>& accepted) {
    const bool replaced = inputs_text_ != current;
    if (replaced) {
        before_.reset();
        if (typing.field == this) typing.field = nullptr;
    }
    if (take_back_) focus_text_field(context.ui, id);
    take_back_ = replaced && text_field_focused(context.ui, id);
    // A field that is being written in keeps its own text; it has to let go for another one.
    if (take_back_) focus_text_field(context.ui, "");
    inputs_text_ = current;
    if (replaced) text_ = line_of(current);
    context.targets.put(std::string(id), rect);
    const TextEvent event = text_field(context.ui, id, rect, text_, placeholder, style);
    if (replaced) {
        text_ = line_of(current);
        if (take_back_) context.ui.keep_awake();
        return {};
    }
    const std::string text = lines_of(text_);
    const bool left = event == TextEvent::submitted || event == TextEvent::cancelled;
    const bool changed = text_ != line_of(current) && (may_be_empty || !text.empty());
    if (left || !text_field_focused(context.ui, id)) typing.field = typing.field == this ? nullptr : typing.field;
    if ((event == TextEvent::changed || event == TextEvent::submitted) && changed) {
        const Difference now = difference(current, text);
        Typed typed{.text = text, .continues = typing.field == this && goes_on(now, text, typing.erased)};
        typing = {this, now.inserted == 0};
        if (!before_) {
            before_ = {accepted.value_or(current), context.session.steps()};
            if (accepted && before_->steps > 0) --before_->steps;  // a refused text is one step after the accepted one
        }
        inputs_text_ = typed.text;
        if (event == TextEvent::submitted) before_sent_ = std::exchange(before_, std::nullopt), sent_ = true;
        return typed;
    }
    // The text of the picture may be half of one that was refused in the end: not that one is gone back to.
    if (event == TextEvent::cancelled && accepted && (!before_ || before_->text == *accepted)) {
        before_.reset();
        return Typed{.text = *accepted, .given_up = true};
    }
    if (event == TextEvent::cancelled && before_ && before_->text != current) {
        Typed typed{.text = before_->text, .continues = true};
        if (const std::size_t now = context.session.steps(); now > before_->steps)
            typed.taken_back = static_cast<int>(now - before_->steps);
        before_.reset();
        text_ = line_of(typed.text);
        inputs_text_ = typed.text;
        return typed;
    }
    if (event == TextEvent::submitted) before_sent_ = before_, sent_ = true;
    const Interaction& interaction = context.ui.interaction;
    if (left || (event == TextEvent::none && !interaction.focused(interaction.id(id)))) {
        before_.reset();
        text_ = line_of(current);  // an empty text that the inputs do not take comes to nothing
    }
    return {};
}

void InputField::keep_if_refused(Ui& ui, std::string_view id, const Session::Snapshot& shown) {
    if (!sent_ || (shown.stale && shown.error.empty())) return;
    sent_ = false;
    const std::optional<Before> before = std::exchange(before_sent_, std::nullopt);
    if (shown.error.empty()) return;
    focus_text_field(ui, id);
    before_ = before;
}

}  // namespace glassformer
