// Page of direct logit attribution: what embedding, heads, MLPs and biases add to a logit, as a waterfall chart.
#pragma once

#include <string>

#include "app/views/output/operation_card.h"
#include "app/views/output/page.h"
#include "core/analysis/contributions.h"

namespace glassformer {

class ContributionsPage final : public OutputPage {
public:
    void draw(ViewContext& context, Rect area, OutputState& state) override;
    void describe(State& state) const override { state.add("contributions", sum()); }
    ViewValues save() const override;
    void load(const ViewValues& values) override;

private:
    /// Sum of the contributions shown; "" where there are none.
    std::string sum() const;
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
