// The mark beside the open model's name: whether it computes what another program computed from the same weights
// (core/analysis/model_check.h). The comparison runs beside the frames, once for each model that is opened.
#pragma once

#include <memory>
#include <string>

#include "app/views/shared/context.h"
#include "core/analysis/model_check.h"
#include "core/base/latest.h"

namespace glassformer {

class ReferenceBadge {
public:
    enum class State : std::uint8_t {
        none,  // the program made the model itself: there is nothing to compare with
        not_checked,
        checking,
        equal,
        differs,
        refused,  // there is a reference, but not one of this model
    };

    /// Once a frame: begins the comparison where another model is open.
    void follow(ViewContext& context);
    State state() const;
    /// "Equal to the reference …"; "" of none.
    std::string sentence() const;
    /// "equal", for scripts.
    std::string name() const;
    /// Pixels that draw() takes; 0 of none.
    float width(const Ui& ui) const;
    void draw(Ui& ui, const Rect& area) const;

private:
    std::weak_ptr<const Model> model_;
    State unchecked_ = State::none;  // of a model that is not compared
    int seen_ = 0;                   // models
    Latest<int, ModelCheck> check_;  // by the model's number
};

}  // namespace glassformer
