#include "app/views/shared/set_switch.h"

#include <fmt/core.h>

#include <utility>

#include "app/views/shared/edits_that_fit.h"
#include "app/views/shared/texts.h"
#include "core/base/error.h"
#include "core/model/model.h"
#include "core/model/patched_model.h"
#include "core/session/intervention.h"

namespace glassformer {

Inputs with_edits_that_fit(ViewContext& context, Inputs inputs, const Model& changed) {
    std::vector<Edit> kept = edits_that_fit(*context.shown.current, inputs.edits, changed.config);
    const std::size_t dropped = inputs.edits.size() - kept.size();
    if (dropped == 1) context.notice = texts::shared::edit_dropped;
    if (dropped > 1) context.notice = fmt::format(texts::shared::edits_dropped, dropped);
    inputs.edits = std::move(kept);
    return inputs;
}

Inputs switched_inputs(ViewContext& context, const std::shared_ptr<const Model>& original,
                       const ArchitectureSwitch& what, const std::string& value) {
    const int tokens = static_cast<int>(context.shown.current->tokens().size());
    Inputs inputs = with_switch(original, context.session.inputs(), what, value, tokens);
    const auto changed = patched_model(original, inputs.architecture);
    return with_edits_that_fit(context, std::move(inputs), *changed);
}

Inputs reverted_inputs(ViewContext& context, const std::shared_ptr<const Model>& original, const std::string& key) {
    const Inputs all = context.session.inputs();
    Inputs inputs = without_key(all, key);
    std::shared_ptr<const Model> changed;
    const auto works = [&](const Inputs& candidate) {
        try {
            changed = patched_model(original, candidate.architecture);
            return true;
        } catch (const Error&) {
            return false;
        }
    };
    if (!works(inputs)) {
        Inputs fewer = inputs;
        for (const Intervention& other : interventions(inputs, context.shown.current->trace())) {
            if (other.edit >= 0) break;
            fewer = without_key(inputs, other.key);
            if (works(fewer)) break;
        }
        inputs = works(fewer) ? fewer : without_interventions(inputs);
        if (!works(inputs)) return inputs;
    }
    return with_edits_that_fit(context, std::move(inputs), *changed);
}

}  // namespace glassformer
