// Bar at the top: model, text, undo and redo, compute device and time, theme and text size. Typing evaluates at once;
// continuous typing is one step for undo.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/bars/reference_badge.h"
#include "app/bars/token_borders.h"
#include "app/views/shared/commands.h"
#include "app/views/shared/context.h"
#include "app/views/shared/input_field.h"
#include "core/generate/next_token.h"

namespace glassformer {

class TopBar {
public:
    /// Height in pixels: two rows if the window is too narrow for one, or its text is large, and it is high enough for
    /// two. The second has the texts.
    static float height(const ViewContext& context);
    /// Of the texts alone, and those: what is presented says what it is of.
    static float sentence_height(const Ui& ui);
    void draw_sentence(ViewContext& context, const Rect& area);
    /// Draws the bar; returns the command of the clicked button. `timed`: shows the time of the computation; without it
    /// the same inputs make the same picture.
    std::optional<Command> draw(ViewContext& context, const Rect& area, std::span<const ModelChoice> models,
                                bool timed = true);
    void focus_text(Ui& ui) const;
    const ReferenceBadge& reference() const { return reference_; }

private:
    void texts_with_answer(ViewContext& context, Rect place);
    void text_input(ViewContext& context, std::string_view id, const Rect& rect, InputField& field,
                    std::string Inputs::*text, std::string_view placeholder, float reserved);
    struct AnswerRoom {
        float all = 0, arrow = 0, wide = 0, number = 0;  // pixels; all: 0 where nothing is shown
        std::string word{}, share{};
    };
    AnswerRoom answer_room(ViewContext& context, const Rect& field, const std::string& text);
    void draw_answer(ViewContext& context, const Rect& field, const AnswerRoom& answer) const;
    static bool is_certain(const Evaluation& evaluation);
    float picker_width(const ViewContext& context, std::span<const ModelChoice> models, float room) const;
    bool changes_chip(ViewContext& context, Rect& bar, const std::function<Rect(const Rect&)>& place) const;
    bool model_picker(ViewContext& context, const Rect& rect, std::span<const ModelChoice> models) const;

    std::vector<RankedAnswer> answers_;  // the first one
    std::uint64_t answers_of_ = 0;       // generation
    bool certain_ = true;                // they may be shown with their probability
    InputField text_, target_;
    TokenBorders text_borders_, target_borders_;
    InputField::Typing typing_;
    ReferenceBadge reference_;
};

}  // namespace glassformer
