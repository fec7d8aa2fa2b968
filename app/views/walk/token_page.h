// The walk's page of one token on its way through an MLP (app/pictures/story/token_path.h), in place of the canvas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/pictures/story/token_path_picture.h"
#include "app/views/shared/context.h"
#include "app/views/walk/page.h"

namespace glassformer {

class TokenPage final : public WalkPage {
public:
    TokenPage() : WalkPage(Zoom::token) {}
    /// The state wants it and the cursor is at a stage of an MLP with room for it: else the stage is shown.
    bool shows(ViewContext& context, const Rect& area, const Rect& whole, WalkState& state) override;
    void forget() override { opened_at_ = nullptr; }
    void draw(ViewContext& context, const Rect& area, WalkState& state) override;
    bool takes(Command command) const override { return moves_rows(command); }
    void run(Command command, ViewContext& context, WalkState& state) override;
    /// At the cursor's MLP, else the nearest one; says where there is none.
    static void open(ViewContext& context, WalkState& state);
    /// Neurons by the size of their activations, or in their order.
    void sort(bool on) { largest_first_ = on; }
    bool sorted() const { return largest_first_; }
    /// What lies under the mouse, as its tooltip says it; "" for nothing.
    const std::string& tooltip_text() const { return tooltip_; }
    bool draw_page(Painter& painter, const Rect& page, const Evaluation& evaluation,
                   const Cursor& cursor) const override;

private:
    /// The stage that says where the largest neuron comes from.
    void open_largest(ViewContext& context, WalkState& state) const;
    /// To the token above or below.
    static void move(ViewContext& context, int by);
    float buttons(ViewContext& context, const Rect& page, WalkState& state);
    void click(ViewContext& context, WalkState& state, const TokenPathHit& hit) const;

    std::optional<TokenPath> path_;
    TokenRow row_;
    std::uint64_t path_of_ = 0;  // generation, and …
    int record_ = -1, token_ = -1;
    const Stage* opened_at_ = nullptr;  // the stage of the last frame: a step to another one leaves the page
    bool largest_first_ = false, two_lines_ = false;
    float share_ = 1;  // of the text size, where large text leaves the picture no room
    Rect fitted_;      // area that the share is for, and …
    float fitted_em_ = 0;
    int refusals_ = 0;  // frames without room, one after the other
    PathLayout layout_;
    Rect laid_out_;  // page of the layout, and …
    float laid_out_em_ = 0, laid_out_beside_ = 0;
    bool laid_out_lines_ = false;
    std::string tooltip_;
};

}  // namespace glassformer
