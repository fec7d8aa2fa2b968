// Explanation panel at the right of a view: title and formula of the stage, the arithmetic of one cell with its real
// numbers, a sentence about the stage, and statistics of the slice shown.
#pragma once

#include "app/pictures/board/memory.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/explanation/derivative_checker.h"
#include "app/views/explanation/look_at.h"
#include "app/views/explanation/loss_summary.h"
#include "app/views/explanation/page_text.h"
#include "app/views/explanation/statistics.h"
#include "app/views/shared/focus.h"

namespace glassformer {

class PanelWriter;

class ExplanationPanel {
public:
    /// `keys`: ends with the keyboard shortcuts of the walk.
    explicit ExplanationPanel(bool keys = false) : keys_(keys) {}

    /// `page`: what is drawn beside the panel, explained above the stage at the cursor; null: that stage's picture.
    void draw(ViewContext& context, const Rect& area, Focus& focus, const PageText* page = nullptr);
    /// Draws the panel at the right of the area, as wide as the user set it; returns the rest of the area: all of it
    /// where the panel is hidden, or where it would leave too little to the picture (`narrow`).
    Rect draw_beside(ViewContext& context, const Rect& area, Focus& focus, bool& narrow,
                     const PageText* page = nullptr);
    /// Checks the gradient that the panel explains by finite differences; a notice where there is none.
    void check_derivative(ViewContext& context, const Focus& focus);
    /// Shows all terms of the sum that the panel explains, or only the largest again; a notice where it explains none.
    void toggle_all_terms(ViewContext& context);
    /// State and result of the check of the cell that is explained.
    DerivativeChecker::Answer checked() const { return checker_.answer(generation_, explained_); }

private:
    /// Writes the arithmetic of a cell, with as many terms as keep the card within `room` pixels where possible.
    void explain(const Evaluation& evaluation, const CellRef& cell, const PanelWriter& writer, float room);

    /// Colour scale of the stage in its picture; kept until another stage, head or evaluation is shown.
    const HeatStyle& scale(Painter& painter, const Evaluation& evaluation, int record, int head);

    struct ScaleOf {
        std::uint64_t generation = 0;
        int record = -1, head = -1;
        bool operator==(const ScaleOf&) const = default;
    };
    /// The cell that is explained while none is chosen: the one that what to look at is about, where it is about one.
    CellRef example_of(const Evaluation& evaluation, const Cursor& cursor);
    /// Kept until another run or cell: of the chosen cell's row, else of the example's.
    const LookAt& look_of(const Evaluation& evaluation, const Cursor& cursor);
    void backward_pass(ViewContext& context, PanelWriter& writer, const Focus& focus);

    bool keys_;
    std::string labels_;       // written in the field
    std::string labels_seen_;  // of the inputs, when the field was filled
    DerivativeChecker checker_;
    LossSummary loss_;
    std::uint64_t loss_of_ = 0;
    ScaleOf scale_of_;
    HeatStyle scale_;
    StatisticsMemory statistics_;
    PictureMemory memory_;
    Arithmetic arithmetic_;
    CellRef explained_;
    CellRef all_terms_of_;  // the cell whose sum is written to its end; else the largest terms are shown
    TermSort sort_ = TermSort::size;  // … in this order
    std::uint64_t generation_ = 0;
    float room_ = 0;
    LookAt look_;
    CellRef look_cell_, example_;
    ScaleOf example_of_;
    TermWidths widths_;
    std::uint64_t look_generation_ = 0;
};

}  // namespace glassformer
