// The answer at one position: all candidates with their numbers, the sorted curve with its cut, the number that the
// next draw would fall on; for masked words what every position holds likely; for classes their probabilities.
#pragma once

#include <array>
#include <string>

#include "app/views/output/operation_card.h"
#include "app/views/output/state.h"

namespace glassformer {

class ChoicePage {
public:
    void draw(ViewContext& context, Rect area, OutputState& state);
    /// Pixels below which its parts would not be seen whole; the page is scrolled then.
    float min_height(ViewContext& context, float width) const;

private:
    void cards(ViewContext& context, Rect area, OutputState& state, int row, const std::string& title);
    void positions(ViewContext& context, const Rect& area, OutputState& state);

    static constexpr int best = 3;
    OperationCard operation_;
    std::uint64_t generation_ = 0;
    std::vector<std::vector<Candidate>> best_;  // of each position, for `generation_`
};

/// The table of candidates of a row as something to hover, click and lock; used by all modes.
void draw_candidate_card(ViewContext& context, const Rect& area, OutputState& state, int row, bool cut,
                         const std::string& title, const std::string& note = "");
/// What can be chosen after a row as a line from 0 to 1, and the number that the next draw would fall on; without one
/// where the most likely token is taken.
void draw_number_card(ViewContext& context, const Rect& area, OutputState& state, int row, const char* title);
float number_card_height(const OutputState& state);  // em
/// Why there is nothing to choose, in the middle of the area.
void say(Ui& ui, const Rect& area, const std::string& sentence);

}  // namespace glassformer
