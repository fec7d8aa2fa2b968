#include "core/model/trained_sizes.h"

#include <algorithm>

#include "core/model/config.h"

namespace glassformer {

namespace {

/// The first blocks of the trained ones; of one block that is applied again and again, some numbers of times.
std::vector<int> depths(int trained, bool shared) {
    std::vector<int> values = shared ? std::vector{1, 2, 3, 4, 6, 8} : std::vector<int>{};
    if (!shared)
        for (int depth = 1; depth <= trained; ++depth) values.push_back(depth);
    else if (!std::ranges::binary_search(values, trained))
        values.insert(std::ranges::upper_bound(values, trained), trained);
    return values;
}

}  // namespace

std::vector<int> block_counts(const ModelConfig& original, const ModelConfig& changed) {
    return depths(original.n_layers, changed.shared_layers);
}
std::vector<int> decoder_block_counts(const ModelConfig& original, const ModelConfig& changed) {
    return depths(original.n_decoder_layers, changed.shared_layers);
}
std::vector<int> head_counts(const ModelConfig& original, const ModelConfig&) {
    constexpr int most = 16;
    const int width = original.n_heads * original.d_head, of_keys = original.n_kv_heads * original.d_head;
    std::vector<int> values;
    for (int heads = 1; heads <= std::max(most, original.n_heads); ++heads)
        if ((heads <= most || heads == original.n_heads) && width % heads == 0 && of_keys % (width / heads) == 0)
            values.push_back(heads);
    return values;
}

}  // namespace glassformer
