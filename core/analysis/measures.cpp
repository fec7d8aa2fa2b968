#include "core/analysis/measures.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/error.h"
#include "core/model/config.h"

namespace glassformer {

namespace {

using RowArray = Eigen::Map<const Eigen::ArrayXf>;

RowArray row(const ConstView& view, std::size_t r) {
    return {view.row(r), static_cast<Eigen::Index>(view.shape.cols())};
}

/// Sum and sum of squares, for means and deviations of many numbers.
struct Moments {
    double count = 0, sum = 0, squares = 0;
    void add(double value) { ++count, sum += value, squares += value * value; }
    /// Squared differences from the mean, summed.
    double deviation() const { return count > 0 ? std::max(0.0, squares - sum * sum / count) : 0; }
};

/// A mean of each head of a map: each(row of a query, sum) adds the query's number, and says whether it counts. 0 of a
/// head where none does.
template <class Each>
std::vector<double> mean_over_queries(const char* measure, const ConstView& weights, const Each& each) {
    const Shape& shape = weights.shape;
    if (shape.rank() != 3) throw Error(std::string(measure) + " needs [head, query, key], got " + text(shape));
    std::vector<double> result;
    const auto queries = static_cast<std::size_t>(shape.size(1));
    for (std::size_t head = 0; head < static_cast<std::size_t>(shape.size(0)); ++head) {
        double sum = 0, seeing = 0;
        for (std::size_t query = 0; query < queries; ++query)
            seeing += each(row(weights, head * queries + query), sum) ? 1 : 0;
        result.push_back(seeing > 0 ? sum / seeing : 0);
    }
    return result;
}

}  // namespace

std::vector<double> attention_entropy(const ConstView& weights) {
    return mean_over_queries("attention_entropy", weights, [](const RowArray& of, double& sum) {
        double entropy = 0, all = 0;
        for (const float entry : of) {
            const auto p = static_cast<double>(entry);
            all += p;
            if (p > 0) entropy -= p * std::log(p);
        }
        if (all == 0) return false;
        sum += entropy;
        return true;
    });
}

std::vector<double> attention_peak(const ConstView& weights) {
    return mean_over_queries("attention_peak", weights, [](const RowArray& of, double& sum) {
        const auto largest = static_cast<double>(of.maxCoeff());
        sum += largest;
        return largest > 0;
    });
}

std::vector<double> softmax_slope(const ConstView& weights) {
    return mean_over_queries("softmax_slope", weights, [](const RowArray& of, double& sum) {
        // Σ_i (p_i - p_i²)² on the diagonal and Σ_{i≠j} (p_i p_j)² beside it.
        const Eigen::ArrayXd square = of.cast<double>().square();
        if (square.sum() == 0) return false;
        const Eigen::ArrayXd p = square.sqrt();
        sum += std::sqrt(std::max(0.0, (square - 2 * square * p).sum() + square.sum() * square.sum()));
        return true;
    });
}

std::vector<double> score_variance(const ConstView& scores) {
    const Shape& shape = scores.shape;
    if (shape.rank() != 3) throw Error("score_variance needs [head, query, key], got " + text(shape));
    std::vector<double> result;
    const std::size_t entries = shape.count() / static_cast<std::size_t>(shape.size(0));
    for (std::size_t head = 0; head < static_cast<std::size_t>(shape.size(0)); ++head) {
        Moments moments;
        for (std::size_t i = 0; i < entries; ++i)
            if (const auto score = static_cast<double>(scores.data[head * entries + i]); std::isfinite(score))
                moments.add(score);
        result.push_back(moments.count > 0 ? moments.deviation() / moments.count : 0);
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

namespace {

/// A layer and the last stage of it outside its recurrent steps: what it hands on.
std::vector<std::pair<std::string, int>> layers_of(const Trace& trace) {
    std::vector<std::pair<std::string, int>> layers;
    std::unordered_map<std::string, std::size_t> places;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.site.block < 0 || record.site.step >= 0) continue;
        std::string layer = prefix(record.site);
        layer.pop_back();  // the dot
        if (const auto [place, added] = places.try_emplace(layer, layers.size()); added)
            layers.emplace_back(std::move(layer), id);
        else
            layers[place->second].second = id;
    }
    return layers;
}

}  // namespace

std::vector<StreamGradient> stream_gradients(const Trace& trace) {
    std::vector<StreamGradient> all;
    std::vector<const Record*> states;  // of recurrent layers, a step each
    for (const Record& record : trace.records())
        if (record.stage == &stage::step_hidden) states.push_back(&record);
    const auto add = [&](const std::string& layer, int id) {
        const ConstView gradient = trace.record(id).gradient_view();
        if (gradient.data == nullptr) throw Error("there are no gradients: a backward pass makes them");
        all.push_back({layer, id, row_norms(gradient)});
        const Site& site = trace.record(id).site;
        for (const Record* const state : states) {
            const bool own = state->site.block == site.block && state->site.stack == site.stack && site.block >= 0;
            const auto step = static_cast<std::size_t>(std::max(0, state->site.step));
            if (own && step < all.back().norms.size())
                all.back().norms[step] = row_norms(state->gradient_view()).front();
        }
    };
    std::vector<std::pair<int, std::string>> places;
    for (const int id : trace.stages())
        if (trace.record(id).stage == &stage::embed) places.emplace_back(id, trace.record(id).name);
    for (const auto& [layer, id] : layers_of(trace)) places.emplace_back(id, layer);
    std::ranges::sort(places);
    for (const auto& [id, layer] : places) add(layer, id);
    return all;
}

std::vector<LayerGradient> gradient_by_layer(const Trace& trace) {
    const auto square = [](const Record& record) {
        const ConstView gradient = record.gradient_view();
        if (gradient.data == nullptr) throw Error("there are no gradients: a backward pass makes them");
        double sum = 0;
        for (std::size_t r = 0; r < gradient.shape.rows(); ++r) sum += row(gradient, r).cast<double>().square().sum();
        return sum;
    };
    const std::vector<std::pair<std::string, int>> all = layers_of(trace);
    std::unordered_map<std::string_view, double> sums;  // of the squares of the parameters' gradients
    for (const auto& [layer, last] : all) sums.emplace(layer, 0);
    for (const Record& record : trace.records()) {
        if (record.kind != Record::Kind::parameter) continue;
        const std::string_view name = record.name;
        for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
            if (const auto sum = sums.find(name.substr(0, dot)); sum != sums.end()) sum->second += square(record);
    }
    std::vector<LayerGradient> layers;
    for (const auto& [layer, last] : all)
        layers.push_back(
            {.layer = layer, .output = std::sqrt(square(trace.record(last))), .parameters = std::sqrt(sums.at(layer))});
    return layers;
}

std::vector<ParameterPart> parameters_by_part(const ModelConfig& config) {
    std::array<std::size_t, model_part_names.size()> counts{};
    for (const ParameterShape& parameter : parameter_shapes(config))
        counts[static_cast<std::size_t>(parameter.part)] += parameter.shape.count();
    std::vector<ParameterPart> parts;
    for (std::size_t p = 0; p < counts.size(); ++p)
        if (counts[p] > 0) parts.push_back({std::string(model_part_names[p]), counts[p]});
    return parts;
}

}  // namespace glassformer
