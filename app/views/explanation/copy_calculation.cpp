#include "app/views/explanation/copy_calculation.h"

#include "app/views/explanation/arithmetic.h"

namespace glassformer {

void copy_calculation(ViewContext& context, const Focus& focus, const std::string& what) {
    const Evaluation& evaluation = *context.shown.current;
    const CellRef cell = focus.explained(evaluation.trace(), context.cursor);
    if (!cell) {
        context.notice = "Select a " + what + " first, then copy the calculation";
        return;
    }
    context.ui.platform.set_clipboard(text(arithmetic_of(evaluation, cell, 1 << 20)));
    context.notice = "Copied the calculation for this " + what;
}

}  // namespace glassformer
