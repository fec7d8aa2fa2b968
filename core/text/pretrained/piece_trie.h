// All pieces that a text goes on with at one place, found in one pass over its bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

class PieceTrie {
public:
    PieceTrie() = default;

    /// Empty spellings are left out; of equal ones the first counts.
    explicit PieceTrie(const std::vector<std::string>& spellings);

    /// Calls found(index of the spelling, its length in bytes) for every spelling that `text` begins with, the shortest
    /// first.
    template <class Found>
    void each_prefix(std::string_view text, Found&& found) const {
        std::uint32_t node = 0;
        for (std::size_t length = 0; length < text.size();) {
            node = child(node, static_cast<unsigned char>(text[length]));
            if (node == 0) return;
            ++length;
            if (nodes_[node].spelling >= 0) found(nodes_[node].spelling, length);
        }
    }

private:
    struct Node {
        std::uint32_t first_child = 0, children = 0;  // beside each other, by their bytes
        int spelling = -1;
    };
    std::uint32_t child(std::uint32_t node, unsigned char byte) const;  // 0 where there is none

    std::vector<Node> nodes_{Node{}};
    std::vector<unsigned char> bytes_{0};  // that leads to each node
};

}  // namespace glassformer
