// Answers that no training asked for: which rows they are, and the sentence that says so wherever answers are shown.
#pragma once

#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "core/session/session.h"

namespace glassformer {

struct Untrained {
    std::vector<bool> rows;  // of the logits; empty: all were trained
    std::string why;         // "The model was trained to predict only at “it”; …"; "" where all were
    bool at(int row) const {
        return row >= 0 && row < static_cast<int>(rows.size()) && rows[static_cast<std::size_t>(row)];
    }
};
Untrained untrained(const Evaluation& evaluation);

class Page;
struct HeatPanel;
/// Those of the record shown, where it is the logits or the probabilities; their sentence, and what of the text the
/// model does not know, take the last lines of `area`.
Untrained untrained_shown(Page& page, Rect& area);
/// A gray bar in front of each of these rows; its cells keep their colours.
void grey_rows(HeatPanel& panel, const Untrained& untrained);

}  // namespace glassformer
