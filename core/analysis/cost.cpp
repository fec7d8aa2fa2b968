#include "core/analysis/cost.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/model/graph.h"

namespace glassformer {

namespace {

constexpr std::array<std::string_view, 10> cost_parts{"embeddings", "projections", "pairs",       "mlp",    "norms",
                                                      "residual",   "recurrent",   "convolution", "lookup", "head"};

bool is_of_pairs(const Shape& shape) { return shape.find(Axis::query) >= 0 && shape.find(Axis::key) >= 0; }

void add(Cost& to, const Cost& cost) {
    to.flop += cost.flop;
    to.bytes += cost.bytes;
}

}  // namespace

Cost total_cost(const Trace& trace) {
    Cost total;
    for (const int id : trace.stages()) add(total, trace.cost(id));
    return total;
}

std::string_view part_of(const Trace& trace, int stage) {
    const Record& record = trace.record(stage);
    if (record.stage->part == ModelPart::none)
        throw Error("the stage " + record.name + " belongs to no part of a model");
    if (record.stage->part != ModelPart::attention) return name(record.stage->part);
    const bool reads_pairs =
        std::ranges::any_of(record.operands, [&](int operand) { return is_of_pairs(trace.record(operand).shape); });
    return reads_pairs || is_of_pairs(record.shape) ? "pairs" : "projections";
}

std::vector<PartCost> cost_by_part(const Trace& trace) {
    std::array<Cost, cost_parts.size()> costs{};
    std::array<bool, cost_parts.size()> present{};
    for (const int id : trace.stages()) {
        const auto part =
            static_cast<std::size_t>(std::ranges::find(cost_parts, part_of(trace, id)) - cost_parts.begin());
        add(costs[part], trace.cost(id));
        present[part] = true;
    }
    std::vector<PartCost> result;
    for (std::size_t p = 0; p < cost_parts.size(); ++p)
        if (present[p]) result.push_back({std::string(cost_parts[p]), costs[p]});
    return result;
}

int attention_crossover(const ModelConfig& config, AttentionCost of, int longest) {
    if (!is_transformer(config)) return 0;  // no attention over pairs of its own, and no MLP
    ModelConfig unbounded = config;
    unbounded.max_seq_len = longest;
    const auto attention_leads = [&](int length) {
        Tape tape;
        record_shapes(tape, unbounded, {.seq_len = length, .target_len = has_target(config) ? length : 0});
        double attention = 0, mlp = 0;
        for (const PartCost& part : cost_by_part(tape.trace())) {
            if (part.part == "pairs" || (of == AttentionCost::whole && part.part == "projections"))
                attention += part.cost.flop;
            if (part.part == "mlp") mlp += part.cost.flop;
        }
        return attention >= mlp && attention > 0;
    };
    // Attention's share grows with the length: double until it leads, then halve the gap.
    if (attention_leads(1)) return 1;
    int below = 1, above = std::min(2, longest);
    while (above < longest && !attention_leads(above)) below = above, above = std::min(2 * above, longest);
    if (!attention_leads(above)) return 0;
    while (above - below > 1) {
        const int middle = below + (above - below) / 2;
        (attention_leads(middle) ? above : below) = middle;
    }
    return above;
}

PairMemory pair_memory(const Trace& trace) {
    PairMemory memory;
    for (const int id : trace.stages()) {
        const Shape& shape = trace.record(id).shape;
        if (!is_of_pairs(shape)) continue;
        ++memory.matrices;
        memory.bytes += static_cast<double>(shape.count() * sizeof(float));
    }
    return memory;
}

}  // namespace glassformer
