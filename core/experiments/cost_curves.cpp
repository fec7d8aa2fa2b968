#include "core/experiments/cost_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/cost.h"
#include "core/base/error.h"
#include "core/model/graph.h"

namespace glassformer {

namespace {

int largest_divisor(int of, int most) {
    int found = std::clamp(most, 1, of);
    while (of % found != 0) --found;
    return found;
}

/// The same model with room for the text: with learned positions it has a row for each.
ModelConfig with_room(ModelConfig config, int n) {
    config.max_seq_len = std::max(config.max_seq_len, n);
    return config;
}

bool is_of_pairs(const Shape& shape) { return shape.find(Axis::query) >= 0 && shape.find(Axis::key) >= 0; }

double bytes_share(const CostSetting& setting) { return setting.step.precision == Precision::half ? 0.5 : 1; }

double amount_of(const CostSetting& setting, const Trace& trace, int id) {
    switch (setting.counted) {
        case Counted::flop: return trace.cost(id).flop;
        case Counted::bytes: return trace.cost(id).bytes * bytes_share(setting);
        case Counted::pairs: {
            const Shape& shape = trace.record(id).shape;
            if (!is_of_pairs(shape)) return 0;
            return static_cast<double>(shape.count()) * 4 * bytes_share(setting) * setting.step.batch;
        }
        case Counted::training: break;
    }
    return 0;
}

PartAmount& part_named(std::vector<PartAmount>& parts, std::string_view name) {
    const auto found = std::ranges::find(parts, name, &PartAmount::part);
    if (found != parts.end()) return *found;
    return parts.emplace_back(PartAmount{.part = std::string(name)});
}

std::vector<int> sizes_of(const Shape& shape) {
    std::vector<int> sizes;
    for (int axis = 0; axis < shape.rank(); ++axis) sizes.push_back(shape.size(axis));
    return sizes;
}

/// How the amount of one record comes about.
void count_first(const CostSetting& setting, const Trace& trace, int id, StageAmount& to) {
    const Record& record = trace.record(id);
    to.shape = sizes_of(record.shape);
    to.numbers = static_cast<double>(record.shape.count());
    switch (setting.counted) {
        case Counted::flop:
            to.each = to.numbers > 0 ? trace.cost(id).flop / to.numbers : 0;
            if (!record.operands.empty()) {
                const int entries = trace.record(record.operands.front()).shape.cols();
                to.bias = to.each == 2.0 * entries + 1;
                if (entries > 4 && (to.bias || to.each == 2.0 * entries)) to.products = entries;
            }
            return;
        case Counted::bytes:
            to.numbers = trace.cost(id).bytes / 4;
            to.each = 4 * bytes_share(setting);
            return;
        case Counted::pairs:
            to.each = 4 * bytes_share(setting);
            to.texts = setting.step.batch;
            return;
        case Counted::training: return;
    }
}

std::vector<PartAmount> parts_of_pass(const CostSetting& setting) {
    Tape tape;
    record_shapes(tape, with_room(setting.config, setting.n),
                  {.seq_len = setting.n, .target_len = has_target(setting.config) ? setting.n : 0});
    const Trace& trace = tape.trace();
    std::vector<PartAmount> parts;
    for (const PartCost& part : cost_by_part(trace)) parts.push_back({.part = part.part});
    for (const int id : trace.stages()) {
        const double amount = amount_of(setting, trace, id);
        PartAmount& part = part_named(parts, part_of(trace, id));
        part.amount += amount;
        const Stage* const stage = trace.record(id).stage;
        auto of = std::ranges::find(part.stages, stage, &StageAmount::stage);
        if (of == part.stages.end()) of = part.stages.insert(of, {.stage = stage});
        if (of->records == 0)
            count_first(setting, trace, id, *of);
        else if (amount != of->amount / of->records)
            of->alike = false;
        ++of->records;
        of->amount += amount;
    }
    return parts;
}

std::vector<PartAmount> parts_of_training(const CostSetting& setting) {
    TrainingShape step = setting.step;
    step.accumulate = std::clamp(step.accumulate, 1, std::max(step.batch, 1));
    step.seq_len = setting.n;
    step.target_len = has_target(setting.config) ? setting.n : 0;
    const TrainingMemory memory = training_memory(with_room(setting.config, setting.n), step);
    const double narrow = 4 * bytes_share(setting);  // bytes of a number that half precision halves
    const auto part = [](const char* name, double amount, double bytes) {
        return PartAmount{.part = name, .amount = amount, .numbers = amount / bytes, .bytes = bytes};
    };
    return {part("weights", memory.weights, narrow),
            part("master weights", memory.master_weights, 4),
            part("gradients", memory.gradients, narrow),
            part("sum of gradients", memory.gradient_sum, 4),
            part("optimizer", memory.optimiser, 4),
            part("activations", memory.activations, narrow),
            part("activation gradients", memory.activation_gradients, narrow),
            part("inputs", memory.inputs, 4)};
}

CostAt counted_at(const CostSetting& setting) {
    CostAt at{.n = setting.n};
    at.parts = setting.counted == Counted::training ? parts_of_training(setting) : parts_of_pass(setting);
    std::erase_if(at.parts, [](const PartAmount& part) { return part.amount <= 0; });
    for (PartAmount& part : at.parts)
        std::erase_if(part.stages, [](const StageAmount& stage) { return stage.amount <= 0; });
    for (const PartAmount& part : at.parts) at.total += part.amount;
    return at;
}

HeadsCost heads_cost(const ModelConfig& config, int n) {
    HeadsCost cost{.heads = config.n_heads, .d_head = config.d_head};
    for (const ParameterPart& part : parameters_by_part(config))
        if (part.name == name(ModelPart::attention)) cost.parameters = static_cast<double>(part.count);
    const CostAt at = counted_at({.config = config, .counted = Counted::flop, .n = n});
    cost.projections = at.of("projections");
    cost.pairs = at.of("pairs");
    return cost;
}

std::vector<ParameterGroup> parameter_groups(const ModelConfig& config) {
    std::vector<ParameterGroup> groups;
    for (const ParameterShape& parameter : parameter_shapes(config)) {
        const std::string part(name(parameter.part));
        const std::vector<int> shape = sizes_of(parameter.shape);
        const auto found = std::ranges::find_if(
            groups, [&](const ParameterGroup& group) { return group.part == part && group.shape == shape; });
        if (found == groups.end())
            groups.push_back({.part = part, .shape = shape, .times = 1});
        else
            ++found->times;
    }
    return groups;
}

}  // namespace

ModelConfig with_heads(ModelConfig config, int heads, HeadWidth width) {
    if (!is_transformer(config) || config.n_heads < 1) return config;
    if (heads == 0 && width == HeadWidth::as_is) return config;
    if (width == HeadWidth::wide && !config.attention_projections) width = HeadWidth::narrow;
    const int shared = config.n_heads / std::max(config.n_kv_heads, 1);
    const bool own_cross = config.n_cross_heads != config.n_heads;
    if (heads > 0) config.n_heads = largest_divisor(config.d_model, heads);
    if (width == HeadWidth::as_is && heads > 0) width = HeadWidth::narrow;
    if (width == HeadWidth::narrow) config.n_heads = largest_divisor(config.d_model, config.n_heads);
    const bool rotates_all = config.positional.rotary_dims >= config.d_head;
    config.d_head = width == HeadWidth::wide ? config.d_model : config.d_model / config.n_heads;
    // As many rotated dimensions as the head has, or no more than that; they are pairs.
    if (rotates_all || config.positional.rotary_dims > config.d_head)
        config.positional.rotary_dims = config.d_head - config.d_head % 2;
    config.n_kv_heads = config.n_heads % shared == 0 ? config.n_heads / shared : config.n_heads;
    config.n_cross_heads =
        own_cross ? largest_divisor(config.n_heads * config.d_head, config.n_cross_heads) : config.n_heads;
    return config;
}

double CostAt::of(std::string_view part) const {
    const auto found = std::ranges::find(parts, part, &PartAmount::part);
    return found == parts.end() ? 0 : found->amount;
}

int most_tokens(const ModelConfig& config) { return 1 << (is_transformer(config) ? most_token_doublings : 8); }

CostAt cost_at(const CostSetting& setting) {
    CostAt at = counted_at(setting);
    if (!is_transformer(setting.config)) return at;
    const ModelConfig narrow = with_heads(setting.config, setting.config.n_heads, HeadWidth::narrow);
    const ModelConfig wide = with_heads(setting.config, setting.config.n_heads, HeadWidth::wide);
    at.narrow = heads_cost(narrow, setting.n);
    at.wide = heads_cost(wide, setting.n);
    at.wide.possible = wide.d_head == wide.d_model;
    return at;
}

CostCurves cost_curves(const CostSetting& setting, const std::atomic<bool>& stopped) {
    CostCurves curves;
    curves.parameters = parameters_by_part(setting.config);
    curves.groups = parameter_groups(setting.config);
    CostSetting at = setting;
    const double last = 2 * std::log2(static_cast<double>(most_tokens(setting.config)) / least_tokens);
    for (int half_octave = 0; half_octave <= static_cast<int>(last) && !stopped; ++half_octave) {
        at.n = static_cast<int>(std::lround(least_tokens * std::pow(2.0, half_octave / 2.0)));
        curves.lengths.push_back(counted_at(at));
    }
    if (!stopped) curves.crossover_whole = attention_crossover(setting.config, AttentionCost::whole);
    if (!stopped) curves.crossover_pairs = attention_crossover(setting.config, AttentionCost::pairs);
    return curves;
}

double growth_around(const CostCurves& curves, std::string_view part, int n) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (curves.lengths.size() < 2) return none;
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < curves.lengths.size(); ++i)
        if (std::abs(std::log(static_cast<double>(curves.lengths[i].n) / n)) <
            std::abs(std::log(static_cast<double>(curves.lengths[nearest].n) / n)))
            nearest = i;
    const CostAt& below = curves.lengths[nearest > 0 ? nearest - 1 : 0];
    const CostAt& above = curves.lengths[std::min(nearest + 1, curves.lengths.size() - 1)];
    const double from = part.empty() ? below.total : below.of(part), to = part.empty() ? above.total : above.of(part);
    if (!(from > 0) || !(to > 0)) return none;
    return std::log(to / from) / std::log(static_cast<double>(above.n) / below.n);
}

}  // namespace glassformer
