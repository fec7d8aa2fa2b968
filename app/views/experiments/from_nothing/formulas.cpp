// How a number of the page's matrices comes about, with the numbers in it, as its tooltip says it.
#include <fmt/core.h>

#include <cmath>

#include "app/views/experiments/from_nothing/page.h"
#include "app/views/experiments/from_nothing/printed.h"
#include "app/views/experiments/from_nothing/texts.h"

namespace glassformer {

namespace {

namespace strings = texts::from_nothing;

std::string digits(double entry, int decimals) { return cell_number(entry, decimals); }

/// "0.30 · −0.60 + 1.20 · 0.90"
PrintedCalculation sum_of_products(const float* a, int a_stride, const float* b, int b_stride, int count,
                                   int decimals) {
    PrintedCalculation made;
    for (int i = 0; i < count; ++i) {
        const auto left = static_cast<double>(a[i * a_stride]), right = static_cast<double>(b[i * b_stride]);
        made.text += (i == 0 ? "" : " + ") + digits(left, decimals) + " · " + digits(right, decimals);
        made.value += printed_as(left, decimals) * printed_as(right, decimals);
    }
    return made;
}

const float* row_at(const Tensor& tensor, int row) { return tensor.view().row(static_cast<std::size_t>(row)); }

}  // namespace

std::string FromNothingPage::formula_of(const std::string& matrix, int row, int col, double value) const {
    const bool maps = parameters() == Parameters::maps;
    const Tensor& x = averages() ? three_.x : attention_.x;
    const auto products = [&](const float* a, int a_stride, const float* b, int b_stride, int count) {
        return printed_equation(
            value, [&](int decimals) { return sum_of_products(a, a_stride, b, b_stride, count, decimals); });
    };
    if (matrix == "x") {
        const int position = averages() ? col : row, entry = averages() ? row : col;
        if (!values().on("positions")) return strings::of_plane;
        const std::vector<int> order = order_of(tokens(), values().whole("order"));
        const TokenPoint& point = points_[static_cast<std::size_t>(order[static_cast<std::size_t>(position)])];
        const auto embedding = static_cast<double>(entry == 0 ? point.x : point.y);
        const std::string sum = printed_equation(value, [&](int decimals) {
            return PrintedCalculation{
                .text = digits(embedding, decimals) + " + " + digits(value - embedding, decimals),
                .value = printed_as(embedding, decimals) + printed_as(value - embedding, decimals)};
        });
        return fmt::format(strings::with_position, sum);
    }
    if (matrix.starts_with("w_"))
        return random_maps() ? fmt::format(strings::drawn_at_random, values().whole("seed")) : std::string();
    if (matrix == "q" || matrix == "k" || matrix == "v") {
        const Tensor& w = matrix == "q" ? attention_.w_q : matrix == "k" ? attention_.w_k : attention_.w_v;
        return products(row_at(x, row), 1, w.data.data() + col, w.shape.cols(), x.shape.cols());
    }
    if (matrix == "scores") {
        if (averages() && row == 0) return strings::mean_scores;
        if (averages() && row != ThreeAverages::of_query)
            return fmt::format(strings::drawn_at_random, values().whole("seed"));
        const std::array<float, 2> single{query_point_.x, query_point_.y};
        const float* query = averages() ? single.data() : row_at(maps ? attention_.q : x, row);
        return products(query, 1, row_at(averages() || !maps ? x : attention_.k, col), 1, x.shape.cols());
    }
    if (matrix == "weights") {
        const float* score = row_at(scores(), row);
        return printed_equation(value, [&](int decimals) {
            std::string sum;
            double all = 0;
            for (int j = 0; j < tokens(); ++j) {
                const auto each = static_cast<double>(score[j]);
                sum += (j == 0 ? "" : " + ") + fmt::format(strings::exponential, digits(each, decimals));
                all += std::exp(printed_as(each, decimals));
            }
            const auto own = static_cast<double>(score[col]);
            return PrintedCalculation{
                .text = fmt::format(strings::exponential, digits(own, decimals)) + " / (" + sum + ")",
                .value = std::exp(printed_as(own, decimals)) / all};
        });
    }
    if (matrix == "outputs") {
        const Tensor& v = averages() || !maps ? x : attention_.v;
        return products(row_at(weights(), row), 1, v.data.data() + col, v.shape.cols(), tokens());
    }
    return strings::of_first_order;
}

}  // namespace glassformer
