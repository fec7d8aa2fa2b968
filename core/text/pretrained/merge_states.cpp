#include "core/text/pretrained/merge_states.h"

#include <algorithm>
#include <limits>

namespace glassformer {

MergeStates::MergeStates(const BpeSteps& steps)
    : joined_at_(steps.start.size(), std::numeric_limits<std::size_t>::max()) {
    std::vector<std::size_t> heads;  // the start symbol that each symbol begins with
    for (const BpeSteps::Symbol& symbol : steps.start) {
        heads.push_back(start_.size());
        start_.push_back(symbol.id);
    }
    for (const BpeSteps::Merge& merge : steps.merges) {
        joined_at_[heads[merge.at + 1]] = joins_.size();
        joins_.push_back({heads[merge.at], merge.result});
        heads.erase(heads.begin() + static_cast<std::ptrdiff_t>(merge.at) + 1);
    }
}

std::vector<MergeStates::Symbol> MergeStates::after(std::size_t count) const {
    count = std::min(count, joins_.size());
    std::vector<int> ids = start_;
    for (std::size_t i = 0; i < count; ++i) ids[joins_[i].left] = joins_[i].result;
    std::vector<Symbol> symbols;
    for (std::size_t i = 0; i < start_.size(); ++i) {
        if (joined_at_[i] < count)
            symbols.back().last = i;
        else
            symbols.push_back({ids[i], i, i});
    }
    return symbols;
}

}  // namespace glassformer
