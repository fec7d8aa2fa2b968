#include "core/experiments/batch_masks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/analysis/cost.h"
#include "core/base/error.h"
#include "core/generate/key_value_cache.h"
#include "core/model/graph.h"
#include "core/model/mask.h"
#include "core/train/batch.h"

namespace glassformer {

namespace {

double cross_entropy_at(std::span<const float> logits, int label) {
    const auto largest = static_cast<double>(*std::ranges::max_element(logits));
    double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - largest);
    return std::log(sum) + largest - static_cast<double>(logits[static_cast<std::size_t>(label)]);
}

double largest_difference(std::span<const float> a, std::span<const float> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    return largest;
}

double operations(std::span<const CacheWork> work) {
    double all = 0;
    for (const CacheWork& stage : work) all += stage.with.flop;
    return all;
}

/// The pass over a beginning of a text: the logits of its last row, and the operations it took.
std::vector<float> logits_of_beginning(const Model& model, std::span<const int> tokens, double& flop) {
    Tape tape;
    const Graph graph =
        record_model(tape, model.config, model.weights, {.seq_len = static_cast<int>(tokens.size()), .probs = false});
    tape.set(graph.tokens, std::vector<float>(tokens.begin(), tokens.end()));
    tape.evaluate();
    flop = total_cost(tape.trace()).flop;
    const ConstView all = tape.trace().record(graph.logits.id).view();
    const float* row = all.row(tokens.size() - 1);
    return {row, row + all.shape.cols()};
}

/// Fills in the positions of one text; false where it was stopped.
bool one_by_one(const BatchMasks& setting, std::size_t text, const ConstView& logits, BatchBothWays& both,
                const std::atomic<bool>& stopped) {
    const Model& model = *setting.model;
    const std::vector<int>& tokens = setting.texts[text];
    const auto vocabulary = static_cast<std::size_t>(logits.shape.cols()),
               length = static_cast<std::size_t>(both.length);
    KeyValueCache cache(model.config, model.weights, nullptr, KeyValueCache::Count::yes);
    double before = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (stopped) return false;
        const std::span<const float> row(logits.row(text * length + i), vocabulary);
        const auto beginning = std::span(tokens).first(i + 1);
        PositionInBatch& position = both.texts[text][i];
        position.loss =
            i + 1 < tokens.size() ? cross_entropy_at(row, tokens[i + 1]) : std::numeric_limits<double>::quiet_NaN();
        position.by_beginnings = largest_difference(row, logits_of_beginning(model, beginning, position.flop));
        position.by_cache = largest_difference(row, cache.next_logits(beginning));
        position.cached = operations(cache.work()) - before;
        before = operations(cache.work());
        position.kept = cache.reused();
        both.by_beginnings = std::max(both.by_beginnings, position.by_beginnings);
        both.by_cache = std::max(both.by_cache, position.by_cache);
        both.flop_of_beginnings += position.flop;
        both.flop_of_cache += position.cached;
        ++both.passes;
    }
    return true;
}

}  // namespace

Sample shifted(const std::vector<int>& text) {
    Sample sample{.tokens = text, .target_tokens = {}, .labels = text};
    std::rotate(sample.labels.begin(), sample.labels.begin() + 1, sample.labels.end());
    sample.labels.back() = -1;
    return sample;
}

KeyInBatch key_in_batch(const BatchMasks& setting, int text_length, int query, int key) {
    if (key >= text_length) return KeyInBatch::padding;
    return setting.causal && key > query ? KeyInBatch::later : KeyInBatch::visible;
}

BatchBothWays both_ways(const BatchMasks& setting, const std::atomic<bool>& stopped) {
    if (!setting.model || setting.texts.empty() ||
        std::ranges::any_of(setting.texts, [](const auto& text) { return text.empty(); }))
        throw Error("a batch needs a model, and texts of one token or more");
    const Model& model = *setting.model;
    BatchBothWays both;
    std::vector<Sample> samples;
    for (const std::vector<int>& text : setting.texts) {
        samples.push_back(shifted(text));
        both.texts.emplace_back(text.size());
    }
    both.length = std::max(setting.length, longest(samples).seq_len);
    ModelConfig config = model.config;
    if (!setting.causal) config.mask = {.kind = find_mask("none")};
    Batch batch(config, model.weights,
                {.batch = static_cast<int>(samples.size()), .seq_len = both.length, .probs = false, .loss = true});
    batch.set(samples);
    batch.tape().evaluate();
    both.labels = batch.labelled();
    const Trace& trace = batch.tape().trace();
    if (both.labels > 0) both.loss = static_cast<double>(trace.record(batch.graph().loss.id).at({}));
    for (const int id : trace.stages())
        if (id != batch.graph().loss.id) both.flop += trace.cost(id).flop;
    const ConstView logits = trace.record(batch.graph().logits.id).view();
    both.whole = true;
    for (std::size_t text = 0; text < samples.size() && both.whole; ++text) {
        both.padding += both.length - static_cast<int>(setting.texts[text].size());
        both.whole = one_by_one(setting, text, logits, both, stopped);
    }
    return both;
}

}  // namespace glassformer
