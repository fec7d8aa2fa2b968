#include "core/measures.h"

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <string_view>

#include "core/error.h"

namespace glassformer {

namespace {

Eigen::Map<const Eigen::ArrayXf> row(const ConstView& view, std::size_t r) {
    return {view.row(r), static_cast<Eigen::Index>(view.shape.cols())};
}

/// Sum and sum of squares, for means and deviations of many numbers.
struct Moments {
    double count = 0, sum = 0, squares = 0;
    void add(double value) { ++count, sum += value, squares += value * value; }
    /// Squared differences from the mean, summed.
    double deviation() const { return count > 0 ? std::max(0.0, squares - sum * sum / count) : 0; }
};

}  // namespace

std::vector<double> attention_entropy(const ConstView& weights) {
    const Shape& shape = weights.shape;
    if (shape.rank() != 3) throw Error("attention_entropy needs [head, query, key], got " + text(shape));
    std::vector<double> result;
    const auto queries = static_cast<std::size_t>(shape.size(1));
    for (std::size_t head = 0; head < static_cast<std::size_t>(shape.size(0)); ++head) {
        double sum = 0, seeing = 0;
        for (std::size_t query = 0; query < queries; ++query) {
            const float* of = weights.row(head * queries + query);
            double entropy = 0, all = 0;
            for (int key = 0; key < shape.cols(); ++key) {
                const auto p = static_cast<double>(of[key]);
                all += p;
                if (p > 0) entropy -= p * std::log(p);
            }
            if (all == 0) continue;
            sum += entropy;
            ++seeing;
        }
        result.push_back(seeing > 0 ? sum / seeing : 0);
    }
    return result;
}

double token_similarity(const ConstView& rows) {
    if (rows.shape.rank() != 2 || rows.shape.size(0) < 2)
        throw Error("token_similarity needs at least two rows [pos, d], got " + text(rows.shape));
    // The sum of all pairs' cosines is the squared length of the sum of the unit rows, less the rows with themselves.
    Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(rows.shape.cols());
    double count = 0;
    for (std::size_t r = 0; r < rows.shape.rows(); ++r) {
        const Eigen::ArrayXd of = row(rows, r).cast<double>();
        const double norm = std::sqrt(of.square().sum());
        if (norm == 0) continue;
        sum += of / norm;
        ++count;
    }
    if (count < 2) throw Error("token_similarity needs at least two rows that are not zero");
    return (sum.square().sum() - count) / (count * (count - 1));
}

double toeplitz_spread(const ConstView& map) {
    if (map.shape.rank() != 2) throw Error("toeplitz_spread needs a map [query, key], got " + text(map.shape));
    const int queries = map.shape.size(0), keys = map.shape.size(1);
    std::vector<Moments> diagonals(static_cast<std::size_t>(queries + keys - 1));
    Moments all;
    // Differences from one entry, so that a large common part does not cancel in the squares.
    double origin = 0;
    bool found = false;
    for (int i = 0; i < queries; ++i)
        for (int j = 0; j < keys; ++j) {
            const auto value = static_cast<double>(map.row(static_cast<std::size_t>(i))[j]);
            if (!std::isfinite(value)) continue;
            if (!found) origin = value, found = true;
            diagonals[static_cast<std::size_t>(i - j + keys - 1)].add(value - origin);
            all.add(value - origin);
        }
    double within = 0;
    for (const Moments& diagonal : diagonals) within += diagonal.deviation();
    return all.deviation() > 0 ? std::sqrt(within / all.deviation()) : 0;
}

std::vector<double> row_norms(const ConstView& rows) {
    std::vector<double> result;
    for (std::size_t r = 0; r < rows.shape.rows(); ++r)
        result.push_back(std::sqrt(row(rows, r).cast<double>().square().sum()));
    return result;
}

std::vector<ParameterPart> parameters_by_part(const Weights& weights) {
    struct Row {
        std::string_view in_name, part;
    };
    // The first that a name holds counts.
    static constexpr std::array rows{
        Row{"embed.", "embeddings"}, Row{"attn.", "attention"}, Row{"mlp.", "mlp"},
        Row{"norm", "norms"},        Row{"head.", "head"},      Row{"pool.", "head"},
        Row{"lookup.", "lookup"},    Row{"rnn.", "recurrent"},  Row{"conv.", "convolution"}};
    std::array<std::size_t, rows.size()> counts{};
    for (const Parameter& parameter : weights.parameters) {
        std::size_t r = 0;
        while (r < rows.size() && parameter.name.find(rows[r].in_name) == std::string::npos) ++r;
        if (r == rows.size()) throw Error("the parameter " + parameter.name + " belongs to no part of a model");
        counts[r] += parameter.shape.count();
    }
    std::vector<ParameterPart> parts;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (counts[r] == 0) continue;
        if (!parts.empty() && parts.back().name == rows[r].part)
            parts.back().count += counts[r];
        else
            parts.push_back({std::string(rows[r].part), counts[r]});
    }
    return parts;
}

Cost total_cost(const Trace& trace) {
    Cost total;
    for (const int id : trace.stages()) {
        const Cost cost = trace.cost(id);
        total.flop += cost.flop;
        total.bytes += cost.bytes;
    }
    return total;
}

}  // namespace glassformer
