#include "app/views/explanation/copy_calculation.h"

#include <fmt/core.h>

#include "app/views/explanation/arithmetic.h"
#include "app/views/explanation/texts.h"

namespace glassformer {

void copy_calculation(ViewContext& context, const Focus& focus, const std::string& what) {
    const Evaluation& evaluation = *context.shown.current;
    const CellRef cell = focus.explained_or_example(evaluation.trace(), context.cursor);
    if (!cell) {
        context.notice = fmt::format(texts::explanation::select_to_copy, what);
        return;
    }
    context.ui.platform.set_clipboard(text(arithmetic_of(evaluation, cell, 1 << 20)));
    context.notice = fmt::format(texts::explanation::calculation_copied, what);
}

}  // namespace glassformer
