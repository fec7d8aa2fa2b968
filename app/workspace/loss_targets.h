// The target of the loss that the user wrote for each model and text: it comes back with them, whichever model is
// opened meanwhile.
#pragma once

#include <map>
#include <string>

#include "app/files/session_file.h"
#include "core/session/inputs.h"

namespace glassformer {

class LossTargets {
public:
    /// Takes down the target of these inputs, or that its field was emptied.
    void note(const Inputs& now);
    /// The inputs with the target that was written for them, where they have none.
    Inputs completed(Inputs inputs) const;
    /// Those of a session file, by Inputs::model.
    const std::map<std::string, LossTarget>& all() const { return all_; }
    void replace(std::map<std::string, LossTarget> all) { all_ = std::move(all); }

private:
    std::map<std::string, LossTarget> all_;
};

}  // namespace glassformer
