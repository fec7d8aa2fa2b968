#include "core/generate/key_value_cache.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/model/graph.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/tape/tape.h"

namespace glassformer {

namespace {

int id_of(const Trace& trace, int block, const char* key) {
    return trace.find("blocks." + std::to_string(block) + ".attn." + key);
}

/// What attention reads as its keys or values: the second operand of the first of these products that is there.
const Record& read_by(const Trace& trace, int block, std::initializer_list<const char*> products) {
    for (const char* product : products)
        if (const int id = id_of(trace, block, product); id >= 0) return trace.record(trace.record(id).operands.at(1));
    throw Error("block " + std::to_string(block) + " has no keys or values to keep");
}

}  // namespace

const Record& keys_of(const Trace& trace, int block) { return read_by(trace, block, {"scores_content", "scores_raw"}); }
const Record& values_of(const Trace& trace, int block) { return read_by(trace, block, {"heads"}); }

int reusable_tokens(const ModelConfig& config, int first, int length) {
    // Distances of both signs are recorded for a whole text.
    if (config.positional.kind->distances != nullptr && sees_later(config.mask)) return 0;
    for (int query = 0; query < first; ++query)
        for (int key = first; key < length; ++key)
            if (config.mask.kind->sees(query, key, config.mask.number)) return 0;
    return first;
}

std::vector<float> first_rows(std::span<const float> all, int heads, int of, int rows, int d_head) {
    std::vector<float> result;
    const auto whole = static_cast<std::size_t>(of) * static_cast<std::size_t>(d_head),
               part = static_cast<std::size_t>(rows) * static_cast<std::size_t>(d_head);
    for (std::size_t head = 0; head < static_cast<std::size_t>(heads); ++head) {
        const std::span<const float> first = all.subspan(head * whole, part);
        result.insert(result.end(), first.begin(), first.end());
    }
    return result;
}

KeyValueCache::KeyValueCache(const ModelConfig& config, const Weights& weights, ThreadPool* pool, Count count)
    : config_(config), weights_(weights), pool_(pool), count_(count) {
    if (config.architecture != Architecture::decoder || config.head.classifier || config.head.none)
        throw Error("a KV cache needs a decoder that predicts the next token, which this model is not");
    if (depends_on_length(config.positional.scaling, config.max_seq_len, config.max_seq_len))
        throw Error(
            "with \"scaling\" of kind \"dynamic\" every rotation changes with the length of the text, so this "
            "model cannot use a KV cache");
    if (config.mask.kind->sees(0, config.max_seq_len, config.mask.number))
        throw Error("with the mask \"" + std::string(config.mask.kind->name) +
                    "\" tokens attend to later ones, so this model cannot use a KV cache");
    blocks_.resize(static_cast<std::size_t>(config.n_layers));
}

std::size_t KeyValueCache::bytes() const {
    std::size_t floats = 0;
    for (const Kept& kept : blocks_) floats += kept.keys.size() + kept.values.size();
    return floats * sizeof(float);
}

/// How many tokens need not be computed: those shared with the kept text, if none of them sees a token behind them; but
/// not the last, whose logits are asked for.
int KeyValueCache::usable(std::span<const int> tokens) const {
    const auto shared = std::ranges::mismatch(tokens, tokens_).in1 - tokens.begin();
    const int length = static_cast<int>(tokens.size());
    const int rows = static_cast<int>(std::min<std::ptrdiff_t>(shared, length - 1));
    return reusable_tokens(config_, rows, std::max(length, static_cast<int>(tokens_.size())));
}

std::vector<float> KeyValueCache::next_logits(std::span<const int> tokens) {
    if (tokens.empty()) throw Error("the text is empty: enter at least one token");
    const int past = usable(tokens);
    const auto fresh = tokens.subspan(static_cast<std::size_t>(past));
    Tape tape(pool_);
    const Graph graph = record_model(tape, config_, weights_,
                                     {.seq_len = static_cast<int>(fresh.size()), .probs = false, .past = past});
    tape.set(graph.tokens, std::vector<float>(fresh.begin(), fresh.end()));
    if (past > 0) put_past(tape, past);
    tape.evaluate();
    keep(tape, tokens, past);
    if (count_ == Count::yes) count(tape, static_cast<int>(tokens.size()));
    const Record& logits = tape.trace().record(graph.logits.id);
    const auto vocabulary = static_cast<std::size_t>(logits.shape.cols());
    const float* row = logits.entries(logits.shape.count() - vocabulary, vocabulary);
    return {row, row + vocabulary};
}

void KeyValueCache::put_past(Tape& tape, int past) const {
    const int length = static_cast<int>(tokens_.size());
    for (int block = 0; block < config_.n_layers; ++block) {
        const Kept& kept = blocks_[static_cast<std::size_t>(block)];
        const auto set = [&](const char* key, const AlignedFloats& rows) {
            tape.set({id_of(tape.trace(), block, key)},
                     first_rows(rows, config_.n_kv_heads, length, past, config_.d_head));
        };
        set("past_k", kept.keys);
        set("past_v", kept.values);
    }
}

void KeyValueCache::keep(const Tape& tape, std::span<const int> tokens, int past) {
    for (int block = 0; block < config_.n_layers; ++block) {
        Kept& kept = blocks_[static_cast<std::size_t>(block)];
        const auto copy = [](const Record& from, AlignedFloats& to) {
            const float* first = from.entries(0, from.shape.count());
            to.assign(first, first + from.shape.count());
        };
        copy(keys_of(tape.trace(), block), kept.keys);
        copy(values_of(tape.trace(), block), kept.values);
    }
    tokens_.assign(tokens.begin(), tokens.end());
    reused_ = past;
}

void KeyValueCache::count(const Tape& tape, int length) {
    const auto add = [&](const Trace& trace, Cost CacheWork::*side) {
        for (const int id : trace.stages()) {
            const std::string& name = trace.record(id).name;
            auto row = std::ranges::find(work_, name, &CacheWork::stage);
            if (row == work_.end()) row = work_.insert(work_.end(), {.stage = name, .with = {}, .without = {}});
            const Cost cost = trace.cost(id);
            ((*row).*side).flop += cost.flop;
            ((*row).*side).bytes += cost.bytes;
        }
    };
    Tape anew;
    record_shapes(anew, config_, {.seq_len = length, .probs = false});
    add(anew.trace(), &CacheWork::without);
    add(tape.trace(), &CacheWork::with);
}

}  // namespace glassformer
