#include "core/positions/shift_map.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/base/error.h"
#include "core/ops/position_formulas.h"
#include "core/positions/apply.h"

namespace glassformer::positions {

void shift_map(const Settings& settings, int k, Tensor& out) {
    const PositionalKind& kind = *settings.kind;
    if (kind.added == nullptr || kind.frequencies == nullptr)
        throw Error("only sinusoidal positions are a linear map of each other, not those of the encoding " +
                    std::string(kind.name));
    const int appended = appended_columns(config_of(settings)), columns = appended > 0 ? appended : settings.d_model;
    if (columns % 2 != 0)
        throw Error("the last of " + std::to_string(columns) +
                    " columns is a sine without its cosine, so no matrix shifts it: the number must be even");
    const Axis axis = appended > 0 ? Axis::d_position : Axis::d_model;
    reshape(out, {{axis, columns}, {axis, columns}});
    std::fill(out.data.begin(), out.data.end(), 0.0F);
    const std::vector<double> of_pairs = frequencies(settings);
    for (std::size_t pair = 0; pair < of_pairs.size(); ++pair) {
        const double angle = k * of_pairs[pair];
        const auto cosine = static_cast<float>(std::cos(angle)), sine = static_cast<float>(std::sin(angle));
        // sin(a + φ) = cos φ sin a + sin φ cos a; cos(a + φ) = cos φ cos a - sin φ sin a.
        const auto [a, b] = rotary_pair(pair, columns, settings.layout);
        out.view().row(a)[a] = cosine;
        out.view().row(a)[b] = sine;
        out.view().row(b)[a] = -sine;
        out.view().row(b)[b] = cosine;
    }
}

double shift_map_error(const Tensor& table, const Tensor& map, int k) {
    const int rows = static_cast<int>(table.shape.rows()), columns = table.shape.cols();
    if (std::abs(k) >= rows)
        throw Error("the table has " + std::to_string(rows) + " rows: none is " + std::to_string(k) + " from another");
    double largest = 0;
    for (int i = std::max(0, -k); i < rows - std::max(0, k); ++i) {
        const float* p = table.view().row(static_cast<std::size_t>(i));
        const float* further = table.view().row(static_cast<std::size_t>(i + k));
        for (int c = 0; c < columns; ++c) {
            const float* m = map.view().row(static_cast<std::size_t>(c));
            double sum = 0;
            for (int e = 0; e < columns; ++e) sum += static_cast<double>(m[e]) * static_cast<double>(p[e]);
            largest = std::max(largest, std::abs(sum - static_cast<double>(further[c])));
        }
    }
    return largest;
}

}  // namespace glassformer::positions
