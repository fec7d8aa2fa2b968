// Sets a switch of the architecture in the window: the inputs, the edits that lose their cells, and what is said of it.
// The sheet of changes and the keys that turn a part off and on share it.
#pragma once

#include <memory>
#include <string>

#include "app/views/shared/architecture_switches.h"
#include "app/views/shared/context.h"

namespace glassformer {

struct Model;

/// `inputs` with only the edits that `changed`, the model of its architecture, has cells for; the window's notice says
/// how many were left out.
Inputs with_edits_that_fit(ViewContext& context, Inputs inputs, const Model& changed);

/// The inputs of the window with the switch at a value, without the edits that lose their cells. Throws Error where
/// with_switch() does. `original`: the model without a changed architecture.
Inputs switched_inputs(ViewContext& context, const std::shared_ptr<const Model>& original,
                       const ArchitectureSwitch& what, const std::string& value);

/// The inputs of the window without this change of the architecture, and without what the weights hold only together
/// with it.
Inputs reverted_inputs(ViewContext& context, const std::shared_ptr<const Model>& original, const std::string& key);

}  // namespace glassformer
