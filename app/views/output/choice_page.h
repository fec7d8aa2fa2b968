// Page of the predictions at one position: the path from logits to percentages, the curve of all by rank with top-k and
// top-p, and the next random draw; for masked words the top predictions at every position; for classes their
// probabilities.
#pragma once

#include <array>
#include <string>

#include "app/views/output/operation_card.h"
#include "app/views/output/page.h"

namespace glassformer {

class ChoicePage final : public OutputPage {
public:
    void draw(ViewContext& context, Rect area, OutputState& state) override;
    float least_height(ViewContext& context, float width, OutputState& state) const override;
    bool notices_end() const override { return true; }

private:
    void cards(ViewContext& context, Rect area, OutputState& state, int row, const std::string& title);
    void positions(ViewContext& context, const Rect& area, OutputState& state);

    static constexpr int best = 3;
    OperationCard operation_;
    std::uint64_t generation_ = 0;
    std::vector<std::vector<Candidate>> best_;  // per position, for `generation_`
};

/// Draws the table of candidates of a row, which can be hovered over, clicked and pinned; used by all modes.
void draw_candidate_card(ViewContext& context, const Rect& area, OutputState& state, int row, bool cut,
                         const std::string& title, const std::string& note = "");
/// Draws the tokens kept after a row as a line from 0 to 1, and the random number of the next draw; with greedy
/// decoding there is no number.
void draw_number_card(ViewContext& context, const Rect& area, OutputState& state, int row, const char* title);
float number_card_height(const OutputState& state);  // em
/// Draws a sentence in the middle of the area, in place of a page.
void say(Ui& ui, const Rect& area, const std::string& sentence);

}  // namespace glassformer
