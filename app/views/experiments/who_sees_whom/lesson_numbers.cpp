// The numbers of the page on masks, as lessons read them.
#include "app/views/experiments/who_sees_whom/page.h"

namespace glassformer {

std::vector<NamedNumber> WhoSeesWhomPage::numbers() const {
    if (reach_.tokens() == 0) return {};
    const auto n = static_cast<double>(reach_.tokens());
    std::vector<NamedNumber> all{{"tokens", n},
                                 {"layers", static_cast<double>(reach_.layers())},
                                 {"token", static_cast<double>(token() + 1)},
                                 {"pairs", static_cast<double>(reach_.pairs())},
                                 {"dense_pairs", n * n},
                                 {"causal_pairs", static_cast<double>(causal())},
                                 {"reached_pairs", static_cast<double>(reach_.reached())},
                                 {"within_reach", static_cast<double>(within_reach())}};
    for (int layer = 1; layer <= reach_.layers(); ++layer)
        all.push_back({"reach_" + std::to_string(layer), static_cast<double>(reach_.count(token(), layer))});
    if (swept_ && !swept_->points.empty() && swept_->done())
        all.push_back({"pairs_at_" + std::to_string(swept_->points.back().n), swept_->points.back().mask});
    return all;
}

}  // namespace glassformer
