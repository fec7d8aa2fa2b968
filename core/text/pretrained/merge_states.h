// The states that a piece passes through while byte-pair encoding merges its symbols, any of them in one pass.
#pragma once

#include <cstddef>
#include <vector>

#include "core/text/pretrained/subword_model.h"

namespace glassformer {

class MergeStates {
public:
    /// A symbol: the start symbols first … last, and its id.
    struct Symbol {
        int id;
        std::size_t first, last;
        bool operator==(const Symbol&) const = default;
    };

    MergeStates() = default;
    explicit MergeStates(const BpeSteps& steps);

    std::size_t merges() const { return joins_.size(); }
    /// The symbols after the first `count` merges, at most all of them.
    std::vector<Symbol> after(std::size_t count) const;
    /// The start symbol that the result of a merge begins with.
    std::size_t begin_of(std::size_t merge) const { return joins_[merge].left; }

private:
    struct Join {
        std::size_t left;  // index of the start symbol that the result begins with
        int result;
    };
    std::vector<int> start_;              // ids
    std::vector<std::size_t> joined_at_;  // by start symbol: the merge in which it becomes part of the one before it
    std::vector<Join> joins_;
};

}  // namespace glassformer
