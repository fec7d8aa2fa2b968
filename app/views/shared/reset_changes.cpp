#include "app/views/shared/reset_changes.h"

#include <fmt/core.h>

#include "app/views/shared/texts.h"
#include "core/session/intervention.h"

namespace glassformer {

void reset_changes(ViewContext& context) {
    if (!context.shown.current) return;
    const Inputs& inputs = context.session.inputs();
    const std::size_t count = interventions(inputs, context.shown.current->trace()).size();
    if (count == 0) return;
    context.notice = count == 1 ? texts::shared::reverted_one : fmt::format(texts::shared::reverted_many, count);
    context.session.set(without_interventions(inputs));
}

}  // namespace glassformer
