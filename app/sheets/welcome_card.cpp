#include "app/sheets/welcome_card.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

struct WelcomeDoor {
    Welcome choice;
    const char *target, *title, *text;
};
constexpr std::array welcome_doors{
    WelcomeDoor{Welcome::tour, "welcome tour", texts::sheets::welcome_tour, texts::sheets::welcome_tour_text},
    WelcomeDoor{Welcome::lessons, "welcome lessons", texts::sheets::welcome_lessons,
                texts::sheets::welcome_lessons_text},
    WelcomeDoor{Welcome::explore, "welcome explore", texts::sheets::welcome_explore,
                texts::sheets::welcome_explore_text},
};

constexpr float welcome_column = 23, welcome_least_view = 46, welcome_widest = 46, welcome_margin = 0.8F,
                welcome_pad = 1.1F;  // em
constexpr float welcome_title = 2.3F, welcome_door = 2.3F, welcome_gap = 0.5F, welcome_text_gap = 0.8F,
                welcome_bar = 0.25F;  // em

/// How much of the card has room.
struct WelcomeSize {
    bool texts;  // below the doors
    bool row;    // the doors beside each other
    float size;  // of the sentences
};
constexpr std::array sizes_of_column{WelcomeSize{true, false, em::body}, WelcomeSize{true, false, em::small},
                                     WelcomeSize{false, false, em::body}, WelcomeSize{false, false, em::small}};
constexpr std::array sizes_over_view{WelcomeSize{false, true, em::body}, WelcomeSize{false, true, em::small},
                                     WelcomeSize{false, false, em::small}};

class WelcomePainter {
public:
    WelcomePainter(ViewContext& context, float wide, const std::string& try_this)
        : context_(context), ui_(context.ui), em_(ui_.em), wide_(wide), try_this_(try_this) {}

    /// The first size at which all fits, else the lowest.
    float choose(float high, std::span<const WelcomeSize> among) {
        for (const WelcomeSize& size : among) {
            if (size.row && spare() < 0) continue;
            size_ = size;
            if (height() <= high) break;
        }
        return std::min(height(), high);
    }

    Welcome draw(Rect rest) {
        Painter& painter = ui_.painter;
        text_in(painter, rest.take_top(welcome_title * em_), texts::sheets::welcome,
                {.colour = ui_.theme.text, .size = 1.4F, .face = Face::bold});
        said(rest, texts::sheets::welcome_text, ui_.theme.text);
        rest.take_top(welcome_text_gap * em_);
        Welcome chosen = Welcome::none;
        Rect line = rest;
        if (size_.row) line = rest.take_top(welcome_door * em_);
        for (const WelcomeDoor& door : welcome_doors) {
            Rect place = size_.row ? line.take_left(button_width(ui_, door.title, {}) + spare() / 3)
                                   : rest.take_top(welcome_door * em_);
            if (size_.row) line.take_left(welcome_gap * em_);
            place = place.snapped();
            context_.targets.put(door.target, place);
            if (button(ui_, door.target, place, door.title, {.selected = door.choice == Welcome::tour}))
                chosen = door.choice;
            if (size_.texts) rest.take_top(0.3F * em_), said(rest, door.text, quiet());
            if (!size_.row) rest.take_top(welcome_gap * em_);
        }
        if (try_this_.empty()) return chosen;
        rest.take_top(welcome_text_gap * em_);
        Rect tried = rest.take_top(text_height(try_this_, wide_ - em_));
        painter.fill({tried.x, tried.y, welcome_bar * em_, tried.h}, ui_.theme.accent);
        tried.take_left(em_);
        context_.targets.put("welcome try", tried);
        paragraph(painter, tried, try_this_, {.colour = ui_.theme.text, .size = size_.size});
        return chosen;
    }

private:
    Colour quiet() const { return mix(ui_.theme.muted, ui_.theme.text, 0.6F); }
    float text_height(std::string_view text, float wide) const {
        return paragraph(ui_.painter, {0, 0, wide, 1e5F}, text, {.colour = ui_.theme.text, .size = size_.size}, false);
    }
    void said(Rect& rest, std::string_view text, Colour ink) const {
        const Rect place = rest.take_top(text_height(text, wide_));
        paragraph(ui_.painter, place, text, {.colour = ink, .size = size_.size});
    }
    /// What the doors beside each other leave of the width.
    float spare() const {
        float left = wide_ - 2 * welcome_gap * em_;
        for (const WelcomeDoor& door : welcome_doors) left -= button_width(ui_, door.title, {});
        return left;
    }
    float height() const {
        float high = welcome_title * em_ + text_height(texts::sheets::welcome_text, wide_) + welcome_text_gap * em_;
        if (size_.row) high += welcome_door * em_;
        for (const WelcomeDoor& door : welcome_doors) {
            if (size_.row) break;
            high += (welcome_door + welcome_gap) * em_;
            if (size_.texts) high += 0.3F * em_ + text_height(door.text, wide_);
        }
        if (!try_this_.empty()) high += welcome_text_gap * em_ + text_height(try_this_, wide_ - em_);
        return high;
    }

    ViewContext& context_;
    Ui& ui_;
    const float em_, wide_;
    const std::string& try_this_;
    WelcomeSize size_ = sizes_over_view.back();
};

/// The user does something outside of the card. A button does its work when it is let go, in the place where it is now;
/// a key that means nothing is no act.
bool acts_elsewhere(const Input& input, const Rect& card) {
    if (!input.dropped.empty() || (input.typing && !input.characters.empty())) return true;
    for (const KeyPress& press : input.keys)
        if (press.key == Key::escape || press.key == Key::enter || press.key == Key::space) return true;
    const bool let_go = std::ranges::find(input.went_up, true) != input.went_up.end();
    return !card.contains(input.mouse) && (let_go || input.wheel.y != 0);
}

}  // namespace

Rect take_welcome_column(const Ui& ui, Rect& view) {
    if (view.w < (welcome_column + welcome_least_view) * ui.em) return {};
    return view.take_right(std::round(welcome_column * ui.em));
}

Welcome draw_welcome(ViewContext& context, const Rect& column, const Rect& view, const std::string& try_this,
                     bool key_acts) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Rect around = (column.w > 0 ? column : view).inset(welcome_margin * em);
    const float wide = column.w > 0 ? around.w : std::min(around.w, welcome_widest * em);
    WelcomePainter card(context, wide - 2 * welcome_pad * em, try_this);
    const std::span<const WelcomeSize> sizes =
        column.w > 0 ? std::span<const WelcomeSize>(sizes_of_column) : std::span<const WelcomeSize>(sizes_over_view);
    const float high = card.choose(around.h - 2 * welcome_pad * em, sizes) + 2 * welcome_pad * em;
    const Rect place = Rect{column.w > 0 ? around.x : around.centre().x - wide / 2,
                            column.w > 0 ? around.y : around.bottom() - high, wide, high}
                           .snapped();
    static_cast<void>(region(ui, "welcome", place));  // what lies below it is not under the mouse
    context.targets.put("welcome", place);
    ui.painter.fill(place, ui.theme.panel, 0.6F * em);
    ui.painter.stroke(place, ui.theme.accent, 1.5F, 0.6F * em);
    ui.painter.push_clip(place);
    const Welcome chosen = card.draw(place.inset(welcome_pad * em));
    ui.painter.pop_clip();
    if (chosen != Welcome::none) return chosen;
    return key_acts || acts_elsewhere(ui.input, place) ? Welcome::explore : Welcome::none;
}

}  // namespace glassformer
