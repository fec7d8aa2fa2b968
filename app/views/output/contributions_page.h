// Page of direct logit attribution: what embedding, heads, MLPs and biases add to a logit, as a waterfall chart.
#pragma once

#include <string>

#include "app/views/output/operation_card.h"
#include "app/views/output/state.h"
#include "core/analysis/contributions.h"

namespace glassformer {

class ContributionsPage {
public:
    void draw(ViewContext& context, Rect area, OutputState& state);
    /// Sum of the contributions shown; "" where there are none.
    std::string sum() const;
    bool less_the_runner_up() const { return difference_; }
    void set_less_the_runner_up(bool on) { difference_ = on; }

private:
    void follow(const Evaluation& evaluation, int row, int token, int against);

    std::uint64_t generation_ = 0;
    int row_ = -1, token_ = -1, against_ = -1;
    Contributions found_;
    OperationCard operation_;
    std::string error_;
    bool difference_ = false;  // minus the runner-up's logit
    int hovered_ = -1;
};

}  // namespace glassformer
