#include "core/analysis/nearest_embeddings.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

std::vector<NearEmbedding> nearest_embeddings(ConstView embedding, int id, std::size_t count,
                                              const std::atomic<bool>& stopped) {
    const auto columns = static_cast<std::size_t>(embedding.shape.cols());
    const auto rows = static_cast<int>(embedding.shape.rows());
    if (id < 0 || id >= rows) return {};
    const auto dot = [columns](const float* a, const float* b) {
        double sum = 0;
        for (std::size_t i = 0; i < columns; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
        return sum;
    };
    const float* const own = embedding.row(static_cast<std::size_t>(id));
    const double length = std::sqrt(dot(own, own));
    const auto usable = [](double number) { return std::isfinite(number) && number > 0; };
    if (!usable(length)) return {};
    const auto nearer = [](const NearEmbedding& a, const NearEmbedding& b) { return a.cosine > b.cosine; };
    std::vector<NearEmbedding> nearest;  // a heap with the least of them in front
    for (int other = 0; other < rows; ++other) {
        if (stopped) return {};
        if (other == id) continue;
        const float* const row = embedding.row(static_cast<std::size_t>(other));
        const double its = std::sqrt(dot(row, row));
        if (!usable(its)) continue;
        const NearEmbedding found{other, dot(own, row) / (length * its)};
        if (nearest.size() == count && (count == 0 || !nearer(found, nearest.front()))) continue;
        nearest.push_back(found);
        std::ranges::push_heap(nearest, nearer);
        if (nearest.size() <= count) continue;
        std::ranges::pop_heap(nearest, nearer);
        nearest.pop_back();
    }
    std::ranges::sort_heap(nearest, nearer);
    return nearest;
}

}  // namespace glassformer
