// How a number of the page's matrices comes about, with the numbers in it, as its tooltip says it.
#include <fmt/core.h>

#include <algorithm>

#include "app/views/experiments/from_nothing/page.h"
#include "app/views/experiments/from_nothing/texts.h"

namespace glassformer {

namespace {

namespace say = texts::from_nothing;

std::string digits(float entry) { return cell_number(static_cast<double>(entry)); }

/// "0.30 · −0.60 + 1.20 · 0.90"
std::string sum_of_products(const float* a, int a_stride, const float* b, int b_stride, int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? "" : " + ") + digits(a[i * a_stride]) + " · " + digits(b[i * b_stride]);
    return text;
}

const float* row_at(const Tensor& tensor, int row) { return tensor.view().row(static_cast<std::size_t>(row)); }

}  // namespace

std::string FromNothingPage::formula_of(const std::string& matrix, int row, int col) const {
    const bool maps = parameters() == Parameters::maps;
    const Tensor& x = averages() ? three_.x : attention_.x;
    if (matrix == "x") {
        const int position = averages() ? col : row, entry = averages() ? row : col;
        if (!values().on("positions")) return say::of_plane;
        const std::vector<int> order = order_of(tokens(), values().whole("order"));
        const TokenPoint& point = points_[static_cast<std::size_t>(order[static_cast<std::size_t>(position)])];
        const float embedding = entry == 0 ? point.x : point.y;
        return fmt::format(say::with_position, digits(embedding), digits(row_at(x, position)[entry] - embedding));
    }
    if (matrix.starts_with("w_"))
        return random_maps() ? fmt::format(say::drawn_at_random, values().whole("seed")) : std::string();
    if (matrix == "q" || matrix == "k" || matrix == "v") {
        const Tensor& w = matrix == "q" ? attention_.w_q : matrix == "k" ? attention_.w_k : attention_.w_v;
        return "= " + sum_of_products(row_at(x, row), 1, w.data.data() + col, w.shape.cols(), x.shape.cols());
    }
    if (matrix == "scores") {
        if (averages() && row == 0) return say::mean_scores;
        if (averages() && row != ThreeAverages::of_query)
            return fmt::format(say::drawn_at_random, values().whole("seed"));
        const std::array<float, 2> single{query_point_.x, query_point_.y};
        const float* query = averages() ? single.data() : row_at(maps ? attention_.q : x, row);
        return "= " + sum_of_products(query, 1, row_at(averages() || !maps ? x : attention_.k, col), 1, x.shape.cols());
    }
    if (matrix == "weights") {
        const float* of = row_at(scores(), row);
        std::string sum;
        for (int j = 0; j < tokens(); ++j) sum += (j == 0 ? "" : " + ") + fmt::format(say::exponential, digits(of[j]));
        return "= " + fmt::format(say::exponential, digits(of[col])) + " / (" + sum + ")";
    }
    if (matrix == "outputs") {
        const Tensor& v = averages() || !maps ? x : attention_.v;
        return "= " + sum_of_products(row_at(weights(), row), 1, v.data.data() + col, v.shape.cols(), tokens());
    }
    return say::of_first_order;
}

}  // namespace glassformer
