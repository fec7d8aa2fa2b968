#include "app/views/attention/figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <span>

#include "app/paint/visible_text.h"
#include "app/views/attention/telling.h"
#include "app/views/attention/texts.h"
#include "core/analysis/attention_summary.h"
#include "core/analysis/head_pattern.h"
#include "core/analysis/measures.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

constexpr int longest_rollout = 256;                  // tokens: the product of the layers takes tokens³ a layer
constexpr std::chrono::milliseconds time_a_frame{4};  // for figures; one layer's are always computed
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

const char* role_text(HeadPattern pattern) {
    switch (pattern) {
        case HeadPattern::none: return "";
        case HeadPattern::itself: return texts::attention::role_itself;
        case HeadPattern::previous: return texts::attention::role_previous;
        case HeadPattern::first: return texts::attention::role_first;
        case HeadPattern::duplicate: return texts::attention::role_duplicate;
        case HeadPattern::induction: return texts::attention::role_induction;
        case HeadPattern::one_key: return texts::attention::role_one_key;
        case HeadPattern::even: return texts::attention::role_even;
    }
    return "";
}

void name_role(HeadFigures& head, const HeadPatternShare& found, const std::vector<TokenLabel>& keys) {
    head.role = role_text(found.pattern);
    if (found.key >= 0 && found.key < static_cast<int>(keys.size()))
        head.role =
            fmt::format(texts::attention::role_one_key, visible_text(keys[static_cast<std::size_t>(found.key)].text));
    if (found.pattern != HeadPattern::none && found.pattern != HeadPattern::even)
        head.share = percent_text(found.share);
}

}  // namespace

void AttentionFigures::begin(const Evaluation& evaluation) {
    spent_ = waiting_ = false;
    if (evaluation_ == &evaluation && generation_ == evaluation.generation()) return;
    evaluation_ = &evaluation;
    generation_ = evaluation.generation();
    figures_.clear();
    means_.clear();
    rollouts_.clear();
}

std::string AttentionFigures::answer_text(const AttentionLayer& layer, const ConstMatrix& map) const {
    const Record& record = evaluation_->trace().record(layer.weights);
    const std::vector<TokenLabel>&queries = evaluation_->tokens_along(record, Axis::query),
          &keys = evaluation_->tokens_along(record, Axis::key);
    const int query = first_query(*evaluation_, layer);
    if (static_cast<int>(queries.size()) != layer.queries || static_cast<int>(keys.size()) != layer.keys) return {};
    int key = 0;
    for (int other = 1; other < layer.keys; ++other)
        if (map.at(query, other) > map.at(query, key)) key = other;
    const float weight = map.at(query, key);
    if (!(static_cast<double>(weight) >= most_of_the_weight)) return {};
    return fmt::format(texts::attention::answer_weight, visible_text(queries[static_cast<std::size_t>(query)].text),
                       visible_text(keys[static_cast<std::size_t>(key)].text),
                       percent_text(static_cast<double>(weight)));
}

const std::vector<HeadFigures>* AttentionFigures::of(const AttentionLayer& layer) {
    if (const auto known = figures_.find(layer.weights); known != figures_.end()) return &known->second;
    const auto now = std::chrono::steady_clock::now();
    if (spent_ && now > spent_at_) {
        waiting_ = true;
        return nullptr;
    }
    if (!spent_) spent_at_ = now + time_a_frame;
    spent_ = true;
    const Record& record = evaluation_->trace().record(layer.weights);
    const ConstView weights = record.view();
    std::vector<HeadFigures>& figures = figures_[layer.weights];
    const std::vector<double> entropy = attention_entropy(weights), peak = attention_peak(weights);
    const auto entries = static_cast<std::ptrdiff_t>(layer.queries) * layer.keys;
    for (int h = 0; h < layer.heads; ++h) {
        const ConstMatrix map{weights.data + h * entries, layer.queries, layer.keys, layer.keys};
        figures.push_back({.entropy = entropy[static_cast<std::size_t>(h)],
                           .largest = largest_magnitude(map),
                           .peak = peak[static_cast<std::size_t>(h)],
                           .previous = not_a_number,
                           .first = not_a_number,
                           .own = not_a_number,
                           .duplicate = not_a_number,
                           .induction = not_a_number,
                           .role = {},
                           .share = {},
                           .answer = answer_text(layer, map)});
    }
    const std::vector<TokenLabel>& keys = evaluation_->tokens_along(record, Axis::key);
    const auto name_roles = [&](std::span<const int> ids) {
        const std::vector<HeadPatternShare> found = head_patterns(weights, ids);
        for (std::size_t h = 0; h < figures.size(); ++h) name_role(figures[h], found[h], keys);
    };
    // Previous and own tokens are defined within one text only.
    if (record.site.attention == AttentionKind::cross) {
        name_roles({});
        return &figures;
    }
    std::vector<int> ids;
    ids.reserve(keys.size());
    for (const TokenLabel& token : keys) ids.push_back(token.id);
    if (static_cast<int>(ids.size()) != layer.keys) return &figures;
    name_roles(ids);
    for (const HeadStatistics& of : head_statistics(weights, ids)) {
        HeadFigures& head = figures[static_cast<std::size_t>(of.head)];
        head.previous = of.previous;
        head.first = of.first;
        head.own = of.diagonal;
        head.duplicate = of.duplicate;
        head.induction = of.induction;
    }
    return &figures;
}

float AttentionFigures::common_limit(const std::vector<AttentionLayer>& layers) const {
    float largest = 0;
    for (const AttentionLayer& layer : layers) {
        const auto known = figures_.find(layer.weights);
        if (known == figures_.end()) return 1;
        for (const HeadFigures& head : known->second) largest = std::max(largest, head.largest);
    }
    return largest > 0.5F || !(largest > 0) ? 1 : largest;
}

const Tensor& AttentionFigures::mean(const AttentionLayer& layer) {
    const auto known = means_.find(layer.weights);
    if (known != means_.end()) return known->second;
    return means_.emplace(layer.weights, mean_over_heads(evaluation_->trace().record(layer.weights).view()))
        .first->second;
}

const Tensor* AttentionFigures::rollout(const AttentionLayer& layer, std::string& why) {
    if (const auto known = rollouts_.find(layer.weights); known != rollouts_.end()) return &known->second;
    const Trace& trace = evaluation_->trace();
    const Record& last = trace.record(layer.weights);
    if (last.site.attention == AttentionKind::cross || layer.queries != layer.keys) {
        why = texts::attention::no_rollout;
        return nullptr;
    }
    if (layer.keys > longest_rollout) {
        why = fmt::format(texts::attention::rollout_limit, longest_rollout, layer.keys);
        return nullptr;
    }
    std::vector<ConstView> maps;
    for (const int id : attention_layers(trace, last.site.stack, last.site.attention)) {
        maps.push_back(trace.record(id).view());
        if (id == layer.weights) break;
    }
    return &rollouts_.emplace(layer.weights, attention_rollout(maps)).first->second;
}

int AttentionFigures::rolled_out(const AttentionLayer& layer) const {
    const Trace& trace = evaluation_->trace();
    const Record& last = trace.record(layer.weights);
    int layers = 0;
    for (const int id : attention_layers(trace, last.site.stack, last.site.attention)) {
        ++layers;
        if (id == layer.weights) break;
    }
    return layers;
}

ConstMatrix AttentionFigures::matrix(const Tensor& tensor) const {
    const ConstView view = tensor.view();
    return {view.data, view.shape.size(0), view.shape.size(1), view.shape.size(1), 1, generation_};
}

}  // namespace glassformer
