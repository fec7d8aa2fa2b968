// The numbers of the page on a batch, as lessons read them.
#include "app/views/experiments/batch/page.h"

namespace glassformer {

std::vector<NamedNumber> BatchPage::numbers() const {
    const BatchMade* now = made();
    if (now == nullptr) return {};
    const BatchBothWays& both = now->both;
    const PositionInBatch& at = chosen()[static_cast<std::size_t>(query_)];
    return {{"texts", static_cast<double>(now->words.size())},
            {"length", static_cast<double>(both.length)},
            {"padding", static_cast<double>(both.padding)},
            {"labels", static_cast<double>(both.labels)},
            {"loss", both.loss},
            {"passes", static_cast<double>(both.passes)},
            {"flop", both.flop},
            {"flop_of_beginnings", both.flop_of_beginnings},
            {"flop_of_cache", both.flop_of_cache},
            {"difference_beginnings", both.by_beginnings},
            {"difference_cache", both.by_cache},
            {"position", static_cast<double>(query_ + 1)},
            {"loss_at_position", at.loss},
            {"cached_rows", static_cast<double>(at.kept)}};
}

}  // namespace glassformer
