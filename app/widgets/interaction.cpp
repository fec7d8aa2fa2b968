#include "app/widgets/interaction.h"

#include <algorithm>

namespace glassformer {

namespace {

bool wanted(Wants wants, const KeyPress& press) {
    const Key key = press.key;
    const bool arrow = key == Key::left || key == Key::right || key == Key::up || key == Key::down;
    const bool plain = press.modifiers == no_modifiers;
    switch (wants) {
        case Wants::nothing: return false;
        case Wants::activation: return plain && (key == Key::space || key == Key::enter);
        case Wants::arrows: return plain && (arrow || key == Key::home || key == Key::end);
        case Wants::list: return plain && (arrow || key == Key::enter || key == Key::escape || key == Key::space);
        case Wants::moving: {
            const bool control = press.modifiers == with_control;
            return (plain && (key == Key::space || key == Key::enter || key == Key::erase)) ||
                   (control && (key == Key::left || key == Key::right || key == Key::enter));
        }
        case Wants::options: {
            const bool steps = key == Key::up || key == Key::down;
            const bool counts = key == Key::plus || key == Key::minus || key == Key::equal;
            return (plain && (steps || counts || key == Key::enter || key == Key::space || is_letter_of_option(key))) ||
                   (press.modifiers == with_control && steps) || (press.modifiers == with_shift && counts);
        }
        case Wants::text:
        case Wants::completed_text: return key == Key::enter || key == Key::escape;
    }
    return false;
}

}  // namespace

void Interaction::begin_frame(Input& input) {
    input_ = &input;
    last_ = std::move(items_);
    items_.clear();
    taken_.clear();
    scopes_.clear();
    layer_ = 0;
    top_layer_ = drawn_top_;
    drawn_top_ = 0;
    wheel_used = false;

    hot_ = 0;
    text_hot_ = false;
    for (const Item& item : last_)
        if (item.layer == top_layer_ && item.rect.contains(input.mouse)) {
            hot_ = item.id;
            text_hot_ = is_text(item.wants);
        }
    released_ = 0;
    if (active_ != 0 && !input.is_down(held_)) {
        if (input.released(held_)) released_ = active_;
        active_ = 0;
    }
    if (input.pressed(Button::left)) {
        focus_visible_ = false;
        if (!text_hot_) focus_ = 0;
    }
    const Item* const completed = find(focus_);
    const bool keeps_tab =
        completed && completed->layer == top_layer_ && completed->wants == Wants::completed_text && input.typing;
    for (const KeyPress& press : input.keys)
        if (press.key == Key::tab && !(keeps_tab && !press.modifiers.shift) && !press.modifiers.control &&
            !press.modifiers.alt) {
            move_focus(press.modifiers.shift ? -1 : 1);
            std::erase_if(input.keys, [](const KeyPress& p) { return p.key == Key::tab && !p.modifiers.control; });
            break;
        }
    const Item* owner = find(focus_);
    if (!owner || owner->layer != top_layer_) return;
    // Keys go to the control the user sees marked; a text field and an open list have them in any case.
    if (!focus_visible_ && !is_text(owner->wants) && owner->wants != Wants::list) return;
    if (!is_text(owner->wants) && input.pressed_even_typing(Key::escape) && owner->wants != Wants::list) {
        focus_ = 0;
        std::erase_if(input.keys, [](const KeyPress& p) { return p.key == Key::escape; });
        return;
    }
    std::erase_if(input.keys, [&](const KeyPress& press) {
        if (!wanted(owner->wants, press)) return false;
        const bool activation = press.key == Key::space || press.key == Key::enter;
        if (!activates_ && activation && press.modifiers == no_modifiers) return false;
        taken_.push_back(press);
        return true;
    });
    // Plus and minus are asked for by their character, too, because their keys differ by layout.
    if (owner->wants == Wants::options)
        std::erase_if(input.characters, [](char32_t c) { return c == U'+' || c == U'-' || (c >= U'a' && c <= U'h'); });
}

void Interaction::let_mouse_rest() {
    rests_ = true;
    if (input_ != nullptr) input_->at_rest = true;
}

void Interaction::end_frame() {
    if (drawn_top_ < top_layer_) rests_ = true;  // what was over the window is gone, and another thing under the mouse
    if (active_ != 0 && std::none_of(items_.begin(), items_.end(), [&](const Item& i) { return i.id == active_; }))
        active_ = 0;
}

ItemId Interaction::id(std::string_view name) const {
    // FNV-1a, started from the scope around it.
    ItemId hash = scopes_.empty() ? 2166136261u : scopes_.back();
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash ? hash : 1;
}
void Interaction::push_scope(std::string_view name) { scopes_.push_back(id(name)); }
void Interaction::pop_scope() { scopes_.pop_back(); }

void Interaction::announce(ItemId item, const Rect& rect, Wants wants, bool hidden) {
    items_.push_back({item, rect, layer_, wants, hidden, tab_last_});
}

bool Interaction::press(ItemId item, Button button) {
    if (hot_ != item || active_ != 0 || !input_->pressed(button)) return false;
    active_ = item;
    held_ = button;
    return true;
}

void Interaction::focus(ItemId item, bool visible, bool activates) {
    activates_ = activates;
    if (focus_ != item) reveal_ = item;
    focus_ = item;
    focus_visible_ = visible;
}

bool Interaction::to_reveal(ItemId item) {
    if (reveal_ != item || item == 0) return false;
    reveal_ = 0;
    return true;
}

bool Interaction::took(Key key) const {
    return std::any_of(taken_.begin(), taken_.end(), [key](const KeyPress& p) { return p.key == key; });
}
int Interaction::took_count(Key key, Modifiers modifiers) const {
    return static_cast<int>(std::count_if(taken_.begin(), taken_.end(),
                                          [&](const KeyPress& p) { return p.key == key && p.modifiers == modifiers; }));
}

void Interaction::push_layer() { drawn_top_ = std::max(drawn_top_, ++layer_); }
void Interaction::pop_layer() { --layer_; }

const Interaction::Item* Interaction::find(ItemId item) const {
    // The last one: an open list announces its control a second time, in its own layer.
    const auto found = std::find_if(last_.rbegin(), last_.rend(), [item](const Item& i) { return i.id == item; });
    return item != 0 && found != last_.rend() ? &*found : nullptr;
}

void Interaction::move_focus(int by) {
    std::vector<ItemId> stops;
    std::vector<Item> items = last_;
    std::stable_partition(items.begin(), items.end(), [](const Item& item) { return !item.tab_last; });
    for (const Item& item : items)
        if (item.layer == top_layer_ && item.wants != Wants::nothing &&
            (item.hidden || (item.rect.w > 0 && item.rect.h > 0)) &&
            (stops.empty() || stops.back() != item.id))  // a control may announce itself twice
            stops.push_back(item.id);
    focus_visible_ = activates_ = true;
    if (stops.empty()) {
        focus_ = 0;
        return;
    }
    const auto at = std::find(stops.begin(), stops.end(), focus_);
    const auto count = static_cast<std::ptrdiff_t>(stops.size());
    const auto next = at == stops.end() ? (by > 0 ? 0 : count - 1) : (at - stops.begin() + by + count) % count;
    focus_ = reveal_ = stops[static_cast<std::size_t>(next)];
}

float Interaction::push_area(std::string_view name, const Rect& rect) {
    areas_.push_back({std::string(name), rect, id("offset"), layer_});
    if (layer_ == 0 && drawn_.insert(areas_.back().name).second) {
        const auto wanted = offsets_.find(areas_.back().name);
        offset() = wanted == offsets_.end() ? 0 : wanted->second;
    }
    return offset();
}

void Interaction::pop_area() {
    if (layer_ == 0) {
        if (offset() != 0)
            offsets_[areas_.back().name] = offset();
        else
            offsets_.erase(areas_.back().name);
    }
    areas_.pop_back();
}

void Interaction::set_offsets(const std::map<std::string, float>& offsets) {
    offsets_ = offsets;
    drawn_.clear();
}

}  // namespace glassformer
