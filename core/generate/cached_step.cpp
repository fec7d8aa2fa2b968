#include "core/generate/cached_step.h"

#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/generate/key_value_cache.h"
#include "core/model/model.h"
#include "core/tape/stage.h"

namespace glassformer {

namespace {

/// Apart from those of passes that a session makes: pictures keep what they read by it.
constexpr std::uint64_t cached_generations = std::uint64_t{1} << 43;

/// The one dimension in which the whole pass has more rows than the single row here; −1: there is no such one.
int only_longer_dimension(const Shape& step, const Shape& whole) {
    if (step.rank() != whole.rank()) return -1;
    int found = -1;
    for (int d = 0; d < step.rank(); ++d) {
        if (step.size(d) == whole.size(d)) continue;
        if (found >= 0 || step.size(d) != 1) return -1;
        found = d;
    }
    return found;
}

void compare(const Record& step, const Record& whole, CachedStep& out) {
    const int longer = only_longer_dimension(step.shape, whole.shape);
    if (longer < 0) return;
    std::size_t inner = 1;
    for (int d = longer + 1; d < step.shape.rank(); ++d) inner *= static_cast<std::size_t>(step.shape.size(d));
    const std::size_t outer = step.shape.count() / inner;
    out.compared.push_back(step.name);
    const auto length = static_cast<std::size_t>(whole.shape.size(longer));
    const float* one = step.entries(0, step.shape.count());
    const float* all = whole.entries(0, whole.shape.count());
    for (std::size_t o = 0; o < outer; ++o)
        for (std::size_t i = 0; i < inner; ++i) {
            const float a = one[o * inner + i], b = all[(o * length + length - 1) * inner + i];
            if (a == b) continue;  // also where both are −∞
            const double between = std::abs(static_cast<double>(a) - static_cast<double>(b));
            const double apart = std::isnan(between) ? std::numeric_limits<double>::infinity() : between;
            if (apart <= out.largest) continue;
            out.largest = apart;
            out.largest_at = step.name;
        }
}

Cost cost_of(const Trace& trace) {
    Cost sum;
    for (const int id : trace.stages()) {
        const Cost cost = trace.cost(id);
        sum.flop += cost.flop;
        sum.bytes += cost.bytes;
    }
    return sum;
}

}  // namespace

std::string no_cached_step(const Evaluation& whole) {
    const Model& model = whole.model();
    try {
        const KeyValueCache cache(model.config, model.weights);
        if (whole.tokens().size() < 2)
            return "A KV cache needs a text of at least two tokens: there is nothing to keep yet";
        if (!whole.inputs().edits.empty())
            return "The cached step is that of a run without edits: reset the edits first";
        const auto length = static_cast<int>(whole.tokens().size());
        if (reusable_tokens(model.config, length - 1, length) < length - 1)
            return "With this mask, tokens attend to later ones, so their keys and values cannot be kept";
    } catch (const Error& error) {
        std::string why = error.what();
        if (!why.empty()) why[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(why[0])));
        return why;
    }
    return "";
}

CachedStep cached_step(const Evaluation& whole) {
    if (const std::string why = no_cached_step(whole); !why.empty()) throw Error(why);
    CachedStep out;
    const auto length = static_cast<int>(whole.tokens().size());
    out.kept = length - 1;
    auto step = std::make_shared<Evaluation>(whole.model_pointer(), GraphSize{.seq_len = 1, .past = out.kept}, nullptr);
    const Trace& trace = step->trace();
    for (const Record& record : trace.records()) {
        if (record.stage != &stage::past_k && record.stage != &stage::past_v) continue;
        const int block = record.site.block;
        const Record& from =
            record.stage == &stage::past_k ? keys_of(whole.trace(), block) : values_of(whole.trace(), block);
        const std::size_t count = from.shape.count();
        step->tape().set({record.id}, first_rows({from.entries(0, count), count}, from.shape.size(0),
                                                 from.shape.size(1), out.kept, from.shape.size(2)));
    }
    Inputs inputs = whole.inputs();
    inputs.gradients = false;
    step->evaluate(std::move(inputs), whole.tokens(), {}, whole.generation() + cached_generations, {});
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (const int same = whole.trace().find(record.name); same >= 0)
            compare(record, whole.trace().record(same), out);
    }
    out.step = cost_of(trace);
    out.whole = cost_of(whole.trace());
    out.evaluation = std::move(step);
    return out;
}

}  // namespace glassformer
