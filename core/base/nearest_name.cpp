#include "core/base/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace glassformer {

namespace {

constexpr std::size_t shortest_part = 3;  // letters that are looked for within a name

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

/// The shortest name for which `fits` is true; "" where there is none.
template <class Fits>
std::string shortest(std::span<const std::string> names, Fits&& fits) {
    const std::string* best = nullptr;
    for (const std::string& name : names)
        if (fits(name) && (best == nullptr || name.size() < best->size())) best = &name;
    return best != nullptr ? *best : "";
}

}  // namespace

std::string nearest_name(std::span<const std::string> names, std::string_view written) {
    if (written.size() >= shortest_part) {
        std::string begun = shortest(names, [&](const std::string& name) { return name.starts_with(written); });
        if (!begun.empty()) return begun;
    }
    std::string best;
    std::size_t least = std::max<std::size_t>(3, written.size() / 3);
    for (const std::string& name : names) {
        const std::size_t distance = edit_distance(name, written);
        if (distance >= least || distance >= written.size()) continue;
        least = distance;
        best = name;
    }
    if (!best.empty() || written.size() < shortest_part) return best;
    return shortest(names, [&](const std::string& name) { return name.find(written) != std::string::npos; });
}

}  // namespace glassformer
