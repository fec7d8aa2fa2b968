// Strip below the text: the tokens that the model reads, with their positions, in as many lines as they need; a long
// text scrolls. A token can be dragged to another position, edited in place and deleted; the text follows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/views/shared/context.h"
#include "app/views/walk/known_words.h"
#include "app/widgets/controls.h"

namespace glassformer {

enum class TokenAction : std::uint8_t { none, edit, move_left, move_right, erase };

class TokenStrip {
public:
    /// Height in pixels that the strip takes from the top of the area; the picture below keeps most of it.
    static float height(const ViewContext& context, const Rect& area);
    /// Clicking a token goes to its row where the stage shown has a row for each token of that text; a double click
    /// edits it. With the keyboard on it, Ctrl+Left and Ctrl+Right move it, Ctrl+Enter edits it, Del deletes it.
    void draw(ViewContext& context, const Rect& area);

    bool editing() const { return edited_ >= 0; }
    /// Has it done to the token that was clicked last, in the next frame; says so where none was.
    void ask(ViewContext& context, TokenAction action);
    /// Where the token that has the keyboard was drawn.
    std::optional<Rect> focused_chip() const { return focused_chip_; }
    /// Cancels dragging: the token stays at its position; false where none is dragged.
    bool drop();

private:
    struct Chip {
        int token;
        Rect rect;
    };
    void draw_tokens(ViewContext& context, const Rect& area, bool target);
    void draw_segment(ViewContext& context, const Chip& chip, float height) const;
    void draw_chip(ViewContext& context, const Chip& chip, const TokenLabel& token, bool numbers, bool chosen,
                   bool target);
    void drag(ViewContext& context, const Rect& area, const std::vector<Chip>& chips, bool target);
    static void direction_note(ViewContext& context, const Rect& area, const Rect& last);
    void move_by_key(ViewContext& context, bool target);
    void field(ViewContext& context, const Rect& area, const Rect& chip, bool target);
    void start_edit(ViewContext& context, int token, bool target);
    bool change(ViewContext& context, bool target, const std::function<std::string()>& text) const;
    void take_out(ViewContext& context, int token, bool target) const;

    int dragged_ = -1, edited_ = -1;   // tokens
    int selected_ = -1;                // the one that was clicked last
    bool selected_in_target_ = false;  // … and is one of the target
    TokenAction asked_ = TokenAction::none;
    std::optional<Rect> focused_chip_;
    bool in_target_ = false;              // … of the target
    bool dropped_ = false;                // … and not dragged again before the button is released
    std::pair<int, int> by_key_{-1, 0};   // a token and how far a key moves it
    std::optional<Cursor> before_click_;  // the cursor before a click chose a row
    std::string text_;                    // of the one that is edited
    KnownWords words_;                    // below it
    int revealed_[2] = {-1, -1};          // the chosen token that was last scrolled to, of the text and of the target
};

}  // namespace glassformer
