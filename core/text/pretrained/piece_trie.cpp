#include "core/text/pretrained/piece_trie.h"

#include <algorithm>
#include <deque>
#include <numeric>

namespace glassformer {

PieceTrie::PieceTrie(const std::vector<std::string>& spellings) {
    std::vector<int> order(spellings.size());
    std::iota(order.begin(), order.end(), 0);
    const auto spelling = [&](std::size_t at) -> const std::string& {
        return spellings[static_cast<std::size_t>(order[at])];
    };
    std::ranges::stable_sort(
        order, {}, [&](int index) -> const std::string& { return spellings[static_cast<std::size_t>(index)]; });
    // The spellings below a node lie beside each other; the nodes of one depth are made after those of the one before.
    struct Below {
        std::uint32_t node;
        std::size_t begin, end, depth;
    };
    std::deque<Below> open{{0, 0, order.size(), 0}};
    while (!open.empty()) {
        Below below = open.front();
        open.pop_front();
        // What ends here comes first.
        for (; below.begin < below.end && spelling(below.begin).size() == below.depth; ++below.begin)
            if (below.depth > 0 && nodes_[below.node].spelling < 0) nodes_[below.node].spelling = order[below.begin];
        nodes_[below.node].first_child = static_cast<std::uint32_t>(nodes_.size());
        while (below.begin < below.end) {
            const char byte = spelling(below.begin)[below.depth];
            std::size_t end = below.begin;
            while (end < below.end && spelling(end)[below.depth] == byte) ++end;
            open.push_back({static_cast<std::uint32_t>(nodes_.size()), below.begin, end, below.depth + 1});
            nodes_.emplace_back();
            bytes_.push_back(static_cast<unsigned char>(byte));
            ++nodes_[below.node].children;
            below.begin = end;
        }
    }
}

std::uint32_t PieceTrie::child(std::uint32_t node, unsigned char byte) const {
    const Node& parent = nodes_[node];
    const auto first = bytes_.begin() + parent.first_child, last = first + parent.children;
    const auto found = std::lower_bound(first, last, byte);
    return found == last || *found != byte ? 0 : parent.first_child + static_cast<std::uint32_t>(found - first);
}

}  // namespace glassformer
