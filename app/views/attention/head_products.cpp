#include "app/views/attention/head_products.h"

#include <algorithm>

#include "app/views/attention/heads_strip.h"
#include "app/views/attention/modes.h"
#include "app/views/attention/step_maps.h"
#include "core/analysis/head_output.h"

namespace glassformer {

namespace {

using Role = ProductColumn::Role;

/// From a projection to what is read of it: Q, Q rotated, Q scaled.
std::vector<int> chain_to(const Trace& trace, int used) {
    std::vector<int> chain{used};
    for (;;) {
        const Record& first = trace.record(chain.front());
        if (first.operands.empty()) return chain;
        const Record& before = trace.record(first.operands.front());
        if (before.kind != Record::Kind::computed || before.stage == nullptr ||
            before.stage->part != ModelPart::attention || before.shape.find(Axis::head) < 0)
            return chain;
        chain.insert(chain.begin(), before.id);
    }
}

int input_of(const Trace& trace, int projection) {
    const Record& record = trace.record(projection);
    return record.kind != Record::Kind::computed || record.operands.empty() ? -1 : record.operands.front();
}

bool is_parameter(const Trace& trace, int record) { return trace.record(record).kind == Record::Kind::parameter; }

/// A projection with its weight and bias, and after it what is made of it.
void add_chain(const Trace& trace, Role role, int used, std::vector<ProductColumn>& columns) {
    for (const int id : chain_to(trace, used)) {
        const Record& record = trace.record(id);
        ProductColumn column{.role = role, .record = id, .of_keys = role != Role::query};
        const bool first = input_of(trace, id) < 0 || trace.record(record.operands.front()).shape.find(Axis::head) < 0;
        if (first && record.operands.size() > 1 && is_parameter(trace, record.operands[1]) &&
            trace.record(record.operands[1]).shape.rank() == 2) {
            column.above = record.operands[1];
            if (record.operands.size() > 2 && is_parameter(trace, record.operands[2])) column.bias = record.operands[2];
        } else {
            column.sign = "→";
        }
        columns.push_back(column);
    }
}

/// The inputs of the projections, each before the first matrix that is made of it.
std::vector<ProductColumn> projections_of(const Trace& trace, int query, int key, int value) {
    std::vector<ProductColumn> columns;
    const auto source = [&](int used) { return input_of(trace, chain_to(trace, used).front()); };
    const int asks = source(query), asked = source(key), passed = source(value);
    const auto input = [&](int record, bool of_keys, bool both) {
        if (record >= 0)
            columns.push_back({.role = Role::input, .record = record, .of_keys = of_keys, .both = both});
    };
    // Of a matrix that is made without a weight, its input stands at its left, where its arrow comes from.
    const auto chain = [&](Role role, int used, int read, int last_read) {
        const int first = chain_to(trace, used).front();
        const Record& record = trace.record(first);
        const bool weighs = record.operands.size() > 1 && is_parameter(trace, record.operands[1]);
        if (read != last_read || (!weighs && !columns.empty() && columns.back().record != read))
            input(read, role != Role::query, read == asks && asks == asked);
        add_chain(trace, role, used, columns);
    };
    chain(Role::query, query, asks, -1);
    chain(Role::key, key, asked, asks);
    chain(Role::value, value, passed, asked);
    return columns;
}

}  // namespace

HeadProducts head_products(const Evaluation& evaluation, const AttentionLayer& layer, int query, int cursor_head) {
    const Trace& trace = evaluation.trace();
    HeadProducts all;
    const std::vector<int> every = maps_of(trace, layer, query);
    const std::vector<int> maps = steps_of(evaluation, layer, query, cursor_head);
    const Record& scores = trace.record(every.front());
    all.taken = taken_of(trace, layer, query);
    const bool compares = scores.operands.size() > 1 && trace.record(scores.operands[0]).shape.rank() == 3 &&
                          trace.record(scores.operands[1]).shape.rank() == 3;
    const int asks = compares ? scores.operands[0] : -1, asked = compares ? scores.operands[1] : -1;
    const int passed = all.taken >= 0 ? trace.record(all.taken).operands[1] : -1;
    if (asks >= 0 && passed >= 0) all.projections = projections_of(trace, asks, asked, passed);

    std::vector<ProductColumn>& columns = all.attention;
    if (asks >= 0) columns.push_back({.role = Role::query, .record = asks});
    for (std::size_t i = 0; i < maps.size(); ++i) {
        // Its sign as among all steps: one that is left out changed nothing.
        const auto place = static_cast<std::size_t>(std::ranges::find(every, maps[i]) - every.begin());
        ProductColumn column{.role = Role::map, .record = maps[i], .sign = step_sign(trace, every, place)};
        column.softmax = trace.record(maps[i]).operation != nullptr &&
                         trace.record(maps[i]).operation->name() == "softmax";
        if (maps[i] == scores.id && asked >= 0) {
            column.above = asked;
            column.turned = true;
        }
        columns.push_back(column);
    }
    if (all.taken < 0) return all;
    columns.push_back({.role = Role::taken, .record = all.taken, .above = passed});
    const HeadRecords records = head_records(trace, layer);
    if (records.out < 0 || records.outputs != all.taken) return all;
    const HeadRows rows = rows_of_head(trace, all.taken, records.out, own_head(trace, layer, cursor_head));
    columns.push_back({.role = rows.weight >= 0 ? Role::part : Role::output,
                       .record = records.out,
                       .above = rows.weight,
                       .sign = rows.weight >= 0 ? "" : "→"});
    return all;
}

ConstMatrix HeadPart::of(const Evaluation& evaluation, int heads, int out, int head) {
    const QueryRow wanted{&evaluation, evaluation.generation(), heads, head, -1};
    if (wanted != source_) {
        source_ = wanted;
        ++version_;
        values_ = head_output(evaluation.trace(), heads, out, head);
    }
    const Shape& shape = evaluation.trace().record(out).shape;
    const int cols = shape.cols(), rows = cols > 0 ? static_cast<int>(values_.size()) / cols : 0;
    constexpr std::uint64_t not_of_the_session = std::uint64_t{1} << 62U;  // as of ScoreTerms::matrix()
    return {values_.data(), rows, cols, cols, 1, not_of_the_session + version_};
}

}  // namespace glassformer
