#include "core/experiments/who_sees_whom.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/model/mask.h"

namespace glassformer {

Reach::Reach(const ReachSetting& setting) : tokens_(setting.tokens), layers_(setting.layers) {
    if (tokens_ < 1 || layers_ < 0) throw Error("reach needs at least one token and no fewer layers than 0");
    const std::size_t n = static_cast<std::size_t>(tokens_);
    sees_.resize(n * n);
    needed_.assign(n * n, -1);
    for (int query = 0; query < tokens_; ++query)
        for (int key = 0; key < tokens_; ++key) {
            if (!setting.mask.kind->sees(query, key, setting.mask.number)) continue;
            sees_[index(query, key)] = true;
            ++pairs_;
        }
    for (int query = 0; query < tokens_; ++query) {
        needed_[index(query, query)] = 0;
        std::vector<int> newest{query};
        for (int layer = 1; layer <= layers_ && !newest.empty(); ++layer) {
            std::vector<int> next;
            for (const int from : newest)
                for (int key = 0; key < tokens_; ++key) {
                    if (!sees_[index(from, key)] || needed_[index(query, key)] >= 0) continue;
                    needed_[index(query, key)] = layer;
                    next.push_back(key);
                }
            newest = std::move(next);
        }
    }
}

int Reach::count(int query, int layers) const {
    int found = 0;
    for (int key = 0; key < tokens_; ++key) {
        const int layer = needed(query, key);
        if (layer >= 0 && layer <= layers) ++found;
    }
    return found;
}

std::size_t Reach::reached() const {
    return static_cast<std::size_t>(std::ranges::count_if(needed_, [](int layer) { return layer >= 0; }));
}

double mask_pairs(const MaskConfig& mask, int tokens, const std::atomic<bool>& stopped) {
    double pairs = 0;
    for (int query = 0; query < tokens && !stopped; ++query)
        for (int key = 0; key < tokens; ++key)
            if (mask.kind->sees(query, key, mask.number)) ++pairs;
    return pairs;
}

}  // namespace glassformer
