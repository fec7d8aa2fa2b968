#include "app/views/attention/layers.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "app/views/attention/texts.h"
#include "app/views/shared/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

bool is_map(const Record& record) {
    return record.kind == Record::Kind::computed && record.shape.find(Axis::query) >= 0 &&
           record.shape.find(Axis::key) >= 0;
}

bool is_weights(const Record& record) {
    return is_map(record) && record.stage->part == ModelPart::attention &&
           std::string_view(record.stage->key) == "weights";
}

/// The weights of all steps, one below the other.
bool joins_steps(const Trace& trace, const Record& weights) {
    return !weights.operands.empty() && is_weights(trace.record(weights.operands.front()));
}

/// The weights that were computed for a query: the layer's own, or those of its step.
int weights_at(const Trace& trace, const AttentionLayer& layer, int query) {
    const Record& weights = trace.record(layer.weights);
    if (!joins_steps(trace, weights)) return layer.weights;
    const int last = static_cast<int>(weights.operands.size()) - 1;
    return weights.operands[static_cast<std::size_t>(std::clamp(query, 0, last))];
}

void collect(const Trace& trace, int id, std::vector<int>& found) {
    if (std::find(found.begin(), found.end(), id) != found.end()) return;
    for (const int operand : trace.record(id).operands)
        if (is_map(trace.record(operand))) collect(trace, operand, found);
    found.push_back(id);
}

std::string title_of(const Record& weights) {
    std::string title = block_text(weights.site);
    if (title.empty()) return texts::attention::alignment;
    if (weights.site.stack == Stack::only) return title;
    return weights.site.attention == AttentionKind::cross ? fmt::format(texts::shared::level_and_cross_attention, title)
                                                          : fmt::format(texts::shared::level_and_self_attention, title);
}

std::string brief_of(const Record& weights) {
    if (weights.site.block < 0) return "D";
    std::string text = std::to_string(weights.site.block + 1);
    if (weights.site.stack == Stack::encoder) text = "E" + text;
    if (weights.site.stack == Stack::decoder)
        text = "D" + text + (weights.site.attention == AttentionKind::cross ? "×" : "");
    return text;
}

}  // namespace

std::string head_text(const AttentionLayer& layer, int head) {
    return layer.counted ? fmt::format(texts::shared::level_and_head, layer.title, head + 1) : layer.title;
}

std::vector<AttentionLayer> attention_layers(const Trace& trace) {
    std::vector<AttentionLayer> layers;
    std::vector<int> joined;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (is_weights(record) && joins_steps(trace, record))
            joined.insert(joined.end(), record.operands.begin(), record.operands.end());
    }
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (!is_weights(record) || std::find(joined.begin(), joined.end(), id) != joined.end()) continue;
        layers.push_back({.weights = id,
                          .heads = record.shape.size_of(Axis::head, 1),
                          .queries = record.shape.size_of(Axis::query, 1),
                          .keys = record.shape.size_of(Axis::key, 1),
                          .title = title_of(record),
                          .brief = brief_of(record),
                          .counted = record.site.block >= 0});
    }
    return layers;
}

int layer_of(const Trace& trace, const std::vector<AttentionLayer>& layers, int record) {
    if (record < 0) return -1;
    const Record& of = trace.record(record);
    if (of.kind != Record::Kind::computed || of.stage == nullptr || of.stage->part != ModelPart::attention) return -1;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Record& weights = trace.record(layers[i].weights);
        if (weights.site.stack == of.site.stack && weights.site.attention == of.site.attention &&
            (weights.site.block == of.site.block || joins_steps(trace, weights)))
            return static_cast<int>(i);
    }
    return -1;
}

std::vector<int> maps_of(const Trace& trace, const AttentionLayer& layer, int query) {
    std::vector<int> maps;
    collect(trace, weights_at(trace, layer, query), maps);
    return maps;
}

int taken_of(const Trace& trace, const AttentionLayer& layer, int query) {
    const int weights = weights_at(trace, layer, query);
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (!record.operands.empty() && record.operands.front() == weights && !is_map(record)) return id;
    }
    return -1;
}

Pair pair_of(const Evaluation& evaluation, const CellRef& cell) {
    Pair pair;
    if (!cell) return pair;
    const Record& record = evaluation.trace().record(cell.record);
    if (record.kind != Record::Kind::computed || record.stage->part != ModelPart::attention) return pair;
    const int first = evaluation.first_token_along(record, Axis::query);
    if (const int d = record.shape.find(Axis::query); d >= 0) pair.query = cell.cell[d] + first;
    if (const int d = record.shape.find(Axis::key); d >= 0) pair.key = cell.cell[d];
    if (const int d = record.shape.find(Axis::position); d >= 0) {
        const std::string_view key = record.stage->key;
        const bool answers = key.starts_with("k") || key.starts_with("v") || key.ends_with("_k") || key.ends_with("_v");
        (answers ? pair.key : pair.query) = cell.cell[d] + (answers ? 0 : first);
    }
    return pair;
}

CellRef cell_of(const Evaluation& evaluation, int record, int head, const Pair& pair) {
    const Trace& trace = evaluation.trace();
    const Record& of = trace.record(record);
    const Grid grid = grid_of(trace, record, head);
    const int query = std::max(0, pair.query) - evaluation.first_token_along(of, Axis::query);
    const int key = of.shape.find(Axis::key) >= 0 ? std::max(0, pair.key) : 0;
    if (query < 0 || query >= grid.rows || key >= grid.cols) return {};
    return {record, grid.cell(query, key)};
}

int own_head(const Trace& trace, const AttentionLayer& layer, int cursor_head) {
    return std::clamp(cursor_head * layer.heads / head_count(trace), 0, layer.heads - 1);
}

int cursor_head(const Trace& trace, const AttentionLayer& layer, int own_head) {
    return (own_head * head_count(trace) + layer.heads - 1) / layer.heads;  // the first that own_head() leads back from
}

}  // namespace glassformer
